"""The Attack phase (CP-5)."""

import pytest

from pentarch.engine.capital import refusals
from pentarch.engine.capital.places import LOCATION
from pentarch.engine.capital.state import (
    DECIDE_AID,
    DECIDE_ATTACK,
    DECIDE_RAZE,
    DECIDE_SAVE_DEFEND,
    DECIDE_TACTICS_ATTACK,
    PHASE_REGROUP,
    State,
)
from pentarch.engine.chance import Scripted
from pentarch.engine.core import WRONG_DECISION
from tests.engine.capital.build import (
    P1,
    P2,
    P3,
    arrange,
    at_war,
    hand,
    listed,
    places,
    refused,
    run,
    say,
    score,
    slugs,
    tracker,
    units,
)

CLOSE = ("charge", "hold", "pass", "pass")


def battle(attackers: str, *layout: str, hands: "list[str] | None" = None) -> State:
    """p1 has sent everybody of a Stronghold against p2, who has the layout."""
    state = at_war(
        arrange(f"stronghold[{attackers}]", *layout, hands=hands or [], deck="citadel " * 9)
    )
    say(state, "war p2", *[f"send {troop} stronghold" for troop in attackers.split(",")])
    return state


@pytest.mark.rule("CP-5.1")
def test_war_is_a_choice_and_needs_an_unspent_troop() -> None:
    state = at_war(arrange("watchtower[militia] inn[spy]", ""))
    assert listed(state) == ["use spy inn p2", "war p2", "done"]
    idle = at_war(arrange("inn[spy]", "", hands=["", "inn"]))
    assert refused(idle, "war p2") is refusals.NO_TROOPS
    say(state, "done")
    assert state.battle is None


@pytest.mark.rule("CP-5.6")
@pytest.mark.parametrize(("defender", "partner"), [("p1", P3), ("p3", P1)])
def test_the_living_partner_of_the_defender_is_asked_for_aid(defender: str, partner: int) -> None:
    layout = ["palisade", "stronghold[cavalry]", "palisade", ""]
    state = at_war(arrange(*layout, active=P2, options={"teams": "2v2"}))
    say(state, f"war {defender}", "send cavalry stronghold", "charge", "hold")
    assert (state.actor, state.decision) == (partner, DECIDE_AID)
    alone = at_war(arrange(*layout, active=P2, options={"teams": "2v2"}))
    alone.realms[partner].alive = False
    say(alone, f"war {defender}", "send cavalry stronghold", "charge", "hold")
    assert (alone.actor, alone.decision) == (P2, DECIDE_TACTICS_ATTACK)


@pytest.mark.rule("CP-5.2")
def test_a_war_names_one_living_opponent_for_all_to_hear() -> None:
    state = at_war(arrange("watchtower[militia]", "", ""))
    assert refused(state, "war p1") is refusals.NOT_AN_OPPONENT
    assert refused(state, "war p4") is refusals.NOT_AN_OPPONENT
    events = say(state, "war p3")
    assert [str(event) for event in events if event.seen_by(None)] == ["p1 war p3"]
    dead = at_war(arrange("watchtower[militia]", "", ""))
    dead.realms[P2].alive = False
    assert refused(dead, "war p2") is refusals.NOT_AN_OPPONENT


@pytest.mark.rule("CP-5.3", "CP-7.10", "CP-7.12")
def test_at_least_one_troop_is_sent_and_none_from_a_closed_slot() -> None:
    state = at_war(arrange("watchtower[militia] city[cavalry]", ""))
    say(state, "war p2")
    assert listed(state) == ["send militia watchtower"]
    assert refused(state, "charge") is refusals.NOBODY_SENT
    assert refused(state, "send cavalry city") is refusals.CANNOT_ATTACK
    assert refused(state, "guard militia watchtower") is WRONG_DECISION
    events = say(state, "send militia watchtower")
    assert "p1 sent militia watchtower" in [str(event) for event in events if event.seen_by(P2)]
    assert listed(state) == ["charge"]


