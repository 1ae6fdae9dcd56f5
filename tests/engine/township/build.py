"""Small Township states, written as they are drawn, and ways to play from them.

Buildings are words such as `house2xxx` (three damage tokens) or `farm1--` (two depletion tokens);
a stock is a text such as `5 lumber, 2 tools`.
"""

import re

from pentarch.engine.chance import Scripted
from pentarch.engine.core import Event, Refusal, Seat
from pentarch.engine.plain import Json
from pentarch.engine.township import RULESET, turn
from pentarch.engine.township.state import Building, State
from pentarch.engine.township.tables import GOODS, SITE_OF
from tests.playing import new_state, texts

STARTING = "farm1 woodlot1 house1 granary1 warehouse1"
_WORD = re.compile(r"([a-z]+[1-9])(x*)(-*)")


def start(seats: int = 2, *, round: int = 1, **options: Json) -> State:
    """The starting position, in a later round if asked."""
    return start_with(options, seats=seats, round=round)


def start_with(options: dict[str, Json], *, seats: int = 2, round: int = 1) -> State:
    """The starting position under options that are at hand as a dict."""
    state: State = new_state(RULESET, seats, options, Scripted([]))
    state.round = round
    return state


def town(
    state: State,
    seat: Seat,
    *,
    units: int = 5,
    laurels: int = 0,
    stock: str = "",
    buildings: str = "",
    bare: bool = False,
) -> None:
    """Furnish a town: `buildings` come on top of the starting ones, or alone when `bare`."""
    place = state.towns[seat]
    place.units = units
    place.idle = units if seat == state.active else 0
    place.laurels = laurels
    place.stock[:] = [0] * len(GOODS)
    for item in stock.split(", ") if stock else []:
        amount, good = item.split(" ")
        place.stock[GOODS.index(good)] = int(amount)
    place.buildings.clear()
    for word in [*([] if bare else STARTING.split(" ")), *buildings.split()]:
        building = _building(word)
        place.put(building) if place.find(building.site) else place.add(building)


def _building(word: str) -> Building:
    found = _WORD.fullmatch(word)
    assert found, word
    name, damage, depletion = found.groups()
    return Building(SITE_OF[name], len(damage), len(depletion), 0, False)


def new_turn(state: State, seat: Seat) -> list[Event]:
    """Begin the turn of a seat anew, with the buildings as they stand."""
    events: list[Event] = []
    turn.begin(state, seat, events)
    return events


def acting(state: State) -> Seat:
    """The seat to act."""
    return RULESET.to_act(state)[0]


def legal(state: State) -> list[str]:
    """What the seat to act may say."""
    return texts(RULESET.legal(state, acting(state)))


def check(state: State, text: str) -> Refusal | None:
    """Why the seat to act may not say it, or None."""
    return RULESET.check(state, acting(state), RULESET.read(text))


def step(state: State, text: str, *dice: int) -> list[Event]:
    """Play one command of the seat to act; exactly these dice and draws are used."""
    assert check(state, text) is None, f"{text}: {check(state, text)}"
    chance = Scripted(list(dice))
    events = RULESET.apply(state, acting(state), RULESET.read(text), chance)
    assert chance.position == len(dice), "dice left over"
    return events


def play(state: State, commands: str, *dice: int) -> list[Event]:
    """Play commands separated by `; `, and like a referee every decision that leaves no choice.

    `5 muster academy1` stands for five times the same.
    """
    chance = Scripted(list(dice))
    events: list[Event] = []
    for item in commands.split("; "):
        count, _, text = item.partition(" ") if item[0].isdigit() else ("1", "", item)
        for _ in range(int(count)):
            assert check(state, text) is None, f"{text}: {check(state, text)}"
            events += RULESET.apply(state, acting(state), RULESET.read(text), chance)
            while RULESET.to_act(state) and len(legal(state)) == 1:
                forced = RULESET.legal(state, acting(state))[0]
                events += RULESET.apply(state, acting(state), forced, chance)
    assert chance.position == len(dice), "dice left over"
    return events


def stock(state: State, seat: Seat) -> str:
    """A stock as text: `5 lumber, 2 tools`."""
    amounts = enumerate(state.towns[seat].stock)
    return ", ".join(f"{amount} {GOODS[good]}" for good, amount in amounts if amount)


def standing(state: State, seat: Seat) -> list[str]:
    """The buildings of a seat, written as `town` reads them."""
    return [
        building.site.name + "x" * building.damage + "-" * building.depletion
        for building in state.towns[seat].buildings
    ]


def building(state: State, seat: Seat, name: str) -> Building:
    """A building of a seat by its name."""
    return state.towns[seat].at(SITE_OF[name])


def renown(state: State, seat: Seat) -> int:
    """The renown of a seat."""
    return RULESET.measures(state)["renown"][seat]
