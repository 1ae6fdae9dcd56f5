"""Regrouping, defeat and ranking, teams and cities (CP-6, CP-11 to CP-13)."""

import pytest

from pentarch.engine.capital import refusals
from pentarch.engine.capital.realm import Realm
from pentarch.engine.capital.rows import Effect
from pentarch.engine.capital.rules import RULESET
from pentarch.engine.capital.state import DECIDE_SAVE, State
from pentarch.engine.capital.tables import CITY
from pentarch.engine.capital.tracker import Deeds
from pentarch.engine.chance import Seeded
from pentarch.engine.core import WRONG_DECISION
from pentarch.engine.options import choose
from pentarch.engine.plain import Json
from tests.engine.capital.build import (
    P1,
    P2,
    P3,
    P4,
    arrange,
    at_regroup,
    at_war,
    hand,
    listed,
    places,
    pools,
    refused,
    run,
    say,
    slugs,
    tracker,
    units,
)

TEAMS: dict[str, Json] = {"teams": "2v2"}


def city_id(realm: Realm) -> str:
    """The kind of city that a seat has."""
    assert realm.city.kind is not None
    return realm.city.kind.id


@pytest.mark.rule("CP-6.1")
def test_units_move_to_free_slots_or_exchange_places() -> None:
    state = at_regroup(arrange("watchtower[militia] stables[cavalry] inn[spy] bank", ""))
    assert listed(state) == [
        "move cavalry stables city",
        "move militia watchtower city",
        "move spy inn city",
        "swap cavalry stables militia watchtower",
        "done",
    ]
    assert refused(state, "move militia watchtower stables") is refusals.NO_FREE_SLOT
    assert refused(state, "move militia watchtower watchtower") is refusals.SAME_PLACE
    assert refused(state, "move archers watchtower city") is refusals.NOT_IN_SLOT
    wrong_order = "swap militia watchtower cavalry stables"
    assert refused(state, wrong_order) is refusals.NO_EXCHANGE
    assert refused(state, "swap cavalry stables spy inn") is refusals.NO_EXCHANGE
    events = say(state, "swap cavalry stables militia watchtower")
    assert sorted(units(state, P1)) == ["cavalry@watchtower", "militia@stables", "spy@inn"]
    shown = [str(event) for event in events if event.seen_by(P2)]
    assert shown[0] == "p1 swapped troop stables watchtower"
    assert "militia" not in " ".join(shown)
    build = arrange("watchtower[militia] bank", "", hands=["inn"])
    assert refused(build, "move militia watchtower city") is WRONG_DECISION


@pytest.mark.rule("CP-6.1")
def test_only_different_units_of_a_kind_at_different_locations_exchange_places() -> None:
    state = at_regroup(
        arrange(
            "stronghold[cavalry,militia] watchtower[militia] guildhall[master_mason,spy] inn[spy]",
            "",
        )
    )
    assert [text for text in listed(state) if text.startswith("swap")] == [
        "swap cavalry stronghold militia watchtower",
        "swap master_mason guildhall spy inn",
    ]
    for same in (
        "swap militia stronghold militia watchtower",
        "swap cavalry stronghold militia stronghold",
        "swap master_mason guildhall spy guildhall",
    ):
        assert refused(state, same) is refusals.NO_EXCHANGE
    assert refused(state, "swap master_mason guildhall spy inn") is None


@pytest.mark.rule("CP-6.1")
def test_others_see_from_where_to_where_but_not_which_unit_moves() -> None:
    state = at_regroup(arrange("watchtower[militia]", "", ""))
    events = say(state, "move militia watchtower city")
    assert [str(event) for event in events if event.seen_by(P2)][:1] == [
        "p1 moved troop watchtower city"
    ]
    assert [event.to for event in events if event.name == "moved_card"] == [(P1,)]


@pytest.mark.rule("CP-6.2")
def test_a_unit_moves_once_and_closed_slots_are_no_obstacle() -> None:
    state = at_regroup(arrange("watchtower city[militia] barracks[cavalry]", ""))
    say(state, "move militia city watchtower")
    assert refused(state, "move militia watchtower city") is refusals.ALREADY_MOVED
    swap = "swap cavalry barracks militia watchtower"
    assert refused(state, swap) is refusals.ALREADY_MOVED
    assert listed(state) == ["move cavalry barracks city", "done"]


