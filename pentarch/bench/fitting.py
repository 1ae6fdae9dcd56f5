"""What is fitted: curves to what came of chances, and the spread of chances to playouts."""

from collections import Counter
from collections.abc import Callable, Sequence
from math import exp, sqrt
from typing import Final

from pentarch.bots.analysis.calibration import Logistic, Spread, logit, plausibility

_ROUNDS: Final = 200
_RIDGE: Final = 1.0
"""How strongly few statements are kept from bending the curve."""
_STRENGTHS: Final = (-3.0, 6.0)
"""Between which logarithms strengths are looked for."""
_GOLDEN: Final = (sqrt(5) - 1) / 2


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


def spread(shares: Sequence[float], playouts: int, seats: int) -> Spread:
    """The spread under which positions are most likely to have won these shares of so many
    playouts, by expectation and maximisation in turns."""
    counts = Counter(shares)
    found = Spread(0.5, 20.0, 0.5)
    for _ in range(_ROUNDS):
        even = {won: n * found.evenness(won, playouts, seats) for won, n in counts.items()}
        others = {won: n - even[won] for won, n in counts.items()}
        # Never all or nothing: either kind stays possible.
        share = (sum(even.values()) + 1) / (len(shares) + 2)
        strengths = [_strength(kind, playouts, seats) for kind in (even, others)]
        found = Spread(share, *strengths)
    return found


def _strength(counts: "dict[float, float]", playouts: int, seats: int) -> float:
    def likelihood(at: float) -> float:
        return sum(n * plausibility(won, playouts, seats, exp(at)) for won, n in counts.items())

    return exp(_highest(likelihood, *_STRENGTHS))


def _highest(height: Callable[[float], float], low: float, high: float) -> float:
    """Where a function that rises and then falls is highest, by golden sections."""
    while high - low > 1e-3:
        left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
        if height(left) < height(right):
            low = left
        else:
            high = right
    return (low + high) / 2
