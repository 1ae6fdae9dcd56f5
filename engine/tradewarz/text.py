"""A view of TradeWarz to be read: the board as a grid, then lists of what is on it."""

from typing import Final

from pentarch.engine.plain import (
    Json,
    as_dict,
    field,
    int_field,
    ints_field,
    list_field,
    str_field,
    strs_field,
)
from pentarch.engine.prose import fill, flags, hidden, marked, page, said, unusual
from pentarch.engine.tradewarz.schema import DECISIONS
from pentarch.engine.tradewarz.settings import OPTIONS

_COLUMNS: Final = "abcdefg"
_CELL: Final = 9


def draw(view: Json) -> str:
    """The turn, what is under way, the houses with what shows of their cards, then the board."""
    lines = [*_headlines(view), *unusual(view, OPTIONS), *_under_way(view)]
    for house in list_field(view, "seats"):
        lines += _house(house)
    return page([*lines, *_supplies(view), *_board(view), *_places(view)])


def _headlines(view: Json) -> list[str]:
    head = fill("Year {year}, {season} (seasons over: {seasons_done}); ", view)
    head += fill("ends by {length} (target {target} Xadlas)", field(view, "options"))
    order = fill("Turn order: {order}; now place ", view) + str(int_field(view, "turn") + 1)
    if not list_field(view, "to_act"):
        return [
            f"{head}. " + fill("The match is over ({ending}); allies who won: {winners}", view),
            order,
        ]
    decision = str_field(view, "decision")
    whose = fill("Turn of {seat}; {to_act} decides", view)
    return [f"{head}. {whose} `{decision}`: {DECISIONS[decision]}", order]


# --- what is under way ---------------------------------------------------------------------------


def _under_way(view: Json) -> list[str]:
    return [
        *_free(field(view, "free")),
        *_march(field(view, "march")),
        *_battle(field(view, "battle")),
        *_strays(field(view, "loose")),
        *_offer(field(view, "offer")),
        *flags(field(view, "recall"), {"seat": "{seat} recalls soldiers; then: {then}"}),
    ]


def _free(free: Json) -> list[str]:
    told = flags(
        free,
        {
            "offers": "{offers} trades offered",
            "proposed": "an alliance was proposed",
            "barters": "{barters} barters",
            "exchanges": "{exchanges} exchanges",
            "masons": "{masons} cheaper buildings to come",
            "scholars": "{scholars} cheaper techs or universities to come",
            "gained": "{gained} recruited or bought in this main action",
            "appointed": "{appointed} is to be appointed",
        },
    )
    return [f"This turn: {', '.join(told)}"] if told else []


def _march(march: Json) -> list[str]:
    told = flags(
        march,
        {
            "roll": "{roll} steps for each group",
            "grouped": "a group was formed",
            "moved": "soldiers that have moved: {moved}",
            "at": "the group is at {at}",
            "size": "{size} soldiers in it",
            "unit": "with {unit}",
            "left": "{left} steps left",
            "made": "{made} steps made",
        },
    )
    return [f"March: {', '.join(told)}"] if told else []


def _battle(battle: Json) -> list[str]:
    if field(battle, "at") is None:
        return []
    sides = (field(battle, "attacker"), field(battle, "defender"))
    ready = ints_field(battle, "ready")
    laid = list_field(battle, "committed")
    with_unit = "" if field(battle, "unit") is None else fill(" with {unit}", battle)
    lines = [fill("Battle at {at}: {attackers} soldiers of {attacker}", battle) + with_unit]
    lines[0] += fill(" from {from} attack {defender}", battle)
    for side, is_ready, cards in zip(sides, ready, laid, strict=True):
        state = "ready" if is_ready else "not ready"
        shown = "hidden" if cards is None else said(cards)
        lines.append(f"  {said(side)}: {state}; morale cards committed: {shown}")
    return lines


def _strays(strays: Json) -> list[str]:
    if field(strays, "seat") is None:
        return []
    told = fill("{soldiers} soldiers of {seat} look for a place; others went to {placed}", strays)
    return [told + "".join(flags(strays, {"unit": "; with them {unit}"}))]


