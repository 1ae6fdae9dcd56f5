"""Chance: the only source of randomness in the engine.

`Seeded` is SplitMix64 read as a counter-based generator. Its state is two words, a key (the seed)
and a position; draw number n, counted from 0, is `mix(key + (n + 1) * GAMMA)` modulo 2**64 with

    mix(z):  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9
             z = (z ^ (z >> 27)) * 0x94D049BB133111EB
             z =  z ^ (z >> 31)

`below(n)` maps a word to 0..n-1 by `(word * n) >> 64`: one word per draw, never a rejection, with a
bias below n / 2**64. The same seed gives the same numbers on every platform; test vectors stand in
`tests/engine/test_chance.py`.
"""

import hashlib
import struct
from abc import ABC, abstractmethod
from typing import Final, TypeVar, final

from engine.core import Numbers
from engine.errors import InvalidValue

T = TypeVar("T")

SEED_LIMIT: Final = 1 << 64
_MASK: Final = 0xFFFFFFFFFFFFFFFF
_GAMMA: Final = 0x9E3779B97F4A7C15
_MIX_1: Final = 0xBF58476D1CE4E5B9
_MIX_2: Final = 0x94D049BB133111EB
# Words are made several at a time, as lanes of one large number: a lane has 128 bits, so that a
# product stays in it. Read as halves of 32 bits they are small numbers, which cost little.
_LANES: Final = 16
_EACH: Final = sum(1 << 128 * lane for lane in range(_LANES))
_LOW: Final = _MASK * _EACH
_STEPS: Final = sum((lane + 1) * _GAMMA % SEED_LIMIT << 128 * lane for lane in range(_LANES))
_HALVES: Final = struct.Struct("<" + _LANES * "II8x")


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


@final
class Seeded(Chance):
    """The numbers that belong to a seed (0 to 2**64 - 1)."""

    def __init__(self, seed: int, position: int = 0) -> None:
        super().__init__()
        if not 0 <= seed < SEED_LIMIT:
            raise InvalidValue("a seed is a whole number from 0 to 2**64 - 1")
        self.seed: Final = seed
        self.position = position
        # The words from position `_first` on, each as its low and its high half.
        self._halves: Numbers = ()
        self._first = position

    def word(self) -> int:
        """The next 64 bits."""
        return self.below(SEED_LIMIT)

    def below(self, limit: int) -> int:
        low = 2 * (self.position - self._first)
        if not 0 <= low < len(self._halves):
            self._make()
            low = 0
        self.position += 1
        halves = self._halves
        return halves[low + 1] * limit + (halves[low] * limit >> 32) >> 32

    def copy(self) -> "Seeded":
        twin = Seeded(self.seed, self.position)
        twin._halves, twin._first = self._halves, self._first
        return twin

    def _make(self) -> None:
        """The next words from the present position on."""
        z = (self.seed + self.position * _GAMMA & _MASK) * _EACH + _STEPS & _LOW
        z = (z ^ z >> 30 & _LOW) * _MIX_1 & _LOW
        z = (z ^ z >> 27 & _LOW) * _MIX_2 & _LOW
        z = z ^ z >> 31 & _LOW
        self._halves = _HALVES.unpack(z.to_bytes(16 * _LANES, "little"))
        self._first = self.position


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


def derive(seed: int, *labels: "int | str") -> int:
    """Another seed from a seed and labels, one way: knowing it tells nothing about the first."""
    text = ":".join(["pentarch", str(seed), *[str(label) for label in labels]])
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


def commitment(seed: int) -> str:
    """What is published of a seed before the match; checked against the seed afterwards."""
    return hashlib.sha256(b"pentarch seed " + seed.to_bytes(8, "little")).hexdigest()
