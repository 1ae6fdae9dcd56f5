"""What a seat may know in tradewarz: `pentarch describe tradewarz --types python`."""

from typing import Literal, TypedDict


class Options(TypedDict):
    """The options of the match."""

    length: Literal["xadlas", "years", "seasons"]
    """What ends a match: a target, years, or a season budget."""
    target: int
    """Xadlas needed to win (length xadlas)."""
    years: int
    """Years played (length years)."""
    season_budget: int
    """Seasons played (length seasons)."""
    year_cap: int
    """Years after which every match ends."""
    full_lap: bool
    """Ships complete a lap before they dock."""
    post_placement: Literal["random", "players"]
    """Who places the trading posts."""
    march_scope: Literal["all", "one"]
    """Whether a march moves all groups or one."""
    battle_deal: Literal["random", "equal"]
    """How the battle decks are dealt."""
    rotate_first: bool
    """The first seat changes every year."""
    alliances: bool
    """Alliances are allowed (three seats or more)."""
    alliance_max: int
    """Members an alliance may have."""
    alliance_victory: bool
    """Allies win together or not at all."""
    trading: bool
    """Trade offers are allowed."""


class Tiles(TypedDict):
    """The terrain of every tile."""

    a1: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of a1."""
    a2: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of a2."""
    a3: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of a3."""
    a4: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of a4."""
    a5: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of a5."""
    a6: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of a6."""
    a7: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of a7."""
    b1: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of b1."""
    b2: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of b2."""
    b3: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of b3."""
    b4: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of b4."""
    b5: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of b5."""
    b6: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of b6."""
    b7: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of b7."""
    c1: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of c1."""
    c2: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of c2."""
    c3: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of c3."""
    c4: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of c4."""
    c5: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of c5."""
    c6: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of c6."""
    c7: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of c7."""
    d1: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of d1."""
    d2: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of d2."""
    d3: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of d3."""
    d4: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of d4."""
    d5: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of d5."""
    d6: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of d6."""
    d7: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of d7."""
    e1: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of e1."""
    e2: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of e2."""
    e3: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of e3."""
    e4: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of e4."""
    e5: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of e5."""
    e6: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of e6."""
    e7: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of e7."""
    f1: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of f1."""
    f2: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of f2."""
    f3: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of f3."""
    f4: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of f4."""
    f5: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of f5."""
    f6: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of f6."""
    f7: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of f7."""
    g1: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of g1."""
    g2: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of g2."""
    g3: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of g3."""
    g4: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of g4."""
    g5: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of g5."""
    g6: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of g6."""
    g7: Literal["none", "lumber", "mining", "wheat", "mountain", "lake"]
    """The terrain of g7."""


class Post(TypedDict):
    """A trading post."""

    square: str | None
    """Where it lies. Null: not laid yet."""
    owner: Literal["p1", "p2", "p3", "p4", "p5", "p6"] | None
    """Who owns it. Null: nobody does."""


class Structure(TypedDict):
    """A structure."""

    kind: Literal["road", "bridge", "tunnel"]
    """What it is."""
    tile: str
    """The tile that it crosses."""
    ends: list[str]
    """The two squares it joins."""


class StructuresLeft(TypedDict):
    """Supplies."""

    road: int
    """Left of road."""
    bridge: int
    """Left of bridge."""
    tunnel: int
    """Left of tunnel."""


class Building(TypedDict):
    """A building."""

    square: str
    """Where it stands."""
    kind: Literal["settlement", "village", "castle"]
    """What it is."""
    owner: Literal["p1", "p2", "p3", "p4", "p5", "p6"]
    """Whose it is."""
    year: int
    """The year in which it was built or upgraded."""
    silos: list[str]
    """The tiles of its silos."""


class Army(TypedDict):
    """Soldiers of one seat on one space."""

    space: str
    """Where they are."""
    seat: Literal["p1", "p2", "p3", "p4", "p5", "p6"]
    """Whose they are."""
    soldiers: int
    """How many."""


class SuperUnit(TypedDict):
    """A super unit."""

    unit: Literal["en08", "en11", "en12", "en15", "en16", "mi08", "mi11", "mi12", "mi14", "mi15", "mi16"]
    """Which."""
    owner: Literal["p1", "p2", "p3", "p4", "p5", "p6"]
    """Who bought it."""
    holder: Literal["p1", "p2", "p3", "p4", "p5", "p6"] | None
    """Whose squad it is with. Null: it is in the capital."""
    space: str | None
    """Where it is. Null: it is in the capital."""


class MoraleDeck(TypedDict):
    """Morale cards that were not drawn yet."""

    count: int
    """How many cards."""
    cards: list[Literal["goodcrop", "timberraft", "richvein", "windfall", "bazaar", "freemasons", "volunteers", "scholars", "battlecry", "herosong", "deadlyaim", "shieldwall", "fairwinds", "cancelbattle", "trusted", "ransom"]] | None
    """The cards from the top. Null: they are hidden."""


