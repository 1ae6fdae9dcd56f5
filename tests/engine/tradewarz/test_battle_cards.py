"""Battle cards and morale cards in a battle: burned, committed, revealed, cancelled, made anew."""

import pytest

from pentarch.engine.chance import Seeded
from pentarch.engine.core import NOT_TO_ACT, WRONG_DECISION
from pentarch.engine.tradewarz import RULESET, refusals
from pentarch.engine.tradewarz.cards import BATTLE_NAMES, MORALE_NAMES
from pentarch.engine.tradewarz.state import BATTLE
from tests.engine.tradewarz.build import (
    army,
    attack,
    check,
    deck,
    do,
    draw,
    field_battle,
    golden,
    goods,
    held,
    hold,
    join,
    names,
    ready,
    soldiers,
    start,
    stock,
    values,
)


@pytest.mark.rule("TW-BAT.1", "TW-BAT.2", "TW-CARD.3")
def test_meeting_an_enemy_burns_both_top_cards_face_up() -> None:
    state = field_battle(2, 1)
    do(state, 0, "march", dice=(4,))
    events = do(state, 0, "move s33 2", "step s34")
    assert values(events, "burned") == [("bc01",), ("bc02",)]
    assert all(event.to is None for event in events)
    assert state.decision == BATTLE
    assert RULESET.to_act(state) == [0, 1]
    assert (state.battle.attacker.seat, state.battle.defender.seat) == (0, 1)


@pytest.mark.rule("TW-BAT.3", "TW-CARD.7")
def test_two_battle_cards_are_committed_in_secret() -> None:
    state = field_battle(2, 1)
    hold(state, 0, "herosong", "battlecry", "battlecry", "windfall")
    join(state, 2)
    assert check(state, 0, "commit windfall") is refusals.WRONG_WINDOW
    assert check(state, 0, "commit deadlyaim") is refusals.NO_CARD
    assert check(state, 0, "end") is WRONG_DECISION
    before = RULESET.view(state, 1)
    do(state, 0, "commit herosong")
    assert RULESET.view(state, 1) == before
    do(state, 0, "commit battlecry")
    assert check(state, 0, "commit battlecry") is refusals.TWO_CARDS
    do(state, 0, "ready")
    assert check(state, 0, "ready") is NOT_TO_ACT


@pytest.mark.rule("TW-BAT.3")
@pytest.mark.parametrize("card", ["cancelbattle", "trusted", "ransom"])
def test_some_cards_are_committed_once_only(card: str) -> None:
    state = field_battle(2, 1)
    hold(state, 0, card, card)
    join(state, 2)
    do(state, 0, f"commit {card}")
    assert check(state, 0, f"commit {card}") is refusals.ONE_OF_A_KIND


@pytest.mark.rule("TW-BAT.4", "TW-CARD.4", "TW-CARD.7")
def test_cards_are_revealed_together_and_morale_goes_under_the_deck_attacker_first() -> None:
    state = field_battle(2, 2)
    hold(state, 0, "battlecry", "herosong")
    hold(state, 1, "shieldwall")
    join(state, 2)
    do(state, 1, "commit shieldwall")
    assert names(do(state, 1, "ready")) == []
    do(state, 0, "commit herosong", "commit battlecry")
    events = do(state, 0, "ready")
    assert values(events, "revealed") == [("bc05",), ("bc05",)]
    assert values(events, "morale") == [("herosong",), ("battlecry",), ("shieldwall",)]
    assert [MORALE_NAMES[card] for card in state.morale[-3:]] == [
        "herosong",
        "battlecry",
        "shieldwall",
    ]
    assert [house.deck.drawn for house in state.houses] == [2, 2]


@pytest.mark.rule("TW-BAT.22", "TW-MAR.17")
def test_a_cancelled_battle() -> None:
    """Worked example O9."""
    state = start()
    army(state, 0, "s22", 1)
    army(state, 1, "s33", 1)
    hold(state, 1, "cancelbattle")
    hold(state, 0, "herosong")
    do(state, 0, "march", dice=(4,))
    do(state, 0, "move s22 1", "step s32", "step s33")
    do(state, 0, "commit herosong", "ready")
    do(state, 1, "commit cancelbattle")
    events = do(state, 1, "ready")
    assert "revealed" not in names(events)
    assert (goods(state, 0)[0], goods(state, 1)[0]) == (7, 3)
    assert soldiers(state, 0, "s32") == 1
    assert held(state, 0, "herosong") == 1
    assert state.morale[-1] == MORALE_NAMES.index("cancelbattle")
    assert [house.deck.drawn for house in state.houses] == [2, 2]
    assert [house.deck.unseen for house in state.houses] == [(1,), (1,)]
    assert RULESET.to_act(state) == [1]
    seen = RULESET.view(state, 1)
    assert isinstance(seen, dict)
    assert "'used': ['bc05', '?']" in str(seen["seats"])


