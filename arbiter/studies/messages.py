"""Studies as messages of the protocol."""

from typing import Final

from pentarch.arbiter.studies.drafts import StudyDraft, StudyPage, Visibility, checked
from pentarch.arbiter.v1 import studies_pb2 as pb
from pentarch.engine.plain import Json

_VISIBILITIES: Final = {
    pb.Study.VISIBILITY_PUBLIC: Visibility.PUBLIC,
    pb.Study.VISIBILITY_UNLISTED: Visibility.UNLISTED,
}
VALUES: Final = {visibility: value for value, visibility in _VISIBILITIES.items()}


def draft_of(given: pb.StudyDraft | pb.Study) -> StudyDraft:
    """What a message says. Raises InvalidValue for what is not within the limits."""
    visibility = _VISIBILITIES.get(given.visibility, Visibility.UNLISTED)
    pages = tuple(_page_of(page) for page in given.pages)
    return checked(StudyDraft(given.title, given.text, visibility, pages))


def message_of(draft: StudyDraft) -> pb.StudyDraft:
    """A draft as a message."""
    return pb.StudyDraft(
        title=draft.title,
        text=draft.text,
        visibility=VALUES[draft.visibility],
        pages=[page_message(page) for page in draft.pages],
    )


def page_message(page: StudyPage) -> pb.StudyPage:
    """A page as a message."""
    return pb.StudyPage(
        match_id=page.match_id,
        step=page.step,
        eye=page.eye,
        text=page.text,
        marks=page.marks,
        arrows=[pb.StudyArrow(start=start, end=end) for start, end in page.arrows],
    )


def plain(study: pb.Study) -> dict[str, Json]:
    """A whole study as plain values: what is exported, and can be imported again."""
    return {**head(study), **draft_of(study).plain()}


def head(study: pb.Study) -> dict[str, Json]:
    """What a listing tells of a study, as plain values."""
    return {
        "id": study.id,
        "owner": study.owner,
        "title": study.title,
        "visibility": _VISIBILITIES.get(study.visibility, Visibility.UNLISTED).value,
        "revision": study.revision,
        "create_time": study.create_time.ToJsonString(),
        "update_time": study.update_time.ToJsonString(),
    }


def _page_of(page: pb.StudyPage) -> StudyPage:
    return StudyPage(
        page.match_id,
        page.step,
        page.eye,
        page.text,
        tuple(page.marks),
        tuple((arrow.start, arrow.end) for arrow in page.arrows),
    )
