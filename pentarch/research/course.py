"""A match as adapters drive it: one command after another, with what each seat may know of it.

It keeps no digests and makes no record, which would cost as much as the rules; the dice are those
of a `Match` with the same seed.
"""

import secrets
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, TypeAlias

import orjson

from pentarch.engine import registry
from pentarch.engine.chance import Keyed, derive, derive_key, seed_key
from pentarch.engine.commands import Command
from pentarch.engine.core import SEAT_NAMES, Event, Seat
from pentarch.engine.options import choose
from pentarch.engine.plain import Json
from pentarch.engine.ruleset import Ruleset
from pentarch.research.actions import Action, Actions, Mask, NoAction, actions_of
from pentarch.research.observations import Array, Layout

SEED_LIMIT: Final = 2**63
Values: TypeAlias = tuple[str, Seat, tuple[int | str, ...], tuple[Seat, ...] | None]
"""What an event is made of."""


@cache
def layout_of(id: str) -> Layout:
    """How the views of a ruleset become arrays."""
    return Layout(registry.get(id).manual().view)


class Kind:
    """What is the same in all matches that an environment plays."""

    def __init__(
        self, ruleset: str, seats: int | None, options: dict[str, Json] | None, actions: str
    ) -> None:
        self.ruleset: Final[Ruleset[Any]] = registry.get(ruleset)
        info = self.ruleset.info
        self.seats: Final = max(2, info.min_seats) if seats is None else seats
        info.check_seats(self.seats)
        self.max_steps: Final = info.max_steps
        self.options: Final = choose(info.options, options or {})
        # Refuse options that do not fit at once, not at the first match.
        self.ruleset.setup(self.seats, self.options, Keyed(seed_key(0)))
        self._way: Final = actions
        self.actions: Final[Actions] = actions_of(self.ruleset, actions)
        self.layout: Final = layout_of(ruleset)
        self.names: Final = list(SEAT_NAMES[: self.seats])

    def __reduce__(self) -> tuple[Any, ...]:
        return Kind, (self.ruleset.info.id, self.seats, self.options.plain(), self._way)


class Past:
    """A step that was played, and all before it. Never changes, so copies of a match share it."""

    __slots__ = ("before", "command", "events", "seat")

    def __init__(
        self, before: "Past | None", seat: Seat, command: Command, events: list[Event]
    ) -> None:
        self.before: Final = before
        self.seat: Final = seat
        self.command: Final = command
        self.events: Final = events


