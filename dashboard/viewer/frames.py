"""What the viewer is fed: a record played again, or a match that goes on, as a first view and one
small change per step."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from pentarch.engine.commands import Command
from pentarch.engine.core import COMMAND, SEAT_NAMES, Event, Outcome, Seat
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from pentarch.engine.record import Record, replay
from pentarch.engine.ruleset import OMNISCIENT, Ruleset

EVERYTHING = "all"
SPECTATORS = "spectators"
SECRET = "…"


def payload(
    record: Record, on_step: Callable[[], None] | None = None, *, only: str | None = None
) -> dict[str, Json]:
    """Everything the viewer shows of a record. Raises Diverged if the record does not replay.

    With `only`, the views of one pair of eyes; those of the others are None, to be had by `views`.
    """
    steps: list[Json] = []
    measures: dict[str, list[Json]] = {}
    eyes: dict[str, Eye] = {}
    for frame in replay(record):
        match = frame.match
        if not eyes:
            eyes = {name: Eye(seat) for name, seat in _eyes(match) if only in (None, name)}
        for eye in eyes.values():
            eye.look(match)
        for name, values in match.ruleset.measures(match.state).items():
            measures.setdefault(name, []).append(list(values))
        if frame.step:
            steps.append(_step(match, frame.events))
            if on_step is not None:
                on_step()
    info = match.ruleset.info
    return {
        "ruleset": info.id,
        "title": info.title,
        "bots": list(record.bots),
        "luck": f"key {record.key.hex()}" if record.seed is None else f"seed {record.seed}",
        "options": record.options,
        "chart": match.ruleset.chart(match.state),
        "steps": steps,
        "measures": dict(measures),
        "eyes": _sent(eyes, match),
        "outcome": _outcome(record.outcome),
        "forfeits": [[f.step, SEAT_NAMES[f.seat], f.verdict] for f in record.forfeits],
        "annotations": record.annotations,
        "digest": record.final_digest.hex(),
        "verified": True,
    }


class Eye:
    """The views of one pair of eyes: the first, and how each differs from the one before."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.first: Json = None
        self.last: Json = None
        self.changes: list[Json] = []

    def look(self, match: Match[Any]) -> None:
        """Take in the state as it is now."""
        view = match.ruleset.view(match.state, self.seat)
        if self.last is None:
            self.first = view
        else:
            self.changes.append(change(self.last, view))
        self.last = view

    def sent(self) -> Json:
        """What the viewer is fed of it."""
        return {"first": self.first, "changes": self.changes}


def views(record: Record, seat: Seat) -> Json:
    """What a seat saw of a record. Raises Diverged if the record does not replay."""
    eye = Eye(seat)
    for frame in replay(record):
        eye.look(frame.match)
    return eye.sent()


class LivePayload:
    """A match that goes on, as one pair of eyes may see it: a payload that grows at its end.

    Nothing hidden gets in: no seed, no other view, and no command that these eyes may not know.
    Only the latest `most` steps are kept.
    """

    def __init__(
        self, match: Match[Any], seat: Seat | None, bots: list[str], most: int = 300
    ) -> None:
        self._match: Final = match
        self._seat: Final = seat
        self._bots: Final = bots
        self._most: Final = most
        self._first = self._look()
        self._last = self._first
        self._changes: list[Json] = []
        self._steps: list[Json] = []
        self._measures: list[dict[str, list[int]]] = [self._measure()]
        # A match that is played on has made steps before.
        self._skipped = len(match.steps)

    @property
    def steps(self) -> int:
        """How many steps the match has come."""
        return self._skipped + len(self._steps)

    def step(self, events: list[Event]) -> None:
        """Take in the step that the match has just made."""
        match, made = self._match, self._match.steps[-1]
        told = match.ruleset.told(match.state, made.seat, made.command, events, self._seat)
        is_told = any(event.name == COMMAND for event in told)
        happened = [event for event in told if event.name != COMMAND]
        given = made.command if is_told else None
        self._steps.append(step_of(match.ruleset, made.seat, given, happened))
        view = self._look()
        self._changes.append(change(self._last, view))
        self._last = view
        self._measures.append(self._measure())
        if len(self._steps) > 2 * self._most:
            self._forget(len(self._steps) - self._most)

    def payload(self) -> dict[str, Json]:
        """What the viewer is fed: as of a record, with an outcome only once there is one."""
        match, outcome = self._match, self._match.outcome
        eye = SPECTATORS if self._seat is None else SEAT_NAMES[self._seat]
        measures: dict[str, Json] = {
            name: [list(all[name]) for all in self._measures] for name in self._measures[0]
        }
        return {
            "ruleset": match.ruleset.info.id,
            "title": match.ruleset.info.title,
            "bots": list(self._bots),
            "options": match.options.plain(),
            "chart": match.ruleset.chart(match.state),
            "skipped": self._skipped,
            "steps": list(self._steps),
            "measures": measures,
            "eyes": {eye: {"first": self._first, "changes": list(self._changes)}},
            "outcome": None if outcome is None else _outcome(outcome),
            "forfeits": [[f.step, SEAT_NAMES[f.seat], f.verdict] for f in match.forfeits],
            "annotations": None,
            "verified": False,
        }

    def _forget(self, count: int) -> None:
        for step in self._changes[:count]:
            self._first = apply_change(self._first, step)
        del self._changes[:count], self._steps[:count], self._measures[:count]
        self._skipped += count

    def _look(self) -> Json:
        return self._match.ruleset.view(self._match.state, self._seat)

    def _measure(self) -> dict[str, list[int]]:
        # A measure may count what is hidden.
        ruleset = self._match.ruleset
        return ruleset.measures(self._match.state) if ruleset.info.is_open else {}


