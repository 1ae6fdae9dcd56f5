"""The five rulesets have one shape: the same files, small functions, decisions that are objects.

What is counted here is in `docs/architecture.md`, under "A ruleset's files".
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest

from pentarch.engine import registry
from pentarch.engine.chance import Seeded
from pentarch.engine.options import choose

ENGINE = Path(__file__).parent.parent.parent / "engine"
FILES = (
    "__init__.py",
    "RULES.md",
    "commands.py",
    "loading.py",
    "manual.py",
    "refusals.py",
    "rules.py",
    "sampling.py",
    "schema.py",
    "sentences.py",
    "settings.py",
    "state.py",
    "tables.py",
    "text.py",
    "views.py",
)
LONGEST_FUNCTION = 60
MEDIAN_FUNCTION = 7
# What the base class does by asking the decision.
ASKED = {"to_act", "legal", "check", "apply"}


rulesets = pytest.mark.parametrize("ruleset", registry.IDS)


def modules(ruleset: str) -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted((ENGINE / ruleset).rglob("*.py")):
        yield path, ast.parse(path.read_text())


def functions(ruleset: str) -> list[tuple[str, str, int]]:
    """Of every function and method: the module, the name, the number of lines."""
    return [
        (path.name, node.name, (node.end_lineno or 0) - node.lineno + 1)
        for path, tree in modules(ruleset)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    ]


def outside_classes(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.iter_child_nodes(tree):
        if not isinstance(node, ast.ClassDef):
            yield node
            yield from outside_classes(node)


def is_named(node: ast.AST, ending: str) -> bool:
    return isinstance(node, ast.Name) and node.id.endswith(ending)


def is_stride(node: ast.AST) -> bool:
    """`n * HERO_SIZE`."""
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Mult)
        and (is_named(node.left, "_SIZE") or is_named(node.right, "_SIZE"))
    )


def is_unpacking(node: ast.AST) -> bool:
    """`unit >> LOCATION_SHIFT & CARD_MASK`."""
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.BitAnd)
        and isinstance(node.left, ast.BinOp)
        and isinstance(node.left.op, ast.RShift)
        and is_named(node.left.right, "_SHIFT")
    )


def numbers_of(ruleset: str) -> set[str]:
    """The constants of a package that are whole numbers."""
    found = set()
    for _, tree in modules(ruleset):
        for node in tree.body:
            if (
                isinstance(node, ast.AnnAssign)
                and isinstance(node.target, ast.Name)
                and isinstance(node.value, ast.Constant)
                and isinstance(node.value.value, int)
            ):
                found.add(node.target.id)
    return found


@rulesets
def test_every_ruleset_has_the_same_files(ruleset: str) -> None:
    assert [name for name in FILES if not (ENGINE / ruleset / name).exists()] == []


@rulesets
def test_no_function_is_long(ruleset: str) -> None:
    found = [entry for entry in functions(ruleset) if entry[2] > LONGEST_FUNCTION]
    assert [entry for entry in found if entry[0] not in ("tables.py", "techs.py")] == []


@rulesets
def test_most_functions_are_short(ruleset: str) -> None:
    assert median([lines for _, _, lines in functions(ruleset)]) <= MEDIAN_FUNCTION


@rulesets
def test_a_ruleset_answers_by_its_decisions(ruleset: str) -> None:
    found = [
        f"{node.name}.{item.name}"
        for _, tree in modules(ruleset)
        for node in tree.body
        if isinstance(node, ast.ClassDef)
        and any(ast.unparse(base).startswith("Ruleset[") for base in node.bases)
        for item in node.body
        if isinstance(item, ast.FunctionDef) and item.name in ASKED
    ]
    assert found == []


@rulesets
def test_a_state_names_its_decision(ruleset: str) -> None:
    rules = registry.get(ruleset)
    seats = rules.info.min_seats
    state = rules.setup(seats, choose(rules.info.options, {}), Seeded(1))
    decision = rules.decision(state)
    assert decision is not None
    assert state.decision == decision.name


@rulesets
def test_no_phase_is_a_number(ruleset: str) -> None:
    numbers = numbers_of(ruleset)
    found = []
    for path, tree in modules(ruleset):
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign):
                targets, value = node.targets, node.value
            elif isinstance(node, ast.AnnAssign) and node.value is not None:
                targets, value = [node.target], node.value
            else:
                continue
            is_number = isinstance(value, ast.Constant) and isinstance(value.value, int)
            is_number = is_number or (isinstance(value, ast.Name) and value.id in numbers)
            if is_number and any(re.search(r"\.phase$", ast.unparse(t)) for t in targets):
                found.append(f"{path.name}:{node.lineno}")
    assert found == []


@rulesets
def test_nothing_is_reached_by_strides(ruleset: str) -> None:
    found = [
        f"{path.name}:{node.lineno}"
        for path, tree in modules(ruleset)
        for node in ast.walk(tree)
        if is_stride(node) and isinstance(node, ast.BinOp)
    ]
    assert found == []


@rulesets
def test_bits_are_unpacked_in_classes_only(ruleset: str) -> None:
    found = [
        f"{path.name}:{node.lineno}"
        for path, tree in modules(ruleset)
        for node in outside_classes(tree)
        if is_unpacking(node) and isinstance(node, ast.BinOp)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("code", "expected"),
    [("n * HERO_SIZE + H_HEX", True), ("SIZE * n", False), ("HERO_SIZE - 1", False)],
)
def test_strides_are_recognised(code: str, expected: bool) -> None:
    assert any(is_stride(node) for node in ast.walk(ast.parse(code))) is expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x = unit >> CARD_SHIFT & CARD_MASK", True),
        ("def f(u): return u >> CARD_SHIFT & CARD_MASK", True),
        ("class Marks:\n  def f(self, u): return u >> CARD_SHIFT & CARD_MASK", False),
        ("x = bits >> place & 1", False),
    ],
)
def test_unpacked_bits_are_recognised(code: str, expected: bool) -> None:
    assert any(is_unpacking(node) for node in outside_classes(ast.parse(code))) is expected
