"""A large store in seconds, for tests and benchmarks: plausible bots, matches and ratings.

Everything follows from the seed. Matches are written past the state machine in bulk, but end in
states that it could have brought them to; records are kept only where they are handed in.

    python -m tests.arbiter.store.bulk sqlite:////tmp/large.db 100000
"""

import random
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy import func, select, text
from sqlalchemy.orm import Session

from pentarch.arbiter.referee.keys import chosen, new_secret
from pentarch.arbiter.store import migrate
from pentarch.arbiter.store.database import Store
from pentarch.arbiter.store.models import (
    Attempt,
    Block,
    Bot,
    Entry,
    Match,
    Owner,
    Pair,
    Rating,
    RatingChange,
    Record,
    Seat,
    Tournament,
    Version,
    VersionRuleset,
)
from pentarch.arbiter.store.results import sha256_of
from pentarch.arbiter.store.rows import Heap
from pentarch.arbiter.store.words import (
    OVERALL,
    AttemptState,
    EntryState,
    MatchState,
    RecordKind,
    TournamentState,
    VersionKind,
    VersionState,
)
from pentarch.engine.chance import commitment

_K: Final = 16.0
_CHUNK: Final = 5000
_PER_BLOCK: Final = 4
_DIGEST: Final = "0" * 64
_LEAST: Final = 1000
_FEWEST_TOURNAMENTS: Final = 20
_PER_TOURNAMENT: Final = 2500
_SEATS: Final = {"township": 2, "kingdom": 4, "capital": 4, "heroes": 3, "tradewarz": 6}
_REASONS: Final = ("victory", "victory", "victory", "step_cap")


@dataclass(frozen=True)
class Amounts:
    """How much to make. `rulesets` gives the seats of a match; of a hundred matches `void` are
    void, the newest `waiting` of all are still on their way, and only the newest `history` have
    their rating changes kept."""

    matches: int
    rulesets: Mapping[str, int]
    bots: int = 40
    owners: int = 10
    tournaments: int = 20
    void: int = 1
    waiting: int = 200
    history: int = 20_000
    seed: int = 1


def seed(
    session: Session, amounts: Amounts, start: datetime, *, records: Sequence[bytes] = ()
) -> None:
    """Fill an empty store. The newest matches that were played get the records, if any.

    A match is created every second from `start` on. Analyse the database afterwards (`ANALYZE`)
    if its query plans matter.
    """
    _Seeder(session, amounts, start).run(records)


