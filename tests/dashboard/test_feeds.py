"""Feeds as the dashboard serves them: what is in them, and who gets them."""

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from pentarch.arbiter.settings import settings
from pentarch.arbiter.store import Store, notices, owners, subscriptions
from pentarch.arbiter.store.notices import Saying
from pentarch.arbiter.store.words import NoticeKind, Way
from pentarch.dashboard.server.feeds import ROUTE
from tests.arbiter.store.scenes import START
from tests.stores import new_store

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    made = new_store(tmp_path / "pentarch.db")
    monkeypatch.setenv("PENTARCH_DATABASE", made.url.render_as_string())
    settings.cache_clear()
    yield made
    made.close()
    settings.cache_clear()


def texts(content: bytes) -> list[str]:
    root = ElementTree.fromstring(content)
    assert root.tag == f"{ATOM}feed"
    for required in ("id", "title", "updated"):
        assert root.find(f"{ATOM}{required}") is not None
    return [str(title.text) for title in root.findall(f"{ATOM}entry/{ATOM}title")]


def test_feeds_have_what_everybody_may_know_and_private_ones_what_their_owner_chose(
    store: Store,
) -> None:
    with store.writing() as session:
        owner = owners.create(session, "author", START)
        kinds = [NoticeKind.MATCH_FINISHED, NoticeKind.TOURNAMENT_OVER]
        made = subscriptions.create(session, owner.id, Way.FEED, "", kinds, START)
        for key, kind, topics in (
            ("mine <b>& \x00", NoticeKind.MATCH_FINISHED, []),
            ("unwanted", NoticeKind.BOT_FAILING, []),
            ("cup", NoticeKind.TOURNAMENT_OVER, ["ruleset/township", "tournament/1"]),
        ):
            notices.say(session, Saying(kind, "x/1", key, key, [owner.id], topics), START)
    client = TestClient(Starlette(routes=[ROUTE]))
    for path in ("ruleset/township", "tournament/1"):
        answer = client.get(f"/feeds/{path}.atom")
        assert answer.headers["content-type"] == "application/atom+xml; charset=utf-8"
        assert texts(answer.content) == ["cup"]
    assert texts(client.get("/feeds/bot/nobody.atom").content) == []
    private = client.get(f"/feeds/private/{made.secret}.atom")
    assert texts(private.content) == ["cup", "mine <b>& "]
    for path in (
        f"owner/{owner.id}",
        "private/wrong",
        f"private/{'x' * 500}",
        "ruleset/UPPER",
        "ruleset/a%2Fb",
        "planet/mars",
    ):
        assert client.get(f"/feeds/{path}.atom").status_code == 404, path
