"""A person at a table of the arbiter: against any active bot, played by its workers.

The person sits there as a remote bot, with a token and a name of its own. Workers run the other
bots as they always do; what comes here are the person's own views, one for each decision.
"""

import os
import secrets
import threading
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Final

from pentarch.arbiter.settings import settings
from pentarch.bots.sdk import Bot, Ending, Start, Turn
from pentarch.bots.sdk.remote import ConnectionRefused, Remote
from pentarch.bots.sdk.tls import trust_of
from pentarch.dashboard import service
from pentarch.dashboard.service import Refused
from pentarch.dashboard.table import Left, SeatedPerson, Seating
from pentarch.dashboard.viewer import page
from pentarch.dashboard.viewer.component import Question
from pentarch.dashboard.viewer.frames import change, step_of
from pentarch.engine.chance import Seeded
from pentarch.engine.core import COMMAND, SEAT_NAMES, Event, Outcome
from pentarch.engine.plain import Json

_PATIENCE: Final = 20.0


class GuestTable:
    """A match of a person against active bots. Raises Refused when it is set up.

    `is_present` tells whether the person's browser is connected. It is asked from other threads.
    """

    def __init__(
        self, seating: Seating, token: str, name: str, is_present: Callable[[], bool]
    ) -> None:
        self.seating: Final = seating
        self.name: Final = secrets.token_hex(8)
        self._person: Final = SeatedPerson(is_present)
        self._start: Start | None = None
        self._lock: Final = threading.Lock()
        self._views: Final[list[Json]] = []
        self._told: Final[list[list[Event]]] = []
        self._entered: Final[list[str]] = []
        self.outcome: Outcome | None = None
        self.trouble = ""
        try:
            trust = trust_of(os.environ)
        except ValueError as error:
            raise Refused(str(error)) from error
        self._remote: Final = Remote(
            lambda: _Guest(self), settings().arbiter, token, name, [seating.ruleset], trust=trust
        )
        threading.Thread(target=self._run, name="guest", daemon=True).start()
        self.bots: Final = list(seating.opponents)
        try:
            self.bots.insert(seating.seat, self._version())
            self.match_id: Final = service.create_match(
                token, seating.ruleset, self.bots, seating.options, seating.seed
            )
        except Refused:
            self._remote.close()
            raise

    @property
    def steps(self) -> int:
        """How many decisions the person has made."""
        return max(0, len(self._views) - 1)

    @property
    def choice(self) -> Question:
        """What the person may choose from now; nothing while others decide."""
        return self._person.choice(self.seating.seat)

    def payload(self) -> str | None:
        """What the viewer is fed, as JSON; None before the first decision."""
        with self._lock:
            views, told = list(self._views), list(self._told)
            entered, start = list(self._entered), self._start
        if not views or start is None:
            return None
        changes: list[Json] = [change(a, b) for a, b in pairwise(views)]
        # What came of a decision is told with the next.
        ruleset, seat = start.ruleset, self.seating.seat
        steps: list[Json] = [
            step_of(ruleset, seat, ruleset.read(command), _without_own(events))
            for command, events in zip(entered, told[1:], strict=False)
        ]
        return page.embed(
            {
                "ruleset": self.seating.ruleset,
                "title": start.ruleset.info.title,
                "bots": list(self.bots),
                "options": start.options,
                # Any state that the seat could be in has the chart of the match.
                "chart": ruleset.chart(ruleset.sample(views[0], seat, Seeded(0))),
                "steps": steps,
                "measures": {},
                "eyes": {SEAT_NAMES[self.seating.seat]: {"first": views[0], "changes": changes}},
                "outcome": None,
                "forfeits": [],
                "annotations": None,
                "verified": False,
            }
        )

    def enter(self, turn: int, command: str) -> None:
        """The person's command for a turn; what comes late, twice or is not legal is ignored."""
        if self._person.decide(turn, command):
            with self._lock:
                self._entered.append(command)

    def wait(self, seconds: float) -> None:
        """Until the person is to decide or the match is over, at most so long."""
        ends = time.monotonic() + seconds
        while self._person.turn is None and not self.is_over and time.monotonic() < ends:
            time.sleep(0.02)

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come."""
        return self.outcome is not None or bool(self.trouble)

    def leave(self) -> None:
        """Stand up: the seat is lost, and the arbiter rules on it."""
        self._remote.close()
        self._person.leave()

    def begin(self, start: Start) -> None:
        """The match begins."""
        self._start = start

    def decide(self, turn: Turn) -> str:
        """Ask the person. Raises Left."""
        with self._lock:
            self._views.append(turn.view)
            self._told.append(turn.events)
        self._person.ask(turn)
        return self._person.answer()

    def end(self, outcome: Outcome) -> None:
        """The match is over."""
        self.outcome = outcome
        self._remote.drain()

    def _version(self) -> str:
        """What the arbiter calls the person once it is known there. Raises Refused."""
        ends = time.monotonic() + _PATIENCE
        while not self._remote.version:
            if self.trouble or time.monotonic() > ends:
                raise Refused(self.trouble or service.SILENT)
            time.sleep(0.02)
        return self._remote.version

    def _run(self) -> None:
        try:
            self._remote.run()
        except Left as error:
            self.trouble = str(error)
        except ConnectionRefused as error:
            code, _, details = str(error).partition(": ")
            self.trouble = service.UNKNOWN_TOKEN if code == "UNAUTHENTICATED" else details or code


def _without_own(events: list[Event]) -> list[Event]:
    """What followed from a decision, without its command at the beginning."""
    return events[1:] if events and events[0].name == COMMAND else events


class _Guest(Bot):
    """The person, as the SDK knows bots."""

    def __init__(self, table: GuestTable) -> None:
        self._table: Final = table

    def start(self, start: Start) -> None:
        """See Bot."""
        self._table.begin(start)

    def decide(self, turn: Turn) -> str:
        """See Bot."""
        return self._table.decide(turn)

    def finish(self, ending: Ending) -> None:
        """See Bot."""
        self._table.end(ending.outcome)
