"""The command line: what it prints, what it refuses, and with which exit code."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pentarch.arbiter.v1 import ratings_pb2
from pentarch.bench.balance import BalanceTable, balance
from pentarch.bench.balance_tables import tables_of
from pentarch.cli.ladder import remarks
from pentarch.engine import registry
from pentarch.engine.chance import SEED_LIMIT
from pentarch.engine.record import decode, verify
from tests.records import changed

SHORT = ["--option", "round_cap=5"]
MATCH = ["match", "township", "random", "random", *SHORT]


@pytest.fixture
def record(pentarch: Any, tmp_path: Path) -> Path:
    file = tmp_path / "match.pentarch"
    assert pentarch(*MATCH, "--seed", "3", "--record", str(file)).code == 0
    return file


def assert_refused(ran: Any, code: int, *words: str) -> None:
    """One clear line on stderr, nothing on stdout."""
    assert ran.code == code
    assert ran.out == ""
    assert ran.err.startswith("pentarch: ")
    assert ran.err.count("\n") == 1
    assert "Traceback" not in ran.err
    for word in words:
        assert word in ran.err


def test_rulesets_are_listed(pentarch: Any) -> None:
    listed = pentarch("rulesets", "--json").json
    assert [item["id"] for item in listed] == list(registry.IDS)
    assert listed[0] == {
        "id": "township",
        "title": "Township",
        "version": registry.get("township").info.version,
        "min_seats": 2,
        "max_seats": 6,
    }
    text = pentarch("rulesets").out
    assert "township" in text
    assert "2-6" in text


@pytest.mark.parametrize("arguments", [[], ["--help"], ["match", "--help"], ["record", "--help"]])
def test_help_is_help(pentarch: Any, arguments: list[str]) -> None:
    ran = pentarch(*arguments)
    assert ran.code == 0
    assert "pentarch" in ran.out


def test_a_match_has_the_shape_that_scripts_rely_on(pentarch: Any) -> None:
    summary = pentarch(
        "match", "township", "greedy", "random", *SHORT, "--games", "4", "--json"
    ).json
    assert set(summary) == {
        "ruleset",
        "options",
        "seed",
        "matches",
        "distinct_matches",
        "bots",
        "steps",
        "natural_ends",
        "failures",
        "seconds",
    }
    assert (summary["ruleset"], summary["seed"], summary["matches"]) == ("township", 0, 4)
    assert summary["options"]["round_cap"] == 5
    first, second = summary["bots"]
    assert first["bot"] == "greedy"
    assert (first["seat_rotation"], second["seat_rotation"]) == ([0, 1], [1, 0])
    assert set(first) == {
        "bot",
        "seat_rotation",
        "wins",
        "draws",
        "losses",
        "forfeits",
        "mean_rank",
    }
    for bot in (first, second):
        assert bot["wins"] + bot["draws"] + bot["losses"] == 4
    assert first["wins"] == second["losses"]


def test_equal_bots_are_told_how_many_matches_were_distinct(pentarch: Any) -> None:
    equal = [*MATCH, "--games", "4"]
    assert pentarch(*equal, "--json").json["distinct_matches"] == 2
    assert "2 of them are distinct" in " ".join(pentarch(*equal).out.split())
    summary = pentarch(*equal, "--no-rotate", "--json").json
    assert summary["distinct_matches"] == 4
    assert [bot["seat_rotation"] for bot in summary["bots"]] == [[0], [1]]
    assert "distinct" not in pentarch(*equal, "--no-rotate").out


def test_a_match_is_told_in_words_too(pentarch: Any) -> None:
    ran = pentarch(*MATCH)
    assert ran.code == 0
    assert "wins" in ran.out
    assert "scores: p1 random" in ran.out
    assert ran.err == ""


def test_the_number_of_jobs_changes_nothing(pentarch: Any) -> None:
    alone = pentarch(*MATCH, "--games", "3", "--json").json
    together = pentarch(*MATCH, "--games", "3", "--jobs", "2", "--json").json
    assert {**alone, "seconds": 0} == {**together, "seconds": 0}


def test_a_bot_that_crashes_is_told(pentarch: Any, tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text(
        "from pentarch.bots.sdk import Bot\n"
        "class Bad(Bot):\n"
        "    def decide(self, turn):\n"
        "        raise ValueError\n"
    )
    ran = pentarch("match", "township", str(file), "random", "random", *SHORT)
    assert ran.code == 1
    assert "BOT_CRASH at decision 1, after step 0 of match 1 (--seed 0)" in ran.out
    assert "Traceback (most recent call last):" in ran.out
    assert "raise ValueError" in ran.out
    summary = pentarch("match", "township", str(file), "random", *SHORT, "--json").json
    (failure,) = summary["failures"]
    assert (failure["bot"], failure["verdict"], failure["match"]) == (str(file), "BOT_CRASH", 1)
    assert failure["stderr"][-1] == "ValueError"
    assert [bot["forfeits"] for bot in summary["bots"]] == [1, 0]
    assert [bot["losses"] for bot in summary["bots"]] == [1, 0]


BAD = {
    "unknown command": (["fly"], ["fly"]),
    "unknown flag": (["rulesets", "--colour"], ["--colour"]),
    "unknown ruleset": (["match", "chess", "random", "random"], ["chess", "township"]),
    "unknown ruleset for rules": (["rules", "chess"], ["chess", "township"]),
    "unknown ruleset for bench": (["bench", "--ruleset", "chess"], ["chess", "township"]),
    "no bots": (["match", "township"], ["bots"]),
    "unknown bot": (["match", "township", "random", "nobody"], ["nobody", "greedy"]),
    "bad budget": (["match", "township", "random", "mcts:many"], ["mcts:many"]),
    "missing bot file": (["match", "township", "random", "no/such.py"], ["no/such.py"]),
    "one seat": (["match", "township", "random"], ["2 to 6", "1"]),
    "seven seats": (["match", "township", *["random"] * 7], ["2 to 6", "7"]),
    "unknown option": ([*MATCH, "-o", "colour=red"], ["colour", "renown_target"]),
    "bad option value": ([*MATCH, "-o", "peace_rounds=many"], ["peace_rounds", "many"]),
    "option out of range": ([*MATCH, "-o", "peace_rounds=999999"], ["peace_rounds"]),
    "option without value": ([*MATCH, "-o", "peace_rounds"], ["name=value"]),
    "option given twice": ([*MATCH, "-o", "round_cap=6"], ["round_cap", "twice"]),
    "seed that is no number": ([*MATCH, "--seed", "x1"], ["--seed"]),
    "negative seed": ([*MATCH, "--seed", "-1"], ["--seed"]),
    "seed too large": ([*MATCH, "--seed", str(SEED_LIMIT)], ["--seed"]),
    "no games": ([*MATCH, "--games", "0"], ["--games"]),
    "no jobs": ([*MATCH, "--jobs", "0"], ["--jobs"]),
    "bad clock": ([*MATCH, "--clock", "soon"], ["BANK+INCREMENT/CAP", "soon"]),
    "clock without cap": ([*MATCH, "--clock", "1+1/0"], ["BANK+INCREMENT/CAP"]),
    "no rule of that id": (["rules", "township", "TS-99.9"], ["TS-99.9"]),
    "the beginning of ids": (["rules", "heroes", "hw-16.1.4"], ["hw-16.1.4", "HW-16.1.4.a"]),
    "an id with a slip": (["rules", "heroes", "HW-16.1.4.b", "--json"], ["HW-16.1.4.a"]),
    "missing record": (["record", "verify", "no-such-file"], ["no-such-file"]),
    "directory as record": (["record", "show", "."], ["cannot read"]),
    "balance of an impossible table": (["bench", "--balance", "--seats", "9"], ["9 seats"]),
    "balance with a bad option": (["bench", "--balance", "-o", "colour=red"], ["colour"]),
}


@pytest.mark.parametrize("way", BAD)
def test_misuse_is_one_clear_line_and_exit_code_2(pentarch: Any, way: str) -> None:
    arguments, words = BAD[way]
    assert_refused(pentarch(*arguments), 2, *words)


def test_a_message_cannot_smuggle_lines_or_control_characters(pentarch: Any) -> None:
    ran = pentarch("match", "chess\n\x1b[31mpentarch: all is well", "random")
    assert_refused(ran, 2)
    assert "\x1b" not in ran.err


def test_the_same_command_twice_gives_byte_equal_records(pentarch: Any, tmp_path: Path) -> None:
    files = [tmp_path / "a.pentarch", tmp_path / "b.pentarch"]
    for file in files:
        arguments = ["match", "township", "greedy", "mcts:3", *SHORT, "--seed", "9"]
        assert pentarch(*arguments, "--record", str(file)).code == 0
    assert files[0].read_bytes() == files[1].read_bytes()
    assert pentarch("record", "verify", str(files[0])).code == 0


def test_several_records_go_to_a_directory_or_a_pattern(pentarch: Any, tmp_path: Path) -> None:
    folder = tmp_path / "all"
    folder.mkdir()
    assert pentarch(*MATCH, "--games", "10", "--record", str(folder)).code == 0
    names = sorted(path.name for path in folder.iterdir())
    assert names == [f"{number:02}.pentarch" for number in range(1, 11)]
    assert pentarch(*MATCH, "--games", "2", "--record", str(tmp_path / "r{n}.x")).code == 0
    assert (tmp_path / "r1.x").read_bytes() == (folder / "01.pentarch").read_bytes()
    first, second = (verify((tmp_path / f"r{number}.x").read_bytes()) for number in (1, 2))
    assert first.seed == second.seed


def test_records_that_cannot_be_written_are_refused_before_playing(
    pentarch: Any, tmp_path: Path
) -> None:
    file = tmp_path / "one.pentarch"
    assert_refused(pentarch(*MATCH, "--games", "2", "--record", str(file)), 2, "{n}")
    missing = tmp_path / "nowhere" / "one.pentarch"
    assert_refused(pentarch(*MATCH, "--record", str(missing)), 2, "nowhere")
    misspelt = tmp_path / "{x}-{n}.pentarch"
    assert_refused(pentarch(*MATCH, "--record", str(misspelt)), 2, "{x} in the name of a record")
    assert list(tmp_path.iterdir()) == []


def test_a_bad_command_leaves_an_old_record_alone(pentarch: Any, record: Path) -> None:
    before = record.read_bytes()
    assert pentarch(*MATCH, "-o", "colour=red", "--record", str(record)).code == 2
    assert record.read_bytes() == before
    assert [path.name for path in record.parent.iterdir()] == [record.name]


def test_a_clock_adds_times_to_the_record(pentarch: Any, tmp_path: Path) -> None:
    file = tmp_path / "timed.pentarch"
    assert pentarch(*MATCH, "--clock", "60+0.5/30", "--record", str(file)).code == 0
    annotations = verify(file.read_bytes()).annotations
    assert isinstance(annotations, dict)
    assert annotations["terms"] == {"bank": 60, "increment": 0.5, "cap": 30, "total": None}


def test_verify_accepts_a_good_record(pentarch: Any, record: Path) -> None:
    ran = pentarch("record", "verify", str(record))
    assert ran.code == 0
    assert "steps verified" in ran.out
    value = pentarch("record", "verify", str(record), "--json").json
    assert value["valid"] is True
    assert value["seed"] == 3
    assert value["count"] == len(decode(record.read_bytes()).steps)


def test_every_flipped_byte_is_exit_code_1_naming_step_or_part(
    pentarch: Any, record: Path, tmp_path: Path
) -> None:
    data = record.read_bytes()
    broken = tmp_path / "broken"
    for at in range(len(data)):
        flipped = bytearray(data)
        flipped[at] ^= 0x20
        broken.write_bytes(flipped)
        ran = pentarch("record", "verify", str(broken))
        assert_refused(ran, 1)
        assert "damaged record: " in ran.err or ": step " in ran.err


@pytest.mark.parametrize("command", ["verify", "show", "html"])
@pytest.mark.parametrize("content", [b"", b"not a record", b"PENTARCH", b"PENTARCH\x01\x00"])
def test_a_file_that_is_no_record_is_exit_code_1(
    pentarch: Any, tmp_path: Path, command: str, content: bytes
) -> None:
    file = tmp_path / "x"
    file.write_bytes(content)
    assert_refused(pentarch("record", command, str(file)), 1, "damaged record")
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


@pytest.mark.parametrize("command", ["verify", "show", "html"])
def test_a_record_of_another_rules_version_is_exit_code_2(
    pentarch: Any, record: Path, command: str
) -> None:
    data = changed(record.read_bytes(), b"H", lambda header: header.update({"version": 999}))
    record.write_bytes(data)
    assert_refused(pentarch("record", command, str(record)), 2, "version 999", "township")
    assert [path.name for path in record.parent.iterdir()] == [record.name]


def test_show_prints_steps_commands_and_events(pentarch: Any, record: Path) -> None:
    ran = pentarch("record", "show", str(record))
    steps = len(decode(record.read_bytes()).steps)
    lines = ran.out.splitlines()
    assert "seed 3" in lines[0]
    assert "p1 random" in lines[1]
    assert lines[-1].startswith("ended by")
    assert len([line for line in lines if line[:5].strip().isdigit()]) == steps


def test_show_prints_what_a_bot_noted_below_its_step(pentarch: Any, tmp_path: Path) -> None:
    bot = tmp_path / "thinker.py"
    bot.write_text(
        "from pentarch.bots.sdk import Bot\n"
        "class Thinker(Bot):\n"
        "    def decide(self, turn):\n"
        "        if turn.sequence == 2:\n"
        "            turn.note('reasoning', 'grain\\n\\x1b[31mfirst')\n"
        "        return turn.legal[0]\n"
    )
    file = tmp_path / "record"
    assert (
        pentarch("match", "township", str(bot), "random", *SHORT, "--record", str(file)).code == 0
    )
    lines = pentarch("record", "show", str(file)).out.splitlines()
    (place,) = [place for place, line in enumerate(lines) if "note reasoning" in line]
    assert lines[place] == r"         note reasoning: grain \x1b[31mfirst"
    assert lines[place - 1].startswith("    2 p1 ")
    steps = pentarch("record", "show", str(file), "--json").json["steps"]
    noted = {step["step"]: step["notes"] for step in steps if step["notes"]}
    assert noted == {2: {"reasoning": "grain\n\x1b[31mfirst"}}


def test_show_prints_what_a_verdict_rests_on(pentarch: Any, tmp_path: Path) -> None:
    bot = tmp_path / "cheat.py"
    bot.write_text(
        "from pentarch.bots.sdk import Bot\n"
        "class Cheat(Bot):\n"
        "    def decide(self, turn):\n"
        "        return 'win at once'\n"
    )
    file = tmp_path / "record"
    ran = pentarch("match", "township", str(bot), "random", "--record", str(file))
    assert ran.code == 1
    assert "it answered 'win at once', which" in ran.out
    last = pentarch("record", "show", str(file)).out.splitlines()[-1]
    assert last.startswith("evidence: p1 BOT_ILLEGAL in decision 1, after step ")
    assert "the answer was 'win at once'" in last
    (kept,) = pentarch("record", "show", str(file), "--json").json["evidence"]
    assert (kept["verdict"], kept["seat"]) == ("BOT_ILLEGAL", 0)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("'win'", "it answered 'win', which is not a command of this ruleset\n"),
        ("'raze'", "it answered 'raze', which is refused: this command answers another decision"),
        ("None", "it answered 'None': an answer is a command, not a NoneType\n"),
    ],
)
def test_a_match_tells_what_was_answered_and_what_is_wrong_with_it(
    pentarch: Any, tmp_path: Path, answer: str, told: str
) -> None:
    bot = tmp_path / "wrong.py"
    bot.write_text(
        "from pentarch import Bot\n"
        "class Wrong(Bot):\n"
        "    def decide(self, turn):\n"
        f"        return {answer}\n"
    )
    ran = pentarch("match", "township", str(bot), "random")
    assert ran.code == 1
    assert told in ran.out


def test_a_match_without_bots_says_how_many_it_takes(pentarch: Any, record: Path) -> None:
    ran = pentarch("match", "township")
    assert ran.code == 2
    assert ran.err == "pentarch: name the bots: township is played by 2 to 6\n"
    ran = pentarch("match", "--from", str(record), "--step", "3", "random")
    assert ran.code == 2
    assert "with 2 seats: name as many bots" in ran.err


def test_the_runtime_is_told_in_words(pentarch: Any) -> None:
    told = pentarch("runtime").out
    assert "clock in seconds" in told
    assert "memory MiB" in told
    assert "_" not in told


def test_show_can_start_and_stop_and_draw(pentarch: Any, record: Path) -> None:
    value = pentarch("record", "show", str(record), "--from", "2", "--to", "4", "--json").json
    assert [step["step"] for step in value["steps"]] == [2, 3, 4]
    assert value["steps"][0]["command"]
    drawn = pentarch("record", "show", str(record), "--to", "1", "--state").out
    assert drawn.count("Round 1") == 2
    value = pentarch("record", "show", str(record), "--to", "0", "--state", "--json").json
    assert "Round 1" in value["steps"][0]["text"]


@pytest.mark.parametrize("bounds", [["--from", "9", "--to", "3"], ["--to", "99999"], ["--to", "x"]])
def test_show_refuses_steps_that_are_not_there(
    pentarch: Any, record: Path, bounds: list[str]
) -> None:
    assert_refused(pentarch("record", "show", str(record), *bounds), 2)


def test_html_is_one_page_that_needs_nothing_else(pentarch: Any, record: Path) -> None:
    ran = pentarch("record", "html", str(record))
    page = Path(ran.out.strip())
    assert page == record.with_name("match.pentarch.html")
    text = page.read_text(encoding="utf-8")
    # The name of SVG's elements looks like an address, and is none.
    assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in text
    assert "src=" not in text
    content = text.split('id="payload">')[1].split("</script>")[0]
    value = json.loads(content)
    assert len(value["steps"]) == len(decode(record.read_bytes()).steps)
    assert value["eyes"]["all"]["first"]["round"] == 1
    other = record.with_name("other.html")
    value = pentarch("record", "html", str(record), "--out", str(other), "--json").json
    assert other.read_text(encoding="utf-8") == text
    assert value["file"] == str(other)


def test_html_escapes_hostile_bot_names(pentarch: Any, record: Path) -> None:
    hostile = "</script><script>alert(1)</script><!--{{title}}&\u2028"
    data = changed(record.read_bytes(), b"H", lambda header: header.update({"bots": [hostile] * 2}))
    record.write_bytes(data)
    page = Path(pentarch("record", "html", str(record)).out.strip())
    text = page.read_text(encoding="utf-8")
    assert "alert(1)</script>" not in text
    assert text.count("<script") == 2
    assert text.count("</script>") == 2
    content = text.split('id="payload">')[1].split("</script>")[0]
    assert json.loads(content)["bots"] == [hostile] * 2


def test_hostile_bot_names_cannot_steer_the_terminal(pentarch: Any, record: Path) -> None:
    hostile = "\x1b[2Jbot\r\n[red]x[/red]"
    data = changed(record.read_bytes(), b"H", lambda header: header.update({"bots": [hostile] * 2}))
    record.write_bytes(data)
    ran = pentarch("record", "show", str(record), "--to", "0")
    assert ran.code == 0
    assert "\x1b" not in ran.out


def test_rules_are_shown_whole_by_section_and_by_id(pentarch: Any) -> None:
    whole = pentarch("rules", "township").out
    assert "TS-1.1" in whole
    one = pentarch("rules", "township", "ts-1.1").out
    assert one.startswith("- **TS-1.1**")
    assert "TS-1.2" not in one
    rules = pentarch("rules", "township", "--json").json
    assert {"TS-1.1", "TS-1.2"} <= {rule["id"] for rule in rules}
    assert pentarch("rules", "township", "TS-1.2", "--json").json[0]["id"] == "TS-1.2"


def test_one_rule_is_printed_alone_with_its_number(pentarch: Any) -> None:
    for arguments in (["HW-16.1.4.a"], ["hw-16.1.4.A"]):
        text = pentarch("rules", "heroes", *arguments).out
        assert text.startswith("- **HW-16.1.4.a** ")
        assert text.count("\n") == 1
        assert "as many hits as his skill" in text


@pytest.mark.parametrize("id", registry.IDS)
def test_every_ruleset_has_rules_to_show(pentarch: Any, id: str) -> None:
    rules = pentarch("rules", id, "--json").json
    prefix = registry.get(id).info.prefix
    assert all(rule["id"].startswith(prefix) for rule in rules)
    assert all(rule["text"] for rule in rules)
    assert len(rules) > 20


def test_bench_has_the_shape_that_scripts_rely_on(pentarch: Any) -> None:
    value = pentarch("bench", "--ruleset", "township", "--seconds", "0.04", "--json").json
    assert set(value) == {"engine", "peers", "service"}
    figures = value["engine"]["township"]
    assert figures["mode"] in ("interpreted", "compiled")
    for key in (
        "steps_per_second",
        "copy_us",
        "view_us",
        "legal_mean",
        "legal_max",
        "record_bytes_per_200_steps",
        "verify_ratio",
        "step_us",
    ):
        assert figures[key] > 0
    assert figures["simulate_us"] > figures["step_us"]
    assert all(speed > 0 for speed in value["peers"].values())


def test_bench_is_told_in_words_too(pentarch: Any) -> None:
    ran = pentarch("bench", "--ruleset", "township", "--seconds", "0.04")
    assert "steps per second" in ran.out
    assert "township" in ran.out


def test_adapters_are_measured_beside_the_engine(pentarch: Any) -> None:
    line = ("bench", "--research", "--ruleset", "township", "--seconds", "0.01")
    figures = pentarch(*line, "--json").json["research"]["township"]
    assert all(figures[name] > 0 for name in ("engine", "observed", "pettingzoo", "gymnasium"))
    assert isinstance(figures["pettingzoo, overhead"], float)
    assert "gymnasium, overhead" in pentarch(*line).out


def test_balance_counts_seats_and_endings(pentarch: Any) -> None:
    arguments = ["bench", "--ruleset", "township", "--balance", "--blocks", "3", *SHORT]
    value = pentarch(*arguments, "--bot", "random", "--json").json
    assert [result["seats"] for result in value["balance"]] == [2, 3, 4, 5, 6]
    for result in value["balance"]:
        assert result["matches"] == 3
        assert sum(result["win_shares"]) == pytest.approx(1, abs=0.01)
        assert sum(result["ends"].values()) == 3
        assert result["groups"] == {}
    ran = pentarch(*arguments, "--seats", "2")
    assert "share of wins" in ran.out


def test_balance_counts_races_where_there_are_any(pentarch: Any) -> None:
    arguments = ["bench", "--ruleset", "heroes", "--balance", "--blocks", "4", "--seats", "2"]
    arguments += ["--bot", "random", "-o", "races=random", "-o", "rounds=1"]
    result = pentarch(*arguments, "--json").json["balance"][0]
    races = result["groups"]["race"]
    assert set(races) <= {"amazons", "barbarians", "knights"}
    assert sum(race["seated"] for race in races.values()) == 8
    won = sum(race["win_share"] * race["seated"] for race in races.values())
    assert won == pytest.approx(4, abs=0.01)
    assert "race" in pentarch(*arguments).out


def test_balance_plays_all_tables_of_a_ruleset(pentarch: Any) -> None:
    arguments = ["bench", "--ruleset", "capital", "--balance", "--all", "--blocks", "2"]
    value = pentarch(*arguments, "--seed", "5", "--json").json
    assert value["seed"] == 5
    played = [(result["seats"], result["options"]) for result in value["balance"]]
    assert played == [(table.seats, table.options) for table in tables_of("capital")]
    for result in value["balance"]:
        assert result["matches"] == 2
        for share, (low, high) in zip(result["win_shares"], result["intervals"], strict=True):
            assert 0 <= low <= share <= high <= 1


def test_seats_of_a_team_have_its_share(pentarch: Any) -> None:
    arguments = ["bench", "--ruleset", "capital", "--balance", "--seats", "4", "--blocks", "3"]
    result = pentarch(*arguments, "-o", "teams=2v2", "--json").json["balance"][0]
    assert result["even_share"] == 0.5
    one, two, three, four = result["win_shares"]
    assert (one, two) == (three, four)
    assert one + two == pytest.approx(1, abs=0.001)


def test_all_tables_are_played_as_they_stand(pentarch: Any) -> None:
    ran = pentarch("bench", "--balance", "--all", "--seats", "2")
    assert_refused(ran, 2, "--seats")


def test_different_bots_of_a_balance_table_rotate() -> None:
    table = BalanceTable("township", 2, {"round_cap": 5}, ("greedy", "random"), blocks=2)
    result = balance(table, seed=1, jobs=1)
    assert result["matches"] == 4
    groups = result["groups"]
    assert isinstance(groups, dict)
    bots = groups["bot"]
    assert isinstance(bots, dict)
    assert set(bots) == {"greedy", "random"}
    for figures in bots.values():
        assert isinstance(figures, dict)
        assert figures["seated"] == 4


@pytest.mark.parametrize("module", ["pentarch.cli"])
def test_it_runs_as_a_module(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", module, "match", "chess", "random"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("pentarch: there is no ruleset 'chess'")
    assert done.stdout == ""


def test_a_closed_pipe_is_not_an_error() -> None:
    command = f"{sys.executable} -m pentarch.cli rulesets --json | head -c 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "Traceback" not in done.stderr


def test_a_ladder_says_whether_it_has_cycles_and_how_well_it_predicts() -> None:
    whole = ratings_pb2.ListLadderResponse(
        cycles_by_chance=0.005,
        forecast=ratings_pb2.Forecast(
            comparisons=40,
            loss=0.61,
            bins=[
                ratings_pb2.ForecastBin(comparisons=40, expected=0.7, observed=0.725),
                ratings_pb2.ForecastBin(),
            ],
        ),
    )
    cycles, forecasts = remarks(whole)
    assert cycles.startswith("cycles: significant (by chance 0.005)")
    assert "log loss 0.610 over 40 comparisons" in forecasts
    assert forecasts.endswith("favourites: 70% said, 72% won")
    calm = ratings_pb2.ListLadderResponse(cycles_by_chance=0.3)
    assert remarks(calm) == ["cycles: none to speak of (by chance 0.30), Elo tells the story"]
    assert remarks(ratings_pb2.ListLadderResponse()) == []


@pytest.mark.parametrize("number", ["0", "-1", "one", str(1 << 63), "9" * 5000])
@pytest.mark.parametrize(
    "command",
    [
        ["match", "get"],
        ["record", "get"],
        ["record", "verify"],
        ["tournament", "show"],
        ["season", "show"],
        ["archive", "out"],
        ["announce", "withdraw"],
        ["notices", "test"],
    ],
    ids=" ".join,
)
def test_numbers_that_nothing_can_have_are_refused_before_anybody_is_asked(
    pentarch: Any, command: list[str], number: str
) -> None:
    assert_refused(pentarch(*command, "--", number), 2)
