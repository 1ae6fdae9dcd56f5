"""What a seat may know in heroes: `pentarch describe heroes --types python`."""

from typing import Literal, TypedDict


class Settings(TypedDict):
    """The options, as presets and choices settle them."""

    tiles: int
    """Terrain tiles in the world."""
    rounds: int
    """Rounds of the match."""
    battle_terrain: int
    """Terrain in battles: 0 as the method says, 1 always, 2 never."""
    left_guards: int
    """1 if the player to the left leads neutral guards."""
    terrain: int
    """1 with terrain costs, roads and impassable borders."""
    holy_places: int
    """1 with prayers at holy places."""
    skills: int
    """1 with trade, diplomacy and race skills."""
    honor: int
    """1 with honour points."""
    mercenaries: int
    """1 with mercenaries for hire."""
    special_buildings: int
    """1 with Blacksmith, Temple and Shaman Tent."""
    quests: int
    """1 with quest cards."""
    capital_grace: int
    """1 if every seat gets a turn to retake its capital."""
    method_vote: int
    """1 if seats vote on the combat method at set-up."""
    method_change: int
    """1 if seats may change the method at the start of a Round."""
    end_by_agreement: int
    """1 if seats may agree to end the match."""
    transfer_cap: int
    """Unit transfers allowed per Hero and turn."""
    combat_round_cap: int
    """The last round of a combat."""
    auto_placement: int
    """1 if start tiles are placed without asking."""
    even_race_skills: int
    """1 if points of race skills are evened out, 0 as printed."""


class Abilities(TypedDict):
    """Its own abilities."""

    attack: int
    """Attack."""
    defense: int
    """Defense."""
    initiative: int
    """Initiative."""
    movement: int
    """Movement."""


class Equipped(TypedDict):
    """Its abilities with equipment."""

    attack: int
    """Attack."""
    defense: int
    """Defense."""
    initiative: int
    """Initiative."""
    movement: int
    """Movement."""


class Section(TypedDict):
    """Units of one kind in an army."""

    unit: Literal["l1", "l2", "l3", "l4", "l5", "l6", "merc"]
    """The level."""
    name: str
    """The unit."""
    count: int
    """How many."""


# A Hero.
Hero = TypedDict(
    "Hero",
    {
        # Its name.
        "hero": Literal["hk1", "hk2", "ha1", "ha2", "hb1", "hb2"],
        # Whether it is in play.
        "status": Literal["available", "in_play", "dead"],
        # Where it is. Null: it is not in play.
        "hex": str | None,
        # Where it came from. Null: it has not moved.
        "from": str | None,
        # Its own abilities.
        "abilities": Abilities,
        # Its abilities with equipment.
        "with_equipment": Equipped,
        # Its equipment.
        "equipment": list[Literal["attack1", "attack2", "defense1", "defense2", "initiative1", "initiative2", "movement1", "movement2"]],
        # Its skills.
        "skills": dict[str, int],
        # Its quest. Null: it has none.
        "quest": Literal["q01", "q02", "q03", "q04", "q05", "q06", "q07", "q08", "q09", "q10", "q11", "q12", "q13", "q14", "q15", "q16"] | None,
        # Its army.
        "sections": list[Section | None],
        # Movement points left.
        "mp": int,
        # Its level.
        "level": int,
        # Experience points.
        "experience": int,
        # Honour points.
        "honor": int,
        # How far its quest is.
        "progress": int,
        # 1 once it was trained.
        "trained": int,
        # 1 once it has moved this turn.
        "moved": int,
        # 0 while it can act; 1 done for this turn, 2 just arrived.
        "finished": int,
        # Transfers made this turn.
        "transfers": int,
        # 1 once it has spent a movement point this turn.
        "spent": int,
        # 1 once it gave a quest up this turn.
        "quest_dropped": int,
        # 1 once it has died.
        "died": int,
        # The number of its last entry of a hex this turn.
        "entered": int,
    },
)


class Player(TypedDict):
    """Everything of one seat."""

    seat: Literal["p1", "p2", "p3", "p4", "p5", "p6"]
    """Which."""
    race: Literal["knights", "amazons", "barbarians"]
    """Its race."""
    alive: bool
    """Whether it still plays."""
    defeat: int
    """The place in the order of defeat; 0 while it plays."""
    deaths: int
    """Heroes lost."""
    grace: int
    """Whether a term to retake the capital was granted, or runs."""
    budget: int | None
    """Gold left for an army. Null: it is hidden."""
    pending: bool | None
    """Whether it still has to decide. Null: it is hidden."""
    vote: int | None
    """Its vote. Null: it is hidden."""
    heroes: list[Hero]
    """Its Heroes."""


