"""The public door: `from pentarch import ...`, what it offers, costs and promises."""

import ast
import doctest
import json
import os
import re
import subprocess
import sys
import textwrap
from itertools import pairwise
from pathlib import Path

import pytest

import pentarch
from pentarch import Bot, Record, Turn, load_record, play, rulesets
from pentarch.bots.registry import UnknownBot
from pentarch.bots.sdk import bot as sdk
from pentarch.engine.errors import EngineError

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SERVICES = ["sqlalchemy", "celery", "streamlit", "grpc", "google.protobuf", "rich", "typer"]

ADAPTERS = ("gymnasium", "openspiel", "pettingzoo")
"""Modules for researchers, which stand beside the door: each needs packages of its own."""

MOST_MILLISECONDS = 50
SHORT = {"round_cap": 5}


class First(Bot):
    def decide(self, turn: Turn) -> str:
        return turn.legal[0].text


class Raising(Bot):
    def decide(self, turn: Turn) -> str:
        raise ValueError("no idea")


def measured(statement: str) -> tuple[float, list[str]]:
    """The seconds a statement takes in a fresh interpreter, best of five, and what it loads."""
    program = f"""
        import json, sys, time
        before = set(sys.modules)
        began = time.process_time()
        {statement}
        spent = time.process_time() - began
        print(json.dumps([spent, sorted(set(sys.modules) - before)]))
    """
    runs = []
    for _ in range(5):
        line = [sys.executable, "-c", textwrap.dedent(program)]
        done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True)
        spent, modules = json.loads(done.stdout)
        runs.append((float(spent), [str(name) for name in modules]))
    return min(runs)


def imports_of(source: str) -> set[str]:
    """The names that a text imports from this project: `pentarch.Bot`."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return {name for name in found if name.partition(".")[0] == "pentarch"}


def documentation(name: str) -> str:
    """The docstring of a name of the door; that of a type alias stands below it."""
    if name != "Answer":
        text = getattr(pentarch, name).__doc__
        assert isinstance(text, str)
        return text
    body = ast.parse(Path(sdk.__file__).read_text()).body
    for node, below in pairwise(body):
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == name:
            assert isinstance(below, ast.Expr)
            return str(ast.literal_eval(below.value))
    raise AssertionError(f"{name} has no docstring")


def test_every_name_is_there_and_listed() -> None:
    for name in pentarch.__all__:
        assert getattr(pentarch, name) is not None
    assert set(pentarch.__all__) <= set(dir(pentarch))


def test_the_names_for_type_checkers_are_the_same() -> None:
    tree = ast.parse(Path(pentarch.__file__).read_text())
    (guarded,) = [node for node in tree.body if isinstance(node, ast.If)]
    seen = {
        alias.name: node.module
        for node in guarded.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert set(seen) == set(pentarch.__all__)
    assert seen == vars(pentarch)["_HOMES"]


def test_no_other_name_is_there() -> None:
    with pytest.raises(AttributeError, match="module 'pentarch' has no attribute 'Bto'"):
        getattr(pentarch, "Bto")  # noqa: B009 - mypy knows that there is none


@pytest.mark.parametrize("name", pentarch.__all__)
def test_every_name_is_documented_with_an_example_that_works(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("PENTARCH_TOKEN", "PENTARCH_HOSTED"):
        monkeypatch.delenv(variable, raising=False)
    names = {name: getattr(pentarch, name)}
    test = doctest.DocTestParser().get_doctest(documentation(name), names, name, None, None)
    assert test.examples, f"{name} has no example"
    assert doctest.DocTestRunner().run(test).failed == 0


def test_opening_it_is_quick_and_loads_no_service() -> None:
    seconds, modules = measured("import pentarch")
    print(f"import pentarch: {seconds * 1000:.1f} ms")
    assert seconds * 1000 < MOST_MILLISECONDS
    assert [name for name in modules if name.startswith("pentarch")] == ["pentarch"]


@pytest.mark.parametrize(
    "statement",
    [
        "from pentarch import *",
        "from pentarch import play; play('township', ['random'] * 2, seed=1)",
        "from pentarch import play; play('township', ['mcts:2', 'greedy'], seed=1)",
    ],
)
def test_nothing_an_author_does_at_the_desk_loads_a_service(statement: str) -> None:
    line = [sys.executable, "-c", f"{statement}\nimport sys\nprint(*sys.modules)"]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True)
    assert set(SERVICES) & set(done.stdout.split()) == set()


def test_pages_and_templates_use_nothing_else() -> None:
    sources = {path.name: path.read_text() for path in (ROOT / "bots/starters/python").glob("*.py")}
    for page in PAGES:
        for number, block in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(), re.S)):
            sources[f"{page.name} {number}"] = block
    used = {name: found for name, text in sources.items() if (found := imports_of(text))}
    assert {"bot.py", "test_bot.py", "README.md 0"} <= set(used)
    offered = {f"pentarch.{name}" for name in (*pentarch.__all__, *ADAPTERS)}
    assert {name: found - offered for name, found in used.items() if found - offered} == {}


def test_types_reach_those_who_install_it() -> None:
    assert (Path(pentarch.__file__).parent / "py.typed").exists()


STRICT = """
from pentarch import Answer, Bot, Command, Record, Turn, load_record, play, rulesets

