"""Listings on pages: filters that stand in the address, and going through a listing by its keys."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Final

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pentarch.arbiter.store.order import Sort, Values
from pentarch.arbiter.store.words import OVERALL
from pentarch.dashboard import labels, links, streamlit_session
from pentarch.dashboard.data import MatchLine
from pentarch.dashboard.labels import title
from pentarch.dashboard.sheet import component as sheet
from pentarch.dashboard.sheet.component import Head, Sheet
from pentarch.engine import registry

EVERYTHING: Final = ""
# So wide that the button beside the fields is not below the tools of a table.
_FIELD: Final = 280
_BAR: Final = "progress"
_LARGE_FIRST: Final = ("id", "steps", "fit", "elo", "matches", "wins")


@contextmanager
def filters(listing: str) -> Iterator[None]:
    """The filters of a listing: what is entered in them goes to the server with one button.

    Sent one by one, each would draw the page anew under whoever is at the next.
    """
    with (
        st.form(f"{listing}-filters", border=False),
        st.container(horizontal=True, vertical_alignment="bottom"),
    ):
        yield
        st.form_submit_button("Show", icon=":material/filter_alt:", key=f"{listing}-show")


def choose(label: str, name: str, options: Sequence[str], *, shown: Mapping[str, str]) -> str:
    """A choice that the address remembers; the first option is the default and stays out of it."""
    key, given = f"choose-{name}", st.query_params.get(name, options[0])
    _follow(key, name, given if given in options else options[0])
    chosen = st.selectbox(
        label,
        options,
        format_func=lambda option: shown.get(option, option),
        width=_FIELD,
        key=key,
    )
    _remember(name, chosen, usual=options[0])
    return chosen


def type_in(label: str, name: str, *, most: int, placeholder: str) -> str:
    """A word that the address remembers."""
    key = f"type-{name}"
    _follow(key, name, st.query_params.get(name, "")[:most])
    typed = st.text_input(
        label, max_chars=most, placeholder=placeholder, width=_FIELD, key=key
    ).strip()
    _remember(name, typed, usual="")
    return typed


def _follow(key: str, name: str, given: str) -> None:
    """Let a widget take what the address says, when it is new on the page or the address has
    changed by itself. Streamlit would rather keep what the widget had before."""
    if _has_moved(name, given) or key not in st.session_state:
        st.session_state[key] = given


def _has_moved(name: str, given: str) -> bool:
    """Whether the address has changed by itself: by a link, or by going back in the browser.

    What was chosen comes into the address with the server's answer. Until then the browser tells
    what was there before, and following that would undo the choice. So the session keeps what the
    browser may still tell, the oldest first.
    """
    sent = _sent(name)
    if given in sent and not streamlit_session.is_going_back():
        del sent[: sent.index(given)]
        return False
    sent[:] = [given]
    return True


def _remember(name: str, value: str, *, usual: str) -> None:
    """Write a choice into the address; the usual one stays out of it."""
    sent = _sent(name)
    if not sent or sent[-1] != value:
        sent.append(value)
    if len(sent) == 1 and st.query_params.get(name, usual) == value:
        return
    others = {other: st.query_params[other] for other in st.query_params if other != name}
    # Always told, even if the address seems to be right: an earlier answer may be under way.
    st.query_params.from_dict(others if value == usual else {**others, name: value})


def _sent(name: str) -> list[str]:
    sent: list[str] = st.session_state.setdefault(f"sent-{name}", [])
    return sent


def cells(across: int) -> Iterator[DeltaGenerator]:
    """Places for fields side by side, row by row: the order in which the keyboard goes too."""
    while True:
        yield from st.columns(across)


def choose_ruleset(*, overall: bool = False) -> str:
    """A ruleset; the first choice is everything, or the overall scope."""
    first = OVERALL if overall else EVERYTHING
    options = [first, *registry.IDS]
    shown = {id: title(id) for id in registry.IDS}
    return choose("Ruleset", "ruleset", options, shown={**shown, first: "All rulesets"})


def sorting(default: Sort, values: Values) -> Sort:
    """What the table on this page is sorted by: as the address says, else as usual."""
    given = st.query_params.get("sort", "")
    if not _has_moved("sort", given):
        given = _sent("sort")[-1]
    field = given.removeprefix("-")
    if field not in values:
        return default
    _remember("sort", given, usual="")
    return Sort(field, given.startswith("-"))


def page_token(listing: str, *filters: object) -> str:
    """The token of the page that is shown. Other filters begin at the first page."""
    place = st.session_state.get(listing)
    if place is None or place["filters"] != filters:
        place = {"filters": filters, "tokens": [""]}
        st.session_state[listing] = place
    token: str = place["tokens"][-1]
    return token


def page_buttons(listing: str, next_token: str) -> None:
    """Buttons to the pages before and after; nothing for a listing of one page."""
    tokens: list[str] = st.session_state[listing]["tokens"]
    if len(tokens) == 1 and not next_token:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Back",
            icon=":material/chevron_left:",
            key=f"{listing}-back",
            disabled=len(tokens) == 1,
            on_click=_turn_back,
            args=(listing,),
        )
        st.button(
            "Next",
            icon=":material/chevron_right:",
            key=f"{listing}-next",
            disabled=not next_token,
            on_click=_turn_to,
            args=(listing, next_token),
        )
        st.caption(f"page {len(tokens)}")


def _turn_back(listing: str) -> None:
    st.session_state[listing]["tokens"].pop()


def _turn_to(listing: str, token: str) -> None:
    tokens: list[str] = st.session_state[listing]["tokens"]
    # A second click before the first was answered is about the same page.
    if tokens[-1] != token:
        tokens.append(token)


def table(
    rows: Sequence[Mapping[str, Any]],
    key: str,
    *,
    to: Sequence[str] = (),
    linked: str = "",
    columns: Mapping[str, Any] | None = None,
    sort: tuple[Sort, Mapping[str, str]] | None = None,
) -> None:
    """A table of rows. With addresses (`links.address`) each row leads somewhere, by a link in the
    column `linked`, which is the first unless told.

    With a sort, headers sort the whole listing in the database, not this page: the mapping says by
    which of the store's fields. Of a column's configuration the format is heeded.
    """
    if not rows:
        return
    names, shaped = list(rows[0]), columns or {}
    pressed = sheet.show(
        Sheet(
            label=key.replace("-", " "),
            heads=[_head(name, [row[name] for row in rows], sort) for name in names],
            rows=[[_words(row[name], shaped.get(name)) for name in names] for row in rows],
            addresses=to,
            linked=names.index(linked) if linked else 0,
            shares=[
                (number, [row[name] for row in rows])
                for number, name in enumerate(names)
                if _type(shaped.get(name)) == _BAR
            ],
        ),
        key,
    )
    if pressed.field and sort is not None:
        _sort_by(pressed.field, sort[0])
    if pressed.address:
        links.follow(pressed.address)


def _head(name: str, values: Sequence[object], sort: tuple[Sort, Mapping[str, str]] | None) -> Head:
    is_number = all(isinstance(value, int | float | None) for value in values)
    is_number = is_number and not any(isinstance(value, bool) for value in values)
    if sort is None:
        return Head(name, is_number)
    now, fields = sort
    field = fields.get(name)
    way = "descending" if now.is_falling else "ascending"
    return Head(name, is_number, field, way if field == now.field else "")


def _words(value: object, column: Mapping[str, Any] | None) -> str:
    """A value as it is read in a table."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case datetime():
            return labels.ago(value, datetime.now(UTC))
        case int() | float() if _type(column) == _BAR:
            return f"{value:.0%}"
        case int() | float() if column and column["type_config"].get("format"):
            return str(column["type_config"]["format"] % value)
        case float():
            return f"{value:.1f}"
    return str(value)


