"""Goal, cards, turn order and the Build phase (CP-1 to CP-4)."""

from collections import Counter

import pytest

from pentarch.engine.capital import refusals
from pentarch.engine.capital.rows import Card
from pentarch.engine.capital.rules import RULESET
from pentarch.engine.capital.state import DECIDE_BUILD, DECIDE_NOTHING, PHASE_ATTACK
from pentarch.engine.capital.tables import (
    BANNERS,
    CARD,
    DECK_CARDS,
    LEGENDARY_CARDS,
    MERCENARIES,
    MOST_VILLAGES,
    UPGRADES,
)
from pentarch.engine.chance import Scripted, Seeded
from pentarch.engine.core import NOT_TO_ACT, WRONG_DECISION
from pentarch.engine.errors import InvalidOption, InvalidSeats
from pentarch.engine.match import Match
from pentarch.engine.options import choose
from pentarch.engine.plain import Json
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
    refused,
    run,
    say,
    slugs,
    tracker,
    units,
)

RICH = "bank golden_exchange"


def by_id(card: Card) -> int:
    """The canonical order of cards."""
    return card.id


def nearly(count: int, mode: str) -> "list[str]":
    """Upgrades of p1, with `count` missing to the goal."""
    goal = 8 if mode == "full" else 6
    return [" ".join(UPGRADES[: goal - count])]


@pytest.mark.rule("CP-1.1", "CP-4.23", "CP-1.5")
def test_the_eighth_upgrade_wins_the_full_mode_at_once() -> None:
    state = arrange(RICH, "", upgrades=nearly(1, "full"))
    state.realms[P1].pools.gold = 8
    assert RULESET.outcome(state) is None
    say(state, "upgrade defense")
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert (outcome.rule, outcome.ranks, outcome.natural) == ("CP-1.1", [1, 2], True)
    assert RULESET.to_act(state) == []
    assert RULESET.check(state, P1, RULESET.read("done")) is NOT_TO_ACT


@pytest.mark.rule("CP-1.2", "CP-1.3")
def test_any_six_upgrades_win_the_short_mode() -> None:
    state = arrange(
        RICH, "", upgrades=["defense attack mercenary store draw"], options={"mode": "short"}
    )
    state.realms[P1].pools.gold = 6
    say(state, "upgrade passive")
    outcome = RULESET.outcome(state)
    assert outcome is not None
    assert outcome.rule == "CP-1.2"
    seventh = arrange(RICH, "", upgrades=["defense attack mercenary store draw"])
    seventh.realms[P1].pools.gold = 6
    say(seventh, "upgrade passive")
    assert RULESET.outcome(seventh) is None


@pytest.mark.rule("CP-1.6", "CP-1.8")
def test_two_to_four_seats_play_the_full_mode_until_the_cap_by_default() -> None:
    options = choose(RULESET.info.options, {})
    assert options.word("mode") == "full"
    assert options.number("round_cap") == 40
    for seats in (2, 3, 4):
        assert len(RULESET.setup(seats, options, Seeded(1)).realms) == seats
    for seats in (1, 5):
        with pytest.raises(InvalidSeats):
            RULESET.setup(seats, options, Seeded(1))


@pytest.mark.rule("CP-1.7", "CP-12.1")
def test_teams_need_four_seats() -> None:
    options = choose(RULESET.info.options, {"teams": "2v2"})
    assert RULESET.setup(4, options, Seeded(1)).settings.teams
    with pytest.raises(InvalidOption):
        RULESET.setup(2, options, Seeded(1))


@pytest.mark.rule("CP-2.1")
def test_all_seats_draw_from_one_deck_and_discard_to_one_pile() -> None:
    state = arrange("", "", hands=["inn bank", "bank market"], deck="citadel " * 6)
    run(state, "done", "keep inn", "done", "keep bank")
    assert slugs(state.discard) == "bank market"
    assert not state.deck.size()
    assert hand(state, P1) == "inn citadel citadel citadel"
    assert hand(state, P2) == "bank citadel citadel citadel"


