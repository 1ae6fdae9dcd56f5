"""What an order is: the rule of one verb; and a section: a part of the menu that lists orders."""

from abc import ABC, abstractmethod
from typing import Final

from pentarch.engine.commands import Command, Verb
from pentarch.engine.core import Refusal
from pentarch.engine.kingdom import refusals as no
from pentarch.engine.kingdom.board import Area
from pentarch.engine.kingdom.state import Plan
from pentarch.engine.kingdom.tables import Kind


class Order(ABC):
    """The orders of one verb: what they need, what they do to a plan, and where they belong.

    An order that is not local belongs to no area: it stays in the menu however long that gets.
    """

    def __init__(self, verb: Verb, *, is_local: bool = True) -> None:
        self.verb: Final = verb
        self.is_local: Final = is_local

    @abstractmethod
    def refusal(self, plan: Plan, command: Command) -> "Refusal | None":
        """Why the order is refused, or None."""

    @abstractmethod
    def carry_out(self, plan: Plan, command: Command) -> None:
        """Enter the order into the plan."""

    def area(self, plan: Plan, command: Command) -> int:
        """The area an order belongs to: where it is given, not where it leads."""
        return command.args[1]


class Section(ABC):
    """A part of the menu (KC-16.2). It lists only what its orders do not refuse."""

    def __init__(self, orders: list[Order]) -> None:
        self.orders: Final = orders
        self.is_local: Final = orders[0].is_local

    @abstractmethod
    def listed(self, plan: Plan) -> list[Command]:
        """The orders of this section that the seat may give now. Not to be changed."""

    def count(self, plan: Plan) -> int:
        """How many they are."""
        return len(self.listed(plan))


def place_of(plan: Plan, area: int) -> Area:
    """An area of the map."""
    return plan.realm.settings.board.places[area]


def step_refusal(plan: Plan, kind: Kind, area: int, to: int) -> "Refusal | None":
    """KC-5.1, KC-5.2: whether a unit of that kind can go from one area to another."""
    place = place_of(plan, area)
    if to in place.steps(kind):
        return None
    return no.WRONG_ELEMENT if to in place.adjacent else no.NOT_ADJACENT
