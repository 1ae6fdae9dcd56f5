"""What the texts of views are made of: values in words, filled templates, folded lines."""

import textwrap
from typing import Final, final

from pentarch.engine.options import Option
from pentarch.engine.plain import Json, as_dict, field

WIDTH: Final = 100


def said(value: Json) -> str:
    """A value in words: "none", "yes", "farm, mine", "gold 3, stone 1" (without zeros)."""
    if value is None or value == "":
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join([said(item) for item in value]) or "none"
    if isinstance(value, dict):
        return ", ".join([f"{key} {said(value[key])}" for key in value if value[key]]) or "none"
    return str(value)


@final
class _Said:
    """The values of a part of a view, each said when a template asks for it."""

    def __init__(self, part: "dict[str, Json]") -> None:
        self._part: Final = part

    def __getitem__(self, key: str) -> str:
        return said(self._part[key])


def fill(template: str, part: Json) -> str:
    """A template with the values of a part of a view: "renown {renown}"."""
    return template.format_map(_Said(as_dict(part, "a part of a view")))


def hidden(value: Json, count: int) -> str:
    """Things that a seat may see, in words, or how many it may not."""
    return f"{count} hidden" if value is None and count else said(value)


def marked(name: str, marks: list[str]) -> str:
    """A name with what is worth knowing of it: "farm1 (2 damage)"."""
    return f"{name} ({', '.join(marks)})" if marks else name


def flags(part: Json, words: "dict[str, str]") -> list[str]:
    """The words of those fields that are neither 0, empty nor false: "{damage} damage"."""
    return [fill(words[key], part) for key in words if field(part, key)]


def unusual(view: Json, options: "tuple[Option, ...]") -> list[str]:
    """A line with the options that are not as usual, if there are any."""
    chosen = as_dict(field(view, "options"), "options")
    told = [
        f"{option.name} {said(chosen[option.name])}"
        for option in options
        if chosen[option.name] != option.default
    ]
    return [f"Options: {', '.join(told)}"] if told else []


def page(lines: list[str]) -> str:
    """The lines as one text, none of them wider than a terminal."""
    folded: list[str] = []
    for line in lines:
        folded += [line.rstrip()] if len(line) <= WIDTH else _folded(line)
    return "\n".join(folded)


def _folded(line: str) -> list[str]:
    margin = " " * (len(line) - len(line.lstrip()) + 4)
    return textwrap.wrap(line, WIDTH, subsequent_indent=margin, break_on_hyphens=False)
