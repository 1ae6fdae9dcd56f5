"""Sharing replays: pictures of steps, a page for frames of other sites, and titles for links."""

import io
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from playwright.sync_api import Browser, expect

from pentarch.dashboard.viewer.stills import NoPicture, stills
from pentarch.engine import registry
from pentarch.engine.match import Match
from pentarch.engine.record import Record, record_of
from tests import needs
from tests.dashboard import scenes
from tests.dashboard.scenes import Scene
from tests.dashboard.serving import PATIENCE, serving
from tests.dashboard.test_boards import HOSTILE, SHORT
from tests.dashboard.test_headers import embedding
from tests.playing import play_random

pytestmark = [needs.needs_chromium, pytest.mark.timeout(900)]
SVG = "{http://www.w3.org/2000/svg}"
HEIGHT = """() => new Promise((found) => addEventListener("message", ({ data }) => {
  if (data.pentarch === "height" && data.height > 200) found(data.height);
}))"""


def recorded(ruleset: str) -> Record:
    seats, options = SHORT[ruleset]
    match = play_random(Match(registry.get(ruleset), seats, options, 11), 11)
    return record_of(match, list(HOSTILE[:seats]))


@pytest.mark.parametrize("ruleset", registry.IDS)
def test_a_still_needs_no_style_sheet(ruleset: str) -> None:
    record = recorded(ruleset)
    [still] = stills(record, [len(record.steps) // 2], is_dark=True)
    root = ElementTree.fromstring(still.svg)
    assert root.tag == f"{SVG}svg"
    words = [node.text or "" for node in root.iter(f"{SVG}text")]
    assert any(f"step {len(record.steps) // 2} of {len(record.steps)}" in text for text in words)
    assert any(HOSTILE[0][:8] in text for text in words), "names are text"
    for node in root.iter():
        assert "class" not in node.attrib
        assert not any("var(" in value for value in node.attrib.values())
    assert {node.tag for node in root.iter()} & {f"{SVG}script", f"{SVG}img"} == set()
    # The paper of the dark theme.
    assert root[0].attrib["fill"] == "rgb(18, 22, 29)"


def test_without_a_browser_there_are_no_pictures(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoPicture, match="install the package chromium"):
        stills(recorded("kingdom"), [1])


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    return scenes.build(tmp_path_factory.mktemp("store"))


@pytest.fixture(scope="module")
def address(scene: Scene, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("server"), PENTARCH_DATABASE=scene.url) as served:
        yield served.address


def told(url: str) -> dict[str, str]:
    """What a page says to other sites."""
    with urllib.request.urlopen(url, timeout=60) as answer:
        text = answer.read().decode()
    found = re.findall(r'<meta property="(og:[a-z_:]+)" content="([^"]*)">', text)
    return {name: unescape(value) for name, value in found}


def test_links_to_a_replay_have_a_title_and_a_picture(scene: Scene, address: str) -> None:
    found = told(f"{address}/replay?match={scene.replay}&step=40")
    assert found["og:title"] == f"Township, match {scene.replay}"
    assert " won." in found["og:description"]
    assert found["og:image"] == f"{address}/picture?match={scene.replay}&step=40"
    with urllib.request.urlopen(found["og:image"], timeout=120) as answer:
        assert answer.headers["Content-Type"] == "image/png"
        assert Image.open(io.BytesIO(answer.read())).width == 1200
    for path in ("", "replay", "replay?match=x", "replay?match=99999999", "ladder?match=1"):
        assert told(f"{address}/{path}") == {}
    for query, code in (("", 400), ("?match=99999999", 404), (f"?match={scene.leased}", 404)):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"{address}/picture{query}", timeout=60)
        assert refused.value.code == code
        refused.value.close()


def test_a_frame_of_another_site_shows_a_replay_and_learns_its_height(
    scene: Scene, browser: Browser, tmp_path: Path
) -> None:
    page = browser.new_page(viewport={"width": 1300, "height": 900})
    with embedding() as embedder:
        settings = {"PENTARCH_DATABASE": scene.url, "PENTARCH_DASHBOARD_FRAMES": embedder}
        with serving(tmp_path, **settings) as served:
            shown = f"{served.address}/embed?match={scene.replay}&step=7"
            # Only the path matters: the page is a frame that listens before it is filled.
            page.goto(f"{embedder}/?about:blank")
            height = page.evaluate_handle(f"() => {{ window.told = ({HEIGHT})(); }}")
            page.evaluate("(url) => { document.querySelector('iframe').src = url; }", shown)
            frame = page.frame_locator("iframe")
            count = frame.locator(".count")
            expect(count).to_have_text(f"7 / {scene.steps}", timeout=PATIENCE)
            found = page.evaluate("() => window.told")
            box = frame.locator(".pentarch").bounding_box()
            assert box is not None
            assert box["height"] <= found <= box["height"] + 100
            expect(frame.get_by_role("link", name="Ladder")).to_have_count(0)
            frame.locator(".pentarch").press("ArrowRight")
            expect(count).to_have_text(f"8 / {scene.steps}")
            height.dispose()
    page.close()
