"""What becomes of units, counted from commands and events alone, to hold a state against.

In a combat a unit is in its stack, dead, changed over to the other side, or gone with its Hero.
Outside of one, units that are moved between displays and garrisons stay as many as they were.
"""

from collections import Counter

from pentarch.engine.commands import Command
from pentarch.engine.core import Event
from pentarch.engine.heroes.commands import MAN_SPLIT, PARLEY, RETREAT, SPEND, SUBVERT
from pentarch.engine.heroes.orders import stack_at
from pentarch.engine.heroes.state import (
    C_HOLDER,
    C_UNITS,
    CITY_SIZE,
    GROUND_MERCS,
    GUARD_SEAT,
    H_HONOR,
    H_SECTION,
    HERO_SIZE,
    O_HONOR,
    POOL,
    Combat,
    State,
    army_units,
    in_play,
)
from pentarch.engine.heroes.strikes import stack_name
from pentarch.engine.heroes.tables import (
    BARBARIANS,
    HONOR_CAP,
    HONOR_OF_HERO,
    HONOR_OF_LEVEL,
    LEVEL,
    MERC,
    NEUTRAL,
    SECTIONS,
    STACK_LIMIT,
    UNIT_COUNT,
)
from pentarch.engine.heroes.world import WORLD_HEXES

LOSSES = ("hits", "attrition", "tower_hit")


