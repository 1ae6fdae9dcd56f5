"""The front page: what is played now, who leads, what was worth seeing, and how to join."""

from typing import Final

import redis
import streamlit as st

from pentarch.arbiter.store.finishes import Finish, Finisher
from pentarch.arbiter.store.words import MatchState
from pentarch.dashboard import current, data, labels, links, listing
from pentarch.dashboard.data import FinishKind
from pentarch.dashboard.viewer import component
from pentarch.engine import registry

_EVERY: Final = "3s"
_RARELY: Final = "10s"
_BOARDS: Final = 3
_STEPS: Final = 2
_SHOWN: Final = 5
_JOIN: Final = """\
pentarch bot new my-bot      # a bot that plays already
pentarch bot check my-bot    # is it fit to play?
pentarch bot submit my-bot   # with an owner's token"""


def show() -> None:
    """Draw the page."""
    st.title("Pentarch")
    st.markdown("Tournaments and replays for bots that play five strategy games.")
    _show_running()
    best, remarkable = st.columns(2)
    with best:
        _show_heads()
        _show_tournaments()
    with remarkable:
        _show_upsets()
        _show_close()
    bots, join = st.columns(2)
    with bots:
        _show_bots()
    with join:
        st.header("How to join")
        st.code(_JOIN, language=None, wrap_lines=True)


@st.fragment(run_every=_EVERY)
def _show_running() -> None:
    st.header("Played now")
    running = data.match_page("", state=MatchState.LEASED.value).items
    lines = [line for line in running if component.has_board(line.ruleset)][:_BOARDS]
    current.forget_all_but(lines, _STEPS)
    if not lines:
        waiting = data.waiting()
        st.markdown(f"Nothing at the moment; {waiting} matches wait for a worker.")
        return
    for column, line in zip(st.columns(_BOARDS), lines, strict=False):
        with column:
            names = " - ".join(seat.ref for seat in line.seats)
            links.link(
                "live",
                labels.text_only(f"{labels.title(line.ruleset)}: {names}"),
                icon=":material/sensors:",
                match=line.id,
            )
            try:
                current.board(line, most=_STEPS)
            except redis.RedisError:
                st.caption("Its steps cannot be followed: Redis does not answer.")


def _show_heads() -> None:
    st.header("Leading")
    heads = {ruleset: data.heads(ruleset) for ruleset in registry.IDS}
    rows = [
        {
            "ruleset": labels.title(ruleset),
            **{
                labels.ordinal(place + 1): _with_elo(lines[place]) if place < len(lines) else ""
                for place in range(data.HEADS)
            },
        }
        for ruleset, lines in heads.items()
    ]
    to = [links.address("ladder", ruleset=ruleset) for ruleset in heads]
    listing.table(rows, "leading", to=to)


def _with_elo(line: data.LadderLine) -> str:
    return (
        f"{line.ref} (live {line.elo:.0f})" if line.fit is None else f"{line.ref} ({line.fit:.0f})"
    )


@st.fragment(run_every=_RARELY)
def _show_tournaments() -> None:
    current.tournaments()


def _show_upsets() -> None:
    st.header("Upsets")
    found = data.ended(FinishKind.UPSET, None, None, None, _SHOWN)
    if not found:
        st.markdown("None lately: the better rated have won.")
        return
    gaps = [f"{one.gap:.0f}" for one in found]
    _show_finishes(found, [one.favourite for one in found], "upsets", "live Elo below", gaps)


def _show_close() -> None:
    st.header("Close finishes")
    found = data.ended(FinishKind.CLOSE, None, None, None, _SHOWN)
    if not found:
        st.markdown("None lately.")
        return
    scores = [" to ".join(str(place.score) for place in one.by_rank[:2]) for one in found]
    seconds = [one.by_rank[1] for one in found]
    _show_finishes(found, seconds, "close finishes", "scores", scores)


def _show_finishes(
    found: list[Finish], beaten: list[Finisher], key: str, head: str, values: list[str]
) -> None:
    listing.table(
        [
            {
                "match": one.match_id,
                "ruleset": labels.title(one.ruleset),
                "won by": one.by_rank[0].ref,
                "ahead of": rival.ref,
                head: value,
            }
            for one, rival, value in zip(found, beaten, values, strict=True)
        ],
        key,
        to=[links.address("replay", match=one.match_id) for one in found],
    )


def _show_bots() -> None:
    st.header("Newest bots")
    lines = data.newest_bots()
    if not lines:
        st.markdown("No bot plays here yet.")
        return
    listing.table(
        [
            {
                "bot": line.name,
                "owner": line.owner,
                "rulesets": ", ".join(labels.title(id) for id in line.rulesets),
                "since": line.create,
            }
            for line in lines
        ],
        "newest bots",
        to=[links.address("bots", bot=line.name) for line in lines],
    )
