"""Township as plain values. Nothing is hidden, so a view is the whole state."""

from pentarch.engine.plain import Json
from pentarch.engine.township.state import State
from pentarch.engine.township.tables import (
    ATTACK_ARMS,
    DEFENCE_ARMS,
    FULL,
    GOODS,
    KINDS,
    PLACES,
    Arms,
    Kind,
    Price,
)


def view(state: State) -> Json:
    """What everybody sees: everything."""
    return state.dump()


def dump(state: State) -> Json:
    """The whole match."""
    return state.dump()


def measures(state: State) -> "dict[str, list[int]]":
    """How the towns stand."""
    return {
        "renown": [town.renown(state.settings.finery_renown) for town in state.towns],
        "laurels": [town.laurels for town in state.towns],
        "units": [town.units for town in state.towns],
        "buildings": [len(town.buildings) for town in state.towns],
        "stock": [town.pieces() for town in state.towns],
    }


def chart() -> Json:
    """What a board needs of the tables: all of the building types, and how dice score."""
    return {
        "goods": list(GOODS),
        "kinds": {kind.id: _kind(kind) for kind in KINDS},
        "full": FULL,
        "places": PLACES,
        "attack": _arms(ATTACK_ARMS),
        "defence": _arms(DEFENCE_ARMS),
    }


def _kind(kind: Kind) -> Json:
    return {
        "title": kind.title,
        "band": kind.band,
        "copies": kind.copies,
        "repair": _price(kind.repair),
        "renown": kind.renown,
        "makes": [
            {"good": GOODS[made.good], "pieces": made.output, "inputs": _price(made.inputs)}
            for made in kind.makes
        ],
        "offers": kind.offers,
        "room": kind.room,
    }


def _price(price: Price) -> Json:
    return {GOODS[good]: pieces for good, pieces in price}


def _arms(arms: Arms) -> Json:
    return {"good": GOODS[arms.good], "bare": arms.bare_from, "armed": arms.armed_from}
