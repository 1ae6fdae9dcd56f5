"""TournamentService: making tournaments, steering them, and looking at their tables."""

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import datetime, timedelta
from typing import IO, Any, Final, TypeVar

import grpc
from google.rpc import code_pb2
from sqlalchemy.orm import Session

from pentarch.arbiter.api import tournament_messages as messages
from pentarch.arbiter.api import version_tests
from pentarch.arbiter.api.bundles import pieces
from pentarch.arbiter.api.callers import Caller, caller
from pentarch.arbiter.api.desk import Desk, ask
from pentarch.arbiter.api.errors import Refused, invalid
from pentarch.arbiter.api.plans import planned
from pentarch.arbiter.competition.book import Book
from pentarch.arbiter.competition.bundle.signature import Signer
from pentarch.arbiter.competition.formats.registry import format_of
from pentarch.arbiter.competition.formats.scheduler import Scheduler
from pentarch.arbiter.store import audit, blocks, bundles, entries, requests, tournaments, workers
from pentarch.arbiter.store.books import Library, scheduler_of
from pentarch.arbiter.store.models import Entry, Tournament
from pentarch.arbiter.store.pages import Page
from pentarch.arbiter.store.requests import Ticket
from pentarch.arbiter.store.words import EntryState, MatchState, Role, TournamentState
from pentarch.arbiter.v1 import tournaments_pb2, tournaments_pb2_grpc
from pentarch.engine.plain import Json

Context = grpc.aio.ServicerContext[Any, Any]
T = TypeVar("T")

LEADERS: Final = 10
"""How many lines of the table a watcher gets."""
_LIVING: Final = timedelta(minutes=1)
_LONGEST_REASON: Final = 500
_PAUSE: Final = 1.0


