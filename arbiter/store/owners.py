"""Owners and their tokens.

A token is `pent_<key>_<secret>`. The key finds the row, the secret is compared by its hash in
constant time. Secrets are 32 random bytes, so one round of SHA-256 is enough.
"""

import hashlib
import hmac
import re
import secrets
from datetime import datetime
from typing import Final

from sqlalchemy import or_, select
from sqlalchemy.orm import Session, joinedload

from pentarch.arbiter.store.errors import InvalidName, InvalidPage, NameTaken, NotFound
from pentarch.arbiter.store.models import Owner, Token
from pentarch.arbiter.store.pages import Ask, Page
from pentarch.arbiter.store.rows import insert_new
from pentarch.arbiter.store.words import Role

_NAME: Final = re.compile(r"[a-z][a-z0-9-]{1,39}")
_TOKEN: Final = re.compile(r"pent_([0-9a-f]{16})_([A-Za-z0-9_-]{43})")


def check_name(name: str) -> str:
    """The name, if an owner or a bot may have it. Raises InvalidName."""
    if not _NAME.fullmatch(name):
        raise InvalidName(
            "a name has 2 to 40 lower-case letters, digits and hyphens and begins with a letter"
        )
    return name


def create(session: Session, name: str, now: datetime) -> Owner:
    """A new owner. Raises InvalidName or NameTaken."""
    if not insert_new(session, Owner, {"name": check_name(name), "create_time": now}):
        raise NameTaken(f"there is an owner {name!r} already")
    return by_name(session, name)


def by_name(session: Session, name: str) -> Owner:
    """The owner of that name. Raises NotFound."""
    owner = session.scalar(select(Owner).where(Owner.name == name))
    if owner is None:
        raise NotFound(f"there is no owner {name!r}")
    return owner


def page(session: Session, ask: Ask) -> Page[Owner]:
    """Owners by name."""
    query = select(Owner).order_by(Owner.name).limit(ask.limit + 1)
    after = ask.after("owners")
    if after is not None:
        if len(after) != 1 or not isinstance(after[0], str):
            raise InvalidPage("the page token is damaged")
        query = query.where(Owner.name > after[0])
    return ask.page(session.scalars(query).all(), lambda owner: [owner.name], "owners")


def disable(session: Session, name: str, now: datetime) -> Owner:
    """Shut an owner out: no token of theirs is any good from now on. Raises NotFound."""
    owner = by_name(session, name)
    owner.disable_time = owner.disable_time or now
    return owner


def enable(session: Session, name: str) -> Owner:
    """Let an owner in again, with the tokens they had. Raises NotFound."""
    owner = by_name(session, name)
    owner.disable_time = None
    return owner


def create_token(
    session: Session,
    owner_id: int,
    role: Role,
    *,
    label: str,
    now: datetime,
    expire_time: datetime | None = None,
) -> tuple[Token, str]:
    """A new token and its text, which is shown once and kept nowhere."""
    key = secrets.token_hex(8)
    secret = secrets.token_urlsafe(32)
    token = Token(
        owner_id=owner_id,
        key=key,
        secret_sha256=_hash(secret),
        role=role,
        label=label,
        create_time=now,
        expire_time=expire_time,
    )
    session.add(token)
    session.flush()
    return token, f"pent_{key}_{secret}"


def authenticate(session: Session, text: str, now: datetime) -> Token | None:
    """The token with that text and its owner, or None if it is no good (any more)."""
    parts = _TOKEN.fullmatch(text)
    if parts is None:
        return None
    query = select(Token).where(Token.key == parts[1]).options(joinedload(Token.owner))
    token = session.scalar(query)
    # The comparison runs for unknown keys, too, so that time does not tell them apart.
    expected = token.secret_sha256 if token is not None else _hash("")
    is_right = hmac.compare_digest(expected, _hash(parts[2]))
    if token is None or not is_right or not is_valid(token, now):
        return None
    return token


def is_valid(token: Token, now: datetime) -> bool:
    """Whether a token counts at that moment; needs its owner loaded."""
    return (
        token.revoke_time is None
        and token.owner.disable_time is None
        and (token.expire_time is None or now < token.expire_time)
    )


def useless_since(session: Session, since: datetime, now: datetime) -> set[str]:
    """The keys of tokens that were revoked, expired or lost their owner since a moment."""
    query = (
        select(Token.key)
        .join(Token.owner)
        .where(
            or_(
                Token.revoke_time >= since,
                Token.expire_time.between(since, now),
                Owner.disable_time >= since,
            )
        )
    )
    return set(session.scalars(query))


def revoke_token(session: Session, key: str, now: datetime) -> None:
    """Make a token useless. Raises NotFound."""
    token = session.scalar(select(Token).where(Token.key == key))
    if token is None:
        raise NotFound(f"there is no token {key!r}")
    token.revoke_time = token.revoke_time or now


def tokens(session: Session, owner_id: int | None = None) -> list[Token]:
    """The tokens of an owner, or of all, newest first, with their owners."""
    query = select(Token).options(joinedload(Token.owner)).order_by(Token.id.desc())
    if owner_id is not None:
        query = query.where(Token.owner_id == owner_id)
    return list(session.scalars(query))


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
