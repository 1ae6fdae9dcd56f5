"""The options of a match: their schema, and the setting that is read from them."""

from typing import Final

from pentarch.engine.capital.state import Setting
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


def read_setting(options: Options) -> Setting:
    """The setting that valid options mean."""
    return Setting(
        goal=SHORT_GOAL if options.word("mode") == "short" else FULL_GOAL,
        teams=options.word("teams") == "2v2",
        quests=options.flag("quests"),
        settle=options.flag("settle"),
        cities=options.word("cities"),
        round_cap=options.number("round_cap"),
        late_seat_cards=options.number("late_seat_cards"),
        late_seat_bonus=options.flag("late_seat_bonus"),
    )


def parse_setting(value: "dict[str, Json]") -> Setting:
    """The setting of a view or dump. Raises InvalidOption."""
    return read_setting(choose(OPTIONS, value))


def plain_setting(setting: Setting) -> "dict[str, Json]":
    """The options that give this setting."""
    return {
        "mode": "short" if setting.goal == SHORT_GOAL else "full",
        "teams": "2v2" if setting.teams else "none",
        "quests": setting.quests,
        "settle": setting.settle,
        "cities": setting.cities,
        "round_cap": setting.round_cap,
        "late_seat_cards": setting.late_seat_cards,
        "late_seat_bonus": setting.late_seat_bonus,
    }
