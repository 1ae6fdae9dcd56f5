"""Forms keep what was entered, whatever is sent in between: a fast typist in a real browser, and a
server whose answers come up to two seconds late.

One round of each runs always; `pytest -m long` fills every form fifty times, ten at once.
"""

import ast
import io
import re
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect
from sqlalchemy import select
from sqlalchemy.orm import Session

from pentarch import dashboard
from pentarch.arbiter.store import Ask, bots, matches, seasons, subscriptions, validations
from pentarch.arbiter.store.matches import Filter
from pentarch.arbiter.store.models import Match, Subscription, Token, Tournament
from pentarch.arbiter.store.words import Way
from pentarch.engine import registry
from tests.dashboard import (
    scenes,
    test_desk_forms,
    test_desk_parts_forms,
    test_study_forms,
)
from tests.dashboard.houses import House
from tests.dashboard.serving import PATIENCE
from tests.dashboard.typist import Fill, Rounds, Typist, filled, filling
from tests.waiting import until

OTHERS = (test_desk_forms, test_desk_parts_forms, test_study_forms)
"""What is filled in there counts here."""
# A busy machine needs long for all the services, and ten rounds need long on any.
pytestmark = pytest.mark.timeout(3600)

# Filled in where there is a provider of accounts: `test_accounts`.
ELSEWHERE = {"register"}


def test_every_form_of_the_pages_is_filled_in() -> None:
    folder = Path(dashboard.__file__).parent
    assert forms_of(folder) == filled | ELSEWHERE


def forms_of(folder: Path) -> set[str]:
    """The names of all forms in the source of pages; {} for what is put into one."""
    calls = [
        node
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".form") and node.args
    ]
    return {name_of(call.args[0]) for call in calls}


def name_of(argument: ast.expr) -> str:
    parts = argument.values if isinstance(argument, ast.JoinedStr) else [argument]
    return "".join(str(one.value) if isinstance(one, ast.Constant) else "{}" for one in parts)


@filling("submit-bot")
def test_a_bot_is_submitted_as_it_was_entered(fill: Fill, rounds: Rounds) -> None:
    fill(rounds, submit)


def submit(typist: Typist, number: int, random: Random) -> None:
    name, chosen = f"typed-{number}", random.sample(registry.IDS, 2)
    typist.visit("bots", "Bots")
    typist.page.get_by_text("Submit a bot").click()
    typist.type("Token", typist.house.hall.tokens["author"])
    typist.type("Name of the bot", name)
    typist.choose("Rulesets", *[registry.get(id).info.title for id in chosen])
    typist.page.locator("input[type=file]").set_input_files(
        {"name": f"{name}.zip", "mimeType": "application/zip", "buffer": archive()}
    )
    typist.choose("Language", "Rust")
    typist.type("Entry point", "target/release/bot")
    typist.type("Build command", "cargo build")
    typist.press("Submit")
    # The next one, while the answer to the first and what validation says are under way.
    typist.type("Name of the bot", "next")
    typist.choose("Language", "Python")
    until(lambda: reject(typist.house), PATIENCE / 1000)
    typist.sees("was rejected: it is only a test")
    typist.still_reads("Name of the bot", "next")
    typist.still_reads("Entry point", "target/release/bot")
    typist.still_reads("Language", "Python")
    with typist.house.hall.store.reading() as session:
        version = bots.find_version(session, f"{name}@1")
        assert {played.ruleset for played in version.rulesets} == set(chosen)
        assert (version.language, version.entry_point) == ("rust", "target/release/bot")
        assert version.build_command == "cargo build"


@filling("create")
def test_a_tournament_is_made_as_it_was_entered(fill: Fill, rounds: Rounds) -> None:
    fill(rounds, create)


def create(typist: Typist, number: int, random: Random) -> None:
    ruleset, title = random.choice(registry.IDS), f"cup {number}"
    typist.visit("tournaments", "Tournaments")
    typist.page.get_by_text("Create a tournament").click()
    typist.page.get_by_text("Create: Swiss").click()
    typist.type("Token", typist.house.hall.tokens["author"])
    typist.type("Title", title)
    typist.choose("Ruleset", registry.get(ruleset).info.title)
    typist.type("Seats", "3")
    typist.type("Rounds", "7")
    typist.choose("Bots, best first", "greedy", "random", "mcts")
    typist.press("Dry run")
    typist.type("Title", f"{title}, renamed")
    typist.sees("It would come to")
    typist.still_reads("Title", f"{title}, renamed")
    typist.press("Create and start")
    typist.page.wait_for_url("**/tournaments?tournament=*")
    made = int(typist.page.url.rpartition("=")[2])
    with typist.house.hall.store.reading() as session:
        row = session.get_one(Tournament, made)
        assert (row.ruleset, row.title, row.seats) == (ruleset, f"{title}, renamed", [3])
        assert (row.format, row.settings["rounds"]) == ("swiss", 7)


