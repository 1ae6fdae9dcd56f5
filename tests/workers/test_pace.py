"""How many matches are leased together, by how long such matches have taken."""

from pentarch.arbiter.store.models import Match, Seat
from pentarch.workers.pace import WINDOW, Pace


def match(ruleset: str, *versions: int) -> Match:
    made = Match(ruleset=ruleset)
    made.seats = [Seat(seat=seat, version_id=id) for seat, id in enumerate(versions)]
    return made


def test_of_unknown_matches_a_few_are_tried() -> None:
    assert Pace().window([match("township", 1, 2)] * 20) == 5
    assert Pace().window([match("township", 1, 2)] * 2) == 2
    assert Pace().window([]) == 0


def test_a_window_is_so_many_seconds_of_known_matches() -> None:
    pace = Pace()
    quick, slow = match("township", 1, 2), match("heroes", 1, 2)
    pace.learn(quick, WINDOW / 100)
    pace.learn(slow, WINDOW * 2)
    assert pace.window([match("township", 2, 1)] * 20) == 20, "in any order of seats"
    assert pace.window([quick] * 200) == 50
    assert pace.window([quick] * 3 + [slow] * 3) == 3
    assert pace.window([slow] * 3) == 1


def test_a_pace_that_changes_is_learnt() -> None:
    pace = Pace()
    for _ in range(20):
        pace.learn(match("township", 1, 2), WINDOW * 3)
    assert pace.window([match("township", 1, 2)] * 20) == 1
    for _ in range(20):
        pace.learn(match("township", 1, 2), WINDOW / 1000)
    assert pace.window([match("township", 1, 2)] * 20) == 20


def test_only_so_many_kinds_are_remembered() -> None:
    pace = Pace()
    for number in range(1, 1_500):
        pace.learn(match("township", number, number + 1), WINDOW / 1000)
    assert pace.window([match("township", 1, 2)] * 20) == 5, "forgotten"
    assert pace.window([match("township", 1_499, 1_500)] * 20) == 20
