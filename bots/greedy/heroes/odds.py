"""Greedy's crystal ball for Heroes vs Warlords: the chance to beat an army, by playing it out.

The fights are those of the Arena, and of the Battle Display without its hexes: shooters have one
volley there before the lines meet. The luck is always the same, so equal questions have equal
answers.
"""

from functools import cache, lru_cache
from random import Random
from typing import Final, NamedTuple, TypeAlias

from pentarch.engine.heroes.city import City
from pentarch.engine.heroes.combat.combat import Combat
from pentarch.engine.heroes.combat.display import Display
from pentarch.engine.heroes.combat.method import METHODS
from pentarch.engine.heroes.combat.strike import lead_ability, mine_bonus
from pentarch.engine.heroes.hero import Hero
from pentarch.engine.heroes.state import State
from pentarch.engine.heroes.tables import (
    ATTACK,
    CAVALRY,
    CLOSE,
    DEFENSE,
    GUARDS_TABLE,
    NEUTRAL,
    RANGED,
    UNITS,
    WORKS_BONUS,
)

Army: TypeAlias = tuple[tuple[int, int], ...]
"""Stacks: unit and number."""

FIGHTS: Final = 20
_LONGEST: Final = 12
# How often a hex of a face-down tile is guarded, by column of the Guards Table.
_HIDDEN: Final = (6 / 84, 7 / 84, 4 / 84, 3 / 84)
_STEPS: Final = (RANGED, CAVALRY, CLOSE)


def is_display(method: int) -> bool:
    """Whether a combat method uses the Battle Display."""
    return isinstance(METHODS[method].battlefield, Display)


def win_chance(difference: int) -> float:
    """Chance that d20 + difference beats d20."""
    if difference >= 20:
        return 1.0
    if difference < 0:
        if difference <= -20:
            return 0.0
        lead = -difference
        return (19 - lead) * (20 - lead) / 800
    return 1 - (19 - difference) * (20 - difference) / 800 - (20 - difference) / 400


_MOST: Final = 60
_WIN: Final = [win_chance(difference) for difference in range(-_MOST, _MOST + 1)]


class Force(NamedTuple):
    """A side: its stacks, and what its Hero and its place add to Attack and Defense."""

    army: Army
    attack: int = 0
    defense: int = 0