def step_of(
    ruleset: Ruleset[Any], seat: Seat, command: Command | None, events: list[Event]
) -> Json:
    """A step as the viewer is fed it, of events that the one who sees it may know.

    None is a command that they may not know.
    """
    return {
        "seat": seat,
        "command": SECRET if command is None else command.text,
        "phrase": SECRET if command is None else ruleset.phrase(command),
        "to": None,
        "events": [_told(ruleset, event, None) for event in events],
    }


def change(old: Json, new: Json) -> Json:
    """How to get from one value to another: None for nothing, `[value]` for another value, and an
    object of changes by key (or index) for objects with the same keys and lists of one length.

    What is equal to Python is the same here: no view says 1 where it said true before.
    """
    # Comparing whole branches is fast; most of a view stays as it was.
    if old == new:
        return None
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        return {key: change(old[key], new[key]) for key in old if old[key] != new[key]}
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        pairs = enumerate(zip(old, new, strict=True))
        return {str(i): change(a, b) for i, (a, b) in pairs if a != b}
    return [new]


def apply_change(old: Json, step: Json) -> Json:
    """The value after a change; `viewer.js` does the same."""
    if step is None:
        return old
    if isinstance(step, list):
        return step[0]
    assert isinstance(step, dict)
    if isinstance(old, list):
        return [apply_change(item, step.get(str(i))) for i, item in enumerate(old)]
    assert isinstance(old, dict)
    return {key: apply_change(item, step.get(key)) for key, item in old.items()}


def _eyes(match: Match[Any]) -> list[tuple[str, Seat]]:
    """Everything, and each seat's own view where it differs."""
    eyes: list[tuple[str, Seat]] = [(EVERYTHING, OMNISCIENT)]
    if not match.ruleset.info.is_open:
        eyes += [(SEAT_NAMES[seat], seat) for seat in range(match.seats)]
    return eyes


def _sent(eyes: dict[str, Eye], match: Match[Any]) -> dict[str, Json]:
    """The views by name; a seat of an open ruleset refers to everything."""
    seats = (EVERYTHING, *SEAT_NAMES[: match.seats])
    sent: dict[str, Json] = dict.fromkeys(seats, EVERYTHING if match.ruleset.info.is_open else None)
    for name, eye in eyes.items():
        sent[name] = eye.sent()
    return sent


def _step(match: Match[Any], events: list[Event]) -> Json:
    step, ruleset = match.steps[-1], match.ruleset
    return {
        "seat": step.seat,
        "command": step.command.text,
        "phrase": ruleset.phrase(step.command),
        "to": _names(ruleset.audience(match.state, step.seat, step.command)),
        "events": [_told(ruleset, event, event.to) for event in events],
    }


def _told(ruleset: Ruleset[Any], event: Event, to: Sequence[Seat] | None) -> Json:
    return {
        "text": str(event),
        "sentence": ruleset.sentence(event),
        "name": event.name,
        "seat": event.seat,
        "values": list(event.values),
        "to": _names(to),
    }


def _names(to: Sequence[Seat] | None) -> Json:
    """The names of those who may know; None: everybody."""
    return None if to is None else [SEAT_NAMES[seat] for seat in to]


def _outcome(outcome: Outcome) -> Json:
    return {
        "ranks": list(outcome.ranks),
        "scores": list(outcome.scores),
        "reason": outcome.reason,
        "rule": outcome.rule,
    }
