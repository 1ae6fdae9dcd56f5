"""The worked examples, with their numbers."""

import pytest

from pentarch.engine.capital.rules import RULESET
from pentarch.engine.capital.state import (
    DECIDE_ATTACK,
    DECIDE_NOTHING,
    PHASE_REGROUP,
    State,
)
from tests.engine.capital.build import (
    P1,
    P2,
    P3,
    P4,
    arrange,
    at_war,
    hand,
    listed,
    places,
    pools,
    run,
    say,
    score,
    slugs,
    tracker,
    units,
)

DECK = (
    "stronghold militia market raiders bank citadel warehouse spy pikemen "
    "royal_court stone_wall stone_wall cavalry surveyor harbour university cathedral masons_lodge "
    "royal_guard envoy bank guildhall workshop harbour library inn spy"
)


def five_turns() -> State:
    state = arrange(
        "",
        "",
        hands=[
            "farming_village farming_village library inn palisade",
            "farming_village watchtower bank citadel royal_court",
        ],
        deck=DECK,
    )
    run(state, "build farming_village")
    assert pools(state) == (0, 0)
    assert tracker(state, P1)["gold"] == 2
    run(state, "keep farming_village")
    assert hand(state, P1) == "farming_village stronghold militia market"
    assert slugs(state.discard) == "library inn palisade"
    run(state, "build farming_village", "keep watchtower")
    assert tracker(state, P2)["gold"] == 2
    assert pools(state) == (2, 1)
    run(state, "build farming_village", "keep stronghold")
    assert tracker(state, P1)["gold"] == 3
    assert pools(state, P2) == (2, 1)
    run(state, "build watchtower", "keep raiders")
    assert pools(state) == (3, 1)
    run(state, "build stronghold", "keep pikemen")
    assert pools(state, P2) == (2, 1)
    run(state, "build raiders watchtower", "done", "done", "keep royal_court")
    assert pools(state) == (3, 1)
    run(state, "upgrade build")
    assert tracker(state, P1)["build"] == 2
    run(state, "keep cavalry")
    assert pools(state, P2) == (2, 1)
    run(state, "done", "done", "done", "keep royal_court")
    assert pools(state) == (3, 2)
    run(state, "build cavalry stronghold", "build royal_guard stronghold")
    return state


@pytest.mark.rule("CP-4.1", "CP-4.3", "CP-4.12", "CP-4.18", "CP-4.20", "CP-5.10", "CP-5.23")
def test_x1_five_turns_and_the_first_war() -> None:
    state = five_turns()
    assert state.decision == DECIDE_ATTACK
    run(state, "war p2", "send cavalry stronghold", "send royal_guard stronghold")
    run(state, "guard raiders watchtower")
    assert score(state) == 2
    assert listed(state) == ["raze v1", "raze watchtower", "done"]
    run(state, "raze watchtower", "raze v1")
    assert tracker(state, P2)["gold"] == 1
    assert listed(state) == [
        "save cavalry stronghold",
        "save royal_guard stronghold",
        "done",
    ]
    run(state, "save royal_guard stronghold", "done", "keep envoy")
    assert places(state, P1) == ["v1", "v2", "stronghold"]
    assert units(state, P1) == ["royal_guard@stronghold"]
    assert tracker(state, P1)["gold"] == 3
    assert tracker(state, P1)["build"] == 2
    assert places(state, P2) == []
    assert slugs(state.discard).endswith("watchtower farming_village cavalry raiders bank")
    assert hand(state, P1) == "envoy library inn spy"


@pytest.mark.rule("CP-5.20")
def test_x2_a_battle_won_by_one_saves_no_troop_of_two() -> None:
    state = at_war(
        arrange(
            "stronghold[cavalry,royal_guard]",
            "farming_village watchtower[raiders]",
            upgrades=["", "passive"],
            deck="inn " * 9,
        )
    )
    run(state, "war p2", "send cavalry stronghold", "send royal_guard stronghold")
    run(state, "guard raiders watchtower")
    assert score(state) == 1
    assert listed(state) == ["raze v1", "raze watchtower", "done"]
    run(state, "raze v1")
    assert units(state, P1) == []
    assert slugs(state.discard) == "farming_village cavalry royal_guard raiders"