@pytest.mark.rule("CP-2.2", "CP-2.3")
def test_the_two_decks_hold_the_printed_cards_of_three_kinds() -> None:
    assert len(DECK_CARDS) == 160
    assert Counter(card.kind for card in DECK_CARDS) == {"building": 90, "troop": 40, "merc": 30}
    assert Counter(card.kind for card in LEGENDARY_CARDS) == {"building": 6, "troop": 6, "merc": 6}
    state = RULESET.setup(2, choose(RULESET.info.options, {}), Seeded(5))
    assert sorted(state.legendary, key=by_id) == LEGENDARY_CARDS
    assert state.legendary != LEGENDARY_CARDS, "shuffled"
    held = state.realms[P1].hand + state.realms[P2].hand + state.deck.cards()
    assert sorted(held, key=by_id) == DECK_CARDS
    assert len(state.realms[P1].hand) == len(state.realms[P2].hand) == 5


@pytest.mark.rule("CP-2.4", "CP-2.9")
def test_cards_in_hand_do_nothing_and_a_standard_city_shows_its_five_numbers() -> None:
    state = arrange("", "", hands=["bank palisade library"])
    shown = tracker(state, P1)
    assert [shown[word] for word in ("gold", "build", "draw", "store", "passive")] == [
        1,
        1,
        3,
        1,
        1,
    ]
    assert shown["discount"] == shown["attack_bonus"] == 0


@pytest.mark.rule("CP-2.5")
def test_every_building_bears_a_banner_and_stands_for_all_to_see() -> None:
    banners = [card.banner for card in DECK_CARDS if card.is_building]
    assert [banners.count(banner) for banner in BANNERS] == [23, 23, 18, 26]
    state = arrange("", "", hands=["inn"])
    events = say(state, "build inn")
    assert places(state, P1) == ["inn"]
    assert "p1 built inn inn" in [str(event) for event in events if event.seen_by(None)]


@pytest.mark.rule("CP-2.6", "CP-2.7")
def test_troops_have_values_and_mercenaries_never_both_quest_and_settle() -> None:
    cavalry = CARD["cavalry"]
    assert (cavalry.attack, cavalry.defence, cavalry.mounted) == (2, 1, True)
    assert len(MERCENARIES) == 22
    assert all(card.ability.times for card in MERCENARIES)
    assert not [card for card in MERCENARIES if card.quest and card.settles_on]


@pytest.mark.rule("CP-2.8", "CP-7.1", "CP-7.2", "CP-7.3", "CP-7.4")
def test_the_tracker_adds_up_city_upgrades_buildings_and_settlers() -> None:
    state = arrange(
        "farming_village+tax_collector workshop+master_mason library warehouse monastery",
        "",
        upgrades=["gold store"],
    )
    shown = tracker(state, P1)
    assert shown["gold"] == 1 + 1 + 1 + 1
    assert shown["build"] == 1 + 1 + 1
    assert shown["draw"] == 3 + 1 + 1
    assert shown["store"] == 1 + 1 + 2
    assert shown["passive"] == 1 + 1
    assert pools(state) == (4, 3)


@pytest.mark.rule("CP-2.10")
def test_an_empty_deck_is_made_anew_from_the_discard_pile() -> None:
    state = arrange("inn[scholar]", "", deck="bank", discard="market harbour")
    events = say(state, "use scholar inn", chance=Scripted([2, 0]))
    # Bank; then market, harbour and the Scholar are shuffled: 2 keeps the last, 0 swaps the others.
    assert hand(state, P1) == "bank harbour market"
    assert slugs(state.deck.cards()) == "scholar"
    assert "reshuffled 3" in [str(event) for event in events]
    dry = arrange("inn[court_sage]", "")
    say(dry, "use court_sage inn")
    assert hand(dry, P1) == ""


@pytest.mark.rule("CP-2.11")
def test_a_discarded_legendary_card_goes_under_the_legendary_deck() -> None:
    state = arrange("inn[royal_treasurer]", "", legendary="warlord", hands=["inn library"])
    say(state, "use royal_treasurer inn")
    assert slugs(state.legendary) == "warlord royal_treasurer"
    assert not state.discard


@pytest.mark.rule("CP-2.12", "CP-5.16")
def test_a_razed_building_gives_troops_then_mercenaries_then_settler_then_itself() -> None:
    state = arrange("stronghold[royal_guard]", "border_village+tax_collector[spy,militia]")
    say(at_war(state), "war p2", "send royal_guard stronghold", "charge", "hold", "pass", "pass")
    say(state, "raze v1")
    assert slugs(state.discard) == "militia spy tax_collector border_village"


