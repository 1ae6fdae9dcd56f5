"""A view of Township to be read."""

from typing import Final

from pentarch.engine.core import SEAT_NAMES
from pentarch.engine.plain import Json, as_dict, field, int_field, ints_field, list_field, str_field
from pentarch.engine.prose import fill, flags, marked, page, said, unusual
from pentarch.engine.township.schema import DECISIONS
from pentarch.engine.township.settings import OPTIONS
from pentarch.engine.township.state import DEFENDING, SHIELDING, SUFFERING
from pentarch.engine.township.tables import GOES_ON, GOODS, GRAIN

_OF_DEFENDER: Final = (DEFENDING, SHIELDING, SUFFERING)


def draw(view: Json) -> str:
    """The turn and its attack, then a few lines for each town."""
    lines = [_headline(view), *unusual(view, OPTIONS), *_campaign(view)]
    for town in list_field(view, "towns"):
        lines += _town(town)
    return page(lines)


def _headline(view: Json) -> str:
    options = field(view, "options")
    told = fill("Round {round}", view) + fill(
        " of {round_cap}; {renown_target} renown wins", options
    )
    if str_field(view, "ending") != GOES_ON:
        return told + fill(". The match is over: {ending} (last turn: {active}).", view)
    decision = str_field(view, "decision")
    asked = field(view, "attack") if decision in _OF_DEFENDER else None
    decider = str_field(view, "active") if asked is None else str_field(asked, "defender")
    whose = fill("Turn of {active}", view)
    return f"{told}. {whose}; {decider} decides `{decision}`: {DECISIONS[decision]}"


def _campaign(view: Json) -> list[str]:
    lines: list[str] = []
    sent = [
        f"{units} against {SEAT_NAMES[seat]}"
        for seat, units in enumerate(ints_field(view, "assigned"))
        if units
    ]
    if sent:
        lines.append(f"Units sent and not fought with yet: {', '.join(sent)}")
    if field(view, "asked") is not None:
        lines.append(fill("Asked about: {asked}", view))
    if field(view, "attack") is not None:
        lines.append(fill("{active} attacks ", view) + fill(_ATTACK, field(view, "attack")))
    return lines


_ATTACK: Final = (
    "{defender}: {attackers} units with {swords} swords against {defenders} defenders with "
    "{shields} shields; scored {attack_total} to {defence_total}, {left_over} points left over"
)


def _town(town: Json) -> list[str]:
    if int_field(town, "eliminated"):
        return [fill("{seat}: eliminated (place {eliminated} in the order of elimination)", town)]
    buildings = [_building(building) for building in list_field(town, "buildings")]
    return [
        fill(
            "{seat}: renown {renown} (laurels {laurels}), units {units}, housing {housing}, ", town
        )
        + fill("idle {idle}, mustered {mustered}, tools used {tools_used}", town),
        _stock(town),
        f"  buildings: {', '.join(buildings) or 'none'}",
    ]


def _stock(town: Json) -> str:
    stock = as_dict(field(town, "stock"), "stock")
    goods = {good: stock[good] for good in GOODS if good != GOODS[GRAIN]}
    return (
        f"  grain {said(stock[GOODS[GRAIN]])}"
        + fill(" (room {grain_room}); goods (room {goods_room}): ", town)
        + said(goods)
    )


def _building(building: Json) -> str:
    marks = flags(
        building,
        {
            "damage": "{damage} damage",
            "depletion": "{depletion} depletion",
            "worked": "worked {worked}",
            "produced": "has produced",
        },
    )
    return marked(str_field(building, "name"), marks)
