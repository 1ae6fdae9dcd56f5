"""OpenSpiel games of all rulesets. Needs the package `open_spiel`.

    >>> import pyspiel
    >>> from pentarch import openspiel
    >>> game = pyspiel.load_game("pentarch_township(seats=2)")
    >>> state = game.new_initial_state()
    >>> state.apply_action(state.chance_outcomes()[0][0])
    >>> state.legal_actions_mask(0)[:3]
    [1, 1, 1]

Importing this module registers a game for every ruleset. Actions are places in the list of legal
commands. All chance of a match follows from its seed, which the first node draws: a search that
copies states would foresee the dice, so `State.resampled` gives a state that agrees with all that a
seat knows, with other hidden things and other dice to come.
"""

from typing import Any, Final

import numpy as np
import pyspiel

from pentarch.engine import registry
from pentarch.engine.chance import Keyed, derive, seed_key
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Seat
from pentarch.engine.options import choose
from pentarch.engine.plain import Json, canonical
from pentarch.engine.ruleset import Ruleset
from pentarch.research.actions import MOST_LISTED
from pentarch.research.observations import Layout

SEEDS: Final = 1_024
"""How many seeds the first node draws from."""
_SIMULTANEOUS: Final = ("heroes", "kingdom", "tradewarz")
"""Rulesets in which several seats may decide at once."""


class Game(pyspiel.Game):
    """A ruleset with a number of seats and options, written `name=value;name=value`."""

    def __init__(self, id: str, params: dict[str, Any] | None) -> None:
        chosen = params or {}
        self.ruleset: Final[Ruleset[Any]] = registry.get(id)
        info = self.ruleset.info
        self.seats: Final = int(chosen.get("seats", max(2, info.min_seats)))
        info.check_seats(self.seats)
        self.options: Final = choose(info.options, _read(str(chosen.get("options", ""))))
        self.layout: Final = Layout(self.ruleset.manual().view)
        super().__init__(
            _TYPES[id],
            pyspiel.GameInfo(
                num_distinct_actions=MOST_LISTED,
                max_chance_outcomes=SEEDS,
                num_players=self.seats,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=info.max_steps,
            ),
            chosen,
        )

    def new_initial_state(self) -> "State":
        """A match before its seed is drawn."""
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What a player observes: its seat's view."""
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.layout, is_whole=wanted.perfect_recall)


class Position:
    """A state of the engine that can be copied as OpenSpiel copies things."""

    def __init__(self, ruleset: Ruleset[Any], state: Any, chance: Keyed) -> None:
        self.ruleset: Final = ruleset
        self.state: Final = state
        self.chance: Final = chance

    def __deepcopy__(self, memo: object) -> "Position":
        return Position(self.ruleset, self.ruleset.copy(self.state), self.chance.copy())


