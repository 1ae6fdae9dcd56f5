"""What a seat may know in capital: `pentarch describe capital --types python`."""

from typing import Literal, TypedDict


class Options(TypedDict):
    """The options of the match."""

    mode: Literal["short", "full"]
    """6 or 8 Capital upgrades to win."""
    teams: Literal["none", "2v2"]
    """Two teams of two; needs four seats."""
    quests: bool
    """Quests and the Legendary Deck."""
    settle: bool
    """Settle effects of mercenaries."""
    cities: Literal["a", "b_random", "b_pick"]
    """Standard cities, advanced ones by lot, or advanced ones by choice."""
    round_cap: int
    """The last round."""
    late_seat_cards: int
    """Extra starting cards per seat position."""
    late_seat_bonus: bool
    """Once 1 more Gold and Build for later seats (CP-3.7)."""


class Pile(TypedDict):
    """The Deck."""

    count: int
    """How many cards there are."""
    cards: list[str] | None
    """The cards, the top one first. Null: they are hidden."""


class Unit(TypedDict):
    """A unit in a slot."""

    card: str | None
    """The card. Null: it lies face down."""
    spent: bool
    """Whether it has attacked this turn."""
    moved: bool
    """Whether it has moved in this Regroup phase."""
    on_battlefield: bool
    """Whether it is in the battle."""


class City(TypedDict):
    """A seat's city."""

    id: Literal["a", "b1", "b2", "b3", "b4", "b5", "b6"] | None
    """Which city it is. Null: not chosen yet."""
    hp: int
    """Points of a score that raze it."""
    troop_slots: int
    """Slots for troops."""
    merc_slots: int
    """Slots for mercenaries."""
    attack_open: bool
    """Whether troops may attack from here."""
    defense_open: bool
    """Whether troops may defend from here."""
    merc_open: bool
    """Whether mercenaries may act from here."""
    troops: list[Unit]
    """The troops here, in order of arrival."""
    mercs: list[Unit]
    """The mercenaries here, in order of arrival."""


class Tracker(TypedDict):
    """The sums of all that is in play."""

    gold: int
    """The sum of gold."""
    build: int
    """The sum of build."""
    draw: int
    """The sum of draw."""
    store: int
    """The sum of store."""
    passive: int
    """The sum of passive."""
    discount: int
    """The sum of discount."""
    attack_bonus: int
    """The sum of attack bonus."""


class Pools(TypedDict):
    """What is left to spend in this Build phase."""

    gold: int
    """Gold."""
    build: int
    """Build."""
    discount: int
    """Gold less for each upgrade."""
    rebate: int
    """Gold less for the next upgrade."""
    free_buildings: int
    """Buildings to come that need no Build and no banner."""
    free_troops: int
    """Troops to come that are free."""


class Prices(TypedDict):
    """What the next of each costs."""

    village: int
    """Gold for a Village."""
    upgrade: int
    """Gold for an upgrade."""


class Deeds(TypedDict):
    """What the seat did, as Quests ask for it."""

    won_attack: bool
    """Whether it won an attack this turn."""
    razed_hp: int
    """Hit points razed this turn."""
    won_defence: bool
    """Whether it won a defence since its last turn."""
    keep_all: bool
    """Whether it keeps its whole hand this turn."""


class Building(TypedDict):
    """A building on the table."""

    at: str
    """Its location: its name, or a Village's number."""
    card: str
    """The card."""
    hp: int
    """Points that raze it."""
    settled: str | None
    """The mercenary settled under it. Null: nobody is."""
    troop_slots: int
    """Slots for troops."""
    merc_slots: int
    """Slots for mercenaries."""
    troops: list[Unit]
    """The troops here, in order of arrival."""
    mercs: list[Unit]
    """The mercenaries here, in order of arrival."""


class Realm(TypedDict):
    """Everything of one seat."""

    seat: Literal["p1", "p2", "p3", "p4"]
    """Whose it is."""
    team: Literal["A", "B"] | None
    """The team. Null: nobody plays in teams."""
    alive: bool
    """Whether its city stands."""
    defeat: int
    """The place in the order of defeat; 0 while it plays."""
    city: City
    """A seat's city."""
    upgrades: list[Literal["gold", "build", "draw", "store", "passive", "mercenary", "attack", "defense"]]
    """The upgrades completed."""
    tracker: Tracker
    """The sums of all that is in play."""
    pools: Pools
    """What is left to spend in this Build phase."""
    prices: Prices
    """What the next of each costs."""
    deeds: Deeds
    """What the seat did, as Quests ask for it."""
    villages_founded: int
    """Villages ever built; the next one gets the next number."""
    hand: Pile
    """The hand."""
    kept: Pile
    """The cards kept so far in this Regroup phase."""
    buildings: list[Building]
    """The buildings, in order."""


class Fighter(TypedDict):
    """A troop in the battle."""

    seat: Literal["p1", "p2", "p3", "p4"]
    """Whose it is."""
    card: str
    """The card."""
    at: str
    """Its home."""
    has_home: bool
    """Whether its home stands."""


class Battle(TypedDict):
    """The battle being fought."""

    attacker: Literal["p1", "p2", "p3", "p4"]
    """Who attacks."""
    defender: Literal["p1", "p2", "p3", "p4"]
    """Who is attacked."""
    attackers: list[Fighter]
    """The attackers, in order of commitment."""
    defenders: list[Fighter]
    """The defenders, in order of commitment."""
    attack_total: int
    """The attack total as it stands."""
    defence_total: int
    """The defence total as it stands."""
    attack_extra: int
    """What mercenaries add to the attack."""
    defence_extra: int
    """What mercenaries add to the defence."""
    passive_cut: int
    """How much Passive Defence is cut."""
    attack_heals: int
    """Heals of the attacker left."""
    defence_heals: int
    """Heals of the defender left."""
    score: int
    """Attack minus defence, once it is decided."""
    points: int
    """Points of the score left for razing."""
    siege: int
    """Siege points left."""
    budget: int
    """What the winner can still save."""
    defeated: bool
    """Whether the defender's city was razed."""


class View(TypedDict):
    """What a seat may know of a match."""

    options: Options
    """The options of the match."""
    round: int
    """The round, from 1 on."""
    phase: Literal["setup", "build", "attack", "regroup", "over"]
    """The phase of the turn."""
    active: Literal["p1", "p2", "p3", "p4"]
    """Whose turn it is."""
    decision: str
    """What is being decided."""
    to_act: Literal["p1", "p2", "p3", "p4"] | None
    """Who decides. Null: the match is over."""
    deck: Pile
    """The Deck."""
    discard: list[str]
    """The discard pile, the latest card last."""
    legendary: Pile
    """The Legendary Deck."""
    looked: Pile
    """The Legendary cards being looked at."""
    spied: Literal["p1", "p2", "p3", "p4"] | None
    """Who is being spied on. Null: nobody is."""
    seats: list[Realm]
    """The realms in the order of seats."""
    battle: Battle | None
    """The battle being fought. Null: there is none."""
    ending: Literal["none", "capital", "conquest", "round_cap"]
    """How the match ended."""
    winner: Literal["p1", "p2", "p3", "p4"] | None
    """Who has won. Null: nobody yet, or a cap ended it."""
