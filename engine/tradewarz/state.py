"""The state of a match: settings and land that never change, and flat lists of small numbers.

Lists per seat are strided: `resources[seat * 4 + resource]`, `army[seat * SPACES + space]`.
Numbers fit a byte; NONE stands for nobody and nothing. The lists under "counted" follow from the
others and are kept up to date by `places`; `recount` makes them anew.
"""

from functools import lru_cache
from typing import Final, final

from pentarch.engine.core import Words
from pentarch.engine.options import Value
from pentarch.engine.tradewarz.tables import (
    CAPITAL,
    CASTLE,
    CHANNELS,
    DIAGONALS,
    GATE_SQUARES,
    GATES,
    MORALE_TYPES,
    MOUNTAIN,
    NONE,
    SETTLEMENT,
    SPACES,
    TECHS,
    UNITS,
)

# What is being decided.
POSTS: Final = 0
HOUSES: Final = 1
SAILING: Final = 2
TURN: Final = 3
GROUPS: Final = 4
STEPS: Final = 5
BATTLE: Final = 6
DISPLACING: Final = 7
RECALLING: Final = 8
BUILDING: Final = 9
RECRUITING: Final = 10
TECHING: Final = 11
APPOINTING: Final = 12
RETREATING: Final = 13
MOVING_OUT: Final = 14
GIVING: Final = 15
WANTING: Final = 16
ANSWERING: Final = 17
ALLYING: Final = 18
OVER: Final = 19
PHASE_NAMES: Final[Words] = (
    "posts", "houses", "sailing", "turn", "groups", "steps", "battle", "displacing", "recalling",
    "building", "recruiting", "teching", "appointing", "retreating", "moving_out", "giving",
    "wanting", "answering", "allying", "over",
)  # fmt: skip

# How a match ended.
GOES_ON: Final = 0
BY_TARGET: Final = 1
BY_ALLIANCE: Final = 2
BY_YEARS: Final = 3
BY_SEASONS: Final = 4
BY_SUPPLY: Final = 5
BY_CAP: Final = 6
ENDING_NAMES: Final[Words] = (
    "goes_on",
    "target",
    "alliance",
    "years",
    "seasons",
    "supply",
    "year_cap",
)
ENDING_RULES: Final[Words] = (
    "TW-LEN.1", "TW-LEN.6", "TW-ALL.12", "TW-LEN.9", "TW-LEN.4", "TW-LEN.12", "TW-LEN.11"
)  # fmt: skip

# Options of `length`.
LENGTHS: Final[Words] = ("xadlas", "years", "seasons")


