"""Types for C++: structs, and `from_json` for each, as JSON libraries there have it."""

from typing import Final

from pentarch.author.types.shapes import Struct
from pentarch.author.types.writer import Writer, comment, origin, reserved, sentences

_SCALARS: Final = {"integer": "int", "string": "std::string", "boolean": "bool"}

_HEAD: Final = """\
// {origin}
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pentarch/json.hpp"

namespace {ruleset} {{
"""
# Those that could be a field's name; the others are types and words of statements.
_KEYWORDS: Final = reserved(
    "and auto break case catch char class const continue default delete do double else enum "
    "explicit export extern false float for friend goto if inline int long mutable namespace new "
    "not operator or private protected public register return short signed static struct switch "
    "template this throw true try typedef union unsigned using virtual void volatile while"
)


class Cpp(Writer):
    """A namespace for each ruleset. Words stay `std::string`."""

    scalars = _SCALARS
    listing = "std::vector<{}>"
    keyed = "std::map<std::string, {}>"
    nullable = "std::optional<{}>"
    anything = "Json"

    def file(self, ruleset: str, records: list[Struct]) -> str:
        head = _HEAD.format(origin=origin(ruleset, "cpp"), ruleset=ruleset)
        last = f"}}  // namespace {ruleset}\n"
        return "\n".join([head, *map(self._declaration, records), last])

    def place(self, ruleset: str) -> str:
        return f"{self.folder}/views/{ruleset}.hpp"

    def _declaration(self, record: Struct) -> str:
        lines = [*comment("/// ", record.meaning), f"struct {record.title} {{"]
        for field in record.fields:
            lines += comment("    /// ", sentences(field))
            lines += [f"    {self.type_of(field.shape)} {_name(field.name)};"]
        lines += ["};", ""]
        lines += [f"inline void from_json(const Json& json, {record.title}& value) {{"]
        for field in record.fields:
            lines += [f'    json.at("{field.name}").get_to(value.{_name(field.name)});']
        return "\n".join([*lines, "}"]) + "\n"


def _name(name: str) -> str:
    return f"{name}_" if name in _KEYWORDS else name
