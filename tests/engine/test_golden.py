"""Golden playthroughs replay to the letter (see tests/playthroughs.py for their format)."""

import pytest

from pentarch.engine import registry
from tests.playthroughs import FOLDER, files, parse, render


@pytest.mark.parametrize("path", files(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_playthrough_comes_out_as_written(path) -> None:  # type: ignore[no-untyped-def]
    text = path.read_text()
    assert render(parse(text)) == text, "if this change is meant: make golden, and review the diff"


@pytest.mark.parametrize("ruleset", registry.IDS)
def test_every_ruleset_has_a_random_and_a_greedy_match(ruleset: str) -> None:
    headers = [parse(path.read_text()) for path in sorted((FOLDER / ruleset).glob("*.txt"))]
    full = [header for header in headers if header.steps is None]
    assert {"random", "greedy"} <= {header.play for header in full}
