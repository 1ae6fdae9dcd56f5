"""What pictures of the board need and what is the same in every match: the tables as values."""

from typing import Final

from pentarch.engine.plain import Json
from pentarch.engine.tradewarz.cards import BATTLE_CARDS, MORALE
from pentarch.engine.tradewarz.lattice import (
    GATE_NAMES,
    GATE_SQUARES,
    SPACE_NAMES,
    SQUARE_NAMES,
    START_TILES,
    TILE_NAMES,
)
from pentarch.engine.tradewarz.tables import (
    ANCHORS,
    BUILDINGS,
    DECK,
    DIAL_FALL,
    DIAL_TOP,
    DOCK_GAP,
    NOTHING,
    RESOURCE_NAMES,
    SEASON_NAMES,
    STRUCTURES,
    TOKENS,
    TOP_LEVEL,
    WEALTH_ABOVE,
    Cost,
    Might,
)
from pentarch.engine.tradewarz.techs import TECHS
from pentarch.engine.tradewarz.wording import card_words, tech_words


def _goods(cost: Cost) -> "dict[str, Json]":
    return {name: count for name, count in zip(RESOURCE_NAMES, cost, strict=True) if count}


def _might(might: Might) -> "dict[str, Json]":
    return {"strength": might.strength, "kills": might.kills, "blocks": might.blocks}


def _grid(names: "tuple[str, ...]", side: int) -> "dict[str, Json]":
    """Column and row of each, counted from 1."""
    return {name: [place // side + 1, place % side + 1] for place, name in enumerate(names)}


def _gates() -> "dict[str, Json]":
    """The tile of the capital behind each gate, and the squares before it."""
    found: dict[str, Json] = {}
    for name, place, squares in zip(GATE_NAMES, START_TILES, GATE_SQUARES, strict=True):
        sides: list[Json] = [SPACE_NAMES[space] for space in squares]
        found[name] = {"tile": TILE_NAMES[place], "squares": sides}
    return found


def _land() -> "dict[str, Json]":
    return {
        "tiles": _grid(TILE_NAMES, 7),
        "squares": _grid(SQUARE_NAMES, 6),
        "gates": _gates(),
        "sea": {"anchors": ANCHORS, "gap": DOCK_GAP},
    }


def _counters() -> "dict[str, Json]":
    return {
        "seasons": list(SEASON_NAMES),
        "tokens": {token.name: token.count for token in TOKENS},
        "resources": list(RESOURCE_NAMES),
        "dial": {
            "top": DIAL_TOP,
            "falls_to": DIAL_TOP - DIAL_FALL,
            "wealth": WEALTH_ABOVE + 1,
        },
        "deck": DECK,
        "levels": TOP_LEVEL,
    }


def _rows() -> "dict[str, Json]":
    return {
        "buildings": {
            row.name: {"cost": _goods(row.cost), "support": row.support, "gold": row.gold}
            for row in BUILDINGS[NOTHING + 1 :]
        },
        "structures": {
            row.name: {"cost": _goods(row.cost), "supply": row.supply} for row in STRUCTURES
        },
        "techs": {
            tech.code: {
                "title": tech.title,
                "price": _goods(tech.price),
                "effect": tech_words(tech),
                "is_unit": tech.unit is not None,
            }
            for tech in TECHS
        },
        "battle_cards": {
            card.code: {"title": card.title, **_might(card.might)} for card in BATTLE_CARDS
        },
        "morale": {
            card.name: {"title": card.title, "copies": card.copies, "effect": card_words(card)}
            for card in MORALE
        },
    }


TABLES: Final["dict[str, Json]"] = {**_land(), **_counters(), **_rows()}
