"""What Heroes vs Warlords asks seats, and what a view holds, with a sentence for every field."""

from typing import Final

from pentarch.engine.core import SEAT_NAMES, Words
from pentarch.engine.heroes.combat.board import BATTLE_NAMES
from pentarch.engine.heroes.combat.combat import PHASES, SKILL
from pentarch.engine.heroes.combat.stack import STACK_FLAGS
from pentarch.engine.heroes.settings import SETTINGS
from pentarch.engine.heroes.state import ENDINGS, STAGES
from pentarch.engine.heroes.tables import (
    ABILITIES,
    BUILDING_WORDS,
    BUILDINGS,
    EQUIPMENT,
    EQUIPMENT_WORDS,
    HERO_LIMIT,
    LETTERS,
    QUESTS,
    RACE_NAMES,
    RESOURCES,
    SECTIONS,
    SKILLS,
    UNIT_NAMES,
    UNIT_WORDS,
)
from pentarch.engine.heroes.world.map import HEX_NAMES, SLOT_NAMES, SLOTS, WORLD_HEXES
from pentarch.engine.heroes.world.site import GROUNDS, MARKS
from pentarch.engine.heroes.world.tile import HEXES, TILES
from pentarch.engine.manual import (
    either,
    flag,
    keyed,
    listing,
    maybe,
    name,
    per_seat,
    record,
    seat,
    text,
    whole,
)
from pentarch.engine.plain import Json

_STEP: Final = (
    "which of its {kind} stacks attack whom, then `done`; on the Battle Display each moves first"
)
_COMBAT_DECISIONS: Final = {
    "avoid": "whether the Hero fights the guards of a mine or tries to leave.",
    "parley": "which stack of guards the Hero's diplomacy hits.",
    "man1": "which Ranged stack of the besieged stands in the first tower.",
    "man2": "which stands in the second.",
    "deploy1": "where the next stack of the defender, or of guards, stands on the display.",
    "deploy2": "where the next stack of the other side stands.",
    "opening": "whether the Hero turns enemy mercenaries before the first round.",
    "breach": "step 1 of a siege, whether the attacker tries to breach, and where.",
    "tower": "which tower shares the wall's fate.",
    "shift": "where the defender moves an aim that missed.",
    "step2": f"the side with the initiative, {_STEP.format(kind='Ranged')}.",
    "step3": f"the other side, {_STEP.format(kind='Ranged')}.",
    "step4": f"the side with the initiative, {_STEP.format(kind='Cavalry')}.",
    "step5": f"the other side, {_STEP.format(kind='Cavalry')}.",
    "step6": f"the side with the initiative, {_STEP.format(kind='Close')}.",
    "step7": f"the other side, {_STEP.format(kind='Close')}.",
    "seize": "step 8, whether the Hero without the initiative tries to seize it.",
    "special": "which stacks of a besieged capital honour is spent on, then `done`.",
    "subvert": "whether the Hero turns enemy mercenaries after step 8.",
    "leave_attacker": "step 9, whether the attacking Hero tries to withdraw.",
    "leave_defender": "step 9, whether the defending Heroes try to withdraw.",
    "retreat": "where the defending Heroes go who have withdrawn.",
    "skill": "whether the Hero uses his race skill in the attack under way.",
}

DECISIONS: Final = {
    "army": "All at once, in secret: which units to buy for a first army; or for a new Hero.",
    "vote": "All at once, in secret: which combat method to play with.",
    "place": "Where the start tile goes.",
    "method": "All at once, in secret: whether to change the combat method.",
    "camp": "Whether the Camp moves, and where to.",
    "turn": "A turn: the next deed of the own Heroes, or `end`.",
    "react": "Whether a Hero tries to attack an enemy who has come next to him.",
    "raise": "Which ability of a Hero a level, a tower or a quest raises.",
    "skill": "Which skill of a Hero a new level raises.",
    "flee": "Where the Camp goes to get away from new guards next to it.",
    "appear": "Where Hero 2 appears for a dead Hero 1 whose capital is lost.",
    "produce": "All at once, in secret: what to build, recruit and trade, then `done`.",
    "agree": "All at once, in secret: whether to end the match by agreement.",
    **{f"combat {phase}": f"Combat: {_COMBAT_DECISIONS[phase]}" for phase in (*PHASES, SKILL)},
}

