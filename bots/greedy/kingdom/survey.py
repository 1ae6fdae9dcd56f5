"""Knowing the ground: who stands where, who can reach what, and what it is worth."""

from pentarch.bots.greedy.kingdom.armies import Army, fight
from pentarch.bots.greedy.kingdom.styles import Style
from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import Seat
from pentarch.engine.kingdom.board import Area
from pentarch.engine.kingdom.commands import SELECT
from pentarch.engine.kingdom.menu import area_of, enter, refusal
from pentarch.engine.kingdom.refusals import SELECT_FIRST
from pentarch.engine.kingdom.state import Plan
from pentarch.engine.kingdom.tables import (
    AREAS,
    DRAGON,
    EARTHQUAKE,
    GUARD_TOWER,
    KNIGHT,
    MAGE,
    MOST_LANDS,
    NEUTRAL,
    SWORDSMAN,
    Kind,
)
from pentarch.engine.kingdom.unit import Unit

MARCH_ORDER = (SWORDSMAN, KNIGHT, DRAGON, MAGE)
CASTLE_WORTH = 14
LEADER_WORTH = 10
FAR = 99


class Survey:
    """What one seat knows at the start of a round, and the plan it is writing."""

    def __init__(self, plan: Plan, chance: Chance, style: Style) -> None:
        self.style = style
        self.plan = plan
        self.realm = plan.realm
        self.board = plan.realm.settings.board
        self.seat: Seat = plan.seat
        self.taste = [chance.below(1_000_000) for _ in range(AREAS)]
        self.rounds_left = self.realm.settings.last_round - self.realm.round
        self.here: dict[int, list[Unit]] = {}
        self.foes: dict[int, list[Unit]] = {}
        self.free: set[Unit] = set()
        self._ranks: list[Unit] = []
        self.quakes: list[Unit] = []
        self.reserved_ships: set[Unit] = set()
        self.coming: dict[int, list[Unit]] = {}
        self._reach: dict[tuple[int, Kind], dict[int, tuple[int, ...]]] = {}
        self._land: dict[int, list[int]] = {}
        self._open: dict[int, list[int]] = {}
        self._threats: dict[int, list[list[Unit]]] = {}
        self.muster()

    def muster(self) -> None:
        """Sort units by place; own ones that can move and have no order yet are free."""
        realm = self.realm
        for unit in realm.units:
            if unit.ship or unit in self.plan.gone:
                continue
            if unit.side != self.seat:
                self.foes.setdefault(unit.area, []).append(unit)
                continue
            self.here.setdefault(unit.area, []).append(unit)
            has_mana = unit.kind is MAGE and unit.mana >= EARTHQUAKE.cost
            if has_mana and not self.plan.has_cast(unit):
                self.quakes.append(unit)
        self.free = {unit for camp in self.plan.camps.values() for unit in camp.units}
        taste = self.taste
        self._ranks = sorted(self.free, key=lambda unit: (taste[unit.area], unit.id))
        self.castles = [area for area in self.board.castles if self.owner(area) == self.seat]
        self.missing = realm.settings.goal - len(self.castles)

    def owner(self, area: int) -> int:
        return self.realm.region(area).owner

    def place(self, area: int) -> Area:
        return self.board.places[area]

    def say(self, command: Command) -> bool:
        """Give an order if it fits, selecting its area first where that is needed."""
        reason = refusal(self.plan, command)
        if reason is SELECT_FIRST:
            enter(self.plan, SELECT(area_of(self.plan, command)), [])
            reason = None
        if reason is None:
            enter(self.plan, command, [])
        return reason is None

    def stats(self, units: list[Unit]) -> list[tuple[int, int, int]]:
        found = []
        for unit in units:
            knowledge = self.realm.knowledge(unit.side)
            attack = 0 if unit.build > 1 else knowledge.attack_of(unit.kind)
            found.append((unit.kind.rank, attack, knowledge.hit_points_of(unit.kind)))
        return found

    def reach(self, unit: Unit) -> dict[int, tuple[int, ...]]:
        """Where a unit can be at the end of the round by itself, and how; around enemies."""
        kind, area = unit.kind, unit.area
        found = self._reach.get((area, kind))
        if found is None:
            found = {}
            edge: list[tuple[int, tuple[int, ...]]] = [(area, ())]
            for _ in range(kind.movement):
                further: list[tuple[int, tuple[int, ...]]] = []
                for place, path in edge:
                    for to in self.mixed(self.place(place).steps(kind)):
                        if to not in found and to != area:
                            found[to] = (*path, to)
                            if to not in self.foes:
                                further.append((to, found[to]))
                edge = further
            self._reach[area, kind] = found
        return found

    def land_distance(self, goal: int) -> list[int]:
        """Steps over land to a region, by area."""
        found = self._land.get(goal)
        if found is None:
            found = self._spread(goal, set())
            self._land[goal] = found
        return found

    def open_distance(self, goal: int) -> list[int]:
        """Steps over land to a region on ways that no enemy stands in."""
        found = self._open.get(goal)
        if found is None:
            found = self._spread(goal, set(self.foes))
            self._open[goal] = found
        return found

    def way_to(self, goal: int, area: int) -> list[int]:
        """The distances to follow: around enemies if there is a way, else up to them."""
        around = self.open_distance(goal)
        return around if around[area] < FAR else self.land_distance(goal)

    def _spread(self, goal: int, closed: set[int]) -> list[int]:
        found = [FAR] * MOST_LANDS
        found[goal] = 0
        edge = [goal]
        while edge:
            further = []
            for area in edge:
                for to in self.place(area).land_steps:
                    if found[to] == FAR:
                        found[to] = found[area] + 1
                        if to not in closed:
                            further.append(to)
            edge = further
        return found

    def defenders_of(self, area: int) -> list[Unit]:
        """Enemies in an area, and half of what could join them this round."""
        units = list(self.foes.get(area, []))
        owner = self.owner(area)
        if owner >= 0:
            joining = [
                unit
                for beside in self.mixed(self.place(area).land_steps)
                for unit in self.foes.get(beside, [])
                if unit.side == owner and unit.kind is not GUARD_TOWER
            ]
            units += joining[: len(joining) // 2]
        return units

    def threats_to(self, area: int) -> list[list[Unit]]:
        """For each enemy seat the units that could be in a region at the end of the round."""
        found = self._threats.get(area)
        if found is None:
            found = self._threats[area] = self._find_threats(area)
        return found

    def _find_threats(self, area: int) -> list[list[Unit]]:
        by_side: dict[int, list[Unit]] = {}
        for place in self.mixed(self.place(area).near):
            for unit in self.foes.get(place, []):
                if unit.side == NEUTRAL or not unit.kind.movement or unit.kind.is_ship:
                    continue
                if area in self.reach(unit) or unit.kind is DRAGON:
                    by_side.setdefault(unit.side, []).append(unit)
        return list(by_side.values())

    def castle_attack(self, area: int) -> int:
        castle = self.realm.castle(area)
        return 0 if castle is None else castle.attack

    def holds(self, area: int, defenders: list[Unit], attackers: list[Unit]) -> bool:
        """Whether a region stands against attackers."""
        return not fight(
            Army(self.stats(attackers)),
            Army(self.stats(defenders)),
            self.castle_attack(area),
            absent=True,
        )

    def worth(self, unit: Unit) -> int:
        return unit.kind.battle_value

    def worth_of(self, area: int) -> float:
        region, tax = self.realm.region(area), self.place(area).tax
        if region.owner == self.seat:
            return 0
        worth = 2 * tax + 2 * int(region.has_sawmill)
        if region.owner >= 0:
            worth += tax
        if region.castle is not None:
            worth += CASTLE_WORTH
            if self.missing <= 1:
                worth += 40
            if self.is_leader(region.owner):
                worth += LEADER_WORTH
        return worth * self.style.spite if region.owner >= 0 else worth

    def is_leader(self, owner: int) -> bool:
        return owner >= 0 and self.realm.castles(owner) >= self.realm.settings.goal - 1

    def front_key(self, castle: int) -> tuple[int, int]:
        """Castles near what is not yet own come first."""
        others = [area for area in self.board.castles if area not in self.castles]
        nearest = min((self.land_distance(area)[castle] for area in others), default=FAR)
        return (nearest, self.taste[castle])

    def mixed(self, areas: list[int]) -> list[int]:
        """Areas in this round's own order instead of that of their ids."""
        return sorted(areas, key=self.taste.__getitem__)

    def all_free(self) -> list[Unit]:
        """The free units in an order that does not favour low numbers of areas."""
        free = self.free
        return [unit for unit in self._ranks if unit in free]

    def free_for(self, area: int) -> list[Unit]:
        """Those of them that can be in an area at the end of the round."""
        return [unit for unit in self.all_free() if area in self.reach(unit)]
