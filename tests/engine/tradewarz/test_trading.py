"""Trades by offer and answer."""

import pytest

from pentarch.engine.core import NOT_TO_ACT
from pentarch.engine.tradewarz import RULESET, refusals
from pentarch.engine.tradewarz.state import ANSWERING, TURN
from tests.engine.tradewarz.build import check, do, goods, legal, start, stock


@pytest.mark.rule("TW-TRD.1", "TW-TRD.2", "TW-TRD.3", "TW-TRD.5")
def test_a_trade_is_offered_and_accepted() -> None:
    """Worked example R11."""
    state = start()
    assert check(state, 1, "trade p1") is NOT_TO_ACT
    assert check(state, 0, "trade p1") is refusals.NOT_A_PARTNER
    assert check(state, 0, "trade p3") is refusals.NOT_A_PARTNER
    do(state, 0, "trade p2")
    assert len(legal(state, 0)) == 12
    do(state, 0, "give gold 3")
    assert len(legal(state, 0)) == 9
    assert check(state, 0, "want gold 1") is refusals.SAME_GOODS
    do(state, 0, "want mining 1")
    assert state.decision == ANSWERING
    assert "'give': 'gold'" in str(RULESET.view(state, None))
    do(state, 1, "accept")
    assert goods(state, 0) == [2, 5, 6, 5]
    assert goods(state, 1) == [8, 5, 4, 5]
    assert state.decision == TURN
    assert RULESET.to_act(state) == [0]


@pytest.mark.rule("TW-TRD.3")
def test_a_declined_offer_changes_nothing() -> None:
    state = start()
    before = RULESET.dump(state)
    do(state, 0, "trade p2", "give wheat 1", "want gold 3")
    do(state, 1, "decline")
    assert state.free.offers == 1
    state.free.offers = 0
    assert RULESET.dump(state) == before


@pytest.mark.rule("TW-TRD.2", "TW-TRD.5")
@pytest.mark.parametrize("mine", range(4))
@pytest.mark.parametrize("theirs", range(4))
def test_two_with_one_good_each_trade_unless_it_is_the_same(mine: int, theirs: int) -> None:
    state = start()
    for seat, resource in ((0, mine), (1, theirs)):
        stock(state, seat, 0, 0, 0, 0)
        state.houses[seat].goods[resource] = 1
    refusal = refusals.NOTHING_TO_TRADE if mine == theirs else None
    assert check(state, 0, "trade p2") is refusal


@pytest.mark.rule("TW-TRD.2")
def test_both_sides_must_have_the_goods() -> None:
    state = start()
    stock(state, 0, 2, 0, 0, 0)
    stock(state, 1, 5, 1, 0, 0)
    do(state, 0, "trade p2")
    assert legal(state, 0) == ["give gold 1", "give gold 2"]
    assert check(state, 0, "give gold 3") is refusals.NOT_IN_STOCK
    do(state, 0, "give gold 2")
    assert legal(state, 0) == ["want lumber 1"]
    assert check(state, 0, "want lumber 2") is refusals.NOT_IN_STOCK
    none = start()
    stock(none, 0, 3, 0, 0, 0)
    stock(none, 1, 3, 0, 0, 0)
    assert check(none, 0, "trade p2") is refusals.NOTHING_TO_TRADE
    stock(none, 0, 3, 1, 0, 0)
    do(none, 0, "trade p2")
    assert check(none, 0, "give gold 1") is refusals.NOTHING_TO_TRADE
    assert legal(none, 0) == ["give lumber 1"]


@pytest.mark.rule("TW-TRD.4", "TW-TURN.8")
def test_two_offers_a_turn_are_all() -> None:
    state = start(3)
    for partner, answer in ((1, "accept"), (2, "decline")):
        do(state, 0, f"trade p{partner + 1}", "give gold 1", "want wheat 1")
        do(state, partner, answer)
    assert check(state, 0, "trade p2") is refusals.NO_OFFERS_LEFT
    do(state, 0, "resources gold gold")
    assert check(state, 1, "trade p1") is None


@pytest.mark.rule("TW-TRD.1")
def test_trading_may_be_off() -> None:
    assert check(start(trading=False), 0, "trade p2") is refusals.NO_TRADING


@pytest.mark.rule("TW-TRD.3", "TW-RES.3")
def test_goods_of_a_trade_turn_the_dials_of_both() -> None:
    state = start()
    stock(state, 0, 5, 19, 5, 5)
    stock(state, 1, 18, 5, 5, 5)
    do(state, 0, "trade p2", "give gold 3", "want lumber 2")
    events = do(state, 1, "accept")
    assert goods(state, 0) == [2, 10, 5, 5]
    assert goods(state, 1) == [10, 3, 5, 5]
    assert [str(event) for event in events if event.name == "golden"] == [
        "p1 golden dial",
        "p2 golden dial",
    ]


@pytest.mark.rule("TW-TRD.3", "TW-TRD.5")
@pytest.mark.parametrize("gift", ["gold", "lumber", "mining", "wheat"])
def test_what_is_offered_and_wanted_changes_hands_and_nothing_else(gift: str) -> None:
    kinds = ["gold", "lumber", "mining", "wheat"]
    for want in kinds:
        if want == gift:
            continue
        state = start(3)
        do(state, 0, "trade p3", f"give {gift} 2", f"want {want} 3")
        do(state, 2, "accept")
        change = [3 * (kind == want) - 2 * (kind == gift) for kind in kinds]
        assert goods(state, 0) == [5 + part for part in change]
        assert goods(state, 2) == [5 - part for part in change]
        assert goods(state, 1) == [5, 5, 5, 5]


@pytest.mark.rule("TW-TRD.4", "TW-TURN.8")
def test_offers_are_counted_anew_every_turn() -> None:
    state = start()
    for _ in range(2):
        do(state, 0, "trade p2", "give gold 1", "want wheat 1")
        do(state, 1, "decline")
    do(state, 0, "resources gold gold")
    do(state, 1, "resources gold gold")
    assert state.free.offers == 0
    assert check(state, 0, "trade p2") is None
