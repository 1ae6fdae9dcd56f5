"""What PettingZoo and Gymnasium share here: spaces, observations and render modes."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import numpy as np
from gymnasium import spaces

from pentarch.engine.core import Seat
from pentarch.research.actions import Action
from pentarch.research.course import Course, Kind

Lot: TypeAlias = Callable[[np.random.Generator], Action | None]
"""Draws a legal action; None while there is no match."""

Observation: TypeAlias = dict[str, Any]
"""`observation`, the view as an array, and `action_mask`. Any: arrays of two kinds."""

MODES: Final = ("human", "ansi", "rgb_array")


def observation_space(kind: Kind) -> spaces.Dict:
    """The array of a view, and the mask: the same for every seat."""
    limit = np.finfo(np.float32).max
    return spaces.Dict(
        {
            "observation": spaces.Box(-limit, limit, (kind.layout.size,), np.float32),
            "action_mask": spaces.MultiBinary(sum(kind.actions.sizes)),
        }
    )


def action_space(kind: Kind) -> spaces.Discrete | spaces.MultiDiscrete:
    """A number, or one for each part of an action."""
    sizes = kind.actions.sizes
    return spaces.Discrete(sizes[0]) if len(sizes) == 1 else spaces.MultiDiscrete(sizes)


class LegalNumber(spaces.Discrete):
    """Numbers, of which `sample` draws one that is legal now unless a mask says otherwise.

    A copy belongs to no match and draws from all.
    """

    def __init__(self, size: int, lot: Lot) -> None:
        super().__init__(size)
        self._lot: Final = lot

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """A legal action."""
        drawn = self._lot(self.np_random) if mask is None and probability is None else None
        return super().sample(mask, probability) if drawn is None else np.int64(drawn)

    def __reduce__(self) -> tuple[Any, ...]:
        return spaces.Discrete, (int(self.n),)


class LegalParts(spaces.MultiDiscrete):
    """The same for actions of several parts: what fits together, which no mask of parts says."""

    def __init__(self, sizes: list[int], lot: Lot) -> None:
        super().__init__(sizes)
        self._lot: Final = lot

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """A legal action."""
        drawn = self._lot(self.np_random) if mask is None and probability is None else None
        return super().sample(mask, probability) if drawn is None else drawn

    def __reduce__(self) -> tuple[Any, ...]:
        return spaces.MultiDiscrete, (self.nvec.tolist(),)


def legal_space(kind: Kind, lot: Lot) -> LegalNumber | LegalParts:
    """The actions, drawn by lot from the legal ones."""
    sizes = kind.actions.sizes
    return LegalNumber(sizes[0], lot) if len(sizes) == 1 else LegalParts(sizes, lot)


def drawn_action(course: Course | None, seat: Seat, luck: np.random.Generator) -> Action | None:
    """A legal action of a seat, or 0 in every part if it is not asked; None without a match."""
    if course is None:
        return None
    actions, legal = course.kind.actions, course.legal(seat)
    if legal:
        return actions.action(legal, legal[luck.integers(len(legal))])
    return 0 if len(actions.sizes) == 1 else np.zeros(len(actions.sizes), np.int64)


def observed(course: Course, seat: Seat) -> Observation:
    """What a seat may know and do now."""
    return {"observation": course.observation(seat), "action_mask": course.mask(seat)}


def check_mode(mode: str | None) -> None:
    """Raise ValueError for a render mode that there is not."""
    if mode not in (None, *MODES):
        raise ValueError(f"a render mode is one of {', '.join(MODES)}, not {mode!r}")
