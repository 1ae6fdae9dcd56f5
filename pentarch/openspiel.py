"""OpenSpiel games of all rulesets. Needs the package `open_spiel`.

    >>> import pyspiel
    >>> from pentarch import openspiel
    >>> game = pyspiel.load_game("pentarch_township(seats=2)")
    >>> state = game.new_initial_state()
    >>> state.apply_action(state.chance_outcomes()[0][0])
    >>> state.legal_actions_mask(0)[:3]
    [1, 1, 1]

Importing this module registers a game for every ruleset. Actions are places in the list of legal
commands. Chance has a node of its own wherever something is drawn: the first one before the match
is set up, the others after decisions that throw dice or turn cards over. Its outcomes are numbers
that are all equally likely, and each stands for all draws of that moment. What is hidden is in the
state, so `State.resampled` gives one that agrees with all that a player knows, with other hidden
things; `Searcher` lets a search of OpenSpiel look at nothing but such states.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any, Final, TypeAlias

import numpy as np
import pyspiel

from pentarch.engine import registry
from pentarch.engine.core import Seat
from pentarch.engine.plain import Json, canonical
from pentarch.research.actions import MOST_LISTED
from pentarch.research.course import SEED_LIMIT, Course, Kind
from pentarch.research.observations import Array, Layout

OUTCOMES: Final = 256
"""How many outcomes a chance node has. Searches of OpenSpiel go through all of them at each."""

_CHANCE: Final = int(pyspiel.PlayerId.CHANCE)
_TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)
_SIMULTANEOUS: Final = int(pyspiel.PlayerId.SIMULTANEOUS)

Eyes: TypeAlias = Callable[[Seat], Seat | None]
"""Whose view a player gets: None is a spectator's."""


class Game(pyspiel.Game):
    """A ruleset with a number of seats and options, written `name:value;name:value`."""

    def __init__(self, id: str, params: dict[str, Any] | None) -> None:
        chosen = params or {}
        seats = chosen.get("seats")
        options = _read(str(chosen.get("options", "")))
        self.kind: Final = Kind(id, None if seats is None else int(seats), options, "listed")
        super().__init__(
            _TYPES[id],
            pyspiel.GameInfo(
                num_distinct_actions=MOST_LISTED,
                max_chance_outcomes=OUTCOMES,
                num_players=self.kind.seats,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=self.kind.ruleset.info.max_steps,
            ),
            chosen,
        )

    def new_initial_state(self) -> "State":
        """A match before it is set up."""
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What a player observes: its seat's view, or of that what OpenSpiel asks for.

        Raises ValueError for what is private to all players together: that is the state's text.
        """
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if wanted.private_info not in _EYES:
            raise ValueError("an observer sees with the eyes of one player, or of none")
        if not wanted.public_info:
            return Observer()
        eyes = _EYES[wanted.private_info]
        return Memory(eyes) if wanted.perfect_recall else Sight(eyes, self.kind.layout)


class State(pyspiel.State):
    """A match under way. `course` is how it stands after the latest draw; None before the first."""

    def __init__(self, game: Game, course: Course | None = None) -> None:
        super().__init__(game)
        self.course: Course | None = None
        # Decided, and waiting for what chance draws: seats with their actions.
        self._drawing: list[tuple[Seat, int]] = []
        # OpenSpiel asks for it many times a step.
        self._player = _CHANCE
        if course is not None:
            self._stand(course)

    def current_player(self) -> int:
        """Who decides: a player, chance, several at once, or nobody any more."""
        return self._player

    def is_terminal(self) -> bool:
        """Whether the match is over, by itself or by the step cap."""
        return self._player == _TERMINAL

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may draw, with how likely it is."""
        return _OUTCOMES

    def returns(self) -> list[float]:
        """1 for the first, -1 for the last; those of one rank share."""
        return [0.0] * self.num_players() if self.course is None else self.course.rewards()

    def resampled(self, player: Seat, seed: int) -> "State":
        """A state that the player, who is to decide, could be in for all it knows.

        Its history is empty: it cannot be written down and read again.
        """
        return State(self.get_game(), self._now.resampled(player, seed))

    def resample_from_infostate(self, player_id: Seat, probability_sampler: Any) -> "State":
        """The same as OpenSpiel calls it: its information set search asks for it."""
        return self.resampled(player_id, int(probability_sampler() * SEED_LIMIT))

    def __str__(self) -> str:
        """The whole match as plain values, and what is decided and not carried out yet."""
        if self.course is None:
            return "before the match is set up"
        if self._drawing:
            decided = "; ".join(self._action_to_string(*each) for each in self._drawing)
            return f"{self._whole()} then {decided}"
        return self._whole()

    def _whole(self) -> str:
        return canonical(self._now.kind.ruleset.dump(self._now.state)).decode()

    @property
    def _now(self) -> Course:
        assert self.course is not None
        return self.course

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self._now.legal(player))))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == _CHANCE:
            return f"draw {action}"
        legal = self._now.legal(player)
        return legal[action].text if action < len(legal) else "nothing"

    def _apply_action(self, action: int) -> None:
        if self.course is None:
            self._stand(Course.begin(self.get_game().kind, action))
        elif self._drawing:
            chosen, self._drawing = self._drawing, []
            self._stand(self._after(self.course.with_dice(action), chosen))
        else:
            self._decide([(self._player, action)])

    def _apply_actions(self, actions: list[int]) -> None:
        self._decide([(seat, actions[seat]) for seat in self._now.acting()])

    def _decide(self, chosen: list[tuple[Seat, int]]) -> None:
        """Carry decisions out, or wait for chance if anything is drawn in the course of that."""
        after = self._after(self._now.copy(), chosen)
        if after.chance.position == self._now.chance.position:
            self._stand(after)
        else:
            self._drawing = chosen
            self._player = _CHANCE

    def _stand(self, course: Course) -> None:
        """The match has come there."""
        self.course = course
        acting = course.acting()
        if not acting:
            self._player = _TERMINAL
        else:
            self._player = acting[0] if len(acting) == 1 else _SIMULTANEOUS

    def _after(self, course: Course, chosen: list[tuple[Seat, int]]) -> Course:
        """The match with the decisions carried out."""
        # All are found before the first is carried out: the two may share a state.
        commands = [(seat, self._now.legal(seat)[action]) for seat, action in chosen]
        for seat, command in commands:
            course.play(seat, command)
        return course