def _offer(offer: Json) -> list[str]:
    if field(offer, "partner") is None and not list_field(offer, "asked"):
        return []
    if field(offer, "give") is None and field(offer, "want") is None:
        return [fill("An alliance or a trade with {partner}; still to answer: {asked}", offer)]
    return [fill("Trade with {partner}: {give_count} {give} for {want_count} {want}", offer)]


# --- houses --------------------------------------------------------------------------------------


def _house(house: Json) -> list[str]:
    barred = flags(house, {"barred": "; broke an alliance and is barred until its next turn"})
    return [
        fill("{seat}: house {house}, gate {gate}, ship {ship}; {xadlas} Xadlas ", house)
        + fill("({golden} golden, {silver} silver); allies {allies}", house)
        + "".join(barred),
        fill("  stock: {resources}; tokens left: {tokens}", house),
        fill("  universities: {universities}; techs: {techs}", house),
        fill("  soldiers: field {field} (supports {capacity}), reserve {reserve}; ", house)
        + fill("castles ever built: {castles_built}", house),
        f"  morale cards: {hidden(field(house, 'morale'), int_field(house, 'morale_count'))}",
        f"  battle cards: {_cards(field(house, 'battle_cards'))}",
    ]


def _cards(cards: Json) -> str:
    six = "hidden" if field(cards, "six") is None else fill("{six}", cards)
    told = f"the six: {six}; " + fill("seen by all: {known}; used pile: {used}", cards)
    unseen = flags(cards, {"unseen": " (nobody saw places {unseen})"})
    stack = hidden(field(cards, "stack"), int_field(cards, "stack_count"))
    return f"{told}{''.join(unseen)}; stack: {stack}"


# --- the board -----------------------------------------------------------------------------------


def _supplies(view: Json) -> list[str]:
    morale = field(view, "morale_deck")
    return [
        fill("Left: {golden_left} golden and {silver_left} silver Xadlas; ", view)
        + fill("{structures_left}; morale deck: ", view)
        + hidden(field(morale, "cards"), int_field(morale, "count"))
    ]


def _board(view: Json) -> list[str]:
    """The tiles by their terrain; squares lie between four of them."""
    tiles = as_dict(field(view, "tiles"), "tiles")
    lines = ["The tiles a1 to g7 by terrain; around square s23 lie b3, c3, b4 and c4:"]
    for row in range(7, 0, -1):
        cells = [said(tiles[f"{column}{row}"]).ljust(_CELL) for column in _COLUMNS]
        lines.append(f"  {row} {'  '.join(cells)}")
    names = [column.ljust(_CELL) for column in _COLUMNS]
    return [*lines, f"    {'  '.join(names)}"]


def _places(view: Json) -> list[str]:
    posts = [fill("{square} (owner {owner})", post) for post in list_field(view, "posts")]
    return [
        f"Trading posts: {said([*posts])}",
        f"Roads, bridges, tunnels: {said([_way(it) for it in list_field(view, 'structures')])}",
        f"Buildings: {said([_building(it) for it in list_field(view, 'buildings')])}",
        f"Soldiers: {said([_squad(it) for it in list_field(view, 'armies')])}",
        f"Super units: {said([_unit(it) for it in list_field(view, 'units')])}",
        fill("Capitals conquered, by gate and year: {conquered}", view),
    ]


def _way(way: Json) -> str:
    return fill("{kind} over {tile} from ", way) + " to ".join(strs_field(way, "ends"))


def _building(building: Json) -> str:
    return marked(
        fill("{owner}'s {kind} on {square}", building),
        [fill("built in year {year}", building), fill("silos {silos}", building)],
    )


def _squad(squad: Json) -> str:
    return fill("{soldiers} of {seat} at {space}", squad)


def _unit(unit: Json) -> str:
    if field(unit, "space") is None:
        return fill("{unit} of {owner} in the capital", unit)
    return fill("{unit} of {owner} with {holder} at {space}", unit)
