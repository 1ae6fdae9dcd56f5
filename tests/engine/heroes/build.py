"""Small states of Heroes vs Warlords and ways to play from them.

The world has twelve tiles, T01 on t1 and so on, with knights on place 1. Armies are texts such as
`5xl1 2xl3 1xmerc`; hexes are named as on the map.
"""

from pentarch.engine.chance import Scripted, Seeded
from pentarch.engine.core import Event, Refusal, Seat
from pentarch.engine.heroes import RULESET
from pentarch.engine.heroes.agenda import go_on
from pentarch.engine.heroes.combat.board import BATTLE_NAMES
from pentarch.engine.heroes.combat.combat import Combat
from pentarch.engine.heroes.combat.stack import Stack, Strike
from pentarch.engine.heroes.commands import STACK_WORDS
from pentarch.engine.heroes.hero import IN_PLAY, NO_ARMY, Hero
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.production.income import collect_income
from pentarch.engine.heroes.settings import SETTINGS, Settings
from pentarch.engine.heroes.state import S_CLEAN, S_TURNS, T_CAMP, T_ENTER, T_FLOW, State, Task
from pentarch.engine.heroes.tables import (
    ABILITIES,
    BUILDING_WORDS,
    UNIT_WORDS,
    Unit,
    unit_of,
)
from pentarch.engine.heroes.turn.turn import begin_turn
from pentarch.engine.heroes.world.map import DIRECTIONS, HEX_NAMES, SLOT_NAMES
from pentarch.engine.heroes.world.site import NOBODY
from pentarch.engine.heroes.world.tile import TILE_NAMES, TILES
from pentarch.engine.plain import Json
from tests.playing import new_state, texts

K, A, B = range(3)


def fresh(seats: int = 2, **options: Json) -> State:
    """A match before its first decision."""
    state: State = new_state(RULESET, seats, {"tiles": 12, **options}, Seeded(1))
    return state


def start(seats: int = 2, *, war: bool = False, **options: Json) -> State:
    """The first turn of seat 0, every army 10xl2; in war all tiles are face up."""
    state = fresh(seats, start_placement="auto", **options)
    for seat in range(seats):
        RULESET.apply(state, seat, RULESET.read("buy l2 10"), Seeded(1))
    for slot in range(12):
        state.lay(slot, TILES[slot])
        state.turn(slot, is_up=war)
    state.round = 1
    turn(state, 0)
    return state


def turn(state: State, seat: Seat, *, sequence: int = 1) -> None:
    """Begin the turn of a seat, in seat order."""
    state.agenda = [Task(T_FLOW, 0, 0)]
    state.combat = None
    state.stage = S_TURNS
    state.sequence = sequence
    state.order = state.living()
    state.turn_index = state.order.index(seat)
    begin_turn(Play(state, Scripted([])), seat)
    if state.is_next(T_CAMP):
        state.agenda.pop()


def at(name: str) -> int:
    """The number of a hex."""
    return HEX_NAMES.index(name)


def bhex(name: str) -> int:
    """The number of a hex on the Battle Display."""
    return BATTLE_NAMES.index(name)


def lay(state: State, slot: str, tile: str) -> None:
    """Put a tile face up on a slot, in exchange with the one that lay there."""
    spot, wanted = SLOT_NAMES.index(slot), TILES[TILE_NAMES.index(tile)]
    if wanted in state.tiles:
        state.lay(state.tiles.index(wanted), state.tiles[spot])
    state.lay(spot, wanted)
    state.turn(spot)


def unit(race: int, word: str) -> Unit:
    """The unit that a word means for a race."""
    return unit_of(race, UNIT_WORDS.index(word))


def counted(units: str) -> list[tuple[int, str]]:
    """The numbers and words of a text such as `5xl1 2xl3`."""
    return [(int(item.split("x")[0]), item.split("x")[1]) for item in units.split()]


def army(state: State, number: int, units: str) -> None:
    """Fill a Hero's display."""
    hero = state.heroes[number]
    hero.sections = NO_ARMY
    for place, (count, word) in enumerate(counted(units)):
        hero.put(place, unit(hero.race, word), count)


def hero(state: State, number: int, where: str, units: str = "", **abilities: int) -> None:
    """Put a Hero on the map with an army and, if given, abilities."""
    hero = state.heroes[number]
    hero.status = IN_PLAY
    hero.hex = hero.origin = at(where)
    army(state, number, units)
    for name, value in abilities.items():
        set_ability(hero, ABILITIES.index(name), value)


def set_ability(hero: Hero, which: int, value: int) -> None:
    """Give a Hero an ability."""
    values = list(hero.abilities)
    values[which] = value
    hero.abilities = tuple(values)


def set_skill(hero: Hero, which: int, value: int) -> None:
    """Give a Hero a skill."""
    values = list(hero.skills)
    values[which] = value
    hero.skills = tuple(values)


def shown(state: State, number: int) -> str:
    """A Hero's army as text."""
    sections = [section for section in state.heroes[number].sections if section.count]
    return " ".join(f"{part.count}x{UNIT_WORDS[part.unit.word]}" for part in sections)


def guards(state: State, where: str, units: str, owner: Seat = -1) -> None:
    """Put guards, or a garrison of an owner, into a hex."""
    site = state.alter(at(where))
    site.units = NOBODY
    site.owner = owner
    site.activated = True
    for count, word in counted(units):
        site.add(UNIT_WORDS.index(word), count)


