"""PettingZoo's own tests, on every ruleset and several numbers of seats."""

import pickle
import warnings
from copy import deepcopy
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from pentarch import pettingzoo
from pentarch.engine.chance import Seeded
from pentarch.engine.match import Match
from pentarch.research.actions import MOST_LISTED, NoAction
from tests.pentarch.research.tables import CYCLES, SHORT, rulesets, sizes

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


@sizes
def test_agents_one_after_another_pass_pettingzoo_s_own_tests(id: str, seats: int) -> None:
    api_test(pettingzoo.env(id, seats=seats), num_cycles=CYCLES)
    seed_test(lambda: pettingzoo.env(id, seats=seats), num_cycles=CYCLES)


@sizes
def test_agents_together_pass_pettingzoo_s_own_tests(id: str, seats: int) -> None:
    parallel_api_test(pettingzoo.parallel_env(id, seats=seats), num_cycles=CYCLES)
    parallel_seed_test(lambda: pettingzoo.parallel_env(id, seats=seats), num_cycles=CYCLES)


@sizes
def test_pictures_pass_pettingzoo_s_own_test(id: str, seats: int) -> None:
    render_test(lambda render_mode=None: pettingzoo.env(id, seats=seats, render_mode=render_mode))


@sizes
def test_cycles_are_counted_by_pettingzoo_s_own_test(id: str, seats: int) -> None:
    """It wants every agent to act equally often: turns do not do that."""
    module = SimpleNamespace(
        parallel_env=partial(pettingzoo.parallel_env, id, seats=seats),
        env=partial(pettingzoo.cyclic_env, id, seats=seats),
    )
    max_cycles_test(module)


@rulesets
def test_all_agents_in_every_cycle_pass_pettingzoo_s_own_tests(id: str) -> None:
    api_test(pettingzoo.cyclic_env(id), num_cycles=CYCLES)
    seed_test(lambda: pettingzoo.cyclic_env(id), num_cycles=CYCLES)


@pytest.mark.parametrize("id", ["township", "heroes", "tradewarz"])
def test_the_numbers_of_commands_pass_pettingzoo_s_own_test(id: str) -> None:
    api_test(pettingzoo.env(id, actions="numbered"), num_cycles=CYCLES)


@rulesets
@pytest.mark.parametrize("way", ["listed", "numbered", "factored"])
def test_only_legal_actions_are_drawn(id: str, way: str) -> None:
    if way == "numbered" and id in ("kingdom", "capital"):
        way = "listed"
    env = pettingzoo.parallel_env(id, options=SHORT[id], actions=way)
    twin = pettingzoo.parallel_env(id, options=SHORT[id], actions=way)
    for each in (env, twin):
        assert each.action_space("p1").contains(each.action_space("p1").sample())
        each.reset(seed=1)
        for agent in each.agents:
            each.action_space(agent).seed(7)
    idle = env.possible_agents[1]
    while env.agents:
        drawn = {agent: env.action_space(agent).sample() for agent in env.agents}
        again = {agent: twin.action_space(agent).sample() for agent in twin.agents}
        np.testing.assert_equal(drawn, again)
        assert all(env.action_space(agent).contains(action) for agent, action in drawn.items())
        assert idle in env.acting() or not np.any(drawn[idle])
        env.step(drawn)
        twin.step(again)
    assert env._now.forfeits == {}


def test_a_copy_of_a_space_belongs_to_no_match() -> None:
    for way in ("listed", "factored"):
        env = pettingzoo.env("township", actions=way)
        env.reset(seed=1)
        space = env.action_space("p1")
        for copied in (deepcopy(space), pickle.loads(pickle.dumps(space))):
            assert copied == space
            assert copied.contains(copied.sample())


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


@sizes
def test_an_action_that_is_not_legal_ends_the_match_and_its_agent_is_last(
    id: str, seats: int
) -> None:
    env = pettingzoo.env(id, seats=seats)
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(MOST_LISTED - 1)
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    assert env.rewards[agent] == min(env.rewards.values()) == -1.0
    assert sum(env.rewards.values()) == pytest.approx(0)
    assert "is not a place in a list of" in env.infos.pop(agent)["illegal"]
    assert all("illegal" not in info for info in env.infos.values())
    assert env.acting() == []


def test_agents_that_act_illegally_at_once_share_the_last_place() -> None:
    env = pettingzoo.parallel_env("kingdom", seats=4)
    env.reset(seed=1)
    assert len(env.acting()) == 4
    before = env._now.view(None)
    wrong = MOST_LISTED - 1
    _, rewards, ended, _, infos = env.step({"p1": 0, "p2": wrong, "p3": 0, "p4": wrong})
    assert all(ended.values())
    assert rewards["p2"] == rewards["p4"] == pytest.approx(-2 / 3)
    assert [agent for agent, info in infos.items() if "illegal" in info] == ["p2", "p4"]
    assert env._now.view(None) == before
    restored = pickle.loads(pickle.dumps(env._now))
    assert restored.is_over
    assert restored.rewards() == list(rewards.values())


@pytest.mark.parametrize("action", [1_024, -1, 0.5, [0, 0]])
def test_what_is_no_action_at_all_is_refused_and_changes_nothing(action: Any) -> None:
    env = pettingzoo.env("township")
    env.reset(seed=1)
    with pytest.raises((NoAction, TypeError)):
        env.step(action)
    env.step(0)
    assert not any(env.terminations.values())


def test_a_match_of_another_ruleset_cannot_be_gone_on_with() -> None:
    env = pettingzoo.env("township")
    with pytest.raises(ValueError, match="a match of township for 2 seats"):
        env.reset(options={"course": "capital"})
