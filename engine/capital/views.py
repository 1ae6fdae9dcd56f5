"""What a seat sees of a match, as plain values: hands, face-down units and decks stay hidden."""

from typing import Final

from pentarch.engine.capital.building import building_price, upgrade_price
from pentarch.engine.capital.field import attack_total, defence_total, has_home, owner_of
from pentarch.engine.capital.holdings import partner, place_card, place_settled, place_word
from pentarch.engine.capital.setting import plain_setting
from pentarch.engine.capital.state import (
    CARD_MASK,
    DECIDE_NOTHING,
    DECIDE_TACTICS_DEFEND,
    DECISION_WORDS,
    FIELD,
    HOMELESS,
    LOCATION_SHIFT,
    MOVED,
    PHASE_WORDS,
    SPENT,
    Battle,
    Realm,
    State,
)
from pentarch.engine.capital.tables import (
    ALIVE,
    AT_CITY,
    ATTACK_OPEN,
    BUILD_POOL,
    CITY,
    CITY_HP,
    CITY_IDS,
    CITY_MERCS,
    CITY_TROOPS,
    DEFEAT,
    DEFENCE_OPEN,
    FIRST_MERC,
    FOUNDED,
    FREE_BUILDINGS,
    FREE_TROOPS,
    GOLD_POOL,
    KEEP_ALL,
    MERC_OPEN,
    MERC_SLOTS,
    NO_CITY,
    NUMBER,
    PHASE_DISCOUNT,
    RAZED_HP,
    REBATE,
    SEATS,
    SLUGS,
    TRACKER_WORDS,
    TROOP_SLOTS,
    UPGRADES,
    WON_ATTACK,
    WON_DEFENCE,
)
from pentarch.engine.core import Seat, Words
from pentarch.engine.plain import Json
from pentarch.engine.ruleset import OMNISCIENT

ENDING_WORDS: Final[Words] = ("none", "capital", "conquest", "round_cap")
_VILLAGE: Final = 0


def view(state: State, seat: "Seat | None") -> "dict[str, Json]":
    """What the seat may know; None is a spectator, OMNISCIENT sees everything."""
    all_seen = seat == OMNISCIENT
    looking = all_seen or (seat is not None and bool(state.looked) and seat == state.actor)
    battle = state.battle
    over = state.decision == DECIDE_NOTHING
    return {
        "options": plain_setting(state.setting),
        "round": state.round,
        "phase": PHASE_WORDS[state.phase],
        "active": SEATS[state.active],
        "decision": DECISION_WORDS[state.decision],
        "to_act": None if over else SEATS[state.actor],
        "deck": _pile(list(state.deck), all_seen),
        "discard": _slugs(state.discard),
        "legendary": _pile(state.legendary, all_seen),
        "looked": _pile(state.looked, looking),
        "spied": SEATS[state.spied] if state.spied >= 0 else None,
        "seats": [
            _seat(state, other, sees(state, seat, other)) for other in range(len(state.realms))
        ],
        "battle": None if battle is None else _battle(state, battle),
        "ending": ENDING_WORDS[state.ending],
        "winner": SEATS[state.winner] if state.winner >= 0 else None,
    }


def sees(state: State, seat: "Seat | None", other: Seat) -> bool:
    """Whether the seat sees the other's hand and face-down units."""
    if seat is None:
        return False
    if seat in (OMNISCIENT, other) or partner(state, seat) == other:
        return True
    # CP-8.9: an open Spy shows them to the spying seat alone.
    return state.spied == other and state.actor == seat


def _slugs(cards: list[int]) -> "list[Json]":
    return [SLUGS[card] for card in cards]


def _pile(cards: list[int], seen: bool) -> Json:
    return {"count": len(cards), "cards": _slugs(cards) if seen else None}


