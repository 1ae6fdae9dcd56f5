"""A combat: who fights whom for which hex, and how far it has come."""

from typing import TYPE_CHECKING, Final, final

from pentarch.engine.core import SEAT_NAMES, Words
from pentarch.engine.heroes.combat.board import BATTLE_NAMES, WORKS_HEXES
from pentarch.engine.heroes.combat.stack import GARRISON, Stack, Strike
from pentarch.engine.heroes.commands import STACK_IDS
from pentarch.engine.heroes.tables import LETTERS, Unit
from pentarch.engine.heroes.world.map import HEX_NAMES
from pentarch.engine.plain import Json, ints

if TYPE_CHECKING:
    from pentarch.engine.heroes.combat.method import Method

# The seat of neutral guards.
GUARDS: Final = -1
NO_CITY: Final = -1

# Phases of a combat, in their order; steps 2 to 7 are those of a round.
P_AVOID: Final = "avoid"
P_PARLEY: Final = "parley"
P_MAN1: Final = "man1"
P_MAN2: Final = "man2"
P_DEPLOY1: Final = "deploy1"
P_DEPLOY2: Final = "deploy2"
P_OPENING: Final = "opening"
P_BREACH: Final = "breach"
P_TOWER: Final = "tower"
P_SHIFT: Final = "shift"
P_STEP2: Final = "step2"
P_STEP3: Final = "step3"
P_STEP4: Final = "step4"
P_STEP5: Final = "step5"
P_STEP6: Final = "step6"
P_STEP7: Final = "step7"
P_SEIZE: Final = "seize"
P_SPECIAL: Final = "special"
P_SUBVERT: Final = "subvert"
P_LEAVE_ATTACKER: Final = "leave_attacker"
P_LEAVE_DEFENDER: Final = "leave_defender"
P_RETREAT: Final = "retreat"
PHASES: Final[Words] = (
    *(P_AVOID, P_PARLEY, P_MAN1, P_MAN2, P_DEPLOY1, P_DEPLOY2, P_OPENING, P_BREACH, P_TOWER),
    *(P_SHIFT, P_STEP2, P_STEP3, P_STEP4, P_STEP5, P_STEP6, P_STEP7, P_SEIZE, P_SPECIAL),
    *(P_SUBVERT, P_LEAVE_ATTACKER, P_LEAVE_DEFENDER, P_RETREAT),
)
# Not a phase: somebody is asked for his race skill in the midst of a strike.
SKILL: Final = "skill"
_DECISIONS: Final = {phase: f"combat {phase}" for phase in (*PHASES, SKILL)}

# Plain numbers of a combat.
COMBAT_NUMBERS: Final[Words] = (
    *("reaction", "actor", "round", "initiative", "quiet", "busy"),
    *("passes", "sub", "cursor", "wall", "breached", "giants"),
)


