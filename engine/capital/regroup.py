"""The Regroup phase: moving units, giving a card, keeping and drawing cards (CP-6)."""

from pentarch.engine.capital import mercs, refusals
from pentarch.engine.capital.commands import (
    BY_TEXT,
    DONE,
    GIVE,
    KEEP,
    KEEP_PLACE,
    KEEPS,
    MOVE,
    PASS,
    SWAP,
)
from pentarch.engine.capital.holdings import (
    confidants,
    discard,
    draw,
    living_partner,
    place_word,
    room_index,
    unit_at,
    unit_without,
)
from pentarch.engine.capital.mercs import kind_word
from pentarch.engine.capital.rounds import end_turn
from pentarch.engine.capital.state import (
    CARD_MASK,
    DECIDE_GIVE,
    DECIDE_KEEP,
    LOCATION_SHIFT,
    MOVED,
    SPOT_MASK,
    Realm,
    State,
)
from pentarch.engine.capital.tables import (
    AT_CITY,
    DRAW,
    FIRST_MERC,
    FIRST_TROOP,
    IN_REGROUP,
    KEEP_ALL,
    LOCATION_COUNT,
    SEATS,
    SLUGS,
    STORE,
)
from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import NOT_TO_ACT, WRONG_DECISION, Event, Refusal


def _unit_refusal(realm: Realm, spot: int) -> "Refusal | None":
    """Why no unit of that card can leave that location."""
    if unit_at(realm, spot) < 0:
        return refusals.NOT_IN_SLOT
    return refusals.ALREADY_MOVED if unit_without(realm, spot, MOVED) < 0 else None


def _is_swap(card: int, location: int, other: int, there: int) -> bool:
    """Two different units of a kind at two locations, named in ASCII order (CP-6.1)."""
    if location == there or (card < FIRST_MERC) != (other < FIRST_MERC):
        return False
    return SLUGS[card] < SLUGS[other]


def refusal(state: State, command: Command) -> "Refusal | None":
    """Why a command is refused while units are moved."""
    if command is DONE:
        return None
    realm = state.realms[state.active]
    args = command.args
    if command.verb is MOVE:
        card = FIRST_TROOP + args[0]
        if args[1] == args[2]:
            return refusals.SAME_PLACE
        if realm.room.get(room_index(card, args[2]), 0) < 1:
            return refusals.NO_FREE_SLOT
        return _unit_refusal(realm, card | args[1] << LOCATION_SHIFT)
    if command.verb is SWAP:
        card, other = FIRST_TROOP + args[0], FIRST_TROOP + args[2]
        if not _is_swap(card, args[1], other, args[3]):
            return refusals.NO_EXCHANGE
        return _unit_refusal(realm, card | args[1] << LOCATION_SHIFT) or _unit_refusal(
            realm, other | args[3] << LOCATION_SHIFT
        )
    answer = mercs.refusal(state, command, IN_REGROUP)
    return WRONG_DECISION if answer is NOT_TO_ACT else answer


def is_idle(state: State) -> bool:
    """Whether no unit, whichever it is, could move, change places or be of use (CP-3.5)."""
    realm = state.realms[state.active]
    if mercs.quartermaster_helps(realm) and mercs.has_ready(realm):
        return False
    units = [unit for unit in realm.units if not unit & MOVED]
    for position, unit in enumerate(units):
        card = unit & CARD_MASK
        location = unit >> LOCATION_SHIFT & CARD_MASK
        if _has_room_elsewhere(realm, card, location):
            return False
        for other in units[position + 1 :]:
            is_same_kind = (card < FIRST_MERC) == (other & CARD_MASK < FIRST_MERC)
            if is_same_kind and other >> LOCATION_SHIFT & CARD_MASK != location:
                return False
    return True


