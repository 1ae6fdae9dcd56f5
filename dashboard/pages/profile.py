"""How a bot plays and does, on its page: a part for each way to look at its newest matches."""

from typing import Final

import streamlit as st

from pentarch.dashboard import data, labels, links, listing
from pentarch.dashboard.data import WinCount

_SHARE: Final = st.column_config.ProgressColumn(format="percent", min_value=0, max_value=1)
_PARTS: Final = ["Opponents", "Seats and tables", "Versions compared", "Openings", "Faults"]


def show(name: str) -> None:
    """Draw the section."""
    st.header("How it does")
    opponents, seats, versions, openings, faults = st.tabs(_PARTS, on_change="rerun")
    # Only what can be seen is read.
    if opponents.open:
        with opponents:
            _show_opponents(name)
    if seats.open:
        with seats:
            _show_seats(name)
    if versions.open:
        with versions:
            _show_versions(name)
    if openings.open:
        with openings:
            _show_openings(name)
    if faults.open:
        with faults:
            _show_faults(name)


def _show_opponents(name: str) -> None:
    found = data.profile(name).by_opponent
    if not found:
        _say_nothing()
        return
    listing.table(
        [
            {
                "opponent": rival,
                "score": score.score,
                "95 % interval": "{:.0%} to {:.0%}".format(*score.interval),
                "ahead": score.ahead,
                "level": score.level,
                "behind": score.behind,
            }
            for rival, score in found.items()
        ],
        "profile-opponents",
        to=[links.address("compare", a=name, b=rival) for rival in found],
        columns={"score": _SHARE},
    )
    _say_how_many()


def _show_seats(name: str) -> None:
    found = data.profile(name)
    if not found.by_seat:
        _say_nothing()
        return
    by_seat, by_size = st.columns(2)
    with by_seat:
        _show_counts("seat", {(id, f"p{seat + 1}"): n for (id, seat), n in found.by_seat.items()})
    with by_size:
        sizes = {(id, f"{size} seats"): n for (id, size), n in found.by_size.items()}
        _show_counts("table", sizes)
    _say_how_many()


def _show_versions(name: str) -> None:
    found = data.profile(name).by_version
    if not found:
        _say_nothing()
        return
    _show_counts("version", found)
    _say_how_many()


def _show_counts(head: str, counts: dict[tuple[str, str], WinCount]) -> None:
    listing.table(
        [
            {
                "ruleset": labels.title(ruleset),
                head: place,
                "won": count.share,
                "matches": count.matches,
                "faults": count.faults,
            }
            for (ruleset, place), count in sorted(counts.items())
        ],
        f"profile-by-{head}",
        columns={"won": _SHARE},
    )


def _show_openings(name: str) -> None:
    found = data.openings(name)
    if not found:
        listing.nothing("No opening to show", "Openings are read from records that are public.")
        return
    listing.table(
        [
            {
                "ruleset": labels.title(one.ruleset),
                "opens with": "; ".join(one.commands),
                "matches": one.count.matches,
                "won": one.count.share,
            }
            for one in found
        ],
        "profile-openings",
        columns={"won": _SHARE},
    )
    st.caption(f"Its first commands in the newest {data.OPENED} matches of each ruleset at most.")


def _show_faults(name: str) -> None:
    found = data.fault_history(name)
    if not found:
        _say_nothing()
        return
    listing.table(
        [
            {
                "from": one.begin,
                "to": one.end,
                "seats": one.seats,
                "faults": one.faults,
                "share": one.faults / one.seats,
            }
            for one in found
        ],
        "profile-faults",
        columns={"share": _SHARE},
    )
    st.caption(f"Of its latest {sum(one.seats for one in found)} seats, the newest first.")


def _say_nothing() -> None:
    listing.nothing("No match counts yet", "The table appears with the first rated match.")


def _say_how_many() -> None:
    st.caption(f"Of its newest {data.LOOKED_AT} rated matches at most.")
