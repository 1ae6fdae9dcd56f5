"""The state of a match: the houses, the board, and what is under way.

The nouns are in `house`, `board`, `affairs` and `deals`. Numbers fit a byte; NONE stands for
nobody and nothing.
"""

from typing import Final, final

from pentarch.engine.core import Seat, Words
from pentarch.engine.errors import InvalidValue
from pentarch.engine.tradewarz.affairs import (
    Battle,
    FreeActions,
    March,
    Recall,
    Side,
    Strays,
)
from pentarch.engine.tradewarz.board import (
    EMPTY_SQUARE,
    INDOORS,
    NO_GATE,
    Building,
    Gate,
    Land,
    Post,
    Square,
    Station,
    load_building,
    load_gate,
    load_post,
    load_station,
)
from pentarch.engine.tradewarz.columns import Columns, Reader
from pentarch.engine.tradewarz.deals import Offer, Proposal
from pentarch.engine.tradewarz.house import Deck, House, load_house
from pentarch.engine.tradewarz.lattice import DIAGONALS, GATES, SPACES
from pentarch.engine.tradewarz.seats import NOBODY
from pentarch.engine.tradewarz.settings import Settings
from pentarch.engine.tradewarz.tables import (
    ENDINGS,
    GOES_ON,
    NONE,
    NOTHING,
    Ending,
    post_count,
)
from pentarch.engine.tradewarz.techs import NO_EFFECT, TECHS, UNITS

__all__ = [
    "Battle", "Building", "Deck", "FreeActions", "Gate", "House", "Land", "March", "Offer", "Post",
    "Proposal", "Recall", "Side", "Square", "State", "Station", "Strays",
]  # fmt: skip

# What is being decided.
POSTS: Final = "posts"
HOUSES: Final = "houses"
SAILING: Final = "sailing"
TURN: Final = "turn"
GROUPS: Final = "groups"
STEPS: Final = "steps"
BATTLE: Final = "battle"
DISPLACING: Final = "displacing"
RECALLING: Final = "recalling"
BUILDING: Final = "building"
RECRUITING: Final = "recruiting"
TECHING: Final = "teching"
APPOINTING: Final = "appointing"
RETREATING: Final = "retreating"
MOVING_OUT: Final = "moving_out"
GIVING: Final = "giving"
WANTING: Final = "wanting"
ANSWERING: Final = "answering"
ALLYING: Final = "allying"
OVER: Final = "over"
DECISION_NAMES: Final[Words] = (
    POSTS, HOUSES, SAILING, TURN, GROUPS, STEPS, BATTLE, DISPLACING, RECALLING, BUILDING,
    RECRUITING, TECHING, APPOINTING, RETREATING, MOVING_OUT, GIVING, WANTING, ANSWERING, ALLYING,
    OVER,
)  # fmt: skip
"""In the order of their numbers in dumps."""
_NUMBERS: Final = {name: number for number, name in enumerate(DECISION_NAMES)}


