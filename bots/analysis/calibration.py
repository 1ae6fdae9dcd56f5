"""Calibration: from what playouts give a seat to what it is told, so that 60 % wins 60 %.

Few playouts exaggerate: a seat that won 20 of 24 was lucky in some of them. How much is believed
follows from what positions there are. Where many are about even, 60 % of a few playouts is mostly
luck in one of those; 95 % is not.

Hidden things are drawn as if all that the seat has not seen were equally likely. Where opponents
keep the better cards, it finds itself better off than it is, and is told so much less. Nor do
playouts go on quite as bots would that know what they have seen. What that comes to was measured
by `pentarch bench --calibration`.
"""

from dataclasses import dataclass
from math import exp, lgamma, log
from typing import Final

_MOST: Final = 700.0
"""More than that has no exponential."""


@dataclass(frozen=True)
class Spread:
    """How far apart the chances of a ruleset's positions lie: some are about even, the others may
    be anything. Either kind is a beta distribution around an even share, and its strength is as if
    so many playouts had been seen before."""

    even: float
    """The share of positions that are about even."""
    strength: float
    """How close to even those are."""
    others: float
    """The strength of the others; the weaker, the more of them are as good as decided."""

    def expected(self, won: float, playouts: int, seats: int) -> float:
        """The chance of a seat that won this share of so many playouts."""
        is_even = self.evenness(won, playouts, seats)
        even, other = (
            (won * playouts + strength / seats) / (playouts + strength)
            for strength in (self.strength, self.others)
        )
        return is_even * even + (1 - is_even) * other

    def evenness(self, won: float, playouts: int, seats: int) -> float:
        """How likely a position with such playouts is one of those that are about even."""
        even = log(self.even) + plausibility(won, playouts, seats, self.strength)
        other = log(1 - self.even) + plausibility(won, playouts, seats, self.others)
        return 1 / (1 + exp(min(other - even, _MOST)))


def plausibility(won: float, playouts: int, seats: int, strength: float) -> float:
    """The logarithm of how well positions of such a strength explain what playouts gave."""
    wins, losses = strength / seats, strength * (1 - 1 / seats)
    more_wins, more_losses = wins + won * playouts, losses + (1 - won) * playouts
    return (
        lgamma(more_wins)
        + lgamma(more_losses)
        - lgamma(strength + playouts)
        - lgamma(wins)
        - lgamma(losses)
        + lgamma(strength)
    )


SPREADS: Final = {
    "capital": Spread(0.283, 6.48, 0.554),
    "heroes": Spread(0.586, 4.75, 0.938),
    "kingdom": Spread(0.357, 33.5, 0.277),
    "township": Spread(0.604, 26.9, 1.2),
    "tradewarz": Spread(0.515, 3.53, 0.523),
}
"""Fitted to playouts alone, not to what came of them, by `pentarch bench --calibration`."""
_USUAL: Final = Spread(0.5, 4.0, 0.5)
_EDGE: Final = 0.005
"""How near to 0 and 1 a chance may come before it is put into a curve."""


@dataclass(frozen=True)
class Logistic:
    """Maps a chance; with shift 0 and slope 1 it stays what it is."""

    shift: float
    slope: float

    def __call__(self, chance: float) -> float:
        return 1 / (1 + exp(-self.shift - self.slope * logit(chance)))


CURVES: Final = {
    "capital": Logistic(-0.14, 1.0),
    "kingdom": Logistic(0.0, 0.83),
    "township": Logistic(0.0, 1.4),
}
"""From such chances to what came of them, where they are off. With that of capital the chances of
both seats add up to one on average. In township more is decided than playouts say, in kingdom
less."""


def told(ruleset: str, won: float, playouts: int, seats: int) -> float:
    """What a seat is told of its chance when it won this share of so many playouts."""
    chance = SPREADS.get(ruleset, _USUAL).expected(won, playouts, seats)
    curve = CURVES.get(ruleset)
    return chance if curve is None else curve(chance)


def logit(chance: float) -> float:
    """The logarithm of the odds, which stays finite."""
    inside = min(max(chance, _EDGE), 1 - _EDGE)
    return log(inside / (1 - inside))
