"""Techs and super units: one row each, with all that it gives.

The rules never ask who has which tech. They ask a house what its techs amount to: `Effect`, the
sum of the rows it owns. A tech with a kind of effect that exists is one more row.
"""

from typing import Final, final

from pentarch.engine.core import Words
from pentarch.engine.tradewarz.tables import (
    CATEGORIES,
    CATEGORY_NAMES,
    ECONOMY,
    ENGINEERING,
    FREE,
    MILITARY,
    NO_MIGHT,
    NONE,
    TOP_LEVEL,
    Cost,
    Might,
)


@final
class Effect:
    """What techs give a house: of one row, or of all its rows together.

    - At the year end: resources (`yearly`), and gold for every settlement and trading post.
    - `harvest`: more resources for a RESOURCES token. `barters`: two of one resource for one of
      another, so often a turn; `exchanges`: one for one.
    - What is less: `wealth` that all four counters must show for the wealth Xadla; `dial` that a
      counter falls back at the top of the dial; wheat for a recruit, gold for a tech, and resources
      for a building.
    - `soldiers` join the reserve when the tech is bought. `crews` make structures cheaper.
    - `support`: more field soldiers supported. `squad`: more soldiers in a squad; two such techs
      give no more than one (TW-TEC.7). `least_roll`: no march roll is less.
    - `plunder`: gold for a won attack or a raid (TW-BAT.25). `militia` defends a building without
      soldiers; `siege` counts in attacks on castles and capitals, `building_defence` on an own
      building or gate, `stronghold_defence` on an own castle or gate.
    """

    def __init__(
        self,
        *,
        yearly: Cost = FREE,
        gold_per_settlement: int = 0,
        gold_per_post: int = 0,
        harvest: int = 0,
        barters: int = 0,
        exchanges: int = 0,
        wealth: int = 0,
        dial: int = 0,
        recruit_wheat: int = 0,
        soldiers: int = 0,
        building_discount: Cost = FREE,
        tech_gold: int = 0,
        crews: int = 0,
        support: int = 0,
        squad: int = 0,
        least_roll: int = 0,
        plunder: int = 0,
        militia: Might = NO_MIGHT,
        attack: Might = NO_MIGHT,
        siege: Might = NO_MIGHT,
        defence: Might = NO_MIGHT,
        building_defence: Might = NO_MIGHT,
        stronghold_defence: Might = NO_MIGHT,
    ) -> None:
        self.yearly: Final = yearly
        self.gold_per_settlement: Final = gold_per_settlement
        self.gold_per_post: Final = gold_per_post
        self.harvest: Final = harvest
        self.barters: Final = barters
        self.exchanges: Final = exchanges
        self.wealth: Final = wealth
        self.dial: Final = dial
        self.recruit_wheat: Final = recruit_wheat
        self.soldiers: Final = soldiers
        self.building_discount: Final = building_discount
        self.tech_gold: Final = tech_gold
        self.crews: Final = crews
        self.support: Final = support
        self.squad: Final = squad
        self.least_roll: Final = least_roll
        self.plunder: Final = plunder
        self.militia: Final = militia
        self.attack: Final = attack
        self.siege: Final = siege
        self.defence: Final = defence
        self.building_defence: Final = building_defence
        self.stronghold_defence: Final = stronghold_defence

    def plus(self, other: "Effect") -> "Effect":
        """Both together."""
        return Effect(
            yearly=_sum(self.yearly, other.yearly),
            gold_per_settlement=self.gold_per_settlement + other.gold_per_settlement,
            gold_per_post=self.gold_per_post + other.gold_per_post,
            harvest=self.harvest + other.harvest,
            barters=self.barters + other.barters,
            exchanges=self.exchanges + other.exchanges,
            wealth=self.wealth + other.wealth,
            dial=self.dial + other.dial,
            recruit_wheat=self.recruit_wheat + other.recruit_wheat,
            soldiers=self.soldiers + other.soldiers,
            building_discount=_sum(self.building_discount, other.building_discount),
            tech_gold=self.tech_gold + other.tech_gold,
            crews=self.crews + other.crews,
            support=self.support + other.support,
            squad=max(self.squad, other.squad),
            least_roll=max(self.least_roll, other.least_roll),
            plunder=self.plunder + other.plunder,
            militia=self.militia.plus(other.militia),
            attack=self.attack.plus(other.attack),
            siege=self.siege.plus(other.siege),
            defence=self.defence.plus(other.defence),
            building_defence=self.building_defence.plus(other.building_defence),
            stronghold_defence=self.stronghold_defence.plus(other.stronghold_defence),
        )

    def has_militia(self) -> bool:
        """Whether buildings without soldiers defend themselves."""
        return self.militia.strength > 0