@filling("desk-season")
def test_a_season_is_announced_as_it_was_entered(fill: Fill, rounds: Rounds) -> None:
    fill(rounds, organise)


def organise(typist: Typist, number: int, random: Random) -> None:
    ruleset, title = random.choice(registry.IDS), f"season {number}"
    typist.sign_in("admin")
    typist.visit("desk", "Desk")
    typist.type("Title", title)
    typist.choose("Who takes part", "private")
    typist.choose("Rulesets", registry.get(ruleset).info.title)
    typist.page.keyboard.press("Escape")
    typist.type("Bots in the finals, 0 for all", "8")
    typist.type("Opens, UTC", "2099-03-01 12:00")
    typist.type("Rules of conduct", "Be kind.")
    typist.press("Announce the season")
    typist.type("Title", f"{title}, the next")
    typist.sees("is announced")
    typist.still_reads("Title", f"{title}, the next")
    typist.still_reads("Rules of conduct", "Be kind.")
    with typist.house.hall.store.reading() as session:
        row = seasons.page(session, Ask(1)).items[0]
        assert (row.title, row.access, row.policies["conduct"]) == (title, "private", "Be kind.")
        assert [(one.ruleset, one.finals["field"]) for one in row.disciplines] == [(ruleset, 8)]
        assert row.open_time == datetime(2099, 3, 1, 12, tzinfo=UTC)


@filling("play-{}-{}")
def test_a_person_sits_down_as_was_entered(fill: Fill, rounds: Rounds) -> None:
    fill(rounds, sit_down)


def sit_down(typist: Typist, number: int, random: Random) -> None:
    seat = random.randrange(3)
    takers = ["greedy", "random"]
    takers.insert(seat, "you")
    typist.visit("play", "Play")
    typist.page.locator(".st-key-turn-play-capital-active button").click()
    for name, taker in zip(("p1", "p2", "p3"), takers, strict=True):
        typist.choose(f"{name} is", taker)
    typist.type("Token", typist.house.hall.tokens["author"])
    typist.type("Your name at the table", f"person-{number}")
    typist.page.get_by_role("tab", name="Options and seed").click()
    typist.type("round cap", "12")
    typist.choose("mode", "short")
    typist.type("Seed", str(number))
    typist.press("Start")
    typist.sees("The match waits for a worker")
    with typist.house.hall.store.reading() as session:
        match = newest(session)
        assert (match.ruleset, match.seed) == ("capital", number)
        assert (match.options["round_cap"], match.options["mode"]) == (12, "short")
        sat = [one.version.ref.partition("@")[0] for one in match.seats]
    takers[seat] = f"person-{number}"
    assert sat == takers
    typist.press("Give up")
    typist.sees("All rulesets")


@filling("{}-filters")
def test_filters_hold_what_was_entered_last(fill: Fill, rounds: Rounds) -> None:
    fill(rounds, filter_matches)


def filter_matches(typist: Typist, number: int, random: Random) -> None:
    typist.visit("matches", "Matches")
    typist.choose("Ruleset", "Kingdom Command")
    typist.choose("State", "settled: rated, or private and over")
    typist.type("Bot", "bot-001")
    typist.press("Show")
    # Before the answer comes.
    typist.choose("Ruleset", "Township")
    typist.type("Bot", "bot-002")
    typist.press("Show")
    typist.choose("State", "void: counts for nothing")
    typist.waits_for_address(ruleset="township", state="rated", bot="bot-002")
    typist.still_reads("Ruleset", "Township")
    typist.still_reads("Bot", "bot-002")
    typist.still_reads("State", "void: counts for nothing")
    typist.press("Show")
    typist.waits_for_address(ruleset="township", state="void", bot="bot-002")
    typist.page.go_back()
    typist.waits_for_address(ruleset="township", state="rated", bot="bot-002")
    typist.still_reads("State", "settled: rated, or private and over")


