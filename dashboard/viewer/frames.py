"""What the viewer is fed: a record played again, as a first view and one small change per step."""

from collections.abc import Callable
from typing import Any

from engine.core import SEAT_NAMES, Event, Seat
from engine.match import Match
from engine.plain import Json
from engine.record import Record, replay
from engine.ruleset import OMNISCIENT

EVERYTHING = "all"


def payload(record: Record, on_step: Callable[[], None] | None = None) -> dict[str, Json]:
    """Everything the viewer shows of a record. Raises Diverged if the record does not replay."""
    steps: list[Json] = []
    measures: dict[str, list[Json]] = {}
    eyes: dict[str, Eye] = {}
    for frame in replay(record):
        match = frame.match
        if not eyes:
            eyes = {name: Eye(seat) for name, seat in _eyes(match)}
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
        "seed": record.seed,
        "options": record.options,
        "steps": steps,
        "measures": dict(measures),
        "eyes": _sent(eyes, match.seats),
        "outcome": {
            "ranks": list(record.outcome.ranks),
            "scores": list(record.outcome.scores),
            "reason": record.outcome.reason,
            "rule": record.outcome.rule,
        },
        "forfeits": [[f.step, SEAT_NAMES[f.seat], f.verdict] for f in record.forfeits],
        "annotations": record.annotations,
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


def change(old: Json, new: Json) -> Json:
    """How to get from one value to another: None for nothing, `[value]` for another value, and an
    object of changes by key (or index) for objects with the same keys and lists of one length."""
    if old is new:  # what a ruleset hands out again and again, such as a map
        return None
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        parts = {key: change(old[key], new[key]) for key in old}
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        parts = {str(i): change(a, b) for i, (a, b) in enumerate(zip(old, new, strict=True))}
    else:
        return None if old == new and type(old) is type(new) else [new]
    kept: dict[str, Json] = {key: part for key, part in parts.items() if part is not None}
    return kept or None


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


def _sent(eyes: dict[str, Eye], seats: int) -> dict[str, Json]:
    """The views by name; a seat of an open ruleset refers to everything."""
    sent: dict[str, Json] = {name: EVERYTHING for name in (EVERYTHING, *SEAT_NAMES[:seats])}
    for name, eye in eyes.items():
        sent[name] = {"first": eye.first, "changes": eye.changes}
    return sent


def _step(match: Match[Any], events: list[Event]) -> Json:
    step = match.steps[-1]
    told: list[Json] = [
        {
            "text": str(event),
            "name": event.name,
            "seat": event.seat,
            "values": list(event.values),
            "to": None if event.to is None else [SEAT_NAMES[seat] for seat in event.to],
        }
        for event in events
    ]
    return {"seat": step.seat, "command": step.command.text, "events": told}