_HEROES: Final[Words] = tuple([f"h{letter}{number}" for letter in LETTERS for number in (1, 2)])
_QUESTS: Final[Words] = tuple([quest.name for quest in QUESTS])
_MOST_STACKS: Final = 24


def _hex(meaning: str) -> "dict[str, Json]":
    return name(meaning, HEX_NAMES)


def _hero(meaning: str) -> "dict[str, Json]":
    return name(meaning, _HEROES)


def _two(meaning: str) -> "dict[str, Json]":
    return listing(f"{meaning} Attacker first.", whole("Of one side.", None), 2)


def _words(title: str, meaning: str, words: Words) -> "dict[str, Json]":
    return record(title, meaning, {word: whole(f"{word.capitalize()}.") for word in words})


_SECTION: Final = record(
    "Section",
    "Units of one kind in an army.",
    {
        "unit": name("The level.", UNIT_WORDS),
        "name": name("The unit.", UNIT_NAMES),
        "count": whole("How many."),
    },
)

_HERO: Final = record(
    "Hero",
    "A Hero.",
    {
        "hero": _hero("Its name."),
        "status": name("Whether it is in play.", ("available", "in_play", "dead")),
        "hex": maybe(_hex("Where it is."), "it is not in play."),
        "from": maybe(_hex("Where it came from."), "it has not moved."),
        "abilities": _words("Abilities", "Its own abilities.", ABILITIES),
        "with_equipment": _words("Equipped", "Its abilities with equipment.", ABILITIES),
        "equipment": listing("Its equipment.", name("A marker.", EQUIPMENT_WORDS), 40),
        "skills": keyed("Its skills.", SKILLS, whole("Points.")),
        "quest": maybe(name("Its quest.", _QUESTS), "it has none."),
        "sections": listing("Its army.", maybe(_SECTION, "empty, or hidden."), SECTIONS),
        "mp": whole("Movement points left."),
        "level": whole("Its level."),
        "experience": whole("Experience points."),
        "honor": whole("Honour points."),
        "progress": whole("How far its quest is."),
        "trained": whole("1 once it was trained."),
        "moved": whole("1 once it has moved this turn."),
        "finished": whole("0 while it can act; 1 done for this turn, 2 just arrived."),
        "transfers": whole("Transfers made this turn."),
        "spent": whole("1 once it has spent a movement point this turn."),
        "quest_dropped": whole("1 once it gave a quest up this turn."),
        "died": whole("1 once it has died."),
        "entered": whole("The number of its last entry of a hex this turn."),
    },
)

_CITY: Final = record(
    "City",
    "A City, or the Camp.",
    {
        "city": name("Whose race: a letter.", LETTERS),
        "holder": maybe(seat("Who holds it."), "nobody does."),
        "hex": maybe(_hex("Where it is."), "it is not in play."),
        "buildings": listing("Its buildings.", name("A building.", BUILDING_WORDS), len(BUILDINGS)),
        "stock": _words("Stock", "Its resources.", RESOURCES),
        "stored_honor": whole("Honour stored in its special building."),
        "razed": flag("Whether its special building was destroyed."),
        "garrison": keyed("Its garrison.", UNIT_NAMES, whole("Units.")),
    },
)

_STACK: Final = record(
    "Stack",
    "Units of one kind that fight together.",
    {
        "stack": text("Its name: `att1` to `att12`, `def1` to `def12`."),
        "unit": name("The unit.", UNIT_NAMES),
        "count": whole("How many are left."),
        "start": whole("How many there were."),
        "damage": whole("Damage that has not killed yet."),
        "from": text("The Hero and section it comes from, or `garrison`."),
        "hex": maybe(name("Where it stands on the display.", BATTLE_NAMES), "nowhere on it."),
        "tower": whole("The tower it mans; 0: none."),
        "flags": listing("What it has done.", name("A flag.", STACK_FLAGS), len(STACK_FLAGS)),
        "bonus": whole("Attack or Defense that a special building gives it."),
        "pressed": whole("How often it was attacked in this step."),
    },
)