class Stock(TypedDict):
    """Its resources."""

    gold: int
    """Gold."""
    crystal: int
    """Crystal."""
    stone: int
    """Stone."""
    wood: int
    """Wood."""


class City(TypedDict):
    """A City, or the Camp."""

    city: Literal["k", "a", "b"]
    """Whose race: a letter."""
    holder: Literal["p1", "p2", "p3", "p4", "p5", "p6"] | None
    """Who holds it. Null: nobody does."""
    hex: str | None
    """Where it is. Null: it is not in play."""
    buildings: list[str]
    """Its buildings."""
    stock: Stock
    """Its resources."""
    stored_honor: int
    """Honour stored in its special building."""
    razed: bool
    """Whether its special building was destroyed."""
    garrison: dict[str, int]
    """Its garrison."""


class Ground(TypedDict):
    """A Recruitment Location."""

    status: Literal["idle", "active", "mercenaries"]
    """Its status."""
    units: int
    """Units for hire."""


class Slot(TypedDict):
    """A slot."""

    slot: str
    """Its name."""
    face_up: bool
    """Whether its tile is turned over."""
    tile: str | None
    """Its tile. Null: none, or face down."""
    hexes: list[str] | None
    """Terrain and site of its hexes. Null: none, or face down."""
    centre: list[int] | None
    """Where its centre lies. Null: none, or face down."""


class Site(TypedDict):
    """What has changed on a hex."""

    owner: Literal["p1", "p2", "p3", "p4", "p5", "p6"] | None
    """Who owns it. Null: nobody does."""
    marks: list[Literal["activated", "explored", "cleared", "visited"]]
    """What has happened."""
    used_by: list[Literal["hk1", "hk2", "ha1", "ha2", "hb1", "hb2"]]
    """Heroes that used it."""
    units: list[int]
    """Units there, by level."""


class Cup(TypedDict):
    """Equipment markers left."""

    attack1: int
    """Those that add 1 to attack."""
    attack2: int
    """Those that add 2 to attack."""
    defense1: int
    """Those that add 1 to defense."""
    defense2: int
    """Those that add 2 to defense."""
    initiative1: int
    """Those that add 1 to initiative."""
    initiative2: int
    """Those that add 2 to initiative."""
    movement1: int
    """Those that add 1 to movement."""
    movement2: int
    """Those that add 2 to movement."""


class Categories(TypedDict):
    """What counts at the end, by seat."""

    mines: list[int]
    """Mines owned."""
    levels: list[int]
    """Levels of Heroes."""
    army: list[int]
    """The worth of armies."""


class Strike(TypedDict):
    """The attack being resolved."""

    attacker: int
    """The number of the stack that attacks."""
    target: int
    """The number of the stack it attacks."""
    ranged: int
    """1 for an attack from afar."""
    attack_die: int
    """The attacker's die."""
    defense_die: int
    """The target's die."""
    stage: int
    """How far it is: 0 cleverness, 1 result, 2 fury, 3 experience, 4 losses."""
    hits: int
    """Hits so far."""
    victim: int
    """The number of the stack that is hit; -1 before that is known."""
    attack_extra: int
    """What cleverness adds to the attack."""
    defense_extra: int
    """What cleverness adds to the defence."""


# Units of one kind that fight together.
Stack = TypedDict(
    "Stack",
    {
        # Its name: `att1` to `att12`, `def1` to `def12`.
        "stack": str,
        # The unit.
        "unit": str,
        # How many are left.
        "count": int,
        # How many there were.
        "start": int,
        # Damage that has not killed yet.
        "damage": int,
        # The Hero and section it comes from, or `garrison`.
        "from": str,
        # Where it stands on the display. Null: nowhere on it.
        "hex": str | None,
        # The tower it mans; 0: none.
        "tower": int,
        # What it has done.
        "flags": list[Literal["attacked", "moved", "fired", "adjacent", "freed", "gone", "blessed"]],
        # Attack or Defense that a special building gives it.
        "bonus": int,
        # How often it was attacked in this step.
        "pressed": int,
    },
)


