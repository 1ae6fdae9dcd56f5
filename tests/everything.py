"""One of everything that tests start, until somebody kills the test: see test_guard.py.

No test of its own: it is run by its path, and says in the file that READY names that all is up.
"""

import os
import threading
from pathlib import Path

from playwright.sync_api import Browser

from tests import guard
from tests.arbiter_process import ArbiterProcess
from tests.dashboard.conftest import browser
from tests.dashboard.serving import serving, visit
from tests.nodes import Node
from tests.remote import Hall
from tests.services import Postgres

__all__ = ["browser"]


def test_everything_runs(tmp_path: Path, browser: Browser) -> None:
    hall = Hall(tmp_path)
    started = [
        Postgres(),
        ArbiterProcess(str(hall.store.engine.url), hall.redis.address),
        Node(tmp_path, "play"),
    ]
    (tmp_path / "server").mkdir()
    with serving(tmp_path / "server", PENTARCH_DATABASE=str(hall.store.engine.url)) as served:
        visit(browser.new_page(), f"{served.address}/matches", "Matches")
        ready = Path(os.environ["READY"])
        ready.with_suffix(".new").write_text(f"{os.getpid()} {guard.watch()}")
        ready.with_suffix(".new").rename(ready)
        threading.Event().wait()
    assert started
