"""A Hero: his abilities, his way this turn, and the six sections of his display."""

from typing import Final, final

from pentarch.engine.core import Numbers, Words
from pentarch.engine.heroes.tables import (
    ABILITIES,
    EQUIPMENT,
    QUESTS,
    RACES,
    SECTIONS,
    SKILLS,
    STACK_LIMIT,
    UNIT_WORDS,
    UNITS,
    Unit,
)
from pentarch.engine.heroes.world.map import HEX_NAMES
from pentarch.engine.plain import Json, ints, strs

AVAILABLE: Final = "available"
IN_PLAY: Final = "in_play"
DEAD: Final = "dead"
ABSENT: Final = "absent"
STATUS: Final[Words] = (AVAILABLE, IN_PLAY, DEAD, ABSENT)

# Hero.finished: until the end of this turn, or until the owner's next turn.
DONE_NOW: Final = 1
ARRIVED: Final = 2

_ZEROS: Final[Numbers] = (0, 0, 0, 0)
_UNSKILLED: Final[Numbers] = (0, 0, 0)


@final
class Section:
    """A section of a display: one kind of unit and how many. It is replaced, never changed."""

    def __init__(self, unit: Unit, count: int) -> None:
        self.unit: Final = unit
        self.count: Final = count

    def dump(self) -> Json:
        """Its plain values; None: empty."""
        if not self.count:
            return None
        return {"unit": UNIT_WORDS[self.unit.word], "name": self.unit.name, "count": self.count}


EMPTY: Final = Section(UNITS[0], 0)
NO_ARMY: Final = (EMPTY,) * SECTIONS


def raised(values: Numbers, which: int, by: int) -> Numbers:
    """The values with one of them changed."""
    return tuple([value + by if i == which else value for i, value in enumerate(values)])


