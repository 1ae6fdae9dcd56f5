"""A view of Kingdom to be read."""

from typing import Final

from pentarch.engine.kingdom.schema import DECISIONS
from pentarch.engine.kingdom.settings import OPTIONS
from pentarch.engine.kingdom.tables import SIDE_NAMES
from pentarch.engine.kingdom.views import DECISION_WORDS
from pentarch.engine.plain import (
    Json,
    bool_field,
    field,
    int_field,
    ints_field,
    list_field,
    str_field,
    strs_field,
)
from pentarch.engine.prose import fill, flags, marked, page, said, unusual


def draw(view: Json) -> str:
    """The round, what is on offer, the kingdoms with the plan that shows, then the map."""
    return page(
        [
            *_headlines(view),
            *unusual(view, OPTIONS),
            *_market(view),
            *[line for seat in list_field(view, "seats") for line in _kingdom(seat)],
            "The map (an area, what is in it, and the areas next to it):",
            *_areas(view),
        ]
    )


def _headlines(view: Json) -> list[str]:
    head = fill("{title}, ", field(view, "board")) + fill(
        "round {round} of {last_round}; {castles_to_win} castles win", view
    )
    if field(view, "outcome") is None:
        phase = str_field(view, "phase")
        return [f"{head}. `{phase}`: {DECISIONS[phase]}", fill("Still to decide: {to_act}", view)]
    outcome = field(view, "outcome")
    ranks = [f"{SIDE_NAMES[seat]} {rank}" for seat, rank in enumerate(ints_field(outcome, "ranks"))]
    return [f"{head}.", fill("The match is over ({reason}); ranks: ", outcome) + ", ".join(ranks)]


def _market(view: Json) -> list[str]:
    offers = [fill("{scroll} {price}", offer) for offer in list_field(view, "market")]
    deck = "their order is hidden" if field(view, "deck") is None else fill("in order {deck}", view)
    return [
        f"Scrolls on offer, with prices: {', '.join(offers) or 'none'}",
        fill("Tech on offer: {tech}. Still to come: {techs_left}; ", view) + deck,
    ]


# --- kingdoms ------------------------------------------------------------------------------------


def _kingdom(seat: Json) -> list[str]:
    if int_field(seat, "eliminated"):
        return [fill("{seat}: eliminated in round {eliminated}", seat)]
    has_market = ", has the market" if bool_field(seat, "market") else ""
    asked = "orders given" if bool_field(seat, "done") else "orders open"
    return [
        fill("{seat}: castles {castles}, gold {gold}, income {income}, upkeep {upkeep}, ", seat)
        + fill("army worth {army}; ", seat)
        + asked,
        fill("  scrolls: {stock}", seat) + has_market,
        fill("  techs: {techs}; instalments due: {research}", seat),
        *_plan(field(seat, "plan")),
    ]


def _plan(plan: Json) -> list[str]:
    """What a seat has entered in this round; nothing of it shows to others."""
    if plan is None:
        return ["  orders of this round: hidden"]
    has_market = "; has the market" if bool_field(plan, "market") else ""
    words = DECISION_WORDS[str_field(plan, "decision")]
    return [
        f"  plan ({words}): " + fill("gold left {gold}, scrolls left {stock}", plan) + has_market,
        fill("  prices for it: {prices}", plan),
        fill("  orders so far: {orders}", plan),
        *[f"  {line}" for line in flags(plan, _ORDERED)],
        *_moves(plan),
    ]


_ORDERED: Final = {
    "research": "starts to research {research}",
    "improved": "castles improved: {improved}",
    "sawmills": "sawmills built in {sawmills}",
    "towers": "guard towers placed in {towers}",
    "disbanded": "units disbanded: {disbanded}",
}


def _moves(plan: Json) -> list[str]:
    told = [fill(words, move) for key, words in _MOVES.items() for move in list_field(plan, key)]
    return [f"  trained and moved: {'; '.join(told)}"] if told else []


_MOVES: Final = {
    "queued": "{type} in {castle}, rounds {rounds}, to {place}",
    "paths": "{unit} goes {areas}",
    "loads": "{unit} boards {ship}",
    "unloads": "{unit} lands in {area}",
    "casts": "{mage} casts {spell} on {area}",
}


# --- the map -------------------------------------------------------------------------------------


def _areas(view: Json) -> list[str]:
    regions = _by_id(view, "regions")
    castles = _by_id(view, "castles")
    units: dict[str, list[Json]] = {}
    for unit in list_field(view, "units"):
        units.setdefault(str_field(unit, "area"), []).append(unit)
    lines: list[str] = []
    for area in list_field(field(view, "board"), "areas"):
        id = str_field(area, "id")
        here = [*_land(area, regions.get(id)), *_castle(castles.get(id)), *_armies(units.get(id))]
        neighbours = " ".join(strs_field(area, "neighbours"))
        lines.append(f"  {id}: {'; '.join(here)} | next to {neighbours}")
    return lines


def _by_id(view: Json, key: str) -> "dict[str, Json]":
    return {str_field(item, "id"): item for item in list_field(view, key)}


def _land(area: Json, region: Json) -> list[str]:
    if region is None:
        return [fill("{kind}", area)]
    words = [fill("{kind}, tax {tax}", area)]
    if field(area, "home") is not None:
        words.append(fill("home of {home}", area))
    owner = field(region, "owner")
    words.append("owned by nobody" if owner is None else f"owned by {said(owner)}")
    return words + (["sawmill"] if bool_field(region, "sawmill") else [])


def _castle(castle: Json) -> list[str]:
    if castle is None:
        return []
    queue = [
        fill("{type} to {place} (rounds left {rounds})", recruit)
        for recruit in list_field(castle, "queue")
    ]
    training = f", training {', '.join(queue)}" if queue else ""
    return [fill("castle: production {production}, attack {attack}", castle) + training]


def _armies(units: "list[Json] | None") -> list[str]:
    """Units by the side they belong to."""
    sides: dict[str, list[str]] = {}
    for unit in units or []:
        sides.setdefault(str_field(unit, "kingdom"), []).append(_unit(unit))
    return [f"{side}: {', '.join(named)}" for side, named in sides.items()]


def _unit(unit: Json) -> str:
    marks = flags(
        unit,
        {"ship": "aboard {ship}", "mana": "mana {mana}", "build": "rounds to completion {build}"},
    )
    return marked(fill("{id} {type}", unit), marks)
