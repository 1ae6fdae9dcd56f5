"""The starter kits: short, up to date, fit, better than luck, the same bot in every language."""

import json
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pentarch import Record, play
from pentarch.author import starters, types
from pentarch.author.doctor import check_bot
from pentarch.author.types import Language
from pentarch.cli.app import run
from pentarch.engine import registry
from tests.starters import KITS, SHORT, keep_builds, launch, need

MOST_LINES = 150
languages = pytest.mark.parametrize("language", Language)
rulesets = pytest.mark.parametrize("ruleset", registry.IDS)

# Every kind of value and escape, in fields that no version of the protocol has.
STRANGE = r"""[{}, [], "", null, true, false, -1.5e-3, 12345678901234567890, [[{"a": [0]}]],
 "\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00 é😀", {"": {"turn": {"legal": []}}}]"""
START = {"match_id": "9", "ruleset": "township", "seat": 1, "seats": 2, "bot_seed": str(2**64 - 1)}
TURN = {"match_id": "9", "sequence": 4, "view": {"round": 1}, "legal": ["break é😀", "skip"]}


@pytest.fixture(autouse=True)
def _kept(monkeypatch: pytest.MonkeyPatch) -> None:
    keep_builds(monkeypatch)


def match(language: Language, ruleset: str, seed: int = 1) -> Record:
    """The kit of a language against the random bot."""
    return play(ruleset, [str(KITS / language), "random"], seed=seed, options=SHORT[ruleset])


@cache
def pattern(ruleset: str) -> Record:
    """The match that every kit plays."""
    return match(Language.PYTHON, ruleset)


@languages
def test_the_types_of_views_are_those_that_describe_prints(language: Language) -> None:
    for path, text in starters.views(language).items():
        written = (KITS / language / path).read_text(encoding="utf-8")
        assert written == text, "python -m pentarch.author.starters writes them anew"


@languages
def test_a_kit_is_read_in_an_evening(language: Language) -> None:
    """All of it but its library, which nobody need read, and the README."""
    kit = starters.kit(language, "my-own")
    own = kit.keys() - starters.library(language).keys() - {"README.md"}
    assert sum(kit[path].count("\n") for path in own) <= MOST_LINES
    assert not [path for path in own if "views/" in path]
    assert 20 <= kit["README.md"].count("\n") <= 40
    assert 'name = "my-own"' in kit["pentarch.toml"]
    assert f"| `{types.WRITERS[language].folder}/` |" in kit["README.md"]
    assert not [path for path, text in kit.items() if "mybot" in text]
    for word in ("match", "bot check", "bot submit", "bot connect"):
        assert f"$ pentarch {word}" in kit["README.md"]


@languages
def test_a_new_bot_is_the_kit_of_its_language(
    language: Language, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["bot", "new", str(tmp_path / "my-own"), "--language", language]) == 0
    assert "my-own is in" in capsys.readouterr().out
    files = [path for path in (tmp_path / "my-own").rglob("*") if path.is_file()]
    written = {str(path.relative_to(tmp_path / "my-own")): path.read_text() for path in files}
    assert written == starters.kit(language, "my-own")


@languages
def test_the_library_of_a_bot_is_written_anew_and_nothing_else(
    language: Language, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, kit = tmp_path / "my-own", starters.kit(language, "my-own")
    assert run(["bot", "new", str(folder), "--language", language]) == 0
    old, gone = sorted(starters.views(language))[:2]
    (folder / old).write_text("of last year")
    (folder / gone).unlink()
    (folder / "README.md").write_text("mine")
    capsys.readouterr()
    assert run(["bot", "types", str(folder)]) == 0
    assert capsys.readouterr().out == f"written anew:\n  {old}\n  {gone}\n"
    written = {path: (folder / path).read_text() for path in kit}
    assert written == kit | {"README.md": "mine"}
    assert run(["bot", "types", str(folder)]) == 0
    assert capsys.readouterr().out == "the types of my-own are up to date\n"


def test_types_are_written_where_a_manifest_names_a_language_that_has_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["bot", "types", str(tmp_path)]) == 2
    assert "there is no pentarch.toml in" in capsys.readouterr().err
    manifest = (KITS / Language.GO / "pentarch.toml").read_text()
    (tmp_path / "pentarch.toml").write_text(manifest.replace('"go"', '"executable"'))
    assert run(["bot", "types", str(tmp_path)]) == 2
    told = "there are types for python, node, cpp, rust, java, go; the manifest says 'executable'"
    assert told in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["pentarch.toml"]


