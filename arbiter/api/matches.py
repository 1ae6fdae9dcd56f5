"""MatchService: asking for matches, looking at them, fetching records."""

from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any, Final

import grpc
from sqlalchemy.orm import Session

from pentarch.arbiter.api import convert, limits
from pentarch.arbiter.api.callers import caller
from pentarch.arbiter.api.desk import Desk, ask
from pentarch.arbiter.api.errors import invalid
from pentarch.arbiter.api.orders import by_hand, challenge, check_seed, options_of, seated
from pentarch.arbiter.api.replays import Replays
from pentarch.arbiter.api.watch import told_match, watch
from pentarch.arbiter.referee.keys import chosen, drawn
from pentarch.arbiter.settings import settings
from pentarch.arbiter.store import (
    analyses,
    audit,
    bots,
    disclosure,
    matches,
    requests,
    voids,
)
from pentarch.arbiter.store.errors import WrongState
from pentarch.arbiter.store.matches import Filter, NewMatch
from pentarch.arbiter.store.models import Match
from pentarch.arbiter.store.requests import Ticket
from pentarch.arbiter.store.words import MatchState, Role
from pentarch.arbiter.v1 import common_pb2, matches_pb2, matches_pb2_grpc
from pentarch.bots.analysis import VERSION as ANALYST
from pentarch.engine.plain import Json

Context = grpc.aio.ServicerContext[Any, Any]
_LONGEST_CLOCK: Final = 24 * 3600.0
_LONGEST_REASON: Final = 500
_RERUN: Final = "rerun_match"
_CLOCK_FIELDS: Final = ("bank", "increment", "cap", "total", "disconnect_bank")


class Matches(matches_pb2_grpc.MatchServiceServicer):
    """Matches outside of tournaments are made here; all can be looked at."""

    def __init__(self, desk: Desk, replays: Replays) -> None:
        self._desk: Final = desk
        self._replays: Final = replays

    async def CreateMatch(
        self, request: matches_pb2.CreateMatchRequest, context: Context
    ) -> matches_pb2.CreateMatchResponse:
        """Queue a match; the same request id gives the same match."""
        who = caller()
        if request.rated:
            who.require(Role.ADMIN)
        options = options_of(request.ruleset, len(request.bots), request.options)
        clock = clock_of(request.time_control)
        keys = chosen(request.seed) if request.HasField("seed") else drawn()
        ticket = Ticket(who.owner_id, request.request_id, "CreateMatch", _content(request))

        def create(session: Session) -> tuple[Match, bool]:
            now = self._desk.now()
            before = requests.repeated(session, ticket, now)
            if before is not None:
                return matches.get(session, int(before)), False
            versions = [seated(session, request.ruleset, ref) for ref in request.bots]
            if request.rated and request.HasField("seed"):
                check_seed("seed", versions)
            limits.take(session, who, by_hand(1), now)
            new = NewMatch(
                ruleset=request.ruleset,
                versions=[version.id for version in versions],
                keys=keys,
                is_rated=request.rated,
                options=options,
                clock=clock,
                owner_id=who.owner_id,
                priority=matches.URGENT,
            )
            made = matches.create(session, new, now)
            requests.settle(session, ticket, str(made.id))
            return matches.get(session, made.id), True

        row, is_new = await self._desk.write(create)
        if is_new:
            await self._desk.hand_out(lambda: self._desk.dispatch.play([row.id]))
        return matches_pb2.CreateMatchResponse(match=convert.match(row, is_told=False))

    async def CreateChallenge(
        self, request: matches_pb2.CreateChallengeRequest, context: Context
    ) -> matches_pb2.CreateChallengeResponse:
        """Queue private matches of one's own bot; the same request id gives the same matches."""
        who, clock = caller(), clock_of(request.time_control)
        rows, are_new = await self._desk.write(
            lambda session: challenge(session, who, request, clock, self._desk.now())
        )
        if are_new:
            await self._desk.hand_out(lambda: self._desk.dispatch.play([row.id for row in rows]))
        return matches_pb2.CreateChallengeResponse(
            matches=[convert.match(row, is_told=False) for row in rows]
        )

    async def GetMatch(
        self, request: matches_pb2.GetMatchRequest, context: Context
    ) -> matches_pb2.GetMatchResponse:
        """A match with all attempts to play it."""
        row, is_told = await told_match(self._desk, request.match_id)
        is_admin = caller().role is Role.ADMIN
        return matches_pb2.GetMatchResponse(
            match=convert.match(row, is_told=is_told),
            attempts=[convert.attempt(one, is_admin=is_admin) for one in row.attempts],
        )

    async def ListMatches(
        self, request: matches_pb2.ListMatchesRequest, context: Context
    ) -> matches_pb2.ListMatchesResponse:
        """Matches, newest first."""

        def find(session: Session) -> Any:
            where = Filter(
                ruleset=request.ruleset or None,
                state=convert.match_state(request.state),
                tournament_id=request.tournament_id or None,
                block_id=request.block_id or None,
            )
            name, at, _ = request.bot.partition("@")
            if at:
                version = bots.find_version(session, request.bot)
                where = _narrowed(where, version_id=version.id)
            elif name:
                where = _narrowed(where, bot_id=bots.by_name(session, name).id)
            page = matches.page(session, ask(request), where)
            return page, disclosure.told(session, page.items)

        page, told = await self._desk.read(find)
        return matches_pb2.ListMatchesResponse(
            matches=[convert.match(row, is_told=row.id in told) for row in page.items],
            next_page_token=page.next_token,
        )

    async def GetRecord(
        self, request: matches_pb2.GetRecordRequest, context: Context
    ) -> matches_pb2.GetRecordResponse:
        """The record of a match, once everybody may have it; administrators have it at once."""
        look = matches.record if caller().role is Role.ADMIN else disclosure.told_record

        def find(session: Session) -> tuple[Match, Any]:
            return matches.get(session, request.match_id), look(session, request.match_id)

        row, record = await self._desk.read(find)
        return matches_pb2.GetRecordResponse(
            record=record.content,
            sha256=record.sha256,
            verified=row.state in (MatchState.VERIFIED, MatchState.RATED),
        )

    async def WatchMatch(
        self, request: matches_pb2.WatchMatchRequest, context: Context
    ) -> AsyncIterator[matches_pb2.WatchMatchResponse]:
        """The steps of a match as they happen, or of one that is over."""
        if request.first_step < 0:
            raise invalid("first_step", "steps are counted from 1")
        if caller().role is not Role.ADMIN:
            await self._desk.read(
                lambda session: disclosure.require_board(session, request.match_id)
            )
        async for response in watch(self._desk, self._replays, request):
            yield response

    async def AnalyseMatch(
        self, request: matches_pb2.AnalyseMatchRequest, context: Context
    ) -> matches_pb2.AnalyseMatchResponse:
        """Ask for the analysis of a match."""
        who = caller()

        def order(session: Session) -> matches_pb2.Analysis:
            now = self._desk.now()
            row = analyses.ask(session, request.match_id, who.owner_id, ANALYST, now)
            return convert.analysis(row)

        found = await self._desk.write(order)
        if found.state == matches_pb2.Analysis.STATE_WAITING:
            await self._desk.hand_out(self._desk.dispatch.analyse)
        return matches_pb2.AnalyseMatchResponse(analysis=found)

    async def GetAnalysis(
        self, request: matches_pb2.GetAnalysisRequest, context: Context
    ) -> matches_pb2.GetAnalysisResponse:
        """What is known so far of where a match was won."""
        found = await self._desk.read(
            lambda session: convert.analysis(analyses.get(session, request.match_id))
        )
        return matches_pb2.GetAnalysisResponse(analysis=found)

    async def VoidMatch(
        self, request: matches_pb2.VoidMatchRequest, context: Context
    ) -> matches_pb2.VoidMatchResponse:
        """Take a match out of all results; for administrators."""
        reason = _reason(request.reason)

        def void(session: Session) -> Match:
            now = self._desk.now()
            row = voids.void(session, request.match_id, reason, now)
            _note(session, "void_match", row.id, {"reason": reason}, now)
            return row

        row = await self._desk.write(void)
        return matches_pb2.VoidMatchResponse(match=convert.match(row, is_told=False))

    async def RerunMatch(
        self, request: matches_pb2.RerunMatchRequest, context: Context
    ) -> matches_pb2.RerunMatchResponse:
        """Void a match and have it played again; for administrators."""
        reason = _reason(request.reason)

        def rerun(session: Session) -> tuple[Match, Match | None]:
            now = self._desk.now()
            row, other = voids.rerun(session, request.match_id, reason, now)
            if audit.was_done(session, _RERUN, f"match {row.id}"):
                raise WrongState(f"match {row.id} was run again before")
            _note(session, _RERUN, row.id, {"reason": reason, "again": other}, now)
            return row, None if other is None else matches.get(session, other)

        row, other = await self._desk.write(rerun)
        answer = matches_pb2.RerunMatchResponse(match=convert.match(row, is_told=False))
        if other is not None:
            answer.again.CopyFrom(convert.match(other, is_told=False))
            await self._desk.hand_out(lambda: self._desk.dispatch.play([other.id]))
        return answer