def _seat(state: State, seat: Seat, seen: bool) -> Json:
    realm = state.realms[seat]
    tally = realm.tally
    alive = tally[ALIVE] > 0
    tracker: dict[str, Json] = {}
    for position, word in enumerate(TRACKER_WORDS):
        tracker[word] = tally[position]
    return {
        "seat": SEATS[seat],
        "team": "AB"[seat % 2] if state.setting.teams else None,
        "alive": alive,
        "defeat": tally[DEFEAT],
        "city": _city(realm, seen),
        "upgrades": [UPGRADES[upgrade] for upgrade in realm.upgrades],
        "tracker": tracker,
        "pools": {
            "gold": tally[GOLD_POOL],
            "build": tally[BUILD_POOL],
            "discount": tally[PHASE_DISCOUNT],
            "rebate": tally[REBATE],
            "free_buildings": tally[FREE_BUILDINGS],
            "free_troops": tally[FREE_TROOPS],
        },
        "prices": {"village": building_price(realm, _VILLAGE), "upgrade": upgrade_price(realm)},
        "deeds": {
            "won_attack": tally[WON_ATTACK] > 0,
            "razed_hp": tally[RAZED_HP],
            "won_defence": tally[WON_DEFENCE] > 0,
            "keep_all": tally[KEEP_ALL] > 0,
        },
        "villages_founded": tally[FOUNDED],
        "hand": _pile(realm.hand, seen),
        "kept": _pile(realm.kept, seen),
        "buildings": [_place(realm, place, seen) for place in realm.places],
    }


def _city(realm: Realm, seen: bool) -> Json:
    tally = realm.tally
    return {
        "id": None if tally[CITY] == NO_CITY else CITY_IDS[tally[CITY]],
        "hp": CITY_HP,
        "troop_slots": tally[CITY_TROOPS],
        "merc_slots": tally[CITY_MERCS],
        "attack_open": tally[ATTACK_OPEN] > 0,
        "defense_open": tally[DEFENCE_OPEN] > 0,
        "merc_open": tally[MERC_OPEN] > 0,
        "troops": _units(realm, AT_CITY, False, seen),
        "mercs": _units(realm, AT_CITY, True, seen),
    }


def _place(realm: Realm, place: int, seen: bool) -> Json:
    location = place & CARD_MASK
    card = place_card(place)
    settled = place_settled(place)
    return {
        "at": place_word(location),
        "card": SLUGS[card],
        "hp": NUMBER[card],
        "settled": SLUGS[settled] if settled >= 0 else None,
        "troop_slots": TROOP_SLOTS[card],
        "merc_slots": MERC_SLOTS[card],
        "troops": _units(realm, location, False, seen),
        "mercs": _units(realm, location, True, seen),
    }


def _units(realm: Realm, location: int, mercs: bool, seen: bool) -> "list[Json]":
    """The units of a kind at a location in order of arrival; on a battlefield all see the card."""
    units: list[Json] = []
    for unit in realm.units:
        card = unit & CARD_MASK
        if unit >> LOCATION_SHIFT & CARD_MASK != location or (card >= FIRST_MERC) != mercs:
            continue
        if unit & HOMELESS:
            continue
        units.append(
            {
                "card": SLUGS[card] if seen or unit & FIELD else None,
                "spent": unit & SPENT > 0,
                "moved": unit & MOVED > 0,
                "on_battlefield": unit & FIELD > 0,
            }
        )
    return units


def _battle(state: State, battle: Battle) -> Json:
    fighting = state.decision <= DECIDE_TACTICS_DEFEND
    return {
        "attacker": SEATS[battle.attacker],
        "defender": SEATS[battle.defender],
        "attackers": [_entry(state, entry) for entry in battle.attackers],
        "defenders": [_entry(state, entry) for entry in battle.defenders],
        "attack_total": attack_total(state, battle) if fighting else battle.attack,
        "defence_total": defence_total(state, battle) if fighting else battle.defence,
        "attack_extra": battle.attack_extra,
        "defence_extra": battle.defence_extra,
        "passive_cut": battle.passive_cut,
        "attack_heals": battle.attack_heals,
        "defence_heals": battle.defence_heals,
        "score": battle.score,
        "points": battle.points,
        "siege": battle.siege,
        "budget": battle.budget,
        "defeated": battle.defeated,
    }


def _entry(state: State, entry: int) -> Json:
    return {
        "seat": SEATS[owner_of(entry)],
        "card": SLUGS[entry & CARD_MASK],
        "at": place_word(entry >> LOCATION_SHIFT & CARD_MASK),
        "has_home": has_home(state, entry),
    }
