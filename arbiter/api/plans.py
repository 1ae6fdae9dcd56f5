"""Tournament plans from outside: checked as a whole before anything is made."""

from collections.abc import Sequence
from typing import Final

from google.protobuf.json_format import MessageToDict
from google.rpc import code_pb2
from sqlalchemy.orm import Session

from pentarch.arbiter.api.errors import Refused, invalid
from pentarch.arbiter.api.matches import clock_of
from pentarch.arbiter.api.orders import check_seed
from pentarch.arbiter.competition.formats.plan import Entry, Plan
from pentarch.arbiter.competition.formats.registry import format_of
from pentarch.arbiter.competition.formats.scheduler import Scheduler
from pentarch.arbiter.competition.formats.settings import (
    MOST_BOTS,
    FormatSettings,
    InvalidPlan,
    SettingKind,
)
from pentarch.arbiter.referee.keys import new_secret, schedule_seed
from pentarch.arbiter.store import bots
from pentarch.arbiter.store.errors import NotFound
from pentarch.arbiter.store.models import Version
from pentarch.arbiter.store.tournaments import NewTournament
from pentarch.arbiter.store.words import VersionState
from pentarch.arbiter.v1 import tournaments_pb2
from pentarch.engine import registry
from pentarch.engine.chance import Seeded
from pentarch.engine.core import MAX_SEATS
from pentarch.engine.errors import EngineError, InvalidSeats
from pentarch.engine.options import choose
from pentarch.engine.plain import Json

_LONGEST_TITLE: Final = 200


def planned(
    session: Session, owner_id: int, title: str, plan: tournaments_pb2.TournamentPlan
) -> tuple[NewTournament, Scheduler]:
    """The tournament that a plan describes, and its scheduler. Raises Refused, EngineError."""
    title = title_of(title)
    format = plan.WhichOneof("format")
    if format is None:
        raise invalid("plan.format", "say how the bots meet: name a format")
    seats = seats_of(plan)
    options = options_of(plan, seats)
    settings = settings_of(session, plan, format)
    versions = _versions(session, plan, settings)
    seed = plan.seed if plan.HasField("seed") else None
    if plan.rated and seed is not None:
        if not plan.bots:
            raise invalid("plan.seed", "a seed can be guessed: leave it out where all may enter")
        check_seed("plan.seed", versions)
    secret = new_secret(seed)
    entries = tuple(
        Entry(version.ref, version.bot.owner.name, remembers=version.kind.remembers)
        for version in versions
    )
    try:
        scheduler = settings.scheduler(Plan("t0", schedule_seed(secret), entries, seats))
    except InvalidPlan as error:
        raise invalid("plan", str(error)) from error
    new = NewTournament(
        owner_id=owner_id,
        title=title,
        ruleset=plan.ruleset,
        format=format,
        settings=settings.plain(),
        options=options,
        clock=clock_of(plan.time_control),
        seats=seats,
        secret=secret,
        seed=seed,
        is_rated=plan.rated,
        versions=[version.id for version in versions],
        is_open=not plan.bots,
    )
    return new, scheduler


def title_of(text: str) -> str:
    """A title to display. Raises Refused."""
    title = " ".join(text.split())
    if not 0 < len(title) <= _LONGEST_TITLE or not title.isprintable():
        raise invalid("title", f"a title has 1 to {_LONGEST_TITLE} printable characters")
    return title


def seats_of(plan: tournaments_pb2.TournamentPlan) -> tuple[int, ...]:
    """The sizes of the tables. Raises Refused, UnknownRuleset."""
    info = registry.get(plan.ruleset).info
    seats = tuple(plan.seats)
    if not seats or len(set(seats)) < len(seats) or len(seats) > MAX_SEATS:
        raise invalid("plan.seats", "name the numbers of seats, each once")
    for count in seats:
        try:
            info.check_seats(count)
        except InvalidSeats as error:
            raise invalid("plan.seats", str(error)) from error
    return seats


def options_of(plan: tournaments_pb2.TournamentPlan, seats: Sequence[int]) -> dict[str, Json]:
    """All options, checked at every size of table. Raises Refused, UnknownRuleset."""
    ruleset = registry.get(plan.ruleset)
    try:
        chosen = choose(ruleset.info.options, dict(plan.options))
        for count in seats:
            ruleset.setup(count, chosen, Seeded(0))
    except EngineError as error:
        raise invalid("plan.options", str(error)) from error
    return chosen.plain()


def _versions(
    session: Session, plan: tournaments_pb2.TournamentPlan, settings: FormatSettings
) -> list[Version]:
    if not plan.bots:
        if not settings.is_joinable:
            raise invalid("plan.bots", f"name the bots: a {settings.name} cannot be open to all")
        newest = {row.bot_id: row for row in bots.active_versions(session, plan.ruleset)}
        return list(newest.values())
    if len(plan.bots) > MOST_BOTS:
        raise invalid("plan.bots", f"a tournament has at most {MOST_BOTS} bots")
    found = [_version(session, ref, "plan.bots") for ref in plan.bots]
    for version in found:
        if version.state is not VersionState.ACTIVE:
            raise Refused(
                code_pb2.FAILED_PRECONDITION,
                f"{version.ref} is {version.state}",
                field="plan.bots",
            )
        if plan.ruleset not in [played.ruleset for played in version.rulesets]:
            raise invalid("plan.bots", f"{version.ref} does not play {plan.ruleset}")
    return found


def _version(session: Session, ref: str, field: str) -> Version:
    try:
        return bots.find_version(session, ref)
    except NotFound as error:
        raise Refused(code_pb2.NOT_FOUND, str(error), field=field) from error


def settings_of(
    session: Session, plan: tournaments_pb2.TournamentPlan, format: str
) -> FormatSettings:
    """The settings of the plan's format. Raises Refused."""
    told: dict[str, Json] = {}
    for field, message in plan.ListFields():
        if field.name == format:
            told = MessageToDict(message, preserving_proto_field_name=True)
    try:
        settings = format_of(format).from_plain(told)
    except InvalidPlan as error:
        raise invalid(f"plan.{format}", str(error)) from error
    plain = settings.plain()
    for setting in settings.settings():
        refs = plain[setting.name]
        if setting.kind is SettingKind.BOTS and isinstance(refs, list):
            where = f"plan.{format}.{setting.name}"
            if len(refs) > MOST_BOTS:
                raise invalid(where, f"a tournament has at most {MOST_BOTS} bots")
            found = [_version(session, str(ref), where).ref for ref in refs]
            plain[setting.name] = [*dict.fromkeys(found)]
    return settings.from_plain(plain)
