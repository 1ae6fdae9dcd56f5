"""The worked examples, number by number."""

import pytest

from pentarch.engine.township import RULESET
from pentarch.engine.township.refusals import NO_CARD, NO_PLACE, NO_ROOM_FOR_DAMAGE, NO_TOOL, PEACE
from tests.engine.township.build import (
    acting,
    check,
    legal,
    new_turn,
    play,
    renown,
    standing,
    start,
    stock,
    town,
)


@pytest.mark.rule("TS-7.2", "TS-8.3", "TS-9.2", "TS-10.2", "TS-11.1", "TS-13.1", "TS-18.1")
def test_example_1_an_opening_turn() -> None:
    state = start()
    play(
        state,
        "break house; recruit house1; 2 repair house2; 2 produce farm1 grain",
        4,
    )
    assert state.towns[0].units == 6
    assert stock(state, 0) == "2 grain, 3 lumber"
    assert "house2xxx" in standing(state, 0)
    assert state.towns[0].housing() == 7
    assert acting(state) == 1


@pytest.mark.rule("TS-7.5", "TS-6.1", "TS-3.2")
def test_example_2_abandoned_ground() -> None:
    state = start()
    play(state, "break school; done; skip; done")
    assert acting(state) == 0
    assert "school1" not in " ".join(standing(state, 0))
    assert stock(state, 0) == "5 grain, 5 lumber"
    assert check(state, "break school") is None


@pytest.mark.rule("TS-7.6")
def test_example_3_ground_kept() -> None:
    state = start()
    play(state, "break school; repair school1; done; skip; done")
    assert "school1xxxx" in standing(state, 0)
    assert stock(state, 0) == "5 grain, 4 lumber"
    assert check(state, "break school") is NO_CARD


@pytest.mark.rule("TS-4.1", "TS-4.4", "TS-4.5", "TS-9.3", "TS-10.5")
def test_example_4_tools() -> None:
    state = start()
    town(state, 0, stock="5 lumber, 2 tools", buildings="school1 house2xxx")
    play(state, "skip; repair house2 tooled")
    assert "house2x" in standing(state, 0)
    assert stock(state, 0) == "3 lumber, 2 tools"
    assert check(state, "repair house2 tooled") is not None
    play(state, "repair house2")
    assert "house2" in standing(state, 0)
    assert stock(state, 0) == "2 lumber, 2 tools"
    play(state, "produce farm1 grain tooled")
    assert stock(state, 0) == "2 grain, 2 lumber, 2 tools"
    assert check(state, "produce farm1 grain tooled") is NO_TOOL
    assert not [text for text in legal(state) if text.endswith("tooled")]
    assert state.towns[0].idle == 2


@pytest.mark.rule("TS-8.4", "TS-9.5", "TS-10.6")
def test_example_5_a_workshop_raised_and_used_in_one_turn() -> None:
    state = start()
    town(state, 0, stock="7 lumber, 3 tools, 2 ore", buildings="school1")
    play(
        state,
        "break smithy; 2 repair smithy1 tooled; repair smithy1; "
        "produce smithy1 swords tooled; produce smithy1 shields",
    )
    place = state.towns[0]
    assert "smithy1" in standing(state, 0)
    assert sum(building.worked for building in place.buildings) == 5
    assert stock(state, 0) == "1 lumber, 3 tools, 4 swords, 2 shields"
    assert place.goods() == place.goods_room() == 10
    assert acting(state) == 1


@pytest.mark.rule("TS-8.5", "TS-13.1", "TS-13.2", "TS-13.3")
def test_example_6_depletion() -> None:
    state = start()
    town(state, 0, stock="5 grain, 5 lumber", buildings="farm1--")
    play(state, "skip; 3 produce farm1 grain")
    assert stock(state, 0) == "8 grain, 5 lumber"
    assert check(state, "produce farm1 grain") is NO_PLACE
    play(state, "done", 1)
    assert "farm1---" in standing(state, 0)