@pytest.mark.rule("CP-7.11", "CP-5.3", "CP-5.5")
def test_the_city_slot_opens_for_attack_and_for_defence_apart() -> None:
    attack = at_war(arrange("city[cavalry]", "city[militia]", upgrades=["attack", "attack"]))
    say(attack, "war p2", "send cavalry city", "charge")
    assert listed(attack) == ["hold"]
    assert refused(attack, "guard militia city") is refusals.CANNOT_DEFEND
    defend = at_war(arrange("city[cavalry]", "city[militia]", upgrades=["defense", "defense"]))
    assert refused(defend, "war p2") is refusals.NO_TROOPS
    both = at_war(arrange("city[cavalry]", "city[militia]", upgrades=["attack", "defense"]))
    say(both, "war p2", "send cavalry city", "charge")
    assert listed(both) == ["guard militia city", "hold"]


@pytest.mark.rule("CP-5.4")
def test_a_sent_troop_is_spent_this_turn() -> None:
    state = battle("royal_guard,cavalry", "", "", hands=["", "", ""])
    say(state, *CLOSE, "done", "save royal_guard stronghold", "done", "done")
    assert state.phase == PHASE_REGROUP, "the survivor is spent"


@pytest.mark.rule("CP-5.4", "CP-5.28")
def test_a_surviving_attacker_guards_in_the_next_turn() -> None:
    state = battle("cavalry,cavalry", "watchtower[militia]")
    say(state, *CLOSE, "done", "save cavalry stronghold", "done", "done")
    while state.active != P2 or state.decision != DECIDE_ATTACK:
        run(state, listed(state)[-1])
    say(state, "war p1", "send militia watchtower", "charge")
    assert listed(state) == ["guard cavalry stronghold", "hold"]


@pytest.mark.rule("CP-5.4")
def test_a_spent_troop_attacks_again_in_the_next_turn() -> None:
    state = battle("cavalry,cavalry", "")
    say(state, *CLOSE, "done", "save cavalry stronghold", "done", "done")
    while state.round == 1 or state.decision != DECIDE_ATTACK:
        run(state, listed(state)[-1])
    assert (state.active, state.round) == (P1, 2)
    assert listed(state) == ["war p2", "done"]


@pytest.mark.rule("CP-5.9")
@pytest.mark.parametrize(("troop", "defence"), [("cavalry", 1 + 1 + 2), ("royal_guard", 1 + 1)])
def test_pikemen_brace_only_against_mounted_attackers(troop: str, defence: int) -> None:
    state = battle(troop, "watchtower[pikemen]")
    say(state, "charge", "guard pikemen watchtower", "hold", "pass", "pass")
    assert state.battle is not None
    assert state.battle.defence.total == defence


@pytest.mark.rule("CP-5.5")
def test_the_defender_may_commit_any_number_even_none() -> None:
    state = battle("cavalry", "watchtower[militia] stables[militia]")
    say(state, "charge")
    assert state.actor == P2
    assert listed(state) == ["guard militia stables", "guard militia watchtower", "hold"]
    events = say(state, "guard militia stables")
    assert "p2 guarded militia stables" in [str(event) for event in events if event.seen_by(P3)]
    assert listed(state) == ["guard militia watchtower", "hold"]
    assert refused(state, "guard militia stables") is refusals.CANNOT_DEFEND


@pytest.mark.rule("CP-5.7")
def test_the_attacker_uses_mercenaries_first_and_has_no_second_go() -> None:
    state = at_war(arrange("watchtower[cavalry] inn[captain]", "inn[gatekeeper]"))
    say(state, "war p2", "send cavalry watchtower", "charge", "hold")
    assert (state.actor, listed(state)) == (P1, ["use captain inn", "pass"])
    assert refused(state, "use gatekeeper inn") is refusals.WRONG_TIME
    say(state, "pass")
    assert (state.actor, listed(state)) == (P2, ["use gatekeeper inn", "pass"])
    say(state, "use gatekeeper inn", "pass")
    assert state.battle is not None
    assert (state.battle.attack.total, state.battle.defence.total) == (2, 4)