class Searcher(pyspiel.Bot):
    """A search as a player that foresees nothing.

    It searches in that many `worlds` that the player could be in, each with its own hidden things,
    and takes the action that was chosen most often.
    """

    def __init__(self, search: pyspiel.Bot, player: Seat, *, worlds: int, seed: int) -> None:
        super().__init__()
        self._search: Final = search
        self._player: Final = player
        self._worlds: Final = worlds
        self._seed = seed

    def step(self, state: State) -> int:
        """The action to take."""
        legal = state.legal_actions(self._player)
        if len(legal) == 1:
            return int(legal[0])
        votes: Counter[int] = Counter()
        for _ in range(self._worlds):
            self._seed += 1
            votes[self._search.step(state.resampled(self._player, self._seed))] += 1
        return votes.most_common(1)[0][0]

    def restart_at(self, state: State) -> None:
        """Nothing is kept from one decision to the next."""


class Observer:
    """Observes nothing: what is private is shown with what is public, and never alone."""

    def __init__(self) -> None:
        self.tensor: Array | None = None
        self.dict: Final[dict[str, Array]] = {}

    def set_from(self, state: State, player: int) -> None:
        """Take in what the player sees."""

    def string_from(self, state: State, player: int) -> str:
        """What the player sees, as text."""
        return ""


class Sight(Observer):
    """What the eyes see now, as a tensor and as text."""

    def __init__(self, eyes: Eyes, layout: Layout) -> None:
        super().__init__()
        self._eyes: Final = eyes
        self._layout: Final = layout
        self._seen: Final = np.zeros(layout.size, np.float32)
        self.tensor = self.dict["view"] = self._seen

    def set_from(self, state: State, player: int) -> None:
        """Take in what the player sees."""
        self._seen.fill(0)
        if state.course is not None:
            self._layout.write(state.course.view(self._eyes(player)), self._seen)

    def string_from(self, state: State, player: int) -> str:
        """What the player sees, as text."""
        return "" if state.course is None else state.course.text(self._eyes(player))


class Memory(Observer):
    """All that was told since the match began, and what the eyes see now: as text alone."""

    def __init__(self, eyes: Eyes) -> None:
        super().__init__()
        self._eyes: Final = eyes

    def string_from(self, state: State, player: int) -> str:
        """What the player was told and sees, as text."""
        course, eye = state.course, self._eyes(player)
        if course is None:
            return ""
        told = [str(event) for event in course.heard(eye, from_the_start=True)]
        return "\n".join([*told, "", course.text(eye)])


def _read(text: str) -> dict[str, Json]:
    options: dict[str, Json] = {}
    for part in filter(None, text.split(";")):
        name, _, value = part.partition(":")
        options[name] = value
    return options


def _type_of(id: str) -> Any:
    info = registry.get(id).info
    dynamics = pyspiel.GameType.Dynamics
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=f"pentarch_{id}",
        long_name=f"Pentarch {info.title}",
        dynamics=dynamics.SIMULTANEOUS if info.is_simultaneous else dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            information.PERFECT_INFORMATION if info.is_open else information.IMPERFECT_INFORMATION
        ),
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


def _register(id: str) -> None:
    """Register the game of a ruleset: OpenSpiel wants a class for each."""

    class Registered(Game):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(id, params)

    Registered.__name__ = Registered.__qualname__ = f"Pentarch{id.capitalize()}"
    pyspiel.register_game(_TYPES[id], Registered)


_EYES: Final[dict[Any, Eyes]] = {
    pyspiel.PrivateInfoType.SINGLE_PLAYER: lambda player: player,
    pyspiel.PrivateInfoType.NONE: lambda player: None,
}
_OUTCOMES: Final = [(number, 1 / OUTCOMES) for number in range(OUTCOMES)]
_TYPES: Final = {id: _type_of(id) for id in registry.IDS}
for _id in registry.IDS:
    _register(_id)
