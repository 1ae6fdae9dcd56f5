"""Modules that docstrings and comments name exist: what is renamed is renamed there too."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("arbiter", "bots", "dashboard", "deploy", "engine", "pentarch", "workers")
INNER = ("api", "cli", "competition", "packages", "referee", "relay", "sdk", "store")
GENERATED = ("arbiter/v1/", "bots/starters/")
DOTTED = re.compile(rf"`((?:{'|'.join((*PACKAGES, *INNER))})(?:\.\w+)+)(?:\(\))?`")
COMMENT = re.compile(r"#.*")
FILES = ("pentarch.toml",)


@cache
def sources() -> dict[str, str]:
    """The text of every module, by its dotted name without `pentarch.`."""
    found = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if not name.startswith(GENERATED) and path.resolve() == path:
                found[name[:-3].replace("/", ".").removesuffix(".__init__")] = path.read_text()
    return found


def exists(named: str) -> bool:
    """Whether it is a module, by its name or the end of it, or something that a module names."""
    parts = named.split(".")
    for end in range(len(parts), 0, -1):
        module = ".".join(parts[:end]).removeprefix("pentarch.")
        found = [text for name, text in sources().items() if f".{name}".endswith(f".{module}")]
        if found and named not in FILES:
            rest = parts[end : end + 1]
            return not rest or any(re.search(rf"\b{rest[0]}\b", text) for text in found)
    return named in FILES


def told(text: str) -> list[str]:
    """The docstrings and comments of a module."""
    strings = [
        node.value.value
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    ]
    return [*strings, *COMMENT.findall(text)]


@pytest.mark.parametrize("package", PACKAGES)
def test_modules_that_docstrings_name_are_there(package: str) -> None:
    missing = [
        (name, named)
        for name, text in sources().items()
        if name.split(".")[0] == package
        for words in told(text)
        for named in DOTTED.findall(words)
        if not exists(named)
    ]
    assert missing == []


def test_what_does_not_exist_is_found() -> None:
    assert exists("bots.expert.fit")
    assert exists("store.fair_queue.join")
    assert exists("pentarch.engine.match.Match.play")
    assert not exists("bots.fitting")
    assert not exists("store.queue.nothing_of_the_kind")
