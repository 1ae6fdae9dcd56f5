"""The state of a match and of the combat in it: plain numbers in lists, with fast copies."""

from typing import Final, final

from pentarch.engine.heroes.tables import MERC, SECTIONS, UNIT_COUNT
from pentarch.engine.heroes.tiles import F_GOLD, F_WOOD, FEATURE, HEXES
from pentarch.engine.heroes.world import SLOTS, WORLD_HEXES, World, world_of
from pentarch.engine.packing import packed

# Options, positions in State.opt.
O_TILES: Final = 0
O_ROUNDS: Final = 1
O_BATTLE_TERRAIN: Final = 2
O_LEFT_GUARDS: Final = 3
O_TERRAIN: Final = 4
O_HOLY: Final = 5
O_SKILLS: Final = 6
O_HONOR: Final = 7
O_MERCS: Final = 8
O_SPECIAL: Final = 9
O_QUESTS: Final = 10
O_GRACE: Final = 11
O_VOTE: Final = 12
O_CHANGE: Final = 13
O_AGREE: Final = 14
O_TRANSFERS: Final = 15
O_COMBAT_CAP: Final = 16
O_AUTO_PLACE: Final = 17
O_EVEN_SKILLS: Final = 18
OPT_COUNT: Final = 19

# Battle terrain by option: as the method says, always, never.
TERRAIN_AUTO: Final = 0
TERRAIN_ON: Final = 1
TERRAIN_OFF: Final = 2

# A hero's row in State.heroes. Hero number = seat * 2 + 0 or 1.
H_STATUS: Final = 0
H_HEX: Final = 1
H_MP: Final = 2
H_LEVEL: Final = 3
H_EP: Final = 4
H_ABILITY: Final = 5
H_INITIATIVE: Final = 7
H_MOVEMENT: Final = 8
H_SKILL: Final = 9
H_HONOR: Final = 12
H_QUEST: Final = 13
H_PROGRESS: Final = 14
H_TRAINED: Final = 15
H_MOVED: Final = 16
H_FINISHED: Final = 17
H_TRANSFERS: Final = 18
H_FROM: Final = 19
H_SPENT: Final = 20
H_DROPPED: Final = 21
H_DIED: Final = 22
H_ENTERED: Final = 23
H_SECTION: Final = 24
H_GEAR: Final = H_SECTION + 2 * SECTIONS
HERO_SIZE: Final = H_GEAR + 4
HERO_LIMIT: Final = 6

AVAILABLE: Final = 0
IN_PLAY: Final = 1
DEAD: Final = 2
ABSENT: Final = 3
# H_FINISHED: until the end of this turn, or until the owner's next turn.
DONE_NOW: Final = 1
ARRIVED: Final = 2

# A City or Camp's row in State.cities, one per race.
C_HOLDER: Final = 0
C_HEX: Final = 1
C_BUILT: Final = 2
C_STOCK: Final = 3
C_STORED: Final = 7
C_RAZED: Final = 8
C_UNITS: Final = 9
CITY_SIZE: Final = C_UNITS + UNIT_COUNT

# Marks of a hex.
ACTIVATED: Final = 1
EXPLORED: Final = 2
CLEARED: Final = 4
VISITED: Final = 8

# Recruitment Locations.
GROUND_IDLE: Final = 0
GROUND_ACTIVE: Final = 1
GROUND_MERCS: Final = 2

# Tasks on the agenda: (task, argument, argument). The last one is done next.
T_FLOW: Final = 0
T_ARMY: Final = 1
T_VOTE: Final = 2
T_PLACE: Final = 3
T_METHOD: Final = 4
T_CAMP: Final = 5
T_TURN: Final = 6
T_ENTER: Final = 7
T_REACT: Final = 8
T_RAISE: Final = 9
T_SKILL: Final = 10
T_FLEE: Final = 11
T_REPLACE: Final = 12
T_APPEAR: Final = 13
T_COMBAT: Final = 14
T_PRODUCE: Final = 15
T_AGREE: Final = 16
TASKS: Final = [
    "flow",
    "army",
    "vote",
    "place",
    "method",
    "camp",
    "turn",
    "enter",
    "react",
    "raise",
    "skill",
    "flee",
    "replace",
    "appear",
    "combat",
    "produce",
    "agree",
]

