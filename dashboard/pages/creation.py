"""Create a tournament: choose a format, try it out in a dry run, then make it."""

from datetime import UTC, datetime
from typing import Final

import streamlit as st
from google.protobuf.json_format import ParseDict
from streamlit.delta_generator import DeltaGenerator

from pentarch.arbiter.competition.formats.registry import FORMATS
from pentarch.arbiter.competition.formats.settings import (
    FormatSettings,
    InvalidPlan,
    Setting,
    SettingKind,
)
from pentarch.arbiter.v1 import tournaments_pb2 as pb
from pentarch.dashboard import data, identity, labels, links, listing, service
from pentarch.dashboard.service import Forecast, Refused
from pentarch.engine import registry
from pentarch.engine.plain import Json

_FORMAT: Final = "format"


def show() -> None:
    """Draw the page."""
    format = FORMATS.get(st.query_params.get(_FORMAT, ""))
    if format is None:
        _show_formats()
    else:
        _show_form(format)


def _show_formats() -> None:
    links.link("tournaments", "All tournaments", icon=":material/arrow_back:")
    st.title("Create a tournament")
    for name, format in FORMATS.items():
        with st.container(border=True):
            st.markdown(f"**{format.title}**: {format.summary}")
            links.turn("create", f"Create: {format.title}", icon=":material/add:", format=name)


def _show_form(format: type[FormatSettings]) -> None:
    links.turn("create", "All formats", icon=":material/arrow_back:")
    st.title(f"Create a tournament: {format.title}")
    st.caption(format.summary)
    if not identity.may("author", "all"):
        return
    # No field changes another: whether they fit together is the arbiter's to say.
    with st.form("create", border=False, enter_to_submit=False):
        plan, token, title = _details(format)
        settings = _settings(format)
        with st.container(horizontal=True):
            is_tried = st.form_submit_button("Dry run", icon=":material/science:", key="create-dry")
            is_made = st.form_submit_button(
                "Create and start", type="primary", icon=":material/flag:", key="create-real"
            )
    if not is_tried and not is_made:
        return
    try:
        ParseDict({format.name: format.from_plain(settings).plain()}, plan)
    except InvalidPlan as error:
        st.error(labels.sentence(str(error)))
        return
    if is_tried:
        _try_out(token, title, plan)
    else:
        _make(token, title, plan)


def _details(format: type[FormatSettings]) -> tuple[pb.TournamentPlan, str, str]:
    """What every format needs: the plan without its format, the token and the title."""
    cells = listing.cells(2)
    token = identity.token_field(next(cells), "create-token")
    title = next(cells).text_input(
        "Title",
        f"{format.title}, {datetime.now(UTC):%d %B %Y}",
        max_chars=100,
        key="create-title",
    )
    ruleset = next(cells).selectbox(
        "Ruleset", registry.IDS, format_func=labels.title, key="create-ruleset"
    )
    infos = [registry.get(id).info for id in registry.IDS]
    seats = next(cells).number_input(
        "Seats",
        min(info.min_seats for info in infos),
        max(info.max_seats for info in infos),
        help=", ".join(f"{info.title} {info.min_seats} to {info.max_seats}" for info in infos),
        key="create-seats",
    )
    bots = st.multiselect(
        "Bots, best first",
        data.active_bots(),
        help="A version is written name@version. "
        + ("Left empty, every bot that plays the ruleset takes part." * format.is_joinable),
        accept_new_options=True,
        key="create-bots",
    )
    plan = pb.TournamentPlan(ruleset=ruleset, seats=[seats], bots=bots)
    return plan, token, title


def _settings(format: type[FormatSettings]) -> dict[str, Json]:
    """A field for every setting of the format; what was entered, by name."""
    cells = listing.cells(2)
    return {setting.name: _field(next(cells), setting) for setting in format.settings()}


def _field(cell: DeltaGenerator, setting: Setting) -> Json:
    label, key = setting.name.replace("_", " ").capitalize(), f"create-{setting.name}"
    match setting.kind, setting.default:
        case SettingKind.WHOLE, int(default):
            return cell.number_input(
                label, int(setting.least), int(setting.most), default, help=setting.help, key=key
            )
        case SettingKind.REAL, float(default):
            return cell.number_input(
                label,
                float(setting.least),
                float(setting.most),
                default,
                format="%g",
                help=setting.help,
                key=key,
            )
        case _:
            return [*_lines(cell.text_area(f"{label}, one in a line", help=setting.help, key=key))]


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _try_out(token: str, title: str, plan: pb.TournamentPlan) -> None:
    try:
        estimate = service.create_tournament(token, title, plan, is_dry=True)
    except Refused as error:
        st.error(labels.sentence(f"It could not be made: {error}"))
        return
    st.success(_told(estimate))


def _make(token: str, title: str, plan: pb.TournamentPlan) -> None:
    try:
        made = service.create_tournament(token, title, plan, is_dry=False)
    except Refused as error:
        st.error(labels.sentence(f"It was not made: {error}"))
        return
    try:
        service.start_tournament(token, made.tournament_id)
    except Refused as error:
        st.error(
            labels.sentence(f"Tournament {made.tournament_id} was made, but not started: {error}")
        )
        return
    links.go("tournaments", tournament=made.tournament_id)


def _told(estimate: Forecast) -> str:
    if not estimate.matches:
        return "It would go on without end."
    most = "at most " if estimate.is_bound else ""
    time = "" if estimate.seconds is None else f", about {labels.span(estimate.seconds)}"
    return f"It would come to {most}{estimate.blocks} blocks, {estimate.matches} matches{time}."
