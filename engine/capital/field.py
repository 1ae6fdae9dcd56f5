"""The battlefield: who stands on it, what the totals are, who leaves it and how (CP-5)."""

from pentarch.engine.capital.holdings import discard, place_at, place_card, place_word, remove_unit
from pentarch.engine.capital.state import (
    CARD_MASK,
    FIELD,
    HOMELESS,
    LOCATION_SHIFT,
    SPOT_MASK,
    Battle,
    Realm,
    State,
)
from pentarch.engine.capital.tables import (
    ALLY,
    AT_CITY,
    ATTACK,
    BONUS,
    BRACE,
    BRACED,
    DEFENCE,
    FIRST_VILLAGE,
    HOUSED_ATTACK,
    HOUSED_DEFENCE,
    INSPIRE,
    INSPIRE_CAP,
    MOUNTED,
    NAMED_AT,
    PASSIVE,
    RALLY,
    SIEGE,
    SLUGS,
    TRAIT,
)
from pentarch.engine.core import Event, Seat


def owner_of(entry: int) -> Seat:
    """The seat whose troop this is."""
    return entry >> 14


def entry_location(battle: Battle, entry: int) -> int:
    """The word its location has in commands: `ally` for a lent troop (CP-12.6)."""
    if owner_of(entry) in (battle.attacker, battle.defender):
        return entry >> LOCATION_SHIFT & CARD_MASK
    return ALLY


def entry_at(battle: Battle, side: list[int], card: int, location: int) -> int:
    """The position of the first such troop of a side, or -1."""
    for position, entry in enumerate(side):
        if entry & CARD_MASK == card and entry_location(battle, entry) == location:
            return position
    return -1


def unit_of(realm: Realm, entry: int) -> int:
    """The position of the troop among its owner's units."""
    for position, unit in enumerate(realm.units):
        if unit & FIELD and unit & SPOT_MASK == entry & SPOT_MASK:
            return position
    raise AssertionError("a troop on the battlefield is one of its owner's units")


def has_home(state: State, entry: int) -> bool:
    """Whether the building it came from still stands (CP-5.30)."""
    realm = state.realms[owner_of(entry)]
    return not realm.units[unit_of(realm, entry)] & HOMELESS


def go_home(state: State, entry: int, events: "list[Event]") -> None:
    """A survivor returns face down to its slot (CP-5.23)."""
    seat = owner_of(entry)
    realm = state.realms[seat]
    realm.units[unit_of(realm, entry)] &= ~FIELD
    place = place_word(entry >> LOCATION_SHIFT & CARD_MASK)
    events.append(Event("returned", seat, (SLUGS[entry & CARD_MASK], place)))


def fall(state: State, entry: int, defending: bool, events: "list[Event]") -> None:
    """A troop is discarded from the battlefield; rallying defenders go to their owner's hand.

    The troops of a seat that was just defeated do not come here: they went with its buildings.
    """
    seat = owner_of(entry)
    realm = state.realms[seat]
    card = remove_unit(realm, unit_of(realm, entry))
    place = place_word(entry >> LOCATION_SHIFT & CARD_MASK)
    if defending and TRAIT[card] == RALLY:
        realm.hand.append(card)
        events.append(Event("rallied", seat, (SLUGS[card], place)))
        return
    discard(state, card)
    events.append(Event("lost", seat, (SLUGS[card], place)))


def _house(realm: Realm, entry: int) -> int:
    """The building a troop fights from, or -1 for the city."""
    location = entry >> LOCATION_SHIFT & CARD_MASK
    if location == AT_CITY:
        return -1
    if location < FIRST_VILLAGE:
        return NAMED_AT[location]
    return place_card(realm.places[place_at(realm, location)])


def attack_total(state: State, battle: Battle) -> int:
    """CP-5.8; nothing counts when no attacker is left."""
    if not battle.attackers:
        return 0
    realm = state.realms[battle.attacker]
    total = realm.tally[BONUS] + battle.attack_extra
    for entry in battle.attackers:
        card = entry & CARD_MASK
        total += ATTACK[card]
        house = _house(realm, entry)
        if house >= 0:
            total += HOUSED_ATTACK[house]
        if TRAIT[card] == INSPIRE:
            total += min(INSPIRE_CAP, len(battle.attackers) - 1)
    return total


def defence_total(state: State, battle: Battle) -> int:
    """CP-5.9; a Saboteur cuts Passive Defence only."""
    passive = state.realms[battle.defender].tally[PASSIVE] - battle.passive_cut
    total = max(0, passive) + battle.defence_extra
    cavalry = any([MOUNTED[entry & CARD_MASK] for entry in battle.attackers])
    for entry in battle.defenders:
        card = entry & CARD_MASK
        total += DEFENCE[card]
        house = _house(state.realms[owner_of(entry)], entry)
        if house >= 0:
            total += HOUSED_DEFENCE[house]
        if cavalry and TRAIT[card] == BRACED:
            total += BRACE
    return total


def score_battle(state: State, battle: Battle, events: "list[Event]") -> None:
    """Fix the score and what it may be spent on (CP-5.10, CP-5.11, CP-5.19, CP-5.21)."""
    battle.attack = attack_total(state, battle)
    battle.defence = defence_total(state, battle)
    battle.score = battle.attack - battle.defence
    battle.budget = abs(battle.score)
    if battle.score > 0:
        battle.points = battle.score
        battle.siege = sum([SIEGE[entry & CARD_MASK] for entry in battle.attackers])
    words = (battle.attack, battle.defence, battle.score)
    events.append(Event("battle", battle.attacker, words))
