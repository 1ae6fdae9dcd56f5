"""The rule ids of each RULES.md, and the tests that claim them, read from the files themselves."""

import ast
import re
from functools import cache
from pathlib import Path

from pentarch.engine import registry

ROOT = Path(__file__).parent.parent
ITEM = re.compile(r"^- \*\*([A-Z]{2}-[A-Za-z0-9.]+)\*\* \S", re.MULTILINE)


@cache
def rule_ids(ruleset: str) -> tuple[str, ...]:
    """The ids that a ruleset's RULES.md lists, in order."""
    path = ROOT / "engine" / ruleset / "RULES.md"
    return tuple(ITEM.findall(path.read_text())) if path.exists() else ()


@cache
def all_rule_ids() -> frozenset[str]:
    """The ids of every registered ruleset."""
    return frozenset(id for ruleset in registry.IDS for id in rule_ids(ruleset))


@cache
def claimed_ids(ruleset: str) -> frozenset[str]:
    """The ids in `@pytest.mark.rule(...)` of the ruleset's tests."""
    return frozenset(
        argument.value
        for tree in trees(ruleset)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule"
        for argument in node.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    )


@cache
def asserted_names(ruleset: str) -> frozenset[str]:
    """Every name inside an assert statement or a parametrize list of the ruleset's tests."""
    found = set()
    for tree in trees(ruleset):
        for node in ast.walk(tree):
            if isinstance(node, ast.Assert) or (
                isinstance(node, ast.Call) and ast.unparse(node.func).endswith("parametrize")
            ):
                for part in ast.walk(node):
                    if isinstance(part, ast.Name):
                        found.add(part.id)
                    elif isinstance(part, ast.Attribute):
                        found.add(part.attr)
    return frozenset(found)


def trees(ruleset: str) -> list[ast.Module]:
    """The parsed test modules of a ruleset."""
    folder = ROOT / "tests" / "engine" / ruleset
    return [ast.parse(path.read_text()) for path in sorted(folder.rglob("*.py"))]


def refusal_names(ruleset: str) -> dict[str, str]:
    """The refusal constants of a ruleset with the rule id each carries."""
    tree = ast.parse((ROOT / "engine" / ruleset / "refusals.py").read_text())
    found = {}
    for node in tree.body:
        if (
            isinstance(node, ast.AnnAssign)
            and isinstance(node.target, ast.Name)
            and isinstance(node.value, ast.Call)
            and ast.unparse(node.value.func) == "Refusal"
        ):
            rule = node.value.args[0]
            assert isinstance(rule, ast.Constant)
            found[node.target.id] = str(rule.value)
    return found
