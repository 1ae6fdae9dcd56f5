"""Tokens, made and revoked in the arbiter's database: whoever may open that is trusted."""

import getpass
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from rich.markup import escape
from rich.table import Table
from sqlalchemy import select
from sqlalchemy.orm import Session

from pentarch.arbiter.settings import Settings
from pentarch.arbiter.store import Store, owners
from pentarch.arbiter.store.errors import InvalidName, NotFound
from pentarch.arbiter.store.models import Owner, Token
from pentarch.arbiter.store.words import Role
from pentarch.cli.database import database
from pentarch.cli.terminal import console, misuse, print_json, print_plain
from pentarch.engine.plain import Json

HOUSE: Final = "pentarch"
"""Who the reference bots belong to."""
_NAMELESS: Final = "owner"


@dataclass(frozen=True)
class NewToken:
    """A token with its text, which is kept nowhere."""

    owner: str
    role: Role
    key: str
    text: str

    def plain(self) -> "dict[str, Json]":
        """For scripts."""
        return {
            "owner": self.owner,
            "role": self.role.value,
            "key": self.key,
            "token": self.text,
        }


def create(owner: str, role: str, label: str, as_json: bool) -> None:
    """Make a token and print it."""
    if role not in [*Role]:
        raise misuse(f"the role is one of {', '.join(Role)}, not {role!r}")
    with database() as store, store.writing() as session:
        made = _made(session, owner, Role(role), label)
    if as_json:
        print_json(made.plain())
    else:
        print_plain(made.text)


def listed(owner: str, as_json: bool) -> None:
    """Print the tokens of an owner, or of all."""
    with database() as store, store.reading() as session:
        who = owners.by_name(session, owner).id if owner else None
        rows: list[dict[str, Json]] = [_plain(made) for made in owners.tokens(session, who)]
    if as_json:
        print_json([*rows])
        return
    table = Table("key", "owner", "role", "label", "made", "state", box=None, pad_edge=False)
    for row in rows:
        table.add_row(*[escape(str(value)) for value in row.values()])
    console().print(table)


def revoke(key: str, as_json: bool) -> None:
    """Revoke a token."""
    with database() as store, store.writing() as session:
        owners.revoke_token(session, key, datetime.now(UTC))
    if as_json:
        print_json({"key": key, "state": "revoked"})
    else:
        print_plain(f"token {key} is revoked")


def for_first_owner(chosen: Settings) -> NewToken | None:
    """An admin's token for whoever starts a new service; none where somebody has one already."""
    store = Store(chosen.database_url)
    try:
        with store.writing() as session:
            if session.scalar(select(Owner.id).where(Owner.name != HOUSE).limit(1)) is not None:
                return None
            return _made(session, _own_name(), Role.ADMIN, "made by pentarch up")
    finally:
        store.close()


def _made(session: Session, owner: str, role: Role, label: str) -> NewToken:
    """A new token; its owner is made if there is none. Raises InvalidName."""
    now = datetime.now(UTC)
    try:
        found = owners.by_name(session, owner)
    except NotFound:
        found = owners.create(session, owner, now, role=role)
    token, text = owners.create_token(session, found.id, role, label=label, now=now)
    return NewToken(owner, role, token.key, text)


def _own_name() -> str:
    """The user of this machine as an owner can be called."""
    try:
        name = re.sub(r"[^a-z0-9]+", "-", getpass.getuser().lower()).strip("-")
        return _NAMELESS if name == HOUSE else owners.check_name(name)
    except (InvalidName, KeyError, OSError):
        return _NAMELESS


def _plain(token: Token) -> "dict[str, Json]":
    return {
        "key": token.key,
        "owner": token.owner.name,
        "role": token.role.value,
        "label": token.label,
        "made": token.create_time.strftime("%Y-%m-%d %H:%M"),
        "state": "open" if token.revoke_time is None else "revoked",
    }
