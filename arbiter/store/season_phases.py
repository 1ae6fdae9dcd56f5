"""Seasons going on: from phase to phase, and to the tournaments that each phase needs.

Everything here is decided under a lock of the season from what the database says, at the database's
time. So whoever looks, and however often, brings a season to the same place.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from sqlalchemy.orm import Session

from pentarch.arbiter.competition.formats.settings import MOST_BOTS
from pentarch.arbiter.competition.formats.standings import Standing
from pentarch.arbiter.competition.seasons.entrance import Access
from pentarch.arbiter.competition.seasons.finals import (
    Finals,
    can_play,
    final_table,
    first_field,
    next_field,
)
from pentarch.arbiter.competition.seasons.phases import Phase, due, following
from pentarch.arbiter.referee.keys import within_season
from pentarch.arbiter.store import audit, matches, occasions, seasons, tournaments
from pentarch.arbiter.store.books import StoredBook
from pentarch.arbiter.store.errors import WrongState
from pentarch.arbiter.store.models import (
    Discipline,
    Season,
    SeasonPlace,
    SeasonTournament,
    Tournament,
)
from pentarch.arbiter.store.tournaments import NewTournament
from pentarch.arbiter.store.words import SeasonPart
from pentarch.engine.plain import Json

_LADDER: Final = (SeasonPart.LADDER, 0)
_AFTER: Final = (SeasonPart.AFTER, 0)
_BEGUN: Final = "season_phase"
_PRIORITIES: Final = {
    SeasonPart.LADDER: matches.ORDINARY,
    SeasonPart.FINALS: matches.FINALS,
    SeasonPart.AFTER: matches.IDLE,
}


def move(session: Session, season_id: int, wanted: Phase, now: datetime) -> Season:
    """Bring a season to a phase by hand; it goes through those between. One that is there stays.

    Only a practice season goes back, from frozen to open. What cannot be taken back is not gone
    through by the way: a season is closed from its finals. Raises NotFound, and WrongState for a
    phase that lies behind, and while there are finals to be played before.
    """
    season = seasons.lock(session, season_id)
    is_back = (season.phase, wanted) == (Phase.FROZEN, Phase.OPEN)
    if is_back and season.access is Access.PRACTICE:
        season.phase, season.goal, season.phase_time = Phase.OPEN, Phase.OPEN, now
        season.froze_time = season.freeze_time = None
        session.flush()
        occasions.phase_changed(session, season, now)
        return season
    if wanted.place < season.phase.place:
        raise WrongState(f"season {season_id} is {season.phase} already, and does not go back")
    if season.phase.place < wanted.place:
        if season.phase.place < Phase.FINALS.place < wanted.place:
            raise _before_finals(season)
        season.goal = wanted
        session.flush()
        season = advance(session, season_id, now)
        if season.phase.place < wanted.place:
            raise _before_finals(season)
    return season


def _before_finals(season: Season) -> WrongState:
    return WrongState(f"season {season.id} is {season.phase}: its finals must be played first")


def advance(session: Session, season_id: int, now: datetime) -> Season:
    """Bring a season to where it should be now, and see to what its phase needs.

    Raises NotFound.
    """
    season = seasons.lock(session, season_id)
    _see_to(session, season, now)
    while (phase := due(season.phase, season.goal, seasons.timetable_of(season), now)) is not None:
        if season.phase is Phase.FINALS and not _are_finals_over(session, season):
            break
        _enter(session, season, phase, now)
        session.flush()
        season = seasons.get(session, season_id)
        _see_to(session, season, now)
    return season


def begun(session: Session, season_id: int) -> dict[Phase, datetime]:
    """When each phase after the first was seen to begin, by the clock or by hand."""
    noted = audit.details(session, _BEGUN, f"season {season_id}")
    return {Phase(str(detail["phase"])): moment for moment, detail in noted}


def standings(session: Session, tournament: Tournament) -> list[Standing]:
    """The table of a tournament."""
    book = StoredBook(tournament.id)
    book.refresh(session)
    return [line.standing for line in book.standings()]


def _enter(session: Session, season: Season, phase: Phase, now: datetime) -> None:
    assert phase is following(season.phase)
    begins = seasons.timetable_of(season).beginning(phase)
    # By the clock it begins when it should, however late somebody looks.
    began = begins if begins is not None and season.phase_time <= begins <= now else now
    season.phase, season.phase_time = phase, began
    if phase is Phase.FROZEN:
        season.froze_time = began
    if phase is Phase.CLOSED:
        _write_places(session, season)
    audit.note(
        session,
        _BEGUN,
        f"season {season.id}",
        owner_id=None,
        detail={"phase": phase.value},
        now=now,
    )
    session.flush()
    occasions.phase_changed(session, season, now)


def _see_to(session: Session, season: Season, now: datetime) -> None:
    """Make the tournaments that the phase needs, and end what must end."""
    for discipline in season.disciplines:
        if season.phase in (Phase.OPEN, Phase.FROZEN):
            _open_ladder(session, season, discipline, _LADDER, now)
        elif season.phase is Phase.FINALS:
            _go_on_with_finals(session, season, discipline, now)
        elif season.phase is Phase.AFTER:
            _open_ladder(session, season, discipline, _AFTER, now)


def _open_ladder(
    session: Session,
    season: Season,
    discipline: Discipline,
    key: tuple[SeasonPart, int],
    now: datetime,
) -> None:
    """Make the ladder of a discipline as soon as enough bots are there to fill its tables."""
    if any((part.part, part.stage) == key for part in discipline.tournaments):
        return
    entrance = seasons.entrance_of(session, season)
    found = seasons.entrants(session, entrance, discipline.ruleset)[:MOST_BOTS]
    owners = {version.ref: str(version.bot.owner_id) for version in found}
    if all(can_play([*owners], owners, seats) for seats in discipline.seats):
        ids = [version.id for version in found]
        settings = discipline.ladder
        if key == _AFTER:
            settings = {**settings, "max_blocks": 0, "settled_width": 0.0}
        _make(session, season, discipline, key, ("ladder", settings), ids, now)


def _go_on_with_finals(
    session: Session, season: Season, discipline: Discipline, now: datetime
) -> None:
    rows = seasons.tournament_rows(session, discipline)
    ladder = rows.get(_LADDER)
    if ladder is None:
        return
    if not ladder.state.is_over:
        tournaments.end_ladder(session, ladder.id, "the season has come to its finals", now)
        return
    found = _next_stage(session, discipline, rows)
    if found is not None:
        stage, ids = found
        finals = Finals(**discipline.finals)
        format = (finals.format, finals.settings or {})
        _make(session, season, discipline, (SeasonPart.FINALS, stage), format, ids, now)


def _next_stage(
    session: Session,
    discipline: Discipline,
    rows: Mapping[tuple[SeasonPart, int], Tournament],
) -> tuple[int, list[int]] | None:
    """The stage that a discipline is to play next with the ids of its field; None for none now."""
    finals = Finals(**discipline.finals)
    if not finals.format:
        return None
    stage = max((number for part, number in rows if part is SeasonPart.FINALS), default=0)
    last = rows[SeasonPart.FINALS, stage] if stage else rows[_LADDER]
    if not last.state.is_over:
        return None
    lines = standings(session, last)
    field = next_field(finals, lines) if stage else first_field(finals, lines)
    owners = {entry.version.ref: entry.version.bot.owner.name for entry in last.entries}
    if not all(can_play(field, owners, seats) for seats in discipline.seats):
        return None
    ids = {entry.version.ref: entry.version_id for entry in last.entries}
    return stage + 1, [ids[bot] for bot in field]


def _are_finals_over(session: Session, season: Season) -> bool:
    for discipline in season.disciplines:
        rows = seasons.tournament_rows(session, discipline)
        if any(not row.state.is_over for row in rows.values()):
            return False
        if _LADDER in rows and _next_stage(session, discipline, rows) is not None:
            return False
    return True


def _make(
    session: Session,
    season: Season,
    discipline: Discipline,
    key: tuple[SeasonPart, int],
    format: tuple[str, Mapping[str, Json]],
    version_ids: list[int],
    now: datetime,
) -> None:
    """Make a tournament of a season and start it."""
    part, stage = key
    secret, seed = within_season(
        season.secret, discipline.ruleset, part, stage, is_seeded=season.seed is not None
    )
    name = f"finals, stage {stage}" if part is SeasonPart.FINALS else part.value
    new = NewTournament(
        owner_id=season.owner_id,
        title=f"{season.title}: {discipline.ruleset}, {name}"[-200:],
        ruleset=discipline.ruleset,
        format=format[0],
        settings=format[1],
        options=discipline.options,
        clock=discipline.clock,
        seats=discipline.seats,
        secret=secret,
        seed=seed,
        is_rated=False,
        versions=version_ids,
        is_open=part is not SeasonPart.FINALS,
        priority=_PRIORITIES[part],
        weight=season.weight,
    )
    made = tournaments.create(session, new, now)
    tournaments.start(session, made.id, now)
    session.add(
        SeasonTournament(
            season_id=season.id,
            ruleset=discipline.ruleset,
            part=part,
            stage=stage,
            tournament_id=made.id,
        )
    )
    session.flush()


def _write_places(session: Session, season: Season) -> None:
    """Keep the final tables."""
    for discipline in season.disciplines:
        rows = seasons.tournament_rows(session, discipline)
        if _LADDER not in rows:
            continue
        stages = [row for (part, _), row in sorted(rows.items()) if part is SeasonPart.FINALS]
        ids = {entry.version.ref: entry.version_id for entry in rows[_LADDER].entries}
        table = final_table(
            standings(session, rows[_LADDER]), [standings(session, row) for row in stages]
        )
        session.add_all(
            SeasonPlace(
                season_id=season.id,
                ruleset=discipline.ruleset,
                version_id=ids[place.bot],
                rank=place.rank,
                stage=place.stage,
            )
            for place in table
        )
