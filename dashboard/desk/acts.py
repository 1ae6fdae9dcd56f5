"""Acts at the desk: a call to the arbiter, and what came of it in words."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final, TypeVar

import streamlit as st

from pentarch.dashboard import data, handover, labels, redraw
from pentarch.dashboard.service import Refused

T = TypeVar("T")

_DONE: Final = "desk-done"
_DESK: Final = "desk"
TIME: Final = "2027-03-01 12:00"
CONFIRM: Final = "Tick the box to confirm it."


class NoTime(ValueError):
    """A text that is no time. The message is for people."""


def act(
    call: Callable[[], T], told: Callable[[T], str], link: Callable[[T], str] | None = None
) -> None:
    """Make a call, and have the page drawn anew with what came of it; a refusal is said at once.

    A link that it gives is handed over.
    """
    try:
        made = call()
    except Refused as error:
        st.error(labels.sentence(f"It was not done: {error}"))
        return
    data.forget_organised()
    if link is None:
        st.session_state.setdefault(_DONE, []).append(told(made))
    else:
        handover.keep(_DESK, told(made), link(made))
    redraw.ask()


def show_done() -> None:
    """What came of the last acts, once, and the links that nobody has taken yet."""
    for done in st.session_state.pop(_DONE, ()):
        st.success(labels.text_only(done))
    handover.show(_DESK)


def found(call: Callable[[], T]) -> T | None:
    """What a call finds; None, and the refusal in words, where it finds nothing."""
    try:
        return call()
    except Refused as error:
        st.error(labels.sentence(str(error)))
        return None


def moment(label: str, text: str) -> datetime | None:
    """The time in a field; None for an empty one. Raises NoTime."""
    if not text.strip():
        return None
    try:
        read = datetime.fromisoformat(text.strip())
    except ValueError as error:
        raise NoTime(f"{label}: {text!r} is no time; write it as {TIME}") from error
    return read.replace(tzinfo=UTC) if read.tzinfo is None else read


def moment_text(moment: datetime | None) -> str:
    """A time as it stands in a field."""
    return "" if moment is None else f"{moment.astimezone(UTC):%Y-%m-%d %H:%M:%S}"
