"""A part copies, packs, dumps and loads itself: no field of a noun may be forgotten by one of them.

The fields are read from the sources. A new field fails here until it is tried, too.
"""

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pentarch.engine.kingdom import forces, realm, region, state, unit
from pentarch.engine.kingdom.realm import Market, Offer
from pentarch.engine.kingdom.region import Castle, Region
from pentarch.engine.kingdom.rules import RULESET
from pentarch.engine.kingdom.state import Plan
from pentarch.engine.kingdom.tables import AREA_NUMBERS, BY_CAP
from pentarch.engine.kingdom.unit import Recruit, Unit
from tests.engine.kingdom.build import Table, kind_of, scroll_of

HOME = AREA_NUMBERS["r1"]


def fields_of(module: Any, name: str) -> set[str]:
    """The public attributes that the class sets up."""
    tree = ast.parse(Path(module.__file__).with_suffix(".py").read_text())
    made = next(
        item
        for node in tree.body
        if isinstance(node, ast.ClassDef) and node.name == name
        for item in node.body
        if isinstance(item, ast.FunctionDef) and item.name == "__init__"
    )
    targets = [
        target
        for node in ast.walk(made)
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
    ]
    names = {target.attr for target in targets if isinstance(target, ast.Attribute)}
    return {found for found in names if not found.startswith("_")}


# --- the realm -----------------------------------------------------------------------------------


def laid_out() -> Table:
    """A table with something of everything."""
    table = Table("crowns", 3)
    table.own("p1", "r5", "r4")
    table.unit("swordsman", "p1", "r4")
    table.unit("trireme", "p1", "z1")
    table.unit("trireme", "p1", "z1")
    table.unit("swordsman", "p1", "z1", ship="u2")
    table.unit("mage", "p1", "r1")
    table.unit("guard_tower", "p1", "r1", build=1)
    table.realm.next_id = 50
    castle = Castle(3, 2, [Recruit(HOME, kind_of("trireme"), AREA_NUMBERS["z1"], 1)])
    table.change("r1", table.region("r1").with_castle(castle))
    table.offer(sawmill=8)
    table.offer_tech("forestry")
    table.study("p1", "masonry", 1)
    return table


def replaced(table: Table, name: str, **changes: Any) -> None:
    """Put another unit in the place of a unit."""
    units = table.realm.units
    at = next(i for i, unit in enumerate(units) if unit.name == name)
    old = units[at]
    values = {
        "id": old.id, "kind": old.kind, "side": old.side, "area": old.area, "ship": old.ship,
        "mana": old.mana, "build": old.build, **changes,
    }  # fmt: skip
    units[at] = Unit(**values)


def queued(table: Table, kind: str, place: str, rounds: int) -> None:
    castle = table.castle_of("r1")
    recruit = Recruit(HOME, kind_of(kind), AREA_NUMBERS[place], rounds)
    table.change("r1", table.region("r1").with_castle(castle.with_queue([recruit])))


def queued_elsewhere(table: Table) -> None:
    table.change("r1", table.region("r1").with_castle(table.castle_of("r1").with_queue([])))
    at = AREA_NUMBERS["r5"]
    recruit = Recruit(at, kind_of("swordsman"), at, 1)
    table.change("r5", table.region("r5").with_castle(Castle(1, 1, [recruit])))


def market(table: Table, **changes: Any) -> None:
    old = table.realm.market
    values = {"offers": old.offers, "tech": old.tech, "deck": old.deck, **changes}
    table.realm.market = Market(**values)


def rebuilt(table: Table, production: int, attack: int) -> None:
    castle = Castle(production, attack, table.castle_of("r1").queue)
    table.change("r1", table.region("r1").with_castle(castle))


