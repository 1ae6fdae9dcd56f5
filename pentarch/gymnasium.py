"""Gymnasium environments: one seat of a match against bots. Needs the extra `research`.

    >>> from pentarch import gymnasium
    >>> env = gymnasium.env("township", opponents=["greedy"])
    >>> observation, info = env.reset(seed=7)
    >>> mask = observation["action_mask"]
    >>> observation, reward, terminated, truncated, info = env.step(int(mask.argmax()))

`many` plays several matches at a time, one action for each with every call. Observations, actions
and `info` are those of `pentarch.pettingzoo`.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from gymnasium import Env, spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from pentarch.engine.core import Seat
from pentarch.engine.plain import Json
from pentarch.research import picture
from pentarch.research.actions import Mask
from pentarch.research.course import Course, Kind
from pentarch.research.opponents import Opponent

_MODES: Final = ("human", "ansi", "rgb_array")


def env(
    ruleset: str,
    *,
    opponents: Sequence[str] = ("random",),
    seat: Seat = 0,
    options: dict[str, Json] | None = None,
    actions: str = "listed",
    render_mode: str | None = None,
) -> "Single":
    """Matches of one seat against bots, which are named as for `pentarch match`."""
    kind = Kind(ruleset, len(opponents) + 1, options, actions)
    return Single(kind, list(opponents), seat, render_mode)


def many(
    ruleset: str,
    count: int,
    *,
    opponents: Sequence[str] = ("random",),
    seat: Seat = 0,
    options: dict[str, Json] | None = None,
    actions: str = "listed",
) -> "Many":
    """`count` such matches at a time; one that is over begins anew with the next call."""
    kind = Kind(ruleset, len(opponents) + 1, options, actions)
    return Many(kind, list(opponents), seat, count)


class _Table:
    """A match of the learner's seat against bots, up to its next decision."""

    def __init__(self, kind: Kind, opponents: list[str], seat: Seat, seed: int | None) -> None:
        self.seat: Final = seat
        self.course: Final = Course(kind, seed)
        others = [other for other in range(kind.seats) if other != seat]
        self._opponents: Final = {
            other: Opponent(spec, self.course, other)
            for other, spec in zip(others, opponents, strict=True)
        }
        self._wait()

    def step(self, action: Any) -> None:
        """The learner acts, then everybody until it is asked again. Raises NoAction."""
        course = self.course
        course.play(self.seat, course.kind.actions.command(course.legal(self.seat), action))
        self._wait()

    def mask(self) -> Mask:
        """What the learner may do; all 0 once the match is over."""
        return self.course.kind.actions.mask(self.course.legal(self.seat))

    def info(self) -> dict[str, Any]:
        """All that the learner's seat may know."""
        legal = self.course.legal(self.seat)
        ruleset = self.course.kind.ruleset
        return {
            "view": self.course.kept_view(self.seat),
            "legal": [command.text for command in legal],
            "phrases": [ruleset.phrase(command) for command in legal],
            "events": self.course.sentences(self.seat),
        }

    @property
    def reward(self) -> float:
        """Of the learner, once the match is over."""
        return self.course.rewards()[self.seat]

    @property
    def is_cut(self) -> bool:
        """Whether the step cap ended it."""
        outcome = self.course.match.outcome
        return outcome is not None and outcome.reason == "step_cap"

    def _wait(self) -> None:
        while not self.course.is_over:
            acting = self.course.acting()
            if self.seat in acting:
                return
            self.course.play(acting[0], self._opponents[acting[0]].command())


def _spaces(kind: Kind) -> tuple[spaces.Space[Any], spaces.Space[Any]]:
    """Of observations and of actions."""
    sizes = kind.actions.sizes
    limit = np.finfo(np.float32).max
    observed = spaces.Dict(
        {
            "observation": spaces.Box(-limit, limit, (kind.layout.size,), np.float32),
            "action_mask": spaces.MultiBinary(sum(sizes)),
        }
    )
    acted = spaces.Discrete(sizes[0]) if len(sizes) == 1 else spaces.MultiDiscrete(sizes)
    return observed, acted