def _reason(given: str) -> str:
    """Why something is done. Raises Refused."""
    if not 0 < len(given.strip()) <= _LONGEST_REASON:
        raise invalid("reason", f"say why, in 1 to {_LONGEST_REASON} characters")
    return given.strip()


def _note(
    session: Session, verb: str, match_id: int, detail: dict[str, Json], now: datetime
) -> None:
    who = caller()
    audit.note(
        session,
        verb,
        f"match {match_id}",
        owner_id=who.owner_id,
        person_id=who.person_id,
        detail=detail,
        now=now,
    )


def clock_of(control: common_pb2.TimeControl) -> dict[str, Json]:
    """A time control as it is stored: seconds by name. Raises Refused.

    What authors may ask for is bounded by the settings, for administrators only by a day.
    """
    clock: dict[str, float] = {}
    chosen, is_admin = settings(), caller().role is Role.ADMIN
    for name in _CLOCK_FIELDS:
        if control.HasField(name):
            seconds = getattr(control, name).ToNanoseconds() / 1e9
            is_short = name in ("cap", "increment")
            most = chosen.longest_decision if is_short else chosen.longest_match
            most = _LONGEST_CLOCK if is_admin else most
            if not 0 <= seconds <= most:
                raise invalid(f"time_control.{name}", f"this is 0 to {most:g} seconds here")
            clock[name] = seconds
    for name in ("cap", "total"):
        if clock.get(name) == 0:
            raise invalid(f"time_control.{name}", "decisions need some time")
    if clock.get("bank") == 0 and clock.get("increment") == 0:
        raise invalid("time_control.bank", "a bank or an increment must leave some time")
    return {name: seconds for name, seconds in clock.items()}


def _content(request: matches_pb2.CreateMatchRequest) -> bytes:
    return request.SerializeToString(deterministic=True)


def _narrowed(where: Filter, *, bot_id: int | None = None, version_id: int | None = None) -> Filter:
    return Filter(
        ruleset=where.ruleset,
        state=where.state,
        bot_id=bot_id,
        version_id=version_id,
        tournament_id=where.tournament_id,
        block_id=where.block_id,
    )
