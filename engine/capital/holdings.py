"""What seats hold: the tracker, slots, units and the shared piles."""

from pentarch.engine.capital.state import (
    CARD_MASK,
    FIELD,
    HOMELESS,
    LOCATION_SHIFT,
    SPOT_MASK,
    Realm,
    State,
)
from pentarch.engine.capital.tables import (
    ALIVE,
    AT_CITY,
    BANNER,
    CITIES,
    CITY,
    CITY_MERCS,
    CITY_TROOPS,
    EFFECT,
    FIRST_MERC,
    FIRST_VILLAGE,
    FOUNDED,
    GREEN,
    LEGENDARY,
    LOCATION_COUNT,
    LOCATION_OF,
    LOCATIONS,
    MERC_OPEN,
    MERC_SLOTS,
    SETTLE_EFFECT,
    SLUGS,
    TROOP_SLOTS,
    Effect,
)
from pentarch.engine.chance import Chance
from pentarch.engine.core import Event, Seat


def gain(realm: Realm, effect: Effect) -> None:
    """Bring the tally up to date with something that comes into play (CP-2.8)."""
    tally = realm.tally
    for position, amount in effect:
        tally[position] += amount


def lose(realm: Realm, effect: Effect) -> None:
    """Bring the tally up to date with something that goes (CP-5.17)."""
    tally = realm.tally
    for position, amount in effect:
        tally[position] -= amount


def take_city(realm: Realm, city: int) -> None:
    """Give a seat its city (CP-13.1, CP-13.2)."""
    realm.tally[CITY] = city
    gain(realm, CITIES[city].start)
    add_slots(realm, AT_CITY, realm.tally[CITY_TROOPS], realm.tally[CITY_MERCS])


def add_slots(realm: Realm, location: int, troops: int, mercs: int) -> None:
    """Open free slots at a location."""
    if troops:
        realm.room[location] = troops
    if mercs:
        realm.room[LOCATION_COUNT + location] = mercs


def close_slots(realm: Realm, location: int) -> None:
    """The location is gone, and its slots with it."""
    realm.room.pop(location, None)
    realm.room.pop(LOCATION_COUNT + location, None)


def complete(realm: Realm, upgrade: int) -> None:
    """Mark an upgrade as done; one that adds a city slot works at once (CP-4.19)."""
    realm.upgrades.append(upgrade)
    mercs = realm.tally[CITY_MERCS]
    gain(realm, CITIES[realm.tally[CITY]].upgrades[upgrade])
    if realm.tally[CITY_MERCS] > mercs:
        realm.room[LOCATION_COUNT] += realm.tally[CITY_MERCS] - mercs


def found(realm: Realm, card: int) -> int:
    """Put a building on the table; its location (CP-2.5). Villages are numbered on and on."""
    location = LOCATION_OF[card]
    if BANNER[card] == GREEN:
        location = FIRST_VILLAGE + realm.tally[FOUNDED]
        realm.tally[FOUNDED] += 1
    realm.places.append(location | card << LOCATION_SHIFT)
    gain(realm, EFFECT[card])
    add_slots(realm, location, TROOP_SLOTS[card], MERC_SLOTS[card])
    return location


def place_at(realm: Realm, location: int) -> int:
    """The position among the realm's places of what stands there, or -1."""
    for position, place in enumerate(realm.places):
        if place & CARD_MASK == location:
            return position
    return -1


def place_card(place: int) -> int:
    """The building of a place."""
    return place >> LOCATION_SHIFT & CARD_MASK


def place_settled(place: int) -> int:
    """The mercenary settled at a place, or -1."""
    return (place >> 14) - 1


def settle_at(realm: Realm, position: int, merc: int) -> None:
    """Lay a mercenary under a building (CP-10.3)."""
    realm.places[position] |= (merc + 1) << 14
    gain(realm, SETTLE_EFFECT[merc])


def room_index(card: int, location: int) -> int:
    """Where the realm's `room` counts the slots for this unit."""
    return location if card < FIRST_MERC else LOCATION_COUNT + location


def station(realm: Realm, card: int, location: int) -> None:
    """Put a unit into a slot, as the last to arrive there."""
    realm.units.append(card | location << LOCATION_SHIFT)
    realm.room[room_index(card, location)] -= 1


def unit_at(realm: Realm, spot: int) -> int:
    """The position of the first unit of that card and location, or -1."""
    for position, unit in enumerate(realm.units):
        if unit & SPOT_MASK == spot:
            return position
    return -1


