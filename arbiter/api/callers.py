"""Who calls: tokens from the call's metadata, and what their role allows."""

import threading
import time
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import structlog
from google.rpc import code_pb2
from prometheus_client import Counter
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from pentarch.arbiter.api.access import Permission
from pentarch.arbiter.api.buckets import Buckets
from pentarch.arbiter.api.errors import Refused, forbidden
from pentarch.arbiter.store import Store, owners, teams
from pentarch.arbiter.store.models import Token
from pentarch.arbiter.store.words import Role, Scope

_log = structlog.get_logger()
_REMEMBERED: Final = 10.0
_MOST_REMEMBERED: Final = 10_000
_OVERLAP: Final = timedelta(seconds=30)
"""A token may be revoked in a transaction that is committed later than it says."""
_WRONG_RATE: Final = 1.0
_WRONG_BURST: Final = 50
WRONG_TOKENS: Final = Counter(
    "pentarch_wrong_tokens",
    "Calls with a wrong token, and calls not listened to after them",
    ["how"],
)
_POWER: Final = {Role.READER: 0, Role.AUTHOR: 1, Role.ADMIN: 2}


@dataclass(frozen=True)
class Caller:
    """The owner whose token came with the call."""

    owner_id: int
    owner: str
    role: Role
    key: str
    scopes: frozenset[Scope]
    person_id: int
    """Who calls: the owner itself, or the person who speaks for a team."""

    def require_access(self, access: Permission) -> None:
        """Raise PERMISSION_DENIED unless the token is good for such a call."""
        if access.role is not None:
            self.require(access.role)
        if access.scope not in self.scopes:
            raise forbidden(
                f"this needs a token with the scope {access.scope}, "
                f"yours has {', '.join(sorted(self.scopes))}"
            )

    def require(self, role: Role) -> None:
        """Raise PERMISSION_DENIED unless the role is enough."""
        if _POWER[self.role] < _POWER[role]:
            raise forbidden(f"this needs a token with the role {role}, yours is {self.role}")

    def require_owner(self, owner_id: int) -> None:
        """Raise PERMISSION_DENIED unless it is about the caller's own things."""
        if self.owner_id != owner_id and self.role is not Role.ADMIN:
            raise forbidden("this belongs to somebody else")


@dataclass(frozen=True)
class Shut:
    """Who is not let in any more: tokens by key, teams, and people who left one."""

    keys: set[str]
    teams: set[int]
    places: set[tuple[int, int]]

    def concerns(self, who: Caller) -> bool:
        """Whether a caller is among them."""
        place = (who.owner_id, who.person_id)
        return who.key in self.keys or who.owner_id in self.teams or place in self.places


_caller: ContextVar[Caller] = ContextVar("caller")


def caller() -> Caller:
    """Who made the call that is being answered."""
    return _caller.get()


def enter(who: Caller) -> None:
    """Say who made the call; done once per call, before anything else."""
    _caller.set(who)


class Doorkeeper:
    """Looks tokens up, and remembers good ones for a few seconds to spare the database.

    An address that keeps sending wrong ones is not listened to for a while, except with tokens
    that are known to be good. Safe to share between threads.
    """

    def __init__(self, store: Store) -> None:
        self._store: Final = store
        self._lock: Final = threading.Lock()
        self._known: Final[dict[str, tuple[float, Caller]]] = {}
        self._wrong: Final = Buckets(_WRONG_RATE, _WRONG_BURST)
        # When the database was last asked for tokens that are no good any more.
        self._looked: datetime | None = None

    def admit(self, authorization: str, address: str) -> Caller:
        """The caller with that `authorization` header, where a team may stand before the token.

        Raises UNAUTHENTICATED, and PERMISSION_DENIED for somebody else's team; may block.
        """
        scheme, _, text = authorization.partition(" ")
        if scheme.lower() != "bearer" or not text:
            raise Refused(code_pb2.UNAUTHENTICATED, "send a token: authorization: Bearer pent_...")
        moment = time.monotonic()
        with self._lock:
            found = self._known.get(text)
            if found is not None and found[0] > moment:
                return found[1]
            if self._wrong.is_empty(address):
                WRONG_TOKENS.labels("unheard").inc()
                told = "too many wrong tokens came from your address; try again in a minute"
                raise Refused(code_pb2.RESOURCE_EXHAUSTED, told)
        who = self._look_up(text)
        with self._lock:
            if who is None:
                WRONG_TOKENS.labels("heard").inc()
                self._wrong.take(address)
                raise Refused(code_pb2.UNAUTHENTICATED, "the token is unknown, expired or revoked")
            if len(self._known) >= _MOST_REMEMBERED:
                self._known.clear()
            self._known[text] = (moment + _REMEMBERED, who)
        return who

    def shut(self) -> Shut:
        """Who is not let in any more since the last look; they are forgotten.

        May block. While the database does not answer nothing is missed: the next look goes back to
        the last one that was answered.
        """
        now = self._store.now()
        since = (self._looked or now) - _OVERLAP
        with self._store.reading() as session:
            places = teams.changed_since(session, since)
            found = Shut(
                owners.useless_since(session, since, now),
                teams.disabled_since(session, since),
                {place for place, is_gone in places.items() if is_gone},
            )
        self._looked = now
        with self._lock:
            for key, (_, who) in list(self._known.items()):
                if found.concerns(who) or (who.owner_id, who.person_id) in places:
                    del self._known[key]
        return found

    def forget(self, key: str) -> None:
        """A token was revoked here: it is no good from this moment on. Elsewhere `shut` tells."""
        with self._lock:
            for text, (_, who) in list(self._known.items()):
                if who.key == key:
                    del self._known[text]

    def _look_up(self, given: str) -> Caller | None:
        team, _, text = given.rpartition(":")
        now = self._store.now()
        with self._store.reading() as session:
            token = owners.authenticate(session, text, now)
            if token is None:
                return None
            who = _speaker(session, token, team)
            is_due = owners.is_use_due(token, now)
        if is_due:
            self._note_use(token, now)
        return who

    def _note_use(self, token: Token, now: datetime) -> None:
        try:
            with self._store.writing() as session:
                owners.note_use(session, token.key, now)
        except SQLAlchemyError as error:
            # Nobody is kept out because of it.
            _log.warning("the use of a token is not written down", error=str(error))


def _speaker(session: Session, token: Token, team: str) -> Caller:
    """Whom a token speaks for: its owner, or a team of theirs. Raises PERMISSION_DENIED."""
    scopes = owners.scopes_of(token)
    if not team or team == token.owner.name:
        person_id = token.maker_id or token.owner_id
        return Caller(token.owner_id, token.owner.name, token.role, token.key, scopes, person_id)
    place = teams.membership(session, team, token.owner_id)
    if place is None:
        raise forbidden(f"you are not in a team {team!r}")
    role = min(token.role, Role.AUTHOR, key=_POWER.__getitem__)
    scopes &= place.role.scopes
    return Caller(place.team_id, place.team.name, role, token.key, scopes, token.owner_id)
