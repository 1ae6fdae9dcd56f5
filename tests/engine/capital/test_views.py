"""What a seat sees, what may be made up for it, and what must always add up."""

from collections import Counter

import pytest

from pentarch.engine.capital.deck import Deck
from pentarch.engine.capital.loading import check_state, furnish
from pentarch.engine.capital.places import AT_CITY, LOCATION
from pentarch.engine.capital.realm import Realm
from pentarch.engine.capital.rows import Card
from pentarch.engine.capital.rules import RULESET
from pentarch.engine.capital.state import State
from pentarch.engine.capital.tables import CARD, CARDS
from pentarch.engine.chance import Seeded
from pentarch.engine.errors import InvalidValue
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from pentarch.engine.ruleset import OMNISCIENT
from tests.engine.capital.build import P1, P2, P3, arrange, at_war, say

MODES: list[tuple[int, dict[str, Json]]] = [
    (2, {"mode": "short"}),
    (3, {"cities": "b_pick"}),
    (4, {"teams": "2v2"}),
]


def some_states(seats: int, options: dict[str, Json], every: int = 25) -> list[State]:
    """States along a few random matches."""
    found: list[State] = []
    for seed in range(3):
        match = Match(RULESET, seats, options, seed)
        pick = Seeded(seed)
        while (acting := match.to_act()) and len(match.steps) < 500:
            if len(match.steps) % every == 0:
                found.append(RULESET.copy(match.state))
            match.play(acting[0], pick.choice(match.legal(acting[0])))
        found.append(match.state)
    return found


def every_card(state: State) -> Counter[Card]:
    """All cards of a state, wherever they are."""
    found = Counter(state.deck.cards() + state.discard + state.legendary + state.looked)
    for realm in state.realms:
        found.update(realm.hand + realm.kept)
        found.update(unit.card for unit in realm.units)
        found.update(building.card for building in realm.buildings)
        found.update(home.settled for home in realm.buildings if home.settled is not None)
    return found


def derived(realm: Realm) -> list[object]:
    """Everything that follows from what lies on the table."""
    city: list[int] = []
    realm.city.pack(city)
    slots = [realm.troop_slots.free, realm.merc_slots.free]
    return [realm.tracker.numbers(), city, slots]


@pytest.mark.parametrize(("seats", "options"), MODES)
def test_cards_trackers_and_slots_always_add_up(seats: int, options: dict[str, Json]) -> None:
    for state in some_states(seats, options):
        check_state(state)
        if state.deck.size() or state.discard:
            assert every_card(state) == {card: card.copies for card in CARDS}
        for realm in state.realms:
            twin = Realm()
            twin.alive, twin.founded = realm.alive, realm.founded
            furnish(twin, realm.city.kind, realm.upgrades, realm.buildings, realm.units)
            assert derived(twin) == derived(realm)


@pytest.mark.parametrize(("seats", "options"), MODES)
def test_commands_next_to_legal_ones_are_checked_rightly(
    seats: int, options: dict[str, Json]
) -> None:
    """Legal commands with one word changed: nearly right is where a check goes wrong."""
    pick = Seeded(9)
    for state in some_states(seats, options, every=7):
        legal = RULESET.legal(state, state.actor)
        for command in legal:
            for slot, words in enumerate(command.verb.slots):
                args = list(command.args)
                args[slot] = pick.below(min(len(words), 40))
                other = command.verb(*args)
                assert (RULESET.check(state, state.actor, other) is None) == (other in legal), other


@pytest.mark.parametrize(("seats", "options"), MODES)
def test_a_made_up_state_has_all_cards_and_the_same_public_face(
    seats: int, options: dict[str, Json]
) -> None:
    for state in some_states(seats, options):
        for seat in range(seats):
            made_up = RULESET.sample(RULESET.view(state, seat), seat, Seeded(seat))
            assert every_card(made_up) == every_card(state)
            assert RULESET.view(made_up, None) == RULESET.view(state, None)


def test_a_spectator_sees_no_hand_no_face_down_unit_and_no_deck() -> None:
    state = arrange(
        "watchtower[archers] inn[spy]",
        "",
        hands=["immortals", "bank"],
        deck="harbour",
        legendary="warlord",
    )
    seen = str(RULESET.view(state, None))
    for word in ("archers", "spy'", "immortals", "'bank'", "harbour", "warlord"):
        assert word not in seen
    everything = str(RULESET.view(state, OMNISCIENT))
    for word in ("archers", "'spy'", "immortals", "'bank'", "harbour", "warlord"):
        assert word in everything


