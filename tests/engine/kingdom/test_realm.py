"""KC-1, KC-2, KC-3: kingdoms, areas, castles, the course of a round."""

import pytest

from pentarch.engine.chance import Scripted, Seeded
from pentarch.engine.kingdom.board import fixed_board
from pentarch.engine.kingdom.maps import FIXED_MAPS
from pentarch.engine.kingdom.realm import Market, Offer
from pentarch.engine.kingdom.refusals import MAGE_ORDERED, NO_UNIT, SAILS_ALREADY
from pentarch.engine.kingdom.rules import RULESET
from pentarch.engine.kingdom.state import State
from pentarch.engine.kingdom.tables import (
    AREA_NUMBERS,
    MOST_LANDS,
    SCROLLS,
    TECHS,
)
from tests.engine.kingdom.build import Table
from tests.playing import new_state


def offers_of(state: State) -> list[Offer]:
    return state.realm.market.offers


@pytest.mark.rule("KC-1.1")
def test_two_kingdoms_that_meet_fight() -> None:
    table = Table("crowns", 3)
    table.units(1, "swordsman", "p1", "r2")
    table.units(3, "swordsman", "p3", "r4")
    table.say("p1", "move one swordsman r2 r4")
    table.finish()
    assert table.kinds("p1") == []
    assert table.happened("battle") == ["battle r4 p1 p3"]


@pytest.mark.rule("KC-1.2", "KC-2.7")
def test_each_kingdom_begins_with_its_home_and_only_homes_produce_two() -> None:
    state = new_state(RULESET, 4, {}, Seeded(1))
    realm = state.realm
    assert [realm.castles(seat) for seat in range(4)] == [1, 1, 1, 1]
    board = realm.settings.board
    castles = {area: realm.castle(area) for area in board.castles}
    produced = {area: castle.production for area, castle in castles.items() if castle is not None}
    assert {produced[home] for home in board.homes} == {2}
    assert {produced[area] for area in set(board.castles) - set(board.homes)} == {1}


@pytest.mark.rule("KC-1.3", "KC-15.3")
def test_owning_enough_castles_at_the_end_of_a_round_wins() -> None:
    table = Table()
    table.own("p1", "r5", "r11")
    table.units(2, "swordsman", "p1", "r4")
    table.unit("swordsman", "p2", "r7")
    table.finish()
    assert RULESET.outcome(table.state) is None
    table.say("p1", "move one swordsman r4 r13")
    table.finish()
    outcome = RULESET.outcome(table.state)
    assert outcome is not None
    assert (outcome.ranks, outcome.rule, outcome.reason) == ([1, 2], "KC-15.3", "castles")
    assert outcome.natural
    assert RULESET.to_act(table.state) == []


@pytest.mark.rule("KC-1.4")
def test_a_garrison_stays_pays_nothing_and_captures_nothing() -> None:
    table = Table()
    guard = table.unit("swordsman", "n0", "r13")
    table.unit("swordsman", "p1", "r1")
    table.finish()
    assert table.area_of(guard) == "r13"
    assert table.owner("r13") == ""
    assert RULESET.to_act(table.state) == [0, 1]


@pytest.mark.rule("KC-1.5")
def test_a_battle_draws_nothing() -> None:
    table = Table(market_size=0)
    table.units(3, "swordsman", "p1", "r2")
    table.units(2, "swordsman", "p2", "r4")
    table.say("p1", "move all swordsman r2 r4")
    # What is drawn is the shuffle of the next market, and nothing else.
    table.chance = Scripted([0] * (len(SCROLLS) - 1))
    table.finish()
    assert table.chance.position == len(SCROLLS) - 1
    assert len(table.there("r4")) == 2