class Tournaments(tournaments_pb2_grpc.TournamentServiceServicer):
    """Makes and steers tournaments; workers conduct them."""

    def __init__(self, desk: Desk) -> None:
        self._desk: Final = desk
        self._books: Final = Library()
        self._expected: Final[dict[tuple[int, int], int]] = {}

    async def CreateTournament(
        self, request: tournaments_pb2.CreateTournamentRequest, context: Context
    ) -> tournaments_pb2.CreateTournamentResponse:
        """Make a tournament, or only say what it would come to."""
        who = caller()
        if request.plan.rated:
            who.require(Role.ADMIN)

        def create(session: Session) -> tournaments_pb2.CreateTournamentResponse:
            now = self._desk.now()
            before = None
            ticket = Ticket(
                who.owner_id,
                request.request_id,
                "CreateTournament",
                request.SerializeToString(deterministic=True),
            )
            if not request.validate_only:
                before = requests.repeated(session, ticket, now)
            if before is not None:
                row = tournaments.get(session, int(before))
                counts = tournaments.progress(session, [row.id])[row.id]
                return tournaments_pb2.CreateTournamentResponse(
                    tournament=messages.tournament(row, messages.progress(counts)),
                    estimate=self._estimate(session, row.ruleset, scheduler_of(row)),
                )
            new, scheduler = planned(session, who.owner_id, request.title, request.plan)
            estimate = self._estimate(session, new.ruleset, scheduler)
            row = tournaments.create(session, new, now)
            progress = messages.progress(dict.fromkeys(MatchState, 0), expected=estimate.matches)
            made = messages.tournament(row, progress, has_id=not request.validate_only)
            if request.validate_only:
                # Made to be looked at, and unmade: a dry run leaves nothing behind.
                session.rollback()
            else:
                requests.settle(session, ticket, str(row.id))
                _note(session, who, "create_tournament", row.id, {}, now)
            return tournaments_pb2.CreateTournamentResponse(tournament=made, estimate=estimate)

        return await self._desk.write(create)

    async def StartTournament(
        self, request: tournaments_pb2.StartTournamentRequest, context: Context
    ) -> tournaments_pb2.StartTournamentResponse:
        """Start a tournament, or resume a paused one."""
        made = await self._steer(
            request.tournament_id,
            "start_tournament",
            lambda session: tournaments.start(session, request.tournament_id, self._desk.now()),
        )
        return tournaments_pb2.StartTournamentResponse(tournament=made)

    async def PauseTournament(
        self, request: tournaments_pb2.PauseTournamentRequest, context: Context
    ) -> tournaments_pb2.PauseTournamentResponse:
        """Let no further match begin."""
        made = await self._steer(
            request.tournament_id,
            "pause_tournament",
            lambda session: tournaments.pause(session, request.tournament_id),
        )
        return tournaments_pb2.PauseTournamentResponse(tournament=made)

    async def CancelTournament(
        self, request: tournaments_pb2.CancelTournamentRequest, context: Context
    ) -> tournaments_pb2.CancelTournamentResponse:
        """End it early."""
        if not 0 < len(request.reason) <= _LONGEST_REASON:
            raise invalid("reason", f"say why, in 1 to {_LONGEST_REASON} characters")
        made = await self._steer(
            request.tournament_id,
            "cancel_tournament",
            lambda session: tournaments.cancel(
                session, request.tournament_id, request.reason, self._desk.now()
            ),
        )
        return tournaments_pb2.CancelTournamentResponse(tournament=made)

    async def WithdrawEntry(
        self, request: tournaments_pb2.WithdrawEntryRequest, context: Context
    ) -> tournaments_pb2.WithdrawEntryResponse:
        """Withdraw a bot from a tournament."""
        who = caller()

        def withdraw(session: Session) -> None:
            now = self._desk.now()
            row = tournaments.get(session, request.tournament_id)
            entry = _entry(row, request.bot)
            if who.owner_id != row.owner_id:
                who.require_owner(entry.version.bot.owner_id)
            entries.withdraw(session, row.id, entry.version_id, now)
            _note(session, who, "withdraw_entry", row.id, {"bot": entry.version.ref}, now)

        await self._desk.write(withdraw)
        made = await self._get(request.tournament_id)
        return tournaments_pb2.WithdrawEntryResponse(tournament=made)

    async def GetTournament(
        self, request: tournaments_pb2.GetTournamentRequest, context: Context
    ) -> tournaments_pb2.GetTournamentResponse:
        """One tournament with its progress."""
        made = await self._get(request.tournament_id)
        return tournaments_pb2.GetTournamentResponse(tournament=made)

    async def ListTournaments(
        self, request: tournaments_pb2.ListTournamentsRequest, context: Context
    ) -> tournaments_pb2.ListTournamentsResponse:
        """Tournaments, newest first."""

        def find(session: Session) -> tuple[Page[Tournament], dict[int, dict[MatchState, int]]]:
            page = tournaments.page(
                session,
                ask(request),
                ruleset=request.ruleset or None,
                state=messages.state_of(request.state),
            )
            return page, tournaments.progress(session, [row.id for row in page.items])

        page, counts = await self._desk.read(find)
        return tournaments_pb2.ListTournamentsResponse(
            tournaments=[
                messages.tournament(row, messages.progress(counts[row.id])) for row in page.items
            ],
            next_page_token=page.next_token,
        )

    async def ListStandings(
        self, request: tournaments_pb2.ListStandingsRequest, context: Context
    ) -> tournaments_pb2.ListStandingsResponse:
        """The table, best first."""
        wanted = ask(request)
        first = wanted.after_id("standings", request.tournament_id) or 0
        lines = await self._look(request.tournament_id, lambda book: book.standings())
        rows = list(enumerate(lines, 1))[first : first + wanted.limit + 1]
        page = wanted.page(rows, lambda row: [row[0]], "standings", request.tournament_id)
        return tournaments_pb2.ListStandingsResponse(
            standings=[messages.standing(line) for _, line in page.items],
            next_page_token=page.next_token,
        )

    async def WatchTournament(
        self, request: tournaments_pb2.WatchTournamentRequest, context: Context
    ) -> AsyncIterator[tournaments_pb2.WatchTournamentResponse]:
        """The progress after every change, until the end."""
        last: bytes | None = None
        while True:
            made = await self._get(request.tournament_id)
            seen = tournaments_pb2.Tournament.FromString(made.SerializeToString())
            seen.progress.ClearField("time_left")
            if seen.SerializeToString(deterministic=True) != last:
                last = seen.SerializeToString(deterministic=True)
                lines = await self._look(
                    request.tournament_id, lambda book: book.standings()[:LEADERS]
                )
                yield tournaments_pb2.WatchTournamentResponse(
                    tournament=made, leaders=[messages.standing(line) for line in lines]
                )
            if made.state in (
                tournaments_pb2.Tournament.STATE_FINISHED,
                tournaments_pb2.Tournament.STATE_CANCELLED,
            ):
                return
            await asyncio.sleep(_PAUSE)

    async def ExportTournament(
        self, request: tournaments_pb2.ExportTournamentRequest, context: Context
    ) -> AsyncIterator[tournaments_pb2.ExportTournamentResponse]:
        """The signed bundle, piece by piece."""

        def write(session: Session, signer: Signer, file: IO[bytes]) -> None:
            bundles.write(session, request.tournament_id, signer, file)

        async for chunk in pieces(self._desk, write):
            yield tournaments_pb2.ExportTournamentResponse(chunk=chunk)

    async def _steer(
        self, tournament_id: int, verb: str, change: Callable[[Session], Tournament]
    ) -> tournaments_pb2.Tournament:
        """Change the caller's own tournament."""
        who = caller()

        def run(session: Session) -> None:
            who.require_owner(tournaments.get(session, tournament_id).owner_id)
            change(session)
            _note(session, who, verb, tournament_id, {}, self._desk.now())

        await self._desk.write(run)
        return await self._get(tournament_id)

    async def _get(self, tournament_id: int) -> tournaments_pb2.Tournament:
        """A tournament as it was committed: books must not see more than that."""

        def find(session: Session) -> tournaments_pb2.Tournament:
            return self._told(session, tournaments.get(session, tournament_id))

        return await self._desk.read(find)

    async def _look(self, tournament_id: int, query: Callable[[Book], T]) -> T:
        """Ask a book that is up to date."""

        def run(session: Session) -> T:
            with self._books.borrow(tournament_id) as book:
                book.refresh(session)
                return query(book)

        return await self._desk.read(run)

    def _told(self, session: Session, row: Tournament) -> tournaments_pb2.Tournament:
        """A tournament with all that can be said of its progress."""
        counts = tournaments.progress(session, [row.id])[row.id]
        expected = self._matches_of(row)
        progress = messages.progress(counts, expected=expected)
        if format_of(row.format).has_verdict:
            with self._books.borrow(row.id) as book:
                book.refresh(session)
                report = book.report()
            if report is not None:
                progress.test.CopyFrom(version_tests.progress(report))
        elif row.state is TournamentState.RUNNING and expected:
            pace = blocks.matches_per_second(session, row.id)
            left = max(0, expected - counts[MatchState.RATED])
            if pace is not None:
                progress.time_left.FromMilliseconds(int(1000 * left / pace))
        return messages.tournament(row, progress)

    def _matches_of(self, row: Tournament) -> int:
        """How many matches a tournament takes at most; laying out a schedule takes a while."""
        key = (row.id, len(row.entries))
        if key not in self._expected:
            self._expected[key] = scheduler_of(row).expected_matches()[1]
        return self._expected[key]

    def _estimate(
        self, session: Session, ruleset: str, scheduler: Scheduler
    ) -> tournaments_pb2.Estimate:
        fewest, most = scheduler.expected_matches()
        estimate = tournaments_pb2.Estimate(
            blocks=scheduler.expected_blocks()[1], matches=most, bounded=fewest < most
        )
        seconds = blocks.seconds_per_match(session, ruleset)
        if seconds is not None and most:
            alive = len(workers.living(session, self._desk.now() - _LIVING))
            estimate.duration.FromMilliseconds(int(1000 * most * seconds / max(1, alive)))
        return estimate


def _entry(row: Tournament, ref: str) -> Entry:
    """The entry of a version, or the only one of a bot that still plays. Raises Refused."""
    name, at, _ = ref.partition("@")
    fitting = [
        entry
        for entry in row.entries
        if (entry.version.ref == ref if at else entry.version.bot.name == name)
    ]
    playing = [entry for entry in fitting if entry.state is EntryState.PLAYING] or fitting
    if not playing:
        raise Refused(
            code_pb2.NOT_FOUND, f"{ref!r} does not take part in tournament {row.id}", field="bot"
        )
    if len(playing) > 1:
        raise invalid("bot", f"several versions of {name!r} take part: say which, as name@number")
    return playing[0]


def _note(
    session: Session,
    who: Caller,
    verb: str,
    tournament_id: int,
    detail: dict[str, Json],
    now: datetime,
) -> None:
    audit.note(
        session,
        owner_id=who.owner_id,
        person_id=who.person_id,
        verb=verb,
        subject=f"tournament {tournament_id}",
        detail=detail,
        now=now,
    )
