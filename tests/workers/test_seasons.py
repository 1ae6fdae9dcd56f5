"""Seasons from phase to phase in a real store: by the clock, by hand, and by several at once."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select

from pentarch.arbiter.competition.seasons.entrance import Access
from pentarch.arbiter.competition.seasons.finals import Finals
from pentarch.arbiter.competition.seasons.phases import Phase, Timetable
from pentarch.arbiter.competition.seasons.policies import Policies, RecordsTold
from pentarch.arbiter.notices.kinds import Way
from pentarch.arbiter.store import (
    Store,
    bots,
    disclosure,
    matches,
    notices,
    owners,
    season_phases,
    seasons,
    subscriptions,
    tournaments,
)
from pentarch.arbiter.store.books import Library
from pentarch.arbiter.store.errors import NotFound, WrongState
from pentarch.arbiter.store.matches import FINALS, IDLE, ORDINARY
from pentarch.arbiter.store.models import AuditEntry, Match, Output, Record, Season
from pentarch.arbiter.store.pages import Ask
from pentarch.arbiter.store.words import (
    EntryState,
    NoticeKind,
    RecordKind,
    SeasonPart,
    TournamentState,
)
from pentarch.engine.chance import commitment
from pentarch.workers.package_cache import PackageCache
from pentarch.workers.sweep import forget_logs, tidy
from tests.builtin_bots import add_builtin
from tests.seasons import AFTER, add_season, get, look, parts, places, played
from tests.stores import new_store
from tests.threads import Background
from tests.tournaments import RULESET, START, add_bots, waiting
from tests.workers.hosts import At, Noted

LADDER = (SeasonPart.LADDER, 0)
DAY = timedelta(days=1)
DATES = Timetable(START + DAY, START + 2 * DAY, START + 3 * DAY, START + 4 * DAY, START + 5 * DAY)

DYING = """
import sys
from datetime import datetime
from pentarch.arbiter.store import Store, season_phases
with Store(sys.argv[1]).writing() as session:
    season = season_phases.advance(session, int(sys.argv[2]), datetime.fromisoformat(sys.argv[3]))
    assert season.phase == "open"
    print("in the middle", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = new_store(tmp_path / "pentarch.db")
    yield made
    made.close()


@pytest.fixture
def host(store: Store, tmp_path: Path) -> At:
    return At(store, Noted(), PackageCache(tmp_path / "packages"), "conductor", time=START)


def new_version(store: Store, number: int, build: str, at: timedelta) -> int:
    """Another version of the bot of that number, handed in at a moment."""
    with store.writing() as session:
        owner = owners.by_name(session, f"owner{number}")
        return add_builtin(
            session, owner.id, f"b{number:02d}", START + at, build=build, rulesets=[RULESET]
        ).id


def entered(store: Store, tournament_id: int) -> dict[str, EntryState]:
    with store.reading() as session:
        row = tournaments.get(session, tournament_id)
        return {entry.version.ref: entry.state for entry in row.entries}


def test_a_season_goes_by_its_timetable_from_announcement_to_after_play(host: At) -> None:
    with host.store.writing() as session:
        add_bots(session, 6)
        id = add_season(session, timetable=DATES)
    look(host, START)
    assert get(host.store, id).phase is Phase.ANNOUNCED
    played(look(host, START + DAY), id)
    with host.store.reading() as session:
        cup = tournaments.get(session, parts(session, id)[LADDER])
        assert cup.state is TournamentState.FINISHED, "its ladder has an end"
        assert (cup.is_open, cup.is_rated, cup.priority) == (True, False, ORDINARY)
    look(host, START + 2 * DAY)
    assert get(host.store, id).phase is Phase.FROZEN
    finals = look(host, START + 3 * DAY)
    played(finals, id)
    assert get(host.store, id).phase is Phase.FINALS
    with host.store.reading() as session:
        stages = parts(session, id)
        rows = {key: tournaments.get(session, one) for key, one in stages.items()}
        waited = session.scalars(select(Match.priority).distinct()).all()
    assert [len(row.entries) for row in rows.values()] == [6, 4, 2]
    assert sorted(waited) == [FINALS, ORDINARY]
    assert places(host.store, id) == []
    look(host, START + 4 * DAY)
    season = get(host.store, id)
    assert season.phase is Phase.CLOSED
    table = places(host.store, id)
    assert sorted(ref for _, ref, _ in table) == [f"b{number:02d}@1" for number in range(6)]
    assert [rank for rank, _, _ in table] == sorted(rank for rank, _, _ in table)
    assert [stage for _, _, stage in table] == [2, 2, 1, 1, 0, 0]
    after = look(host, START + 5 * DAY)
    with host.store.reading() as session:
        play = tournaments.get(session, parts(session, id)[AFTER])
        assert play.settings["max_blocks"] == 0
        assert (play.state, play.priority, play.is_rated) == (
            TournamentState.RUNNING,
            IDLE,
            False,
        )
    look(after, START + 6 * DAY)
    assert places(host.store, id) == table, "after-play changes no table"
    with host.store.reading() as session:
        told = session.scalars(select(AuditEntry).where(AuditEntry.verb == "season_phase")).all()
    assert [entry.detail["phase"] for entry in told] == [
        "open",
        "frozen",
        "finals",
        "closed",
        "after",
    ]


def test_whoever_looks_late_brings_a_season_to_the_same_table(host: At, tmp_path: Path) -> None:
    tables = []
    for name, days in (("often", [1, 2, 3, 4]), ("late", [9])):
        store = new_store(tmp_path / f"{name}.db")
        own = replace(host, store=store, books=Library())
        with store.writing() as session:
            add_bots(session, 6)
            id = add_season(session, timetable=DATES)
        for day in days:
            played(look(own, START + day * DAY), id)
        look(own, START + 9 * DAY)
        tables.append(places(store, id))
        assert get(store, id).froze_time == START + 2 * DAY, "by the clock, whenever one looked"
        store.close()
    assert tables[0] == tables[1] != []


def test_who_dies_in_the_middle_of_a_phase_leaves_nothing_half_done(host: At) -> None:
    with host.store.writing() as session:
        add_bots(session, 4)
        id = add_season(session, timetable=DATES)
    then = START + DAY
    url = host.store.url.render_as_string(hide_password=False)
    dying = subprocess.Popen(
        [sys.executable, "-c", DYING, url, str(id), then.isoformat()],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert dying.stdout is not None
    assert dying.stdout.readline() == "in the middle\n"
    dying.kill()
    dying.communicate()
    with host.store.reading() as session:
        assert seasons.get(session, id).phase is Phase.ANNOUNCED
        assert parts(session, id) == {}
        assert session.scalars(select(AuditEntry)).all() == []
    look(host, then)
    with host.store.reading() as session:
        assert seasons.get(session, id).phase is Phase.OPEN
        assert [*parts(session, id)] == [LADDER]
        assert len(session.scalars(select(AuditEntry)).all()) == 1


def test_several_conductors_at_once_make_every_tournament_once(host: At) -> None:
    with host.store.writing() as session:
        add_bots(session, 4)
        id = add_season(session, timetable=DATES)
    then = replace(host, time=START + 3 * DAY)
    threads = [Background(lambda: look(then, then.time)) for _ in range(4)]
    for thread in threads:
        thread.result()
    played(then, id)
    with host.store.reading() as session:
        assert [*parts(session, id)] == [LADDER, (SeasonPart.FINALS, 1), (SeasonPart.FINALS, 2)]


def test_a_new_version_enters_an_open_season_and_none_a_frozen_one(host: At) -> None:
    with host.store.writing() as session:
        add_bots(session, 4)
        id = add_season(session, timetable=DATES, ladder={})
    look(host, START + DAY)
    with host.store.reading() as session:
        ladder = parts(session, id)[LADDER]
    new_version(host.store, 1, "greedy", DAY)
    look(host, START + DAY)
    assert entered(host.store, ladder)["b01@2"] is EntryState.PLAYING
    assert entered(host.store, ladder)["b01@1"] is EntryState.WITHDRAWN
    late = new_version(host.store, 2, "greedy", 2 * DAY)
    look(host, START + 2 * DAY)
    assert "b02@2" not in entered(host.store, ladder)
    assert entered(host.store, ladder)["b02@1"] is EntryState.PLAYING, "the one before goes on"
    with host.store.reading() as session:
        [told] = seasons.left_out(session, bots.version(session, late))
    assert told == (
        f"season {id} takes no new versions: it is frozen since 2030-01-03 00:00:00 UTC"
    )


def test_a_ladder_without_end_ends_with_the_blocks_that_are_planned(host: At) -> None:
    with host.store.writing() as session:
        add_bots(session, 4)
        id = add_season(session, timetable=DATES, ladder={}, finals=Finals())
    look(host, START + DAY)
    with host.store.reading() as session:
        ladder = parts(session, id)[LADDER]
        planned = len(waiting(session, ladder))
    finals = look(host, START + 3 * DAY)
    played(finals, id)
    with host.store.reading() as session:
        row = tournaments.get(session, ladder)
        assert row.state is TournamentState.FINISHED
        assert row.settings["max_blocks"] * 2 == planned
    look(host, START + 4 * DAY)
    assert len(places(host.store, id)) == 4, "decided by the ladder alone"


def test_phases_by_hand_go_forward_and_wait_for_finals(host: At) -> None:
    with host.store.writing() as session:
        add_bots(session, 4)
        id = add_season(session)
        season_phases.move(session, id, Phase.OPEN, START)
    with pytest.raises(WrongState, match="must be played first"), host.store.writing() as session:
        season_phases.move(session, id, Phase.CLOSED, START)
    assert get(host.store, id).phase is Phase.OPEN, "what is refused changes nothing"
    with host.store.writing() as session:
        empty = add_season(session)
    for early in (Phase.CLOSED, Phase.AFTER):
        with pytest.raises(WrongState, match="is announced: its"), host.store.writing() as session:
            season_phases.move(session, empty, early, START)
    with host.store.writing() as session, pytest.raises(WrongState, match="does not go back"):
        season_phases.move(session, id, Phase.ANNOUNCED, START)
    with host.store.writing() as session:
        season_phases.move(session, id, Phase.FINALS, START)
    played(host, id)
    with host.store.writing() as session:
        assert season_phases.move(session, id, Phase.CLOSED, START).phase is Phase.CLOSED
        season_phases.move(session, id, Phase.CLOSED, START)
    assert len(places(host.store, id)) == 4


def test_a_freeze_of_a_practice_season_is_lifted_and_of_no_other(host: At) -> None:
    with host.store.writing() as session:
        add_bots(session, 3)
        all_owners = [owners.by_name(session, f"owner{n}").id for n in range(3)]
        practice = add_season(session, access=Access.PRACTICE, invited=all_owners, ladder={})
        public = add_season(session, ladder={})
        for id in (practice, public):
            season_phases.move(session, id, Phase.FROZEN, START)
        season_phases.move(session, practice, Phase.OPEN, START)
    late = new_version(host.store, 1, "greedy", DAY)
    look(host, START + DAY)
    with host.store.writing() as session:
        told = seasons.left_out(session, bots.version(session, late))
        assert [line.split()[1] for line in told] == [str(public)]
        with pytest.raises(WrongState, match="does not go back"):
            season_phases.move(session, public, Phase.OPEN, START)


def test_a_private_season_has_the_bots_of_invited_owners_alone(host: At) -> None:
    with host.store.writing() as session:
        add_bots(session, 4)
        some = [owners.by_name(session, f"owner{number}").id for number in (0, 2)]
        id = add_season(session, access=Access.PRIVATE, invited=some, ladder={})
        season_phases.move(session, id, Phase.OPEN, START)
    look(host, START)
    with host.store.reading() as session:
        ladder = parts(session, id)[LADDER]
    assert [*entered(host.store, ladder)] == ["b00@1", "b02@1"]
    with host.store.writing() as session:
        seasons.invite(session, id, [owners.by_name(session, "owner3").id])
    look(host, START)
    assert [*entered(host.store, ladder)] == ["b00@1", "b02@1", "b03@1"]


def test_a_bot_that_is_withdrawn_leaves_and_comes_back_with_a_new_version(host: At) -> None:
    with host.store.writing() as session:
        add_bots(session, 4)
        id = add_season(session, ladder={})
        season_phases.move(session, id, Phase.OPEN, START)
    look(host, START)
    with host.store.writing() as session:
        ladder = parts(session, id)[LADDER]
        seasons.leave(session, id, bots.by_name(session, "b01"), START)
    new_version(host.store, 1, "greedy", DAY)
    look(host, START + DAY)
    assert entered(host.store, ladder)["b01@1"] is EntryState.WITHDRAWN
    assert "b01@2" not in entered(host.store, ladder)
    with host.store.writing() as session:
        seasons.enter(session, id, bots.by_name(session, "b01"), START + DAY)
    look(host, START + DAY)
    assert entered(host.store, ladder)["b01@2"] is EntryState.PLAYING


def test_a_season_waits_until_its_tables_can_be_filled(host: At) -> None:
    with host.store.writing() as session:
        add_bots(session, 1)
        id = add_season(session, timetable=DATES)
    look(host, START + DAY)
    with host.store.reading() as session:
        assert parts(session, id) == {}
    look(host, START + 9 * DAY)
    assert get(host.store, id).phase is Phase.AFTER
    assert places(host.store, id) == []


def test_two_seasons_go_on_side_by_side_with_secrets_of_their_own(host: At) -> None:
    with host.store.writing() as session:
        add_bots(session, 4)
        ids = [add_season(session, timetable=DATES, seed=None) for _ in range(2)]
    look(host, START + DAY)
    with host.store.reading() as session:
        cups = [tournaments.get(session, parts(session, id)[LADDER]) for id in ids]
        assert cups[0].secret != cups[1].secret
        for id, cup in zip(ids, cups, strict=True):
            season = session.get_one(Season, id)
            assert season.commitment == commitment(season.secret)
            assert cup.secret != season.secret
            assert cup.seed is None


def test_records_are_kept_back_until_the_season_is_closed(host: At) -> None:
    with host.store.writing() as session:
        add_bots(session, 3)
        kept = Policies(records=RecordsTold.SEASON)
        id = add_season(session, policies=kept, timetable=DATES, finals=Finals())
        open_id = add_season(session, timetable=DATES, finals=Finals())
    for one in (id, open_id):
        played(look(host, START + DAY), one)
    with host.store.reading() as session:
        rows = session.scalars(select(Match)).all()
        ladder = parts(session, id)[LADDER]
        own = {row.id for row in rows if row.tournament_id == ladder}
        assert disclosure.told(session, rows) == {row.id for row in rows} - own
        with pytest.raises(WrongState, match="when its season is closed"):
            disclosure.require_board(session, min(own))
        disclosure.require_board(session, max({row.id for row in rows} - own))
    look(host, START + 4 * DAY)
    with host.store.reading() as session:
        rows = session.scalars(select(Match)).all()
        assert own <= disclosure.told(session, rows)
        disclosure.require_board(session, min(own))
        with pytest.raises(WrongState, match="its tables are final"):
            seasons.require_going_on(session, min(own))


def test_logs_are_deleted_after_the_days_that_a_season_keeps_them(host: At) -> None:
    with host.store.writing() as session:
        add_bots(session, 3)
        id = add_season(session, policies=Policies(keep_logs_days=2), timetable=DATES)
    played(look(host, START + DAY), id)
    with host.store.writing() as session:
        ladder = parts(session, id)[LADDER]
        rows = matches.page(session, Ask(), matches.Filter(tournament_id=ladder)).items
        for row, age in zip(rows[:2], (DAY, 3 * DAY), strict=True):
            session.add(
                Output(
                    match_id=row.id,
                    epoch=1,
                    seat=0,
                    version_id=row.seats[0].version_id,
                    text="thinking",
                    create_time=START + 3 * DAY - age,
                )
            )
        session.flush()
        assert seasons.forget_logs(session, START + 3 * DAY, most=10) == 1
        assert session.scalars(select(Output.create_time)).all() == [START + 2 * DAY]


def test_a_node_deletes_all_logs_that_are_due_and_keeps_records(host: At) -> None:
    with host.store.writing() as session:
        add_bots(session, 4)
        kept, short = (
            add_season(session, policies=Policies(keep_logs_days=days), timetable=DATES)
            for days in (0, 2)
        )
    for id in (kept, short):
        played(look(host, START + DAY), id)
    with host.store.writing() as session:
        for id in (kept, short):
            where = matches.Filter(tournament_id=parts(session, id)[LADDER])
            row = matches.page(session, Ask(), where).items[0]
            version = row.seats[0].version_id
            session.add_all(
                Output(
                    match_id=row.id,
                    epoch=number,
                    seat=0,
                    version_id=version,
                    text="hm",
                    create_time=START,
                )
                for number in range(1200)
            )
            session.add(
                Record(
                    match_id=row.id,
                    epoch=1,
                    kind=RecordKind.PLAYED,
                    sha256="0" * 64,
                    content=b"a record",
                    size=8,
                    create_time=START,
                )
            )
    forget_logs(replace(host, time=START + 2 * DAY))
    with host.store.reading() as session:
        assert session.scalar(select(func.count()).select_from(Output)) == 2400
    forget_logs(replace(host, time=START + 2 * DAY + timedelta(seconds=1)))
    tidy(replace(host, time=START + 4000 * DAY))
    with host.store.reading() as session:
        assert session.scalar(select(func.count()).select_from(Output)) == 1200
        assert session.scalar(select(func.count()).select_from(Record)) == 2, "records are for ever"


def test_there_is_no_season_of_that_number(host: At) -> None:
    with host.store.reading() as session, pytest.raises(NotFound, match="there is no season 17"):
        seasons.get(session, 17)


@pytest.mark.parametrize("access", [Access.PUBLIC, Access.PRIVATE])
def test_a_change_of_phase_is_told_to_guests_and_of_public_seasons_to_all(
    host: At, access: Access
) -> None:
    with host.store.writing() as session:
        add_bots(session, 2)
        guest = owners.create(session, "guest", START)
        kinds = [NoticeKind.PHASE_CHANGE]
        subscriptions.create(session, guest.id, Way.FEED, "", kinds, START)
        id = add_season(session, access=access, invited=[guest.id])
        season_phases.move(session, id, Phase.FROZEN, START)
        told = [f"Season {id} (Spring) is now {phase}" for phase in ("frozen", "open")]
        own = notices.in_topic(session, notices.own_topic(guest.id))
        assert [one.text for one in own] == told
        public = notices.in_topic(session, f"season/{id}")
        assert [one.text for one in public] == (told if access is Access.PUBLIC else [])
