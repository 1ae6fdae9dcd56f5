"""What a hex brings the Hero who enters it: control, equipment, abilities, resources, recruits."""

from typing import Final

from pentarch.engine.heroes.hero import Hero
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import T_RAISE
from pentarch.engine.heroes.tables import (
    OUTPOST_ROLLS,
    Q_ARMORY,
    Q_EYES,
    Q_MUSTER,
    Q_RAIDER,
    Q_RIDE,
    Q_TOLL,
    Q_VEIN,
    TRADE,
)
from pentarch.engine.heroes.turn.growth import (
    add_stock,
    draw_equipment,
    progress_quest,
    reach_quest,
)
from pentarch.engine.heroes.world.map import HEX_NAMES, home_of
from pentarch.engine.heroes.world.site import GROUND_ACTIVE, GROUND_IDLE, Ground
from pentarch.engine.heroes.world.tile import OUTPOST, RECRUITS, RUIN, TOWER

FIRST_RECRUITS: Final = 1


def gain_benefit(play: Play, hero: Hero) -> None:
    """The benefit or control of a hex, if no guards are left in it."""
    state = play.state
    feature = state.feature(hero.hex)
    if not state.sites[hero.hex].has_guards():
        if feature.is_mine:
            _take_control(play, hero)
        elif feature is RUIN:
            _explore(play, hero)
        elif feature is TOWER:
            _learn(play, hero)
    if feature is OUTPOST:
        _collect(play, hero)
    elif feature is RECRUITS:
        _open_ground(play, hero)
    home = state.capital(hero.seat).hex
    if hero.hex == home:
        reach_quest(play, hero, Q_MUSTER, hero.units())
    reach_quest(play, hero, Q_RIDE, state.world.distance(hero.hex, home))


def _take_control(play: Play, hero: Hero) -> None:
    previous = play.state.sites[hero.hex].owner
    if previous == hero.seat:
        return
    site = play.state.alter(hero.hex)
    site.owner = hero.seat
    site.activated = True
    play.note("controlled", hero.seat, HEX_NAMES[hero.hex])
    progress_quest(play, hero, Q_VEIN, 1)
    if previous >= 0:
        progress_quest(play, hero, Q_RAIDER, 1)


def _explore(play: Play, hero: Hero) -> None:
    if play.state.sites[hero.hex].explored:
        return
    site = play.state.alter(hero.hex)
    site.unmark()
    site.explored = True
    play.note("explored", hero.seat, HEX_NAMES[hero.hex])
    draw_equipment(play, hero)
    progress_quest(play, hero, Q_ARMORY, 1)


def _learn(play: Play, hero: Hero) -> None:
    if hero.number in play.state.sites[hero.hex].used:
        return
    site = play.state.alter(hero.hex)
    site.use(hero.number)
    site.cleared = False
    play.state.push(T_RAISE, hero.number)
    progress_quest(play, hero, Q_EYES, 1)


def _collect(play: Play, hero: Hero) -> None:
    state = play.state
    if state.sites[hero.hex].visited:
        return
    roll = play.chance.die(6)
    kind, amount = OUTPOST_ROLLS[roll - 1]
    play.note("outpost_roll", hero.seat, roll)
    if state.settings.skills:
        amount += hero.skills[TRADE]
    state.alter(hero.hex).visited = True
    add_stock(play, hero.seat, kind, amount)
    progress_quest(play, hero, Q_TOLL, 1)


def _open_ground(play: Play, hero: Hero) -> None:
    state = play.state
    race = home_of(hero.hex)
    if state.seat_of[race] == hero.seat and state.grounds[race].status == GROUND_IDLE:
        state.grounds[race] = Ground(GROUND_ACTIVE, FIRST_RECRUITS)
        play.note("recruiting", hero.seat, HEX_NAMES[hero.hex])
