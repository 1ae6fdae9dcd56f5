"""Debt (KC-13.8 to 13.11): a seat that begins its orders in debt disbands units first."""

from typing import final

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import WRONG_DECISION, Event, Refusal, Seat
from pentarch.engine.decision import Decision
from pentarch.engine.kingdom import refusals as no
from pentarch.engine.kingdom.commands import DISBAND
from pentarch.engine.kingdom.state import MENU, Plan
from pentarch.engine.kingdom.tables import KINDS, Kind
from pentarch.engine.kingdom.unit import Unit


@final
class Debt(Decision[Plan]):
    """Which unit goes next."""

    def actors(self, state: Plan) -> list[Seat]:
        return [state.seat]

    def candidates(self, state: Plan, seat: Seat) -> list[Command]:
        """Every place and kind of own units, by area and type."""
        found = {(unit.area, unit.kind.number) for unit in left(state)}
        return [DISBAND.of(kind, area) for area, kind in sorted(found)]

    def refusal(self, state: Plan, seat: Seat, command: Command) -> "Refusal | None":
        """KC-13.9."""
        if command.verb is not DISBAND:
            return WRONG_DECISION
        kind, area = KINDS[command.args[0]], command.args[1]
        if not upkeep_of(state, kind) or not _units_there(state, kind, area):
            return no.NOTHING_TO_DISBAND
        return None

    def carry_out(
        self, state: Plan, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        """One unit goes, a ship with its passengers."""
        there = _units_there(state, KINDS[command.args[0]], command.args[1])
        unit = min(there, key=lambda unit: (len(_aboard(state, unit)), unit.mana, unit.id))
        leaving = [unit, *_aboard(state, unit)]
        state.gone = [*state.gone, *leaving]
        state.gold += sum([upkeep_of(state, unit.kind) for unit in leaving])
        state.muster()
        if state.gold < 0 and not has_paid_units(state):
            state.gold = 0
        if state.gold >= 0:
            state.decision = MENU
        names = tuple([unit.name for unit in leaving])
        events.append(Event("disbanded", seat, names, to=(seat,)))


def has_paid_units(plan: Plan) -> bool:
    """Whether a unit with upkeep is left (KC-13.10)."""
    return any([upkeep_of(plan, unit.kind) > 0 for unit in left(plan)])


def left(plan: Plan) -> list[Unit]:
    """The own units that have not been disbanded."""
    return [unit for unit in plan.units if unit not in plan.gone]


def upkeep_of(plan: Plan, kind: Kind) -> int:
    """What a unit of this seat costs in a round."""
    return plan.kingdom.knowledge.upkeep_of(kind)


def _units_there(plan: Plan, kind: Kind, area: int) -> list[Unit]:
    return [unit for unit in left(plan) if unit.kind is kind and unit.area == area]


def _aboard(plan: Plan, unit: Unit) -> list[Unit]:
    ship = plan.ship(unit.id)
    return [] if ship is None else ship.aboard
