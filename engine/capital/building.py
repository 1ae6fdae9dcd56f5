"""The Build phase: what is built from the hand, and Capital upgrades (CP-4)."""

from pentarch.engine.capital import mercs, refusals
from pentarch.engine.capital.commands import (
    BUILD_BUILDING,
    BUILD_UNIT,
    BUILDS,
    BY_TEXT,
    DONE,
    UPGRADE,
)
from pentarch.engine.capital.holdings import (
    complete,
    confidants,
    found,
    partner,
    place_at,
    place_word,
    room_index,
    station,
)
from pentarch.engine.capital.mercs import kind_word
from pentarch.engine.capital.state import (
    CARD_MASK,
    DECIDE_ATTACK,
    DECIDE_BUILD,
    DECIDE_NOTHING,
    ENDED_CAPITAL,
    PHASE_ATTACK,
    PHASE_BUILD,
    PHASE_OVER,
    Realm,
    State,
)
from pentarch.engine.capital.tables import (
    ALIVE,
    AT_CITY,
    BANNER,
    BUILD,
    BUILD_POOL,
    DISCOUNT,
    FIRST_MERC,
    FIRST_TROOP,
    FOUNDED,
    FREE_BUILDINGS,
    FREE_TROOPS,
    GOLD,
    GOLD_POOL,
    GREEN,
    IN_BUILD,
    LATE_BONUS_BUILD,
    LATE_BONUS_GOLD,
    LATE_BONUS_ROUND,
    LOCATION_COUNT,
    LOCATION_OF,
    MOST_VILLAGES,
    NEEDS,
    NUMBER,
    PHASE_DISCOUNT,
    REBATE,
    SLUGS,
    TEAM_BONUS_ROUND,
    UNIT_PRICE,
    UPGRADE_COUNT,
    UPGRADES,
)
from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import NOT_TO_ACT, WRONG_DECISION, Event, Refusal


def begin(state: State) -> None:
    """Fill the pools from the tracker (CP-4.1); the discount of the phase is fixed (CP-4.18)."""
    tally = state.realms[state.active].tally
    tally[GOLD_POOL] = tally[GOLD]
    tally[BUILD_POOL] = tally[BUILD]
    tally[PHASE_DISCOUNT] = tally[DISCOUNT]
    if state.setting.late_seat_bonus and state.round == bonus_round(state, state.active):
        tally[GOLD_POOL] += LATE_BONUS_GOLD
        tally[BUILD_POOL] += LATE_BONUS_BUILD
    state.phase = PHASE_BUILD
    state.decision = DECIDE_BUILD
    state.actor = state.active


def bonus_round(state: State, seat: int) -> int:
    """When the seat has its bonus (CP-3.7): a round later where it had first choice of a city."""
    rounds = TEAM_BONUS_ROUND if state.setting.teams else LATE_BONUS_ROUND[len(state.realms)]
    round = rounds[seat]
    return round + 1 if round and state.setting.cities == "b_pick" else round


def is_idle(state: State) -> bool:
    """Whether no card that the seat may have hidden could be built or used (CP-3.5)."""
    realm = state.realms[state.active]
    if upgrade_refusal(realm) is None or mercs.has_ready(realm):
        return False
    tally = realm.tally
    is_paid = tally[GOLD_POOL] and (tally[BUILD_POOL] or tally[FREE_BUILDINGS])
    return not realm.hand or not (is_paid or tally[FREE_TROOPS])


def end(state: State) -> None:
    """What is left is lost (CP-4.3, CP-8.5)."""
    tally = state.realms[state.active].tally
    for position in range(GOLD_POOL, FREE_TROOPS + 1):
        tally[position] = 0
    state.phase = PHASE_ATTACK
    state.decision = DECIDE_ATTACK


def building_price(realm: Realm, card: int) -> int:
    """Gold for a building: its number, or the rising price of a Village (CP-4.5, CP-4.12)."""
    return 1 + realm.tally[GREEN] if BANNER[card] == GREEN else NUMBER[card]


def upgrade_price(realm: Realm) -> int:
    """Gold for the next upgrade: its level less discount and rebates (CP-4.7, CP-4.22)."""
    tally = realm.tally
    return max(0, len(realm.upgrades) + 1 - tally[PHASE_DISCOUNT] - tally[REBATE])


def building_refusal(realm: Realm, card: int) -> "Refusal | None":
    """Why this building, being in the hand, cannot be built."""
    tally = realm.tally
    if BANNER[card] == GREEN:
        if tally[FOUNDED] >= MOST_VILLAGES:
            return refusals.NO_MORE_VILLAGES
    elif place_at(realm, LOCATION_OF[card]) >= 0:
        return refusals.SAME_NAME
    if not tally[FREE_BUILDINGS]:
        if NEEDS[card] >= 0 and not tally[NEEDS[card]]:
            return refusals.BANNER_MISSING
        if tally[BUILD_POOL] < 1:
            return refusals.NO_BUILD
    return None if tally[GOLD_POOL] >= building_price(realm, card) else refusals.NO_GOLD


def unit_refusal(realm: Realm, card: int) -> "Refusal | None":
    """Why this unit, being in the hand, cannot be paid for (CP-4.6, CP-8.7)."""
    tally = realm.tally
    if card < FIRST_MERC and tally[FREE_TROOPS]:
        return None
    if tally[BUILD_POOL] < 1:
        return refusals.NO_BUILD
    return None if tally[GOLD_POOL] >= UNIT_PRICE else refusals.NO_GOLD