@pytest.mark.rule("CP-5.8")
def test_the_attack_total_adds_bonus_houses_and_mercenaries() -> None:
    state = at_war(
        arrange("stables[cavalry] palisade+warlord inn[warlord,captain]", "", cities=["b1", "a"])
    )
    assert tracker(state, P1)["attack_bonus"] == 1
    say(state, "war p2", "send cavalry stables", "charge", "hold", "use warlord inn")
    say(state, "use captain inn", "pass", "pass")
    assert state.battle is not None
    assert state.battle.attack.total == 2 + 1 + 1 + 6 + 3


@pytest.mark.rule("CP-5.9", "CP-7.5")
def test_a_saboteur_cuts_passive_defence_but_not_below_nothing() -> None:
    state = at_war(arrange("watchtower[cavalry] inn[saboteur]", "palisade watchtower[militia]"))
    say(state, "war p2", "send cavalry watchtower", "charge", "guard militia watchtower", "hold")
    say(state, "use saboteur inn", "pass", "pass")
    assert state.battle is not None
    assert state.battle.defence.total == 0 + 1
    assert tracker(state, P2)["passive"] == 2, "only for this battle"


@pytest.mark.rule("CP-5.10")
@pytest.mark.parametrize(("troop", "expected"), [("cavalry", 1), ("militia", 0), ("sappers", 0)])
def test_the_score_is_attack_minus_defence(troop: str, expected: int) -> None:
    state = battle(troop, "")
    say(state, *CLOSE)
    assert score(state) == expected
    assert (state.decision == DECIDE_RAZE) == (expected > 0)


@pytest.mark.rule("CP-5.11", "CP-5.12", "CP-5.14", "CP-5.17", "CP-2.8")
def test_buildings_fall_as_a_whole_while_hit_points_last() -> None:
    state = battle("royal_guard,royal_guard", "bank harbour market farming_village")
    say(state, *CLOSE)
    assert score(state) == 3
    assert refused(state, "raze bank") is refusals.TOO_STRONG
    assert refused(state, "raze inn") is refusals.NO_SUCH_BUILDING
    assert refused(state, "raze city") is refusals.CITY_TOO_STRONG
    assert refused(state, "save royal_guard stronghold") is WRONG_DECISION
    gold = tracker(state, P2)["gold"]
    say(state, "raze market")
    assert tracker(state, P2)["gold"] == gold - 1
    assert state.realms[P2].hit_points() == 4 + 3 + 1
    assert listed(state) == ["raze v1", "done"]
    say(state, "done")
    assert places(state, P2) == ["bank", "harbour", "v1"]


@pytest.mark.rule("CP-5.13", "CP-5.15")
def test_siege_points_go_first_and_never_raze_a_city() -> None:
    state = battle("siege_tower,royal_guard", "market bank")
    say(state, *CLOSE)
    assert state.battle is not None
    assert (state.battle.points, state.battle.siege) == (3, 4)
    assert refused(state, "raze city") is refusals.CITY_TOO_STRONG
    say(state, "raze market")
    assert (state.battle.points, state.battle.siege) == (3, 2)
    say(state, "raze bank")
    assert (state.battle.points, state.battle.siege) == (1, 0)


@pytest.mark.rule("CP-5.18")
def test_forage_and_plunder_follow_the_order_of_commitment() -> None:
    state = at_war(
        arrange(
            "stronghold[raiders,outriders,cavalry]", "", hands=["", "bank market"], deck="inn inn"
        )
    )
    say(state, "war p2", "send raiders stronghold", "send outriders stronghold")
    say(state, "send cavalry stronghold", *CLOSE)
    events = say(state, "done", chance=Scripted([1]))
    assert hand(state, P1) == "market inn inn"
    assert hand(state, P2) == "bank"
    told = [event for event in events if event.name == "plundered_card"]
    assert told[0].to == (P1, P2)
    assert told[0].values == ("market",)


