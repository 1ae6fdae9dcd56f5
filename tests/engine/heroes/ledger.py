"""What becomes of units, counted from commands and events alone, to hold a state against.

In a combat a unit is in its stack, dead, changed over to the other side, or gone with its Hero.
Outside of one, units that are moved between displays and garrisons stay as many as they were.
"""

from collections import Counter

from pentarch.engine.commands import Command
from pentarch.engine.core import Event
from pentarch.engine.heroes.combat.combat import GUARDS, Combat
from pentarch.engine.heroes.combat.stack import GARRISON
from pentarch.engine.heroes.commands import MAN_SPLIT, PARLEY, RETREAT, SPEND, SUBVERT
from pentarch.engine.heroes.hero import Hero
from pentarch.engine.heroes.state import State
from pentarch.engine.heroes.tables import (
    BARBARIANS,
    HONOR_CAP,
    HONOR_OF_HERO,
    MERC,
    NEUTRAL,
    STACK_LIMIT,
)
from pentarch.engine.heroes.world.site import GROUND_MERCS

LOSSES = ("hits", "attrition", "tower_hit")


class Ledger:
    """The stacks of one combat: how many should be left, are dead, and were wiped out."""

    def __init__(self, c: Combat, counts: list[int]) -> None:
        self.combat = c
        self.count = counts.copy()
        starts = [stack.start for stack in c.stacks]
        self.dead = [start - count for start, count in zip(starts, counts, strict=True)]
        # Not always as many as are dead: victims of diplomacy do not count again.
        self.killed = c.killed.copy()
        self.worth = c.worth.copy()
        self.wiped = [n for n, count in enumerate(counts) if count == 0 and starts[n]]
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
        struck = self.combat.stacks[stack]
        enemy = 1 - struck.side
        self.killed[enemy] += number
        self.worth[enemy] += number * struck.unit.level

    def command(self, command: Command, events: list[Event]) -> None:
        """What a command itself does to units; losses in strikes are events."""
        c = self.combat
        if command.verb is SUBVERT:
            self._subvert(command.args[0] + 1, next(e for e in events if e.name == "subvert_roll"))
        elif command.verb is MAN_SPLIT:
            half = c.stacks[-1].start
            self.count.append(half)
            self.dead.append(0)
            self.count[next(s.number for s in c.stacks if s.tower == 1)] -= half
        elif command.verb is PARLEY:
            killed = next(int(e.values[0]) for e in events if e.name == "parley")
            self.lose(c.named(command.args[0]).number, killed)
        elif command.verb is SPEND and c.city == BARBARIANS:
            self.kill(c.named(command.args[0]).number, -command.args[1])
        elif command.verb is RETREAT:
            for stack in c.sides[1]:
                if stack.hero != GARRISON and self.count[stack.number]:
                    self.left[stack.number] = self.count[stack.number]
                    self.count[stack.number] = 0

    def _subvert(self, number: int, roll: Event) -> None:
        """HW-19.8.b, d: mercenaries change sides, or die."""
        c = self.combat
        side = c.seats.index(roll.seat)
        victim = self._mercenaries(1 - side)
        if roll.values[0] <= roll.values[1]:  # type: ignore[operator]
            self.kill(victim, number)
            return
        self.count[victim] -= number
        stack = self._mercenaries(side)
        if stack >= 0:
            self.count[stack] = min(STACK_LIMIT, self.count[stack] + number)
        elif len(c.stacks) > len(self.count):
            newest = c.stacks[-1]
            self.count.append(number if newest.hex >= 0 or newest.count else 0)
            self.dead.append(0)

    def _mercenaries(self, side: int) -> int:
        c = self.combat
        known = [stack for stack in c.sides[side] if stack.number < len(self.count)]
        mercs = [stack.number for stack in known if stack.unit.is_merc]
        return next((number for number in mercs if self.count[number]), -1)

    def event(self, event: Event) -> None:
        """Losses that an event tells of."""
        if event.name in LOSSES:
            c = self.combat
            name, lost = str(event.values[0]), int(event.values[-1])
            self.kill(next(s.number for s in c.stacks if s.name == name), lost)

    def close_step(self) -> None:
        """The state agrees with the ledger, whether the combat goes on or not."""
        c = self.combat
        counts = [stack.count for stack in c.stacks]
        assert counts == self.count, (counts, self.count)
        assert min(self.dead) >= 0, f"more revived than dead: {self.dead}"
        assert (c.killed, c.worth) == (self.killed, self.worth)
        assert all(0 <= count <= STACK_LIMIT for count in counts)

    def close(self, state: State, winner: int, later: list[Event]) -> None:
        """The combat is over: what is left has gone home, and the winner has his honour."""
        c = self.combat
        for number in {c.leads[0], *c.heroes, *[c.stacks[s].hero for s in self.left]} - {-1}:
            if state.heroes[number].in_play():
                self._close_army(state.heroes[number])
        if GUARDS in c.seats:
            units = state.sites[c.home].units
            guards = Counter({NEUTRAL * 6 + n: count for n, count in enumerate(units)})
            assert +guards == self._pool(c.seats.index(GUARDS))
        elif c.is_siege() and state.cities[c.city].holder == c.seats[1]:
            garrison = Counter(dict(enumerate(state.cities[c.city].garrison)))
            assert +garrison == self._pool(1)
        if state.settings.honor and winner >= 0 and c.leads[winner] >= 0:
            self._close_honor(state, winner, later)

    def _pool(self, side: int) -> "Counter[int]":
        c = self.combat
        found: Counter[int] = Counter()
        for stack in c.sides[side]:
            if stack.hero == GARRISON:
                found[stack.unit.number] += self.count[stack.number]
        return +found

    def _close_army(self, hero: Hero) -> None:
        own = [stack for stack in self.combat.stacks if stack.hero == hero.number]
        for place, section in enumerate(hero.sections):
            stacks = [stack.number for stack in own if stack.section == place]
            assert section.count == sum(self.count[s] + self.left.get(s, 0) for s in stacks)

    def _close_honor(self, state: State, winner: int, later: list[Event]) -> None:
        """HW-19.21.a: by level for each stack wiped out, and for each Hero killed."""
        c = self.combat
        hero = state.heroes[c.leads[winner]]
        losers = [c.stacks[number] for number in set(self.wiped)]
        due = sum(s.unit.honor for s in losers if s.side != winner and not s.count)
        seat = c.seats[1 - winner]
        due += HONOR_OF_HERO * sum(e.name == "hero_killed" and e.seat == seat for e in later)
        name = (hero.seat, hero.number % 2 + 1)
        gains = [int(e.values[1]) for e in later if e.name == "honor"]
        heroes = [(e.seat, e.values[0]) for e in later if e.name == "honor"]
        assert all(other == name for other in heroes)
        assert sum(gains) == min(due, HONOR_CAP - (hero.honor - sum(gains)))


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
            winner = c.seats.index(seat) if seat in c.seats and seat >= 0 else -1
            ledger.close(state, winner, events[end:begin])
    if state.combat is None:
        return None
    # A combat that began in this step: its losses so far are events after its beginning.
    begin = len(names) - 1 - names[::-1].index("combat")
    opened = Ledger(state.combat, [stack.start for stack in state.combat.stacks])
    opened.killed, opened.worth = [0, 0], [0, 0]
    for event in events[begin:]:
        opened.event(event)
    opened.close_step()
    return opened


def census(state: State) -> "Counter[int]":
    """All units outside of combat by kind."""
    found: Counter[int] = Counter()
    for hero in state.heroes:
        for section in hero.sections:
            found[section.unit.number] += section.count
    for city, ground in zip(state.cities, state.grounds, strict=True):
        for unit, count in enumerate(city.garrison):
            found[unit] += count
        found[MERC if ground.status == GROUND_MERCS else city.race * 6] += ground.units
    for site in state.sites:
        race = state.players[site.owner].race if site.owner >= 0 else NEUTRAL
        for level, count in enumerate(site.units):
            found[race * 6 + level] += count
    return +found
