"""Trade: offers to other seats, made in two steps and answered at once."""

from typing import Final

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command, Verb
from pentarch.engine.core import MAX_SEATS, SEAT_NAMES, Event, Refusal, Seat
from pentarch.engine.decision import Branch
from pentarch.engine.tradewarz import commands, refusals
from pentarch.engine.tradewarz.deals import Offer
from pentarch.engine.tradewarz.decisions import OwnChoice, Reaction
from pentarch.engine.tradewarz.economy import gain
from pentarch.engine.tradewarz.state import ANSWERING, GIVING, TURN, WANTING, House, State
from pentarch.engine.tradewarz.tables import MOST_OFFERS, MOST_TRADED, RESOURCE_NAMES


def _has_other(house: House, resource: int) -> bool:
    """Whether the house has any resource but this one."""
    goods = house.goods
    return goods[0] + goods[1] + goods[2] + goods[3] > goods[resource]


def _lots(verb: Verb) -> "list[list[Command]]":
    """One to three of each resource."""
    counts = range(MOST_TRADED)
    return [[verb.of(good, count) for count in counts] for good in range(len(RESOURCE_NAMES))]


_OFFERS: Final = [commands.TRADE.of(seat) for seat in range(MAX_SEATS)]
_GIFTS: Final = _lots(commands.GIVE)
_WISHES: Final = _lots(commands.WANT)


class OfferTrade(Branch[State]):
    """TW-TRD.1, TW-TRD.4: an offer to a partner, first what is given, then what is wanted."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        if not state.settings.trading or state.free.offers >= MOST_OFFERS:
            return []
        return _OFFERS[: state.seats]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        partner = command.args[0]
        if not state.settings.trading:
            return refusals.NO_TRADING
        if partner >= state.seats or partner == seat:
            return refusals.NOT_A_PARTNER
        if state.free.offers >= MOST_OFFERS:
            return refusals.NO_OFFERS_LEFT
        goods, other = state.houses[seat].goods, state.houses[partner]
        for resource in range(len(RESOURCE_NAMES)):
            if goods[resource] and _has_other(other, resource):
                return None
        return refusals.NOTHING_TO_TRADE

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        state.free.offers += 1
        state.offer.partner = command.args[0]
        state.decision = GIVING


def _listed(lots: "list[list[Command]]", house: House) -> list[Command]:
    """The lots that a house has in stock."""
    listed: list[Command] = []
    for good, stock in enumerate(house.goods):
        listed += lots[good][:stock]
    return listed


def give_refusal(state: State, house: House, resource: int, count: int) -> "Refusal | None":
    """TW-TRD.2, TW-TRD.5: what the offerer can give."""
    if house.goods[resource] < count:
        return refusals.NOT_IN_STOCK
    partner = state.houses[state.offer.partner]
    return None if _has_other(partner, resource) else refusals.NOTHING_TO_TRADE


def want_refusal(state: State, resource: int, count: int) -> "Refusal | None":
    """TW-TRD.2: what the partner can give for it."""
    if resource == state.offer.give:
        return refusals.SAME_GOODS
    if state.houses[state.offer.partner].goods[resource] < count:
        return refusals.NOT_IN_STOCK
    return None


class Give(Branch[State]):
    """The first half of the offer."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return _listed(_GIFTS, state.houses[seat])

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        return give_refusal(state, state.houses[seat], command.args[0], command.args[1] + 1)

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        state.offer.give = command.args[0]
        state.offer.give_count = command.args[1] + 1
        state.decision = WANTING


class Want(Branch[State]):
    """The second half: the offer is public and waits for its answer."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return _listed(_WISHES, state.houses[state.offer.partner])

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        return want_refusal(state, command.args[0], command.args[1] + 1)

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        offer = state.offer
        offer.want = command.args[0]
        offer.want_count = command.args[1] + 1
        state.decision = ANSWERING
        given = (offer.give_count, RESOURCE_NAMES[offer.give])
        wanted = (offer.want_count, RESOURCE_NAMES[offer.want])
        events.append(Event("offered", seat, (SEAT_NAMES[offer.partner], *given, *wanted)))


class Answer(Branch[State]):
    """TW-TRD.3: exchange at once, or nothing."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [self.verb.of()]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        return None

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        offer = state.offer
        state.offer = Offer()
        state.decision = TURN
        if command.verb is commands.DECLINE:
            events.append(Event("declined", seat))
            return
        events.append(Event("traded", seat))
        offerer, partner = state.acting(), state.houses[seat]
        offerer.goods[offer.give] -= offer.give_count
        partner.goods[offer.want] -= offer.want_count
        gain(state, offerer, offer.want, offer.want_count, events)
        gain(state, partner, offer.give, offer.give_count, events)


class ChooseGift(OwnChoice):
    """What is offered."""

    def __init__(self) -> None:
        super().__init__(GIVING, [Give(commands.GIVE)])


class ChooseWish(OwnChoice):
    """What is asked for."""

    def __init__(self) -> None:
        super().__init__(WANTING, [Want(commands.WANT)])


class AnswerOffer(Reaction):
    """Asked of the partner."""

    def __init__(self) -> None:
        super().__init__(ANSWERING, [Answer(commands.ACCEPT), Answer(commands.DECLINE)])

    def actor(self, state: State) -> Seat:
        return state.offer.partner