def unit_without(realm: Realm, spot: int, flags: int) -> int:
    """The first unit of that card and location that has none of the flags, or -1."""
    for position, unit in enumerate(realm.units):
        if unit & SPOT_MASK == spot and not unit & flags:
            return position
    return -1


def remove_unit(realm: Realm, position: int) -> int:
    """Take a unit off the table and free its slot; its card."""
    unit = realm.units.pop(position)
    card = unit & CARD_MASK
    if not unit & HOMELESS:
        realm.room[room_index(card, unit >> LOCATION_SHIFT & CARD_MASK)] += 1
    return card


def is_open_merc(realm: Realm, location: int) -> bool:
    """Whether a mercenary there can act (CP-7.8, CP-7.12)."""
    return location != AT_CITY or realm.tally[MERC_OPEN] > 0


def discard(state: State, card: int) -> None:
    """To the discard pile, or under the Legendary Deck (CP-2.1, CP-2.11)."""
    if LEGENDARY[card]:
        state.legendary.append(card)
    else:
        state.discard.append(card)


def draw(state: State, seat: Seat, count: int, chance: Chance, events: "list[Event]") -> None:
    """Draw cards one by one; an empty Deck is made anew from the discard pile (CP-2.10)."""
    hand = state.realms[seat].hand
    drawn: list[int] = []
    for _ in range(count):
        if not state.deck:
            if not state.discard:
                break
            chance.shuffle(state.discard)
            state.deck, state.discard = bytearray(state.discard), []
            events.append(Event("reshuffled", -1, (len(state.deck),)))
        drawn.append(state.deck.pop(0))
    hand.extend(drawn)
    events.append(Event("drew", seat, (len(drawn),)))
    if drawn:
        words = tuple([SLUGS[card] for card in drawn])
        events.append(Event("drew_cards", seat, words, confidants(state, seat)))


def clear_place(state: State, seat: Seat, position: int) -> None:
    """Discard a building with all that lies under it (CP-2.12, CP-5.16)."""
    realm = state.realms[seat]
    place = realm.places.pop(position)
    location = place & CARD_MASK
    _clear_slots(state, realm, location)
    close_slots(realm, location)
    settled = place_settled(place)
    if settled >= 0:
        lose(realm, SETTLE_EFFECT[settled])
        discard(state, settled)
    card = place_card(place)
    lose(realm, EFFECT[card])
    discard(state, card)


def clear_city(state: State, seat: Seat) -> None:
    """Discard the units in the city's slots."""
    _clear_slots(state, state.realms[seat], AT_CITY)


def _clear_slots(state: State, realm: Realm, location: int) -> None:
    """Discard troops, then mercenaries, in order of arrival. Who is on the battlefield stays there,
    without a home."""
    units = realm.units
    left: list[int] = []
    mercs: list[int] = []
    for unit in units:
        if unit >> LOCATION_SHIFT & CARD_MASK != location:
            left.append(unit)
        elif unit & FIELD:
            left.append(unit | HOMELESS)
        elif unit & CARD_MASK < FIRST_MERC:
            discard(state, unit & CARD_MASK)
        else:
            mercs.append(unit & CARD_MASK)
    for card in mercs:
        discard(state, card)
    units[:] = left


def partner(state: State, seat: Seat) -> Seat:
    """The other member of the seat's team, or -1 (CP-12.1)."""
    return seat ^ 2 if state.setting.teams else -1


def is_opponent(state: State, seat: Seat, other: Seat) -> bool:
    """Whether `other` is a living seat of another side (CP-12.4)."""
    if not 0 <= other < len(state.realms) or other == seat:
        return False
    return state.realms[other].tally[ALIVE] > 0 and other != partner(state, seat)


def opponents(state: State, seat: Seat) -> list[Seat]:
    """The living opponents in seat order."""
    return [other for other in range(len(state.realms)) if is_opponent(state, seat, other)]


def living_partner(state: State, seat: Seat) -> Seat:
    """The partner if there is one and its city stands, or -1."""
    other = partner(state, seat)
    return other if other >= 0 and state.realms[other].tally[ALIVE] else -1


def confidants(state: State, seat: Seat) -> "tuple[Seat, ...]":
    """Who sees the seat's hand and face-down units (CP-12.5)."""
    other = partner(state, seat)
    return (seat,) if other < 0 else (seat, other)


def place_word(location: int) -> str:
    """The text of a location."""
    return LOCATIONS[location]