@pytest.mark.rule("TS-12.1", "TS-12.2", "TS-12.3", "TS-12.4")
def test_example_7_storage() -> None:
    state = start()
    town(state, 0, stock="9 grain, 6 lumber, 4 tools", buildings="granary1xxx warehouse1x")
    play(state, "skip; done")
    assert (state.towns[0].grain_room(), state.towns[0].goods_room()) == (4, 8)
    assert stock(state, 0) == "4 grain, 6 lumber, 4 tools"
    assert legal(state) == ["discard lumber", "discard tools"]
    play(state, "discard lumber; discard tools")
    assert acting(state) == 1


@pytest.mark.rule("TS-6.1", "TS-6.5")
def test_example_8_both_kinds_of_token() -> None:
    for rule, kept in (("combined", False), ("same_kind", True)):
        state = start(destroy_rule=rule)
        town(state, 0, buildings="mine1xx--- farm1xxxx")
        new_turn(state, 0)
        assert ("mine1xx---" in standing(state, 0)) is kept
        assert "farm1xxxx" in standing(state, 0)


@pytest.mark.rule("TS-15.1", "TS-15.7", "TS-15.8", "TS-16.3", "TS-17.1", "TS-17.3")
def test_example_9_a_successful_attack() -> None:
    state = start(round=5)
    town(state, 0, stock="3 swords", buildings="academy1")
    town(state, 1, stock="1 shields", laurels=1)
    play(state, "skip; 5 muster academy1; swords 2")
    play(state, "defend 3; shields 1", 3, 2, 4, 4, 6, 4, 5, 2)
    attacker, defender = state.towns
    assert defender.units == 3
    assert (attacker.laurels, defender.laurels) == (5, 0)
    assert stock(state, 0) == "1 swords"
    assert stock(state, 1) == ""


@pytest.mark.rule("TS-16.4", "TS-16.5", "TS-20.1")
def test_example_10_loot() -> None:
    state = start(round=5)
    town(state, 0, buildings="academy1")
    town(state, 1, stock="2 grain, 1 lumber, 1 finery")
    play(state, "skip; 5 muster academy1; defend 1", 4, 5, 6, 4, 1, 2)
    assert state.towns[1].units == 4
    assert state.towns[0].laurels == 2
    assert state.current().left_over == 3
    assert legal(state) == ["loot", "raze"]
    events = play(state, "loot", 3, 0, 1)
    assert str(events[0]) == "p1 looted finery grain lumber"
    assert stock(state, 1) == "1 grain"
    assert stock(state, 0) == "1 grain, 1 lumber, 1 finery"
    assert renown(state, 0) == 2 + 1 + 1 + 1


@pytest.mark.rule("TS-16.8", "TS-16.9", "TS-6.1")
def test_example_11_raze() -> None:
    state = start(round=5)
    town(state, 0, buildings="academy1")
    town(state, 1, stock="2 grain, 1 lumber, 1 finery", buildings="farm1---")
    play(state, "skip; 5 muster academy1; defend 1", 4, 5, 6, 4, 1, 2)
    play(state, "raze")
    assert acting(state) == 1
    names = ("farm1", "woodlot1", "house1", "granary1", "warehouse1")
    assert legal(state) == [f"damage {name}" for name in names]
    play(state, "2 damage farm1")
    assert "farm1xx---" in standing(state, 1)
    assert check(state, "damage farm1") is NO_ROOM_FOR_DAMAGE
    play(state, "damage granary1")
    assert (acting(state), state.active) == (1, 1)
    assert standing(state, 1) == ["woodlot1", "house1", "granary1x", "warehouse1"]
    assert state.towns[1].grain_room() == 8


@pytest.mark.rule("TS-16.11", "TS-16.12", "TS-17.2", "TS-17.3")
def test_example_12_a_rout() -> None:
    state = start(round=5)
    town(state, 0, laurels=1, buildings="academy1")
    town(state, 1, units=6, buildings="house2")
    play(state, "skip; 2 muster academy1; done; defend 6", 1, 2, 5, 5, 6, 1, 5, 2)
    attacker, defender = state.towns
    assert (attacker.units, defender.units) == (3, 6)
    assert (attacker.laurels, defender.laurels) == (0, 3)


