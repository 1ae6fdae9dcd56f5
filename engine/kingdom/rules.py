"""The kingdom ruleset: orders in secret, then everything at once."""

from typing import Final, final

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import NOT_TO_ACT, Event, Outcome, Refusal, Seat
from pentarch.engine.errors import InvalidOption, InvalidSeats
from pentarch.engine.kingdom.board import Board, fixed_board, grow_wedge, random_board
from pentarch.engine.kingdom.commands import DONE, HALT, TABLE
from pentarch.engine.kingdom.execution import (
    army_value,
    execute_round,
    open_plans,
    open_round,
    outcome_of,
    shuffled_techs,
)
from pentarch.engine.kingdom.maps import FIXED_MAPS
from pentarch.engine.kingdom.menus import legal_orders
from pentarch.engine.kingdom.orders import give, refusal_of
from pentarch.engine.kingdom.shortforms import expand_plan, read_order
from pentarch.engine.kingdom.state import FINISHED, MENU, PATH, Realm, State, Terms
from pentarch.engine.kingdom.tables import (
    AUTO_MAPS,
    CASTLE_ATTACK,
    CASTLE_PRODUCTION,
    HOME_PRODUCTION,
    KNIGHT,
    LEAST_GOAL,
    LEAST_ROUNDS,
    NEUTRAL,
    OPTIONS,
    SWORDSMAN,
)
from pentarch.engine.kingdom.text import draw
from pentarch.engine.kingdom.views import dump_state, load_state, sample_state, view_state
from pentarch.engine.options import Options
from pentarch.engine.plain import Json
from pentarch.engine.ruleset import Info, Ruleset


@final
class Kingdom(Ruleset[State]):
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
        )
        self.commands = TABLE

    def setup(self, seats: int, options: Options, chance: Chance) -> State:
        board = _choose_board(seats, options, chance)
        _check_options(board, options)
        realm = Realm(Terms(board, options))
        _place_castles(realm)
        _place_units(realm)
        realm.deck = shuffled_techs(realm, chance)
        open_round(realm, chance, [])
        return State(realm, open_plans(realm), (1 << seats) - 1)

    def to_act(self, state: State) -> list[Seat]:
        return [plan.seat for plan in state.plans if plan.decision != FINISHED]

    def legal(self, state: State, seat: Seat) -> list[Command]:
        return legal_orders(state.plans[seat])

    def check(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        plan = state.plans[seat]
        if plan.decision == FINISHED:
            return NOT_TO_ACT
        return refusal_of(plan, command)

    def apply(self, state: State, seat: Seat, command: Command, chance: Chance) -> list[Event]:
        plan = state.plan(seat)
        events = give(plan, command)
        if plan.decision == FINISHED and not self.to_act(state):
            return execute_round(state, chance)
        return events

    def outcome(self, state: State) -> "Outcome | None":
        return outcome_of(state.realm) if state.realm.ended else None

    def adjudicate(self, state: State) -> Outcome:
        return outcome_of(state.realm)

    def copy(self, state: State) -> State:
        return state.copy()

    def fingerprint(self, state: State) -> bytes:
        parts = [state.realm.packed()]
        for plan in state.plans:
            parts.append(plan.trail)
        return b"|".join(parts)

    def view(self, state: State, seat: "Seat | None") -> Json:
        return view_state(state, seat)

    def sample(self, view: Json, seat: Seat, chance: Chance) -> State:
        return sample_state(view, seat, chance)

    def dump(self, state: State) -> Json:
        return dump_state(state)

    def load(self, value: Json) -> State:
        return load_state(value)

    def measures(self, state: State) -> "dict[str, list[int]]":
        realm = state.realm
        seats = range(realm.terms.seats)
        return {
            "castles": [realm.castles(seat) for seat in seats],
            "regions": [realm.owner.count(seat) for seat in seats],
            "gold": list(realm.gold),
            "income": [realm.income(seat) for seat in seats],
            "upkeep": [realm.upkeep(seat) for seat in seats],
            "army": [army_value(realm, seat) for seat in seats],
        }

    def text(self, state: State) -> str:
        return draw(state)

    def fallback(self, state: State, seat: Seat) -> Command:
        decision = state.plans[seat].decision
        if decision == MENU:
            return DONE.of()
        if decision == PATH:
            return HALT.of()
        return self.legal(state, seat)[0]

    def expand(self, state: State, seat: Seat, texts: list[str]) -> list[str]:
        return expand_plan(state.plans[seat], texts)

    def read(self, text: str) -> Command:
        return read_order(text)


def _choose_board(seats: int, options: Options, chance: Chance) -> Board:
    if seats not in AUTO_MAPS:
        raise InvalidSeats(f"kingdom is played by 2 to 6 seats, not {seats}")
    name = options.word("map")
    if name == "auto":
        name = AUTO_MAPS[seats]
    if name == "random":
        size = options.word("map_size")
        return random_board(seats, size, grow_wedge(seats, size, chance))
    if FIXED_MAPS[name].seats != seats:
        raise InvalidOption(f"the map {name!r} is for {FIXED_MAPS[name].seats} seats, not {seats}")
    return fixed_board(name)


def _check_options(board: Board, options: Options) -> None:
    goal = options.number("castles_to_win")
    if goal and not LEAST_GOAL <= goal <= len(board.castles):
        raise InvalidOption(
            f"option 'castles_to_win' must be 0 or {LEAST_GOAL} to {len(board.castles)} on this map"
        )
    if 0 < options.number("max_rounds") < LEAST_ROUNDS:
        raise InvalidOption(f"option 'max_rounds' must be 0 or at least {LEAST_ROUNDS}")


def _place_castles(realm: Realm) -> None:
    board = realm.terms.board
    options = realm.terms.options
    for castle in board.castles:
        realm.production[castle] = CASTLE_PRODUCTION
        realm.attack[castle] = CASTLE_ATTACK
    for seat, home in enumerate(board.homes):
        realm.owner[home] = seat
        realm.production[home] = HOME_PRODUCTION
        realm.attack[home] = options.number("home_attack")
        realm.gold[seat] = options.number("start_gold")


def _place_units(realm: Realm) -> None:
    """Seats first, then garrisons by region: this numbers the units."""
    board = realm.terms.board
    options = realm.terms.options
    garrisons = options.word("garrisons")
    for seat, home in enumerate(board.homes):
        for _ in range(options.number("start_swordsmen")):
            realm.add_unit(SWORDSMAN, seat, home, 0, 0)
    if garrisons == "none":
        return
    for castle in board.castles:
        if not board.garrison[castle]:
            continue
        swordsmen, knights = _garrison(board.garrison[castle])
        for _ in range(swordsmen + (1 if garrisons == "strong" else 0)):
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


RULESET: Final = Kingdom()