@pytest.mark.rule("CP-2.13", "CP-2.14")
def test_trackers_upgrades_buildings_and_hand_sizes_are_public() -> None:
    state = arrange("inn[spy]", "", hands=["bank bank"], upgrades=["gold draw"])
    view = RULESET.view(state, None)
    assert isinstance(view, dict)
    seats = view["seats"]
    assert isinstance(seats, list)
    entry = seats[P1]
    assert isinstance(entry, dict)
    assert entry["upgrades"] == ["gold", "draw"]
    assert entry["hand"] == {"count": 2, "cards": None}
    buildings = entry["buildings"]
    assert isinstance(buildings, list)
    assert isinstance(buildings[0], dict)
    assert buildings[0]["card"] == "inn"
    assert entry["tracker"] == tracker(state, P1)


@pytest.mark.rule("CP-3.3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_p1_takes_the_first_turn(seats: int) -> None:
    state = Match(RULESET, seats, {}, 4).state
    assert (state.active, state.actor, state.round) == (P1, P1, 1)


@pytest.mark.rule("CP-3.1", "CP-3.2", "CP-3.6")
def test_a_turn_goes_through_three_phases_and_then_the_next_seat_begins() -> None:
    state = arrange("watchtower[militia]", "", hands=["bank bank"], deck="inn " * 9)
    assert (state.active, state.decision) == (P1, DECIDE_BUILD)
    say(state, "done")
    assert (state.active, state.phase, "war p2" in listed(state)) == (P1, PHASE_ATTACK, True)
    say(state, "done")
    assert "move militia watchtower city" in listed(state)
    say(state, "done")
    assert listed(state) == ["keep bank"]
    say(state, "keep bank")
    assert hand(state, P1) == "bank inn inn inn"
    assert (state.active, state.decision) == (P2, DECIDE_BUILD)


@pytest.mark.rule("CP-3.4", "CP-3.2")
def test_a_round_is_one_turn_of_each_living_seat() -> None:
    state = arrange("", "", "", deck="citadel " * 20)
    state.realms[P2].alive = False
    run(state, "done")
    assert (state.active, state.round) == (P3, 1)
    run(state, "done")
    assert (state.active, state.round) == (P1, 2)


@pytest.mark.rule("CP-3.5")
def test_a_phase_without_a_choice_ends_by_itself() -> None:
    state = arrange("", "", hands=["inn"], deck="citadel " * 9)
    say(state, "build inn")
    assert (state.active, state.decision) == (P2, DECIDE_BUILD)


@pytest.mark.rule("CP-3.7")
@pytest.mark.parametrize(
    ("seats", "seat", "round"),
    [(2, P2, 3), (3, P2, 5), (3, P3, 2), (4, P2, 5), (4, P3, 4), (4, P4, 2)],
)
def test_later_seats_have_a_little_more_once(seats: int, seat: int, round: int) -> None:
    tables = [""] * seats
    for now in range(1, 7):
        on = arrange(*tables, active=seat, round=now, options={"late_seat_bonus": True})
        assert pools(on, seat) == ((2, 2) if now == round else (1, 1))
        off = arrange(*tables, active=seat, round=now)
        assert pools(off, seat) == (1, 1)
        first = arrange(*tables, round=now, options={"late_seat_bonus": True})
        assert pools(first) == (1, 1)
        chosen: dict[str, Json] = {"late_seat_bonus": True, "cities": "b_pick"}
        later = arrange(*tables, active=seat, round=now, options=chosen)
        assert pools(later, seat) == ((2, 2) if now == round + 1 else (1, 1))
        assert pools(arrange(*tables, round=now, options=chosen)) == (1, 1)


@pytest.mark.rule("CP-3.7", "CP-12.1")
def test_of_the_second_team_only_the_first_member_has_more() -> None:
    options: dict[str, Json] = {"late_seat_bonus": True, "teams": "2v2"}
    for now in range(1, 7):
        for seat in (P1, P2, P3, P4):
            state = arrange(*[""] * 4, active=seat, round=now, options=options)
            assert pools(state, seat) == ((2, 2) if (seat, now) == (P2, 5) else (1, 1))


@pytest.mark.rule("CP-4.2")
def test_commands_of_the_build_phase_mix_freely_while_they_can_be_paid() -> None:
    state = arrange(
        "workshop inn[moneylender] farming_village", "", hands=["library bank", "warehouse"]
    )
    assert pools(state) == (2, 2)
    say(state, "build library", "use moneylender inn", "build bank")
    assert places(state, P1) == ["workshop", "inn", "v1", "library", "bank"]
    fresh = arrange("", "", hands=["library bank", "warehouse"])
    assert refused(fresh, "build warehouse") is refusals.NOT_IN_HAND
    assert refused(fresh, "build militia city") is refusals.NOT_IN_HAND
    assert refused(fresh, "keep library") is WRONG_DECISION


@pytest.mark.rule("CP-4.4", "CP-4.2")
def test_everything_costs_one_build() -> None:
    state = arrange(RICH, "", hands=["library warehouse militia"], upgrades=["build"])
    say(state, "build library", "build warehouse")
    state = arrange(RICH + " inn[spy]", "", hands=["library warehouse militia"])
    say(state, "build library")
    assert pools(state)[1] == 0
    assert refused(state, "build warehouse") is refusals.NO_BUILD
    assert refused(state, "build militia city") is refusals.NO_BUILD
    assert refused(state, "upgrade gold") is refusals.NO_BUILD


@pytest.mark.rule("CP-4.5", "CP-4.6", "CP-4.7", "CP-4.2")
def test_gold_is_paid_by_number_one_for_units_and_by_level_for_upgrades() -> None:
    state = arrange(
        "bank workshop masons_lodge inn[moneylender]", "", hands=["stone_wall harbour militia spy"]
    )
    assert pools(state) == (3, 3)
    assert refused(state, "build bank") is refusals.NOT_IN_HAND
    say(state, "build militia city")
    assert pools(state) == (2, 2)
    say(state, "upgrade gold")
    assert pools(state) == (1, 1)
    assert refused(state, "upgrade build") is refusals.NO_GOLD
    poor = arrange("farming_village", "", hands=["stronghold"])
    assert refused(poor, "build stronghold") is refusals.NO_GOLD
    broke = arrange("", "", hands=["militia"])
    broke.realms[P1].pools.gold = 0
    assert refused(broke, "build militia city") is refusals.NO_GOLD


@pytest.mark.rule("CP-4.8")
def test_no_upgrade_is_done_twice() -> None:
    state = arrange("bank", "", upgrades=["gold"])
    assert refused(state, "upgrade gold") is refusals.UPGRADE_DONE
    assert "upgrade gold" not in listed(state)


@pytest.mark.rule("CP-4.9")
def test_a_needed_banner_may_have_been_built_a_moment_ago() -> None:
    state = arrange("masons_lodge bank", "", hands=["market farming_village"])
    assert refused(state, "build market") is refusals.BANNER_MISSING
    say(state, "build farming_village")
    assert refused(state, "build market") is None


@pytest.mark.rule("CP-4.10")
def test_losing_the_needed_building_leaves_the_other_standing() -> None:
    state = arrange("stronghold[cavalry]", "farming_village market")
    say(at_war(state), "war p2", "send cavalry stronghold", "charge", "hold", "pass", "pass")
    say(state, "raze v1")
    assert places(state, P2) == ["market"]
    assert tracker(state, P2)["gold"] == 2


@pytest.mark.rule("CP-4.11")
def test_two_buildings_of_a_name_never_stand_but_a_razed_one_comes_again() -> None:
    state = arrange("inn", "inn", hands=["inn", "inn"])
    assert refused(state, "build inn") is refusals.SAME_NAME
    razed = arrange("stronghold[cavalry]", "inn", hands=["", "inn"])
    say(at_war(razed), "war p2", "send cavalry stronghold", "charge", "hold", "pass", "pass")
    say(razed, "raze inn")
    run(razed, "done")
    assert razed.active == P2
    assert refused(razed, "build inn") is None


@pytest.mark.rule("CP-4.14", "CP-4.13")
def test_villages_of_one_name_are_many_up_to_the_bound_of_their_numbers() -> None:
    state = arrange("farming_village farming_village", "", hands=["farming_village"])
    say(state, "build farming_village")
    assert places(state, P1) == ["v1", "v2", "v3"]
    state = arrange("farming_village", "", hands=["farming_village"])
    state.realms[P1].founded = MOST_VILLAGES
    assert refused(state, "build farming_village") is refusals.NO_MORE_VILLAGES
    prey = arrange("stronghold[cavalry]", "farming_village royal_estate")
    say(at_war(prey), "war p2", "send cavalry stronghold", "charge", "hold", "pass", "pass")
    assert listed(prey) == ["raze v1", "raze v2", "done"]
    say(prey, "raze v2")
    assert prey.realms[P1].deeds.razed == 1
    assert prey.battle is not None
    assert prey.battle.points == 0


@pytest.mark.rule("CP-4.15", "CP-4.16")
def test_units_go_face_down_into_free_slots_of_their_kind() -> None:
    state = arrange("border_village watchtower[militia] bank", "", hands=["militia spy"])
    assert refused(state, "build militia watchtower") is refusals.NO_FREE_SLOT
    assert refused(state, "build spy watchtower") is refusals.NO_FREE_SLOT
    assert refused(state, "build militia barracks") is refusals.NO_FREE_SLOT
    assert {"build militia v1", "build militia city", "build spy v1"} <= set(listed(state))
    events = say(state, "build militia v1")
    shown = [str(event) for event in events if event.seen_by(P2)]
    assert shown[0] == "p1 hired troop v1"
    assert not [text for text in shown if "militia" in text]
    assert units(state, P1) == ["militia@watchtower", "militia@v1"]


@pytest.mark.rule("CP-4.17", "CP-8.4")
def test_slots_of_a_new_building_are_filled_and_used_at_once() -> None:
    state = arrange("masons_lodge bank workshop", "", hands=["inn moneylender palisade"])
    assert pools(state) == (3, 3)
    say(state, "build inn", "build moneylender inn", "use moneylender inn")
    assert pools(state) == (4, 1)
    assert slugs(state.discard) == "moneylender"


@pytest.mark.rule("CP-4.19", "CP-13.2")
def test_an_added_city_slot_works_at_once() -> None:
    state = arrange(
        "bank workshop masons_lodge city[spy]", "", hands=["captain captain"], cities=["b5", "a"]
    )
    assert refused(state, "build captain city") is refusals.NO_FREE_SLOT
    say(state, "upgrade mercenary", "build captain city")
    assert units(state, P1) == ["spy@city", "captain@city"]


@pytest.mark.rule("CP-4.21")
def test_nothing_dismisses_a_unit_or_pulls_down_a_building() -> None:
    state = arrange("watchtower[militia] inn[captain]", "", hands=["bank"])
    verbs = {text.split()[0] for text in listed(state)}
    assert verbs == {"upgrade", "done"}


@pytest.mark.rule("CP-4.21")
def test_units_stay_in_their_slots_from_round_to_round() -> None:
    garrison = ["militia@watchtower", "captain@inn", "spy@city"]
    state = arrange("watchtower[militia] inn[captain] city[spy]", "", deck="citadel " * 20)
    while state.round < 3:
        run(state, listed(state)[-1])
        assert units(state, P1) == garrison


@pytest.mark.rule("CP-4.22", "CP-7.6")
def test_a_discount_never_makes_an_upgrade_cheaper_than_nothing() -> None:
    state = arrange("cathedral grand_temple inn[spy]", "", upgrades=["gold"], hands=["library"])
    assert tracker(state, P1)["discount"] == 3
    say(state, "upgrade draw")
    assert pools(state) == (2, 0)


def test_a_whole_match_deals_extra_cards_to_later_seats() -> None:
    match = Match(RULESET, 3, {"late_seat_cards": 2}, 4)
    assert [len(realm.hand) for realm in match.state.realms] == [5, 7, 9]


def test_nothing_is_decided_once_a_match_is_over() -> None:
    state = arrange(RICH, "", upgrades=nearly(1, "full"))
    state.realms[P1].pools.gold = 8
    say(state, "upgrade defense")
    assert state.decision == DECIDE_NOTHING
    assert RULESET.legal(state, P1) == []
