"""Boards: the graph a match is played on, made of areas. Fixed maps are read here."""

from functools import cache
from typing import Final, final

from pentarch.engine.commands import Command
from pentarch.engine.kingdom.commands import AT, HALT, MOVE_ALL, MOVE_ONE, ON, TRAIN, TRAIN_SHIP
from pentarch.engine.kingdom.maps import FIXED_MAPS
from pentarch.engine.kingdom.tables import (
    AIR,
    AREA_NAMES,
    AREA_NUMBERS,
    AREAS,
    KINDS,
    LAND,
    MOST_LANDS,
    NOBODY,
    SEA,
    SPELL_RANGE,
    TRAINED,
    Kind,
)
from pentarch.engine.plain import Json, strs


@final
class Area:
    """A land or sea region of a map. It never changes.

    `adjacent`, `land_steps` and `sea_steps` are its neighbours in id order, `near` is all within
    the range of a spell. Lists of orders that depend on nothing but the map are made once.
    """

    def __init__(self, number: int) -> None:
        self.number: Final = number
        self.name: Final = AREA_NAMES[number]
        self.is_land: Final = number < MOST_LANDS
        self.exists = False
        self.x = 0
        self.y = 0
        self.tax = 0
        self.has_castle = False
        self.home_of = NOBODY
        self.garrison = ""
        self.adjacent: list[int] = []
        self.land_steps: list[int] = []
        self.sea_steps: list[int] = []
        self.near: list[int] = []
        self._moves_one: list[list[Command] | None] = [None] * len(KINDS)
        self._moves_all: list[list[Command] | None] = [None] * len(KINDS)
        self._trainings: list[list[Command] | None] = [None] * len(KINDS)
        self._ways_on: list[list[Command] | None] = [None] * len(KINDS)
        self._all_trainings: list[Command] | None = None
        self._targets: list[Command] | None = None

    def steps(self, kind: Kind) -> list[int]:
        """Where a unit of that kind can go from here (KC-5.2), in id order."""
        if kind.element == AIR:
            return self.adjacent
        return self.sea_steps if kind.element == SEA else self.land_steps

    def moves_one(self, kind: Kind) -> list[Command]:
        """All `move one` commands of a kind from here."""
        found = self._moves_one[kind.number]
        if found is None:
            found = [MOVE_ONE.of(kind.number, self.number, to) for to in self.steps(kind)]
            self._moves_one[kind.number] = found
        return found

    def moves_all(self, kind: Kind) -> list[Command]:
        """All `move all` commands of a kind from here."""
        found = self._moves_all[kind.number]
        if found is None:
            found = [MOVE_ALL.of(kind.number, self.number, to) for to in self.steps(kind)]
            self._moves_all[kind.number] = found
        return found

    def trainings(self, kind: Kind) -> list[Command]:
        """All commands that train a unit of that kind in the castle here."""
        found = self._trainings[kind.number]
        if found is None:
            if kind.is_ship:
                found = [TRAIN_SHIP.of(self.number, sea - MOST_LANDS) for sea in self.sea_steps]
            else:
                found = [TRAIN.of(kind.number, self.number)]
            self._trainings[kind.number] = found
        return found

    def all_trainings(self) -> list[Command]:
        """All commands that train units in the castle here, for a seat that can pay for any."""
        found = self._all_trainings
        if found is None:
            found = [order for kind in TRAINED for order in self.trainings(kind)]
            self._all_trainings = found
        return found

    def ways_on(self, kind: Kind) -> list[Command]:
        """What can be said about a path that has come as far as here."""
        found = self._ways_on[kind.number]
        if found is None:
            found = [HALT.of(), *[ON.of(to) for to in self.steps(kind)]]
            self._ways_on[kind.number] = found
        return found

    def targets(self) -> list[Command]:
        """Every area in range of a mage here."""
        found = self._targets
        if found is None:
            found = [AT.of(target) for target in self.near]
            self._targets = found
        return found

    def plain(self) -> Json:
        """The area in views."""
        return {
            "id": self.name,
            "kind": LAND if self.is_land else SEA,
            "x": self.x,
            "y": self.y,
            "tax": self.tax,
            "castle": self.has_castle,
            "home": f"p{self.home_of + 1}" if self.home_of != NOBODY else None,
            "neighbours": strs([AREA_NAMES[other] for other in self.adjacent]),
        }


