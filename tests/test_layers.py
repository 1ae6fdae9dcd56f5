"""Imports point one way: the table of docs/architecture.md, enforced."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
RULESETS = ("township", "kingdom", "capital", "heroes", "tradewarz")
LAYERS = {
    "engine": {"engine"},
    "arbiter.v1": {"arbiter.v1"},
    "bots": {"engine", "arbiter.v1", "bots"},
    "arbiter": {"engine", "arbiter.v1", "bots", "arbiter"},
    "workers": {"engine", "arbiter.v1", "bots", "arbiter", "workers"},
    # The program that puts everything together: it may import all of it.
    "arbiter.cli": {
        "engine",
        "arbiter.v1",
        "bots",
        "arbiter",
        "arbiter.cli",
        "workers",
        "dashboard",
    },
    "dashboard": {"engine", "arbiter.v1", "arbiter", "bots", "dashboard"},
}
PACKAGES = ("engine", "arbiter", "bots", "workers", "dashboard")
OURS = (*PACKAGES, "tests")


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def ours(module: str) -> str:
    """Names without the one they all begin with; what lacks it is a mistake."""
    assert module.split(".")[0] not in PACKAGES, f"{module} is imported without `pentarch`"
    return module.removeprefix("pentarch.")


def imports_of(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {ours(alias.name) for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}: relative import"
            found.add(ours(node.module))
            found |= {ours(f"{node.module}.{alias.name}") for alias in node.names}
    return found


def layer_of(module: str) -> str:
    for inner in ("arbiter.v1", "arbiter.cli"):
        if module == inner or module.startswith(inner + "."):
            return inner
    return module.split(".")[0]


SOURCES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


@pytest.mark.parametrize("path", SOURCES, ids=module_of)
def test_imports_point_inwards(path: Path) -> None:
    module = module_of(path)
    for name in imports_of(path):
        if name.split(".")[0] in OURS:
            assert layer_of(name) in LAYERS[layer_of(module)], f"{module} imports {name}"


@pytest.mark.parametrize("path", sorted((ROOT / "engine").rglob("*.py")), ids=module_of)
def test_the_engine_imports_only_the_standard_library(path: Path) -> None:
    import sys

    for name in imports_of(path):
        top = name.split(".")[0]
        assert top == "engine" or top in sys.stdlib_module_names, name


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_ruleset_imports_another(ruleset: str) -> None:
    others = tuple(f"engine.{other}" for other in RULESETS if other != ruleset)
    for path in (ROOT / "engine" / ruleset).rglob("*.py"):
        assert not [name for name in imports_of(path) if name.startswith(others)], path
