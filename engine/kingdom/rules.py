"""The kingdom ruleset: orders in secret, then everything at once."""

from typing import Final, final

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Outcome, Seat
from pentarch.engine.decision import Decision
from pentarch.engine.errors import InvalidOption, InvalidSeats
from pentarch.engine.kingdom.board import Board, fixed_board
from pentarch.engine.kingdom.commands import DONE, HALT, TABLE
from pentarch.engine.kingdom.conquest import outcome_of
from pentarch.engine.kingdom.loading import load_state
from pentarch.engine.kingdom.manual import MANUAL
from pentarch.engine.kingdom.maps import FIXED_MAPS
from pentarch.engine.kingdom.realm import Kingdom, Market, Realm
from pentarch.engine.kingdom.region import LEAST_CASTLE, NO_REGION, Castle, Region
from pentarch.engine.kingdom.round import GIVE_ORDERS, open_round, shuffled_techs
from pentarch.engine.kingdom.sampling import sample_state
from pentarch.engine.kingdom.sentences import phrase_of, sentence_of
from pentarch.engine.kingdom.settings import (
    AUTO_MAPS,
    NO_GARRISONS,
    OPTIONS,
    STRONG_GARRISONS,
    Settings,
    map_name,
)
from pentarch.engine.kingdom.shortforms import expand_plan, read_order
from pentarch.engine.kingdom.state import MENU, PATH, State, open_plans
from pentarch.engine.kingdom.tables import (
    GOING_ON,
    HOME_PRODUCTION,
    KNIGHT,
    NEUTRAL,
    NOBODY,
    SWORDSMAN,
)
from pentarch.engine.kingdom.text import draw
from pentarch.engine.kingdom.views import chart_state, dump_state, measure_state, view_state
from pentarch.engine.kingdom.wedge import grow_wedge, random_board
from pentarch.engine.manual import Manual
from pentarch.engine.options import Options
from pentarch.engine.plain import Json
from pentarch.engine.ruleset import Info, Ruleset


@final
class KingdomCommand(Ruleset[State]):
    """Two to six kingdoms; see RULES.md."""

    def __init__(self) -> None:
        self.info = Info(
            id="kingdom",
            version=1,
            title="Kingdom Command",
            prefix="KC",
            summary="Kings give secret orders at once and fight over castles.",
            min_seats=2,
            max_seats=6,
            max_steps=200_000,
            options=OPTIONS,
            is_simultaneous=True,
        )
        self.commands = TABLE

    def setup(self, seats: int, options: Options, chance: Chance) -> State:
        settings = Settings(_choose_board(seats, options, chance), options)
        settings.refuse_misfits()
        realm = Realm(settings)
        _found_kingdoms(realm)
        _place_castles(realm)
        _place_units(realm)
        realm.market = Market([], None, shuffled_techs(realm, chance))
        open_round(realm, chance, [])
        return State(realm, open_plans(realm))

    def decision(self, state: State) -> "Decision[State] | None":
        return GIVE_ORDERS if state.realm.ending is GOING_ON else None

    def outcome(self, state: State) -> "Outcome | None":
        return None if state.realm.ending is GOING_ON else outcome_of(state.realm)

    def adjudicate(self, state: State) -> Outcome:
        return outcome_of(state.realm)

    def copy(self, state: State) -> State:
        return state.copy()

    def fingerprint(self, state: State) -> bytes:
        return state.fingerprint()

    def view(self, state: State, seat: "Seat | None") -> Json:
        return view_state(state, seat)

    def sample(self, view: Json, seat: Seat, chance: Chance) -> State:
        return sample_state(view, seat, chance)

    def dump(self, state: State) -> Json:
        return dump_state(state)

    def load(self, value: Json) -> State:
        return load_state(value)

    def measures(self, state: State) -> "dict[str, list[int]]":
        return measure_state(state)

    def chart(self, state: State) -> Json:
        return chart_state(state)

    def manual(self) -> Manual:
        return MANUAL

    def text(self, view: Json) -> str:
        return draw(view)

    def sentence(self, event: Event) -> str:
        return sentence_of(event)

    def phrase(self, command: Command) -> str:
        return phrase_of(command)

    def fallback(self, state: State, seat: Seat) -> Command:
        """KC-16.7."""
        harmless = {MENU: DONE, PATH: HALT}.get(state.plans[seat].decision)
        return self.legal(state, seat)[0] if harmless is None else harmless.of()

    def expand(self, state: State, seat: Seat, texts: list[str]) -> list[str]:
        return expand_plan(state.plans[seat], texts)

    def read(self, text: str) -> Command:
        return read_order(text)


def _choose_board(seats: int, options: Options, chance: Chance) -> Board:
    if seats not in AUTO_MAPS:
        raise InvalidSeats(f"kingdom is played by 2 to 6 seats, not {seats}")
    name = map_name(seats, options)
    if name == "random":
        size = options.word("map_size")
        return random_board(seats, size, grow_wedge(seats, size, chance))
    if FIXED_MAPS[name].seats != seats:
        raise InvalidOption(f"the map {name!r} is for {FIXED_MAPS[name].seats} seats, not {seats}")
    return fixed_board(name)


def _found_kingdoms(realm: Realm) -> None:
    for seat in range(realm.settings.seats):
        kingdom = Kingdom(seat)
        kingdom.gold = realm.settings.start_gold
        realm.kingdoms.append(kingdom)


def _place_castles(realm: Realm) -> None:
    """KC-2.7."""
    for area in realm.settings.board.lands:
        region = NO_REGION
        if area.home_of != NOBODY:
            home = Castle(HOME_PRODUCTION, realm.settings.home_attack, [])
            region = Region(area.home_of, False, home)
        elif area.has_castle:
            region = Region(NOBODY, False, LEAST_CASTLE)
        realm.regions.append(region)


def _place_units(realm: Realm) -> None:
    """KC-18.1: seats first, then garrisons by region; this numbers the units."""
    settings = realm.settings
    for seat, home in enumerate(settings.board.homes):
        for _ in range(settings.start_swordsmen):
            realm.add_unit(SWORDSMAN, seat, home, 0, 0)
    if settings.garrisons == NO_GARRISONS:
        return
    for castle in settings.board.castles:
        garrison = settings.board.places[castle].garrison
        if not garrison:
            continue
        swordsmen, knights = _garrison(garrison)
        for _ in range(swordsmen + (1 if settings.garrisons == STRONG_GARRISONS else 0)):
            realm.add_unit(SWORDSMAN, NEUTRAL, castle, 0, 0)
        for _ in range(knights):
            realm.add_unit(KNIGHT, NEUTRAL, castle, 0, 0)


def _garrison(written: str) -> "tuple[int, int]":
    """Swordsmen and knights of a garrison as written in a map."""
    swordsmen, knights = 0, 0
    for part in written.split("+"):
        if part.endswith("s"):
            swordsmen = int(part[:-1])
        else:
            knights = int(part[:-1])
    return swordsmen, knights


RULESET: Final = KingdomCommand()
