"""A real browser for the tests of what people see, and a typist in it."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests import needs
from tests.dashboard.serving import PATIENCE
from tests.dashboard.typist import context, delays, fill, house, scene

__all__ = ["context", "delays", "fill", "house", "scene"]

# As the dashboard is served; a full collection after every run is most of a small test.
os.environ["STREAMLIT_RUNNER_POST_SCRIPT_GC"] = "false"

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, started once."""
    program = needs.need_chromium()
    # A busy machine is slow, not wrong.
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=FLAGS)
        chromium.on("context", lambda made: made.set_default_timeout(PATIENCE))
        yield chromium
        chromium.close()
