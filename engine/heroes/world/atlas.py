"""The world as a view shows it, to be read: a grid of hexes, then the tiles and what changed."""

from typing import Final

from pentarch.engine.core import SEAT_NAMES
from pentarch.engine.heroes.world.map import (
    HEX_NAMES,
    SLOT_NAMES,
    TERRAIN_SLOTS,
    World,
    centre_of,
    world_of,
)
from pentarch.engine.heroes.world.tile import HEXES, POSITIONS, TILE_NAMES, TILES, Tile
from pentarch.engine.plain import (
    Json,
    as_dict,
    as_str,
    bool_field,
    field,
    int_field,
    ints_field,
    list_field,
    str_field,
)
from pentarch.engine.prose import fill, flags, said

_FACE_DOWN: Final = "###"


def atlas(view: Json) -> list[str]:
    """The grid once there is a world, the tiles that are turned over, the hexes that changed."""
    places = ints_field(view, "places")
    lines: list[str] = []
    if max(places) >= 0:
        tiles = int_field(field(view, "options"), "tiles")
        lines += [_LEGEND, *_grid(view, world_of(tiles, (places[0], places[1], places[2])))]
    lines += [_tile(slot) for slot in list_field(view, "slots") if bool_field(slot, "face_up")]
    changed = as_dict(field(view, "hexes"), "hexes")
    return [
        *lines,
        fill("Face down, nobody knows where: {face_down}", view),
        *[f"{hex}: {_site(changed[hex])}" for hex in changed],
    ]


_LEGEND: Final = (
    "The world, a hex as three letters: Hero (2: two), site or city, owner (!: guards); "
    f"{_FACE_DOWN} is face down"
)


def _grid(view: Json, world: World) -> list[str]:
    """Flat-top hexes: a column per q, half rows by q."""
    shown = _shown(view)
    rows = [2 * world.r[hex] + world.q[hex] for hex in world.hexes]
    columns = [world.q[hex] for hex in world.hexes]
    top, left = min(rows), min(columns)
    grid = [[" "] * (4 * (max(columns) - left) + 4) for _ in range(max(rows) - top + 1)]
    for hex, row, column in zip(world.hexes, rows, columns, strict=True):
        start = 4 * (column - left)
        grid[row - top][start : start + 3] = list(shown.get(HEX_NAMES[hex], _FACE_DOWN))
    return ["  " + "".join(row).rstrip() for row in grid]


def _shown(view: Json) -> "dict[str, str]":
    """Three letters for every hex that lies open."""
    heroes = _heroes(view)
    changed = as_dict(field(view, "hexes"), "hexes")
    shown: dict[str, str] = {}
    for number, slot in enumerate(list_field(view, "slots")):
        if bool_field(slot, "face_up"):
            tile = _tile_of(slot)
            for position in range(HEXES):
                name = HEX_NAMES[centre_of(number) + position]
                middle = tile.features[position].letter
                if number >= TERRAIN_SLOTS and position == 0:
                    middle = SLOT_NAMES[number].upper()
                shown[name] = heroes.get(name, ".") + middle + _owner(changed.get(name))
    return shown


def _heroes(view: Json) -> "dict[str, str]":
    """The letter of the race of the Hero on a hex, or 2."""
    found: dict[str, str] = {}
    for seat in list_field(view, "seats"):
        for hero in list_field(seat, "heroes"):
            hex = field(hero, "hex")
            if isinstance(hex, str):
                found[hex] = "2" if hex in found else str_field(hero, "hero")[1]
    return found


def _owner(site: Json) -> str:
    if site is None:
        return "."
    if any(ints_field(site, "units")) and field(site, "owner") is None:
        return "!"
    owner = field(site, "owner")
    return "." if owner is None else str(SEAT_NAMES.index(as_str(owner, "owner")) + 1)


def _tile_of(slot: Json) -> Tile:
    return TILES[TILE_NAMES.index(str_field(slot, "tile"))]


def _tile(slot: Json) -> str:
    """A tile with its hexes by position: "t6 (T04, centre -3, 2): c hi:crystal+r, n cl+r"."""
    tile = _tile_of(slot)
    words = [said(word) for word in list_field(slot, "hexes")]
    hexes = [f"{where} {word}" for where, word in zip(POSITIONS, words, strict=True)]
    bridge = f" (bridge {tile.bridge})" if tile.bridge else ""
    border = f"; {tile.border} {' '.join(tile.sides)}{bridge}" if tile.border else ""
    return fill("{slot} ({tile}, centre {centre}): ", slot) + ", ".join(hexes) + border


def _site(site: Json) -> str:
    units = [
        f"{count} of level {level}"
        for level, count in enumerate(ints_field(site, "units"), 1)
        if count
    ]
    told = flags(
        site, {"owner": "owner {owner}", "marks": "{marks}", "used_by": "used by {used_by}"}
    )
    return "; ".join([*told, *([f"units {', '.join(units)}"] if units else [])])
