"""A logistic curve from chances to chances: two numbers that make them bolder or more cautious."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Final

_EDGE: Final = 0.005
"""How near to 0 and 1 a chance may come before it is put into the curve."""
_ROUNDS: Final = 50
_RIDGE: Final = 1.0
"""How strongly few statements are kept from bending the curve."""


@dataclass(frozen=True)
class Logistic:
    """Maps a chance; with shift 0 and slope 1 it stays what it is."""

    shift: float
    slope: float

    def __call__(self, chance: float) -> float:
        return 1 / (1 + exp(-self.shift - self.slope * _logit(chance)))


def fit(statements: Sequence[tuple[float, float]]) -> Logistic:
    """The curve under which chances are most likely to have come true, by Newton's method."""
    shift, slope = 0.0, 1.0
    for _ in range(_ROUNDS):
        by_shift, by_slope = -_RIDGE * shift, -_RIDGE * (slope - 1)
        aa, ab, bb = _RIDGE, 0.0, _RIDGE
        curve = Logistic(shift, slope)
        for told, won in statements:
            x, chance = _logit(told), curve(told)
            weight = chance * (1 - chance)
            by_shift += won - chance
            by_slope += (won - chance) * x
            aa, ab, bb = aa + weight, ab + weight * x, bb + weight * x * x
        size = aa * bb - ab * ab
        step = ((bb * by_shift - ab * by_slope) / size, (aa * by_slope - ab * by_shift) / size)
        shift, slope = shift + step[0], slope + step[1]
        if max(abs(step[0]), abs(step[1])) < 1e-9:
            break
    return Logistic(shift, slope)


def _logit(chance: float) -> float:
    inside = min(max(chance, _EDGE), 1 - _EDGE)
    return log(inside / (1 - inside))
