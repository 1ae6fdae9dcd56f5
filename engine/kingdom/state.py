"""The state: what is public since the round began, and each seat's private plan on top of it.

A `Realm` never changes while orders are given; executing a round makes a new one. So copies of a
state share it, and what one seat enters cannot touch what another seat is offered.
"""

from typing import Final, final

from pentarch.engine.commands import Command
from pentarch.engine.core import Seat, Words
from pentarch.engine.kingdom.board import Board
from pentarch.engine.kingdom.tables import (
    ARCANE_STUDY,
    ATTACK,
    BOND_HIT_POINTS,
    BOND_UPKEEP,
    CAPACITY,
    CONSCRIPT_PRICE,
    CONSCRIPTION,
    DRAGON,
    DRAGON_BOND,
    FORESTRY,
    FORESTRY_YIELD,
    HEAVY_LANCES,
    HIT_POINTS,
    IS_BUILDER,
    IS_GROUND,
    IS_SHIP,
    KINDS,
    KNIGHT,
    LANCE_ATTACK,
    LAND_REGISTRY,
    MANA_GAIN,
    MARKET_YIELD,
    MOST_LANDS,
    MOST_MANA,
    MOVEMENT,
    NEUTRAL,
    PLATE_ARMOR,
    PLATE_HIT_POINTS,
    PRICE,
    QUARTERMASTER_SHARE,
    QUARTERMASTERS,
    REGISTRY_REGIONS,
    SAWMILL_YIELD,
    SCROLLS,
    SEAMAN_MOVEMENT,
    SEAMANSHIP,
    SHIELD_WALL,
    SHIELD_WALL_HIT_POINTS,
    STUDY_GAIN,
    STUDY_MANA,
    SWORDSMAN,
    TECHS,
    UPKEEP,
)
from pentarch.engine.options import Options

# Why a match is over.
GOING_ON: Final = 0
BY_CASTLES: Final = 1
BY_CONQUEST: Final = 2
BY_CAP: Final = 3
REASON_NAMES: Final[Words] = ("", "castles", "conquest", "cap")

# What a seat is asked for while it gives orders.
FINISHED: Final = 0
DEBT: Final = 1
MENU: Final = 2
PATH: Final = 3
TARGET: Final = 4
AREA: Final = 5
DECISION_NAMES: Final[Words] = ("done", "debt", "menu", "path", "target", "area")

# The kinds of orders, in the order in which a menu lists them.
TRAINING: Final = 0
USING: Final = 1
BUYING: Final = 2
RESEARCHING: Final = 3
MOVING: Final = 4
LOADING: Final = 5
SAILING: Final = 6
UNLOADING: Final = 7
CASTING: Final = 8
ORDER_KINDS: Final = 9

GROUP: Final = 8
"""Own units are grouped by `area * GROUP + kind`."""


@final
class Terms:
    """What was agreed before the match and never changes in it."""

    def __init__(self, board: Board, options: Options) -> None:
        self.board: Final = board
        self.options: Final = options
        self.seats: Final = board.seats
        self.goal: Final = options.number("castles_to_win") or board.castles_to_win
        self.last_round: Final = options.number("max_rounds") or board.max_rounds
        self.market_size: Final = options.number("market_size")
        self.price_spread: Final = options.number("price_spread")
        self.tech_interval: Final = options.number("tech_interval")
        self.tower_build_time: Final = options.number("tower_build_time")
        self.has_blessing: Final = options.flag("extra_spells")


