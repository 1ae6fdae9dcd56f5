"""What an agent is given with every observation: the view itself, what is legal, what happened.

Few learners look at it, and it would take longer than the rules: so each part is made when it is
first read, from a copy of the match as it stood.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from pentarch.engine.core import Seat
from pentarch.research.course import Course

if TYPE_CHECKING:
    from _collections_abc import dict_items, dict_values

Part: TypeAlias = Callable[[Course, Seat], Any]


def _texts(course: Course, seat: Seat) -> list[str]:
    return [command.text for command in course.legal(seat)]


def _phrases(course: Course, seat: Seat) -> list[str]:
    return [course.kind.ruleset.phrase(command) for command in course.legal(seat)]


def _sentences(course: Course, seat: Seat) -> list[str]:
    return [course.kind.ruleset.sentence(event) for event in course.heard(seat)]


_PARTS: Final[dict[str, Part]] = {
    "view": Course.kept_view,
    "legal": _texts,
    "phrases": _phrases,
    "events": _sentences,
}


class Knowledge(dict[str, Any]):
    """An agent's `info`: all that its seat may know, nothing else.

    `view` is the view, `legal` and `phrases` are the legal commands as text and in words, `events`
    what the seat was told since it last decided, in sentences. For a seat that has forfeited
    `illegal` says by what. A plain dict once it is copied.
    """

    __slots__ = ("_course", "_seat")

    def __init__(self, course: Course, seat: Seat) -> None:
        # What makes a part stands in its place until it is read.
        super().__init__(_PARTS)
        self._course: Final = course
        self._seat: Final = seat

    def __getitem__(self, key: str) -> Any:
        value = super().__getitem__(key)
        if value is _PARTS.get(key):
            value = self[key] = _PARTS[key](self._course, self._seat)
        return value

    # What reads a dict must not come past the method above.

    def __iter__(self) -> Iterator[str]:
        return super().__iter__()

    def get(self, key: str, default: Any = None) -> Any:
        return self[key] if key in self else default  # noqa: SIM401 - this is `get`

    def values(self) -> "dict_values[str, Any]":
        return self._whole().values()

    def items(self) -> "dict_items[str, Any]":
        return self._whole().items()

    def copy(self) -> dict[str, Any]:
        return self._whole()

    def __or__(self, other: dict[str, Any]) -> dict[str, Any]:  # type: ignore[override]  # of any
        return self._whole() | other

    def __eq__(self, other: object) -> bool:
        return self._whole() == other

    __hash__ = None  # as dicts have none

    def __repr__(self) -> str:
        return repr(self._whole())

    def __reduce__(self) -> tuple[type[dict[str, Any]], tuple[dict[str, Any]]]:
        return dict, (self._whole(),)

    def _whole(self) -> dict[str, Any]:
        return {key: self[key] for key in self}


def known(course: Course, seat: Seat) -> Knowledge:
    """What the seat may know now. It stays as it is when the match goes on."""
    knowledge = Knowledge(course.memory(), seat)
    if seat in course.forfeits:
        knowledge["illegal"] = course.forfeits[seat]
    return knowledge
