"""Watching a match: live while it is played, from its record afterwards, in one stream.

An engine here plays the steps along, so that a watcher gets events and a spectator's view, and
nothing that is hidden before the match is over.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any, Final

from google.rpc import code_pb2
from sqlalchemy.orm import Session

from pentarch.arbiter.api import convert
from pentarch.arbiter.api.desk import Desk
from pentarch.arbiter.api.errors import Refused
from pentarch.arbiter.store import disclosure, matches
from pentarch.arbiter.store.models import Match as MatchRow
from pentarch.arbiter.store.words import MatchState
from pentarch.arbiter.v1 import common_pb2, matches_pb2
from pentarch.engine import registry
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Seat
from pentarch.engine.match import Match
from pentarch.engine.record import decode

_TOGETHER: Final = 50
_HAVE_RECORD = (MatchState.PLAYED, MatchState.VERIFIED, MatchState.RATED)


async def watch(
    desk: Desk, request: matches_pb2.WatchMatchRequest
) -> AsyncIterator[matches_pb2.WatchMatchResponse]:
    """The start, every step from the first one wanted, and the end."""
    row = await desk.read(lambda session: matches.get(session, request.match_id))
    while row.state is MatchState.QUEUED:
        async for _ in desk.live.follow(row.id, row.epoch + 1):
            break
        row = await desk.read(lambda session: matches.get(session, request.match_id))
    along = await asyncio.to_thread(Along, row, request)
    yield along.start()
    if row.state is MatchState.LEASED:
        async for batch in desk.live.follow(row.id, row.epoch):
            for response in await asyncio.to_thread(along.play, batch):
                yield response
            if not batch or along.is_over:
                row = await desk.read(lambda session: matches.get(session, request.match_id))
                if row.state is not MatchState.LEASED:
                    break
    if row.state in _HAVE_RECORD:
        content = await desk.read(lambda session: matches.record(session, row.id).content)
        steps = decode(content).steps[along.steps :]
        for start in range(0, len(steps), _TOGETHER):
            # In a thread: others' calls are answered while a whole match is played again.
            batch = steps[start : start + _TOGETHER]
            for response in await asyncio.to_thread(along.play, batch):
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


class Along:
    """A match played along with the feed."""

    def __init__(self, row: MatchRow, request: matches_pb2.WatchMatchRequest) -> None:
        self._row = row
        self._first = request.first_step
        self._with_views = request.with_views
        self._match: Match[Any] = Match(
            registry.get(row.ruleset), row.seat_count, row.options, row.key
        )

    @property
    def steps(self) -> int:
        """How many steps have been played along."""
        return len(self._match.steps)

    @property
    def is_over(self) -> bool:
        """Whether the rules say that the match is over."""
        return self._match.outcome is not None

    def start(self) -> matches_pb2.WatchMatchResponse:
        """The message before the first step."""
        return matches_pb2.WatchMatchResponse(
            start=matches_pb2.WatchStart(
                match=convert.match(self._row, is_told=False),
                attempt=self._row.epoch,
                view=self._view(),
            )
        )

    def play(self, steps: list[tuple[Seat, int]]) -> list[matches_pb2.WatchMatchResponse]:
        """Play steps along; the messages about those that are wanted."""
        responses = []
        for seat, number in steps:
            if self._match.outcome is not None:
                break
            command = self._match.ruleset.commands.by_number(number)
            events = self._match.submit(seat, command)
            if self.steps >= self._first:
                responses.append(self._response(seat, command, events))
        return responses

    def _response(
        self, seat: Seat, command: Command, events: list[Event]
    ) -> matches_pb2.WatchMatchResponse:
        step = matches_pb2.WatchStep(
            number=self.steps,
            seat=seat,
            events=[_event(event) for event in events if event.seen_by(None)],
            view=self._view(),
        )
        if self._match.ruleset.audience(self._match.state, seat, command) is None:
            step.command = command.text
        return matches_pb2.WatchMatchResponse(step=step)

    def _view(self) -> bytes:
        if not self._with_views:
            return b""
        view = self._match.ruleset.view(self._match.state, None)
        return json.dumps(view, separators=(",", ":")).encode()


def _event(event: Event) -> common_pb2.Event:
    made = common_pb2.Event(name=event.name, values=[str(value) for value in event.values])
    if event.seat >= 0:
        made.seat = event.seat
    return made