# Stages of the flow of a match.
S_ARMY: Final = 0
S_PLACE: Final = 1
S_ROUND: Final = 2
S_TURNS: Final = 3
S_PRODUCE: Final = 4
S_CLEAN: Final = 5
S_CHECK: Final = 6
S_NEXT: Final = 7
S_OVER: Final = 8
STAGES: Final = ["army", "place", "round", "turns", "produce", "clean", "check", "next", "over"]

# Why a match is over.
OVER_LAST: Final = 1
OVER_ALL: Final = 2
OVER_ROUNDS: Final = 3
OVER_AGREED: Final = 4

_NO_INTS: Final[list[int]] = []
_NO_BYTES: Final = bytearray()
NO_WORLD: Final = world_of(12, (-1, -1, -1))

GUARD_SEAT: Final = -1

# Phases of a combat; P_STEP to P_STEP + 5 are the steps 2 to 7 of a round.
P_AVOID: Final = 0
P_PARLEY: Final = 1
P_MAN1: Final = 2
P_MAN2: Final = 3
P_DEPLOY1: Final = 4
P_DEPLOY2: Final = 5
P_OPENING: Final = 6
P_BREACH: Final = 7
P_TOWER: Final = 8
P_SHIFT: Final = 9
P_STEP: Final = 10
P_SEIZE: Final = 16
P_SPECIAL: Final = 17
P_SUBVERT: Final = 18
P_LEAVE_ATTACKER: Final = 19
P_LEAVE_DEFENDER: Final = 20
P_RETREAT: Final = 21
PHASES: Final = [
    "avoid",
    "parley",
    "man1",
    "man2",
    "deploy1",
    "deploy2",
    "opening",
    "breach",
    "tower",
    "shift",
    "step2",
    "step3",
    "step4",
    "step5",
    "step6",
    "step7",
    "seize",
    "special",
    "subvert",
    "leave_attacker",
    "leave_defender",
    "retreat",
]

# Flags of a stack in combat.
ATTACKED: Final = 1
MOVED: Final = 2
FIRED: Final = 4
ADJACENT: Final = 8  # started its step of this round next to an enemy
FREED: Final = 16  # did so at some time in this combat (HW-19.7.1.a)
GONE: Final = 32  # left the combat alive
BLESSED: Final = 64  # a special building was used on it
ROUND_FLAGS: Final = ATTACKED | MOVED | FIRED | ADJACENT

# A stack's source: a Hero's section (hero * 6 + section), or the garrison or guards.
POOL: Final = 100


