"""Slots, mercenaries, Quests and Settle (CP-7 to CP-10)."""

import pytest

from pentarch.engine.capital import refusals
from pentarch.engine.capital.rules import RULESET
from pentarch.engine.capital.state import DECIDE_ATTACK, DECIDE_BUILD, State
from pentarch.engine.capital.tables import UNIT_PRICE
from pentarch.engine.capital.tracker import Deeds
from pentarch.engine.chance import Seeded
from pentarch.engine.core import WRONG_DECISION
from pentarch.engine.options import choose
from tests.engine.capital.build import (
    P1,
    P2,
    P3,
    arrange,
    at_regroup,
    at_war,
    cards,
    hand,
    listed,
    places,
    pools,
    refused,
    say,
    slugs,
    tracker,
    units,
)

OPEN = "guildhall"


def deeds(*, razed: int = 0, won_attack: bool = False, won_defence: bool = False) -> Deeds:
    """What a seat has done in its turn."""
    return Deeds(razed=razed, won_attack=won_attack, won_defence=won_defence)


@pytest.mark.rule("CP-7.8", "CP-8.1")
def test_who_is_in_a_closed_slot_neither_acts_nor_settles_nor_quests() -> None:
    state = arrange(
        "library city[scholar]", "", hands=["inn"], legendary="warlord", upgrades=["gold"]
    )
    assert refused(state, "use scholar city") is refusals.SLOT_CLOSED
    assert refused(state, "settle scholar city library") is refusals.SLOT_CLOSED
    assert refused(state, "use scholar inn") is refusals.NOT_IN_SLOT
    quest = arrange("city[envoy]", "", upgrades=["gold build draw store"], legendary="warlord")
    assert refused(quest, "quest envoy city") is refusals.SLOT_CLOSED
    say(state, "upgrade mercenary")
    assert "settle scholar city library" in listed(state)


@pytest.mark.rule("CP-7.9")
def test_the_city_of_the_standard_kind_holds_one_mercenary() -> None:
    state = arrange("city[spy]", "", hands=["captain"], upgrades=["mercenary"])
    assert refused(state, "build captain city") is refusals.NO_FREE_SLOT
    assert "use spy city p2" in listed(state)


@pytest.mark.rule("CP-7.12")
def test_slots_of_buildings_are_always_open() -> None:
    state = arrange("border_village[spy,cavalry]", "")
    assert "use spy v1 p2" in listed(state)
    assert "war p2" in listed(at_war(state))


@pytest.mark.rule("CP-8.2")
def test_a_used_mercenary_is_discarded_before_its_ability() -> None:
    state = arrange("inn[scholar]", "", deck="", discard="")
    say(state, "use scholar inn")
    assert hand(state, P1) == "scholar", "it was shuffled into the new Deck and drawn"


@pytest.mark.rule("CP-8.3")
@pytest.mark.parametrize(
    "text", ["use captain guildhall", "use gatekeeper guildhall", "use quartermaster guildhall"]
)
def test_abilities_wait_for_their_time(text: str) -> None:
    state = arrange("guildhall[captain,gatekeeper]", "", hands=["bank bank bank"])
    assert refused(state, text) is refusals.WRONG_TIME


@pytest.mark.rule("CP-8.3")
def test_a_spy_works_in_the_attack_phase_too_and_a_mason_does_not() -> None:
    state = at_war(arrange("guildhall[spy,master_mason]", "", hands=["", "inn"]))
    assert listed(state) == ["use spy guildhall p2", "done"]
    assert refused(state, "use master_mason guildhall") is refusals.WRONG_TIME
    assert refused(state, "settle master_mason guildhall workshop") is WRONG_DECISION
    fight = at_war(arrange("guildhall[spy] watchtower[militia]", "", discard="inn"))
    say(fight, "war p2", "send militia watchtower", "charge", "hold")
    assert refused(fight, "use spy guildhall p2") is refusals.WRONG_TIME
    assert refused(fight, "use salvager guildhall inn") is refusals.WRONG_TIME


