"""Keeping a study: what was written on the board of a replay, with a title, sent to the arbiter."""

from typing import Final

import streamlit as st

from pentarch.arbiter.store.errors import NotFound
from pentarch.arbiter.studies import drafts
from pentarch.arbiter.studies.drafts import StudyDraft, StudyPage, Visibility
from pentarch.dashboard import data, identity, labels, links, studies
from pentarch.dashboard.data import StudyDetail
from pentarch.dashboard.service import Refused
from pentarch.dashboard.viewer.component import Notebook
from pentarch.engine.errors import InvalidValue
from pentarch.engine.plain import Json, as_list

_DRAFT: Final = "study-draft"
VISIBILITIES: Final = {
    Visibility.UNLISTED: "only for those who have the address",
    Visibility.PUBLIC: "public: listed on the page Studies and beside the matches",
}


def changed_study() -> StudyDetail | None:
    """The study that the address says is to be changed, if there is one."""
    id = st.query_params.get("study", "")
    if not id:
        return None
    try:
        return data.study(id)
    except NotFound:
        st.warning("There is no such study any more. What you write becomes a new one.")
        return None


def notebook(match_id: int, study: StudyDetail | None) -> Notebook:
    """What the viewer is given to write into."""
    pages = study.draft.pages if study else ()
    return Notebook(match_id, pages, lambda value: _take(match_id, value))


def show(match_id: int, study: StudyDetail | None) -> None:
    """Draw the form that keeps what was written, when something was."""
    kept = st.session_state.get(_DRAFT)
    if kept is None or kept[0] != match_id or not identity.may("author", "all"):
        return
    pages: tuple[StudyPage, ...] = kept[1]
    with st.container(border=True):
        st.header("Save the study")
        count = "1 page" if len(pages) == 1 else f"{len(pages)} pages"
        changes = f" Changes {labels.text_only(study.draft.title)}." if study else ""
        st.caption(f"{count}, as they are now in the notebook.{changes}")
        with st.form("study", border=False):
            title = st.text_input(
                "Title",
                value=study.draft.title if study else "",
                max_chars=drafts.MOST_TITLE,
                key="study-title",
            )
            text = st.text_area(
                "What it is about",
                value=study.draft.text if study else "",
                max_chars=drafts.MOST_TEXT,
                key="study-text",
            )
            visibility = st.radio(
                "Who may find it",
                list(VISIBILITIES),
                index=list(VISIBILITIES).index(study.draft.visibility) if study else 0,
                format_func=VISIBILITIES.__getitem__,
                key="study-visibility",
            )
            token = identity.token_field(st.container(), "study-token")
            is_sent = st.form_submit_button("Save", type="primary", key="study-save")
    if is_sent:
        _save(token, study, StudyDraft(title, text, visibility, pages))


def _take(match_id: int, value: Json) -> None:
    """Keep for this session what the browser sent."""
    try:
        pages = tuple(drafts.read_page(page) for page in as_list(value, "pages"))
    except InvalidValue as error:
        st.error(labels.sentence(str(error)))
        return
    st.session_state[_DRAFT] = (match_id, pages)


def _save(token: str, study: StudyDetail | None, draft: StudyDraft) -> None:
    try:
        drafts.checked(draft)
        if study is None:
            id = studies.create(token, draft)
        else:
            id = study.id
            studies.update(token, id, study.revision, draft)
    except (InvalidValue, Refused) as error:
        st.error(labels.sentence(f"It was not kept: {error}"))
        return
    del st.session_state[_DRAFT]
    data.study_page.clear()
    data.studies_of.clear()
    links.go("studies", study=id)
