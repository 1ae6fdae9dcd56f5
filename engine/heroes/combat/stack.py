"""Stacks in a combat, and the strike that is being resolved."""

from typing import Final, final

from pentarch.engine.core import Words
from pentarch.engine.heroes.combat.board import BATTLE_NAMES
from pentarch.engine.heroes.commands import STACK_IDS
from pentarch.engine.heroes.tables import Unit
from pentarch.engine.plain import Json, strs

# Stack.hero of garrisons and guards.
GARRISON: Final = -1
STACK_FLAGS: Final[Words] = ("attacked", "moved", "fired", "adjacent", "freed", "gone", "blessed")


@final
class Stack:
    """Units of one kind that fight together. `number` counts all stacks of a combat.

    `hero` and `section` say whose display it came from. On the Battle Display it stands in `hex`,
    in the Arena it may man a `tower`. `adjacent`: it started its step of this round next to an
    enemy; `freed`: it did so at some time in this combat (HW-19.7.1.a); `gone`: it left alive;
    `blessed`: a special building was used on it.
    """

    __slots__ = (
        "adjacent",
        "attacked",
        "blessed",
        "bonus",
        "count",
        "damage",
        "fired",
        "freed",
        "gone",
        "hero",
        "hex",
        "moved",
        "number",
        "place",
        "pressed",
        "section",
        "side",
        "start",
        "tower",
        "unit",
    )

    def __init__(self, number: int, side: int, place: int, unit: Unit, count: int) -> None:
        self.number = number
        self.side = side
        self.place = place  # among the stacks of its side
        self.unit = unit
        self.count = count
        self.start = count
        self.damage = 0
        self.hero = GARRISON
        self.section = 0
        self.hex = -1
        self.tower = 0
        self.bonus = 0
        self.pressed = 0
        self.attacked = False
        self.moved = False
        self.fired = False
        self.adjacent = False
        self.freed = False
        self.gone = False
        self.blessed = False

    def copy(self) -> "Stack":
        """An independent stack."""
        twin = Stack(self.number, self.side, self.place, self.unit, self.count)
        twin.start = self.start
        twin.damage = self.damage
        twin.hero = self.hero
        twin.section = self.section
        twin.hex = self.hex
        twin.tower = self.tower
        twin.bonus = self.bonus
        twin.pressed = self.pressed
        twin.attacked = self.attacked
        twin.moved = self.moved
        twin.fired = self.fired
        twin.adjacent = self.adjacent
        twin.freed = self.freed
        twin.gone = self.gone
        twin.blessed = self.blessed
        return twin

    @property
    def name(self) -> str:
        """Its id: att1, def2."""
        return f"{'att' if self.side == 0 else 'def'}{self.place + 1}"

    def word(self) -> int:
        """Its position among the words of a command's slot."""
        return self.side * STACK_IDS + self.place

    def stands(self) -> bool:
        """Whether it is somewhere on the Battle Display."""
        return self.count > 0 and self.hex >= 0

    def begin_round(self) -> None:
        """Forget what it did in the last round."""
        self.attacked = self.moved = self.fired = self.adjacent = False

    def leave(self) -> None:
        """It leaves the combat alive."""
        self.count = 0
        self.gone = True

    def flags(self) -> list[bool]:
        """What happened to it, in the order of STACK_FLAGS."""
        return [
            *(self.attacked, self.moved, self.fired, self.adjacent),
            *(self.freed, self.gone, self.blessed),
        ]

    def pack(self, numbers: list[int]) -> None:
        """Append its numbers."""
        bits = 0
        for is_set in self.flags():
            bits = 2 * bits + is_set
        numbers += [
            *(self.number, self.side, self.place, self.unit.number, self.count, self.start),
            *(self.damage, self.hero, self.section, self.hex, self.tower, self.bonus),
            *(self.pressed, bits),
        ]

    def dump(self, heroes: list[str]) -> Json:
        """Its plain values; `heroes` are the names of all Heroes."""
        flags = zip(STACK_FLAGS, self.flags(), strict=True)
        return {
            "stack": self.name,
            "unit": self.unit.name,
            "count": self.count,
            "start": self.start,
            "damage": self.damage,
            "from": f"{heroes[self.hero]}.s{self.section + 1}" if self.hero >= 0 else "garrison",
            "hex": BATTLE_NAMES[self.hex] if self.hex >= 0 else None,
            "tower": self.tower,
            "flags": strs([word for word, is_set in flags if is_set]),
            "bonus": self.bonus,
            "pressed": self.pressed,
        }


# Stages of a strike.
CLEVERNESS: Final = 0
RESULT: Final = 1
FURY: Final = 2
EXPERIENCE: Final = 3
APPLY: Final = 4

STRIKE_KEYS: Final[Words] = (
    *("attacker", "target", "ranged", "attack_die", "defense_die"),
    *("stage", "hits", "victim", "attack_extra", "defense_extra"),
)


@final
class Strike:
    """One attack under way: attacker, target and victim are numbers of stacks.

    What cleverness adds to either total is `attack_extra` and `defense_extra`.
    """

    def __init__(self, attacker: int, target: int, ranged: bool) -> None:
        self.attacker = attacker
        self.target = target
        self.ranged = ranged
        self.attack_die = 0
        self.defense_die = 0
        self.stage = CLEVERNESS
        self.hits = 0
        self.victim = -1
        self.attack_extra = 0
        self.defense_extra = 0

    def copy(self) -> "Strike":
        """An independent strike."""
        twin = Strike(self.attacker, self.target, self.ranged)
        twin.attack_die = self.attack_die
        twin.defense_die = self.defense_die
        twin.stage = self.stage
        twin.hits = self.hits
        twin.victim = self.victim
        twin.attack_extra = self.attack_extra
        twin.defense_extra = self.defense_extra
        return twin

    def values(self) -> list[int]:
        """Its numbers in the order of STRIKE_KEYS."""
        return [
            *(self.attacker, self.target, int(self.ranged), self.attack_die, self.defense_die),
            *(self.stage, self.hits, self.victim, self.attack_extra, self.defense_extra),
        ]

    def pack(self, numbers: list[int]) -> None:
        """Append its numbers."""
        numbers += self.values()

    def dump(self) -> Json:
        """Its plain values."""
        values: dict[str, Json] = dict(zip(STRIKE_KEYS, self.values(), strict=True))
        return values