class _Seeder:
    def __init__(self, session: Session, amounts: Amounts, start: datetime) -> None:
        self.session: Final = session
        self.amounts: Final = amounts
        self.start: Final = start
        self.random: Final = random.Random(amounts.seed)
        self.rulesets: Final = sorted(amounts.rulesets)
        self.strength: Final = [self.random.gauss(0, 150) for _ in range(amounts.bots)]
        self.elo: Final[dict[tuple[str, int], float]] = {}
        self.tally: Final[dict[tuple[str, int], list[int]]] = {}
        self.pairs: Final[dict[tuple[str, int, int], list[int]]] = {}
        self.heap: Final = Heap(session)
        self.add: Final = self.heap.add

    def run(self, records: Sequence[bytes]) -> None:
        self.add_bots()
        self.add_tournaments()
        played: list[int] = []
        for number in range(1, self.amounts.matches + 1):
            if self.add_match(number):
                played.append(number)
        self.add_ratings()
        for content, match_id in zip(records, reversed(played), strict=False):
            self.add_record(match_id, content)
        self.heap.flush()
        self.count_on()

    def add_bots(self) -> None:
        for number in range(1, self.amounts.owners + 1):
            self.add(Owner, id=number, name=f"owner-{number}", create_time=self.start)
        for number in range(1, self.amounts.bots + 1):
            owner = 1 + number % self.amounts.owners
            self.add(
                Bot, id=number, owner_id=owner, name=f"bot-{number:03}", create_time=self.start
            )
            self.add(
                Version,
                id=number,
                bot_id=number,
                number=1,
                kind=VersionKind.BUILTIN,
                package_size=0,
                entry_point="",
                language="python",
                build="seed",
                is_reusable=True,
                create_time=self.start,
                state=VersionState.ACTIVE,
                activate_time=self.start,
                validation_epoch=0,
            )
            for ruleset in self.rulesets:
                self.add(VersionRuleset, version_id=number, ruleset=ruleset)
        self.heap.flush()

    def add_tournaments(self) -> None:
        for number in range(1, self.amounts.tournaments + 1):
            ruleset = self.rulesets[number % len(self.rulesets)]
            is_last = number == self.amounts.tournaments
            secret = new_secret(number)
            self.add(
                Tournament,
                id=number,
                owner_id=1 + number % self.amounts.owners,
                title=f"Tournament {number}",
                ruleset=ruleset,
                format="ladder",
                settings={},
                options={},
                clock={},
                seats=[self.amounts.rulesets[ruleset]],
                is_open=False,
                secret=secret,
                commitment=commitment(secret),
                seed=number,
                is_rated=True,
                state=TournamentState.RUNNING if is_last else TournamentState.FINISHED,
                create_time=self.start,
                start_time=self.start,
                end_time=None if is_last else self.start,
            )
            for version_id in range(1, self.amounts.bots + 1):
                self.add(
                    Entry,
                    tournament_id=number,
                    version_id=version_id,
                    seeding=version_id,
                    state=EntryState.PLAYING,
                    joins=0,
                    create_time=self.start,
                )
        self.heap.flush()

    def add_match(self, number: int) -> bool:
        """Add a match with all that belongs to it; whether it was played."""
        # Whole blocks to each tournament.
        per_tournament = (
            -(-self.amounts.matches // self.amounts.tournaments // _PER_BLOCK) * _PER_BLOCK
        )
        tournament = 1 + (number - 1) // per_tournament
        ruleset = self.rulesets[tournament % len(self.rulesets)]
        seats = self.random.sample(range(1, self.amounts.bots + 1), self.amounts.rulesets[ruleset])
        now = self.start + timedelta(seconds=number)
        state = self.state_of(number)
        is_played = state not in (MatchState.QUEUED, MatchState.VOID)
        is_over = state.is_over
        block, position = divmod(number - 1, _PER_BLOCK)
        keys = chosen(number)
        if position == 0:
            self.add(
                Block,
                id=block + 1,
                tournament_id=tournament,
                label=f"b{block + 1}",
                number=block + 1,
                round=1,
                is_paired=True,
                create_time=now,
            )
        self.add(
            Match,
            id=number,
            tournament_id=tournament,
            block_id=block + 1,
            position=position,
            owner_id=1 + tournament % self.amounts.owners,
            ruleset=ruleset,
            options={},
            clock={"bank": 60, "increment": 1, "cap": 10},
            seat_count=len(seats),
            key=keys.match,
            bot_key=keys.bots,
            seed=number,
            is_rated=True,
            is_journaled=False,
            priority=100,
            create_time=now,
            enqueue_time=now,
            state=state,
            epoch=0 if state is MatchState.QUEUED else 1,
            failures=1 if state is MatchState.VOID else 0,
            start_time=None if state is MatchState.QUEUED else now + timedelta(seconds=1),
            play_time=now + timedelta(seconds=3) if is_played else None,
            verify_time=now + timedelta(seconds=4) if state is MatchState.RATED else None,
            verifier="worker-2" if state is MatchState.RATED else None,
            end_time=now + timedelta(seconds=5) if is_over else None,
            rules_version=1 if is_played else None,
            steps=self.random.randint(20, 400) if is_played else None,
            rule="CORE-1" if is_played else None,
            reason=self.random.choice(_REASONS) if is_played else None,
            is_natural=True if is_played else None,
            record_sha256=_DIGEST if is_played else None,
            verdict="WORKER_LOST" if state is MatchState.VOID else None,
            void_reason="given up after 1 failed attempts" if state is MatchState.VOID else None,
        )
        if state is not MatchState.QUEUED:
            self.add(
                Attempt,
                match_id=number,
                epoch=1,
                worker=f"worker-{1 + number % 4}",
                state=AttemptState.FINISHED if is_played else AttemptState.LOST,
                start_time=now + timedelta(seconds=1),
                end_time=now + timedelta(seconds=3),
                verdict=None if is_played else "WORKER_LOST",
            )
        ranks = self.add_seats(number, ruleset, seats, is_played=is_played)
        if state is MatchState.RATED:
            for scope in (ruleset, OVERALL):
                self.rate(number, scope, seats, ranks, now)
        self.heap.flush(_CHUNK)
        return is_played

    def state_of(self, number: int) -> MatchState:
        if number > self.amounts.matches - self.amounts.waiting:
            return MatchState.QUEUED if number % 2 else MatchState.PLAYED
        is_void = self.random.randrange(100) < self.amounts.void
        return MatchState.VOID if is_void else MatchState.RATED

    def add_seats(
        self, match_id: int, ruleset: str, versions: list[int], *, is_played: bool
    ) -> list[int]:
        form = [self.strength[id - 1] + self.random.gauss(0, 200) for id in versions]
        ranks = [1 + sum(1 for other in form if other > own) for own in form]
        for seat, version_id in enumerate(versions):
            self.add(
                Seat,
                match_id=match_id,
                seat=seat,
                version_id=version_id,
                bot_id=version_id,
                ruleset=ruleset,
                rank=ranks[seat] if is_played else None,
                score=round(form[seat]) if is_played else None,
            )
        return ranks

    def rate(
        self, match_id: int, scope: str, versions: list[int], ranks: list[int], now: datetime
    ) -> None:
        before = [self.elo.setdefault((scope, id), 1500.0) for id in versions]
        for seat, id in enumerate(versions):
            tally = self.tally.setdefault((scope, id), [0, 0, 0, 0])
            tally[0] += 1
            for other, opponent in enumerate(versions):
                if other == seat:
                    continue
                won = ranks[seat] < ranks[other]
                tally[1 if won else 3] += 1
                expected = 1 / (1 + 10 ** ((before[other] - before[seat]) / 400))
                self.elo[scope, id] += _K * (won - expected)
                if id < opponent:
                    pair = self.pairs.setdefault((scope, id, opponent), [0, 0, 0, 0])
                    pair[0] += 1
                    pair[1 if won else 3] += 1
            if match_id <= self.amounts.matches - self.amounts.history:
                continue
            self.add(
                RatingChange,
                scope=scope,
                version_id=id,
                match_id=match_id,
                before=before[seat],
                after=self.elo[scope, id],
                create_time=now + timedelta(seconds=5),
            )

    def add_ratings(self) -> None:
        for (scope, id), elo in self.elo.items():
            matches, wins, draws, losses = self.tally[scope, id]
            self.add(
                Rating,
                scope=scope,
                version_id=id,
                elo=elo,
                matches=matches,
                wins=wins,
                draws=draws,
                losses=losses,
                update_time=self.start,
            )
        for (scope, first, second), (matches, wins, draws, losses) in self.pairs.items():
            self.add(
                Pair,
                scope=scope,
                first_id=first,
                second_id=second,
                matches=matches,
                wins=wins,
                draws=draws,
                losses=losses,
            )

    def add_record(self, match_id: int, content: bytes) -> None:
        self.heap.flush()
        sha256 = sha256_of(content)
        self.add(
            Record,
            match_id=match_id,
            epoch=1,
            kind=RecordKind.PLAYED,
            sha256=sha256,
            content=content,
            size=len(content),
            create_time=self.start,
        )
        self.session.get_one(Match, match_id).record_sha256 = sha256

    def count_on(self) -> None:
        """Let the database number new rows after these."""
        if self.session.get_bind().dialect.name == "sqlite":
            return
        for table in (Owner, Bot, Version, Tournament, Block, Match):
            last = select(func.max(table.id)).scalar_subquery()
            sequence = func.pg_get_serial_sequence(table.__tablename__, "id")
            self.session.execute(select(func.setval(sequence, last)))


def main(arguments: Sequence[str]) -> int:
    """Make a large store at a database URL: `URL MATCHES`. The database must be empty."""
    if len(arguments) != 2 or not arguments[1].isdecimal() or int(arguments[1]) < _LEAST:
        print(f"usage: python -m tests.arbiter.store.bulk URL MATCHES, at least {_LEAST}")
        return 2
    store = Store(arguments[0])
    try:
        return _fill(store, int(arguments[1]))
    finally:
        store.close()


def _fill(store: Store, matches: int) -> int:
    migrate.upgrade(store)
    with store.writing() as session:
        if session.scalar(select(func.count()).select_from(Owner)):
            print("the database is not empty")
            return 2
        start = datetime.now(UTC) - timedelta(seconds=matches)
        tournaments = max(_FEWEST_TOURNAMENTS, matches // _PER_TOURNAMENT)
        seed(session, Amounts(matches, _SEATS, tournaments=tournaments), start)
    with store.writing() as session:
        session.execute(text("ANALYZE"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
