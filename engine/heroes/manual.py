"""Heroes vs Warlords for bot authors: decisions, verbs, events, tables, and what a view holds."""

from typing import Final

from pentarch.engine.commands import Verb
from pentarch.engine.core import SEAT_NAMES, Words
from pentarch.engine.heroes import commands as verbs
from pentarch.engine.heroes.combat.board import BATTLE_NAMES
from pentarch.engine.heroes.combat.combat import PHASES, SKILL
from pentarch.engine.heroes.combat.stack import STACK_FLAGS, STRIKE_KEYS
from pentarch.engine.heroes.settings import SETTINGS
from pentarch.engine.heroes.state import ENDINGS, STAGES
from pentarch.engine.heroes.tables import (
    ABILITIES,
    BUILDING_WORDS,
    BUILDINGS,
    EQUIPMENT_WORDS,
    HERO_LIMIT,
    KIND_NAMES,
    LETTERS,
    QUESTS,
    RACE_NAMES,
    RACES,
    RESOURCES,
    SECTIONS,
    SKILLS,
    UNIT_NAMES,
    UNIT_WORDS,
    UNITS,
)
from pentarch.engine.heroes.world.map import HEX_NAMES, SLOT_NAMES, SLOTS, WORLD_HEXES
from pentarch.engine.heroes.world.site import GROUNDS, MARKS
from pentarch.engine.heroes.world.tile import HEXES, TILES
from pentarch.engine.manual import (
    Manual,
    Table,
    VerbEntry,
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

DECISIONS: Final = {
    "army": "All at once, in secret: which units to buy for a first army; or for a new Hero.",
    "vote": "All at once, in secret: which combat method to play with.",
    "place": "Where the start tile goes.",
    "method": "Whether to change the combat method.",
    "camp": "Whether the Camp moves, and where to.",
    "turn": "A turn: the next deed of the own Heroes, or `end`.",
    "react": "Whether a Hero or guards react to a mover.",
    "raise": "Which ability a new level raises.",
    "skill": "Which skill a new level raises.",
    "flee": "Where a Hero goes who may not stay.",
    "appear": "Where a Hero appears.",
    "produce": "All at once, in secret: what to build, recruit and trade, then `done`.",
    "agree": "Whether to end the match by agreement.",
    **{
        f"combat {phase}": f"Combat, {phase.replace('_', ' ')}: see rules HW-8 and HW-19."
        for phase in (*PHASES, SKILL)
    },
}


def _verb(verb: Verb, slots: str, meaning: str, rules: str, example: str) -> VerbEntry:
    ids = tuple([f"HW-{rule}" for rule in rules.split()])
    return VerbEntry(verb, tuple(slots.split()), meaning, rules=ids, example=example)


VERBS: Final = [
    _verb(verbs.BUY, "unit count", "Buys units for the first army.", "5.1.c", "buy l1 5"),
    _verb(verbs.DONE, "", "Ends a purchase or production.", "11.1.c", "done"),
    _verb(verbs.VOTE, "method", "Votes for a combat method.", "19.0.a", "vote 1"),
    _verb(verbs.VOTE_KEEP, "", "Votes for the method in force.", "19.0.a", "vote keep"),
    _verb(verbs.PLACE, "place", "Lays the start tile.", "5.3.2.c", "place e1"),
    _verb(verbs.CAMP_STAY, "", "Leaves the Camp where it is.", "7.4.a", "camp stay"),
    _verb(verbs.CAMP, "direction", "Moves the Camp one hex.", "7.4.a", "camp n"),
    _verb(
        verbs.CAMP_WITH,
        "direction heroes",
        "Moves the Camp with Heroes in it.",
        "7.4.a",
        "camp n with 1",
    ),
    _verb(verbs.MOVE, "hero direction", "Moves a Hero one hex.", "7.1.a", "move 1 n"),
    _verb(
        verbs.TAKE,
        "hero unit count section",
        "Takes units of the hex into a section of the army.",
        "4.1.f 4.1.i",
        "take 1 l1 2 s1",
    ),
    _verb(
        verbs.DROP,
        "hero section count",
        "Leaves units of a section in the hex.",
        "4.1.f 4.1.i",
        "drop 1 s1 2",
    ),
    _verb(
        verbs.GIVE,
        "hero section count section",
        "Gives units to the other Hero in the hex.",
        "4.1.f",
        "give 1 s1 2 s1",
    ),
    _verb(verbs.TRAIN, "hero ability", "Trains an ability.", "4.3.3.a", "train 1 attack"),
    _verb(verbs.PRAY, "hero", "Prays at a holy place.", "15.4.a", "pray 1"),
    _verb(verbs.QUEST_DRAW, "hero", "Draws a quest.", "17.2.a", "quest draw 1"),
    _verb(verbs.QUEST_DROP, "hero", "Gives a quest up.", "17.2.a", "quest drop 1"),
    _verb(verbs.STORE, "hero count", "Stores honour in a City.", "17.3.a", "store 1 2"),
    _verb(verbs.END, "", "Ends the turn.", "6.0.b", "end"),
    _verb(verbs.REACT, "", "Reacts to a mover.", "7.3.2.a", "react"),
    _verb(verbs.DECLINE, "", "Does not react, vote or change.", "7.3.2.a", "decline"),
    _verb(verbs.RAISE, "ability", "Raises an ability by a level.", "4.1.c", "raise attack"),
    _verb(verbs.SKILL, "skill", "Raises a skill by a level.", "16.1.a", "skill trade"),
    _verb(verbs.FLEE, "direction", "Leaves a hex that is closed to the Hero.", "4.1.r", "flee n"),
    _verb(verbs.APPEAR, "hex", "Lets a Hero appear.", "4.1.l", "appear k.c"),
    _verb(verbs.RETREAT, "direction", "Retreats from a combat.", "8.9.g", "retreat n"),
    _verb(verbs.FIGHT, "", "Fights instead of avoiding it.", "16.1.2.b", "fight"),
    _verb(verbs.AVOID, "", "Tries to get past guards.", "16.1.2.b", "avoid"),
    _verb(verbs.PARLEY, "stack", "Talks to a stack of guards.", "16.1.2.b", "parley def1"),
    _verb(verbs.NO, "", "Makes no use of an opportunity.", "16.1.2.b", "no"),
    _verb(verbs.MAN, "stack", "Mans a tower.", "4.3.1.2.a 8.7.g", "man def1"),
    _verb(verbs.MAN_NONE, "", "Mans no tower.", "4.3.1.2.a", "man none"),
    _verb(verbs.MAN_SPLIT, "", "Splits a stack between two towers.", "4.3.1.2.a", "man split"),
    _verb(verbs.DEPLOY, "stack hex", "Deploys a stack.", "19.4.1.b", "deploy att1 a1"),
    _verb(verbs.SUBVERT, "count", "Tries to turn mercenaries by honour.", "19.8.a", "subvert 1"),
    _verb(verbs.PASS, "", "Does nothing in this step.", "8.3.a", "pass"),
    _verb(verbs.BREACH, "", "Tries to breach the wall.", "8.7.1.a", "breach"),
    _verb(verbs.HOLD, "", "Does not attack in this step.", "8.3.a", "hold"),
    _verb(verbs.TOWER, "tower", "Attacks a tower.", "8.7.g", "tower 1"),
    _verb(verbs.STRIKE, "stack target", "Attacks a stack.", "8.5.2.c", "attack att1 def1"),
    _verb(verbs.USE, "skill", "Uses the race skill.", "16.1.5.a", "use fury"),
    _verb(verbs.SEIZE, "", "Tries to seize the initiative.", "8.3.a", "seize"),
    _verb(
        verbs.SPEND,
        "stack points source",
        "Spends honour on a stack.",
        "17.3.3.a",
        "spend def1 2 stored",
    ),
    _verb(verbs.STAY, "", "Fights on.", "8.9.a", "stay"),
    _verb(verbs.WITHDRAW, "", "Tries to withdraw.", "8.9.a", "withdraw"),
    _verb(verbs.AIM, "hex", "Aims at works on the display.", "19.17.2.c", "breach a1"),
    _verb(verbs.SHIFT, "hex", "Shifts an aim to another hex.", "19.17.2.c", "shift a1"),
    _verb(verbs.GO, "stack hex", "Moves a stack on the display.", "19.4.1.b", "go att1 a1"),
    _verb(verbs.HOLD_STACK, "stack", "Leaves a stack where it is.", "19.7.a", "hold att1"),
    _verb(verbs.FIRE, "stack target", "Fires at a stack.", "19.10.c", "fire att1 def1"),
    _verb(verbs.SKIP, "stack", "Lets a stack do nothing.", "19.9.f", "skip att1"),
    _verb(verbs.BUILD, "city building", "Builds in a City or Camp.", "3.2.a", "build k barracks"),
    _verb(verbs.RECRUIT, "city unit count", "Recruits units.", "11.2.b", "recruit k l1 3"),
    _verb(verbs.TRADE, "city give get", "Trades resources.", "4.3.5.b", "trade k wood gold"),
    _verb(verbs.BUY_HERO, "hero", "Brings a Hero into play.", "4.1.l", "hero 2"),
    _verb(verbs.AGREE, "", "Agrees to end the match.", "12.1.c", "agree"),
    _verb(verbs.CONTINUE, "", "Wants to play on.", "12.1.c", "continue"),
]

EVENTS: Final = {
    "init_roll": "A roll for the order of turns: the die.",
    "placed": "The start tile was laid: on which place.",
    "method": "The combat method changed: to which.",
    "round": "A Round began: its number.",
    "war": "The war began.",
    "term_over": "The capital was not retaken in time.",
    "defeated": "The seat is defeated.",
    "turned": "A tile was turned over: its slot and its name.",
    "entered": "A Hero entered a hex: which Hero, which hex.",
    "camp_moved": "The Camp moved: to which hex.",
    "guard_roll": "A roll on the Guards Table: the die.",
    "controlled": "A mine or site was taken: its hex.",
    "explored": "A ruin was explored: its hex.",
    "outpost_roll": "A roll at an outpost: the die.",
    "recruiting": "A Recruitment Location was opened: its hex.",
    "holy_roll": "A prayer: the die.",
    "react_roll": "A try to react: the die.",
    "guard_react": "Guards checked whether they attack: their hex and the die.",
    "experience": "Experience was gained: by which Hero, how much.",
    "level": "A level was reached: by which Hero, which.",
    "equipment": "Equipment was found: by which Hero, what.",
    "honor": "Honour was gained: by which Hero, how much.",
    "gained": "Resources were gained: which, how much.",
    "quest": "A quest was drawn: by which Hero, which.",
    "quest_done": "A quest was completed: by which Hero, which.",
    "combat": "A combat began: its hex, and `field` or `siege`.",
    "avoid_roll": "A try to get past guards: the die.",
    "parley": "Guards were scared off: how many.",
    "strike": "A stack struck: attacker, target, attack die, defence die.",
    "skill_used": "A race skill was used: its points.",
    "hits": "A stack was hit: which, hits, units lost.",
    "attrition": "An attacker was hit in return: which, hits, units lost.",
    "aim_roll": "A roll for an aim at works: the die.",
    "breach_roll": "A try to breach: the die, the total, what it needs.",
    "wall": "A wall was damaged: its condition.",
    "tower_hit": "A stack lost units in its tower: which, how many.",
    "seize_roll": "A try to seize the initiative: the die.",
    "subvert_roll": "A try to turn mercenaries: two values.",
    "honor_spent": "Honour was spent: how much.",
    "withdraw_roll": "A try to withdraw: the die, and what would do.",
    "combat_over": "The combat is over: who has won, if anybody.",
    "retreated": "A Hero retreated: to which hex.",
    "broken_off": "The combat was broken off.",
    "hero_killed": "A Hero was killed: which.",
    "loot_roll": "A roll for a dead Hero's equipment: the die.",
    "conquered": "A City or Camp was conquered: whose.",
    "conquest_roll": "A roll for a share of a stock: the resource and the die.",
    "replaced": "Hero 2 appeared: in which hex.",
    "built": "Something was built: in which City, what.",
    "arrived": "A Hero arrived in the capital: which.",
    "traded": "Resources were traded: which for which.",
}


def _price(numbers: "tuple[int, ...]") -> str:
    named = zip(numbers, RESOURCES, strict=True)
    return ", ".join([f"{count} {word}" for count, word in named if count])


TABLES: Final = [
    Table(
        "units",
        "the units of every race, of the neutrals, and mercenaries",
        ("unit", "race", "level", "kind", "attack", "defense", "movement"),
        [
            [
                *(unit.name, RACES[unit.race].name if unit.race < len(RACES) else "neutral"),
                *(unit.level, KIND_NAMES[unit.kind], unit.attack, unit.defense, unit.pace),
            ]
            for unit in UNITS
        ],
    ),
    Table(
        "buildings",
        "buildings with their prices for each race",
        ("building", "needs", *RACE_NAMES),
        [
            [
                building.name,
                BUILDINGS[building.needs].name if building.needs >= 0 else "",
                *[_price(price) if max(price) < 99 else "-" for price in building.prices],
            ]
            for building in BUILDINGS
        ],
    ),
    Table(
        "quests",
        "quest cards",
        ("quest", "title", "goal"),
        [[quest.name, quest.title, quest.goal] for quest in QUESTS],
    ),
]

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
        "finished": whole("Whether it is done for this turn, and why."),
        "transfers": whole("Transfers made this turn."),
        "spent": whole("1 once it has used its units' hex this turn."),
        "quest_dropped": whole("1 once it gave a quest up."),
        "died": whole("How often it died."),
        "entered": whole("When it entered its hex, counted over the match."),
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
        "bonus": whole("Bonus for this attack.", None),
        "pressed": whole("How often it was attacked this round."),
    },
)

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
        "seized": _two("1 for a side that tried to seize the initiative."),
        "skill_used": _two("1 for a side whose race skill is used."),
        "strike": maybe(
            record(
                "Strike",
                "The attack being resolved.",
                {word: whole(f"The {word.replace('_', ' ')}.", None) for word in STRIKE_KEYS},
            ),
            "no stack attacks.",
        ),
        "plan": listing(
            "What the guards will do.",
            listing("A stack and its target, by number.", whole("A number.", None), 2),
            _MOST_STACKS,
        ),
        "killed": _two("Units lost."),
        "worth": _two("Experience of the units lost."),
        "stacks": listing("All stacks.", _STACK, _MOST_STACKS),
        "reaction": whole("1 if a reaction brought it about."),
        "actor": whole("Which side acts.", None),
        "round": whole("The round of the combat."),
        "initiative": whole("Which side has the initiative.", None),
        "quiet": whole("Rounds without attacks."),
        "busy": whole("1 once somebody attacked this round."),
        "passes": whole("Passes in a row."),
        "sub": whole("Part of the phase."),
        "cursor": whole("Which stack is asked about."),
        "wall": whole("The wall's level."),
        "breached": whole("1 once the wall is breached."),
        "giants": whole("Great guards that were there."),
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
            {
                word: whole(f"{word.replace('_', ' ').capitalize()}.", low, high)
                for word, low, high in SETTINGS
            },
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
        "cup": _words("Cup", "Equipment markers left.", EQUIPMENT_WORDS),
        "deck": maybe(
            listing("The quest deck.", name("A quest.", _QUESTS), len(QUESTS)),
            "its order is hidden.",
        ),
        "discards": listing(
            "Quests done or given up.",
            name("A quest.", _QUESTS),
            len(QUESTS),
        ),
        "categories": maybe(
            record(
                "Categories",
                "What counts at the end, by seat.",
                {
                    "mines": listing("Mines.", whole("Of a seat."), 3),
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
        "entries": whole("Hexes entered in the match."),
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

MANUAL: Final = Manual(decisions=DECISIONS, verbs=VERBS, events=EVENTS, tables=TABLES, view=VIEW)
