"""What calls cost, as `pentarch bench --fleet --json` has measured them.

Matches of two seconds or more are leased and handed in one by one, shorter ones together: measure
with matches on the same side of that as those that are asked about.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

_CALLS: Final = (
    "take a task",
    "read a task",
    "lease",
    "hand in",
    "send a task",
    "heartbeat",
    "sign of life",
    "measure",
    "sweep",
)


@dataclass(frozen=True)
class Cost:
    """Seconds of a call: processor time of who calls, processor time of the database's process that
    serves it, and the rest, in which both wait for disks, locks and each other."""

    caller: float
    database: float
    rest: float

    def __sub__(self, other: "Cost") -> "Cost":
        """What is more than in another; nothing where that is more."""
        return Cost(
            max(0.0, self.caller - other.caller),
            max(0.0, self.database - other.database),
            max(0.0, self.rest - other.rest),
        )

    def times(self, factor: float) -> "Cost":
        """As much so many times."""
        return Cost(factor * self.caller, factor * self.database, factor * self.rest)


@dataclass(frozen=True)
class Costs:
    """The costs of a fleet's calls by name; of verifying each time and for each match, of rating
    for each match."""

    calls: dict[str, Cost]
    verify: Cost
    verify_each: Cost
    rate: Cost
    overhead: float
    """What the database's other processes take, for each second of those that serve calls."""


class InvalidCosts(ValueError):
    """A file that is not what the bench writes."""


def read(path: Path) -> Costs:
    """The costs in a file. Raises InvalidCosts."""
    try:
        fleet = json.loads(path.read_text())["fleet"]
        return costs_of(fleet)
    except (KeyError, TypeError, ValueError, ZeroDivisionError) as error:
        raise InvalidCosts(f"{path} is not what `pentarch bench --fleet --json` prints") from error


def costs_of(fleet: dict[str, Any]) -> Costs:
    """The costs that a fleet's figures say."""
    calls = {call["name"]: call for call in fleet["calls"]}
    rate = fleet["rating"]
    rating = _cost(rate["each"], rate["caller"], rate["database"])
    verifying = {name: _cost(**cost) for name, cost in fleet["verifying"].items()}
    served = sum(call["count"] * call["database"] for call in calls.values()) / 1e3
    return Costs(
        calls={
            name: _cost(calls[name]["mean"], calls[name]["caller"], calls[name]["database"])
            for name in _CALLS
        },
        verify=verifying["call"],
        # A verify process rates what it has verified, and was measured so.
        verify_each=verifying["each"] - rating,
        rate=rating,
        overhead=max(0.0, fleet["database_cores"] * fleet["seconds"] / served - 1),
    )


def _cost(mean: float, caller: float, database: float) -> Cost:
    return Cost(caller / 1e3, database / 1e3, max(0.0, mean - caller - database) / 1e3)
