"""The options of a match."""

from typing import Final

from pentarch.engine.options import Option, flag, number, word
from pentarch.engine.tradewarz.state import LENGTHS

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