class Combat(TypedDict):
    """The combat being fought."""

    hex: str
    """Where it is."""
    guards_from: str | None
    """Where the guards belong. Null: no guards fight."""
    city: Literal["k", "a", "b"] | None
    """The City besieged. Null: it is no siege."""
    seats: list[Literal["p1", "p2", "p3", "p4", "p5", "p6", "guards"]]
    """The two sides."""
    leading: list[Literal["hk1", "hk2", "ha1", "ha2", "hb1", "hb2"] | None]
    """The leading Heroes."""
    heroes: list[Literal["hk1", "hk2", "ha1", "ha2", "hb1", "hb2"]]
    """All Heroes that fight."""
    phase: str
    """The phase."""
    aim: str | None
    """The works aimed at. Null: nothing is aimed at."""
    towers: list[int]
    """The towers' conditions."""
    works: list[int]
    """The walls' conditions, by hex."""
    seized: list[int]
    """1 once a side has tried to seize the initiative. Attacker first."""
    skill_used: list[int]
    """1 once a side has used its race skill. Attacker first."""
    strike: Strike | None
    """The attack being resolved. Null: no stack attacks."""
    plan: list[list[int]]
    """Attacks that are announced and not made yet."""
    killed: list[int]
    """Units it has killed. Attacker first."""
    worth: list[int]
    """The levels of the units it has killed, added up. Attacker first."""
    stacks: list[Stack]
    """All stacks."""
    reaction: int
    """1 if a reaction brought it about."""
    actor: int
    """The side that decides: 0 the original attacker."""
    round: int
    """The round of the combat."""
    initiative: int
    """The side that has the initiative."""
    quiet: int
    """Rounds in a row without an attack or a breach."""
    busy: int
    """1 once there was one in this round."""
    passes: int
    """Sides in a row that have not subverted."""
    sub: int
    """Part of a step: 0 stacks move, 1 choose, 2 attack."""
    cursor: int
    """The stack or side whose turn it is in the phase."""
    wall: int
    """The wall in the Arena: 0 whole, 1 damaged, 2 destroyed."""
    breached: int
    """1 once a breach was tried this round on the display."""
    giants: int
    """The highest level of the guards at the start."""


class Before(TypedDict):
    """What others still see during production."""

    cities: list[City]
    """The cities."""
    heroes: list[Hero]
    """The Heroes."""


class View(TypedDict):
    """What a seat may know of a match."""

    round: int
    """The Round; 0 before the first."""
    sequence: int
    """The sequence of turns in the Round."""
    turn: int
    """The place in `order`."""
    stage: Literal["army", "place", "round", "turns", "produce", "clean", "check", "next", "over"]
    """The stage of the match."""
    active: Literal["p1", "p2", "p3", "p4", "p5", "p6"] | None
    """Whose turn it is. Null: nobody's."""
    order: list[Literal["p1", "p2", "p3", "p4", "p5", "p6"]]
    """The order of turns."""
    war: bool
    """Whether the war has begun."""
    over: Literal["last_standing", "all_defeated", "rounds", "agreed"] | None
    """How the match ended. Null: it goes on."""
    method: int
    """The combat method."""
    options: Settings
    """The options, as presets and choices settle them."""
    decision: str | None
    """What is being decided. Null: the match is over."""
    agenda: list[list[str | int]]
    """What goes on when the decision is made, the next last."""
    seats: list[Player]
    """The seats in order."""
    cities: list[City]
    """The capitals of the three races."""
    grounds: list[Ground]
    """The Recruitment Locations."""
    places: list[int]
    """Where start tiles lie, by race; -1: nowhere."""
    slots: list[Slot]
    """The slots of the map."""
    face_down: list[str]
    """Tiles that lie face down, in no order."""
    hexes: dict[str, Site]
    """Hexes on which something has changed."""
    cup: Cup
    """Equipment markers left."""
    deck: list[Literal["q01", "q02", "q03", "q04", "q05", "q06", "q07", "q08", "q09", "q10", "q11", "q12", "q13", "q14", "q15", "q16"]] | None
    """The quest deck. Null: its order is hidden."""
    discards: list[Literal["q01", "q02", "q03", "q04", "q05", "q06", "q07", "q08", "q09", "q10", "q11", "q12", "q13", "q14", "q15", "q16"]]
    """Quests done or given up."""
    categories: Categories | None
    """What counts at the end, by seat. Null: it is hidden."""
    left_units: list[list[str | int]]
    """Units that a Hero left behind this turn."""
    checked: list[str]
    """Hexes whose guards were checked."""
    tried: list[list[Literal["hk1", "hk2", "ha1", "ha2", "hb1", "hb2"]]]
    """Movers to whom each Hero has tried to react."""
    fresh: str | None
    """A hex that was just entered. Null: there is none."""
    entries: int
    """Hexes entered this turn."""
    defeats: int
    """Seats defeated."""
    combat: Combat | None
    """The combat being fought. Null: there is none."""
    before: Before | None
    """What others still see during production. Null: hidden, or nothing is produced."""
