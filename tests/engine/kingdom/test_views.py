"""Views, samples and dumps: what is hidden stays hidden, and nothing read back is believed."""

import json
from typing import Any

import pytest

from pentarch.engine.chance import Seeded
from pentarch.engine.errors import InvalidValue
from pentarch.engine.kingdom.rules import RULESET
from pentarch.engine.plain import Json
from pentarch.engine.ruleset import OMNISCIENT
from tests.engine.kingdom.build import Table


def planned() -> Table:
    """A table in the middle of the orders: p1 has entered a few, p2 is done and was in debt."""
    table = Table(start_gold=30)
    table.offer(sawmill=8)
    table.own("p1", "r2")
    table.units(2, "swordsman", "p1", "r2")
    table.gold("p1", 30)
    table.gold("p2", -1)
    table.units(2, "swordsman", "p2", "r7")
    table.say("p1", "buy sawmill", "use sawmill r2", "train knight r1", "move one swordsman r2 r4")
    table.say("p2", "disband swordsman r7", "done")
    return table


def test_only_a_seat_itself_sees_its_plan() -> None:
    table = planned()
    views: list[Any] = [RULESET.view(table.state, seat) for seat in (0, 1, None, OMNISCIENT)]
    shown = [[seat["plan"] is not None for seat in view["seats"]] for view in views]
    assert shown == [[True, False], [False, True], [False, False], [True, True]]
    assert [view["deck"] is not None for view in views] == [False, False, False, True]
    plan = views[0]["seats"][0]["plan"]
    assert plan["orders"][:2] == ["buy sawmill", "use sawmill r2"]
    assert plan["gold"] == 30 - 8 - 5
    assert plan["sawmills"] == ["r2"]
    assert plan["queued"] == [{"castle": "r1", "type": "knight", "place": "r1", "rounds": 1}]
    assert plan["paths"] == [{"unit": "u1", "areas": ["r4"]}]
    assert views[1]["seats"][0]["gold"] == 30
    assert views[0]["to_act"] == ["p1"]


def test_a_sample_of_a_view_with_a_finished_debtor_shows_the_same() -> None:
    table = planned()
    for seat in (0, 1):
        view: Json = json.loads(json.dumps(RULESET.view(table.state, seat)))
        sampled = RULESET.sample(view, seat, Seeded(9))
        assert RULESET.view(sampled, seat) == view
        assert RULESET.legal(sampled, seat) == RULESET.legal(table.state, seat)


def test_a_sample_draws_the_order_of_the_deck_only() -> None:
    table = planned()
    view = RULESET.view(table.state, 0)
    decks = [RULESET.sample(view, 0, Seeded(seed)).realm.market.deck for seed in range(5)]
    assert len({tuple(deck) for deck in decks}) > 1
    assert all(sorted(deck) == sorted(table.realm.market.deck) for deck in decks)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["round"], 99),
        (["seats", 0, "gold"], 31),
        (["seats", 0, "plan", "gold"], 3),
        (["seats", 0, "plan", "orders"], ["train dragon r1"]),
        (["seats", 0, "plan", "orders"], ["done"]),
        (["seats", 0, "plan"], None),
        (["seats", 1, "done"], False),
        (["units", 0, "area"], "z1"),
        (["units", 0, "area"], "r7"),
        (["units", 0, "area"], "r90"),
        (["units", 0, "ship"], "u2"),
        (["units", 0, "id"], "u0"),
        (["units", 1, "id"], "u1"),
        (["castles", 0, "production"], 7),
        (["castles", 0, "queue"], [{"type": "galleon", "place": "r1", "rounds": 2}]),
        (["regions", 0, "owner"], "p6"),
        (["options", "map"], "winds"),
        (["options", "map"], "nowhere"),
        (["board", "areas", 0, "tax"], 5),
        (["techs_left"], ["forestry", "forestry"]),
        (["next_unit"], 2),
        (["phase"], "over"),
    ],
)
def test_a_view_that_contradicts_itself_is_refused(path: list[str | int], value: Json) -> None:
    view: Any = json.loads(json.dumps(RULESET.view(planned().state, 0)))
    part = view
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    with pytest.raises(InvalidValue):
        RULESET.sample(view, 0, Seeded(1))


def test_a_dump_keeps_passengers_queues_and_half_entered_orders() -> None:
    table = Table(start_gold=30)
    table.gold("p1", 30)
    ship = table.unit("trireme", "p1", "z1")
    table.unit("knight", "p1", "z1", ship=ship)
    table.unit("knight", "p1", "r1")
    table.stock("p1", "dragon_egg")
    table.say("p1", "use dragon_egg r1")
    table.finish()
    table.say("p1", f"sail {ship} z2", "move one knight r1 r3")
    dump = RULESET.dump(table.state)
    twin = RULESET.load(json.loads(json.dumps(dump)))
    assert RULESET.dump(twin) == dump
    assert RULESET.fingerprint(twin) == RULESET.fingerprint(table.state)
    assert [command.text for command in RULESET.legal(twin, 0)] == table.legal("p1")


def test_the_text_names_what_matters_and_nobody_elses_plan() -> None:
    state = planned().state
    text = RULESET.text(RULESET.view(state, 0))
    assert "Twin Fords, round 1 of 40" in text
    assert "sawmill 8" in text
    assert "p1: u1 swordsman, u2 swordsman" in text
    assert text.count("orders so far") == text.count("orders of this round: hidden") == 1
    assert "orders so far" not in RULESET.text(RULESET.view(state, None))


def test_measures_count_castles_regions_gold_and_army() -> None:
    measures = RULESET.measures(planned().state)
    assert measures["castles"] == [1, 1]
    assert measures["regions"] == [2, 1]
    assert measures["gold"] == [30, -1]
    assert measures["army"] == [4, 4]
    assert (measures["income"], measures["upkeep"]) == ([5, 4], [2, 2])


def test_a_copy_does_not_follow_its_original() -> None:
    table = planned()
    twin = RULESET.copy(table.state)
    before = RULESET.dump(twin)
    table.say("p1", "move one swordsman r2 r6")
    assert RULESET.dump(twin) == before
    table.say("p1", "done")
    assert RULESET.dump(twin) == before
    assert [command.text for command in RULESET.legal(twin, 0)][-1] == "done"