@final
class Realm:
    """Everything public, as it was when the round began.

    Units are parallel lists in the order of their ids. `ship` is the id of the carrying ship or 0;
    a passenger's area is that of its ship. A queue is a flat list of kind, place, rounds left.
    """

    def __init__(self, terms: Terms) -> None:
        seats = terms.seats
        self.terms: Final = terms
        self.round = 1
        self.ended = GOING_ON
        self.gold: list[int] = [0] * seats
        self.stock: list[list[int]] = [[0] * SCROLLS for _ in range(seats)]
        self.market: list[int] = [0] * seats
        self.knows: list[list[int]] = [[0] * TECHS for _ in range(seats)]
        # Instalments paid for a tech in progress, -1: not in progress.
        self.paid: list[list[int]] = [[-1] * TECHS for _ in range(seats)]
        self.out: list[int] = [0] * seats
        self.owner: list[int] = [-1] * MOST_LANDS
        self.sawmill: list[int] = [0] * MOST_LANDS
        self.production: list[int] = [0] * MOST_LANDS
        self.attack: list[int] = [0] * MOST_LANDS
        self.queues: dict[int, list[int]] = {area: [] for area in terms.board.castles}
        self.id: list[int] = []
        self.kind: list[int] = []
        self.side: list[int] = []
        self.area: list[int] = []
        self.ship: list[int] = []
        self.mana: list[int] = []
        self.build: list[int] = []
        self.next_id = 1
        self.offer: list[int] = []
        self.prices: list[int] = []
        self.tech = -1
        self.deck: list[int] = []
        self._packed = b""
        self._ground: dict[int, int] | None = None

    def copy(self) -> "Realm":
        """An independent realm, to be changed by the execution of a round."""
        twin = Realm(self.terms)
        twin.round = self.round
        twin.ended = self.ended
        twin.gold = self.gold.copy()
        twin.stock = [counts.copy() for counts in self.stock]
        twin.market = self.market.copy()
        twin.knows = [known.copy() for known in self.knows]
        twin.paid = [paid.copy() for paid in self.paid]
        twin.out = self.out.copy()
        twin.owner = self.owner.copy()
        twin.sawmill = self.sawmill.copy()
        twin.production = self.production.copy()
        twin.attack = self.attack.copy()
        twin.queues = {area: queue.copy() for area, queue in self.queues.items()}
        twin.id = self.id.copy()
        twin.kind = self.kind.copy()
        twin.side = self.side.copy()
        twin.area = self.area.copy()
        twin.ship = self.ship.copy()
        twin.mana = self.mana.copy()
        twin.build = self.build.copy()
        twin.next_id = self.next_id
        twin.offer = self.offer.copy()
        twin.prices = self.prices.copy()
        twin.tech = self.tech
        twin.deck = self.deck.copy()
        return twin

    def packed(self) -> bytes:
        """The realm as bytes; made once, because a realm stays as it is for a whole round."""
        if not self._packed:
            lists = (
                [self.round, self.ended, self.next_id, self.tech],
                self.gold,
                self.stock,
                self.market,
                self.knows,
                self.paid,
                self.out,
                self.owner,
                self.sawmill,
                self.production,
                self.attack,
                self.queues,
                self.id,
                self.kind,
                self.side,
                self.area,
                self.ship,
                self.mana,
                self.build,
                self.offer,
                self.prices,
                self.deck,
            )
            self._packed = repr(lists).replace(" ", "").encode()
        return self._packed

    def add_unit(self, kind: int, side: int, area: int, mana: int, build: int) -> int:
        """A new unit; its id."""
        number = self.next_id
        self.next_id += 1
        self.id.append(number)
        self.kind.append(kind)
        self.side.append(side)
        self.area.append(area)
        self.ship.append(0)
        self.mana.append(mana)
        self.build.append(build)
        return number

    def unit(self, number: int) -> int:
        """The position of the unit with that id in the lists, or -1."""
        low, high = 0, len(self.id)
        while low < high:
            middle = (low + high) // 2
            if self.id[middle] < number:
                low = middle + 1
            else:
                high = middle
        return low if low < len(self.id) and self.id[low] == number else -1

    def ground(self) -> "dict[int, int]":
        """Whose ground units stand in a region; a region holds those of one side only."""
        if self._ground is None:
            self._ground = {
                self.area[unit]: self.side[unit]
                for unit, kind in enumerate(self.kind)
                if IS_GROUND[kind] and not self.ship[unit]
            }
        return self._ground

    def knowledge(self, side: int) -> list[int]:
        """Which techs a side knows; garrisons know none."""
        return _NOTHING if side == NEUTRAL else self.knows[side]

    def income(self, seat: Seat) -> int:
        """KC-13.1 to 13.3."""
        board = self.terms.board
        knows = self.knows[seat]
        mill = SAWMILL_YIELD + (FORESTRY_YIELD if knows[FORESTRY] else 0)
        regions, total = 0, 0
        for area in board.lands:
            if self.owner[area] == seat:
                regions += 1
                total += board.tax[area] + mill * self.sawmill[area]
        if self.market[seat]:
            total += MARKET_YIELD * self.castles(seat)
        if knows[LAND_REGISTRY]:
            total += regions // REGISTRY_REGIONS
        return total

    def upkeep(self, seat: Seat) -> int:
        """KC-13.5: what all units of a seat cost in a round."""
        knows = self.knows[seat]
        total = 0
        for unit, side in enumerate(self.side):
            if side == seat:
                total += upkeep_of(knows, self.kind[unit])
        if knows[QUARTERMASTERS]:
            total -= total // QUARTERMASTER_SHARE
        return total

    def castles(self, seat: Seat) -> int:
        """How many castles a seat owns."""
        return sum(1 for area in self.terms.board.castles if self.owner[area] == seat)


