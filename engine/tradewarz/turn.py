"""The turn of a seat: free actions as it likes, then one main action."""

from typing import Final

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command, Verb
from pentarch.engine.core import Event, Refusal, Seat
from pentarch.engine.decision import Branch
from pentarch.engine.tradewarz import commands, refusals
from pentarch.engine.tradewarz.alliance import BreakAlliance, Propose
from pentarch.engine.tradewarz.build import StartBuilding
from pentarch.engine.tradewarz.cards import MORALE, MORALE_NAMES, ON_TURN, TURN_CARDS
from pentarch.engine.tradewarz.decisions import OwnChoice
from pentarch.engine.tradewarz.economy import discard, gain
from pentarch.engine.tradewarz.march import StartMarch
from pentarch.engine.tradewarz.places import is_occupied, put, room
from pentarch.engine.tradewarz.recruit import StartRecruiting
from pentarch.engine.tradewarz.retreat import StartRetreat
from pentarch.engine.tradewarz.state import TURN, House, State
from pentarch.engine.tradewarz.tables import (
    BARTER_PRICE,
    EXCHANGE_PRICE,
    HARVEST,
    RESOURCE_NAMES,
    RESOURCES,
)
from pentarch.engine.tradewarz.tech import StartTechs
from pentarch.engine.tradewarz.trade import OfferTrade
from pentarch.engine.tradewarz.year import end_main_action

_GOODS: Final = range(len(RESOURCE_NAMES))

# Free actions (TW-TURN.8).


class PlayCard(Branch[State]):
    """TW-CARD.7: a `turn` card in the hand."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        hand = state.houses[seat].hand
        return [commands.PLAY.of(card) for card in TURN_CARDS if hand[card]]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        card, house = command.args[0], state.houses[seat]
        if MORALE[card].window != ON_TURN:
            return refusals.WRONG_WINDOW
        if not house.hand[card]:
            return refusals.NO_CARD
        if MORALE[card].soldiers and not _takes_volunteers(state, house):
            return refusals.NO_VOLUNTEERS
        return None

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        house, card = state.houses[seat], MORALE[command.args[0]]
        discard(state, house, command.args[0])
        events.append(Event("morale", seat, (MORALE_NAMES[command.args[0]],)))
        for resource, count in enumerate(card.gift):
            gain(state, house, resource, count, events)
        state.free.masons += card.masons
        state.free.scholars += card.scholars
        if card.soldiers:
            house.reserve -= card.soldiers
            put(state, house, house.gate, card.soldiers)


def _takes_volunteers(state: State, house: House) -> bool:
    """TW-REC.5: volunteers need a reserve, room and a free capital."""
    return (
        house.reserve > 0 and not is_occupied(state, house) and room(state, house, house.gate) > 0
    )


def _swap_refusal(house: House, command: Command, price: int) -> "Refusal | None":
    """Whether the house can give `price` of one resource for one of another."""
    paid, taken = command.args
    if paid == taken:
        return refusals.SAME_RESOURCE
    return None if house.goods[paid] >= price else refusals.CANNOT_PAY


def _swap(state: State, house: House, command: Command, price: int, events: list[Event]) -> None:
    """Pay one resource to the bank and take one of another."""
    paid, taken = command.args
    house.goods[paid] -= price
    gain(state, house, taken, 1, events)


def _swaps(verb: Verb) -> list[Command]:
    return [verb.of(paid, taken) for paid in _GOODS for taken in _GOODS]


_BARTERS: Final = _swaps(commands.BARTER)
_EXCHANGES: Final = _swaps(commands.EXCHANGE)


class Barter(Branch[State]):
    """Barter House: two of one for one of another, once a turn."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return _BARTERS if state.houses[seat].powers.barters else []

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        house = state.houses[seat]
        if state.free.barters >= house.powers.barters:
            return refusals.NO_BARTER
        return _swap_refusal(house, command, BARTER_PRICE)

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        state.free.barters += 1
        _swap(state, state.houses[seat], command, BARTER_PRICE, events)


class Exchange(Branch[State]):
    """Grand Exchange: one for one, twice a turn."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return _EXCHANGES if state.houses[seat].powers.exchanges else []

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        house = state.houses[seat]
        if state.free.exchanges >= house.powers.exchanges:
            return refusals.NO_EXCHANGE
        return _swap_refusal(house, command, EXCHANGE_PRICE)

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        state.free.exchanges += 1
        _swap(state, state.houses[seat], command, EXCHANGE_PRICE, events)


# Main actions. Those with decisions of their own are in their chapters.


class Harvest(Branch[State]):
    """TW-RES.1: one of each resource that a RESOURCES token names."""

    def __init__(self, verb: Verb, listed: list[Command]) -> None:
        super().__init__(verb)
        self.listed: Final = listed

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return self.listed

    def legal(self, state: State, seat: Seat) -> list[Command]:
        fits = self._token_refusal(state.houses[seat]) is None
        return self.listed if fits else []

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        refusal = self._token_refusal(state.houses[seat])
        if refusal is None and command not in self.listed:
            return refusals.TABLE_ORDER
        return refusal

    def _token_refusal(self, house: House) -> "Refusal | None":
        if not house.tokens[RESOURCES]:
            return refusals.NO_TOKEN
        fits = len(self.verb.slots) == HARVEST + house.powers.harvest
        return None if fits else refusals.WRONG_HARVEST

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        house = state.houses[seat]
        house.tokens[RESOURCES] -= 1
        for resource in command.args:
            gain(state, house, resource, 1, events)
        end_main_action(state, events)


_PAIRS: Final = [commands.RESOURCES.of(i, j) for i in _GOODS for j in _GOODS if i <= j]
_TRIPLES: Final = [
    commands.RESOURCES_3.of(i, j, k) for i in _GOODS for j in _GOODS for k in _GOODS if i <= j <= k
]


class Pass(Branch[State]):
    """TW-TURN.6: passing is only for those who can do nothing else."""

    def __init__(self, verb: Verb, mains: "list[Branch[State]]") -> None:
        super().__init__(verb)
        self.mains: Final = mains

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [commands.PASS.of()]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        for main in self.mains:
            if main.legal(state, seat):
                return refusals.MUST_ACT
        return None

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        end_main_action(state, events)


class TakeTurn(OwnChoice):
    """Free actions first, then the main ones; pass only when there is no main one."""

    def __init__(self) -> None:
        self.free: list[Branch[State]] = [
            PlayCard(commands.PLAY),
            OfferTrade(commands.TRADE),
            Propose(commands.ALLY),
            BreakAlliance(commands.BREAK),
            Barter(commands.BARTER),
            Exchange(commands.EXCHANGE),
        ]
        self.mains: list[Branch[State]] = [
            StartMarch(),
            StartBuilding(),
            StartRecruiting(),
            StartTechs(),
            StartRetreat(),
            Harvest(commands.RESOURCES, _PAIRS),
            Harvest(commands.RESOURCES_3, _TRIPLES),
        ]
        super().__init__(TURN, [*self.free, *self.mains, Pass(commands.PASS, self.mains)])

    def legal(self, state: State, seat: Seat) -> list[Command]:
        listed: list[Command] = []
        for branch in self.free:
            for command in branch.candidates(state, seat):
                if branch.refusal(state, seat, command) is None:
                    listed.append(command)
        free = len(listed)
        for branch in self.mains:
            listed += branch.legal(state, seat)
        if len(listed) == free:
            listed.append(commands.PASS.of())
        return listed