@pytest.mark.rule("CP-5.15", "CP-11.1", "CP-11.2", "CP-11.3", "CP-11.4")
def test_x3_a_city_falls_and_the_others_play_on() -> None:
    state = arrange(
        "stronghold[cavalry,cavalry,royal_guard]",
        "farming_village",
        "",
        hands=["", "bank", ""],
        deck="inn " * 20,
    )
    at_war(state)
    say(state, "war p2", "send cavalry stronghold", "send cavalry stronghold")
    say(state, "send royal_guard stronghold", "charge", "hold", "pass", "pass")
    assert score(state) == 5
    assert "raze city" in listed(state)
    say(state, "raze city")
    assert slugs(state.discard) == "bank farming_village"
    say(state, "save cavalry stronghold", "save cavalry stronghold")
    assert listed(state) == ["done"]
    say(state, "done")
    assert units(state, P1) == ["cavalry@stronghold", "cavalry@stronghold"]
    assert slugs(state.discard) == "bank farming_village royal_guard"
    assert RULESET.outcome(state) is None
    run(state, "done")
    assert state.active == P3


@pytest.mark.rule("CP-11.5", "CP-1.4", "CP-1.5")
def test_x3_with_two_seats_the_match_ends_at_once() -> None:
    state = at_war(arrange("stronghold[cavalry,cavalry,royal_guard]", "farming_village"))
    say(state, "war p2", "send cavalry stronghold", "send cavalry stronghold")
    say(state, "send royal_guard stronghold", "charge", "hold", "pass", "pass", "raze city")
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert outcome.ranks == [1, 2]
    assert outcome.reason == "conquest"
    assert RULESET.to_act(state) == []


@pytest.mark.rule("CP-4.7", "CP-4.18")
def test_x4_the_recommended_opening() -> None:
    state = arrange("", "", deck="inn " * 60)
    assert pools(state) == (1, 1)
    run(state, "upgrade gold", "done")
    assert pools(state) == (2, 1)
    run(state, "upgrade build", "done")
    assert state.round == 3
    assert pools(state) == (2, 2)


@pytest.mark.rule("CP-4.5", "CP-4.7", "CP-7.10")
def test_x5_first_turn_choices() -> None:
    state = arrange("", "", hands=["inn farming_village market militia"])
    commands = listed(state)
    assert "build inn" in commands
    assert "build farming_village" in commands
    assert "build militia city" in commands
    assert "build market" not in commands
    assert len([text for text in commands if text.startswith("upgrade")]) == 8
    assert len(commands) == 12


@pytest.mark.rule("CP-4.18", "CP-4.22", "CP-7.6")
def test_x6_discount_level_and_timing() -> None:
    layout = "library cathedral farming_village farming_village farming_village"
    state = arrange(layout, "", hands=["royal_court palisade"], upgrades=["gold build draw"])
    assert pools(state) == (5, 2)
    say(state, "upgrade store")
    assert pools(state) == (2, 1)
    late = arrange(layout, "", hands=["royal_court palisade"], upgrades=["gold build draw"])
    say(late, "build royal_court")
    assert tracker(late, P1)["discount"] == 2
    assert pools(late) == (1, 1)
    assert not [text for text in listed(late) if text.startswith("upgrade")]


@pytest.mark.rule("CP-8.6")
def test_x7_a_rebate_is_used_up_by_the_next_upgrade() -> None:
    state = arrange(
        "inn[surveyor] farming_village", "", hands=["palisade"], upgrades=["gold build draw"]
    )
    assert pools(state) == (3, 2)
    assert not [text for text in listed(state) if text.startswith("upgrade")]
    say(state, "use surveyor inn", "upgrade store")
    assert pools(state) == (2, 1)
    assert not [text for text in listed(state) if text.startswith("upgrade")]