@final
class Combat:
    """One combat. Side 0 is the original attacker, side 1 the original defender.

    `leads` are the leading Heroes by side (-1: none), `heroes` all Heroes of side 1. `actor` is the
    side that decides, `sub` the part of a step and `cursor` the stack or side whose turn it is in a
    phase. `works` are the conditions of the hexes of a wall and its towers on the Battle Display,
    `wall` and `towers` those in the Arena: 0 whole, 1 damaged, 2 destroyed.
    """

    __slots__ = (
        "actor",
        "aim",
        "breached",
        "busy",
        "city",
        "cursor",
        "giants",
        "heroes",
        "hex",
        "home",
        "initiative",
        "killed",
        "leads",
        "method",
        "passes",
        "phase",
        "plan",
        "quiet",
        "reaction",
        "round",
        "seats",
        "seized",
        "sides",
        "stacks",
        "strike",
        "sub",
        "towers",
        "used",
        "wall",
        "works",
        "worth",
    )

    def __init__(self, method: "Method", hex: int, seats: "tuple[int, int]") -> None:
        self.method = method
        self.hex = hex
        self.seats = seats
        self.home = -1  # where guards go back to; -1: no guards
        self.city = NO_CITY  # besieged City or Camp
        self.reaction = False
        self.leads = [-1, -1]
        self.heroes: list[int] = []
        self.phase = P_AVOID
        self.actor = 0
        self.round = 0
        self.initiative = 1
        self.quiet = 0  # rounds without an attack or a breach
        self.busy = False  # there was one in this round
        self.passes = 0
        self.sub = 0
        self.cursor = 0
        self.wall = 0
        self.towers = [0, 0]
        self.works = [0] * len(WORKS_HEXES)
        self.aim = -1
        self.breached = False
        self.seized = [0, 0]
        self.used = [0, 0]  # race skills
        self.strike: Strike | None = None
        self.plan: list[tuple[int, int]] = []  # attacks announced: attacker and target
        self.killed = [0, 0]  # units killed by side 0 and 1
        self.worth = [0, 0]  # their levels added up
        self.giants = 0  # highest guard level at the start
        self.stacks: list[Stack] = []
        self.sides: list[list[Stack]] = [[], []]

    def copy(self) -> "Combat":
        """An independent combat."""
        twin = Combat(self.method, self.hex, self.seats)
        twin.home = self.home
        twin.city = self.city
        twin.reaction = self.reaction
        twin.leads = self.leads.copy()
        twin.heroes = self.heroes.copy()
        twin.phase = self.phase
        twin.actor = self.actor
        twin.round = self.round
        twin.initiative = self.initiative
        twin.quiet = self.quiet
        twin.busy = self.busy
        twin.passes = self.passes
        twin.sub = self.sub
        twin.cursor = self.cursor
        twin.wall = self.wall
        twin.towers = self.towers.copy()
        twin.works = self.works.copy()
        twin.aim = self.aim
        twin.breached = self.breached
        twin.seized = self.seized.copy()
        twin.used = self.used.copy()
        twin.strike = None if self.strike is None else self.strike.copy()
        twin.plan = self.plan.copy()
        twin.killed = self.killed.copy()
        twin.worth = self.worth.copy()
        twin.giants = self.giants
        for stack in self.stacks:
            twin.append(stack.copy())
        return twin

    def append(self, stack: Stack) -> None:
        """The next stack, which is the next of its side, too."""
        self.stacks.append(stack)
        self.sides[stack.side].append(stack)

    def add_stack(
        self, side: int, unit: Unit, count: int, hero: int = GARRISON, section: int = 0
    ) -> Stack:
        """A new stack with the next free id of its side."""
        stack = Stack(len(self.stacks), side, len(self.sides[side]), unit, count)
        stack.hero = hero
        stack.section = section
        self.append(stack)
        return stack

    def stack_at(self, word: int) -> "Stack | None":
        """The stack that a word of a command's slot names."""
        stacks = self.sides[word // STACK_IDS]
        number = word % STACK_IDS
        return stacks[number] if number < len(stacks) else None

    def named(self, word: int) -> Stack:
        """The stack that a word names; it is there."""
        return self.sides[word // STACK_IDS][word % STACK_IDS]

    def units(self, side: int) -> int:
        """Units a side still has."""
        total = 0
        for stack in self.sides[side]:
            total += stack.count
        return total

    def kill(self, stack: Stack, number: int) -> None:
        """Remove units and count them for the enemy."""
        stack.count -= number
        self.killed[1 - stack.side] += number
        self.worth[1 - stack.side] += number * stack.unit.level
        if stack.count == 0:
            stack.damage = 0

    def is_siege(self) -> bool:
        """Whether a City or Camp is attacked."""
        return self.city >= 0

    def are_guards(self, side: int) -> bool:
        """Whether a side are neutral guards."""
        return self.seats[side] == GUARDS

    def hero_side(self) -> int:
        """In a combat with guards, the side of the Hero."""
        return 1 if self.seats[0] == GUARDS else 0

    def right_side(self) -> int:
        """The side in the defender's area: guards also when they attack (HW-7.3.1.2.a)."""
        return 0 if self.seats[0] == GUARDS else 1

    def has_garrison(self, side: int) -> bool:
        """Whether garrison units of a side still stand."""
        return any(stack.hero == GARRISON and stack.count for stack in self.sides[side])

    def enter(self, phase: str) -> None:
        """Begin a phase."""
        self.phase = phase
        self.sub = 0
        self.passes = 0
        self.cursor = self.initiative if phase in (P_OPENING, P_SUBVERT) else 0

    def wait(self, side: int) -> bool:
        """A side decides."""
        self.actor = side
        return True

    @property
    def decision(self) -> str:
        """What is being decided, with the word in front that tells it from decisions of a turn."""
        return _DECISIONS[self.phase if self.strike is None else SKILL]

    def pack(self, numbers: list[int]) -> None:
        """Append its numbers."""
        numbers += [
            *(self.method.number, self.hex, self.home, self.city, int(self.reaction)),
            *(PHASES.index(self.phase), self.actor, self.round, self.initiative, self.quiet),
            *(int(self.busy), self.passes, self.sub, self.cursor, self.wall, self.aim),
            *(int(self.breached), self.giants, len(self.heroes), len(self.plan)),
            *(len(self.stacks), int(self.strike is not None), *self.seats),
        ]
        for one, other in self.plan:
            numbers += [one, other]
        for values in (self.leads, self.heroes, self.towers, self.works, self.seized, self.used):
            numbers += values
        numbers += self.killed
        numbers += self.worth
        if self.strike is not None:
            self.strike.pack(numbers)
        for stack in self.stacks:
            stack.pack(numbers)

    def dump(self, heroes: list[str]) -> Json:
        """Its plain values; `heroes` are the names of all Heroes."""
        return {
            "hex": HEX_NAMES[self.hex],
            "guards_from": HEX_NAMES[self.home] if self.home >= 0 else None,
            "city": LETTERS[self.city] if self.city >= 0 else None,
            "seats": [SEAT_NAMES[seat] if seat >= 0 else "guards" for seat in self.seats],
            "leading": [heroes[hero] if hero >= 0 else None for hero in self.leads],
            "heroes": [heroes[hero] for hero in self.heroes],
            "phase": self.phase,
            "aim": BATTLE_NAMES[self.aim] if self.aim >= 0 else None,
            "towers": ints(self.towers),
            "works": ints(self.works),
            "seized": ints(self.seized),
            "skill_used": ints(self.used),
            "strike": None if self.strike is None else self.strike.dump(),
            "plan": [[stack, target] for stack, target in self.plan],
            "killed": ints(self.killed),
            "worth": ints(self.worth),
            "stacks": [stack.dump(heroes) for stack in self.stacks],
            "reaction": int(self.reaction),
            "actor": self.actor,
            "round": self.round,
            "initiative": self.initiative,
            "quiet": self.quiet,
            "busy": int(self.busy),
            "passes": self.passes,
            "sub": self.sub,
            "cursor": self.cursor,
            "wall": self.wall,
            "breached": int(self.breached),
            "giants": self.giants,
        }
