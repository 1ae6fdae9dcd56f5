"""Battles: burning, committing, the reveal, and who has won."""

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Refusal, Seat
from pentarch.engine.decision import Branch, Choice
from pentarch.engine.tradewarz import commands, refusals
from pentarch.engine.tradewarz.aftermath import attack_failed, attack_won, bury
from pentarch.engine.tradewarz.cards import (
    BATTLE_CARDS,
    BATTLE_NAMES,
    BATTLE_WINDOW,
    IN_BATTLE,
    MORALE,
    MORALE_NAMES,
)
from pentarch.engine.tradewarz.economy import gain, strongest
from pentarch.engine.tradewarz.lattice import SPACE_NAMES
from pentarch.engine.tradewarz.might import attack_might, blunted, defence_might, defending_unit
from pentarch.engine.tradewarz.places import lift_unit
from pentarch.engine.tradewarz.state import BATTLE, DISPLACING, House, Side, State
from pentarch.engine.tradewarz.tables import DECK, GOLD, MOST_COMMITTED, NONE, Might
from pentarch.engine.tradewarz.ways import Group
from pentarch.engine.tradewarz.year import end_main_action


def start_battle(state: State, group: Group, goal: int, events: list[Event]) -> None:
    """TW-BAT.1, TW-BAT.2: two armies meet and each side burns a card.

    The attackers stay on the space they came from until the battle is decided.
    """
    battle, seat = state.battle, group.house.seat
    defender = main_defender(state, goal)
    battle.at = goal
    battle.origin = group.at
    battle.attacker.seat = seat
    battle.defender.seat = defender
    battle.attackers = group.size
    battle.unit = group.unit
    state.decision = BATTLE
    met = (SPACE_NAMES[goal], group.size, defender + 1, state.squares[goal].crowd)
    events.append(Event("battle", seat, met))
    _draw_open(state.houses[seat], "burned", events)
    _draw_open(state.houses[defender], "burned", events)


def main_defender(state: State, space: int) -> int:
    """TW-BAT.24: the building's owner, else who has most soldiers; an empty gate's owner."""
    owner = state.building(space).owner
    if owner == NONE:
        owner = strongest(state, space)
    return owner if owner != NONE else state.gates[space].owner


def _draw_open(house: House, name: str, events: list[Event]) -> int:
    """TW-CARD.3, TW-CARD.4: the top card of the stack, shown to all."""
    card = house.deck.top()
    house.deck = house.deck.with_open()
    events.append(Event(name, house.seat, (BATTLE_NAMES[card],)))
    return card


# Committing morale cards.


class Commit(Branch[State]):
    """TW-BAT.3, TW-BAT.23: at most two battle cards, some of them once."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        hand = state.houses[seat].hand
        return [commands.COMMIT.of(card) for card in BATTLE_WINDOW if hand[card]]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        number, house = command.args[0], state.houses[seat]
        card = MORALE[number]
        if card.window != IN_BATTLE:
            return refusals.WRONG_WINDOW
        if not house.hand[number]:
            return refusals.NO_CARD
        laid = _side(state, seat).laid
        if len(laid) >= MOST_COMMITTED:
            return refusals.TWO_CARDS
        if card.single and number in laid:
            return refusals.ONE_OF_A_KIND
        return refusals.NO_CANCEL_GOLD if house.goods[GOLD] < card.cancel_gold else None

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        state.houses[seat].hand[command.args[0]] -= 1
        side = _side(state, seat)
        side.laid = [*side.laid, command.args[0]]


class Ready(Branch[State]):
    """Once both sides are ready the cards are revealed."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [commands.READY.of()]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        return None

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        _side(state, seat).ready = True
        if state.battle.attacker.ready and state.battle.defender.ready:
            reveal(state, chance, events)
            if state.decision != DISPLACING:
                end_main_action(state, events)


def _side(state: State, seat: Seat) -> Side:
    side = state.battle.side_of(seat)
    assert side is not None
    return side


class CommitCards(Choice[State]):
    """TW-BAT.3: both sides at a time, in secret."""

    def __init__(self) -> None:
        super().__init__(BATTLE, [Commit(commands.COMMIT), Ready(commands.READY)])

    def actors(self, state: State) -> list[Seat]:
        return sorted([side.seat for side in state.battle.sides() if not side.ready])

    def is_asked(self, state: State, seat: Seat) -> bool:
        side = state.battle.side_of(seat)
        return side is not None and not side.ready


# The reveal.


