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
from gymnasium import Env
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from pentarch.engine.chance import bot_seed, seed_key
from pentarch.engine.core import Seat
from pentarch.engine.plain import Json
from pentarch.research import picture
from pentarch.research.actions import Action
from pentarch.research.arrays import Rows
from pentarch.research.course import SEED_LIMIT, Course, Kind, begun
from pentarch.research.knowledge import known
from pentarch.research.opponents import Opponent
from pentarch.research.spaces import (
    MODES,
    Observation,
    action_space,
    check_mode,
    drawn_action,
    legal_space,
    observation_space,
    observed,
)


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

    def __init__(self, course: Course, opponents: list[str], seat: Seat, seed: int) -> None:
        self.seat: Final = seat
        self.course: Final = course
        others = [other for other in range(course.kind.seats) if other != seat]
        luck = seed_key(seed, "bots")
        self._opponents: Final = {
            other: Opponent(spec, self.course, other, bot_seed(luck, other))
            for other, spec in zip(others, opponents, strict=True)
        }
        self._wait()

    def step(self, action: Any) -> None:
        """The learner acts, then everybody until it is asked again: see `Course.act`."""
        self.course.act({self.seat: action})
        self._wait()

    @property
    def reward(self) -> float:
        """Of the learner, once the match is over."""
        return self.course.rewards()[self.seat]

    def _wait(self) -> None:
        while True:
            acting = self.course.acting()
            if not acting or self.seat in acting:
                return
            self.course.play(acting[0], self._opponents[acting[0]].command())


def _check_seat(kind: Kind, seat: Seat) -> None:
    if not 0 <= seat < kind.seats:
        raise ValueError(f"seat {seat} is not one of 0 to {kind.seats - 1}")


class Single(Env[Observation, Any]):
    """One seat against bots. Made by `env`."""

    def __init__(
        self, kind: Kind, opponents: list[str], seat: Seat, render_mode: str | None
    ) -> None:
        _check_seat(kind, seat)
        check_mode(render_mode)
        self._kind: Final = kind
        self._opponents: Final = opponents
        self._seat: Final = seat
        self._table: _Table | None = None
        self.metadata = {"render_modes": list(MODES), "render_fps": 4}
        self.render_mode = render_mode
        self.observation_space = observation_space(kind)
        self.action_space = legal_space(kind, self._drawn)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new match, or one that goes on where `options["course"]` stands, up to the learner's
        next decision."""
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(SEED_LIMIT - 1))
        course = begun(self._kind, drawn, options)
        self._table = _Table(course, self._opponents, self._seat, drawn)
        return observed(course, self._seat), known(course, self._seat)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The learner acts, and the bots until it is asked again.

        An action that is not legal ends the match, and the learner is last. Raises NoAction for
        what is no action of the space.
        """
        table = self._now
        table.step(action)
        course, seat = table.course, self._seat
        is_over = course.is_over
        is_cut = is_over and course.is_cut
        return (
            observed(course, seat),
            table.reward if is_over else 0.0,
            is_over and not is_cut,
            is_cut,
            known(course, seat),
        )

    def render(self) -> Any:
        """What the learner's seat may see: printed, as text, or as a picture."""
        return picture.shown(self._now.course.text(self._seat), self.render_mode)

    def _drawn(self, luck: np.random.Generator) -> Action | None:
        course = None if self._table is None else self._table.course
        return drawn_action(course, self._seat, luck)

    @property
    def _now(self) -> _Table:
        if self._table is None:
            raise RuntimeError("reset the environment first")
        return self._table


class Many(VectorEnv[Observation, Any, npt.NDArray[Any]]):
    """Several matches at a time. Made by `many`."""

    def __init__(self, kind: Kind, opponents: list[str], seat: Seat, count: int) -> None:
        _check_seat(kind, seat)
        if count < 1:
            raise ValueError("at least one match is played at a time")
        self._kind: Final = kind
        self._opponents: Final = opponents
        self._seat: Final = seat
        self._tables: list[_Table] = []
        self._rows: Final = Rows(count, kind.layout.size)
        self.num_envs = count
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}
        self.single_observation_space = observation_space(kind)
        self.single_action_space = action_space(kind)
        self.observation_space = batch_space(self.single_observation_space, count)
        self.action_space = batch_space(self.single_action_space, count)

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """New matches everywhere."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        seeds = seed if isinstance(seed, list) else [self._seed() for _ in range(self.num_envs)]
        self._tables = [self._new(each) for each in seeds]
        return self._seen(), {}

    def step(
        self, actions: Any
    ) -> tuple[Observation, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """An action for each match. Where one is over it counts for nothing: a new one begins.

        Actions that are not legal are dealt with as by `Single.step`.
        """
        for number, table in enumerate(self._tables):
            if table.course.is_over:
                self._tables[number] = self._new(self._seed())
            else:
                table.step(actions[number])
        rewards = np.zeros(self.num_envs, np.float64)
        is_over, is_cut = np.zeros((2, self.num_envs), bool)
        for number, table in enumerate(self._tables):
            if table.course.is_over:
                rewards[number] = table.reward
                is_cut[number] = table.course.is_cut
                is_over[number] = not is_cut[number]
        return self._seen(), rewards, is_over, is_cut, {}

    def _new(self, seed: int) -> _Table:
        return _Table(Course.begin(self._kind, seed), self._opponents, self._seat, seed)

    def _seed(self) -> int:
        return int(self.np_random.integers(SEED_LIMIT - 1))

    def _seen(self) -> Observation:
        """The observations of all matches, each written straight into its row."""
        kind, seat = self._kind, self._seat
        views = self._rows.blank()
        masks = np.empty((self.num_envs, sum(kind.actions.sizes)), np.int8)
        for row, table in enumerate(self._tables):
            kind.layout.write(table.course.view(seat), views[row])
            masks[row] = table.course.mask(seat)
        return {"observation": views, "action_mask": masks}
