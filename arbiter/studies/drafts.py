"""What a study says, and its form as plain values, in which it is stored, exported and imported.

Text and places come from strangers: they are bounded here, and everywhere shown as text only. Which
places a board has, only the board knows; one that it has not is not drawn.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from pentarch.engine.core import SEAT_NAMES
from pentarch.engine.errors import InvalidValue
from pentarch.engine.plain import Json, as_dict, as_list, as_str, int_field, list_field, strs

MOST_PAGES: Final = 64
MOST_TITLE: Final = 120
MOST_TEXT: Final = 4000
MOST_MARKS: Final = 32
MOST_ARROWS: Final = 32
MOST_PLACE: Final = 40
_MOST_STEP: Final = 1 << 31
_MOST_MATCH: Final = 1 << 63
KEPT: Final = frozenset({"id", "owner", "revision", "create_time", "update_time"})
"""What an exported study also has, and an imported one is given anew."""
_FIELDS: Final = frozenset({"title", "text", "visibility", "pages"})
_PAGE_FIELDS: Final = frozenset({"match", "step", "eye", "text", "marks", "arrows"})


class Visibility(StrEnum):
    """Who is told of a study; whoever knows its address may read it."""

    PUBLIC = "public"
    UNLISTED = "unlisted"


@dataclass(frozen=True)
class StudyPage:
    """A step of a match, as a seat saw it (`eye`; empty: everything), with words, marked places,
    and arrows from place to place."""

    match_id: int
    step: int
    eye: str = ""
    text: str = ""
    marks: tuple[str, ...] = ()
    arrows: tuple[tuple[str, str], ...] = ()

    def plain(self) -> dict[str, Json]:
        """As plain values."""
        return {
            "match": self.match_id,
            "step": self.step,
            "eye": self.eye,
            "text": self.text,
            "marks": strs([*self.marks]),
            "arrows": [[start, end] for start, end in self.arrows],
        }


@dataclass(frozen=True)
class StudyDraft:
    """A study as its owner writes it."""

    title: str
    text: str
    visibility: Visibility
    pages: tuple[StudyPage, ...]

    def plain(self) -> dict[str, Json]:
        """As plain values."""
        return {
            "title": self.title,
            "text": self.text,
            "visibility": self.visibility.value,
            "pages": [page.plain() for page in self.pages],
        }


def read(value: Json) -> StudyDraft:
    """From plain values. Raises InvalidValue, also for what is too long or has unknown fields."""
    fields = as_dict(value, "a study")
    _only(fields, _FIELDS | KEPT, "a study")
    try:
        visibility = Visibility(_text(fields, "visibility", MOST_TITLE) or Visibility.UNLISTED)
    except ValueError as error:
        raise InvalidValue(f"the visibility is one of {', '.join(Visibility)}") from error
    return checked(
        StudyDraft(
            _text(fields, "title", MOST_TITLE),
            _text(fields, "text", MOST_TEXT),
            visibility,
            tuple(read_page(page) for page in list_field(value, "pages")),
        )
    )


def read_page(value: Json) -> StudyPage:
    """From plain values. Raises InvalidValue."""
    fields = as_dict(value, "a page")
    _only(fields, _PAGE_FIELDS, "a page")
    marks = as_list(fields.get("marks", []), "marks")
    arrows = as_list(fields.get("arrows", []), "arrows")
    return checked_page(
        StudyPage(
            int_field(value, "match"),
            int_field(value, "step"),
            _text(fields, "eye", MOST_PLACE),
            _text(fields, "text", MOST_TEXT),
            tuple(as_str(mark, "a mark") for mark in marks),
            tuple(_arrow(arrow) for arrow in arrows),
        )
    )


def checked(draft: StudyDraft) -> StudyDraft:
    """The draft, if it is within the limits. Raises InvalidValue."""
    if not draft.title.strip():
        raise InvalidValue("a study has a title")
    _bounded(draft.title, MOST_TITLE, "a title")
    _bounded(draft.text, MOST_TEXT, "the text of a study")
    if not 1 <= len(draft.pages) <= MOST_PAGES:
        raise InvalidValue(f"a study has 1 to {MOST_PAGES} pages")
    for page in draft.pages:
        checked_page(page)
    return draft


def checked_page(page: StudyPage) -> StudyPage:
    """The page, if it is within the limits. Raises InvalidValue."""
    if not 1 <= page.match_id < _MOST_MATCH or not 0 <= page.step < _MOST_STEP:
        raise InvalidValue("a page names a match and a step of it")
    if page.eye and page.eye not in SEAT_NAMES:
        raise InvalidValue(f"the eye is a seat as in {SEAT_NAMES[0]}, or empty for everything")
    _bounded(page.text, MOST_TEXT, "the text of a page")
    if len(page.marks) > MOST_MARKS or len(page.arrows) > MOST_ARROWS:
        raise InvalidValue(f"a page has at most {MOST_MARKS} marks and {MOST_ARROWS} arrows")
    for place in (*page.marks, *(end for arrow in page.arrows for end in arrow)):
        if not place or len(place) > MOST_PLACE or not place.isprintable():
            raise InvalidValue(f"a place has 1 to {MOST_PLACE} printable characters")
    return page


def _only(fields: Mapping[str, Json], known: frozenset[str], what: str) -> None:
    unknown = sorted(fields.keys() - known)
    if unknown:
        raise InvalidValue(f"{what} has no field {unknown[0][:MOST_PLACE]!r}")


def _text(fields: Mapping[str, Json], name: str, most: int) -> str:
    return _bounded(as_str(fields.get(name, ""), name), most, name)


def _bounded(text: str, most: int, what: str) -> str:
    if len(text) > most:
        raise InvalidValue(f"{what} has at most {most} characters")
    # PostgreSQL keeps no NUL, and nothing keeps half of a pair.
    if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise InvalidValue(f"{what} has a character that is none")
    return text


def _arrow(value: Json) -> tuple[str, str]:
    ends = as_list(value, "an arrow")
    if len(ends) != 2:
        raise InvalidValue("an arrow goes from one place to another")
    return as_str(ends[0], "a place"), as_str(ends[1], "a place")
