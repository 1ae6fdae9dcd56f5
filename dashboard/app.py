"""The dashboard's frame: navigation, and errors in words."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import streamlit as st
import structlog
from sqlalchemy.exc import SQLAlchemyError

from pentarch.arbiter.store.errors import StoreError
from pentarch.dashboard import data, identity, labels, links, redraw
from pentarch.dashboard.data import NoDatabase
from pentarch.dashboard.pages import (
    account,
    bots,
    compare,
    creation,
    desk,
    embed,
    health,
    home,
    ladder,
    live,
    matches,
    models,
    notices,
    play,
    replay,
    rules,
    seasons,
    studies,
    submission,
    tournaments,
)

# A file of our own: the icons with names are fetched from elsewhere as a page's icon.
_ICON: Final = str(Path(__file__).parent / "server" / "icon.svg")
# Boards and tables have many columns: room for them instead of wide margins.
_STYLE: Final = (
    "<style>.stMainBlockContainer { padding: 4.5rem 1rem 3rem; } "
    # Readable for everybody: Streamlit's own are too pale on the ground of either theme.
    "[data-testid=stCaptionContainer], [data-testid=stCaptionContainer] code "
    "{ color: inherit; opacity: 0.85; } "
    # Second-level headings, which come after the title of a page.
    ".stMain h1 { font-size: 2.1rem; padding: 0.5rem 0; } "
    ".stMain h2 { font-size: 1.5rem; padding: 0.5rem 0 0.25rem; } "
    ".stMain h3 { font-size: 1.2rem; } "
    "</style>"
)
_log = structlog.get_logger()
PAGES = {
    "home": (home.show, "Home", ":material/home:"),
    "ladder": (ladder.show, "Ladder", ":material/leaderboard:"),
    "seasons": (seasons.show, "Seasons", ":material/calendar_month:"),
    "tournaments": (tournaments.show, "Tournaments", ":material/trophy:"),
    "matches": (matches.show, "Matches", ":material/list:"),
    "replay": (replay.show, "Replay", ":material/play_circle:"),
    "studies": (studies.show, "Studies", ":material/school:"),
    "live": (live.show, "Live", ":material/sensors:"),
    "play": (play.show, "Play", ":material/sports_esports:"),
    "rules": (rules.show, "Rules", ":material/menu_book:"),
    "bots": (bots.show, "Bots", ":material/smart_toy:"),
    "models": (models.show, "Models", ":material/psychology:"),
    "health": (health.show, "Health", ":material/monitor_heart:"),
    "account": (account.show, "Account", ":material/account_circle:"),
    "desk": (desk.show, "Desk", ":material/table_restaurant:"),
    "notices": (notices.show, "Notices", ":material/notifications:"),
    "submit": (submission.show, "Submit a bot", ":material/upload:"),
    "compare": (compare.show, "Compare", ":material/balance:"),
    "create": (creation.show, "Create a tournament", ":material/add:"),
    "embed": (embed.show, "One match", ":material/play_circle:"),
}
"""What each page draws, its title and its icon, by the name in its address."""
# Other pages lead there.
_HIDDEN = ("submit", "create", "compare", "embed")
_FOR_SOME = {"desk": desk.is_for}
_ACTING = ("account", "bots", "create", "desk", "notices", "submit")
"""The pages with forms that do something, but for those with a viewer, which writes the address.
Each is a fragment: what is sent to one waits until its run is over. A run of a whole page is
stopped by whatever is sent next, and with it what a button has begun to do."""


def main(start: str = "home") -> None:
    """Draw the page that the address names; without one, the start page."""
    st.set_page_config(page_title="Pentarch", page_icon=_ICON, layout="wide")
    pages = {
        name: st.Page(
            st.fragment(_guarded(show)) if name in _ACTING else _guarded(show),
            title=title,
            icon=icon,
            url_path=name,
            default=name == start,
            visibility="visible" if _is_shown(name) else "hidden",
        )
        for name, (show, title, icon) in PAGES.items()
    }
    links.know(pages)
    st.html(_STYLE)
    # A frame of another site has no room for the way to other pages.
    st.navigation(list(pages.values()), position="hidden" if _is_embedded() else "top").run()


def _guarded(show: Callable[[], None]) -> Callable[[], None]:
    """A page below the announcements, with what it raises in words."""

    @wraps(show)
    def guarded() -> None:
        try:
            # A place of their own: when they come and go, the page below keeps what was entered.
            with st.container():
                if not _is_embedded():
                    _show_announcements()
            show()
            redraw.if_asked()
        except NoDatabase as error:
            st.info(str(error))
        except StoreError as error:
            st.warning(labels.sentence(str(error), "Go back, or choose from the pages above."))
        except SQLAlchemyError as error:
            # What a driver says may name hosts and users: it goes to the log, not to the browser.
            _log.error("the database failed", error=str(error))
            st.error(
                "The database does not answer, or has other tables than this release. "
                "Try again, or run `pentarch migrate`."
            )

    return guarded


def _is_embedded() -> bool:
    return urlsplit(st.context.url or "").path.endswith("/embed")


def _is_shown(name: str) -> bool:
    """Whether a page stands in the navigation of whoever looks."""
    if name in _FOR_SOME:
        return _FOR_SOME[name](identity.account())
    return name not in _HIDDEN


def _show_announcements() -> None:
    # A place of its own: what is below it does not move when there is another one.
    with st.container():
        try:
            said = data.announced()
        except (NoDatabase, SQLAlchemyError):
            return  # The page says so itself, if it needs the database.
        for one in said:
            st.info(labels.text_only(one.text), icon=":material/campaign:")