@final
class Board:
    """An unchanging map. `places` has every area by number, also those that this map lacks.

    `wedge` is how a random map was grown (the cells of one wedge by ring, then column) and empty
    for a fixed one.
    """

    def __init__(self, name: str, size: str, wedge: list[str], seats: int) -> None:
        self.name: Final = name
        self.size: Final = size
        self.wedge: Final = wedge
        self.seats: Final = seats
        self.title = ""
        self.width = 0
        self.height = 0
        self.castles_to_win = 0
        self.max_rounds = 0
        self.places: Final = [Area(number) for number in range(AREAS)]
        self.areas: list[Area] = []
        self.lands: list[Area] = []
        self.seas: list[Area] = []
        self.castles: list[int] = []
        self.homes: list[int] = [0] * seats
        self.plain: dict[str, Json] = {}

    def add(self, number: int, *, x: int, y: int, tax: int, castle: str, garrison: str) -> None:
        """Add an area; its neighbours follow with `join`."""
        area = self.places[number]
        area.exists = True
        area.x = x
        area.y = y
        area.tax = tax
        area.garrison = garrison
        if castle:
            area.has_castle = True
            self.castles.append(number)
        if castle.startswith("home"):
            area.home_of = int(castle[4:]) - 1
            self.homes[area.home_of] = number

    def join(self, one: int, other: int) -> None:
        """Make two areas adjacent; naming an edge twice does no harm."""
        if other not in self.places[one].adjacent:
            self.places[one].adjacent.append(other)
            self.places[other].adjacent.append(one)

    def finish(self) -> None:
        """Sort everything and derive what the rules look up."""
        self.areas = [area for area in self.places if area.exists]
        self.lands = [area for area in self.areas if area.is_land]
        self.seas = [area for area in self.areas if not area.is_land]
        self.castles.sort()
        for area in self.areas:
            area.adjacent.sort()
            area.land_steps = [other for other in area.adjacent if other < MOST_LANDS]
            area.sea_steps = [other for other in area.adjacent if other >= MOST_LANDS]
        for area in self.areas:
            area.near = self._within(area.number, SPELL_RANGE)
        self.plain = self._plain()

    def _within(self, number: int, distance: int) -> list[int]:
        """The areas at most that many edges away, in id order (KC-2.12)."""
        found = {number}
        edge = [number]
        for _ in range(distance):
            edge = [b for a in edge for b in self.places[a].adjacent if b not in found]
            found.update(edge)
        return sorted(found)

    def _plain(self) -> "dict[str, Json]":
        return {
            "map": self.name,
            "map_size": self.size,
            "title": self.title,
            "wedge": strs(self.wedge),
            "width": self.width,
            "height": self.height,
            "areas": [area.plain() for area in self.areas],
        }


@cache
def fixed_board(name: str) -> Board:
    """The board of a fixed map."""
    written = FIXED_MAPS[name]
    board = Board(name, "", [], written.seats)
    board.title = written.title
    board.width = written.width
    board.height = written.height
    board.castles_to_win = written.castles_to_win
    board.max_rounds = written.max_rounds
    for line in written.lines.split("\n"):
        words = line.split()
        if not words:
            continue
        number = AREA_NUMBERS[words[0]]
        board.add(
            number,
            x=int(words[1]),
            y=int(words[2]),
            tax=int(words[3]),
            castle=words[4].replace("-", ""),
            garrison=words[5].replace("-", ""),
        )
        for neighbour in words[6].split(","):
            board.join(number, AREA_NUMBERS[neighbour])
    board.finish()
    return board
