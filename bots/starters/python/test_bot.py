"""Whether the bot is fit to play: `python -m pytest`."""

import subprocess
import sys
from pathlib import Path

from pentarch import play

FOLDER = Path(__file__).parent


def test_it_finishes_a_match() -> None:
    record = play("township", [str(FOLDER), "greedy"], seed=1)
    assert record.forfeits == []


def test_it_plays_every_ruleset_it_names() -> None:
    check = [sys.executable, "-m", "pentarch.cli", "bot", "check", str(FOLDER)]
    done = subprocess.run(check, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
