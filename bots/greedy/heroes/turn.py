"""Greedy's turn in Heroes vs Warlords: where each Hero goes and whom he takes along."""

from math import inf
from typing import Final

from pentarch.bots.greedy.heroes.combat import hero_power
from pentarch.bots.greedy.heroes.odds import (
    Force,
    city_force,
    hero_force,
    hex_force,
    hidden_odds,
    odds,
    stormers,
    unseen_odds,
)
from pentarch.bots.greedy.heroes.production import city_defence, threat
from pentarch.bots.greedy.heroes.styles import USUAL, Style
from pentarch.bots.greedy.heroes.worth import FOE_WORTH, Appraiser
from pentarch.engine.commands import Command
from pentarch.engine.heroes import refusals
from pentarch.engine.heroes.commands import END, MOVE, PRAY, QUEST_DRAW, STORE, TAKE, TRAIN
from pentarch.engine.heroes.hero import Hero
from pentarch.engine.heroes.state import State
from pentarch.engine.heroes.tables import MERC_WORD, MOVEMENT, NEUTRAL, SECTIONS, START_TILE_GUARDS
from pentarch.engine.heroes.world.entry import needs_guard_roll
from pentarch.engine.heroes.world.map import TERRAIN_SLOTS, WORLD_HEXES
from pentarch.engine.heroes.world.path import enemy_hexes, is_passable, step_cost, step_refusal
from pentarch.engine.heroes.world.site import BLANK, GROUND_ACTIVE
from pentarch.engine.heroes.world.tile import HEXES, RECRUITS

_UNREACHED: Final = -2
_NOT_PLAIN: Final = [False] * HEXES
START_GUARDS: Final = Force(((NEUTRAL * 6, START_TILE_GUARDS),))