def _has_room_elsewhere(realm: Realm, card: int, location: int) -> bool:
    first = room_index(card, AT_CITY)
    if location != AT_CITY and realm.room.get(first, 0):
        return True
    for place in realm.places:
        target = place & CARD_MASK
        if target != location and realm.room.get(first + target, 0):
            return True
    return False


def options(state: State) -> "list[Command]":
    """Moves, exchanges and the Quartermaster, `done` last."""
    realm = state.realms[state.active]
    commands: list[Command] = []
    if realm.units:
        spots = list(dict.fromkeys([u & SPOT_MASK for u in realm.units if not u & MOVED]))
        for position, spot in enumerate(spots):
            _list_moves(realm, spot, commands)
            for other in spots[position + 1 :]:
                _list_swap(spot, other, commands)
        mercs.list_uses(state, IN_REGROUP, commands)
        commands.sort(key=BY_TEXT)
    commands.append(DONE)
    return commands


def _list_moves(realm: Realm, spot: int, commands: "list[Command]") -> None:
    card = spot & CARD_MASK
    location = spot >> LOCATION_SHIFT
    first = 0 if card < FIRST_MERC else LOCATION_COUNT
    if location != AT_CITY and realm.room.get(first, 0):
        commands.append(MOVE.of(card - FIRST_TROOP, location, AT_CITY))
    for place in realm.places:
        target = place & CARD_MASK
        if realm.room.get(first + target, 0) and target != location:
            commands.append(MOVE.of(card - FIRST_TROOP, location, target))


def _list_swap(spot: int, other: int, commands: "list[Command]") -> None:
    card, location = spot & CARD_MASK, spot >> LOCATION_SHIFT
    card2, location2 = other & CARD_MASK, other >> LOCATION_SHIFT
    if _is_swap(card, location, card2, location2):
        commands.append(SWAP.of(card - FIRST_TROOP, location, card2 - FIRST_TROOP, location2))
    elif _is_swap(card2, location2, card, location):
        commands.append(SWAP.of(card2 - FIRST_TROOP, location2, card - FIRST_TROOP, location))


def apply(state: State, command: Command, chance: Chance, events: "list[Event]") -> None:
    """Move units about, or go on to the cards."""
    args = command.args
    if command is DONE:
        end_moves(state, chance, events)
    elif command.verb is MOVE:
        _move(state, FIRST_TROOP + args[0], args[1], args[2], events)
    elif command.verb is SWAP:
        _swap(state, command, events)
    else:
        mercs.apply(state, command, chance, events)


def _relocate(realm: Realm, spot: int, target: int) -> None:
    """The unit arrives last at its new location."""
    realm.units.pop(unit_without(realm, spot, MOVED))
    realm.units.append(spot & CARD_MASK | target << LOCATION_SHIFT | MOVED)


def _move(state: State, card: int, location: int, target: int, events: "list[Event]") -> None:
    """Others see from where to where and the kind, not the card."""
    seat = state.active
    realm = state.realms[seat]
    _relocate(realm, card | location << LOCATION_SHIFT, target)
    realm.room[room_index(card, location)] += 1
    realm.room[room_index(card, target)] -= 1
    here, there = place_word(location), place_word(target)
    events.append(Event("moved", seat, (kind_word(card), here, there)))
    words = (SLUGS[card], here, there)
    events.append(Event("moved_card", seat, words, confidants(state, seat)))


def _swap(state: State, command: Command, events: "list[Event]") -> None:
    """Others learn the two locations, in an order that tells nothing about the units."""
    seat = state.active
    realm = state.realms[seat]
    card, other = FIRST_TROOP + command.args[0], FIRST_TROOP + command.args[2]
    here, there = command.args[1], command.args[3]
    exchange = [(card | here << LOCATION_SHIFT, there), (other | there << LOCATION_SHIFT, here)]
    if here < there:
        exchange.reverse()
    for spot, target in exchange:
        _relocate(realm, spot, target)
    words = (place_word(here), place_word(there))
    public = (kind_word(card), min(words), max(words))
    events.append(Event("swapped", seat, public))
    private = (SLUGS[card], words[0], SLUGS[other], words[1])
    events.append(Event("swapped_cards", seat, private, confidants(state, seat)))