CHANGES: dict[str, Callable[[Table], object]] = {
    "Unit.id": lambda table: replaced(table, "u6", id=9),
    "Unit.kind": lambda table: replaced(table, "u1", kind=kind_of("knight")),
    "Unit.side": lambda table: replaced(table, "u1", side=1),
    "Unit.area": lambda table: replaced(table, "u1", area=AREA_NUMBERS["r6"]),
    "Unit.ship": lambda table: replaced(table, "u4", ship=3),
    "Unit.mana": lambda table: replaced(table, "u5", mana=2),
    "Unit.build": lambda table: replaced(table, "u6", build=0),
    "Recruit.castle": queued_elsewhere,
    "Recruit.kind": lambda table: queued(table, "galleon", "z1", 1),
    "Recruit.place": lambda table: queued(table, "trireme", "z2", 1),
    "Recruit.rounds": lambda table: queued(table, "trireme", "z1", 2),
    "Castle.production": lambda table: rebuilt(table, 4, 2),
    "Castle.attack": lambda table: rebuilt(table, 3, 3),
    "Castle.queue": lambda table: table.castle("r1", production=3, attack=2),
    "Region.owner": lambda table: table.own("p2", "r4"),
    "Region.has_sawmill": lambda table: table.sawmill("r4"),
    "Region.castle": lambda table: table.change("r5", Region(0, False, Castle(2, 2, []))),
    "Kingdom.gold": lambda table: table.gold("p1", 3),
    "Kingdom.stock": lambda table: table.stock("p1", "market"),
    "Kingdom.has_market": lambda table: setattr(table.kingdom("p1"), "has_market", True),
    "Kingdom.knowledge": lambda table: table.know("p1", "haggling"),
    "Kingdom.research": lambda table: table.study("p1", "masonry", 2),
    "Kingdom.fallen": lambda table: setattr(table.kingdom("p3"), "fallen", 1),
    "Offer.scroll": lambda table: table.offer(market=8),
    "Offer.price": lambda table: table.offer(sawmill=7),
    "Market.offers": lambda table: market(table, offers=[]),
    "Market.tech": lambda table: market(table, tech=None),
    "Market.deck": lambda table: market(table, deck=table.realm.market.deck[1:]),
    "Realm.round": lambda table: setattr(table.realm, "round", 2),
    "Realm.ending": lambda table: setattr(table.realm, "ending", BY_CAP),
    "Realm.next_id": lambda table: setattr(table.realm, "next_id", 51),
    "Realm.kingdoms": lambda table: table.gold("p3", 1),
    "Realm.regions": lambda table: table.sawmill("r2"),
    "Realm.units": lambda table: table.realm.units.pop(),
    "Realm.market": lambda table: market(table, offers=[Offer(scroll_of("market"), 1)]),
    "Plan.given": lambda table: table.say("p1", "train swordsman r1"),
}
FIXED = {"Kingdom.seat", "Market.shelf", "Realm.settings"}
"""What never changes in a match, or follows from the rest."""


def test_every_field_of_the_realm_is_tried() -> None:
    named = {
        f"{name}.{field}"
        for module, names in (
            (unit, ("Unit", "Recruit")),
            (region, ("Castle", "Region")),
            (realm, ("Kingdom", "Offer", "Market", "Realm")),
        )
        for name in names
        for field in fields_of(module, name)
    }
    assert named == (set(CHANGES) | FIXED) - {"Plan.given"}


@pytest.mark.parametrize("field", CHANGES)
def test_a_changed_field_is_packed_dumped_loaded_and_copied(field: str) -> None:
    plain, table = laid_out(), laid_out()
    plain.open()
    CHANGES[field](table)
    table.open()
    dump, bytes_ = RULESET.dump(table.state), RULESET.fingerprint(table.state)
    assert dump != RULESET.dump(plain.state)
    assert bytes_ != RULESET.fingerprint(plain.state)
    copied = RULESET.copy(table.state)
    copied.realm = table.realm.copy()
    for twin in (RULESET.load(dump), copied):
        assert RULESET.dump(twin) == dump
        assert RULESET.fingerprint(twin) == bytes_


def test_a_copied_realm_is_independent() -> None:
    table = laid_out()
    before = RULESET.dump(table.state)
    twin = table.realm.copy()
    twin.kingdoms[0].gold += 1
    twin.units.pop()
    twin.regions.pop()
    assert RULESET.dump(table.state) == before


# --- plans ---------------------------------------------------------------------------------------


