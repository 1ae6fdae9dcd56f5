"""Submit a bot, and read what validation says of it."""

from dataclasses import replace
from typing import Final

import streamlit as st

from pentarch.arbiter.competition.seasons.phases import Phase
from pentarch.arbiter.packages.languages import LANGUAGES
from pentarch.arbiter.packages.manifest import MOST_COMMAND
from pentarch.dashboard import data, identity, labels, links, listing, service
from pentarch.dashboard.service import Refused, Submitted, Upload
from pentarch.engine import registry

_SUBMITTED: Final = "submitted"
_EVERY: Final = "1s"
_KINDS: Final = ["py", "js", "mjs", "cjs", "zip", "gz"]
_NO_SEASON: Final = 0
_AGAIN: Final = "Mend it and submit it again; `pentarch bot check` tries it on your machine."


def show() -> None:
    """Draw the page: the form and, below it, the version that was submitted last."""
    links.link("bots", "All bots", icon=":material/arrow_back:")
    st.title("Submit a bot")
    st.caption(
        "A script, or a zip or gzipped tar archive of at most 16 MiB. It is built and tried in the "
        "sandbox before it plays. `pentarch bot new --language` writes one to start from."
    )
    if not identity.may("author", "submit"):
        return
    # Outside of the form: what is uploading when a form is sent would be left behind.
    file = st.file_uploader("File", type=_KINDS, key="submit-file")
    # Nothing above the form changes, and nothing folds: a list that is open closes when anything
    # around it scrolls.
    with st.form("submit-bot", border=False):
        cells = listing.cells(2)
        token = identity.token_field(next(cells), "submit-token")
        name = next(cells).text_input("Name of the bot", max_chars=40, key="submit-name")
        rulesets = next(cells).multiselect(
            "Rulesets", registry.IDS, format_func=labels.title, key="submit-rulesets"
        )
        language = next(cells).selectbox(
            "Language",
            list(LANGUAGES),
            format_func=lambda name: LANGUAGES[name].title,
            help="of an archive; a script's name tells it",
            key="submit-language",
        )
        entry = next(cells).text_input(
            "Entry point",
            value="bot.py",
            help="the file that is started, for an archive; a script starts by itself",
            key="submit-entry",
        )
        build = next(cells).text_input(
            "Build command",
            max_chars=MOST_COMMAND,
            placeholder="cargo build --release --offline",
            help="makes the entry point out of an archive's files; empty when it is among them",
            key="submit-build",
        )
        seasons = _seasons()
        season = next(cells).selectbox(
            "For the season",
            list(seasons),
            format_func=seasons.__getitem__,
            help="it is refused if it could not enter",
            key="submit-season",
        )
        is_sent = st.form_submit_button(
            "Submit",
            type="primary",
            disabled=file is None,
            help="Choose a file first." if file is None else None,
            key="submit-send",
        )
    if is_sent and file is not None:
        upload = Upload(
            name, tuple(rulesets), entry, language, file.getvalue(), build.strip(), season
        )
        _submit(token, service.packed(upload, file.name))
    kept = st.session_state.get(_SUBMITTED)
    if kept is not None:
        _show_validation(*kept)


def _seasons() -> dict[int, str]:
    """The seasons that are not over, by number, after none of them."""
    going_on = [
        line for line in data.season_page("").items if line.phase.place < Phase.CLOSED.place
    ]
    return {_NO_SEASON: "any that it enters"} | {
        line.id: f"{line.id}: {line.title}, {line.phase}" for line in going_on
    }


def _submit(token: str, upload: Upload) -> None:
    st.session_state.pop(_SUBMITTED, None)
    try:
        made = service.submit(token, upload)
    except Refused as error:
        st.error(labels.sentence(f"It was not taken: {error}"))
        return
    st.session_state[_SUBMITTED] = (token, made)


def _show_validation(token: str, made: Submitted) -> None:
    for told in made.left_out:
        st.warning(labels.sentence(told))
    if made.is_waiting:
        _await_validation(token, made)
        return
    ref = labels.text_only(f"{made.bot}@{made.number}")
    if made.state == "rejected":
        st.error(f"{ref} was rejected: {labels.text_only(made.why)}. {_AGAIN}")
    else:
        st.success(f"{ref} is {made.state}.")
    if made.output:
        st.caption("What validation printed")
        st.code(made.output, language=None, wrap_lines=True)
    links.link("bots", "Open its page", icon=":material/smart_toy:", bot=made.bot)


@st.fragment(run_every=_EVERY)
def _await_validation(token: str, made: Submitted) -> None:
    ref = labels.text_only(f"{made.bot}@{made.number}")
    try:
        now = service.submitted(token, made.bot, made.number)
    except Refused as error:
        st.warning(labels.sentence(f"Where it stands is not known: {error}"))
        return
    if now.is_waiting:
        st.info(f"{ref} is {now.state}: it waits for a worker to try it.")
        return
    st.session_state[_SUBMITTED] = (token, replace(now, left_out=made.left_out))
    st.rerun()
