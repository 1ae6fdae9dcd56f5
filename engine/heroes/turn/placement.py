"""The start tiles: where they may lie, and the world once they do."""

from typing import final

from pentarch.engine.commands import Command
from pentarch.engine.core import WRONG_DECISION, Refusal, Seat
from pentarch.engine.heroes import refusals
from pentarch.engine.heroes.agenda import Question
from pentarch.engine.heroes.commands import PLACE
from pentarch.engine.heroes.hero import IN_PLAY
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import S_PLACE, T_PLACE, State
from pentarch.engine.heroes.tables import START_DISTANCE
from pentarch.engine.heroes.world.map import (
    FEWEST_TILES,
    START_PLACES,
    TERRAIN_SLOTS,
    centre_of,
    place_distance,
    world_of,
)
from pentarch.engine.heroes.world.tile import TILES


def begin_placement(state: State) -> None:
    """The seats place their start tiles in their order, or they lie far from each other."""
    state.stage = S_PLACE
    if state.settings.auto_placement:
        length = len(START_PLACES[state.settings.tiles - FEWEST_TILES])
        for seat, player in enumerate(state.players):
            state.place(player.race, seat * length // state.seats)
        settle_world(state)
        return
    for seat in reversed(state.order):
        state.push(T_PLACE, seat)


def settle_world(state: State) -> None:
    """All start tiles lie: the world is known, capitals and Heroes stand (HW-5.3.2.f)."""
    places = state.places
    state.world = world_of(state.settings.tiles, (places[0], places[1], places[2]))
    for seat, player in enumerate(state.players):
        slot = TERRAIN_SLOTS + player.race
        state.lay(slot, TILES[slot])
        state.turn(slot)
        state.capital(seat).hex = centre_of(slot)
        hero = state.hero(seat, 0)
        hero.status = IN_PLAY
        hero.hex = hero.origin = centre_of(slot)


def open_places(state: State) -> list[int]:
    """Places where the next start tile may lie (HW-5.3.2.e)."""
    tiles = state.settings.tiles
    count = len(START_PLACES[tiles - FEWEST_TILES])
    taken = [place for place in state.places if place >= 0]
    free = [place for place in range(count) if place not in taken]
    if not taken:
        return free
    gaps = [min([place_distance(tiles, place, other) for other in taken]) for place in free]
    limit = min(START_DISTANCE, max(gaps))
    return [place for place, gap in zip(free, gaps, strict=True) if gap >= limit]


@final
class PlaceTile(Question):
    """HW-D.place: a seat puts its start tile down; the last one settles the world."""

    def __init__(self) -> None:
        super().__init__(T_PLACE)

    def actors(self, state: State) -> list[Seat]:
        return [state.agenda[-1].who]

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [PLACE.of(place) for place in open_places(state)]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        if command.verb is not PLACE:
            return WRONG_DECISION
        return None if command.args[0] in open_places(state) else refusals.BAD_PLACE

    def answer(self, play: Play, seat: Seat, command: Command) -> None:
        state = play.state
        state.agenda.pop()
        state.place(state.players[seat].race, command.args[0])
        play.note("placed", seat, command.args[0] + 1)
        if not state.is_next(T_PLACE):
            settle_world(state)