@final
class State:
    """Everything about a match in progress.

    The order, the structures, the owners of techs and the morale deck are replaced when they
    change, so that copies share them.
    """

    __slots__ = (
        "battle", "decision", "ending", "free", "gates", "houses", "land", "march", "morale",
        "offer", "order", "posts", "proposal", "recall", "season", "seasons_done", "seat",
        "seats", "settings", "squares", "stations", "strays", "structures", "tech_owner", "turn",
        "winners", "year",
    )  # fmt: skip

    def __init__(
        self, settings: Settings, land: Land, seats: int, source: "State | None" = None
    ) -> None:
        self.settings: Final = settings
        self.land: Final = land
        self.seats: Final = seats
        if source is None:
            self.decision = POSTS
            self.year = 1
            self.season = 0
            self.seasons_done = 0
            self.turn = 0
            """Whose turn it is: the place in `order`."""
            self.seat = 0
            self.ending = GOES_ON
            self.winners = NOBODY
            """The allies who have won together."""
            self.order: list[int] = list(range(seats))
            self.houses: list[House] = [House(seat) for seat in range(seats)]
            self.squares: list[Square] = [EMPTY_SQUARE] * SPACES
            self.posts: list[Post] = [Post(NONE, NONE)] * post_count(seats)
            self.gates: list[Gate] = [NO_GATE] * GATES
            self.structures: list[int] = [0] * DIAGONALS
            """1 for each diagonal that is laid."""
            self.tech_owner: list[int] = [NONE] * len(TECHS)
            self.stations: list[Station] = [INDOORS] * len(UNITS)
            self.morale: list[int] = []
            """The morale deck, from the top."""
            self.free = FreeActions()
            self.march = March()
            self.battle = Battle()
            self.strays = Strays()
            self.recall = Recall()
            self.offer = Offer()
            self.proposal = Proposal()
            return
        self.decision = source.decision
        self.year = source.year
        self.season = source.season
        self.seasons_done = source.seasons_done
        self.turn = source.turn
        self.seat = source.seat
        self.ending = source.ending
        self.winners = source.winners
        self.order = source.order
        self.houses = [house.copy() for house in source.houses]
        self.squares = source.squares.copy()
        self.posts = source.posts.copy()
        self.gates = source.gates.copy()
        self.structures = source.structures
        self.tech_owner = source.tech_owner
        self.stations = source.stations.copy()
        self.morale = source.morale
        self.free = source.free.copy()
        self.march = source.march.copy()
        self.battle = source.battle.copy()
        self.strays = source.strays.copy()
        self.recall = source.recall.copy()
        self.offer = source.offer.copy()
        self.proposal = source.proposal.copy()

    def copy(self) -> "State":
        """An independent state that shares what never changes or is only ever replaced."""
        return State(self.settings, self.land, self.seats, self)

    # Looking things up.

    def acting(self) -> House:
        """The house whose turn it is."""
        return self.houses[self.seat]

    def building(self, space: int) -> Building:
        """What stands on a space; NO_BUILDING if nothing does."""
        return self.squares[space].building

    def buildings_of(self, seat: Seat) -> list[int]:
        """The squares with a building of the seat, in order."""
        squares = self.squares
        return [space for space in range(GATES, SPACES) if squares[space].building.owner == seat]

    def post_at(self, space: int) -> int:
        """The number of the post on a space, or NONE."""
        for number, post in enumerate(self.posts):
            if post.square == space:
                return number
        return NONE

    def posts_of(self, seat: Seat) -> int:
        """How many trading posts the seat owns."""
        count = 0
        for post in self.posts:
            if post.owner == seat:
                count += 1
        return count

    def xadlas(self, seat: Seat) -> int:
        """TW-LEN.3, TW-TP.7, TW-XAD.2: golden ones, and the silver ones of castles and posts."""
        house = self.houses[seat]
        return house.golden + house.castles + self.posts_of(seat)

    def golden_out(self) -> int:
        """Golden Xadlas that have left the supply."""
        count = 0
        for house in self.houses:
            count += house.golden
        return count

    # Changing what copies share.

    def lay(self, diagonal: int) -> None:
        """A structure is laid on a diagonal."""
        self.structures = self.structures.copy()
        self.structures[diagonal] = 1

    def sell_tech(self, tech: int, house: House) -> None:
        """A tech is the house's from now on."""
        self.tech_owner = self.tech_owner.copy()
        self.tech_owner[tech] = house.seat
        house.powers = house.powers.plus(TECHS[tech].effect)

    # Keeping.

    def fingerprint(self) -> bytes:
        """All that changes in a match; lists that vary in length tell how long they are."""
        numbers: list[int] = []
        self.pack(numbers)
        return bytes(numbers)

    def pack(self, numbers: list[int]) -> None:
        numbers += [
            _NUMBERS[self.decision], self.year, self.season, self.seasons_done, self.turn,
            self.seat, self.ending.number, self.winners.mask, len(self.morale),
        ]  # fmt: skip
        numbers += self.order
        numbers += self.structures
        numbers += self.tech_owner
        numbers += self.morale
        for house in self.houses:
            house.pack(numbers)
        self._pack_board(numbers)
        self.free.pack(numbers)
        self.march.pack(numbers)
        self.battle.pack(numbers)
        self.strays.pack(numbers)
        self.recall.pack(numbers)
        self.offer.pack(numbers)
        self.proposal.pack(numbers)

    def _pack_board(self, numbers: list[int]) -> None:
        """What stands on the map, each with its number; NONE ends each kind."""
        for space, square in enumerate(self.squares):
            if square.building.kind:
                numbers.append(space)
                square.building.pack(numbers)
        numbers.append(NONE)
        for number, gate in enumerate(self.gates):
            if gate.owner != NONE:
                numbers.append(number)
                gate.pack(numbers)
        numbers.append(NONE)
        for unit, station in enumerate(self.stations):
            if station.holder != NONE:
                numbers.append(unit)
                station.pack(numbers)
        numbers.append(NONE)
        for post in self.posts:
            post.pack(numbers)

    def dump(self, columns: Columns) -> None:
        columns.scalars += [
            _NUMBERS[self.decision], self.year, self.season, self.seasons_done, self.turn,
            self.seat, self.ending.number, self.winners.mask,
        ]  # fmt: skip
        columns.add("order", self.order)
        columns.add("structures", self.structures)
        columns.add("tech_owner", self.tech_owner)
        columns.add("morale", self.morale)
        for house in self.houses:
            house.dump(columns)
        for square in self.squares:
            square.building.dump(columns)
        for post in self.posts:
            post.dump(columns)
        for gate in self.gates:
            gate.dump(columns)
        for station in self.stations:
            station.dump(columns)
        self.free.dump(columns)
        self.march.dump(columns)
        self.battle.dump(columns)
        self.strays.dump(columns)
        columns.scalars += [self.recall.seat, _then_number(self.recall)]
        # An offer and a proposal are never there together, and share the partner's column.
        partner = self.offer.numbers()
        if self.offer.partner == NONE:
            partner[0] = self.proposal.partner
        columns.scalars += partner
        columns.scalars.append(self.proposal.asked.mask)

    def load(self, reader: Reader) -> None:
        """Read what `dump` wrote; what follows from it is counted later (`recount`)."""
        self.decision = _decision(reader.scalar())
        self.year = reader.scalar()
        self.season = reader.scalar()
        self.seasons_done = reader.scalar()
        self.turn = reader.scalar()
        self.seat = reader.scalar()
        self.ending = _ending(reader.scalar())
        self.winners = reader.seats_scalar()
        self.order = reader.rest("order")
        self.structures = reader.take("structures", DIAGONALS)
        self.tech_owner = reader.take("tech_owner", len(TECHS))
        self.morale = reader.rest("morale")
        self.houses = [load_house(seat, reader) for seat in range(self.seats)]
        self.squares = [EMPTY_SQUARE.with_building(load_building(reader)) for _ in range(SPACES)]
        self.posts = [load_post(reader) for _ in range(post_count(self.seats))]
        self.gates = [load_gate(reader) for _ in range(GATES)]
        self.stations = [load_station(reader) for _ in range(len(UNITS))]
        self.free.load(reader)
        self.march.load(reader)
        self.battle.load(reader)
        self.strays.load(reader)
        self.recall = _recall(reader.scalar(), reader.scalar())
        self.offer.load(reader)
        self.proposal.asked = reader.seats_scalar()
        if self.decision == ALLYING:
            self.proposal.partner = self.offer.partner
            self.offer.partner = NONE

    def recount(self) -> None:
        """Make anew what follows from the rest: who stands where, and what each house has."""
        self.squares = [EMPTY_SQUARE.with_building(square.building) for square in self.squares]
        for house in self.houses:
            self._recount_house(house)
        for square in self.squares:
            if square.building.kind != NOTHING:
                self.houses[square.building.owner].tally(square.building.kind, 1)
        for unit, station in enumerate(self.stations):
            if station.space < SPACES:
                self.squares[station.space] = self.squares[station.space].with_unit(unit)

    def _recount_house(self, house: House) -> None:
        house.field = 0
        house.squads = 0
        house.settlements = 0
        house.villages = 0
        house.castles = 0
        house.powers = NO_EFFECT
        for tech, owner in enumerate(self.tech_owner):
            if owner == house.seat:
                house.powers = house.powers.plus(TECHS[tech].effect)
        for space, count in enumerate(house.army):
            if count:
                square = self.squares[space]
                here = square.here.plus(house.seat)
                self.squares[space] = square.manned(here, square.crowd + count)
                if space != house.gate:
                    house.field += count
                    house.squads += 1


def _decision(number: int) -> str:
    if not 0 <= number < len(DECISION_NAMES):
        raise InvalidValue("there is no such decision")
    return DECISION_NAMES[number]


def _ending(number: int) -> Ending:
    if not 0 <= number < len(ENDINGS):
        raise InvalidValue("there is no such ending")
    return ENDINGS[number]


def _then_number(recall: Recall) -> int:
    """The number of the decision that goes on after a recall."""
    if recall.seat == NONE:
        return NONE
    return _NUMBERS[STEPS if recall.mid_march else TURN]


def _recall(seat: int, then: int) -> Recall:
    recall = Recall()
    if seat != NONE:
        recall.ask(seat, mid_march=then == _NUMBERS[STEPS])
    if then != _then_number(recall):
        raise InvalidValue("the march goes on after a recall, or the turn ends")
    return recall
