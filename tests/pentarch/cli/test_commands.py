"""All commands: what prints has a form for scripts, and authors need little to be installed."""

import json
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import distribution, packages_distributions
from pathlib import Path
from typing import Any

import pytest
import typer

from pentarch.cli.app import app
from tests.deploy.test_wheel import needed_by

FEASTER = Path(__file__).parents[2] / "bots" / "feaster.py"
NO_JSON = {
    "simulate": "all that it says is JSON",
    "mcp": "all that it says is JSON",
    "bot connect": "plays until it is stopped, and logs",
    "up": "runs until it is stopped, and says what to type next",
    "arbiter": "runs until it is stopped, and logs",
    "worker": "runs until it is stopped, and logs",
}
STATISTICS = {"cryptography", "numpy", "scipy"}
ALONE = """
import sys
missing = set(sys.argv.pop(1).split(","))
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in missing:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Finder())
from pentarch.cli import main
main()
"""


def commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Every command with its name, by walking the program."""
    if not hasattr(command, "commands"):
        yield " ".join(path), command
        return
    for name, inner in command.commands.items():
        yield from commands(inner, (*path, name))


def test_everything_that_prints_has_a_form_for_scripts() -> None:
    found = dict(commands(typer.main.get_command(app)))
    assert len(found) > 40
    without = {
        name
        for name, command in found.items()
        if not any("--json" in parameter.opts for parameter in command.params)
    }
    assert without == set(NO_JSON)


def test_every_command_and_every_parameter_is_explained() -> None:
    for name, command in commands(typer.main.get_command(app)):
        assert (command.help or "").strip().endswith((".", ")")), name
        for parameter in command.params:
            assert parameter.name == "help" or parameter.help, (name, parameter.name)


def missing(*extra: str) -> str:
    """The modules of this machine that a bot author's installation has not."""
    names = {*(found.name for found in needed_by(distribution("pentarch"))), *extra}
    present = {name.lower().replace("_", "-") for name in names}
    modules = {
        module
        for module, owners in packages_distributions().items()
        if present.isdisjoint(owner.lower().replace("_", "-") for owner in owners)
    }
    return ",".join(sorted(modules - {"pentarch"}))


def run_without(modules: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", ALONE, modules, *arguments], capture_output=True, text=True
    )


def test_an_author_needs_no_service_to_see_settings_and_the_runtime() -> None:
    modules = missing()
    assert {"sqlalchemy", "celery", "redis", "numpy", "streamlit"} <= set(modules.split(","))
    told = run_without(modules, "settings", "--json")
    assert "PENTARCH_DATA" in {one["name"] for one in json.loads(told.stdout)}, told.stderr
    told = run_without(modules, "runtime", "--json")
    runtime = json.loads(told.stdout)
    assert runtime["limits"]["memory_mib"] == 512, told.stderr
    assert runtime["languages"]["python"] == sys.version.split()[0]
    assert set(runtime["libraries"]) == {"pentarch", "google.protobuf", "orjson", "numpy"}


def test_statistics_need_no_service_and_say_what_they_need(tmp_path: Path) -> None:
    no_bundle = tmp_path / "cup.zip"
    no_bundle.write_bytes(b"nothing")
    told = run_without(missing(), "bundle", "verify", str(no_bundle))
    assert told.returncode == 2
    assert "pip install 'pentarch[statistics]'" in told.stderr
    modules = missing(*STATISTICS, "cffi", "pycparser")
    told = run_without(modules, "bundle", "verify", str(no_bundle))
    assert (told.returncode, "cup.zip" in told.stderr or "bundle" in told.stderr) == (1, True)
    arguments = ["test", "township", str(FEASTER), "greedy", "--elo-high", "300", "--json"]
    told = run_without(modules, *arguments, "--seed", "1", "-o", "round_cap=5")
    assert (told.returncode, json.loads(told.stdout)["decision"]) == (1, "reject"), told.stderr


def test_what_a_service_needs_is_named_where_it_is_missing() -> None:
    told = run_without(missing(), "token", "list")
    assert told.returncode == 2
    assert "pip install 'pentarch[service]'" in told.stderr
    assert told.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("new", "old", "decision", "code"),
    [("greedy", "random", "accept", 0), ("random", "greedy", "reject", 1)],
)
def test_versions_are_tested_on_this_machine(
    pentarch: Any, new: str, old: str, decision: str, code: int
) -> None:
    line = ["test", "township", new, old, "--local", "--elo-high", "300", "--seed", "1"]
    ran = pentarch(*line, "-o", "round_cap=8", "--json")
    assert (ran.code, ran.json["decision"]) == (code, decision)
    assert not ran.json["lower_bound"] < ran.json["ratio"] < ran.json["upper_bound"]
    told = pentarch(*line, "-o", "round_cap=8")
    blocks = ran.json["blocks"]
    assert told.out.startswith(f"seed 1, {2 * blocks} matches\n{decision} after {blocks} blocks")


def test_equal_bots_are_not_decided_and_fill_the_blocks(pentarch: Any) -> None:
    ran = pentarch(
        *["test", "township", "random", "random", "--local", "--seed", "1"],
        *["--max-blocks", "3", "-o", "round_cap=5", "--json"],
    )
    assert (ran.code, ran.json["decision"], ran.json["blocks"]) == (3, "undecided", 3)


def test_the_verdict_does_not_depend_on_the_number_of_processes(pentarch: Any) -> None:
    line = ["test", "township", str(FEASTER), "random", "--elo-high", "300", "--seed", "2"]
    one, two = (pentarch(*line, "-o", "round_cap=5", "--jobs", n, "--json") for n in ("1", "2"))
    assert (one.code, one.json) == (two.code, two.json)
