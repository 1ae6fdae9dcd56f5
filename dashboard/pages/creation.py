"""Create a tournament: a dry run first, then the real thing."""

from typing import Final

import streamlit as st

from pentarch.arbiter.v1 import tournaments_pb2 as pb
from pentarch.dashboard import links, listing, service, words
from pentarch.dashboard.service import Estimate, Refused
from pentarch.engine import registry

_FORMATS: Final = {
    "round_robin": "Round robin: everybody meets everybody",
    "swiss": "Swiss: like results meet",
    "single_elimination": "Single elimination: whoever loses is out",
    "gauntlet": "Gauntlet: the first bot meets all others",
    "ladder": "Ladder: plays what settles the order soonest",
    "version_test": "Test: is the first bot better than the second?",
}
_MOST: Final = 10_000


def show() -> None:
    """Draw the page."""
    links.link("tournaments", "All tournaments", icon=":material/arrow_back:")
    st.title("Create a tournament")
    # No field changes another: whether they fit together is the arbiter's to say.
    with st.form("create", border=False, enter_to_submit=False):
        plan, token, title = _details()
        with st.container(horizontal=True):
            is_tried = st.form_submit_button("Dry run", icon=":material/science:", key="create-dry")
            is_made = st.form_submit_button(
                "Create and start", type="primary", icon=":material/flag:", key="create-real"
            )
    if is_tried:
        _try_out(token, title, plan)
    elif is_made:
        _make(token, title, plan)


def _details() -> tuple[pb.TournamentPlan, str, str]:
    """The fields: the plan, the token and the title."""
    cells = listing.cells(2)
    token = next(cells).text_input("Token", type="password", key="create-token")
    title = next(cells).text_input("Title", max_chars=100, key="create-title")
    ruleset = next(cells).selectbox(
        "Ruleset", registry.IDS, format_func=words.title, key="create-ruleset"
    )
    format = next(cells).selectbox(
        "Format", list(_FORMATS), format_func=_FORMATS.__getitem__, key="create-format"
    )
    infos = [registry.get(id).info for id in registry.IDS]
    seats = next(cells).number_input(
        "Seats",
        min(info.min_seats for info in infos),
        max(info.max_seats for info in infos),
        help=", ".join(f"{info.title} {info.min_seats} to {info.max_seats}" for info in infos),
        key="create-seats",
    )
    amount = next(cells).number_input(
        "Blocks", 1, _MOST, 2, help="of a Swiss tournament: rounds", key="create-amount"
    )
    bots = st.text_area(
        "Bots, best first: one name or name@version in a line",
        help="Left empty, a ladder takes in every bot that plays the ruleset.",
        key="create-bots",
    )
    plan = pb.TournamentPlan(
        ruleset=ruleset,
        seats=[seats],
        bots=[line.strip() for line in bots.splitlines() if line.strip()],
    )
    _set_format(plan, format, amount)
    return plan, token, title


def _set_format(plan: pb.TournamentPlan, format: str, amount: int) -> None:
    if format == "round_robin":
        plan.round_robin.blocks = amount
    elif format == "swiss":
        plan.swiss.rounds, plan.swiss.blocks = amount, 1
    elif format == "single_elimination":
        plan.single_elimination.blocks = amount
    elif format == "gauntlet":
        plan.gauntlet.challengers.extend(plan.bots[:1])
        plan.gauntlet.blocks = amount
    elif format == "ladder":
        plan.ladder.max_blocks = amount
    else:
        plan.version_test.elo_low, plan.version_test.elo_high = 0.0, 20.0
        plan.version_test.max_blocks = amount


def _try_out(token: str, title: str, plan: pb.TournamentPlan) -> None:
    try:
        estimate = service.create_tournament(token, title, plan, is_dry=True)
    except Refused as error:
        st.error(words.sentence(f"It could not be made: {error}"))
        return
    st.success(_told(estimate))


def _make(token: str, title: str, plan: pb.TournamentPlan) -> None:
    try:
        made = service.create_tournament(token, title, plan, is_dry=False)
    except Refused as error:
        st.error(words.sentence(f"It was not made: {error}"))
        return
    try:
        service.start_tournament(token, made.tournament_id)
    except Refused as error:
        st.error(
            words.sentence(f"Tournament {made.tournament_id} was made, but not started: {error}")
        )
        return
    links.go("tournaments", tournament=made.tournament_id)


def _told(estimate: Estimate) -> str:
    if not estimate.matches:
        return "It would go on without end."
    most = "at most " if estimate.is_bound else ""
    time = "" if estimate.seconds is None else f", about {words.span(estimate.seconds)}"
    return f"It would come to {most}{estimate.blocks} blocks, {estimate.matches} matches{time}."
