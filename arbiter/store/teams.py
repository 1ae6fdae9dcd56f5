"""Teams: owners that are made up of several people, and what each of them may do for the team."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from pentarch.arbiter.store import owners
from pentarch.arbiter.store.errors import InvalidPage, NotFound, TooMuch, WrongState
from pentarch.arbiter.store.models import Member, Owner
from pentarch.arbiter.store.pages import Ask, Page
from pentarch.arbiter.store.words import MemberRole, OwnerKind

MOST_MEMBERS: Final = 50


def create(session: Session, name: str, captain_id: int, now: datetime) -> Owner:
    """A new team with its captain. Raises InvalidName, NameTaken, WrongState for no person."""
    _require_person(session.get_one(Owner, captain_id))
    team = owners.create(session, name, now, kind=OwnerKind.TEAM)
    join(session, team.id, captain_id, MemberRole.CAPTAIN, now)
    return team


def by_name(session: Session, name: str) -> Owner:
    """The team of that name. Raises NotFound."""
    found = session.scalar(select(Owner).where(Owner.name == name, Owner.kind == OwnerKind.TEAM))
    if found is None:
        raise NotFound(f"there is no team {name!r}")
    return found


def page(session: Session, ask: Ask) -> Page[Owner]:
    """Teams by name."""
    query = select(Owner).where(Owner.kind == OwnerKind.TEAM)
    after = ask.after("teams")
    if after is not None:
        if len(after) != 1 or not isinstance(after[0], str):
            raise InvalidPage("the page token is damaged")
        query = query.where(Owner.name > after[0])
    rows = session.scalars(query.order_by(Owner.name).limit(ask.limit + 1)).all()
    return ask.page(rows, lambda team: [team.name], "teams")


def members(session: Session, team_ids: Sequence[int]) -> dict[int, list[Member]]:
    """Who is in which team, by name."""
    query = (
        select(Member)
        .join(Member.person)
        .where(Member.team_id.in_(team_ids), Member.leave_time.is_(None))
        .options(joinedload(Member.person))
        .order_by(Owner.name)
    )
    found: dict[int, list[Member]] = {id: [] for id in team_ids}
    for row in session.scalars(query):
        found[row.team_id].append(row)
    return found


def memberships(session: Session, person_id: int) -> list[Member]:
    """The teams of a person, by name."""
    query = (
        select(Member)
        .join(Member.team)
        .where(Member.person_id == person_id, Member.leave_time.is_(None))
        .options(joinedload(Member.team))
        .order_by(Owner.name)
    )
    return list(session.scalars(query))


def membership(session: Session, team: str, person_id: int) -> Member | None:
    """A person's place in a team, with the team; None: they have none, or the team is disabled."""
    query = (
        select(Member)
        .join(Member.team)
        .where(Owner.name == team, Owner.disable_time.is_(None))
        .where(Member.person_id == person_id, Member.leave_time.is_(None))
        .options(joinedload(Member.team))
    )
    return session.scalar(query)


def join(session: Session, team_id: int, person_id: int, role: MemberRole, now: datetime) -> None:
    """Add a person to a team, or give a member another role.

    Raises NotFound, WrongState for no person and for the last captain, TooMuch for a full team.
    """
    _lock(session, team_id)
    _require_person(session.get_one(Owner, person_id))
    row = session.get(Member, (team_id, person_id))
    is_in = row is not None and row.leave_time is None
    if not is_in and len(members(session, [team_id])[team_id]) >= MOST_MEMBERS:
        raise TooMuch(f"a team has at most {MOST_MEMBERS} members")
    if row is None:
        row = Member(team_id=team_id, person_id=person_id, role=role, create_time=now)
        session.add(row)
    elif is_in and row.role is role:
        return
    elif is_in and row.role is MemberRole.CAPTAIN:
        _require_another_captain(session, row)
        owners.revoke_tokens_of_maker(session, team_id, person_id, now)
    row.role, row.change_time, row.leave_time = role, now, None
    session.flush()


def leave(session: Session, team_id: int, person_id: int, now: datetime) -> None:
    """Take a person out of a team; the tokens they made for it become useless.

    Raises NotFound, and WrongState for the last captain.
    """
    _lock(session, team_id)
    row = session.get(Member, (team_id, person_id))
    if row is None or row.leave_time is not None:
        raise NotFound("this person is not in the team")
    if row.role is MemberRole.CAPTAIN:
        _require_another_captain(session, row)
    row.leave_time = row.change_time = now
    owners.revoke_tokens_of_maker(session, team_id, person_id, now)
    session.flush()


def changed_since(session: Session, since: datetime) -> dict[tuple[int, int], bool]:
    """Teams and people whose place in them has changed since a moment: whether it is gone."""
    query = select(Member).where(Member.change_time >= since)
    return {
        (row.team_id, row.person_id): row.leave_time is not None for row in session.scalars(query)
    }


def disabled_since(session: Session, since: datetime) -> set[int]:
    """The teams that were shut out since a moment."""
    query = select(Owner.id).where(Owner.disable_time >= since, Owner.kind == OwnerKind.TEAM)
    return set(session.scalars(query))


def _lock(session: Session, team_id: int) -> None:
    """Members of a team change one after another."""
    session.execute(select(Owner.id).where(Owner.id == team_id).with_for_update())


def _require_person(owner: Owner) -> None:
    if owner.kind is not OwnerKind.PERSON:
        raise WrongState(f"{owner.name} is a team, no person")


def _require_another_captain(session: Session, row: Member) -> None:
    captains = [
        other
        for other in members(session, [row.team_id])[row.team_id]
        if other.role is MemberRole.CAPTAIN and other.person_id != row.person_id
    ]
    if not captains:
        raise WrongState("a team keeps a captain: name another one first")
