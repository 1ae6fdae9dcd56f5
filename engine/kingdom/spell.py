"""Spells (KC-9): casting, naming a target, and what spells do when a round is executed."""

from abc import ABC, abstractmethod
from typing import Final, final

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import WRONG_DECISION, Event, Refusal, Seat
from pentarch.engine.decision import Decision
from pentarch.engine.kingdom import refusals as no
from pentarch.engine.kingdom.battle import deal, spend
from pentarch.engine.kingdom.commands import AT, CAST
from pentarch.engine.kingdom.field import Field
from pentarch.engine.kingdom.forces import NOWHERE, Cast
from pentarch.engine.kingdom.march import named_unit
from pentarch.engine.kingdom.order import Order, Section, place_of
from pentarch.engine.kingdom.state import MENU, TARGET, Plan
from pentarch.engine.kingdom.tables import (
    AREA_NAMES,
    BLESSING,
    EARTHQUAKE,
    EARTHQUAKE_DAMAGE,
    MAGE,
    SPELLS,
    Spell,
)
from pentarch.engine.kingdom.unit import Unit

# --- orders --------------------------------------------------------------------------------------


@final
class CastSpell(Order):
    """Have a mage cast a spell; the target follows."""

    def refusal(self, plan: Plan, command: Command) -> "Refusal | None":
        spell, number = command.args
        return cast_refusal(plan, SPELLS[spell], plan.own_unit(number + 1))

    def carry_out(self, plan: Plan, command: Command) -> None:
        mage = named_unit(plan, command.args[1] + 1)
        plan.casting = Cast(mage, SPELLS[command.args[0]], NOWHERE)
        plan.decision = TARGET

    def area(self, plan: Plan, command: Command) -> int:
        return named_unit(plan, command.args[1] + 1).area


@final
class Castings(Section):
    """Which mages can cast what, by area, mage and spell."""

    def listed(self, plan: Plan) -> list[Command]:
        found = plan.castings
        if found is None:
            found = []
            able = [mage for mage in plan.mages if mage.mana and not plan.has_cast(mage)]
            if len(able) > 1:
                able.sort(key=_place_order)
            for mage in able:
                for spell in SPELLS:
                    if cast_refusal(plan, spell, mage) is None:
                        found.append(CAST.of(spell.number, mage.id - 1))
            plan.castings = found
        return found


@final
class Target(Decision[Plan]):
    """KC-16.4: the target of a spell."""

    def actors(self, state: Plan) -> list[Seat]:
        return [state.seat]

    def candidates(self, state: Plan, seat: Seat) -> list[Command]:
        return place_of(state, pending(state).mage.area).targets().copy()

    def legal(self, state: Plan, seat: Seat) -> list[Command]:
        targets = self.candidates(state, seat)
        if pending(state).spell is not EARTHQUAKE:
            return targets
        return [target for target in targets if can_shake(state, target.args[0])]

    def refusal(self, state: Plan, seat: Seat, command: Command) -> "Refusal | None":
        """KC-9.2, KC-9.3."""
        if command.verb is not AT:
            return WRONG_DECISION
        cast, target = pending(state), command.args[0]
        if target not in place_of(state, cast.mage.area).near:
            return no.OUT_OF_RANGE
        if cast.spell is EARTHQUAKE and not can_shake(state, target):
            return no.NOTHING_TO_SHAKE
        return None

    def carry_out(
        self, state: Plan, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        cast = pending(state)
        state.casts = [*state.casts, Cast(cast.mage, cast.spell, command.args[0])]
        state.casting = None
        state.castings = None
        state.decision = MENU


def pending(plan: Plan) -> Cast:
    """The spell that has no target yet."""
    assert plan.casting is not None
    return plan.casting


def can_shake(plan: Plan, area: int) -> bool:
    """KC-9.3: whether enemy ground units stood in a region when the round began."""
    return plan.realm.ground().get(area, plan.seat) != plan.seat


def cast_refusal(plan: Plan, spell: Spell, mage: "Unit | None") -> "Refusal | None":
    """KC-9.1, KC-9.3, KC-9.5, KC-9.12."""
    if spell is BLESSING and not plan.realm.settings.has_blessing:
        return no.NO_BLESSING
    if mage is None or mage.kind is not MAGE:
        return no.NOT_YOUR_MAGE
    if mage.ship:
        return no.CASTS_ABOARD
    if plan.has_cast(mage):
        return no.CAST_ALREADY
    if mage.mana < spell.cost:
        return no.NO_MANA
    return quake_refusal(plan, mage) if spell is EARTHQUAKE else None


def quake_refusal(plan: Plan, mage: Unit) -> "Refusal | None":
    """Whether there is nothing to shake in range of a mage."""
    for target in place_of(plan, mage.area).near:
        if can_shake(plan, target):
            return None
    return no.NOTHING_TO_SHAKE


def _place_order(mage: Unit) -> "tuple[int, int]":
    return (mage.area, mage.id)


CASTINGS: Final = Castings([CastSpell(CAST)])

# --- step 1: all spells at the same moment (KC-9.6 to 9.9) ---------------------------------------


class Magic(ABC):
    """What a spell does to the field."""

    @abstractmethod
    def work(self, field: Field, cast: Cast) -> None:
        """Let it happen."""


@final
class Fog(Magic):
    """KC-9.7: who enters goes no further."""

    def work(self, field: Field, cast: Cast) -> None:
        field.fogged.add(cast.area)


@final
class Earthquake(Magic):
    """KC-9.8: felt once all spells are cast."""

    def work(self, field: Field, cast: Cast) -> None:
        field.shaken.setdefault(cast.area, []).append(cast.mage.side)


@final
class Blessing(Magic):
    """KC-9.12: felt in the battle there."""

    def work(self, field: Field, cast: Cast) -> None:
        field.blessed.add((cast.area, cast.mage.side))


MAGIC: Final[list[Magic]] = [Fog(), Earthquake(), Blessing()]
"""What each spell does, by its number."""


def cast_spells(field: Field, plans: list[Plan]) -> None:
    """Cast everything that was ordered, then let the ground shake."""
    for plan in plans:
        casts = plan.casts if len(plan.casts) < 2 else sorted(plan.casts, key=_mage_order)
        for cast in casts:
            field.by_unit[cast.mage].mana -= cast.spell.cost
            words = (cast.spell.name, cast.mage.name, AREA_NAMES[cast.area])
            field.tell("cast", plan.seat, words)
            MAGIC[cast.spell.number].work(field, cast)
    if field.shaken:
        for area in sorted(field.shaken):
            _shake(field, area)
        fallen = deal(field.fighters)
        if fallen:
            field.eliminate(fallen)


def _shake(field: Field, area: int) -> None:
    targets = [
        fighter
        for fighter in field.fighters
        if fighter.area == area and fighter.kind.is_ground and fighter.is_standing()
    ]
    if targets:
        casters = [seat for seat in field.shaken[area] if seat != targets[0].side]
        if casters:
            spend(field.realm, EARTHQUAKE_DAMAGE * len(casters), casters[0], targets)


def _mage_order(cast: Cast) -> int:
    return cast.mage.id