class Ledger:
    """The stacks of one combat: how many should be left, are dead, and were wiped out."""

    def __init__(self, c: Combat, counts: list[int]) -> None:
        self.combat = c
        self.count = counts.copy()
        self.dead = [start - count for start, count in zip(c.start, counts, strict=True)]
        # Not always as many as are dead: victims of diplomacy do not count again.
        self.killed = c.killed.copy()
        self.worth = c.worth.copy()
        self.wiped = [n for n, count in enumerate(counts) if count == 0 and c.start[n]]
        self.left: dict[int, int] = {}

    def lose(self, stack: int, number: int) -> None:
        """Units of a stack die."""
        self.count[stack] -= number
        self.dead[stack] += number
        if self.count[stack] == 0 and number:
            self.wiped.append(stack)

    def kill(self, stack: int, number: int) -> None:
        """Units of a stack die and count for the enemy."""
        self.lose(stack, number)
        enemy = 1 - self.combat.side[stack]
        self.killed[enemy] += number
        self.worth[enemy] += number * LEVEL[self.combat.unit[stack]]

    def command(self, command: Command, events: list[Event]) -> None:
        """What a command itself does to units; losses in strikes are events."""
        c = self.combat
        if command.verb is SUBVERT:
            self._subvert(command.args[0] + 1, next(e for e in events if e.name == "subvert_roll"))
        elif command.verb is MAN_SPLIT:
            self.count.append(c.start[-1])
            self.dead.append(0)
            self.count[c.place.index(1)] -= c.start[-1]
        elif command.verb is PARLEY:
            killed = next(int(e.values[0]) for e in events if e.name == "parley")
            self.lose(stack_at(c, command.args[0]), killed)
        elif command.verb is SPEND and c.city == BARBARIANS:
            self.kill(stack_at(c, command.args[0]), -command.args[1])
        elif command.verb is RETREAT:
            for stack in c.order[1]:
                if c.source[stack] != POOL and self.count[stack]:
                    self.left[stack] = self.count[stack]
                    self.count[stack] = 0

    def _subvert(self, number: int, roll: Event) -> None:
        """HW-19.8.b, d: mercenaries change sides, or die."""
        c = self.combat
        side = c.seat.index(roll.seat)
        victim = self._mercenaries(1 - side)
        if roll.values[0] <= roll.values[1]:  # type: ignore[operator]
            self.kill(victim, number)
            return
        self.count[victim] -= number
        stack = self._mercenaries(side)
        if stack >= 0:
            self.count[stack] = min(STACK_LIMIT, self.count[stack] + number)
        elif len(c.side) > len(self.count):
            self.count.append(number if c.place[-1] >= 0 or c.count[-1] else 0)
            self.dead.append(0)

    def _mercenaries(self, side: int) -> int:
        c = self.combat
        known = [stack for stack in c.order[side] if stack < len(self.count)]
        return next((s for s in known if c.unit[s] == MERC and self.count[s]), -1)

    def event(self, event: Event) -> None:
        """Losses that an event tells of."""
        if event.name in LOSSES:
            c = self.combat
            name, lost = str(event.values[0]), int(event.values[-1])
            self.kill(next(s for s in range(len(c.side)) if stack_name(c, s) == name), lost)

    def close_step(self) -> None:
        """The state agrees with the ledger, whether the combat goes on or not."""
        c = self.combat
        assert c.count == self.count, (c.count, self.count)
        assert min(self.dead) >= 0, f"more revived than dead: {self.dead}"
        assert (c.killed, c.worth) == (self.killed, self.worth)
        assert all(0 <= count <= STACK_LIMIT for count in c.count)

    def close(self, state: State, winner: int, later: list[Event]) -> None:
        """The combat is over: what is left has gone home, and the winner has his honour."""
        c = self.combat
        for hero in {c.lead[0], *c.heroes, *[c.source[s] // SECTIONS for s in self.left]} - {-1}:
            if in_play(state, hero):
                self._close_army(state, hero)
        if c.seat[1] == GUARD_SEAT or c.seat[0] == GUARD_SEAT:
            side = 1 if c.seat[1] == GUARD_SEAT else 0
            guards = Counter({NEUTRAL * 6 + n: state.units[c.home * 6 + n] for n in range(6)})
            assert +guards == self._pool(side)
        elif c.city >= 0 and state.cities[c.city * CITY_SIZE + C_HOLDER] == c.seat[1]:
            row = c.city * CITY_SIZE + C_UNITS
            garrison = Counter({unit: state.cities[row + unit] for unit in range(UNIT_COUNT)})
            assert +garrison == self._pool(1)
        if state.opt[O_HONOR] and winner >= 0 and c.lead[winner] >= 0:
            self._close_honor(state, winner, later)

    def _pool(self, side: int) -> "Counter[int]":
        c = self.combat
        found: Counter[int] = Counter()
        for stack in c.order[side]:
            if c.source[stack] == POOL:
                found[c.unit[stack]] += self.count[stack]
        return +found

    def _close_army(self, state: State, hero: int) -> None:
        c = self.combat
        start = hero * HERO_SIZE + H_SECTION
        for section in range(SECTIONS):
            stacks = [s for s in range(len(c.side)) if c.source[s] == hero * SECTIONS + section]
            expected = sum(self.count[s] + self.left.get(s, 0) for s in stacks)
            assert state.heroes[start + 2 * section + 1] == expected

    def _close_honor(self, state: State, winner: int, later: list[Event]) -> None:
        """HW-19.21.a: by level for each stack wiped out, and for each Hero killed."""
        c = self.combat
        hero = c.lead[winner]
        losers = [stack for stack in set(self.wiped) if c.side[stack] != winner]
        due = sum(HONOR_OF_LEVEL[LEVEL[c.unit[stack]]] for stack in losers if not c.count[stack])
        seat = c.seat[1 - winner]
        due += HONOR_OF_HERO * sum(e.name == "hero_killed" and e.seat == seat for e in later)
        name = (hero // 2, hero % 2 + 1)
        gains = [int(e.values[1]) for e in later if e.name == "honor"]
        heroes = [(e.seat, e.values[0]) for e in later if e.name == "honor"]
        assert all(other == name for other in heroes)
        after = state.heroes[hero * HERO_SIZE + H_HONOR]
        assert sum(gains) == min(due, HONOR_CAP - (after - sum(gains)))


def follow(
    ledger: "Ledger | None", state: State, command: Command, events: list[Event]
) -> "Ledger | None":
    """Carry the ledger over a step; the ledger of the combat under way after it, or None."""
    names = [event.name for event in events]
    end = names.index("combat_over") if "combat_over" in names else len(events)
    if ledger is not None:
        ledger.command(command, events)
        for event in events[:end]:
            ledger.event(event)
        ledger.close_step()
        if state.combat is ledger.combat:
            return ledger
        if names.count("combat_over") == 1 and "defeated" not in names:
            begin = names.index("combat") if "combat" in names else len(events)
            c = ledger.combat
            seat = events[end].seat
            winner = c.seat.index(seat) if seat in c.seat and seat >= 0 else -1
            ledger.close(state, winner, events[end:begin])
    if state.combat is None:
        return None
    # A combat that began in this step: its losses so far are events after its beginning.
    begin = len(names) - 1 - names[::-1].index("combat")
    opened = Ledger(state.combat, state.combat.start)
    opened.killed, opened.worth = [0, 0], [0, 0]
    for event in events[begin:]:
        opened.event(event)
    opened.close_step()
    return opened


def census(state: State) -> "Counter[int]":
    """All units outside of combat by kind."""
    found: Counter[int] = Counter()
    for hero in range(2 * state.seats):
        start = hero * HERO_SIZE + H_SECTION
        if army_units(state, hero):
            for slot in range(start, start + 2 * SECTIONS, 2):
                found[state.heroes[slot]] += state.heroes[slot + 1]
    for city in range(3):
        for unit in range(UNIT_COUNT):
            found[unit] += state.cities[city * CITY_SIZE + C_UNITS + unit]
        is_hired = state.grounds[2 * city] == GROUND_MERCS
        found[MERC if is_hired else city * 6] += state.grounds[2 * city + 1]
    for hex in range(WORLD_HEXES):
        race = state.race[state.owner[hex] - 1] if state.owner[hex] else NEUTRAL
        for level in range(6):
            found[race * 6 + level] += state.units[hex * 6 + level]
    return +found