def test_the_order_of_a_deck_shows_to_nobody() -> None:
    one = arrange(
        "", "", hands=["inn", "bank"], deck="harbour market", legendary="warlord immortals"
    )
    two = arrange(
        "", "", hands=["inn", "market"], deck="bank harbour", legendary="immortals warlord"
    )
    assert RULESET.view(one, P1) == RULESET.view(two, P1)
    assert RULESET.view(one, None) == RULESET.view(two, None)
    assert RULESET.view(one, P2) != RULESET.view(two, P2)


def test_a_troop_shows_on_the_battlefield_and_is_face_down_at_home_again() -> None:
    state = at_war(arrange("stronghold[cavalry,cavalry]", "", "", deck="inn " * 9))
    assert "'cavalry'" not in str(RULESET.view(state, P2))
    say(state, "war p2", "send cavalry stronghold", "send cavalry stronghold")
    assert "'cavalry'" in str(RULESET.view(state, P3))
    say(state, "charge", "hold", "pass", "pass", "done", "save cavalry stronghold")
    state.discard.clear()
    assert str(RULESET.view(state, P3)).count("'cavalry'") == 2, "one is still on the battlefield"
    say(state, "done", "done")
    state.discard.clear()
    assert "'cavalry'" not in str(RULESET.view(state, P3))


def test_private_events_go_only_to_those_who_may_know() -> None:
    match = Match(RULESET, 4, {"teams": "2v2"}, 3)
    pick = Seeded(3)
    private = {"drew_cards", "hired_card", "kept", "moved_card", "swapped_cards", "gave_card"}
    seen: set[str] = set()
    while (acting := match.to_act()) and len(match.steps) < 1500:
        seat = acting[0]
        for event in match.play(seat, pick.choice(match.legal(seat))):
            if event.name in private:
                seen.add(event.name)
                assert event.to is not None
                assert set(event.to) == {event.seat, event.seat ^ 2}
            elif event.name in ("hired", "moved", "swapped"):
                assert event.values[0] in ("troop", "merc")
                assert all(str(word) in LOCATION for word in event.values[1:])
    assert seen == private


def held_legends(state: State, seat: int) -> int:
    """How many Legendary cards a seat has in hand and face down."""
    realm = state.realms[seat]
    cards_held = realm.hand + [unit.card for unit in realm.units]
    return sum(1 for card in cards_held if card.legendary)


def test_a_made_up_state_places_the_legendary_cards_that_are_not_in_their_deck() -> None:
    match = Match(RULESET, 2, {}, 1)
    state = match.state
    # p2 holds one Legendary card and has another, a mercenary, in its city; p1 sees neither.
    realm = state.realms[P2]
    for slug in ("immortals", "warlord"):
        state.legendary.remove(CARD[slug])
        state.deck = Deck([*state.deck.cards(), realm.hand.pop(0)])
    realm.hand.append(CARD["immortals"])
    realm.station(CARD["warlord"], AT_CITY)
    check_state(state)
    found: Counter[Card] = Counter()
    for seed in range(30):
        made_up = RULESET.sample(RULESET.view(state, P1), P1, Seeded(seed))
        assert held_legends(made_up, P2) == 2
        unit = made_up.realms[P2].units[0].card
        assert unit.is_mercenary, "the kind of a face-down unit is public"
        found[unit] += 1
    assert len(found) > 3, "and which card it is is not"


def test_views_that_cannot_be_are_refused() -> None:
    match = Match(RULESET, 2, {}, 1)
    view = RULESET.view(match.state, P1)
    assert isinstance(view, dict)
    spoiled: dict[str, Json] = {
        "round": 41,
        "active": "p3",
        "decision": "burn",
        "deck": {"count": 149, "cards": None},
        "legendary": {"count": 17, "cards": ["warlord"]},
        "discard": ["inn", "inn", "inn", "inn", "inn"],
        "winner": "p9",
        "options": {"mode": "long"},
        "battle": {"attacker": "p1"},
    }
    for key, value in spoiled.items():
        with pytest.raises(InvalidValue):
            RULESET.sample({**view, key: value}, P1, Seeded(1))
    with pytest.raises(InvalidValue):
        RULESET.sample(view, P2, Seeded(1))
    with pytest.raises(InvalidValue):
        RULESET.sample(view, 7, Seeded(1))
