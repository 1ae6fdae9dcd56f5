"""What adapters are tested at: every ruleset, several numbers of seats, short matches."""

import pytest

from pentarch.engine import registry
from pentarch.engine.plain import Json

CYCLES = 40
SHORT: dict[str, dict[str, Json]] = {
    "township": {"round_cap": 5},
    "kingdom": {"max_rounds": 5},
    "capital": {"round_cap": 10},
    "heroes": {"rounds": 1},
    "tradewarz": {"years": 1, "year_cap": 1},
}
"""Options with which a match is soon over."""

rulesets = pytest.mark.parametrize("id", registry.IDS)


def table_sizes(id: str) -> list[int]:
    """The fewest seats, the most, and something between."""
    info = registry.get(id).info
    fewest, most = max(2, info.min_seats), info.max_seats
    return sorted({fewest, (fewest + most) // 2, most})


sizes = pytest.mark.parametrize(
    ("id", "seats"), [(id, seats) for id in registry.IDS for seats in table_sizes(id)]
)
