"""What a seat sees of a match, the whole state as plain values, and numbers for charts.

Hands, face-down units and decks stay hidden.
"""

from pentarch.engine.capital.battle import attack_total, defence_total, has_home
from pentarch.engine.capital.places import AT_CITY, Building, Location
from pentarch.engine.capital.prices import upgrade_price, village_price
from pentarch.engine.capital.realm import Realm
from pentarch.engine.capital.rows import MERCENARY, TROOP, Card, Effect
from pentarch.engine.capital.state import (
    BEFORE_SCORE,
    DECIDE_NOTHING,
    DECISION_NUMBER,
    ENDING_NUMBER,
    PHASE_ATTACK,
    PHASE_BUILD,
    PHASE_NUMBER,
    PHASE_REGROUP,
    Battle,
    Fighter,
    State,
)
from pentarch.engine.capital.tables import (
    BUILDINGS,
    CARDS,
    CITY_HP,
    SEATS,
    TRACKER,
    TROOPS,
    UPGRADES,
)
from pentarch.engine.core import Seat
from pentarch.engine.plain import Json, ints, strs
from pentarch.engine.ruleset import OMNISCIENT


def view(state: State, seat: "Seat | None") -> "dict[str, Json]":
    """What the seat may know; None is a spectator, OMNISCIENT sees everything."""
    all_seen = seat == OMNISCIENT
    looking = all_seen or (seat is not None and bool(state.looked) and seat == state.actor)
    battle = state.battle
    over = state.decision == DECIDE_NOTHING
    return {
        "options": state.settings.plain(),
        "round": state.round,
        "phase": state.phase,
        "active": SEATS[state.active],
        "decision": state.decision,
        "to_act": None if over else SEATS[state.actor],
        "deck": _pile(state.deck.cards(), all_seen),
        "discard": _slugs(state.discard),
        "legendary": _pile(state.legendary, all_seen),
        "looked": _pile(state.looked, looking),
        "spied": SEATS[state.spied] if state.spied >= 0 else None,
        "seats": [
            _seat(state, other, sees(state, seat, other)) for other in range(len(state.realms))
        ],
        "battle": None if battle is None else _battle(state, battle),
        "ending": state.ending,
        "winner": SEATS[state.winner] if state.winner >= 0 else None,
    }


def sees(state: State, seat: "Seat | None", other: Seat) -> bool:
    """Whether the seat sees the other's hand and face-down units."""
    if seat is None:
        return False
    if seat in (OMNISCIENT, other) or state.partner(seat) == other:
        return True
    # CP-8.9: an open Spy shows them to the spying seat alone.
    return state.spied == other and state.actor == seat


def _slugs(cards: list[Card]) -> "list[Json]":
    return [card.slug for card in cards]


def _pile(cards: list[Card], seen: bool) -> Json:
    return {"count": len(cards), "cards": _slugs(cards) if seen else None}


def _seat(state: State, seat: Seat, seen: bool) -> Json:
    realm = state.realms[seat]
    pools = realm.pools
    deeds = realm.deeds
    return {
        "seat": SEATS[seat],
        "team": "AB"[seat % 2] if state.settings.teams else None,
        "alive": realm.alive,
        "defeat": realm.defeat,
        "city": _city(realm, seen),
        "upgrades": strs(realm.upgrades),
        "tracker": _tracker(realm),
        "pools": {
            "gold": pools.gold,
            "build": pools.build,
            "discount": pools.discount,
            "rebate": pools.rebate,
            "free_buildings": pools.free_buildings,
            "free_troops": pools.free_troops,
        },
        "prices": {"village": village_price(realm), "upgrade": upgrade_price(realm)},
        "deeds": {
            "won_attack": deeds.won_attack,
            "razed_hp": deeds.razed,
            "won_defence": deeds.won_defence,
            "keep_all": deeds.keeps_hand,
        },
        "villages_founded": realm.founded,
        "hand": _pile(realm.hand, seen),
        "kept": _pile(realm.kept, seen),
        "buildings": [_building(realm, building, seen) for building in realm.buildings],
    }


def _tracker(realm: Realm) -> Json:
    shown: dict[str, Json] = {}
    for word, number in zip(TRACKER, realm.tracker.numbers(), strict=True):
        shown[word] = number
    return shown


def _city(realm: Realm, seen: bool) -> Json:
    city = realm.city
    return {
        "id": None if city.kind is None else city.kind.id,
        "hp": CITY_HP,
        "troop_slots": city.troop_slots,
        "merc_slots": city.merc_slots,
        "attack_open": city.attack_open,
        "defense_open": city.defence_open,
        "merc_open": city.merc_open,
        "troops": _units(realm, AT_CITY, TROOP, seen),
        "mercs": _units(realm, AT_CITY, MERCENARY, seen),
    }