@pytest.mark.rule("CP-10.4", "CP-10.5", "CP-7.7")
def test_x8_settle_timing() -> None:
    state = arrange("inn[tax_collector] farming_village", "")
    assert pools(state) == (2, 1)
    say(state, "settle tax_collector inn v1")
    assert pools(state) == (2, 1)
    assert tracker(state, P1)["gold"] == 3
    assert units(state, P1) == []
    prey = arrange("farming_village+tax_collector", "stronghold[cavalry]", active=P2)
    say(at_war(prey), "war p1", "send cavalry stronghold", "charge", "hold", "pass", "pass")
    say(prey, "raze v1")
    assert slugs(prey.discard) == "tax_collector farming_village"
    assert tracker(prey, P1)["gold"] == 1


@pytest.mark.rule("CP-4.12", "CP-4.13", "CP-4.14")
def test_x9_the_price_of_villages() -> None:
    state = arrange(
        "farming_village farming_village farming_village",
        "stronghold[cavalry]",
        hands=["farming_village palisade"],
        active=P2,
    )
    say(at_war(state), "war p1", "send cavalry stronghold", "charge", "hold", "pass", "pass")
    run(state, "raze v2")
    while state.active != P1:
        run(state, listed(state)[-1])
    assert pools(state) == (3, 1)
    state.realms[P1].pools.build = 2
    state.realms[P1].pools.gold = 4
    say(state, "build farming_village")
    assert pools(state) == (4 - 3, 1)
    assert places(state, P1) == ["v1", "v3", "v4"]


@pytest.mark.rule("CP-5.9", "CP-5.21")
def test_x10_a_repelled_attack() -> None:
    state = at_war(
        arrange(
            "stronghold[cavalry,spearmen]",
            "palisade watchtower[shieldbearers] gatehouse[spearmen]",
        )
    )
    say(state, "war p2", "send cavalry stronghold", "send spearmen stronghold", "charge")
    say(state, "guard shieldbearers watchtower", "guard spearmen gatehouse", "hold")
    say(state, "pass", "pass")
    assert score(state) == -5
    assert listed(state) == ["done"]
    say(state, "done", "save shieldbearers watchtower", "save spearmen gatehouse", "done")
    assert units(state, P1) == []
    assert units(state, P2) == ["shieldbearers@watchtower", "spearmen@gatehouse"]
    assert state.realms[P2].deeds.won_defence


@pytest.mark.rule("CP-5.22", "CP-5.23")
def test_x11_a_draw() -> None:
    state = at_war(
        arrange("stronghold[archers,royal_guard]", "border_village[militia] watchtower[cavalry]")
    )
    say(state, "war p2", "send archers stronghold", "send royal_guard stronghold", "charge")
    say(state, "guard militia v1", "guard cavalry watchtower", "hold", "pass", "pass")
    assert state.battle is not None
    assert state.battle.score == 0
    say(state, "done", "done")
    assert units(state, P1) == ["archers@stronghold"]
    assert units(state, P2) == []
    assert hand(state, P2) == "militia"
    assert places(state, P2) == ["v1", "watchtower"]


@pytest.mark.rule("CP-5.11", "CP-5.13", "CP-5.15", "CP-5.19", "CP-5.20")
def test_x12_siege_points() -> None:
    force = "stronghold[sappers,berserkers,royal_guard]"
    send = ["send sappers stronghold", "send berserkers stronghold", "send royal_guard stronghold"]
    walled = at_war(arrange(force, "bank market farming_village", upgrades=["", "passive"]))
    say(walled, "war p2", *send, "charge", "hold", "pass", "pass")
    assert score(walled) == 4
    assert "raze city" not in listed(walled)
    say(walled, "raze bank", "raze market")
    assert listed(walled) == ["done"]
    say(walled, "done")
    assert listed(walled) == ["save royal_guard stronghold", "save sappers stronghold", "done"]
    open_city = at_war(arrange(force, "bank market farming_village"))
    say(open_city, "war p2", *send, "charge", "hold", "pass", "pass")
    assert score(open_city) == 5
    assert "raze city" in listed(open_city)
    say(open_city, "raze bank")
    assert open_city.battle is not None
    assert (open_city.battle.points, open_city.battle.siege) == (3, 0)
    assert listed(open_city) == ["raze market", "raze v1", "done"]


