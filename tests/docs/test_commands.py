"""What the pages tell people to type exists: commands with their flags, variables, targets."""

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.exceptions import TyperException

from pentarch.arbiter.settings import Settings
from pentarch.bots.llm.settings import Settings as LlmSettings
from pentarch.cli.app import app
from pentarch.cli.service_matches import PlayOrCommand
from tests.docs.test_pages import PAGES, ROOT

LLM = [field.name for field in fields(LlmSettings)]
COMMAND: Any = typer.main.get_command(app)
TYPED = re.compile(r"(?:^\$ (?:\w+=\S+ )*|`)(pentarch [^`\n|]+)", re.M)
# What is no command line: it stands before a key when that is hashed.
TAGS = {"pentarch commitment 1"}
FLAG = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
TARGET = re.compile(r"(?:^\$ |`)make ([a-z-]+)", re.M)
VARIABLE = re.compile(r"\bPENTARCH_[A-Z_]+[A-Z]\b")
pages = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def flags_of(command: Any) -> set[str]:
    return {"--help"} | {
        flag for param in command.params for flag in [*param.opts, *param.secondary_opts]
    }


def unknown(line: str) -> list[str]:
    """What of a command line does not exist: a command, or flags."""
    words, command = line.split()[1:], COMMAND
    flags = flags_of(command)
    while words and hasattr(command, "commands") and not words[0].startswith("-"):
        if re.fullmatch(r"[^a-z]+|NAME.*|\.\.\.", words[0]):
            return []
        try:
            _, command, words = command.resolve_command(typer.Context(command), words)
        except TyperException:
            return [words[0]]
        flags |= flags_of(command)
    if isinstance(command, PlayOrCommand):
        # Without a command of its own it begins a local match.
        flags |= flags_of(command.commands["play"])
    mine = " ".join(words).split(" -- ")[0]
    return [flag for flag in FLAG.findall(mine) if flag not in flags]


def variables() -> set[str]:
    """The variables that any of our own files reads or sets."""
    read = {f"PENTARCH_{name}".upper() for name in Settings.model_fields}
    read |= {f"PENTARCH_LLM_{name}".upper() for name in LLM}
    sources = [
        path
        for folder in ("arbiter", "bots", "workers", "dashboard", "pentarch/cli", "deploy", "tests")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".sh", ".yaml", "") and path.is_file()
    ]
    for path in [*sources, ROOT / "Makefile"]:
        if path != Path(__file__):
            read |= set(VARIABLE.findall(path.read_text(errors="ignore")))
    return read


@pages
def test_commands_exist_and_have_the_flags(page: Path) -> None:
    text = page.read_text().replace("\\\n", " ")
    lines = [line for found in TYPED.findall(text) for line in re.split("; (?=pentarch )", found)]
    assert {line: wrong for line in lines if (wrong := unknown(line)) and line not in TAGS} == {}


@pages
def test_targets_of_make_exist(page: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    assert set(TARGET.findall(page.read_text())) - targets == set()


def test_variables_are_read_somewhere() -> None:
    known = variables()
    told = {name for page in PAGES for name in VARIABLE.findall(page.read_text())}
    assert told - known == set()


def test_what_does_not_exist_is_found() -> None:
    assert unknown("pentarch bot new my-bot") == []
    assert unknown("pentarch bot forge my-bot") == ["forge"]
    assert unknown("pentarch match township a b --games 2 --gmaes 2") == ["--gmaes"]
