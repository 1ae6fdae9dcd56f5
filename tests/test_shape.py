"""The size of modules, wherever they are; tests/engine/test_shape.py says more of the rulesets."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("engine", "arbiter", "bots", "workers", "dashboard", "pentarch", "deploy")
LONGEST_MODULE = 400
# Written by programs: the stubs of the protocol, the types of views, and the tables' history.
GENERATED = ("arbiter/v1", "bots/starters/python/views", "arbiter/store/migrations/versions")


def is_generated(path: Path) -> bool:
    return any(path.is_relative_to(ROOT / folder) for folder in GENERATED)


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_module_is_long(folder: str) -> None:
    modules = [path for path in (ROOT / folder).rglob("*.py") if not is_generated(path)]
    assert modules
    lengths = {str(p.relative_to(ROOT)): len(p.read_text().splitlines()) for p in modules}
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST_MODULE} == {}


@pytest.mark.parametrize("folder", GENERATED)
def test_generated_modules_are_where_they_are_said_to_be(folder: str) -> None:
    assert list((ROOT / folder).glob("*.py"))
