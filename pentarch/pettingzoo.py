"""PettingZoo environments of all rulesets. Needs the extra `research`.

    >>> from pentarch import pettingzoo
    >>> env = pettingzoo.env("township", seats=3)
    >>> env.reset(seed=7)
    >>> observation, reward, terminated, truncated, info = env.last()
    >>> env.step(int(observation["action_mask"].argmax()))

Agents are the seats, `p1` to `p6`. An observation is a dict of `observation`, the view as an array
(`pentarch.research.observations`), and `action_mask`. `info` has the view itself (`view`), the
legal commands as text (`legal`) and in words (`phrases`), and sentences about what happened since
the agent's last decision (`events`): all that its seat may know, nothing else.
"""

from functools import partial
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.conversions import parallel_to_aec

from pentarch.engine.core import Seat
from pentarch.engine.plain import Json
from pentarch.research import picture
from pentarch.research.actions import Action
from pentarch.research.course import Course, Kind, begun, drawn_seed
from pentarch.research.knowledge import known
from pentarch.research.spaces import (
    MODES,
    Observation,
    check_mode,
    drawn_action,
    legal_space,
    observation_space,
    observed,
)

Infos: TypeAlias = dict[str, dict[str, Any]]


def env(
    ruleset: str,
    *,
    seats: int | None = None,
    options: dict[str, Json] | None = None,
    actions: str = "listed",
    max_cycles: int | None = None,
    render_mode: str | None = None,
) -> "Turns":
    """Matches in which the seats that decide are asked one after another.

    `actions` are `listed`, `numbered` or `factored`: see `pentarch.research.actions`. The match is
    cut off as soon as an agent has decided `max_cycles` times.
    """
    return Turns(Kind(ruleset, seats, options, actions), max_cycles, render_mode)


def parallel_env(
    ruleset: str,
    *,
    seats: int | None = None,
    options: dict[str, Json] | None = None,
    actions: str = "listed",
    max_cycles: int | None = None,
    render_mode: str | None = None,
) -> "Together":
    """Matches in which every seat gives an action at every step, cut off after `max_cycles` steps.

    The action of a seat which is not asked counts for nothing; its mask allows 0 alone.
    """
    return Together(Kind(ruleset, seats, options, actions), max_cycles, render_mode)


def cyclic_env(
    ruleset: str,
    *,
    seats: int | None = None,
    options: dict[str, Json] | None = None,
    actions: str = "listed",
    max_cycles: int | None = None,
    render_mode: str | None = None,
) -> "AECEnv[str, Observation, Any]":
    """The matches of `parallel_env`, one agent after another: all of them once in every cycle.

    For learners that expect each agent to act equally often, as PettingZoo itself turns a parallel
    environment into such a one.
    """
    return parallel_to_aec(
        Together(Kind(ruleset, seats, options, actions), max_cycles, render_mode)
    )


class _Shared:
    """What both kinds of environment do alike."""

    def __init__(self, kind: Kind, max_cycles: int | None, render_mode: str | None) -> None:
        check_mode(render_mode)
        if max_cycles is not None and max_cycles < 1:
            raise ValueError(f"max_cycles is at least 1, not {max_cycles}")
        super().__init__()
        self._kind = kind
        self._max_cycles = max_cycles
        self._course: Course | None = None
        self._actions = {
            name: legal_space(kind, partial(self._drawn, seat))
            for seat, name in enumerate(kind.names)
        }
        self._observations = {name: observation_space(kind) for name in kind.names}
        self.possible_agents = list(kind.names)
        self.agents: list[str] = []
        self.render_mode = render_mode
        self.metadata: dict[str, Any] = {
            "name": f"{kind.ruleset.info.id}_v{kind.ruleset.info.version}",
            "render_modes": list(MODES),
            "is_parallelizable": False,
            "render_fps": 4,
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The array of a view, and the mask."""
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The actions, of which the mask says which are legal; `sample` draws one of those."""
        return self._actions[agent]

    def render(self) -> Any:
        """What spectators may see of the match now: printed, as text, or as a picture."""
        return picture.shown(self._now.text(None), self.render_mode)

    def acting(self) -> list[str]:
        """The agents that are asked now: the actions of others count for nothing."""
        return [self._kind.names[seat] for seat in self._now.acting()]

    def close(self) -> None:
        """Let go of the match."""
        self._course = None

    @property
    def _now(self) -> Course:
        if self._course is None:
            raise RuntimeError("reset the environment first")
        return self._course

    def _drawn(self, seat: Seat, luck: np.random.Generator) -> Action | None:
        return drawn_action(self._course, seat, luck)

    def _begin(self, seed: int | None, options: dict[str, Any] | None) -> None:
        self._course = begun(self._kind, drawn_seed() if seed is None else seed, options)
        self.agents = list(self.possible_agents)


class Turns(_Shared, AECEnv):
    """One agent after another. Made by `env`."""

    agent_selection: str

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match, or one that goes on where `options["course"]` stands."""
        self._begin(seed, options)
        self._decided = dict.fromkeys(self.agents, 0)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Infos = {agent: {} for agent in self.agents}
        self._go_on()

    def observe(self, agent: str) -> Observation:
        """What the agent may know now."""
        return observed(self._now, self._kind.names.index(agent))

    def step(self, action: Any) -> None:
        """The agent that is asked acts.

        An action that is not legal ends the match, and the agent is last. Raises NoAction for what
        is no action of the space.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._now.act({self._kind.names.index(agent): action})
        self._cumulative_rewards[agent] = 0.0
        self._decided[agent] += 1
        self._go_on(is_last=self._decided[agent] == self._max_cycles)

    def _go_on(self, *, is_last: bool = False) -> None:
        """Ask the next seat, or end."""
        acting = self._now.acting()
        if not acting or is_last:
            self._end(is_cut=self._now.is_cut or bool(acting))
            return
        self.agent_selection = self._kind.names[acting[0]]
        self.infos[self.agent_selection] = known(self._now, acting[0])

    def _end(self, *, is_cut: bool) -> None:
        self.rewards = dict(zip(self.agents, self._now.rewards(), strict=True))
        self.terminations = dict.fromkeys(self.agents, not is_cut)
        self.truncations = dict.fromkeys(self.agents, is_cut)
        self.infos = {agent: known(self._now, seat) for seat, agent in enumerate(self.agents)}
        self.agent_selection = self.agents[0]
        self._accumulate_rewards()


class Together(_Shared, ParallelEnv):
    """All agents at every step. Made by `parallel_env`."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        """As `Turns.reset`: what each agent may know of the match."""
        self._begin(seed, options)
        self._cycles = 0
        return self._seen(), self._infos()

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """The seats that are asked act, in the order of seats.

        Actions that are not legal are dealt with as by `Turns.step`.
        """
        course, kind = self._now, self._kind
        course.act({seat: actions[kind.names[seat]] for seat in course.acting()})
        self._cycles += 1
        is_over = course.is_over
        is_cut = course.is_cut if is_over else self._cycles == self._max_cycles
        rewards = course.rewards() if is_over or is_cut else [0.0] * kind.seats
        result = (
            self._seen(),
            dict(zip(self.agents, rewards, strict=True)),
            dict.fromkeys(self.agents, is_over and not is_cut),
            dict.fromkeys(self.agents, is_cut),
            self._infos(),
        )
        if is_over or is_cut:
            self.agents = []
        return result

    def _seen(self) -> dict[str, Observation]:
        return {agent: observed(self._now, seat) for seat, agent in enumerate(self.agents)}

    def _infos(self) -> Infos:
        return {agent: known(self._now, seat) for seat, agent in enumerate(self.agents)}
