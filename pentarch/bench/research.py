"""The adapters for researchers, each beside the engine with the same observations made by hand.

What is compared plays the same seeds with the same choices. A step is a decision of an agent that
was given its observation; of the matches against bots only the learner's decisions are counted.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

import numpy as np

from pentarch import gymnasium, pettingzoo
from pentarch.bench.engine import Looped, Subject
from pentarch.engine.chance import Keyed, Seeded, seed_key
from pentarch.engine.core import Seat
from pentarch.engine.plain import Json
from pentarch.research.actions import Mask
from pentarch.research.course import Kind

MOST_STEPS: Final = 300
"""Matches are cut off there: the beginning of a match is what training sees most of."""
MANY: Final = 16
BASELINES: Final = {
    "pettingzoo": "observed",
    "pettingzoo parallel": "all observed",
    "gymnasium": "one observed",
    "gymnasium, 16 at a time": "one observed",
    "open_spiel": "observed",
}
"""What each adapter is compared with."""


class ResearchSubjects:
    """Everything that is measured of one ruleset."""

    def __init__(self, id: str) -> None:
        self.id: Final = id
        self._kind: Final = Kind(id, None, {}, "listed")
        self._turns: Final = pettingzoo.env(id)
        self._together: Final = pettingzoo.parallel_env(id)
        opponents = ["random"] * (self._kind.seats - 1)
        self._single: Final = gymnasium.env(id, opponents=opponents)
        self._many: Final = gymnasium.many(id, MANY, opponents=opponents)

    def subjects(self) -> list[Subject]:
        """The loops, named after the ruleset and the figure."""
        loops = {
            "engine": self._unobserved,
            "observed": self._observed,
            "all observed": self._all_observed,
            "one observed": self._one_observed,
            "pettingzoo": self._in_turns,
            "pettingzoo parallel": self._in_parallel,
            "gymnasium": self._alone,
            "gymnasium, 16 at a time": self._at_a_time,
        }
        if find_spec("pyspiel") is not None:
            loops["open_spiel"] = _OpenSpiel(self.id).play
        return [Looped(f"{self.id} {name}", loop) for name, loop in loops.items()]

    def figures(self, measured: dict[str, float]) -> dict[str, Json]:
        """Steps per second, and for adapters how much longer a step takes than by hand."""
        mine = {
            name.removeprefix(f"{self.id} "): rate
            for name, rate in measured.items()
            if name.startswith(f"{self.id} ")
        }
        figures: dict[str, Json] = {}
        for name, rate in mine.items():
            figures[name] = round(rate)
            if name in BASELINES:
                figures[f"{name}, overhead"] = round(mine[BASELINES[name]] / rate - 1, 3)
        return figures

    def _unobserved(self, seed: int) -> int:
        """The engine alone."""
        match = _ByHand(self._kind, seed)
        while match.steps < MOST_STEPS and (acting := match.acting()):
            match.step(acting[0], None)
        return match.steps

    def _observed(self, seed: int) -> int:
        """The engine, and the observation of the seat that decides."""
        match = _ByHand(self._kind, seed)
        while match.steps < MOST_STEPS and (acting := match.acting()):
            match.step(acting[0], match.observe(acting[0]))
        return match.steps

    def _all_observed(self, seed: int) -> int:
        """The engine, and the observations of all seats after all that decide at once."""
        match = _ByHand(self._kind, seed)
        while match.steps < MOST_STEPS and (acting := match.acting()):
            masks = [match.observe(seat) for seat in range(self._kind.seats)]
            for seat in acting:
                match.step(seat, masks[seat])
        return match.steps

    def _one_observed(self, seed: int) -> int:
        """The engine, and the observation of one seat when it decides."""
        match = _ByHand(self._kind, seed)
        decided = 0
        while decided < MOST_STEPS and (acting := match.acting()):
            if 0 in acting:
                match.step(0, match.observe(0))
                decided += 1
            else:
                match.step(acting[0], None)
        return decided

    def _in_turns(self, seed: int) -> int:
        env, luck = self._turns, Seeded(seed)
        env.reset(seed=seed)
        for step in range(MOST_STEPS):
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                return step
            env.step(_choice(observation["action_mask"], luck))
        return MOST_STEPS

    def _in_parallel(self, seed: int) -> int:
        env, luck = self._together, Seeded(seed)
        observations, _ = env.reset(seed=seed)
        steps = 0
        while steps < MOST_STEPS and env.agents:
            actions = dict.fromkeys(env.agents, 0)
            for agent in env.acting():
                actions[agent] = _choice(observations[agent]["action_mask"], luck)
                steps += 1
            observations, *_ = env.step(actions)
        return steps

    def _alone(self, seed: int) -> int:
        env, luck = self._single, Seeded(seed)
        observation, _ = env.reset(seed=seed)
        for step in range(MOST_STEPS):
            observation, _, ended, cut, _ = env.step(_choice(observation["action_mask"], luck))
            if ended or cut:
                return step + 1
        return MOST_STEPS

    def _at_a_time(self, seed: int) -> int:
        env, luck = self._many, Seeded(seed)
        observation, _ = env.reset(seed=seed)
        for _ in range(MOST_STEPS):
            actions = [_choice(mask, luck) for mask in observation["action_mask"]]
            observation, *_ = env.step(actions)
        return MOST_STEPS * MANY


class _ByHand:
    """A match of the bare engine, with observations."""

    def __init__(self, kind: Kind, seed: int) -> None:
        self._kind: Final = kind
        self._rules: Final = kind.ruleset
        self._chance: Final = Keyed(seed_key(seed))
        self._luck: Final = Seeded(seed)
        self._state: Final = kind.ruleset.setup(kind.seats, kind.options, self._chance)
        self.steps = 0

    def acting(self) -> list[Seat]:
        return self._rules.to_act(self._state)

    def observe(self, seat: Seat) -> Mask:
        self._kind.layout.array(self._rules.view(self._state, seat))
        return self._kind.actions.mask(self._rules.legal(self._state, seat))

    def step(self, seat: Seat, mask: Mask | None) -> None:
        """One of the legal commands, by the mask of a seat that was given one."""
        legal = self._rules.legal(self._state, seat)
        luck = self._luck
        command = luck.choice(legal) if mask is None else legal[_choice(mask, luck)]
        self._rules.apply(self._state, seat, command, self._chance)
        self.steps += 1


class _OpenSpiel:
    """The ruleset as a Python game of OpenSpiel, with the observation tensor of who decides."""

    def __init__(self, id: str) -> None:
        self._outcomes: Final[int] = import_module("pentarch.openspiel").OUTCOMES
        spiel: Any = import_module("pyspiel")
        self._game: Final[Any] = spiel.load_game(f"pentarch_{id}")
        self._observer: Final[Any] = self._game.make_py_observer()

    def play(self, seed: int) -> int:
        """One match; its steps."""
        luck = Seeded(seed)
        state = self._game.new_initial_state()
        steps = 0
        while steps < MOST_STEPS and not state.is_terminal():
            player = state.current_player()
            if state.is_chance_node():
                state.apply_action(luck.below(self._outcomes))
                continue
            if player >= 0:
                self._observer.set_from(state, player)
                state.apply_action(luck.choice(state.legal_actions()))
                steps += 1
                continue
            actions = []
            for seat in range(state.num_players()):
                legal = state.legal_actions(seat)
                if legal:
                    self._observer.set_from(state, seat)
                    steps += 1
                actions.append(luck.choice(legal) if legal else 0)
            state.apply_actions(actions)
        return steps


def _choice(mask: Any, luck: Seeded) -> int:
    legal = np.flatnonzero(mask)
    return int(legal[luck.below(len(legal))])
