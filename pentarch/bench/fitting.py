"""Curves from chances to chances, fitted to what came of them."""

from collections.abc import Sequence
from typing import Final

from pentarch.bots.analysis.calibration import Logistic, logit

_ROUNDS: Final = 50
_RIDGE: Final = 1.0
"""How strongly few statements are kept from bending the curve."""


def fit(statements: Sequence[tuple[float, float]]) -> Logistic:
    """The curve under which chances are most likely to have come true, by Newton's method."""
    shift, slope = 0.0, 1.0
    for _ in range(_ROUNDS):
        by_shift, by_slope = -_RIDGE * shift, -_RIDGE * (slope - 1)
        aa, ab, bb = _RIDGE, 0.0, _RIDGE
        curve = Logistic(shift, slope)
        for told, won in statements:
            x, chance = logit(told), curve(told)
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