@final
class Plan:
    """What one seat has entered in this round. Positions of units are those in the realm's lists.

    `free` holds the units without movement or load order by `area * GROUP + kind`; `aboard` the
    passengers of a ship without unload order, those loading in this round included; `room` the
    places left on a ship.
    """

    def __init__(self, realm: Realm, seat: Seat) -> None:
        self.realm: Final = realm
        self.seat: Final = seat
        self.decision = FINISHED
        self.given: list[Command] = []
        self.trail = b""
        self.gold = realm.gold[seat]
        self.stock = realm.stock[seat].copy()
        self.market = realm.market[seat]
        self.bought: list[int] = []
        self.research = -1
        # Queue entries of this round: castle, kind, place, rounds, one after another.
        self.entries: list[int] = []
        self.slots: dict[int, int] = {}
        self.improved: dict[int, int] = {}
        self.sawmills: list[int] = []
        self.towers: list[int] = []
        self.gone: list[int] = []
        self.free: dict[int, list[int]] = {}
        self.builders: dict[int, int] = {}
        self.standing_towers: list[int] = []
        self.mages: list[int] = []
        self.ships: list[int] = []
        self.room: dict[int, int] = {}
        self.aboard: dict[int, list[int]] = {}
        self.paths: dict[int, tuple[int, ...]] = {}
        self.loads: dict[int, int] = {}
        self.unloads: dict[int, int] = {}
        self.unloading: set[int] = set()
        self.casts: dict[int, tuple[int, int]] = {}
        self.walkers: list[int] = []
        self.spell = 0
        self.caster = -1
        self.selected = -1
        self.lists: list[list[Command] | None] = [None] * ORDER_KINDS
        self.pieces: dict[int, list[Command]] = {}
        self.menu: list[Command] | None = None

    def copy(self) -> "Plan":
        """An independent plan over the same realm."""
        twin = Plan(self.realm, self.seat)
        twin.decision = self.decision
        twin.given = self.given.copy()
        twin.trail = self.trail
        twin.gold = self.gold
        twin.stock = self.stock.copy()
        twin.market = self.market
        twin.bought = self.bought.copy()
        twin.research = self.research
        twin.entries = self.entries.copy()
        twin.slots = self.slots.copy()
        twin.improved = self.improved.copy()
        twin.sawmills = self.sawmills.copy()
        twin.towers = self.towers.copy()
        twin.gone = self.gone.copy()
        twin.free = self.free.copy()
        twin.builders = self.builders
        twin.standing_towers = self.standing_towers
        twin.mages = self.mages
        twin.ships = self.ships
        twin.room = self.room.copy()
        twin.aboard = self.aboard.copy()
        twin.paths = self.paths.copy()
        twin.loads = self.loads.copy()
        twin.unloads = self.unloads.copy()
        twin.unloading = self.unloading.copy()
        twin.casts = self.casts.copy()
        twin.walkers = self.walkers.copy()
        twin.spell = self.spell
        twin.caster = self.caster
        twin.selected = self.selected
        twin.lists = self.lists.copy()
        twin.pieces = self.pieces.copy()
        twin.menu = self.menu
        return twin

    def muster(self) -> None:
        """Group the own units; after a disband again."""
        realm, seat = self.realm, self.seat
        self.free = {}
        self.builders = {}
        self.standing_towers = []
        self.mages = []
        self.ships = []
        self.room = {}
        self.aboard = {}
        ids = realm.ship
        for i, side in enumerate(realm.side):
            if side != seat or i in self.gone:
                continue
            kind, area = realm.kind[i], realm.area[i]
            if ids[i]:
                continue
            if IS_SHIP[kind]:
                self.ships.append(i)
                self.room[i] = CAPACITY[kind]
                self.aboard[i] = []
                continue
            if kind not in _MOBILE:
                self.standing_towers.append(area)
                continue
            key = area * GROUP + kind
            if key in self.free:
                self.free[key].append(i)
            else:
                self.free[key] = [i]
            if IS_BUILDER[kind]:
                self.builders[area] = self.builders.get(area, 0) + 1
            elif kind != DRAGON:
                self.mages.append(i)
        if self.ships:
            self._board_passengers()

    def _board_passengers(self) -> None:
        realm = self.realm
        for i, ship in enumerate(realm.ship):
            if ship and realm.side[i] == self.seat and i not in self.gone:
                carrier = realm.unit(ship)
                self.room[carrier] -= 1
                self.aboard[carrier].append(i)

    def movement(self, kind: int) -> int:
        """How many areas a unit of that kind may go in this round."""
        if IS_SHIP[kind] and self.realm.knows[self.seat][SEAMANSHIP]:
            return MOVEMENT[kind] + SEAMAN_MOVEMENT
        return MOVEMENT[kind]

    def price(self, kind: int) -> int:
        """What a unit costs in gold."""
        if kind == SWORDSMAN and self.realm.knows[self.seat][CONSCRIPTION]:
            return CONSCRIPT_PRICE
        return PRICE[kind]


