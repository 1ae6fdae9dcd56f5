"""TradeWarz as a ruleset: its decisions in the order of the rulebook, setup, and how it ends."""

from typing import Final, final

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Outcome, Seat
from pentarch.engine.decision import Decision
from pentarch.engine.errors import InvalidOption
from pentarch.engine.manual import Manual
from pentarch.engine.options import Options
from pentarch.engine.plain import Json
from pentarch.engine.ruleset import Info, Ruleset
from pentarch.engine.tradewarz import (
    aftermath,
    alliance,
    battle,
    build,
    commands,
    loading,
    march,
    recall,
    recruit,
    retreat,
    sampling,
    sentences,
    step,
    tech,
    text,
    trade,
    turn,
    victory,
    views,
    voyage,
    year,
)
from pentarch.engine.tradewarz.manual import MANUAL
from pentarch.engine.tradewarz.settings import OPTIONS, Settings
from pentarch.engine.tradewarz.state import (
    ALLYING,
    ANSWERING,
    BATTLE,
    GROUPS,
    RECRUITING,
    STEPS,
    TECHING,
    TURN,
    State,
)
from pentarch.engine.tradewarz.tables import GOES_ON

INFO: Final = Info(
    id="tradewarz",
    version=1,
    title="TradeWarz",
    prefix="TW",
    summary="Settle a continent, hold trading posts, win battles and be first to the Xadlas.",
    min_seats=2,
    max_seats=6,
    max_steps=20000,
    options=OPTIONS,
    is_simultaneous=True,
)

_ALL: Final["list[Decision[State]]"] = [
    voyage.PlacePosts(),
    voyage.ChooseHouse(),
    voyage.Sail(),
    turn.TakeTurn(),
    trade.ChooseGift(),
    trade.ChooseWish(),
    trade.AnswerOffer(),
    alliance.AnswerProposal(),
    march.ChooseGroup(),
    step.ChooseStep(),
    battle.CommitCards(),
    aftermath.DisplaceBeaten(),
    recall.RecallSoldiers(),
    retreat.ChooseRetreat(),
    build.ChooseBuilding(),
    recruit.ChooseRecruit(),
    tech.ChooseTech(),
    tech.AppointUnit(),
    year.MoveConquerorsOut(),
]
DECISIONS: Final = {decision.name: decision for decision in _ALL}
"""What seats are asked, by the name that states, dumps and views show."""

_LAST_IS_CALM: Final = frozenset((GROUPS, STEPS, BATTLE, RECRUITING, TECHING, ANSWERING, ALLYING))
"""Decisions whose last command ends or declines something."""


@final
class TradeWarz(Ruleset[State]):
    """Rival houses land on Xadlagon, trade, build and fight for Xadlas."""

    def __init__(self) -> None:
        self.info = INFO
        self.commands = commands.COMMANDS

    def setup(self, seats: int, options: Options, chance: Chance) -> State:
        self.info.check_seats(seats)
        most = max(2, seats - 1)
        if options.number("alliance_max") > most:
            raise InvalidOption(f"option 'alliance_max' is at most {most} with {seats} seats")
        return voyage.prepare(Settings(options.values), seats, chance)

    def decision(self, state: State) -> "Decision[State] | None":
        return DECISIONS.get(state.decision)

    def outcome(self, state: State) -> "Outcome | None":
        return None if state.ending is GOES_ON else victory.result(state)

    def adjudicate(self, state: State) -> Outcome:
        return victory.result(state)

    def copy(self, state: State) -> State:
        return state.copy()

    def fingerprint(self, state: State) -> bytes:
        return state.fingerprint()

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

    def manual(self) -> Manual:
        return MANUAL

    def text(self, view: Json) -> str:
        return text.draw(view)

    def sentence(self, event: Event) -> str:
        return sentences.sentence(event)

    def phrase(self, command: Command) -> str:
        return sentences.phrase(command)

    def audience(self, state: State, seat: Seat, command: Command) -> "tuple[Seat, ...] | None":
        # TW-BAT.3: morale cards are committed in secret.
        return (seat,) if command.verb is commands.COMMIT else None

    def fallback(self, state: State, seat: Seat) -> Command:
        """Gather resources, decline, stand still: whatever changes least."""
        listed = self.legal(state, seat)
        if state.decision == TURN:
            for verb in (commands.RESOURCES, commands.RESOURCES_3, commands.MARCH):
                for command in listed:
                    if command.verb is verb:
                        return command
        if state.decision == TURN or state.decision in _LAST_IS_CALM:
            return listed[-1]
        return listed[0]


RULESET: Final = TradeWarz()