class Resources(TypedDict):
    """Resources in stock."""

    gold: int
    """Pieces of gold."""
    lumber: int
    """Pieces of lumber."""
    mining: int
    """Pieces of mining."""
    wheat: int
    """Pieces of wheat."""


class Tokens(TypedDict):
    """Main actions left this year."""

    march: int
    """Tokens for march."""
    build: int
    """Tokens for build."""
    recruit: int
    """Tokens for recruit."""
    resources: int
    """Tokens for resources."""
    tech: int
    """Tokens for tech."""
    retreat: int
    """Tokens for retreat."""


class Universities(TypedDict):
    """Levels."""

    economy: int
    """The level of economy."""
    engineering: int
    """The level of engineering."""
    military: int
    """The level of military."""


class BattleCards(TypedDict):
    """A seat's six battle cards."""

    six: list[Literal["bc01", "bc02", "bc03", "bc04", "bc05", "bc06", "bc07", "bc08", "bc09", "bc10", "bc11", "bc12"]] | None
    """All six. Null: they are another seat's."""
    known: list[Literal["bc01", "bc02", "bc03", "bc04", "bc05", "bc06", "bc07", "bc08", "bc09", "bc10", "bc11", "bc12"]]
    """Those that everybody has seen."""
    used: list[Literal["bc01", "bc02", "bc03", "bc04", "bc05", "bc06", "bc07", "bc08", "bc09", "bc10", "bc11", "bc12", "?"]]
    """The used pile, in order."""
    unseen: list[int]
    """Places of the used pile that nobody saw."""
    stack_count: int
    """Cards left in the stack."""
    stack: list[Literal["bc01", "bc02", "bc03", "bc04", "bc05", "bc06", "bc07", "bc08", "bc09", "bc10", "bc11", "bc12"]] | None
    """The stack, from the top. Null: its order is hidden."""


class House(TypedDict):
    """Everything of one seat."""

    seat: Literal["p1", "p2", "p3", "p4", "p5", "p6"]
    """Whose it is."""
    house: Literal["auren", "karsk", "velmar", "thornwold", "ombrel", "sablen"] | None
    """The house. Null: not picked yet."""
    gate: Literal["gate1", "gate2", "gate3", "gate4", "gate5", "gate6", "gate7", "gate8"] | None
    """The own gate. Null: not landed yet."""
    ship: int
    """Where the ship is."""
    xadlas: int
    """Xadlas, which win."""
    golden: int
    """Golden Xadlas."""
    silver: int
    """Silver Xadlas."""
    resources: Resources
    """Resources in stock."""
    tokens: Tokens
    """Main actions left this year."""
    universities: Universities
    """Levels."""
    techs: list[str]
    """The techs owned."""
    castles_built: int
    """Castles ever built."""
    reserve: int
    """Soldiers that can be recruited."""
    field: int
    """Soldiers outside the own gate."""
    capacity: int
    """Soldiers that the field supports."""
    allies: list[Literal["p1", "p2", "p3", "p4", "p5", "p6"]]
    """The allies."""
    barred: int
    """1 until the next turn of one who broke an alliance."""
    battle_cards: BattleCards
    """A seat's six battle cards."""
    morale_count: int
    """Morale cards held."""
    morale: list[Literal["goodcrop", "timberraft", "richvein", "windfall", "bazaar", "freemasons", "volunteers", "scholars", "battlecry", "herosong", "deadlyaim", "shieldwall", "fairwinds", "cancelbattle", "trusted", "ransom"]] | None
    """The morale cards. Null: they are another seat's."""


class Free(TypedDict):
    """Free actions of this turn."""

    offers: int
    """Trades offered."""
    proposed: int
    """1 once an alliance was proposed."""
    barters: int
    """Barters made."""
    exchanges: int
    """Exchanges made."""
    masons: int
    """Cheaper buildings to come."""
    scholars: int
    """Cheaper techs or universities to come."""
    gained: int
    """Soldiers recruited or techs bought in this main action."""
    appointed: Literal["en08", "en11", "en12", "en15", "en16", "mi08", "mi11", "mi12", "mi14", "mi15", "mi16"] | None
    """The super unit to be appointed. Null: there is none."""


class March(TypedDict):
    """The march under way; all 0 or null when there is none."""

    roll: int
    """Steps that a group may make."""
    grouped: int
    """1 once a group was formed."""
    moved: dict[str, int]
    """Soldiers that have moved, by where they are."""
    at: str | None
    """Where the group is. Null: there is no group."""
    size: int
    """Soldiers of the group."""
    unit: Literal["en08", "en11", "en12", "en15", "en16", "mi08", "mi11", "mi12", "mi14", "mi15", "mi16"] | None
    """The super unit of the group. Null: it has none."""
    left: int
    """Steps left."""
    made: int
    """Steps made."""


