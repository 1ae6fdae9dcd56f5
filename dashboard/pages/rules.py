"""The rules: what a ruleset asks, what can be answered, its numbers, its views, and every rule."""

from typing import Final

import streamlit as st

from pentarch.dashboard import labels, listing, manual
from pentarch.dashboard.manual import Topic
from pentarch.engine import registry

_MOST: Final = 60


@st.cache_data(show_spinner=False)
def _parts(ruleset: str) -> dict[str, list[Topic]]:
    return manual.parts(ruleset)


def show() -> None:
    """Draw the page."""
    st.title("Rules")
    with listing.filters("rules"):
        titles = {id: labels.title(id) for id in registry.IDS}
        ruleset = listing.choose("Ruleset", "ruleset", registry.IDS, shown=titles)
        wanted = listing.type_in(
            "Search", "search", most=_MOST, placeholder="a word, a command, a rule id"
        )
    info = registry.get(ruleset).info
    st.caption(
        f"{info.title}, rules version {info.version}: {info.min_seats} to {info.max_seats} seats, "
        f"at most {info.max_steps} steps. The same in a terminal: `pentarch describe {ruleset}`, "
        f"`pentarch rules {ruleset}`."
    )
    found = {
        name: [entry for entry in entries if entry.is_about(wanted)]
        for name, entries in _parts(ruleset).items()
    }
    titles = {name: f"{name} ({len(entries)})" for name, entries in found.items()}
    tabs = st.tabs([*titles.values()], on_change="rerun")
    for tab, entries in zip(tabs, found.values(), strict=True):
        if not tab.open:
            continue
        with tab:
            if entries:
                st.html(manual.page(entries))
            else:
                listing.nothing(
                    f"Nothing here is about {wanted!r}",
                    "The tabs say how much they have; a search finds entries with all its words.",
                )
