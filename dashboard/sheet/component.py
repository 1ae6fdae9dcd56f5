"""A table as a part of a Streamlit page: rows are links, and headers are buttons that sort."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files

import streamlit as st

NAME = "pentarch_sheet"


@dataclass(frozen=True)
class Head:
    """The head of a column; with a field the listing can be sorted by it."""

    text: str
    is_number: bool = False
    field: str | None = None
    sorted: str = ""
    """As `aria-sort` has it: ascending or descending; empty for another column."""


@dataclass(frozen=True)
class Sheet:
    """What the browser is given, all of it words. A row with an address leads there."""

    label: str
    heads: Sequence[Head]
    rows: Sequence[Sequence[str]]
    addresses: Sequence[str] = ()
    linked: int = 0
    """The column that holds the links."""
    shares: Sequence[tuple[int, Sequence[float]]] = ()
    """Columns that are bars too: how much of each cell is filled."""


@dataclass(frozen=True)
class Pressed:
    """What somebody has pressed: the address of a row, or the field of a header. Empty: neither."""

    address: str = ""
    field: str = ""


def show(sheet: Sheet, key: str) -> Pressed:
    """Show a table; what was pressed in it is returned once."""
    component = st.components.v2.component(
        NAME, html='<div class="sheet"></div>', css=_read("sheet.css"), js=_read("sheet.js")
    )
    result = component(
        key=key,
        data=asdict(sheet),
        on_address_change=lambda: None,
        on_field_change=lambda: None,
    )
    return Pressed(_word(result.get("address")), _word(result.get("field")))


def _word(value: object) -> str:
    """What came from the browser, if it is a word."""
    return value if isinstance(value, str) else ""


@cache
def _read(name: str) -> str:
    return files("pentarch.dashboard").joinpath("sheet", name).read_text(encoding="utf-8")
