"""The rules of a ruleset as a prompt for a language model."""

import re
from collections.abc import Sequence
from typing import Any, Final

from pentarch.engine.manual import Manual, Table
from pentarch.engine.options import Option
from pentarch.engine.prose import said
from pentarch.engine.rulebook import rulebook
from pentarch.engine.ruleset import Ruleset

MOST_WORDS: Final = 8_000
"""What a prompt may have."""
_HEADING: Final = re.compile(r"^## +(.*)$", re.MULTILINE)
# How the rules came to be what they are: nothing that a seat plays by.
_HISTORY: Final = ("Changed numbers", "Balance")
_ABOUT_CATALOGUE: Final = re.compile(r"\.py`|rule id|^Ids ")


def rules_for_prompt(ruleset: Ruleset[Any]) -> str:
    """Rules, decisions, commands, options and numbers, without what only programs need."""
    info, manual = ruleset.info, ruleset.manual()
    seats = f"{info.min_seats} to {info.max_seats}"
    return "\n".join(
        [
            f"# {info.title}\n",
            f"{info.summary} For {seats} seats, called p1 to p{info.max_seats}.\n",
            *_catalogue(rulebook(info.id)),
            "\n## What is asked\n",
            *[f"- `{name}`: {meaning}" for name, meaning in manual.decisions.items()],
            "\n## Commands\n",
            *_commands(manual),
            "\n## Options, with what they usually are\n",
            *[_option(option) for option in info.options],
            "\n## Numbers",
            *[line for table in manual.tables for line in _table(table)],
            "",
        ]
    )


def _catalogue(text: str) -> list[str]:
    """The introduction without what it says of the catalogue, then the chapters of rules."""
    introduction, *chapters = _HEADING.split(text)
    sentences = re.split(r"(?<=\.)\s+", introduction.partition("\n")[2].strip())
    told = [sentence for sentence in sentences if not _ABOUT_CATALOGUE.search(sentence)]
    lines = [" ".join(told), ""] if told else []
    for heading, body in zip(chapters[::2], chapters[1::2], strict=True):
        if heading not in _HISTORY:
            rules = [line for line in body.strip().splitlines() if ".py`" not in line]
            lines += [f"## {heading}", "", *rules, ""]
    return lines


def _commands(manual: Manual) -> list[str]:
    return [
        f"- `{entry.usage}`: {entry.meaning} For example `{entry.example}`."
        for entry in manual.verbs
    ]


def _option(option: Option) -> str:
    default = str(option.default).lower()
    return f"- `{option.name}` ({default}; {option.describe()}): {option.help}"


def _table(table: Table) -> list[str]:
    return [
        f"\n### {table.title}\n",
        _row(table.columns),
        "|" + "---|" * len(table.columns),
        *[_row(["" if cell is None else said(cell) for cell in row]) for row in table.rows],
    ]


def _row(cells: Sequence[str]) -> str:
    return f"|{'|'.join(cells)}|"