@pytest.mark.rule("TW-BAT.22")
def test_two_cancellations_cost_nobody_anything() -> None:
    state = field_battle(1, 1)
    stock(state, 0, 20, 0, 0, 0)
    stock(state, 1, 20, 0, 0, 0)
    for seat in (0, 1):
        hold(state, seat, "cancelbattle")
    join(state, 1)
    for seat in (0, 1):
        do(state, seat, "commit cancelbattle", "ready")
    assert (goods(state, 0)[0], goods(state, 1)[0]) == (20, 20)
    assert golden(state) == [0, 0]


@pytest.mark.rule("TW-BAT.23")
def test_cancelling_takes_two_gold() -> None:
    state = field_battle(1, 1)
    hold(state, 1, "cancelbattle")
    stock(state, 1, 1, 9, 9, 9)
    join(state, 1)
    assert check(state, 1, "commit cancelbattle") is refusals.NO_CANCEL_GOLD
    stock(state, 1, 2, 0, 0, 0)
    assert check(state, 1, "commit cancelbattle") is None


@pytest.mark.rule("TW-CARD.7")
def test_trusted_tactic_fights_with_the_burned_card() -> None:
    state = field_battle(1, 1)
    deck(state, 0, "bc10", "bc02")
    hold(state, 0, "trusted")
    join(state, 1)
    do(state, 0, "commit trusted")
    events = ready(state)
    assert values(events, "strength")[0][:3] == (5, 1, 2)
    assert state.houses[0].deck.drawn == 2


@pytest.mark.rule("TW-CARD.7", "TW-RES.5")
def test_a_ransom_takes_up_to_three_gold_from_the_loser() -> None:
    state = field_battle(3, 1, "bc10", "bc05")
    hold(state, 0, "ransom")
    stock(state, 1, 2, 0, 0, 0)
    join(state, 3)
    do(state, 0, "commit ransom")
    ready(state)
    assert (goods(state, 0)[0], goods(state, 1)[0]) == (7, 0)


@pytest.mark.rule("TW-CARD.2", "TW-CARD.4")
def test_a_seat_sees_its_six_cards_but_not_their_order_and_others_see_used_ones() -> None:
    state = field_battle(2, 1, "bc10", "bc05")
    own_view = str(RULESET.view(state, 0))
    deck(state, 0, "bc10", "bc01")
    assert str(RULESET.view(state, 0)) == own_view
    before = str(RULESET.view(state, 1))
    deck(state, 0, "bc11", "bc02")
    assert str(RULESET.view(state, 1)) == before
    attack(state, 0, "s33", "s34", 2)
    assert "'used': ['bc11', 'bc02']" in str(RULESET.view(state, 1))


@pytest.mark.rule("TW-CARD.5")
def test_an_empty_stack_is_made_anew_from_the_used_pile() -> None:
    state = field_battle(2, 1)
    draw(state, 0, 4)
    cards = sorted(state.houses[0].deck.cards)
    events = attack(state, 0, "s33", "s34", 2)
    assert "reshuffled" in names(events)
    assert state.houses[0].deck.drawn == 0
    assert sorted(state.houses[0].deck.cards) == cards
    assert state.houses[1].deck.drawn == 2


@pytest.mark.rule("TW-CARD.5")
def test_a_new_stack_is_shuffled() -> None:
    orders = set()
    for seed in range(10):
        state = field_battle(1, 1)
        deck(state, 0, "bc01", "bc02", "bc03", "bc04", "bc05", "bc06")
        draw(state, 0, 4)
        join(state, 1)
        do(state, 0, "ready")
        RULESET.apply(state, 1, RULESET.read("ready"), Seeded(seed))
        orders.add(tuple(state.houses[0].deck.cards))
    assert len(orders) > 5
    assert all(sorted(order) == [0, 1, 2, 3, 4, 5] for order in orders)


@pytest.mark.rule("TW-CARD.4")
def test_what_has_been_seen_stays_known_after_a_reshuffle() -> None:
    state = start(real=True)
    army(state, 0, "s12", 2)
    army(state, 1, "s13", 1)
    deck(state, 0, "bc01", "bc01", "bc03", "bc04", "bc07", "bc10")
    deck(state, 1, "bc01", "bc02", "bc03", "bc04", "bc05", "bc06")
    draw(state, 0, 4)
    attack(state, 0, "s12", "s13", 2)
    known = state.houses[0].deck.known
    assert [BATTLE_NAMES[c] for c in range(12) if known[c]] == ["bc07", "bc10"]
    sampled = RULESET.sample(RULESET.view(state, 1), 1, Seeded(3))
    assert {6, 9} <= set(sampled.houses[0].deck.cards)