@pytest.mark.rule("CP-6.2")
def test_of_two_equal_units_the_one_that_has_not_moved_is_meant() -> None:
    state = at_regroup(arrange("barracks[militia] watchtower[militia] stables", ""))
    say(state, "move militia watchtower barracks")
    assert "move militia barracks stables" in listed(state)
    say(state, "move militia barracks stables")
    assert units(state, P1) == ["militia@barracks", "militia@stables"]


@pytest.mark.rule("CP-6.3", "CP-12.8")
def test_one_card_may_be_given_to_the_living_partner() -> None:
    state = at_regroup(arrange("", "", "", "", hands=["bank inn"], options=TEAMS, deck="inn " * 9))
    events = say(state, "done")
    assert listed(state) == ["give bank", "give inn", "pass"]
    assert refused(state, "give market") is refusals.NOT_IN_HAND
    assert refused(state, "keep inn") is WRONG_DECISION
    events = say(state, "give bank")
    assert hand(state, P3) == "bank"
    assert [event.to for event in events if event.name == "gave_card"] == [(P1, P3)]
    assert hand(state, P1) == "inn inn inn inn"
    alone = at_regroup(arrange("", "", "", "", hands=["bank inn"], options=TEAMS))
    alone.realms[P3].alive = False
    say(alone, "done")
    assert listed(alone) == ["keep bank", "keep inn"]
    apart = at_regroup(arrange("", "", "", "", hands=["bank inn"]))
    say(apart, "done")
    assert listed(apart) == ["keep bank", "keep inn"]


@pytest.mark.rule("CP-6.4", "CP-6.5", "CP-6.6", "CP-7.3", "CP-7.4")
def test_as_many_cards_as_store_are_kept_in_the_order_picked_and_draw_more_come() -> None:
    state = at_regroup(
        arrange(
            "library", "", hands=["bank inn market harbour"], upgrades=["store"], deck="spy " * 9
        )
    )
    say(state, "done")
    assert refused(state, "keep library") is refusals.NOT_IN_HAND
    assert refused(state, "done") is WRONG_DECISION
    say(state, "keep bank", "keep market")
    assert hand(state, P1) == "bank market spy spy spy spy"
    assert slugs(state.discard) == "inn harbour"


@pytest.mark.rule("CP-6.4")
def test_a_small_hand_is_kept_without_a_question_and_store_zero_keeps_nothing() -> None:
    small = at_regroup(arrange("", "", hands=["bank"], deck="spy " * 3))
    say(small, "done")
    assert hand(small, P1) == "bank spy spy spy"
    none = at_regroup(arrange("", "", hands=["bank inn"], deck="spy " * 3))
    none.realms[P1].lose(Effect(store=1))
    say(none, "done")
    assert hand(none, P1) == "spy spy spy"
    assert slugs(none.discard) == "bank inn"


@pytest.mark.rule("CP-6.4", "CP-8.3")
def test_a_quartermaster_keeps_the_whole_hand() -> None:
    state = at_regroup(
        arrange("guildhall[quartermaster,quartermaster]", "", hands=["bank inn"], deck="spy " * 9)
    )
    say(state, "use quartermaster guildhall")
    assert refused(state, "use quartermaster guildhall") is refusals.NOT_ENOUGH_HAND
    say(state, "done")
    assert hand(state, P1) == "bank inn spy spy spy"


@pytest.mark.rule("CP-6.7")
def test_draw_and_store_count_what_was_built_this_turn() -> None:
    state = arrange("", "", hands=["library bank inn"], deck="spy " * 9)
    run(state, "build library", "keep inn")
    assert hand(state, P1) == "inn spy spy spy spy"


@pytest.mark.rule("CP-3.6", "CP-9.6")
def test_the_deeds_and_marks_of_a_turn_end_with_it() -> None:
    state = at_regroup(arrange("watchtower city[militia]", "", deck="spy " * 9))
    state.realms[P1].deeds = Deeds(won_attack=True, razed=1, won_defence=True, keeps_hand=True)
    state.realms[P2].deeds = Deeds(won_defence=True)
    say(state, "move militia city watchtower")
    assert state.active == P2
    assert state.realms[P1].deeds.numbers() == [0, 0, 0, 0]
    assert state.realms[P2].deeds.won_defence, "until the end of its own turn"
    assert [unit.has_moved for unit in state.realms[P1].units] == [False]


# Defeat, end and cap.


def conquer(*others: str, options: "dict[str, Json] | None" = None) -> State:
    """p1 wins by 5 or more against p2 and is about to raze."""
    state = at_war(
        arrange(
            "stronghold[imperial_guard,imperial_guard]",
            *others,
            hands=["", "bank", "", ""],
            upgrades=["gold", "gold build"],
            deck="inn " * 30,
            options=options,
        )
    )
    say(state, "war p2", "send imperial_guard stronghold", "send imperial_guard stronghold")
    say(state, "charge")
    return state


