"""Capital as a ruleset: how a match begins, and where everything else is found."""

from typing import Final, final

from pentarch.engine.capital import cities, loading, sampling, sentences, standing, turn, views
from pentarch.engine.capital.commands import (
    BUILD_UNIT,
    CHARGE,
    COMMANDS,
    DONE,
    GIVE,
    HOLD,
    KEEP,
    MOVE,
    PASS,
    SWAP,
    TAKE,
)
from pentarch.engine.capital.decisions import BY_NAME
from pentarch.engine.capital.manual import MANUAL
from pentarch.engine.capital.realm import Realm
from pentarch.engine.capital.settings import OPTIONS, Settings
from pentarch.engine.capital.state import State
from pentarch.engine.capital.text import draw_text
from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command, Verb
from pentarch.engine.core import Event, Outcome, Seat
from pentarch.engine.decision import Decision
from pentarch.engine.errors import InvalidOption
from pentarch.engine.manual import Manual
from pentarch.engine.options import Options
from pentarch.engine.packing import packed
from pentarch.engine.plain import Json
from pentarch.engine.ruleset import Info, Ruleset

# Commands that name a card which others do not see; an event says the rest of it.
_SECRET: Final[tuple[Verb, ...]] = (BUILD_UNIT, TAKE, MOVE, SWAP, GIVE, KEEP)


@final
class Capital(Ruleset[State]):
    """Build a city into the Capital of the Empire, or be the last whose city stands."""

    def __init__(self) -> None:
        self.info = Info(
            id="capital",
            version=1,
            title="Capital",
            prefix="CP",
            summary="Cards, income and war: complete the Capital upgrades of your city first.",
            min_seats=2,
            max_seats=4,
            max_steps=50_000,
            options=OPTIONS,
        )
        self.commands = COMMANDS

    def setup(self, seats: int, options: Options, chance: Chance) -> State:
        self.info.check_seats(seats)
        settings = Settings(options)
        if settings.teams and seats != 4:
            raise InvalidOption("option 'teams' can be '2v2' only with four seats")
        state = State(settings, [Realm() for _ in range(seats)])
        events: list[Event] = []
        cities.begin(state, chance, events)
        turn.advance(state, chance, events)
        return state

    def decision(self, state: State) -> "Decision[State] | None":
        return BY_NAME[state.decision]

    def outcome(self, state: State) -> "Outcome | None":
        return standing.outcome(state)

    def adjudicate(self, state: State) -> Outcome:
        return standing.adjudicate(state)

    def copy(self, state: State) -> State:
        return state.copy()

    def fingerprint(self, state: State) -> bytes:
        small: list[int] = []
        wide: list[int] = []
        state.pack(small, wide)
        return b"".join((bytes(small), state.deck.pack(), packed(wide)))

    def view(self, state: State, seat: "Seat | None") -> Json:
        return views.view(state, seat)

    def sample(self, view: Json, seat: Seat, chance: Chance) -> State:
        return sampling.sample(view, seat, chance)

    def dump(self, state: State) -> Json:
        return views.dump(state)

    def load(self, value: Json) -> State:
        return loading.load(value)

    def measures(self, state: State) -> "dict[str, list[int]]":
        return views.measures(state)

    def chart(self, state: State) -> Json:
        return views.chart(state)

    def sentence(self, event: Event) -> str:
        return sentences.sentence(event)

    def phrase(self, command: Command) -> str:
        return sentences.phrase(command)

    def groups(self, state: State) -> "dict[str, list[str]]":
        """Teams (CP-12.1), and advanced cities by lot (CP-13.2)."""
        groups: dict[str, list[str]] = {}
        if state.settings.teams:
            groups["team"] = ["ab"[seat % 2] for seat in range(len(state.realms))]
        if state.settings.cities_by_lot:
            kinds = [realm.city.kind for realm in state.realms]
            groups["city"] = [kind.id for kind in kinds if kind is not None]
        return groups

    def manual(self) -> Manual:
        return MANUAL

    def text(self, view: Json) -> str:
        return draw_text(view)

    def audience(self, state: State, seat: Seat, command: Command) -> "tuple[Seat, ...] | None":
        return state.confidants(seat) if command.verb in _SECRET else None

    def fallback(self, state: State, seat: Seat) -> Command:
        """A forfeited seat closes what it can close and otherwise takes the first choice."""
        commands = self.legal(state, seat)
        last = commands[-1]
        return last if last in (DONE, CHARGE, HOLD, PASS) else commands[0]


RULESET: Final = Capital()