@pytest.mark.rule("CP-5.8", "CP-5.9", "CP-5.18", "CP-5.19")
def test_x13_bonuses() -> None:
    state = arrange(
        "stables[cavalry] stronghold[standard_bearers,outriders,spearmen]",
        "watchtower[pikemen]",
        deck="inn bank",
    )
    say(at_war(state), "war p2", "send cavalry stables", "send standard_bearers stronghold")
    say(state, "send outriders stronghold", "send spearmen stronghold", "charge")
    say(state, "guard pikemen watchtower", "hold", "pass", "pass")
    assert state.battle is not None
    assert (state.battle.attack.total, state.battle.defence.total, state.battle.score) == (7, 4, 3)
    say(state, "done")
    assert hand(state, P1) == "inn bank"
    say(state, "save cavalry stables", "save standard_bearers stronghold")
    assert state.battle.budget == 1


@pytest.mark.rule("CP-5.26")
def test_x14_an_envoy() -> None:
    state = at_war(
        arrange("stronghold[cavalry,royal_guard] inn[captain]", "inn[envoy]", deck="inn " * 9)
    )
    say(state, "war p2", "send cavalry stronghold", "send royal_guard stronghold", "charge")
    say(state, "hold", "use captain inn", "pass", "use envoy inn")
    assert state.battle is None
    assert slugs(state.discard) == "captain envoy"
    assert units(state, P1) == ["cavalry@stronghold", "royal_guard@stronghold"]
    assert state.phase == PHASE_REGROUP, "no unspent troop is left, so the Attack phase has ended"


@pytest.mark.rule("CP-5.8", "CP-8.10")
def test_x15_no_attacker_left() -> None:
    state = at_war(arrange("stronghold[cavalry] inn[captain]", "inn[assassin]"))
    say(state, "war p2", "send cavalry stronghold", "charge", "hold", "use captain inn", "pass")
    say(state, "use assassin inn cavalry stronghold", "pass")
    assert state.battle is not None
    assert (state.battle.attack.total, state.battle.score) == (0, -1)
    assert state.realms[P2].deeds.won_defence


@pytest.mark.rule("CP-5.24", "CP-5.30")
def test_x16_field_surgeon_and_a_razed_building() -> None:
    force = "stronghold[berserkers,cavalry]"
    home = "watchtower[shieldbearers] guildhall[field_surgeon]"
    orders = ["war p2", "send berserkers stronghold", "send cavalry stronghold", "charge"]
    orders += ["guard shieldbearers watchtower", "hold", "pass"]
    orders += ["use field_surgeon guildhall", "pass"]
    state = at_war(arrange(force, home))
    say(state, *orders)
    assert score(state) == 1
    say(state, "raze watchtower", "done")
    assert listed(state) == ["done"]
    say(state, "done")
    assert listed(state) == ["done"]
    say(state, "done")
    assert units(state, P2) == []
    tie = at_war(arrange(force, home + " palisade"))
    say(tie, *orders, "done")
    assert listed(tie) == ["heal shieldbearers watchtower", "done"]


@pytest.mark.rule("CP-9.1", "CP-9.2", "CP-9.3")
def test_x17_a_quest_in_the_attack_phase() -> None:
    state = arrange(
        "inn[captain] stronghold[cavalry,cavalry]",
        "farming_village",
        legendary="great_works warlord observatory iron_phalanx",
    )
    say(at_war(state), "war p2", "send cavalry stronghold", "charge", "hold", "pass", "pass")
    say(state, "done", "done", "done")
    assert state.realms[P1].deeds.won_attack
    say(state, "quest captain inn")
    assert sorted(listed(state)) == ["take great_works", "take observatory", "take warlord"]
    say(state, "take warlord")
    assert slugs(state.legendary) == "iron_phalanx great_works observatory"
    assert hand(state, P1) == "warlord"
    assert slugs(state.discard).endswith("captain")


