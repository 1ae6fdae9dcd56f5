"""The options of a match, and the settings that are read from them once."""

from typing import Final, final

from pentarch.engine.capital.tables import FULL_GOAL, SHORT_GOAL
from pentarch.engine.options import Option, Options, choose, flag, number, word
from pentarch.engine.plain import Json

OPTIONS: Final[tuple[Option, ...]] = (
    word("mode", "full", ("short", "full"), "6 or 8 Capital upgrades to win"),
    word("teams", "none", ("none", "2v2"), "two teams of two; needs four seats"),
    flag("quests", True, "Quests and the Legendary Deck"),
    flag("settle", True, "Settle effects of mercenaries"),
    word(
        "cities",
        "a",
        ("a", "b_random", "b_pick"),
        "standard cities, advanced ones by lot, or advanced ones by choice",
    ),
    number("round_cap", 40, 10, 200, "the last round"),
    number("late_seat_cards", 0, 0, 3, "extra starting cards per seat position"),
    flag("late_seat_bonus", True, "once 1 more Gold and Build for later seats (CP-3.7)"),
)


@final
class Settings:
    """The options of a match, read once. Shared by all copies of a state; never changed."""

    def __init__(self, options: Options) -> None:
        self.goal: Final = SHORT_GOAL if options.word("mode") == "short" else FULL_GOAL
        self.teams: Final = options.word("teams") == "2v2"
        self.quests: Final = options.flag("quests")
        self.settle: Final = options.flag("settle")
        cities = options.word("cities")
        self.cities_by_lot: Final = cities == "b_random"
        self.cities_by_choice: Final = cities == "b_pick"
        self.round_cap: Final = options.number("round_cap")
        self.late_seat_cards: Final = options.number("late_seat_cards")
        self.late_seat_bonus: Final = options.flag("late_seat_bonus")
        self._options: Final = options

    def plain(self) -> "dict[str, Json]":
        """The options, for views and dumps."""
        return self._options.plain()


def parse_settings(value: "dict[str, Json]") -> Settings:
    """The settings of a view or dump. Raises InvalidOption."""
    return Settings(choose(OPTIONS, value))