def end_moves(state: State, chance: Chance, events: "list[Event]") -> None:
    """On to giving a card, if there is somebody to give one to (CP-6.3)."""
    seat = state.active
    if living_partner(state, seat) >= 0 and state.realms[seat].hand:
        state.decision = DECIDE_GIVE
        return
    begin_keep(state, chance, events)


def give_options(state: State) -> "list[Command]":
    """One command for each different card of the hand, `pass` last."""
    commands = [GIVE.of(card) for card in set(state.realms[state.active].hand)]
    commands.sort(key=BY_TEXT)
    commands.append(PASS)
    return commands


def give_refusal(state: State, command: Command) -> "Refusal | None":
    """Why this card cannot be given."""
    if command is PASS:
        return None
    if command.verb is not GIVE:
        return WRONG_DECISION
    in_hand = command.args[0] in state.realms[state.active].hand
    return None if in_hand else refusals.NOT_IN_HAND


def apply_give(state: State, command: Command, chance: Chance, events: "list[Event]") -> None:
    """Hand one card to the partner, or none (CP-12.8)."""
    if command is not PASS:
        seat = state.active
        ally = living_partner(state, seat)
        card = command.args[0]
        state.realms[seat].hand.remove(card)
        state.realms[ally].hand.append(card)
        events.append(Event("gave", seat, (SEATS[ally],)))
        events.append(Event("gave_card", seat, (SLUGS[card],), (seat, ally)))
    begin_keep(state, chance, events)


def begin_keep(state: State, chance: Chance, events: "list[Event]") -> None:
    """Ask which cards are kept, unless there is nothing to choose (CP-6.4)."""
    realm = state.realms[state.active]
    if realm.tally[KEEP_ALL] or len(realm.hand) <= realm.tally[STORE]:
        _draw_and_end(state, chance, events)
        return
    if realm.tally[STORE] > 0:
        state.decision = DECIDE_KEEP
        return
    _finish_keep(state, chance, events)


def keep_options(state: State) -> "list[Command]":
    """One command for each different card not kept yet."""
    hand = state.realms[state.active].hand
    return [KEEPS[place] for place in sorted({KEEP_PLACE[card] for card in hand})]


def keep_refusal(state: State, command: Command) -> "Refusal | None":
    """Why this card cannot be kept."""
    if command.verb is not KEEP:
        return WRONG_DECISION
    in_hand = command.args[0] in state.realms[state.active].hand
    return None if in_hand else refusals.NOT_IN_HAND


def apply_keep(state: State, command: Command, chance: Chance, events: "list[Event]") -> None:
    """Keep one card more; after the last the others go and new ones come."""
    realm = state.realms[state.active]
    realm.hand.remove(command.args[0])
    realm.kept.append(command.args[0])
    if len(realm.kept) >= realm.tally[STORE]:
        _finish_keep(state, chance, events)


def _finish_keep(state: State, chance: Chance, events: "list[Event]") -> None:
    """The kept cards are the new hand in the order of picking (CP-6.4)."""
    seat = state.active
    realm = state.realms[seat]
    for card in realm.hand:
        discard(state, card)
    events.append(Event("discarded", seat, tuple([SLUGS[card] for card in realm.hand])))
    kept = tuple([SLUGS[card] for card in realm.kept])
    events.append(Event("kept", seat, kept, confidants(state, seat)))
    realm.hand = realm.kept
    realm.kept = []
    _draw_and_end(state, chance, events)


def _draw_and_end(state: State, chance: Chance, events: "list[Event]") -> None:
    """Drawing the new cards ends the turn (CP-3.6)."""
    draw(state, state.active, state.realms[state.active].tally[DRAW], chance, events)
    end_turn(state, events)
