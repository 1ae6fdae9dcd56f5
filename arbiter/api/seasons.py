"""SeasonService: making seasons, steering them, and what came of them."""

from collections.abc import AsyncIterator, Callable
from typing import IO, Any, Final

import grpc
from google.rpc import code_pb2
from sqlalchemy.orm import Session

from pentarch.arbiter.api import season_messages as messages
from pentarch.arbiter.api.bundles import pieces
from pentarch.arbiter.api.callers import Caller, caller
from pentarch.arbiter.api.desk import Desk, ask
from pentarch.arbiter.api.errors import Refused, invalid
from pentarch.arbiter.api.season_plans import (
    MOST_INVITED,
    access_of,
    phase_of,
    planned,
    timetable_of,
)
from pentarch.arbiter.competition.bundle.signature import Signer
from pentarch.arbiter.competition.formats.settings import InvalidPlan
from pentarch.arbiter.competition.seasons.entrance import Access
from pentarch.arbiter.competition.seasons.phases import PHASES, Timetable
from pentarch.arbiter.store import (
    audit,
    bots,
    owners,
    requests,
    season_bundles,
    season_phases,
    seasons,
)
from pentarch.arbiter.store.errors import NotFound, WrongState
from pentarch.arbiter.store.models import Season
from pentarch.arbiter.store.requests import Ticket
from pentarch.arbiter.store.words import Role
from pentarch.arbiter.v1 import seasons_pb2, seasons_pb2_grpc
from pentarch.engine.plain import Json

Context = grpc.aio.ServicerContext[Any, Any]


