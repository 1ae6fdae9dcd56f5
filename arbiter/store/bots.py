"""Bots, their versions and packages.

The states of a version: submitted -> validating -> active | rejected (`validations.py`), and
active -> retired.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session, joinedload, selectinload

from pentarch.arbiter.packages.languages import PROTOBUF
from pentarch.arbiter.store import fair_queue
from pentarch.arbiter.store.errors import InvalidPage, NameTaken, NotFound, WrongState
from pentarch.arbiter.store.models import Bot, Output, Package, Version, VersionRuleset
from pentarch.arbiter.store.owners import check_name
from pentarch.arbiter.store.pages import Ask, Page
from pentarch.arbiter.store.rows import insert_new
from pentarch.arbiter.store.words import VersionKind, VersionState

_FIRST_SUBMITTED: Final = select(func.min(Version.start_tag)).where(
    Version.state == VersionState.SUBMITTED
)
_WHOLE: Final = (
    joinedload(Version.bot).joinedload(Bot.owner),
    selectinload(Version.rulesets),
)


@dataclass(frozen=True)
class HostedVersion:
    """What a hosted version is, beside its bytes."""

    bot: str
    rulesets: Sequence[str]
    entry_point: str
    language: str
    is_reusable: bool
    build: str = ""
    protocol: str = PROTOBUF


def ensure(session: Session, owner_id: int, name: str, now: datetime) -> Bot:
    """The owner's bot of that name, made if it is new. Raises InvalidName or NameTaken."""
    insert_new(session, Bot, {"owner_id": owner_id, "name": check_name(name), "create_time": now})
    # Locked, so that the versions of a bot are numbered one after another.
    bot = session.scalars(select(Bot).where(Bot.name == name).with_for_update()).one()
    if bot.owner_id != owner_id:
        raise NameTaken(f"the bot {name!r} belongs to somebody else")
    return bot


def by_name(session: Session, name: str) -> Bot:
    """The bot of that name, with its owner. Raises NotFound."""
    bot = session.scalar(select(Bot).where(Bot.name == name).options(joinedload(Bot.owner)))
    if bot is None:
        raise NotFound(f"there is no bot {name!r}")
    return bot


def page(
    session: Session, ask: Ask, *, owner_id: int | None = None, ruleset: str | None = None
) -> Page[Bot]:
    """Bots by name, with their owners; of one owner, or with an active version for a ruleset."""
    query = select(Bot).options(joinedload(Bot.owner)).order_by(Bot.name).limit(ask.limit + 1)
    if owner_id is not None:
        query = query.where(Bot.owner_id == owner_id)
    if ruleset is not None:
        query = query.where(plays(ruleset))
    after = ask.after("bots", owner_id, ruleset)
    if after is not None:
        if len(after) != 1 or not isinstance(after[0], str):
            raise InvalidPage("the page token is damaged")
        query = query.where(Bot.name > after[0])
    rows = session.scalars(query).all()
    return ask.page(rows, lambda bot: [bot.name], "bots", owner_id, ruleset)


def plays(ruleset: str) -> ColumnElement[bool]:
    """The condition that a bot has an active version for a ruleset."""
    active = (
        select(Version.id)
        .join(VersionRuleset, VersionRuleset.version_id == Version.id)
        .where(
            Version.bot_id == Bot.id,
            Version.state == VersionState.ACTIVE,
            VersionRuleset.ruleset == ruleset,
        )
    )
    return active.exists()


def submit(
    session: Session, owner_id: int, manifest: HostedVersion, package: bytes, now: datetime
) -> Version:
    """The next version of a bot from a package, waiting for validation.

    Raises InvalidName or NameTaken.
    """
    bot = ensure(session, owner_id, manifest.bot, now)
    sha256 = keep_package(session, package, now)
    return _add_version(
        session,
        bot,
        manifest.rulesets,
        Version(
            kind=VersionKind.HOSTED,
            state=VersionState.SUBMITTED,
            package_sha256=sha256,
            package_size=len(package),
            entry_point=manifest.entry_point,
            language=manifest.language,
            build="",
            build_command=manifest.build,
            protocol=manifest.protocol,
            is_reusable=manifest.is_reusable,
            create_time=now,
            start_tag=fair_queue.join(
                session, "validation", owner_id, first=_FIRST_SUBMITTED, cost=1.0
            ),
        ),
    )


def ensure_running(
    session: Session,
    owner_id: int,
    name: str,
    *,
    kind: VersionKind,
    build: str,
    rulesets: Sequence[str],
    now: datetime,
) -> Version:
    """The version of a remote or builtin bot with that build and those rulesets.

    It is made, active at once, if the bot's newest version differs. Raises InvalidName, NameTaken,
    and WrongState if that version was retired.
    """
    assert kind is not VersionKind.HOSTED, "hosted versions are submitted"
    bot = ensure(session, owner_id, name, now)
    latest = session.scalar(
        select(Version)
        .where(Version.bot_id == bot.id)
        .options(*_WHOLE)
        .order_by(Version.number.desc())
        .limit(1)
    )
    is_same = (
        latest is not None
        and (latest.kind, latest.build) == (kind, build)
        and {row.ruleset for row in latest.rulesets} == set(rulesets)
    )
    if latest is not None and is_same:
        if latest.state is not VersionState.ACTIVE:
            raise WrongState(f"{latest.ref} is {latest.state}")
        return latest
    return _add_version(
        session,
        bot,
        rulesets,
        Version(
            kind=kind,
            state=VersionState.ACTIVE,
            package_size=0,
            entry_point="",
            language="",
            build=build,
            is_reusable=True,
            create_time=now,
            activate_time=now,
        ),
    )


