"""The options of a match, and how presets and single options settle into numbers."""

from itertools import permutations
from typing import Final

from pentarch.engine.core import Words
from pentarch.engine.errors import InvalidOption
from pentarch.engine.heroes.state import (
    O_AGREE,
    O_AUTO_PLACE,
    O_BATTLE_TERRAIN,
    O_CHANGE,
    O_COMBAT_CAP,
    O_EVEN_SKILLS,
    O_GRACE,
    O_HOLY,
    O_HONOR,
    O_LEFT_GUARDS,
    O_MERCS,
    O_QUESTS,
    O_ROUNDS,
    O_SKILLS,
    O_SPECIAL,
    O_TERRAIN,
    O_TILES,
    O_TRANSFERS,
    O_VOTE,
    OPT_COUNT,
)
from pentarch.engine.heroes.tables import RACES
from pentarch.engine.options import Option, Options, flag, number, word

_SWITCH: Final[Words] = ("preset", "on", "off")
RACE_WORDS: Final[Words] = (*["-".join(names) for names in permutations(RACES)], "random")
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


def _switch(options: Options, name: str) -> int:
    value = options.word(name)
    if value == "preset":
        return 1 if options.word("preset") == "advanced" else 0
    return 1 if value == "on" else 0


def settle(options: Options) -> list[int]:
    """State.opt for a match (HW-13.0.a). Raises InvalidOption for what does not go together."""
    opt = [0] * OPT_COUNT
    opt[O_TILES] = options.number("tiles")
    opt[O_ROUNDS] = options.number("rounds")
    opt[O_BATTLE_TERRAIN] = BATTLE_TERRAIN.index(options.word("battle_terrain"))
    opt[O_LEFT_GUARDS] = 1 if options.word("guard_control") == "left_player" else 0
    opt[O_TERRAIN] = _switch(options, "terrain")
    opt[O_HOLY] = _switch(options, "holy_places")
    opt[O_SKILLS] = _switch(options, "skills")
    opt[O_HONOR] = _switch(options, "honor")
    opt[O_MERCS] = _switch(options, "mercenaries")
    opt[O_SPECIAL] = _switch(options, "special_buildings")
    opt[O_QUESTS] = _switch(options, "quests")
    opt[O_GRACE] = 1 if options.word("capital_grace") == "always" else 0
    opt[O_VOTE] = int(options.flag("method_vote"))
    opt[O_CHANGE] = int(options.flag("method_change"))
    opt[O_AGREE] = int(options.flag("end_by_agreement"))
    opt[O_TRANSFERS] = options.number("transfer_cap")
    opt[O_COMBAT_CAP] = options.number("combat_round_cap")
    opt[O_AUTO_PLACE] = 1 if options.word("start_placement") == "auto" else 0
    opt[O_EVEN_SKILLS] = 1 if options.word("race_skills") == "even" else 0
    if opt[O_SPECIAL] and not opt[O_HONOR]:
        if options.word("honor") == "off":
            raise InvalidOption("option 'special_buildings' needs honour points ('honor')")
        opt[O_HONOR] = 1
    return opt


def method_of(options: Options) -> int:
    """The combat method a match starts with (HW-8.0.a)."""
    method = options.number("combat_method")
    if method:
        return method
    return 4 if options.word("preset") == "advanced" else 1
