"""The starter kits on a real arbiter: built and hosted in the sandbox, and connected."""

import re
import shutil
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from pentarch import play
from pentarch.arbiter.store import bots
from pentarch.arbiter.store.words import VersionState
from pentarch.author.launch import launch_of
from pentarch.author.seats import ProgramBot
from pentarch.author.types import Language
from pentarch.cli.app import run
from pentarch.engine import registry
from pentarch.engine.plain import Json
from pentarch.engine.record import Record
from tests.builtin_bots import add_builtin
from tests.hosting import NOW, owner_id
from tests.needs import needs_sandbox
from tests.remote import Hall
from tests.starters import KITS, SHORT, keep_builds, launch, need

BRIEF: dict[str, Json] = {"round_cap": 10}
QUICK = (Language.PYTHON, Language.TYPESCRIPT, Language.GO)
"""What takes no time to build."""


@pytest.fixture(scope="module")
def hall() -> Iterator[Hall]:
    with tempfile.TemporaryDirectory() as place:
        made = Hall(Path(place))
        yield made
        made.close()


@pytest.fixture(scope="module")
def luck(hall: Hall) -> str:
    """The random bot, as a version."""
    owner = owner_id(hall.store, "pentarch")
    with hall.store.writing() as session:
        return add_builtin(session, owner, "random", NOW, rulesets=list(registry.IDS)).ref


def written(language: Language, folder: Path, name: str, rulesets: list[str]) -> Path:
    """A bot's folder as `pentarch bot new` makes it."""
    shutil.copytree(KITS / language, folder)
    text = (folder / "pentarch.toml").read_text().replace("mybot", name)
    (folder / "pentarch.toml").write_text(re.sub("rulesets = .*", f"rulesets = {rulesets}", text))
    return folder


def submitted(hall: Hall, name: str, *bot: str) -> str:
    """Upload a bot as its author does; its version, validated."""
    reach = ["--arbiter", f"127.0.0.1:{hall.port}", "--token", hall.tokens["author"]]
    assert run(["bot", "submit", "--wait", "0", *reach, *bot]) == 0
    hall.validated()
    with hall.store.reading() as session:
        version = bots.latest_version(session, name)
        told = bots.validation_output(session, version.id)
    assert version.state is VersionState.ACTIVE, (version.reject_reason, told)
    return version.ref


def won(hall: Hall, version: str, luck: str, ruleset: str) -> Record:
    """A match against luck that the version wins."""
    record = hall.play(
        hall.queue_between(ruleset, [version, luck], seed=1, options={**SHORT[ruleset]})
    )
    assert record.forfeits == []
    assert record.outcome.ranks == [1, 2]
    return record


def at_the_desk(ruleset: str) -> Record:
    """The same match without an arbiter."""
    kit = str(KITS / Language.PYTHON)
    return play(ruleset, [kit, "random"], seed=1, options=SHORT[ruleset])


@needs_sandbox
@pytest.mark.parametrize("language", QUICK)
def test_a_kit_is_hosted_and_wins(
    hall: Hall, luck: str, language: Language, tmp_path: Path
) -> None:
    need(language)
    name = f"hosted-{language}"
    folder = written(language, tmp_path / "kit", name, ["kingdom"])
    won(hall, submitted(hall, name, str(folder)), luck, "kingdom")


@needs_sandbox
@pytest.mark.long
@pytest.mark.parametrize("language", Language)
def test_a_kit_of_every_language_is_hosted_and_wins_every_ruleset_as_at_the_desk(
    hall: Hall, luck: str, language: Language, tmp_path: Path
) -> None:
    need(language)
    name = f"hosted-{language}"
    folder = written(language, tmp_path / "kit", name, list(registry.IDS))
    version = submitted(hall, name, str(folder))
    for ruleset in registry.IDS:
        record = won(hall, version, luck, ruleset)
        assert record.final_digest == at_the_desk(ruleset).final_digest


def executable(place: Path) -> str:
    """A static executable that somebody has built somewhere; how is not told."""
    need(Language.GO)
    file = place / "static-bot"
    shutil.copy(launch(Language.GO).argv[0], file)
    return str(file)


@needs_sandbox
@pytest.mark.long
def test_a_static_executable_is_hosted_and_wins_every_ruleset_as_at_the_desk(
    hall: Hall, luck: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_builds(monkeypatch)
    version = submitted(hall, "static-bot", "--", executable(tmp_path))
    for ruleset in registry.IDS:
        record = won(hall, version, luck, ruleset)
        assert record.final_digest == at_the_desk(ruleset).final_digest


@pytest.mark.long
def test_a_static_executable_is_connected_and_wins_every_ruleset_as_at_the_desk(
    hall: Hall, luck: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_builds(monkeypatch)
    make = partial(ProgramBot, launch_of(f"run:{executable(tmp_path)}"))
    for ruleset in registry.IDS:
        version = hall.bot(make, f"remote-static-{ruleset}", ruleset).version
        record = won(hall, version, luck, ruleset)
        assert record.final_digest == at_the_desk(ruleset).final_digest


@needs_sandbox
def test_a_hosted_program_looks_ahead_by_the_rules_as_at_the_desk(
    hall: Hall, luck: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It knows no rules itself: if the simulator does not answer, the bot ends, and forfeits."""
    need(Language.GO)
    keep_builds(monkeypatch)
    folder = written(Language.GO, tmp_path / "kit", "searching", ["capital"])
    shutil.copy(Path(__file__).parent / "searching" / "bot.go", folder)
    version = submitted(hall, "searching", str(folder))
    record = hall.play(hall.queue_between("capital", [version, luck], seed=1, options=BRIEF))
    assert record.forfeits == []
    here = play("capital", [str(folder), "random"], seed=1, options=BRIEF)
    assert here.forfeits == []
    assert record.final_digest == here.final_digest


def connected(hall: Hall, language: Language, ruleset: str) -> str:
    """The version of a kit that plays from here, as `bot connect` lets it."""
    name = f"remote-{language}-{ruleset}"
    return hall.bot(partial(ProgramBot, launch(language)), name, ruleset).version


@pytest.mark.parametrize("language", Language)
def test_a_kit_is_connected_and_wins(
    hall: Hall, luck: str, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    need(language)
    keep_builds(monkeypatch)
    won(hall, connected(hall, language, "kingdom"), luck, "kingdom")


@pytest.mark.long
@pytest.mark.parametrize("language", Language)
def test_a_kit_of_every_language_is_connected_and_wins_every_ruleset_as_at_the_desk(
    hall: Hall, luck: str, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    need(language)
    keep_builds(monkeypatch)
    for ruleset in registry.IDS:
        record = won(hall, connected(hall, language, ruleset), luck, ruleset)
        assert record.final_digest == at_the_desk(ruleset).final_digest
