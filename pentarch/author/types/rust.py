"""Types for Rust: structs that implement the trait `Read` of the starter kit's `json.rs`."""

from collections.abc import Sequence
from typing import Final

from pentarch.author.types.shapes import Struct
from pentarch.author.types.writer import MODULES, Writer, comment, origin, reserved, sentences

_SCALARS: Final = {"integer": "i64", "string": "String", "boolean": "bool"}

_HEAD: Final = """\
//! {origin}

{imports}
"""
_KEYWORDS: Final = reserved(
    "abstract as async await become box break const continue do dyn else enum extern final fn for "
    "if impl in let loop macro match mod move mut override priv pub ref return static struct trait "
    "try type typeof union unsafe unsized use virtual where while yield"
)


class Rust(Writer):
    """A module for each ruleset. Words stay `String`."""

    folder = "src/pentarch"
    scalars = _SCALARS
    listing = "Vec<{}>"
    keyed = "BTreeMap<String, {}>"
    nullable = "Option<{}>"
    anything = "Json"

    def file(self, ruleset: str, records: list[Struct]) -> str:
        declarations = [self._declaration(record) for record in records]
        imports = ["use crate::pentarch::json::{Json, Read};"]
        if any("BTreeMap<" in text for text in declarations):
            imports += ["use std::collections::BTreeMap;"]
        head = _HEAD.format(origin=origin(ruleset, "rust"), imports="\n".join(imports))
        return "\n".join([head, *declarations])

    def place(self, ruleset: str) -> str:
        return f"{self.folder}/views/{ruleset}.rs"

    def index(self, rulesets: Sequence[str]) -> dict[str, str]:
        modules = "".join(f"pub mod {ruleset};\n" for ruleset in sorted(rulesets))
        return {f"{self.folder}/views/mod.rs": f"//! {MODULES}\n\n{modules}"}

    def _declaration(self, record: Struct) -> str:
        title = record.title
        lines = [*comment("/// ", record.meaning), "#[derive(Clone, Debug)]"]
        lines += [f"pub struct {title} {{"]
        for field in record.fields:
            lines += comment("    /// ", sentences(field))
            lines += [f"    pub {_name(field.name)}: {self.type_of(field.shape)},"]
        lines += ["}", "", f"impl Read for {title} {{"]
        lines += ["    fn read(json: &Json) -> Result<Self, String> {", f"        Ok({title} {{"]
        for field in record.fields:
            lines += [f'            {_name(field.name)}: json.field("{field.name}")?,']
        return "\n".join([*lines, "        })", "    }", "}"]) + "\n"


def _name(name: str) -> str:
    return f"r#{name}" if name in _KEYWORDS else name
