"""How people become owners, whom they belong to, and how much they may take."""

from datetime import date, datetime

from sqlalchemy import Date, Double, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from pentarch.arbiter.store.columns import Id, word
from pentarch.arbiter.store.models.base import NAME, SHA256, Base
from pentarch.arbiter.store.models.owners import Owner
from pentarch.arbiter.store.words import Good, MemberRole, Role


class Identity(Base):
    """A person as an OpenID provider knows them, and the owner they are here."""

    __tablename__ = "identities"

    issuer: Mapped[str] = mapped_column(String(300), primary_key=True)
    subject: Mapped[str] = mapped_column(String(300), primary_key=True)
    owner_id: Mapped[int] = mapped_column(ForeignKey("owners.id"), index=True)
    create_time: Mapped[datetime]

    owner: Mapped[Owner] = relationship(lazy="raise")


class Invitation(Base):
    """A code that makes an owner, or signs one in, once. Only its hash is kept."""

    __tablename__ = "invitations"

    id: Mapped[int] = mapped_column(Id, primary_key=True)
    key: Mapped[str] = mapped_column(String(16), unique=True)
    secret_sha256: Mapped[str] = mapped_column(SHA256)
    name: Mapped[str] = mapped_column(NAME, index=True)
    owner_id: Mapped[int | None] = mapped_column(ForeignKey("owners.id"))
    """Whom it signs in; None: a new owner of that name."""
    role: Mapped[Role] = mapped_column(word(Role))
    team_id: Mapped[int | None] = mapped_column(ForeignKey("owners.id"))
    member_role: Mapped[MemberRole | None] = mapped_column(word(MemberRole))
    inviter_id: Mapped[int | None] = mapped_column(ForeignKey("owners.id"))
    create_time: Mapped[datetime]
    expire_time: Mapped[datetime]
    use_time: Mapped[datetime | None]
    """When it was used, or replaced by another one."""

    owner: Mapped[Owner | None] = relationship(lazy="raise", foreign_keys=owner_id)
    team: Mapped[Owner | None] = relationship(lazy="raise", foreign_keys=team_id)


class Member(Base):
    """A person in a team. Whoever has left stays here, so that what is open for them is ended."""

    __tablename__ = "members"
    __table_args__ = (Index(None, "person_id"), Index(None, "change_time"))

    team_id: Mapped[int] = mapped_column(ForeignKey("owners.id"), primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("owners.id"), primary_key=True)
    role: Mapped[MemberRole] = mapped_column(word(MemberRole))
    create_time: Mapped[datetime]
    change_time: Mapped[datetime]
    leave_time: Mapped[datetime | None]

    team: Mapped[Owner] = relationship(lazy="raise", foreign_keys=team_id)
    person: Mapped[Owner] = relationship(lazy="raise", foreign_keys=person_id)


class Quota(Base):
    """How much of something an owner may take, where that is not the same for everybody."""

    __tablename__ = "quotas"

    owner_id: Mapped[int] = mapped_column(ForeignKey("owners.id"), primary_key=True)
    good: Mapped[Good] = mapped_column(word(Good), primary_key=True)
    most: Mapped[float] = mapped_column(Double)


class QuotaTally(Base):
    """How much of something an owner has taken on a day."""

    __tablename__ = "tallies"

    owner_id: Mapped[int] = mapped_column(ForeignKey("owners.id"), primary_key=True)
    good: Mapped[Good] = mapped_column(word(Good), primary_key=True)
    day: Mapped[date] = mapped_column(Date, primary_key=True)
    amount: Mapped[float] = mapped_column(Double)
