"""Following a match that is being played: its live feed, played along as a spectator sees it."""

from typing import Any, Final

import redis

from pentarch.arbiter.relay.feed import key_of, parse
from pentarch.arbiter.store.models import Match as MatchRow
from pentarch.dashboard.viewer import page
from pentarch.dashboard.viewer.frames import LivePayload
from pentarch.engine import registry
from pentarch.engine.core import Seat
from pentarch.engine.match import Match

_MOST_ENTRIES: Final = 2000
_MOST_STEPS: Final = 300


class Follower:
    """One attempt of a match, as far as its steps have come. Of them the latest can be seen, at
    least `most`."""

    def __init__(self, row: MatchRow, most: int | None = None) -> None:
        self.match_id: Final = row.id
        self.epoch: Final = row.epoch
        self._match: Final[Match[Any]] = Match(
            registry.get(row.ruleset), row.seat_count, row.options, row.key
        )
        names = [seat.version.ref for seat in row.seats]
        self._course: Final = LivePayload(self._match, None, names, most or _MOST_STEPS)
        self._entry: bytes = b"0"

    @property
    def steps(self) -> int:
        """How many steps have been followed."""
        return self._course.steps

    def catch_up(self, client: "redis.Redis") -> None:
        """Play along what the feed has got since the last time. Raises RedisError."""
        answer: Any = client.xread(
            {key_of(self.match_id, self.epoch): self._entry}, count=_MOST_ENTRIES
        )
        for _, entries in answer:
            for entry, fields in entries:
                self._entry = entry
                self.play(parse(fields[b"steps"]))

    def play(self, steps: "list[tuple[Seat, int]]") -> None:
        """Play steps along."""
        match = self._match
        for seat, number in steps:
            if match.outcome is not None:
                return
            self._course.step(match.submit(seat, match.ruleset.commands.by_number(number)))

    def payload(self) -> str:
        """What the viewer is fed, as JSON."""
        return page.embed(self._course.payload())
