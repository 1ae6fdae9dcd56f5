"""The options of the ruleset, and what was agreed before a match."""

from typing import Final, final

from pentarch.engine.core import Words
from pentarch.engine.errors import InvalidOption
from pentarch.engine.kingdom.board import Board
from pentarch.engine.kingdom.maps import FIXED_MAPS, RANDOM_SIZES
from pentarch.engine.options import Option, Options, flag, number, word

AUTO_MAPS: Final = {2: "duel", 3: "crowns", 4: "winds", 5: "pentacle", 6: "realms"}
SIZE_NAMES: Final[Words] = tuple(RANDOM_SIZES)
NO_GARRISONS: Final = "none"
STRONG_GARRISONS: Final = "strong"
LEAST_GOAL: Final = 2
LEAST_ROUNDS: Final = 5

OPTIONS: Final[tuple[Option, ...]] = (
    word("map", "auto", ("auto", *FIXED_MAPS, "random"), "the map; auto picks one by seats"),
    word("map_size", "medium", SIZE_NAMES, "how large a random map is"),
    number("castles_to_win", 0, 0, 25, "castles that win; 0: the map's number"),
    number("max_rounds", 0, 0, 200, "the last round, from 5; 0: the map's number"),
    number("start_gold", 10, 0, 50, "gold of each kingdom at the start"),
    number("start_swordsmen", 2, 1, 6, "swordsmen in each home at the start"),
    number("home_attack", 2, 1, 6, "attack of the home castles at the start"),
    word(
        "garrisons",
        "normal",
        (NO_GARRISONS, "normal", STRONG_GARRISONS),
        "how strongly neutral castles are held",
    ),
    number("market_size", 4, 0, 7, "scrolls on offer each round"),
    number("price_spread", 2, 0, 3, "how far prices stray from the list"),
    number("tech_interval", 3, 0, 10, "a tech is offered every so many rounds; 0: never"),
    number("tower_build_time", 2, 1, 2, "rounds until a guard tower can fight"),
    flag("extra_spells", False, "mages can cast blessing too"),
)


@final
class Settings:
    """What was agreed before the match and never changes in it."""

    def __init__(self, board: Board, options: Options) -> None:
        self.board: Final = board
        self.options: Final = options
        self.seats: Final = board.seats
        self.goal: Final = options.number("castles_to_win") or board.castles_to_win
        self.last_round: Final = options.number("max_rounds") or board.max_rounds
        self.start_gold: Final = options.number("start_gold")
        self.start_swordsmen: Final = options.number("start_swordsmen")
        self.home_attack: Final = options.number("home_attack")
        self.garrisons: Final = options.word("garrisons")
        self.market_size: Final = options.number("market_size")
        self.price_spread: Final = options.number("price_spread")
        self.tech_interval: Final = options.number("tech_interval")
        self.tower_build_time: Final = options.number("tower_build_time")
        self.has_blessing: Final = options.flag("extra_spells")

    def refuse_misfits(self) -> None:
        """KC-18.2. Raises InvalidOption for what cannot be played on this board."""
        goal, castles = self.options.number("castles_to_win"), len(self.board.castles)
        if goal and not LEAST_GOAL <= goal <= castles:
            raise InvalidOption(
                f"option 'castles_to_win' must be 0 or {LEAST_GOAL} to {castles} on this map"
            )
        if 0 < self.options.number("max_rounds") < LEAST_ROUNDS:
            raise InvalidOption(f"option 'max_rounds' must be 0 or at least {LEAST_ROUNDS}")


def map_name(seats: int, options: Options) -> str:
    """The map that the options name for so many seats; `random` for one to be grown."""
    name = options.word("map")
    return AUTO_MAPS[seats] if name == "auto" else name
