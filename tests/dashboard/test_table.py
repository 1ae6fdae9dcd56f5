"""A person at a table: plays to the end, sees the own view only, and cannot cheat."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from pentarch.bots.registry import UnknownBot
from pentarch.dashboard import table
from pentarch.dashboard.table import (
    MOST_TABLES,
    PERSON,
    NoSeat,
    NoTable,
    Origin,
    PlayTable,
    Seating,
)
from pentarch.dashboard.viewer.frames import LivePayload, apply_change
from pentarch.engine import registry
from pentarch.engine.errors import InvalidOption, InvalidSeats
from pentarch.engine.match import Match
from pentarch.engine.record import verify
from tests.dashboard.serving import serving, visit
from tests.playing import play_random, ruleset_of
from tests.stores import new_store
from tests.waiting import PATIENCE, until

SEED = 987_654_321


def sit_down(seating: Seating, *, present: bool = True) -> PlayTable:
    return PlayTable(seating, lambda: present)


def play(table: PlayTable, most: int) -> int:
    """Always the first legal command, at most so many times; how often the person was asked."""
    asked = 0
    while asked < most:
        table.wait(PATIENCE)
        choice = table.choice
        if not choice.legal:
            return asked
        table.enter(choice.turn, choice.legal[0])
        asked += 1
    table.wait(PATIENCE)
    return asked


def test_a_match_is_played_to_its_end_and_its_record_verifies() -> None:
    seating = Seating("township", 1, ("greedy", "random"), {"round_cap": 5}, SEED)
    table = sit_down(seating)
    assert play(table, 10_000) > 5
    assert table.trouble == ""
    assert table.outcome is not None
    assert sorted(table.bots) == ["greedy", "random", PERSON]
    assert table.bots[1] == PERSON
    record = verify(table.record())
    assert (record.seed, record.bots) == (SEED, table.bots)
    assert json.loads(table.payload())["outcome"]["ranks"] == table.outcome.ranks


def test_a_match_is_played_on_from_a_step_of_a_record() -> None:
    first = sit_down(Seating("township", 0, ("greedy",), {"round_cap": 5}, SEED))
    play(first, 10_000)
    record = verify(first.record())
    table = sit_down(Seating("township", 1, ("random",), origin=Origin(record, 20)))
    assert table.steps >= 20
    play(table, 10_000)
    branch = verify(table.record())
    assert branch.steps[:20] == record.steps[:20]
    assert branch.bots == ["random", PERSON]
    assert isinstance(branch.annotations, dict)
    assert branch.annotations["parent"] == {"digest": record.final_digest.hex(), "step": 21}
    with pytest.raises(NoSeat, match="play on from an earlier one"):
        sit_down(Seating("township", 0, ("greedy",), origin=Origin(record, len(record.steps))))


@pytest.mark.parametrize("ruleset", registry.IDS)
def test_the_person_sees_the_own_view_and_nothing_else(ruleset: str) -> None:
    table = sit_down(Seating(ruleset, 1, ("greedy",), {}, SEED))
    assert play(table, 6) == 6
    shown = json.loads(table.payload())
    match = table._match
    assert list(shown["eyes"]) == ["p2"]
    view = shown["eyes"]["p2"]["first"]
    for change in shown["eyes"]["p2"]["changes"]:
        view = apply_change(view, change)
    assert view == json.loads(json.dumps(match.ruleset.view(match.state, 1)))
    assert str(SEED) not in table.payload()
    if not match.ruleset.info.is_open:
        assert shown["measures"] == {}
    for step, made in zip(shown["steps"], match.steps, strict=True):
        audience = match.ruleset.audience(match.state, made.seat, made.command)
        is_known = audience is None or 1 in audience
        assert step["command"] == (made.command.text if is_known else "…")
    own = [step["command"] for step in shown["steps"] if step["seat"] == 1]
    assert own == [step.command.text for step in match.steps if step.seat == 1]
    table.leave()


def test_what_is_late_twice_or_illegal_is_ignored() -> None:
    table = sit_down(Seating("township", 0, ("random",), {}, SEED))
    table.wait(PATIENCE)
    first = table.choice
    table.enter(first.turn, "attack everybody")
    table.enter(first.turn + 1, first.legal[0])
    assert table.choice == first
    table.enter(first.turn, first.legal[0])
    table.enter(first.turn, first.legal[0])
    table.wait(PATIENCE)
    assert [step["seat"] for step in json.loads(table.payload())["steps"]].count(0) == 1
    assert table.choice.turn == first.turn + 1
    table.leave()


def test_who_leaves_ends_the_match_without_a_result() -> None:
    table = sit_down(Seating("township", 0, ("random",), {}, SEED))
    table.wait(PATIENCE)
    table.leave()
    table._thread.join(PATIENCE)
    assert not table._thread.is_alive()
    assert table.outcome is None
    assert "left" in table.trouble


def test_whoever_has_gone_makes_way_in_a_full_room() -> None:
    seating = Seating("township", 0, ("random",), {}, SEED)
    gone = [sit_down(seating, present=False) for _ in range(MOST_TABLES)]
    here = [sit_down(seating) for _ in range(MOST_TABLES)]
    for left in gone:
        left._thread.join(PATIENCE)
        assert "left" in left.trouble
    with pytest.raises(NoTable):
        sit_down(seating)
    for sitting in here:
        sitting.leave()
        sitting._thread.join(PATIENCE)
        assert not sitting._thread.is_alive()
    sit_down(seating).leave()


def test_a_table_ends_with_the_session_of_its_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "_GRACE", 0.0)
    gone = sit_down(Seating("township", 0, ("random",), {}, SEED), present=False)
    gone._thread.join(PATIENCE)
    assert not gone._thread.is_alive()
    assert "left" in gone.trouble


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_closing_the_browser_ends_the_table(tmp_path: Path, browser: Browser) -> None:
    new_store(tmp_path / "pentarch.db").close()
    with serving(tmp_path) as served:
        page = browser.new_page()
        visit(page, f"{served.address}/play?ruleset=township", "Play Township")
        page.get_by_role("button", name="Start", exact=True).click()
        expect(page.get_by_role("button", name="Give up")).to_be_visible()
        page.close()
        until(lambda: "a table was given up" in (tmp_path / "log").read_text(), 600.0)


@pytest.mark.parametrize(
    ("seating", "error"),
    [
        (Seating("township", 0, ("random",) * 9), InvalidSeats),
        (Seating("township", 0, ("random",), {"round_cap": -1}), InvalidOption),
        (Seating("township", 0, ("nobody",)), UnknownBot),
    ],
)
def test_wrong_seatings_are_refused(seating: Seating, error: type[Exception]) -> None:
    with pytest.raises(error):
        sit_down(seating)


def test_a_course_forgets_its_first_steps_and_still_leads_to_the_view() -> None:
    match: Match[Any] = Match(ruleset_of("township"), 2, {}, SEED)
    played = play_random(Match(ruleset_of("township"), 2, {}, SEED), 3, most=70)
    course = LivePayload(match, None, ["a", "b"], most=10)
    for step in played.steps:
        course.step(match.play(step.seat, step.command))
    sent: Any = course.payload()
    kept = len(sent["steps"])
    assert 10 <= kept <= 20
    assert course.steps == 70 == sent["skipped"] + kept
    assert all(len(values) == kept + 1 for values in sent["measures"].values())
    view = sent["eyes"]["spectators"]["first"]
    for change in sent["eyes"]["spectators"]["changes"]:
        view = apply_change(view, change)
    assert view == match.ruleset.view(match.state, None)
