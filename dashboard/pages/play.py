"""Play: a person against reference bots here, or against active bots of the arbiter."""

from collections.abc import Sequence
from typing import Any, Final

import streamlit as st

from pentarch.arbiter.store.errors import NotFound
from pentarch.bots.registry import UnknownBot
from pentarch.dashboard import data, identity, labels, links, listing, manual, streamlit_session
from pentarch.dashboard.guests import GuestTable
from pentarch.dashboard.service import Refused
from pentarch.dashboard.table import OPPONENTS, PERSON, NoSeat, NoTable, Origin, PlayTable, seated
from pentarch.dashboard.viewer import component
from pentarch.engine import registry
from pentarch.engine.core import SEAT_NAMES
from pentarch.engine.errors import EngineError
from pentarch.engine.options import Option
from pentarch.engine.plain import Json
from pentarch.engine.record import decode

_TABLE: Final = "table"
_EVERY: Final = 1.0
_PATIENCE: Final = 2.0
_HERE: Final = "reference"
_THERE: Final = "active"
_NOBODY: Final = ""


def show() -> None:
    """Draw the page."""
    table = st.session_state.get(_TABLE)
    if isinstance(table, PlayTable | GuestTable):
        _show_table(table)
        return
    match_id, step = links.number("match"), links.number("step")
    if match_id is not None and step is not None:
        _show_set_up_again(match_id, step)
        return
    ruleset = st.query_params.get("ruleset")
    if ruleset in registry.IDS:
        _show_set_up(ruleset, against=st.query_params.get("against", _HERE))
        return
    _show_rulesets()


def _show_rulesets() -> None:
    """What can be played. Fields depend on the ruleset, so it is chosen before there are any."""
    st.title("Play")
    st.caption("Nothing is rated; the record is yours to download.")
    for id in registry.IDS:
        info = registry.get(id).info
        with st.container(border=True):
            st.markdown(f"**{info.title}**, {info.min_seats} to {info.max_seats} seats")
            st.caption(info.summary)
            with st.container(horizontal=True):
                links.turn("play", "Reference bots", icon=":material/sports_esports:", ruleset=id)
                links.turn(
                    "play", "Active bots", icon=":material/group:", ruleset=id, against=_THERE
                )


def _show_set_up(ruleset: str, *, against: str) -> None:
    links.turn("play", "All rulesets", icon=":material/arrow_back:")
    info = registry.get(ruleset).info
    st.title(f"Play {info.title}")
    st.caption(info.summary)
    is_here = against != _THERE
    rivals = list(OPPONENTS) if is_here else data.rivals(ruleset)
    if not rivals:
        listing.nothing("No bot is active", "Submit one, or play against the reference bots here.")
        return
    if not is_here and not identity.may("author", "play"):
        return
    # No field changes another: whether they fit together is looked at when they are sent.
    with st.form(f"play-{ruleset}-{against}", border=False, enter_to_submit=False):
        seats, rules = st.tabs(["Seats", "Options and seed"])
        with seats:
            takers = _choose_seats(ruleset, rivals, against)
            token, name = ("", "") if is_here else _ask_who()
        with rules:
            options = _choose_options(ruleset, info.options)
            seed = st.number_input(
                "Seed", 0, 2**53 - 1, value=None, placeholder="drawn by chance", key="play-seed"
            )
        is_sent = st.form_submit_button(
            "Start", type="primary", icon=":material/play_arrow:", key=f"play-start-{against}"
        )
    if not is_sent:
        return
    try:
        seating = seated(ruleset, takers, options, seed)
        st.session_state[_TABLE] = (
            PlayTable(seating, streamlit_session.presence())
            if is_here
            else GuestTable(seating, token, name, streamlit_session.presence())
        )
    except (EngineError, UnknownBot, NoTable, NoSeat, Refused) as error:
        st.error(labels.sentence(str(error)))
        return
    st.rerun()