@final
class Combat:
    """One combat. Side 0 is the original attacker, side 1 the original defender.

    Stacks are parallel lists; `order[side]` gives their positions by id (att1 is order[0][0]).
    """

    def __init__(self) -> None:
        self.hex = 0
        self.home = -1  # where guards go back to; -1: no guards
        self.city = -1  # besieged City or Camp; -1: field battle
        self.reaction = 0
        self.seat = _NO_INTS
        self.lead = _NO_INTS  # leading Hero by side, or -1
        self.heroes = _NO_INTS  # all Heroes of side 1
        self.phase = 0
        self.actor = 0  # side that decides in this phase
        self.round = 0
        self.initiative = 1
        self.quiet = 0
        self.busy = 0  # an attack or a breach was made in this round
        self.passes = 0
        self.sub = 0  # Battle Display: 0 moving, 1 choosing attacks, 2 attacks
        self.cursor = 0
        self.wall = 0
        self.tower_state = _NO_INTS
        self.works = _NO_INTS
        self.aim = -1
        self.breached = 0
        self.seized = _NO_INTS
        self.used = _NO_INTS
        self.strike = _NO_INTS
        self.plan: list[tuple[int, int]] = []
        self.killed = _NO_INTS  # units killed by side 0 and 1
        self.worth = _NO_INTS  # their levels added up
        self.giants = 0  # highest guard level at the start
        self.order: list[list[int]] = []
        self.side = _NO_INTS
        self.unit = _NO_INTS
        self.count = _NO_INTS
        self.start = _NO_INTS
        self.damage = _NO_INTS
        self.source = _NO_INTS
        self.place = _NO_INTS  # Arena: tower 1 or 2, else 0; display: hex, or -1 while waiting
        self.state = _NO_INTS
        self.bonus = _NO_INTS
        self.pressed = _NO_INTS

    def copy(self) -> "Combat":
        """An independent combat."""
        twin = Combat()
        twin.hex = self.hex
        twin.home = self.home
        twin.city = self.city
        twin.reaction = self.reaction
        twin.seat = self.seat
        twin.lead = self.lead.copy()
        twin.heroes = self.heroes.copy()
        twin.phase = self.phase
        twin.actor = self.actor
        twin.round = self.round
        twin.initiative = self.initiative
        twin.quiet = self.quiet
        twin.busy = self.busy
        twin.passes = self.passes
        twin.sub = self.sub
        twin.cursor = self.cursor
        twin.wall = self.wall
        twin.tower_state = self.tower_state.copy()
        twin.works = self.works.copy()
        twin.aim = self.aim
        twin.breached = self.breached
        twin.seized = self.seized.copy()
        twin.used = self.used.copy()
        twin.strike = self.strike.copy()
        twin.plan = self.plan.copy()
        twin.killed = self.killed.copy()
        twin.worth = self.worth.copy()
        twin.giants = self.giants
        twin.order = [self.order[0].copy(), self.order[1].copy()]
        twin.side = self.side.copy()
        twin.unit = self.unit.copy()
        twin.count = self.count.copy()
        twin.start = self.start.copy()
        twin.damage = self.damage.copy()
        twin.source = self.source.copy()
        twin.place = self.place.copy()
        twin.state = self.state.copy()
        twin.bonus = self.bonus.copy()
        twin.pressed = self.pressed.copy()
        return twin

    def numbers(self) -> list[int]:
        """Everything in it as one list, for the fingerprint."""
        scalars = [
            *(self.hex, self.home, self.city, self.reaction, self.phase, self.actor, self.round),
            *(
                self.initiative,
                self.quiet,
                self.busy,
                self.passes,
                self.cursor,
                self.wall,
                self.sub,
            ),
            *(self.aim, self.breached, self.giants, len(self.strike), len(self.plan)),
        ]
        for one, other in self.plan:
            scalars.append(one)
            scalars.append(other)
        scalars += self.seat + self.lead + self.heroes + self.tower_state + self.works
        scalars += self.seized + self.used + self.strike + self.killed + self.worth
        scalars += self.order[0] + [-9] + self.order[1] + self.side + self.unit + self.count
        scalars += self.start + self.damage + self.source + self.place + self.state
        return scalars + self.bonus + self.pressed

    def units(self, side: int) -> int:
        """Units a side still has."""
        total = 0
        for stack in self.order[side]:
            total += self.count[stack]
        return total


