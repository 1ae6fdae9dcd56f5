"""Calibration: from what playouts give a seat to what it is told, so that 60 % wins 60 %.

Few playouts exaggerate: a seat that won 20 of 24 was lucky in some of them. So some more are
imagined that all seats win alike, as many as the chances of a ruleset's positions suggest.

Hidden things are drawn as if all that the seat has not seen were equally likely. Where opponents
keep the better cards, it finds itself better off than it is, and is told so much less. What that
comes to was measured by `pentarch bench --calibration`.
"""

from dataclasses import dataclass
from math import exp, log
from typing import Final

IMAGINED: Final = {
    "capital": 1.0,
    "heroes": 2.0,
    "kingdom": 1.0,
    "township": 4.0,
    "tradewarz": 1.5,
}
"""Playouts that are imagined, by ruleset: few where most positions are as good as decided. They
follow from how far chances lie apart, not from what came of them."""
_USUAL: Final = 2.0
SHIFTS: Final = {"capital": -0.14}
"""What is added to the logarithm of the odds, by ruleset. With it the chances of both seats add up
to one on average; a curve fitted to the results of 1,000 matches (seeds 7 and 8) says the same."""
_EDGE: Final = 0.005
"""How near to 0 and 1 a chance may come before it is put into a curve."""


@dataclass(frozen=True)
class Logistic:
    """Maps a chance; with shift 0 and slope 1 it stays what it is."""

    shift: float
    slope: float

    def __call__(self, chance: float) -> float:
        return 1 / (1 + exp(-self.shift - self.slope * logit(chance)))


def told(ruleset: str, won: float, playouts: int, seats: int) -> float:
    """What a seat is told of its chance when it won this share of so many playouts."""
    imagined = IMAGINED.get(ruleset, _USUAL)
    chance = (won * playouts + imagined / seats) / (playouts + imagined)
    shift = SHIFTS.get(ruleset)
    return chance if shift is None else Logistic(shift, 1.0)(chance)


def logit(chance: float) -> float:
    """The logarithm of the odds, which stays finite."""
    inside = min(max(chance, _EDGE), 1 - _EDGE)
    return log(inside / (1 - inside))
