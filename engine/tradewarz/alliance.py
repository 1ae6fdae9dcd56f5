"""Alliances: proposing, agreeing, breaking, and parting afterwards."""

from typing import Final

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import MAX_SEATS, SEAT_NAMES, Event, Refusal, Seat
from pentarch.engine.decision import Branch
from pentarch.engine.tradewarz import commands, refusals
from pentarch.engine.tradewarz.deals import Proposal
from pentarch.engine.tradewarz.decisions import Reaction
from pentarch.engine.tradewarz.economy import gain
from pentarch.engine.tradewarz.lattice import GATES, SPACES
from pentarch.engine.tradewarz.places import find_refuge, lift_unit, take, unit_owner, unit_with
from pentarch.engine.tradewarz.seats import Seats, alone
from pentarch.engine.tradewarz.state import ALLYING, TURN, State
from pentarch.engine.tradewarz.tables import ALLIANCE_GOLD, GOLD, NONE
from pentarch.engine.tradewarz.ways import Group

_INVITATIONS: Final = [commands.ALLY.of(seat) for seat in range(MAX_SEATS)]


class Propose(Branch[State]):
    """TW-ALL.1, TW-ALL.3, TW-ALL.4, TW-ALL.5, TW-ALL.7: whether an alliance may be proposed."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        barred = state.free.proposed or state.houses[seat].barred
        if barred or not state.settings.alliances or state.seats < 3:
            return []
        return _INVITATIONS[: state.seats]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        invited = command.args[0]
        if not state.settings.alliances or state.seats < 3:
            return refusals.NO_ALLIANCES
        if invited >= state.seats or invited == seat:
            return refusals.NOT_A_PARTNER
        if state.free.proposed:
            return refusals.PROPOSED_ALREADY
        house, other = state.houses[seat], state.houses[invited]
        if house.barred or other.barred:
            return refusals.TOO_SOON
        if other.friends.count > 1:
            return refusals.ALREADY_ALLIED
        size = house.friends.count + 1
        if size > state.settings.alliance_max or size >= state.seats:
            return refusals.ALLIANCE_FULL
        lone = house.friends.count == 1
        if other.goods[GOLD] < ALLIANCE_GOLD or (lone and house.goods[GOLD] < ALLIANCE_GOLD):
            return refusals.NO_ALLIANCE_GOLD
        if _hold_a_capital(state, house.friends.plus(invited)):
            return refusals.CAPITAL_BETWEEN
        return None

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        """TW-ALL.2: the invited seat answers first, then the other members in seat order."""
        invited = command.args[0]
        state.free.proposed = True
        state.proposal.partner = invited
        state.proposal.asked = state.houses[seat].friends.minus(seat).plus(invited)
        state.decision = ALLYING
        events.append(Event("proposed", seat, (SEAT_NAMES[invited],)))


def _hold_a_capital(state: State, circle: Seats) -> bool:
    """Whether one of them occupies the capital of another."""
    for number, gate in enumerate(state.gates):
        if circle.has(gate.owner) and state.squares[number].here.minus(gate.owner).meets(circle):
            return True
    return False


class Agree(Branch[State]):
    """TW-ALL.2, TW-ALL.3: when all agree the joining seats pay."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [commands.ACCEPT.of()]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        return None

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        state.proposal.asked = state.proposal.asked.minus(seat)
        if not state.proposal.asked.count:
            _join(state, events)
            _end_proposal(state)


class Refuse(Branch[State]):
    """TW-ALL.2: one refusal ends it."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [commands.DECLINE.of()]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        return None

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        events.append(Event("declined", seat))
        _end_proposal(state)


def _join(state: State, events: list[Event]) -> None:
    house, other = state.acting(), state.houses[state.proposal.partner]
    if house.friends.count == 1:
        house.goods[GOLD] -= ALLIANCE_GOLD
    other.goods[GOLD] -= ALLIANCE_GOLD
    circle = house.friends.plus(other.seat)
    for member in circle.members:
        state.houses[member].friends = circle
    events.append(Event("allied", house.seat, (SEAT_NAMES[other.seat],)))


def _end_proposal(state: State) -> None:
    state.proposal = Proposal()
    state.decision = TURN


class AnswerProposal(Reaction):
    """Asked of everybody whom the alliance takes, one after another."""

    def __init__(self) -> None:
        super().__init__(ALLYING, [Agree(commands.ACCEPT), Refuse(commands.DECLINE)])

    def actor(self, state: State) -> Seat:
        return state.proposal.answering()


class BreakAlliance(Branch[State]):
    """TW-ALL.6: breaking takes an alliance and four gold for each other member."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [commands.BREAK.of()] if state.houses[seat].friends.count > 1 else []

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        house = state.houses[seat]
        others = house.friends.count - 1
        if not others:
            return refusals.NOT_ALLIED
        return refusals.NO_BREAKING_GOLD if house.goods[GOLD] < ALLIANCE_GOLD * others else None

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        """TW-ALL.6, TW-ALL.7, TW-ALL.10, TW-ALL.11: pay, leave, part."""
        house = state.houses[seat]
        former = house.friends.minus(seat)
        events.append(Event("broke", seat))
        house.goods[GOLD] -= ALLIANCE_GOLD * former.count
        house.friends = alone(seat)
        for other in former.members:
            member = state.houses[other]
            member.friends = member.friends.minus(seat)
            gain(state, member, GOLD, ALLIANCE_GOLD, events)
        house.barred = True
        _return_lent(state, seat)
        _part(state, seat, former)


def _return_lent(state: State, seat: Seat) -> None:
    """Super units lent to or by the leaving seat go back to their owners' capitals."""
    for unit, station in enumerate(state.stations):
        owner = unit_owner(state, unit)
        if station.holder not in (NONE, owner) and seat in (station.holder, owner):
            lift_unit(state, unit)


def _part(state: State, seat: Seat, former: Seats) -> None:
    """TW-ALL.11: guests are all lifted before the first of them looks for a refuge."""
    guests: list[Group] = []
    for space in range(GATES, SPACES):
        owner = state.building(space).owner
        here = state.squares[space].here
        leaving = former if owner == seat else alone(seat)
        if owner == NONE and here is alone(seat):
            continue
        for guest in leaving.members:
            if here.has(guest):
                guests.append(_lift_guest(state, guest, space))
    for group in guests:
        find_refuge(state, group.house, group.at, group.size, group.unit)


def _lift_guest(state: State, guest: Seat, space: int) -> Group:
    house = state.houses[guest]
    group = Group(house, space, house.army[space], unit_with(state, guest, space))
    if group.unit != NONE:
        lift_unit(state, group.unit)
    take(state, house, space, group.size)
    return group
