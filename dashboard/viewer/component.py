"""The viewer as a part of a Streamlit page. Stepping happens in the browser alone."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

from pentarch.arbiter.studies.drafts import StudyPage
from pentarch.dashboard.viewer import page
from pentarch.engine.core import SEAT_NAMES, Seat
from pentarch.engine.plain import Json

_MOST_TEXT: Final = 200


@dataclass(frozen=True)
class Question:
    """A decision that a person has to make; without commands the others are to act."""

    turn: int
    seat: str
    legal: list[str]
    phrases: list[str]
    """The legal commands in words, in the same order."""


@dataclass(frozen=True)
class Chosen:
    """A command that was chosen, and for which turn."""

    turn: int
    command: str


@dataclass(frozen=True)
class Notebook:
    """Where a person writes about steps of a match, beginning with some pages. `on_draft` is called
    with what came from the browser when they are to be kept, whatever it is."""

    match_id: int
    pages: Sequence[StudyPage]
    on_draft: Callable[[Json], None]

    def plain(self) -> Json:
        """What the browser is given of it."""
        return {"match": self.match_id, "pages": [page.plain() for page in self.pages]}


def has_board(ruleset: str) -> bool:
    """Whether there is a board to draw the ruleset on."""
    return files("pentarch.dashboard").joinpath("boards", f"{ruleset}.js").is_file()


def show(
    ruleset: str,
    payload: str,
    *,
    name: str,
    steps: int,
    step: int = 0,
    eye: str = "",
    verified: bool = False,
    follow: bool = False,
    small: bool = False,
    choice: Question | None = None,
    rules: Sequence[Json] = (),
    turned: int = 0,
    seats: int = 0,
    views: Callable[[Seat], str] | None = None,
    on_onward: Callable[[int], None] | None = None,
    is_embedded: bool = False,
    pages: Sequence[StudyPage] = (),
    notebook: Notebook | None = None,
) -> Chosen | None:
    """Show a payload (as JSON) at a step, as a seat (`eye`) saw it. A viewer of the same name and
    steps stays as it is.

    A small one is the board alone. With `follow` the steps may grow, and whoever looks at the last
    one goes on with it. With a choice a command can be chosen on the board or from a list; it is
    returned once, and `rules` (of `manual.about`) stand beside it. `turned` is the step at which
    the match turned, if that is known. `views` gives, as JSON too, what a seat saw; it is asked
    when that view is chosen. `on_onward` is called with the step from which somebody wants to play
    on. In a frame of another site an embedded one tells how high it is. `pages` of a study are
    shown at their steps; into a notebook more can be written.
    """
    key = f"viewer-{name}"
    eye = _asked(st.session_state.get(key), seats) or (eye if eye in SEAT_NAMES[:seats] else "")
    result = _component(ruleset)(
        key=key,
        data={
            "payload": payload,
            "name": name,
            "steps": steps,
            "step": step,
            "verified": verified,
            "follow": follow,
            "playable": on_onward is not None,
            "small": small,
            "embedded": is_embedded,
            "turn": choice.turn if choice else 0,
            "legal": choice.legal if choice else None,
            "phrases": choice.phrases if choice else [],
            "mine": choice.seat if choice else "",
            "rules": list(rules),
            "turned": turned,
            "eye": eye,
            "pages": [page.plain() for page in pages],
            "notebook": None if notebook is None else notebook.plain(),
            "views": views(SEAT_NAMES.index(eye)) if views and eye else None,
        },
        on_command_change=lambda: None,
        on_eye_change=lambda: None,
        on_onward_change=lambda: None,
        on_draft_change=lambda: None,
    )
    draft = result.get("draft")
    if notebook is not None and draft is not None:
        notebook.on_draft(draft)
    onward = result.get("onward")
    if on_onward is not None and isinstance(onward, int) and 0 <= onward < steps:
        on_onward(onward)
    return _chosen(result.get("command"))


def show_pair(
    ruleset: str, payloads: tuple[str, str], names: tuple[str, str], *, name: str, step: int = 0
) -> None:
    """Show two payloads (as JSON) side by side, stepping together."""
    _component(ruleset)(
        key=f"pair-{name}",
        data={
            "payload": payloads[0],
            "other": payloads[1],
            "names": list(names),
            "name": name,
            "step": step,
        },
    )


def _component(ruleset: str) -> ComponentRenderer:
    # The code is ours alone; everything of the match goes in as a value, never as markup.
    return st.components.v2.component(
        f"pentarch_{ruleset}",
        html='<div class="frame"></div>',
        css=page.style(),
        js=_script(ruleset),
    )


def _chosen(value: object) -> Chosen | None:
    """What came from the browser, if it has the shape of a choice."""
    if not isinstance(value, dict):
        return None
    turn, command = value.get("turn"), value.get("command")
    if not isinstance(turn, int) or not isinstance(command, str) or len(command) > _MOST_TEXT:
        return None
    return Chosen(turn, command)


def _asked(state: object, seats: int) -> str:
    """The name of the seat whose view the browser asks for; empty if it asks for none."""
    eye = state.get("eye") if isinstance(state, Mapping) else None
    return eye if isinstance(eye, str) and eye in SEAT_NAMES[:seats] else ""


def choices() -> str:
    """The part of the viewer that lets a person choose a command."""
    return _read("choices")


@cache
def _script(ruleset: str) -> str:
    return "\n".join(
        [
            page.script(ruleset),
            choices(),
            *(_read(part) for part in ("rules", "notebook", "component")),
        ]
    )


def _read(part: str) -> str:
    return files("pentarch.dashboard").joinpath("viewer", f"{part}.js").read_text(encoding="utf-8")
