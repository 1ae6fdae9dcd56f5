"""How a bot plays and does, of its newest matches: by opponent, seat, table size and version, how
it opens, and when it failed."""

from collections import defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeVar

import streamlit as st

from pentarch.arbiter.store import bots, disclosure, faults, finishes, matches
from pentarch.arbiter.store.errors import NotOnShelf, WrongState
from pentarch.arbiter.store.finishes import Finish, Finisher
from pentarch.dashboard.data.bots import RECENT
from pentarch.dashboard.data.finishes import LOOKED_AT, PairScore
from pentarch.dashboard.data.source import store
from pentarch.engine import record as records
from pentarch.engine import registry
from pentarch.engine.errors import EngineError

K = TypeVar("K", bound=Hashable)

OPENING: Final = 3
"""How many commands of a bot are its opening."""
OPENED: Final = 10
"""Of how many matches of each ruleset the openings are read."""
_STRETCHES: Final = 10


@dataclass(frozen=True)
class WinCount:
    """How many matches there were, how many of them a bot won, and in how many it failed."""

    matches: int = 0
    won: int = 0
    faults: int = 0

    @property
    def share(self) -> float:
        """The win rate."""
        return self.won / self.matches

    def with_place(self, place: Finisher) -> "WinCount":
        """With one more seat."""
        return WinCount(
            self.matches + 1, self.won + (place.rank == 1), self.faults + place.is_faulty
        )


@dataclass(frozen=True)
class Profile:
    """What a bot's newest rated matches say of it."""

    by_opponent: dict[str, PairScore]
    """By the name of a bot, those it met most first."""
    by_seat: dict[tuple[str, int], WinCount]
    """By ruleset and seat."""
    by_size: dict[tuple[str, int], WinCount]
    """By ruleset and number of seats."""
    by_version: dict[tuple[str, str], WinCount]
    """By ruleset and version."""


@dataclass(frozen=True)
class Opening:
    """The first commands of a bot in matches of a ruleset, in words."""

    ruleset: str
    commands: tuple[str, ...]
    count: WinCount


@dataclass(frozen=True)
class FaultStretch:
    """Seats of a bot one after another, and how many of them it lost by a fault."""

    begin: datetime
    end: datetime
    seats: int
    faults: int


@st.cache_data(ttl=30, show_spinner=False)
def profile(name: str) -> Profile:
    """What the newest rated matches of a bot say of it. Raises NotFound."""
    with store().reading() as session:
        bot_id = bots.by_name(session, name).id
        found = finishes.newest(session, bot_id=bot_id, most=LOOKED_AT)
    seats = [(one, place) for one in found for place in one.places if place.bot == name]
    return Profile(
        _opponents(seats),
        _counted(((one.ruleset, place.seat), place) for one, place in seats),
        _counted(((one.ruleset, len(one.places)), place) for one, place in seats),
        _counted(((one.ruleset, place.ref), place) for one, place in seats),
    )


def _opponents(seats: list[tuple[Finish, Finisher]]) -> dict[str, PairScore]:
    found: dict[str, PairScore] = defaultdict(PairScore)
    for one, own in seats:
        for other in one.places:
            if other.bot != own.bot:
                found[other.bot] = found[other.bot].with_ranks(own.rank, other.rank)
    return dict(sorted(found.items(), key=lambda item: (-item[1].number, item[0])))


def _counted(places: Iterable[tuple[K, Finisher]]) -> dict[K, WinCount]:
    found: dict[K, WinCount] = defaultdict(WinCount)
    for key, place in places:
        found[key] = found[key].with_place(place)
    return dict(found)


@st.cache_data(ttl=120, show_spinner=False)
def openings(name: str) -> list[Opening]:
    """How a bot opens, ruleset by ruleset, the most frequent first. Raises NotFound.

    Only records are read that everybody may have.
    """
    found: dict[tuple[str, tuple[str, ...]], WinCount] = defaultdict(WinCount)
    with store().reading() as session:
        bot_id = bots.by_name(session, name).id
        for ruleset in registry.IDS:
            ended = finishes.newest(session, ruleset=ruleset, bot_id=bot_id, most=OPENED)
            rows = matches.several(session, [one.match_id for one in ended])
            told = disclosure.told(session, list(rows.values()))
            for one in ended:
                if one.match_id not in told:
                    continue
                try:
                    record = records.decode(matches.record(session, one.match_id).content)
                except (EngineError, NotOnShelf, WrongState):
                    continue  # Its replay says why it cannot be read.
                for place in one.places:
                    if place.bot == name:
                        key = ruleset, _first_commands(record, place.seat)
                        found[key] = found[key].with_place(place)
    listed = [Opening(ruleset, words, count) for (ruleset, words), count in found.items()]
    return sorted(
        listed, key=lambda one: (registry.IDS.index(one.ruleset), -one.count.matches, one.commands)
    )


def _first_commands(record: records.Record, seat: int) -> tuple[str, ...]:
    ruleset = registry.get(record.ruleset)
    numbers = [number for mover, number in record.steps if mover == seat][:OPENING]
    return tuple(ruleset.phrase(ruleset.commands.by_number(number)) for number in numbers)


@st.cache_data(ttl=30, show_spinner=False)
def fault_history(name: str) -> list[FaultStretch]:
    """The newest seats of a bot in stretches of equal length, the newest first. Raises NotFound."""
    with store().reading() as session:
        seats = faults.of_bot(session, bots.by_name(session, name).id, most=RECENT)
    length = max(1, -(-len(seats) // _STRETCHES))
    stretches = [seats[begin : begin + length] for begin in range(0, len(seats), length)]
    return [
        FaultStretch(
            stretch[-1].moment,
            stretch[0].moment,
            len(stretch),
            sum(seat.is_faulty for seat in stretch),
        )
        for stretch in stretches
    ]
