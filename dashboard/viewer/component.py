"""The viewer as a part of a Streamlit page. Stepping happens in the browser alone."""

from functools import cache
from importlib.resources import files

import streamlit as st

from dashboard.viewer import page


def has_board(ruleset: str) -> bool:
    """Whether there is a board to draw the ruleset on."""
    return files("dashboard").joinpath("boards", f"{ruleset}.js").is_file()


def show(
    ruleset: str,
    payload: str,
    *,
    name: str,
    steps: int,
    step: int = 0,
    verified: bool = False,
    follow: bool = False,
) -> None:
    """Show a payload (as JSON) at a step. A viewer of the same name and steps stays as it is.

    With `follow` the steps may grow, and who looks at the last one goes on with it.
    """
    # The code is ours alone; everything of the match goes in as a value, never as markup.
    component = st.components.v2.component(
        f"pentarch_{ruleset}",
        html='<div class="frame"></div>',
        css=page.style(),
        js=_script(ruleset),
    )
    component(
        key=f"viewer-{name}",
        data={
            "payload": payload,
            "name": name,
            "steps": steps,
            "step": step,
            "verified": verified,
            "follow": follow,
        },
    )


@cache
def _script(ruleset: str) -> str:
    inside = files("dashboard").joinpath("viewer", "component.js").read_text(encoding="utf-8")
    return page.script(ruleset) + "\n" + inside