@filling("{}-filters")
def test_a_list_is_filtered_on_coming_back_to_it(fill: Fill, rounds: Rounds) -> None:
    fill(rounds, filter_bots)


def filter_bots(typist: Typist, number: int, random: Random) -> None:
    typist.visit("bots?bot=greedy", "greedy")
    typist.press("All bots")
    typist.choose("Ruleset", "Capital")
    typist.press("Show")
    typist.waits_for_address(ruleset="capital")
    typist.still_reads("Ruleset", "Capital")


@filling()
def test_versions_to_plot_are_all_kept(fill: Fill, rounds: Rounds) -> None:
    fill(rounds, plot)


def plot(typist: Typist, number: int, random: Random) -> None:
    typist.visit("ladder?ruleset=township", "Ladder")
    typist.page.get_by_role("tab", name="History").click()
    field = typist.page.get_by_role("combobox", name="Versions", exact=True)
    chosen = typist.page.locator("[data-testid=stMultiSelect] [data-tag]")
    expect(chosen).to_have_count(5)
    field.click()
    options = typist.page.get_by_role("option")
    for more in range(2):
        # The list stays open while the answers to earlier choices come.
        options.last.click()
        expect(chosen).to_have_count(6 + more)
    expect(typist.page.locator("[data-testid=stStatusWidget]")).to_have_count(0)
    expect(options.first).to_be_visible()
    expect(chosen).to_have_count(7)


@filling()
def test_a_match_is_opened_by_the_number_that_was_typed(fill: Fill, rounds: Rounds) -> None:
    fill(rounds, open_match)


def open_match(typist: Typist, number: int, random: Random) -> None:
    match_id = random.randint(1, scenes.MATCHES)
    typist.visit("replay", "Replay")
    typist.type("Match", str(match_id))
    typist.page.keyboard.press("Enter")
    typist.waits_for_address(match=str(match_id))
    expect(typist.page.get_by_role("heading", name=f"Match {match_id}")).to_be_visible()


@filling("sign-in", "new-token", "revoke")
def test_tokens_are_made_and_revoked_as_was_entered(fill: Fill, rounds: Rounds) -> None:
    fill(rounds, make_tokens)


def make_tokens(typist: Typist, number: int, random: Random) -> None:
    first, second = f"laptop {number}", f"server {number}"
    typist.visit("account", "Account")
    typist.type("Token", typist.house.hall.tokens["rival"])
    typist.press("Sign in with it")
    typist.sees("Signed in as rival")
    typist.type("What it is for", first)
    typist.choose("Role", "reader")
    typist.type("Days, 0 for ever", "7")
    typist.press("Make it")
    # The next one, while the first is being made.
    typist.type("What it is for", second)
    typist.choose("Role", "author")
    typist.type("Days, 0 for ever", "30")
    typist.sees("Copy it now")
    typist.still_reads("What it is for", second)
    typist.still_reads("Role", "author")
    typist.still_reads("Days, 0 for ever", "30")
    field = typist.page.get_by_role("combobox", name="Revoke a token")
    field.click()
    typist.page.get_by_role("option", name=first).click()
    typist.press("Revoke")
    until(lambda: token(typist.house, first).revoke_time)
    typist.still_reads("What it is for", second)
    typist.press("Make it")
    for name in (first, second):
        # Until somebody says that they have it.
        typist.sees(f"the token {name}")
    made = [token(typist.house, name) for name in (first, second)]
    assert [one.role.value for one in made] == ["reader", "author"]
    assert [days(one) for one in made] == [7, 30]
    assert made[1].revoke_time is None


@filling("notices-list", "notices-add")
def test_a_subscription_is_made_as_it_was_entered(fill: Fill, rounds: Rounds) -> None:
    fill(rounds, subscribe)


def subscribe(typist: Typist, number: int, random: Random) -> None:
    secret = typist.house.hall.tokens["author"]
    typist.visit("notices", "Notices")
    tokens = typist.page.get_by_label("Token", exact=True)
    tokens.last.fill(secret)
    typist.choose("Way", "Feed of your own")
    typist.choose("Kinds", "match finished", "version rejected")
    tokens.first.fill(secret)
    typist.press("Show")
    # Before the list of what there is has come.
    typist.press("Subscribe")
    typist.type("Address", "for the next one")
    typist.sees("Copy its address now")
    typist.still_reads("Way", "Feed of your own")
    typist.still_reads("Address", "for the next one")
    with typist.house.hall.store.writing() as session:
        row = session.scalars(select(Subscription)).one()
        assert (row.way, set(row.kinds)) == (Way.FEED, {"match_finished", "version_rejected"})
        # Nobody may have many.
        subscriptions.remove(session, row)