class Mine(Bot):
    def decide(self, turn: Turn) -> Answer:
        first: Command = turn.legal[0]
        return first

record: Record = play("township", [Mine, Mine(), "greedy"], seed=1)
ranks: list[int] = load_record("match.pentarch").outcome.ranks
seats: int = rulesets()["township"].info.max_seats
"""
WRONG = """
import pentarch
pentarch.Bto
pentarch.play("township", ["greedy"], seed="one")
"""


def test_strict_type_checkers_see_every_name_and_no_other(tmp_path: Path) -> None:
    (tmp_path / "strict.py").write_text(STRICT)
    (tmp_path / "wrong.py").write_text(WRONG)
    options = ["--strict", "--follow-imports=silent", "--config-file=", "--no-error-summary"]
    cache = f"--cache-dir={ROOT / '.mypy_cache' / 'door'}"
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, cache, "strict.py", "wrong.py"],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.findall(r"^(\S+?):(\d+): error: .*\[(\S+)\]$", done.stdout, re.M)
    assert found == [("wrong.py", "3", "attr-defined"), ("wrong.py", "4", "arg-type")], done.stdout


def test_a_match_of_classes_objects_and_names_gives_its_record(tmp_path: Path) -> None:
    record = play("township", [First, First(), "random"], seed=3, options=SHORT)
    assert isinstance(record, Record)
    assert record.bots == ["first", "first", "random"]
    assert sorted(record.outcome.ranks)[0] == 1
    assert [frame.step for frame in record.frames()] == [*range(len(record.steps) + 1)]
    file = tmp_path / "match.pentarch"
    file.write_bytes(bytes(record))
    assert bytes(load_record(file)) == bytes(load_record(str(file))) == bytes(record)


def test_the_same_seed_is_the_same_match() -> None:
    one, two, other = (play("township", ["random"] * 2, seed=s, options=SHORT) for s in (1, 1, 2))
    assert bytes(one) == bytes(two) != bytes(other)


def test_a_bot_that_raises_forfeits_and_its_traceback_is_kept() -> None:
    record = play("township", [Raising, "random"], seed=1)
    assert [forfeit.verdict for forfeit in record.forfeits] == ["BOT_CRASH"]
    assert "ValueError: no idea" in str(record.annotations)


def test_what_does_not_exist_is_refused() -> None:
    with pytest.raises(UnknownBot, match="there is no bot 'nobody'"):
        play("township", ["nobody", "random"], seed=1)
    with pytest.raises(EngineError, match="there is no ruleset 'chess'"):
        play("chess", ["random", "random"], seed=1)


def test_a_record_that_was_changed_does_not_verify() -> None:
    record = play("township", ["random", "random"], seed=1, options=SHORT)
    steps = [*record.steps[:-1], (record.steps[-1][0], 0)]
    values = {**vars(record), "steps": steps}
    with pytest.raises(EngineError):
        Record(**values).verify()


def test_rulesets_are_listed_by_id() -> None:
    assert {id: ruleset.info.id for id, ruleset in rulesets().items()} == {
        id: id for id in rulesets()
    }