@pytest.mark.rule("KC-2.1")
@pytest.mark.parametrize(
    ("name", "lands", "seas", "edges", "castles", "tax"),
    [
        ("duel", 13, 4, 34, 5, 27),
        ("strait", 19, 6, 50, 7, 38),
        ("crowns", 19, 6, 54, 7, 39),
        ("winds", 29, 12, 84, 13, 60),
        ("isles", 21, 16, 88, 13, 56),
        ("pentacle", 31, 10, 90, 11, 63),
        ("realms", 37, 12, 108, 13, 75),
    ],
)
def test_maps_are_symmetric_graphs_of_land_and_sea(
    name: str, lands: int, seas: int, edges: int, castles: int, tax: int
) -> None:
    board = fixed_board(name)
    assert (len(board.lands), len(board.seas), len(board.castles)) == (lands, seas, castles)
    assert sum(len(area.adjacent) for area in board.areas) == 2 * edges
    assert sum(area.tax for area in board.areas) == tax
    for area in board.areas:
        assert area.number not in area.adjacent
        assert all(area.number in board.places[other].adjacent for other in area.adjacent)
    named = FIXED_MAPS[name].lines.split("\n")
    pairs = [(line.split()[0], line.split()[6]) for line in named if line.strip()]
    for area_name, beside in pairs:
        listed = sorted(AREA_NUMBERS[word] for word in beside.split(","))
        assert board.places[AREA_NUMBERS[area_name]].adjacent == listed


@pytest.mark.rule("KC-2.1")
@pytest.mark.parametrize("name", FIXED_MAPS)
def test_every_seat_sees_the_same_map_from_its_home(name: str) -> None:
    board = fixed_board(name)
    shapes = []
    for home in board.homes:
        found = {home: 0}
        edge = [home]
        while edge:
            area = edge.pop(0)
            for other in board.places[area].adjacent:
                if other not in found:
                    found[other] = found[area] + 1
                    edge.append(other)
        shapes.append(
            sorted(
                (far, area >= MOST_LANDS, board.places[area].tax, board.places[area].garrison)
                for area, far in found.items()
            )
        )
    assert all(shape == shapes[0] for shape in shapes)


@pytest.mark.rule("KC-2.2", "KC-4.12")
def test_an_area_holds_any_number_of_units() -> None:
    table = Table()
    table.gold("p1", 500)
    table.units(60, "swordsman", "p1", "r2")
    table.units(60, "swordsman", "p1", "r3")
    table.say("p1", "move all swordsman r2 r4", "move all swordsman r3 r4", "train knight r1")
    table.finish()
    assert len(table.there("r4")) == 120


@pytest.mark.rule("KC-2.3")
def test_ships_do_not_own_the_sea() -> None:
    table = Table()
    table.unit("trireme", "p1", "z1")
    table.finish()
    assert table.realm.regions_of(0) == 1
    # 10 gold, 4 from the home, 1 for the ship.
    assert table.gold_of("p1") == 13


@pytest.mark.rule("KC-2.4")
def test_a_region_stays_owned_when_units_leave() -> None:
    table = Table()
    table.own("p1", "r2")
    table.unit("swordsman", "p1", "r2")
    table.say("p1", "move one swordsman r2 r4")
    table.finish()
    assert (table.owner("r2"), table.owner("r4")) == ("p1", "p1")


@pytest.mark.rule("KC-2.5", "KC-12.2")
def test_whoever_takes_the_region_has_the_castle() -> None:
    table = Table()
    table.unit("swordsman", "p1", "r2")
    table.say("p1", "move one swordsman r2 r5")
    table.finish()
    assert table.realm.castles(0) == 2
    table.say("p1", "train swordsman r5")


@pytest.mark.rule("KC-2.8", "KC-4.10", "KC-14.2", "KC-11.4")
def test_a_captured_home_is_reset_and_its_queue_lost() -> None:
    """Worked example 5."""
    table = Table()
    table.gold("p1", 20)
    table.own("p2", "r3")
    first, second = table.units(2, "swordsman", "p2", "r3")
    table.unit("swordsman", "p1", "r2")
    table.say("p1", "train swordsman r1")
    assert table.plan("p1").gold == 18
    table.say("p2", "move all swordsman r3 r1")
    table.finish()
    assert (table.area_of(first), table.area_of(second)) == ("", "r1")
    home = table.castle_of("r1")
    assert table.owner("r1") == "p2"
    assert (home.production, home.attack, home.queue) == (1, 1, [])
    assert (table.kinds("p1"), table.kinds("p2")) == (["swordsman"], ["swordsman"])
    # No refund: 18, the tax of r2, 1 for the last swordsman.
    assert table.gold_of("p1") == 18