@filling("challenge")
def test_a_challenge_is_made_as_it_was_entered(fill: Fill, rounds: Rounds) -> None:
    fill(rounds, challenge)


def challenge(typist: Typist, number: int, random: Random) -> None:
    ruleset, count = random.choice(registry.IDS), random.randint(1, 4)
    typist.sign_in("author")
    typist.visit("bots?bot=random", "random")
    typist.unfold("Challenge it")
    typist.type("Your bot", "greedy")
    typist.choose("Ruleset", registry.get(ruleset).info.title)
    typist.type("Matches", str(count))
    typist.press("Challenge")
    # Another one, while the first is being made.
    typist.type("Matches", "16")
    typist.sees("Queued: match ")
    typist.still_reads("Your bot", "greedy")
    typist.still_reads("Matches", "16")
    made = typist.page.get_by_text("Queued: match ").inner_text()
    ids = [int(word) for word in re.findall(r"match (\d+)", made)]
    assert len(ids) == count
    with typist.house.hall.store.reading() as session:
        for id in ids:
            row = matches.get(session, id)
            assert (row.ruleset, row.is_rated) == (ruleset, False)
            assert {seat.version.ref for seat in row.seats} == {"greedy@1", "random@1"}


@filling("play-on")
def test_somebody_plays_on_at_the_seat_that_was_entered(fill: Fill, rounds: Rounds) -> None:
    fill(rounds, play_on)


def play_on(typist: Typist, number: int, random: Random) -> None:
    typist.visit(f"play?match={typist.scene.replay}&step=30", "Play on: Township")
    typist.choose("p1 is", "random")
    typist.choose("p2 is", "you")
    typist.press("Start")
    seats = typist.page.locator(".pentarch .choices .turn")
    expect(seats).to_contain_text("Your turn")
    assert typist.page.locator(".pentarch .count").inner_text().startswith("3")
    typist.press("Give up")
    typist.page.wait_for_url("**/play?*")


@filling("analyse", "replay-with")
def test_an_analysis_is_asked_for_with_the_token_that_was_typed(fill: Fill, rounds: Rounds) -> None:
    fill(rounds, analyse)


def analyse(typist: Typist, number: int, random: Random) -> None:
    match_id = typist.scene.hidden
    typist.visit(f"replay?match={match_id}", f"Match {match_id}")
    typist.unfold("Side by side with another match")
    typist.type("Another match of Kingdom Command", str(match_id))
    typist.type("Token", "nobody's")
    typist.press("Analyse this match")
    # Typed again before it is refused.
    typist.type("Token", typist.house.hall.tokens["author"])
    typist.sees("does not accept the token")
    typist.still_reads("Token", typist.house.hall.tokens["author"])
    typist.still_reads("Another match of Kingdom Command", str(match_id))
    typist.press("Show")
    typist.waits_for_address(match=str(match_id), **{"with": str(match_id)})


def token(house: House, name: str) -> Token:
    """The token that was made for something."""
    [made] = tokens(house, name)
    return made


def tokens(house: House, name: str) -> list[Token]:
    """The tokens that were made for something."""
    with house.hall.store.reading() as session:
        return list(session.scalars(select(Token).where(Token.label == name)))


def days(token: Token) -> int:
    """For how many days it is good."""
    assert token.expire_time is not None
    return round((token.expire_time - token.create_time) / timedelta(days=1))


def reject(house: House) -> bool:
    """Let validation reject what was submitted; False before anything was."""
    now = datetime.now(UTC)
    with house.hall.store.writing() as session:
        found = validations.begin(session, "validator", now, now + timedelta(minutes=5))
        if found is not None:
            validations.reject(session, found, reason="it is only a test", output="", now=now)
    return found is not None


def newest(session: Session) -> Match:
    """The match that was created last."""
    return matches.page(session, Ask(1), Filter()).items[0]


def archive() -> bytes:
    """A package with one file."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as package:
        package.writestr("main.js", "process.exit(1)\n")
    return target.getvalue()
