"""Whether a state put together from outside is a possible one, and the putting together.

Everything that can be derived is derived again here: trackers, free slots, the count of cards.
"""

from pentarch.engine.capital.holdings import (
    add_slots,
    complete,
    gain,
    place_card,
    place_settled,
    room_index,
    take_city,
)
from pentarch.engine.capital.state import (
    CARD_MASK,
    DECIDE_AID,
    DECIDE_BUILD,
    DECIDE_BURN,
    DECIDE_CITY,
    DECIDE_GIVE,
    DECIDE_GUARD,
    DECIDE_KEEP,
    DECIDE_NOTHING,
    DECIDE_REGROUP,
    DECIDE_SAVE_DEFEND,
    DECIDE_SEND,
    DECIDE_TACTICS_DEFEND,
    DECIDE_TAKE,
    FIELD,
    HOMELESS,
    LOCATION_SHIFT,
    NOBODY,
    NOT_ENDED,
    PHASE_ATTACK,
    PHASE_BUILD,
    PHASE_OVER,
    PHASE_REGROUP,
    PHASE_SETUP,
    SPOT_MASK,
    Battle,
    Realm,
    State,
    new_realm,
)
from pentarch.engine.capital.tables import (
    ALIVE,
    AT_CITY,
    BANNER,
    CARD_COUNT,
    CITY,
    COPIES,
    DERIVED,
    EFFECT,
    FIRST_MERC,
    FIRST_TROOP,
    FIRST_VILLAGE,
    FOUNDED,
    GREEN,
    LEGENDARY,
    LOCATION_COUNT,
    LOCATION_OF,
    MERC_SLOTS,
    MOST_VILLAGES,
    NO_CITY,
    SETTLE_EFFECT,
    SETTLE_ON,
    STORE,
    TALLY_SIZE,
    TROOP_SLOTS,
)
from pentarch.engine.plain import require


def assemble(
    marks: list[int],
    upgrades: list[int],
    places: list[int],
    units: list[int],
    hand: list[int],
    kept: list[int],
) -> Realm:
    """A realm from what cannot be derived; `marks` is the tally from DERIVED on."""
    realm = new_realm()
    realm.tally[DERIVED:] = marks
    require(len(realm.tally) == TALLY_SIZE, "a seat has too few or too many numbers")
    require(all([0 <= mark <= 255 for mark in marks]), "a number of a seat is out of range")
    city = realm.tally[CITY]
    alive = realm.tally[ALIVE]
    require(alive in (0, 1) and (city <= 6 or city == NO_CITY), "there is no such city")
    require(realm.tally[FOUNDED] <= MOST_VILLAGES, "there are too many Villages")
    if not alive:
        require(not (upgrades or places or units or hand or kept), "a defeated seat has nothing")
        return realm
    if city != NO_CITY:
        take_city(realm, city)
    else:
        require(not (upgrades or places or units or hand or kept), "a seat without a city")
    require(len(set(upgrades)) == len(upgrades), "an upgrade is done twice")
    for upgrade in upgrades:
        complete(realm, upgrade)
    for place in places:
        _add_place(realm, place)
    for unit in units:
        _add_unit(realm, unit)
    realm.hand = hand
    realm.kept = kept
    return realm


def _add_place(realm: Realm, place: int) -> None:
    location = place & CARD_MASK
    card = place_card(place)
    settled = place_settled(place)
    require(card < FIRST_TROOP, "only buildings stand on the table")
    if BANNER[card] == GREEN:
        number = location - FIRST_VILLAGE
        require(0 <= number < realm.tally[FOUNDED], "a Village was never founded")
    else:
        require(location == LOCATION_OF[card], "a building stands at a wrong location")
    require(all([other & CARD_MASK != location for other in realm.places]), "two share a location")
    realm.places.append(place)
    gain(realm, EFFECT[card])
    add_slots(realm, location, TROOP_SLOTS[card], MERC_SLOTS[card])
    if settled >= 0:
        require(settled < CARD_COUNT and SETTLE_ON[settled] >> card & 1 > 0, "nobody settles there")
        gain(realm, SETTLE_EFFECT[settled])


def _add_unit(realm: Realm, unit: int) -> None:
    card = unit & CARD_MASK
    location = unit >> LOCATION_SHIFT & CARD_MASK
    require(unit < HOMELESS << 1 and FIRST_TROOP <= card < CARD_COUNT, "there is no such unit")
    require(location < LOCATION_COUNT, "there is no such location")
    realm.units.append(unit)
    if unit & FIELD:
        require(card < FIRST_MERC, "only troops fight")
    if unit & HOMELESS:
        require(unit & FIELD > 0 and location != AT_CITY, "a unit has no place")
        return
    index = room_index(card, location)
    require(realm.room.get(index, 0) > 0, "there is no slot for a unit")
    realm.room[index] -= 1


def check_state(state: State) -> None:
    """Raise InvalidValue unless cards, decision and battle fit together."""
    seats = len(state.realms)
    require(2 <= seats <= 4, "there are too few or too many seats")
    require(not state.setting.teams or seats == 4, "teams need four seats")
    require(0 <= state.active < seats and 0 <= state.actor < seats, "there is no such seat")
    require(1 <= state.round <= state.setting.round_cap, "the round is out of range")
    _check_cards(state)
    _check_decision(state)
    _check_battle(state)


