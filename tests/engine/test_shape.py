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
from tests.catalogue import ROOT

ENGINE = ROOT / "engine"
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
BITWISE = ast.LShift | ast.RShift | ast.BitAnd
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


def outside_types(tree: ast.AST) -> Iterator[ast.AST]:
    """What stands in functions that belong to no type: neither its methods nor the function that
    reads it from a dump, nor the constants of the module."""
    for node in ast.iter_child_nodes(tree):
        is_reader = isinstance(node, ast.FunctionDef) and node.name.startswith("load_")
        is_constant = isinstance(tree, ast.Module) and isinstance(node, ast.AnnAssign)
        if not (isinstance(node, ast.ClassDef) or is_reader or is_constant):
            yield node
            yield from outside_types(node)


def has_product(node: "ast.expr | None") -> bool:
    if not isinstance(node, ast.BinOp):
        return False
    return isinstance(node.op, ast.Mult) or has_product(node.left) or has_product(node.right)


def is_stride(node: ast.AST) -> bool:
    """`heroes[2 * seat + who]`, `names[row * WIDTH : row * WIDTH + WIDTH]`."""
    if not isinstance(node, ast.Subscript):
        return False
    place = node.slice
    if isinstance(place, ast.Slice):
        return has_product(place.lower) or has_product(place.upper)
    return has_product(place)


def is_packing(node: ast.AST) -> bool:
    """`unit >> LOCATION_SHIFT & CARD_MASK`, `bits |= 1 << hex`, `marks & SPENT`."""
    return isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, BITWISE)


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
        for node in outside_types(tree)
        if isinstance(node, ast.Subscript) and is_stride(node)
    ]
    assert found == []


@rulesets
def test_bits_are_the_business_of_types_only(ruleset: str) -> None:
    found = [
        f"{path.name}:{node.lineno}"
        for path, tree in modules(ruleset)
        for node in outside_types(tree)
        if isinstance(node, ast.BinOp | ast.AugAssign) and is_packing(node)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("numbers[n * HERO_SIZE + H_HEX]", True),
        ("heroes[2 * seat]", True),
        ("names[row * WIDTH : row * WIDTH + WIDTH]", True),
        ("class Heroes:\n  def of(self, n): return self.all[2 * n]", False),
        ("heroes[seat + 1]", False),
        ("cells[rings.cell(ring, 2 * column)]", False),
        ("2 * heroes[seat]", False),
    ],
)
def test_strides_are_recognised(code: str, expected: bool) -> None:
    assert any(is_stride(node) for node in outside_types(ast.parse(code))) is expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("def f(u): return u >> CARD_SHIFT & CARD_MASK", True),
        ("def f(hex):\n  bits |= 1 << hex", True),
        ("def f(u): return u.marks & SPENT", True),
        ("class Marks:\n  def f(self, u): return u >> CARD_SHIFT & CARD_MASK", False),
        ("def load_unit(n): return n & SPENT", False),
        ("SPENT: Final = 1 << 14", False),
        ("def f(a: 'int | None', b: set): return a | b", False),
    ],
)
def test_bits_are_recognised(code: str, expected: bool) -> None:
    assert any(is_packing(node) for node in outside_types(ast.parse(code))) is expected


def visits(beginning: str) -> list[str]:
    """The files that a walk for newcomers goes through, in order."""
    pages = (ROOT / "docs" / "architecture.md").read_text()
    _, _, walk = pages.partition("### Two walks for newcomers")[2].partition(beginning)
    steps = re.match(r".*\n\n(?:\S.*\n)+", walk)
    assert steps is not None
    return re.findall(r"\d+\. `([\w/]+\.py)`", steps[0])


@pytest.mark.parametrize(
    ("ruleset", "beginning"),
    [("heroes", "An attack in Heroes"), ("tradewarz", "A march in TradeWarz")],
)
def test_a_walk_for_newcomers_visits_no_file_twice(ruleset: str, beginning: str) -> None:
    visited = visits(beginning)
    assert len(visited) >= 10
    assert len(set(visited)) == len(visited)
    assert [name for name in visited if not (ENGINE / ruleset / name).exists()] == []
