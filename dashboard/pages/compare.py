"""Bot against bot: the score with its interval, by ruleset and by seat, and their matches."""

from collections.abc import Mapping
from typing import Final

import streamlit as st

from pentarch.arbiter.store.errors import NotFound
from pentarch.dashboard import data, labels, links, listing
from pentarch.dashboard.data import PairScore

_LISTING: Final = "compare"
_MOST: Final = 40


def show() -> None:
    """Draw the page."""
    st.title("Compare")
    with listing.filters(_LISTING):
        first = listing.type_in("Bot", "a", most=_MOST, placeholder="name of a bot")
        second = listing.type_in("Against", "b", most=_MOST, placeholder="name of another bot")
        ruleset = listing.choose_ruleset() or None
    if not first or not second:
        listing.nothing("Two bots are compared", "Enter the names of both.")
        return
    try:
        found = data.comparison(first, second, ruleset)
    except NotFound as error:
        st.warning(labels.sentence(str(error), "The page Bots lists all of them."))
        return
    if not found.whole.number:
        listing.nothing("They have not met", "Their matches appear here once they are rated.")
        return
    _show_whole(first, second, found.whole)
    rulesets, seats = st.columns(2)
    with rulesets:
        st.header("By ruleset")
        _show_tallies("ruleset", {labels.title(id): t for id, t in found.by_ruleset.items()})
    with seats:
        st.header(f"By seat of {labels.text_only(first)}")
        _show_tallies("seat", {f"p{seat + 1}": t for seat, t in sorted(found.by_seat.items())})
    st.header("Latest matches")
    listing.match_table(data.matches_of(found.matches[: data.ROWS]), "compare-matches")
    links.link(
        "matches",
        "All matches of these two",
        icon=":material/list:",
        bot=first,
        against=second,
    )


def _show_whole(first: str, second: str, whole: PairScore) -> None:
    low, high = whole.interval
    one, two, three = st.columns(3)
    one.metric(f"Score of {labels.text_only(first)}", f"{whole.score:.0%}")
    two.metric("95 % interval", f"{low:.0%} to {high:.0%}")
    three.metric("Comparisons", whole.number)
    st.caption(
        labels.text_only(
            f"{first} was ahead of {second} {whole.ahead} times, level {whole.level} times, "
            f"behind {whole.behind} times, in their newest {data.LOOKED_AT} matches at most."
        )
    )


def _show_tallies(head: str, tallies: Mapping[str, PairScore]) -> None:
    listing.table(
        [
            {
                head: name,
                "score": f"{tally.score:.0%}",
                "95 % interval": "{:.0%} to {:.0%}".format(*tally.interval),
                "ahead": tally.ahead,
                "level": tally.level,
                "behind": tally.behind,
            }
            for name, tally in tallies.items()
        ],
        f"compare-by-{head}",
    )
