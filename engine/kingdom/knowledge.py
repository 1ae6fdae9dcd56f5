"""What a kingdom knows: a set of techs, and every number of the rules that techs change."""

from typing import Final, final

from pentarch.engine.core import Numbers
from pentarch.engine.kingdom.tables import (
    KINDS,
    MANA_GAIN,
    MOST_MANA,
    SAWMILL_YIELD,
    TECHS,
    Kind,
    Tech,
)


@final
class Knowledge:
    """A set of known techs. It never changes; there is one object for each set."""

    def __init__(self, numbers: Numbers) -> None:
        techs = [TECHS[number] for number in numbers]
        self.numbers: Final = numbers
        self.techs: Final = techs
        self.hit_points: Final = [kind.hit_points for kind in KINDS]
        self.attack: Final = [kind.attack for kind in KINDS]
        self.upkeep: Final = [kind.upkeep for kind in KINDS]
        self.price: Final = [kind.price for kind in KINDS]
        self.movement: Final = [kind.movement for kind in KINDS]
        for tech in techs:
            _raise(self.hit_points, tech.hit_points)
            _raise(self.attack, tech.attack)
            _raise(self.upkeep, tech.upkeep)
            _raise(self.price, tech.price)
            _raise(self.movement, tech.movement)
        # 0: nothing is saved, nothing is paid.
        self.upkeep_share: Final = sum([tech.upkeep_share for tech in techs])
        self.regions_per_gold: Final = sum([tech.regions_per_gold for tech in techs])
        self.sawmill_yield: Final = SAWMILL_YIELD + sum([tech.sawmill_yield for tech in techs])
        self.castle_attack: Final = sum([tech.castle_attack for tech in techs])
        self.discount: Final = sum([tech.discount for tech in techs])
        self.mana_gain: Final = MANA_GAIN + sum([tech.mana_gain for tech in techs])
        self.most_mana: Final = MOST_MANA + sum([tech.most_mana for tech in techs])

    def has(self, tech: Tech) -> bool:
        """Whether the tech is one of them."""
        return tech.number in self.numbers

    def plus(self, tech: Tech) -> "Knowledge":
        """These techs and one more."""
        return knowledge_of([*self.numbers, tech.number])

    def hit_points_of(self, kind: Kind) -> int:
        """How many hits eliminate a unit."""
        return self.hit_points[kind.number]

    def attack_of(self, kind: Kind) -> int:
        """The attack of a unit; that an incomplete tower has none is up to the caller."""
        return self.attack[kind.number]

    def upkeep_of(self, kind: Kind) -> int:
        """What a unit costs in a round."""
        return self.upkeep[kind.number]

    def price_of(self, kind: Kind) -> int:
        """What a unit costs to train."""
        return self.price[kind.number]

    def movement_of(self, kind: Kind) -> int:
        """How many areas a unit may go in a round."""
        return self.movement[kind.number]


def _raise(numbers: list[int], by: "dict[Kind, int]") -> None:
    for kind, more in by.items():
        numbers[kind.number] += more


def knowledge_of(numbers: list[int]) -> Knowledge:
    """The knowledge of the techs with these numbers."""
    key = tuple(sorted(numbers))
    known = _KNOWN.get(key)
    if known is None:
        known = Knowledge(key)
        _KNOWN[key] = known
    return known


_KNOWN: Final[dict[Numbers, Knowledge]] = {}
NO_KNOWLEDGE: Final = knowledge_of([])
