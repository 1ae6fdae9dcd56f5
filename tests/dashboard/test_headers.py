"""The headers of the dashboard, and what a browser makes of them."""

import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from pentarch.dashboard.server.headers import origins, policy
from tests.dashboard import scenes
from tests.dashboard.serving import serving, visit
from tests.waiting import PATIENCE

pytestmark = pytest.mark.timeout(900)


def rules(header: str) -> dict[str, list[str]]:
    found = [rule.split() for rule in header.split(";")]
    return {name: sources for name, *sources in found}


@pytest.mark.parametrize("path", ["", "play", "_stcore/health", "_stcore/host-config"])
def test_every_answer_says_what_a_page_may_do(path: str, address: str) -> None:
    with urllib.request.urlopen(f"{address}/{path}", timeout=PATIENCE) as answer:
        found = rules(answer.headers["Content-Security-Policy"])
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "same-origin"
    assert found["default-src"] == found["connect-src"] == ["'self'"]
    assert found["object-src"] == ["'none'"]
    assert "'unsafe-inline'" not in found["script-src"]
    assert found["frame-ancestors"] == ["'self'"]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("server")
    with serving(folder, PENTARCH_DATABASE=scenes.build(folder).url) as served:
        yield served.address


def test_no_page_breaks_the_policy(address: str, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1360, "height": 1000})
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    visit(page, f"{address}/ladder?ruleset=township", "Ladder")
    for tab in ("History", "Matchups"):
        page.get_by_role("tab", name=tab).click()
        chart = page.locator("[role=tabpanel] [data-testid=stVegaLiteChart]:visible")
        expect(chart.locator("canvas, svg").first).to_be_visible()
    visit(page, f"{address}/play?ruleset=township", "Play Township")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator(".frame .picture svg")).to_be_visible()
    assert [line for line in said if "Content Security Policy" in line] == []
    page.close()


def test_only_named_origins_may_show_it_in_a_frame(
    address: str, browser: Browser, tmp_path: Path
) -> None:
    page = browser.new_page()
    with embedding() as embedder, serving(tmp_path, PENTARCH_DASHBOARD_FRAMES=embedder) as served:
        with page.expect_event("requestfailed") as failed:
            page.goto(f"{embedder}/?{address}/ladder")
        assert failed.value.url == f"{address}/ladder"
        assert failed.value.failure == "net::ERR_BLOCKED_BY_RESPONSE"
        page.goto(f"{embedder}/?{served.address}/ladder")
        expect(page.frame_locator("iframe").get_by_text("pentarch up")).to_be_visible()
    page.close()


@contextmanager
def embedding() -> Iterator[str]:
    """Another site, which shows in a frame what its query names; its origin."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Embedder) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class Embedder(BaseHTTPRequestHandler):
    """Answers with a page that is a frame."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        shown = self.path.partition("?")[2]
        self.wfile.write(f'<iframe src="{shown}" width="1200" height="800"></iframe>'.encode())

    def log_message(self, format: str, *args: object) -> None:
        """Silent."""


@pytest.mark.parametrize("frames", ["example.org", "https://a.org; script-src *", "*", "https://"])
def test_a_setting_that_is_no_origin_is_refused(frames: str) -> None:
    with pytest.raises(ValueError, match="PENTARCH_DASHBOARD_FRAMES"):
        origins(frames)


def test_origins_are_added_to_the_policy() -> None:
    found = rules(policy(origins("https://a.example https://*.b.example:8443")))
    expected = ["'self'", "https://a.example", "https://*.b.example:8443"]
    assert found["frame-ancestors"] == expected
