"""Mercenaries outside battles: abilities, Settle and Quests (CP-8 to CP-10)."""

from pentarch.engine.capital import refusals
from pentarch.engine.capital.commands import (
    BURN,
    BY_TEXT,
    LEGENDARY_CARD,
    LEGENDARY_WORD,
    PLAIN_CARD,
    PLAIN_WORD,
    QUEST_VERB,
    QUESTER_CARD,
    QUESTER_WORD,
    SETTLE,
    SETTLER_CARD,
    SETTLER_WORD,
    TAKE,
    USE,
    USE_SALVAGER,
    USE_SPY,
)
from pentarch.engine.capital.holdings import (
    confidants,
    discard,
    draw,
    is_open_merc,
    is_opponent,
    opponents,
    place_at,
    place_card,
    place_settled,
    place_word,
    remove_unit,
    settle_at,
    unit_at,
)
from pentarch.engine.capital.state import (
    CARD_MASK,
    DECIDE_ATTACK,
    DECIDE_BUILD,
    DECIDE_BURN,
    DECIDE_TAKE,
    LOCATION_SHIFT,
    NOBODY,
    PHASE_BUILD,
    SPOT_MASK,
    Realm,
    State,
)
from pentarch.engine.capital.tables import (
    ARCHITECT,
    BLUE,
    BUILD_POOL,
    COURT_SAGE,
    FIRST_MERC,
    FIRST_TROOP,
    FREE_BUILDINGS,
    FREE_TROOPS,
    GOLD,
    GOLD_POOL,
    GRAND_ARCHITECT,
    GREEN,
    HAVOC_GOAL,
    HIGH_CHANCELLOR,
    HOST_GOAL,
    IN_BUILD,
    IN_REGROUP,
    INCOME_GOAL,
    KEEP_ALL,
    KIND_WORDS,
    LOOK,
    MASTER_MASON,
    MERC,
    MONEYLENDER,
    QUARTERMASTER,
    QUEST,
    QUEST_BULWARK,
    QUEST_HAVOC,
    QUEST_HOST,
    QUEST_INCOME,
    QUEST_REALM,
    QUEST_REALM8,
    QUEST_THRONE,
    QUEST_VICTORY,
    RAZED_HP,
    REALM_GOAL,
    REBATE,
    RECRUITER,
    RED,
    ROYAL_TREASURER,
    SALVAGER,
    SCHOLAR,
    SEATS,
    SETTLE_ON,
    SLUGS,
    SPY,
    STORE,
    SURVEYOR,
    TAX_CAP,
    TAX_COLLECTOR,
    THRONE_GOAL,
    TROOP,
    WHEN,
    WON_ATTACK,
    WON_DEFENCE,
    YELLOW,
)
from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import NOT_TO_ACT, Event, Refusal


def has_ready(realm: Realm) -> bool:
    """Whether any mercenary, whichever it is, is in an open slot."""
    for unit in realm.units:
        location = unit >> LOCATION_SHIFT & CARD_MASK
        if unit & CARD_MASK >= FIRST_MERC and is_open_merc(realm, location):
            return True
    return False


def slot_refusal(realm: Realm, card: int, location: int) -> "Refusal | None":
    """Why the mercenary cannot act from there (CP-8.1)."""
    if unit_at(realm, card | location << LOCATION_SHIFT) < 0:
        return refusals.NOT_IN_SLOT
    return None if is_open_merc(realm, location) else refusals.SLOT_CLOSED


def use_refusal(realm: Realm, card: int, location: int, when: int) -> "Refusal | None":
    """Why its ability cannot be used at this time (CP-8.3)."""
    if not WHEN[card] & when:
        return refusals.WRONG_TIME
    if card == QUARTERMASTER and not quartermaster_helps(realm):
        return refusals.NOT_ENOUGH_HAND
    return slot_refusal(realm, card, location)


