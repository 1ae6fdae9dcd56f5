"""What towns have: people, stocks, buildings, and what is missing of them."""

from math import log1p
from typing import Final

from pentarch.engine.core import Words
from pentarch.engine.township.state import State, Town
from pentarch.engine.township.tables import (
    ALE,
    FINERY,
    FULL,
    GOODS,
    GRAIN,
    KINDS,
    SHIELDS,
    SWORDS,
    UNIT_PRICE,
)

VERSION: Final = 1
_RESERVE: Final = 5
"""So many pieces of a good are of use soon."""
NAMES: Final[Words] = (
    *("alive", "turn", "renown", "promised", "laurels", "units", "housing", "empty_housing"),
    *("few_units", "grain_room", "goods_room", "free_goods_room", "damage", "depletion"),
    *("school", "feasts", "armed", "shielded", "mustered", "recruits"),
    *[f"stock_{good}" for good in GOODS],
    *[f"some_{good}" for good in GOODS],
    *[f"sound_{kind.id}" for kind in KINDS],
    *[f"worn_{kind.id}" for kind in KINDS],
)


def progress(state: State) -> float:
    """By the rounds or the renown, whichever comes closer to its end."""
    settings = state.settings
    most = max([town.renown(settings.finery_renown) for town in state.towns])
    return min(1.0, max(state.round / settings.round_cap, most / settings.renown_target))


def rows(state: State) -> "list[list[float]]":
    """The features of each seat."""
    return [_row(state, seat, town) for seat, town in enumerate(state.towns)]


def _row(state: State, seat: int, town: Town) -> list[float]:
    stock, units = town.stock, town.units
    sound = [0.0] * len(KINDS)
    worn = [0.0] * len(KINDS)
    promised = 0.0
    damage = depletion = 0
    for building in town.buildings:
        kind = building.site.kind
        damage += building.damage
        depletion += building.depletion
        if building.damage == 0:
            sound[kind.number] += 1.0
        else:
            promised += kind.renown * (FULL - building.damage) / FULL
        worn[kind.number] += 1.0 - building.depletion / FULL
    housing = town.housing()
    goods_room = town.goods_room()
    return [
        *(0.0 if town.out else 1.0, 1.0 if state.active == seat else 0.0),
        *(float(town.renown(state.settings.finery_renown)), promised, float(town.laurels)),
        *(float(units), float(housing), float(max(0, housing - units)), log1p(units)),
        *(float(town.grain_room()), float(goods_room), float(goods_room - town.goods())),
        *(float(damage), float(depletion), 1.0 if town.has_school() else 0.0),
        *(float(min(stock[ALE], stock[FINERY])), float(min(units, stock[SWORDS]))),
        *(float(min(units, stock[SHIELDS])), float(town.mustered)),
        float(min(stock[GRAIN] // UNIT_PRICE[0][1], max(0, housing - units))),
        *[float(pieces) for pieces in stock],
        *[float(min(pieces, _RESERVE)) for pieces in stock],
        *sound,
        *worn,
    ]
