"""Positions of records: put before a bot, and played on from."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pentarch.bots.position import before
from pentarch.engine.errors import InvalidValue
from pentarch.engine.record import decode, verify
from tests.waiting import PATIENCE

CRASHES = """
from pentarch.bots.sdk import Bot
class Bad(Bot):
    def decide(self, turn):
        turn.note("seen", len(turn.events))
        return 1 // 0
"""
CHEATS = """
from pentarch.bots.sdk import Bot
class Cheat(Bot):
    def decide(self, turn):
        turn.note("heard", [str(event) for event in turn.events])
        return "raze"
"""

HANGS = """
from pentarch.bots.sdk import Bot
class Hung(Bot):
    def decide(self, turn):
        print("deciding", flush=True)
        while True:
            pass
"""

# Where tests run in the background, signals of the terminal are ignored.
LISTENS = """
import runpy, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
runpy.run_module("pentarch.cli", run_name="__main__", alter_sys=True)
"""


@pytest.fixture
def record(pentarch: Any, tmp_path: Path) -> Path:
    file = tmp_path / "match.pentarch"
    match = ["match", "township", "random", "random", "--seed", "3", "--option", "round_cap=8"]
    assert pentarch(*match, "--record", str(file)).code == 0
    return file


def bot(tmp_path: Path, source: str) -> str:
    file = tmp_path / "bot.py"
    file.write_text(source)
    return str(file)


def test_a_bot_says_what_it_would_do_in_a_recorded_position(pentarch: Any, record: Path) -> None:
    told = pentarch("bot", "ask", "greedy", str(record), "--step", "20", "--json").json
    seat, number = decode(record.read_bytes()).steps[19]
    assert told["seat"] == seat
    assert told["refusal"] == ""
    found = before(decode(record.read_bytes()), 20)
    assert told["recorded"] == found.match.ruleset.commands.by_number(number).text
    assert told["commands"][0] in [command.text for command in found.match.legal(seat)]
    ran = pentarch("bot", "ask", "greedy", str(record), "--step", "20")
    assert ran.code == 0
    assert f"p{seat + 1} decides" in ran.out


def test_a_position_is_told_in_words(pentarch: Any, record: Path) -> None:
    asked = ["bot", "ask", "greedy", str(record), "--step", "20", "--text"]
    seat, _ = decode(record.read_bytes()).steps[19]
    text = pentarch(*asked, "--json").json["text"]
    assert text.startswith(f"You are p{seat + 1}, one of 2 seats in a match of Township.")
    assert "Your legal commands:" in text
    assert text in pentarch(*asked).out


def test_what_it_says_wrongly_is_refused_with_the_reason(
    pentarch: Any, record: Path, tmp_path: Path
) -> None:
    ran = pentarch("bot", "ask", bot(tmp_path, CHEATS), str(record), "--step", "20")
    assert ran.code == 1
    assert "refused: this command answers another decision (CORE-2)" in ran.out
    # It hears what its seat was told after its own last decision.
    assert "note heard: [" in ran.out


def test_what_is_no_answer_is_said_to_be_none(pentarch: Any, record: Path, tmp_path: Path) -> None:
    silent = CHEATS.replace('return "raze"', "return None")
    ran = pentarch("bot", "ask", bot(tmp_path, silent), str(record), "--step", "20")
    assert (ran.code, ran.err) == (1, "")
    assert "refused: BOT_PROTOCOL: an answer is a command, not a NoneType" in ran.out


def test_where_it_fails_its_own_lines_are_shown(
    pentarch: Any, record: Path, tmp_path: Path
) -> None:
    file = bot(tmp_path, CRASHES)
    ran = pentarch("bot", "ask", file, str(record), "--step", "20")
    assert ran.code == 1
    assert "return 1 // 0" in ran.err
    assert "pentarch/author" not in ran.err
    assert ran.err.splitlines()[-1].endswith(
        "fails: ZeroDivisionError: integer division or modulo by zero"
    )


def test_the_debugger_stops_where_the_bot_raises(record: Path, tmp_path: Path) -> None:
    line = ["bot", "ask", bot(tmp_path, CRASHES), str(record), "--step", "20", "--pdb"]
    ran = subprocess.run(
        [sys.executable, "-m", "pentarch.cli", *line],
        input="p turn.notes\nq\n",
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 1
    assert "-> return 1 // 0" in ran.stdout
    assert "(Pdb) {'seen':" in ran.stdout, "it is in the bot's own frame"


def test_a_seat_that_does_not_decide_and_a_step_that_is_not_there(
    pentarch: Any, record: Path
) -> None:
    seat, _ = decode(record.read_bytes()).steps[19]
    other = f"p{2 - seat}"
    ran = pentarch("bot", "ask", "random", str(record), "--step", "20", "--seat", other)
    assert ran.code == 2
    assert f"{other} does not decide here" in ran.err
    assert pentarch("bot", "ask", "random", str(record), "--step", "9999").code == 2
    with pytest.raises(InvalidValue):
        before(decode(record.read_bytes()), 0)


def test_the_decision_at_which_a_bot_failed_is_put_before_it_again(
    pentarch: Any, tmp_path: Path
) -> None:
    file, record = bot(tmp_path, CRASHES), tmp_path / "lost.pentarch"
    ran = pentarch("match", "township", file, "random", "--record", str(record))
    assert ran.code == 1
    advice = ran.out.splitlines()[-1].removeprefix("ask it again there: pentarch ").split()
    assert advice[:4] == ["bot", "ask", file, str(record)]
    asked = pentarch(*advice)
    assert (asked.code, asked.out) == (1, "")
    assert "ZeroDivisionError" in asked.err
    assert pentarch("bot", "ask", "greedy", *advice[3:], "--json").json["recorded"] is None
    step = advice[5]
    on = pentarch("match", "--from", str(record), "--step", step, "greedy", "random", "--json")
    assert (on.code, on.json["failures"]) == (0, [])


def test_a_bot_that_does_not_answer_is_interrupted_where_it_is(
    pentarch: Any, record: Path, tmp_path: Path
) -> None:
    file = tmp_path / "hung.py"
    file.write_text(HANGS)
    ran = pentarch("bot", "ask", str(file), str(record), "--step", "20", "--limit", "0.2")
    assert ran.code == 1
    assert "while True" in ran.err
    assert ran.err.endswith("TimeoutError: no answer after 0.2 seconds\n")


def test_ctrl_c_shows_where_a_bot_hangs(tmp_path: Path) -> None:
    file = tmp_path / "hung.py"
    file.write_text(HANGS)
    program = subprocess.Popen(
        [sys.executable, "-c", LISTENS, "match", "township", str(file), "random"],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None
    assert program.stdout.readline() == "deciding\n"
    program.send_signal(signal.SIGINT)
    _, said = program.communicate(timeout=PATIENCE)
    assert program.returncode == 130
    assert f'File "{file}", line' in said
    assert "in decide" in said
    assert said.endswith("pentarch: interrupted\n")


def test_a_match_is_played_on_by_other_bots(pentarch: Any, record: Path, tmp_path: Path) -> None:
    branch = tmp_path / "branch.pentarch"
    match = ["match", "township", "greedy", "random", "--from", str(record), "--step", "20"]
    told = pentarch(*match, "--record", str(branch), "--json").json
    origin, made = decode(record.read_bytes()), verify(branch.read_bytes())
    assert made.steps[:19] == origin.steps[:19]
    assert (made.key, made.options) == (origin.key, origin.options)
    assert made.bots == ["greedy", "random"]
    assert told["ranks"] == made.outcome.ranks
    assert isinstance(made.annotations, dict)
    assert made.annotations["parent"] == {"digest": origin.final_digest.hex(), "step": 20}
    again = pentarch(*match, "--json").json
    assert again == told


def test_two_records_are_written_as_one_page(pentarch: Any, record: Path, tmp_path: Path) -> None:
    page = tmp_path / "pair.html"
    line = ["record", "html", str(record), "--with", str(record), "--out", str(page)]
    assert pentarch(*line).out.strip() == str(page)
    content = page.read_text(encoding="utf-8").split('id="payload">')[1].split("</script>")[0]
    assert json.loads(content)["names"] == [record.name, record.name]
    other = tmp_path / "other.pentarch"
    match = ["match", "capital", "random", "random", "--option", "round_cap=10"]
    assert pentarch(*match, "--record", str(other)).code == 0
    ran = pentarch("record", "html", str(record), "--with", str(other), "--out", str(page))
    assert ran.code == 2
    assert "is of township" in ran.err


def test_what_does_not_fit_the_record_is_refused(pentarch: Any, record: Path) -> None:
    base = ["--from", str(record), "--step", "20"]
    assert pentarch("match", "kingdom", "random", "random", *base).code == 2
    assert pentarch("match", "township", "random", "random", "random", *base).code == 2
    assert pentarch("match", "township", "random", "random", *base, "--seed", "4").code == 2
