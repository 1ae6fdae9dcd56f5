"""Views, dumps and drawings of Township: complete, and closed to what no match could show."""

from typing import Any

import pytest

from pentarch.engine.chance import Scripted
from pentarch.engine.errors import InvalidValue
from pentarch.engine.plain import Json
from pentarch.engine.ruleset import OMNISCIENT
from pentarch.engine.township import RULESET
from pentarch.engine.township.state import State
from tests.engine.township.build import legal, play, start, town


def attacked() -> State:
    """p1 has attacked p2 with two of five units; p2 decides on its defence."""
    state = start(round=5)
    town(state, 0, stock="2 swords", buildings="academy1")
    town(state, 1, stock="1 shields")
    play(state, "skip; 2 muster academy1; done; swords 2")
    return state


def test_everybody_sees_everything() -> None:
    state = attacked()
    whole = RULESET.dump(state)
    assert [RULESET.view(state, seat) for seat in (0, 1, None, OMNISCIENT)] == [whole] * 4


def test_a_view_names_things_by_their_words() -> None:
    view: Any = RULESET.view(attacked(), 0)
    assert (view["round"], view["active"], view["decision"]) == (5, "p1", "defend")
    assert view["attack"]["defender"] == "p2"
    first = view["towns"][0]
    assert (first["seat"], first["units"], first["housing"], first["renown"]) == ("p1", 5, 5, 2)
    assert first["stock"]["grain"] == 0
    assert [building["name"] for building in first["buildings"]][-1] == "academy1"
    assert first["buildings"][-1] == {
        "name": "academy1",
        "damage": 0,
        "depletion": 0,
        "worked": 2,
        "produced": False,
    }


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("towns 0 units", 1),
        ("towns 0 idle", 4),
        ("towns 0 units", 61),
        ("towns 1 eliminated", 1),
        ("towns 0 buildings 0 name", "castle1"),
        ("towns 0 buildings 1 name", "farm1"),
        ("towns 0 buildings 0 damage", 6),
        ("towns 0 buildings 5 depletion", 1),
        ("towns 0 stock ore", -1),
        ("attack", None),
        ("attack defender", "p1"),
        ("attack defender", "p3"),
        ("attack defenders", 6),
        ("attack attackers", 0),
        ("assigned", [0, 4]),
        ("assigned", [0]),
        ("ending", "cap"),
        ("options tool_wear", "rust"),
        ("decision", "activity"),
        ("decision", "discard"),
        ("decision", "assign"),
        ("decision", "attack"),
        ("decision", "spoils"),
        ("decision", "damage"),
    ],
)
def test_a_view_that_no_match_could_show_is_refused(path: str, value: Json) -> None:
    view: Any = RULESET.view(attacked(), 1)
    RULESET.sample(view, 1, Scripted([]))
    *way, last = path.split(" ")
    inner = view
    for key in way:
        inner = inner[int(key) if key.isdecimal() else key]
    inner[last] = value
    with pytest.raises(InvalidValue):
        RULESET.sample(view, 1, Scripted([]))


def test_the_text_tells_tokens_work_and_the_attack() -> None:
    state = attacked()
    town(state, 1, stock="1 shields", buildings="farm1xx- school1")
    text = RULESET.text(RULESET.view(state, 1))
    assert text.startswith("Round 5 of 40; 50 renown wins. Turn of p1; p2 decides `defend`")
    assert "p1 attacks p2: 2 units with 2 swords against 0 defenders with 0 shields" in text
    assert "academy1 (worked 2)" in text
    assert "farm1 (2 damage, 1 depletion)" in text
    assert "shields 1" in text


def test_a_silent_seat_stops_working_and_defends_with_everybody() -> None:
    state = start(round=5)
    assert RULESET.fallback(state, 0).text == "skip"
    play(state, "skip")
    assert RULESET.fallback(state, 0).text == "done"
    state = attacked()
    assert RULESET.fallback(state, 1).text == "defend 5" == legal(state)[-1]
