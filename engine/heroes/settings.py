"""The options of a match, and how presets and single options settle."""

from itertools import permutations
from typing import Final, final

from pentarch.engine.core import Words
from pentarch.engine.errors import InvalidOption
from pentarch.engine.heroes.tables import RACE_NAMES
from pentarch.engine.options import Option, Options, flag, number, word
from pentarch.engine.plain import Json

_SWITCH: Final[Words] = ("preset", "on", "off")
RACE_WORDS: Final[Words] = (*["-".join(names) for names in permutations(RACE_NAMES)], "random")
BATTLE_TERRAIN: Final[Words] = ("auto", "on", "off")

OPTIONS: Final[tuple[Option, ...]] = (
    word("preset", "basic", ("basic", "advanced"), "all advanced rules off, or on"),
    word("races", RACE_WORDS[0], RACE_WORDS, "races in seat order; two seats use the first two"),
    number("tiles", 18, 12, 24, "terrain tiles in the world"),
    word("tile_pick", "first", ("first", "random"), "the first tiles of the set, or any"),
    word("start_placement", "players", ("players", "auto"), "who places the start tiles"),
    number("rounds", 15, 1, 40, "Rounds; each has three turns per seat"),
    number("combat_method", 0, 0, 4, "0 by preset; 1 Arena, 2 display, 3 and 4 advanced hits"),
    word("battle_terrain", "auto", BATTLE_TERRAIN, "stones, woods and fords in battles"),
    word("guard_control", "policy", ("policy", "left_player"), "who leads neutral guards"),
    word("terrain", "preset", _SWITCH, "terrain costs, roads, impassable borders"),
    word("holy_places", "preset", _SWITCH, "prayers at holy places"),
    word("skills", "preset", _SWITCH, "trade, diplomacy and race skills"),
    word(
        "race_skills", "even", ("even", "printed"), "points of race skills: evened out, as printed"
    ),
    word("honor", "preset", _SWITCH, "honour points"),
    word("mercenaries", "preset", _SWITCH, "mercenaries for hire, defection with honour"),
    word("special_buildings", "preset", _SWITCH, "Blacksmith, Temple, Shaman Tent; bring honour"),
    word("quests", "preset", _SWITCH, "quest cards"),
    word(
        "capital_grace", "rulebook", ("rulebook", "always"), "who gets a turn to retake a capital"
    ),
    flag("method_vote", False, "seats vote on the combat method at set-up"),
    flag("method_change", False, "seats may change the method at the start of a Round"),
    flag("end_by_agreement", False, "seats may agree to end the match"),
    number("transfer_cap", 12, 4, 40, "unit transfers per Hero and turn"),
    number("combat_round_cap", 30, 10, 100, "rounds of one combat"),
)

# Battle terrain by option: as the method says, always, never.
TERRAIN_AUTO: Final = 0
TERRAIN_ON: Final = 1
TERRAIN_OFF: Final = 2

# The settings as dumps show them: lowest and highest value, and what they mean.
SETTINGS: Final[tuple[tuple[str, int, int, str], ...]] = (
    ("tiles", 12, 24, "Terrain tiles in the world."),
    ("rounds", 1, 40, "Rounds of the match."),
    ("battle_terrain", 0, 2, "Terrain in battles: 0 as the method says, 1 always, 2 never."),
    ("left_guards", 0, 1, "1 if the player to the left leads neutral guards."),
    ("terrain", 0, 1, "1 with terrain costs, roads and impassable borders."),
    ("holy_places", 0, 1, "1 with prayers at holy places."),
    ("skills", 0, 1, "1 with trade, diplomacy and race skills."),
    ("honor", 0, 1, "1 with honour points."),
    ("mercenaries", 0, 1, "1 with mercenaries for hire."),
    ("special_buildings", 0, 1, "1 with Blacksmith, Temple and Shaman Tent."),
    ("quests", 0, 1, "1 with quest cards."),
    ("capital_grace", 0, 1, "1 if every seat gets a turn to retake its capital."),
    ("method_vote", 0, 1, "1 if seats vote on the combat method at set-up."),
    ("method_change", 0, 1, "1 if seats may change the method at the start of a Round."),
    ("end_by_agreement", 0, 1, "1 if seats may agree to end the match."),
    ("transfer_cap", 4, 40, "Unit transfers allowed per Hero and turn."),
    ("combat_round_cap", 10, 100, "The last round of a combat."),
    ("auto_placement", 0, 1, "1 if start tiles are placed without asking."),
    ("even_race_skills", 0, 1, "1 if points of race skills are evened out, 0 as printed."),
)


@final
class Settings:
    """The options of a match, read once; `values` are in the order of SETTINGS."""

    def __init__(self, values: list[int]) -> None:
        self.values: Final = values
        self.tiles: Final = values[0]
        self.rounds: Final = values[1]
        self.battle_terrain: Final = values[2]
        self.left_guards: Final = values[3] == 1
        self.terrain: Final = values[4] == 1
        self.holy_places: Final = values[5] == 1
        self.skills: Final = values[6] == 1
        self.honor: Final = values[7] == 1
        self.mercenaries: Final = values[8] == 1
        self.special_buildings: Final = values[9] == 1
        self.quests: Final = values[10] == 1
        self.capital_grace: Final = values[11] == 1
        self.method_vote: Final = values[12] == 1
        self.method_change: Final = values[13] == 1
        self.end_by_agreement: Final = values[14] == 1
        self.transfer_cap: Final = values[15]
        self.combat_round_cap: Final = values[16]
        self.auto_placement: Final = values[17] == 1
        self.even_race_skills: Final = values[18] == 1

    def dump(self) -> Json:
        """Their plain values."""
        return {row[0]: value for row, value in zip(SETTINGS, self.values, strict=True)}


NO_SETTINGS: Final = Settings([row[1] for row in SETTINGS])


def _switch(options: Options, name: str) -> bool:
    value = options.word(name)
    if value == "preset":
        return options.word("preset") == "advanced"
    return value == "on"


def settle(options: Options) -> Settings:
    """The settings of a match (HW-13.0.a). Raises InvalidOption for what does not go together."""
    honor = _switch(options, "honor")
    special = _switch(options, "special_buildings")
    if special and not honor:
        if options.word("honor") == "off":
            raise InvalidOption("option 'special_buildings' needs honour points ('honor')")
        honor = True
    return Settings(
        [
            options.number("tiles"),
            options.number("rounds"),
            BATTLE_TERRAIN.index(options.word("battle_terrain")),
            int(options.word("guard_control") == "left_player"),
            int(_switch(options, "terrain")),
            int(_switch(options, "holy_places")),
            int(_switch(options, "skills")),
            int(honor),
            int(_switch(options, "mercenaries")),
            int(special),
            int(_switch(options, "quests")),
            int(options.word("capital_grace") == "always"),
            int(options.flag("method_vote")),
            int(options.flag("method_change")),
            int(options.flag("end_by_agreement")),
            options.number("transfer_cap"),
            options.number("combat_round_cap"),
            int(options.word("start_placement") == "auto"),
            int(options.word("race_skills") == "even"),
        ]
    )


def method_of(options: Options) -> int:
    """The combat method a match starts with (HW-8.0.a)."""
    method = options.number("combat_method")
    if method:
        return method
    return 4 if options.word("preset") == "advanced" else 1