def reveal(state: State, chance: Chance, events: list[Event]) -> None:
    """TW-BAT.4: cancel or fight. Leaves DISPLACING as the decision if it is due."""
    battle = state.battle
    if _cancels(battle.attacker) or _cancels(battle.defender):
        _cancel(state, events)
    else:
        for side in battle.sides():
            for card in side.laid:
                _show(state, side, card, events)
        _fight(state, events)
    for side in battle.sides():
        side.laid = []
        side.ready = False
    for side in battle.sides():
        _renew(state.houses[side.seat], chance, events)


def _cancels(side: Side) -> bool:
    return any(MORALE[card].cancel_gold for card in side.laid)


def _show(state: State, side: Side, card: int, events: list[Event]) -> None:
    """A committed card is shown and goes under the deck."""
    state.morale = [*state.morale, card]
    events.append(Event("morale", side.seat, (MORALE_NAMES[card],)))


def _renew(house: House, chance: Chance, events: list[Event]) -> None:
    """TW-CARD.5: an empty stack is made anew from the used pile, taken in table order."""
    if house.deck.drawn == DECK:
        cards = sorted(house.deck.cards)
        chance.shuffle(cards)
        house.deck = house.deck.stacked(cards)
        events.append(Event("reshuffled", house.seat))


def _cancel(state: State, events: list[Event]) -> None:
    """TW-BAT.22: everybody goes back; the cancelling side pays, two of them pay nothing."""
    battle = state.battle
    for side in battle.sides():
        for card in side.laid:
            if MORALE[card].cancel_gold:
                _show(state, side, card, events)
            else:
                state.houses[side.seat].hand[card] += 1
    _pay_cancelling(state, battle.attacker, battle.defender, events)
    _pay_cancelling(state, battle.defender, battle.attacker, events)
    for side in battle.sides():
        house = state.houses[side.seat]
        house.deck = house.deck.with_unseen()
    events.append(Event("cancelled", battle.attacker.seat, (SPACE_NAMES[battle.at],)))


def _pay_cancelling(state: State, side: Side, other: Side, events: list[Event]) -> None:
    if _cancels(side) and not _cancels(other):
        gold = max(MORALE[card].cancel_gold for card in side.laid)
        state.houses[side.seat].goods[GOLD] -= gold
        gain(state, state.houses[other.seat], GOLD, gold, events)


def _fight(state: State, events: list[Event]) -> None:
    """TW-BAT.5, TW-BAT.8, TW-BAT.10, TW-BAT.11, TW-BAT.16: add up, compare, count the dead."""
    battle, space = state.battle, state.battle.at
    attacker, defender = state.houses[battle.attacker.seat], state.houses[battle.defender.seat]
    soldiers, guards = battle.attackers, state.squares[space].crowd
    attack = attack_might(state, attacker, space, battle.unit).plus(Might(soldiers, 0, 0))
    defence = defence_might(state, defender, space).plus(Might(guards, 0, 0))
    attack = attack.plus(_cards_might(state, battle.attacker, events))
    defence = defence.plus(_cards_might(state, battle.defender, events))
    attack = blunted(attack, defending_unit(state, defender, space))
    defence = blunted(defence, battle.unit)
    fallen = min(soldiers, max(0, defence.kills - attack.blocks))
    slain = min(guards, max(0, attack.kills - defence.blocks))
    _tell(attacker, attack, fallen, events)
    _tell(defender, defence, slain, events)
    bury(state, fallen, slain)
    if attack.strength > defence.strength:
        attack_won(state, events)
    elif attack.strength < defence.strength:
        attack_failed(state, events)
    else:
        events.append(Event("drawn", attacker.seat, (SPACE_NAMES[space],)))
        if not battle.attackers and battle.unit != NONE:
            lift_unit(state, battle.unit)


def _cards_might(state: State, side: Side, events: list[Event]) -> Might:
    """The second battle card, or the burned one for who trusts it, and the morale cards."""
    house = state.houses[side.seat]
    card = house.deck.burned()
    second = _draw_open(house, "revealed", events)
    if not any(MORALE[laid].trusts for laid in side.laid):
        card = second
    might = BATTLE_CARDS[card].might
    for laid in side.laid:
        might = might.plus(MORALE[laid].might)
    return might


def _tell(house: House, might: Might, dead: int, events: list[Event]) -> None:
    values = (might.strength, might.kills, might.blocks, dead)
    events.append(Event("strength", house.seat, values))
