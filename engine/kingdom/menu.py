"""Giving orders (KC-16): the menu of a seat, and all seats that give orders at the same time."""

from typing import Final, final

from pentarch.engine.chance import Chance, Scripted
from pentarch.engine.commands import Command
from pentarch.engine.core import WRONG_DECISION, Event, Refusal, Seat
from pentarch.engine.decision import Decision
from pentarch.engine.kingdom import refusals as no
from pentarch.engine.kingdom.castle import TRAINING
from pentarch.engine.kingdom.commands import DONE as SAY_DONE
from pentarch.engine.kingdom.commands import SELECT
from pentarch.engine.kingdom.debt import Debt
from pentarch.engine.kingdom.fleet import LOADINGS, SAILINGS, UNLOADINGS
from pentarch.engine.kingdom.forces import NOWHERE
from pentarch.engine.kingdom.march import MOVES, Path
from pentarch.engine.kingdom.market import PURCHASES, USES
from pentarch.engine.kingdom.order import Section
from pentarch.engine.kingdom.research import RESEARCHES
from pentarch.engine.kingdom.spell import CASTINGS, Target
from pentarch.engine.kingdom.state import AREA, DEBT, DONE, MENU, PATH, TARGET, Plan
from pentarch.engine.kingdom.tables import LONG_MENU

SECTIONS: Final[list[Section]] = [
    TRAINING,
    USES,
    PURCHASES,
    RESEARCHES,
    MOVES,
    LOADINGS,
    SAILINGS,
    UNLOADINGS,
    CASTINGS,
]
"""The menu in its order (KC-16.2)."""

_SAID_DONE: Final = SAY_DONE.of()

ORDERS_BY_VERB: Final = {order.verb: order for section in SECTIONS for order in section.orders}


@final
class Menu(Decision[Plan]):
    """Any order, or the end of the orders."""

    def actors(self, state: Plan) -> list[Seat]:
        return [state.seat]

    def candidates(self, state: Plan, seat: Seat) -> list[Command]:
        # The sections by name, not in a loop: half of a step's time is spent here.
        found = TRAINING.listed(state).copy()
        found += USES.listed(state)
        found += PURCHASES.listed(state)
        found += RESEARCHES.listed(state)
        MOVES.add_to(found, state)
        if state.ships:
            LOADINGS.add_to(found, state)
            found += SAILINGS.listed(state)
            found += UNLOADINGS.listed(state)
        if state.mages:
            found += CASTINGS.listed(state)
        found.append(_SAID_DONE)
        return found if len(found) <= LONG_MENU else _short_menu(state)

    def legal(self, state: Plan, seat: Seat) -> list[Command]:
        return self.candidates(state, seat)

    def refusal(self, state: Plan, seat: Seat, command: Command) -> "Refusal | None":
        if command.verb is SAY_DONE:
            return None
        if command.verb is SELECT:
            return _select_refusal(state, command.args[0])
        order = ORDERS_BY_VERB.get(command.verb)
        if order is None:
            return WRONG_DECISION
        refusal = order.refusal(state, command)
        if refusal is None and order.is_local and is_long(state):
            return no.SELECT_FIRST
        return refusal

    def carry_out(
        self, state: Plan, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        if command.verb is SAY_DONE:
            state.decision = DONE
        elif command.verb is SELECT:
            state.selected = command.args[0]
            state.decision = AREA
        else:
            ORDERS_BY_VERB[command.verb].carry_out(state, command)


@final
class AreaMenu(Decision[Plan]):
    """KC-16.5: an order of the area that has been selected."""

    def actors(self, state: Plan) -> list[Seat]:
        return [state.seat]

    def candidates(self, state: Plan, seat: Seat) -> list[Command]:
        return local_orders(state)

    def legal(self, state: Plan, seat: Seat) -> list[Command]:
        orders = local_orders(state)
        return [order for order in orders if area_of(state, order) == state.selected]

    def refusal(self, state: Plan, seat: Seat, command: Command) -> "Refusal | None":
        order = ORDERS_BY_VERB.get(command.verb)
        if order is None or not order.is_local:
            return WRONG_DECISION
        refusal = order.refusal(state, command)
        if refusal is None and order.area(state, command) != state.selected:
            return no.OTHER_AREA
        return refusal

    def carry_out(
        self, state: Plan, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        state.selected = NOWHERE
        state.decision = MENU
        ORDERS_BY_VERB[command.verb].carry_out(state, command)


QUESTIONS: Final[dict[str, Decision[Plan]]] = {
    DEBT: Debt(DEBT),
    MENU: Menu(MENU),
    PATH: Path(PATH),
    TARGET: Target(TARGET),
    AREA: AreaMenu(AREA),
}
"""What a single seat can be asked, by the name of its plan's decision."""

# KC-1.5: nothing in orders is left to chance; a draw would be an error.
_NO_CHANCE: Final = Scripted([])


def legal(plan: Plan) -> list[Command]:
    """What the seat may say now. The list is the caller's to keep."""
    return [] if plan.decision == DONE else QUESTIONS[plan.decision].legal(plan, plan.seat)


def refusal(plan: Plan, command: Command) -> "Refusal | None":
    """Why a seat that is not done may not say this now, or None."""
    return QUESTIONS[plan.decision].refusal(plan, plan.seat, command)


def enter(plan: Plan, command: Command, events: list[Event]) -> None:
    """Enter a command that is not refused. It changes nothing but the plan."""
    question = QUESTIONS[plan.decision]
    plan.given.append(command)
    question.carry_out(plan, plan.seat, command, _NO_CHANCE, events)


def area_of(plan: Plan, command: Command) -> int:
    """The area an order belongs to."""
    return ORDERS_BY_VERB[command.verb].area(plan, command)


def is_long(plan: Plan) -> bool:
    """KC-16.5: whether the menu is so long that an area has to be selected first."""
    return sum([section.count(plan) for section in SECTIONS]) + 1 > LONG_MENU


def local_orders(plan: Plan) -> list[Command]:
    """All orders of the menu that belong to an area."""
    found: list[Command] = []
    for section in SECTIONS:
        if section.is_local:
            found += section.listed(plan)
    return found


def _short_menu(plan: Plan) -> list[Command]:
    """The menu with areas in place of what belongs to them."""
    areas = sorted({area_of(plan, order) for order in local_orders(plan)})
    found = [SELECT.of(area) for area in areas]
    for section in SECTIONS:
        if not section.is_local:
            found += section.listed(plan)
    found.append(SAY_DONE.of())
    return found


def _select_refusal(plan: Plan, area: int) -> "Refusal | None":
    if not is_long(plan):
        return no.MENU_IS_SHORT
    if all([area_of(plan, order) != area for order in local_orders(plan)]):
        return no.NOTHING_TO_SELECT
    return None
