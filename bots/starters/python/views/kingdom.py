"""What a seat may know in kingdom: `pentarch describe kingdom --types python`."""

from typing import Literal, TypedDict


class Options(TypedDict):
    """The options of the match."""

    map: Literal["auto", "duel", "strait", "crowns", "winds", "isles", "pentacle", "realms", "random"]
    """The map; auto picks one by seats."""
    map_size: Literal["small", "medium", "large"]
    """How large a random map is."""
    castles_to_win: int
    """Castles that win; 0: the map's number."""
    max_rounds: int
    """The last round, from 5; 0: the map's number."""
    start_gold: int
    """Gold of each kingdom at the start."""
    start_swordsmen: int
    """Swordsmen in each home at the start."""
    home_attack: int
    """Attack of the home castles at the start."""
    garrisons: Literal["none", "normal", "strong"]
    """How strongly neutral castles are held."""
    market_size: int
    """Scrolls on offer each round."""
    price_spread: int
    """How far prices stray from the list."""
    tech_interval: int
    """A tech is offered every so many rounds; 0: never."""
    tower_build_time: int
    """Rounds until a guard tower can fight."""
    extra_spells: bool
    """Mages can cast blessing too."""


class Area(TypedDict):
    """An area of the map."""

    id: str
    """Its name."""
    kind: Literal["land", "sea"]
    """Land or sea."""
    x: int
    """Where it is drawn."""
    y: int
    """Where it is drawn."""
    tax: int
    """Gold that it pays its owner."""
    castle: bool
    """Whether it has a castle."""
    home: Literal["p1", "p2", "p3", "p4", "p5", "p6"] | None
    """Whose home it is. Null: it is nobody's home."""
    neighbours: list[str]
    """The adjacent areas."""


class Board(TypedDict):
    """The map, which never changes."""

    map: Literal["duel", "strait", "crowns", "winds", "isles", "pentacle", "realms", "random"]
    """Its name."""
    map_size: Literal["", "small", "medium", "large"]
    """The size of a random map; empty for others."""
    title: str
    """What it is called."""
    wedge: list[str]
    """How a random map was grown."""
    width: int
    """How wide it is drawn."""
    height: int
    """How high it is drawn."""
    areas: list[Area]
    """The areas."""


class Region(TypedDict):
    """A land region."""

    id: str
    """Its name."""
    owner: Literal["p1", "p2", "p3", "p4", "p5", "p6", "n0"] | None
    """Who owns it. Null: nobody does."""
    sawmill: bool
    """Whether it has a sawmill."""


class Recruit(TypedDict):
    """A unit in training."""

    type: Literal["swordsman", "guard_tower", "mage", "knight", "trireme", "galleon", "dragon"]
    """The kind of unit."""
    place: str
    """Where it will appear."""
    rounds: int
    """Rounds until it is ready."""


class Castle(TypedDict):
    """A castle."""

    id: str
    """Its region."""
    owner: Literal["p1", "p2", "p3", "p4", "p5", "p6", "n0"] | None
    """Who owns it. Null: nobody does."""
    production: int
    """How many units it trains at a time."""
    attack: int
    """Its attack."""
    queue: list[Recruit]
    """Units in training."""


class Unit(TypedDict):
    """A unit on the map."""

    id: str
    """Its name: `u` and a number."""
    type: Literal["swordsman", "guard_tower", "mage", "knight", "trireme", "galleon", "dragon"]
    """Its kind."""
    kingdom: Literal["p1", "p2", "p3", "p4", "p5", "p6", "n0"]
    """Whose it is; `n0` is a garrison."""
    area: str
    """Where it is."""
    ship: str | None
    """The ship that carries it. Null: none does."""
    mana: int
    """Mana of a mage."""
    build: int
    """Rounds until a guard tower is complete."""


class Offer(TypedDict):
    """A scroll on offer."""

    scroll: Literal["improve_defense", "improve_production", "sawmill", "market", "dragon_egg", "galleon_blueprint", "guard_tower"]
    """Which."""
    price: int
    """Its price."""


class Stock(TypedDict):
    """Scrolls as the round began."""

    improve_defense: int
    """Scrolls of improve defense."""
    improve_production: int
    """Scrolls of improve production."""
    sawmill: int
    """Scrolls of sawmill."""
    market: int
    """Scrolls of market."""
    dragon_egg: int
    """Scrolls of dragon egg."""
    galleon_blueprint: int
    """Scrolls of galleon blueprint."""
    guard_tower: int
    """Scrolls of guard tower."""


class PlannedStock(TypedDict):
    """Scrolls left."""

    improve_defense: int
    """Scrolls of improve defense."""
    improve_production: int
    """Scrolls of improve production."""
    sawmill: int
    """Scrolls of sawmill."""
    market: int
    """Scrolls of market."""
    dragon_egg: int
    """Scrolls of dragon egg."""
    galleon_blueprint: int
    """Scrolls of galleon blueprint."""
    guard_tower: int
    """Scrolls of guard tower."""


