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
from pentarch.author.seats import ProgramBot
from pentarch.author.types import Language
from pentarch.cli.app import run
from pentarch.engine import registry
from pentarch.engine.record import Record
from tests.builtin_bots import add_builtin
from tests.hosting import NOW, owner_id
from tests.needs import needs_sandbox
from tests.remote import Hall
from tests.starters import KITS, SHORT, keep_builds, launch, need

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


def submitted(hall: Hall, language: Language, place: Path, rulesets: list[str]) -> str:
    """Upload a kit as its author does; its version, validated."""
    folder = place / "kit"
    shutil.copytree(KITS / language, folder)
    text = (folder / "pentarch.toml").read_text().replace("mybot", f"hosted-{language}")
    (folder / "pentarch.toml").write_text(re.sub("rulesets = .*", f"rulesets = {rulesets}", text))
    reach = ["--arbiter", f"127.0.0.1:{hall.port}", "--token", hall.tokens["author"]]
    assert run(["bot", "submit", str(folder), "--wait", "0", *reach]) == 0
    hall.validated()
    with hall.store.reading() as session:
        version = bots.latest_version(session, f"hosted-{language}")
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
    version = submitted(hall, language, tmp_path, ["kingdom"])
    won(hall, version, luck, "kingdom")


@needs_sandbox
@pytest.mark.long
@pytest.mark.parametrize("language", Language)
def test_a_kit_of_every_language_is_hosted_and_wins_every_ruleset_as_at_the_desk(
    hall: Hall, luck: str, language: Language, tmp_path: Path
) -> None:
    need(language)
    version = submitted(hall, language, tmp_path, list(registry.IDS))
    for ruleset in registry.IDS:
        record = won(hall, version, luck, ruleset)
        assert record.final_digest == at_the_desk(ruleset).final_digest


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
