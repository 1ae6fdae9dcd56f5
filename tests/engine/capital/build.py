"""Small states of Capital for rule tests, laid out in words.

A layout names what stands on a seat's table in order: `inn[spy] farming_village palisade` is an Inn
with a Spy, a Village (v1) and a Palisade; `workshop+master_mason` has a settled mercenary, and
`city[militia,spy]` puts units into the city.
"""

from collections.abc import Sequence

from pentarch.engine.capital import building
from pentarch.engine.capital.holdings import (
    complete,
    found,
    place_at,
    settle_at,
    station,
    take_city,
)
from pentarch.engine.capital.rules import RULESET
from pentarch.engine.capital.setting import parse_setting
from pentarch.engine.capital.state import DECIDE_REGROUP, PHASE_REGROUP, Realm, State, new_realm
from pentarch.engine.capital.tables import (
    AT_CITY,
    CARD_BY_SLUG,
    CITY_IDS,
    LOCATIONS,
    SLUGS,
    TRACKER_WORDS,
    UPGRADES,
)
from pentarch.engine.chance import Chance, Seeded
from pentarch.engine.core import Event, Refusal
from pentarch.engine.plain import Json

P1, P2, P3, P4 = 0, 1, 2, 3


def arrange(
    *layouts: str,
    hands: Sequence[str] = (),
    upgrades: Sequence[str] = (),
    cities: Sequence[str] = (),
    deck: str = "",
    discard: str = "",
    legendary: str = "",
    active: int = P1,
    round: int = 1,
    options: dict[str, Json] | None = None,
) -> State:
    """The Build phase of the active seat begins. The late seats' bonus is off unless asked for."""
    setting = parse_setting({"late_seat_bonus": False, **(options or {})})
    state = State(setting, [new_realm() for _ in layouts])
    for seat, layout in enumerate(layouts):
        realm = state.realms[seat]
        take_city(realm, CITY_IDS.index(cities[seat]) if cities else 0)
        for word in (upgrades[seat] if seat < len(upgrades) else "").split():
            complete(realm, UPGRADES.index(word))
        _lay_out(realm, layout)
        realm.hand = cards(hands[seat]) if seat < len(hands) else []
    state.deck = bytearray(cards(deck))
    state.discard = cards(discard)
    state.legendary = cards(legendary)
    state.active = active
    state.round = round
    building.begin(state)
    return state


def _lay_out(realm: Realm, layout: str) -> None:
    for token in layout.replace("] ", "]|").replace(" ", "|").split("|") if layout else []:
        assert "[" not in token or token.endswith("]"), "units are separated by commas"
        name, _, units = token.removesuffix("]").partition("[")
        name, _, settled = name.partition("+")
        location = AT_CITY if name == "city" else found(realm, CARD_BY_SLUG[name])
        if settled:
            settle_at(realm, place_at(realm, location), CARD_BY_SLUG[settled])
        for unit in units.split(",") if units else []:
            station(realm, CARD_BY_SLUG[unit], location)


def cards(words: str) -> list[int]:
    """Cards from their slugs."""
    return [CARD_BY_SLUG[word] for word in words.split()]


def slugs(numbers: Sequence[int]) -> str:
    """Slugs from their cards."""
    return " ".join(SLUGS[number] for number in numbers)


def at_war(state: State) -> State:
    """The Attack phase of the active seat begins."""
    building.end(state)
    state.offers = None
    return state


def at_regroup(state: State) -> State:
    """The Regroup phase of the active seat begins."""
    building.end(state)
    state.phase = PHASE_REGROUP
    state.decision = DECIDE_REGROUP
    state.offers = None
    return state


def say(state: State, *texts: str, chance: Chance | None = None) -> list[Event]:
    """Whoever is to act gives these commands, one after another; the events of all of them."""
    events: list[Event] = []
    for text in texts:
        seat = state.actor
        command = RULESET.read(text)
        refusal = RULESET.check(state, seat, command)
        assert refusal is None, f"{text}: {refusal}"
        events += RULESET.apply(state, seat, command, chance or Seeded(1))
    return events


def run(state: State, *texts: str) -> list[Event]:
    """Like `say`, and forced decisions are played as the referee plays them."""
    events: list[Event] = []
    for text in texts:
        events += say(state, text)
        while len(listed(state)) == 1:
            events += say(state, listed(state)[0])
    return events


def listed(state: State) -> list[str]:
    """The commands of the open decision as text."""
    return [command.text for command in RULESET.legal(state, state.actor)]


def refused(state: State, text: str) -> Refusal | None:
    """Why the seat to act may not say this."""
    return RULESET.check(state, state.actor, RULESET.read(text))


def tracker(state: State, seat: int) -> dict[str, int]:
    """The Income Tracker in words."""
    return dict(zip(TRACKER_WORDS, state.realms[seat].tally, strict=False))


def pools(state: State, seat: int = P1) -> tuple[int, int]:
    """Gold and Build left to spend."""
    view = RULESET.view(state, seat)
    assert isinstance(view, dict)
    seats = view["seats"]
    assert isinstance(seats, list)
    entry = seats[seat]
    assert isinstance(entry, dict)
    left = entry["pools"]
    assert isinstance(left, dict)
    gold, build = left["gold"], left["build"]
    assert isinstance(gold, int)
    assert isinstance(build, int)
    return gold, build


def hand(state: State, seat: int) -> str:
    """A hand in words."""
    return slugs(state.realms[seat].hand)


def units(state: State, seat: int) -> list[str]:
    """Units of a seat as `slug@location`, in order of arrival."""
    found_units = state.realms[seat].units
    return [f"{SLUGS[unit & 127]}@{LOCATIONS[unit >> 7 & 127]}" for unit in found_units]


def places(state: State, seat: int) -> list[str]:
    """Locations of the buildings of a seat."""
    return [LOCATIONS[place & 127] for place in state.realms[seat].places]


def score(state: State) -> int:
    """The score of the running battle."""
    assert state.battle is not None
    return state.battle.score
