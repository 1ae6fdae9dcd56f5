"""What people do with the dashboard, in a real browser on real services: a person plays, an owner
submits a bot that is rejected, tries a tournament, and everybody watches a match as it goes on."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser, Page, expect

from pentarch.arbiter.referee.keys import chosen
from pentarch.arbiter.relay.feed import LiveFeed
from pentarch.arbiter.store import bots, matches, owners, workers
from pentarch.arbiter.store.leases import Lease, LeasePolicy
from pentarch.arbiter.store.matches import NewMatch
from pentarch.engine import registry
from pentarch.engine.match import Match
from tests import one_match
from tests.dashboard.access import violations
from tests.dashboard.houses import House, open_house
from tests.dashboard.people import invited
from tests.dashboard.serving import PATIENCE, shoot, unfold, visit
from tests.needs import needs_sandbox
from tests.playing import play_random, ruleset_of
from tests.threads import Background

BROKEN = b"raise RuntimeError('<b>no</b> bot today')\n"
SEED = 11
# A busy machine needs long for all the services.
pytestmark = pytest.mark.timeout(900)
POLICY = LeasePolicy(timedelta(minutes=30), timedelta(minutes=30), 3)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1360, "height": 1000})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("dialog", lambda dialog: errors.append(f"a dialog opened: {dialog.message}"))
    yield page
    page.close()
    assert errors == []


@pytest.mark.parametrize("ruleset", registry.IDS)
def test_a_person_plays_five_turns(ruleset: str, house: House, page: Page) -> None:
    rules = registry.get(ruleset)
    title = rules.info.title
    visit(page, f"{house.address}/play?ruleset={ruleset}", f"Play {title}")
    page.get_by_role("button", name="Start", exact=True).click()
    turn, choices = page.locator(".choices .turn"), page.locator(".choices")
    own = page.locator(".steps li", has=page.get_by_text("p1", exact=True))
    clicked = 0
    for number in range(5):
        expect(turn).to_contain_text("Your turn", timeout=PATIENCE)
        page.get_by_role("button", name="last step (End)").click()
        asked = choices.get_attribute("data-turn") or ""
        targets = page.locator(".pentarch .target")
        everything = page.locator(".choices .groups button").count()
        if number % 2 == 0 and targets.count():
            targets.first.click(force=True)
            expect(turn).to_contain_text(" with ")
            assert page.locator(".choices .groups button").count() <= everything
            clicked += 1
        else:
            verbs = [one.split()[0] for one in page.locator(".choices summary").all_inner_texts()]
            # What has no place on the board is over sooner that way.
            verb = "done" if "done" in verbs and not targets.count() else verbs[0]
            page.get_by_label("search the commands").fill(verb)
        if number == 2:
            shoot(page, f"playing-{ruleset}-light")
        group = page.locator(".choices .groups details").first
        if group.get_attribute("open") is None:
            group.locator("summary").click()
        button = group.locator("button").first
        command = button.get_attribute("data-command") or "?"
        button.click()
        expect(choices).not_to_have_attribute("data-turn", asked, timeout=PATIENCE)
        said = rules.phrase(rules.read(command))
        expect(own.filter(has_text=said).first).to_be_attached()
    assert clicked
    page.get_by_role("button", name="Give up").click()
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_visible(timeout=PATIENCE)


@needs_sandbox
def test_a_bot_is_uploaded_and_rejected_with_its_reason(house: House, page: Page) -> None:
    visit(page, f"{house.address}/bots", "Bots")
    page.get_by_text("Submit a bot").click()
    page.get_by_label("Token").fill(house.hall.tokens["author"])
    page.get_by_label("Name of the bot").fill("broken")
    page.get_by_label("Rulesets").fill("Town")
    page.get_by_role("option", name="Township").click()
    page.keyboard.press("Escape")
    page.locator("input[type=file]").set_input_files(
        {"name": "broken.py", "mimeType": "text/x-python", "buffer": BROKEN}
    )
    expect(page.get_by_text("broken.py")).to_be_visible(timeout=PATIENCE)
    with Background(house.hall.validated):
        page.get_by_role("button", name="Submit", exact=True).click()
        alert = page.get_by_text("was rejected: township")
        expect(alert).to_be_visible(timeout=PATIENCE)
    expect(alert).to_contain_text("BOT_CRASH")
    expect(page.locator("code", has_text="<b>no</b> bot today").first).to_be_visible()
    shoot(page, "rejected-light")
    visit(page, f"{house.address}/bots?bot=broken", "broken")


def test_a_wrong_token_is_answered_in_words(house: House, page: Page) -> None:
    visit(page, f"{house.address}/tournaments", "Tournaments")
    page.get_by_text("Create a tournament").click()
    page.get_by_text("Create: Round robin").click()
    page.get_by_label("Token").fill("nobody's")
    page.get_by_role("button", name="Dry run").click()
    expect(page.get_by_text("does not accept the token")).to_be_visible(timeout=PATIENCE)


def test_a_tournament_is_tried_made_and_opened(house: House, page: Page) -> None:
    visit(page, f"{house.address}/tournaments", "Tournaments")
    page.get_by_text("Create a tournament").click()
    page.get_by_text("Create: Round robin").click()
    page.get_by_label("Token").fill(house.hall.tokens["author"])
    expect(page.get_by_label("Title")).to_have_value(re.compile("Round robin, "))
    page.get_by_label("Title").fill("Cup <b>of</b> tea")
    for bot in ("greedy", "random"):
        page.get_by_role("combobox", name="Bots, best first").fill(bot)
        page.get_by_role("option", name=bot, exact=True).click()
    page.keyboard.press("Escape")
    page.get_by_label("Blocks", exact=True).fill("2")
    page.get_by_role("button", name="Dry run").click()
    expect(page.get_by_text("2 blocks, 4 matches")).to_be_visible(timeout=PATIENCE)
    shoot(page, "creation-light")
    page.get_by_role("button", name="Create and start").click()
    page.wait_for_url("**/tournaments?tournament=*", timeout=PATIENCE)
    expect(page.get_by_role("heading", name="Cup <b>of</b> tea")).to_be_visible(timeout=PATIENCE)


def test_a_running_match_is_watched_step_by_step(house: House, page: Page) -> None:
    played = play_random(Match(ruleset_of("township"), 2, {}, SEED), 1, most=40)
    steps = [(step.seat, step.command.number) for step in played.steps]
    now = datetime.now(UTC)
    store = house.hall.store
    with store.writing() as session:
        versions = [bots.find_version(session, f"{name}@1").id for name in ("greedy", "random")]
        workers.beat(session, ["worker-9"], now)
        match_id = matches.create(
            session, NewMatch("township", versions, chosen(SEED), False), now
        ).id
        lease = one_match.lease(session, match_id, "worker-9", now, POLICY)
        assert isinstance(lease, Lease)
    feed = LiveFeed(house.hall.redis.address)
    visit(page, f"{house.address}/live?match={match_id}", "Live")
    count = page.locator(".pentarch .count")
    feed.write(match_id, lease.epoch, steps[:15])
    expect(count).to_have_text("15 / 15", timeout=PATIENCE)
    # Whatever comes while the viewer still walks to the last step is followed too.
    for start in (15, 20, 25):
        feed.write(match_id, lease.epoch, steps[start : start + 5])
        expect(count).to_contain_text(f"/ {start + 5}", timeout=PATIENCE)
    feed.write(match_id, lease.epoch, steps[30:])
    expect(count).to_have_text("40 / 40", timeout=PATIENCE)
    shoot(page, "live-light")
    feed.close()


def test_an_invitation_signs_a_person_in_who_makes_a_token(house: House, page: Page) -> None:
    code = invited(house.hall, "guest")
    link = f"{house.address}/join?code={code}"
    # Whatever looks at the link before the person does leaves it good.
    assert page.request.get(link).status == page.request.head(link).status == 200
    elsewhere = page.request.post(
        f"{house.address}/join", form={"code": code}, headers={"Sec-Fetch-Site": "cross-site"}
    )
    assert elsewhere.status == 403
    page.goto(link)
    expect(page.get_by_text("You become the author guest")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Accept").click()
    expect(page.get_by_text("Signed in as guest")).to_be_visible()
    assert page.request.get(link).status == 404
    page.get_by_label("What it is for").fill("my laptop")
    page.get_by_role("button", name="Make it").click()
    made = page.get_by_test_id("stCode").get_by_text(re.compile("pent_"))
    expect(made).to_be_visible()
    with house.hall.store.reading() as session:
        token = owners.authenticate(session, made.inner_text().strip(), datetime.now(UTC))
        assert token is not None
        assert (token.owner.name, token.label) == ("guest", "my laptop")
    shoot(page, "account")
    # The cookie outlives the page, and the text of the token does not.
    visit(page, f"{house.address}/account", "Account")
    expect(page.get_by_text("Signed in as guest")).to_be_visible()
    expect(page.get_by_text("my laptop").first).to_be_visible()
    expect(page.get_by_text(re.compile("pent_"))).to_have_count(0)
    visit(page, f"{house.address}/submit", "Submit a bot")
    expect(page.get_by_label("As", exact=True)).to_have_value("guest")
    visit(page, f"{house.address}/bots?bot=greedy", "greedy")
    unfold(page, "Challenge it")
    page.get_by_label("Your bot").fill("greedy")
    page.get_by_role("button", name="Challenge", exact=True).click()
    expect(page.get_by_text("This belongs to somebody else")).to_be_visible()
    visit(page, f"{house.address}/account", "Account")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("button", name="Sign in with it")).to_be_visible()
    visit(page, f"{house.address}/account", "Account")
    expect(page.get_by_role("button", name="Sign in with it")).to_be_visible()