@pytest.mark.rule("CP-4.19", "CP-7.8", "CP-7.9")
def test_x18_a_closed_city_slot() -> None:
    state = arrange(
        "farming_village farming_village city[moneylender]", "", upgrades=["gold build"]
    )
    assert pools(state) == (4, 2)
    assert "use moneylender city" not in listed(state)
    say(state, "upgrade mercenary")
    assert pools(state) == (1, 1)
    say(state, "use moneylender city")
    assert pools(state) == (4, 1)
    assert "upgrade draw" in listed(state)


@pytest.mark.rule("CP-8.7")
def test_x19_an_architect() -> None:
    layout = "guildhall[architect,spy] farming_village farming_village farming_village"
    state = arrange(layout, "", hands=["citadel library"])
    assert pools(state) == (4, 1)
    assert [text for text in listed(state) if text.startswith("build")] == ["build library"]
    say(state, "use architect guildhall")
    assert "build citadel" in listed(state)
    say(state, "build citadel")
    assert pools(state) == (0, 1)


@pytest.mark.rule("CP-5.1", "CP-5.4", "CP-5.28")
def test_x20_two_wars_in_one_turn() -> None:
    state = at_war(
        arrange("stronghold[cavalry,cavalry,berserkers]", "farming_village", "inn library")
    )
    say(state, "war p2", "send cavalry stronghold", "charge", "hold", "pass", "pass")
    assert score(state) == 1
    say(state, "raze v1", "done")
    assert listed(state) == ["done"]
    say(state, "done", "done", "war p3", "send cavalry stronghold", "send berserkers stronghold")
    say(state, "charge", "hold", "pass", "pass")
    assert score(state) == 4
    say(state, "raze inn", "raze library", "done")
    assert listed(state) == ["save cavalry stronghold", "done"]
    say(state, "save cavalry stronghold", "done", "done")
    assert units(state, P1) == ["cavalry@stronghold"]
    assert state.realms[P1].deeds.razed == 3


@pytest.mark.rule("CP-5.30", "CP-5.16")
def test_x21_a_rallying_troop_outlives_its_village() -> None:
    state = at_war(arrange("stronghold[cavalry,royal_guard]", "border_village[militia,spy]"))
    say(state, "war p2", "send cavalry stronghold", "send royal_guard stronghold", "charge")
    say(state, "guard militia v1", "hold", "pass", "pass")
    assert score(state) == 2
    say(state, "raze v1")
    assert slugs(state.discard) == "spy border_village"
    say(state, "done", "done", "done")
    assert hand(state, P2) == "militia"


@pytest.mark.rule("CP-12.3", "CP-12.2", "CP-1.7")
def test_x22_a_team_victory() -> None:
    state = arrange(
        "bank royal_court bank",
        "",
        "",
        "",
        upgrades=["gold build draw attack", "", "gold build store passive mercenary", ""],
        options={"teams": "2v2"},
    )
    state.realms[P1].pools.gold = 5
    say(state, "upgrade defense")
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert outcome.ranks == [1, 3, 1, 3]
    assert outcome.rule == "CP-12.3"
    assert state.decision == DECIDE_NOTHING


@pytest.mark.rule("CP-12.6", "CP-5.6", "CP-12.7")
def test_x23_a_lent_troop() -> None:
    state = at_war(
        arrange(
            "stronghold[cavalry,cavalry,royal_guard]",
            "",
            "",
            "watchtower[shieldbearers] palisade",
            options={"teams": "2v2"},
        )
    )
    say(state, "war p2", "send cavalry stronghold", "send cavalry stronghold")
    say(state, "send royal_guard stronghold", "charge", "hold")
    assert state.actor == P4
    say(state, "aid shieldbearers watchtower", "pass", "pass")
    assert score(state) == 2
    assert listed(state) == ["done"]
    run(state, "done", "done")
    assert units(state, P4) == []
