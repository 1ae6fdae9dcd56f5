"""Units change hands: from garrisons and Recruitment Locations to displays, back, between two."""

from typing import Final, final

from pentarch.engine.commands import Command
from pentarch.engine.core import Refusal
from pentarch.engine.heroes import refusals
from pentarch.engine.heroes.city import City
from pentarch.engine.heroes.commands import DROP, GIVE, TAKE
from pentarch.engine.heroes.hero import Hero
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import State
from pentarch.engine.heroes.tables import (
    CITY_LIMIT,
    HEX_LIMIT,
    MERC,
    Q_BLOOD,
    SECTIONS,
    UNIT_WORDS,
    amounts,
    unit_of,
)
from pentarch.engine.heroes.turn.deed import Deed, own_city
from pentarch.engine.heroes.turn.growth import leave_units, progress_quest
from pentarch.engine.heroes.world.map import home_of
from pentarch.engine.heroes.world.site import GROUND_ACTIVE, GROUND_MERCS, Ground
from pentarch.engine.heroes.world.tile import RECRUITS


def has_transfers(state: State, hero: Hero) -> bool:
    """Whether the Hero has unit transfers left this turn."""
    return hero.transfers < state.settings.transfer_cap


def in_own_mine(state: State, hero: Hero) -> bool:
    """Whether the Hero stands in a Resource hex of his owner."""
    return state.sites[hero.hex].owner == hero.seat


def pool_of(state: State, hero: Hero, city: "City | None") -> list[int]:
    """Units the Hero could take here, by word: `l1`..`l6`, `merc` (HW-4.1.f, h, i; HW-17.1.2.a).

    `city` is his own City or Camp here. An empty list: nothing is kept here for him.
    """
    if city is not None:
        return [*city.own_units(hero.race), city.garrison[MERC]]
    if in_own_mine(state, hero):
        return [*state.sites[hero.hex].units, 0]
    race = home_of(hero.hex)
    if race < 0 or state.feature(hero.hex) is not RECRUITS:
        return []
    ground = state.grounds[race]
    if ground.status == GROUND_MERCS:
        return [0, 0, 0, 0, 0, 0, ground.units]
    # HW-3.3.2.d: only the owner's Heroes take recruits.
    is_own = ground.status == GROUND_ACTIVE and state.seat_of[race] == hero.seat
    return [ground.units, 0, 0, 0, 0, 0, 0] if is_own else []


def is_late(state: State, hero: Hero, city: "City | None") -> bool:
    """HW-4.1.i: a mine's garrison is taken only before any step."""
    return hero.spent and city is None and in_own_mine(state, hero)


# The commands for each amount that can be named, by what else they name and by the most units;
# lists of commands are most of a turn's time.
_TAKES: Final = [
    [
        [
            [[TAKE.of(hero, word, n - 1, place) for n in amounts(most)] for most in range(21)]
            for place in range(SECTIONS)
        ]
        for word in range(len(UNIT_WORDS))
    ]
    for hero in range(2)
]


@final
class Take(Deed):
    """Units go to the display."""

    def __init__(self) -> None:
        super().__init__(TAKE)

    def add_legal(
        self, state: State, hero: Hero, city: "City | None", commands: list[Command]
    ) -> None:
        if not has_transfers(state, hero):
            return
        pool = pool_of(state, hero, city)
        if not any(pool) or is_late(state, hero, city):
            return
        for word, waiting in enumerate(pool):
            if waiting:
                takes = _TAKES[hero.number % 2][word]
                for place, room in enumerate(hero.rooms(unit_of(hero.race, word))):
                    if room:
                        commands += takes[place][min(waiting, room)]

    def refusal(self, state: State, hero: Hero, command: Command) -> "Refusal | None":
        word, number, place = command.args[1], command.args[2] + 1, command.args[3]
        if not has_transfers(state, hero):
            return refusals.NO_TRANSFERS
        city = own_city(state, hero)
        pool = pool_of(state, hero, city)
        if not pool or not pool[word]:
            return refusals.NO_POOL
        if is_late(state, hero, city):
            return refusals.MP_SPENT
        limit = min(pool[word], hero.rooms(unit_of(hero.race, word))[place])
        if limit == 0:
            return refusals.BAD_SECTION
        return None if number in amounts(limit) else refusals.BAD_AMOUNT

    def carry_out(self, play: Play, hero: Hero, command: Command) -> None:
        state = play.state
        word, number = command.args[1], command.args[2] + 1
        unit = unit_of(hero.race, word)
        city = own_city(state, hero)
        if city is not None:
            city.station(unit, -number)
        elif in_own_mine(state, hero):
            state.alter(hero.hex).add(word, -number)
            leave_units(play, hero, hero.hex, -number)
        else:
            race = home_of(hero.hex)
            ground = state.grounds[race]
            state.grounds[race] = Ground(ground.status, ground.units - number)
            if word == 0:
                progress_quest(play, hero, Q_BLOOD, number)
        hero.put(command.args[3], unit, number)
        hero.transfers += 1


