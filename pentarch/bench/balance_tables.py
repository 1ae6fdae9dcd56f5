"""The tables whose balance is counted for each ruleset: `pentarch bench --balance --all`."""

from typing import Final

from pentarch.bench.balance import BalanceTable
from pentarch.engine import registry

TABLES: Final[dict[str, tuple[BalanceTable, ...]]] = {
    "capital": (
        BalanceTable("capital", 2, {"mode": "full"}),
        BalanceTable("capital", 2, {"mode": "short"}),
        BalanceTable("capital", 3, {"mode": "full"}),
        BalanceTable("capital", 3, {"mode": "short"}),
        BalanceTable("capital", 4, {"mode": "full"}),
        BalanceTable("capital", 4, {"mode": "short"}),
        BalanceTable("capital", 4, {"mode": "full", "teams": "2v2"}),
        BalanceTable("capital", 4, {"mode": "short", "teams": "2v2"}),
        BalanceTable("capital", 2, {"cities": "b_random"}),
        BalanceTable("capital", 2, {"cities": "b_pick"}),
        BalanceTable("capital", 3, {"cities": "b_pick"}),
        BalanceTable("capital", 4, {"cities": "b_pick"}),
    ),
    "heroes": (
        BalanceTable("heroes", 2, {"races": "random"}, blocks=200),
        BalanceTable("heroes", 3, {"races": "random"}, blocks=200),
        BalanceTable("heroes", 2, {"races": "random", "preset": "advanced"}, blocks=200),
        BalanceTable("heroes", 3, {"races": "random", "preset": "advanced"}, blocks=200),
    ),
    "township": tuple([BalanceTable("township", seats, blocks=300) for seats in range(2, 7)]),
}
"""By ruleset; one that is not here has every number of seats with the default options."""


def tables_of(ruleset: str) -> "tuple[BalanceTable, ...]":
    """All tables of a ruleset. Raises UnknownRuleset."""
    info = registry.get(ruleset).info
    counts = range(max(2, info.min_seats), info.max_seats + 1)
    return TABLES.get(ruleset) or tuple(BalanceTable(ruleset, seats) for seats in counts)