@pytest.mark.rule("CP-8.3")
@pytest.mark.parametrize(
    ("merc", "expected"),
    [
        ("master_mason", (2, 3)),
        ("tax_collector", (4, 1)),
        ("moneylender", (5, 1)),
        ("grand_architect", (5, 4)),
        ("royal_treasurer", (8, 1)),
    ],
)
def test_pool_gains(merc: str, expected: tuple[int, int]) -> None:
    state = arrange(f"inn[{merc}] farming_village", "", hands=["library"])
    # A Tax Collector brings 1 and 1 more for the Village.
    say(state, f"use {merc} inn")
    assert pools(state) == expected


def test_a_tax_collector_brings_four_at_most() -> None:
    villages = " ".join(["fishing_village"] * 5)
    state = arrange(f"inn[tax_collector] {villages}", "", hands=["library"])
    say(state, "use tax_collector inn")
    assert pools(state) == (1 + 4, 1)


@pytest.mark.rule("CP-8.5")
def test_what_mercenaries_gave_ends_with_the_build_phase() -> None:
    state = arrange(
        "guildhall[surveyor,architect] inn[recruiter] watchtower[militia]", "", hands=["bank"]
    )
    say(state, "use surveyor guildhall", "use architect guildhall", "use recruiter inn")
    left = state.realms[P1].pools
    assert (left.rebate, left.free_buildings, left.free_troops) == (3, 1, 2)
    say(state, "done")
    assert state.realms[P1].pools.numbers() == [0] * 6


@pytest.mark.rule("CP-8.6")
def test_rebates_add_up_and_go_together() -> None:
    state = arrange(
        "guildhall[surveyor,high_chancellor] library workshop", "", upgrades=["draw store passive"]
    )
    state.realms[P1].hand = cards("library inn")
    say(state, "use surveyor guildhall", "use high_chancellor guildhall", "upgrade attack")
    assert pools(state) == (1, 1)
    assert state.realms[P1].pools.rebate == 0


@pytest.mark.rule("CP-8.7")
def test_a_recruiter_pays_for_the_next_two_troops_even_for_the_rich() -> None:
    state = arrange(
        "inn[recruiter] stronghold bank", "", hands=["militia militia militia"], upgrades=["gold"]
    )
    assert pools(state) == (4, 1)
    say(state, "use recruiter inn", "build militia stronghold", "build militia stronghold")
    assert pools(state) == (4, 1)
    say(state, "build militia stronghold")
    assert units(state, P1) == ["militia@stronghold"] * 3


@pytest.mark.rule("CP-8.7")
def test_a_recruiter_pays_for_no_mercenary() -> None:
    state = arrange("inn[recruiter] guildhall stronghold bank", "", hands=["master_mason militia"])
    gold, build = pools(state)
    events = say(state, "use recruiter inn", "build master_mason guildhall")
    assert "p1 hired merc guildhall" in [str(event) for event in events]
    assert pools(state) == (gold - UNIT_PRICE, build - 1)
    assert state.realms[P1].pools.free_troops == 2
    say(state, "build militia stronghold")
    assert pools(state) == (gold - UNIT_PRICE, build - 1)


@pytest.mark.rule("CP-9.6")
@pytest.mark.parametrize("missing", ["farming_village", "market", "library", "palisade"])
def test_the_quest_of_the_architect_asks_for_all_four_banners(missing: str) -> None:
    realm = ["farming_village", "market", "library", "palisade"]
    quest = "quest architect city"
    for is_whole in (True, False):
        if not is_whole:
            realm.remove(missing)
        layout = f"city[architect] {' '.join(realm)}"
        state = arrange(layout, "", legendary="warlord", upgrades=["mercenary"])
        assert (quest in listed(state)) == is_whole
        assert refused(state, quest) is (None if is_whole else refusals.QUEST_OPEN)


