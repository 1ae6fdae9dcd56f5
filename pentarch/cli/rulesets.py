"""`pentarch rulesets`, `pentarch rules` and `pentarch simulate`."""

import re
import sys
from difflib import get_close_matches
from typing import Annotated

import typer
from rich.markdown import Markdown
from rich.table import Table

from pentarch.bots.sdk.rules import rules_of
from pentarch.bots.simulator import serve
from pentarch.cli.terminal import AsJson, Failure, console, misuse, print_json, print_plain
from pentarch.engine import registry
from pentarch.engine.plain import Json

_RULE = re.compile(r"^- \*\*([A-Z]+-[A-Za-z0-9.]+)\*\* ?(.*)$")
_HEADING = re.compile(r"^#+ +(.*)$")
_NEAR = 5


def list_rulesets(as_json: AsJson = False) -> None:
    """List the rulesets."""
    infos = [registry.get(id).info for id in registry.IDS]
    if as_json:
        print_json(
            [
                {
                    "id": info.id,
                    "title": info.title,
                    "version": info.version,
                    "min_seats": info.min_seats,
                    "max_seats": info.max_seats,
                }
                for info in infos
            ]
        )
        return
    table = Table("id", "title", "version", "seats", "options", box=None, pad_edge=False)
    for info in infos:
        options = ", ".join(f"{option.name}={option.default}".lower() for option in info.options)
        seats = f"{info.min_seats}-{info.max_seats}"
        table.add_row(info.id, info.title, str(info.version), seats, options)
    console().print(table)


def show_rules(
    ruleset: Annotated[str, typer.Argument(help="A ruleset's id.")],
    what: Annotated[
        str, typer.Argument(help="A rule id (TS-3.2) or words of a heading; default: all rules.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Print the rules of a ruleset: all, one section, or one rule."""
    id = registry.get(ruleset).info.id
    try:
        text = rules_of(id)
    except OSError as error:
        raise misuse(f"the rules of {id} are not part of this installation") from error
    if as_json:
        print_json(_catalogue(text, what, id))
        return
    chosen = _part(text, what) if what else text
    if not chosen:
        raise _unknown(text, what, id)
    out = console()
    if out.is_terminal:
        out.print(Markdown(chosen))
    else:
        print_plain(chosen.rstrip("\n"))


def simulate() -> None:
    """Answer questions about states in JSON lines: the rules for bots in any language.

    A request such as {"do": "new", "ruleset": "township", "seats": 2} makes a state; docs/bots.md
    lists them all.
    """
    serve(sys.stdin.buffer, sys.stdout.buffer)


def _catalogue(text: str, what: str, id: str) -> Json:
    rules: list[Json] = []
    for item in _part(text, what).split("\n") if what else text.split("\n"):
        found = _RULE.match(item)
        if found:
            rules.append({"id": found[1], "text": found[2]})
        elif rules and item.startswith("  "):
            latest = rules[-1]
            assert isinstance(latest, dict)
            latest["text"] = f"{latest['text']} {item.strip()}"
    if what and not rules:
        raise _unknown(text, what, id)
    return rules


def _unknown(text: str, what: str, id: str) -> Failure:
    """The error for words that are no rule and no heading; it names the ids nearest to them."""
    ids = [found[1] for line in text.split("\n") if (found := _RULE.match(line))]
    spelt = {rule.lower(): rule for rule in ids}
    near = [rule for key, rule in spelt.items() if key.startswith(what.lower())][:_NEAR]
    near = near or [spelt[key] for key in get_close_matches(what.lower(), spelt, n=_NEAR)]
    hint = f"; near it: {', '.join(near)}" if near else ""
    return misuse(f"the rules of {id} have neither a rule nor a heading {what!r}{hint}")


def _part(text: str, what: str) -> str:
    """The rule with that id, else the sections whose heading holds those words, else nothing."""
    lines = text.split("\n")
    for start, line in enumerate(lines):
        found = _RULE.match(line)
        if found and found[1].lower() == what.lower():
            end = start + 1
            while end < len(lines) and lines[end].startswith("  "):
                end += 1
            return "\n".join(lines[start:end])
    chosen: list[str] = []
    depth = 0
    for line in lines:
        found = _HEADING.match(line)
        if found:
            level = len(line) - len(line.lstrip("#"))
            if depth and level <= depth:
                depth = 0
            if not depth and what.lower() in found[1].lower():
                depth = level
        if depth:
            chosen.append(line)
    return "\n".join(chosen)