def settle_refusal(state: State, realm: Realm, card: int, target: int) -> "Refusal | None":
    """Why the mercenary cannot settle there, its slot aside (CP-10.1, CP-10.3)."""
    if not state.setting.settle:
        return refusals.SETTLE_OFF
    position = place_at(realm, target)
    if position < 0 or not SETTLE_ON[card] >> place_card(realm.places[position]) & 1:
        return refusals.CANNOT_SETTLE_THERE
    if place_settled(realm.places[position]) >= 0:
        return refusals.ALREADY_SETTLED
    return None


def quest_refusal(state: State, realm: Realm, card: int) -> "Refusal | None":
    """Why its Quest cannot be completed, its slot aside (CP-9.1)."""
    if not state.setting.quests:
        return refusals.QUESTS_OFF
    if not state.legendary:
        return refusals.NO_LEGENDS
    return None if _quest_holds(realm, QUEST[card]) else refusals.QUEST_OPEN


def quartermaster_helps(realm: Realm) -> bool:
    """Whether cards would go that a Quartermaster keeps."""
    return len(realm.hand) > realm.tally[STORE] and not realm.tally[KEEP_ALL]


def _quest_holds(realm: Realm, quest: int) -> bool:
    """Conditions look at the present table and tracker (CP-9.6)."""
    tally = realm.tally
    if quest == QUEST_INCOME:
        return tally[GOLD] >= INCOME_GOAL
    if quest == QUEST_REALM:
        return tally[GREEN] > 0 and tally[YELLOW] > 0 and tally[BLUE] > 0 and tally[RED] > 0
    if quest == QUEST_HOST:
        troops = sum([1 for unit in realm.units if unit & CARD_MASK < FIRST_MERC])
        return troops >= HOST_GOAL
    if quest == QUEST_REALM8:
        return len(realm.places) >= REALM_GOAL
    if quest == QUEST_HAVOC:
        return tally[RAZED_HP] >= HAVOC_GOAL
    if quest == QUEST_VICTORY:
        return tally[WON_ATTACK] > 0
    if quest == QUEST_THRONE:
        return len(realm.upgrades) >= THRONE_GOAL
    if quest == QUEST_BULWARK:
        return tally[WON_DEFENCE] > 0
    return False


def refusal(state: State, command: Command, when: int) -> "Refusal | None":
    """Why a `use`, `settle` or `quest` of the acting seat is refused; NOT_TO_ACT: another verb."""
    verb = command.verb
    args = command.args
    realm = state.realms[state.actor]
    if verb is USE:
        return use_refusal(realm, PLAIN_CARD[args[0]], args[1], when)
    if verb is USE_SALVAGER:
        if args[1] not in state.discard:
            return refusals.NOT_DISCARDED
        return use_refusal(realm, SALVAGER, args[0], when)
    if verb is USE_SPY:
        if not is_opponent(state, state.actor, args[1]):
            return refusals.NOT_AN_OPPONENT
        return use_refusal(realm, SPY, args[0], when)
    if verb is SETTLE and when == IN_BUILD:
        card = SETTLER_CARD[args[0]]
        return settle_refusal(state, realm, card, args[2]) or slot_refusal(realm, card, args[1])
    if verb is QUEST_VERB and when != IN_REGROUP:
        card = QUESTER_CARD[args[0]]
        return quest_refusal(state, realm, card) or slot_refusal(realm, card, args[1])
    return NOT_TO_ACT


def list_uses(state: State, when: int, commands: "list[Command]") -> None:
    """Add what the acting seat's mercenaries may do outside battles."""
    realm = state.realms[state.actor]
    seen: list[int] = []
    for unit in realm.units:
        card = unit & CARD_MASK
        spot = unit & SPOT_MASK
        if card < FIRST_MERC or spot in seen:
            continue
        seen.append(spot)
        location = spot >> LOCATION_SHIFT
        if not is_open_merc(realm, location):
            continue
        if WHEN[card] & when:
            _list_abilities(state, realm, card, location, commands)
        if SETTLE_ON[card] and when == IN_BUILD:
            for place in realm.places:
                if settle_refusal(state, realm, card, place & CARD_MASK) is None:
                    commands.append(SETTLE.of(SETTLER_WORD[card], location, place & CARD_MASK))
        if QUEST[card] and when != IN_REGROUP and quest_refusal(state, realm, card) is None:
            commands.append(QUEST_VERB.of(QUESTER_WORD[card], location))


