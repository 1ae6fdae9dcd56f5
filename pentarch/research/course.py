"""A match as adapters drive it: one command after another, with what each seat may know of it."""

import hashlib
import secrets
from typing import Any, Final

import orjson

from pentarch.engine import registry
from pentarch.engine.commands import Command
from pentarch.engine.core import SEAT_NAMES, Event, Seat
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from pentarch.engine.ruleset import Ruleset
from pentarch.research.actions import Actions, actions_of
from pentarch.research.observations import Array, Layout

SEED_LIMIT: Final = 2**63


class Kind:
    """What is the same in all matches that an environment plays."""

    def __init__(
        self, ruleset: str, seats: int | None, options: dict[str, Json] | None, actions: str
    ) -> None:
        self.ruleset: Final[Ruleset[Any]] = registry.get(ruleset)
        info = self.ruleset.info
        self.seats: Final = max(2, info.min_seats) if seats is None else seats
        info.check_seats(self.seats)
        self.options: Final = dict(options or {})
        # Refuse options that do not fit at once, not at the first match.
        Match(self.ruleset, self.seats, self.options, 0)
        self.actions: Final[Actions] = actions_of(self.ruleset, actions)
        self.layout: Final = Layout(self.ruleset.manual().view)
        self.names: Final = list(SEAT_NAMES[: self.seats])


class Course:
    """One match under way. Seats are numbers; what a seat is told since its last decision is kept
    until it decides again."""

    def __init__(self, kind: Kind, seed: int | None) -> None:
        self.kind: Final = kind
        chosen = secrets.randbelow(SEED_LIMIT) if seed is None else seed % SEED_LIMIT
        self.match: Final[Match[Any]] = Match(kind.ruleset, kind.seats, kind.options, chosen)
        self._told: Final[list[list[Event]]] = [[] for _ in range(kind.seats)]
        # A luck of its own for whoever needs some beside the match, not to be told from its dice.
        digest = hashlib.blake2b(b"environment %d" % chosen, digest_size=8).digest()
        self.luck: Final = int.from_bytes(digest, "big") % SEED_LIMIT

    @property
    def is_over(self) -> bool:
        """Whether nobody decides any more."""
        return self.match.outcome is not None

    def acting(self) -> list[Seat]:
        """The seats that decide now."""
        return self.match.to_act()

    def legal(self, seat: Seat) -> list[Command]:
        """What the seat may do; nothing if it is not asked."""
        return self.match.legal(seat)

    def play(self, seat: Seat, command: Command) -> None:
        """Carry out a legal command."""
        ruleset, state = self.kind.ruleset, self.match.state
        self._told[seat].clear()
        events = self.match.play(seat, command)
        for eye, told in enumerate(self._told):
            told += ruleset.told(state, seat, command, events, eye)

    def view(self, seat: Seat | None) -> Json:
        """What the seat (None: a spectator) may know."""
        return self.kind.ruleset.view(self.match.state, seat)

    def kept_view(self, seat: Seat) -> Json:
        """The same, for those who keep and change it: views share what never changes."""
        kept: Json = orjson.loads(orjson.dumps(self.view(seat)))
        return kept

    def observation(self, seat: Seat) -> Array:
        """What the seat may know, as an array."""
        return self.kind.layout.array(self.view(seat))

    def heard(self, seat: Seat) -> list[Event]:
        """What the seat was told since it last decided."""
        return list(self._told[seat])

    def sentences(self, seat: Seat) -> list[str]:
        """The same in words."""
        return [self.kind.ruleset.sentence(event) for event in self._told[seat]]

    def text(self, seat: Seat | None) -> str:
        """What a seat (None: a spectator) may know, to be read."""
        return self.kind.ruleset.text(self.view(seat))

    def rewards(self) -> list[float]:
        """1 for the first, -1 for the last, evenly between; those of one rank share. 0 before."""
        outcome = self.match.outcome
        if outcome is None:
            return [0.0] * self.kind.seats
        last = self.kind.seats - 1
        shared = [rank - 1 + (outcome.ranks.count(rank) - 1) / 2 for rank in outcome.ranks]
        return [1.0 - 2.0 * place / last for place in shared]
