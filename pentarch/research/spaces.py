"""What PettingZoo and Gymnasium share here: spaces, observations and render modes."""

from typing import Any, Final, TypeAlias

import numpy as np
from gymnasium import spaces

from pentarch.engine.core import Seat
from pentarch.research.course import Course, Kind

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


def observed(course: Course, seat: Seat) -> Observation:
    """What a seat may know and do now."""
    return {"observation": course.observation(seat), "action_mask": course.mask(seat)}


def check_mode(mode: str | None) -> None:
    """Raise ValueError for a render mode that there is not."""
    if mode not in (None, *MODES):
        raise ValueError(f"a render mode is one of {', '.join(MODES)}, not {mode!r}")