def _list_abilities(
    state: State, realm: Realm, card: int, location: int, commands: "list[Command]"
) -> None:
    if card == SALVAGER:
        for building in sorted(set(state.discard)):
            if building < FIRST_TROOP:
                commands.append(USE_SALVAGER.of(location, building))
    elif card == SPY:
        for other in opponents(state, state.actor):
            commands.append(USE_SPY.of(location, other))
    elif card != QUARTERMASTER or quartermaster_helps(realm):
        commands.append(USE.of(PLAIN_WORD[card], location))


def apply(state: State, command: Command, chance: Chance, events: "list[Event]") -> None:
    """Carry out a `use`, `settle` or `quest` outside a battle."""
    verb = command.verb
    args = command.args
    if verb is USE:
        card = PLAIN_CARD[args[0]]
        spend_merc(state, card, args[1], events)
        _take_effect(state, card, chance, events)
    elif verb is USE_SALVAGER:
        _salvage(state, args[0], args[1], events)
    elif verb is USE_SPY:
        _spy(state, args[0], args[1], events)
    elif verb is SETTLE:
        _settle(state, SETTLER_CARD[args[0]], args[1], args[2], events)
    else:
        _begin_quest(state, QUESTER_CARD[args[0]], args[1], events)


def spend_merc(state: State, card: int, location: int, events: "list[Event]") -> None:
    """A used mercenary is discarded before its ability takes place (CP-8.2)."""
    realm = state.realms[state.actor]
    remove_unit(realm, unit_at(realm, card | location << LOCATION_SHIFT))
    discard(state, card)
    events.append(Event("used", state.actor, (SLUGS[card], place_word(location))))


def _take_effect(state: State, card: int, chance: Chance, events: "list[Event]") -> None:
    tally = state.realms[state.actor].tally
    if card == MASTER_MASON:
        tally[BUILD_POOL] += 2
    elif card == TAX_COLLECTOR:
        tally[GOLD_POOL] += min(TAX_CAP, 1 + tally[GREEN])
    elif card == MONEYLENDER:
        tally[GOLD_POOL] += 3
    elif card == SURVEYOR:
        tally[REBATE] += 3
    elif card == SCHOLAR:
        draw(state, state.actor, 3, chance, events)
    elif card == ARCHITECT:
        tally[FREE_BUILDINGS] += 1
    elif card == RECRUITER:
        tally[FREE_TROOPS] += 2
    elif card == QUARTERMASTER:
        tally[KEEP_ALL] = 1
    elif card == GRAND_ARCHITECT:
        tally[BUILD_POOL] += 3
        tally[GOLD_POOL] += 3
    elif card == ROYAL_TREASURER:
        tally[GOLD_POOL] += 6
    elif card == HIGH_CHANCELLOR:
        tally[REBATE] += 6
    elif card == COURT_SAGE:
        draw(state, state.actor, 5, chance, events)


def _salvage(state: State, location: int, building: int, events: "list[Event]") -> None:
    """The building leaves the discard pile before the Salvager gets there (CP-8.8)."""
    newest = len(state.discard) - 1 - state.discard[::-1].index(building)
    state.discard.pop(newest)
    state.realms[state.actor].hand.append(building)
    spend_merc(state, SALVAGER, location, events)
    events.append(Event("salvaged", state.actor, (SLUGS[building],)))


