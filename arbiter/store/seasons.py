"""Seasons: made, found, and entered. How they go on is in `season_phases`."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import delete, select
from sqlalchemy.orm import Session, joinedload, selectinload

from pentarch.arbiter.competition.formats.settings import InvalidPlan
from pentarch.arbiter.competition.seasons.entrance import Access, Candidate, Entrance
from pentarch.arbiter.competition.seasons.finals import Finals
from pentarch.arbiter.competition.seasons.phases import PHASES, Phase, Timetable, due
from pentarch.arbiter.competition.seasons.policies import Policies
from pentarch.arbiter.store import bots, entries, tournaments
from pentarch.arbiter.store.errors import NotFound, WrongState
from pentarch.arbiter.store.models import (
    Bot,
    Discipline,
    Guest,
    Leaver,
    Match,
    Output,
    Season,
    SeasonPlace,
    SeasonTournament,
    Tournament,
    Version,
)
from pentarch.arbiter.store.pages import Ask, Page
from pentarch.arbiter.store.rows import insert_missing
from pentarch.arbiter.store.words import EntryState, SeasonPart
from pentarch.engine.chance import commitment
from pentarch.engine.plain import Json

_WHOLE: Final = (
    joinedload(Season.owner),
    selectinload(Season.disciplines).selectinload(Discipline.tournaments),
)


@dataclass(frozen=True)
class NewDiscipline:
    """A ruleset as a season is to play it."""

    ruleset: str
    options: Mapping[str, Json]
    clock: Mapping[str, Json]
    seats: Sequence[int]
    ladder: Mapping[str, Json]
    finals: Finals


@dataclass(frozen=True)
class NewSeason:
    """A season to be made."""

    owner_id: int
    title: str
    access: Access
    timetable: Timetable
    policies: Policies
    secret: bytes
    seed: int | None
    disciplines: Sequence[NewDiscipline]
    invited: Collection[int] = ()
    weight: float = 1.0


def create(session: Session, new: NewSeason, now: datetime) -> Season:
    """A season that was announced."""
    times = new.timetable
    season = Season(
        owner_id=new.owner_id,
        title=new.title,
        access=new.access,
        phase=Phase.ANNOUNCED,
        goal=Phase.ANNOUNCED,
        phase_time=now,
        open_time=times.opens,
        freeze_time=times.freezes,
        finals_time=times.finals,
        close_time=times.closes,
        after_time=times.after,
        policies=new.policies.plain(),
        weight=new.weight,
        secret=new.secret,
        commitment=commitment(new.secret),
        seed=new.seed,
        create_time=now,
    )
    session.add(season)
    session.flush()
    session.add_all(
        Discipline(
            season_id=season.id,
            ruleset=one.ruleset,
            options=dict(one.options),
            clock=dict(one.clock),
            seats=[*one.seats],
            ladder=dict(one.ladder),
            finals=asdict(one.finals),
        )
        for one in new.disciplines
    )
    session.flush()
    invite(session, season.id, new.invited)
    return get(session, season.id)


def get(session: Session, season_id: int) -> Season:
    """The season with owner, disciplines and their tournaments. Raises NotFound."""
    query = select(Season).where(Season.id == season_id).options(*_WHOLE)
    season = session.scalar(query.execution_options(populate_existing=True))
    if season is None:
        raise NotFound(f"there is no season {season_id}")
    return season


def lock(session: Session, season_id: int) -> Season:
    """The same, locked until the transaction ends. Raises NotFound."""
    query = select(Season.id).where(Season.id == season_id).with_for_update()
    session.scalar(query)
    return get(session, season_id)


def page(session: Session, ask: Ask) -> Page[Season]:
    """Seasons with owner and disciplines, newest first."""
    query = select(Season).options(*_WHOLE).order_by(Season.id.desc()).limit(ask.limit + 1)
    after = ask.after_id("seasons")
    if after is not None:
        query = query.where(Season.id < after)
    return ask.page(session.scalars(query).all(), lambda row: [row.id], "seasons")


def restless(session: Session, now: datetime) -> list[int]:
    """The ids of seasons that may have something to do now, oldest first."""
    rows = session.scalars(select(Season).options(*_WHOLE).order_by(Season.id))
    return [row.id for row in rows if _is_restless(row, now)]


def _is_restless(season: Season, now: datetime) -> bool:
    if due(season.phase, season.goal, timetable_of(season), now) is not None:
        return True
    part = {
        Phase.OPEN: SeasonPart.LADDER,
        Phase.FROZEN: SeasonPart.LADDER,
        Phase.AFTER: SeasonPart.AFTER,
    }.get(season.phase)
    if part is None:
        return season.phase is Phase.FINALS
    return any(
        part not in [one.part for one in discipline.tournaments]
        for discipline in season.disciplines
    )


def timetable_of(season: Season) -> Timetable:
    """When its phases begin."""
    return Timetable(
        season.open_time,
        season.freeze_time,
        season.finals_time,
        season.close_time,
        season.after_time,
    )


def reschedule(session: Session, season_id: int, wanted: Timetable, now: datetime) -> Season:
    """Give a season another timetable: phases that have begun keep their times, also where none is
    wanted, unless a hand was faster. Raises NotFound, InvalidPlan for times in the past or in the
    wrong order, and WrongState for another time of a phase that has begun."""
    season = lock(session, season_id)
    before, times = timetable_of(season), list[datetime | None]()
    for phase in PHASES[1:]:
        old, new = before.beginning(phase), wanted.beginning(phase)
        if phase.place <= season.phase.place:
            if new not in (None, old):
                raise WrongState(f"season {season_id} is {season.phase}: {phase} has begun")
            new = old if old is not None and old <= now else None
        elif new is not None and new != old and new < now:
            raise InvalidPlan(f"{phase} would begin in the past: move the season by hand instead")
        times.append(new)
    made = Timetable(*times)
    season.open_time, season.freeze_time = made.opens, made.freezes
    season.finals_time, season.close_time, season.after_time = made.finals, made.closes, made.after
    session.flush()
    return season


def invite(session: Session, season_id: int, owner_ids: Collection[int]) -> None:
    """Let owners take part in a season; those who may already stay."""
    rows = [{"season_id": season_id, "owner_id": id} for id in sorted(owner_ids)]
    insert_missing(session, Guest, rows)


def entrance_of(session: Session, season: Season) -> Entrance:
    """The door of a season now."""
    invited = select(Guest.owner_id).where(Guest.season_id == season.id)
    gone = select(Leaver.bot_id).where(Leaver.season_id == season.id)
    return Entrance(
        access=season.access,
        phase=season.phase,
        invited=frozenset(session.scalars(invited)),
        withdrawn=frozenset(session.scalars(gone)),
        freezes=season.froze_time or season.freeze_time,
    )


def entrance_to(session: Session, tournament_id: int) -> Entrance | None:
    """The door of a tournament's season; None for a tournament of its own."""
    query = (
        select(Season)
        .join(SeasonTournament, SeasonTournament.season_id == Season.id)
        .where(SeasonTournament.tournament_id == tournament_id)
    )
    season = session.scalar(query)
    return None if season is None else entrance_of(session, season)


