"""PettingZoo environments of all rulesets. Needs the extra `research`.

    >>> from pentarch import pettingzoo
    >>> env = pettingzoo.env("township", seats=3)
    >>> env.reset(seed=7)
    >>> observation, reward, terminated, truncated, info = env.last()
    >>> env.step(int(observation["action_mask"].argmax()))

Agents are the seats, `p1` to `p6`. An observation is a dict of `observation`, the view as an array
(`pentarch.research.observations`), and `action_mask`. `info` of the agent that decides has the view
itself (`view`), the legal commands as text (`legal`) and in words (`phrases`), and sentences about
what happened since its last decision (`events`): all that its seat may know, nothing else.
"""

from typing import Any, Final, TypeAlias

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from pentarch.engine.core import Seat
from pentarch.engine.plain import Json
from pentarch.research import picture
from pentarch.research.course import Course, Kind

Observation: TypeAlias = dict[str, Any]

_MODES: Final = ("human", "ansi", "rgb_array")


def env(
    ruleset: str,
    *,
    seats: int | None = None,
    options: dict[str, Json] | None = None,
    actions: str = "listed",
    render_mode: str | None = None,
) -> "Turns":
    """Matches in which the seats that decide are asked one after another.

    `actions` are `listed`, `numbered` or `factored`: see `pentarch.research.actions`.
    """
    return Turns(Kind(ruleset, seats, options, actions), render_mode)


def parallel_env(
    ruleset: str,
    *,
    seats: int | None = None,
    options: dict[str, Json] | None = None,
    actions: str = "listed",
    render_mode: str | None = None,
) -> "Together":
    """Matches in which every seat gives an action at every step.

    That of a seat which is not asked counts for nothing; its mask allows 0 alone.
    """
    return Together(Kind(ruleset, seats, options, actions), render_mode)


class _Shared:
    """What both kinds of environment do alike."""

    _kind: Kind
    _course: Course | None
    render_mode: str | None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every agent: the array of a view, and the mask."""
        sizes = self._kind.actions.sizes
        limit = np.finfo(np.float32).max
        return self._spaces.setdefault(
            "observation",
            spaces.Dict(
                {
                    "observation": spaces.Box(-limit, limit, (self._kind.layout.size,), np.float32),
                    "action_mask": spaces.MultiBinary(sum(sizes)),
                }
            ),
        )

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every agent."""
        sizes = self._kind.actions.sizes
        space = spaces.Discrete(sizes[0]) if len(sizes) == 1 else spaces.MultiDiscrete(sizes)
        return self._spaces.setdefault(agent, space)

    def render(self) -> Any:
        """What spectators may see of the match now: printed, as text, or as a picture."""
        return picture.shown(self._now.text(None), self.render_mode)

    def close(self) -> None:
        """Let go of the match."""
        self._course = None

    @property
    def _now(self) -> Course:
        if self._course is None:
            raise RuntimeError("reset the environment first")
        return self._course

    def _begin(self, kind: Kind, render_mode: str | None) -> None:
        if render_mode not in (None, *_MODES):
            raise ValueError(f"a render mode is one of {', '.join(_MODES)}, not {render_mode!r}")
        self._kind = kind
        self._course = None
        self.render_mode = render_mode
        self._spaces: dict[str, spaces.Space[Any]] = {}
        self.metadata: dict[str, Any] = {
            "name": f"{kind.ruleset.info.id}_v{kind.ruleset.info.version}",
            "render_modes": list(_MODES),
            "is_parallelizable": False,
            "render_fps": 4,
        }

    def _seen(self, seat: Seat) -> Observation:
        course, kind = self._now, self._kind
        legal = course.legal(seat)
        mask = kind.actions.mask(legal)
        if not legal:
            mask[[0, *np.cumsum(kind.actions.sizes[:-1])]] = 1
        return {"observation": course.observation(seat), "action_mask": mask}

    def _info(self, seat: Seat) -> dict[str, Any]:
        course, ruleset = self._now, self._kind.ruleset
        legal = course.legal(seat)
        return {
            "view": course.kept_view(seat),
            "legal": [command.text for command in legal],
            "phrases": [ruleset.phrase(command) for command in legal],
            "events": course.sentences(seat),
        }


class Turns(_Shared, AECEnv):
    """One agent after another. Made by `env`."""

    agent_selection: str

    def __init__(self, kind: Kind, render_mode: str | None) -> None:
        super().__init__()
        self._begin(kind, render_mode)
        self.possible_agents = list(kind.names)
        self.agents: list[str] = []

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match."""
        self._course = Course(self._kind, seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._choose()

    def observe(self, agent: str) -> Observation:
        """What the agent may know now."""
        return self._seen(self._kind.names.index(agent))

    def step(self, action: Any) -> None:
        """The agent that is asked acts. Raises NoAction for what is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self._kind.names.index(agent)
        command = self._kind.actions.command(self._now.legal(seat), action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._now.play(seat, command)
        outcome = self._now.match.outcome
        if outcome is not None:
            self.rewards = dict(zip(self.agents, self._now.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, outcome.reason != "step_cap")
            self.truncations = dict.fromkeys(self.agents, outcome.reason == "step_cap")
            self.infos = {agent: {} for agent in self.agents}
            self.agent_selection = self.agents[0]
        else:
            self._choose()
        self._accumulate_rewards()

    def _choose(self) -> None:
        seat = self._now.acting()[0]
        self.agent_selection = self._kind.names[seat]
        self.infos[self.agent_selection] = self._info(seat)


class Together(_Shared, ParallelEnv):
    """All agents at every step. Made by `parallel_env`."""

    def __init__(self, kind: Kind, render_mode: str | None) -> None:
        self._begin(kind, render_mode)
        self.possible_agents = list(kind.names)
        self.agents: list[str] = []

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """A new match: what each agent may know of it."""
        self._course = Course(self._kind, seed)
        self.agents = list(self.possible_agents)
        return self._observations(), self._infos()

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """The seats that are asked act, in the order of seats. Raises NoAction."""
        course, kind = self._now, self._kind
        chosen = [
            (seat, kind.actions.command(course.legal(seat), actions[kind.names[seat]]))
            for seat in course.acting()
        ]
        for seat, command in chosen:
            course.play(seat, command)
        outcome = course.match.outcome
        is_cut = outcome is not None and outcome.reason == "step_cap"
        result = (
            self._observations(),
            dict(zip(self.agents, course.rewards(), strict=True)),
            dict.fromkeys(self.agents, outcome is not None and not is_cut),
            dict.fromkeys(self.agents, is_cut),
            self._infos(),
        )
        if outcome is not None:
            self.agents = []
        return result

    def _observations(self) -> dict[str, Observation]:
        return {agent: self._seen(seat) for seat, agent in enumerate(self.agents)}

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: self._info(seat) for seat, agent in enumerate(self.agents)}