def _spy(state: State, location: int, target: int, events: "list[Event]") -> None:
    """What the Spy sees is told to its seat alone (CP-8.9)."""
    spend_merc(state, SPY, location, events)
    events.append(Event("spied", state.actor, (SEATS[target],)))
    realm = state.realms[target]
    private = (state.actor,)
    hand = tuple([SLUGS[card] for card in realm.hand])
    events.append(Event("saw_hand", target, hand, private))
    for unit in realm.units:
        place = place_word(unit >> LOCATION_SHIFT & CARD_MASK)
        events.append(Event("saw_unit", target, (SLUGS[unit & CARD_MASK], place), private))
    if realm.hand:
        state.spied = target
        state.decision = DECIDE_BURN


def _settle(state: State, card: int, location: int, target: int, events: "list[Event]") -> None:
    realm = state.realms[state.actor]
    remove_unit(realm, unit_at(realm, card | location << LOCATION_SHIFT))
    settle_at(realm, place_at(realm, target), card)
    words = (SLUGS[card], place_word(location), place_word(target))
    events.append(Event("settled", state.actor, words))


def _begin_quest(state: State, card: int, location: int, events: "list[Event]") -> None:
    """The mercenary is used up and the top of the Legendary Deck is looked at (CP-9.2, CP-9.3)."""
    realm = state.realms[state.actor]
    remove_unit(realm, unit_at(realm, card | location << LOCATION_SHIFT))
    state.looked = state.legendary[:LOOK]
    del state.legendary[:LOOK]
    discard(state, card)
    events.append(Event("quest", state.actor, (SLUGS[card], place_word(location))))
    words = tuple([SLUGS[shown] for shown in state.looked])
    events.append(Event("looked", state.actor, words, (state.actor,)))
    state.decision = DECIDE_TAKE


def take_options(state: State) -> "list[Command]":
    """One command for each Legendary card looked at."""
    commands = [TAKE.of(LEGENDARY_WORD[card]) for card in state.looked]
    commands.sort(key=BY_TEXT)
    return commands


def take_refusal(state: State, command: Command) -> "Refusal | None":
    """Why this card cannot be taken."""
    offered = LEGENDARY_CARD[command.args[0]] in state.looked
    return None if offered else refusals.NOT_OFFERED


def take(state: State, command: Command, events: "list[Event]") -> None:
    """One card to the hand, the others under the Legendary Deck in the order drawn (CP-9.3)."""
    card = LEGENDARY_CARD[command.args[0]]
    state.looked.remove(card)
    state.legendary.extend(state.looked)
    state.looked = []
    state.realms[state.actor].hand.append(card)
    events.append(Event("took_legend", state.actor))
    seen_by = confidants(state, state.actor)
    events.append(Event("took_card", state.actor, (SLUGS[card],), seen_by))
    _resume(state)


def burn_options(state: State) -> "list[Command]":
    """One command for each different card of the hand looked at."""
    commands = [BURN.of(card) for card in set(state.realms[state.spied].hand)]
    commands.sort(key=BY_TEXT)
    return commands


def burn_refusal(state: State, command: Command) -> "Refusal | None":
    """Why this card cannot be discarded by the Spy."""
    in_hand = command.args[0] in state.realms[state.spied].hand
    return None if in_hand else refusals.NOT_IN_SPIED_HAND


def burn(state: State, command: Command, events: "list[Event]") -> None:
    """The Spy discards a card of the other hand, face up (CP-8.9)."""
    card = command.args[0]
    state.realms[state.spied].hand.remove(card)
    discard(state, card)
    events.append(Event("burned", state.spied, (SLUGS[card],)))
    state.spied = NOBODY
    _resume(state)


def _resume(state: State) -> None:
    state.decision = DECIDE_BUILD if state.phase == PHASE_BUILD else DECIDE_ATTACK


def kind_word(card: int) -> str:
    """Troop or merc, which everybody sees of a face-down unit."""
    return KIND_WORDS[MERC if card >= FIRST_MERC else TROOP]