def test_a_language_without_a_kit_is_refused_with_those_there_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["bot", "new", str(tmp_path / "my-own"), "--language", "cobol"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("pentarch: Invalid value for '--language': 'cobol' is not one of ")
    assert all(f"'{language}'" in told for language in Language)
    assert not (tmp_path / "my-own").exists()


@rulesets
@languages
def test_a_kit_wins_against_luck_and_plays_as_in_every_other_language(
    language: Language, ruleset: str
) -> None:
    need(language)
    record = match(language, ruleset)
    assert record.forfeits == []
    assert record.outcome.ranks == [1, 2]
    assert record.final_digest == pattern(ruleset).final_digest


@pytest.mark.long
@rulesets
def test_the_kit_wins_nine_matches_of_ten(ruleset: str) -> None:
    """In whole matches; that of Python stands for all."""
    folder, won = str(KITS / Language.PYTHON), 0
    for seed in range(40):
        seat = seed % 2
        bots = [folder, "random"] if seat == 0 else ["random", folder]
        record = play(ruleset, bots, seed=seed)
        assert record.forfeits == []
        won += record.outcome.ranks[seat] < record.outcome.ranks[1 - seat]
    print(f"{ruleset}: won {won} of 40")
    assert won >= 36


@languages
def test_a_kit_is_fit(language: Language) -> None:
    """In the ruleset of which it reads a typed view."""
    need(language)
    report = check_bot(launch(language), rulesets=["kingdom"])
    assert report.is_fit, report.plain()


@pytest.mark.long
@languages
def test_a_kit_is_fit_for_every_ruleset(language: Language) -> None:
    need(language)
    report = check_bot(launch(language), blocks=2)
    assert report.is_fit, report.plain()


@pytest.mark.parametrize("language", [each for each in Language if each is not Language.PYTHON])
def test_a_kit_reads_all_of_json_and_plays_several_matches_at_a_time(language: Language) -> None:
    need(language)
    unknown: Any = json.loads(STRANGE)
    other = {"match_id": "10", "ruleset": "heroes", "seats": 2}
    told: list[dict[str, Any]] = [
        {"something_new": unknown},
        {"delivery": "1", "match_start": {**START, "options": {"é😀": '"\\'}, "new": unknown}},
        {"delivery": "2", "match_start": other},
        {"delivery": "3", "turn": {**TURN, "clock": {"left": "2.500s"}, "new": unknown}},
        {"turn": {"match_id": "10", "sequence": 1, "view": unknown, "legal": ["end", "move 1 n"]}},
        {"match_end": {"match_id": "9"}},
    ]
    lines = [json.dumps(each, ensure_ascii=n % 2 == 0) for n, each in enumerate(told)]
    done = subprocess.run(
        launch(language).argv,
        cwd=launch(language).folder,
        input="\n".join([*lines, "", ""]),
        capture_output=True,
        text=True,
        check=True,
    )
    assert [json.loads(line)["decide"] for line in done.stdout.splitlines()] == [
        {"match_id": "9", "sequence": 4, "text": "skip"},
        {"match_id": "10", "sequence": 1, "text": "move 1 n"},
    ]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        (Language.GO, ["gofmt", "-l", "."]),
        (Language.RUST, ["rustfmt", "--check", "--edition", "2021", "src/main.rs"]),
    ],
)
def test_a_kit_is_formatted_as_the_language_has_it(language: Language, line: list[str]) -> None:
    need(language)
    if shutil.which(line[0]) is None:
        pytest.skip(f"no {line[0]}: it comes with the language")
    done = subprocess.run(line, cwd=KITS / language, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")