@pytest.mark.rule("KC-2.9")
def test_a_castle_outlives_every_battle() -> None:
    table = Table()
    table.units(6, "knight", "p2", "r2")
    table.unit("swordsman", "p1", "r1")
    table.say("p2", "move all knight r2 r1", "halt")
    table.finish()
    assert table.realm.castles(1) == 2


@pytest.mark.rule("KC-2.10", "KC-12.5")
def test_a_conquered_sawmill_works_for_its_new_owner() -> None:
    table = Table()
    table.own("p1", "r2")
    table.sawmill("r2")
    table.unit("swordsman", "p2", "r4")
    table.say("p2", "move one swordsman r4 r2")
    table.finish()
    # Home 4, region 1, sawmill 2.
    assert table.income("p2") == 7
    assert table.income("p1") == 4


@pytest.mark.rule("KC-2.12")
def test_distance_counts_edges_of_every_kind() -> None:
    board = fixed_board("duel")
    near = board.places[AREA_NUMBERS["r1"]].near
    names = {"r1", "r2", "r3", "z1", "r4", "r5", "r6", "r12", "z2"}
    assert near == sorted(AREA_NUMBERS[name] for name in names)


@pytest.mark.rule("KC-3.1", "KC-3.9", "KC-13.4")
def test_a_round_ends_with_income_upkeep_and_building() -> None:
    """Worked example 17."""
    table = Table()
    table.units(2, "swordsman", "p1", "r1")
    table.units(2, "swordsman", "p2", "r7")
    table.say("p1", "train knight r1", "train swordsman r1")
    table.say("p1", "move one swordsman r1 r2", "move one swordsman r1 r3", "done")
    assert table.realm.round == 1
    table.say("p2", "done")
    assert table.realm.round == 2
    assert (table.gold_of("p1"), table.gold_of("p2")) == (7, 12)
    assert table.kinds("p1") == ["swordsman", "swordsman", "knight", "swordsman"]
    names = [event.name for event in table.events]
    steps = ["orders", "moved", "captured", "income", "upkeep", "built", "offered"]
    assert sorted(steps, key=names.index) == steps


@pytest.mark.rule("KC-3.2")
def test_the_market_is_drawn_anew_each_round() -> None:
    # Shuffle of seven by six draws of 0, then four prices from -2 to 2.
    order = list(SCROLLS)
    for last in range(6, 0, -1):
        order[last], order[0] = order[0], order[last]
    table = Table()
    table.chance = Scripted([0] * 6 + [0, 2, 3, 4])
    table.unit("swordsman", "p1", "r1")
    table.finish()
    offers = [(offer.scroll, offer.price - offer.scroll.price) for offer in offers_of(table.state)]
    assert offers == list(zip(order[:4], [-2, 0, 1, 2], strict=True))
    assert len(table.happened("offered")) == 4


@pytest.mark.rule("KC-3.2")
@pytest.mark.parametrize("size", [0, 1, 7])
def test_the_option_market_size_sets_the_number_of_scrolls(size: int) -> None:
    state = new_state(RULESET, 2, {"market_size": size, "price_spread": 0}, Seeded(5))
    offers = offers_of(state)
    assert len(offers) == len({offer.scroll for offer in offers}) == size
    assert all(offer.price == offer.scroll.price for offer in offers)