@pytest.mark.rule("CP-11.1", "CP-11.2", "CP-11.6", "CP-2.12")
def test_a_defeated_seat_is_out_and_loses_all_cards_and_upgrades() -> None:
    state = conquer("watchtower inn+royal_treasurer[spy] city[militia]", "")
    say(state, "hold", "pass", "pass", "raze city")
    assert slugs(state.discard) == "bank militia watchtower spy inn"
    assert slugs(state.legendary) == "royal_treasurer"
    realm = state.realms[P2]
    assert (realm.alive, realm.upgrades, realm.units, realm.buildings) == (False, [], [], [])
    assert tracker(state, P2)["gold"] == 0
    assert (hand(state, P1), hand(state, P2)) == ("", "")


@pytest.mark.rule("CP-2.12")
def test_fighters_of_a_defeated_seat_lie_where_they_came_from() -> None:
    state = at_war(
        arrange(
            "stronghold[dragon_riders,imperial_guard,immortals]",
            "watchtower[archers] gatehouse[militia]",
            "",
        )
    )
    say(state, "war p2", "send dragon_riders stronghold", "send imperial_guard stronghold")
    say(state, "send immortals stronghold", "charge", "guard militia gatehouse")
    say(state, "guard archers watchtower", "hold", "pass", "pass")
    assert state.battle is not None
    assert state.battle.score == 10 - 4
    say(state, "raze watchtower", "raze city")
    # The Watchtower fell first; its Archers have no home, the Militia lies in the Gatehouse.
    assert slugs(state.discard) == "watchtower archers militia gatehouse"
    assert state.decision == DECIDE_SAVE


@pytest.mark.rule("CP-2.12")
def test_fighters_without_a_home_are_discarded_in_the_order_they_were_committed() -> None:
    attackers = {
        "stronghold": ["dragon_riders", "imperial_guard", "immortals"],
        "dragon_keep": ["berserkers", "royal_guard"],
    }
    layout = " ".join(f"{place}[{','.join(troops)}]" for place, troops in attackers.items())
    state = at_war(arrange(layout, "watchtower[archers] gatehouse[militia]", ""))
    say(state, "war p2")
    say(state, *[f"send {troop} {place}" for place in attackers for troop in attackers[place]])
    say(state, "charge", "guard militia gatehouse", "guard archers watchtower", "hold")
    say(state, "pass", "pass", "raze watchtower", "raze gatehouse", "raze city")
    assert slugs(state.discard) == "watchtower gatehouse militia archers"


@pytest.mark.rule("CP-11.3", "CP-11.4")
def test_the_attacker_saves_survivors_and_goes_on() -> None:
    state = conquer("", "")
    say(state, "hold", "pass", "pass", "raze city", "save imperial_guard stronghold", "done")
    assert units(state, P1) == ["imperial_guard@stronghold"]
    assert state.active == P1
    assert state.realms[P1].deeds.won_attack


@pytest.mark.rule("CP-11.5", "CP-12.9")
def test_a_team_is_beaten_when_both_cities_are_razed() -> None:
    state = conquer("", "", "", options=TEAMS)
    say(state, "hold", "pass", "pass", "pass", "raze city")
    assert RULESET.outcome(state) is None
    assert state.decision == DECIDE_SAVE
    last = conquer("", "", "", options=TEAMS)
    last.realms[P4].alive = False
    last.realms[P4].defeat = 1
    last.defeats = 1
    say(last, "hold", "pass", "pass", "raze city")
    outcome = RULESET.outcome(last)
    assert outcome is not None
    assert outcome.ranks == [1, 3, 1, 3]
    assert outcome.reason == "conquest"


@pytest.mark.rule("CP-11.7")
def test_only_the_active_seat_can_reach_its_goal() -> None:
    state = arrange("bank", "bank", upgrades=["", "gold build draw store passive attack defense"])
    assert RULESET.legal(state, P2) == []
    assert "upgrade gold" in listed(state)
    assert state.actor == P1


@pytest.mark.rule("CP-11.8", "CP-1.8")
def test_at_the_cap_the_living_are_ranked_by_progress() -> None:
    state = arrange(
        "farming_village",
        "farming_village farming_village",
        "inn[spy]",
        "inn",
        upgrades=["draw store", "draw", "draw", "draw"],
        round=10,
        active=P4,
        options={"round_cap": 10},
        deck="inn " * 9,
    )
    run(state, "done")
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert outcome.reason == "round_cap"
    assert not outcome.natural
    assert outcome.ranks == [1, 2, 3, 4]
    assert outcome.scores == [2, 1, 1, 1]


