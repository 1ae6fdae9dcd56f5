"""The combat of a view to be read: its sides, its stacks, and where they stand."""

from typing import Final

from pentarch.engine.heroes.combat.board import (
    BATTLE_HEXES,
    BATTLE_NAMES,
    GRAVEYARD,
    ROWS,
    WIDTH,
)
from pentarch.engine.plain import (
    Json,
    field,
    int_field,
    ints_field,
    list_field,
    str_field,
    strs_field,
)
from pentarch.engine.prose import fill, flags, marked, said

_SIDES: Final = ("attacker", "defender")
_ONCE: Final = {"seized": "tried to seize the initiative", "skill_used": "race skill used"}


def combat_lines(combat: Json) -> list[str]:
    """Nothing without a combat; else its course, its sides and its stacks."""
    if combat is None:
        return []
    stacks = list_field(combat, "stacks")
    return [
        _headline(combat),
        _course(combat),
        *[_side(combat, side) for side in range(len(_SIDES))],
        *[f"  {_stack(stack)}" for stack in stacks],
        *_strike(field(combat, "strike")),
        *_siege(combat),
        *_display(stacks),
    ]


def _headline(combat: Json) -> str:
    sides = strs_field(combat, "seats")
    told = flags(
        combat,
        {
            "guards_from": "the guards belong to {guards_from}",
            "city": "city {city} is besieged",
            "reaction": "brought about by a reaction",
            "plan": "the guards have a plan",
        },
    )
    where = fill("Combat at {hex}, round {round}, phase {phase}", combat)
    return "; ".join([f"{where}: {sides[0]} attacks {sides[1]}", *told])


def _course(combat: Json) -> str:
    actor = _SIDES[int_field(combat, "actor")]
    initiative = _SIDES[int_field(combat, "initiative")]
    told = flags(
        combat,
        {
            "quiet": "{quiet} rounds without attacks",
            "busy": "somebody attacked this round",
            "passes": "{passes} passes in a row",
        },
    )
    return "; ".join([f"  the {actor} acts; initiative with the {initiative}", *told])


def _side(combat: Json, side: int) -> str:
    """What is kept for each side, attacker first."""
    marks = [_ONCE[key] for key in _ONCE if ints_field(combat, key)[side]]
    lead = said(list_field(combat, "leading")[side])
    killed, worth = ints_field(combat, "killed")[side], ints_field(combat, "worth")[side]
    told = f"  {_SIDES[side]}: leading Hero {lead}, {killed} units lost (experience {worth})"
    return "; ".join([told, *marks])


def _stack(stack: Json) -> str:
    marks = flags(
        stack,
        {
            "hex": "on {hex}",
            "damage": "damage {damage}",
            "tower": "in tower {tower}",
            "flags": "{flags}",
            "bonus": "bonus {bonus}",
            "pressed": "attacked {pressed} times this round",
        },
    )
    return marked(fill("{stack}: {count} of {start} {unit} from {from}", stack), marks)


def _strike(strike: Json) -> list[str]:
    if strike is None:
        return []
    return [
        fill("  attack under way: die {attack_die} against die {defense_die}, ", strike)
        + fill("extras {attack_extra} and {defense_extra}, hits {hits}", strike)
    ]


def _siege(combat: Json) -> list[str]:
    """The works of a besieged city: 0 whole, 1 damaged, 2 destroyed."""
    if field(combat, "city") is None:
        return []
    breached = "breached" if int_field(combat, "breached") else "not breached"
    return [
        fill("  wall of level {wall}, ", combat)
        + breached
        + fill("; towers {towers}; works {works} (0 whole to 2 destroyed); aim {aim}", combat)
    ]


def _display(stacks: "list[Json]") -> list[str]:
    """The Battle Display when somebody stands on it: `a1` is att1, `d2` def2, `xx` a graveyard."""
    cells = ["xx" if GRAVEYARD[hex] else " ." for hex in range(BATTLE_HEXES)]
    is_empty = True
    for stack in stacks:
        hex = field(stack, "hex")
        if hex is not None and int_field(stack, "count"):
            name = str_field(stack, "stack")
            cells[BATTLE_NAMES.index(said(hex))] = f"{name[0]}{name[3:]}"[:2]
            is_empty = False
    return [] if is_empty else _rows(cells)


def _rows(cells: list[str]) -> list[str]:
    lines: list[str] = []
    for row, letter in enumerate(ROWS):
        start = row * WIDTH
        indent = " " * (2 - row % 2)
        drawn = " ".join(cells[start : start + WIDTH])
        lines.append(f"  {letter}{indent}{drawn}  {BATTLE_NAMES[start]}..")
    return lines
