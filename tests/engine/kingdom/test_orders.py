"""KC-16: how orders are entered: menus, paths, long menus, short forms."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pentarch.engine.core import NOT_TO_ACT, WRONG_DECISION
from pentarch.engine.errors import InvalidCommand
from pentarch.engine.kingdom.refusals import (
    MENU_IS_SHORT,
    NOTHING_TO_SELECT,
    OTHER_AREA,
    SELECT_FIRST,
)
from pentarch.engine.kingdom.rules import RULESET
from tests.engine.kingdom.build import Table


@pytest.mark.rule("KC-16.1")
def test_all_living_seats_act_until_they_are_done() -> None:
    table = Table("crowns", 3)
    table.open()
    assert RULESET.to_act(table.state) == [0, 1, 2]
    table.say("p2", "done")
    assert RULESET.to_act(table.state) == [0, 2]
    assert table.check("p2", "done") is NOT_TO_ACT
    table.say("p3", "done")
    table.say("p1", "done")
    assert RULESET.to_act(table.state) == [0, 1, 2]


@pytest.mark.rule("KC-16.2")
def test_a_menu_lists_orders_by_kind_area_type_and_target() -> None:
    table = Table()
    table.gold("p1", 5)
    table.offer(guard_tower=4, improve_defense=4)
    table.offer_tech("forestry")
    table.own("p1", "r2")
    table.stock("p1", "improve_production")
    table.stock("p1", "sawmill")
    table.units(2, "swordsman", "p1", "r2")
    ship = table.unit("trireme", "p1", "z1")
    mage = table.unit("mage", "p1", "r3")
    table.unit("swordsman", "p1", "z1", ship=ship)
    assert table.legal("p1") == [
        "train swordsman r1",
        "train mage r1",
        "train knight r1",
        "train trireme r1 z1",
        "use improve_production r1",
        "use sawmill r2",
        "buy improve_defense",
        "buy guard_tower",
        "research forestry",
        "move one swordsman r2 r1",
        "move one swordsman r2 r4",
        "move one swordsman r2 r5",
        "move one swordsman r2 r6",
        "move all swordsman r2 r1",
        "move all swordsman r2 r4",
        "move all swordsman r2 r5",
        "move all swordsman r2 r6",
        f"move {mage} r1",
        f"move {mage} r4",
        f"move {mage} r12",
        f"load {mage} {ship}",
        f"sail {ship} z2",
        f"unload one swordsman {ship} r1",
        f"unload one swordsman {ship} r3",
        f"cast fog {mage}",
        "done",
    ]


@pytest.mark.rule("KC-16.3")
def test_a_path_goes_on_until_its_movement_is_used_up_or_halted() -> None:
    table = Table()
    table.unit("dragon", "p1", "r1")
    table.units(2, "knight", "p1", "r4")
    table.say("p1", "move one dragon r1 r2")
    assert table.legal("p1") == ["halt", "on r1", "on r4", "on r5", "on r6"]
    assert table.check("p1", "done") is WRONG_DECISION
    table.say("p1", "on r6", "halt", "move all knight r4 r13")
    assert table.check("p1", "move one knight r4 r6") is WRONG_DECISION
    table.say("p1", "on r10")
    table.finish()
    assert table.there("r10") == ["u2", "u3"]


def crowded() -> Table:
    """So many mages that the menu is longer than 250."""
    table = Table()
    table.offer(improve_defense=3)
    for _ in range(30):
        table.unit("mage", "p1", "r4", mana=3)
        table.unit("mage", "p1", "r2", mana=3)
    table.units(2, "swordsman", "p1", "r1")
    table.open()
    return table


@pytest.mark.rule("KC-16.5")
def test_a_very_long_menu_asks_for_an_area_first() -> None:
    table = crowded()
    assert table.legal("p1") == [
        "select r1",
        "select r2",
        "select r4",
        "buy improve_defense",
        "done",
    ]
    assert table.check("p1", "move u1 r2") is SELECT_FIRST
    assert table.check("p1", "select r3") is NOTHING_TO_SELECT
    table.say("p1", "select r1")
    assert table.legal("p1") == [
        "train swordsman r1",
        "train mage r1",
        "train knight r1",
        "train trireme r1 z1",
        "move one swordsman r1 r2",
        "move one swordsman r1 r3",
        "move all swordsman r1 r2",
        "move all swordsman r1 r3",
    ]
    assert table.check("p1", "move u1 r2") is OTHER_AREA
    assert table.check("p1", "buy improve_defense") is WRONG_DECISION
    assert table.check("p1", "done") is WRONG_DECISION
    table.say("p1", "train swordsman r1")
    assert "select r1" in table.legal("p1")
    table.say("p1", "buy improve_defense", "select r4", "cast fog u1", "at r4", "done")


@pytest.mark.rule("KC-16.5")
def test_a_menu_of_exactly_250_entries_is_not_long() -> None:
    """A mage in r4 has four ways and the fog, two swordsmen in r1 four moves: 49 * 5 + 4 + 1."""
    table = Table()
    table.gold("p1", 0)
    table.units(49, "mage", "p1", "r4")
    table.units(2, "swordsman", "p1", "r1")
    assert len(table.legal("p1")) == 250
    assert table.check("p1", "move u1 r2") is None
    assert table.check("p1", "select r4") is MENU_IS_SHORT
    table.unit("mage", "p1", "r4")
    table.reopen()
    assert table.legal("p1") == ["select r1", "select r4", "done"]
    assert table.check("p1", "move u1 r2") is SELECT_FIRST


@pytest.mark.rule("KC-16.5")
def test_areas_are_not_selected_from_a_short_menu() -> None:
    assert Table().check("p1", "select r1") is MENU_IS_SHORT


@pytest.mark.rule("KC-16.5")
def test_a_long_menu_selects_for_ships_where_they_are() -> None:
    table = crowded()
    ship = table.unit("trireme", "p1", "z1")
    mage = table.unit("mage", "p1", "r3")
    table.reopen()
    assert "select z1" in table.legal("p1")
    table.say("p1", "select r3", f"load {mage} {ship}", "select z1")
    assert f"unload {mage} r1" in table.legal("p1")
    table.say("p1", f"sail {ship} z2", "select z1", f"unload {mage} r12")


@pytest.mark.rule("KC-16.6")
def test_the_short_forms_of_worked_example_22() -> None:
    table = Table()
    table.units(2, "swordsman", "p2", "r7")
    assert table.expand(
        "p2", "move one swordsman r7 r8", "move 1 swordsman r7 r9", "train knight r7", "done"
    ) == ["move one swordsman r7 r8", "move one swordsman r7 r9", "train knight r7", "done"]
    table.unit("knight", "p2", "r7")
    table.reopen()
    assert table.expand("p2", "move one knight r7 r9 r6") == ["move one knight r7 r9", "on r6"]


@pytest.mark.rule("KC-16.6")
@pytest.mark.parametrize(
    ("plan", "written"),
    [
        (
            ["move all knight r2 r6 r9"],
            ["move all knight r2 r6", "on r9"],
        ),
        (
            ["move all knight r2 r6", "done"],
            ["move all knight r2 r6", "halt", "done"],
        ),
        (["move one knight r2 r6"], ["move one knight r2 r6", "halt"]),
        (
            ["move 2 knight r2 r6 r9", "done"],
            ["move one knight r2 r6", "on r9", "move one knight r2 r6", "on r9", "done"],
        ),
        (
            ["move 2 knight r2 r6", "done"],
            ["move one knight r2 r6", "halt", "move one knight r2 r6", "halt", "done"],
        ),
        (["move one dragon r4 r2 r1"], ["move one dragon r4 r2", "on r1", "halt"]),
        (["cast fog u5 r4"], ["cast fog u5", "at r4"]),
        (
            ["load 2 swordsman r3 u1", "sail u1 z2", "unload 2 swordsman u1 r12"],
            [
                "load one swordsman r3 u1",
                "load one swordsman r3 u1",
                "sail u1 z2",
                "unload one swordsman u1 r12",
                "unload one swordsman u1 r12",
            ],
        ),
        # What does not fit is left for the referee to refuse, with all that follows.
        (
            ["move 9 knight r2 r6 r9", "cast fog u5 r4"],
            [
                *["move one knight r2 r6", "on r9"] * 2,
                "move one knight r2 r6",
                "cast fog u5 r4",
            ],
        ),
        (["nonsense", "move 2 knight r2 r6"], ["nonsense", "move 2 knight r2 r6"]),
        (["move 0 knight r2 r6", "done"], ["move 0 knight r2 r6", "done"]),
    ],
)
def test_short_forms_are_written_out(plan: list[str], written: list[str]) -> None:
    table = Table()
    table.unit("trireme", "p1", "z1")
    table.units(2, "knight", "p1", "r2")
    table.unit("dragon", "p1", "r4")
    table.unit("mage", "p1", "r2")
    table.units(2, "swordsman", "p1", "r3")
    assert table.expand("p1", *plan) == written
    assert table.plan("p1").given == []


@pytest.mark.rule("KC-16.6")
@pytest.mark.parametrize(
    "text",
    [
        "move 0 banana x y",
        "move 00 knight r2 r6",
        "move 01 knight r2 r6",
        "move -1 knight r2 r6",
        "move +1 knight r2 r6",
        "move 1.5 knight r2 r6",
        "move 10000 knight r2 r6",
        f"move {'9' * 100} knight r2 r6",
        "move \u0661 knight r2 r6",
        "move \u00b2 knight r2 r6",
        "load 0 swordsman r3 u1",
        "load \u0662 swordsman r3 u1",
        "unload 0 swordsman u1 r12",
    ],
)
def test_what_is_no_number_of_units_is_refused_by_name(text: str) -> None:
    table = Table()
    table.unit("trireme", "p1", "z1")
    table.units(2, "knight", "p1", "r2")
    table.units(2, "swordsman", "p1", "r3")
    assert table.expand("p1", text, "done") == [text, "done"]
    with pytest.raises(InvalidCommand, match="a number of units is written in digits"):
        RULESET.read(text)


@pytest.mark.rule("KC-16.6")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "move",
        "move 2",
        "move 2 knight",
        "move 2 knight r2",
        "move 2 knight r2 r6 ",
        "move 2  knight r2 r6",
        "load 2 swordsman r3",
        "load 2 swordsman r3 u1 r4",
        "sail u1",
        "cast fog",
    ],
)
def test_too_few_or_too_many_words_are_refused(text: str) -> None:
    table = Table()
    table.unit("trireme", "p1", "z1")
    table.units(2, "knight", "p1", "r2")
    table.units(2, "swordsman", "p1", "r3")
    assert not is_accepted(table, table.expand("p1", text))


NUMBERS = st.sampled_from(["0", "1", "2", "3", "00", "9999", "10000", "-1", "\u0661", "one", "all"])
WORDS = st.one_of(
    NUMBERS,
    st.sampled_from(["move", "load", "unload", "sail", "cast", "on", "at", "halt", "done"]),
    st.sampled_from(["swordsman", "knight", "dragon", "fog", "r2", "r6", "r9", "z2", "u1", "u5"]),
    st.text(max_size=5),
)
ORDERS = st.sampled_from(
    [
        "move 2 knight r2 r6 r9",
        "move 1 swordsman r3 r2",
        "move one dragon r4 r2 r1",
        "load 2 swordsman r3 u1",
        "sail u1 z2",
        "cast fog u5 r4",
    ]
)


@pytest.mark.rule("KC-16.6")
@settings(max_examples=150)
@given(st.data())
def test_whatever_is_written_out_says_the_same_or_is_refused(data: st.DataObject) -> None:
    """Nothing vanishes: folded up again, what was written out is the text it came from."""
    words = data.draw(ORDERS).split(" ")
    if data.draw(st.booleans()):
        words[1] = data.draw(NUMBERS)
    for _ in range(data.draw(st.integers(0, 2))):
        position = data.draw(st.integers(0, len(words)))
        new = data.draw(st.lists(WORDS, max_size=2))
        words[position : position + data.draw(st.integers(0, 2))] = new
    text = data.draw(st.one_of(st.just(" ".join(words)), st.text(max_size=30)))
    table = Table()
    table.unit("trireme", "p1", "z1")
    table.units(2, "knight", "p1", "r2")
    table.unit("dragon", "p1", "r4")
    table.unit("mage", "p1", "r2")
    table.units(3, "swordsman", "p1", "r3")
    written = table.expand("p1", text)
    assert written, "the text has vanished"
    if is_accepted(table, written):
        order, count = folded(written)
        said = text.split(" ")
        if said[1:2] == [str(count)]:
            said[1] = "one"
        else:
            assert count == 1
        assert order == said


def is_accepted(table: Table, texts: list[str]) -> bool:
    """Whether p1 can enter all of this on a copy of the table's state."""
    table.open()
    state = RULESET.copy(table.state)
    for text in texts:
        try:
            command = RULESET.read(text)
        except InvalidCommand:
            return False
        if RULESET.check(state, 0, command) is not None:
            return False
        RULESET.apply(state, 0, command, table.chance)
    return True


