"""Records as text, step by step."""

import json
from pathlib import Path
from typing import Final

from pentarch.engine.core import SEAT_NAMES
from pentarch.engine.errors import InvalidValue
from pentarch.engine.record import Frame, Record, decode, replay
from pentarch.engine.ruleset import OMNISCIENT

SUFFIX: Final = ".pentarch"
MOST_BYTES: Final = 16 << 20
MOST_FILES: Final = 1000


def told(record: Record, step: int, seat: str = "") -> str:
    """A record after a step, 0 before the first: as a seat saw it, or as it was.

    Raises EngineError.
    """
    count = len(record.steps)
    if not 0 <= step <= count:
        raise InvalidValue(f"the record has steps 0 to {count}, not {step}")
    names = SEAT_NAMES[: record.seats]
    if seat and seat not in names:
        raise InvalidValue(f"a seat of this match is one of {', '.join(names)}, or none")
    for frame in replay(record):
        if frame.step == step:
            return "\n".join([_heading(record), *_step(frame, count, seat)])
    raise AssertionError("a record that is shorter than its steps")


def _heading(record: Record) -> str:
    # Names were chosen by others: quoted, they are nothing but names.
    bots = [f"{SEAT_NAMES[seat]} {json.dumps(name)}" for seat, name in enumerate(record.bots)]
    outcome = record.outcome
    ranks = ", ".join(str(rank) for rank in outcome.ranks)
    return (
        f"{record.ruleset}: {', '.join(bots)}; {len(record.steps)} steps, ended by "
        f"{outcome.reason} ({outcome.rule}), ranks {ranks}"
    )


def _step(frame: Frame, count: int, seat: str) -> list[str]:
    match, ruleset = frame.match, frame.match.ruleset
    eye = SEAT_NAMES.index(seat) if seat else None
    lines = [f"After step {frame.step} of {count}:"]
    if frame.step:
        step = match.steps[-1]
        events = ruleset.told(match.state, step.seat, step.command, frame.events, eye)
        if eye is None:
            lines.append(f"- {SEAT_NAMES[step.seat]}: {ruleset.phrase(step.command)}")
            events = frame.events
        lines += [f"- {ruleset.sentence(event)}" for event in events]
    lines.append(ruleset.text(ruleset.view(match.state, OMNISCIENT if eye is None else eye)))
    return lines


class Folder:
    """A folder with records, and nothing outside of it."""

    def __init__(self, path: Path) -> None:
        self._path: Final = path

    def names(self) -> list[str]:
        """The records in it, the newest first."""
        found = [path for path in self._path.glob(f"*{SUFFIX}") if path.is_file()]
        found.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        return [path.name for path in found[:MOST_FILES]]

    def read(self, name: str) -> Record:
        """One of them. Raises EngineError."""
        if name not in self.names():
            raise InvalidValue(f"there is no record {name[:80]!r} in the folder of records")
        path = self._path / name
        if path.stat().st_size > MOST_BYTES:
            raise InvalidValue(f"the record {name!r} is larger than {MOST_BYTES} bytes")
        try:
            return decode(path.read_bytes())
        except OSError as error:
            raise InvalidValue(f"the record {name!r} cannot be read: {error.strerror}") from error