def _check_seat(kind: Kind, seat: Seat) -> None:
    if not 0 <= seat < kind.seats:
        raise ValueError(f"seat {seat} is not one of 0 to {kind.seats - 1}")


class Single(Env[dict[str, Any], Any]):
    """One seat against bots. Made by `env`."""

    def __init__(
        self, kind: Kind, opponents: list[str], seat: Seat, render_mode: str | None
    ) -> None:
        _check_seat(kind, seat)
        if render_mode not in (None, *_MODES):
            raise ValueError(f"a render mode is one of {', '.join(_MODES)}, not {render_mode!r}")
        self._kind: Final = kind
        self._opponents: Final = opponents
        self._seat: Final = seat
        self._table: _Table | None = None
        self.metadata = {"render_modes": list(_MODES), "render_fps": 4}
        self.render_mode = render_mode
        self.observation_space, self.action_space = _spaces(kind)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new match, up to the learner's first decision."""
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(2**63 - 1))
        self._table = _Table(self._kind, self._opponents, self._seat, drawn)
        return self._seen(self._table), self._table.info()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """The learner acts, and the bots until it is asked again. Raises NoAction."""
        table = self._now
        table.step(action)
        is_over = table.course.is_over
        return (
            self._seen(table),
            table.reward,
            is_over and not table.is_cut,
            table.is_cut,
            table.info(),
        )

    def render(self) -> Any:
        """What the learner's seat may see: printed, as text, or as a picture."""
        return picture.shown(self._now.course.text(self._seat), self.render_mode)

    @property
    def _now(self) -> _Table:
        if self._table is None:
            raise RuntimeError("reset the environment first")
        return self._table

    def _seen(self, table: _Table) -> dict[str, Any]:
        return {"observation": table.course.observation(self._seat), "action_mask": table.mask()}


class Many(VectorEnv[dict[str, Any], Any, npt.NDArray[Any]]):
    """Several matches at a time. Made by `many`."""

    def __init__(self, kind: Kind, opponents: list[str], seat: Seat, count: int) -> None:
        _check_seat(kind, seat)
        if count < 1:
            raise ValueError("at least one match is played at a time")
        self._kind: Final = kind
        self._opponents: Final = opponents
        self._seat: Final = seat
        self._tables: list[_Table] = []
        self.single_size: Final = kind.layout.size
        self.num_envs = count
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}
        self.single_observation_space, self.single_action_space = _spaces(kind)
        self.observation_space = batch_space(self.single_observation_space, count)
        self.action_space = batch_space(self.single_action_space, count)

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """New matches everywhere."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        seeds = seed if isinstance(seed, list) else [self._seed() for _ in range(self.num_envs)]
        self._tables = [self._new(each) for each in seeds]
        return self._seen(), {}

    def step(
        self, actions: Any
    ) -> tuple[
        dict[str, Any], npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]
    ]:
        """An action for each match. Where one is over it counts for nothing: a new one begins."""
        for number, table in enumerate(self._tables):
            if table.course.is_over:
                self._tables[number] = self._new(self._seed())
            else:
                table.step(actions[number])
        rewards = np.array([table.reward for table in self._tables], np.float64)
        is_cut = np.array([table.is_cut for table in self._tables])
        is_over = np.array([table.course.is_over for table in self._tables])
        return self._seen(), rewards, is_over & ~is_cut, is_cut, {}

    def _new(self, seed: int) -> _Table:
        return _Table(self._kind, self._opponents, self._seat, seed)

    def _seed(self) -> int:
        return int(self.np_random.integers(2**63 - 1))

    def _seen(self) -> dict[str, Any]:
        return {
            "observation": np.stack(
                [table.course.observation(self._seat) for table in self._tables]
            ),
            "action_mask": np.stack([table.mask() for table in self._tables]),
        }
