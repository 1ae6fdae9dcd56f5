"""The page on upgrades names the migrations that old and new programs cannot both live with."""

import ast
from pathlib import Path

from tests.docs.test_pages import ROOT

VERSIONS = ROOT / "arbiter" / "store" / "migrations" / "versions"


def drops(path: Path) -> bool:
    """Whether upgrading takes a column or a table away."""
    nodes = ast.parse(path.read_text()).body
    (upgrade,) = [n for n in nodes if isinstance(n, ast.FunctionDef) and n.name == "upgrade"]
    called = [node.func for node in ast.walk(upgrade) if isinstance(node, ast.Call)]
    names = {func.attr for func in called if isinstance(func, ast.Attribute)}
    return not names.isdisjoint({"drop_column", "drop_table"})


def test_the_page_names_the_migrations_that_take_something_away() -> None:
    numbers = [path.name[:4] for path in sorted(VERSIONS.glob("*.py")) if drops(path)]
    told = f"Migrations only add, except for {' and '.join(numbers)}, which drop a column"
    assert told in (ROOT / "docs" / "operations.md").read_text()
