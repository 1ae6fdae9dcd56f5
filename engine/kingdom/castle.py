"""Castles (KC-4): training units, and the queue that everything built in a castle goes through."""

from typing import Final, final

from pentarch.engine.commands import Command
from pentarch.engine.core import Refusal
from pentarch.engine.kingdom import refusals as no
from pentarch.engine.kingdom.board import Area
from pentarch.engine.kingdom.commands import TRAIN, TRAIN_SHIP
from pentarch.engine.kingdom.order import Order, Section, place_of
from pentarch.engine.kingdom.state import Plan
from pentarch.engine.kingdom.tables import KINDS, MOST_LANDS, TRAINED, TRIREME, Kind
from pentarch.engine.kingdom.unit import Recruit


@final
class Train(Order):
    """Train a land unit."""

    def refusal(self, plan: Plan, command: Command) -> "Refusal | None":
        kind = KINDS[command.args[0]]
        if kind not in TRAINED or kind.is_ship:
            return no.NOT_TRAINED
        return train_refusal(plan, kind, command.args[1])

    def carry_out(self, plan: Plan, command: Command) -> None:
        castle = command.args[1]
        train(plan, KINDS[command.args[0]], castle, castle)


@final
class TrainShip(Order):
    """Train a trireme into a sea region."""

    def refusal(self, plan: Plan, command: Command) -> "Refusal | None":
        castle, sea = command.args
        return train_refusal(plan, TRIREME, castle) or harbour_refusal(plan, castle, sea)

    def carry_out(self, plan: Plan, command: Command) -> None:
        castle, sea = command.args
        train(plan, TRIREME, castle, sea + MOST_LANDS)

    def area(self, plan: Plan, command: Command) -> int:
        return command.args[0]


@final
class Training(Section):
    """What the castles can train, by castle and type."""

    def listed(self, plan: Plan) -> list[Command]:
        found = plan.trainings
        if found is None:
            found = []
            kinds = [kind for kind in TRAINED if plan.gold >= plan.price(kind)]
            if kinds:
                for castle, slots in plan.slots.items():
                    if slots > 0:
                        found += self._trainings(place_of(plan, castle), kinds)
            plan.trainings = found
        return found

    def _trainings(self, area: Area, kinds: list[Kind]) -> list[Command]:
        if len(kinds) == len(TRAINED):
            return area.all_trainings()
        return [order for kind in kinds for order in area.trainings(kind)]


def slot_refusal(plan: Plan, castle: int) -> "Refusal | None":
    """KC-4.1: an own castle with a free slot."""
    if castle not in plan.slots:
        return no.NOT_YOUR_CASTLE
    return no.NO_SLOT if plan.slots[castle] <= 0 else None


def train_refusal(plan: Plan, kind: Kind, castle: int) -> "Refusal | None":
    """KC-4.1, KC-4.3."""
    refusal = slot_refusal(plan, castle)
    if refusal is not None:
        return refusal
    return no.NO_GOLD if plan.gold < plan.price(kind) else None


def harbour_refusal(plan: Plan, castle: int, sea: int) -> "Refusal | None":
    """KC-4.6; `sea` counts sea regions from 0."""
    if sea + MOST_LANDS not in place_of(plan, castle).sea_steps:
        return no.NOT_BESIDE_CASTLE
    return None


def train(plan: Plan, kind: Kind, castle: int, place: int) -> None:
    """KC-4.3: the price is due with the order."""
    plan.gold -= plan.price(kind)
    queue(plan, kind, castle, place)
    plan.purchases = None


def queue(plan: Plan, kind: Kind, castle: int, place: int) -> None:
    """Take a slot of the castle for a unit that will appear in a place."""
    plan.slots[castle] -= 1
    plan.queued = [*plan.queued, Recruit(castle, kind, place, kind.build_time)]
    plan.trainings = None
    plan.uses = None


TRAINING: Final = Training([Train(TRAIN), TrainShip(TRAIN_SHIP)])
