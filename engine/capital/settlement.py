"""Mercenaries who settle under a building (CP-10)."""

from typing import final

from pentarch.engine.capital import refusals
from pentarch.engine.capital.commands import SETTLE, SETTLER_WORD, SETTLERS
from pentarch.engine.capital.mercenaries import leave_slot, slot_refusal
from pentarch.engine.capital.places import LOCATIONS, Building
from pentarch.engine.capital.rows import Card
from pentarch.engine.capital.state import State
from pentarch.engine.capital.turn import MercenaryDeed
from pentarch.engine.capital.units import Unit
from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Refusal, Seat


def _refusal(card: Card, building: "Building | None") -> "Refusal | None":
    """Why the mercenary cannot settle there, its slot aside (CP-10.1, CP-10.3)."""
    if building is None or not card.settles_under(building.card):
        return refusals.CANNOT_SETTLE_THERE
    return None if building.settled is None else refusals.ALREADY_SETTLED


@final
class Settle(MercenaryDeed):
    """A mercenary leaves its slot and lies face up under a building."""

    def __init__(self) -> None:
        super().__init__(SETTLE, SETTLERS)

    def offers(self, state: State, seat: Seat, unit: Unit) -> list[Command]:
        if not state.settings.settle:
            return []
        return [
            SETTLE.of(SETTLER_WORD[unit.card.id], unit.location.number, building.location.number)
            for building in state.realms[seat].buildings
            if _refusal(unit.card, building) is None
        ]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        if not state.settings.settle:
            return refusals.SETTLE_OFF
        realm = state.realms[seat]
        card = SETTLERS[command.args[0]]
        refusal = _refusal(card, realm.building_at(LOCATIONS[command.args[2]]))
        return refusal or slot_refusal(realm, card, LOCATIONS[command.args[1]])

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        realm = state.realms[seat]
        card = SETTLERS[command.args[0]]
        location, target = LOCATIONS[command.args[1]], LOCATIONS[command.args[2]]
        leave_slot(realm, card, location)
        building = realm.building_at(target)
        assert building is not None
        realm.settle(building, card)
        words = (card.slug, location.word, target.word)
        events.append(Event("settled", state.actor, words))