@pytest.mark.rule("CP-8.8")
def test_a_salvager_takes_a_building_before_it_lies_on_the_pile_itself() -> None:
    state = arrange("inn[salvager]", "", discard="bank militia market bank")
    assert {"use salvager inn bank", "use salvager inn market"} <= set(listed(state))
    assert refused(state, "use salvager inn citadel") is refusals.NOT_DISCARDED
    say(state, "use salvager inn bank")
    assert hand(state, P1) == "bank"
    assert slugs(state.discard) == "bank militia market salvager"


@pytest.mark.rule("CP-8.9")
def test_only_the_spying_seat_learns_what_the_spy_sees() -> None:
    state = arrange("inn[spy]", "watchtower[militia]", "", hands=["", "bank market", ""])
    assert refused(state, "use spy inn p1") is refusals.NOT_AN_OPPONENT
    events = say(state, "use spy inn p2")
    private = [event for event in events if event.name.startswith("saw")]
    assert [event.to for event in private] == [(P1,), (P1,)]
    assert private[0].values == ("bank", "market")
    assert private[1].values == ("militia", "watchtower")
    assert listed(state) == ["burn bank", "burn market"]
    assert refused(state, "burn inn") is refusals.NOT_IN_SPIED_HAND
    assert "militia" in str(RULESET.view(state, P1))
    assert "militia" not in str(RULESET.view(state, P3))
    events = say(state, "burn bank")
    assert "p2 burned bank" in [str(event) for event in events if event.seen_by(None)]
    assert slugs(state.discard) == "spy bank"
    assert "militia" not in str(RULESET.view(state, P1))


def told(state: State, text: str) -> list[list[str]]:
    """What each seat, and at the end a spectator, is told of a command."""
    seat, command = state.actor, RULESET.read(text)
    events = say(state, text)
    eyes = [*range(len(state.realms)), None]
    return [[str(e) for e in RULESET.told(state, seat, command, events, eye)] for eye in eyes]


@pytest.mark.rule("CP-8.9")
def test_a_spy_on_an_empty_hand_burns_nothing() -> None:
    state = arrange("inn[spy]", "watchtower[militia]")
    say(state, "use spy inn p2")
    assert state.decision == DECIDE_BUILD


@pytest.mark.rule("CP-8.9")
def test_the_spying_seat_alone_learns_that_a_hand_is_empty() -> None:
    state = arrange("inn[spy]", "watchtower[militia]", "")
    spy, *others = told(state, "use spy inn p2")
    public = ["p1 command use spy inn p2", "p1 used spy inn", "p1 spied p2"]
    assert spy == [*public, "p2 saw_hand", "p2 saw_unit militia watchtower"]
    assert others == [public] * 3


@pytest.mark.rule("CP-8.9", "CP-2.11")
def test_everybody_learns_which_legendary_card_a_spy_burns() -> None:
    state = arrange("inn[spy]", "", "", hands=["", "warlord", ""], legendary="immortals")
    _, *others = told(state, "use spy inn p2")
    assert "warlord" not in str(others)
    assert told(state, "burn warlord") == [["p1 command burn warlord", "p2 burned warlord"]] * 4
    assert slugs(state.legendary) == "immortals warlord"
    # It lies face down now: the table does not show it any more.
    assert "warlord" not in str([RULESET.view(state, eye) for eye in (P1, P2, P3, None)])


@pytest.mark.rule("CP-9.3")
def test_only_the_seat_of_the_quest_learns_which_legendary_card_it_took() -> None:
    upgrades = ["gold build draw store"]
    state = arrange("inn[envoy]", "", upgrades=upgrades, legendary="warlord observatory")
    say(state, "quest envoy inn")
    own, *others = told(state, "take observatory")
    assert own[:3] == ["p1 command take observatory", "p1 took_legend", "p1 took_card observatory"]
    assert [heard[0] for heard in others] == ["p1 took_legend"] * 2
    assert "observatory" not in str(others)


