"""How the greedy bot can be made to play: what it builds in which order, and how warlike it is."""

from dataclasses import dataclass, replace
from math import inf
from typing import Final

from pentarch.engine.township.tables import (
    ACADEMY,
    BREWERY,
    FARM,
    GOLDSMITH,
    GRANARY,
    HOUSE,
    MINE,
    MONUMENT,
    QUARRY,
    SCHOOL,
    SMITHY,
    TOWNHALL,
    WAREHOUSE,
    WOODLOT,
    Kind,
)

PLAN = (
    HOUSE,
    FARM,
    HOUSE,
    WOODLOT,
    SCHOOL,
    SMITHY,
    MINE,
    WAREHOUSE,
    HOUSE,
    QUARRY,
    GOLDSMITH,
    TOWNHALL,
    BREWERY,
    ACADEMY,
    ACADEMY,
    ACADEMY,
    ACADEMY,
    GRANARY,
    MONUMENT,
    MONUMENT,
)


@dataclass(frozen=True)
class Style:
    """The knobs of the greedy bot."""

    plan: tuple[Kind, ...] = PLAN
    """What is built on top of the starting buildings, in this order."""
    boldness: float = 0.0
    """An attack must be worth more renown than this."""
    fear: float = 6.0
    """Shields are made while an attack would be worth more than this to a rival in a duel."""
    is_brave: bool = True
    """Whether attacks are met when that is better than staying at home."""
    most_shields: int = 25
    most_tools: int = 14
    feast_units: int = 15
    """A smaller town makes no ale and finery."""
    most_unfinished: int = 3
    """Damage tokens with which no further ground is broken."""


def _first(*kinds: Kind) -> tuple[Kind, ...]:
    """The usual plan, but for these types, which come first."""
    rest = [*PLAN]
    for kind in kinds:
        rest.remove(kind)
    return (*kinds, *rest)


USUAL: Final = Style()
_PEACEFUL: Final = replace(USUAL, plan=tuple([kind for kind in PLAN if kind is not ACADEMY]))
_WARLIKE: Final = _first(*PLAN[:10], ACADEMY, ACADEMY, ACADEMY)
_STATELY: Final = _first(*PLAN[:13], MONUMENT, MONUMENT)
STYLES: Final = {
    "builder": _PEACEFUL,
    "careless": replace(_PEACEFUL, fear=inf),
    "homebody": replace(_PEACEFUL, fear=inf, is_brave=False),
    "raider": replace(USUAL, plan=_WARLIKE, boldness=-2.0),
    "mason": replace(USUAL, plan=_STATELY),
}
"""No army; no shields either; no defence at all; an early army; monuments before arms."""
TRIED: Final = ("mason", "builder", "careless", "homebody")
"""Those that search may find better for a match or a part of it."""