def left(state: State, where: str) -> str:
    """The guards or garrison of a hex as text."""
    counts = state.sites[at(where)].units
    return " ".join(f"{n}xl{i + 1}" for i, n in enumerate(counts) if n)


def city(
    state: State,
    which: int,
    *,
    stock: tuple[int, int, int, int] | None = None,
    built: str = "",
    garrison: str = "",
    holder: Seat | None = None,
) -> None:
    """Furnish a City or Camp; its garrison is of its own race."""
    city = state.cities[which]
    if stock is not None:
        city.stock = stock
    for name in built.split():
        city.build(BUILDING_WORDS.index(name))
    for count, word in counted(garrison):
        city.station(unit(which, word), count)
    if holder is not None:
        city.holder = holder


def stock(state: State, which: int) -> tuple[int, ...]:
    """Gold, crystal, stone, wood of a City."""
    return tuple(state.cities[which].stock)


def garrison(state: State, which: int, word: str, race: int = -1) -> int:
    """Units of a kind in a City's garrison."""
    return state.cities[which].garrison[unit(which if race < 0 else race, word).number]


def where(state: State, number: int) -> str | None:
    """The hex a Hero stands in."""
    hex = state.heroes[number].hex
    return HEX_NAMES[hex] if hex >= 0 else None


def camp_hex(state: State) -> str:
    """Where the Camp stands."""
    return HEX_NAMES[state.cities[B].hex]


def acting(state: State) -> Seat:
    """The first seat to act."""
    return RULESET.to_act(state)[0]


def legal(state: State, seat: Seat = -1) -> list[str]:
    """What a seat (by default the one to act) may say."""
    return texts(RULESET.legal(state, acting(state) if seat < 0 else seat))


def check(state: State, text: str, seat: Seat = -1) -> Refusal | None:
    """Why a seat (by default the one to act) may not say it, or None."""
    return RULESET.check(state, acting(state) if seat < 0 else seat, RULESET.read(text))


def say(state: State, text: str, *dice: int, seat: Seat = -1) -> list[Event]:
    """Play one command; exactly these dice and draws are used."""
    who = acting(state) if seat < 0 else seat
    refusal = RULESET.check(state, who, RULESET.read(text))
    assert refusal is None, f"{text}: {refusal}; legal: {legal(state, who)}"
    chance = Scripted(list(dice))
    events = RULESET.apply(state, who, RULESET.read(text), chance)
    assert chance.position == len(dice), f"{text}: dice left over"
    return events


def go(state: State, number: int, target: str, *dice: int) -> list[Event]:
    """Move a Hero to a neighbouring hex."""
    return say(state, walk(state, number, target), *dice)


def walk(state: State, number: int, target: str) -> str:
    """The command that moves a Hero to a neighbouring hex."""
    near = state.world.neighbours[state.heroes[number].hex]
    return f"move {number % 2 + 1} {DIRECTIONS[near.index(at(target))]}"


def names(events: list[Event]) -> list[str]:
    """The names of events."""
    return [event.name for event in events]


def combat(state: State) -> Combat:
    """The combat that goes on."""
    assert state.combat is not None
    return state.combat


def stack(state: State, name: str) -> Stack:
    """A stack by its id."""
    return combat(state).named(STACK_WORDS.index(name))


def count(state: State, name: str) -> int:
    """Units in a stack."""
    return stack(state, name).count


def struck(attacker: Stack, target: Stack, ranged: bool, *dice: int) -> Strike:
    """A strike whose dice have been rolled."""
    strike = Strike(attacker.number, target.number, ranged)
    strike.attack_die, strike.defense_die = dice
    return strike


def strike_of(combat: Combat) -> Strike:
    """The strike that is being resolved."""
    assert combat.strike is not None
    return combat.strike


def produce(state: State) -> None:
    """Go straight to production."""
    state.sequence = 3
    state.agenda = [Task(T_FLOW, 0, 0)]
    state.turn_index = len(state.order) - 1
    before = [city.copy() for city in state.cities]
    go_on(Play(state, Scripted([])))
    # Income came on the way; the tests of production want round numbers.
    state.cities = before
    state.shown_cities = [city.copy() for city in before]


def clean_up(state: State, *dice: int) -> list[Event]:
    """Clean Up, victory check, and the start of the next Round."""
    state.stage = S_CLEAN
    state.agenda = [Task(T_FLOW, 0, 0)]
    play = Play(state, Scripted(list(dice)))
    go_on(play)
    return play.events


def income(state: State) -> None:
    """One Turn 4."""
    collect_income(Play(state, Scripted([])))


def is_entering(state: State) -> bool:
    """Whether a Hero's entry is not finished."""
    return any(task.name == T_ENTER for task in state.agenda)


def set_option(state: State, name: str, value: int) -> None:
    """Change a setting in the midst of a match."""
    names = [row[0] for row in SETTINGS]
    values = list(state.settings.values)
    values[names.index(name)] = value
    state.settings = Settings(values)


def duel_in_the_open(attacker: str, defender: str) -> State:
    """Seat 0's Hero attacks seat 1's in the open; neither adds anything."""
    state = start(war=True)
    hero(state, 0, "k.c", attacker, attack=0, defense=0)
    hero(state, 2, "k.ne", defender, attack=0, defense=0)
    go(state, 0, "k.ne")
    return state