def _type(column: Mapping[str, Any] | None) -> str:
    """What kind of column Streamlit takes it for."""
    return str(column["type_config"]["type"]) if column else ""


def _sort_by(field: str, now: Sort) -> None:
    """Sort by a column that was pressed; by the same one the other way round."""
    is_falling = not now.is_falling if field == now.field else field in _LARGE_FIRST
    _remember("sort", ("-" if is_falling else "") + field, usual="")
    st.rerun()


def match_rows(lines: Sequence[MatchLine]) -> list[dict[str, Any]]:
    """Matches as rows of a table."""
    return [
        {
            "match": line.id,
            "ruleset": title(line.ruleset),
            "seats": ", ".join(seat.ref for seat in line.seats),
            "won by": ", ".join(line.winners),
            "state": line.standing,
            "verified": line.is_verified,
            "ended by": line.reason or line.void_reason or "",
            "verdicts": ", ".join(line.verdicts),
            "steps": line.steps,
            "created": line.create,
        }
        for line in lines
    ]


def match_table(lines: Sequence[MatchLine], key: str, **more: Any) -> None:
    """Matches as a table; each row leads to its replay."""
    to = [links.address("replay", match=line.id) for line in lines]
    table(match_rows(lines), key, to=to, **more)


def nothing(what: str, why: str) -> None:
    """An empty listing, in words."""
    with st.container(border=True):
        st.markdown(f"**{labels.text_only(what)}**")
        st.caption(labels.text_only(why))
