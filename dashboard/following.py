"""Following a match that is being played: its live feed, played along as a spectator sees it.

Nothing that is hidden leaves this process: no seed, no seat's view, and no command where a command
could say more than the others may know.
"""

import json
from typing import Any, Final

import redis

from arbiter.live import key_of, parse
from arbiter.store.models import Match as MatchRow
from dashboard.viewer.frames import change
from engine import registry
from engine.core import SEAT_NAMES, Seat
from engine.match import Match
from engine.plain import Json

_MOST_ENTRIES: Final = 2000


class Follower:
    """One attempt of a match, as far as its steps have come."""

    def __init__(self, row: MatchRow) -> None:
        self.match_id: Final = row.id
        self.epoch: Final = row.epoch
        self.ruleset: Final = row.ruleset
        self._bots: Final = [seat.version.ref for seat in row.seats]
        self._match: Final[Match[Any]] = Match(
            registry.get(row.ruleset), row.seat_count, row.options, row.seed
        )
        self._first: Final = self._view()
        self._last = self._first
        self._changes: Final[list[Json]] = []
        self._steps: Final[list[Json]] = []
        self._measures: Final[dict[str, list[Json]]] = {}
        self._entry: bytes = b"0"
        self._measure()

    @property
    def steps(self) -> int:
        """How many steps have been followed."""
        return len(self._steps)

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
            command = match.ruleset.commands.by_number(number)
            events: list[Json] = [
                {
                    "text": str(event),
                    "name": event.name,
                    "seat": event.seat,
                    "values": list(event.values),
                    "to": None,
                }
                for event in match.submit(seat, command)
                if event.seen_by(None)
            ]
            is_open = match.ruleset.info.is_open
            self._steps.append(
                {"seat": seat, "command": command.text if is_open else "…", "events": events}
            )
            view = self._view()
            self._changes.append(change(self._last, view))
            self._last = view
            self._measure()

    def payload(self) -> str:
        """What the viewer is fed, as JSON: a record's payload without an outcome."""
        eye: Json = {"first": self._first, "changes": self._changes}
        return json.dumps(
            {
                "ruleset": self.ruleset,
                "title": self._match.ruleset.info.title,
                "bots": self._bots,
                "options": self._match.options.plain(),
                "steps": self._steps,
                "measures": self._measures,
                "eyes": {"all": eye},
                "outcome": None,
                "forfeits": [
                    [forfeit.step, SEAT_NAMES[forfeit.seat], forfeit.verdict]
                    for forfeit in self._match.forfeits
                ],
                "annotations": None,
                "verified": False,
            },
            separators=(",", ":"),
        )

    def _view(self) -> Json:
        return self._match.ruleset.view(self._match.state, None)

    def _measure(self) -> None:
        # A measure may count what is hidden.
        if self._match.ruleset.info.is_open:
            for name, values in self._match.ruleset.measures(self._match.state).items():
                self._measures.setdefault(name, []).append(list(values))
