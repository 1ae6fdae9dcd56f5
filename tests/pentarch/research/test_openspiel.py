"""OpenSpiel's own tests of games: simulation, serialisation, playthroughs; and its searches."""

import io
from contextlib import redirect_stdout
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import generate_playthrough, mcts

from pentarch import openspiel
from pentarch.engine import registry
from tests.pentarch.research.tables import SHORT, rulesets, table_sizes


def short(id: str, seats: int) -> str:
    options = ";".join(f"{name}:{value}" for name, value in SHORT[id].items())
    return f"pentarch_{id}(seats={seats},options={options})"


@rulesets
def test_random_simulations_with_serialisation_pass_openspiel_s_own_test(id: str) -> None:
    for seats in table_sizes(id)[:2]:
        game = pyspiel.load_game(short(id, seats))
        with redirect_stdout(io.StringIO()):
            pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "id", [pytest.param(id, marks=[pytest.mark.long] * (id != "township")) for id in registry.IDS]
)
def test_a_playthrough_comes_out_again_the_same(id: str, tmp_path: Path) -> None:
    # It reads a flag of the command line to know how actions are written.
    flags.FLAGS.mark_as_parsed()
    text = generate_playthrough.playthrough(short(id, 2), [], seed=5)
    file = tmp_path / f"{id}.txt"
    file.write_text(text)
    before, after = generate_playthrough.replay(str(file))
    assert before == after
    assert "IsTerminal() = True" in text


@rulesets
def test_a_game_says_whether_several_players_decide_at_once(id: str) -> None:
    dynamics = pyspiel.load_game(f"pentarch_{id}").get_type().dynamics
    is_simultaneous = dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    assert is_simultaneous == registry.get(id).info.is_simultaneous


def test_a_search_that_foresees_nothing_beats_random() -> None:
    game = pyspiel.load_game(short("township", 2))
    won = 0.0
    for number in range(4):
        luck = np.random.RandomState(number)
        search = mcts.MCTSBot(
            game, 2.0, 12, mcts.RandomRolloutEvaluator(1, luck), random_state=luck, solve=False
        )
        player = number % 2
        bot = openspiel.Searcher(search, player, worlds=2, seed=number)
        state = game.new_initial_state()
        state.apply_action(number)
        while not state.is_terminal():
            legal = state.legal_actions()
            is_searching = state.current_player() == player and len(legal) > 1
            state.apply_action(bot.step(state) if is_searching else int(luck.choice(legal)))
        won += state.returns()[player]
    assert won > 0


@pytest.mark.parametrize("seed", range(3))
def test_another_world_keeps_what_the_player_knows(seed: int) -> None:
    game = pyspiel.load_game(short("capital", 2))
    state = game.new_initial_state()
    state.apply_action(seed)
    luck = np.random.RandomState(seed)
    for _ in range(15):
        state.apply_action(int(luck.choice(state.legal_actions())))
    player = state.current_player()
    other = state.resampled(player, seed)
    assert other.observation_string(player) == state.observation_string(player)
    assert other.legal_actions() == state.legal_actions()
    assert str(other) != str(state)
