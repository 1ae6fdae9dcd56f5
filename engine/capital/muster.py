"""Units moved about in the Regroup phase (CP-6.1, CP-6.2)."""

from typing import Final, final

from pentarch.engine.capital import refusals
from pentarch.engine.capital.commands import MOVE, SWAP, UNIT_WORD
from pentarch.engine.capital.mercenaries import Use, UseSalvager, UseSpy
from pentarch.engine.capital.places import LOCATIONS, Location
from pentarch.engine.capital.realm import Realm
from pentarch.engine.capital.rows import MERCENARY, TROOP, Card
from pentarch.engine.capital.state import DECIDE_REGROUP, State
from pentarch.engine.capital.tables import IN_REGROUP, UNITS
from pentarch.engine.capital.turn import EndPhase, Listed, SeatChoice
from pentarch.engine.capital.units import Unit, distinct
from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Refusal, Seat


def _movable(realm: Realm) -> list[Unit]:
    """The units that have not moved yet, each kind and place once."""
    return distinct([unit for unit in realm.units if not unit.has_moved])


def _find(realm: Realm, card: Card, location: Location) -> "Unit | None":
    for unit in realm.units:
        if unit.card is card and unit.location is location and not unit.has_moved:
            return unit
    return None


def _refusal(realm: Realm, card: Card, location: Location) -> "Refusal | None":
    """Why no unit of that card can leave that location."""
    if realm.find(card, location) is None:
        return refusals.NOT_IN_SLOT
    return refusals.ALREADY_MOVED if _find(realm, card, location) is None else None


def _relocate(realm: Realm, card: Card, location: Location, target: Location) -> None:
    """The unit arrives last at its new location."""
    unit = _find(realm, card, location)
    assert unit is not None
    others = [other for other in realm.units if other is not unit]
    others.append(unit.moved(target))
    realm.units = others


def _moves(realm: Realm, units: list[Unit]) -> list[Command]:
    """Where else these units find a slot."""
    free = {TROOP: realm.troop_slots.locations(), MERCENARY: realm.merc_slots.locations()}
    return [
        MOVE.of(UNIT_WORD[unit.card.id], unit.location.number, location.number)
        for unit in units
        for location in free[unit.card.kind]
        if location is not unit.location
    ]


@final
class Move(Listed):
    """A unit goes to a free slot of its kind (CP-6.1)."""

    def legal(self, state: State, seat: Seat) -> list[Command]:
        realm = state.realms[seat]
        return _moves(realm, _movable(realm))

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        realm = state.realms[seat]
        args = command.args
        card = UNITS[args[0]]
        if args[1] == args[2]:
            return refusals.SAME_PLACE
        if realm.slots_for(card).at(LOCATIONS[args[2]]) < 1:
            return refusals.NO_FREE_SLOT
        return _refusal(realm, card, LOCATIONS[args[1]])

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        """Others see from where to where and the kind, not the card."""
        realm = state.realms[seat]
        card = UNITS[command.args[0]]
        here, there = LOCATIONS[command.args[1]], LOCATIONS[command.args[2]]
        _relocate(realm, card, here, there)
        realm.move_slot(card, here, there)
        events.append(Event("moved", seat, (card.kind, here.word, there.word)))
        words = (card.slug, here.word, there.word)
        events.append(Event("moved_card", seat, words, state.confidants(seat)))


def _is_swap(card: Card, here: Location, other: Card, there: Location) -> bool:
    """Two different units of a kind at two locations, named in ASCII order (CP-6.1)."""
    return here is not there and card.kind == other.kind and card.slug < other.slug


def _swaps(units: list[Unit]) -> list[Command]:
    """Which of these units, in the order of their names, can exchange places."""
    return [
        SWAP.of(
            UNIT_WORD[unit.card.id],
            unit.location.number,
            UNIT_WORD[other.card.id],
            other.location.number,
        )
        for place, unit in enumerate(units)
        for other in units[place + 1 :]
        if other.card is not unit.card
        and other.card.kind == unit.card.kind
        and other.location is not unit.location
    ]


@final
class Swap(Listed):
    """Two units of a kind exchange places (CP-6.1)."""

    def legal(self, state: State, seat: Seat) -> list[Command]:
        return _swaps(_movable(state.realms[seat]))

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        realm = state.realms[seat]
        args = command.args
        card, here = UNITS[args[0]], LOCATIONS[args[1]]
        other, there = UNITS[args[2]], LOCATIONS[args[3]]
        if not _is_swap(card, here, other, there):
            return refusals.NO_EXCHANGE
        return _refusal(realm, card, here) or _refusal(realm, other, there)

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        """Others learn the two locations, in an order that tells nothing about the units."""
        realm = state.realms[seat]
        args = command.args
        card, here = UNITS[args[0]], LOCATIONS[args[1]]
        other, there = UNITS[args[2]], LOCATIONS[args[3]]
        exchange = [(card, here, there), (other, there, here)]
        if here.number < there.number:
            exchange.reverse()
        for mover, start, target in exchange:
            _relocate(realm, mover, start, target)
        public = (card.kind, min(here.word, there.word), max(here.word, there.word))
        events.append(Event("swapped", seat, public))
        private = (card.slug, here.word, other.slug, there.word)
        events.append(Event("swapped_cards", seat, private, state.confidants(seat)))


@final
class RegroupChoice(SeatChoice):
    """What the units can do."""

    def list_deeds(self, state: State, seat: Seat) -> list[Command]:
        """Who can still move is asked once."""
        realm = state.realms[seat]
        units = _movable(realm)
        return _moves(realm, units) + _swaps(units) if units else []


REGROUP_DECISION: Final = RegroupChoice(
    DECIDE_REGROUP,
    [Move(MOVE), Swap(SWAP)],
    EndPhase(DECIDE_REGROUP),
    mercenary_deeds=(Use(IN_REGROUP), UseSalvager(IN_REGROUP), UseSpy(IN_REGROUP)),
)
