"""A ladder of many matches: its table and its next blocks cost what has happened since."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import event, insert
from sqlalchemy.orm import Session

from pentarch.arbiter.competition.book import table_of, tally_of
from pentarch.arbiter.competition.formats.squares import seatings
from pentarch.arbiter.competition.ratings import rate
from pentarch.arbiter.store import Store, tournaments
from pentarch.arbiter.store.books import StoredBook
from pentarch.arbiter.store.models import Block, Match, Seat
from pentarch.arbiter.store.words import MatchState
from pentarch.engine.chance import Seeded, derive, seed_key
from pentarch.workers.conductor import AHEAD, conduct
from pentarch.workers.fit import Fits
from tests.arbiter.simulation import play_match
from tests.arbiter.store.databases import SqliteDatabases
from tests.tournaments import (
    RULESET,
    START,
    add_bots,
    add_tournament,
    host_of,
    rate_settled,
    settle,
    waiting,
)

BOTS = 40
CHUNK = 2000


def fill(session: Session, tournament_id: int, versions: list[int], blocks: int) -> None:
    """Write blocks of two rated matches each, past the state machine."""
    strengths = {str(id): -0.1 * place for place, id in enumerate(versions)}
    chance = Seeded(1)
    rows: dict[type, list[dict[str, object]]] = {Block: [], Match: [], Seat: []}
    for number in range(blocks):
        lineup = [str(id) for id in versions]
        chance.shuffle(lineup)
        seed = derive(7, "block", f"b{number}")
        rows[Block].append(
            {
                "id": number + 1,
                "tournament_id": tournament_id,
                "label": f"b{number}",
                "number": number,
                "round": 1,
                "is_paired": True,
                "create_time": START,
            }
        )
        for place, seating in enumerate(seatings(lineup[:2], mirrored=number % 2 == 1)):
            id = 2 * number + place + 1
            drawn = play_match(str(place), "block", seating, strengths, seed=seed)
            rows[Match].append(_match(id, number + 1, place, tournament_id, seed))
            for seat, (version, rank) in enumerate(zip(seating, drawn.ranks, strict=True)):
                rows[Seat].append(
                    {
                        "match_id": id,
                        "seat": seat,
                        "version_id": int(version),
                        "bot_id": int(version),
                        "ruleset": RULESET,
                        "rank": rank,
                        "score": 0,
                    }
                )
        if number % CHUNK == CHUNK - 1 or number == blocks - 1:
            for kind, made in rows.items():
                session.execute(insert(kind), made)
                made.clear()


def _match(id: int, block: int, place: int, tournament_id: int, seed: int) -> dict[str, object]:
    return {
        "id": id,
        "tournament_id": tournament_id,
        "block_id": block,
        "position": place,
        "ruleset": RULESET,
        "options": {},
        "clock": {},
        "seat_count": 2,
        "key": seed_key(seed),
        "bot_key": seed_key(seed, "bots"),
        "is_rated": True,
        "is_journaled": False,
        "priority": 100,
        "create_time": START,
        "enqueue_time": START,
        "start_time": START,
        "play_time": START,
        "end_time": START,
        "state": MatchState.RATED,
        "epoch": 1,
        "failures": 0,
        "record_sha256": "0" * 64,
    }


class Work:
    """How many statements were sent, and how many rows of seats came back for results."""

    def __init__(self) -> None:
        self.statements = 0

    def note(self, *_: object) -> None:
        self.statements += 1


@contextmanager
def counting(store: Store) -> Iterator[Work]:
    work = Work()
    event.listen(store.engine, "before_cursor_execute", work.note)
    yield work
    event.remove(store.engine, "before_cursor_execute", work.note)


@pytest.mark.parametrize(
    "blocks",
    [
        1_500,
        pytest.param(50_000, marks=[pytest.mark.long, pytest.mark.timeout(1800)]),
    ],
)
def test_a_further_block_costs_a_further_block(tmp_path: Path, blocks: int) -> None:
    made = SqliteDatabases(tmp_path)
    store = made.open()
    with store.writing() as session:
        versions = add_bots(session, BOTS)
        id = add_tournament(session, versions, "ladder", {})
        fill(session, id, versions, blocks)
    times: dict[str, float] = {}

    @contextmanager
    def timed(name: str) -> Iterator[None]:
        began = time.process_time()
        yield
        times[name] = time.process_time() - began

    book = StoredBook(id)
    with store.reading() as session, timed("read everything"):
        book.refresh(session)
    with timed("standings from nothing"):
        book.standings()
    assert book.read == blocks
    host = host_of(store, tmp_path)
    with timed("conduct from nothing"):
        conduct(host, id)
    with store.writing() as session:
        first = waiting(session, id)
        settle(session, first[:2])
    assert 1 < len(first) <= 2 * AHEAD
    with store.reading() as session, counting(store) as work, timed("read one more block"):
        book.refresh(session)
    planned = len(first) // 2
    assert book.read == blocks + planned, "what was read before is not read again"
    assert work.statements < 20
    with timed("standings after one more block"):
        lines = book.standings()
    assert sum(line.rating.blocks for line in lines) == 2 * (blocks + 1)
    with counting(store) as work, timed("conduct after one more block"):
        assert conduct(host, id) == 0, "the wave is not over"
    assert work.statements < 30
    with store.writing() as session:
        settle(session, waiting(session, id))
    with timed("conduct after a wave"):
        assert conduct(host, id) > 0
    with store.reading() as session:
        book.refresh(session)
    again = table_of(book.scheduler, book.history, rate(tally_of(book.scheduler, book.history)))
    for line, other in zip(book.standings(), again, strict=True):
        assert line.standing.bot == other.standing.bot
        assert line.rating.rating == pytest.approx(other.rating.rating, abs=1e-6)
        assert line.rating.interval.low == pytest.approx(other.rating.interval.low, abs=1e-6)
    rate_settled(store)
    fits = Fits()
    with timed("fit of the ruleset from nothing"):
        assert fits.fit_all(host) == [RULESET]
    with store.reading() as session:
        assert tournaments.get(session, id).state == "running"
    print(f"{2 * blocks} matches, seconds of CPU:")
    for name, seconds in times.items():
        print(f"  {seconds:8.3f}  {name}")
    made.close()
