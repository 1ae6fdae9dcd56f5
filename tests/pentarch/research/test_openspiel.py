"""OpenSpiel's own tests of games: simulation, serialisation, playthroughs; and its searches."""

import io
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts

from pentarch import openspiel
from pentarch.engine import registry
from tests.pentarch.research.tables import SHORT, rulesets, table_sizes


def short(id: str, seats: int) -> str:
    options = ";".join(f"{name}:{value}" for name, value in SHORT[id].items())
    return f"pentarch_{id}(seats={seats},options={options})"


@rulesets
def test_random_simulations_with_serialisation_pass_openspiel_s_own_test(id: str) -> None:
    for seats in table_sizes(id):
        game = pyspiel.load_game(short(id, seats))
        with redirect_stdout(io.StringIO()):
            pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def playthroughs() -> list[Any]:
    """It writes all numbers of all observations: minutes, where a view has many."""
    tables = [(id, seats) for id in registry.IDS for seats in table_sizes(id)[:2]]
    tables.remove(("kingdom", 4))  # an hour
    return [
        pytest.param(id, seats, marks=[pytest.mark.long] * (id != "township"))
        for id, seats in tables
    ]


@pytest.mark.parametrize(("id", "seats"), playthroughs())
def test_a_playthrough_comes_out_again_the_same(id: str, seats: int, tmp_path: Path) -> None:
    # It reads a flag of the command line to know how actions are written.
    flags.FLAGS.mark_as_parsed()
    text = generate_playthrough.playthrough(short(id, seats), [], seed=5)
    file = tmp_path / f"{id}.txt"
    file.write_text(text)
    before, after = generate_playthrough.replay(str(file))
    assert before == after
    assert "IsTerminal() = True" in text


@rulesets
def test_a_game_says_whether_anything_is_hidden(id: str) -> None:
    information = pyspiel.load_game(f"pentarch_{id}").get_type().information
    is_open = information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert is_open == registry.get(id).info.is_open


def test_what_is_public_is_what_spectators_see() -> None:
    game = pyspiel.load_game(short("capital", 2))
    state = game.new_initial_state()
    state.apply_action(1)
    kind = pyspiel.IIGObservationType
    hidden = pyspiel.PrivateInfoType.NONE
    public = game.make_py_observer(kind(perfect_recall=False, private_info=hidden))
    whole = game.make_py_observer(kind(perfect_recall=True, private_info=hidden))
    for player in range(2):
        assert public.string_from(state, player) == state.course.text(None)
        assert whole.string_from(state, player).endswith(state.course.text(None))
        assert state.course.text(None) != state.observation_string(player)
    alone = game.make_py_observer(kind(perfect_recall=False, public_info=False))
    assert (alone.string_from(state, 0), alone.tensor) == ("", None)
    everybody = pyspiel.PrivateInfoType.ALL_PLAYERS
    with pytest.raises(ValueError, match="the eyes of one player"):
        game.make_py_observer(kind(perfect_recall=False, private_info=everybody))


@rulesets
def test_a_game_says_whether_several_players_decide_at_once(id: str) -> None:
    dynamics = pyspiel.load_game(f"pentarch_{id}").get_type().dynamics
    is_simultaneous = dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    assert is_simultaneous == registry.get(id).info.is_simultaneous


def act(state: Any, luck: np.random.RandomState) -> None:
    """Whoever is to decide does so at random, chance among them."""
    if state.is_chance_node():
        state.apply_action(int(luck.randint(openspiel.OUTCOMES)))
    elif state.is_simultaneous_node():
        legal = [state.legal_actions(player) for player in range(state.num_players())]
        state.apply_actions([int(luck.choice(each or [0])) for each in legal])
    else:
        state.apply_action(int(luck.choice(state.legal_actions())))


@rulesets
def test_a_copy_foresees_nothing_that_is_drawn(id: str) -> None:
    """Chance has a node after every decision that draws, and its outcomes lead apart."""
    # Matches of full length: Capital draws little before its deck is used up.
    game = pyspiel.load_game(f"pentarch_{id}")
    luck = np.random.RandomState(3)
    state = game.new_initial_state()
    nodes, apart = 0, 0
    while nodes < 10:
        if state.is_terminal():
            state = game.new_initial_state()
        if state.is_chance_node() and state.history():
            nodes += 1
            apart += leads_apart(state)
        act(state, luck)
    assert apart > 0


def leads_apart(state: Any) -> bool:
    """Whether two outcomes of a chance node differ; the same one twice must not."""
    assert sum(odds for _, odds in state.chance_outcomes()) == pytest.approx(1)
    twins = [state.clone(), state.clone(), state.clone()]
    for twin, outcome in zip(twins, (5, 5, 6), strict=True):
        twin.apply_action(outcome)
    assert str(twins[0]) == str(twins[1])
    return str(twins[0]) != str(twins[2])


def test_a_search_that_foresees_nothing_beats_random() -> None:
    game = pyspiel.load_game(short("township", 2))
    won = 0.0
    for number in range(4):
        luck = np.random.RandomState(number)
        search = mcts.MCTSBot(
            game, 2.0, 24, mcts.RandomRolloutEvaluator(1, luck), random_state=luck, solve=False
        )
        player = number % 2
        bot = openspiel.Searcher(search, player, worlds=2, seed=number)
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.current_player() == player:
                state.apply_action(bot.step(state))
            else:
                act(state, luck)
        won += state.returns()[player]
    assert won > 0


@pytest.mark.parametrize("seed", range(3))
def test_another_world_keeps_what_the_player_knows(seed: int) -> None:
    game = pyspiel.load_game(short("capital", 2))
    state = game.new_initial_state()
    luck = np.random.RandomState(seed)
    while state.is_chance_node() or len(state.history()) < 15:
        act(state, luck)
    player = state.current_player()
    other = state.resampled(player, seed)
    assert other.observation_string(player) == state.observation_string(player)
    assert other.legal_actions() == state.legal_actions()
    assert str(other) != str(state)


def test_openspiel_s_search_of_information_sets_decides() -> None:
    game = pyspiel.load_game(short("capital", 2))
    state = game.new_initial_state()
    luck = np.random.RandomState(2)
    while state.is_chance_node() or len(state.legal_actions()) < 3:
        act(state, luck)
    search = ismcts.ISMCTSBot(
        game=game,
        uct_c=2.0,
        evaluator=mcts.RandomRolloutEvaluator(1, luck),
        max_simulations=8,
        random_state=luck,
        use_observation_string=True,
        allow_inconsistent_action_sets=True,
    )
    policy, action = search.step_with_policy(state)
    assert action in state.legal_actions()
    assert sum(odds for _, odds in policy) == pytest.approx(1)
