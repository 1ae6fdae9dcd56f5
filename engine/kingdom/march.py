"""Movement orders (KC-5): units that go to an area, and the rest of their path."""

from typing import Final, final

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import WRONG_DECISION, Event, Refusal, Seat
from pentarch.engine.decision import Decision
from pentarch.engine.kingdom import refusals as no
from pentarch.engine.kingdom.commands import HALT, MOVE_ALL, MOVE_MAGE, MOVE_ONE, ON
from pentarch.engine.kingdom.forces import March
from pentarch.engine.kingdom.order import Order, Section, place_of, step_refusal
from pentarch.engine.kingdom.state import MENU, PATH, Plan
from pentarch.engine.kingdom.tables import KINDS, MAGE
from pentarch.engine.kingdom.unit import Unit


class Move(Order):
    """Send units of one kind from one area to another: the first so many of those without order."""

    def refusal(self, plan: Plan, command: Command) -> "Refusal | None":
        kind, area, to = KINDS[command.args[0]], command.args[1], command.args[2]
        units = plan.without_order(kind, area)
        # KC-5.7: mages go one by one, by name.
        if not units or kind is MAGE:
            return no.NO_UNIT
        return self.count_refusal(units) or step_refusal(plan, kind, area, to)

    def count_refusal(self, units: list[Unit]) -> "Refusal | None":
        """Whether there are too few of them."""
        return None

    def chosen(self, units: list[Unit]) -> list[Unit]:
        """Those that go."""
        return units[:1]

    def carry_out(self, plan: Plan, command: Command) -> None:
        kind, area, to = KINDS[command.args[0]], command.args[1], command.args[2]
        set_out(plan, self.chosen(plan.without_order(kind, area)), to)


@final
class MoveAll(Move):
    """KC-5.5: send all that have no order yet."""

    def count_refusal(self, units: list[Unit]) -> "Refusal | None":
        return no.NO_GROUP if len(units) < 2 else None

    def chosen(self, units: list[Unit]) -> list[Unit]:
        return units


@final
class MoveMage(Order):
    """Send a mage, who has a name."""

    def refusal(self, plan: Plan, command: Command) -> "Refusal | None":
        refusal = mage_refusal(plan, command.args[0] + 1)
        if refusal is not None:
            return refusal
        return step_refusal(plan, MAGE, self.area(plan, command), command.args[1])

    def carry_out(self, plan: Plan, command: Command) -> None:
        set_out(plan, [named_unit(plan, command.args[0] + 1)], command.args[1])

    def area(self, plan: Plan, command: Command) -> int:
        return named_unit(plan, command.args[0] + 1).area


@final
class Moves(Section):
    """What units can be told to go where, put together camp by camp."""

    def listed(self, plan: Plan) -> list[Command]:
        found: list[Command] = []
        self.add_to(found, plan)
        return found

    def add_to(self, found: list[Command], plan: Plan) -> None:
        """List them behind others."""
        for camp in plan.camps.values():
            if camp.units:
                found += camp.moves()

    def count(self, plan: Plan) -> int:
        return sum([len(camp.moves()) for camp in plan.camps.values()])


@final
class Path(Decision[Plan]):
    """KC-16.3: where an open path goes on, or that it ends."""

    def actors(self, state: Plan) -> list[Seat]:
        return [state.seat]

    def candidates(self, state: Plan, seat: Seat) -> list[Command]:
        march = state.marches[-1]
        return place_of(state, march.path[-1]).ways_on(march.units[0].kind).copy()

    def legal(self, state: Plan, seat: Seat) -> list[Command]:
        return self.candidates(state, seat)

    def refusal(self, state: Plan, seat: Seat, command: Command) -> "Refusal | None":
        if command.verb is HALT:
            return None
        if command.verb is not ON:
            return WRONG_DECISION
        march = state.marches[-1]
        return step_refusal(state, march.units[0].kind, march.path[-1], command.args[0])

    def carry_out(
        self, state: Plan, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        if command.verb is HALT:
            state.decision = MENU
            return
        march = state.marches[-1].further(command.args[0])
        state.marches = state.marches[:-1]
        follow(state, march)


def mage_refusal(plan: Plan, id: int) -> "Refusal | None":
    """KC-5.7: an own mage on land without order."""
    mage = plan.own_unit(id)
    if mage is None or mage.kind is not MAGE:
        return no.NOT_YOUR_MAGE
    if mage.ship:
        return no.MAGE_ABOARD
    return None if mage in plan.camps[mage.area].units else no.MAGE_ORDERED


def named_unit(plan: Plan, id: int) -> Unit:
    """A unit that is known to be there."""
    unit = plan.realm.unit(id)
    assert unit is not None
    return unit


def set_out(plan: Plan, units: list[Unit], to: int) -> None:
    """Units of one kind and area get their movement order."""
    plan.leave_camp(units)
    follow(plan, March(units, (to,)))


def follow(plan: Plan, march: March) -> None:
    """Enter a march; its path stays open while movement is left (KC-5.1)."""
    plan.marches = [*plan.marches, march]
    kind = march.units[0].kind
    if kind.is_ship:
        ship = plan.ship(march.units[0].id)
        assert ship is not None
        ship.course = march.path
        # Where the ship's path ends decides what its passengers can be told.
        plan.unloadings = None
    plan.decision = PATH if len(march.path) < plan.movement(kind) else MENU


MOVES: Final = Moves([Move(MOVE_ONE), MoveAll(MOVE_ALL), MoveMage(MOVE_MAGE)])