@final
class Settings:
    """The options of a match in the form the rules ask for them; never changes."""

    def __init__(self, values: "dict[str, Value]") -> None:
        self.values: Final = values
        self.length: Final = str(values["length"])
        self.target: Final = int(values["target"])
        self.years: Final = int(values["years"])
        self.budget: Final = int(values["season_budget"])
        self.full_lap: Final = bool(values["full_lap"])
        self.posts_by_seats: Final = values["post_placement"] == "players"
        self.one_group: Final = values["march_scope"] == "one"
        self.equal_deal: Final = values["battle_deal"] == "equal"
        self.rotate: Final = bool(values["rotate_first"])
        self.alliances: Final = bool(values["alliances"])
        self.alliance_max: Final = int(values["alliance_max"])
        self.alliance_victory: Final = bool(values["alliance_victory"])
        self.trading: Final = bool(values["trading"])
        cap = int(values["year_cap"])
        if self.length == "years":
            cap = max(cap, self.years)
        if self.length == "seasons":
            cap = max(cap, (self.budget + 4) // 5)
        self.cap: Final = cap


@final
class Land:
    """TW-MAP.4: the tiles, and which spaces they leave joined; never changes."""

    def __init__(self, terrain: list[int]) -> None:
        self.terrain: Final = terrain
        near: list[list[int]] = [[] for _ in range(SPACES)]
        shut: list[list[int]] = [[] for _ in range(SPACES)]
        for one, other, left, right in CHANNELS:
            rows = shut if terrain[left] >= MOUNTAIN and terrain[right] >= MOUNTAIN else near
            rows[one].append(other)
            rows[other].append(one)
        for gate in range(GATES):
            for space in GATE_SQUARES[gate]:
                near[gate].append(space)
                near[space].append(gate)
        self.near: Final = [sorted(row) for row in near]
        """Spaces joined by an open channel or a gate step."""
        self.shut: Final = [sorted(row) for row in shut]
        """Squares beyond a blocked channel."""


@lru_cache(maxsize=64)
def land_of(terrain: bytes) -> Land:
    """The land with these tiles; made once for all states of a match."""
    return Land(list(terrain))


@final
class State:
    """Everything about a match in progress."""

    # Slots: an instance dictionary of this size is slow to copy.
    __slots__ = (
        "after_recall",
        "appointed",
        "army",
        "asked",
        "attack_unit",
        "attacker",
        "attackers",
        "barred",
        "barters",
        "battle_at",
        "battle_from",
        "built",
        "castles",
        "castles_built",
        "conquered",
        "crowd",
        "deck",
        "defender",
        "drawn",
        "ending",
        "exchanges",
        "field",
        "friends",
        "gained",
        "gate_of",
        "gate_owner",
        "give",
        "give_count",
        "golden",
        "group_at",
        "group_left",
        "group_made",
        "group_size",
        "group_unit",
        "grouped",
        "hand",
        "here",
        "house",
        "kind",
        "known",
        "land",
        "loose",
        "loose_seat",
        "loose_unit",
        "masons",
        "morale",
        "moved",
        "offers",
        "order",
        "owner",
        "partner",
        "phase",
        "placed",
        "pledges",
        "post_owner",
        "post_square",
        "proposed",
        "ready",
        "recaller",
        "reserve",
        "resources",
        "roll",
        "scholars",
        "schools",
        "season",
        "seasons_done",
        "seat",
        "seats",
        "settings",
        "settlements",
        "ship",
        "silos",
        "squads",
        "structures",
        "tech_owner",
        "tokens",
        "turn",
        "unit_at",
        "unit_holder",
        "unit_space",
        "unseen",
        "villages",
        "want",
        "want_count",
        "winners",
        "year",
    )

    def __init__(
        self, settings: Settings, land: Land, seats: int, source: "State | None" = None
    ) -> None:
        self.settings: Final = settings
        self.land: Final = land
        self.seats: Final = seats
        if source is None:
            # The board.
            self.army: list[int] = []
            self.kind: list[int] = []
            self.owner: list[int] = []
            self.built: list[int] = []
            self.silos: list[int] = []
            self.structures: list[int] = []
            self.post_square: list[int] = []
            self.post_owner: list[int] = []
            self.gate_owner: list[int] = []
            self.conquered: list[int] = []
            self.unit_space: list[int] = []
            self.unit_holder: list[int] = []
            # The seats.
            self.resources: list[int] = []
            self.reserve: list[int] = []
            self.golden: list[int] = []
            self.tokens: list[int] = []
            self.schools: list[int] = []
            self.tech_owner: list[int] = []
            self.castles_built: list[int] = []
            self.gate_of: list[int] = []
            self.house: list[int] = []
            self.ship: list[int] = []
            self.friends: list[int] = []
            self.barred: list[int] = []
            self.order: list[int] = []
            # Cards. A battle deck is six places; the first `drawn` of them are the used pile.
            self.deck: list[int] = []
            self.drawn: list[int] = []
            self.unseen: list[int] = []
            self.known: list[int] = []
            self.morale: list[int] = []
            self.hand: list[int] = []
            # The calendar.
            self.phase = POSTS
            self.year = 1
            self.season = 0
            self.seasons_done = 0
            self.turn = 0
            self.seat = 0
            self.ending = GOES_ON
            self.winners = 0
            # The turn.
            self.offers = 0
            self.proposed = 0
            self.barters = 0
            self.exchanges = 0
            self.masons = 0
            self.scholars = 0
            self.gained = 0
            self.appointed = NONE
            # The march.
            self.roll = 0
            self.grouped = 0
            self.moved: list[int] = []
            self.group_at = NONE
            self.group_size = 0
            self.group_unit = NONE
            self.group_left = 0
            self.group_made = 0
            # The battle.
            self.battle_at = NONE
            self.battle_from = NONE
            self.attacker = NONE
            self.defender = NONE
            self.attackers = 0
            self.attack_unit = NONE
            self.pledges: list[int] = []
            self.ready: list[int] = []
            # Soldiers without a place: being displaced or moving out.
            self.loose = 0
            self.loose_seat = NONE
            self.loose_unit = NONE
            self.placed: list[int] = []
            # Who must recall soldiers, and what goes on afterwards.
            self.recaller = NONE
            self.after_recall = NONE
            # Offers.
            self.partner = NONE
            self.give = NONE
            self.give_count = 0
            self.want = NONE
            self.want_count = 0
            self.asked = 0
            # Counted.
            self.here: list[int] = []
            self.crowd: list[int] = []
            self.field: list[int] = []
            self.squads: list[int] = []
            self.settlements: list[int] = []
            self.villages: list[int] = []
            self.castles: list[int] = []
            self.unit_at: list[int] = []
            return
        self.army = source.army.copy()
        self.kind = source.kind.copy()
        self.owner = source.owner.copy()
        self.built = source.built.copy()
        self.silos = source.silos.copy()
        self.structures = source.structures.copy()
        self.post_square = source.post_square.copy()
        self.post_owner = source.post_owner.copy()
        self.gate_owner = source.gate_owner.copy()
        self.conquered = source.conquered.copy()
        self.unit_space = source.unit_space.copy()
        self.unit_holder = source.unit_holder.copy()
        self.resources = source.resources.copy()
        self.reserve = source.reserve.copy()
        self.golden = source.golden.copy()
        self.tokens = source.tokens.copy()
        self.schools = source.schools.copy()
        self.tech_owner = source.tech_owner.copy()
        self.castles_built = source.castles_built.copy()
        self.gate_of = source.gate_of.copy()
        self.house = source.house.copy()
        self.ship = source.ship.copy()
        self.friends = source.friends.copy()
        self.barred = source.barred.copy()
        self.order = source.order.copy()
        self.deck = source.deck.copy()
        self.drawn = source.drawn.copy()
        self.unseen = source.unseen.copy()
        self.known = source.known.copy()
        self.morale = source.morale.copy()
        self.hand = source.hand.copy()
        self.phase = source.phase
        self.year = source.year
        self.season = source.season
        self.seasons_done = source.seasons_done
        self.turn = source.turn
        self.seat = source.seat
        self.ending = source.ending
        self.winners = source.winners
        self.offers = source.offers
        self.proposed = source.proposed
        self.barters = source.barters
        self.exchanges = source.exchanges
        self.masons = source.masons
        self.scholars = source.scholars
        self.gained = source.gained
        self.appointed = source.appointed
        self.roll = source.roll
        self.grouped = source.grouped
        self.moved = source.moved.copy()
        self.group_at = source.group_at
        self.group_size = source.group_size
        self.group_unit = source.group_unit
        self.group_left = source.group_left
        self.group_made = source.group_made
        self.battle_at = source.battle_at
        self.battle_from = source.battle_from
        self.attacker = source.attacker
        self.defender = source.defender
        self.attackers = source.attackers
        self.attack_unit = source.attack_unit
        self.pledges = source.pledges.copy()
        self.ready = source.ready.copy()
        self.loose = source.loose
        self.loose_seat = source.loose_seat
        self.loose_unit = source.loose_unit
        self.placed = source.placed.copy()
        self.recaller = source.recaller
        self.after_recall = source.after_recall
        self.partner = source.partner
        self.give = source.give
        self.give_count = source.give_count
        self.want = source.want
        self.want_count = source.want_count
        self.asked = source.asked
        self.here = source.here.copy()
        self.crowd = source.crowd.copy()
        self.field = source.field.copy()
        self.squads = source.squads.copy()
        self.settlements = source.settlements.copy()
        self.villages = source.villages.copy()
        self.castles = source.castles.copy()
        self.unit_at = source.unit_at.copy()

    def copy(self) -> "State":
        """An independent state that shares only what never changes."""
        return State(self.settings, self.land, self.seats, self)

    def scalars(self) -> list[int]:
        """The single numbers, in the order of `set_scalars`."""
        return [
            self.phase, self.year, self.season, self.seasons_done, self.turn, self.seat,
            self.ending, self.winners, self.offers, self.proposed, self.barters, self.exchanges,
            self.masons, self.scholars, self.gained, self.appointed, self.roll, self.grouped,
            self.group_at, self.group_size, self.group_unit, self.group_left, self.group_made,
            self.battle_at, self.battle_from, self.attacker, self.defender, self.attackers,
            self.attack_unit, self.loose, self.loose_seat, self.loose_unit, self.recaller,
            self.after_recall, self.partner, self.give, self.give_count, self.want,
            self.want_count, self.asked,
        ]  # fmt: skip

    def set_scalars(self, values: list[int]) -> None:
        """Put back what `scalars` gave."""
        (
            self.phase, self.year, self.season, self.seasons_done, self.turn, self.seat,
            self.ending, self.winners, self.offers, self.proposed, self.barters, self.exchanges,
            self.masons, self.scholars, self.gained, self.appointed, self.roll, self.grouped,
            self.group_at, self.group_size, self.group_unit, self.group_left, self.group_made,
            self.battle_at, self.battle_from, self.attacker, self.defender, self.attackers,
            self.attack_unit, self.loose, self.loose_seat, self.loose_unit, self.recaller,
            self.after_recall, self.partner, self.give, self.give_count, self.want,
            self.want_count, self.asked,
        ) = values  # fmt: skip

    def lists(self) -> "list[list[int]]":
        """Every list that is not counted, in a fixed order."""
        return [
            self.army, self.kind, self.owner, self.built, self.silos, self.structures,
            self.post_square, self.post_owner, self.gate_owner, self.conquered, self.unit_space,
            self.unit_holder, self.resources, self.reserve, self.golden, self.tokens,
            self.schools, self.tech_owner, self.castles_built, self.gate_of, self.house,
            self.ship, self.friends, self.barred, self.order, self.deck, self.drawn, self.unseen,
            self.known, self.hand, self.moved, self.pledges, self.ready, self.morale, self.placed,
        ]  # fmt: skip

    def fingerprint(self) -> bytes:
        """All that changes in a match; of the two lists that vary in length, one tells its own."""
        numbers = self.scalars()
        numbers.append(len(self.morale))
        for row in self.lists():
            numbers += row
        return bytes(numbers)

    def recount(self) -> None:
        """Make the counted lists anew from the others."""
        seats = self.seats
        self.here = [0] * SPACES
        self.crowd = [0] * SPACES
        self.field = [0] * seats
        self.squads = [0] * seats
        self.settlements = [0] * seats
        self.villages = [0] * seats
        self.castles = [0] * seats
        self.unit_at = [NONE] * SPACES
        for seat in range(seats):
            for space in range(SPACES):
                count = self.army[seat * SPACES + space]
                if count:
                    self.here[space] |= 1 << seat
                    self.crowd[space] += count
                    if space != self.gate_of[seat]:
                        self.field[seat] += count
                        self.squads[seat] += 1
        for space in range(SPACES):
            if self.kind[space] == SETTLEMENT:
                self.settlements[self.owner[space]] += 1
            elif self.kind[space]:
                self.villages[self.owner[space]] += 1
                if self.kind[space] == CASTLE:
                    self.castles[self.owner[space]] += 1
        for unit, space in enumerate(self.unit_space):
            if space < SPACES:
                self.unit_at[space] = unit


def blank(settings: Settings, land: Land, seats: int) -> State:
    """An empty board with nobody on it: what setup and the tests start from."""
    state = State(settings, land, seats)
    state.army = [0] * (SPACES * seats)
    state.kind = [0] * SPACES
    state.owner = [NONE] * SPACES
    state.built = [0] * SPACES
    state.silos = [NONE] * (SPACES * 2)
    state.structures = [0] * DIAGONALS
    state.gate_owner = [NONE] * GATES
    state.conquered = [0] * GATES
    state.unit_space = [CAPITAL] * len(UNITS)
    state.unit_holder = [NONE] * len(UNITS)
    state.resources = [0] * (seats * 4)
    state.reserve = [0] * seats
    state.golden = [0] * seats
    state.tokens = [0] * (seats * 6)
    state.schools = [0] * (seats * 3)
    state.tech_owner = [NONE] * TECHS
    state.castles_built = [0] * seats
    state.gate_of = [NONE] * seats
    state.house = [NONE] * seats
    state.ship = [0] * seats
    state.friends = [1 << seat for seat in range(seats)]
    state.barred = [0] * seats
    state.order = list(range(seats))
    state.deck = [NONE] * (seats * 6)
    state.drawn = [0] * seats
    state.unseen = [0] * seats
    state.known = [0] * (seats * 12)
    state.hand = [0] * (seats * MORALE_TYPES)
    state.moved = [0] * SPACES
    state.pledges = [NONE] * 4
    state.ready = [0, 0]
    state.recount()
    return state
