"""Other engines driven the same way: whose turn, what is legal, one of it at random, apply.

Each is measured only where it is installed. What they play differs from ours, so a ratio says how a
step of ours compares with a step of something well known, not who is better.
"""

import warnings
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from pentarch.bench.engine import Looped, Subject
from pentarch.engine.chance import Seeded

_MOST_STEPS: Final = 2000


def peers() -> list[Subject]:
    """The peers that are installed."""
    found: list[Subject] = []
    if find_spec("pyspiel") is not None:
        found.append(Looped("open_spiel backgammon", OpenSpiel("backgammon").play))
        found.append(Looped("open_spiel chess", OpenSpiel("chess").play))
    if find_spec("pettingzoo") is not None and find_spec("chess") is not None:
        found.append(Looped("pettingzoo chess", PettingZooChess().play))
    if find_spec("kaggle_environments") is not None:
        found.append(Looped("kaggle connectx", KaggleConnectX().play))
    return found


class OpenSpiel:
    """Something that OpenSpiel plays; a step is a decision, its chance nodes belong to it."""

    def __init__(self, name: str) -> None:
        spiel: Any = import_module("pyspiel")
        self._rules: Final[Any] = spiel.load_game(name)

    def play(self, seed: int) -> int:
        """One match; its steps."""
        chance = Seeded(seed)
        choice = chance.choice
        state = self._rules.new_initial_state()
        is_over, is_chance, to_act = state.is_terminal, state.is_chance_node, state.current_player
        legal, apply = state.legal_actions, state.apply_action
        steps = 0
        while steps < _MOST_STEPS and not is_over():
            if is_chance():
                # Drawn as if equally likely: only what the draw costs matters here.
                apply(choice(state.chance_outcomes())[0])
                continue
            to_act()
            apply(choice(legal()))
            steps += 1
        return steps


class PettingZooChess:
    """Chess of PettingZoo; legal commands come from the observation's mask."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            # It would rather be made by its registry, which older releases do not have.
            warnings.simplefilter("ignore", DeprecationWarning)
            chess: Any = import_module("pettingzoo.classic.chess_v6")
        self._environment: Final[Any] = chess.env()

    def play(self, seed: int) -> int:
        """One match; its steps."""
        chance = Seeded(seed)
        environment = self._environment
        environment.reset(seed=seed)
        steps = 0
        for _ in environment.agent_iter(_MOST_STEPS):
            observation, _, ended, cut, _ = environment.last()
            if ended or cut:
                break
            legal = observation["action_mask"].nonzero()[0]
            environment.step(int(legal[chance.below(len(legal))]))
            steps += 1
        return steps


class KaggleConnectX:
    """Connect X of kaggle-environments, stepped by hand."""

    def __init__(self) -> None:
        kaggle: Any = import_module("kaggle_environments")
        self._environment: Final[Any] = kaggle.make("connectx")

    def play(self, seed: int) -> int:
        """One match; its steps."""
        chance = Seeded(seed)
        environment = self._environment
        environment.reset()
        steps = 0
        while not environment.done:
            columns = environment.configuration.columns
            board = environment.state[0].observation.board
            chosen = chance.choice([column for column in range(columns) if board[column] == 0])
            acting = [state.status == "ACTIVE" for state in environment.state]
            environment.step([chosen if active else None for active in acting])
            steps += 1
        return steps
