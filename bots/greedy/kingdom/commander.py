"""The orders of a round: hold, attack, spread, march."""

from pentarch.bots.greedy.kingdom.armies import Army, fight
from pentarch.bots.greedy.kingdom.fleet import Fleet, Lift
from pentarch.bots.greedy.kingdom.survey import FAR, LEADER_WORTH, MARCH_ORDER
from pentarch.engine.kingdom.commands import AT, CAST, DONE, HALT, MOVE_MAGE, MOVE_ONE, ON
from pentarch.engine.kingdom.spell import cast_refusal
from pentarch.engine.kingdom.state import PATH
from pentarch.engine.kingdom.tables import (
    BLESSING,
    EARTHQUAKE,
    EARTHQUAKE_DAMAGE,
    MAGE,
    MOST_LANDS,
    NEUTRAL,
    Spell,
)
from pentarch.engine.kingdom.unit import Unit


class Commander(Fleet):
    """Gives the orders of one round."""

    def command(self) -> None:
        """The round: economy first, because it is sure; then arms; then what is left of gold."""
        self.spend_on_growth()
        self.disembark()
        self.hold_castles()
        self.attack_targets()
        self.take_empty_regions()
        self.march()
        self.shake_the_rest()
        self.return_ships()
        self.train()
        self.say(DONE())

    def hold_castles(self) -> None:
        """Keep in each castle what stands against the strongest enemy in reach."""
        for castle in self.mixed(self.castles):
            threats = self.threats_to(castle)
            if not threats:
                continue
            worst = max(threats, key=lambda units: sum(self.worth(unit) for unit in units))
            units = [unit for unit in self.here.get(castle, []) if unit in self.free]
            fixed = [unit for unit in self.here.get(castle, []) if unit not in self.free]
            units.sort(key=lambda unit: MARCH_ORDER.index(unit.kind))
            kept: list[Unit] = []
            for unit in units:
                if self.holds(castle, fixed + kept, worst):
                    break
                kept.append(unit)
            self.free -= set(kept)
            if not self.holds(castle, fixed + kept, worst):
                self.reinforce(castle, fixed + kept, worst)

    def reinforce(self, castle: int, defenders: list[Unit], attackers: list[Unit]) -> None:
        """Bring in what is near, if that saves the castle."""
        sent: list[Unit] = []
        for unit in self.free_for(castle):
            sent.append(unit)
            if self.holds(castle, defenders + sent, attackers):
                for other in sent:
                    self.send(other, castle)
                return

    def attack_targets(self) -> None:
        """The best targets first; each gets the fewest units that win."""
        for area in self.richest([land.number for land in self.board.lands]):
            if self.worth_of(area) <= 0:
                return
            if self.place(area).has_castle or area in self.foes:
                self.attack(area)

    def attack(self, area: int) -> None:
        defenders = self.defenders_of(area)
        castle = self.castle_attack(area)
        owner = self.owner(area)
        walkers = self.free_for(area)
        walkers.sort(key=lambda unit: MARCH_ORDER.index(unit.kind))
        lifts = self.lifts_to(area, set(walkers))
        if not walkers and not lifts:
            return
        casters = [
            mage for mage in self.quakes if area in self.place(mage.area).near and area in self.foes
        ]
        best: list[Unit] = []
        boats = [unit for _, _, cargo in lifts for unit in cargo]
        pool = walkers + boats
        standing = len(self.foes.get(area, []))
        for spells in range(len(casters) + 1):
            if spells and not standing:
                break
            sent = self.fewest(pool, defenders, castle if owner >= 0 or standing else 0, spells)
            if sent and (not best or len(sent) < len(best)):
                best = sent
                used = spells
        if not best or not self.pays(area, best, defenders, castle, used):
            return
        for mage in casters[:used]:
            self.cast(EARTHQUAKE, mage, area)
        if area in self.foes:
            self.bless(area)
        self.carry_out(area, best, lifts)

    def richest(self, areas: list[int]) -> list[int]:
        """Areas by their worth."""
        taste = self.taste
        return sorted(areas, key=lambda area: (-self.worth_of(area), taste[area]))

    def fewest(
        self, pool: list[Unit], defenders: list[Unit], castle: int, spells: int
    ) -> list[Unit]:
        """The shortest beginning of the pool that wins and leaves a capturer; empty if none."""
        own, others = self.stats(pool), self.stats(defenders)
        has_capturer = False
        for count, unit in enumerate(pool, 1):
            has_capturer = has_capturer or unit.kind.is_capturer
            if not has_capturer:
                continue
            army, enemy = Army(own[:count]), Army(others)
            enemy.suffer(EARTHQUAKE_DAMAGE * spells)
            if fight(army, enemy, castle, absent=bool(castle)):
                return pool[: min(count + (1 if defenders else 0), len(pool))]
        return []

    def pays(
        self, area: int, sent: list[Unit], defenders: list[Unit], castle: int, spells: int
    ) -> bool:
        """Whether what is won and killed is worth what is lost."""
        army = Army(self.stats(sent))
        enemy = Army(self.stats(defenders))
        enemy.suffer(EARTHQUAKE_DAMAGE * spells)
        fight(army, enemy, castle, absent=True)
        lost = sum(sorted(self.worth(unit) for unit in sent)[: army.first])
        killed = sum(self.worth(unit) for unit in self.foes.get(area, []))
        return lost <= self.style.boldness * (killed + self.worth_of(area))

    def carry_out(self, area: int, sent: list[Unit], lifts: list[Lift]) -> None:
        for unit in sent:
            if area in self.reach(unit) and unit in self.free:
                self.send(unit, area)
        for lift in lifts:
            boarding = [unit for unit in lift[2] if unit in sent and unit in self.free]
            if boarding:
                self.ferry(lift, boarding, area)

    def take_empty_regions(self) -> None:
        """Single units into empty regions, richest first."""
        empty = [
            land.number
            for land in self.board.lands
            if land.number not in self.foes
            and land.number not in self.coming
            and self.owner(land.number) != self.seat
            and not (land.has_castle and self.owner(land.number) >= 0)
        ]
        for area in self.richest(empty):
            walkers = [unit for unit in self.free_for(area) if unit.kind.is_capturer]
            if walkers:
                self.send(min(walkers, key=lambda unit: MARCH_ORDER.index(unit.kind)), area)
                continue
            lifts = self.lifts_to(area, set())
            if lifts:
                self.ferry(lifts[0], lifts[0][2][:1], area)

    def march(self) -> None:
        """The rest gathers beside the next castle to be taken."""
        goals = [area for area in self.board.castles if self.owner(area) != self.seat]
        if not goals:
            return
        strength = {
            area: sum(self.worth(unit) for unit in self.defenders_of(area)) for area in goals
        }
        for unit in self.all_free():
            area = unit.area
            if area >= MOST_LANDS:
                continue
            if self.place(area).has_castle and self.is_last_guard(unit, area):
                continue
            goal = min(
                goals,
                key=lambda goal: (
                    4 * self.way_to(goal, area)[area]
                    + strength[goal]
                    - (LEADER_WORTH if self.is_leader(self.owner(goal)) else 0),
                    self.taste[goal],
                ),
            )
            distance = self.way_to(goal, area)
            if distance[area] >= FAR:
                self.to_the_coast(unit)
                continue
            if distance[area] <= 1:
                continue
            options = [
                to
                for to in self.reach(unit)
                if to < MOST_LANDS and to not in self.foes and 1 <= distance[to] < distance[area]
            ]
            if options:
                self.send(unit, min(options, key=lambda to: (distance[to], self.taste[to])))

    def is_last_guard(self, unit: Unit, area: int) -> bool:
        """One soldier stays in a castle that an enemy could reach within two rounds."""
        others = [other for other in self.here[area] if other != unit and other in self.free]
        kept = [other for other in self.here[area] if other not in self.free]
        if others or any(other.kind.is_capturer for other in kept):
            return False
        return any(
            foe.side != NEUTRAL
            for place in self.place(area).near
            for foe in self.foes.get(place, [])
        )

    def to_the_coast(self, unit: Unit) -> None:
        """Where only ships lead on, soldiers wait beside the sea in a castle."""
        if self.place(unit.area).sea_steps:
            return
        options = [to for to in self.reach(unit) if self.place(to).sea_steps]
        if options:
            self.send(unit, min(options, key=lambda to: self.taste[to]))

    def send(self, unit: Unit, area: int) -> None:
        """Order a unit along its way to an area."""
        path = self.reach(unit)[area]
        if unit.kind is MAGE:
            self.say(MOVE_MAGE(unit.id - 1, path[0]))
        else:
            self.say(MOVE_ONE(unit.kind.number, unit.area, path[0]))
            for step in path[1:]:
                self.say(ON(step))
            if self.plan.decision == PATH:
                self.say(HALT())
        self.free.discard(unit)
        self.coming.setdefault(area, []).append(unit)

    def cast(self, spell: Spell, mage: Unit, area: int) -> None:
        if self.say(CAST(spell.number, mage.id - 1)):
            self.say(AT(area))
        if mage in self.quakes:
            self.quakes.remove(mage)

    def bless(self, area: int) -> None:
        """Where the option allows it, a mage too weak for an earthquake blesses the attack."""
        for mage in self.plan.mages:
            is_near = area in self.place(mage.area).near
            if is_near and mage not in self.quakes and self.can_cast(BLESSING, mage):
                self.cast(BLESSING, mage, area)
                return

    def can_cast(self, spell: Spell, mage: Unit) -> bool:
        return cast_refusal(self.plan, spell, mage) is None

    def shake_the_rest(self) -> None:
        """Mages with mana to spare shake the largest stack of another seat, or a garrison."""
        for mage in list(self.quakes):
            near = [
                area
                for area in self.place(mage.area).near
                if area < MOST_LANDS
                and any(unit.kind.is_ground for unit in self.foes.get(area, []))
                and self.foes[area][0].side != NEUTRAL
            ]
            if near:
                target = max(near, key=lambda area: (len(self.foes[area]), self.taste[area]))
                self.cast(EARTHQUAKE, mage, target)
