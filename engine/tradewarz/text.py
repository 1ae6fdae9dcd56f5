"""The board in plain text: tiles and squares as a grid, then one line per seat."""

from typing import Final

from pentarch.engine.core import SEAT_NAMES
from pentarch.engine.tradewarz.economy import posts_of, xadlas
from pentarch.engine.tradewarz.places import capacity
from pentarch.engine.tradewarz.state import PHASE_NAMES, State
from pentarch.engine.tradewarz.tables import (
    DIAGONAL_ENDS,
    GATE_NAMES,
    NONE,
    SEASON_NAMES,
    SPACE_NAMES,
    SPACES,
    STRUCTURE_NAMES,
    STRUCTURE_OF_TERRAIN,
    TECH_NAMES,
    square,
    tile,
)

_TERRAIN: Final = ".lmwMO"
_KINDS: Final = ".svC"


def draw(state: State) -> str:
    """The whole board."""
    lines = [
        f"year {state.year} {SEASON_NAMES[state.season]}, {PHASE_NAMES[state.phase]},"
        f" turn of {SEAT_NAMES[state.seat]}, golden left {40 - sum(state.golden)}"
    ]
    for y in range(7, 0, -1):
        lines.append("        ".join(_TERRAIN[state.land.terrain[tile(x, y)]] for x in range(1, 8)))
        if y > 1:
            cells = [_square(state, square(x, y - 1)) for x in range(1, 7)]
            lines.append("  " + "".join(f"{cell:<9}" for cell in cells).rstrip())
    lines.append(_gates(state))
    lines += _structures(state)
    lines += [_seat(state, seat) for seat in range(state.seats)]
    return "\n".join(lines)


def _square(state: State, space: int) -> str:
    """Post number, building with its owner, soldiers with theirs: `#2v1:3a`."""
    parts = ""
    if space in state.post_square:
        parts += f"#{state.post_square.index(space) + 1}"
    if state.kind[space]:
        parts += f"{_KINDS[state.kind[space]]}{state.owner[space] + 1}"
    for seat in range(state.seats):
        count = state.army[seat * SPACES + space]
        if count:
            parts += f":{count}{'abcdef'[seat]}"
    if state.unit_at[space] != NONE:
        parts += "*"
    return parts or "+"


def _gates(state: State) -> str:
    found: list[str] = []
    for gate, owner in enumerate(state.gate_owner):
        if owner != NONE:
            found.append(f"{GATE_NAMES[gate]}={SEAT_NAMES[owner]}{_square(state, gate)}")
    return "gates: " + (" ".join(found) or "none")


def _structures(state: State) -> list[str]:
    """Roads, bridges and tunnels by their ends, eight a line."""
    laid: list[str] = []
    for diagonal, there in enumerate(state.structures):
        if there:
            place, one, other = DIAGONAL_ENDS[diagonal]
            kind = STRUCTURE_NAMES[STRUCTURE_OF_TERRAIN[state.land.terrain[place]]]
            laid.append(f"{kind} {SPACE_NAMES[one][1:]}-{SPACE_NAMES[other][1:]}")
    return ["ways: " + ", ".join(laid[start : start + 7]) for start in range(0, len(laid), 7)]


def _seat(state: State, seat: int) -> str:
    stock = "/".join(str(n) for n in state.resources[seat * 4 : seat * 4 + 4])
    tokens = "".join(str(n) for n in state.tokens[seat * 6 : seat * 6 + 6])
    schools = "".join(str(n) for n in state.schools[seat * 3 : seat * 3 + 3])
    techs = [TECH_NAMES[t] for t, owner in enumerate(state.tech_owner) if owner == seat]
    line = (
        f"{SEAT_NAMES[seat]} xadlas {xadlas(state, seat)} (golden {state.golden[seat]},"
        f" posts {posts_of(state, seat)}) g/l/m/w {stock} tokens {tokens} uni {schools}"
        f" field {state.field[seat]}/{capacity(state, seat)} reserve {state.reserve[seat]}"
    )
    if techs:
        line += "\n   techs " + " ".join(techs[:15])
        if len(techs) > 15:
            line += "\n         " + " ".join(techs[15:])
    return line
