"""Studies: kept, found by their drawn names, changed and deleted by their owners."""

import secrets
from collections.abc import Collection
from datetime import datetime
from typing import Final

from sqlalchemy import Select, delete, func, select
from sqlalchemy.orm import Session, joinedload, undefer

from pentarch.arbiter.store import disclosure
from pentarch.arbiter.store.errors import NotFound, WrongState
from pentarch.arbiter.store.models import Match, Owner, Study, StudyMatch
from pentarch.arbiter.store.pages import Ask, Page
from pentarch.arbiter.store.rows import insert_missing
from pentarch.arbiter.store.words import Visibility
from pentarch.arbiter.studies.drafts import StudyDraft, StudyPage, read_page
from pentarch.engine.core import SEAT_NAMES
from pentarch.engine.errors import InvalidValue

MOST: Final = 200
"""How many studies an owner may have."""
_TOGETHER: Final = 100
_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_LENGTH: Final = 16


def create(session: Session, owner_id: int, draft: StudyDraft, now: datetime) -> Study:
    """A new study of a checked draft.

    Raises NotFound for an unknown match, WrongState for one whose record not everybody may have and
    for one study too many, and InvalidValue for a step or a seat that a match has not.
    """
    # Locked, so that nobody gets one too many by asking twice at the same time.
    session.scalars(select(Owner.id).where(Owner.id == owner_id).with_for_update()).one()
    count = session.scalar(select(func.count()).where(Study.owner_id == owner_id))
    if (count or 0) >= MOST:
        raise WrongState(f"you have {MOST} studies already; delete one first")
    name = "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
    _write(session, Study(name=name, owner_id=owner_id, revision=0, create_time=now), draft, now)
    return get(session, name)


def change(session: Session, row: Study, draft: StudyDraft, revision: int, now: datetime) -> Study:
    """Write a study anew, if nobody has since the revision that is changed. Raises as `create`."""
    if row.revision != revision:
        raise WrongState(
            f"the study was changed in the meantime: it is at revision {row.revision}, "
            f"not {revision}"
        )
    _write(session, row, draft, now)
    return get(session, row.name)


def remove(session: Session, row: Study) -> None:
    """Forget a study."""
    session.execute(delete(StudyMatch).where(StudyMatch.study_id == row.id))
    session.delete(row)


def get(session: Session, name: str) -> Study:
    """A study with its pages and its owner. Raises NotFound."""
    found = session.scalar(_whole(name))
    if found is None:
        raise NotFound("there is no such study")
    return found


def locked(session: Session, name: str) -> Study:
    """A study that is going to be changed. Raises NotFound."""
    found = session.scalar(_whole(name).with_for_update(of=Study))
    if found is None:
        raise NotFound("there is no such study")
    return found


def page(
    session: Session,
    ask: Ask,
    *,
    owner_id: int | None = None,
    match_id: int | None = None,
    is_own: bool = False,
) -> Page[Study]:
    """Studies, newest first, without their pages: public ones, and one's own whatever they are."""
    query = (
        select(Study)
        .options(joinedload(Study.owner))
        .order_by(Study.id.desc())
        .limit(ask.limit + 1)
    )
    if not is_own:
        query = query.where(Study.visibility == Visibility.PUBLIC)
    if owner_id is not None:
        query = query.where(Study.owner_id == owner_id)
    if match_id is not None:
        query = query.join(StudyMatch, StudyMatch.study_id == Study.id).where(
            StudyMatch.match_id == match_id
        )
    filters = ("studies", owner_id, match_id, is_own)
    before = ask.after_id(*filters)
    if before is not None:
        query = query.where(Study.id < before)
    return ask.page(session.scalars(query).all(), lambda row: [row.id], *filters)


def link_again(session: Session, match_ids: Collection[int]) -> None:
    """Find matches that are here again by the studies that have steps of them."""
    here = frozenset(match_ids)
    query = select(Study).options(undefer(Study.pages)).order_by(Study.id)
    links = [
        {"match_id": match_id, "study_id": row.id}
        for row in session.scalars(query.execution_options(yield_per=_TOGETHER))
        for match_id in sorted({page.match_id for page in draft_of(row).pages} & here)
    ]
    insert_missing(session, StudyMatch, links)


def draft_of(row: Study) -> StudyDraft:
    """What a study says."""
    pages = tuple(read_page(one) for one in row.pages)
    return StudyDraft(row.title, row.text, row.visibility, pages)


def _whole(name: str) -> Select[Study]:
    options = (undefer(Study.pages), joinedload(Study.owner))
    return (
        select(Study)
        .where(Study.name == name)
        .options(*options)
        .execution_options(populate_existing=True)
    )


def _write(session: Session, row: Study, draft: StudyDraft, now: datetime) -> None:
    ids = sorted({page.match_id for page in draft.pages})
    for match_id in ids:
        disclosure.told_record(session, match_id)
        match = session.get_one(Match, match_id)
        for page in draft.pages:
            if page.match_id == match_id:
                _check(page, match)
    row.title, row.text, row.visibility = draft.title, draft.text, draft.visibility
    row.pages = [page.plain() for page in draft.pages]
    row.page_count = len(draft.pages)
    row.revision += 1
    row.update_time = now
    session.add(row)
    session.flush()
    session.execute(delete(StudyMatch).where(StudyMatch.study_id == row.id))
    session.add_all(StudyMatch(match_id=id, study_id=row.id) for id in ids)
    session.flush()


def _check(page: StudyPage, match: Match) -> None:
    if page.step > (match.steps or 0):
        raise InvalidValue(f"match {match.id} has {match.steps} steps, not {page.step}")
    if page.eye and page.eye not in SEAT_NAMES[: match.seat_count]:
        raise InvalidValue(f"match {match.id} has no seat {page.eye}")
