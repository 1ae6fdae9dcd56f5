"""What seats, spectators and replays see; samples, dumps and text."""

import pytest

from pentarch.engine.chance import Seeded
from pentarch.engine.core import SEAT_NAMES
from pentarch.engine.errors import InvalidValue
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from pentarch.engine.ruleset import OMNISCIENT
from pentarch.engine.tradewarz import RULESET
from pentarch.engine.tradewarz.state import State
from tests.engine.tradewarz.build import (
    army,
    building,
    do,
    gains,
    give_golden,
    hold,
    hold_posts,
    start,
)


def shape(value: Json) -> Json:
    """The keys of a view, without what hangs below hidden things."""
    if isinstance(value, dict):
        return {key: shape(part) for key, part in value.items()}
    return None


def seat_part(view: Json, seat: int) -> dict[str, Json]:
    assert isinstance(view, dict)
    seats = view["seats"]
    assert isinstance(seats, list)
    part = seats[seat]
    assert isinstance(part, dict)
    return part


def battle() -> State:
    """p1 attacks p2 on a real map; both hold a card."""
    state = start(real=True)
    army(state, 0, "s12", 1)
    army(state, 1, "s13", 1)
    hold(state, 0, "herosong")
    hold(state, 1, "shieldwall", "ransom")
    do(state, 0, "march", dice=(4,))
    do(state, 0, "move s12 1", "step s13")
    return state


def test_all_views_have_one_shape() -> None:
    state = battle()
    shapes = [shape(RULESET.view(state, viewer)) for viewer in (0, 1, None, OMNISCIENT)]
    assert all(other == shapes[0] for other in shapes)


@pytest.mark.rule("TW-CARD.2", "TW-BAT.3")
def test_hands_decks_and_commitments_are_hidden() -> None:
    state = battle()
    do(state, 1, "commit shieldwall")
    mine, theirs = RULESET.view(state, 1), RULESET.view(state, 0)
    assert seat_part(mine, 1)["morale"] == ["ransom"]
    assert seat_part(theirs, 1)["morale"] is None
    assert seat_part(theirs, 1)["morale_count"] == 2
    assert seat_part(mine, 1)["morale_count"] == 2
    for viewer in (0, 1, None):
        cards = seat_part(RULESET.view(state, viewer), 1)["battle_cards"]
        assert isinstance(cards, dict)
        assert cards["stack"] is None
        assert (cards["six"] is None) == (viewer != 1)
    assert isinstance(mine, dict)
    assert isinstance(mine["battle"], dict)
    assert mine["battle"]["committed"] == [None, ["shieldwall"]]
    assert isinstance(theirs, dict)
    assert isinstance(theirs["battle"], dict)
    assert theirs["battle"]["committed"] == [[], None]
    replay = RULESET.view(state, OMNISCIENT)
    assert isinstance(replay, dict)
    assert isinstance(replay["morale_deck"], dict)
    assert replay["morale_deck"]["cards"]


def test_the_view_names_who_must_act() -> None:
    match = Match(RULESET, 4, {"alliance_max": 3}, 11)
    pick = Seeded(2)
    while acting := match.to_act():
        view = match.ruleset.view(match.state, None)
        assert isinstance(view, dict)
        assert view["to_act"] == [SEAT_NAMES[seat] for seat in acting]
        seat = pick.choice(acting)
        match.play(seat, pick.choice(match.legal(seat)))


def test_a_sample_keeps_what_is_known_and_deals_the_rest() -> None:
    state = battle()
    view = RULESET.view(state, 0)
    hands = set()
    for draws in range(12):
        sampled = RULESET.sample(view, 0, Seeded(draws))
        assert sampled.houses[0].hand == state.houses[0].hand
        assert sum(sampled.houses[1].hand) == 2
        hands.add(tuple(sampled.houses[1].hand))
    assert len(hands) > 1


def test_a_view_of_another_seat_is_no_sample() -> None:
    state = battle()
    with pytest.raises(InvalidValue):
        RULESET.sample(RULESET.view(state, 1), 0, Seeded(1))
    with pytest.raises(InvalidValue):
        RULESET.sample(RULESET.view(state, 0), 5, Seeded(1))


def test_measures_count_what_they_say() -> None:
    state = start()
    army(state, 0, "s33", 2)
    measures = RULESET.measures(state)
    assert measures["soldiers"] == [4, 2]
    assert measures["resources"] == [20, 20]
    assert gains(state, 0, "wheat") == 5


@pytest.mark.rule("TW-XAD.2", "TW-LEN.12")
def test_the_view_shows_what_is_left_of_the_xadlas() -> None:
    state = start()
    give_golden(state, 3, 2)
    building(state, 0, "s11", "castle")
    hold_posts(state, 0, 1, 255)
    view = RULESET.view(state, None)
    assert isinstance(view, dict)
    assert (view["golden_left"], view["silver_left"]) == (35, 17)
    assert [seat_part(view, seat)["silver"] for seat in (0, 1)] == [2, 1]
