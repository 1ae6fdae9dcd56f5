"""States that a seat could be in for all it knows: tiles and the quest deck are shuffled."""

from pentarch.engine.chance import Chance
from pentarch.engine.core import Seat
from pentarch.engine.errors import InvalidValue
from pentarch.engine.heroes.loading import read
from pentarch.engine.heroes.readers import index
from pentarch.engine.heroes.state import T_PRODUCE, State
from pentarch.engine.heroes.tables import QUESTS
from pentarch.engine.heroes.views import hidden_slots
from pentarch.engine.heroes.world.tile import TERRAIN_TILES, TILE_NAMES, TILES
from pentarch.engine.plain import Json, as_str, list_field


def sample(view: Json, seat: Seat, chance: Chance) -> State:
    """A state that agrees with a seat's view."""
    state = read(view)
    _lay_tiles(state, view, chance)
    held = [hero.quest for hero in state.heroes]
    cards = range(len(QUESTS))
    state.deck = [card for card in cards if card not in held and card not in state.discards]
    chance.shuffle(state.deck)
    if state.is_next(T_PRODUCE):
        # Others see what they see now.
        state.shown_cities = [city.copy() for city in state.cities]
        state.shown_heroes = [hero.copy() for hero in state.heroes]
    return state


def _lay_tiles(state: State, view: Json, chance: Chance) -> None:
    """The tiles that lie face down, anywhere."""
    names = [as_str(name, "face_down") for name in list_field(view, "face_down")]
    tiles = [index(name, TILE_NAMES[:TERRAIN_TILES], "face_down") for name in names]
    count = state.settings.tiles
    shown = [state.tiles[slot].number for slot in range(count) if state.face[slot]]
    slots = hidden_slots(state)
    if len(tiles) != len(slots) or len(set(tiles + shown)) != count:
        raise InvalidValue("'face_down' does not fit the slots")
    chance.shuffle(tiles)
    for slot, tile in zip(slots, tiles, strict=True):
        state.lay(slot, TILES[tile])