def folded(written: list[str]) -> tuple[list[str], int]:
    """The order that all of these commands spell, with its path or target, and how often."""
    said = [text.split(" ") for text in written if text != "halt" or len(written) == 1]
    orders: list[list[str]] = []
    for words in said:
        if words[0] in ("on", "at") and orders:
            orders[-1] += words[1:]
        else:
            orders.append(words)
    assert all(order == orders[0] for order in orders)
    return orders[0], len(orders)


@pytest.mark.rule("KC-16.6")
def test_seamen_sail_in_one_line() -> None:
    table = Table("strait", 2)
    table.know("p1", "seamanship")
    table.unit("trireme", "p1", "z1")
    assert table.expand("p1", "sail u1 z2 z6", "done") == ["sail u1 z2", "on z6", "done"]
    assert table.expand("p1", "sail u1 z2", "done") == ["sail u1 z2", "halt", "done"]


@pytest.mark.rule("KC-16.6")
def test_selections_are_inserted_where_the_menu_is_long() -> None:
    table = crowded()
    assert table.expand(
        "p1", "move 2 swordsman r1 r3", "buy improve_defense", "cast fog u1 r2"
    ) == [
        "select r1",
        "move one swordsman r1 r3",
        "select r1",
        "move one swordsman r1 r3",
        "buy improve_defense",
        "select r4",
        "cast fog u1",
        "at r2",
    ]


@pytest.mark.rule("KC-16.7")
def test_the_fallback_ends_every_decision() -> None:
    table = crowded()
    table.unit("knight", "p1", "r1")
    table.gold("p2", -1)
    table.unit("swordsman", "p2", "r7")
    table.reopen()
    assert RULESET.fallback(table.state, 0).text == "done"
    assert RULESET.fallback(table.state, 1).text == "disband swordsman r7"
    table.say("p1", "select r1")
    assert RULESET.fallback(table.state, 0).text == "train swordsman r1"
    table.say("p1", "move one knight r1 r2")
    assert RULESET.fallback(table.state, 0).text == "halt"
    table.say("p1", "halt", "select r4", "cast fog u1")
    assert RULESET.fallback(table.state, 0).text == "at r1"
