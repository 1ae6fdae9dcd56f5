"""The state of a match, made of its seats, Heroes, Cities, sites and the combat under way."""

from typing import Final, final

from pentarch.engine.core import SEAT_NAMES, Words
from pentarch.engine.heroes.city import City
from pentarch.engine.heroes.combat.combat import Combat
from pentarch.engine.heroes.hero import Hero
from pentarch.engine.heroes.player import Player
from pentarch.engine.heroes.settings import NO_SETTINGS
from pentarch.engine.heroes.world.map import (
    NO_WORLD,
    SLOTS,
    TERRAIN_SLOTS,
    World,
    place_of,
    slot_of,
)
from pentarch.engine.heroes.world.site import BLANK, Ground, Site
from pentarch.engine.heroes.world.tile import NO_TILE, Feature, Tile
from pentarch.engine.packing import packed
from pentarch.engine.plain import Json

# Tasks on the agenda. Most are decisions; the flow, an entry and a replacement go on by themselves,
# and in a combat its phase is what is being decided.
T_FLOW: Final = "flow"
T_ARMY: Final = "army"
T_VOTE: Final = "vote"
T_PLACE: Final = "place"
T_METHOD: Final = "method"
T_CAMP: Final = "camp"
T_TURN: Final = "turn"
T_ENTER: Final = "enter"
T_REACT: Final = "react"
T_RAISE: Final = "raise"
T_SKILL: Final = "skill"
T_FLEE: Final = "flee"
T_REPLACE: Final = "replace"
T_APPEAR: Final = "appear"
T_COMBAT: Final = "combat"
T_PRODUCE: Final = "produce"
T_AGREE: Final = "agree"
TASKS: Final[Words] = (
    *(T_FLOW, T_ARMY, T_VOTE, T_PLACE, T_METHOD, T_CAMP, T_TURN, T_ENTER, T_REACT, T_RAISE),
    *(T_SKILL, T_FLEE, T_REPLACE, T_APPEAR, T_COMBAT, T_PRODUCE, T_AGREE),
)

# Stages of an entry (HW-7.1.3.b), in their order.
E_SIEGE: Final = 0
E_FIELD: Final = 1
E_GUARDED: Final = 2
E_BENEFIT: Final = 3
E_HEROES: Final = 4
E_REACTION: Final = 5
E_PARTNER: Final = 6
E_FRESH: Final = 7
E_FLIGHT: Final = 8
E_DONE: Final = 9

# Stages of the flow of a match.
S_ARMY: Final = "army"
S_PLACE: Final = "place"
S_ROUND: Final = "round"
S_TURNS: Final = "turns"
S_PRODUCE: Final = "produce"
S_CLEAN: Final = "clean"
S_CHECK: Final = "check"
S_NEXT: Final = "next"
S_OVER: Final = "over"
STAGES: Final[Words] = (
    *(S_ARMY, S_PLACE, S_ROUND, S_TURNS, S_PRODUCE, S_CLEAN, S_CHECK, S_NEXT, S_OVER),
)

# Why a match is over.
OVER_LAST: Final = "last_standing"
OVER_ALL: Final = "all_defeated"
OVER_ROUNDS: Final = "rounds"
OVER_AGREED: Final = "agreed"
ENDINGS: Final[Words] = (OVER_LAST, OVER_ALL, OVER_ROUNDS, OVER_AGREED)

# Terms to retake a capital (HW-4.1.o): granted, and running.
GRACE_GIVEN: Final = 1
GRACE_RUNS: Final = 2

_NO_TILES: Final = (NO_TILE,) * SLOTS
_FACE_DOWN: Final = (False,) * SLOTS


@final
class Task:
    """Something to be done or decided: by or about `who` (a seat, a Hero, a hex), and `what`.

    T_REACT: a Hero and the mover; T_ENTER: a Hero and the stage of his entry; T_ARMY: the number of
    the Hero (0 or 1), and the seat that replaces one, or -1 when all buy at once. T_FLEE: the hex
    of the guards. The others have a seat or a Hero, or nobody. It is replaced, never changed.
    """

    def __init__(self, name: str, who: int, what: int) -> None:
        self.name: Final = name
        self.who: Final = who
        self.what: Final = what

    def pack(self, numbers: list[int]) -> None:
        """Append its numbers."""
        numbers += [TASKS.index(self.name), self.who, self.what]

    def dump(self) -> Json:
        """Its plain values."""
        return [self.name, self.who, self.what]


