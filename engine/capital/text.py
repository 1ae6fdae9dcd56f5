"""A view of Capital to be read."""

from typing import Final

from pentarch.engine.capital.schema import DECISIONS
from pentarch.engine.capital.settings import OPTIONS
from pentarch.engine.plain import (
    Json,
    bool_field,
    field,
    int_field,
    list_field,
    str_field,
    strs_field,
)
from pentarch.engine.prose import fill, flags, hidden, marked, page, unusual


def draw_text(view: Json) -> str:
    """The turn, the decks, the realms with what shows of hands and units, then the battle."""
    lines = [*_headlines(view), *unusual(view, OPTIONS), *_decks(view)]
    for seat in list_field(view, "seats"):
        lines += _realm(seat)
    return page(lines + _battle(field(view, "battle")))


def _headlines(view: Json) -> list[str]:
    head = fill("Round {round} of ", view) + fill("{round_cap}", field(view, "options"))
    if field(view, "to_act") is None:
        return [f"{head}. " + fill("The match is over ({ending}); winner: {winner}", view)]
    decision = str_field(view, "decision")
    turn = fill("{phase} phase, turn of {active}; {to_act} decides", view)
    return [f"{head}, {turn} `{decision}`: {DECISIONS[decision]}"]


def _decks(view: Json) -> list[str]:
    lines = [
        f"Deck: {_pile(view, 'deck')}. Legendary Deck: {_pile(view, 'legendary')}",
        f"Discard pile ({len(list_field(view, 'discard'))}): {_tally(strs_field(view, 'discard'))}",
    ]
    if int_field(field(view, "looked"), "count"):
        lines.append(f"Legendary cards being looked at: {_pile(view, 'looked')}")
    if field(view, "spied") is not None:
        lines.append(fill("Spied on: {spied}", view))
    return lines


def _pile(part: Json, key: str) -> str:
    """The cards of a pile, or how many are hidden."""
    pile = field(part, key)
    return hidden(field(pile, "cards"), int_field(pile, "count"))


def _tally(cards: list[str]) -> str:
    """Each card once, with how many of it there are; the latest is named."""
    if not cards:
        return "empty"
    counts: dict[str, int] = {}
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
    told = [card if count == 1 else f"{count} {card}" for card, count in sorted(counts.items())]
    return f"{', '.join(told)}; on top {cards[-1]}"


# --- realms --------------------------------------------------------------------------------------


def _realm(seat: Json) -> list[str]:
    team = "" if field(seat, "team") is None else fill(" (team {team})", seat)
    name = str_field(seat, "seat") + team
    if not bool_field(seat, "alive"):
        return [f"{name}: defeated" + fill(" (place {defeat} in the order of defeat)", seat)]
    return [
        f"{name}: upgrades ({len(list_field(seat, 'upgrades'))}): " + fill("{upgrades}", seat),
        fill(_TRACKER, field(seat, "tracker")),
        fill(_POOLS, field(seat, "pools")) + fill(_PRICES, field(seat, "prices")),
        *_deeds(seat),
        f"  hand: {_pile(seat, 'hand')}" + _kept(seat),
        f"  city {_city(field(seat, 'city'))}",
        *[f"  {_building(building)}" for building in list_field(seat, "buildings")],
    ]


_TRACKER: Final = (
    "  tracker: gold {gold}, build {build}, draw {draw}, store {store}, passive defence {passive}, "
    "discount {discount}, attack bonus {attack_bonus}"
)
_POOLS: Final = (
    "  left to spend: gold {gold}, build {build}, discount {discount}, rebate {rebate}, "
    "free buildings {free_buildings}, free troops {free_troops}"
)
_PRICES: Final = "; the next village costs {village}, an upgrade {upgrade}"


def _deeds(seat: Json) -> list[str]:
    told = flags(
        field(seat, "deeds"),
        {
            "won_attack": "won an attack this turn",
            "razed_hp": "razed {razed_hp} hit points this turn",
            "won_defence": "won a defence since its last turn",
            "keep_all": "keeps its whole hand this turn",
        },
    )
    founded = fill("villages founded: {villages_founded}", seat)
    return [f"  {'; '.join([founded, *told])}"]


def _kept(seat: Json) -> str:
    return f"; kept: {_pile(seat, 'kept')}" if int_field(field(seat, "kept"), "count") else ""


def _city(city: Json) -> str:
    is_open = flags(
        city,
        {
            "attack_open": "troops may attack",
            "defense_open": "troops may defend",
            "merc_open": "mercenaries may act",
        },
    )
    return fill("{id}", city) + marked(_house(city), is_open)


def _building(building: Json) -> str:
    settled = [] if field(building, "settled") is None else [fill("settled: {settled}", building)]
    name = fill("{at}", building)
    if str_field(building, "card") != name:
        name = fill("{at} {card}", building)
    return name + marked(_house(building), settled)


def _house(place: Json) -> str:
    """Hit points and slots of a place, with the units in them."""
    told = [fill(": hit points {hp}", place)]
    for slots, units, word in (
        ("troop_slots", "troops", "troop"),
        ("merc_slots", "mercs", "mercenary"),
    ):
        here = [_unit(unit) for unit in list_field(place, units)]
        if int_field(place, slots) or here:
            told.append(f"{word} slots {int_field(place, slots)}: {', '.join(here) or 'empty'}")
    return "; ".join(told)


def _unit(unit: Json) -> str:
    marks = flags(
        unit,
        {"spent": "has attacked", "moved": "has moved", "on_battlefield": "on the battlefield"},
    )
    return marked("face down" if field(unit, "card") is None else fill("{card}", unit), marks)


# --- the battle ----------------------------------------------------------------------------------


def _battle(battle: Json) -> list[str]:
    if battle is None:
        return []
    razed = "; the defender's city was razed" if bool_field(battle, "defeated") else ""
    return [
        fill("Battle: {attacker} attacks {defender}", battle) + razed,
        f"  attackers: {_fighters(battle, 'attackers')}",
        f"  defenders: {_fighters(battle, 'defenders')}",
        fill(_TOTALS, battle),
        fill(_POINTS, battle),
    ]


_TOTALS: Final = (
    "  attack {attack_total} (mercenaries {attack_extra}, heals {attack_heals}), defence "
    "{defence_total} (mercenaries {defence_extra}, heals {defence_heals}), passive defence cut by "
    "{passive_cut}"
)
_POINTS: Final = (
    "  score {score}, points left for razing {points}, siege points {siege}, still to save {budget}"
)


def _fighters(battle: Json, key: str) -> str:
    told = [
        fill("{seat}'s {card} of {at}", fighter)
        + ("" if bool_field(fighter, "has_home") else " (home razed)")
        for fighter in list_field(battle, key)
    ]
    return ", ".join(told) or "none"
