"""The bot doctor: fit bots pass, and each way of being unfit is found and named."""

import sys
from pathlib import Path

import pytest

from pentarch.arbiter.referee import Terms
from pentarch.author import doctor
from pentarch.author.doctor import Diagnosis, Grade, check_bot
from pentarch.author.launch import Launch, launch_of

STARTER = Path(__file__).parent.parent.parent / "bots" / "starters" / "python"
BOT = """
import os, random, sys, time
from pentarch.bots.sdk import Bot, run

class Mine(Bot):
    def start(self, start):
        self.luck = random.Random(start.seed)

    def decide(self, turn):
        {body}
        return self.luck.choice(turn.legal)

{last}
"""


def check(folder: Path, body: str = "pass", last: str = "run(Mine)") -> Diagnosis:
    (folder / "bot.py").write_text(BOT.format(body=body, last=last))
    return check_bot(launch(folder, sys.executable, "bot.py"))


def launch(folder: Path, *argv: str, protocol: str = "protobuf") -> Launch:
    return Launch("mine", ["township"], [*argv], folder, protocol, is_reusable=True)


def failed(report: Diagnosis) -> list[tuple[str, str]]:
    return [(c.name, c.ruleset) for c in report.checks if c.result is Grade.FAILED]


def test_the_starter_is_fit() -> None:
    told: list[str] = []
    report = check_bot(launch_of(str(STARTER)), rulesets=["heroes"], on_check=told.append)
    assert report.is_fit, report.plain()
    names = [(check.name, check.ruleset) for check in report.checks]
    assert names == [
        ("start", ""),
        ("end", ""),
        ("rough play", "heroes"),
        ("self-play", "heroes"),
        ("broken messages", ""),
        ("memory", ""),
    ]
    rough = report.checks[2].detail
    for treatment in ("late", "twice", "empty", "unknown", "ping"):
        assert treatment in rough
    assert report.peak_bytes > 5 << 20
    assert report.start_seconds > 0
    assert told[0] == "start"


@pytest.mark.long
def test_the_starter_is_fit_for_every_ruleset() -> None:
    report = check_bot(launch_of(str(STARTER)), blocks=2)
    assert report.is_fit, report.plain()


def test_a_bot_that_is_looked_over_hears_what_happened(tmp_path: Path) -> None:
    body = (
        "assert turn.sequence == 1 or str(turn.events[0]).startswith(f'p{turn.seat + 1} command')"
    )
    report = check(tmp_path, body)
    assert report.is_fit, report.plain()


def test_a_program_that_never_calls_run_is_told_so(tmp_path: Path) -> None:
    report = check(tmp_path, last="print('hello')")
    assert failed(report) == [("start", "")]
    assert "does it call run(...)?" in report.checks[0].detail


def test_the_last_words_of_a_crash_are_shown(tmp_path: Path) -> None:
    report = check(tmp_path, body="raise ZeroDivisionError('by accident')")
    assert failed(report) == [("rough play", "township")]
    [crash] = [c for c in report.checks if c.result is Grade.FAILED]
    assert "ZeroDivisionError: by accident" in crash.stderr[-1]


def test_luck_of_its_own_comes_out_uneven(tmp_path: Path) -> None:
    report = check(tmp_path, body="return random.choice(turn.legal)")
    assert failed(report) == [("self-play", "township")]
    [uneven] = [c for c in report.checks if c.result is Grade.FAILED]
    assert "one seed gave 2 different matches" in uneven.detail


def test_what_is_kept_from_match_to_match_comes_out_uneven(tmp_path: Path) -> None:
    body = (
        "Mine.seen = getattr(Mine, 'seen', 0) + 1; return turn.legal[Mine.seen % len(turn.legal)]"
    )
    assert failed(check(tmp_path, body=body)) == [("self-play", "township")]


def test_an_illegal_answer_is_found(tmp_path: Path) -> None:
    report = check(tmp_path, body="return 'no such command'")
    assert failed(report) == [("rough play", "township")]
    assert any("BOT_ILLEGAL" in check.detail for check in report.checks)


def test_a_program_that_does_not_end_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "END_WAIT", 1.0)
    report = check(tmp_path, last="run(Mine)\nwhile True: time.sleep(1)")
    assert failed(report) == [("end", "")]


def test_a_bot_that_idles_its_time_away_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "TRIAL", Terms(bank=30.0, increment=0.2, cap=0.5))
    report = check(tmp_path, body="if turn.sequence == 3: time.sleep(2)")
    assert failed(report) == [("rough play", "township")]
    [late] = [c for c in report.checks if c.result is Grade.FAILED]
    assert late.detail.startswith("BOT_TIMEOUT at decision 3: no answer came in time: ")
    assert late.detail.endswith("; it had 0.500 seconds")


def test_a_program_that_cannot_be_started_is_unfit(tmp_path: Path) -> None:
    report = check_bot(launch(tmp_path, str(tmp_path / "no-such-program")))
    assert failed(report) == [("start", "")]
    assert "cannot be started" in report.checks[0].detail


def test_a_mere_file_is_played_by_the_sdk(tmp_path: Path) -> None:
    file = tmp_path / "ten_lines.py"
    file.write_text(
        "from pentarch.bots.sdk import Bot\n\n\n"
        "class First(Bot):\n    def decide(self, turn):\n        return turn.legal[0]\n"
    )
    assert check_bot(launch_of(str(file)), rulesets=["township"]).is_fit
