"""Knowing the ground: who stands where, who can reach what, and what it is worth."""

from pentarch.bots.greedy.kingdom.armies import Army, fight
from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import Seat
from pentarch.engine.kingdom.commands import SELECT
from pentarch.engine.kingdom.menus import area_of
from pentarch.engine.kingdom.orders import give, refusal_of
from pentarch.engine.kingdom.refusals import SELECT_FIRST
from pentarch.engine.kingdom.state import Plan, attack_of, hit_points_of
from pentarch.engine.kingdom.tables import (
    AREAS,
    BATTLE_VALUE,
    DRAGON,
    EARTHQUAKE,
    GUARD_TOWER,
    IS_SHIP,
    KINDS,
    KNIGHT,
    MAGE,
    MOST_LANDS,
    MOVEMENT,
    NEUTRAL,
    SPELL_COST,
    SWORDSMAN,
    TARGET_RANK,
)

MARCH_ORDER = (SWORDSMAN, KNIGHT, DRAGON, MAGE)
CASTLE_WORTH = 14
LEADER_WORTH = 10
FAR = 99


class Survey:
    """What one seat knows at the start of a round, and the plan it is writing."""

    def __init__(self, plan: Plan, chance: Chance) -> None:
        self.plan = plan
        self.realm = plan.realm
        self.board = plan.realm.terms.board
        self.seat: Seat = plan.seat
        self.taste = [chance.below(1_000_000) for _ in range(AREAS)]
        self.rounds_left = self.realm.terms.last_round - self.realm.round
        self.here: dict[int, list[int]] = {}
        self.foes: dict[int, list[int]] = {}
        self.free: set[int] = set()
        self.quakes: list[int] = []
        self.reserved_ships: set[int] = set()
        self.coming: dict[int, list[int]] = {}
        self._reach: dict[int, dict[int, tuple[int, ...]]] = {}
        self._land: dict[int, list[int]] = {}
        self._open: dict[int, list[int]] = {}
        self.muster()

    def muster(self) -> None:
        """Sort units by place; own ones that can move and have no order yet are free."""
        realm = self.realm
        for unit, area in enumerate(realm.area):
            if realm.ship[unit] or unit in self.plan.gone:
                continue
            side = realm.side[unit]
            if side != self.seat:
                self.foes.setdefault(area, []).append(unit)
                continue
            kind = realm.kind[unit]
            self.here.setdefault(area, []).append(unit)
            is_ordered = unit in self.plan.paths or unit in self.plan.loads
            if kind in MARCH_ORDER and not is_ordered:
                self.free.add(unit)
            has_mana = kind == MAGE and realm.mana[unit] >= SPELL_COST[EARTHQUAKE]
            if has_mana and unit not in self.plan.casts:
                self.quakes.append(unit)
        self.castles = [area for area in self.board.castles if realm.owner[area] == self.seat]
        self.missing = realm.terms.goal - len(self.castles)

    def say(self, command: Command) -> bool:
        """Give an order if it fits, selecting its area first where that is needed."""
        refusal = refusal_of(self.plan, command)
        if refusal is SELECT_FIRST:
            give(self.plan, SELECT(area_of(self.plan, command)))
            refusal = None
        if refusal is None:
            give(self.plan, command)
        return refusal is None

    def stats(self, units: list[int]) -> list[tuple[int, int, int]]:
        realm = self.realm
        found = []
        for unit in units:
            kind = realm.kind[unit]
            knows = realm.knowledge(realm.side[unit])
            attack = 0 if realm.build[unit] > 1 else attack_of(knows, kind)
            found.append((TARGET_RANK[kind], attack, hit_points_of(knows, kind)))
        return found

    def reach(self, unit: int) -> dict[int, tuple[int, ...]]:
        """Where a unit can be at the end of the round by itself, and how; around enemies."""
        kind, area = self.realm.kind[unit], self.realm.area[unit]
        key = area * KINDS + kind
        found = self._reach.get(key)
        if found is None:
            found = {}
            edge: list[tuple[int, tuple[int, ...]]] = [(area, ())]
            for _ in range(MOVEMENT[kind]):
                further: list[tuple[int, tuple[int, ...]]] = []
                for place, path in edge:
                    for to in self.mixed(self.board.steps(kind, place)):
                        if to not in found and to != area:
                            found[to] = (*path, to)
                            if to not in self.foes:
                                further.append((to, found[to]))
                edge = further
            self._reach[key] = found
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
                for to in self.board.land_steps[area]:
                    if found[to] == FAR:
                        found[to] = found[area] + 1
                        if to not in closed:
                            further.append(to)
            edge = further
        return found

    def defenders_of(self, area: int) -> list[int]:
        """Enemies in an area, and half of what could join them this round."""
        units = list(self.foes.get(area, []))
        owner = self.realm.owner[area]
        if owner >= 0:
            joining = [
                unit
                for beside in self.mixed(self.board.land_steps[area])
                for unit in self.foes.get(beside, [])
                if self.realm.side[unit] == owner and self.realm.kind[unit] != GUARD_TOWER
            ]
            units += joining[: len(joining) // 2]
        return units

    def threats_to(self, area: int) -> list[list[int]]:
        """For each enemy seat the units that could be in a region at the end of the round."""
        by_side: dict[int, list[int]] = {}
        for place in self.mixed(self.board.near[area]):
            for unit in self.foes.get(place, []):
                side, kind = self.realm.side[unit], self.realm.kind[unit]
                if side == NEUTRAL or MOVEMENT[kind] == 0 or IS_SHIP[kind]:
                    continue
                if area in self.reach(unit) or (kind == DRAGON):
                    by_side.setdefault(side, []).append(unit)
        return list(by_side.values())

    def castle_attack(self, area: int) -> int:
        return self.realm.attack[area] if self.board.has_castle[area] else 0

    def holds(self, area: int, defenders: list[int], attackers: list[int]) -> bool:
        """Whether a region stands against attackers."""
        return not fight(
            Army(self.stats(attackers)),
            Army(self.stats(defenders)),
            self.castle_attack(area),
            absent=True,
        )

    def worth(self, unit: int) -> int:
        return BATTLE_VALUE[self.realm.kind[unit]]

    def worth_of(self, area: int) -> int:
        realm = self.realm
        owner = realm.owner[area]
        if owner == self.seat:
            return 0
        worth = 2 * self.board.tax[area] + 2 * realm.sawmill[area]
        if owner >= 0:
            worth += self.board.tax[area]
        if self.board.has_castle[area]:
            worth += CASTLE_WORTH
            if self.missing <= 1:
                worth += 40
            if owner >= 0 and realm.castles(owner) >= realm.terms.goal - 1:
                worth += LEADER_WORTH
        return worth

    def is_leader(self, owner: int) -> bool:
        return owner >= 0 and self.realm.castles(owner) >= self.realm.terms.goal - 1

    def front_key(self, castle: int) -> tuple[int, int]:
        """Castles near what is not yet own come first."""
        others = [area for area in self.board.castles if area not in self.castles]
        nearest = min((self.land_distance(area)[castle] for area in others), default=FAR)
        return (nearest, self.taste[castle])

    def mixed(self, areas: list[int]) -> list[int]:
        """Areas in this round's own order instead of that of their ids."""
        taste = self.taste
        return sorted(areas, key=lambda area: taste[area])

    def shuffled(self, units: set[int]) -> list[int]:
        """Units in a fixed order that does not favour low numbers of areas."""
        realm = self.realm
        return sorted(units, key=lambda unit: (self.taste[realm.area[unit]], unit))
