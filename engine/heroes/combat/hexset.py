"""Sets of hexes of the Battle Display."""

from typing import Final, final

from pentarch.engine.heroes.combat.board import BATTLE_HEXES, BESIDE


@final
class HexSet:
    """Some hexes of the display. Replaced, never changed.

    It is the bits of a number, one for each hex, so that all of them take a step at once; nobody
    else knows that.
    """

    __slots__ = ("_bits",)

    def __init__(self, bits: int) -> None:
        self._bits: int = bits

    @staticmethod
    def of(hexes: list[int]) -> "HexSet":
        """Those hexes."""
        bits = 0
        for hex in hexes:
            bits |= 1 << hex
        return HexSet(bits)

    def hexes(self) -> list[int]:
        """The hexes, ascending."""
        found: list[int] = []
        bits = self._bits
        while bits:
            lowest = bits & -bits
            found.append(lowest.bit_length() - 1)
            bits ^= lowest
        return found

    def is_empty(self) -> bool:
        """Whether there is none."""
        return self._bits == 0

    def has(self, hex: int) -> bool:
        """Whether a hex is one of them."""
        return self._bits >> hex & 1 == 1

    def meets(self, other: "HexSet") -> bool:
        """Whether a hex is in both."""
        return self._bits & other._bits != 0

    def plus(self, other: "HexSet") -> "HexSet":
        """The hexes of both."""
        return HexSet(self._bits | other._bits)

    def minus(self, other: "HexSet") -> "HexSet":
        """Those that are not in the other."""
        return HexSet(self._bits & ~other._bits)

    def within(self, other: "HexSet") -> "HexSet":
        """Those that are in the other, too."""
        return HexSet(self._bits & other._bits)

    def spread(self) -> "HexSet":
        """All hexes next to one of them: a step is a shift, up or down."""
        bits = self._bits
        found = 0
        for step, movers in _STEPS_UP:
            found |= (bits & movers._bits) << step
        for step, movers in _STEPS_DOWN:
            found |= (bits & movers._bits) >> step
        return HexSet(found)


def union(sets: list[HexSet]) -> HexSet:
    """The hexes of all of them."""
    found = NO_HEXES
    for hexes in sets:
        found = found.plus(hexes)
    return found


def _hexes_with_a_step(step: int) -> HexSet:
    """The hexes whose number plus `step` is that of a hex next to them."""
    return HexSet.of([hex for hex in range(BATTLE_HEXES) if hex + step in BESIDE[hex]])


NO_HEXES: Final = HexSet(0)
_STEPS_UP: Final = [(step, _hexes_with_a_step(step)) for step in (1, 10, 11, 12)]
_STEPS_DOWN: Final = [(step, _hexes_with_a_step(-step)) for step in (1, 10, 11, 12)]