def plain_of(value: Any) -> Any:
    """A value of a plan in a form that can be compared."""
    if isinstance(value, dict):
        return {plain_of(key): plain_of(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set):
        return [plain_of(item) for item in value]
    if isinstance(value, Unit):
        return value.name
    if isinstance(value, forces.Ship | forces.March | forces.Cast | forces.Camp | Recruit):
        return {name: plain_of(item) for name, item in vars(value).items()}
    return value


def busy_plans() -> list[Plan]:
    """Plans in which every field has been changed from what a new plan has."""
    table = Table("crowns", 3, start_gold=50)
    table.gold("p1", 50)
    table.gold("p2", -1)
    table.sawmill("r1")
    for scroll in ("improve_defense", "guard_tower", "sawmill"):
        table.stock("p1", scroll)
    table.own("p1", "r2")
    table.units(3, "swordsman", "p1", "r1")
    table.unit("mage", "p1", "r1")
    table.unit("trireme", "p1", "z1")
    table.unit("swordsman", "p1", "z1", ship="u5")
    table.unit("guard_tower", "p1", "r3")
    table.unit("swordsman", "p1", "r2")
    table.units(2, "swordsman", "p2", "r8")
    table.offer(market=9, improve_production=6)
    table.offer_tech("masonry")
    table.say("p1", "buy market", "buy improve_production", "research masonry")
    table.say("p1", "train knight r1", "use improve_defense r1", "use guard_tower r1")
    table.say("p1", "use sawmill r2", "move one swordsman r1 r3", "load one swordsman r1 u5")
    table.say("p1", "cast fog u4", "at r2", "unload one swordsman u5 r1")
    table.legal("p1")
    sailing = Table("crowns", 3)
    sailing.unit("mage", "p1", "r1")
    sailing.unit("trireme", "p1", "z1")
    sailing.say("p1", "sail u2 z2", "cast fog u1")
    table.say("p2", "disband swordsman r8")
    selected = Table("crowns", 3)
    selected.open()
    selected.plan("p1").selected = HOME
    return [table.plan("p1"), table.plan("p2"), sailing.plan("p1"), selected.plan("p1")]


interpreted = pytest.mark.skipif(
    not hasattr(Table("duel").plan("p1"), "__dict__"), reason="compiled classes hide their fields"
)


@interpreted
def test_a_copied_plan_has_everything() -> None:
    tried = set()
    for plan in busy_plans():
        fresh, twin = vars(Plan(plan.realm, plan.seat, plan.units)), vars(plan.copy())
        for name, value in vars(plan).items():
            assert plain_of(twin[name]) == plain_of(value), name
            if plain_of(fresh[name]) != plain_of(value):
                tried.add(name)
    never_changed = {"realm", "seat", "kingdom", "units", "is_shared"}
    assert tried == fields_of(state, "Plan") - never_changed


@interpreted
def test_a_copied_ship_has_everything() -> None:
    tried = set()
    for plan in busy_plans():
        for ship in plan.ships:
            fresh, twin = vars(forces.Ship(ship.unit)), vars(ship.copy())
            for name, value in vars(ship).items():
                assert plain_of(twin[name]) == plain_of(value), name
                if plain_of(fresh[name]) != plain_of(value):
                    tried.add(name)
    assert tried == fields_of(forces, "Ship") - {"unit"}


@pytest.mark.parametrize(
    "order",
    [
        "train swordsman r1",
        "buy sawmill",
        "research forestry",
        "move one swordsman r4 r6",
        "move u5 r2",
        "load u5 u2",
        "sail u2 z2",
        "unload one swordsman u2 r1",
        "cast fog u5",
    ],
)
def test_an_order_entered_in_a_copy_does_not_touch_the_plan(order: str) -> None:
    table = laid_out()
    table.gold("p1", 30)
    table.open()
    before = RULESET.view(table.state, 0), table.legal("p1")
    twin = RULESET.copy(table.state)
    RULESET.apply(twin, 0, RULESET.read(order), table.chance)
    assert RULESET.view(twin, 0) != before[0]
    assert (RULESET.view(table.state, 0), table.legal("p1")) == before
