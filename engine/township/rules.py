"""Township: the ruleset.

A turn has eight phases (TS-1.2). Those that ask stand in `DECISIONS` in their order; each chapter
ends by calling the next one:

    1  units leave the buildings     turn.py
    2  destroyed buildings go        turn.py
    3  new ground                    ground.py
    4  activities                    work.py, with activity.py and tools.py
    5  surplus goods                 storage.py
    6  depletion                     depletion.py
    7  attacks                       campaign.py, battle.py, spoils.py
    8  surplus units                 turn.py; outcome.py says who leaves and who has won
"""

from typing import Final, final

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Outcome, Seat
from pentarch.engine.decision import Decision
from pentarch.engine.manual import Manual
from pentarch.engine.options import Options
from pentarch.engine.plain import Json
from pentarch.engine.ruleset import Info, Ruleset
from pentarch.engine.township import loading, outcome, sampling, sentences, text, turn, views
from pentarch.engine.township.actors import ActiveChoice
from pentarch.engine.township.battle import Defence, Shields, Swords
from pentarch.engine.township.campaign import Assign, Target
from pentarch.engine.township.commands import BREAK, LOOT, RAZE, SKIP, TABLE
from pentarch.engine.township.ground import Break, Pass
from pentarch.engine.township.manual import MANUAL
from pentarch.engine.township.settings import OPTIONS, Settings
from pentarch.engine.township.spoils import Damage, Loot, Raze
from pentarch.engine.township.state import (
    ARMING,
    ASSIGNING,
    BREAKING,
    CHOOSING,
    DEFENDING,
    DISCARDING,
    SHIELDING,
    SPOILING,
    SUFFERING,
    WORKING,
    State,
    new_town,
)
from pentarch.engine.township.storage import Discard
from pentarch.engine.township.work import Work

INFO: Final = Info(
    id="township",
    version=1,
    title="Township",
    prefix="TS",
    summary="Run a town: work, build, feast and fight for renown. Everything is open.",
    min_seats=2,
    max_seats=6,
    max_steps=60_000,
    is_open=True,
    options=OPTIONS,
)

_DECISIONS: Final[list[Decision[State]]] = [
    ActiveChoice(BREAKING, [Break(BREAK), Pass(SKIP)]),
    Work(WORKING),
    Discard(DISCARDING),
    Assign(ASSIGNING),
    Target(CHOOSING),
    Swords(ARMING),
    Defence(DEFENDING),
    Shields(SHIELDING),
    ActiveChoice(SPOILING, [Loot(LOOT), Raze(RAZE)]),
    Damage(SUFFERING),
]
DECISIONS: Final = {decision.name: decision for decision in _DECISIONS}


@final
class Township(Ruleset[State]):
    """2 to 6 towns, whole turns in seat order, nothing hidden."""

    def __init__(self) -> None:
        self.info = INFO
        self.commands = TABLE

    def setup(self, seats: int, options: Options, chance: Chance) -> State:
        state = State(Settings(options), [new_town() for _ in range(seats)])
        turn.begin(state, 0, [])
        return state

    def decision(self, state: State) -> "Decision[State] | None":
        return DECISIONS.get(state.decision)

    def outcome(self, state: State) -> "Outcome | None":
        return outcome.ranking(state) if outcome.is_over(state) else None

    def adjudicate(self, state: State) -> Outcome:
        return outcome.ranking(state)

    def copy(self, state: State) -> State:
        return state.copy()

    def fingerprint(self, state: State) -> bytes:
        return state.fingerprint()

    def view(self, state: State, seat: "Seat | None") -> Json:
        return views.view(state)

    def sample(self, view: Json, seat: Seat, chance: Chance) -> State:
        return sampling.sample(view)

    def dump(self, state: State) -> Json:
        return views.dump(state)

    def load(self, value: Json) -> State:
        return loading.load(value)

    def measures(self, state: State) -> "dict[str, list[int]]":
        return views.measures(state)

    def chart(self, state: State) -> Json:
        return views.chart()

    def manual(self) -> Manual:
        return MANUAL

    def text(self, view: Json) -> str:
        return text.draw(view)

    def sentence(self, event: Event) -> str:
        return sentences.sentence(event)

    def phrase(self, command: Command) -> str:
        return sentences.phrase(command)

    def fallback(self, state: State, seat: Seat) -> Command:
        """Nothing where nothing is allowed, else the last command listed: defend with everybody."""
        return self.legal(state, seat)[-1]


RULESET: Final = Township()