def _check_cards(state: State) -> None:
    """Every card is in exactly one place (none before the deal)."""
    counts = [0] * CARD_COUNT
    deck = list(state.deck)
    for pile in (deck, state.discard, state.legendary, state.looked):
        for card in pile:
            counts[card] += 1
    require(not any([LEGENDARY[card] for card in deck]), "a Legendary card in the Deck")
    require(not any([LEGENDARY[card] for card in state.discard]), "a Legendary card is discarded")
    require(
        all([LEGENDARY[card] for card in state.legendary + state.looked]),
        "an ordinary card in the Legendary Deck",
    )
    for realm in state.realms:
        for card in realm.hand + realm.kept:
            counts[card] += 1
        for unit in realm.units:
            counts[unit & CARD_MASK] += 1
        for place in realm.places:
            counts[place_card(place)] += 1
            if place_settled(place) >= 0:
                counts[place_settled(place)] += 1
    dealt = state.phase != PHASE_SETUP
    for card, count in enumerate(counts):
        used = dealt and (state.setting.quests or not LEGENDARY[card])
        require(count == (COPIES[card] if used else 0), "cards are missing or too many")


def _check_decision(state: State) -> None:
    decision = state.decision
    phase = state.phase
    over = decision == DECIDE_NOTHING
    require(over == (phase == PHASE_OVER), "the phase does not fit the decision")
    require(over == (state.ending != NOT_ENDED), "the ending does not fit the decision")
    require(NOBODY <= state.winner < len(state.realms), "there is no such winner")
    require((decision == DECIDE_CITY) == (phase == PHASE_SETUP), "cities are chosen first")
    require((decision == DECIDE_TAKE) == bool(state.looked), "there is nothing to take")
    require((decision == DECIDE_BURN) == (state.spied != NOBODY), "there is nobody spied upon")
    if over:
        return
    active = state.realms[state.active]
    require(active.tally[ALIVE] > 0, "the active seat is defeated")
    require(decision == DECIDE_KEEP or not active.kept, "cards are kept at the wrong time")
    for seat, realm in enumerate(state.realms):
        require(seat == state.active or not realm.kept, "only the active seat keeps cards")
        without_city = realm.tally[CITY] == NO_CITY
        require(without_city == (phase == PHASE_SETUP and seat <= state.actor), "a city is missing")
    if phase == PHASE_SETUP:
        require(state.setting.cities == "b_pick", "cities are not chosen in this match")
        return
    if decision in (DECIDE_TAKE, DECIDE_BURN):
        require(phase in (PHASE_BUILD, PHASE_ATTACK), "the phase does not fit the decision")
    elif decision == DECIDE_BUILD:
        require(phase == PHASE_BUILD, "the phase does not fit the decision")
    elif decision in (DECIDE_REGROUP, DECIDE_GIVE, DECIDE_KEEP):
        require(phase == PHASE_REGROUP, "the phase does not fit the decision")
    else:
        require(phase == PHASE_ATTACK, "the phase does not fit the decision")
    if decision == DECIDE_BURN:
        spied = 0 <= state.spied < len(state.realms) and bool(state.realms[state.spied].hand)
        require(spied, "there is nothing to burn")
    if decision == DECIDE_KEEP:
        require(len(active.kept) < active.tally[STORE] and bool(active.hand), "nothing to keep")
    if decision == DECIDE_GIVE:
        ally = state.active ^ 2
        giving = state.setting.teams and state.realms[ally].tally[ALIVE] > 0 and bool(active.hand)
        require(giving, "there is nothing to give, or nobody to give it to")
    if state.battle is None:
        require(state.actor == state.active, "the wrong seat decides")


def _check_battle(state: State) -> None:
    """Who is on the battlefield is there once, as its owner's unit."""
    battle = state.battle
    fights = DECIDE_SEND <= state.decision <= DECIDE_SAVE_DEFEND
    if battle is None:
        require(not fights, "there is no battle")
        fielded = [u for realm in state.realms for u in realm.units if u & FIELD]
        require(not fielded, "a troop fights without a battle")
        return
    if state.phase == PHASE_OVER:
        return
    require(fights, "a battle at the wrong time")
    seats = len(state.realms)
    require(battle.attacker == state.active, "the active seat attacks")
    require(0 <= battle.defender < seats and battle.defender != battle.attacker, "no defender")
    ally = battle.defender ^ 2 if state.setting.teams else NOBODY
    require(battle.attacker != ally, "partners do not fight each other")
    require(battle.defeated != (state.realms[battle.defender].tally[ALIVE] > 0), "a wrong defeat")
    require(state.actor == _battle_actor(state, battle, ally), "the wrong seat decides")
    small = [number for number in battle.numbers() if not -255 <= number <= 255]
    require(not small, "a number of the battle is out of range")
    if state.decision == DECIDE_SEND and not battle.attackers:
        # Somebody can be sent: the referee must never find an empty list.
        require(bool(state.realms[battle.attacker].units), "there is nobody to send")
    entries = [
        unit & SPOT_MASK | seat << 14
        for seat, realm in enumerate(state.realms)
        for unit in realm.units
        if unit & FIELD
    ]
    require(sorted(entries) == sorted(battle.attackers + battle.defenders), "who fights is unclear")
    for entry in battle.attackers:
        require(entry >> 14 == battle.attacker, "a stranger attacks")
    for entry in battle.defenders:
        require(entry >> 14 in (battle.defender, ally), "a stranger defends")


def _battle_actor(state: State, battle: Battle, ally: int) -> int:
    if state.decision == DECIDE_AID:
        require(ally != NOBODY and state.realms[ally].tally[ALIVE] > 0, "there is nobody to aid")
        return ally
    if state.decision in (DECIDE_GUARD, DECIDE_TACTICS_DEFEND, DECIDE_SAVE_DEFEND):
        return battle.defender
    return battle.attacker
