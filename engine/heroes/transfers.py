"""What Heroes do where they stand: units moved, training, prayer, quests, honour stored."""

from pentarch.engine.core import Refusal
from pentarch.engine.heroes import refusals
from pentarch.engine.heroes.growth import (
    add_honor,
    add_stock,
    gain_experience,
    leave_units,
    progress_quest,
)
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import (
    C_HOLDER,
    C_STORED,
    C_UNITS,
    CITY_SIZE,
    DONE_NOW,
    GROUND_ACTIVE,
    GROUND_MERCS,
    H_ABILITY,
    H_DROPPED,
    H_FINISHED,
    H_HEX,
    H_HONOR,
    H_MP,
    H_PROGRESS,
    H_QUEST,
    H_SECTION,
    H_SPENT,
    H_TRAINED,
    H_TRANSFERS,
    HERO_SIZE,
    O_HOLY,
    O_HONOR,
    O_QUESTS,
    O_SPECIAL,
    O_TRANSFERS,
    VISITED,
    State,
    army_stacks,
    army_units,
    capital,
    city_at,
    feature_at,
    has_built,
    hex_of,
    in_play,
)
from pentarch.engine.heroes.tables import (
    ABILITY_CAPS,
    CITY_LIMIT,
    GOLD,
    HEX_LIMIT,
    HONOR_CAP,
    MERC,
    MERC_WORD,
    Q_BLOOD,
    Q_PILGRIM,
    QUESTS,
    SECTIONS,
    SPECIAL_OF_RACE,
    STACK_LIMIT,
    TAVERN,
    TRAINING,
)
from pentarch.engine.heroes.tiles import F_HOLY, F_RECRUIT, HEXES
from pentarch.engine.heroes.windows import amounts
from pentarch.engine.heroes.world import TERRAIN_SLOTS


def check_hero(state: State, hero: int) -> "Refusal | None":
    """Whether a Hero can act at all."""
    if not in_play(state, hero):
        return refusals.NOT_IN_PLAY
    if state.heroes[hero * HERO_SIZE + H_FINISHED]:
        return refusals.HERO_FINISHED
    return None


def own_city(state: State, hero: int) -> int:
    """The City or Camp of the Hero's owner in which he stands, or -1."""
    city = city_at(state, state.heroes[hero * HERO_SIZE + H_HEX])
    if city >= 0 and state.cities[city * CITY_SIZE + C_HOLDER] == hero // 2:
        return city
    return -1


def pool_of(state: State, hero: int, city: int) -> list[int]:
    """Units the Hero could take here, by word: `l1`..`l6`, `merc` (HW-4.1.f, h, i; HW-17.1.2.a).

    `city` is his own City or Camp here, or -1. An empty list: nothing is kept here for him.
    """
    hex = state.heroes[hero * HERO_SIZE + H_HEX]
    seat = hero // 2
    if city >= 0:
        row = city * CITY_SIZE + C_UNITS
        own = row + state.race[seat] * 6
        return [*state.cities[own : own + 6], state.cities[row + MERC]]
    if state.owner[hex] == seat + 1:
        return [*state.units[hex * 6 : hex * 6 + 6], 0]
    race = hex // HEXES - TERRAIN_SLOTS
    if race < 0 or feature_at(state, hex) != F_RECRUIT:
        return []
    status = state.grounds[2 * race]
    waiting = state.grounds[2 * race + 1]
    if status == GROUND_MERCS:
        return [0, 0, 0, 0, 0, 0, waiting]
    # HW-3.3.2.d: only the owner's Heroes take recruits.
    is_own = status == GROUND_ACTIVE and state.seat_of[race] == seat
    return [waiting, 0, 0, 0, 0, 0, 0] if is_own else []


def available(state: State, hero: int, word: int) -> int:
    """How many units of a kind the Hero could take here."""
    pool = pool_of(state, hero, own_city(state, hero))
    return pool[word] if pool else 0