@final
class State:
    """One match. Made by `rules.setup`, changed in place."""

    def __init__(self) -> None:
        self.seats = 0
        self.opt = _NO_INTS
        self.method = 1
        self.race = _NO_INTS
        self.seat_of = _NO_INTS
        self.places = _NO_INTS
        self.world: World = NO_WORLD
        self.tile = _NO_BYTES
        self.face = _NO_BYTES
        self.owner = _NO_BYTES  # 0 nobody, else seat + 1
        self.mark = _NO_BYTES
        self.used = _NO_BYTES  # Heroes marked at a tower, one bit each
        self.units = _NO_BYTES  # guards or garrison of a hex by level
        self.grounds = _NO_INTS  # by race: status, units waiting
        self.cities = _NO_INTS
        self.heroes = _NO_INTS
        self.gear: list[tuple[int, ...]] = []
        self.cup = _NO_INTS
        self.deck = _NO_INTS
        self.discards = _NO_INTS
        self.fallen = _NO_INTS  # 0 alive, else the number of the defeat
        self.deaths = _NO_INTS
        self.grace = _NO_INTS
        self.budget = _NO_INTS
        self.pending = _NO_INTS
        self.votes = _NO_INTS
        self.sequence_order = _NO_INTS
        self.round = 0
        self.sequence = 0
        self.turn_index = 0
        self.stage = 0
        self.active = -1
        self.war = 0
        self.over = 0
        self.stamp = 0
        self.entries = 0
        self.fresh = -1  # hex whose guards appeared on the current entry
        self.agenda: list[tuple[int, int, int]] = []
        self.left: list[tuple[int, int, int]] = []  # Hero, mine, units left there this turn
        self.checked = _NO_INTS
        self.tried = _NO_INTS
        self.shown_cities = _NO_INTS
        self.shown_heroes = _NO_INTS
        self.combat: Combat | None = None

    def copy(self) -> "State":
        """An independent state."""
        twin = State()
        twin.seats = self.seats
        twin.opt = self.opt
        twin.method = self.method
        twin.race = self.race
        twin.seat_of = self.seat_of
        twin.places = self.places.copy()
        twin.world = self.world
        twin.tile = self.tile[:]
        twin.face = self.face[:]
        twin.owner = self.owner[:]
        twin.mark = self.mark[:]
        twin.used = self.used[:]
        twin.units = self.units[:]
        twin.grounds = self.grounds.copy()
        twin.cities = self.cities.copy()
        twin.heroes = self.heroes.copy()
        twin.gear = self.gear.copy()
        twin.cup = self.cup.copy()
        twin.deck = self.deck.copy()
        twin.discards = self.discards.copy()
        twin.fallen = self.fallen.copy()
        twin.deaths = self.deaths.copy()
        twin.grace = self.grace.copy()
        twin.budget = self.budget.copy()
        twin.pending = self.pending.copy()
        twin.votes = self.votes.copy()
        twin.sequence_order = self.sequence_order.copy()
        twin.round = self.round
        twin.sequence = self.sequence
        twin.turn_index = self.turn_index
        twin.stage = self.stage
        twin.active = self.active
        twin.war = self.war
        twin.over = self.over
        twin.stamp = self.stamp
        twin.entries = self.entries
        twin.fresh = self.fresh
        twin.agenda = self.agenda.copy()
        twin.left = self.left.copy()
        twin.checked = self.checked.copy()
        twin.tried = self.tried.copy()
        twin.shown_cities = self.shown_cities.copy()
        twin.shown_heroes = self.shown_heroes.copy()
        if self.combat is not None:
            twin.combat = self.combat.copy()
        return twin

    def fingerprint(self) -> bytes:
        """Bytes equal exactly for equal states of a match."""
        numbers = [
            *(self.method, self.round, self.sequence, self.turn_index, self.stage, self.active),
            *(self.war, self.over, self.stamp, self.entries, self.fresh, len(self.agenda)),
            *(len(self.deck), len(self.discards), len(self.checked), len(self.shown_cities)),
            len(self.left),
        ]
        for task, one, other in self.agenda + self.left:
            numbers.append(task)
            numbers.append(one)
            numbers.append(other)
        for gear in self.gear:
            numbers.append(len(gear))
            numbers.extend(gear)
        numbers += self.places + self.grounds + self.cities + self.heroes + self.cup + self.deck
        numbers += self.discards + self.fallen + self.deaths + self.grace + self.budget
        numbers += self.pending + self.votes + self.sequence_order + self.checked + self.tried
        numbers += self.shown_cities + self.shown_heroes
        if self.combat is not None:
            numbers += self.combat.numbers()
        return b"".join(
            (
                packed(numbers),
                bytes(self.tile),
                bytes(self.face),
                bytes(self.owner),
                bytes(self.mark),
                bytes(self.used),
                bytes(self.units),
            )
        )


def ability(state: State, hero: int, which: int) -> int:
    """A Hero's Attack, Defense, Initiative or Movement with his equipment (HW-2.0.a)."""
    row = hero * HERO_SIZE
    return state.heroes[row + H_ABILITY + which] + state.heroes[row + H_GEAR + which]