class Planner:
    """One decision of a turn."""

    def __init__(
        self, state: State, seat: int, legal: list[Command], rotation: int, style: Style = USUAL
    ) -> None:
        self.state = state
        self.seat = seat
        self.legal = legal
        self.ways = [(way + rotation) % 6 for way in range(6)]
        self.is_tense = state.war or state.face_down() <= 5
        self.cities = {city.hex: city for city in state.cities}
        self.foes: dict[int, list[Hero]] = {}
        for hero in state.heroes:
            if hero.seat != seat and hero.in_play():
                self.foes.setdefault(hero.hex, []).append(hero)
        self.worth = Appraiser(state, seat, style, self.foes, is_tense=self.is_tense)
        self.enemies = enemy_hexes(state, seat)
        self.plain = self._find_plain()
        # Guards that have not tried to react yet, and the hexes next to them.
        self.alert = [False] * WORLD_HEXES
        self.watched = [False] * WORLD_HEXES
        self._find_guards()

    def _find_plain(self) -> list[bool]:
        """By hex: whether it lies face up, with nothing and nobody in it."""
        state = self.state
        plain: list[bool] = []
        for slot, is_up in enumerate(state.face):
            plain += state.tiles[slot].bare if is_up else _NOT_PLAIN
        for hex in (*self.cities, *self.foes):
            if hex >= 0:
                plain[hex] = False
        return plain

    def _find_guards(self) -> None:
        state = self.state
        for hex, site in enumerate(state.sites):
            if site is not BLANK and site.has_guards() and hex not in state.checked:
                self.alert[hex] = True
                for near in state.world.near[hex]:
                    self.watched[near] = True

    def choose(self) -> Command:
        for command in self.legal:
            verb = command.verb
            if verb is TRAIN or verb is QUEST_DRAW:
                return command
            if verb is STORE and command.args[1] + 1 >= 4:
                return command
        take = self._best_take()
        if take is not None:
            return take
        best: Command | None = None
        best_score = 0.5
        for number, hero in enumerate(self.state.pair(self.seat)):
            if not [c for c in self.legal if c.verb is MOVE and c.args[0] == number]:
                continue
            score, way = self._best_target(hero)
            if score > best_score and MOVE.of(number, way) in self.legal:
                best, best_score = MOVE.of(number, way), score
        if best is not None:
            return best
        for command in self.legal:
            if command.verb is PRAY:
                return command
        if END.of() in self.legal:
            return END.of()
        return self._part()

    def _part(self) -> Command:
        """Heroes share a hex and must part: the step to the emptiest safe hex."""
        moves = [c for c in self.legal if c.verb is MOVE]
        return max(moves, key=self._calm)

    def _calm(self, command: Command) -> float:
        state = self.state
        hero = state.heroes[2 * self.seat + command.args[0]]
        target = state.world.neighbours[hero.hex][command.args[1]]
        if not state.is_up(target):
            return -2.0
        force = hero_force(hero)
        return self._odds(hero, force, target) - self._risk(force, target, {})

    def _best_take(self) -> "Command | None":
        """Fetch units, but leave the capital its garrison when war is near."""
        best: Command | None = None
        best_worth = 0.0
        for number, hero in enumerate(self.state.pair(self.seat)):
            takes = [c for c in self.legal if c.verb is TAKE and c.args[0] == number]
            if not takes or self.state.sites[hero.hex].owner >= 0:
                continue
            power, needed = self._garrison(hero)
            for command in takes:
                word, count = command.args[1], command.args[2] + 1
                level = 2 if word == MERC_WORD else word + 1
                if power - (level + 1.0) * count < needed:
                    continue
                worth = level * count + count - 0.1 * command.args[3]
                if worth > best_worth:
                    best, best_worth = command, worth
        return best

    def _garrison(self, hero: Hero) -> "tuple[float, float]":
        """What would be left beside a Hero, before he takes anything, and what has to be left."""
        state = self.state
        city = state.city_at(hero.hex)
        if city is None:
            return inf, 0.0
        partner = state.partner(hero)
        if (
            partner.hex == hero.hex
            and hero_power(partner) > hero_power(hero)
            and hero.units() > 0
            and not partner.finished
            and partner.stacks() < SECTIONS
        ):
            return -inf, 0.0
        if not self.is_tense or hero.units() == 0:
            return inf, 0.0
        return city_defence(state, city) - hero_power(hero), 0.5 * threat(state, self.seat)

    def _best_target(self, hero: Hero) -> "tuple[float, int]":
        """The best score and the first step towards it."""
        state = self.state
        start = hero.hex
        pace = max(1, hero.ability(MOVEMENT))
        left = hero.mp
        force = hero_force(hero)
        stake = self.worth.stake(hero)
        most = self._most_worth(hero)
        is_flat = not state.settings.terrain
        neighbours, face, watched = state.world.neighbours, state.face, self.watched
        first = [_UNREACHED] * WORLD_HEXES
        first[start] = -1
        cost = [0] * WORLD_HEXES
        risk = [0.0] * WORLD_HEXES
        fears: dict[int, float] = {}
        queue = [start]
        best, best_way = 0.0, -1
        for hex in queue:
            # Where every step costs the same, what follows is no nearer than this.
            if is_flat and most / _delay(cost[hex] + 1, left, pace) <= best:
                break
            for way in self.ways:
                target = neighbours[hex][way]
                if target < 0 or first[target] != _UNREACHED:
                    continue
                refusal = step_refusal(state, hero, way, self.enemies) if hex == start else None
                if refusal not in (None, refusals.SHARED_HEX):
                    continue
                if not (is_flat or is_passable(state, hex, target)):
                    continue
                up = face[target // HEXES]
                plain = self.plain[target]
                if up and not plain and not self._open(target):
                    continue
                spent = cost[hex] + (step_cost(state, hex, target) if up and not is_flat else 1)
                if spent > 4 * pace:
                    continue
                cost[target] = spent
                risk[target] = risk[hex]
                if watched[target]:
                    risk[target] += self._risk(force, target, fears)
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

    def _most_worth(self, hero: Hero) -> float:
        """No hex that can be entered is worth more."""
        foes = max([len(self.foes[hex]) for hex in self.foes if self._open(hex)], default=0)
        cities = [
            self.worth.city(hero, city, hex)
            for hex, city in self.cities.items()
            if hex >= 0 and self._open(hex)
        ]
        return max([self.worth.site_most() + FOE_WORTH * foes, *cities])

    def _open(self, hex: int) -> bool:
        """Whether a hex where something is may be entered some time soon."""
        state = self.state
        race = hex // HEXES - TERRAIN_SLOTS
        if race >= 0 and state.feature(hex) is RECRUITS:
            owner = state.seat_of[race]
            if owner != self.seat and state.grounds[race].status == GROUND_ACTIVE:
                return not state.is_alive(owner)
        return state.war or not self._enemy(hex)

    def _enemy(self, hex: int) -> bool:
        state = self.state
        if state.sites[hex].owner not in (-1, self.seat):
            return True
        city = self.cities.get(hex)
        if city is not None and city.holder not in (-1, self.seat):
            return True
        return hex in self.foes

    def _odds(self, hero: Hero, force: Force, hex: int) -> float:
        """The chance to survive entering a hex; 1: nobody is there to fight."""
        state = self.state
        method = state.method
        if not state.is_up(hex):
            return hidden_odds(force, method)
        city = self.cities.get(hex)
        if city is not None:
            if city.holder in (self.seat, -1):
                return 1.0
            defenders = city_force(state, city)
            if not defenders.army:
                return 1.0
            return odds(stormers(force, method), defenders, method)
        if needs_guard_roll(state, hero.number, hex):
            if hex // HEXES >= TERRAIN_SLOTS:
                return odds(force, START_GUARDS, method)
            return unseen_odds(force, state.feature(hex).guards, method)
        foes = self.foes.get(hex, [])
        site = state.sites[hex]
        if foes or site.has_guards() or site.owner not in (-1, self.seat):
            defenders = hex_force(state, hex, foes)
            return odds(force, defenders, method) if defenders.army else 1.0
        return 1.0

    def _risk(self, force: Force, hex: int, fears: dict[int, float]) -> float:
        """The chance to die by a reaction of guards next to a hex; `fears` keeps that of each."""
        state = self.state
        if hex in self.cities:
            return 0.0
        risk = 0.0
        for near in state.world.near[hex]:
            if self.alert[near] and is_passable(state, near, hex):
                fear = fears.get(near)
                if fear is None:
                    react = 0.1 * state.sites[near].guard_level()
                    fear = react * (1.0 - odds(force, hex_force(state, near, []), state.method))
                    fears[near] = fear
                risk += fear
        return risk


def _delay(spent: int, left: int, pace: int) -> float:
    """By what the worth of a target is divided for the way there, with `left` MP this turn."""
    turns = 0 if spent <= left else 1 + (spent - left) // pace
    return 1 + spent / pace + 0.3 * turns
