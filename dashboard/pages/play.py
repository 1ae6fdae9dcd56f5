"""Play: a person against reference bots here, or against active bots of the arbiter."""

from typing import Any, Final

import streamlit as st

from bots.registry import UnknownBot
from dashboard import data, links, listing, words
from dashboard.guests import GuestTable
from dashboard.playing import OPPONENTS, PERSON, NoTable, Seating, Table
from dashboard.service import Refused
from dashboard.viewer import component
from engine import registry
from engine.core import SEAT_NAMES
from engine.errors import EngineError
from engine.options import Option
from engine.plain import Json

_TABLE: Final = "table"
_EVERY: Final = 1.0
_PATIENCE: Final = 2.0
_HERE: Final = "Reference bots"
_THERE: Final = "Active bots"


def show() -> None:
    """Draw the page."""
    table = st.session_state.get(_TABLE)
    if not isinstance(table, Table | GuestTable):
        _show_set_up()
        return
    _show_table(table)


def _show_set_up() -> None:
    st.title("Play")
    st.caption("Nothing is rated; the record is yours to download.")
    against = st.segmented_control(
        "Against", [_HERE, _THERE], default=_HERE, required=True, key="play-against"
    )
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
    rivals = list(OPPONENTS) if against == _HERE else data.rivals(ruleset)
    if not rivals:
        listing.nothing("No bot is active", "Submit one, or play against the reference bots here.")
        return
    opponents = [
        column.selectbox(f"{name} is", rivals, key=f"play-{ruleset}-{name}-{against}")
        for column, name in zip(st.columns(max(3, len(others))), others, strict=False)
    ]
    with st.expander("Options and seed"):
        options = _choose_options(ruleset, info.options)
        seed = st.number_input(
            "Seed", 0, 2**53 - 1, value=None, placeholder="drawn by chance", key="play-seed"
        )
    token = name = ""
    if against == _THERE:
        first, second, _ = st.columns(3)
        token = first.text_input("Token", type="password", key="play-token")
        name = second.text_input(
            "Your name at the table", max_chars=40, help="as the name of a bot", key="play-name"
        )
    if st.button("Start", type="primary", icon=":material/play_arrow:"):
        seating = Seating(ruleset, SEAT_NAMES.index(seat), tuple(opponents), options, seed)
        try:
            st.session_state[_TABLE] = (
                Table(seating) if against == _HERE else GuestTable(seating, token, name)
            )
        except (EngineError, UnknownBot, NoTable, Refused) as error:
            st.error(words.sentence(str(error)))
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


def _show_table(table: Table | GuestTable) -> None:
    title = words.title(table.seating.ruleset)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.subheader(f"Playing {title}", width="content")
        is_over = table.outcome is not None or bool(table.trouble)
        label = "New match" if is_over else "Give up"
        if st.button(label, icon=":material/logout:", key="play-leave"):
            table.leave()
            del st.session_state[_TABLE]
            st.rerun()
    if table.trouble:
        st.warning(words.sentence(f"The match was given up: {table.trouble}", "Start a new one."))
    _show_result(table)
    if is_over:
        _show_board(table)
    else:
        _show_running(table)


@st.fragment(run_every=_EVERY)
def _show_running(table: Table | GuestTable) -> None:
    if table.outcome is not None or table.trouble:
        # The whole page has more to show now than this part of it.
        st.rerun()
    chosen = _show_board(table)
    if chosen is not None:
        table.enter(chosen.turn, chosen.command)
        table.wait(_PATIENCE)
        st.rerun(scope="fragment")


def _show_board(table: Table | GuestTable) -> component.Chosen | None:
    # The choice first: steps that come in between belong to a later run.
    choice, steps = table.choice, table.steps
    payload = table.payload()
    if payload is None:
        st.info("The match waits for a worker.")
        return None
    return component.show(
        table.seating.ruleset,
        payload,
        name=f"play-{table.name}",
        steps=steps,
        follow=True,
        choice=None if table.outcome is not None else choice,
    )


def _show_result(table: Table | GuestTable) -> None:
    outcome = table.outcome
    if outcome is None:
        return
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
    listing.small_table(rows)
    if isinstance(table, GuestTable):
        links.link(
            "replay", "Replay and record", icon=":material/play_circle:", match=table.match_id
        )
        return
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
