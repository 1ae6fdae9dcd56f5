"""Every page, run by Streamlit's own test harness on a small store."""

import io
import json
import shutil
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Block, Element

from pentarch.arbiter.competition.formats.registry import FORMATS
from pentarch.arbiter.competition.formats.settings import InvalidPlan
from pentarch.arbiter.settings import settings
from pentarch.arbiter.store import Store, matches, order, owners
from pentarch.arbiter.store.errors import NotFound
from pentarch.arbiter.store.models import Tournament
from pentarch.dashboard import data, service
from pentarch.dashboard.__main__ import arguments
from pentarch.dashboard.data.tables import Standings, TableCache
from pentarch.dashboard.labels import ago, ordinal, sentence, span, text_only
from pentarch.dashboard.pages import bots as bot_list
from pentarch.dashboard.pages import ladder
from pentarch.dashboard.pages import matches as match_list
from pentarch.dashboard.pages import tournaments as tournament_list
from pentarch.dashboard.service import Refused, Upload
from pentarch.dashboard.sheet import component as sheet
from pentarch.dashboard.table import PlayTable, Seating
from pentarch.dashboard.viewer import component
from pentarch.engine import registry
from pentarch.engine.record import decode
from pentarch.engine.ruleset import Info
from tests.arbiter.toy_format import TOY, ToySettings
from tests.builtin_bots import add_builtin
from tests.dashboard import scenes
from tests.dashboard.scenes import HOSTILE, Scene
from tests.stores import new_store
from tests.waiting import PATIENCE

PAGES = (
    "compare",
    "ladder",
    "seasons",
    "tournaments",
    "matches",
    "replay",
    "studies",
    "live",
    "play",
    "rules",
    "bots",
    "models",
    "notices",
    "desk",
    "health",
)