@pytest.mark.rule("TS-16.1")
def test_example_12_a_tie() -> None:
    state = start(round=5)
    town(state, 0, laurels=1, buildings="academy1")
    town(state, 1, units=6, buildings="house2")
    play(state, "skip; 2 muster academy1; done; defend 1", 4, 1, 6)
    attacker, defender = state.towns
    assert (attacker.units, defender.units) == (5, 6)
    assert (attacker.laurels, defender.laurels) == (1, 0)


@pytest.mark.rule("TS-18.1", "TS-18.2")
def test_example_13_housing() -> None:
    state = start()
    town(state, 0, stock="5 lumber", buildings="house1xx")
    events = play(state, "break house; repair house2; done")
    assert state.towns[0].housing() == 3 + 1
    assert state.towns[0].units == 4
    assert "p1 homeless 1" in [str(event) for event in events]


@pytest.mark.rule("TS-16.10", "TS-17.4", "TS-19.1", "TS-21.1")
def test_example_14_conquest() -> None:
    state = start(round=5)
    town(state, 0, buildings="academy1")
    town(state, 1, units=1, stock="1 grain", laurels=3)
    play(state, "skip; 3 muster academy1; done; defend 1", 4, 5, 6, 1, 0)
    assert stock(state, 0) == "1 grain"
    assert state.towns[0].laurels == 2 + 1 + 2, "two more for the points left over: see RULES.md"
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.ranks) == ("conquest", [1, 2])


@pytest.mark.rule("TS-21.2", "TS-21.4")
def test_example_15_the_end_of_the_round() -> None:
    state = start()
    town(state, 0, laurels=49)
    town(state, 1, laurels=51)
    play(state, "skip; done")
    assert renown(state, 0) == 50
    assert RULESET.outcome(state) is None
    play(state, "skip; done")
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.scores, outcome.ranks) == ("renown", [50, 52], [2, 1])


@pytest.mark.rule("TS-14.2", "TS-14.5")
def test_example_16_two_targets() -> None:
    state = start(3, round=5)
    town(state, 0, buildings="academy1")
    town(state, 1)
    town(state, 2)
    play(state, "skip; 5 muster academy1")
    assert legal(state) == [f"assign {count} p2" for count in range(6)]
    play(state, "assign 3 p2")
    assert state.campaign.assigned == [0, 3, 2]
    assert legal(state) == ["attack p2", "attack p3"]
    play(state, "attack p3")
    assert state.current().attackers == 2
    play(state, "defend 0", 1, 1)
    assert (acting(state), state.current().attackers) == (1, 3)
    assert legal(state) == [f"defend {count}" for count in range(6)]


@pytest.mark.rule("TS-11.6")
def test_example_17_peace() -> None:
    for round, refusal in ((1, PEACE), (2, PEACE), (3, PEACE), (4, None)):
        state = start(round=round)
        town(state, 0, buildings="academy1")
        play(state, "skip")
        assert check(state, "muster academy1") is refusal
        assert ("muster academy1" in legal(state)) is (refusal is None)


@pytest.mark.rule("TS-16.8", "TS-6.1", "TS-18.2", "TS-19.1")
def test_example_18_the_last_house_falls() -> None:
    for mended in (True, False):
        state = start(round=5)
        town(state, 0, buildings="academy1")
        town(state, 1, units=1, stock="5 lumber", buildings="house1xxxx")
        play(state, "skip; muster academy1; done; defend 0", 4)
        play(state, "raze; damage house1")
        assert state.active == 1
        assert standing(state, 1) == ["farm1", "woodlot1", "granary1", "warehouse1"]
        assert state.towns[1].housing() == 0
        play(state, "break house")
        if mended:
            play(state, "repair house1")
            assert "house1xxxx" in standing(state, 1)
            assert state.towns[1].units == 1
            assert RULESET.outcome(state) is None
        else:
            play(state, "done")
            assert state.towns[1].out == 1
