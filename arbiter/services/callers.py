"""Who calls: tokens from the call's metadata, and what their role allows."""

import time
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from google.rpc import code_pb2

from arbiter.services.errors import Refused, forbidden
from arbiter.store import Store, owners
from arbiter.store.words import Role

_REMEMBERED: Final = 10.0
_MOST_REMEMBERED: Final = 10_000
_POWER: Final = {Role.READER: 0, Role.AUTHOR: 1, Role.ADMIN: 2}


@dataclass(frozen=True)
class Caller:
    """The owner whose token came with the call."""

    owner_id: int
    owner: str
    role: Role
    key: str

    def require(self, role: Role) -> None:
        """Raise PERMISSION_DENIED unless the role is enough."""
        if _POWER[self.role] < _POWER[role]:
            raise forbidden(f"this needs a token with the role {role}, yours is {self.role}")

    def require_owner(self, owner_id: int) -> None:
        """Raise PERMISSION_DENIED unless it is about the caller's own things."""
        if self.owner_id != owner_id and self.role is not Role.ADMIN:
            raise forbidden("this belongs to somebody else")


_caller: ContextVar[Caller] = ContextVar("caller")


def caller() -> Caller:
    """Who made the call that is being answered."""
    return _caller.get()


def enter(who: Caller) -> None:
    """Say who made the call; done once per call, before anything else."""
    _caller.set(who)


class Doorkeeper:
    """Looks tokens up, and remembers good ones for a few seconds to spare the database."""

    def __init__(self, store: Store) -> None:
        self._store: Final = store
        self._known: dict[str, tuple[float, Caller]] = {}

    def admit(self, authorization: str) -> Caller:
        """The caller with that `authorization` header. Raises UNAUTHENTICATED; may block."""
        scheme, _, text = authorization.partition(" ")
        if scheme.lower() != "bearer" or not text:
            raise Refused(code_pb2.UNAUTHENTICATED, "send a token: authorization: Bearer pent_...")
        moment = time.monotonic()
        found = self._known.get(text)
        if found is not None and found[0] > moment:
            return found[1]
        with self._store.reading() as session:
            token = owners.authenticate(session, text, datetime.now(UTC))
            if token is None:
                raise Refused(code_pb2.UNAUTHENTICATED, "the token is unknown, expired or revoked")
            who = Caller(token.owner_id, token.owner.name, token.role, token.key)
        if len(self._known) >= _MOST_REMEMBERED:
            self._known.clear()
        self._known[text] = (moment + _REMEMBERED, who)
        return who