def _use(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setenv("PENTARCH_DATA", str(folder))
    monkeypatch.delenv("PENTARCH_DATABASE", raising=False)
    monkeypatch.delenv("PENTARCH_REDIS", raising=False)
    settings.cache_clear()
    st.cache_data.clear()


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Scene]]:
    folder = tmp_path_factory.mktemp("store")
    yield folder, scenes.build(folder)
    st.cache_resource.clear()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def scene(built: tuple[Path, Scene], monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    folder, made = built
    _use(monkeypatch, folder)
    yield made
    settings.cache_clear()


def run(page: str, /, **query: str | int) -> AppTest:
    script = f"from pentarch.dashboard.app import main\nmain({page!r})\n"
    app = AppTest.from_string(script, default_timeout=PATIENCE)
    for name, value in query.items():
        app.query_params[name] = str(value)
    app.run()
    assert [item.value for item in app.exception] == []
    return app


def tables(app: AppTest) -> list[dict[str, list[str]]]:
    """The tables of a page: what stands in each column, by its head."""
    sheets = [json.loads(item.proto.json) for item in app.get("bidi_component") if is_sheet(item)]
    return [
        {head["text"]: list(column) for head, column in zip(one["heads"], columns, strict=True)}
        for one in sheets
        for columns in [zip(*one["rows"], strict=True)]
    ]


def table_with(app: AppTest, head: str) -> dict[str, list[str]]:
    """The first table that has a column."""
    return next(table for table in tables(app) if head in table)


def is_sheet(item: Element | Block) -> bool:
    return str(item.proto.component_name) == sheet.NAME


def boards(app: AppTest) -> int:
    """How many boards a page shows."""
    return len([item for item in app.get("bidi_component") if not is_sheet(item)])


def shown(app: AppTest) -> str:
    """All Markdown of a page: where foreign text must not come through as markup."""
    kinds = ("markdown", "caption", "title", "subheader", "info", "warning", "error")
    return "\n".join(str(getattr(item, "value", "")) for kind in kinds for item in app.get(kind))


def test_the_analysis_of_a_match_stands_with_its_replay(scene: Scene) -> None:
    app = run("replay", match=scene.replay)
    said = shown(app)
    assert "Turning points" in said
    assert "70% → 20%" in said
    assert "The search bot would have done the same." in said


def test_who_wants_an_analysis_is_asked_for_a_token(scene: Scene) -> None:
    app = run("replay", match=scene.hidden)
    app.button(key="analyse-send").click().run()
    assert "A token is needed" in shown(app)


@pytest.mark.parametrize("page", PAGES)
def test_every_page_opens(scene: Scene, page: str) -> None:
    app = run(page)
    assert app.title[0].value == page.capitalize()
    assert not app.error or page == "health"


@pytest.mark.parametrize("page", PAGES)
def test_an_empty_store_is_no_error(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _use(monkeypatch, tmp_path)
    new_store(tmp_path / "pentarch.db").close()
    app = run(page)
    assert not tables(app)
    settings.cache_clear()


def test_no_store_at_all_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _use(monkeypatch, tmp_path / "nothing")
    app = run("ladder")
    assert "pentarch up" in app.info[0].value
    assert not (tmp_path / "nothing").exists()
    settings.cache_clear()


def test_the_ladder_of_a_ruleset_shows_ratings_with_intervals(scene: Scene) -> None:
    app = run("ladder", ruleset="township")
    [table] = tables(app)
    assert table["rank"][:2] == ["1", "2"]
    assert " to " in table["95 % interval"][0]
    *fitted, last = table["Elo"]
    assert sorted(map(int, fitted), reverse=True) == [int(elo) for elo in fitted]
    assert not last.isdigit(), "not fitted: last"
    assert "live Elo" in table
    assert any('class="ratings"' in item.proto.body for item in app.get("html"))


@pytest.mark.parametrize(
    ("page", "field", "header"),
    [
        ("matches", "steps", "steps"),
        ("matches", "state", "state"),
        ("ladder", "matches", "matches"),
        ("ladder", "fit", "Elo"),
        ("bots", "name", "bot"),
        ("tournaments", "title", "title"),
    ],
)
def test_listings_are_sorted_in_the_database_and_turned(
    scene: Scene, page: str, field: str, header: str
) -> None:
    for sort, is_falling in ((field, False), (f"-{field}", True)):
        app = run(page, sort=sort)
        shown = tables(app)[0][header]
        if page == "matches":
            app.button(key="matches-next").click().run()
            shown += tables(app)[0][header]
        found = [int(one) if one.isdecimal() else one for one in shown if one]
        assert found == sorted(found, reverse=is_falling)
        assert len(found) > 3


@pytest.mark.parametrize(
    ("columns", "fields"),
    [
        (match_list.SORTED, order.MATCHES),
        (bot_list.SORTED, order.BOTS),
        (tournament_list.SORTED, order.TOURNAMENTS),
        (ladder.SORTED, order.LADDER),
    ],
)
def test_every_field_that_the_store_sorts_by_has_a_column(
    columns: dict[str, str], fields: order.Values
) -> None:
    assert sorted(columns.values()) == sorted(fields)


def test_an_unknown_order_is_the_usual_one(scene: Scene) -> None:
    app = run("matches", sort="-seed")
    numbers = [int(id) for id in tables(app)[0]["match"]]
    assert numbers == sorted(numbers, reverse=True)


def test_the_ladder_counts_by_seat_and_table_size(scene: Scene) -> None:
    lines = data.ladder("township", "").items
    versions = tuple((line.version_id, line.ref) for line in lines)
    seats = data.by_place("township", versions, is_by_size=False)
    sizes = data.by_place("township", versions, is_by_size=True)
    assert {one.place for one in seats} == {0, 1}
    assert {one.place for one in sizes} == {2}
    played = {line.ref: line.matches for line in lines}
    for ref in played:
        assert sum(one.matches for one in seats if one.ref == ref) == played[ref]
        assert sum(one.matches for one in sizes if one.ref == ref) == played[ref]
    assert all(1 <= one.mean_rank <= 2 and one.firsts <= one.matches for one in seats)


def test_the_best_wins_are_over_the_best_rated(scene: Scene) -> None:
    wins = data.best_wins("bot-001")
    assert [win.elo for win in wins] == sorted((win.elo for win in wins), reverse=True)
    for win in wins:
        match, _ = data.match(win.match_id)
        ranks = {seat.ref: seat.rank for seat in match.seats}
        assert ranks["bot-001@1"] == 1
        assert (ranks[win.opponent] or 0) > 1
    assert table_with(run("bots", bot="bot-001"), "ahead of")


def test_a_table_is_set_up_and_left(scene: Scene) -> None:
    app = run("play", ruleset="kingdom")
    assert [box.label for box in app.selectbox][:3] == ["p1 is", "p2 is", "p3 is"]
    app.selectbox(key="play-kingdom-reference-p1").select("greedy")
    app.selectbox(key="play-kingdom-reference-p2").select("you")
    start(app)
    assert [item.value for item in app.exception] == []
    assert boards(app) == 1
    assert app.session_state["table"].bots == ["greedy", "you"]
    app.button(key="play-leave").click().run()
    assert app.title[0].value == "Play Kingdom Command"


def test_seats_that_cannot_be_taken_so_are_answered_in_words(scene: Scene) -> None:
    app = run("play", ruleset="township")
    app.selectbox(key="play-township-reference-p4").select("random")
    start(app)
    assert "leave none empty before p4" in app.error[0].value
    app.selectbox(key="play-township-reference-p4").select("")
    app.selectbox(key="play-township-reference-p1").select("random")
    start(app)
    assert "Sit down yourself" in app.error[0].value
    assert "table" not in app.session_state


def test_every_ruleset_can_be_chosen_to_play(scene: Scene) -> None:
    for query in ({}, {"ruleset": "chess"}):
        app = run("play", **query)
        assert [info.title for info in infos() if f"**{info.title}**" not in shown(app)] == []
        assert not app.selectbox


def infos() -> list[Info]:
    return [registry.get(id).info for id in registry.IDS]


def start(app: AppTest) -> None:
    next(button for button in app.button if button.label == "Start").click().run()


def test_the_end_of_a_match_is_told_and_its_record_given_away(scene: Scene) -> None:
    table = PlayTable(Seating("township", 0, ("random",), {"round_cap": 5}, 1), lambda: True)
    while table.outcome is None:
        table.wait(PATIENCE)
        choice = table.choice
        if choice.legal:
            table.enter(choice.turn, choice.legal[0])
    app = AppTest.from_string(
        "from pentarch.dashboard.app import main\nmain('play')\n", default_timeout=PATIENCE
    )
    app.session_state["table"] = table
    app.run()
    assert [item.value for item in app.exception] == []
    assert "you came" in app.success[0].value
    assert table_with(app, "rank")["bot"] == ["you", "random"]
    assert len(app.get("download_button")) == 1
    assert app.button(key="play-leave").label == "New match"


@pytest.mark.parametrize("name", [*FORMATS, TOY])
def test_the_form_of_a_format_has_a_field_for_each_of_its_settings(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setitem(FORMATS, TOY, ToySettings)
    app = run("create", format=name)
    format = FORMATS[name]
    assert app.title[0].value == f"Create a tournament: {format.title}"
    fields = {item.key: item.help for item in [*app.number_input, *app.text_area]}
    usual = {"create-seats", "create-bots"}
    assert {key: help for key, help in fields.items() if key not in usual} == {
        f"create-{setting.name}": setting.help for setting in format.settings()
    }


def test_formats_are_chosen_from_a_list(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FORMATS, TOY, ToySettings)
    app = run("create")
    assert [item.label for item in app.button] == [
        f"Create: {format.title}" for format in FORMATS.values()
    ]
    assert "**Toy race**: whoever runs most laps" in shown(app)


def test_settings_that_do_not_fit_are_refused_before_the_arbiter_is_asked(scene: Scene) -> None:
    app = run("create", format="version_test")
    app.number_input(key="create-elo_low").set_value(50.0)
    app.button(key="create-dry").click().run()
    assert "must lie above" in app.error[0].value


def test_without_an_arbiter_owners_are_told_so(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PENTARCH_ARBITER", "127.0.0.1:1")
    settings.cache_clear()
    app = run("create", format="round_robin")
    app.button(key="create-dry").click().run()
    assert "a token is needed" in app.error[0].value
    app.text_input(key="create-token").input("pent_a_b")
    app.button(key="create-dry").click().run()
    assert "does not answer" in app.error[0].value
    assert "pentarch up" in app.error[0].value
    with pytest.raises(Refused, match="does not answer"):
        service.submit("t", Upload("x", ("township",), "bot.py", "python", b"x"))


def test_a_script_is_packed_with_its_name_as_entry_point() -> None:
    upload = Upload("me", ("township",), "main.py", "python", b"print()")
    packed = service.packed(upload, "folder/my_bot.py")
    assert (packed.entry_point, packed.language) == ("my_bot.py", "python")
    with zipfile.ZipFile(io.BytesIO(packed.content)) as archive:
        assert archive.read("my_bot.py") == b"print()"
    assert service.packed(upload, "bot.mjs").language == "node"
    assert service.packed(upload, "bot.zip") == upload


def test_matches_are_filtered_and_turned_page_by_page(scene: Scene) -> None:
    app = run("matches", state="rated", bot="bot-001")
    first = [int(id) for id in tables(app)[0]["match"]]
    assert len(first) == data.ROWS
    assert set(tables(app)[0]["state"]) <= {"rated", "settled"}
    assert all("bot-001@1" in seats for seats in tables(app)[0]["seats"])
    app.button(key="matches-next").click().run()
    second = [int(id) for id in tables(app)[0]["match"]]
    assert max(second) < min(first)
    app.button(key="matches-back").click().run()
    assert [int(id) for id in tables(app)[0]["match"]] == first
    app.selectbox(key="choose-state").select("void")
    app.button(key="matches-show").click().run()
    assert set(tables(app)[0]["state"]) == {"void"}
    assert app.query_params["state"] == "void"


def test_an_address_that_changes_by_itself_is_followed(scene: Scene) -> None:
    app = run("matches", state="rated", bot="bot-001")
    app.query_params["state"] = "void"
    del app.query_params["bot"]
    app.run()
    assert set(tables(app)[0]["state"]) == {"void"}
    assert app.text_input(key="type-bot").value == ""
    assert app.selectbox(key="choose-state").value == "void"


def test_an_address_that_is_only_behind_is_not_followed(scene: Scene) -> None:
    app = run("matches")
    app.selectbox(key="choose-state").select("rated")
    app.button(key="matches-show").click().run()
    app.text_input(key="type-bot").input("bot-001")
    # The browser has not heard of the first answer yet.
    app.query_params.clear()
    app.button(key="matches-show").click().run()
    assert set(tables(app)[0]["state"]) <= {"rated", "settled"}
    assert app.query_params == {"state": "rated", "bot": "bot-001"}
    # Now it has heard of the first, not of the second.
    del app.query_params["bot"]
    app.selectbox(key="choose-state").select("void")
    app.button(key="matches-show").click().run()
    assert app.query_params == {"state": "void", "bot": "bot-001"}


def test_versions_are_turned_page_by_page(scene: Scene) -> None:
    store = Store(scene.url)
    with store.writing() as session:
        owner = owners.create(session, "prolific", datetime.now(UTC))
        for build in range(12):
            add_builtin(session, owner.id, "many", datetime.now(UTC), build=f"build-{build}")
    store.close()
    app = run("bots", bot="many")
    first = table_with(app, "kilobytes")
    assert first["version"][0] == "many@12"
    app.button(key="bot-versions-next").click().run()
    rest = table_with(app, "kilobytes")
    assert list(rest["version"]) == ["many@2", "many@1"]


def test_an_unknown_bot_is_named_in_words(scene: Scene) -> None:
    assert "nobody" in run("matches", bot="nobody").warning[0].value
    assert "nobody" in run("bots", bot="nobody").warning[0].value


def test_a_replay_shows_badge_verdict_and_evidence(scene: Scene) -> None:
    app = run("replay", match=scene.replay, step=3)
    words = shown(app)
    assert "verified" in words
    assert "BOT\\_TIMEOUT" in words
    assert HOSTILE in app.code[0].value
    assert boards(app) == 1
    assert len(app.get("download_button")) == 2


def test_a_record_is_not_shown_before_everybody_may_have_it(scene: Scene) -> None:
    app = run("replay", match=scene.unverified)
    words = shown(app)
    assert "not verified yet" in words
    assert "is there when it is rated" in words
    assert not boards(app)
    assert not app.get("download_button")


@pytest.mark.parametrize(
    ("query", "words"),
    [("999999", "There is no match 999999"), ("9" * 30, "Replay"), ("x", "Replay")],
)
def test_a_wrong_address_is_answered_in_words(scene: Scene, query: str, words: str) -> None:
    app = run("replay", match=query)
    assert words in shown(app)
    assert len(tables(app)) == 1


def test_a_match_without_record_says_why(scene: Scene) -> None:
    assert "being played" in run("replay", match=scene.leased).info[0].value
    assert "void" in run("replay", match=scene.void).error[0].value


def test_foreign_text_is_never_markup(scene: Scene) -> None:
    for page, query in (
        ("tournaments", {"tournament": 5}),
        ("replay", {"match": scene.void}),
        ("bots", {"bot": "bot-008"}),
    ):
        words = shown(run(page, **query))
        for markup in ("<img", "**bold**", "![x]("):
            assert markup not in words.replace("\\<", "").replace("\\*", "").replace("\\!", "")


def test_a_bot_shows_versions_ratings_failures_and_matches(scene: Scene) -> None:
    app = run("bots", bot="bot-008")
    assert app.title[0].value == "bot\\-008"
    versions = table_with(app, "kilobytes")
    assert list(versions["state"]) == ["rejected"]
    # Why is its owner's business, as it is to the arbiter.
    assert HOSTILE not in str(tables(app))
    assert table_with(app, "won by")


def test_failures_are_counted_by_verdict(scene: Scene) -> None:
    with data.store().reading() as session:
        found = matches.get(session, scene.replay)
    failed = data.bot(found.seats[1].version.bot.name)
    assert failed.verdicts == {"BOT_TIMEOUT": 1}
    assert failed.seats > 1


def standings_of(tournament_id: int) -> Standings:
    found = data.standings(tournament_id, PATIENCE)
    assert found is not None
    return found


def test_a_tournament_shows_progress_and_standings(scene: Scene) -> None:
    drawn = standings_of(4)
    app = run("tournaments", tournament=4)
    shown = table_with(app, "forfeits")
    assert shown["rank"] == [str(line.rank) for line in drawn]
    points = [float(one) for one in shown["points"]]
    assert points == sorted(points, reverse=True)
    assert sum(map(int, shown["ahead"])) == sum(map(int, shown["behind"])) > 0
    standings_of(3)
    ladder = run("tournaments", tournament=3)
    ordered = table_with(ladder, "forfeits")
    assert "points" not in ordered
    found = [int(one) for one in ordered["rating"]]
    assert found == sorted(found, reverse=True)


def test_a_table_that_takes_long_is_awaited(scene: Scene) -> None:
    tables = TableCache(data.store())
    assert tables.get(3, 0.0) is None
    drawn = tables.get(3, PATIENCE)
    assert drawn is not None
    assert drawn.lines == standings_of(3)
    assert tables.get(3, 0.0) is not None
    for patience in (PATIENCE, 0.0):
        with pytest.raises(NotFound):
            tables.get(99, patience)


def test_a_tournament_that_cannot_be_held_says_so(scene: Scene) -> None:
    store = Store(scene.url)
    with store.writing() as session:
        session.get_one(Tournament, 2).format = "<b>knockout"
    store.close()
    with pytest.raises(InvalidPlan):
        standings_of(2)
    assert "There is no table" in run("tournaments", tournament=2).warning[0].value


def test_the_front_page_shows_what_goes_on(scene: Scene) -> None:
    app = run("home")
    assert [item.value for item in app.header] == [
        "Played now",
        "Leading",
        "Tournaments under way",
        "Upsets",
        "Close finishes",
        "Newest bots",
        "How to join",
    ]
    leading = table_with(app, "1st")
    best = data.ladder("township", "").items[0]
    assert best.fit is not None
    assert f"{best.ref} ({best.fit:.0f})" in leading["1st"]
    upsets = table_with(app, "live Elo below")
    gaps = [int(gap) for gap in upsets["live Elo below"]]
    assert gaps == sorted(gaps, reverse=True)
    for id, gap in zip(upsets["match"], gaps, strict=True):
        assert gap >= 50
        match, _ = data.match(int(id))
        assert match.winners[0] in upsets["won by"]
    assert "Redis does not answer" in shown(app)
    assert "pentarch bot new" in app.code[0].value


def test_two_bots_are_compared(scene: Scene) -> None:
    app = run("compare", a="bot-001", b="bot-002")
    metrics = {item.label: item.value for item in app.metric}
    found = data.comparison("bot-001", "bot-002", None)
    other = data.comparison("bot-002", "bot-001", None)
    assert int(metrics["Comparisons"]) == found.whole.number > 0
    assert (found.whole.ahead, found.whole.behind) == (other.whole.behind, other.whole.ahead)
    assert found.whole.score == pytest.approx(1 - other.whole.score)
    low, high = found.whole.interval
    assert 0 <= low < found.whole.score < high <= 1
    assert sum(tally.number for tally in found.by_seat.values()) == found.whole.number
    for seats in table_with(app, "won by")["seats"]:
        assert "bot-001@" in seats
        assert "bot-002@" in seats
    assert "There is no bot" in run("compare", a="bot-001", b="nobody").warning[0].value


def test_a_bot_is_told_by_opponent_seat_table_and_version(scene: Scene) -> None:
    found = data.profile("bot-001")
    counts = [[*by.values()] for by in (found.by_seat, found.by_size)]
    counts.append([*found.by_version.values()])
    [number] = {sum(one.matches for one in some) for some in counts}
    [won] = {sum(one.won for one in some) for some in counts}
    assert 0 < won < number
    assert {ruleset for ruleset, _ in found.by_seat} == {"kingdom", "township"}
    for rival, score in found.by_opponent.items():
        assert score == data.comparison("bot-001", rival, None).whole
    shown = table_with(run("bots", bot="bot-001"), "opponent")
    assert shown["opponent"] == list(found.by_opponent)
    assert shown["score"][0].endswith("%")


def test_a_bots_openings_are_the_first_commands_of_its_records(scene: Scene) -> None:
    replay = data.replay(scene.replay)
    assert replay is not None
    record = decode(replay.content)
    ruleset = registry.get(record.ruleset)
    line, _ = data.match(scene.replay)
    for seat in line.seats:
        numbers = [number for mover, number in record.steps if mover == seat.seat][:3]
        words = tuple(ruleset.phrase(ruleset.commands.by_number(number)) for number in numbers)
        [opening] = [one for one in data.openings(seat.bot) if one.commands == words]
        assert opening.ruleset == record.ruleset
        assert opening.count.won >= (seat.rank == 1)


def test_faults_are_told_over_time(scene: Scene) -> None:
    line, _ = data.match(scene.replay)
    failed = next(seat.bot for seat in line.seats if seat.verdict)
    stretches = data.fault_history(failed)
    assert sum(one.faults for one in stretches) == sum(data.bot(failed).verdicts.values()) == 1
    assert 1 < len(stretches) <= 10
    for later, earlier in pairwise(stretches):
        assert later.begin <= later.end
        assert earlier.end <= later.begin


def test_matches_are_found_by_how_they_ended(scene: Scene) -> None:
    lost = table_with(run("matches", bot="bot-001", ended="lost"), "won by")
    assert lost["won by"]
    assert not any("bot-001@" in winner for winner in lost["won by"])
    both = table_with(run("matches", bot="bot-001", against="bot-002"), "seats")
    assert all("bot-001@" in seats and "bot-002@" in seats for seats in both["seats"])
    upset = run("matches", ended="upset")
    assert 0 < len(table_with(upset, "won by")["match"]) <= 50
    assert "Which bot?" in shown(run("matches", ended="lost"))


def test_live_lists_what_is_being_played(scene: Scene) -> None:
    app = run("live", match=scene.leased)
    assert tables(app)[0]["match"] == [str(scene.leased)]
    assert "Redis does not answer" in app.warning[0].value
    assert len(app.get("progress")) == 1


def test_health_tells_what_answers(scene: Scene) -> None:
    app = run("health")
    metrics = {item.label: item.value for item in app.metric}
    assert metrics["Database"].endswith("ms")
    assert metrics["Redis"] == "no answer"
    assert metrics["leased"] == "1"
    assert metrics["Workers"] == "1"
    assert int(metrics["queued"]) == scenes.WAITING // 2


def test_health_warns_of_bots_that_nothing_limits(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not [error for error in run("health").error if "control groups" in error.value]
    monkeypatch.setenv("PENTARCH_SANDBOX_WITHOUT_GROUPS", "1")
    settings.cache_clear()
    assert [error for error in run("health").error if "control groups" in error.value]


@pytest.mark.parametrize("ruleset", registry.IDS)
def test_every_ruleset_has_a_board(ruleset: str) -> None:
    assert component.has_board(ruleset)


def test_words() -> None:
    assert text_only("a\n*b*  <i>") == "a \\*b\\* \\<i\\>"
    assert "http:" not in text_only("http://x www.x a@b.c")
    assert len(text_only("x" * 10_000)) < 400
    assert sentence("no <b> here.", "Go `back`.") == "No \\<b\\> here. Go `back`."
    assert sentence("nothing") == "Nothing."
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 22)] == [
        "1st",
        "2nd",
        "3rd",
        "4th",
        "11th",
        "22nd",
    ]
    assert [span(s) for s in (5, 300, 7200, 864_000)] == ["5 s", "5 min", "2.0 h", "10 days"]
    assert ago(datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 1, 1, tzinfo=UTC)) == "0 s ago"


def test_the_command_line_serves_where_the_setting_says() -> None:
    line = arguments("[::1]:9000")
    assert line[line.index("--server.address") + 1] == "::1"
    assert line[line.index("--server.port") + 1] == "9000"
    for wrong in ("localhost", "host:port", "host:70000"):
        with pytest.raises(ValueError, match="PENTARCH_DASHBOARD"):
            arguments(wrong)