def upgrade_refusal(realm: Realm) -> "Refusal | None":
    """Why no upgrade can be paid for."""
    if realm.tally[BUILD_POOL] < 1:
        return refusals.NO_BUILD
    return None if realm.tally[GOLD_POOL] >= upgrade_price(realm) else refusals.NO_GOLD


def refusal(state: State, command: Command) -> "Refusal | None":
    """Why a command is refused in the Build phase."""
    verb = command.verb
    args = command.args
    realm = state.realms[state.active]
    if verb is BUILD_BUILDING:
        if args[0] not in realm.hand:
            return refusals.NOT_IN_HAND
        return building_refusal(realm, args[0])
    if verb is BUILD_UNIT:
        card = FIRST_TROOP + args[0]
        if card not in realm.hand:
            return refusals.NOT_IN_HAND
        if realm.room.get(room_index(card, args[1]), 0) < 1:
            return refusals.NO_FREE_SLOT
        return unit_refusal(realm, card)
    if verb is UPGRADE:
        if args[0] in realm.upgrades:
            return refusals.UPGRADE_DONE
        return upgrade_refusal(realm)
    if command is DONE:
        return None
    answer = mercs.refusal(state, command, IN_BUILD)
    return WRONG_DECISION if answer is NOT_TO_ACT else answer


def options(state: State) -> "list[Command]":
    """Everything the active seat may do in the Build phase, `done` last."""
    realm = state.realms[state.active]
    commands: list[Command] = []
    for card in set(realm.hand):
        if card < FIRST_TROOP:
            if building_refusal(realm, card) is None:
                commands.append(BUILDS[card])
        elif unit_refusal(realm, card) is None:
            _list_slots(realm, card, commands)
    if upgrade_refusal(realm) is None:
        for upgrade in range(UPGRADE_COUNT):
            if upgrade not in realm.upgrades:
                commands.append(UPGRADE.of(upgrade))
    if realm.units:
        mercs.list_uses(state, IN_BUILD, commands)
    commands.sort(key=BY_TEXT)
    commands.append(DONE)
    return commands


def _list_slots(realm: Realm, card: int, commands: "list[Command]") -> None:
    first = 0 if card < FIRST_MERC else LOCATION_COUNT
    word = card - FIRST_TROOP
    if realm.room.get(first, 0):
        commands.append(BUILD_UNIT.of(word, AT_CITY))
    for place in realm.places:
        if realm.room.get(first + (place & CARD_MASK), 0):
            commands.append(BUILD_UNIT.of(word, place & CARD_MASK))


def apply(state: State, command: Command, chance: Chance, events: "list[Event]") -> None:
    """Carry out a command of the Build phase."""
    verb = command.verb
    if verb is BUILD_BUILDING:
        _build_building(state, command.args[0], events)
    elif verb is BUILD_UNIT:
        _build_unit(state, FIRST_TROOP + command.args[0], command.args[1], events)
    elif verb is UPGRADE:
        _upgrade(state, command.args[0], events)
    elif command is DONE:
        end(state)
    else:
        mercs.apply(state, command, chance, events)


def _build_building(state: State, card: int, events: "list[Event]") -> None:
    realm = state.realms[state.active]
    tally = realm.tally
    tally[GOLD_POOL] -= building_price(realm, card)
    if tally[FREE_BUILDINGS]:
        tally[FREE_BUILDINGS] -= 1
    else:
        tally[BUILD_POOL] -= 1
    realm.hand.remove(card)
    location = found(realm, card)
    events.append(Event("built", state.active, (SLUGS[card], place_word(location))))


def _build_unit(state: State, card: int, location: int, events: "list[Event]") -> None:
    """A unit goes face down into its slot: others learn its kind and place (CP-4.15)."""
    seat = state.active
    realm = state.realms[seat]
    tally = realm.tally
    if card < FIRST_MERC and tally[FREE_TROOPS]:
        tally[FREE_TROOPS] -= 1
    else:
        tally[BUILD_POOL] -= 1
        tally[GOLD_POOL] -= UNIT_PRICE
    realm.hand.remove(card)
    station(realm, card, location)
    place = place_word(location)
    events.append(Event("hired", seat, (kind_word(card), place)))
    events.append(Event("hired_card", seat, (SLUGS[card], place), confidants(state, seat)))


def _upgrade(state: State, upgrade: int, events: "list[Event]") -> None:
    realm = state.realms[state.active]
    price = upgrade_price(realm)
    realm.tally[GOLD_POOL] -= price
    realm.tally[BUILD_POOL] -= 1
    realm.tally[REBATE] = 0
    complete(realm, upgrade)
    events.append(Event("upgraded", state.active, (UPGRADES[upgrade], price)))
    if len(team_upgrades(state, state.active)) >= state.setting.goal:
        state.ending = ENDED_CAPITAL
        state.winner = state.active
        state.phase = PHASE_OVER
        state.decision = DECIDE_NOTHING
        events.append(Event("capital", state.active))


def team_upgrades(state: State, seat: int) -> list[int]:
    """The different upgrades of a seat and its living partner (CP-12.3)."""
    upgrades = state.realms[seat].upgrades
    other = partner(state, seat)
    if other < 0 or not state.realms[other].tally[ALIVE]:
        return upgrades
    return sorted({*upgrades, *state.realms[other].upgrades})
