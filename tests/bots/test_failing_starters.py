"""What an author sees of a bot that fails, in every language, as text that a person has read.

`tests/bots/failing/` has a bot for each kit that fails in the way that FAIL names, and what
`pentarch match` prints then. `python -m tests.bots.test_failing_starters` writes the texts anew;
review the diff.
"""

import contextlib
import io
import re
import tempfile
from pathlib import Path
from typing import Final

import pytest

from pentarch.author import starters
from pentarch.author.types import Language
from pentarch.cli.app import run
from tests.starters import keep_builds, need

HERE: Final = Path(__file__).parent / "failing"
WAYS: Final = ("crash", "answer", "print", "sleep")
MATCH: Final = ("match", "township", "failing", "random", "--option", "round_cap=5")
BUILD: Final = {
    # What takes least time to build.
    Language.CPP: ('"make"', '"make CXXFLAGS=-O0"'),
    Language.RUST: ("cargo build --release", "cargo build"),
}
# What depends on the machine, and what stands for it.
VARYING: Final = {
    r"ends, [0-9.]+ seconds$": "ends, N seconds",
    r"file://\S+?/failing/": "file:///home/author/failing/",
    r"thread 'main' (\(\d+\) )?panicked": "thread 'main' panicked",
    r"(java\.base|node:internal)/(\S+?)(:\d+)+\)": r"\1/\2:N)",
    r"Node\.js v\S+": "Node.js vN",
    r"\([^()]*0x[^()]*\)$": "(...)",
    r" \+0x[0-9a-f]+$": "",
    # Where in a line it was: each Python marks more of it.
    r"^ +[~^]{2,}$": "",
    r"\s+$": "",
}


def failing(language: Language, folder: Path) -> None:
    """Write the bot of a language that fails: the kit's protocol, and another bot."""
    own = {str(path.relative_to(HERE / language)) for path in (HERE / language).rglob("*.*")}
    kit = {
        path: text for path, text in starters.kit(language, "failing").items() if path not in own
    }
    kit |= {path: (HERE / language / path).read_text() for path in own}
    before, after = BUILD.get(language, ("", ""))
    kit["pentarch.toml"] = (
        kit["pentarch.toml"].replace(before, after).replace("/release/", "/debug/")
    )
    for path, text in kit.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)


def seen(way: str, patch: pytest.MonkeyPatch) -> str:
    """What `pentarch match` prints of the bot in the folder `failing` here."""
    patch.setenv("FAIL", way)
    patch.setenv("RUST_BACKTRACE", "0")
    patch.setenv("COLUMNS", "100")
    clock = ["--clock", "0.2+0/0.2"] if way == "sleep" else []
    with contextlib.redirect_stdout(io.StringIO()) as out:
        assert run([*MATCH, *clock]) == 1
    lines = out.getvalue().splitlines()
    for pattern, text in VARYING.items():
        lines = [re.sub(pattern, text, line) for line in lines]
    return "\n".join(line for line in lines if line) + "\n"


def texts(language: Language, folder: Path, patch: pytest.MonkeyPatch) -> str:
    """All that is seen of the bots of a language."""
    keep_builds(patch)
    patch.chdir(folder)
    failing(language, folder / "failing")
    return "".join(f"==== {way}\n{seen(way, patch)}" for way in WAYS)


@pytest.mark.parametrize("language", Language)
def test_an_author_sees_what_a_bot_did_wrong_and_where(
    language: Language, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need(language)
    expected = (HERE / f"{language}.txt").read_text()
    assert texts(language, tmp_path, monkeypatch) == expected


if __name__ == "__main__":
    for each in Language:
        with tempfile.TemporaryDirectory() as place, pytest.MonkeyPatch.context() as patched:
            (HERE / f"{each}.txt").write_text(texts(each, Path(place), patched))