class Course:
    """One match under way."""

    __slots__ = (
        "_acting",
        "_legal",
        "_memory",
        "chance",
        "forfeits",
        "kind",
        "past",
        "state",
        "steps",
    )

    def __init__(self, kind: Kind, state: Any, chance: Keyed) -> None:
        self.kind: Final = kind
        # Any: every ruleset has states of its own.
        self.state: Final[Any] = state
        self.chance: Final = chance
        self.steps = 0
        self.past: Past | None = None
        self.forfeits: Mapping[Seat, str] = {}
        """Who has ended the match by an action that was not legal, and what was wrong with it."""
        self._acting: list[Seat] | None = None
        self._legal: Final[dict[Seat, list[Command]]] = {}
        self._memory: Course | None = None

    @classmethod
    def begin(cls, kind: Kind, seed: int) -> "Course":
        """A new match."""
        chance = Keyed(seed_key(seed))
        return cls(kind, kind.ruleset.setup(kind.seats, kind.options, chance), chance)

    def copy(self) -> "Course":
        """An independent match with the same dice to come."""
        return self._with(self.kind.ruleset.copy(self.state), self.chance.copy())

    def memory(self) -> "Course":
        """The match as it stands, to look at later. It cannot be played on."""
        if self._memory is None:
            self._memory = self._with(self.kind.ruleset.copy(self.state), self.chance)
        return self._memory

    def __deepcopy__(self, memo: object) -> "Course":
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        # States and commands know how to write themselves down, and pickle does not.
        state = self.kind.ruleset.dump(self.state)
        steps = [
            (step.seat, step.command.number, [_values(event) for event in step.events])
            for step in self._history()
        ]
        dice = (self.chance.key, self.chance.position)
        return _restored, (self.kind, state, dice, steps, self.forfeits)

    def resampled(self, seat: Seat, seed: int) -> "Course":
        """A match that the seat could be in for all it knows, with other dice to come."""
        chance = Keyed(seed_key(derive(seed, "resampled")))
        return self._with(self.kind.ruleset.sample(self.view(seat), seat, chance), chance)

    def with_dice(self, seed: int) -> "Course":
        """This match with other dice to come; it is played on there, and no more here."""
        chance = Keyed(derive_key(self.chance.key, "dice", self.steps, seed))
        return self._with(self.state, chance)

    @property
    def is_cut(self) -> bool:
        """Whether the step cap has ended it."""
        if self.forfeits or self.steps < self.kind.max_steps:
            return False
        return self.kind.ruleset.outcome(self.state) is None

    @property
    def is_over(self) -> bool:
        """Whether nobody decides any more."""
        return not self.acting()

    def acting(self) -> list[Seat]:
        """The seats that decide now: the same list until the next step, not for changing."""
        if self._acting is None:
            self._acting = [] if self._is_stopped else self.kind.ruleset.to_act(self.state)
        return self._acting

    def legal(self, seat: Seat) -> list[Command]:
        """What the seat may do; nothing if it is not asked."""
        found = self._legal.get(seat)
        if found is None:
            found = [] if self._is_stopped else self.kind.ruleset.legal(self.state, seat)
            self._legal[seat] = found
        return found

    def act(self, actions: Mapping[Seat, Action]) -> None:
        """Seats that are asked give their actions, which are carried out in that order.

        Who gives one that is not legal forfeits: the match is over, and nothing is carried out.
        Raises NoAction for what could be legal nowhere, and for a seat that is not asked.
        """
        numbering = self.kind.actions
        commands: list[tuple[Seat, Command]] = []
        forfeits: dict[Seat, str] = {}
        for seat, action in actions.items():
            legal = self.legal(seat)
            try:
                commands.append((seat, numbering.command(legal, action)))
            except NoAction as error:
                if not legal or not numbering.holds(action):
                    raise
                forfeits[seat] = str(error)
        if forfeits:
            self.forfeits = forfeits
            self._forget()
            return
        for seat, command in commands:
            self.play(seat, command)

    def play(self, seat: Seat, command: Command) -> None:
        """Carry out a legal command."""
        events = self.kind.ruleset.apply(self.state, seat, command, self.chance)
        self.past = Past(self.past, seat, command, events)
        self.steps += 1
        self._forget()

    def view(self, seat: Seat | None) -> Json:
        """What a seat (None: a spectator) may know."""
        return self.kind.ruleset.view(self.state, seat)

    def kept_view(self, seat: Seat) -> Json:
        """The same, for those who keep and change it: views share what never changes."""
        kept: Json = orjson.loads(orjson.dumps(self.view(seat)))
        return kept

    def observation(self, seat: Seat) -> Array:
        """What the seat may know, as an array."""
        return self.kind.layout.array(self.view(seat))

    def mask(self, seat: Seat) -> Mask:
        """What the seat may do; 0 alone, which counts for nothing, for one that is not asked."""
        legal = self.legal(seat)
        return self.kind.actions.mask(legal) if legal else self.kind.actions.idle()

    def heard(self, seat: Seat | None, *, from_the_start: bool = False) -> list[Event]:
        """What the seat (None: a spectator) was told since it last decided, or since the match
        began."""
        told: list[Event] = []
        for step in self._history(None if from_the_start else seat):
            told += self.kind.ruleset.told(self.state, step.seat, step.command, step.events, seat)
        return told

    def text(self, seat: Seat | None) -> str:
        """What a seat (None: a spectator) may know, to be read."""
        return self.kind.ruleset.text(self.view(seat))

    def rewards(self) -> list[float]:
        """1 for the first, -1 for the last, evenly between; those of one rank share. 0 before.

        Seats that forfeited are behind all others.
        """
        outcome = self.kind.ruleset.outcome(self.state)
        if outcome is None:
            if not self._is_stopped:
                return [0.0] * self.kind.seats
            outcome = self.kind.ruleset.adjudicate(self.state)
        places = [(seat in self.forfeits, rank) for seat, rank in enumerate(outcome.ranks)]
        last = self.kind.seats - 1
        return [
            1.0 - (2 * sum(other < place for other in places) + places.count(place) - 1) / last
            for place in places
        ]

    @property
    def _is_stopped(self) -> bool:
        """Whether something else than the rules has ended it."""
        return self.steps >= self.kind.max_steps or bool(self.forfeits)

    def _forget(self) -> None:
        """What was kept of the match as it stood."""
        self._acting = None
        self._legal.clear()
        self._memory = None

    def _history(self, since: Seat | None = None) -> list[Past]:
        """The steps in their order: all, or from the latest step of a seat on."""
        steps: list[Past] = []
        step = self.past
        while step is not None:
            steps.append(step)
            step = None if step.seat == since else step.before
        return steps[::-1]

    def _with(self, state: Any, chance: Keyed) -> "Course":
        twin = Course(self.kind, state, chance)
        twin.steps = self.steps
        twin.past = self.past
        twin.forfeits = self.forfeits
        return twin


def drawn_seed() -> int:
    """A seed for a match that nobody wants to see again."""
    return secrets.randbelow(SEED_LIMIT)


def begun(kind: Kind, seed: int, options: dict[str, Any] | None) -> Course:
    """A match for an environment's `reset`: a new one, or a copy of `options["course"]`.

    Raises ValueError for a match of another kind. Other options are for other environments.
    """
    course = (options or {}).get("course")
    if course is None:
        return Course.begin(kind, seed)
    if not isinstance(course, Course) or (course.kind.ruleset, course.kind.seats) != (
        kind.ruleset,
        kind.seats,
    ):
        raise ValueError(f"'course' is a match of {kind.ruleset.info.id} for {kind.seats} seats")
    return course.copy()


def _restored(
    kind: Kind,
    state: Json,
    dice: tuple[bytes, int],
    steps: list[tuple[Seat, int, list[Values]]],
    forfeits: Mapping[Seat, str],
) -> Course:
    """A match that was written down."""
    course = Course(kind, kind.ruleset.load(state), Keyed(*dice))
    course.steps = len(steps)
    course.forfeits = forfeits
    for seat, number, events in steps:
        command = kind.ruleset.commands.by_number(number)
        told = [Event(*values) for values in events]
        course.past = Past(course.past, seat, command, told)
    return course


def _values(event: Event) -> Values:
    return event.name, event.seat, event.values, event.to
