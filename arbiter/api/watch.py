"""Watching a match: live while it is played, from its record afterwards, in one stream.

An engine plays the steps along, so that a watcher gets events and a spectator's view, and nothing
that is hidden before the match is over.
"""

import asyncio
from collections.abc import AsyncIterator

from google.rpc import code_pb2
from sqlalchemy.orm import Session

from pentarch.arbiter.api import convert
from pentarch.arbiter.api.along import Along, Showing
from pentarch.arbiter.api.desk import Desk
from pentarch.arbiter.api.errors import Refused
from pentarch.arbiter.api.replays import Replays
from pentarch.arbiter.store import disclosure, matches
from pentarch.arbiter.store.models import Match as MatchRow
from pentarch.arbiter.store.words import MatchState
from pentarch.arbiter.v1 import matches_pb2

_HAVE_RECORD = (MatchState.PLAYED, MatchState.VERIFIED, MatchState.RATED)


async def watch(
    desk: Desk, replays: Replays, request: matches_pb2.WatchMatchRequest
) -> AsyncIterator[matches_pb2.WatchMatchResponse]:
    """The start, every step from the first one wanted, and the end."""
    row = await desk.read(lambda session: matches.get(session, request.match_id))
    while row.state is MatchState.QUEUED:
        async for _ in desk.live.follow(row.id, row.epoch + 1):
            break
        row = await desk.read(lambda session: matches.get(session, request.match_id))
    game = Showing(
        row.ruleset,
        row.seat_count,
        row.options,
        row.key,
        first_step=request.first_step,
        with_views=request.with_views,
    )
    done = 0
    if row.state is MatchState.LEASED:
        along = await asyncio.to_thread(Along, game)
        yield _start(row, along.view())
        async for batch in desk.live.follow(row.id, row.epoch):
            for response in await asyncio.to_thread(along.play, batch):
                yield response
            if not batch or along.is_over:
                row = await desk.read(lambda session: matches.get(session, request.match_id))
                if row.state is not MatchState.LEASED:
                    break
        done = along.steps
    else:
        yield _start(row, await replays.opening(game))
    if row.state in _HAVE_RECORD:
        content = await desk.read(lambda session: matches.record(session, row.id).content)
        async for response in replays.play(game, content, done):
            yield response
    elif row.state is MatchState.QUEUED:
        raise Refused(code_pb2.ABORTED, "this attempt was lost; the match will be played again")
    row, is_told = await told_match(desk, row.id)
    ended = convert.match(row, is_told=is_told)
    yield matches_pb2.WatchMatchResponse(end=matches_pb2.WatchEnd(match=ended))


async def told_match(desk: Desk, match_id: int) -> tuple[MatchRow, bool]:
    """A match, and whether everybody may have its key. Raises NotFound."""

    def find(session: Session) -> tuple[MatchRow, bool]:
        row = matches.get(session, match_id)
        return row, row.id in disclosure.told(session, [row])

    return await desk.read(find)


def _start(row: MatchRow, view: bytes) -> matches_pb2.WatchMatchResponse:
    """The message before the first step."""
    told = convert.match(row, is_told=False)
    start = matches_pb2.WatchStart(match=told, attempt=row.epoch, view=view)
    return matches_pb2.WatchMatchResponse(start=start)
