"""One match: its replay step by step, what it ended with, and what went wrong."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

import streamlit as st

from pentarch.arbiter.store.errors import NotFound
from pentarch.arbiter.store.words import MatchState
from pentarch.dashboard import data, labels, links, listing
from pentarch.dashboard.data import AttemptLine, MatchLine, Replay
from pentarch.dashboard.pages import analysis, notebook
from pentarch.dashboard.viewer import component
from pentarch.engine.plain import Json

_MOST_EVIDENCE: Final = 20_000
_OTHER: Final = "It may be of another release; the record itself can still be downloaded."
_WAITING: Final = {
    MatchState.QUEUED: "The match waits for a worker. Its replay appears here once it was played.",
    MatchState.LEASED: "The match is being played. Follow it on the live page.",
}


def show() -> None:
    """Draw the page."""
    match_id = links.number("match")
    if match_id is None:
        _ask_for_match()
        return
    try:
        match, attempts = data.match(match_id)
    except NotFound:
        st.title("Replay")
        st.warning(f"There is no match {match_id}. Enter another number, or choose one below.")
        _ask_for_match(with_title=False)
        return
    replay = data.replay(match_id)
    _show_head(match, replay)
    if replay is None:
        _show_missing(match)
    elif replay.trouble:
        st.error(labels.sentence(f"The record cannot be played again: {replay.trouble}", _OTHER))
    elif not component.has_board(match.ruleset):
        st.info(f"There is no board for {labels.title(match.ruleset)} in this release.")
    elif (other := _other(match)) is not None:
        _show_pair(match, replay, *other)
    else:
        study = notebook.changed_study()
        changed = f"-{study.id}-{study.revision}" if study else ""
        component.show(
            match.ruleset,
            replay.payload,
            name=f"{match.id}-{replay.sha256[:16]}{changed}",
            steps=match.steps or 0,
            step=links.number("step") or 0,
            eye=st.query_params.get("eye", ""),
            turned=analysis.turned(match.id),
            verified=match.is_verified,
            seats=len(match.seats),
            views=lambda seat: data.replay_views(replay.sha256, replay.content, seat),
            on_onward=lambda step: links.go("play", match=match.id, step=step),
            notebook=notebook.notebook(match.id, study),
        )
        notebook.show(match.id, study)
    if replay is not None and not replay.trouble:
        _show_studies(match)
        _ask_for_other(match)
        analysis.show(match)
    _show_result(match, replay, attempts)


def _show_studies(match: MatchLine) -> None:
    for line in data.studies_of(match.id):
        label = labels.text_only(f"Study: {line.title}, by {line.owner}")
        links.link("studies", label, icon=":material/school:", study=line.id)


def _other(match: MatchLine) -> tuple[MatchLine, Replay] | None:
    """The match to show beside this one, if the address names one that can be shown."""
    other_id = links.number("with")
    if other_id is None:
        return None
    try:
        other, _ = data.match(other_id)
    except NotFound:
        st.warning(f"There is no match {other_id} to show beside this one.")
        return None
    if other.ruleset != match.ruleset:
        played = f"it was played at {labels.title(other.ruleset)}"
        st.warning(f"Match {other_id} cannot stand beside this one: {played}.")
        return None
    replay = data.replay(other_id)
    if replay is None or replay.trouble:
        why = replay.trouble if replay else data.why_no_replay(other_id)
        st.warning(labels.sentence(f"Match {other_id} cannot stand beside this one: {why}"))
        return None
    return other, replay


def _show_pair(match: MatchLine, replay: Replay, other: MatchLine, beside: Replay) -> None:
    component.show_pair(
        match.ruleset,
        (replay.payload, beside.payload),
        (f"Match {match.id}", f"Match {other.id}"),
        name=f"{match.id}-{replay.sha256[:16]}-{other.id}-{beside.sha256[:16]}",
        step=links.number("step") or 0,
    )


def _ask_for_other(match: MatchLine) -> None:
    with (
        st.expander("Side by side with another match", icon=":material/compare:"),
        st.form("replay-with", border=False),
    ):
        label = f"Another match of {labels.title(match.ruleset)}"
        chosen = st.number_input(label, min_value=1, step=1, value=None, placeholder="its number")
        is_sent = st.form_submit_button("Show")
    if is_sent and chosen is not None:
        links.go("replay", match=match.id, **{"with": int(chosen)})


def _ask_for_match(*, with_title: bool = True) -> None:
    if with_title:
        st.title("Replay")
    chosen = st.number_input("Match", min_value=1, step=1, value=None, placeholder="its number")
    if chosen is not None:
        links.go("replay", match=int(chosen))
    page = data.match_page("", state=MatchState.RATED.value)
    if not page.items:
        listing.nothing("No match has been played yet", "Replays appear with the first match.")
        return
    st.header("The latest")
    listing.match_table(page.items, "replay-latest")


def _show_head(match: MatchLine, replay: Replay | None) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.title(f"Match {match.id}", width="content")
        st.badge(match.standing, color=_colour(match.state))
        if match.is_verified:
            st.badge("verified", icon=":material/verified:", color="green")
        elif match.state is MatchState.PLAYED:
            st.badge("not verified yet", icon=":material/hourglass_empty:", color="orange")
        for verdict in dict.fromkeys(match.verdicts):
            st.badge(labels.text_only(verdict), icon=":material/gavel:", color="red")
        if replay is None:
            return
        st.download_button(
            "Record",
            replay.content,
            file_name=f"match-{match.id}.pent",
            mime="application/octet-stream",
            icon=":material/download:",
            on_click="ignore",
            help="the record as the arbiter keeps it; `pentarch record verify` plays it again",
        )
        if not replay.trouble and component.has_board(match.ruleset):
            st.download_button(
                "HTML",
                lambda: data.replay_page(replay.sha256, replay.content),
                file_name=f"match-{match.id}.html",
                mime="text/html",
                icon=":material/download:",
                on_click="ignore",
                help="the replay as one file that needs no server",
            )


def _show_missing(match: MatchLine) -> None:
    if match.state is MatchState.VOID:
        reason = match.void_reason or "no reason was kept"
        st.error(labels.sentence(f"The match is void and counts for nothing: {reason}"))
    elif match.state in _WAITING:
        st.info(_WAITING[match.state])
        if match.state is MatchState.LEASED:
            links.link("live", "Follow it live", icon=":material/sensors:", match=match.id)
    else:
        st.info(labels.sentence(data.why_no_replay(match.id), "Its result stands below."))


def _show_result(match: MatchLine, replay: Replay | None, attempts: Sequence[AttemptLine]) -> None:
    result, tries = st.columns(2)
    with result:
        st.header("Seats")
        listing.table(
            [
                {
                    "seat": f"p{seat.seat + 1}",
                    "bot": seat.ref,
                    "rank": seat.rank,
                    "score": seat.score,
                    "verdict": seat.verdict or "",
                    "out after step": seat.forfeit_step,
                }
                for seat in match.seats
            ],
            "replay-seats",
        )
        for seat in {seat.bot: seat for seat in match.seats}.values():
            links.link(
                "bots", labels.text_only(seat.bot), icon=":material/smart_toy:", bot=seat.bot
            )
        if match.tournament_id is not None:
            links.link(
                "tournaments",
                f"Tournament {match.tournament_id}",
                icon=":material/trophy:",
                tournament=match.tournament_id,
            )
    with tries:
        st.header("Attempts")
        if attempts:
            now = datetime.now(UTC)
            listing.table([_attempt(one, now) for one in attempts], "replay-attempts")
        else:
            st.caption("Nobody has tried to play it yet.")
    evidence = _evidence(replay.annotations if replay else None)
    if evidence:
        with st.expander("Evidence", icon=":material/gavel:"):
            st.code(evidence, language=None, wrap_lines=True)


def _attempt(one: AttemptLine, now: datetime) -> dict[str, object]:
    return {
        "attempt": one.number,
        "state": one.state,
        "verdict": one.verdict or "",
        "reason": one.reason or "",
        "seconds": None if one.end is None else (one.end - one.start).total_seconds(),
        "began": labels.ago(one.start, now),
    }


def _evidence(annotations: Json) -> str:
    if not isinstance(annotations, dict) or not annotations.get("evidence"):
        return ""
    return json.dumps(annotations["evidence"], indent=1, ensure_ascii=False)[:_MOST_EVIDENCE]


def _colour(state: MatchState) -> labels.Colour:
    return labels.STATE_COLOURS[state]