class _Stack:
    """A stack in a fight; `points` are the hits it can still take."""

    __slots__ = ("attack", "defense", "is_ranged", "kind", "level", "points", "size", "start")

    def __init__(self, unit: int, count: int, force: Force, method: int) -> None:
        row = UNITS[unit]
        self.kind: Final = row.kind
        self.is_ranged: Final = row.kind == RANGED
        self.level: Final = row.level
        self.size: Final = row.level if METHODS[method].hits.is_advanced else 1
        self.start: Final = count * self.size
        self.points = self.start
        self.attack: Final = row.attack + (0 if self.is_ranged else force.attack)
        self.defense: Final = row.defense + force.defense

    def hits(self) -> int:
        """What it deals when it wins: whole units times their size."""
        if self.size == 1:
            return self.points
        return -(-self.points // self.size) * self.size


class _Side:
    """The stacks of a side, and how many of them still stand: all, and all but the shooters."""

    __slots__ = ("front", "front_at_start", "stacks", "standing")

    def __init__(self, force: Force, method: int) -> None:
        self.stacks: Final = [_Stack(unit, count, force, method) for unit, count in force.army]
        self.front_at_start: Final = len([stack for stack in self.stacks if not stack.is_ranged])
        self.standing = 0
        self.front = 0

    def rise(self) -> None:
        """Before a fight all stand."""
        for stack in self.stacks:
            stack.points = stack.start
        self.standing = len(self.stacks)
        self.front = self.front_at_start

    def of_kind(self, kind: int) -> list[_Stack]:
        return [stack for stack in self.stacks if stack.kind == kind]

    def lose(self, stack: _Stack, points: int) -> None:
        """A stack takes hits, as many as it can take at most."""
        stack.points -= points
        if stack.points == 0:
            self.standing -= 1
            if not stack.is_ranged:
                self.front -= 1

    def weakest(self, *, in_front: bool) -> _Stack:
        """The first of those who stand with the least Defense, shooters or not."""
        found: _Stack | None = None
        for stack in self.stacks:
            if stack.points == 0 or (in_front and stack.is_ranged):
                continue
            if found is None or stack.defense < found.defense:
                found = stack
        assert found is not None
        return found

    def dearest(self, hits: int) -> _Stack:
        """The first of those who stand of whom so many hits kill most."""
        found: _Stack | None = None
        most = -1
        for stack in self.stacks:
            if stack.points:
                killed = min(hits, stack.points) * stack.level // stack.size
                if killed > most:
                    found = stack
                    most = killed
        assert found is not None
        return found


class _Step:
    """The stacks of a kind on a side, who attack together."""

    def __init__(self, side: int, kind: int, stacks: list[_Stack]) -> None:
        self.side: Final = side
        self.is_shooting: Final = kind == RANGED
        self.stacks: Final = stacks


_BATCH: Final = 512


@cache
def _luck(batches: int) -> list[float]:
    """The dice of all questions, from the first one on. Who needs more has them all thrown anew,
    so that threads that ask at the same time find the same."""
    source = Random(1)
    return [source.random() for _ in range(batches * _BATCH)]


class _Fights:
    """Fights between the same two forces, one after the other; `sides[0]` attacks."""

    def __init__(self, own: Force, foe: Force, method: int) -> None:
        self.sides: Final = [_Side(own, method), _Side(foe, method)]
        self._on_display: Final = is_display(method)
        self._is_advanced: Final = METHODS[method].hits.is_advanced
        self._dice = _luck(1)
        self._thrown = 0
        # Who attacks in a round, one step and side after the other; steps of nobody are left out.
        self._steps: Final = [
            _Step(side, kind, stacks)
            for kind in _STEPS
            for side in (1, 0)
            if (stacks := self.sides[side].of_kind(kind))
        ]

    def is_won(self) -> bool:
        """Whether the attacker wins the next one. A fight that goes on and on is not won."""
        own, foes = self.sides
        own.rise()
        foes.rise()
        if not (own.standing and foes.standing):
            return not foes.standing
        for number in range(_LONGEST):
            for step in self._steps:
                # On the display shooters are soon in the midst of it.
                if step.is_shooting and self._on_display and number > 0:
                    continue
                self._take(step)
                if not foes.standing:
                    return True
                if not own.standing:
                    return False
        return False

    def _take(self, step: _Step) -> None:
        own, foes = self.sides[step.side], self.sides[1 - step.side]
        for stack in step.stacks:
            if stack.points == 0:
                continue
            if not foes.standing:
                return
            if step.is_shooting:
                self._shoot(stack, foes)
            else:
                self._attack(step.side, stack, own, foes)

    def _attack(self, side: int, stack: _Stack, own: _Side, foes: _Side) -> None:
        # In the Arena shooters are out of reach while enough others stand before them.
        in_front = not self._on_display and own.front <= foes.front
        target = foes.weakest(in_front=in_front)
        lead = stack.attack - target.defense
        # The display forces everybody to attack, and guards (side 1) always do.
        if side == 0 and not self._on_display:
            gain = _WIN[_MOST + lead] * min(stack.hits(), target.points)
            if gain < _WIN[_MOST - lead] * min(target.hits(), stack.points):
                return
        die = self._throw()
        if die < _WIN[_MOST + lead]:
            self._hit(foes, target, stack)
        elif die >= 1.0 - _WIN[_MOST - lead]:
            self._hit(own, stack, target)

    def _shoot(self, stack: _Stack, foes: _Side) -> None:
        if self._throw() >= _WIN[_MOST + stack.attack]:
            return
        hits = stack.hits()
        target = foes.dearest(hits)
        foes.lose(target, min(hits, target.points))

    def _hit(self, side: _Side, loser: _Stack, winner: _Stack) -> None:
        taken = min(winner.hits(), loser.points)
        side.lose(loser, taken)
        if self._is_advanced:
            winner.points = max(1, winner.points - taken // 4)

    def _throw(self) -> float:
        if self._thrown == len(self._dice):
            self._dice = _luck(2 * self._thrown // _BATCH)
        die = self._dice[self._thrown]
        self._thrown += 1
        return die


@lru_cache(maxsize=1 << 15)
def odds(own: Force, foe: Force, method: int) -> float:
    """The share of fights that `own` wins as the attacker; nobody gives up."""
    fights = _Fights(own, foe, method)
    return len([1 for _ in range(FIGHTS) if fights.is_won()]) / FIGHTS


@lru_cache(maxsize=1 << 13)
def unseen_odds(own: Force, column: int, method: int) -> float:
    """The chance to beat whatever a roll on a column of the Guards Table brings."""
    total = 0.0
    for row in GUARDS_TABLE[column]:
        guards = tuple(
            (NEUTRAL * 6 + level - 1, METHODS[method].guard_number(level, count))
            for level, count in row
        )
        total += odds(own, Force(guards), method) if guards else 1.0
    return total / len(GUARDS_TABLE[column])


@lru_cache(maxsize=1 << 12)
def hidden_odds(own: Force, method: int) -> float:
    """The chance to beat what may be in a hex of a face-down tile."""
    return 1.0 - sum(
        share * (1.0 - unseen_odds(own, column, method)) for column, share in enumerate(_HIDDEN)
    )


# Forces of a state.


def hero_force(hero: Hero) -> Force:
    """A Hero and his army."""
    army = [(part.unit.number, part.count) for part in hero.sections if part.count]
    return Force(tuple(army), hero.ability(ATTACK), hero.ability(DEFENSE))


def hex_force(state: State, hex: int, heroes: "list[Hero]") -> Force:
    """Everybody in a hex who would fight an entering Hero: Heroes, and guards or a garrison."""
    site = state.sites[hex]
    race = state.players[site.owner].race if site.owner >= 0 else NEUTRAL
    pool = [(race * 6 + i, n) for i, n in enumerate(site.units) if n]
    return _together(pool, heroes, 0)


def city_force(state: State, city: City) -> Force:
    """The defenders of a City or Camp, with its works."""
    pool = [(u, n) for u, n in enumerate(city.garrison) if n]
    heroes = [hero for hero in state.heroes_at(city.hex) if hero.seat == city.holder]
    works = WORKS_BONUS[city.works_level() - 1] + city.towers()
    return _together(pool, heroes, works)


def stormers(force: Force, method: int) -> Force:
    """Those who can storm a City: on the display the besieger's archers stay outside."""
    if not is_display(method):
        return force
    army = tuple((unit, count) for unit, count in force.army if not UNITS[unit].is_ranged)
    return Force(army, force.attack, force.defense)


def side_force(state: State, c: Combat, side: int) -> Force:
    """What is left of a side in combat."""
    army = tuple((s.unit.number, s.count) for s in c.sides[side] if s.count)
    bonus = 0
    if side == 1:
        bonus = mine_bonus(state, c)
        if c.is_siege():
            bonus = WORKS_BONUS[state.cities[c.city].works_level() - 1]
    attack = lead_ability(state, c, side, ATTACK)
    return Force(army, attack, lead_ability(state, c, side, DEFENSE) + bonus)


def _together(pool: "list[tuple[int, int]]", heroes: "list[Hero]", bonus: int) -> Force:
    army: list[tuple[int, int]] = []
    attack = defense = 0
    for hero in heroes:
        force = hero_force(hero)
        army += force.army
        attack, defense = max(attack, force.attack), max(defense, force.defense)
    return Force((*army, *pool), attack, defense + bonus)
