"""A match played along: what a watcher is told of each step, and nothing that is hidden."""

import json
from dataclasses import dataclass
from typing import Any, Final

from pentarch.arbiter.v1 import common_pb2, matches_pb2
from pentarch.engine import registry
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Seat
from pentarch.engine.match import Match
from pentarch.engine.plain import Json


@dataclass(frozen=True)
class Showing:
    """What is played along, and what of it somebody wants to see."""

    ruleset: str
    seats: int
    options: dict[str, Json]
    key: bytes
    first_step: int
    with_views: bool


class Along:
    """A match played along with steps that come from elsewhere."""

    def __init__(self, game: Showing) -> None:
        self._game: Final = game
        self._match: Final[Match[Any]] = Match(
            registry.get(game.ruleset), game.seats, game.options, game.key
        )

    @property
    def steps(self) -> int:
        """How many steps have been played along."""
        return len(self._match.steps)

    @property
    def is_over(self) -> bool:
        """Whether the rules say that the match is over."""
        return self._match.outcome is not None

    def play(self, steps: list[tuple[Seat, int]]) -> list[matches_pb2.WatchMatchResponse]:
        """Play steps along; the messages about those that are wanted."""
        responses = []
        for seat, number in steps:
            if self._match.outcome is not None:
                break
            command = self._match.ruleset.commands.by_number(number)
            events = self._match.submit(seat, command)
            if self.steps >= self._game.first_step:
                responses.append(self._response(seat, command, events))
        return responses

    def skip(self, steps: list[tuple[Seat, int]]) -> None:
        """Play steps along that nobody wants to hear about."""
        for seat, number in steps:
            self._match.submit(seat, self._match.ruleset.commands.by_number(number))

    def view(self) -> bytes:
        """What a spectator sees now; empty if nobody wants to."""
        if not self._game.with_views:
            return b""
        view = self._match.ruleset.view(self._match.state, None)
        return json.dumps(view, separators=(",", ":")).encode()

    def _response(
        self, seat: Seat, command: Command, events: list[Event]
    ) -> matches_pb2.WatchMatchResponse:
        step = matches_pb2.WatchStep(
            number=self.steps,
            seat=seat,
            events=[_event(event) for event in events if event.seen_by(None)],
            view=self.view(),
        )
        if self._match.ruleset.audience(self._match.state, seat, command) is None:
            step.command = command.text
        return matches_pb2.WatchMatchResponse(step=step)


def _event(event: Event) -> common_pb2.Event:
    made = common_pb2.Event(name=event.name, values=[str(value) for value in event.values])
    if event.seat >= 0:
        made.seat = event.seat
    return made
