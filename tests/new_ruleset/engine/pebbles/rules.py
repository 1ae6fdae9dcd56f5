"""Pebbles: how a match begins, goes on and ends."""

from typing import Final, final

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Outcome, Seat, ranks_of
from pentarch.engine.decision import Decision
from pentarch.engine.manual import Manual
from pentarch.engine.options import Options
from pentarch.engine.pebbles import loading, manual, sampling, sentences, text, views
from pentarch.engine.pebbles.commands import TABLE
from pentarch.engine.pebbles.settings import OPTIONS, Settings
from pentarch.engine.pebbles.state import State
from pentarch.engine.pebbles.turn import TAKING
from pentarch.engine.plain import Json
from pentarch.engine.ruleset import Info, Ruleset

_END: Final = "PB-3.1"


@final
class Pebbles(Ruleset[State]):
    """See RULES.md."""

    def __init__(self) -> None:
        self.info = Info(
            id="pebbles",
            version=1,
            title="Pebbles",
            prefix="PB",
            summary="take from a heap until it is empty",
            min_seats=2,
            max_seats=4,
            max_steps=100,
            options=OPTIONS,
            is_open=True,
        )
        self.commands = TABLE

    def setup(self, seats: int, options: Options, chance: Chance) -> State:
        settings = Settings(options)
        return State(settings, settings.heap, [0] * seats, 0)

    def decision(self, state: State) -> "Decision[State] | None":
        return TAKING if state.heap else None

    def outcome(self, state: State) -> "Outcome | None":
        return None if state.heap else self.adjudicate(state)

    def adjudicate(self, state: State) -> Outcome:
        return Outcome(
            ranks=ranks_of([(count,) for count in state.taken]),
            scores=state.taken.copy(),
            rule=_END,
            reason="empty",
            natural=True,
        )

    def copy(self, state: State) -> State:
        return state.copy()

    def fingerprint(self, state: State) -> bytes:
        return state.pack()

    def view(self, state: State, seat: "Seat | None") -> Json:
        return views.view(state, seat)

    def sample(self, view: Json, seat: Seat, chance: Chance) -> State:
        return sampling.sample(view, seat, chance)

    def dump(self, state: State) -> Json:
        return views.dump(state)

    def load(self, value: Json) -> State:
        return loading.load(value)

    def measures(self, state: State) -> "dict[str, list[int]]":
        return {"pebbles": state.taken.copy()}

    def text(self, view: Json) -> str:
        return text.draw(view)

    def chart(self, state: State) -> Json:
        return {}

    def manual(self) -> Manual:
        return manual.manual()

    def sentence(self, event: Event) -> str:
        return sentences.sentence(event)

    def phrase(self, command: Command) -> str:
        return sentences.phrase(command)


RULESET: Final = Pebbles()
