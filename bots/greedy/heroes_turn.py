"""Greedy's turn in Heroes vs Warlords: where each Hero goes and whom he takes along."""

from pentarch.bots.greedy.heroes_combat import hero_power
from pentarch.bots.greedy.heroes_economy import city_defence, threat
from pentarch.bots.greedy.heroes_odds import (
    Force,
    city_force,
    hero_force,
    hex_force,
    hidden_odds,
    odds,
    stormers,
    unseen_odds,
)
from pentarch.bots.greedy.heroes_worth import FOE_WORTH, USUAL, Appraiser, Style
from pentarch.engine.commands import Command
from pentarch.engine.heroes import refusals
from pentarch.engine.heroes.commands import (
    END,
    MOVE,
    PRAY,
    QUEST_DRAW,
    STORE,
    TAKE,
    TRAIN,
)
from pentarch.engine.heroes.entering import needs_guard_roll
from pentarch.engine.heroes.fate import face_down
from pentarch.engine.heroes.state import (
    C_HEX,
    C_HOLDER,
    CITY_SIZE,
    GROUND_ACTIVE,
    H_FINISHED,
    H_MP,
    HERO_SIZE,
    O_TERRAIN,
    State,
    ability,
    army_stacks,
    army_units,
    city_at,
    feature_at,
    hex_of,
    in_play,
    is_alive,
)
from pentarch.engine.heroes.tables import (
    MERC_WORD,
    NEUTRAL,
    SECTIONS,
    START_TILE_GUARDS,
)
from pentarch.engine.heroes.tiles import (
    F_CAMP,
    F_NONE,
    F_RECRUIT,
    GUARD_COLUMN,
    HEXES,
)
from pentarch.engine.heroes.walking import (
    check_step,
    enemy_hexes,
    guard_level,
    has_guards,
    is_passable,
    step_cost,
)
from pentarch.engine.heroes.world import SLOTS, TERRAIN_SLOTS

START_GUARDS = Force(((NEUTRAL * 6, START_TILE_GUARDS),))


