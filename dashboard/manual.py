"""A ruleset's manual as HTML: commands, decisions, events, options, tables, view and rules.

Every entry knows its own words, so that a search can leave out the others. The manual is our own
text, and still everything is escaped.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from pentarch.engine import registry
from pentarch.engine.manual import Table, VerbEntry
from pentarch.engine.options import Option
from pentarch.engine.plain import Json
from pentarch.engine.rulebook import Rule, rulebook, rules_of

_CODE: Final = re.compile(r"`([^`]+)`")
_STRONG: Final = re.compile(r"\*\*([^*]+)\*\*")
_STRESSED: Final = re.compile(r"(?<!\*)\*([^*]+)\*(?!\*)")
_MOST_WORDS: Final = 24
_STYLE: Final = """<style>
.manual { container-type: inline-size; font-size: 0.92rem; line-height: 1.5; }
.manual .entry { display: grid; grid-template-columns: minmax(11rem, 19rem) 1fr; gap: 0 1.5rem;
  padding: 0.45rem 0; border-bottom: 1px solid rgba(128, 128, 128, 0.25); }
.manual .name { overflow-wrap: anywhere; }
.manual .more { opacity: 0.8; font-size: 0.92em; }
.manual code { font-size: 0.92em; padding: 0.05em 0.3em; border-radius: 0.25em;
  background: rgba(128, 128, 128, 0.15); color: inherit; overflow-wrap: anywhere; }
.manual details { display: inline-block; vertical-align: top; margin-right: 0.6em; }
.manual details[open] { display: block; margin: 0.2em 0; padding-left: 0.8em;
  border-left: 3px solid rgba(128, 128, 128, 0.5); }
.manual summary { cursor: pointer; text-decoration: underline dotted; list-style: none; }
.manual h4 { margin: 1.2rem 0 0.3rem; padding: 0; font-size: 1rem; }
.manual .wide { overflow-x: auto; }
.manual table { border-collapse: collapse; }
.manual th, .manual td { padding: 0.2rem 0.9rem 0.2rem 0; text-align: left; vertical-align: top;
  border-bottom: 1px solid rgba(128, 128, 128, 0.25); }
.manual .number { text-align: right; font-variant-numeric: tabular-nums; }
@container (max-width: 600px) { .manual .entry { grid-template-columns: 1fr; } }
</style>"""


@dataclass(frozen=True)
class Topic:
    """Something that the manual explains: the words that find it, and how it looks."""

    words: str
    html: str

    def is_about(self, wanted: str) -> bool:
        """Whether it holds all the words, in any order."""
        return all(word in self.words for word in wanted.lower().split())


def parts(ruleset: str) -> dict[str, list[Topic]]:
    """The entries of a ruleset's manual by the name of their part."""
    found = registry.get(ruleset)
    manual = found.manual()
    rules = rules_of(rulebook(ruleset))
    by_id = {rule.id: rule for rule in rules}
    return {
        "Commands": [_verb(entry, by_id) for entry in manual.verbs],
        "Decisions": _meanings(manual.decisions),
        "Events": _meanings(manual.events),
        "Options": [_option(option) for option in found.info.options],
        "Tables": [_table(table) for table in manual.tables],
        "View": [*_fields(manual.view, "")],
        "Rules": [_rule(rule) for rule in rules],
    }


def about(ruleset: str, commands: Sequence[str]) -> list[Json]:
    """What commands do, verb by verb, with the rules they follow, in plain words."""
    verbs = {command.partition(" ")[0] for command in commands}
    rules = {rule.id: rule.text for rule in rules_of(rulebook(ruleset))}
    return [
        {
            "usage": entry.usage,
            "meaning": _plain(entry.meaning),
            "rules": [{"id": id, "text": _plain(rules[id])} for id in entry.rules if id in rules],
        }
        for entry in registry.get(ruleset).manual().verbs
        if entry.verb.pattern.partition(" ")[0] in verbs
    ]


def page(entries: Sequence[Topic]) -> str:
    """Entries one below the other."""
    return f'{_STYLE}<div class="manual">{"".join(entry.html for entry in entries)}</div>'


def _entry(name: str, told: str, *found_by: str, more: str = "") -> Topic:
    """A name and what is told of it; `told` and `more` are HTML."""
    below = f'<div class="more">{more}</div>' if more else ""
    html = (
        f'<div class="entry"><div class="name"><code>{escape(name)}</code></div>'
        f"<div>{told}{below}</div></div>"
    )
    return Topic(" ".join([name, *found_by]).lower(), html)