_STRIKE: Final = {
    "attacker": "The number of the stack that attacks.",
    "target": "The number of the stack it attacks.",
    "ranged": "1 for an attack from afar.",
    "attack_die": "The attacker's die.",
    "defense_die": "The target's die.",
    "stage": "How far it is: 0 cleverness, 1 result, 2 fury, 3 experience, 4 losses.",
    "hits": "Hits so far.",
    "victim": "The number of the stack that is hit; -1 before that is known.",
    "attack_extra": "What cleverness adds to the attack.",
    "defense_extra": "What cleverness adds to the defence.",
}

_COMBAT: Final = record(
    "Combat",
    "The combat being fought.",
    {
        "hex": _hex("Where it is."),
        "guards_from": maybe(_hex("Where the guards belong."), "no guards fight."),
        "city": maybe(name("The City besieged.", LETTERS), "it is no siege."),
        "seats": listing(
            "The two sides.", name("A seat, or `guards`.", (*SEAT_NAMES, "guards")), 2
        ),
        "leading": listing("The leading Heroes.", maybe(_hero("A Hero."), "none leads."), 2),
        "heroes": listing("All Heroes that fight.", _hero("A Hero."), HERO_LIMIT),
        "phase": name("The phase.", (*PHASES, SKILL)),
        "aim": maybe(name("The works aimed at.", BATTLE_NAMES), "nothing is aimed at."),
        "towers": listing("The towers' conditions.", whole("0 whole to 2 destroyed."), 2),
        "works": listing("The walls' conditions, by hex.", whole("0 whole to 2 destroyed."), 40),
        "seized": _two("1 once a side has tried to seize the initiative."),
        "skill_used": _two("1 once a side has used its race skill."),
        "strike": maybe(
            record(
                "Strike",
                "The attack being resolved.",
                {word: whole(meaning, None) for word, meaning in _STRIKE.items()},
            ),
            "no stack attacks.",
        ),
        "plan": listing(
            "Attacks that are announced and not made yet.",
            listing("A stack and its target, by number.", whole("A number.", None), 2),
            _MOST_STACKS,
        ),
        "killed": _two("Units it has killed."),
        "worth": _two("The levels of the units it has killed, added up."),
        "stacks": listing("All stacks.", _STACK, _MOST_STACKS),
        "reaction": whole("1 if a reaction brought it about."),
        "actor": whole("The side that decides: 0 the original attacker.", 0, 1),
        "round": whole("The round of the combat."),
        "initiative": whole("The side that has the initiative.", 0, 1),
        "quiet": whole("Rounds in a row without an attack or a breach."),
        "busy": whole("1 once there was one in this round."),
        "passes": whole("Sides in a row that have not subverted."),
        "sub": whole("Part of a step: 0 stacks move, 1 choose, 2 attack."),
        "cursor": whole("The stack or side whose turn it is in the phase."),
        "wall": whole("The wall in the Arena: 0 whole, 1 damaged, 2 destroyed.", 0, 2),
        "breached": whole("1 once a breach was tried this round on the display."),
        "giants": whole("The highest level of the guards at the start."),
    },
)

_WORD_OR_NUMBER: Final = either("A word or a number.", text("A word."), whole("A number.", None))

