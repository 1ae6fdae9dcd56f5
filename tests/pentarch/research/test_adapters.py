"""The adapters pass the tests of those they adapt to, and tell nobody what a seat may not know."""

import io
from contextlib import redirect_stdout
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    render_test,
    seed_test,
)

import pentarch.openspiel
from pentarch import gymnasium as single
from pentarch import pettingzoo
from pentarch.engine import registry
from pentarch.engine.chance import Seeded
from pentarch.research.actions import Factored, Listed, NoAction, Numbered
from pentarch.research.course import Course, Kind

CYCLES = 60
rulesets = pytest.mark.parametrize("id", registry.IDS)
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def table_sizes(id: str) -> list[int]:
    info = registry.get(id).info
    return sorted({max(2, info.min_seats), info.max_seats})


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


@rulesets
def test_one_seat_against_bots_passes_gymnasium_s_own_check(id: str) -> None:
    env = single.env(id, opponents=["random"] * (table_sizes(id)[0] - 1))
    check_env(Sampling(env), skip_render_check=True)


class Sampling(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Samples by the mask of the latest observation: checks try actions at random."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self._mask: Any = None

    def reset(self, *, seed: int | None = None, options: Any = None) -> Any:
        observation, info = self.env.reset(seed=seed, options=options)
        self._mask = observation["action_mask"]
        return observation, info

    def step(self, action: Any) -> Any:
        legal = np.flatnonzero(self._mask)
        result = self.env.step(int(legal[int(action) % len(legal)]))
        if len(np.flatnonzero(result[0]["action_mask"])):
            self._mask = result[0]["action_mask"]
        return result


@rulesets
def test_many_matches_are_played_at_a_time(id: str) -> None:
    env = single.many(id, 3, opponents=["random"] * (table_sizes(id)[0] - 1))
    observation, _ = env.reset(seed=1)
    finished = 0
    for _ in range(400):
        masks = observation["action_mask"]
        observation, rewards, over, cut, _ = env.step(masks.argmax(axis=1))
        finished += int((over | cut).sum())
        assert observation["observation"].shape == (3, env.single_size)
        assert (rewards[~(over | cut)] == 0).all()


@rulesets
def test_openspiel_s_random_simulations_and_serialisation(id: str) -> None:
    assert pentarch.openspiel
    for seats in table_sizes(id)[:1]:
        game = pyspiel.load_game(f"pentarch_{id}(seats={seats})")
        with redirect_stdout(io.StringIO()):
            pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@rulesets
def test_actions_of_all_three_kinds_mean_the_same(id: str) -> None:
    ruleset = registry.get(id)
    ways: list[Any] = [Listed(), Factored(ruleset)]
    if ruleset.commands.size <= 200_000:
        ways.append(Numbered(ruleset))
    course = Course(Kind(id, None, {}, "listed"), 5)
    chance = Seeded(5)
    while not course.is_over and len(course.match.steps) < 200:
        seat = course.acting()[0]
        legal = course.legal(seat)
        for command in legal:
            for way in ways:
                assert way.command(legal, way.action(legal, command)) is command
        course.play(seat, chance.choice(legal))


def test_what_is_not_legal_is_refused() -> None:
    env = pettingzoo.env("township")
    env.reset(seed=1)
    with pytest.raises(NoAction):
        env.step(1_000)


@rulesets
def test_nothing_hidden_is_told(id: str) -> None:
    """Everything an adapter gives a seat is the same in another world that the seat cannot tell."""
    ruleset = registry.get(id)
    course = Course(Kind(id, None, {}, "listed"), 7)
    chance = Seeded(7)
    while not course.is_over and len(course.match.steps) < 150:
        seat = course.acting()[0]
        if len(course.match.steps) % 10 == 0:
            for eye in range(course.kind.seats):
                view = ruleset.view(course.match.state, eye)
                other = ruleset.sample(view, eye, Seeded(len(course.match.steps)))
                assert ruleset.view(other, eye) == view
                layout = course.kind.layout
                assert (layout.array(ruleset.view(other, eye)) == course.observation(eye)).all()
        course.play(seat, chance.choice(course.legal(seat)))
