"""The board in plain text: tiles and squares as a grid, then one line per seat."""

from typing import Final

from pentarch.engine.core import SEAT_NAMES
from pentarch.engine.tradewarz.lattice import (
    DIAGONAL_WAYS,
    GATE_NAMES,
    SPACE_NAMES,
    square,
    tile,
)
from pentarch.engine.tradewarz.state import House, State
from pentarch.engine.tradewarz.tables import (
    GOLDEN_XADLAS,
    NONE,
    NOTHING,
    SEASON_NAMES,
    STRUCTURE_NAMES,
)
from pentarch.engine.tradewarz.techs import TECH_NAMES

_TERRAIN: Final = ".lmwMO"
_KINDS: Final = ".svC"
_TECHS_A_LINE: Final = 15


def draw(state: State) -> str:
    """The whole board."""
    lines = [
        f"year {state.year} {SEASON_NAMES[state.season]}, {state.decision},"
        f" turn of {SEAT_NAMES[state.seat]}, golden left {GOLDEN_XADLAS - state.golden_out()}"
    ]
    for y in range(7, 0, -1):
        lines.append("        ".join(_TERRAIN[state.land.terrain[tile(x, y)]] for x in range(1, 8)))
        if y > 1:
            cells = [_space(state, square(x, y - 1)) for x in range(1, 7)]
            lines.append("  " + "".join(f"{cell:<9}" for cell in cells).rstrip())
    lines.append(_gates(state))
    lines += _structures(state)
    for house in state.houses:
        lines += [_house(state, house), *_techs(state, house)]
    return "\n".join(lines)


def _space(state: State, space: int) -> str:
    """Post number, building with its owner, soldiers with theirs: `#2v1:3a`."""
    parts = ""
    here = state.squares[space]
    if state.post_at(space) != NONE:
        parts += f"#{state.post_at(space) + 1}"
    if here.building.kind != NOTHING:
        parts += f"{_KINDS[here.building.kind]}{here.building.owner + 1}"
    for seat in here.here.members:
        parts += f":{state.houses[seat].army[space]}{'abcdef'[seat]}"
    if here.unit != NONE:
        parts += "*"
    return parts or "+"


def _gates(state: State) -> str:
    found: list[str] = []
    for number, gate in enumerate(state.gates):
        if gate.owner != NONE:
            found.append(f"{GATE_NAMES[number]}={SEAT_NAMES[gate.owner]}{_space(state, number)}")
    return "gates: " + (" ".join(found) or "none")


def _structures(state: State) -> list[str]:
    """Roads, bridges and tunnels by their ends, seven a line."""
    laid: list[str] = []
    for number, diagonal in enumerate(DIAGONAL_WAYS):
        if state.structures[number]:
            kind = STRUCTURE_NAMES[state.land.structures[number]]
            ends = f"{SPACE_NAMES[diagonal.one][1:]}-{SPACE_NAMES[diagonal.other][1:]}"
            laid.append(f"{kind} {ends}")
    return ["ways: " + ", ".join(laid[start : start + 7]) for start in range(0, len(laid), 7)]


def _house(state: State, house: House) -> str:
    stock = "/".join(str(n) for n in house.goods)
    tokens = "".join(str(n) for n in house.tokens)
    schools = "".join(str(n) for n in house.schools)
    return (
        f"{SEAT_NAMES[house.seat]} xadlas {state.xadlas(house.seat)} (golden {house.golden},"
        f" posts {state.posts_of(house.seat)}) g/l/m/w {stock} tokens {tokens} uni {schools}"
        f" field {house.field}/{house.capacity()} reserve {house.reserve}"
    )


def _techs(state: State, house: House) -> list[str]:
    techs = [TECH_NAMES[t] for t, owner in enumerate(state.tech_owner) if owner == house.seat]
    if not techs:
        return []
    lines = ["   techs " + " ".join(techs[:_TECHS_A_LINE])]
    if len(techs) > _TECHS_A_LINE:
        lines.append("         " + " ".join(techs[_TECHS_A_LINE:]))
    return lines