VIEW: Final = record(
    "View",
    "What a seat may know of a match.",
    {
        "round": whole("The Round; 0 before the first."),
        "sequence": whole("The sequence of turns in the Round."),
        "turn": whole("The place in `order`.", None),
        "stage": name("The stage of the match.", STAGES),
        "active": maybe(seat("Whose turn it is."), "nobody's."),
        "order": listing("The order of turns.", seat("A seat."), 3),
        "war": flag("Whether the war has begun."),
        "over": maybe(name("How the match ended.", ENDINGS), "it goes on."),
        "method": whole("The combat method.", 1, 4),
        "options": record(
            "Settings",
            "The options, as presets and choices settle them.",
            {word: whole(meaning, low, high) for word, low, high, meaning in SETTINGS},
        ),
        "decision": maybe(name("What is being decided.", list(DECISIONS)), "the match is over."),
        "agenda": listing(
            "What goes on when the decision is made, the next last.",
            listing("A task: its word, whom and what it is about.", _WORD_OR_NUMBER, 3),
            100,
        ),
        "seats": per_seat(
            "The seats in order.",
            record(
                "Player",
                "Everything of one seat.",
                {
                    "seat": seat("Which."),
                    "race": name("Its race.", RACE_NAMES),
                    "alive": flag("Whether it still plays."),
                    "defeat": whole("The place in the order of defeat; 0 while it plays."),
                    "deaths": whole("Heroes lost."),
                    "grace": whole("Whether a term to retake the capital was granted, or runs."),
                    "budget": maybe(whole("Gold left for an army."), "it is hidden."),
                    "pending": maybe(flag("Whether it still has to decide."), "it is hidden."),
                    "vote": maybe(whole("Its vote.", None), "it is hidden."),
                    "heroes": listing("Its Heroes.", _HERO, 2),
                },
            ),
        ),
        "cities": listing("The capitals of the three races.", _CITY, 3),
        "grounds": listing(
            "The Recruitment Locations.",
            record(
                "Ground",
                "A Recruitment Location.",
                {"status": name("Its status.", GROUNDS), "units": whole("Units for hire.")},
            ),
            3,
        ),
        "places": listing("Where start tiles lie, by race; -1: nowhere.", whole("A place.", -1), 3),
        "slots": listing(
            "The slots of the map.",
            record(
                "Slot",
                "A slot.",
                {
                    "slot": name("Its name.", SLOT_NAMES),
                    "face_up": flag("Whether its tile is turned over."),
                    "tile": maybe(
                        name("Its tile.", [tile.name for tile in TILES]), "none, or face down."
                    ),
                    "hexes": maybe(
                        listing("Terrain and site of its hexes.", text("A hex in words."), HEXES),
                        "none, or face down.",
                    ),
                    "centre": maybe(
                        listing("Where its centre lies.", whole("A coordinate.", None), 2),
                        "none, or face down.",
                    ),
                },
            ),
            SLOTS,
        ),
        "face_down": listing(
            "Tiles that lie face down, in no order.",
            name("A tile.", [tile.name for tile in TILES]),
            len(TILES),
        ),
        "hexes": keyed(
            "Hexes on which something has changed.",
            HEX_NAMES,
            record(
                "Site",
                "What has changed on a hex.",
                {
                    "owner": maybe(seat("Who owns it."), "nobody does."),
                    "marks": listing("What has happened.", name("A mark.", MARKS), len(MARKS)),
                    "used_by": listing("Heroes that used it.", _hero("A Hero."), HERO_LIMIT),
                    "units": listing("Units there, by level.", whole("Units."), len(UNIT_WORDS)),
                },
            ),
        ),
        "cup": record(
            "Cup",
            "Equipment markers left.",
            {
                marker.name: whole(f"Those that add {marker.bonus} to {ABILITIES[marker.ability]}.")
                for marker in EQUIPMENT
            },
        ),
        "deck": maybe(
            listing("The quest deck.", name("A quest.", _QUESTS), len(QUESTS)),
            "its order is hidden.",
        ),
        "discards": listing("Quests done or given up.", name("A quest.", _QUESTS), len(QUESTS)),
        "categories": maybe(
            record(
                "Categories",
                "What counts at the end, by seat.",
                {
                    "mines": listing("Mines owned.", whole("Of a seat."), 3),
                    "levels": listing("Levels of Heroes.", whole("Of a seat."), 3),
                    "army": listing("The worth of armies.", whole("Of a seat."), 3),
                },
            ),
            "it is hidden.",
        ),
        "left_units": listing(
            "Units that a Hero left behind this turn.",
            listing("Hero, hex, units.", _WORD_OR_NUMBER, 3),
            WORLD_HEXES,
        ),
        "checked": listing("Hexes whose guards were checked.", _hex("A hex."), WORLD_HEXES),
        "tried": listing(
            "Movers to whom each Hero has tried to react.",
            listing("Of one Hero.", _hero("A mover."), HERO_LIMIT),
            HERO_LIMIT,
        ),
        "fresh": maybe(_hex("A hex that was just entered."), "there is none."),
        "entries": whole("Hexes entered this turn."),
        "defeats": whole("Seats defeated."),
        "combat": maybe(_COMBAT, "there is none."),
        "before": maybe(
            record(
                "Before",
                "What others still see during production.",
                {
                    "cities": listing("The cities.", _CITY, 3),
                    "heroes": listing("The Heroes.", _HERO, HERO_LIMIT),
                },
            ),
            "hidden, or nothing is produced.",
        ),
    },
)