# The battle under way; all 0 or null when there is none.
Battle = TypedDict(
    "Battle",
    {
        # Where it is. Null: there is none.
        "at": str | None,
        # Where the attackers came from. Null: there is none.
        "from": str | None,
        # Who attacks. Null: there is none.
        "attacker": Literal["p1", "p2", "p3", "p4", "p5", "p6"] | None,
        # Who defends. Null: there is none.
        "defender": Literal["p1", "p2", "p3", "p4", "p5", "p6"] | None,
        # Soldiers that attack.
        "attackers": int,
        # The attackers' super unit. Null: they have none.
        "unit": Literal["en08", "en11", "en12", "en15", "en16", "mi08", "mi11", "mi12", "mi14", "mi15", "mi16"] | None,
        # 1 for a side that is ready, attacker first.
        "ready": list[int],
        # The cards committed by each side, attacker first.
        "committed": list[list[Literal["goodcrop", "timberraft", "richvein", "windfall", "bazaar", "freemasons", "volunteers", "scholars", "battlecry", "herosong", "deadlyaim", "shieldwall", "fairwinds", "cancelbattle", "trusted", "ransom"]] | None],
    },
)


class Loose(TypedDict):
    """Soldiers that look for a place; 0 or null when there are none."""

    seat: Literal["p1", "p2", "p3", "p4", "p5", "p6"] | None
    """Whose they are. Null: there are none."""
    soldiers: int
    """How many."""
    unit: Literal["en08", "en11", "en12", "en15", "en16", "mi08", "mi11", "mi12", "mi14", "mi15", "mi16"] | None
    """Their super unit. Null: they have none."""
    placed: list[str]
    """Where others were placed."""


class Recall(TypedDict):
    """A recall under way."""

    seat: Literal["p1", "p2", "p3", "p4", "p5", "p6"] | None
    """Who recalls. Null: nobody does."""
    then: Literal["steps", "turn"] | None
    """What goes on then. Null: nobody recalls."""


class Offer(TypedDict):
    """A trade or an alliance under way."""

    partner: Literal["p1", "p2", "p3", "p4", "p5", "p6"] | None
    """With whom. Null: there is none."""
    give: Literal["gold", "lumber", "mining", "wheat"] | None
    """What is given. Null: not named yet."""
    give_count: int
    """How much is given."""
    want: Literal["gold", "lumber", "mining", "wheat"] | None
    """What is wanted. Null: not named yet."""
    want_count: int
    """How much is wanted."""
    asked: list[Literal["p1", "p2", "p3", "p4", "p5", "p6"]]
    """Seats still to answer a proposal."""


class View(TypedDict):
    """What a seat may know of a match."""

    seats_count: int
    """How many seats play."""
    options: Options
    """The options of the match."""
    year: int
    """The year, from 1 on."""
    season: Literal["summer", "harvest", "fall", "winter", "spring"]
    """The season."""
    seasons_done: int
    """Seasons that are over."""
    decision: str
    """What is being decided."""
    turn: int
    """Whose turn it is: the place in `order`."""
    seat: Literal["p1", "p2", "p3", "p4", "p5", "p6"]
    """Whose turn it is."""
    to_act: list[Literal["p1", "p2", "p3", "p4", "p5", "p6"]]
    """Who decides now."""
    order: list[Literal["p1", "p2", "p3", "p4", "p5", "p6"]]
    """The turn order."""
    ending: Literal["goes_on", "target", "alliance", "years", "seasons", "supply", "year_cap"]
    """How the match ended."""
    winners: list[Literal["p1", "p2", "p3", "p4", "p5", "p6"]]
    """Allies who won together."""
    tiles: Tiles
    """The terrain of every tile."""
    posts: list[Post]
    """The trading posts."""
    structures: list[Structure]
    """The structures laid."""
    structures_left: StructuresLeft
    """Supplies."""
    golden_left: int
    """Golden Xadlas left."""
    silver_left: int
    """Silver Xadlas left."""
    buildings: list[Building]
    """The buildings."""
    armies: list[Army]
    """Soldiers on the map."""
    units: list[SuperUnit]
    """Super units that were bought."""
    conquered: dict[str, int]
    """The year in which a capital was conquered last, by gate."""
    morale_deck: MoraleDeck
    """Morale cards that were not drawn yet."""
    seats: list[House]
    """The houses in the order of seats."""
    free: Free
    """Free actions of this turn."""
    march: March
    """The march under way; all 0 or null when there is none."""
    battle: Battle
    """The battle under way; all 0 or null when there is none."""
    loose: Loose
    """Soldiers that look for a place; 0 or null when there are none."""
    recall: Recall
    """A recall under way."""
    offer: Offer
    """A trade or an alliance under way."""
