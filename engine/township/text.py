"""Township drawn in plain text."""

from typing import Final

from pentarch.engine.core import SEAT_NAMES, Seat
from pentarch.engine.township.outcome import is_over
from pentarch.engine.township.state import Building, State, Town
from pentarch.engine.township.tables import GOODS, GRAIN

_WIDTH: Final = 96
_MARGIN: Final = "    "


def draw(state: State) -> str:
    """One block per town: numbers, stock, and each building with its tokens."""
    lines = [_headline(state)]
    for seat, town in enumerate(state.towns):
        lines += _town(state, seat, town)
    return "\n".join(lines)


def _headline(state: State) -> str:
    if is_over(state):
        return f"Round {state.round}, over: {state.ending}"
    line = f"Round {state.round}, {SEAT_NAMES[state.active]}'s turn: {state.decision}"
    attack = state.attack
    if attack is None:
        return line
    return (
        f"{line} | {attack.attackers} ({attack.swords} swords) against "
        f"{SEAT_NAMES[attack.defender]}'s {attack.defenders} ({attack.shields} shields)"
    )


def _town(state: State, seat: Seat, town: Town) -> list[str]:
    mark = ">" if seat == state.active and not is_over(state) else " "
    if town.out:
        return [f"{mark}{SEAT_NAMES[seat]}  eliminated ({town.out})"]
    renown = town.renown(state.settings.finery_renown)
    return [
        f"{mark}{SEAT_NAMES[seat]}  renown {renown}  laurels {town.laurels}  "
        f"units {town.units}/{town.housing()}  idle {town.idle}  mustered {town.mustered}",
        f"     grain {town.stock[GRAIN]}/{town.grain_room()}  "
        f"goods {town.goods()}/{town.goods_room()}  {_goods(town)}".rstrip(),
        *_rows([_building(building) for building in town.buildings]),
    ]


def _goods(town: Town) -> str:
    held = [
        f"{GOODS[good]} {town.stock[good]}" for good in range(1, len(GOODS)) if town.stock[good]
    ]
    return ", ".join(held)


def _rows(words: list[str]) -> list[str]:
    """As many words to a row as fit."""
    rows: list[str] = []
    row = _MARGIN
    for word in words:
        if len(row) + 1 + len(word) > _WIDTH:
            rows.append(row)
            row = _MARGIN
        row += f" {word}"
    return [*rows, row] if row.strip() else rows


def _building(building: Building) -> str:
    """Damage as `x`, depletion as `-`, work done this turn as a number: `farm1[-]*3`."""
    tokens = "x" * building.damage + "-" * building.depletion
    worked = f"*{building.worked}" if building.worked else ""
    return building.site.name + (f"[{tokens}]" if tokens else "") + worked
