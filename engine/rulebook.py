"""The rules of a ruleset in words: its RULES.md, and the rules in it by their ids.

An item `- **XY-3.2** A house gives room for five units.` is a rule; what is indented below goes on
with it.
"""

import re
from importlib.resources import files
from typing import Final, final

_RULE: Final = re.compile(r"^- \*\*([A-Z]+-[A-Za-z0-9.]+)\*\* ?(.*)$")
_HEADING: Final = re.compile(r"^(#+) +(.*)$")


@final
class Rule:
    """A rule: its id, the heading it stands under, and what it says, on one line."""

    def __init__(self, id: str, chapter: str, text: str) -> None:
        self.id: Final = id
        self.chapter: Final = chapter
        self.text: Final = text


def rulebook(ruleset: str) -> str:
    """The rules as a text in Markdown. Raises OSError when they are not installed."""
    return files(f"pentarch.engine.{ruleset}").joinpath("RULES.md").read_text(encoding="utf-8")


def rules_of(text: str) -> "list[Rule]":
    """The rules of a text, in their order."""
    chapter = ""
    found: list[Rule] = []
    for line in text.split("\n"):
        heading, item = _HEADING.match(line), _RULE.match(line)
        if heading:
            chapter = heading[2]
        elif item:
            found.append(Rule(item[1], chapter, item[2]))
        elif found and line.startswith("  "):
            latest = found[-1]
            found[-1] = Rule(latest.id, latest.chapter, f"{latest.text} {line.strip()}")
    return found


def part_of(text: str, what: str) -> str:
    """The rule with that id, else the sections whose heading holds those words, else nothing."""
    lines = text.split("\n")
    for start, line in enumerate(lines):
        item = _RULE.match(line)
        if item and item[1].lower() == what.lower():
            end = start + 1
            while end < len(lines) and lines[end].startswith("  "):
                end += 1
            return "\n".join(lines[start:end])
    chosen: list[str] = []
    depth = 0
    for line in lines:
        heading = _HEADING.match(line)
        if heading:
            level = len(heading[1])
            if depth and level <= depth:
                depth = 0
            if not depth and what.lower() in heading[2].lower():
                depth = level
        if depth:
            chosen.append(line)
    return "\n".join(chosen)