def spare(hero: Hero, place: int) -> int:
    """Units of a section that can leave: the last one stays (HW-4.1.j)."""
    count = hero.sections[place].count
    return count - 1 if hero.units() == count else count


def drop_limit(state: State, hero: Hero, city: "City | None", place: int) -> int:
    """The most units one `drop` could move."""
    section = hero.sections[place]
    if city is not None:
        return min(section.count, CITY_LIMIT - city.garrison[section.unit.number])
    # HW-17.1.b: mercenaries stay out of mines.
    if section.unit.is_merc:
        return 0
    room = HEX_LIMIT - state.sites[hero.hex].units[section.unit.word]
    return min(spare(hero, place), room)


@final
class Drop(Deed):
    """Units go to the garrison."""

    def __init__(self) -> None:
        super().__init__(DROP)

    def add_legal(
        self, state: State, hero: Hero, city: "City | None", commands: list[Command]
    ) -> None:
        if not has_transfers(state, hero) or (city is None and not in_own_mine(state, hero)):
            return
        for place, section in enumerate(hero.sections):
            if section.count:
                for number in amounts(drop_limit(state, hero, city, place)):
                    commands.append(DROP.of(hero.number % 2, place, number - 1))

    def refusal(self, state: State, hero: Hero, command: Command) -> "Refusal | None":
        place, number = command.args[1], command.args[2] + 1
        section, city = hero.sections[place], own_city(state, hero)
        if city is None and not in_own_mine(state, hero):
            return refusals.NO_GARRISON
        if not has_transfers(state, hero):
            return refusals.NO_TRANSFERS
        if section.count == 0:
            return refusals.EMPTY_SECTION
        if section.unit.is_merc and city is None:
            return refusals.NO_MERC_GARRISON
        is_named = number in amounts(drop_limit(state, hero, city, place))
        return None if is_named else refusals.BAD_AMOUNT

    def carry_out(self, play: Play, hero: Hero, command: Command) -> None:
        place, number = command.args[1], command.args[2] + 1
        unit = hero.sections[place].unit
        city = own_city(play.state, hero)
        hero.put(place, unit, -number)
        hero.transfers += 1
        if city is not None:
            city.station(unit, number)
            return
        play.state.alter(hero.hex).add(unit.word, number)
        leave_units(play, hero, hero.hex, number)


def has_partner(state: State, hero: Hero, city: "City | None") -> bool:
    """Whether the other Hero is here and no own City does the exchange (HW-4.1.g)."""
    return city is None and state.partner(hero).hex == hero.hex


@final
class Give(Deed):
    """Units change displays; it counts as a transfer for both."""

    def __init__(self) -> None:
        super().__init__(GIVE)

    def add_legal(
        self, state: State, hero: Hero, city: "City | None", commands: list[Command]
    ) -> None:
        if not has_partner(state, hero, city):
            return
        partner = state.partner(hero)
        if not has_transfers(state, hero) or not has_transfers(state, partner):
            return
        for place, section in enumerate(hero.sections):
            if section.count:
                left = spare(hero, place)
                for target, room in enumerate(partner.rooms(section.unit)):
                    for number in amounts(min(left, room)):
                        commands.append(GIVE.of(hero.number % 2, place, number - 1, target))

    def refusal(self, state: State, hero: Hero, command: Command) -> "Refusal | None":
        place, number, target = command.args[1], command.args[2] + 1, command.args[3]
        partner = state.partner(hero)
        section = hero.sections[place]
        if not has_partner(state, hero, own_city(state, hero)):
            return refusals.NO_PARTNER
        if not has_transfers(state, hero) or not has_transfers(state, partner):
            return refusals.NO_TRANSFERS
        if section.count == 0:
            return refusals.EMPTY_SECTION
        room = partner.rooms(section.unit)[target]
        if room == 0:
            return refusals.BAD_SECTION
        return None if number in amounts(min(spare(hero, place), room)) else refusals.BAD_AMOUNT

    def carry_out(self, play: Play, hero: Hero, command: Command) -> None:
        place, number, target = command.args[1], command.args[2] + 1, command.args[3]
        partner = play.state.partner(hero)
        unit = hero.sections[place].unit
        hero.put(place, unit, -number)
        partner.put(target, unit, number)
        hero.transfers += 1
        partner.transfers += 1
