"""The store that the pages read from."""

from pathlib import Path

import streamlit as st

from pentarch.arbiter.settings import settings
from pentarch.arbiter.store import Store


class NoDatabase(Exception):
    """There is nothing to show yet. The message says what to do, in one line."""


@st.cache_resource
def _open(url: str, shelf: str) -> Store:
    return Store(url, shelf=shelf)


def store() -> Store:
    """The store of this process. Raises NoDatabase."""
    opened = _open(settings().database_url, settings().shelf)
    if opened.is_sqlite and not Path(opened.url.database or "").is_file():
        raise NoDatabase("There is no database yet. Start everything with `pentarch up`.")
    return opened
