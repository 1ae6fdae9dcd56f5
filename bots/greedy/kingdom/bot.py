"""The greedy bot for Kingdom."""

from pentarch.bots.greedy.kingdom.commander import Commander
from pentarch.bots.greedy.kingdom.styles import USUAL, Style
from pentarch.bots.sdk import Bot, Start, Turn
from pentarch.engine.chance import Chance, Seeded
from pentarch.engine.commands import Command
from pentarch.engine.kingdom.menu import enter, legal
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


class Greedy(Bot):
    """Plans a whole round at once."""

    def __init__(self, style: Style = USUAL) -> None:
        self.style = style
        self.chance: Chance = Seeded(0)

    def start(self, start: Start) -> None:
        self.chance = Seeded(start.seed)

    def decide(self, turn: Turn) -> list[Command]:
        state: State = turn.sample()
        # The seat's own plan: a sampled state may share its plans with copies.
        plan = state.plan(turn.seat)
        before = len(plan.given)
        settle(plan)
        Commander(plan, self.chance, self.style).command()
        return plan.given[before:]


def settle(plan: Plan) -> None:
    """Answer whatever is open, until the menu is reached."""
    while plan.decision == DEBT:
        orders = legal(plan)
        enter(plan, min(orders, key=lambda order: DISBAND_ORDER.index(KINDS[order.args[0]])), [])
    while plan.decision != MENU:
        enter(plan, legal(plan)[0], [])