@pytest.mark.rule("CP-8.10")
def test_an_assassin_removes_a_troop_at_once_and_militia_rallies() -> None:
    state = at_war(
        arrange("stronghold[cavalry] inn[shadow_hand]", "watchtower[militia] gatehouse[archers]")
    )
    say(state, "war p2", "send cavalry stronghold", "charge", "guard militia watchtower", "hold")
    assert refused(state, "use shadow_hand inn archers gatehouse") is refusals.NOT_ON_BATTLEFIELD
    assert refused(state, "use assassin inn militia watchtower") is refusals.NOT_IN_SLOT
    say(state, "use shadow_hand inn militia watchtower")
    assert hand(state, P2) == "militia"
    say(state, "pass", "pass")
    assert state.battle is not None
    assert (state.battle.attack.total, state.battle.defence.total) == (2 + 2, 1)


@pytest.mark.rule("CP-9.1", "CP-9.6")
@pytest.mark.parametrize(
    ("merc", "layout", "upgrades", "short"),
    [
        ("moneylender", "bank market harbour", "gold", "bank market"),
        ("architect", "farming_village library palisade", "", "farming_village library"),
        (
            "recruiter",
            "stronghold[militia,militia,militia] watchtower[militia]",
            "",
            "stronghold[militia,militia,militia]",
        ),
        ("salvager", " ".join(["fishing_village"] * 7), "", " ".join(["fishing_village"] * 6)),
    ],
)
def test_quests_look_at_the_table_as_it_is(
    merc: str, layout: str, upgrades: str, short: str
) -> None:
    state = arrange(f"inn[{merc}] {layout}", "", upgrades=[upgrades], legendary="warlord")
    assert f"quest {merc} inn" in listed(state)
    early = arrange(f"inn[{merc}] {short}", "", legendary="warlord")
    assert refused(early, f"quest {merc} inn") is refusals.QUEST_OPEN
    empty = arrange(f"inn[{merc}] {layout}", "", upgrades=[upgrades])
    assert refused(empty, f"quest {merc} inn") is refusals.NO_LEGENDS


@pytest.mark.rule("CP-9.1", "CP-9.6")
@pytest.mark.parametrize(
    ("merc", "before", "after"),
    [
        ("saboteur", deeds(razed=2), deeds(razed=3)),
        ("captain", deeds(won_defence=True), deeds(won_attack=True)),
        ("field_surgeon", deeds(won_attack=True), deeds(won_defence=True)),
    ],
)
def test_quests_of_deeds_hold_once_the_deed_is_done(merc: str, before: Deeds, after: Deeds) -> None:
    state = at_war(arrange(f"inn[{merc}]", "", legendary="warlord"))
    state.realms[P1].deeds = before
    assert refused(state, f"quest {merc} inn") is refusals.QUEST_OPEN
    state.realms[P1].deeds = after
    assert refused(state, f"quest {merc} inn") is None
    regroup = at_regroup(arrange(f"inn[{merc}]", "", legendary="warlord"))
    regroup.realms[P1].deeds = after
    assert refused(regroup, f"quest {merc} inn") is WRONG_DECISION


@pytest.mark.rule("CP-9.1", "CP-9.2")
def test_the_throne_needs_four_upgrades_and_a_quest_costs_only_the_mercenary() -> None:
    state = arrange(
        "inn[envoy]", "", upgrades=["gold build draw store"], legendary="warlord", hands=["inn"]
    )
    before = pools(state)
    say(state, "quest envoy inn")
    assert slugs(state.discard) == "envoy"
    say(state, "take warlord")
    assert pools(state) == before
    assert state.decision == DECIDE_BUILD
    early = arrange("inn[envoy]", "", upgrades=["gold build draw"], legendary="warlord")
    assert refused(early, "quest envoy inn") is refusals.QUEST_OPEN


@pytest.mark.rule("CP-9.3")
def test_only_the_seat_of_the_quest_sees_the_cards_it_looks_at() -> None:
    state = arrange(
        "inn[envoy]",
        "",
        upgrades=["gold build draw store"],
        legendary="warlord observatory",
    )
    events = say(state, "quest envoy inn")
    assert [event.to for event in events if event.name == "looked"] == [(P1,)]
    assert refused(state, "take immortals") is refusals.NOT_OFFERED
    assert refused(state, "done") is WRONG_DECISION
    assert "observatory" in str(RULESET.view(state, P1))
    assert "observatory" not in str(RULESET.view(state, P2))
    say(state, "take observatory")
    assert slugs(state.legendary) == "warlord"


