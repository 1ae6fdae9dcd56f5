"""The starter kits for tests: what they need, and where what was built of them is kept."""

import os
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from pentarch.arbiter.packages.manifest import read_manifest
from pentarch.author.launch import Launch, launch_of
from pentarch.author.types import Language
from tests import needs

KITS: Final = Path(__file__).parent.parent / "bots" / "starters"
_CACHE: Final = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pentarch-tests"

SHORT: Final[dict[str, dict[str, int | str]]] = {
    "township": {"round_cap": 8},
    "kingdom": {},
    "capital": {"mode": "short"},
    "heroes": {"rounds": 1},
    "tradewarz": {"target": 3},
}
"""Options that make a match short, and long enough for the better bot to win it."""


def keep_builds(environment: pytest.MonkeyPatch) -> None:
    """Let what is built be found again by the next tests, and apart from what a person builds."""
    environment.setenv("XDG_CACHE_HOME", str(_CACHE))


def need(language: Language) -> None:
    """What builds and runs a language's bots is used."""
    needs.need_toolchains(read_manifest(KITS / language))


@cache
def launch(language: Language) -> Launch:
    """What starts the kit of a language, built if it has to be."""
    return launch_of(str(KITS / language))
