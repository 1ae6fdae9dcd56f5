"""Owners and their tokens: secrets that speak for an owner, what they are good for, how long."""

import re
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import delete, or_, select, update
from sqlalchemy.orm import Session, joinedload

from pentarch.arbiter.store.errors import InvalidName, InvalidPage, NameTaken, NotFound
from pentarch.arbiter.store.models import Owner, Token
from pentarch.arbiter.store.pages import Ask, Page
from pentarch.arbiter.store.rows import insert_new
from pentarch.arbiter.store.secrets import NewSecret, is_right, key_in
from pentarch.arbiter.store.words import OwnerKind, Role, Scope

TOKEN_PREFIX: Final = "pent"
_NAME: Final = re.compile(r"[a-z][a-z0-9-]{1,39}")
_USE_STEP: Final = timedelta(minutes=1)
"""How exactly the last use is known: writing it down at every call would cost more than calls."""


def check_name(name: str) -> str:
    """The name, if an owner or a bot may have it. Raises InvalidName."""
    if not _NAME.fullmatch(name):
        raise InvalidName(
            "a name has 2 to 40 lower-case letters, digits and hyphens and begins with a letter"
        )
    return name


def create(
    session: Session,
    name: str,
    now: datetime,
    *,
    kind: OwnerKind = OwnerKind.PERSON,
    role: Role = Role.AUTHOR,
) -> Owner:
    """A new owner. Raises InvalidName or NameTaken."""
    row = {"name": check_name(name), "kind": kind, "role": role, "create_time": now}
    if not insert_new(session, Owner, row):
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
    scopes: Collection[Scope] = (Scope.ALL,),
    maker_id: int | None = None,
    is_session: bool = False,
) -> tuple[Token, str]:
    """A new token and its text, which is shown once and kept nowhere."""
    secret = NewSecret(TOKEN_PREFIX)
    token = Token(
        owner_id=owner_id,
        key=secret.key,
        secret_sha256=secret.sha256,
        role=role,
        scopes=" ".join(sorted(set(scopes))),
        label=label,
        maker_id=maker_id,
        is_session=is_session,
        create_time=now,
        expire_time=expire_time,
    )
    session.add(token)
    session.flush()
    return token, secret.text


def scopes_of(token: Token) -> frozenset[Scope]:
    """What a token is good for: reading always, and `all` has the others in it."""
    named = {Scope(word) for word in token.scopes.split()}
    return frozenset(Scope) if Scope.ALL in named else frozenset(named | {Scope.READ})


def authenticate(session: Session, text: str, now: datetime) -> Token | None:
    """The token with that text and its owner, or None if it is no good (any more)."""
    key = key_in(TOKEN_PREFIX, text)
    if key is None:
        return None
    query = select(Token).where(Token.key == key).options(joinedload(Token.owner))
    token = session.scalar(query)
    is_known = is_right(text, token.secret_sha256 if token is not None else None)
    return token if token is not None and is_known and is_valid(token, now) else None


def is_valid(token: Token, now: datetime) -> bool:
    """Whether a token counts at that moment; needs its owner loaded."""
    return (
        token.revoke_time is None
        and token.owner.disable_time is None
        and (token.expire_time is None or now < token.expire_time)
    )


def is_use_due(token: Token, now: datetime) -> bool:
    """Whether it is time to write down again that a token is used."""
    return token.use_time is None or now - token.use_time >= _USE_STEP


def note_use(session: Session, key: str, now: datetime) -> None:
    """Write down that a token is used now."""
    session.execute(update(Token).where(Token.key == key).values(use_time=now))


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


def token_by_key(session: Session, key: str) -> Token:
    """The token with that key and its owner. Raises NotFound."""
    query = select(Token).where(Token.key == key).options(joinedload(Token.owner))
    token = session.scalar(query)
    if token is None:
        raise NotFound(f"there is no token {key!r}")
    return token


def revoke_token(session: Session, key: str, now: datetime) -> Token:
    """Make a token useless. Raises NotFound."""
    token = token_by_key(session, key)
    token.revoke_time = token.revoke_time or now
    return token


def revoke_tokens_of_maker(session: Session, owner_id: int, maker_id: int, now: datetime) -> None:
    """Make all tokens useless that somebody made for an owner."""
    made = select(Token).where(Token.owner_id == owner_id, Token.maker_id == maker_id)
    for token in session.scalars(made.where(Token.revoke_time.is_(None))):
        token.revoke_time = now


def forget_sessions(session: Session, owner_id: int, before: datetime) -> None:
    """Delete an owner's tokens from signing in that expired before a moment."""
    old = delete(Token).where(Token.owner_id == owner_id, Token.is_session)
    session.execute(old.where(Token.expire_time < before))


def tokens(session: Session, owner_id: int | None = None) -> list[Token]:
    """The tokens of an owner, or of all, newest first, with their owners."""
    query = select(Token).options(joinedload(Token.owner)).order_by(Token.id.desc())
    if owner_id is not None:
        query = query.where(Token.owner_id == owner_id)
    return list(session.scalars(query))


def tokens_page(session: Session, ask: Ask, owner_id: int) -> Page[Token]:
    """The tokens of an owner, newest first, with their owner."""
    query = select(Token).where(Token.owner_id == owner_id).options(joinedload(Token.owner))
    after = ask.after_id("tokens", owner_id)
    if after is not None:
        query = query.where(Token.id < after)
    rows = session.scalars(query.order_by(Token.id.desc()).limit(ask.limit + 1)).all()
    return ask.page(rows, lambda token: [token.id], "tokens", owner_id)