@pytest.mark.rule("KC-3.3")
def test_every_third_round_the_top_tech_is_on_offer_and_gone_after() -> None:
    table = Table()
    table.unit("swordsman", "p1", "r1")
    deck = table.realm.market.deck
    offers = []
    for _ in range(6):
        offers.append(table.realm.market.tech_number())
        table.finish()
    assert offers == [-1, -1, deck[0], -1, -1, deck[1]]
    assert table.realm.market.deck == deck[2:]


@pytest.mark.rule("KC-3.3")
def test_an_empty_deck_is_made_anew() -> None:
    table = Table(tech_interval=1)
    table.unit("swordsman", "p1", "r1")
    table.realm.market = Market([], None, [])
    table.finish()
    market = table.realm.market
    assert sorted([market.tech_number(), *market.deck]) == [tech.number for tech in TECHS]


@pytest.mark.rule("KC-3.3")
def test_without_interval_there_are_no_techs() -> None:
    table = Table(tech_interval=0)
    table.unit("swordsman", "p1", "r1")
    for _ in range(4):
        assert table.realm.market.tech is None
        table.finish()


@pytest.mark.rule("KC-3.4", "KC-3.6", "KC-3.10")
def test_what_a_seat_enters_shows_to_nobody_else_before_execution() -> None:
    table = Table(start_gold=40)
    table.offer(improve_production=6, market=9)
    table.gold("p1", 40)
    table.units(2, "swordsman", "p1", "r1")
    table.units(2, "swordsman", "p2", "r7")
    table.open()
    before = [RULESET.view(table.state, 1), RULESET.view(table.state, None)]
    legal = table.legal("p2")
    table.say("p1", "buy improve_production", "use improve_production r1", "buy market")
    table.say("p1", "train knight r1", "train knight r1", "move all swordsman r1 r2")
    assert [RULESET.view(table.state, 1), RULESET.view(table.state, None)] == before
    assert table.legal("p2") == legal
    assert table.check("p1", "train swordsman r1") is None
    table.finish()
    assert table.castle_of("r1").production == 3
    shown = table.happened("orders")
    assert shown[0].startswith("p1 orders buy improve_production use improve_production r1")


@pytest.mark.rule("KC-3.5")
def test_orders_of_all_kinds_mix_in_any_sequence() -> None:
    table = Table()
    table.offer(sawmill=8)
    table.gold("p1", 40)
    table.own("p1", "r2")
    table.units(2, "swordsman", "p1", "r2")
    table.say("p1", "move one swordsman r2 r4", "buy sawmill", "train knight r1")
    table.say("p1", "move one swordsman r2 r6", "use sawmill r2", "train mage r1", "done")


@pytest.mark.rule("KC-3.7")
def test_training_is_paid_at_once_and_movement_waits() -> None:
    table = Table()
    unit = table.unit("swordsman", "p1", "r1")
    table.say("p1", "train knight r1", "move one swordsman r1 r2", "done")
    assert table.plan("p1").gold == 5
    assert table.area_of(unit) == "r1"
    assert table.kinds("p1") == ["swordsman"]
    table.finish()
    assert table.area_of(unit) == "r2"
    assert table.kinds("p1") == ["swordsman", "knight"]


@pytest.mark.rule("KC-3.8")
def test_a_unit_without_order_stays() -> None:
    table = Table()
    unit = table.unit("knight", "p1", "r4")
    table.finish()
    assert table.area_of(unit) == "r4"


@pytest.mark.rule("KC-3.8")
def test_an_order_cannot_be_taken_back() -> None:
    table = Table()
    mage = table.unit("mage", "p1", "r1")
    ship = table.unit("trireme", "p1", "z1")
    table.unit("knight", "p1", "r4")
    table.say("p1", f"move {mage} r2", f"sail {ship} z2", "move one knight r4 r2", "halt")
    assert table.check("p1", f"move {mage} r3") is MAGE_ORDERED
    assert table.check("p1", f"sail {ship} z2") is SAILS_ALREADY
    assert table.check("p1", "move one knight r4 r13") is NO_UNIT
    table.finish()
    assert [table.area_of(unit) for unit in (mage, ship, "u3")] == ["r2", "z2", "r2"]
