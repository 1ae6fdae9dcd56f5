"""Invitations: codes that make an owner or sign one in, once."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import select, update
from sqlalchemy.orm import Session, joinedload

from pentarch.arbiter.store import owners, teams
from pentarch.arbiter.store.errors import NameTaken, NotFound, WrongState
from pentarch.arbiter.store.models import Invitation, Owner
from pentarch.arbiter.store.secrets import NewSecret, is_right, key_in
from pentarch.arbiter.store.words import MemberRole, OwnerKind, Role

PREFIX: Final = "join"


@dataclass(frozen=True)
class Welcome:
    """Whom an invitation makes an owner, and what they join."""

    name: str
    role: Role
    inviter_id: int
    expire_time: datetime
    team_id: int | None = None
    member_role: MemberRole | None = None


def invite(session: Session, new: Welcome, now: datetime) -> str:
    """The code for a new owner; earlier ones for the name become useless.

    Raises InvalidName, and NameTaken if somebody has the name.
    """
    try:
        owners.by_name(session, owners.check_name(new.name))
    except NotFound:
        return _make(session, new, None, now)
    raise NameTaken(f"there is an owner {new.name!r} already")


def invite_again(session: Session, new: Welcome, now: datetime) -> str:
    """The code for a new owner, or for the person that has the name already, to sign in.

    Raises InvalidName, and WrongState for a team or a disabled owner.
    """
    try:
        found = owners.by_name(session, owners.check_name(new.name))
    except NotFound:
        return _make(session, new, None, now)
    if found.kind is OwnerKind.TEAM:
        raise WrongState(f"{new.name} is a team: invite a person, with that team")
    if found.disable_time is not None:
        raise WrongState(f"{new.name} is disabled")
    return _make(session, new, found, now)


def find(session: Session, code: str, now: datetime) -> Invitation:
    """The invitation of a code that is still good, with its team. Raises NotFound."""
    query = select(Invitation).where(Invitation.key == key_in(PREFIX, code))
    row = session.scalar(query.options(joinedload(Invitation.team), joinedload(Invitation.owner)))
    is_known = is_right(code, row.secret_sha256 if row is not None else None)
    if row is None or not is_known or row.use_time is not None or now >= row.expire_time:
        raise NotFound("the invitation is unknown, used or expired")
    return row


def accept(session: Session, code: str, now: datetime) -> Owner:
    """Use a code up: its owner, made if new, and in its team.

    Raises NotFound, NameTaken when somebody else has taken the name meanwhile, and WrongState for
    an owner who was disabled since.
    """
    # Locked, so that of two who use it at the same time one is late.
    key = Invitation.key == key_in(PREFIX, code)
    session.execute(select(Invitation.id).where(key).with_for_update())
    row = find(session, code, now)
    owner = row.owner
    if owner is None:
        owner = owners.create(session, row.name, now, role=row.role)
    elif owner.disable_time is not None:
        raise WrongState(f"{owner.name} is disabled")
    row.use_time = now
    if row.team_id is not None:
        teams.join(session, row.team_id, owner.id, row.member_role or MemberRole.MEMBER, now)
    return owner


def _make(session: Session, new: Welcome, owner: Owner | None, now: datetime) -> str:
    open_ones = update(Invitation).where(Invitation.name == new.name)
    session.execute(open_ones.where(Invitation.use_time.is_(None)).values(use_time=now))
    secret = NewSecret(PREFIX)
    session.add(
        Invitation(
            key=secret.key,
            secret_sha256=secret.sha256,
            name=new.name,
            owner_id=None if owner is None else owner.id,
            role=new.role,
            team_id=new.team_id,
            member_role=new.member_role,
            inviter_id=new.inviter_id,
            create_time=now,
            expire_time=new.expire_time,
        )
    )
    session.flush()
    return secret.text
