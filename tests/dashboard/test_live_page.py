"""Matches that are being played, in a real browser: their boards are found, followed and seen to
the end."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser, expect
from streamlit.proto.BackMsg_pb2 import BackMsg

from pentarch.arbiter.referee.keys import chosen
from pentarch.arbiter.relay.feed import LiveFeed
from pentarch.arbiter.store import Store, leases, matches, workers
from pentarch.arbiter.store.leases import Lease
from pentarch.arbiter.store.matches import NewMatch
from pentarch.arbiter.store.models import Match as Row
from pentarch.engine.match import Match
from pentarch.workers.broker import PrivateRedis
from tests import one_match
from tests.dashboard import scenes
from tests.dashboard.serving import PATIENCE, serving, settled, visit
from tests.needs import needs_redis
from tests.playing import play_random, ruleset_of
from tests.waiting import until

pytestmark = [needs_redis, pytest.mark.timeout(1200)]


@dataclass(frozen=True)
class Stage:
    """A dashboard in front of two matches under way, and a hand on their feed."""

    address: str
    store: Store
    feed: LiveFeed
    ids: tuple[int, int]
    steps: list[tuple[int, int]]


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    folder = tmp_path_factory.mktemp("live")
    store = Store(scenes.build(folder).url)
    now = datetime.now(UTC)
    key = chosen(21)
    with store.writing() as session:
        workers.beat(session, ["worker-1"], now + timedelta(hours=1))
        ids = [
            matches.create(session, NewMatch("township", [1, 2], key, False), now).id
            for _ in range(2)
        ]
        for id in ids:
            leased = one_match.lease(session, id, "worker-1", now, scenes.POLICY)
            assert isinstance(leased, Lease)
        played = Match(ruleset_of("township"), 2, {}, session.get_one(Row, ids[0]).key)
    play_random(played, 1, most=60)
    steps = [(step.seat, step.command.number) for step in played.steps]
    with PrivateRedis(folder) as server:
        feed = LiveFeed(server.address)
        url = store.url.render_as_string()
        inside = tmp_path_factory.mktemp("server")
        with serving(inside, PENTARCH_DATABASE=url, PENTARCH_REDIS=server.address) as served:
            yield Stage(served.address, store, feed, (ids[0], ids[1]), steps)
        feed.close()
    store.close()


def is_renewal(sent: bytes | str) -> bool:
    """Whether a message to the server only asks for a part of the page that renews itself."""
    assert isinstance(sent, bytes)
    message = BackMsg.FromString(sent)
    return message.HasField("app_heartbeat") or message.rerun_script.is_auto_rerun


def test_a_row_leads_to_its_board_which_stays_until_the_last_step(
    stage: Stage, browser: Browser
) -> None:
    page = browser.new_page(viewport={"width": 1360, "height": 1000})
    told: list[bytes | str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda sent: told.append(sent)))
    followed, other = stage.ids
    stage.feed.write(followed, 1, stage.steps[:20])
    visit(page, f"{stage.address}/live", "Live")
    page.get_by_role("link", name=str(followed), exact=True).click()
    page.wait_for_url(f"**/live?match={followed}", timeout=PATIENCE)
    count = page.locator(".pentarch .count")
    expect(count).to_have_text("20 / 20", timeout=PATIENCE)
    said = len(told)
    # Renewed several times, and nothing has come of that but the renewals.
    stage.feed.write(followed, 1, stage.steps[20:30])
    expect(count).to_have_text("30 / 30", timeout=PATIENCE)
    stage.feed.write(followed, 1, stage.steps[30:40])
    expect(count).to_have_text("40 / 40", timeout=PATIENCE)
    assert [sent for sent in told[said:] if not is_renewal(sent)] == []
    assert f"match={followed}" in page.url
    assert str(other) in page.locator(".sheet").first.inner_text()
    # It ends while somebody looks: the steps that are left are still shown.
    stage.feed.write(followed, 1, stage.steps[40:])
    with stage.store.writing() as session:
        leases.void(session, followed, "stopped", datetime.now(UTC))
    expect(page.get_by_text("The match is void")).to_be_visible(timeout=PATIENCE)
    expect(count).to_have_text(f"{len(stage.steps)} / {len(stage.steps)}", timeout=PATIENCE)
    expect(page.get_by_text("Open its page")).to_be_visible()
    page.close()


def test_the_front_page_shows_small_boards_that_move(stage: Stage, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1360, "height": 1000})
    shown = stage.ids[1]
    stage.feed.write(shown, 1, stage.steps[:10])
    visit(page, stage.address, "Pentarch")
    board = page.locator(".pentarch.small .picture svg")
    expect(board.first).to_be_visible(timeout=PATIENCE)
    before = board.first.text_content()
    stage.feed.write(shown, 1, stage.steps[10:])
    until(lambda: board.first.text_content() != before)
    assert page.locator(".pentarch.small .controls:visible").count() == 0
    page.get_by_role("link", name="Township: bot-").first.click()
    page.wait_for_url("**/live?match=*", timeout=PATIENCE)
    settled(page)
    page.close()