@final
class State:
    """A realm and a plan per seat. `owned` marks the plans that no copy of the state shares."""

    def __init__(self, realm: Realm, plans: list[Plan], owned: int) -> None:
        self.realm = realm
        self.plans = plans
        self.owned = owned

    def copy(self) -> "State":
        """An independent state; plans are copied when one of the two changes them."""
        self.owned = 0
        return State(self.realm, self.plans.copy(), 0)

    def plan(self, seat: Seat) -> Plan:
        """A seat's plan, to be changed."""
        if not (self.owned >> seat) & 1:
            self.plans[seat] = self.plans[seat].copy()
            self.owned |= 1 << seat
        return self.plans[seat]


def upkeep_of(knows: list[int], kind: int) -> int:
    """What a unit costs in a round."""
    if kind == DRAGON and knows[DRAGON_BOND]:
        return BOND_UPKEEP
    return UPKEEP[kind]


def hit_points_of(knows: list[int], kind: int) -> int:
    """How many hits eliminate a unit."""
    if kind == SWORDSMAN and knows[SHIELD_WALL]:
        return HIT_POINTS[kind] + SHIELD_WALL_HIT_POINTS
    if kind == KNIGHT and knows[PLATE_ARMOR]:
        return HIT_POINTS[kind] + PLATE_HIT_POINTS
    if kind == DRAGON and knows[DRAGON_BOND]:
        return HIT_POINTS[kind] + BOND_HIT_POINTS
    return HIT_POINTS[kind]


def attack_of(knows: list[int], kind: int) -> int:
    """The attack value of a unit; an incomplete tower has none, which is up to the caller."""
    if kind == KNIGHT and knows[HEAVY_LANCES]:
        return ATTACK[kind] + LANCE_ATTACK
    return ATTACK[kind]


def mana_gain(knows: list[int]) -> int:
    """What a mage regains in a round."""
    return MANA_GAIN + STUDY_GAIN if knows[ARCANE_STUDY] else MANA_GAIN


def most_mana(knows: list[int]) -> int:
    """How much a mage can hold."""
    return MOST_MANA + STUDY_MANA if knows[ARCANE_STUDY] else MOST_MANA


_NOTHING: Final = [0] * TECHS
_MOBILE: Final = [kind for kind in range(KINDS) if MOVEMENT[kind] > 0]
