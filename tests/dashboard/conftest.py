"""A real browser for the tests of what people see."""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.dashboard.serving import PATIENCE

# As the dashboard is served; a full collection after every run is most of a small test.
os.environ["STREAMLIT_RUNNER_POST_SCRIPT_GC"] = "false"

NAMES = ("chromium", "chromium-browser", "google-chrome")
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
    found = [path for name in NAMES if (path := shutil.which(name))]
    if not found:
        pytest.fail("there is no Chromium: install it with `apt-get install chromium`", False)
    # A busy machine is slow, not wrong.
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found[0], args=FLAGS)
        chromium.on("context", lambda made: made.set_default_timeout(PATIENCE))
        yield chromium
        chromium.close()