class Queued(TypedDict):
    """A unit ordered."""

    castle: str
    """Where it is trained."""
    type: Literal["swordsman", "guard_tower", "mage", "knight", "trireme", "galleon", "dragon"]
    """The kind of unit."""
    place: str
    """Where it will appear."""
    rounds: int
    """Rounds until it is ready."""


class Path(TypedDict):
    """The path of a unit."""

    unit: str
    """The unit."""
    areas: list[str]
    """The areas it enters."""


class Load(TypedDict):
    """A unit that boards."""

    unit: str
    """The unit."""
    ship: str
    """The ship."""


class Unload(TypedDict):
    """A passenger."""

    unit: str
    """The unit."""
    area: str
    """Where."""


class Cast(TypedDict):
    """A spell."""

    mage: str
    """The mage."""
    spell: Literal["fog", "earthquake", "blessing"]
    """The spell."""
    area: str
    """The target."""


class Plan(TypedDict):
    """What a seat has entered in this round."""

    decision: Literal["debt", "menu", "path", "target", "area", "done"]
    """What it is asked."""
    orders: list[str]
    """The commands entered."""
    gold: int
    """Gold left."""
    stock: PlannedStock
    """Scrolls left."""
    prices: dict[str, int]
    """Prices of the scrolls on offer."""
    market: bool
    """Whether the kingdom has the market."""
    research: Literal["shield_wall", "heavy_lances", "plate_armor", "conscription", "quartermasters", "land_registry", "forestry", "masonry", "haggling", "seamanship", "arcane_study", "dragon_bond"] | None
    """The tech started. Null: none was."""
    queued: list[Queued]
    """Units ordered."""
    improved: dict[str, Literal["improve_defense", "improve_production", "sawmill", "market", "dragon_egg", "galleon_blueprint", "guard_tower"]]
    """Castles improved."""
    sawmills: list[str]
    """Regions where a sawmill was built."""
    towers: list[str]
    """Regions where a tower was placed."""
    disbanded: list[str]
    """Units disbanded."""
    paths: list[Path]
    """Movement orders."""
    loads: list[Load]
    """Units that board."""
    unloads: list[Unload]
    """Passengers that land."""
    casts: list[Cast]
    """Spells."""


class Kingdom(TypedDict):
    """Everything of one seat."""

    seat: Literal["p1", "p2", "p3", "p4", "p5", "p6"]
    """Whose it is."""
    eliminated: int
    """The round in which it fell; 0 while it plays."""
    done: bool
    """Whether its orders are given."""
    gold: int
    """Gold as the round began."""
    stock: Stock
    """Scrolls as the round began."""
    market: bool
    """Whether it has the market."""
    techs: list[Literal["shield_wall", "heavy_lances", "plate_armor", "conscription", "quartermasters", "land_registry", "forestry", "masonry", "haggling", "seamanship", "arcane_study", "dragon_bond"]]
    """Techs known."""
    research: dict[str, int]
    """Instalments still due, by tech."""
    castles: int
    """Castles owned."""
    income: int
    """Gold that it earns in a round."""
    upkeep: int
    """Gold that it pays in a round."""
    army: int
    """The value of its army."""
    plan: Plan | None
    """What a seat has entered in this round. Null: it is another seat's."""


class Outcome(TypedDict):
    """How the match ended."""

    reason: Literal["castles", "conquest", "cap"]
    """Why."""
    ranks: list[int]
    """Ranks by seat."""


class View(TypedDict):
    """What a seat may know: the realm as the round began, and its own plan."""

    round: int
    """The round, from 1 on."""
    last_round: int
    """The round after which the match ends by the cap."""
    castles_to_win: int
    """Castles that win."""
    phase: Literal["orders", "over"]
    """What is being decided."""
    to_act: list[Literal["p1", "p2", "p3", "p4", "p5", "p6"]]
    """Who has not given its orders yet."""
    options: Options
    """The options of the match."""
    board: Board
    """The map, which never changes."""
    regions: list[Region]
    """The land regions."""
    castles: list[Castle]
    """The castles."""
    units: list[Unit]
    """The units."""
    next_unit: int
    """The number of the next unit."""
    market: list[Offer]
    """The scrolls on offer."""
    tech: Literal["shield_wall", "heavy_lances", "plate_armor", "conscription", "quartermasters", "land_registry", "forestry", "masonry", "haggling", "seamanship", "arcane_study", "dragon_bond"] | None
    """The tech on offer. Null: none is."""
    techs_left: list[Literal["shield_wall", "heavy_lances", "plate_armor", "conscription", "quartermasters", "land_registry", "forestry", "masonry", "haggling", "seamanship", "arcane_study", "dragon_bond"]]
    """Techs still to come, in no order."""
    deck: list[Literal["shield_wall", "heavy_lances", "plate_armor", "conscription", "quartermasters", "land_registry", "forestry", "masonry", "haggling", "seamanship", "arcane_study", "dragon_bond"]] | None
    """Techs still to come, in order. Null: it is hidden."""
    seats: list[Kingdom]
    """The kingdoms in the order of seats."""
    outcome: Outcome | None
    """How the match ended. Null: it goes on."""