def _building(realm: Realm, building: Building, seen: bool) -> Json:
    card = building.card
    return {
        "at": building.location.word,
        "card": card.slug,
        "hp": card.hit_points,
        "settled": None if building.settled is None else building.settled.slug,
        "troop_slots": card.troop_slots,
        "merc_slots": card.merc_slots,
        "troops": _units(realm, building.location, TROOP, seen),
        "mercs": _units(realm, building.location, MERCENARY, seen),
    }


def _units(realm: Realm, location: Location, kind: str, seen: bool) -> "list[Json]":
    """The units of a kind at a location in order of arrival; on a battlefield all see the card."""
    return [
        {
            "card": unit.card.slug if seen or unit.is_fighting else None,
            "spent": unit.is_spent,
            "moved": unit.has_moved,
            "on_battlefield": unit.is_fighting,
        }
        for unit in realm.units
        if unit.location is location and unit.card.kind == kind and not unit.is_homeless
    ]


def _battle(state: State, battle: Battle) -> Json:
    attack, defence = battle.attack, battle.defence
    is_open = state.decision in BEFORE_SCORE
    return {
        "attacker": SEATS[attack.seat],
        "defender": SEATS[defence.seat],
        "attackers": [_fighter(state, fighter) for fighter in attack.fighters],
        "defenders": [_fighter(state, fighter) for fighter in defence.fighters],
        "attack_total": attack_total(state, battle) if is_open else attack.total,
        "defence_total": defence_total(state, battle) if is_open else defence.total,
        "attack_extra": attack.extra,
        "defence_extra": defence.extra,
        "passive_cut": battle.passive_cut,
        "attack_heals": attack.heals,
        "defence_heals": defence.heals,
        "score": battle.score,
        "points": battle.points,
        "siege": battle.siege,
        "budget": battle.budget,
        "defeated": battle.defeated,
    }


def _fighter(state: State, fighter: Fighter) -> Json:
    return {
        "seat": SEATS[fighter.owner],
        "card": fighter.card.slug,
        "at": fighter.location.word,
        "has_home": has_home(state, fighter),
    }


def dump(state: State) -> "dict[str, Json]":
    """Everything that cannot be derived, in numbers of the tables."""
    battle = state.battle
    return {
        "options": state.settings.plain(),
        "round": state.round,
        "active": state.active,
        "phase": PHASE_NUMBER[state.phase],
        "decision": DECISION_NUMBER[state.decision],
        "actor": state.actor,
        "spied": state.spied,
        "defeats": state.defeats,
        "ending": ENDING_NUMBER[state.ending],
        "winner": state.winner,
        "deck": _ids(state.deck.cards()),
        "discard": _ids(state.discard),
        "legendary": _ids(state.legendary),
        "looked": _ids(state.looked),
        "realms": [realm.dump() for realm in state.realms],
        "battle": None if battle is None else battle.dump(),
    }


def _ids(cards: list[Card]) -> "list[Json]":
    return ints([card.id for card in cards])


def measures(state: State) -> "dict[str, list[int]]":
    """A few numbers per seat worth a chart."""
    realms = state.realms
    return {
        "upgrades": [len(realm.upgrades) for realm in realms],
        "gold": [realm.tracker.gold for realm in realms],
        "build": [realm.tracker.build for realm in realms],
        "passive_defence": [realm.tracker.passive for realm in realms],
        "buildings": [len(realm.buildings) for realm in realms],
        "hit_points": [realm.hit_points() for realm in realms],
        "units": [len(realm.units) for realm in realms],
        "hand": [len(realm.hand) + len(realm.kept) for realm in realms],
    }


def chart(state: State) -> Json:
    """Cards and upgrades as the board draws them, the phases, and how many upgrades win."""
    return {
        "goal": state.settings.goal,
        "phases": [PHASE_BUILD, PHASE_ATTACK, PHASE_REGROUP],
        "upgrades": strs(list(UPGRADES)),
        "buildings": {card.slug: _plan(card) for card in BUILDINGS},
        "troops": {card.slug: {"attack": card.attack, "defence": card.defence} for card in TROOPS},
        "legendary": [card.slug for card in CARDS if card.legendary],
    }


def _plan(card: Card) -> Json:
    return {"banner": card.banner, "needs": card.needs or None, "effect": _effect(card)}


def _effect(card: Card) -> "list[Json]":
    """What a building gives, in words that fit on its picture."""
    effect: Effect = card.effect
    words: list[Json] = [f"+{amount} {word}" for word, amount in effect.tracked()]
    if card.housed_attack:
        words.append(f"attack +{card.housed_attack}")
    if card.housed_defence:
        words.append(f"defence +{card.housed_defence}")
    return words