def version(session: Session, version_id: int) -> Version:
    """The version with that id, with bot, owner and rulesets. Raises NotFound."""
    found = session.scalar(select(Version).where(Version.id == version_id).options(*_WHOLE))
    if found is None:
        raise NotFound(f"there is no version {version_id}")
    return found


def find_version(session: Session, ref: str) -> Version:
    """The version `name@number`, or of a mere `name` the newest active one. Raises NotFound."""
    name, at, number = ref.partition("@")
    query = select(Version).join(Version.bot).where(Bot.name == name).options(*_WHOLE)
    if at:
        if not number.isascii() or not number.isdecimal() or len(number) > 9:
            raise NotFound(f"there is no version {ref!r}")
        query = query.where(Version.number == int(number))
    else:
        query = query.where(Version.state == VersionState.ACTIVE)
    found = session.scalar(query.order_by(Version.number.desc()).limit(1))
    if found is None:
        raise NotFound(
            f"there is no version {ref!r}" if at else f"no version of {name!r} is active"
        )
    return found


def latest_version(session: Session, name: str) -> Version:
    """The newest version of a bot, whatever its state. Raises NotFound."""
    query = select(Version).join(Version.bot).where(Bot.name == name).options(*_WHOLE)
    found = session.scalar(query.order_by(Version.number.desc()).limit(1))
    if found is None:
        raise NotFound(f"there is no version of {name!r}")
    return found


def active_versions(session: Session, ruleset: str) -> list[Version]:
    """All versions that play a ruleset now, oldest first."""
    query = (
        select(Version)
        .join(VersionRuleset, VersionRuleset.version_id == Version.id)
        .where(VersionRuleset.ruleset == ruleset, Version.state == VersionState.ACTIVE)
        .options(*_WHOLE)
        .order_by(Version.id)
    )
    return list(session.scalars(query))


def newest_active(session: Session, bot_ids: Sequence[int]) -> dict[int, Version]:
    """The newest active version of each bot that has one, by the bot's id."""
    newest = (
        select(func.max(Version.number))
        .where(Version.bot_id == Bot.id, Version.state == VersionState.ACTIVE)
        .correlate(Bot)
        .scalar_subquery()
    )
    query = (
        select(Version)
        .join(Bot, Version.bot_id == Bot.id)
        .where(Bot.id.in_(bot_ids), Version.number == newest)
        .options(*_WHOLE)
    )
    return {found.bot_id: found for found in session.scalars(query)}


def versions_page(session: Session, ask: Ask, bot_id: int) -> Page[Version]:
    """The versions of a bot, newest first."""
    query = (
        select(Version)
        .where(Version.bot_id == bot_id)
        .options(*_WHOLE)
        .order_by(Version.number.desc())
        .limit(ask.limit + 1)
    )
    after = ask.after_id("versions", bot_id)
    if after is not None:
        query = query.where(Version.number < after)
    rows = session.scalars(query).all()
    return ask.page(rows, lambda row: [row.number], "versions", bot_id)


def package(session: Session, sha256: str) -> bytes:
    """The bytes of a package. Raises NotFound."""
    content = session.scalar(select(Package.content).where(Package.sha256 == sha256))
    if content is None:
        raise NotFound(f"there is no package {sha256}")
    return content


def keep_package(session: Session, content: bytes, now: datetime) -> str:
    """Keep bytes once per content: their SHA-256."""
    sha256 = hashlib.sha256(content).hexdigest()
    insert_new(
        session,
        Package,
        {"sha256": sha256, "size": len(content), "content": content, "create_time": now},
    )
    return sha256


def validation_output(session: Session, version_id: int) -> str:
    """What validation printed; empty before. For the owner only: callers see to that."""
    query = select(Version.validation_output).where(Version.id == version_id)
    return session.scalar(query) or ""


def outputs_page(
    session: Session, ask: Ask, version_id: int, *, match_id: int | None = None
) -> Page[Output]:
    """What a version printed in matches, newest first."""
    query = (
        select(Output)
        .where(Output.version_id == version_id)
        .order_by(Output.id.desc())
        .limit(ask.limit + 1)
    )
    if match_id is not None:
        query = query.where(Output.match_id == match_id)
    after = ask.after_id("outputs", version_id, match_id)
    if after is not None:
        query = query.where(Output.id < after)
    rows = session.scalars(query).all()
    return ask.page(rows, lambda row: [row.id], "outputs", version_id, match_id)


def retire(session: Session, version_id: int, now: datetime) -> Version:
    """Take a version out of play for good. Retiring a retired one changes nothing.

    Raises NotFound, and WrongState for a version that was never active.
    """
    query = select(Version).where(Version.id == version_id).options(*_WHOLE)
    found = session.scalar(query.with_for_update(of=Version))
    if found is None:
        raise NotFound(f"there is no version {version_id}")
    if found.state is VersionState.RETIRED:
        return found
    if found.state is not VersionState.ACTIVE:
        raise WrongState(f"{found.ref} is {found.state}, only an active version can be retired")
    found.state = VersionState.RETIRED
    found.retire_time = now
    return found


def _add_version(session: Session, bot: Bot, rulesets: Sequence[str], row: Version) -> Version:
    last = session.scalar(select(func.max(Version.number)).where(Version.bot_id == bot.id))
    row.bot_id = bot.id
    row.number = (last or 0) + 1
    row.rulesets = [VersionRuleset(ruleset=ruleset) for ruleset in sorted(set(rulesets))]
    session.add(row)
    session.flush()
    return version(session, row.id)
