"""Studies: the list of them, and one to be read on the board, page by page."""

import json
from datetime import UTC, datetime
from typing import Final

import streamlit as st

from pentarch.arbiter.store.errors import Archived, NotFound
from pentarch.arbiter.studies import drafts
from pentarch.arbiter.studies.drafts import StudyPage
from pentarch.dashboard import data, identity, labels, links, listing, studies
from pentarch.dashboard.data import StudyDetail
from pentarch.dashboard.service import Refused
from pentarch.dashboard.viewer import component
from pentarch.engine.errors import EngineError
from pentarch.engine.plain import Json, parse

_LISTING: Final = "studies"
_MOST_FILE: Final = 4 << 20
_HOW: Final = (
    "Steps of matches with words, marks and arrows. To write one, open a replay and choose "
    "*Annotate* beside the board."
)


def show() -> None:
    """Draw the page."""
    id = st.query_params.get("study", "")
    if not id:
        _show_all()
        return
    links.turn("studies", "All studies", icon=":material/arrow_back:")
    try:
        found = data.study(id)
    except NotFound:
        st.title("Studies")
        st.warning("There is no such study. Choose one from the list of all studies.")
        return
    _show_one(found)


def _show_all() -> None:
    st.title("Studies")
    st.caption(_HOW)
    page = data.study_page(listing.page_token(_LISTING))
    if page.items:
        listing.table(
            [
                {
                    "title": line.title,
                    "by": line.owner,
                    "pages": line.pages,
                    "changed": line.update,
                }
                for line in page.items
            ],
            "studies-table",
            to=[links.address("studies", study=line.id) for line in page.items],
        )
        listing.page_buttons(_LISTING, page.next_token)
    else:
        listing.nothing("No public study yet", "Those that are not listed have an address only.")
    _show_own()
    _import()


def _show_own() -> None:
    st.header("Yours")
    with st.form("studies-own", border=False):
        token = identity.token_field(st.container(), "studies-own-token")
        is_asked = st.form_submit_button("Show", key="studies-own-show")
    # A place of its own: what is below keeps its own, with all that was entered in it.
    with st.container():
        if is_asked:
            _show_list(token)


def _show_list(token: str) -> None:
    try:
        found = studies.own(token)
    except Refused as error:
        st.error(labels.sentence(str(error)))
        return
    if not found:
        st.caption("You have no studies.")
    for id, title in found:
        links.link("studies", labels.text_only(title), icon=":material/school:", study=id)


def _import() -> None:
    if not identity.may("author", "all"):
        return
    with st.expander("Import a study", icon=":material/upload:"):
        file = st.file_uploader("A study as JSON", type="json", key="studies-file")
        with st.form("studies-import", border=False):
            token = identity.token_field(st.container(), "studies-import-token")
            is_sent = st.form_submit_button("Import", disabled=file is None, key="studies-import")
    if not is_sent or file is None:
        return
    try:
        if file.size > _MOST_FILE:
            raise Refused("the file is too large for a study")
        id = studies.create(token, drafts.read(parse(file.getvalue(), "the file")))
    except (EngineError, Refused) as error:
        st.error(labels.sentence(f"It was not kept: {error}"))
        return
    data.study_page.clear()
    links.go("studies", study=id)


def _show_one(study: StudyDetail) -> None:
    pages = study.draft.pages
    number = min(max(links.number("page") or 1, 1), len(pages))
    st.title(labels.text_only(study.draft.title))
    ago = labels.ago(study.update, datetime.now(UTC))
    st.caption(labels.text_only(f"by {study.owner}, {study.draft.visibility}, changed {ago}"))
    if study.draft.text:
        # Never read as Markdown.
        st.text(study.draft.text)
    _show_turning(study, number)
    _show_board(study, number)
    with st.expander("All pages", icon=":material/toc:"):
        listing.table(
            [
                {"page": n, "match": page.match_id, "step": page.step, "text": page.text[:80]}
                for n, page in enumerate(pages, 1)
            ],
            "study-pages",
            to=[links.address("studies", study=study.id, page=n + 1) for n in range(len(pages))],
        )
    _show_owner_part(study, pages[number - 1])


def _show_turning(study: StudyDetail, number: int) -> None:
    last = len(study.draft.pages)
    with st.container(horizontal=True, vertical_alignment="center"):
        if number > 1:
            links.turn(
                "studies", "Back", icon=":material/chevron_left:", study=study.id, page=number - 1
            )
        st.markdown(f"**Page {number} of {last}**", width="content")
        if number < last:
            links.turn(
                "studies", "Next", icon=":material/chevron_right:", study=study.id, page=number + 1
            )
        page = study.draft.pages[number - 1]
        label = f"Match {page.match_id}, step {page.step}"
        links.link(
            "replay",
            label,
            icon=":material/play_circle:",
            match=page.match_id,
            step=page.step,
        )


def _show_board(study: StudyDetail, number: int) -> None:
    page = study.draft.pages[number - 1]
    try:
        match, _ = data.match(page.match_id)
    except Archived as error:
        st.info(labels.sentence(f"There is no replay here: {error}"))
        st.text(page.text)
        return
    replay = data.replay(page.match_id)
    if replay is None or replay.trouble or not component.has_board(match.ruleset):
        st.info(f"There is no replay of match {page.match_id} at the moment.")
        st.text(page.text)
        return
    step = links.number("step")
    component.show(
        match.ruleset,
        replay.payload,
        name=f"study-{study.id}-{study.revision}-{number}",
        steps=match.steps or 0,
        step=page.step if step is None else step,
        eye=st.query_params.get("eye", page.eye),
        verified=match.is_verified,
        seats=len(match.seats),
        views=lambda seat: data.replay_views(replay.sha256, replay.content, seat),
        pages=[other for other in study.draft.pages if other.match_id == page.match_id],
    )


def _show_owner_part(study: StudyDetail, page: StudyPage) -> None:
    content: dict[str, Json] = {"id": study.id, "owner": study.owner, **study.draft.plain()}
    st.download_button(
        "JSON",
        json.dumps(content, indent=1, ensure_ascii=False),
        file_name=f"study-{study.id}.json",
        mime="application/json",
        icon=":material/download:",
        on_click="ignore",
        help="the study as a file, which can be imported again",
    )
    if not identity.may("author", "all"):
        return
    with st.expander("Change or delete", icon=":material/edit:"):
        links.link(
            "replay",
            "Change it on the board",
            icon=":material/edit:",
            match=page.match_id,
            step=page.step,
            study=study.id,
        )
        with st.form("study-delete", border=False):
            token = identity.token_field(st.container(), "study-delete-token")
            is_sure = st.checkbox("I want to delete this study", key="study-delete-sure")
            is_sent = st.form_submit_button("Delete", key="study-delete-send")
        if is_sent:
            _delete(token, study, is_sure)


def _delete(token: str, study: StudyDetail, is_sure: bool) -> None:
    if not is_sure:
        st.warning("Say that you are sure, in the box above the button.")
        return
    try:
        studies.delete(token, study.id)
    except Refused as error:
        st.error(labels.sentence(str(error)))
        return
    data.study_page.clear()
    data.studies_of.clear()
    links.go("studies")
