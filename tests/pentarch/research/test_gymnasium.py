"""Gymnasium's own check, and many matches at a time."""

from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from pentarch import gymnasium as single
from pentarch.research.actions import MOST_LISTED, NoAction
from pentarch.research.arrays import Rows
from tests.pentarch.research.tables import SHORT, rulesets, sizes, table_sizes

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


@pytest.fixture
def names() -> Iterator[list[str]]:
    """Names that a test registers, and that are gone after it."""
    registered: list[str] = []
    yield registered
    for name in registered:
        del gymnasium.registry[name]


@sizes
def test_one_seat_against_bots_passes_gymnasium_s_own_check(
    id: str, seats: int, names: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """With its render modes, which it tries only with environments that are registered."""
    name = f"{id}-v{seats}"
    chosen = {"ruleset": id, "opponents": ["random"] * (seats - 1), "seat": seats - 1}
    gymnasium.register(name, "pentarch.gymnasium:env", kwargs=chosen)
    names.append(name)
    check_env(gymnasium.make(name).unwrapped)
    assert capsys.readouterr().out.strip(), "the mode `human` prints"


@pytest.mark.parametrize("way", ["numbered", "factored"])
def test_other_ways_to_number_commands_pass_it_too(way: str) -> None:
    check_env(single.env("township", actions=way), skip_render_check=True)


@rulesets
def test_many_matches_are_played_at_a_time_as_each_would_be_alone(id: str) -> None:
    opponents = ["random"] * (table_sizes(id)[0] - 1)
    seeds = [3, 4, 5]
    env = single.many(id, len(seeds), opponents=opponents, options=SHORT[id])
    seen, _ = env.reset(seed=seeds)
    rows, finished = [[row] for row in seen["observation"]], np.zeros(len(seeds), bool)
    while not finished.all():
        seen, rewards, over, cut, _ = env.step(seen["action_mask"].argmax(axis=1))
        for row, observation, is_over in zip(rows, seen["observation"], finished, strict=True):
            if not is_over:
                row.append(observation)
        assert (rewards[~(over | cut)] == 0).all()
        finished |= over | cut
    for number, seed in enumerate(seeds):
        alone = single.many(id, 1, opponents=opponents, options=SHORT[id])
        seen, _ = alone.reset(seed=[seed])
        for expected in rows[number][1:]:
            seen, *_ = alone.step(seen["action_mask"].argmax(axis=1))
            assert (seen["observation"][0] == expected).all()


def test_observations_that_are_kept_never_change() -> None:
    env = single.many("township", 2, options=SHORT["township"])
    seen, _ = env.reset(seed=1)
    kept: list[Any] = []
    for number in range(12):
        # The whole of some, a row of others, and of the rest nothing.
        part = [seen["observation"], seen["observation"][1], None][number % 3]
        if part is not None:
            kept.append((part, part.copy()))
        seen, *_ = env.step(seen["action_mask"].argmax(axis=1))
    for part, before in kept:
        np.testing.assert_array_equal(part, before)


def test_arrays_that_nobody_keeps_are_used_again_and_blank() -> None:
    rows = Rows(2, 3)
    first = rows.blank()
    place = first.ctypes.data
    first[:] = 1
    second = rows.blank()
    assert second.ctypes.data != place
    del first
    third = rows.blank()
    assert third.ctypes.data == place
    assert (third == 0).all()


def test_a_match_that_is_over_begins_anew_with_the_next_call() -> None:
    env = single.many("township", 1, options=SHORT["township"])
    seen, _ = env.reset(seed=1)
    first = seen["observation"].copy()
    over = np.array([False])
    while not over[0]:
        seen, _, over, _, _ = env.step(seen["action_mask"].argmax(axis=1))
    seen, rewards, over, _, _ = env.step(np.array([0]))
    assert (rewards[0], over[0]) == (0.0, False)
    assert seen["observation"].shape == first.shape


def test_opponents_are_played_as_a_referee_would_ask_them() -> None:
    env = single.env("township", opponents=["greedy"])
    observation, _ = env.reset(seed=4)
    reward, over = 0.0, False
    while not over:
        observation, reward, over, cut, _ = env.step(int(observation["action_mask"].argmax()))
        assert not cut
    assert reward == -1.0


@rulesets
def test_a_step_is_the_same_for_the_same_seed_and_legal_action(id: str) -> None:
    """What the check looks at with an action that may not be legal."""
    opponents = ["random"] * (table_sizes(id)[0] - 1)
    one, other = (single.env(id, opponents=opponents) for _ in range(2))
    seen, again = (env.reset(seed=123)[0] for env in (one, other))
    for _ in range(3):
        action = int(seen["action_mask"].argmax())
        seen, *rest, info = one.step(action)
        again, *others, told = other.step(action)
        np.testing.assert_equal((again, others, {**told}), (seen, rest, {**info}))


@rulesets
def test_an_action_that_is_not_legal_ends_the_match_and_the_learner_is_last(id: str) -> None:
    opponents = ["random"] * (table_sizes(id)[-1] - 1)
    env = single.env(id, opponents=opponents)
    first, _ = env.reset(seed=1)
    seen, reward, ended, cut, info = env.step(MOST_LISTED - 1)
    assert (reward, ended, cut) == (-1.0, True, False)
    assert "is not a place in a list of" in info["illegal"]
    np.testing.assert_equal(seen["observation"], first["observation"])
    together = single.many(id, 2, opponents=opponents)
    together.reset(seed=1)
    _, rewards, over, _, _ = together.step(np.array([0, MOST_LISTED - 1]))
    assert (rewards.tolist(), over.tolist()) == ([0.0, -1.0], [False, True])


def test_what_is_no_action_of_the_space_is_refused() -> None:
    env = single.env("township")
    env.reset(seed=1)
    with pytest.raises(NoAction):
        env.step(MOST_LISTED)


def test_a_match_that_is_over_takes_no_action_and_stays_as_it_ended() -> None:
    env = single.env("township", options=SHORT["township"])
    observation, _ = env.reset(seed=2)
    over = False
    while not over:
        observation, reward, over, _, _ = env.step(int(observation["action_mask"].argmax()))
    with pytest.raises(NoAction):
        env.step(0)
    assert env._now.reward == reward
    assert env._now.course.forfeits == {}


def test_a_seat_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="seat 2 is not one of 0 to 1"):
        single.env("township", seat=2)
    with pytest.raises(ValueError, match="at least one match"):
        single.many("township", 0)
