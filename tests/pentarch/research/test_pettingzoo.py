"""PettingZoo's own tests, on every ruleset and several numbers of seats."""

import warnings
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces
from pettingzoo.utils import BaseParallelWrapper
from pettingzoo.utils.conversions import parallel_to_aec

from pentarch import pettingzoo
from pentarch.engine.chance import Seeded
from pentarch.engine.match import Match
from pentarch.research.actions import NoAction
from tests.pentarch.research.tables import CYCLES, SHORT, rulesets, table_sizes

with warnings.catch_warnings():
    # Where pygame is installed it loads an environment of its own in an old way.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import (
        api_test,
        max_cycles_test,
        parallel_api_test,
        parallel_seed_test,
        render_test,
        seed_test,
    )

# It warns that agents are named by strings, and that nothing rewards them at once.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@rulesets
def test_agents_one_after_another_pass_pettingzoo_s_own_tests(id: str) -> None:
    for seats in table_sizes(id):
        api_test(pettingzoo.env(id, seats=seats), num_cycles=CYCLES)
    seed_test(lambda: pettingzoo.env(id), num_cycles=CYCLES)


@rulesets
def test_agents_together_pass_pettingzoo_s_own_tests(id: str) -> None:
    for seats in table_sizes(id):
        parallel_api_test(pettingzoo.parallel_env(id, seats=seats), num_cycles=CYCLES)


@rulesets
def test_pictures_pass_pettingzoo_s_own_test(id: str) -> None:
    render_test(lambda render_mode=None: pettingzoo.env(id, render_mode=render_mode))


class Masked(BaseParallelWrapper):  # type: ignore[misc]  # it has no types
    """Spaces that sample by the mask of the latest observation.

    PettingZoo's tests of seeds and of cycles sample without one.
    """

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self._by_mask = {agent: Sampled(env.action_space(agent)) for agent in env.possible_agents}

    def action_space(self, agent: str) -> Any:
        return self._by_mask[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> Any:
        observations, infos = super().reset(seed, options)
        self._look(observations)
        return observations, infos

    def step(self, actions: Any) -> Any:
        result = super().step(actions)
        self._look(result[0])
        return result

    def _look(self, observations: Any) -> None:
        for agent, observation in observations.items():
            self._by_mask[agent].legal = observation["action_mask"]


class Sampled(spaces.Discrete):
    """Numbers of which only the legal ones are drawn."""

    def __init__(self, whole: spaces.Discrete) -> None:
        super().__init__(int(whole.n))
        self.legal: Any = None

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        return super().sample(self.legal if mask is None else mask)


@rulesets
def test_agents_together_are_as_their_seed_says_by_pettingzoo_s_own_test(id: str) -> None:
    parallel_seed_test(lambda: Masked(pettingzoo.parallel_env(id)), num_cycles=CYCLES)


@rulesets
def test_cycles_are_counted_by_pettingzoo_s_own_test(id: str) -> None:
    def parallel_env(max_cycles: int) -> Any:
        return Masked(pettingzoo.parallel_env(id, max_cycles=max_cycles))

    # Its test wants every agent to act equally often, which turns do not do by themselves.
    in_turns = lambda max_cycles: parallel_to_aec(parallel_env(max_cycles))  # noqa: E731
    max_cycles_test(SimpleNamespace(parallel_env=parallel_env, env=in_turns))


@rulesets
def test_turns_are_cut_off_when_an_agent_has_decided_often_enough(id: str) -> None:
    env = pettingzoo.env(id, max_cycles=3)
    env.reset(seed=2)
    decided = dict.fromkeys(env.possible_agents, 0)
    while not any(env.truncations.values()):
        decided[env.agent_selection] += 1
        env.step(int(env.last()[0]["action_mask"].argmax()))
    assert max(decided.values()) == 3
    assert not any(env.terminations.values())


@rulesets
def test_an_environment_plays_the_match_of_its_seed(id: str) -> None:
    env = pettingzoo.env(id, options=SHORT[id])
    env.reset(seed=11)
    match: Match[Any] = Match(env.unwrapped._kind.ruleset, 2, SHORT[id], 11)
    luck = Seeded(3)
    for agent in env.agent_iter():
        observation, reward, ended, cut, info = env.last()
        if ended or cut:
            assert match.outcome is not None
            winner = match.outcome.ranks[env.possible_agents.index(agent)] == 1
            assert (reward > 0) == winner or reward == 0
            env.step(None)
            continue
        seat = match.to_act()[0]
        assert (env.possible_agents[seat], info["legal"]) == (
            agent,
            [command.text for command in match.legal(seat)],
        )
        place = luck.below(int(observation["action_mask"].sum()))
        match.play(seat, match.legal(seat)[place])
        env.step(place)


def test_what_is_not_legal_is_refused() -> None:
    env = pettingzoo.env("township")
    env.reset(seed=1)
    with pytest.raises(NoAction):
        env.step(1_000)


def test_a_match_of_another_ruleset_cannot_be_gone_on_with() -> None:
    env = pettingzoo.env("township")
    with pytest.raises(ValueError, match="a match of township for 2 seats"):
        env.reset(options={"course": "capital"})
