"""The options of a match, and the form in which the rules ask for them."""

from typing import Final, final

from pentarch.engine.core import Words
from pentarch.engine.options import Option, Value, flag, number, word

UNTIL_TARGET: Final = "xadlas"
FOR_YEARS: Final = "years"
FOR_SEASONS: Final = "seasons"
LENGTHS: Final[Words] = (UNTIL_TARGET, FOR_YEARS, FOR_SEASONS)

OPTIONS: Final[tuple[Option, ...]] = (
    word("length", "xadlas", LENGTHS, "what ends a match: a target, years, or a season budget"),
    number("target", 8, 3, 20, "Xadlas needed to win (length xadlas)"),
    number("years", 4, 1, 20, "years played (length years)"),
    number("season_budget", 20, 1, 100, "seasons played (length seasons)"),
    number("year_cap", 8, 1, 20, "years after which every match ends"),
    flag("full_lap", False, "ships complete a lap before they dock"),
    word("post_placement", "random", ("random", "players"), "who places the trading posts"),
    word("march_scope", "all", ("all", "one"), "whether a march moves all groups or one"),
    word("battle_deal", "random", ("random", "equal"), "how the battle decks are dealt"),
    flag("rotate_first", True, "the first seat changes every year"),
    flag("alliances", True, "alliances are allowed (three seats or more)"),
    number("alliance_max", 2, 2, 5, "members an alliance may have"),
    flag("alliance_victory", False, "allies win together or not at all"),
    flag("trading", True, "trade offers are allowed"),
)


@final
class Settings:
    """The options of a match, read once; never changes."""

    def __init__(self, values: "dict[str, Value]") -> None:
        self.values: Final = values
        self.length: Final = str(values["length"])
        self.target: Final = int(values["target"])
        self.years: Final = int(values["years"])
        self.budget: Final = int(values["season_budget"])
        self.full_lap: Final = bool(values["full_lap"])
        self.posts_by_seats: Final = values["post_placement"] == "players"
        self.one_group: Final = values["march_scope"] == "one"
        self.equal_deal: Final = values["battle_deal"] == "equal"
        self.rotate: Final = bool(values["rotate_first"])
        self.alliances: Final = bool(values["alliances"])
        self.alliance_max: Final = int(values["alliance_max"])
        self.alliance_victory: Final = bool(values["alliance_victory"])
        self.trading: Final = bool(values["trading"])
        cap = int(values["year_cap"])
        if self.length == FOR_YEARS:
            cap = max(cap, self.years)
        if self.length == FOR_SEASONS:
            cap = max(cap, (self.budget + 4) // 5)
        self.cap: Final = cap