def army_units(state: State, hero: int) -> int:
    """Units on a Hero's display."""
    start = hero * HERO_SIZE + H_SECTION
    return sum(state.heroes[start + 1 : start + 2 * SECTIONS : 2])


def army_stacks(state: State, hero: int) -> int:
    """Sections in use on a Hero's display."""
    start = hero * HERO_SIZE + H_SECTION
    return sum(1 for count in state.heroes[start + 1 : start + 2 * SECTIONS : 2] if count)


def in_play(state: State, hero: int) -> bool:
    """Whether a Hero is on the map."""
    return state.heroes[hero * HERO_SIZE + H_STATUS] == IN_PLAY


def hex_of(state: State, hero: int) -> int:
    """Where a Hero stands."""
    return state.heroes[hero * HERO_SIZE + H_HEX]


def heroes_at(state: State, hex: int) -> list[int]:
    """The Heroes in a hex."""
    heroes = state.heroes
    return [
        hero
        for hero in range(2 * state.seats)
        if heroes[hero * HERO_SIZE + H_HEX] == hex and heroes[hero * HERO_SIZE] == IN_PLAY
    ]


def city_at(state: State, hex: int) -> int:
    """The City or Camp in a hex, or -1."""
    cities = state.cities
    if cities[C_HEX] == hex:
        return 0
    if cities[CITY_SIZE + C_HEX] == hex:
        return 1
    return 2 if cities[2 * CITY_SIZE + C_HEX] == hex else -1


def has_built(state: State, city: int, building: int) -> bool:
    """Whether a building stands in a City or Camp."""
    return (state.cities[city * CITY_SIZE + C_BUILT] >> building) & 1 == 1


def capital(state: State, seat: int) -> int:
    """A seat's capital (HW-2.0.g): the City or Camp of its race."""
    return state.race[seat]


def holds_capital(state: State, seat: int) -> bool:
    """Whether a seat holds its own capital."""
    return state.cities[state.race[seat] * CITY_SIZE + C_HOLDER] == seat


def home_city(state: State, seat: int) -> int:
    """Where a seat's income goes (HW-9.2.b): its capital, else the first City it holds, else -1."""
    if holds_capital(state, seat):
        return capital(state, seat)
    for city in range(3):
        if state.cities[city * CITY_SIZE + C_HOLDER] == seat:
            return city
    return -1


def feature_at(state: State, hex: int) -> int:
    """What a face-up hex holds (see tiles.FEATURES)."""
    return FEATURE[state.tile[hex // HEXES] * HEXES + hex % HEXES]


def is_mine(state: State, hex: int) -> bool:
    """Whether a face-up hex is a Resource hex (HW-3.3.1.a)."""
    return F_GOLD <= feature_at(state, hex) <= F_WOOD


def garrison_units(state: State, city: int) -> int:
    """Units in the garrison of a City or Camp."""
    row = city * CITY_SIZE + C_UNITS
    return sum(state.cities[row : row + UNIT_COUNT])


def is_alive(state: State, seat: int) -> bool:
    """Whether a seat has not been defeated."""
    return state.fallen[seat] == 0


def living(state: State) -> list[int]:
    """The seats not defeated, ascending."""
    return [seat for seat in range(state.seats) if state.fallen[seat] == 0]


def unit_code(race: int, word: int) -> int:
    """The unit that `l1`..`l6` or `merc` means for a race."""
    return MERC if word == 6 else race * 6 + word


def fresh_lists(state: State) -> None:
    """Give a new state lists and bytes of its own."""
    state.tile = bytearray([255] * SLOTS)
    state.face = bytearray(SLOTS)
    state.owner = bytearray(WORLD_HEXES)
    state.mark = bytearray(WORLD_HEXES)
    state.used = bytearray(WORLD_HEXES)
    state.units = bytearray(WORLD_HEXES * 6)
    state.grounds = [0] * 6
    state.cities = [0] * (3 * CITY_SIZE)
    state.heroes = [0] * (HERO_LIMIT * HERO_SIZE)
    state.gear = [()] * HERO_LIMIT
    state.tried = [0] * HERO_LIMIT