def _show_set_up_again(match_id: int, step: int) -> None:
    """Sit down in the middle of a match that was played."""
    links.link(
        "replay", f"Match {match_id}", icon=":material/arrow_back:", match=match_id, step=step
    )
    try:
        replay = data.replay(match_id)
    except NotFound as error:
        st.warning(labels.sentence(str(error), "The page Matches lists all of them."))
        return
    if replay is None or replay.trouble:
        st.warning(labels.sentence(data.why_no_replay(match_id) or "the record cannot be played"))
        return
    record = decode(replay.content)
    title = labels.title(record.ruleset)
    st.title(f"Play on: {title}")
    st.caption(
        f"From match {match_id} as it stood after step {step}, with its dice. The new record says "
        "where it comes from."
    )
    with st.form("play-on", border=False, enter_to_submit=False):
        takers = _choose_seats(
            record.ruleset, list(OPPONENTS), "again", least=record.seats, most=record.seats
        )
        is_sent = st.form_submit_button("Start", type="primary", icon=":material/play_arrow:")
    st.markdown("With bots alone, on your machine:")
    names = " ".join(["greedy"] * record.seats)
    st.code(
        f"pentarch match {record.ruleset} {names} --from {match_id} --step {step + 1}",
        language=None,
        wrap_lines=True,
    )
    if not is_sent:
        return
    try:
        seating = seated(record.ruleset, takers, {}, None, Origin(record, step))
        st.session_state[_TABLE] = PlayTable(seating, streamlit_session.presence())
    except (EngineError, UnknownBot, NoTable, NoSeat) as error:
        st.error(labels.sentence(str(error)))
        return
    st.rerun()


def _choose_seats(
    ruleset: str,
    rivals: Sequence[str],
    against: str,
    *,
    least: int | None = None,
    most: int | None = None,
) -> list[str]:
    """Who sits where; empty for a seat that nobody takes."""
    info = registry.get(ruleset).info
    least = info.min_seats if least is None else least
    takers: list[str] = []
    cells = listing.cells(3)
    for seat, name in enumerate(SEAT_NAMES[: info.max_seats if most is None else most]):
        is_needed = seat < least
        choices = [PERSON, *rivals] if is_needed else [_NOBODY, PERSON, *rivals]
        takers.append(
            next(cells).selectbox(
                f"{name} is",
                choices,
                index=1 if 0 < seat < least else 0,
                format_func=lambda taker: taker or "nobody",
                key=f"play-{ruleset}-{against}-{name}",
            )
        )
    return takers


def _ask_who() -> tuple[str, str]:
    """The token and the name with which a person sits down at the arbiter."""
    first, second, _ = st.columns(3)
    token = identity.token_field(first, "play-token")
    name = second.text_input(
        "Your name at the table", max_chars=40, help="as the name of a bot", key="play-name"
    )
    return token, name


def _choose_options(ruleset: str, options: tuple[Option, ...]) -> dict[str, Json]:
    """The options that differ from their defaults."""
    chosen: dict[str, Json] = {}
    cells = listing.cells(3)
    for option in options:
        with next(cells):
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


def _show_table(table: PlayTable | GuestTable) -> None:
    title = labels.title(table.seating.ruleset)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.title(f"Playing {title}", width="content")
        is_over = table.outcome is not None or bool(table.trouble)
        label = "New match" if is_over else "Give up"
        if st.button(label, icon=":material/logout:", key="play-leave"):
            table.leave()
            del st.session_state[_TABLE]
            st.rerun()
        if links.has("rules"):
            links.link("rules", "Rules", icon=":material/menu_book:", ruleset=table.seating.ruleset)
    if table.trouble:
        st.warning(labels.sentence(f"The match was given up: {table.trouble}", "Start a new one."))
    _show_result(table)
    if is_over:
        _show_board(table)
    else:
        _show_running(table)


@st.fragment(run_every=_EVERY)
def _show_running(table: PlayTable | GuestTable) -> None:
    if table.outcome is not None or table.trouble:
        # The whole page has more to show now than this part of it.
        st.rerun()
    chosen = _show_board(table)
    if chosen is not None:
        table.enter(chosen.turn, chosen.command)
        table.wait(_PATIENCE)
        st.rerun(scope="fragment")


def _show_board(table: PlayTable | GuestTable) -> component.Chosen | None:
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
        rules=_rules(table.seating.ruleset, tuple(choice.legal)) if choice else (),
    )


@st.cache_data(max_entries=256, show_spinner=False)
def _rules(ruleset: str, legal: tuple[str, ...]) -> list[Json]:
    return manual.about(ruleset, legal)


def _show_result(table: PlayTable | GuestTable) -> None:
    outcome = table.outcome
    if outcome is None:
        return
    own = outcome.ranks[table.seating.seat]
    st.success(f"The match is over: you came {labels.ordinal(own)} ({outcome.reason}).")
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
