"""`pentarch bot` against a real arbiter: new, check, submit, list, connect, logs."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from pentarch.arbiter.store import bots, nodes, validations
from pentarch.bots.random import Random
from pentarch.cli.app import run
from pentarch.workers.validation import validate_next
from tests.needs import needs_sandbox
from tests.remote import Hall
from tests.threads import Background
from tests.waiting import PATIENCE, until

ROOT = Path(__file__).parent.parent.parent.parent


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    """An arbiter, and the variables that lead to it."""
    made = Hall(tmp_path / "hall")
    monkeypatch.setenv("PENTARCH_ARBITER", f"127.0.0.1:{made.port}")
    monkeypatch.setenv("PENTARCH_TOKEN", made.tokens["author"])
    yield made
    made.close()


@pytest.fixture
def pentarch(capsys: pytest.CaptureFixture[str]) -> Any:
    def call(*arguments: object, code: int = 0) -> str:
        assert run([str(argument) for argument in arguments]) == code
        captured = capsys.readouterr()
        if code == 2:
            assert captured.err.startswith("pentarch: ")
            assert captured.err.count("\n") == 1
        return captured.out if code != 2 else captured.err

    return call


@pytest.fixture
def folder(pentarch: Any, tmp_path: Path) -> Path:
    """A new bot that plays one ruleset, so that tests are short."""
    made = tmp_path / "my-bot"
    pentarch("bot", "new", made)
    manifest = made / "pentarch.toml"
    lines = manifest.read_text().splitlines()
    rulesets = next(n for n, line in enumerate(lines) if line.startswith("rulesets"))
    lines[rulesets] = 'rulesets = ["township"]'
    manifest.write_text("\n".join(lines))
    return made


def test_a_new_bot_has_its_name_and_passes_its_own_test(folder: Path) -> None:
    assert 'name = "my-bot"' in (folder / "pentarch.toml").read_text()
    assert (folder / "README.md").read_text().startswith("# my-bot")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_a_new_bot_overwrites_nothing(pentarch: Any, folder: Path, tmp_path: Path) -> None:
    before = (folder / "bot.py").read_text()
    assert "not an empty folder" in pentarch("bot", "new", folder, code=2)
    assert (folder / "bot.py").read_text() == before
    assert "--name" in pentarch("bot", "new", tmp_path / "No Name", code=2)
    assert not (tmp_path / "No Name").exists()
    pentarch("bot", "new", tmp_path / "No Name", "--name", "other")
    assert 'name = "other"' in (tmp_path / "No Name" / "pentarch.toml").read_text()


def test_check_reports_and_exits_by_what_it_finds(
    pentarch: Any, folder: Path, tmp_path: Path
) -> None:
    (folder / "bot.py").write_text("raise SystemExit('\\x1b[31mno')")
    told = json.loads(pentarch("bot", "check", folder, "--json", code=1))
    assert told["fit"] is False
    assert told["checks"][0]["check"] == "start"
    out = pentarch("bot", "check", folder, code=1)
    assert "FAIL  start" in out
    assert "NOT fit to play" in out
    assert "\x1b" not in out, "what a bot prints cannot paint the terminal"
    assert "neither a bot's folder" in pentarch("bot", "check", tmp_path / "x.txt", code=2)
    assert "there is no ruleset" in pentarch("bot", "check", folder, "--ruleset", "go", code=2)


@needs_sandbox
def test_a_bot_is_submitted_validated_listed_and_its_logs_read(
    hall: Hall, pentarch: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = (folder / "bot.py").read_text()
    says = "\\1        print('I \\\\x1b[31mlive')\n"
    noisy = re.sub(r"(    def decide\(.*:\n)", says, source)
    (folder / "bot.py").write_text(noisy)
    with Background(hall.validated):
        out = pentarch("bot", "submit", folder)
    assert out.endswith("\nmy-bot@1 is active\n"), "below all that it printed"
    assert "lines before; all: pentarch bot logs my-bot@1\n" in out
    assert "I \\x1b[31mlive" in out
    assert "my-bot  author  1        hosted  township" in pentarch("bot", "list")
    [version] = json.loads(pentarch("bot", "list", "my-bot", "--json"))
    assert (version["state"], version["rulesets"]) == ("active", ["township"])
    out = pentarch("bot", "logs", "my-bot")
    assert "== validation" in out
    assert "it printed nothing in its matches" in out
    assert json.loads(pentarch("bot", "logs", "my-bot@1", "--json"))["matches"] == []
    assert "NOT_FOUND" in pentarch("bot", "logs", "my-bot@7", code=2)
    assert "NAME@NUMBER" in pentarch("bot", "logs", "my-bot@x", code=2)
    monkeypatch.setenv("PENTARCH_TOKEN", hall.tokens["rival"])
    assert "PERMISSION_DENIED" in pentarch("bot", "logs", "my-bot", code=2)
    assert "PERMISSION_DENIED" in pentarch("bot", "submit", folder, code=2)


@needs_sandbox
def test_a_rejected_bot_is_shown_with_its_last_words(
    hall: Hall, pentarch: Any, folder: Path
) -> None:
    (folder / "bot.py").write_text("raise SystemExit('I would rather not')")
    assert "my-bot@1 is submitted" in pentarch("bot", "submit", folder, "--wait", "0")
    assert validate_next(hall.host) is not None
    out = pentarch("bot", "logs", "my-bot")
    assert "my-bot@1 is rejected" in out
    assert "why: township: BOT_CRASH" in out
    assert "\n== validation\n== township\n[start]\nI would rather not\n" in out
    assert out.count("I would rather not") == 1
    with Background(hall.validated):
        assert "my-bot@2 is rejected" in pentarch("bot", "submit", folder, code=1)


def test_a_bot_that_a_busy_worker_puts_off_is_told_so(
    hall: Hall, pentarch: Any, folder: Path
) -> None:
    pentarch("bot", "submit", folder, "--wait", "0")
    now = hall.store.now()
    with hall.store.writing() as session:
        nodes.beat(session, "node", nodes.VALIDATE, {"python": "3"}, now)
        begun = validations.begin(session, "busy", now, now + timedelta(minutes=5))
        assert begun is not None
        validations.put_off(session, begun, now, hall.host.rest)
        moment = now + hall.host.rest.shortest
    said = f"my-bot@1 is submitted, put off until {moment:%H:%M:%S} UTC: its worker was too busy"
    assert said in pentarch("bot", "logs", "my-bot")
    assert "put off until" in pentarch("bot", "list", "my-bot")
    [line] = json.loads(pentarch("bot", "list", "my-bot", "--json"))
    assert line["retry_time"] == f"{moment:%Y-%m-%dT%H:%M:%SZ}"
    with hall.store.writing() as session:
        validations.begin(session, "idle", moment, now + timedelta(minutes=5))
    assert "my-bot@1 is validating\n" in pentarch("bot", "logs", "my-bot")


def test_a_connected_bot_plays_and_ends_on_a_signal(hall: Hall, folder: Path) -> None:
    command = [sys.executable, "-m", "pentarch.cli", "bot", "connect", str(folder)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        try:
            until(lambda: _is_active(hall, "my-bot@1"))
            blue = hall.bot(Random, "blue", "township")
            mine = hall.bot(Random, "stand-in", "township")
            mine.version = "my-bot@1"
            match_id = hall.queue("township", [mine, blue], seed=1, options={"round_cap": 5})
            assert hall.play(match_id).forfeits == []
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert process.returncode == 0
    assert "connected as my-bot@1" in said
    assert "finishing matches under way" in said


def _is_active(hall: Hall, ref: str) -> bool:
    with hall.store.reading() as session:
        try:
            return bool(bots.find_version(session, ref))
        except Exception:
            return False


def test_what_cannot_be_reached_or_used_is_said_in_one_line(
    hall: Hall,
    pentarch: Any,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert "does not accept the token" in pentarch("bot", "list", "--token", "pent_x", code=2)
    pentarch("bot", "list", "--arbiter", "127.0.0.1:1", code=4)
    assert run(["bot", "list", "--arbiter", "127.0.0.1:1"]) == 4
    told = capsys.readouterr().err
    assert told.startswith("pentarch: the arbiter at 127.0.0.1:1 does not answer: ")
    assert told.count("\n") == 1
    assert "refuses (NOT_FOUND)" in pentarch("bot", "list", "ghost", code=2)
    assert "does not let the bot play" in pentarch(
        "bot", "connect", folder, "--token", "pent_x", code=2
    )
    monkeypatch.delenv("PENTARCH_TOKEN")
    assert "a token is needed" in pentarch("bot", "list", code=2)
    for wrong in ("pent_\u2026", "pent_a b", "pent_a\n"):
        assert "this is no token" in pentarch("bot", "list", "--token", wrong, code=2)
    assert "a token is needed" in pentarch("bot", "connect", folder, code=2)
