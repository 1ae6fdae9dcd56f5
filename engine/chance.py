"""Chance: the only source of randomness in the engine.

`Keyed` is SHAKE-128 read as a counter-based generator: its draws cannot be foreseen without its key
of 32 bytes, nor the key be found from its draws. Words of 64 bits come in blocks of 42; block n,
counted from 0, is

    SHAKE128(b"pentarch chance 1" + key + n as 8 bytes, little-endian), 42 words, little-endian

and draw number n is word n % 42 of block n // 42. Two permutations make a block: the 168 bytes that
one gives are 21 words.

`below(n)` maps a word to 0..n-1 by `(word * n) >> 64`: one word per draw, never a rejection, with a
bias below n / 2**64. `Seeded` has the key that belongs to a number, for tests, search and play at a
desk. The same key gives the same numbers on every platform; test vectors stand in
`tests/engine/test_chance.py`.
"""

import hashlib
import struct
from abc import ABC, abstractmethod
from typing import Final, TypeVar, final

from pentarch.engine.core import Numbers
from pentarch.engine.errors import InvalidValue

T = TypeVar("T")

SEED_LIMIT: Final = 1 << 64
KEY_BYTES: Final = 32
_DOMAIN: Final = b"pentarch chance 1"
_WORDS: Final = 42
_BLOCK_BYTES: Final = 8 * _WORDS
# A word is read as its low half and two quarters: products of these are small numbers, which cost
# little when compiled.
_PARTS: Final = struct.Struct("<" + "I2H" * _WORDS)
_HALF: Final = 1 << 32


class Chance(ABC):
    """Where dice and draws come from. `position` counts the draws made so far."""

    def __init__(self) -> None:
        self.position = 0

    @abstractmethod
    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1, each equally likely; `limit` is at least 1."""

    @abstractmethod
    def copy(self) -> "Chance":
        """An independent chance that goes on with the same draws."""

    def die(self, sides: int) -> int:
        """One die: 1 to `sides`."""
        return self.below(sides) + 1

    def dice(self, count: int, sides: int) -> list[int]:
        """Several dice, in the order thrown."""
        return [self.below(sides) + 1 for _ in range(count)]

    def choice(self, items: list[T]) -> T:
        """One of the items, by one draw."""
        return items[self.below(len(items))]

    def shuffle(self, items: list[T]) -> None:
        """Shuffle in place (Fisher-Yates from the end): len - 1 draws."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


class Keyed(Chance):
    """The numbers that belong to a key of 32 bytes."""

    def __init__(self, key: bytes, position: int = 0) -> None:
        super().__init__()
        check_key(key)
        self.key: Final = key
        self.position = position
        # The words from position `_first` on, each in its three parts; copies share them.
        self._parts: Numbers = ()
        self._first = 0

    def word(self) -> int:
        """The next 64 bits."""
        return self.below(SEED_LIMIT)

    def below(self, limit: int) -> int:
        low = 3 * (self.position - self._first)
        if not 0 <= low < len(self._parts):
            self._make()
            low = 3 * (self.position - self._first)
        self.position += 1
        parts = self._parts
        scaled = (parts[low + 2] * limit << 16) + parts[low + 1] * limit
        if scaled % _HALF + limit > _HALF:
            # Only then can what the low half carries over make a difference.
            scaled += parts[low] * limit >> 32
        return scaled >> 32

    def copy(self) -> "Keyed":
        twin = Keyed(self.key, self.position)
        twin._parts, twin._first = self._parts, self._first
        return twin

    def _make(self) -> None:
        """The block of words in which the present position lies."""
        block = self.position // _WORDS
        stream = hashlib.shake_128(_DOMAIN + self.key + block.to_bytes(8, "little"))
        self._parts = _PARTS.unpack(stream.digest(_BLOCK_BYTES))
        self._first = block * _WORDS


@final
class Seeded(Keyed):
    """The numbers that belong to a seed (0 to 2**64 - 1)."""

    def __init__(self, seed: int, position: int = 0) -> None:
        super().__init__(seed_key(seed), position)


@final
class Scripted(Chance):
    """Draws written down beforehand, for tests and worked examples.

    The values are what the rules see: dice from 1 (`die`, `dice`), other draws from 0 (`below`).
    """

    def __init__(self, values: list[int]) -> None:
        super().__init__()
        self.values: Final = values

    def _next(self, low: int, high: int) -> int:
        if self.position == len(self.values):
            raise InvalidValue(f"the script of {len(self.values)} draws is used up")
        value = self.values[self.position]
        if not low <= value <= high:
            raise InvalidValue(f"draw {self.position} is {value}, not {low} to {high}")
        self.position += 1
        return value

    def below(self, limit: int) -> int:
        return self._next(0, limit - 1)

    def die(self, sides: int) -> int:
        return self._next(1, sides)

    def dice(self, count: int, sides: int) -> list[int]:
        return [self.die(sides) for _ in range(count)]

    def copy(self) -> "Scripted":
        twin = Scripted(self.values)
        twin.position = self.position
        return twin


def check_key(key: bytes) -> None:
    """Raises InvalidValue for anything but 32 bytes."""
    if len(key) != KEY_BYTES:
        raise InvalidValue(f"a key has {KEY_BYTES} bytes, this one has {len(key)}")


def seed_key(seed: int, purpose: str = "match") -> bytes:
    """The key of a seed that a person chose: of a match, or `"bots"`, or a `"tournament"`."""
    return _hash(_seed_bytes(seed), ["seed", purpose], KEY_BYTES)


def derive_key(key: bytes, *labels: "int | str") -> bytes:
    """Another key from a key and labels; knowing it tells nothing about the first or its others."""
    check_key(key)
    return _hash(key, list(labels), KEY_BYTES)


def derive(seed: int, *labels: "int | str") -> int:
    """Another seed from a seed and labels: the numbers of the two have nothing in common."""
    return int.from_bytes(_hash(_seed_bytes(seed), list(labels), 8), "little")


def bot_seed(key: bytes, seat: int) -> int:
    """The seed of the bot at a seat, from the key that all bots of a match share."""
    return int.from_bytes(_hash(key, ["bot", seat], 8), "little")


def commitment(key: bytes) -> str:
    """What is published of a key beforehand; checked against the key afterwards."""
    check_key(key)
    return hashlib.sha256(b"pentarch commitment 1" + key).hexdigest()


def _seed_bytes(seed: int) -> bytes:
    if not 0 <= seed < SEED_LIMIT:
        raise InvalidValue("a seed is a whole number from 0 to 2**64 - 1")
    return seed.to_bytes(8, "little")


def _hash(key: bytes, labels: "list[int | str]", size: int) -> bytes:
    """BLAKE2b under the key over labels, each with its kind and length: no two lists join alike."""
    text = b"".join([_labelled(label) for label in labels])
    return hashlib.blake2b(text, key=key, digest_size=size, person=b"pentarch derive").digest()


def _labelled(label: "int | str") -> bytes:
    text = str(label).encode()
    return b"%s%d:%s" % (b"s" if isinstance(label, str) else b"i", len(text), text)
