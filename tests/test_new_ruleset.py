"""Adding a ruleset as CONTRIBUTING.md says is enough: a toy one goes through everything there is.

The test copies the project, lays `tests/new_ruleset/` over it, makes the edits that the list names,
and lets the copy's own tests and commands loose on the sixth ruleset.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.copies import copy_project

ROOT = Path(__file__).parent.parent
TOY = ROOT / "tests" / "new_ruleset"
ID = "pebbles"
# What the list asks to add to files that are there: after the first text, the second one.
EDITS = {
    "engine/registry.py": [
        ('"heroes", "tradewarz"', f', "{ID}"'),
        (
            "            return tradewarz\n",
            f'        case "{ID}":\n'
            f"            from pentarch.engine.{ID} import RULESET as {ID}\n\n"
            f"            return {ID}\n",
        ),
    ],
    "bots/mcts.py": [("TUNED: Final = {\n", f'    "{ID}": Settings(Horizon(laps=100)),\n')],
    "pentarch/cli/demo.py": [("BLOCKS: Final = {", f'"{ID}": 1, ')],
    "tests/arbiter/store/bulk.py": [("_SEATS: Final = {", f'"{ID}": 2, ')],
    "tests/dashboard/test_boards.py": [("]] = {\n", f'    "{ID}": (3, {{}}),\n')],
    "tests/dashboard/test_measured.py": [("SEATS = {", f'"{ID}": 2, ')],
}
BOARDS = "tests/dashboard/test_boards.py"
SHARED = [
    *(f"tests/engine/test_{name}.py" for name in ("catalogue", "commands", "counts", "golden")),
    *(f"tests/engine/test_{name}.py" for name in ("events", "laws", "manual", "options", "record")),
    f"tests/engine/{ID}",
    "tests/test_layers.py",
    "tests/bots/test_registry.py",
    "tests/arbiter/referee/test_decisions.py",
    "tests/arbiter/referee/test_leaks.py",
]


def section(title: str) -> str:
    """A section of CONTRIBUTING.md."""
    text = (ROOT / "CONTRIBUTING.md").read_text()
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    assert found is not None
    return found[1]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with one more ruleset."""
    folder = copy_project(tmp_path_factory.mktemp("project"))
    shutil.copytree(TOY, folder, dirs_exist_ok=True)
    for name, edits in EDITS.items():
        text = (folder / name).read_text()
        for after, added in edits:
            assert text.count(after) == 1, f"{name} has changed: {after!r}"
            text = text.replace(after, after + added)
        (folder / name).write_text(text)
    ran(folder, "tests.playthroughs", ID)  # make golden
    return folder


def ran(project: Path, module: str, *words: str) -> str:
    """Run a module of the copy; what it printed."""
    done = subprocess.run(
        [sys.executable, "-m", module, *words],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(project)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_list_names_every_file_that_it_takes() -> None:
    text = section("Adding a ruleset")
    made = [path.relative_to(TOY) for path in TOY.rglob("*") if path.is_file()]
    assert [name for name in EDITS if f"`{name}`" not in text] == []
    for path in made:
        names = (path.name, str(path).replace(ID, "<id>"), f"{path.parent}/".replace(ID, "<id>"))
        assert any(f"`{name}`" in text for name in names), f"{path} is not in the list"


def test_it_is_played_recorded_verified_and_drawn(project: Path, tmp_path: Path) -> None:
    record, page = tmp_path / "match.pentarch", tmp_path / "match.html"
    assert ID in ran(project, "pentarch.cli", "rulesets")
    assert "PB-2.3" in ran(project, "pentarch.cli", "rules", ID)
    bots = ["greedy", "random", "mcts:4"]
    ran(project, "pentarch.cli", "match", ID, *bots, "--seed", "2", "--record", str(record))
    assert "steps verified" in ran(project, "pentarch.cli", "record", "verify", str(record))
    assert "Heap: 0 pebbles" in ran(
        project, "pentarch.cli", "record", "show", "--state", str(record)
    )
    ran(project, "pentarch.cli", "record", "html", str(record), "--out", str(page))
    assert "pentarch.boards.pebbles" in page.read_text()


def test_the_tests_that_every_ruleset_gets_apply_to_it(project: Path) -> None:
    out = ran(project, "pytest", "-q", "-p", "no:cacheprovider", "-k", ID, *SHARED)
    assert re.search(r"(\d+) passed", out)


def test_its_board_is_drawn_and_clicked(project: Path) -> None:
    """Where there is a browser; elsewhere the copy's tests say that they do not run."""
    chosen = f"{ID} and (every_step_can_be_drawn or filters_the_legal_commands)"
    ran(project, "pytest", "-q", "-p", "no:cacheprovider", "-k", chosen, BOARDS)