@pytest.mark.rule("CP-5.19", "CP-5.20")
def test_survivors_add_up_to_the_whole_score_whatever_was_razed() -> None:
    state = battle("royal_guard,cavalry,standard_bearers", "farming_village market")
    say(state, *CLOSE)
    assert score(state) == 2 + 2 + 2 - 1
    say(state, "raze v1", "raze market", "done", "save cavalry stronghold")
    assert refused(state, "save cavalry stronghold") is refusals.NOT_A_SURVIVOR
    say(state, "save royal_guard stronghold")
    assert "save standard_bearers stronghold" in listed(state)
    narrow = battle("royal_guard,standard_bearers", "")
    say(narrow, *CLOSE, "done", "save royal_guard stronghold")
    assert listed(narrow) == ["save standard_bearers stronghold", "done"]
    won_by_one = battle("cavalry,shieldbearers", "")
    say(won_by_one, *CLOSE, "done")
    assert refused(won_by_one, "save cavalry stronghold") is refusals.OVER_BUDGET
    assert listed(won_by_one) == ["save shieldbearers stronghold", "done"]


@pytest.mark.rule("CP-5.21")
def test_a_winning_defender_saves_by_printed_defence() -> None:
    state = battle("militia", "stronghold[shieldbearers,royal_guard] farming_village")
    say(state, "charge", "guard shieldbearers stronghold", "guard royal_guard stronghold", "hold")
    say(state, "pass", "pass")
    assert score(state) == 1 - 6
    assert refused(state, "save militia stronghold") is refusals.SIDE_LOST
    say(state, "done")
    assert slugs(state.discard) == "militia"
    say(state, "save shieldbearers stronghold", "save royal_guard stronghold")
    assert state.battle is not None
    assert state.battle.budget == 0
    say(state, "done")
    assert places(state, P2) == ["stronghold", "v1"]


@pytest.mark.rule("CP-5.22")
def test_on_a_draw_both_sides_lose_everybody() -> None:
    state = battle("royal_guard", "watchtower[cavalry] farming_village")
    say(state, "charge", "guard cavalry watchtower", "hold", "pass", "pass")
    assert score(state) == 0
    say(state, "done")
    assert refused(state, "save cavalry watchtower") is refusals.SIDE_LOST
    say(state, "done")
    assert units(state, P1) == units(state, P2) == []
    assert slugs(state.discard) == "royal_guard cavalry"
    assert places(state, P2) == ["watchtower", "v1"]


@pytest.mark.rule("CP-5.23")
def test_doomed_troops_are_never_saved_and_immortals_always_come_home() -> None:
    state = battle("berserkers,immortals", "")
    say(state, *CLOSE, "done")
    assert units(state, P1) == ["berserkers@stronghold", "immortals@stronghold"]
    assert listed(state) == ["done"], "immortals are home, berserkers cannot be saved"
    assert refused(state, "save berserkers stronghold") is refusals.IS_DOOMED
    say(state, "done")
    assert units(state, P1) == ["immortals@stronghold"]


@pytest.mark.rule("CP-5.23")
@pytest.mark.parametrize(("walls", "lead"), [("", -1), ("palisade", -2)])
def test_immortals_come_home_from_a_defence_that_is_barely_won(walls: str, lead: int) -> None:
    state = battle("cavalry", f"barracks[immortals] {walls}".strip())
    say(state, "charge", "guard immortals barracks", "hold", "pass", "pass")
    assert score(state) == lead
    say(state, "done")
    assert listed(state) == ["done"]
    say(state, "done")
    assert units(state, P2) == ["immortals@barracks"]


