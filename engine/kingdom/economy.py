"""Steps 4 to 6: income, upkeep, building (KC-13, KC-14)."""

from pentarch.engine.core import Event
from pentarch.engine.kingdom.realm import Kingdom, Realm
from pentarch.engine.kingdom.tables import AREA_NAMES, FIRST_MANA, GUARD_TOWER, MAGE, TECHS
from pentarch.engine.kingdom.unit import Recruit


def collect_income(realm: Realm, events: list[Event]) -> None:
    """Step 4."""
    incomes = realm.incomes()
    for seat, kingdom in enumerate(realm.kingdoms):
        if not kingdom.fallen:
            kingdom.gold += incomes[seat]
            events.append(Event("income", seat, (incomes[seat],)))


def pay_upkeep(realm: Realm, events: list[Event]) -> None:
    """Step 5: units, then instalments."""
    upkeeps = realm.upkeeps()
    for seat, kingdom in enumerate(realm.kingdoms):
        if not kingdom.fallen:
            cost = upkeeps[seat] + _study(kingdom, events)
            kingdom.gold -= cost
            events.append(Event("upkeep", seat, (cost,)))


def _study(kingdom: Kingdom, events: list[Event]) -> int:
    """Pay an instalment of each tech in progress; it is known after its last one (KC-8.4)."""
    if not kingdom.research:
        return 0
    cost = 0
    research: dict[int, int] = {}
    for number in sorted(kingdom.research):
        tech = TECHS[number]
        cost += tech.cost
        paid = kingdom.research[number] + 1
        if paid < tech.rounds:
            research[number] = paid
        else:
            kingdom.knowledge = kingdom.knowledge.plus(tech)
            events.append(Event("learned", kingdom.seat, (tech.name,)))
    kingdom.research = research
    return cost


def build_units(realm: Realm, events: list[Event]) -> None:
    """Step 6: mana, towers, then new units by owner, castle and entry (KC-14.1 to 14.4)."""
    _restore_units(realm)
    building: list[tuple[int, int]] = []
    for area in realm.settings.board.castles:
        castle = realm.castle(area)
        if castle is not None and castle.queue:
            building.append((realm.regions[area].owner, area))
    building.sort()
    for _, area in building:
        _move_queue_on(realm, area, events)


def _restore_units(realm: Realm) -> None:
    """KC-14.3, KC-14.4: towers come closer to completion, mages regain mana."""
    for i, unit in enumerate(realm.units):
        if unit.kind is MAGE:
            knowledge = realm.knowledge(unit.side)
            mana = min(unit.mana + knowledge.mana_gain, knowledge.most_mana)
            if mana != unit.mana:
                realm.units[i] = unit.with_mana(mana)
        elif unit.kind is GUARD_TOWER and unit.build:
            realm.units[i] = unit.with_build(unit.build - 1)


def _move_queue_on(realm: Realm, area: int, events: list[Event]) -> None:
    """What is ready appears; the rest comes a round closer."""
    region = realm.regions[area]
    assert region.castle is not None
    waiting: list[Recruit] = []
    for recruit in region.castle.queue:
        if recruit.rounds > 1:
            waiting.append(recruit.later())
            continue
        mana = FIRST_MANA if recruit.kind is MAGE else 0
        unit = realm.add_unit(recruit.kind, region.owner, recruit.place, mana, 0)
        if unit is not None:
            words = (unit.name, recruit.kind.name, AREA_NAMES[recruit.place])
            events.append(Event("built", region.owner, words))
    realm.regions[area] = region.with_castle(region.castle.with_queue(waiting))
