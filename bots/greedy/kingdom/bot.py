"""The greedy bot for Kingdom."""

from pentarch.bots.greedy.kingdom.commander import Commander
from pentarch.bots.greedy.kingdom.styles import USUAL, Style
from pentarch.bots.greedy.policy import Policy
from pentarch.engine.chance import Chance, Seeded
from pentarch.engine.commands import Command
from pentarch.engine.core import Seat
from pentarch.engine.kingdom import menu
from pentarch.engine.kingdom.menu import enter
from pentarch.engine.kingdom.state import DEBT, MENU, Plan, State
from pentarch.engine.kingdom.tables import (
    DRAGON,
    GALLEON,
    KINDS,
    KNIGHT,
    MAGE,
    SWORDSMAN,
    TRIREME,
)

DISBAND_ORDER = (GALLEON, TRIREME, MAGE, DRAGON, SWORDSMAN, KNIGHT)


class Greedy(Policy):
    """Plans a whole round at once."""

    def __init__(self, style: Style = USUAL) -> None:
        self.style = style
        self.chance: Chance = Seeded(0)

    def reset(self, seed: int) -> None:
        self.chance = Seeded(seed)

    def plan(self, state: State, seat: Seat, legal: list[Command]) -> list[Command]:
        plan = state.plans[seat].copy()
        before = len(plan.given)
        settle(plan)
        Commander(plan, self.chance, self.style).command()
        return plan.given[before:]


def settle(plan: Plan) -> None:
    """Answer whatever is open, until the menu is reached."""
    while plan.decision == DEBT:
        orders = menu.legal(plan)
        enter(plan, min(orders, key=lambda order: DISBAND_ORDER.index(KINDS[order.args[0]])), [])
    while plan.decision != MENU:
        enter(plan, menu.legal(plan)[0], [])
