"""Trading posts: who owns them, what they pay, and teleporting between them."""

import pytest

from pentarch.engine.tradewarz import refusals
from pentarch.engine.tradewarz.board import Post
from pentarch.engine.tradewarz.economy import income
from pentarch.engine.tradewarz.tables import NONE
from tests.engine.tradewarz.build import (
    ally,
    army,
    building,
    check,
    do,
    end_year,
    gather,
    hold_posts,
    marching,
    soldiers,
    space,
    start,
    values,
)


@pytest.mark.rule("TW-TP.6", "TW-TP.7", "TW-TP.8", "TW-TP.4")
def test_ownership_of_a_post_goes_to_building_old_owner_or_the_larger_army() -> None:
    state = start(3)
    ally(state, 0, 1)
    army(state, 0, "s22", 1)
    army(state, 1, "s22", 2)
    gather(state, 0)
    assert state.posts[0].owner == 1
    assert (state.xadlas(0), state.xadlas(1)) == (0, 1)
    state.houses[1].army[space("s22")] = 1
    state.houses[0].army[space("s22")] = 2
    state.recount()
    gather(state, 1)
    assert state.posts[0].owner == 1
    building(state, 0, "s22", "settlement")
    gather(state, 2)
    assert state.posts[0].owner == 0
    even = start(3)
    ally(even, 1, 2)
    army(even, 1, "s22", 1)
    army(even, 2, "s22", 1)
    gather(even, 0)
    assert even.posts[0].owner == 1
    do(even, 1, "march", dice=(1,))
    do(even, 1, "move s22 1", "step s21", "stop", "end")
    assert even.posts[0].owner == 2


@pytest.mark.rule("TW-TP.8")
def test_a_raided_or_deserted_post_belongs_to_nobody_or_the_raider() -> None:
    state = start()
    building(state, 1, "s22", "settlement")
    state.posts[0] = Post(state.posts[0].square, 1)
    army(state, 0, "s21", 1)
    do(state, 0, "march", dice=(4,))
    do(state, 0, "move s21 1", "step s22", "step s23", "stop", "end")
    assert state.posts[0].owner == NONE


@pytest.mark.rule("TW-TP.9", "TW-YEAR.4", "TW-XAD.1")
def test_two_posts_or_more_pay_one_golden_xadla_a_year() -> None:
    for posts in (("s22", "s55"), ("s22", "s55", "s52")):
        state = start(target=20)
        for where in posts:
            building(state, 0, where, "settlement")
        assert values(end_year(state), "golden") == [("posts",)]
    one = start()
    building(one, 0, "s22", "settlement")
    assert values(end_year(one), "golden") == []


@pytest.mark.rule("TW-TP.10", "TW-YEAR.1")
def test_the_gold_of_posts_villages_and_castles() -> None:
    """Worked example R9; the capital's three gold are counted apart."""
    villages = start()
    for where in ("s11", "s12", "s13"):
        building(villages, 0, where, "village")
    assert 3 + income(villages, 0)[0] == 6
    posts = start()
    hold_posts(posts, 0, 0, NONE)
    assert 3 + income(posts, 0)[0] == 5
    posts.houses[0].schools = [2, 4, 4]
    assert 3 + income(posts, 0)[0] == 5
    posts.houses[0].schools[0] = 3
    assert 3 + income(posts, 0)[0] == 7
    posts.houses[0].schools[0] = 4
    assert 3 + income(posts, 0)[0] == 7
    castles = start()
    for where in ("s11", "s12"):
        building(castles, 0, where, "castle")
    assert 3 + income(castles, 0)[0] == 9


@pytest.mark.rule("TW-TP.11")
def test_a_post_may_be_built_on() -> None:
    state = start()
    army(state, 0, "s22", 1)
    do(state, 0, "build", "build settlement s22 silo b2")
    assert state.posts[0].square == space("s22")
    assert state.posts[0].owner == 0


@pytest.mark.rule("TW-TP.5", "TW-TP.3")
def test_with_three_seats_all_posts_are_linked() -> None:
    """Worked example R2, second half."""
    state = start(3)
    army(state, 0, "s22", 1)
    army(state, 0, "s55", 1)
    marching(state, 1)
    do(state, 0, "move s22 1", "warp s55", "stop")
    assert soldiers(state, 0, "s55") == 2


@pytest.mark.rule("TW-TP.2", "TW-TP.5")
def test_with_four_seats_posts_are_linked_in_pairs() -> None:
    """Worked example R2: 1 and 3 (s22, s52), 2 and 4."""
    state = start(4)
    for where in ("s22", "s52", "s55"):
        army(state, 0, where, 1)
    marching(state, 1)
    do(state, 0, "move s22 1")
    assert check(state, 0, "warp s55") is refusals.NOT_LINKED
    do(state, 0, "warp s52", "stop")
    assert soldiers(state, 0, "s52") == 2
    assert state.march.left == 0


@pytest.mark.rule("TW-TP.4", "TW-TP.5")
def test_teleporting_takes_a_post_under_foot_and_one_occupied_by_soldier_or_building() -> None:
    state = start()
    army(state, 0, "s22", 2)
    marching(state)
    do(state, 0, "move s22 1")
    assert check(state, 0, "warp s55") is refusals.POST_NOT_HELD
    building(state, 0, "s55", "settlement")
    assert check(state, 0, "warp s55") is None
    assert check(state, 0, "warp s52") is refusals.POST_NOT_HELD
    army(state, 0, "s52", 1)
    assert check(state, 0, "warp s52") is None
    do(state, 0, "step s23")
    assert check(state, 0, "warp s55") is refusals.NOT_ON_POST