def candidate(version: Version) -> Candidate:
    """A version at the door; needs its bot loaded."""
    return Candidate(version.bot_id, version.bot.owner_id, version.create_time)


def entrants(session: Session, entrance: Entrance, ruleset: str) -> list[Version]:
    """The newest version of every bot that plays a ruleset and may enter, oldest first."""
    active = bots.active_versions(session, ruleset)
    able = [row for row in active if entrance.refusal(candidate(row)) is None]
    newest = {row.bot_id: row.id for row in able}
    return [row for row in able if newest[row.bot_id] == row.id]


def left_out(session: Session, version: Version) -> list[str]:
    """Which seasons a version that is new does not enter though it plays their rulesets, in
    sentences that say why. Needs its bot and rulesets loaded."""
    played = {row.ruleset for row in version.rulesets}
    query = (
        select(Season)
        .where(Season.phase.not_in((Phase.CLOSED, Phase.AFTER)))
        .where(Season.disciplines.any(Discipline.ruleset.in_(played)))
        .order_by(Season.id)
    )
    told = []
    for season in session.scalars(query):
        entrance = entrance_of(session, season)
        is_invited = season.access is Access.PUBLIC or version.bot.owner_id in entrance.invited
        refusal = entrance.refusal(candidate(version))
        if is_invited and refusal is not None:
            told.append(f"season {season.id} {refusal}")
    return told


