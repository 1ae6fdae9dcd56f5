"""ExportService: matches in bulk."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any, Final

import grpc
from google.protobuf.timestamp_pb2 import Timestamp
from sqlalchemy.orm import Session

from pentarch.arbiter.api import convert
from pentarch.arbiter.api.desk import Desk
from pentarch.arbiter.api.errors import invalid
from pentarch.arbiter.store import exports, tournaments
from pentarch.arbiter.store.exports import Exported, Part, Wanted
from pentarch.arbiter.store.words import OVERALL
from pentarch.arbiter.v1 import exports_pb2, exports_pb2_grpc
from pentarch.engine import registry

Context = grpc.aio.ServicerContext[Any, Any]
_AT_A_TIME: Final = 2
"""How many parts are read at the same time: whoever exports must not keep others waiting."""


class Exports(exports_pb2_grpc.ExportServiceServicer):
    """Hands out what everybody may know, whoever asks."""

    def __init__(self, desk: Desk) -> None:
        self._desk: Final = desk
        self._turn: Final = asyncio.Semaphore(_AT_A_TIME)

    async def ExportMatches(
        self, request: exports_pb2.ExportMatchesRequest, context: Context
    ) -> AsyncIterator[exports_pb2.ExportMatchesResponse]:
        """Matches that are over, by rising id."""
        if request.after_match_id < 0:
            raise invalid("after_match_id", "ids are counted from 1")
        wanted = await self._desk.read(lambda session: self._wanted(session, request))
        after, is_last = request.after_match_id, False
        while not is_last:
            part, made = await self._part(wanted, after)
            after, is_last = part.last_id, part.is_last
            yield exports_pb2.ExportMatchesResponse(
                matches=made, last_match_id=after, until_time=convert.timestamp(wanted.until)
            )

    async def _part(
        self, wanted: Wanted, after: int
    ) -> tuple[Part, list[exports_pb2.ExportedMatch]]:
        async with self._turn:
            part = await self._desk.read(lambda session: exports.part(session, wanted, after))
            return part, await asyncio.to_thread(_messages, part.items)

    def _wanted(self, session: Session, request: exports_pb2.ExportMatchesRequest) -> Wanted:
        """The filters of a request. Raises NotFound, UnknownRuleset and INVALID_ARGUMENT."""
        if request.tournament_id:
            tournaments.get(session, request.tournament_id)
        has_since, has_until = request.HasField("since_time"), request.HasField("until_time")
        return Wanted(
            ruleset=registry.get(request.ruleset).info.id if request.ruleset else None,
            tournament_id=request.tournament_id or None,
            since=_moment("since_time", request.since_time) if has_since else None,
            until=_moment("until_time", request.until_time) if has_until else self._desk.now(),
            has_records=request.with_records,
        )


def _moment(field: str, given: Timestamp) -> datetime:
    try:
        return given.ToDatetime(tzinfo=UTC)
    except (ValueError, OverflowError) as error:
        raise invalid(field, "this is no time between the years 1 and 9999") from error


def _messages(items: list[Exported]) -> list[exports_pb2.ExportedMatch]:
    return [
        exports_pb2.ExportedMatch(
            match=convert.match(item.match, is_told=True),
            record=item.record,
            ratings=_ratings(item),
        )
        for item in items
    ]


def _ratings(item: Exported) -> list[exports_pb2.ExportedRating]:
    versions = {seat.version_id: seat.version for seat in item.match.seats}
    return [
        exports_pb2.ExportedRating(
            bot=versions[change.version_id].bot.name,
            version=versions[change.version_id].number,
            ruleset="" if change.scope == OVERALL else change.scope,
            change=convert.rating_change(change),
        )
        for change in item.changes
    ]