def _sum(one: Cost, other: Cost) -> Cost:
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3])


NO_EFFECT: Final = Effect()


@final
class Unit:
    """What a super unit brings to the squad it goes with."""

    def __init__(
        self,
        might: Might,
        *,
        crosses: bool = False,
        siege_strength: int = 0,
        blunts: int = 0,
    ) -> None:
        self.might: Final = might
        self.crosses: Final = crosses
        """Whether its squad passes blocked channels."""
        self.siege_strength: Final = siege_strength
        """More strength in attacks on castles and capitals."""
        self.blunts: Final = blunts
        """How many blocks the other side loses."""


@final
class Tech:
    """One tech: its category and level say what it needs and costs."""

    def __init__(
        self,
        code: str,
        title: str,
        category: int,
        level: int,
        effect: Effect = NO_EFFECT,
        unit: "Unit | None" = None,
    ) -> None:
        self.code: Final = code
        self.title: Final = title
        self.category: Final = category
        self.level: Final = level
        self.price: Final = CATEGORIES[category].levels[level - 1].tech
        self.effect: Final = effect
        self.unit: Final = unit
        self.might: Final = _might(effect) if unit is None else unit.might
        """What it brings to battles, wherever that is."""


def _might(effect: Effect) -> Might:
    home = effect.defence.plus(effect.building_defence).plus(effect.stronghold_defence)
    return home.plus(effect.attack).plus(effect.siege)