def enter(session: Session, season_id: int, bot: Bot, now: datetime) -> Season:
    """Let a bot take part that may: with its versions from now on, once it had left.

    Raises NotFound, and WrongState with the reason when none of its versions could enter.
    """
    season = lock(session, season_id)
    gone = delete(Leaver).where(Leaver.season_id == season_id, Leaver.bot_id == bot.id)
    session.execute(gone)
    refusal = entrance_of(session, season).refusal(Candidate(bot.id, bot.owner_id, now))
    if refusal is not None:
        raise WrongState(f"season {season_id} {refusal}")
    return season


def leave(session: Session, season_id: int, bot: Bot, now: datetime) -> Season:
    """Take a bot out of a season: its versions play what they are seated in already.

    Raises NotFound, and WrongState when the season is closed.
    """
    season = lock(session, season_id)
    if season.phase is Phase.CLOSED:
        raise WrongState(f"season {season_id} is closed")
    row = {"season_id": season_id, "bot_id": bot.id, "create_time": now}
    insert_missing(session, Leaver, [row])
    for discipline in season.disciplines:
        for part in discipline.tournaments:
            tournament = tournaments.get(session, part.tournament_id)
            if tournament.state.is_over:
                continue
            for entry in tournament.entries:
                if entry.version.bot_id == bot.id and entry.state is EntryState.PLAYING:
                    entries.withdraw(session, tournament.id, entry.version_id, now)
    return season


def places(session: Session, season_id: int, ruleset: str) -> list[SeasonPlace]:
    """The final table of a discipline, best first, with versions, bots and owners; empty before the
    season is closed."""
    query = (
        select(SeasonPlace)
        .where(SeasonPlace.season_id == season_id, SeasonPlace.ruleset == ruleset)
        .options(joinedload(SeasonPlace.version).joinedload(Version.bot).joinedload(Bot.owner))
        .order_by(SeasonPlace.rank, SeasonPlace.version_id)
    )
    return list(session.scalars(query))


def require_going_on(session: Session, match_id: int) -> None:
    """Raise WrongState for a match of a season whose tables are final."""
    query = (
        select(Season.id, Season.phase)
        .join(SeasonTournament, SeasonTournament.season_id == Season.id)
        .join(Match, Match.tournament_id == SeasonTournament.tournament_id)
        .where(Match.id == match_id, SeasonTournament.part != SeasonPart.AFTER)
    )
    for id, phase in session.execute(query):
        if phase in (Phase.CLOSED, Phase.AFTER):
            raise WrongState(f"season {id} is closed, and its tables are final")


def policies_of(session: Session, season_id: int) -> Policies:
    """What a season promises. Raises NotFound."""
    return Policies.from_plain(get(session, season_id).policies)


def forget_logs(session: Session, now: datetime, *, most: int) -> int:
    """Delete at most that many outputs of bots that their season keeps no longer; how many."""
    forgotten = 0
    for season in session.scalars(select(Season).order_by(Season.id)):
        days = Policies.from_plain(season.policies).keep_logs_days
        if not days:
            continue
        old = (
            select(Output.id)
            .join(Match, Match.id == Output.match_id)
            .join(SeasonTournament, SeasonTournament.tournament_id == Match.tournament_id)
            .where(SeasonTournament.season_id == season.id)
            .where(Output.create_time < now - timedelta(days=days))
            .limit(most - forgotten)
        )
        ids = list(session.scalars(old))
        if ids:
            session.execute(delete(Output).where(Output.id.in_(ids)))
        forgotten += len(ids)
    return forgotten


def tournament_rows(
    session: Session, discipline: Discipline
) -> dict[tuple[SeasonPart, int], Tournament]:
    """The tournaments of a discipline by part and stage, with owner and entries."""
    rows = tournaments.with_ids(session, [part.tournament_id for part in discipline.tournaments])
    return {
        (part.part, part.stage): row for part, row in zip(discipline.tournaments, rows, strict=True)
    }