class State(pyspiel.State):
    """A match under way."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._position: Position | None = None
        self._steps = 0
        self._told: list[list[str]] = [[] for _ in range(game.seats)]

    def current_player(self) -> int:
        """Who decides: a player, chance, several at once, or nobody any more."""
        if self._position is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        acting = self._position.ruleset.to_act(self._position.state)
        return acting[0] if len(acting) == 1 else int(pyspiel.PlayerId.SIMULTANEOUS)

    def is_terminal(self) -> bool:
        """Whether the match is over, by itself or by the step cap."""
        if self._position is None:
            return False
        ruleset = self._position.ruleset
        if self._steps >= ruleset.info.max_steps:
            return True
        return ruleset.outcome(self._position.state) is not None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The seeds."""
        return [(seed, 1 / SEEDS) for seed in range(SEEDS)]

    def returns(self) -> list[float]:
        """1 for the first, -1 for the last; those of one rank share."""
        seats = self.num_players()
        if self._position is None or not self.is_terminal():
            return [0.0] * seats
        ruleset, state = self._position.ruleset, self._position.state
        outcome = ruleset.outcome(state) or ruleset.adjudicate(state)
        places = [rank - 1 + (outcome.ranks.count(rank) - 1) / 2 for rank in outcome.ranks]
        return [1.0 - 2.0 * place / (seats - 1) for place in places]

    def resampled(self, player: Seat, seed: int) -> "State":
        """A state that the player could be in for all it knows, with other dice to come."""
        game = self.get_game()
        twin: State = game.new_initial_state()
        view = self._now.ruleset.view(self._now.state, player)
        chance = Keyed(seed_key(derive(seed, "resampled")))
        made = self._now.ruleset.sample(view, player, chance)
        twin._position = Position(self._now.ruleset, made, chance)
        twin._steps = self._steps
        twin._told = [list(told) for told in self._told]
        return twin

    def __str__(self) -> str:
        """The whole match as plain values."""
        if self._position is None:
            return "before the seed is drawn"
        return canonical(self._position.ruleset.dump(self._position.state)).decode()

    @property
    def _now(self) -> Position:
        assert self._position is not None
        return self._position

    def _legal(self, player: Seat) -> list[Command]:
        return self._now.ruleset.legal(self._now.state, player)

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self._legal(player))))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed {action}"
        legal = self._legal(player)
        return legal[action].text if action < len(legal) else "nothing"

    def _apply_action(self, action: int) -> None:
        if self._position is None:
            self._begin(action)
            return
        player = self.current_player()
        self._play(player, self._legal(player)[action])

    def _apply_actions(self, actions: list[int]) -> None:
        acting = self._now.ruleset.to_act(self._now.state)
        chosen = [(seat, self._legal(seat)[actions[seat]]) for seat in acting]
        for seat, command in chosen:
            self._play(seat, command)

    def _begin(self, seed: int) -> None:
        game = self.get_game()
        chance = Keyed(seed_key(seed))
        state = game.ruleset.setup(game.seats, game.options, chance)
        self._position = Position(game.ruleset, state, chance)

    def _play(self, seat: Seat, command: Command) -> None:
        ruleset, state = self._now.ruleset, self._now.state
        events: list[Event] = ruleset.apply(state, seat, command, self._now.chance)
        self._steps += 1
        for eye, told in enumerate(self._told):
            told += [str(event) for event in ruleset.told(state, seat, command, events, eye)]


class Observer:
    """The view of a seat as a tensor and as text; `is_whole` adds all that it was told."""

    def __init__(self, layout: Layout, *, is_whole: bool) -> None:
        self._layout: Final = layout
        self._is_whole: Final = is_whole
        self.tensor: Final = np.zeros(layout.size, np.float32)
        self.dict: Final = {"view": self.tensor}

    def set_from(self, state: State, player: int) -> None:
        """Take in what the player sees."""
        position = state._position
        if position is None:
            self.tensor.fill(0)
            return
        self.tensor[:] = self._layout.array(position.ruleset.view(position.state, player))

    def string_from(self, state: State, player: int) -> str:
        """What the player sees, as text."""
        position = state._position
        if position is None:
            return ""
        text = position.ruleset.text(position.ruleset.view(position.state, player))
        if self._is_whole:
            text = "\n".join([*state._told[player], "", text])
        return text


def _read(text: str) -> dict[str, Json]:
    options: dict[str, Json] = {}
    for part in filter(None, text.split(";")):
        name, _, value = part.partition("=")
        options[name] = value
    return options


def _type_of(id: str) -> Any:
    info = registry.get(id).info
    dynamics = pyspiel.GameType.Dynamics
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=f"pentarch_{id}",
        long_name=f"Pentarch {info.title}",
        dynamics=dynamics.SIMULTANEOUS if id in _SIMULTANEOUS else dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=info.max_seats,
        min_num_players=info.min_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"seats": max(2, info.min_seats), "options": ""},
    )


class Township(Game):
    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__("township", params)


class Kingdom(Game):
    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__("kingdom", params)


class Capital(Game):
    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__("capital", params)


class Heroes(Game):
    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__("heroes", params)


class TradeWarz(Game):
    def __init__(self, params: dict[str, Any] | None = None) -> None:
        super().__init__("tradewarz", params)


# OpenSpiel makes games from their classes: it needs one for each ruleset.
_GAMES: Final = {
    "township": Township,
    "kingdom": Kingdom,
    "capital": Capital,
    "heroes": Heroes,
    "tradewarz": TradeWarz,
}
_TYPES: Final = {id: _type_of(id) for id in registry.IDS}
for _id, _game in _GAMES.items():
    pyspiel.register_game(_TYPES[_id], _game)
