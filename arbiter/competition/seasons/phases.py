"""The phases of a season: where it stands by its timetable, by hand, and what may follow.

A season only goes forward, one phase at a time, so that what each phase has to do is done. The
clock and a person's hand do the same: both say how far it should be, and the further one counts.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import pairwise
from typing import Final

from pentarch.arbiter.competition.formats.settings import InvalidPlan


class Phase(StrEnum):
    """Where a season stands, in this order."""

    ANNOUNCED = "announced"
    OPEN = "open"
    """The ladders are played, and new versions enter by themselves."""
    FROZEN = "frozen"
    """The ladders go on with the versions that were there."""
    FINALS = "finals"
    CLOSED = "closed"
    """The tables are final, and the secret is told."""
    AFTER = "after"
    """Ladders that count for nothing, open to new versions again."""

    @property
    def place(self) -> int:
        """Its place in the order, from 0."""
        return PHASES.index(self)


PHASES: Final = tuple(Phase)
_DATED: Final = PHASES[1:]


@dataclass(frozen=True)
class Timetable:
    """When phases begin; None for those that begin by hand alone."""

    opens: datetime | None = None
    freezes: datetime | None = None
    finals: datetime | None = None
    closes: datetime | None = None
    after: datetime | None = None

    def __post_init__(self) -> None:
        told = [(phase, at) for phase in _DATED if (at := self.beginning(phase)) is not None]
        for (before, earlier), (phase, later) in pairwise(told):
            if later < earlier:
                raise InvalidPlan(f"{phase} must not begin before {before}")

    def beginning(self, phase: Phase) -> datetime | None:
        """When a phase begins by the clock."""
        times = (None, self.opens, self.freezes, self.finals, self.closes, self.after)
        return times[phase.place]

    def require_ahead(self, now: datetime) -> None:
        """Raise InvalidPlan where a season that is announced now would come to its finals at once
        or be closed, with nothing played."""
        for phase in PHASES[Phase.FINALS.place :]:
            at = self.beginning(phase)
            if at is not None and at < now:
                raise InvalidPlan(f"{phase} would begin in the past, with nothing played")

    def at(self, now: datetime) -> Phase:
        """The phase that the clock says."""
        begun = [p for p in _DATED if (at := self.beginning(p)) is not None and at <= now]
        return begun[-1] if begun else Phase.ANNOUNCED


def following(phase: Phase) -> Phase:
    """The phase after one; the last is followed by itself."""
    return PHASES[min(phase.place + 1, len(PHASES) - 1)]


def due(phase: Phase, goal: Phase, timetable: Timetable, now: datetime) -> Phase | None:
    """The phase that a season should go on to, given how far somebody wants it; None to stay."""
    wanted = max(goal.place, timetable.at(now).place)
    return following(phase) if wanted > phase.place else None


def time_left(phase: Phase, timetable: Timetable, now: datetime) -> timedelta | None:
    """How long a season is in its phase by the clock; None when only a hand ends it."""
    later = (timetable.beginning(one) for one in PHASES[phase.place + 1 :])
    ends = next((at for at in later if at is not None), None)
    return None if ends is None else max(ends - now, timedelta(0))