@pytest.mark.rule("CP-5.24")
def test_a_field_surgeon_heals_two_even_doomed_ones_of_a_lost_battle() -> None:
    state = at_war(
        arrange("stronghold[berserkers,militia] inn[field_surgeon]", "citadel stone_wall")
    )
    say(state, "war p2", "send berserkers stronghold", "send militia stronghold", "charge", "hold")
    say(state, "use field_surgeon inn", "pass", "pass")
    assert score(state) == 4 - 5
    assert listed(state) == ["heal berserkers stronghold", "heal militia stronghold", "done"]
    say(state, "heal berserkers stronghold", "heal militia stronghold")
    assert units(state, P1) == ["berserkers@stronghold", "militia@stronghold"]
    bare = battle("militia", "citadel")
    say(bare, *CLOSE)
    assert refused(bare, "heal militia stronghold") is refusals.NO_HEALS


@pytest.mark.rule("CP-5.25", "CP-2.12")
def test_attackers_are_discarded_before_defenders() -> None:
    state = battle("royal_guard,cavalry", "watchtower[spearmen] farming_village")
    say(state, "charge", "guard spearmen watchtower", "hold", "pass", "pass")
    assert score(state) == 1
    say(state, "raze v1", "done", "done")
    assert slugs(state.discard) == "farming_village royal_guard cavalry"
    assert state.decision == DECIDE_SAVE_DEFEND
    say(state, "done")
    assert slugs(state.discard).endswith("cavalry spearmen")


@pytest.mark.rule("CP-5.25")
def test_archers_of_a_losing_side_fall_back_before_anything_is_picked() -> None:
    state = battle("royal_guard,royal_guard", "watchtower[archers] farming_village")
    say(state, "charge", "guard archers watchtower", "hold", "pass", "pass", "done", "done")
    assert units(state, P2) == ["archers@watchtower"]


@pytest.mark.rule("CP-5.27")
def test_troops_at_home_are_lost_only_with_their_building() -> None:
    state = battle("royal_guard,cavalry", "watchtower[militia] stables[cavalry]")
    say(state, *CLOSE, "raze watchtower", "done", "done", "done")
    assert units(state, P2) == ["cavalry@stables"]


@pytest.mark.rule("CP-5.28")
def test_the_same_opponent_may_be_attacked_again() -> None:
    state = at_war(arrange("stronghold[cavalry,cavalry]", "citadel[iron_phalanx]"))
    say(state, "war p2", "send cavalry stronghold", "charge", "guard iron_phalanx citadel", "hold")
    say(state, "pass", "pass", "done", "save iron_phalanx citadel", "done")
    assert listed(state) == ["war p2", "done"]
    say(state, "war p2", "send cavalry stronghold", "charge")
    assert listed(state) == ["guard iron_phalanx citadel", "hold"]


@pytest.mark.rule("CP-5.29")
def test_the_slot_of_a_fighting_troop_stays_reserved() -> None:
    state = battle("cavalry", "watchtower[militia]")
    say(state, "charge", "guard militia watchtower")
    assert state.realms[P2].troop_slots.at(LOCATION["watchtower"]) == 0
    assert state.realms[P1].troop_slots.at(LOCATION["stronghold"]) == 2


@pytest.mark.rule("CP-5.30")
def test_without_a_home_archers_do_not_fall_back_and_nobody_is_healed() -> None:
    state = battle("royal_guard,royal_guard", "watchtower[archers] inn[field_surgeon]")
    say(
        state, "charge", "guard archers watchtower", "hold", "pass", "use field_surgeon inn", "pass"
    )
    say(state, "raze watchtower", "done", "done")
    assert refused(state, "heal archers watchtower") is refusals.NOT_A_SURVIVOR
    assert listed(state) == ["done"]
    say(state, "done")
    assert units(state, P2) == []
    assert "archers" in slugs(state.discard)
