"""What a seat may know in township: `pentarch describe township --types python`."""

from typing import Literal, TypedDict


class Options(TypedDict):
    """The options of the match."""

    renown_target: int
    """Renown that ends the match."""
    round_cap: int
    """The last round."""
    peace_rounds: int
    """Rounds without mustering."""
    tool_wear: Literal["none", "die", "single"]
    """What happens to used tools."""
    loot_rule: Literal["per_point", "single"]
    """How much a loot takes."""
    destroy_rule: Literal["combined", "same_kind"]
    """How the five tokens are counted."""
    attack_laurels: int
    """Laurels per defender eliminated."""
    defence_laurels: int
    """Laurels per attacker eliminated in a rout."""
    capture_laurels: int
    """Laurels captured per unit or point left."""
    finery_renown: int
    """Renown per finery in stock."""


class Attack(TypedDict):
    """The attack being fought. Numbers are 0 until they are decided or rolled."""

    defender: Literal["p1", "p2", "p3", "p4", "p5", "p6"]
    """Who is attacked."""
    attackers: int
    """Units that attack."""
    swords: int
    """Swords used."""
    defenders: int
    """Units that defend."""
    shields: int
    """Shields used."""
    attack_total: int
    """Dice of the attack that scored."""
    defence_total: int
    """Dice of the defence that scored."""
    left_over: int
    """Points of a success that no defender took."""


class Stock(TypedDict):
    """Pieces in stock."""

    grain: int
    """Pieces of grain."""
    lumber: int
    """Pieces of lumber."""
    ore: int
    """Pieces of ore."""
    stone: int
    """Pieces of stone."""
    tools: int
    """Pieces of tools."""
    swords: int
    """Pieces of swords."""
    shields: int
    """Pieces of shields."""
    ale: int
    """Pieces of ale."""
    finery: int
    """Pieces of finery."""


class Building(TypedDict):
    """A building in play."""

    name: str
    """The site: the kind and a number."""
    damage: int
    """Damage tokens; only without any does the building work."""
    depletion: int
    """Depletion tokens, each of which closes a place."""
    worked: int
    """Activities here in this turn."""
    produced: bool
    """Whether raw materials were taken here in this turn."""


class Town(TypedDict):
    """One seat's town."""

    seat: Literal["p1", "p2", "p3", "p4", "p5", "p6"]
    """Whose it is."""
    eliminated: int
    """The place in the order of elimination; 0 while it plays."""
    renown: int
    """Laurels, stored finery and undamaged buildings: what wins."""
    laurels: int
    """Laurels from feasts and fights."""
    units: int
    """All units."""
    housing: int
    """Units that the houses hold; more leave at the end of the turn."""
    idle: int
    """Units that can still do something this turn."""
    mustered: int
    """Units that attack this turn."""
    tools_used: int
    """Tools used this turn."""
    stock: Stock
    """Pieces in stock."""
    grain_room: int
    """Grain that the granaries hold."""
    goods_room: int
    """Other pieces that the warehouses hold."""
    buildings: list[Building]
    """The buildings in canonical order."""


class View(TypedDict):
    """The whole match: nothing is hidden."""

    round: int
    """The round, from 1 on."""
    active: Literal["p1", "p2", "p3", "p4", "p5", "p6"]
    """Whose turn it is."""
    decision: Literal["break", "activity", "discard", "assign", "attack", "swords", "defend", "shields", "spoils", "damage", "over"]
    """What is being decided."""
    ending: Literal["", "conquest", "renown", "cap"]
    """How the match ended; empty while it goes on."""
    options: Options
    """The options of the match."""
    assigned: list[int]
    """Units sent against each seat and not fought with yet."""
    asked: Literal["p1", "p2", "p3", "p4", "p5", "p6"] | None
    """The opponent that `assign` asks about. Null: nobody is asked about."""
    attack: Attack | None
    """The attack being fought. Numbers are 0 until they are decided or rolled. Null: nobody is
    fighting."""
    towns: list[Town]
    """The towns in the order of seats."""
