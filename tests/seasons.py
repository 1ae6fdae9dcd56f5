"""Seasons in a real store whose matches take no time: results are drawn, not played."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime

from sqlalchemy.orm import Session

from pentarch.arbiter.competition.seasons.entrance import Access
from pentarch.arbiter.competition.seasons.finals import Finals
from pentarch.arbiter.competition.seasons.phases import Timetable
from pentarch.arbiter.competition.seasons.policies import Policies
from pentarch.arbiter.referee.keys import season_secret
from pentarch.arbiter.store import Store, owners, seasons, tournaments
from pentarch.arbiter.store.models import Season
from pentarch.arbiter.store.seasons import NewDiscipline, NewSeason
from pentarch.arbiter.store.words import SeasonPart
from pentarch.engine.plain import Json
from pentarch.workers.conductor import conduct_all
from tests.tournaments import RULESET, START, settle, waiting
from tests.workers.hosts import At

AFTER = (SeasonPart.AFTER, 0)
ROUND_ROBIN = Finals("round_robin", {"blocks": 1}, field=4, cut=2)


def add_season(
    session: Session,
    *,
    owner: str = "owner0",
    access: Access = Access.PUBLIC,
    timetable: Timetable | None = None,
    policies: Policies | None = None,
    finals: Finals = ROUND_ROBIN,
    ladder: Mapping[str, Json] | None = None,
    options: Mapping[str, Json] | None = None,
    invited: Collection[int] = (),
    seed: int | None = 7,
) -> int:
    """A season of one discipline that was announced."""
    new = NewSeason(
        owner_id=owners.by_name(session, owner).id,
        title="Spring",
        access=access,
        timetable=timetable or Timetable(),
        policies=policies or Policies(),
        secret=season_secret(seed),
        seed=seed,
        disciplines=[
            NewDiscipline(
                ruleset=RULESET,
                options=options or {},
                clock={},
                seats=[2],
                ladder=ladder if ladder is not None else {"max_blocks": 12},
                finals=finals,
            )
        ],
        invited=invited,
    )
    return seasons.create(session, new, START).id


def look(host: At, now: datetime) -> At:
    """Let everything be conducted at a moment, once; the host at that moment."""
    then = replace(host, time=now)
    conduct_all(then)
    return then


def played(host: At, season_id: int) -> None:
    """Conduct, and give results to all matches before after-play, until nothing more comes."""
    before: object = None
    for _ in range(200):
        conduct_all(host)
        with host.store.writing() as session:
            found = {key: id for key, id in parts(session, season_id).items() if key != AFTER}
            settle(session, [id for one in found.values() for id in waiting(session, one)])
            states = {one: tournaments.get(session, one).state for one in found.values()}
            now = (seasons.get(session, season_id).phase, states)
        if now == before and all(state.is_over for state in states.values()):
            return
        before = now
    raise AssertionError("the season does not come to rest")


def get(store: Store, season_id: int) -> Season:
    with store.reading() as session:
        return seasons.get(session, season_id)


def parts(session: Session, season_id: int) -> dict[tuple[SeasonPart, int], int]:
    """The tournaments of a season by part and stage."""
    [discipline] = seasons.get(session, season_id).disciplines
    return {(one.part, one.stage): one.tournament_id for one in discipline.tournaments}


def places(store: Store, season_id: int) -> list[tuple[int, str, int]]:
    """The final table: rank, version, stage."""
    with store.reading() as session:
        return [
            (row.rank, row.version.ref, row.stage)
            for row in seasons.places(session, season_id, RULESET)
        ]
