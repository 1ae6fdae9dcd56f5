"""Imports point one way: the table of docs/architecture.md, enforced."""

import ast
import sys
from pathlib import Path

import pytest

from pentarch.engine import registry

ROOT = Path(__file__).parent.parent
FOLDERS = ("engine", "arbiter", "bots", "workers", "dashboard", "pentarch")
# What each layer may import beside itself. A layer is the longest prefix of a module's name that
# is listed here; naming a layer allows all of it.
LAYERS: dict[str, set[str]] = {
    "engine": set(),
    "arbiter.v1": set(),
    "arbiter.settings": set(),
    "arbiter.logs": {"arbiter.settings"},
    "arbiter.season_files": {"arbiter.v1"},
    "arbiter.packages": {"engine"},
    "arbiter.notices": {"engine", "arbiter.settings"},
    "arbiter.studies": {"engine", "arbiter.v1"},
    "bots": {"engine", "arbiter.v1", "arbiter.packages"},
    # What `pentarch bot new` writes: it enters by the public door, as its authors will.
    "bots.starters": {"pentarch"},
    "arbiter.referee": {"engine", "bots"},
    "arbiter.competition": {"engine", "arbiter.referee"},
    "arbiter.relay": {"engine", "arbiter.v1", "arbiter.settings", "bots"},
    "arbiter.store": {
        "engine",
        "arbiter.settings",
        "arbiter.packages",
        "arbiter.notices",
        "arbiter.referee",
        "arbiter.competition",
        "arbiter.studies",
    },
    "arbiter.api": {"engine", "bots", "arbiter"},
    "workers": {"engine", "bots", "arbiter"},
    "dashboard": {"engine", "bots", "arbiter"},
    # The program that puts everything together: it may import all of it.
    "pentarch": {"engine", "bots", "arbiter", "workers", "dashboard"},
}
# Workers and dashboard reach the arbiter's work through its store and its protocol, not its API.
CLOSED = {"workers": {"arbiter.api"}, "dashboard": {"arbiter.api"}}


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def ours(module: str) -> str:
    """Names as folders have them; everything is imported as a part of `pentarch`."""
    top, _, rest = module.partition(".")
    assert top not in FOLDERS or top == "pentarch", f"{module} is imported without `pentarch`"
    if top == "pentarch" and rest.split(".")[0] in FOLDERS:
        return rest
    return module


def imports_of(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {ours(alias.name) for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}: relative import"
            if node.module != "pentarch":
                found.add(ours(node.module))
            found |= {ours(f"{node.module}.{alias.name}") for alias in node.names}
    return found


def layer_of(module: str) -> str | None:
    parts = module.split(".")
    for length in range(len(parts), 0, -1):
        if ".".join(parts[:length]) in LAYERS:
            return ".".join(parts[:length])
    return None


def is_allowed(importer: str, imported: str) -> bool:
    if importer == imported:
        return True
    if any(imported.startswith(closed) for closed in CLOSED.get(importer, ())):
        return False
    allowed = LAYERS[importer]
    return imported in allowed or imported.split(".")[0] in allowed


SOURCES = sorted(
    path
    for folder in FOLDERS
    for path in (ROOT / folder).rglob("*.py")
    if not any(parent.is_symlink() for parent in path.parents)
)


@pytest.mark.parametrize("path", SOURCES, ids=module_of)
def test_imports_point_inwards(path: Path) -> None:
    module = module_of(path)
    layer = layer_of(module)
    if layer is None:
        assert path.read_text().count("import ") == 0, f"{module} is in no layer"
        return
    for name in imports_of(path):
        imported = layer_of(name)
        if imported is not None:
            assert is_allowed(layer, imported), f"{module} imports {name}"


def test_every_package_is_in_the_table() -> None:
    packages = {module_of(path) for path in SOURCES if path.name == "__init__.py"}
    assert {name for name in packages if layer_of(name) is None} == {"arbiter"}


@pytest.mark.parametrize("path", sorted((ROOT / "engine").rglob("*.py")), ids=module_of)
def test_the_engine_imports_only_the_standard_library(path: Path) -> None:
    for name in imports_of(path):
        top = name.split(".")[0]
        assert top == "engine" or top in sys.stdlib_module_names, name


@pytest.mark.parametrize("ruleset", registry.IDS)
def test_no_ruleset_imports_another(ruleset: str) -> None:
    others = tuple(f"engine.{other}" for other in registry.IDS if other != ruleset)
    for path in (ROOT / "engine" / ruleset).rglob("*.py"):
        assert not [name for name in imports_of(path) if name.startswith(others)], path
