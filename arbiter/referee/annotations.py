"""Annotations: what a record keeps beside the steps, for people: times, clocks, notes, evidence.

No digest covers them, and their size is bounded whatever a bot does. As plain values:

    how       one letter per step: a answered, p later in a plan, f forced, s stand-in
    spent     microseconds per step that the seat's clock was charged (0 where it was not asked)
    left      milliseconds in the seat's bank after the step (None: without limit)
    terms     the time control
    notes     [step, seat, {name: value}] for decisions with notes
    refused   [step, seat, text, reason] where the rest of a plan was dropped
    evidence  one entry per verdict; in a public record without what the bot printed or sent
    omitted   how many notes and refusals were left out to keep the size

Without times (`spent`, `left`, `terms`) equal matches have equal annotations.
"""

from math import isfinite
from typing import Final

from pentarch.arbiter.referee.clocks import Terms
from pentarch.arbiter.referee.verdicts import Evidence
from pentarch.engine.core import Seat
from pentarch.engine.plain import Json, canonical

ANSWERED: Final = "a"
PLANNED: Final = "p"
FORCED: Final = "f"
STAND_IN: Final = "s"

MOST_NOTE_BYTES: Final = 2048
MOST_NOTES_BYTES: Final = 64 * 1024
MOST_REFUSALS: Final = 200
_MOST_DEPTH: Final = 6
_MOST_ITEMS: Final = 100
_MOST_TEXT: Final = 500
_MOST_NAME: Final = 60
_MOST_NUMBER: Final = 1 << 53


class Annotations:
    """The annotations of a match that is being played."""

    def __init__(self, terms: Terms) -> None:
        self._terms: Final = terms
        self._how: Final[list[str]] = []
        self._spent: Final[list[float]] = []
        self._left: Final[list[float]] = []
        self._notes: Final[list[tuple[int, Seat, Json]]] = []
        self._refused: Final[list[tuple[int, Seat, Json, Json]]] = []
        self._waited: Final[dict[tuple[int, Seat], int]] = {}
        self._note_bytes = 0
        self._omitted = 0
        self.evidence: Final[list[Evidence]] = []

    def step(self, how: str, spent: float, left: float) -> None:
        """A step was played."""
        self._how.append(how)
        self._spent.append(spent)
        self._left.append(left)

    def note(self, step: int, seat: Seat, notes: object) -> None:
        """A bot's notes on the decision that begins with step `step`."""
        try:
            value = safe(notes)
            size = len(canonical(value))
        except Exception:
            # A bot in this process may hand over objects that fail when they are looked at.
            self._omitted += 1
            return
        if size > MOST_NOTE_BYTES or self._note_bytes + size > MOST_NOTES_BYTES:
            self._omitted += 1
            return
        self._note_bytes += size
        self._notes.append((step, seat, value))

    def refused(self, step: int, seat: Seat, text: str, reason: str) -> None:
        """The rest of a plan was dropped after step `step`."""
        if len(self._refused) >= MOST_REFUSALS:
            self._omitted += 1
            return
        self._refused.append((step, seat, safe(text), safe(reason)))

    def waited(self, step: int, seat: Seat, steps: int) -> None:
        """The decision that begins with step `step` was asked this many steps before it."""
        if steps:
            self._waited[step, seat] = steps

    def of_step(self, index: int, seat: Seat) -> "dict[str, Json]":
        """What is known of a step, counted from 0, of a seat: for the journal."""
        left = self._left[index]
        remark: dict[str, Json] = {
            "how": self._how[index],
            "spent": round(self._spent[index], 9),
            "left": round(left, 9) if isfinite(left) else None,
        }
        if (index + 1, seat) in self._waited:
            remark["waited"] = self._waited[index + 1, seat]
        for step, by, value in self._notes:
            if step == index + 1 and by == seat:
                remark["notes"] = value
        for step, by, text, reason in self._refused:
            if step == index + 1 and by == seat:
                remark["refused"] = [text, reason]
        return remark

    def plain(self, *, timed: bool, is_public: bool = False) -> Json:
        """All of it as plain values; of the evidence only a summary if everybody will see it."""
        value: dict[str, Json] = {"how": "".join(self._how)}
        if self._notes:
            value["notes"] = [[*note] for note in self._notes]
        if self._refused:
            value["refused"] = [[*refusal] for refusal in self._refused]
        if self._omitted:
            value["omitted"] = self._omitted
        if self.evidence:
            value["evidence"] = [
                item.plain(timed=timed, is_public=is_public) for item in self.evidence
            ]
        if timed:
            value["terms"] = self._terms.plain()
            value["spent"] = [round(spent * 1e6) for spent in self._spent]
            if self._terms.is_limited:
                value["left"] = [
                    round(left * 1e3) if isfinite(left) else None for left in self._left
                ]
        return value


def safe(value: object, depth: int = 0) -> Json:
    """A bot's value as harmless plain values: bounded, and nothing that JSON cannot express."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        number = int(value)
        return number if -_MOST_NUMBER <= number <= _MOST_NUMBER else "(a large number)"
    if isinstance(value, float):
        return float(value) if isfinite(value) else str(float(value))
    if isinstance(value, str):
        return _text(value, _MOST_TEXT)
    if depth >= _MOST_DEPTH:
        return "(too deep)"
    if isinstance(value, dict):
        items = list(value.items())[:_MOST_ITEMS]
        return {_name(key): safe(item, depth + 1) for key, item in items}
    if isinstance(value, list | tuple):
        return [safe(item, depth + 1) for item in value[:_MOST_ITEMS]]
    return f"({_text(type(value).__name__, _MOST_NAME)})"


def _name(key: object) -> str:
    return _text(key, _MOST_NAME) if isinstance(key, str) else f"({type(key).__name__})"


def _text(text: str, most: int) -> str:
    """Cut, and without the halves of surrogate pairs that no file or page can hold."""
    return str(text[:most]).encode("utf-8", "replace").decode("utf-8")