@pytest.mark.rule("CP-9.4", "CP-2.11")
def test_a_legendary_card_in_hand_is_built_and_thrown_away_like_any_other() -> None:
    state = arrange("", "", hands=["royal_estate dragon_riders"], deck="inn " * 6)
    say(state, "build royal_estate")
    assert places(state, P1) == ["v1"]
    assert tracker(state, P1)["gold"] == 3
    thrown = at_regroup(arrange("", "", hands=["inn dragon_riders"], deck="inn " * 6))
    say(thrown, "done", "keep inn")
    assert slugs(thrown.legendary) == "dragon_riders"
    assert not thrown.discard


@pytest.mark.rule("CP-9.5")
def test_without_quests_there_is_no_legendary_deck() -> None:
    options = choose(RULESET.info.options, {"quests": False})
    assert RULESET.setup(2, options, Seeded(1)).legendary == []
    state = arrange(
        "inn[envoy]",
        "",
        upgrades=["gold build draw store"],
        legendary="warlord",
        options={"quests": False},
    )
    assert refused(state, "quest envoy inn") is refusals.QUESTS_OFF


@pytest.mark.rule("CP-10.1")
def test_a_mercenary_settles_only_where_its_effect_says() -> None:
    state = arrange("inn[scholar] library workshop", "")
    assert [text for text in listed(state) if "settle" in text] == ["settle scholar inn library"]
    assert refused(state, "settle scholar inn workshop") is refusals.CANNOT_SETTLE_THERE
    assert refused(state, "settle master_mason inn workshop") is refusals.NOT_IN_SLOT
    assert refused(state, "settle scholar inn city") is refusals.CANNOT_SETTLE_THERE


@pytest.mark.rule("CP-10.2", "CP-10.4")
def test_settling_is_free_in_the_phase_of_building() -> None:
    state = arrange("inn library bank workshop", "", hands=["scholar palisade"])
    assert pools(state) == (3, 2)
    say(state, "build scholar inn", "settle scholar inn library")
    assert pools(state) == (2, 1)
    assert tracker(state, P1)["draw"] == 5


@pytest.mark.rule("CP-10.3")
def test_a_settler_leaves_its_slot_lies_face_up_and_is_alone() -> None:
    state = arrange("guildhall[court_sage,high_chancellor] library", "", hands=["spy bank"])
    say(state, "settle court_sage guildhall library")
    assert units(state, P1) == ["high_chancellor@guildhall"]
    assert "court_sage" in str(RULESET.view(state, None))
    text = "settle high_chancellor guildhall library"
    assert refused(state, text) is refusals.ALREADY_SETTLED
    assert refused(state, "build spy guildhall") is None


@pytest.mark.rule("CP-10.5")
def test_a_settler_cannot_be_used_again() -> None:
    state = arrange("library+scholar inn", "", hands=["palisade"])
    assert refused(state, "use scholar library") is refusals.NOT_IN_SLOT
    assert not [text for text in listed(at_regroup(state)) if "scholar" in text]


@pytest.mark.rule("CP-10.6")
def test_without_the_option_nobody_settles() -> None:
    state = arrange("inn[scholar] library", "", options={"settle": False})
    assert refused(state, "settle scholar inn library") is refusals.SETTLE_OFF
    assert not [text for text in listed(state) if "settle" in text]


def test_a_quest_in_the_attack_phase_leads_back_to_it() -> None:
    state = at_war(
        arrange("inn[captain] watchtower[militia]", "", legendary="warlord", deck="inn " * 5)
    )
    state.realms[P1].deeds = deeds(won_attack=True)
    say(state, "quest captain inn", "take warlord")
    assert state.decision == DECIDE_ATTACK
