"""The options of Township, and the form in which the rules read them."""

from abc import ABC, abstractmethod
from typing import Final, final

from pentarch.engine.options import Option, Options, number, word
from pentarch.engine.township.tables import FULL, WEARS


class ToolWear(ABC):
    """What use does to tools (option `tool_wear`)."""

    @abstractmethod
    def dice(self, used: int) -> int:
        """How many dice are thrown for so many tools."""

    @abstractmethod
    def worn(self, used: int, dice: list[int]) -> int:
        """How many of them are gone."""


@final
class NoWear(ToolWear):
    """TS-4.5."""

    def dice(self, used: int) -> int:
        return 0

    def worn(self, used: int, dice: list[int]) -> int:
        return 0


@final
class DieWear(ToolWear):
    """TS-4.6."""

    def dice(self, used: int) -> int:
        return used

    def worn(self, used: int, dice: list[int]) -> int:
        return dice.count(WEARS)


@final
class SingleUse(ToolWear):
    """TS-4.7."""

    def dice(self, used: int) -> int:
        return 0

    def worn(self, used: int, dice: list[int]) -> int:
        return used


class LootRule(ABC):
    """How much a loot takes (option `loot_rule`)."""

    @abstractmethod
    def pieces(self, points: int) -> int:
        """How many pieces are drawn for so many points left over."""


@final
class PiecePerPoint(LootRule):
    """TS-16.5."""

    def pieces(self, points: int) -> int:
        return points


@final
class SinglePiece(LootRule):
    """TS-16.6."""

    def pieces(self, points: int) -> int:
        return 1


class DestroyRule(ABC):
    """How the five tokens that destroy a building are counted (option `destroy_rule`)."""

    @abstractmethod
    def destroys(self, damage: int, depletion: int) -> bool:
        """Whether a building with these tokens is removed."""

    @abstractmethod
    def leaves_room(self, damage: int, depletion: int) -> bool:
        """Whether it can take another damage token."""


@final
class Combined(DestroyRule):
    """TS-6.1, TS-16.9."""

    def destroys(self, damage: int, depletion: int) -> bool:
        return damage + depletion >= FULL

    def leaves_room(self, damage: int, depletion: int) -> bool:
        return damage + depletion < FULL


@final
class SameKind(DestroyRule):
    """TS-6.5, TS-16.9."""

    def destroys(self, damage: int, depletion: int) -> bool:
        return damage >= FULL or depletion >= FULL

    def leaves_room(self, damage: int, depletion: int) -> bool:
        return damage < FULL


TOOL_WEARS: Final[dict[str, ToolWear]] = {
    "none": NoWear(),
    "die": DieWear(),
    "single": SingleUse(),
}
LOOT_RULES: Final[dict[str, LootRule]] = {
    "per_point": PiecePerPoint(),
    "single": SinglePiece(),
}
DESTROY_RULES: Final[dict[str, DestroyRule]] = {
    "combined": Combined(),
    "same_kind": SameKind(),
}

OPTIONS: Final[tuple[Option, ...]] = (
    number("renown_target", 50, 20, 200, "renown that ends the match"),
    number("round_cap", 40, 5, 100, "the last round"),
    number("peace_rounds", 3, 0, 20, "rounds without mustering"),
    word("tool_wear", "none", tuple(TOOL_WEARS), "what happens to used tools"),
    word("loot_rule", "per_point", tuple(LOOT_RULES), "how much a loot takes"),
    word("destroy_rule", "combined", tuple(DESTROY_RULES), "how the five tokens are counted"),
    number("attack_laurels", 2, 0, 5, "laurels per defender eliminated"),
    number("defence_laurels", 1, 0, 5, "laurels per attacker eliminated in a rout"),
    number("capture_laurels", 1, 0, 5, "laurels captured per unit or point left"),
    number("finery_renown", 1, 0, 3, "renown per finery in stock"),
)


@final
class Settings:
    """The options of a match, read once. Never changes."""

    def __init__(self, options: Options) -> None:
        self.options: Final = options
        self.renown_target: Final = options.number("renown_target")
        self.round_cap: Final = options.number("round_cap")
        self.peace_rounds: Final = options.number("peace_rounds")
        self.tool_wear: Final = TOOL_WEARS[options.word("tool_wear")]
        self.loot_rule: Final = LOOT_RULES[options.word("loot_rule")]
        self.destroy_rule: Final = DESTROY_RULES[options.word("destroy_rule")]
        self.attack_laurels: Final = options.number("attack_laurels")
        self.defence_laurels: Final = options.number("defence_laurels")
        self.capture_laurels: Final = options.number("capture_laurels")
        self.finery_renown: Final = options.number("finery_renown")
