"""Small states of Capital for rule tests, laid out in words.

A layout names what stands on a seat's table in order: `inn[spy] farming_village palisade` is an Inn
with a Spy, a Village (v1) and a Palisade; `workshop+master_mason` has a settled mercenary, and
`city[militia,spy]` puts units into the city.
"""

from collections.abc import Sequence

from pentarch.engine.capital import turn
from pentarch.engine.capital.deck import Deck
from pentarch.engine.capital.places import AT_CITY
from pentarch.engine.capital.realm import Realm
from pentarch.engine.capital.rows import Card
from pentarch.engine.capital.rules import RULESET
from pentarch.engine.capital.settings import parse_settings
from pentarch.engine.capital.state import State
from pentarch.engine.capital.tables import CARD, CITY, TRACKER
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
    settings = parse_settings({"late_seat_bonus": False, **(options or {})})
    state = State(settings, [Realm() for _ in layouts])
    for seat, layout in enumerate(layouts):
        realm = state.realms[seat]
        realm.take_city(CITY[cities[seat] if cities else "a"])
        for word in (upgrades[seat] if seat < len(upgrades) else "").split():
            realm.complete(word)
        _lay_out(realm, layout)
        realm.hand = cards(hands[seat]) if seat < len(hands) else []
    state.deck = Deck(cards(deck))
    state.discard = cards(discard)
    state.legendary = cards(legendary)
    state.active = active
    state.round = round
    turn.begin_build(state)
    return state


def _lay_out(realm: Realm, layout: str) -> None:
    for token in layout.replace("] ", "]|").replace(" ", "|").split("|") if layout else []:
        assert "[" not in token or token.endswith("]"), "units are separated by commas"
        name, _, units = token.removesuffix("]").partition("[")
        name, _, settled = name.partition("+")
        location = AT_CITY
        if name != "city":
            building = realm.found(CARD[name])
            location = building.location
            if settled:
                realm.settle(building, CARD[settled])
        for unit in units.split(",") if units else []:
            realm.station(CARD[unit], location)


def cards(words: str) -> list[Card]:
    """Cards from their slugs."""
    return [CARD[word] for word in words.split()]


def slugs(pile: Sequence[Card]) -> str:
    """Slugs from their cards."""
    return " ".join(card.slug for card in pile)


def at_war(state: State) -> State:
    """The Attack phase of the active seat begins."""
    turn.PHASE_OF[state.decision].end(state, Seeded(1), [])
    return state


def at_regroup(state: State) -> State:
    """The Regroup phase of the active seat begins."""
    turn.PHASE_OF[state.decision].end(state, Seeded(1), [])
    turn.PHASE_OF[state.decision].end(state, Seeded(1), [])
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
    return dict(zip(TRACKER, state.realms[seat].tracker.numbers(), strict=True))


def pools(state: State, seat: int = P1) -> tuple[int, int]:
    """Gold and Build left to spend."""
    left = state.realms[seat].pools
    return left.gold, left.build


def hand(state: State, seat: int) -> str:
    """A hand in words."""
    return slugs(state.realms[seat].hand)


def units(state: State, seat: int) -> list[str]:
    """Units of a seat as `slug@location`, in order of arrival."""
    return [f"{unit.card.slug}@{unit.location.word}" for unit in state.realms[seat].units]


def places(state: State, seat: int) -> list[str]:
    """Locations of the buildings of a seat."""
    return [building.location.word for building in state.realms[seat].buildings]


def score(state: State) -> int:
    """The score of the running battle."""
    return state.fight().score
