"""The analysis of a match, on the page of its replay: a graph, and the decisions that turned it."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

import streamlit as st

from pentarch.bots.analysis import Analysis, TurningPoint
from pentarch.dashboard import data, figures, identity, labels, links, service
from pentarch.dashboard.data import MatchLine
from pentarch.engine import registry
from pentarch.engine.core import SEAT_NAMES

_EVERY: Final = timedelta(seconds=2)
_HOW: Final = (
    "Each seat's chance to win by what it knew, estimated by playing on with the greedy bots many "
    "times. What a decision changed is told apart from what luck changed."
)
_THIN: Final = "Thin lines are the chances with everything known, hidden things too."


def turned(match_id: int) -> int:
    """The step with the largest swing that is known of a match; 0 without one."""
    found = data.analysis(match_id)
    points = found.content.turning_points if found is not None and found.content else []
    return max(points, key=lambda point: point.swing).step if points else 0


def show(match: MatchLine) -> None:
    """Draw the section."""
    st.header("Analysis")
    found = data.analysis(match.id)
    if found is not None and found.is_awaited:
        _follow(match)
    elif found is not None and found.content is not None:
        _draw(match, found.content)
    else:
        if found is not None:
            st.warning(labels.sentence(f"The match could not be analysed: {found.failure}"))
        _order(match)


def _order(match: MatchLine) -> None:
    st.caption(_HOW)
    if not identity.may("author", "play"):
        return
    with st.form("analyse", border=False):
        token = identity.token_field(st.container(), "analyse-token")
        is_sent = st.form_submit_button(
            "Analyse this match", icon=":material/query_stats:", key="analyse-send"
        )
    if not is_sent:
        return
    try:
        service.analyse_match(token, match.id)
    except service.Refused as error:
        st.error(labels.sentence(str(error)))
    else:
        data.analysis.clear()
        st.rerun()


@st.fragment(run_every=_EVERY)
def _follow(match: MatchLine) -> None:
    """What is known so far, until it is whole."""
    found = data.analysis(match.id)
    if found is None or not found.is_awaited:
        st.rerun()
    if found.content is None:
        st.info("The analysis waits for a worker.")
        return
    st.info(f"The analysis is being made: {found.content.playouts} playouts so far.")
    _draw(match, found.content)


def _draw(match: MatchLine, analysis: Analysis) -> None:
    bots = [seat.ref for seat in match.seats]
    marks = [point.step for point in analysis.turning_points]
    st.vega_lite_chart(spec=figures.chances(analysis.curve, bots, marks), key="analysis-chances")
    thin = "" if registry.get(match.ruleset).info.is_open else f" {_THIN}"
    st.caption(f"{_HOW}{thin} {analysis.playouts} playouts.")
    if not analysis.turning_points:
        if analysis.is_whole:
            st.write("No single decision changed the chances by more than the noise.")
        return
    st.subheader("Turning points")
    for point in analysis.turning_points:
        _draw_point(match, point, bots)


def _draw_point(match: MatchLine, point: TurningPoint, bots: Sequence[str]) -> None:
    before, after = point.before[point.seat], point.after[point.seat]
    with st.container(border=True):
        with st.container(horizontal=True, vertical_alignment="center"):
            label = f"Step {point.step}"
            links.link("replay", label, match=match.id, step=point.step)
            who = f"{SEAT_NAMES[point.seat]} {bots[point.seat]}"
            st.markdown(f"**{labels.text_only(who)}**: {_said(match, [point.command])}")
        st.markdown(
            f"{before:.0%} → {after:.0%}: {_points(point.skill)} by the decision, "
            f"{_points(point.luck)} by luck"
        )
        other = point.most_changed
        if other != point.seat:
            change = f"{point.before[other]:.0%} → {point.after[other]:.0%}"
            st.markdown(f"{labels.text_only(f'{SEAT_NAMES[other]} {bots[other]}')}: {change}")
        if point.advice[0] == point.command:
            st.caption("The search bot would have done the same.")
            return
        gain = _points(point.advised - point.decided)
        st.markdown(f"The search bot: {_said(match, point.advice)} ({gain})")
        expected = "; ".join(
            f"{SEAT_NAMES[seat]} {_said(match, [text])}" for seat, text in point.line
        )
        st.caption(f"It expected: {expected}")


def _said(match: MatchLine, commands: Sequence[str]) -> str:
    """Commands in words, as text that is nothing but text."""
    ruleset = registry.get(match.ruleset)
    said = "; ".join(ruleset.phrase(ruleset.read(text)) for text in commands)
    return labels.text_only(said)


def _points(change: float) -> str:
    return f"{100 * change:+.0f} points"