@pytest.mark.rule("CP-11.8")
def test_ties_share_a_rank_and_the_later_defeat_ranks_better() -> None:
    state = arrange("inn", "inn", "", "")
    for seat, when in ((P3, 1), (P4, 2)):
        state.realms[seat].alive = False
        state.realms[seat].defeat = when
    assert RULESET.adjudicate(state).ranks == [1, 1, 4, 3]
    hit_points = arrange("inn", "market farming_village")
    assert RULESET.adjudicate(hit_points).ranks == [2, 1]
    walls = arrange("inn", "citadel")
    assert RULESET.adjudicate(walls).ranks == [2, 1]


# Teams.


@pytest.mark.rule("CP-12.1")
def test_teams_alternate_and_partners_sit_opposite() -> None:
    state = arrange("", "", "", "", options=TEAMS, deck="citadel " * 40)
    seen = []
    for _ in range(4):
        seen.append(state.active)
        run(state, "done")
        while state.active == seen[-1]:
            run(state, listed(state)[-1])
    assert seen == [P1, P2, P3, P4]
    assert [state.partner(seat) for seat in range(4)] == [P3, P4, P1, P2]
    assert [state.opponents(seat) for seat in (P1, P2)] == [[P2, P4], [P1, P3]]


@pytest.mark.rule("CP-12.2")
def test_partners_pay_for_their_own_levels() -> None:
    state = arrange("bank inn[spy]", "", "", "", upgrades=["", "", "gold build"], options=TEAMS)
    say(state, "upgrade draw")
    assert pools(state)[0] == 3 - 1


@pytest.mark.rule("CP-12.3")
def test_an_upgrade_of_both_partners_counts_once() -> None:
    state = arrange(
        "bank inn[spy]",
        "",
        "",
        "",
        upgrades=["gold build draw", "", "store passive"],
        options={"teams": "2v2", "mode": "short"},
    )
    state.realms[P1].pools.gold = 9
    state.realms[P1].pools.build = 3
    say(state, "upgrade store")
    assert RULESET.outcome(state) is None
    say(state, "upgrade attack")
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert outcome.ranks == [1, 3, 1, 3]


@pytest.mark.rule("CP-12.4")
def test_partners_are_no_targets() -> None:
    state = arrange("watchtower[militia] inn[spy]", "", "", "", options=TEAMS)
    assert refused(state, "use spy inn p3") is refusals.NOT_AN_OPPONENT
    assert refused(at_war(state), "war p3") is refusals.NOT_AN_OPPONENT
    assert [text for text in listed(state) if "war" in text] == ["war p2", "war p4"]


@pytest.mark.rule("CP-12.5")
def test_partners_see_each_others_hand_and_units() -> None:
    state = arrange("inn[spy]", "", "", "", hands=["immortals"], options=TEAMS)
    for word in ("spy", "immortals"):
        assert f"'{word}'" in str(RULESET.view(state, P3))
        assert f"'{word}'" not in str(RULESET.view(state, P2))


@pytest.mark.rule("CP-12.6", "CP-5.6")
def test_a_lent_troop_is_saved_as_ally_and_returns_to_its_own_slot() -> None:
    state = at_war(
        arrange(
            "stronghold[cavalry]",
            "citadel",
            "",
            "gatehouse[spearmen]",
            options=TEAMS,
            deck="inn " * 9,
        )
    )
    say(state, "war p2", "send cavalry stronghold", "charge", "hold")
    assert (state.actor, listed(state)) == (P4, ["aid spearmen gatehouse", "pass"])
    assert refused(state, "aid militia gatehouse") is refusals.CANNOT_DEFEND
    assert refused(state, "hold") is WRONG_DECISION
    say(state, "aid spearmen gatehouse", "pass", "pass")
    assert state.battle is not None
    assert state.battle.defence.total == 3 + 2 + 1
    say(state, "done")
    assert (state.actor, listed(state)) == (P2, ["save spearmen ally", "done"])
    say(state, "save spearmen ally", "done")
    assert units(state, P4) == ["spearmen@gatehouse"]


@pytest.mark.rule("CP-12.7")
def test_the_partners_walls_and_mercenaries_do_not_count() -> None:
    state = at_war(
        arrange("stronghold[cavalry]", "", "", "stone_wall inn[gatekeeper]", options=TEAMS)
    )
    say(state, "war p2", "send cavalry stronghold", "charge", "hold", "pass", "pass")
    assert listed(state) == ["pass"]
    say(state, "pass")
    assert state.battle is not None
    assert state.battle.defence.total == 1


