"""The dashboard's frame: navigation, and errors in words."""

from pathlib import Path
from typing import Final

import streamlit as st
import structlog
from sqlalchemy.exc import SQLAlchemyError

from pentarch.arbiter.store.errors import StoreError
from pentarch.dashboard import links, words
from pentarch.dashboard.data import NoDatabase
from pentarch.dashboard.pages import (
    bots,
    creation,
    health,
    ladder,
    live,
    matches,
    models,
    play,
    replay,
    submission,
    tournaments,
)

# A file of our own: the icons with names are fetched from elsewhere as a page's icon.
_ICON: Final = str(Path(__file__).parent / "server" / "icon.svg")
# Boards and tables have many columns: room for them instead of wide margins. What is still too
# wide scrolls by itself, not the page.
_STYLE: Final = (
    "<style>.stMainBlockContainer { padding: 4.5rem 2.5rem 3rem; } "
    ".stMarkdown table { display: block; overflow-x: auto; } "
    "@media (max-width: 700px) { .stMainBlockContainer { padding: 4.5rem 1rem 3rem; } }</style>"
)
_log = structlog.get_logger()
_PAGES = {
    "ladder": (ladder.show, "Ladder", ":material/leaderboard:"),
    "tournaments": (tournaments.show, "Tournaments", ":material/trophy:"),
    "matches": (matches.show, "Matches", ":material/list:"),
    "replay": (replay.show, "Replay", ":material/play_circle:"),
    "live": (live.show, "Live", ":material/sensors:"),
    "play": (play.show, "Play", ":material/sports_esports:"),
    "bots": (bots.show, "Bots", ":material/smart_toy:"),
    "models": (models.show, "Models", ":material/psychology:"),
    "health": (health.show, "Health", ":material/monitor_heart:"),
    "submit": (submission.show, "Submit a bot", ":material/upload:"),
    "create": (creation.show, "Create a tournament", ":material/add:"),
}
# Other pages lead there.
_HIDDEN = ("submit", "create")


def main(start: str = "home") -> None:
    """Draw the page that the address names; without one, the start page."""
    st.set_page_config(page_title="Pentarch", page_icon=_ICON, layout="wide")
    pages = {
        name: st.Page(
            show,
            title=title,
            icon=icon,
            url_path=name,
            default=name == start,
            visibility="hidden" if name in _HIDDEN else "visible",
        )
        for name, (show, title, icon) in _PAGES.items()
    }
    links.know(pages)
    st.html(_STYLE)
    # The default page has no address but the root: a page of its own leaves the ladder its name.
    home = st.Page(_go_home, url_path="home", default=start == "home", visibility="hidden")
    chosen = st.navigation([home, *pages.values()], position="top")
    try:
        chosen.run()
    except NoDatabase as error:
        st.info(str(error))
    except StoreError as error:
        st.warning(words.sentence(str(error), "Go back, or choose from the pages above."))
    except SQLAlchemyError as error:
        # What a driver says may name hosts and users: it goes to the log, not to the browser.
        _log.error("the database failed", error=str(error))
        st.error(
            "The database does not answer, or has other tables than this release. "
            "Try again, or run `pentarch migrate`."
        )


def _go_home() -> None:
    links.go("ladder")
