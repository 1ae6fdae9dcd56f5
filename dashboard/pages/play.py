"""Play: a person against reference bots, at any ruleset."""

from typing import Any, Final

import streamlit as st

from bots.registry import UnknownBot
from dashboard import listing, words
from dashboard.playing import OPPONENTS, PERSON, NoTable, Seating, Table
from dashboard.viewer import component
from engine import registry
from engine.core import SEAT_NAMES
from engine.errors import EngineError
from engine.options import Option
from engine.plain import Json

_TABLE: Final = "table"
_EVERY: Final = 1.0
_PATIENCE: Final = 2.0


def show() -> None:
    """Draw the page."""
    table = st.session_state.get(_TABLE)
    if not isinstance(table, Table):
        _show_set_up()
        return
    _show_table(table)


def _show_set_up() -> None:
    st.title("Play")
    st.caption("You against reference bots. Nothing is rated; the record is yours to download.")
    first, second, third = st.columns(3)
    with first:
        ruleset = listing.choose("Ruleset", "ruleset", registry.IDS, shown=_titles())
    info = registry.get(ruleset).info
    st.caption(info.summary)
    with second:
        seats = st.number_input(
            "Seats", info.min_seats, info.max_seats, key=f"play-seats-{ruleset}"
        )
    with third:
        seat = st.selectbox("Your seat", SEAT_NAMES[:seats], key=f"play-seat-{ruleset}-{seats}")
    others = [name for name in SEAT_NAMES[:seats] if name != seat]
    opponents = [
        column.selectbox(f"{name} is", OPPONENTS, key=f"play-{ruleset}-{name}")
        for column, name in zip(st.columns(max(3, len(others))), others, strict=False)
    ]
    with st.expander("Options and seed"):
        options = _choose_options(ruleset, info.options)
        seed = st.number_input(
            "Seed", 0, 2**53 - 1, value=None, placeholder="drawn by chance", key="play-seed"
        )
    if st.button("Start", type="primary", icon=":material/play_arrow:"):
        seating = Seating(ruleset, SEAT_NAMES.index(seat), tuple(opponents), options, seed)
        try:
            st.session_state[_TABLE] = Table(seating)
        except (EngineError, UnknownBot, NoTable) as error:
            st.error(words.text_only(f"{error}."))
            return
        st.rerun()


def _choose_options(ruleset: str, options: tuple[Option, ...]) -> dict[str, Json]:
    """The options that differ from their defaults."""
    chosen: dict[str, Json] = {}
    columns = st.columns(3)
    for i, option in enumerate(options):
        with columns[i % 3]:
            value = _choose_option(option, f"play-{ruleset}-{option.name}")
        if value != option.default:
            chosen[option.name] = value
    return chosen


def _choose_option(option: Option, key: str) -> Json:
    label = option.name.replace("_", " ")
    if option.kind == "flag":
        return st.checkbox(label, bool(option.default), help=option.help, key=key)
    if option.kind == "number":
        return st.number_input(
            label, option.low, option.high, int(option.default), help=option.help, key=key
        )
    index = option.words.index(str(option.default))
    return st.selectbox(label, option.words, index=index, help=option.help, key=key)


def _show_table(table: Table) -> None:
    title = words.title(table.seating.ruleset)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.subheader(f"Playing {title}", width="content")
        is_over = table.result is not None or bool(table.trouble)
        label = "New match" if is_over else "Give up"
        if st.button(label, icon=":material/logout:", key="play-leave"):
            table.leave()
            del st.session_state[_TABLE]
            st.rerun()
    if table.trouble:
        st.warning(words.text_only(f"The match was given up: {table.trouble}."))
    _show_result(table)
    if is_over:
        _show_board(table)
    else:
        _show_running(table)


@st.fragment(run_every=_EVERY)
def _show_running(table: Table) -> None:
    if table.result is not None or table.trouble:
        # The whole page has more to show now than this part of it.
        st.rerun()
    chosen = _show_board(table)
    if chosen is not None:
        table.enter(chosen.turn, chosen.command)
        table.wait(_PATIENCE)
        st.rerun(scope="fragment")


def _show_board(table: Table) -> component.Chosen | None:
    # The choice first: steps that come in between belong to a later run.
    choice = table.choice
    return component.show(
        table.seating.ruleset,
        table.payload(),
        name=f"play-{table.name}",
        steps=table.steps,
        follow=True,
        choice=None if table.result is not None else choice,
    )


def _show_result(table: Table) -> None:
    result = table.result
    if result is None:
        return
    outcome = result.outcome
    own = outcome.ranks[table.seating.seat]
    st.success(f"The match is over: you came {words.ordinal(own)} ({outcome.reason}).")
    rows: list[dict[str, Any]] = [
        {
            "seat": SEAT_NAMES[seat],
            "bot": PERSON if seat == table.seating.seat else bot,
            "rank": outcome.ranks[seat],
            "score": outcome.scores[seat],
        }
        for seat, bot in enumerate(table.bots)
    ]
    listing.table(rows, "play-result")
    st.download_button(
        "Record",
        table.record(),
        file_name=f"{table.seating.ruleset}.pent",
        mime="application/octet-stream",
        icon=":material/download:",
        on_click="ignore",
        help="`pentarch record html` makes a replay of it",
    )


def _titles() -> dict[str, str]:
    return {id: words.title(id) for id in registry.IDS}