TECHS: Final["tuple[Tech, ...]"] = (  # TW-CARD.9
    Tech("ec01", "Crop Rotation", ECONOMY, 1, Effect(yearly=(0, 0, 0, 2))),
    Tech("ec02", "Sawmills", ECONOMY, 1, Effect(yearly=(0, 2, 0, 0))),
    Tech("ec03", "Ore Carts", ECONOMY, 1, Effect(yearly=(0, 0, 2, 0))),
    Tech("ec04", "Coin Mint", ECONOMY, 1, Effect(yearly=(2, 0, 0, 0))),
    Tech("ec05", "Granary Network", ECONOMY, 2, Effect(harvest=1)),
    Tech("ec06", "Barter House", ECONOMY, 2, Effect(barters=1, wealth=7)),
    Tech("ec07", "Tithe Barns", ECONOMY, 2, Effect(gold_per_settlement=1)),
    Tech("ec08", "Draft Call", ECONOMY, 2, Effect(recruit_wheat=1)),
    Tech("ec09", "Royal Muster", ECONOMY, 3, Effect(soldiers=6)),
    Tech("ec10", "Master Builders", ECONOMY, 3, Effect(building_discount=(0, 1, 1, 0))),
    Tech("ec11", "Caravan Charter", ECONOMY, 3, Effect(gold_per_post=1)),
    Tech("ec12", "Open Archives", ECONOMY, 3, Effect(tech_gold=1)),
    Tech("ec13", "Grand Exchange", ECONOMY, 4, Effect(exchanges=2)),
    Tech("ec14", "Harvest Festival", ECONOMY, 4, Effect(yearly=(0, 2, 2, 2))),
    Tech("ec15", "Crown Bank", ECONOMY, 4, Effect(yearly=(5, 0, 0, 0))),
    Tech("ec16", "Golden Age", ECONOMY, 4, Effect(dial=3)),
    Tech("en01", "Palisades", ENGINEERING, 1, Effect(defence=Might(1, 0, 0))),
    Tech("en02", "Pit Traps", ENGINEERING, 1, Effect(defence=Might(0, 1, 0))),
    Tech("en03", "Stone Walls", ENGINEERING, 1, Effect(defence=Might(0, 0, 1))),
    Tech("en04", "Road Crews", ENGINEERING, 1, Effect(crews=1)),
    Tech("en05", "Watchtowers", ENGINEERING, 2, Effect(building_defence=Might(1, 0, 0))),
    Tech("en06", "Boiling Oil", ENGINEERING, 2, Effect(stronghold_defence=Might(0, 2, 0))),
    Tech("en07", "Supply Depots", ENGINEERING, 2, Effect(support=2)),
    Tech("en08", "Mountain Guard", ENGINEERING, 2, unit=Unit(Might(0, 0, 2))),
    Tech("en09", "Army Camps", ENGINEERING, 3, Effect(squad=1, defence=Might(0, 0, 1))),
    Tech("en10", "Moats", ENGINEERING, 3, Effect(building_defence=Might(1, 0, 1))),
    Tech("en11", "Stone Golem", ENGINEERING, 3, unit=Unit(Might(1, 0, 1))),
    Tech("en12", "Catapult Crew", ENGINEERING, 3, unit=Unit(Might(0, 2, 0))),
    Tech("en13", "Citadel", ENGINEERING, 4, Effect(defence=Might(2, 0, 0))),
    Tech("en14", "Militia Bells", ENGINEERING, 4, Effect(militia=Might(2, 0, 0))),
    Tech("en15", "Iron Colossus", ENGINEERING, 4, unit=Unit(Might(2, 0, 1))),
    Tech("en16", "Sky Lanterns", ENGINEERING, 4, unit=Unit(Might(1, 0, 0), crosses=True)),
    Tech("mi01", "Bronze Spears", MILITARY, 1, Effect(attack=Might(1, 0, 0))),
    Tech("mi02", "Sling Corps", MILITARY, 1, Effect(attack=Might(0, 1, 0))),
    Tech("mi03", "Hide Shields", MILITARY, 1, Effect(attack=Might(0, 0, 1))),
    Tech("mi04", "Forced March", MILITARY, 1, Effect(least_roll=2)),
    Tech("mi05", "Iron Swords", MILITARY, 2, Effect(attack=Might(1, 0, 0))),
    Tech("mi06", "Fire Arrows", MILITARY, 2, Effect(attack=Might(0, 1, 0))),
    Tech("mi07", "Drill Yards", MILITARY, 2, Effect(squad=1)),
    Tech("mi08", "War Hounds", MILITARY, 2, unit=Unit(Might(1, 0, 0))),
    Tech("mi09", "Siege Ladders", MILITARY, 3, Effect(siege=Might(2, 0, 0))),
    Tech("mi10", "Plunder Rights", MILITARY, 3, Effect(plunder=2)),
    Tech("mi11", "Berserkers", MILITARY, 3, unit=Unit(Might(1, 1, 0))),
    Tech("mi12", "Siege Ram", MILITARY, 3, unit=Unit(Might(1, 0, 0), siege_strength=2)),
    Tech("mi13", "Steel Legion", MILITARY, 4, Effect(attack=Might(2, 0, 0))),
    Tech("mi14", "War Elephants", MILITARY, 4, unit=Unit(Might(2, 1, 0))),
    Tech("mi15", "Fire Drake", MILITARY, 4, unit=Unit(Might(1, 2, 0))),
    Tech("mi16", "Shadow Blades", MILITARY, 4, unit=Unit(Might(1, 0, 0), blunts=2)),
)
TECH_NAMES: Final[Words] = tuple(tech.code for tech in TECHS)
MUSTER: Final = sum(tech.effect.soldiers for tech in TECHS)
"""How many soldiers a house can gain by techs."""


def _of_level(category: int, level: int) -> "list[int]":
    return [
        number
        for number, tech in enumerate(TECHS)
        if tech.category == category and tech.level == level
    ]


SHELVES: Final = [
    [_of_level(category, level) for level in range(1, TOP_LEVEL + 1)]
    for category in range(len(CATEGORY_NAMES))
]
"""The techs of each category, by level."""


@final
class SuperUnit:
    """A super unit and the number of the tech that brings it."""

    def __init__(self, tech: int, code: str, title: str, unit: Unit) -> None:
        self.tech: Final = tech
        self.code: Final = code
        self.title: Final = title
        self.might: Final = unit.might
        self.crosses: Final = unit.crosses
        self.siege_strength: Final = unit.siege_strength
        self.blunts: Final = unit.blunts


def _super_units() -> "tuple[SuperUnit, ...]":
    rows: list[SuperUnit] = []
    for number, tech in enumerate(TECHS):
        if tech.unit is not None:
            rows.append(SuperUnit(number, tech.code, tech.title, tech.unit))
    return tuple(rows)


UNITS: Final = _super_units()
UNIT_NAMES: Final[Words] = tuple(unit.code for unit in UNITS)
UNIT_OF_TECH: Final = [
    UNIT_NAMES.index(tech.code) if tech.unit is not None else NONE for tech in TECHS
]
"""The super unit that a tech brings, or NONE."""