@final
class Hero:
    """A Hero. His number is seat * 2, or one more for the seat's second Hero.

    `abilities` are without equipment, whose sum is `bonus`. `skills` are trade, diplomacy and the
    race skill. `finished` says that he can do nothing more, `origin` where he came from.

    Copies share sections, gear and whatever else is not a number: it is replaced, never changed.
    """

    __slots__ = (
        "abilities",
        "bonus",
        "died",
        "entered",
        "experience",
        "finished",
        "gear",
        "hex",
        "honor",
        "level",
        "moved",
        "mp",
        "number",
        "origin",
        "progress",
        "quest",
        "quest_dropped",
        "race",
        "seat",
        "sections",
        "skills",
        "spent",
        "status",
        "trained",
        "transfers",
        "tried",
    )

    def __init__(self, number: int, race: int) -> None:
        self.number = number
        self.seat = number // 2
        self.race = race
        self.status = ABSENT
        self.hex = -1
        self.origin = 0
        self.mp = 0
        self.level = 0
        self.experience = 0
        self.abilities = _ZEROS
        self.bonus = _ZEROS
        self.skills = _UNSKILLED
        self.honor = 0
        self.quest = -1
        self.progress = 0
        self.trained = False
        self.moved = False
        self.finished = 0
        self.transfers = 0
        self.spent = False
        self.quest_dropped = False
        self.died = False
        self.entered = 0  # the number of his last entry in this turn
        self.tried: Numbers = ()  # movers against whom he has tried to react this turn
        self.gear: Numbers = ()
        self.sections: tuple[Section, ...] = NO_ARMY

    def copy(self) -> "Hero":
        """An independent Hero."""
        twin = Hero(self.number, self.race)
        twin.status = self.status
        twin.hex = self.hex
        twin.origin = self.origin
        twin.mp = self.mp
        twin.level = self.level
        twin.experience = self.experience
        twin.abilities = self.abilities
        twin.bonus = self.bonus
        twin.skills = self.skills
        twin.honor = self.honor
        twin.quest = self.quest
        twin.progress = self.progress
        twin.trained = self.trained
        twin.moved = self.moved
        twin.finished = self.finished
        twin.transfers = self.transfers
        twin.spent = self.spent
        twin.quest_dropped = self.quest_dropped
        twin.died = self.died
        twin.entered = self.entered
        twin.tried = self.tried
        twin.gear = self.gear
        twin.sections = self.sections
        return twin

    def reset(self) -> None:
        """Start values of T7, an empty display, nothing done yet (HW-4.1.c)."""
        self.hex = -1
        self.origin = -1
        self.mp = 0
        self.level = 1
        self.experience = 0
        self.abilities = RACES[self.race].abilities
        self.bonus = _ZEROS
        self.skills = _UNSKILLED
        self.honor = 0
        self.quest = -1
        self.progress = 0
        self.moved = False
        self.finished = 0
        self.transfers = 0
        self.spent = False
        self.quest_dropped = False
        self.entered = 0
        self.gear = ()
        self.sections = NO_ARMY

    @property
    def name(self) -> str:
        """His name on the map."""
        return RACES[self.race].heroes[self.number % 2]

    def in_play(self) -> bool:
        """Whether he is on the map."""
        return self.hex >= 0

    def ability(self, which: int) -> int:
        """His Attack, Defense, Initiative or Movement with his equipment (HW-2.0.a)."""
        return self.abilities[which] + self.bonus[which]

    def raise_ability(self, which: int) -> None:
        """One point more."""
        self.abilities = raised(self.abilities, which, 1)

    def raise_skill(self, which: int) -> None:
        """One point more of trade, diplomacy or the race skill."""
        self.skills = raised(self.skills, which, 1)

    def equip(self, marker: int) -> None:
        """Put an equipment marker on his display."""
        self.gear = (*self.gear, marker)
        self.bonus = raised(self.bonus, EQUIPMENT[marker].ability, EQUIPMENT[marker].bonus)

    def units(self) -> int:
        """Units on his display."""
        total = 0
        for section in self.sections:
            total += section.count
        return total

    def stacks(self) -> int:
        """Sections in use on his display."""
        return sum(1 for section in self.sections if section.count)

    def strength(self) -> int:
        """Levels of all units on his display."""
        total = 0
        for section in self.sections:
            total += section.unit.level * section.count
        return total

    def rooms(self, unit: Unit) -> list[int]:
        """Room for a unit in each section: in stacks of the kind, and in the lowest empty one."""
        # HW-17.1.a: one stack of mercenaries.
        is_new = not (unit.is_merc and self.has_mercenaries())
        rooms: list[int] = []
        for section in self.sections:
            if section.count:
                rooms.append(STACK_LIMIT - section.count if section.unit is unit else 0)
            else:
                rooms.append(STACK_LIMIT if is_new else 0)
                is_new = False
        return rooms

    def has_mercenaries(self) -> bool:
        """Whether there is a stack of them."""
        return any(section.count and section.unit.is_merc for section in self.sections)

    def put(self, place: int, unit: Unit, number: int) -> None:
        """Change a section's stack by a number of units."""
        sections = self.sections
        count = sections[place].count + number
        section = Section(unit, count) if count else EMPTY
        self.sections = (*sections[:place], section, *sections[place + 1 :])

    def pack(self, numbers: list[int]) -> None:
        """Append his numbers."""
        numbers += [
            *(self.number, self.race, STATUS.index(self.status), self.hex, self.origin, self.mp),
            *(self.level, self.experience, self.honor, self.quest, self.progress, self.finished),
            *(self.transfers, self.entered, int(self.trained), int(self.moved), int(self.spent)),
            *(int(self.quest_dropped), int(self.died), len(self.tried), len(self.gear)),
        ]
        numbers += self.abilities
        numbers += self.bonus
        numbers += self.skills
        numbers += self.tried
        numbers += self.gear
        for section in self.sections:
            numbers.append(section.unit.number)
            numbers.append(section.count)

    def dump(self) -> "dict[str, Json]":
        """His plain values, but for `tried`, which the state shows."""
        return {
            "hero": self.name,
            "status": self.status,
            "hex": HEX_NAMES[self.hex] if self.hex >= 0 else None,
            "from": HEX_NAMES[self.origin] if self.origin >= 0 else None,
            "abilities": dict(zip(ABILITIES, ints(list(self.abilities)), strict=True)),
            "with_equipment": {name: self.ability(i) for i, name in enumerate(ABILITIES)},
            "equipment": strs([EQUIPMENT[marker].name for marker in self.gear]),
            "skills": dict(zip(self.skill_names(), ints(list(self.skills)), strict=True)),
            "quest": QUESTS[self.quest].name if self.quest >= 0 else None,
            "sections": [section.dump() for section in self.sections],
            "mp": self.mp,
            "level": self.level,
            "experience": self.experience,
            "honor": self.honor,
            "progress": self.progress,
            "trained": int(self.trained),
            "moved": int(self.moved),
            "finished": self.finished,
            "transfers": self.transfers,
            "spent": int(self.spent),
            "quest_dropped": int(self.quest_dropped),
            "died": int(self.died),
            "entered": self.entered,
        }

    def skill_names(self) -> "tuple[str, str, str]":
        """The names of his skills."""
        return ("trade", "diplomacy", SKILLS[RACES[self.race].skill])
