"""Identities: people as an OpenID provider knows them, and the owners they are here."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from pentarch.arbiter.store.errors import NameTaken
from pentarch.arbiter.store.models import Identity, Owner
from pentarch.arbiter.store.rows import insert_new


@dataclass(frozen=True)
class Person:
    """Who a provider says that somebody is."""

    issuer: str
    subject: str


def owner_of(session: Session, person: Person) -> Owner | None:
    """The owner that a person is; None: nobody yet."""
    query = select(Identity).where(
        Identity.issuer == person.issuer, Identity.subject == person.subject
    )
    found = session.scalar(query.options(joinedload(Identity.owner)))
    return None if found is None else found.owner


def link(session: Session, person: Person, owner_id: int, now: datetime) -> None:
    """Let a person be an owner. Raises NameTaken if they are another one already."""
    row = {
        "issuer": person.issuer,
        "subject": person.subject,
        "owner_id": owner_id,
        "create_time": now,
    }
    if insert_new(session, Identity, row):
        return
    found = owner_of(session, person)
    if found is None or found.id != owner_id:
        raise NameTaken("you sign in as another owner already")