class Seasons(seasons_pb2_grpc.SeasonServiceServicer):
    """Makes and steers seasons; workers bring them from phase to phase."""

    def __init__(self, desk: Desk) -> None:
        self._desk: Final = desk

    async def CreateSeason(
        self, request: seasons_pb2.CreateSeasonRequest, context: Context
    ) -> seasons_pb2.CreateSeasonResponse:
        """Announce a season."""
        who = caller()
        who.require(Role.AUTHOR)
        if access_of(request.plan) is Access.PUBLIC or request.plan.HasField("weight"):
            who.require(Role.ADMIN)
        content = request.SerializeToString(deterministic=True)
        ticket = Ticket(who.owner_id, request.request_id, "CreateSeason", content)

        def create(session: Session) -> int:
            now = self._desk.now()
            before = requests.repeated(session, ticket, now)
            if before is not None:
                return int(before)
            new = planned(session, who.owner_id, request.title, request.plan, now)
            row = seasons.create(session, new, now)
            requests.settle(session, ticket, str(row.id))
            self._note(session, who, "create_season", row.id, {})
            return row.id

        made = await self._desk.write(create)
        return seasons_pb2.CreateSeasonResponse(season=await self._get(made))

    async def GetSeason(
        self, request: seasons_pb2.GetSeasonRequest, context: Context
    ) -> seasons_pb2.GetSeasonResponse:
        """One season."""
        return seasons_pb2.GetSeasonResponse(season=await self._get(request.season_id))

    async def ListSeasons(
        self, request: seasons_pb2.ListSeasonsRequest, context: Context
    ) -> seasons_pb2.ListSeasonsResponse:
        """Seasons, newest first."""
        now = self._desk.now()
        page = await self._desk.read(lambda session: seasons.page(session, ask(request)))
        return seasons_pb2.ListSeasonsResponse(
            seasons=[messages.season(row, now) for row in page.items],
            next_page_token=page.next_token,
        )

    async def MoveSeason(
        self, request: seasons_pb2.MoveSeasonRequest, context: Context
    ) -> seasons_pb2.MoveSeasonResponse:
        """Bring a season to a phase."""
        wanted = phase_of(request.phase)
        made = await self._steer(
            request.season_id,
            "move_season",
            {"phase": wanted.value},
            lambda session: season_phases.move(
                session, request.season_id, wanted, self._desk.now()
            ),
        )
        return seasons_pb2.MoveSeasonResponse(season=made)

    async def RescheduleSeason(
        self, request: seasons_pb2.RescheduleSeasonRequest, context: Context
    ) -> seasons_pb2.RescheduleSeasonResponse:
        """Give a season another timetable."""
        try:
            wanted = timetable_of(request)
            made = await self._steer(
                request.season_id,
                "reschedule_season",
                _times(wanted),
                lambda session: seasons.reschedule(
                    session, request.season_id, wanted, self._desk.now()
                ),
            )
        except InvalidPlan as error:
            raise Refused(code_pb2.INVALID_ARGUMENT, str(error)) from error
        return seasons_pb2.RescheduleSeasonResponse(season=made)

    async def InviteOwners(
        self, request: seasons_pb2.InviteOwnersRequest, context: Context
    ) -> seasons_pb2.InviteOwnersResponse:
        """Let owners take part."""
        if not 0 < len(request.owners) <= MOST_INVITED:
            raise invalid("owners", f"name 1 to {MOST_INVITED} owners")

        def invite(session: Session) -> None:
            if seasons.get(session, request.season_id).access is Access.PUBLIC:
                raise WrongState(
                    f"season {request.season_id} is public: the bots of all owners take part"
                )
            ids = [_invited(session, name) for name in request.owners]
            seasons.invite(session, request.season_id, ids)

        made = await self._steer(
            request.season_id, "invite_owners", {"owners": [*request.owners]}, invite
        )
        return seasons_pb2.InviteOwnersResponse(season=made)

    async def EnterSeason(
        self, request: seasons_pb2.EnterSeasonRequest, context: Context
    ) -> seasons_pb2.EnterSeasonResponse:
        """Let a bot take part again."""
        made = await self._door(request.season_id, request.bot, "enter_season", seasons.enter)
        return seasons_pb2.EnterSeasonResponse(season=made)

    async def WithdrawFromSeason(
        self, request: seasons_pb2.WithdrawFromSeasonRequest, context: Context
    ) -> seasons_pb2.WithdrawFromSeasonResponse:
        """Take a bot out."""
        made = await self._door(request.season_id, request.bot, "withdraw_season", seasons.leave)
        return seasons_pb2.WithdrawFromSeasonResponse(season=made)

    async def ListPlaces(
        self, request: seasons_pb2.ListPlacesRequest, context: Context
    ) -> seasons_pb2.ListPlacesResponse:
        """The final table of a discipline."""
        wanted = ask(request)
        listing = ("places", request.season_id, request.ruleset)
        first = wanted.after_id(*listing) or 0

        def find(session: Session) -> list[seasons_pb2.Place]:
            row = seasons.get(session, request.season_id)
            if request.ruleset not in [one.ruleset for one in row.disciplines]:
                raise invalid("ruleset", f"season {row.id} has no such discipline")
            return [messages.place(one) for one in seasons.places(session, row.id, request.ruleset)]

        rows = [*enumerate(await self._desk.read(find), 1)][first : first + wanted.limit + 1]
        page = wanted.page(rows, lambda row: [row[0]], *listing)
        return seasons_pb2.ListPlacesResponse(
            places=[line for _, line in page.items], next_page_token=page.next_token
        )

    async def ExportSeason(
        self, request: seasons_pb2.ExportSeasonRequest, context: Context
    ) -> AsyncIterator[seasons_pb2.ExportSeasonResponse]:
        """The signed bundle, piece by piece."""

        def write(session: Session, signer: Signer, file: IO[bytes]) -> None:
            season_bundles.write(session, request.season_id, signer, file)

        async for chunk in pieces(self._desk, write):
            yield seasons_pb2.ExportSeasonResponse(chunk=chunk)

    async def _door(
        self,
        season_id: int,
        bot: str,
        verb: str,
        change: Callable[[Session, int, Any, Any], Season],
    ) -> seasons_pb2.Season:
        """Let the caller's bot in or out; the organiser may do so with any."""
        who = caller()
        who.require(Role.AUTHOR)

        def run(session: Session) -> None:
            row = bots.by_name(session, bot)
            if who.owner_id != seasons.get(session, season_id).owner_id:
                who.require_owner(row.owner_id)
            change(session, season_id, row, self._desk.now())
            self._note(session, who, verb, season_id, {"bot": bot})

        await self._desk.write(run)
        return await self._get(season_id)

    async def _steer(
        self,
        season_id: int,
        verb: str,
        detail: dict[str, Json],
        change: Callable[[Session], object],
    ) -> seasons_pb2.Season:
        """Change the caller's own season."""
        who = caller()
        who.require(Role.AUTHOR)

        def run(session: Session) -> None:
            who.require_owner(seasons.get(session, season_id).owner_id)
            change(session)
            self._note(session, who, verb, season_id, detail)

        await self._desk.write(run)
        return await self._get(season_id)

    async def _get(self, season_id: int) -> seasons_pb2.Season:
        now = self._desk.now()
        return await self._desk.read(
            lambda session: messages.season(seasons.get(session, season_id), now)
        )

    def _note(
        self, session: Session, who: Caller, verb: str, season_id: int, detail: dict[str, Json]
    ) -> None:
        audit.note(
            session,
            verb,
            f"season {season_id}",
            owner_id=who.owner_id,
            person_id=who.person_id,
            detail=detail,
            now=self._desk.now(),
        )


def _times(timetable: Timetable) -> dict[str, Json]:
    """A timetable for the audit."""
    times = {phase: timetable.beginning(phase) for phase in PHASES[1:]}
    return {phase.value: at.isoformat() for phase, at in times.items() if at is not None}


def _invited(session: Session, name: str) -> int:
    """The owner to be let in. Raises NotFound."""
    try:
        return owners.by_name(session, name).id
    except NotFound as error:
        raise NotFound(f"{error}: who is invited becomes one by opening the link") from error
