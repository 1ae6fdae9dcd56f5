"""`pentarch describe`: what a bot author has to know of a ruleset."""

import enum
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.tree import Tree

from pentarch.author import types
from pentarch.bots.sdk.rules import rules_for_prompt
from pentarch.cli.terminal import AsJson, console, misuse, print_json, print_plain
from pentarch.engine import registry
from pentarch.engine.manual import Manual
from pentarch.engine.plain import Json
from pentarch.engine.ruleset import Info


class Part(enum.StrEnum):
    """What a description is made of."""

    DECISIONS = "decisions"
    VERBS = "verbs"
    EVENTS = "events"
    OPTIONS = "options"
    TABLES = "tables"
    VIEW = "view"


def describe(
    ruleset: Annotated[str, typer.Argument(help="A ruleset's id.")],
    part: Annotated[Part | None, typer.Argument(help="One part of it; all when left out.")] = None,
    language: Annotated[
        types.Language | None,
        typer.Option("--types", help="Print the view's types for a language instead."),
    ] = None,
    is_prompt: Annotated[
        bool,
        typer.Option("--prompt", help="Print the rules for a language model instead, in Markdown."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Describe a ruleset for bots: what is asked, what can be answered, what a view holds.

    The rules themselves: `pentarch rules RULESET`.
    """
    found = registry.get(ruleset)
    if is_prompt:
        if part is not None or language is not None or as_json:
            raise misuse("--prompt prints the rules for a prompt and nothing else")
        print_plain(rules_for_prompt(found).rstrip("\n"))
        return
    described = found.manual()
    if language is not None:
        if part not in (None, Part.VIEW) or as_json:
            raise misuse("--types prints types and nothing else")
        print_plain(types.source(language, ruleset, described.view).rstrip("\n"))
        return
    if as_json:
        document = described.plain(found.info.options)
        print_json(document if part is None else document[part])
        return
    out = console()
    for each in list(Part) if part is None else [part]:
        out.print(f"[bold]{each.capitalize()}[/bold]")
        _SHOWN[each](out, found.info, described)
        out.print()


def _decisions(out: Console, info: Info, described: Manual) -> None:
    _pairs(out, described.decisions)


def _events(out: Console, info: Info, described: Manual) -> None:
    _pairs(out, described.events)


def _pairs(out: Console, meanings: dict[str, str]) -> None:
    table = Table(box=None, pad_edge=False, show_header=False)
    for name, meaning in meanings.items():
        table.add_row(escape(name), escape(meaning))
    out.print(table)


def _verbs(out: Console, info: Info, described: Manual) -> None:
    table = Table("command", "meaning", "example", "rules", box=None, pad_edge=False)
    for entry in described.verbs:
        texts = (entry.usage, entry.meaning, entry.example, ", ".join(entry.rules))
        table.add_row(*map(escape, texts))
    out.print(table)


def _options(out: Console, info: Info, described: Manual) -> None:
    table = Table("option", "default", "values", "meaning", box=None, pad_edge=False)
    for option in info.options:
        default = str(option.default).lower()
        table.add_row(option.name, default, option.describe(), option.help)
    out.print(table)


def _tables(out: Console, info: Info, described: Manual) -> None:
    for each in described.tables:
        # Not as the table's own title, which would be no wider than the table.
        out.print(f"{each.name}: {each.title}", markup=False, highlight=False)
        table = Table(*each.columns, box=None)
        for row in each.rows:
            table.add_row(*["" if cell is None else escape(str(cell)) for cell in row])
        out.print(table)


def _view(out: Console, info: Info, described: Manual) -> None:
    tree = Tree("view")
    _grow(tree, described.view)
    out.print(tree)


def _grow(tree: Tree, schema: Json) -> None:
    """Add the fields of an object, of what a list holds, or of what is not null."""
    assert isinstance(schema, dict)
    inner = [schema.get("items"), schema.get("additionalProperties")]
    choices = schema.get("anyOf")
    if isinstance(choices, list):
        inner += choices
    for part in inner:
        if isinstance(part, dict):
            _grow(tree, part)
    fields = schema.get("properties")
    if isinstance(fields, dict):
        for name, part in fields.items():
            assert isinstance(part, dict)
            _grow(
                tree.add(f"[bold]{escape(name)}[/bold]  {escape(str(part['description']))}"), part
            )


_SHOWN = {
    Part.DECISIONS: _decisions,
    Part.VERBS: _verbs,
    Part.EVENTS: _events,
    Part.OPTIONS: _options,
    Part.TABLES: _tables,
    Part.VIEW: _view,
}