def fits(state: State, hero: int, unit: int, section: int) -> int:
    """Room for a unit in a section: a stack of the kind, or the lowest empty one; 0: none."""
    start = hero * HERO_SIZE + H_SECTION
    heroes = state.heroes
    count = heroes[start + 2 * section + 1]
    if count:
        return STACK_LIMIT - count if heroes[start + 2 * section] == unit else 0
    for lower in range(SECTIONS):
        other = heroes[start + 2 * lower + 1]
        if lower < section and other == 0:
            return 0
        # HW-17.1.a: one stack of mercenaries.
        if unit == MERC and other and heroes[start + 2 * lower] == MERC:
            return 0
    return STACK_LIMIT


def has_transfers(state: State, hero: int) -> bool:
    """Whether the Hero has unit transfers left this turn."""
    return state.heroes[hero * HERO_SIZE + H_TRANSFERS] < state.opt[O_TRANSFERS]


def take_limit(state: State, hero: int, word: int, section: int) -> int:
    """The most units one `take` could move."""
    unit = MERC if word == MERC_WORD else state.race[hero // 2] * 6 + word
    return min(available(state, hero, word), fits(state, hero, unit, section))


def check_take(state: State, hero: int, word: int, number: int, section: int) -> "Refusal | None":
    """Whether units can be taken into a section."""
    refusal = check_hero(state, hero)
    if refusal is not None:
        return refusal
    if not has_transfers(state, hero):
        return refusals.NO_TRANSFERS
    if available(state, hero, word) == 0:
        return refusals.NO_POOL
    is_mine = own_city(state, hero) < 0 and is_own_mine(state, hero)
    if is_mine and state.heroes[hero * HERO_SIZE + H_SPENT]:
        return refusals.MP_SPENT
    limit = take_limit(state, hero, word, section)
    if limit == 0:
        return refusals.BAD_SECTION
    return None if number in amounts(limit) else refusals.BAD_AMOUNT


def is_own_mine(state: State, hero: int) -> bool:
    """Whether the Hero stands in a Resource hex of his owner."""
    return state.owner[hex_of(state, hero)] == hero // 2 + 1


def take(p: Play, hero: int, word: int, number: int, section: int) -> None:
    """Units go to the display."""
    state = p.state
    race = state.race[hero // 2]
    unit = MERC if word == MERC_WORD else race * 6 + word
    hex = hex_of(state, hero)
    city = own_city(state, hero)
    if city >= 0:
        state.cities[city * CITY_SIZE + C_UNITS + unit] -= number
    elif is_own_mine(state, hero):
        state.units[hex * 6 + word] -= number
        leave_units(p, hero, hex, -number)
    else:
        ground = hex // HEXES - TERRAIN_SLOTS
        state.grounds[2 * ground + 1] -= number
        if word == 0:
            progress_quest(p, hero, Q_BLOOD, number)
    put(state, hero, section, unit, number)
    state.heroes[hero * HERO_SIZE + H_TRANSFERS] += 1


def put(state: State, hero: int, section: int, unit: int, number: int) -> None:
    """Change a section's stack by a number of units."""
    slot = hero * HERO_SIZE + H_SECTION + 2 * section
    state.heroes[slot + 1] += number
    state.heroes[slot] = unit if state.heroes[slot + 1] else 0


def section_unit(state: State, hero: int, section: int) -> int:
    """The unit in a section."""
    return state.heroes[hero * HERO_SIZE + H_SECTION + 2 * section]


def section_count(state: State, hero: int, section: int) -> int:
    """The number of units in a section."""
    return state.heroes[hero * HERO_SIZE + H_SECTION + 2 * section + 1]


def drop_limit(state: State, hero: int, section: int) -> int:
    """The most units one `drop` could move."""
    count = section_count(state, hero, section)
    unit = section_unit(state, hero, section)
    city = own_city(state, hero)
    if city >= 0:
        return min(count, CITY_LIMIT - state.cities[city * CITY_SIZE + C_UNITS + unit])
    spare = count - 1 if army_units(state, hero) == count else count
    return min(spare, HEX_LIMIT - state.units[hex_of(state, hero) * 6 + unit % 6])


def check_drop(state: State, hero: int, section: int, number: int) -> "Refusal | None":
    """Whether units can be left here."""
    refusal = check_hero(state, hero)
    if refusal is not None:
        return refusal
    if own_city(state, hero) < 0 and not is_own_mine(state, hero):
        return refusals.NO_GARRISON
    if not has_transfers(state, hero):
        return refusals.NO_TRANSFERS
    if section_count(state, hero, section) == 0:
        return refusals.EMPTY_SECTION
    if own_city(state, hero) < 0 and section_unit(state, hero, section) == MERC:
        return refusals.NO_MERC_GARRISON
    return None if number in amounts(drop_limit(state, hero, section)) else refusals.BAD_AMOUNT


def drop(p: Play, hero: int, section: int, number: int) -> None:
    """Units go to the garrison."""
    state = p.state
    unit = section_unit(state, hero, section)
    city = own_city(state, hero)
    row = hero * HERO_SIZE
    put(state, hero, section, unit, -number)
    state.heroes[row + H_TRANSFERS] += 1
    if city >= 0:
        state.cities[city * CITY_SIZE + C_UNITS + unit] += number
        return
    hex = hex_of(state, hero)
    state.units[hex * 6 + unit % 6] += number
    leave_units(p, hero, hex, number)


def has_partner(state: State, hero: int) -> bool:
    """Whether the other Hero is here and no own City does the exchange (HW-4.1.g)."""
    partner = hero ^ 1
    return (
        in_play(state, partner)
        and hex_of(state, partner) == hex_of(state, hero)
        and own_city(state, hero) < 0
    )


def give_limit(state: State, hero: int, section: int, target: int) -> int:
    """The most units one `give` could move (HW-4.1.j: one stays)."""
    count = section_count(state, hero, section)
    spare = count - 1 if army_units(state, hero) == count else count
    return min(spare, fits(state, hero ^ 1, section_unit(state, hero, section), target))


def check_give(state: State, hero: int, section: int, number: int, target: int) -> "Refusal | None":
    """Whether units can be handed to the other Hero."""
    refusal = check_hero(state, hero)
    if refusal is not None:
        return refusal
    if not has_partner(state, hero):
        return refusals.NO_PARTNER
    if not has_transfers(state, hero) or not has_transfers(state, hero ^ 1):
        return refusals.NO_TRANSFERS
    if section_count(state, hero, section) == 0:
        return refusals.EMPTY_SECTION
    if fits(state, hero ^ 1, section_unit(state, hero, section), target) == 0:
        return refusals.BAD_SECTION
    limit = give_limit(state, hero, section, target)
    return None if number in amounts(limit) else refusals.BAD_AMOUNT


def give(state: State, hero: int, section: int, number: int, target: int) -> None:
    """Units change displays; it counts as a transfer for both."""
    unit = section_unit(state, hero, section)
    put(state, hero, section, unit, -number)
    put(state, hero ^ 1, target, unit, number)
    state.heroes[hero * HERO_SIZE + H_TRANSFERS] += 1
    state.heroes[(hero ^ 1) * HERO_SIZE + H_TRANSFERS] += 1


# Training, prayer, quests, honour.


def check_train(state: State, hero: int, which: int) -> "Refusal | None":
    """HW-4.3.3.a."""
    refusal = check_hero(state, hero)
    if refusal is not None:
        return refusal
    city = own_city(state, hero)
    if city < 0 or not has_built(state, city, TRAINING):
        return refusals.NO_TRAINING
    if state.heroes[hero * HERO_SIZE + H_TRAINED]:
        return refusals.NO_TRAINING
    if state.heroes[hero * HERO_SIZE + H_ABILITY + which] >= ABILITY_CAPS[which]:
        return refusals.AT_CAP
    return None


def train(state: State, hero: int, which: int) -> None:
    """One ability point, once per match."""
    state.heroes[hero * HERO_SIZE + H_ABILITY + which] += 1
    state.heroes[hero * HERO_SIZE + H_TRAINED] = 1


def check_pray(state: State, hero: int) -> "Refusal | None":
    """HW-15.4.a, c."""
    refusal = check_hero(state, hero)
    if refusal is not None:
        return refusal
    hex = hex_of(state, hero)
    if not state.opt[O_HOLY] or feature_at(state, hex) != F_HOLY or state.mark[hex] & VISITED:
        return refusals.NO_HOLY_PLACE
    return None


def pray(p: Play, hero: int) -> None:
    """The Hero stops for good and rolls on T15."""
    state = p.state
    row = hero * HERO_SIZE
    seat = hero // 2
    state.mark[hex_of(state, hero)] |= VISITED
    state.heroes[row + H_MP] = 0
    state.heroes[row + H_FINISHED] = DONE_NOW
    roll = p.chance.die(20)
    p.note("holy_roll", seat, roll)
    if roll <= 5 or (roll <= 10 and not state.opt[O_HONOR]):
        add_stock(p, seat, GOLD, 1)
    elif roll <= 10:
        add_honor(p, hero, army_stacks(state, hero))
    elif roll <= 15:
        state.heroes[row + H_MP] = 4
        state.heroes[row + H_FINISHED] = 0
    elif roll <= 19:
        for hex in state.world.hexes:
            if state.owner[hex] == seat + 1:
                add_stock(p, seat, feature_at(state, hex) - 1, 1)
    else:
        gain_experience(p, hero, p.chance.die(20))
    progress_quest(p, hero, Q_PILGRIM, 1)


def _at_tavern(state: State, hero: int) -> bool:
    city = own_city(state, hero)
    return city >= 0 and city == capital(state, hero // 2) and has_built(state, city, TAVERN)


def check_quest_draw(state: State, hero: int) -> "Refusal | None":
    """HW-17.2.a."""
    refusal = check_hero(state, hero)
    if refusal is not None:
        return refusal
    if not state.opt[O_QUESTS] or not _at_tavern(state, hero):
        return refusals.NO_QUESTS
    if state.heroes[hero * HERO_SIZE + H_QUEST]:
        return refusals.QUEST_OPEN
    return None if state.deck or state.discards else refusals.NO_QUESTS


def draw_quest(p: Play, hero: int) -> None:
    """The top card; an empty deck is made anew from the discards (HW-17.2.c)."""
    state = p.state
    if not state.deck:
        state.deck = state.discards
        state.discards = []
        p.chance.shuffle(state.deck)
    card = state.deck.pop()
    state.heroes[hero * HERO_SIZE + H_QUEST] = card + 1
    state.heroes[hero * HERO_SIZE + H_PROGRESS] = 0
    state.left = [entry for entry in state.left if entry[0] != hero]
    p.note("quest", hero // 2, hero % 2 + 1, QUESTS[card])


def check_quest_drop(state: State, hero: int) -> "Refusal | None":
    """HW-17.2.c: once per turn."""
    refusal = check_hero(state, hero)
    if refusal is not None:
        return refusal
    if not state.opt[O_QUESTS] or not _at_tavern(state, hero):
        return refusals.NO_QUESTS
    row = hero * HERO_SIZE
    if not state.heroes[row + H_QUEST] or state.heroes[row + H_DROPPED]:
        return refusals.NO_OPEN_QUEST
    return None


def drop_quest(state: State, hero: int) -> None:
    """The card goes to the discards."""
    row = hero * HERO_SIZE
    state.discards.append(state.heroes[row + H_QUEST] - 1)
    state.heroes[row + H_QUEST] = 0
    state.heroes[row + H_PROGRESS] = 0
    state.heroes[row + H_DROPPED] = 1


def store_limit(state: State, hero: int) -> int:
    """HP the Hero can store here (HW-17.3.b); 0: none."""
    city = own_city(state, hero)
    if not state.opt[O_SPECIAL] or city < 0 or city != capital(state, hero // 2):
        return 0
    if not has_built(state, city, SPECIAL_OF_RACE[city]):
        return 0
    room = HONOR_CAP - state.cities[city * CITY_SIZE + C_STORED]
    return min(room, state.heroes[hero * HERO_SIZE + H_HONOR])


def check_store(state: State, hero: int, number: int) -> "Refusal | None":
    """HW-17.3.b."""
    refusal = check_hero(state, hero)
    if refusal is not None:
        return refusal
    return None if number in amounts(store_limit(state, hero)) else refusals.NO_STORE


def store(state: State, hero: int, number: int) -> None:
    """HP go into the special building for good."""
    state.heroes[hero * HERO_SIZE + H_HONOR] -= number
    state.cities[capital(state, hero // 2) * CITY_SIZE + C_STORED] += number