def _verb(entry: VerbEntry, rules: Mapping[str, Rule]) -> Topic:
    slots = [
        f"{escape(name.upper())}: {_choices(words)}"
        for name, words in zip(entry.slots, entry.verb.slots, strict=True)
    ]
    folded = "".join(_folded(id, rules.get(id)) for id in entry.rules)
    more = "<br>".join([f"e.g. <code>{escape(entry.example)}</code>", *slots])
    told = f"{_inline(entry.meaning)}<div>{folded}</div>"
    return _entry(entry.usage, told, entry.meaning, entry.example, *entry.rules, more=more)


def _choices(words: Sequence[str]) -> str:
    """What may stand in a slot, as far as it can be read at a glance."""
    shown = ", ".join(escape(word) for word in words[:_MOST_WORDS])
    left = len(words) - _MOST_WORDS
    return shown if left <= 0 else f"{shown} and {left} more, to {escape(words[-1])}"


def _folded(id: str, rule: Rule | None) -> str:
    """A rule that is read where it is named, by a click on its id."""
    said = "" if rule is None else _inline(rule.text)
    return f"<details><summary>{escape(id)}</summary>{said}</details>"


def _meanings(meanings: Mapping[str, str]) -> list[Topic]:
    return [_entry(name, _inline(told), told) for name, told in meanings.items()]


def _option(option: Option) -> Topic:
    default, values = str(option.default).lower(), option.describe()
    more = f"{escape(values)}; default <code>{escape(default)}</code>"
    return _entry(option.name, _inline(option.help), option.help, values, more=more)


def _table(table: Table) -> Topic:
    head = "".join(f"<th>{escape(column)}</th>" for column in table.columns)
    rows = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in table.rows)
    cells = [str(cell) for row in table.rows for cell in row]
    words = " ".join([table.name, table.title, *table.columns, *cells]).lower()
    title = f"{escape(table.name)}: {_inline(table.title)}"
    return Topic(
        words,
        f'<h4>{title}</h4><div class="wide"><table><tr>{head}</tr>{rows}</table></div>',
    )


def _cell(value: Json) -> str:
    if isinstance(value, bool):
        return f"<td>{'yes' if value else 'no'}</td>"
    if isinstance(value, int | float):
        return f'<td class="number">{value}</td>'
    return f"<td>{'' if value is None else escape(str(value))}</td>"


def _rule(rule: Rule) -> Topic:
    return _entry(rule.id, _inline(rule.text), rule.text, rule.chapter, more=escape(rule.chapter))


def _fields(schema: Mapping[str, Json], path: str) -> "Iterator[Topic]":
    """The fields of an object, of what a list or a map holds (`[]`), and of what is not null."""
    choices = schema.get("anyOf")
    for part in choices if isinstance(choices, list) else ():
        if isinstance(part, dict):
            yield from _fields(part, path)
    for part in (schema.get("items"), schema.get("additionalProperties")):
        if isinstance(part, dict):
            yield from _fields(part, f"{path}[]")
    fields = schema.get("properties")
    for name, part in fields.items() if isinstance(fields, dict) else ():
        assert isinstance(part, dict)
        place = f"{path}.{name}" if path else name
        told = str(part["description"])
        kind = _kind(part)
        yield _entry(place, _inline(told), told, kind, more=escape(kind))
        yield from _fields(part, place)


def _kind(schema: Mapping[str, Json]) -> str:
    """What a field holds, in a few words."""
    match schema:
        case {"enum": list(words)}:
            return "one of " + ", ".join(map(str, words))
        case {"anyOf": list(choices)}:
            return " or ".join(_kind(part) for part in choices if isinstance(part, dict))
        case {"type": "array", "items": dict(item)}:
            return f"list of {_kind(item)}"
        case {"type": "object", "additionalProperties": dict(item)}:
            return f"map to {_kind(item)}"
        case {"type": "integer", "minimum": low, "maximum": high}:
            return f"integer from {low} to {high}"
        case {"type": str(kind)}:
            return kind
    return "value"


def _plain(text: str) -> str:
    """A sentence without its marks of Markdown."""
    return _STRESSED.sub(r"\1", _STRONG.sub(r"\1", _CODE.sub(r"\1", text)))


def _inline(text: str) -> str:
    """A sentence of the manual or of the rules as HTML, with its few marks of Markdown."""
    marked = _CODE.sub(r"<code>\1</code>", escape(text, quote=False))
    return _STRESSED.sub(r"<em>\1</em>", _STRONG.sub(r"<b>\1</b>", marked))
