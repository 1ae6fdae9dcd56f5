"""Ways through the world: where Heroes may go, and what a step costs."""

from typing import Final

from pentarch.engine.core import Refusal
from pentarch.engine.heroes import refusals
from pentarch.engine.heroes.hero import Hero
from pentarch.engine.heroes.state import State
from pentarch.engine.heroes.world.map import home_of, place_of, slot_of
from pentarch.engine.heroes.world.site import GROUND_ACTIVE
from pentarch.engine.heroes.world.tile import RECRUITS

FLAT_COST: Final = 1


def is_passable(state: State, origin: int, target: int) -> bool:
    """Whether a hexside can be crossed (HW-15.1.a, HW-15.5.a); always without terrain."""
    if not state.settings.terrain:
        return True
    slot = slot_of(origin)
    if slot != slot_of(target):
        return True
    tile = state.tiles[slot]
    one, other = place_of(origin), place_of(target)
    return not tile.walls[one][other] or (tile.roads[one] and tile.roads[other])


def step_cost(state: State, origin: int, target: int) -> int:
    """MP for entering a face-up hex (HW-7.1.1.a, HW-15.6.a)."""
    if not state.settings.terrain:
        return FLAT_COST
    there = state.tiles[slot_of(target)]
    if state.tiles[slot_of(origin)].roads[place_of(origin)] and there.roads[place_of(target)]:
        return FLAT_COST
    return there.costs[place_of(target)]


def hero_refusal(hero: Hero) -> "Refusal | None":
    """Why a Hero cannot act at all."""
    if not hero.in_play():
        return refusals.NOT_IN_PLAY
    if hero.finished:
        return refusals.HERO_FINISHED
    return None


def move_refusal(state: State, hero: Hero, way: int) -> "Refusal | None":
    """Why a Hero may not take a step in a direction."""
    refusal = hero_refusal(hero)
    if refusal is not None:
        return refusal
    if hero.mp < 1:
        return refusals.NO_MOVEMENT
    if hero.units() == 0:
        return refusals.NO_ARMY
    return step_refusal(state, hero, way, enemy_hexes(state, hero.seat))


def step_refusal(state: State, hero: Hero, way: int, enemies: list[int]) -> "Refusal | None":
    """What speaks against a direction; `enemies` are the enemy hexes."""
    origin = hero.hex
    target = state.world.neighbours[origin][way]
    if target < 0:
        return refusals.NO_HEX
    if not is_passable(state, origin, target):
        return refusals.IMPASSABLE
    if not state.face[slot_of(target)]:
        return None
    if is_closed_ground(state, hero.seat, target):
        return refusals.CLOSED_GROUND
    if not state.war and (state.sites[target].owner not in (-1, hero.seat) or target in enemies):
        return refusals.PEACE
    partner = state.partner(hero)
    if partner.hex == target and hero.mp - step_cost(state, origin, target) < 1:
        return refusals.SHARED_HEX
    return None


def is_closed_ground(state: State, seat: int, hex: int) -> bool:
    """Whether a hex is another seat's active Recruitment Location (HW-3.3.2.e)."""
    race = home_of(hex)
    if race < 0:
        return False
    owner = state.seat_of[race]
    return (
        owner != seat
        and state.grounds[race].status == GROUND_ACTIVE
        and state.is_alive(owner)
        and state.feature(hex) is RECRUITS
    )


def enemy_hexes(state: State, seat: int) -> list[int]:
    """Where other seats' Heroes, Cities and Camps are: closed in peace, like mines (HW-7.2.a)."""
    hexes: list[int] = []
    for hero in state.heroes:
        if hero.seat != seat and hero.hex >= 0:
            hexes.append(hero.hex)
    for city in state.cities:
        if city.holder >= 0 and city.holder != seat:
            hexes.append(city.hex)
    return hexes


def can_move_on(state: State, hero: Hero) -> bool:
    """Whether a Hero has any step left."""
    return any(move_refusal(state, hero, way) is None for way in range(6))


def shares_hex(state: State, seat: int) -> bool:
    """Whether the seat's Heroes are in one hex and one of them walked this turn."""
    first, second = state.pair(seat)
    return first.hex >= 0 and first.hex == second.hex and (first.moved or second.moved)


def step_back(hero: Hero) -> None:
    """Put a Hero back on the hex he came from: forced, so no movement in the sense of HW-4.1.r."""
    if hero.origin >= 0:
        hero.hex = hero.origin
    hero.moved = False