@pytest.mark.rule("CP-12.9")
def test_a_troop_lent_to_a_fallen_city_rallies_to_its_owner() -> None:
    state = conquer("", "", "watchtower[militia]", options=TEAMS)
    state.realms[P1].gain(Effect(attack_bonus=3))
    say(state, "hold", "aid militia watchtower", "pass", "pass", "raze city", "done")
    assert hand(state, P4) == "militia"
    assert state.battle is None
    assert RULESET.outcome(state) is None


@pytest.mark.rule("CP-12.9")
def test_a_lone_member_plays_on_and_both_members_share_a_rank() -> None:
    state = arrange("", "", "", "", upgrades=["gold", "gold", "build", "gold"], options=TEAMS)
    state.realms[P3].alive = False
    state.realms[P3].upgrades.clear()
    # One different upgrade each; p2 and p4 have 4 Gold together, p1 alone has 2.
    assert RULESET.adjudicate(state).ranks == [3, 1, 3, 1]
    assert RULESET.to_act(state) == [P1]


# Cities.


@pytest.mark.rule("CP-13.1")
def test_everybody_has_the_standard_city_by_default() -> None:
    state = RULESET.setup(4, choose(RULESET.info.options, {}), Seeded(1))
    assert {city_id(realm) for realm in state.realms} == {"a"}


@pytest.mark.rule("CP-13.2")
def test_advanced_cities_are_all_different_by_lot_or_by_choice_from_the_last_seat() -> None:
    for seed in range(5):
        drawn = RULESET.setup(4, choose(RULESET.info.options, {"cities": "b_random"}), Seeded(seed))
        ids = [city_id(realm) for realm in drawn.realms]
        assert len(set(ids)) == 4
        assert all(id.startswith("b") for id in ids)
    state = RULESET.setup(2, choose(RULESET.info.options, {"cities": "b_pick"}), Seeded(1))
    assert state.actor == P2
    assert not state.deck.size()
    assert refused(state, "done") is WRONG_DECISION
    say(state, "city b2")
    assert refused(state, "city b2") is refusals.CITY_TAKEN
    assert len(listed(state)) == 5
    say(state, "city b4")
    assert [city_id(realm) for realm in state.realms] == ["b4", "b2"]
    assert len(state.realms[P1].hand) == 5
    assert state.active == P1


@pytest.mark.rule("CP-13.2", "CP-13.3")
@pytest.mark.parametrize(
    ("city", "upgrade", "word", "start", "after"),
    [
        ("b1", "mercenary", "attack_bonus", 0, 1),
        ("b2", "gold", "gold", 1, 3),
        ("b3", "attack", "draw", 4, 5),
        ("b3", "defense", "passive", 1, 2),
        ("b4", "passive", "passive", 2, 4),
        ("b5", "attack", "store", 1, 2),
        ("b5", "defense", "store", 1, 2),
        ("b6", "mercenary", "discount", 0, 1),
        ("b6", "mercenary", "store", 1, 2),
        ("b2", "draw", "draw", 2, 3),
    ],
)
def test_advanced_cities_change_what_upgrades_give(
    city: str, upgrade: str, word: str, start: int, after: int
) -> None:
    state = arrange("", "", cities=[city, "a"])
    assert tracker(state, P1)[word] == start
    say(state, f"upgrade {upgrade}")
    assert tracker(state, P1)[word] == after


@pytest.mark.rule("CP-13.3")
def test_all_cities_offer_the_same_eight_upgrades() -> None:
    for city in CITY:
        state = arrange("", "", cities=[city, "a"])
        assert len([text for text in listed(state) if text.startswith("upgrade")]) == 8


@pytest.mark.rule("CP-13.4")
def test_a_city_without_a_slot_never_holds_such_units() -> None:
    for city, troops, mercs in (("b1", 2, 0), ("b3", 0, 1), ("b5", 0, 1), ("b6", 1, 0)):
        state = arrange("", "", hands=["militia spy"], cities=[city, "a"])
        assert ("build militia city" in listed(state)) == (troops > 0)
        assert ("build spy city" in listed(state)) == (mercs > 0)
    two = at_war(arrange("city[militia,cavalry]", "", upgrades=["attack"], cities=["b1", "a"]))
    say(two, "war p2")
    assert listed(two) == ["send cavalry city", "send militia city"]
    assert places(two, P1) == []