@final
class State:
    """One match. Made by `rules.setup`, changed in place.

    `tiles` and `face` are by slot, `sites` by hex; `seat_of`, `places`, `grounds` and `cities` by
    race. `left` are units left in mines this turn: Hero, mine, number. `shown_cities` and
    `shown_heroes` are what others see of everybody during production.

    Only players, cities, heroes, the combat and the agenda change in place. All else is replaced,
    never changed, and copies share it; `alter` gives a site that may be changed.
    """

    __slots__ = (
        "active",
        "agenda",
        "checked",
        "cities",
        "combat",
        "cup",
        "deck",
        "defeats",
        "discards",
        "entries",
        "face",
        "fresh",
        "grounds",
        "heroes",
        "left",
        "method",
        "order",
        "over",
        "places",
        "players",
        "round",
        "seat_of",
        "sequence",
        "settings",
        "shown_cities",
        "shown_heroes",
        "sites",
        "stage",
        "tiles",
        "turn_index",
        "war",
        "world",
    )

    def __init__(self, sites: list[Site]) -> None:
        self.settings = NO_SETTINGS
        self.method = 1
        self.players: list[Player] = []
        self.seat_of = [-1, -1, -1]
        self.places = [-1, -1, -1]
        self.world: World = NO_WORLD
        self.tiles: tuple[Tile, ...] = _NO_TILES
        self.face: tuple[bool, ...] = _FACE_DOWN
        self.sites = sites
        self.grounds: list[Ground] = []
        self.cities: list[City] = []
        self.heroes: list[Hero] = []
        self.cup: list[int] = []
        self.deck: list[int] = []
        self.discards: list[int] = []
        self.order: list[int] = []  # of the seats in a sequence
        self.round = 0
        self.sequence = 0
        self.turn_index = 0
        self.stage = S_ARMY
        self.active = -1
        self.war = False
        self.over = ""
        self.defeats = 0
        self.entries = 0
        self.fresh = -1  # hex whose guards appeared on the current entry
        self.agenda: list[Task] = []  # the last one is done next
        self.left: list[tuple[int, int, int]] = []
        self.checked: list[int] = []  # guards that have tried to react this turn
        self.shown_cities: list[City] = []
        self.shown_heroes: list[Hero] = []
        self.combat: Combat | None = None

    def copy(self) -> "State":
        """An independent state."""
        twin = State(self.sites.copy())
        twin.settings = self.settings
        twin.method = self.method
        twin.players = [player.copy() for player in self.players]
        twin.seat_of = self.seat_of
        twin.places = self.places
        twin.world = self.world
        twin.tiles = self.tiles
        twin.face = self.face
        twin.grounds = self.grounds.copy()
        twin.cities = [city.copy() for city in self.cities]
        twin.heroes = [hero.copy() for hero in self.heroes]
        twin.cup = self.cup
        twin.deck = self.deck
        twin.discards = self.discards
        twin.order = self.order
        twin.round = self.round
        twin.sequence = self.sequence
        twin.turn_index = self.turn_index
        twin.stage = self.stage
        twin.active = self.active
        twin.war = self.war
        twin.over = self.over
        twin.defeats = self.defeats
        twin.entries = self.entries
        twin.fresh = self.fresh
        twin.agenda = self.agenda.copy()
        twin.left = self.left
        twin.checked = self.checked
        twin.shown_cities = self.shown_cities
        twin.shown_heroes = self.shown_heroes
        if self.combat is not None:
            twin.combat = self.combat.copy()
        return twin

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.players)

    @property
    def decision(self) -> str:
        """The name of what is being decided; "" when the match is over."""
        if not self.agenda:
            return ""
        name = self.agenda[-1].name
        if name == T_COMBAT and self.combat is not None:
            return self.combat.decision
        return name

    def push(self, name: str, who: int = 0, what: int = 0) -> None:
        """Put a task on the agenda: it is done before everything already there."""
        self.agenda.append(Task(name, who, what))

    def is_next(self, name: str) -> bool:
        """Whether that is the task to be done next."""
        return bool(self.agenda) and self.agenda[-1].name == name

    # Seats.

    def is_alive(self, seat: int) -> bool:
        """Whether a seat has not been defeated."""
        return self.players[seat].fallen == 0

    def living(self) -> list[int]:
        """The seats not defeated, ascending."""
        return [seat for seat, player in enumerate(self.players) if player.fallen == 0]

    def hero(self, seat: int, who: int) -> Hero:
        """The first (0) or the second (1) Hero of a seat."""
        return self.heroes[2 * seat + who]

    def pair(self, seat: int) -> list[Hero]:
        """The two Heroes of a seat."""
        return self.heroes[2 * seat : 2 * seat + 2]

    def partner(self, hero: Hero) -> Hero:
        """The other Hero of his seat."""
        return self.heroes[hero.number ^ 1]

    def capital(self, seat: int) -> City:
        """A seat's capital (HW-2.0.g): the City or Camp of its race."""
        return self.cities[self.players[seat].race]

    def holds_capital(self, seat: int) -> bool:
        """Whether a seat holds its own capital."""
        return self.capital(seat).holder == seat

    def held(self, seat: int) -> list[City]:
        """The Cities and Camps of a seat."""
        return [city for city in self.cities if city.holder == seat]

    def home_city(self, seat: int) -> "City | None":
        """Where a seat's income goes (HW-9.2.b): its capital, else the first City it holds."""
        if self.holds_capital(seat):
            return self.capital(seat)
        held = self.held(seat)
        return held[0] if held else None

    # The world.

    def place(self, race: int, place: int) -> None:
        """The start tile of a race lies at a place."""
        self.places = [*self.places[:race], place, *self.places[race + 1 :]]

    def discard(self, quest: int) -> None:
        """A quest goes to the discards."""
        self.discards = [*self.discards, quest]

    def lay(self, slot: int, tile: Tile) -> None:
        """A tile lies in a slot."""
        self.tiles = (*self.tiles[:slot], tile, *self.tiles[slot + 1 :])

    def turn(self, slot: int, *, is_up: bool = True) -> None:
        """Turn the tile of a slot over."""
        self.face = (*self.face[:slot], is_up, *self.face[slot + 1 :])

    def alter(self, hex: int) -> Site:
        """The site of a hex, to be changed: one of this state's own."""
        site = self.sites[hex].copy()
        self.sites[hex] = site
        return site

    def feature(self, hex: int) -> Feature:
        """What a face-up hex holds."""
        return self.tiles[slot_of(hex)].features[place_of(hex)]

    def is_up(self, hex: int) -> bool:
        """Whether the tile of a hex lies face up."""
        return self.face[slot_of(hex)]

    def is_mine(self, hex: int) -> bool:
        """Whether a face-up hex is a Resource hex (HW-3.3.1.a)."""
        return self.feature(hex).is_mine

    def face_down(self) -> int:
        """Terrain tiles not turned over yet."""
        return self.settings.tiles - sum(self.face[:TERRAIN_SLOTS])

    def heroes_at(self, hex: int) -> list[Hero]:
        """The Heroes in a hex."""
        return [hero for hero in self.heroes if hero.hex == hex]

    def city_at(self, hex: int) -> "City | None":
        """The City or Camp in a hex."""
        for city in self.cities:
            if city.hex == hex:
                return city
        return None

    def hero_names(self) -> list[str]:
        """The names of all Heroes, by number."""
        return [hero.name for hero in self.heroes]

    def fingerprint(self) -> bytes:
        """Bytes equal exactly for equal states of a match."""
        numbers = [
            *(self.method, self.round, self.sequence, self.turn_index, STAGES.index(self.stage)),
            *(self.active, int(self.war), ENDINGS.index(self.over) if self.over else -1),
            *(self.defeats, self.entries, self.fresh, len(self.agenda), len(self.left)),
            *(len(self.deck), len(self.discards), len(self.order), len(self.checked)),
            *(len(self.shown_cities), int(self.combat is not None)),
        ]
        for task in self.agenda:
            task.pack(numbers)
        for player in self.players:
            player.pack(numbers)
        for ground in self.grounds:
            ground.pack(numbers)
        for city in self.cities + self.shown_cities:
            city.pack(numbers)
        for hero in self.heroes + self.shown_heroes:
            hero.pack(numbers)
        for entry in self.left:
            numbers += entry
        for values in (self.cup, self.deck, self.discards, self.order, self.places, self.checked):
            numbers += values
        for tile, is_up in zip(self.tiles, self.face, strict=True):
            numbers.append(2 * tile.number + is_up)
        for hex, site in enumerate(self.sites):
            if site is not BLANK and not site.is_blank():
                numbers.append(hex)
                site.pack(numbers)
        if self.combat is not None:
            self.combat.pack(numbers)
        return packed(numbers)


def seat_name(seat: int) -> "str | None":
    """The name of a seat, None for nobody."""
    return SEAT_NAMES[seat] if seat >= 0 else None