class Planner:
    """One decision of a turn."""

    def __init__(
        self, state: State, seat: int, legal: list[Command], rotation: int, style: Style = USUAL
    ) -> None:
        self.state = state
        self.seat = seat
        self.legal = legal
        self.ways = [(way + rotation) % 6 for way in range(6)]
        self.is_tense = state.war == 1 or face_down(state) <= 5
        self.cities = {state.cities[city * CITY_SIZE + C_HEX]: city for city in range(3)}
        self.foes: dict[int, list[int]] = {}
        for hero in range(2 * state.seats):
            if hero // 2 != seat and in_play(state, hero):
                self.foes.setdefault(hex_of(state, hero), []).append(hero)
        self.worth = Appraiser(state, seat, style, self.foes, is_tense=self.is_tense)
        self.enemies = enemy_hexes(state, seat)
        self.taken = {*self.cities, *self.foes}
        self.groups = _guarded(state)
        # Next to guards that have not tried to react yet.
        self.watched = {
            near
            for hex in self.groups
            if hex not in state.checked
            for near in state.world.near[hex]
        }

    def choose(self) -> Command:
        for command in self.legal:
            if command.verb in (TRAIN, QUEST_DRAW):
                return command
            if command.verb is STORE and command.args[1] + 1 >= 4:
                return command
        take = self._best_take()
        if take is not None:
            return take
        best: Command | None = None
        best_score = 0.5
        for number in range(2):
            hero = 2 * self.seat + number
            if not any(c.verb is MOVE and c.args[0] == number for c in self.legal):
                continue
            score, way = self._best_target(hero)
            if score > best_score and MOVE(number, way) in self.legal:
                best, best_score = MOVE(number, way), score
        if best is not None:
            return best
        for command in self.legal:
            if command.verb is PRAY:
                return command
        if END() in self.legal:
            return END()
        return self._part()

    def _part(self) -> Command:
        """Heroes share a hex and must part: the step to the emptiest safe hex."""
        moves = [c for c in self.legal if c.verb is MOVE]
        return max(moves, key=self._calm)

    def _calm(self, command: Command) -> float:
        state = self.state
        hero = 2 * self.seat + command.args[0]
        target = state.world.neighbours[hex_of(state, hero) * 6 + command.args[1]]
        if not state.face[target // HEXES]:
            return -2.0
        force = hero_force(state, hero)
        return self._odds(hero, force, target) - self._risk(force, target)

    def _best_take(self) -> "Command | None":
        """Fetch units, but leave the capital its garrison when war is near."""
        state = self.state
        best: Command | None = None
        best_worth = 0.0
        for command in self.legal:
            if command.verb is not TAKE:
                continue
            hero = 2 * self.seat + command.args[0]
            if state.owner[hex_of(state, hero)]:
                continue
            word, number = command.args[1], command.args[2] + 1
            level = 2 if word == MERC_WORD else word + 1
            city = city_at(state, hex_of(state, hero))
            if city >= 0 and not self._may_take(hero, city, level, number):
                continue
            worth = level * number + number - 0.1 * command.args[3]
            if worth > best_worth:
                best, best_worth = command, worth
        return best

    def _may_take(self, hero: int, city: int, level: int, number: int) -> bool:
        state = self.state
        partner = hero ^ 1
        if (
            in_play(state, partner)
            and hex_of(state, partner) == hex_of(state, hero)
            and hero_power(state, partner) > hero_power(state, hero)
            and army_units(state, hero) > 0
            and not state.heroes[partner * HERO_SIZE + H_FINISHED]
            and army_stacks(state, partner) < SECTIONS
        ):
            return False
        if not self.is_tense or army_units(state, hero) == 0:
            return True
        left = city_defence(state, city) - hero_power(state, hero) - (level + 1.0) * number
        return left >= 0.5 * threat(state, self.seat)

    def _best_target(self, hero: int) -> "tuple[float, int]":
        """The best score and the first step towards it."""
        state = self.state
        start = hex_of(state, hero)
        pace = max(1, ability(state, hero, 3))
        left = state.heroes[hero * HERO_SIZE + H_MP]
        force = hero_force(state, hero)
        stake = self.worth.stake(hero)
        most = self._most_worth(hero)
        is_flat = not state.opt[O_TERRAIN]
        neighbours, face, watched = state.world.neighbours, state.face, self.watched
        first = {start: -1}
        cost = {start: 0}
        risk = {start: 0.0}
        queue = [start]
        best, best_way = 0.0, -1
        for hex in queue:
            # Where every step costs the same, what follows is no nearer than this.
            if is_flat and most / _delay(cost[hex] + 1, left, pace) <= best:
                break
            for way in self.ways:
                target = neighbours[hex * 6 + way]
                if target < 0 or target in first:
                    continue
                refusal = check_step(state, hero, way, self.enemies) if hex == start else None
                if refusal not in (None, refusals.SHARED_HEX):
                    continue
                if not (is_flat or is_passable(state, hex, target)):
                    continue
                up = face[target // HEXES]
                plain = up and self._is_plain(target)
                if up and not plain and not self._open(target):
                    continue
                spent = cost[hex] + (step_cost(state, hex, target) if up and not is_flat else 1)
                if spent > 4 * pace:
                    continue
                cost[target] = spent
                risk[target] = risk[hex]
                if target in watched:
                    risk[target] += self._risk(force, target)
                if refusal is not None:
                    continue
                first[target] = way if hex == start else first[hex]
                if plain:
                    queue.append(target)
                    continue
                delay = _delay(spent, left, pace)
                worth = self.worth.target(hero, target)
                # The odds take longest, and what lies face down leads no further.
                if not up and (worth - stake * risk[target]) / delay <= best:
                    continue
                chance = self._odds(hero, force, target)
                score = (worth * chance - stake * (1.0 - chance + risk[target])) / delay
                if score > best:
                    best, best_way = score, first[target]
                if up and chance == 1.0 and not self._enemy(target):
                    queue.append(target)
        return best, best_way

    def _most_worth(self, hero: int) -> float:
        """No hex that can be entered is worth more."""
        foes = max([len(self.foes[hex]) for hex in self.foes if self._open(hex)], default=0)
        cities = [
            self.worth.city(hero, city, hex)
            for hex, city in self.cities.items()
            if hex >= 0 and self._open(hex)
        ]
        return max([self.worth.site_most() + FOE_WORTH * foes, *cities])

    def _is_plain(self, hex: int) -> bool:
        """A face-up hex with nothing and nobody in it."""
        return feature_at(self.state, hex) in (F_NONE, F_CAMP) and hex not in self.taken

    def _open(self, hex: int) -> bool:
        """Whether a hex where something is may be entered some time soon."""
        state = self.state
        slot = hex // HEXES
        if slot >= TERRAIN_SLOTS and feature_at(state, hex) == F_RECRUIT:
            race = slot - TERRAIN_SLOTS
            owner = state.seat_of[race]
            if owner != self.seat and state.grounds[2 * race] == GROUND_ACTIVE:
                return not is_alive(state, owner)
        return state.war == 1 or not self._enemy(hex)

    def _enemy(self, hex: int) -> bool:
        state = self.state
        if state.owner[hex] not in (0, self.seat + 1):
            return True
        city = self.cities.get(hex, -1)
        if city >= 0 and state.cities[city * CITY_SIZE + C_HOLDER] not in (-1, self.seat):
            return True
        return hex in self.foes

    def _odds(self, hero: int, force: Force, hex: int) -> float:
        """The chance to survive entering a hex; 1: nobody is there to fight."""
        state = self.state
        method = state.method
        if not state.face[hex // HEXES]:
            return hidden_odds(force, method)
        city = self.cities.get(hex, -1)
        if city >= 0:
            holder = state.cities[city * CITY_SIZE + C_HOLDER]
            if holder in (self.seat, -1):
                return 1.0
            defenders = city_force(state, city)
            if not defenders.army:
                return 1.0
            return odds(stormers(force, method), defenders, method)
        if needs_guard_roll(state, hero, hex):
            if hex // HEXES >= TERRAIN_SLOTS:
                return odds(force, START_GUARDS, method)
            return unseen_odds(force, GUARD_COLUMN[feature_at(state, hex)], method)
        foes = self.foes.get(hex, [])
        if foes or has_guards(state, hex) or state.owner[hex] not in (0, self.seat + 1):
            defenders = hex_force(state, hex, foes)
            return odds(force, defenders, method) if defenders.army else 1.0
        return 1.0

    def _risk(self, force: Force, hex: int) -> float:
        """The chance to die by a reaction of guards next to a hex."""
        state = self.state
        if hex in self.cities:
            return 0.0
        risk = 0.0
        for near in state.world.near[hex]:
            if near in self.groups and near not in state.checked and is_passable(state, near, hex):
                react = 0.1 * guard_level(state, near)
                risk += react * (1.0 - odds(force, hex_force(state, near, []), state.method))
        return risk


def _delay(spent: int, left: int, pace: int) -> float:
    """By what the worth of a target is divided for the way there, with `left` MP this turn."""
    turns = 0 if spent <= left else 1 + (spent - left) // pace
    return 1 + spent / pace + 0.3 * turns


def _guarded(state: State) -> list[int]:
    """The hexes with guards. Most tiles have none at all."""
    size = 6 * HEXES
    return [
        hex
        for slot in range(SLOTS)
        if any(state.units[slot * size : slot * size + size])
        for hex in range(slot * HEXES, slot * HEXES + HEXES)
        if has_guards(state, hex)
    ]
