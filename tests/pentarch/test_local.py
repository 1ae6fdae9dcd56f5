"""The local runner: single matches, and series whose results depend on nothing but the seed."""

from dataclasses import replace
from pathlib import Path

import pytest

from pentarch.arbiter.referee import Terms
from pentarch.bots.random import Random
from pentarch.bots.registry import UnknownBot
from pentarch.engine.chance import derive
from pentarch.engine.errors import EngineError, InvalidOption, InvalidSeats, UnknownRuleset
from pentarch.engine.plain import Json
from pentarch.engine.record import encode, verify
from pentarch.local import Series, play_local, play_series

SHORT: dict[str, Json] = {"round_cap": 5}

CRASHING = """
from pentarch.bots.sdk import Bot

class Crashing(Bot):
    def decide(self, turn):
        raise ValueError("out of order")
"""


def series(**changes: object) -> Series:
    basis = Series(ruleset="township", bots=["random", "greedy"], seed=3, matches=4, options=SHORT)
    return replace(basis, **changes)  # type: ignore[arg-type] # fields are checked by the tests


def test_a_match_between_specs_and_objects() -> None:
    result = play_local("township", ["greedy", Random()], seed=4, options=SHORT)
    assert result.bots == ["greedy", "random"]
    assert result.evidence == []
    record = verify(encode(result.record(timed=False)))
    assert (record.seed, record.options["round_cap"]) == (4, 5)


def test_a_clock_puts_bots_into_threads_and_times_into_the_record() -> None:
    terms = Terms(bank=60, increment=0, cap=30)
    result = play_local("township", ["random", "random"], seed=4, options=SHORT, terms=terms)
    annotations = result.record(timed=True).annotations
    assert isinstance(annotations, dict)
    assert "left" in annotations
    assert result.used[0] > 0


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"ruleset": "chess"}, UnknownRuleset),
        ({"bots": ["random"]}, InvalidSeats),
        ({"bots": ["random"] * 7}, InvalidSeats),
        ({"bots": ["random", "nobody"]}, UnknownBot),
        ({"options": {"colour": "red"}}, InvalidOption),
        ({"options": {"round_cap": "x"}}, InvalidOption),
        ({"seed": -1}, EngineError),
    ],
)
def test_what_does_not_exist_is_refused_before_anything_is_played(
    changes: dict[str, object], error: type[Exception]
) -> None:
    with pytest.raises(error):
        play_series(series(**changes))


def test_a_block_is_one_seed_in_every_rotation() -> None:
    three = series(bots=["random", "greedy", "random"], matches=7)
    assert [three.seed_of(index) for index in range(7)] == [
        *[3] * 3,
        *[derive(3, "block", 1)] * 3,
        derive(3, "block", 2),
    ]
    assert [three.seating(index) for index in range(3)] == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    for bot in range(3):
        assert {three.seating(index).index(bot) for index in range(3)} == {0, 1, 2}


def test_without_rotation_every_match_has_its_own_seed() -> None:
    still = series(is_rotated=False)
    assert len({still.seed_of(index) for index in range(4)}) == 4
    assert {tuple(still.seating(index)) for index in range(4)} == {(0, 1)}


def test_results_do_not_depend_on_the_number_of_jobs() -> None:
    wanted = series(keep_records=True)
    alone = play_series(wanted)
    together = play_series(wanted, jobs=2)
    assert [replace(result, seconds=0) for result in alone] == [
        replace(result, seconds=0) for result in together
    ]
    for result in alone:
        record = verify(result.record)
        assert record.bots == [wanted.bots[bot] for bot in result.seating]


def test_one_match_of_a_series_can_be_played_again_alone() -> None:
    played = play_series(series(keep_records=True))
    last = played[-1]
    bots = [series().bots[bot] for bot in last.seating]
    alone = play_local("township", [*bots], seed=last.seed, options=SHORT)
    assert encode(alone.record(timed=False)) == last.record


def test_a_bot_from_a_file_plays_and_forfeits_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "crashing.py"
    file.write_text(CRASHING)
    heard: list[int] = []
    wanted = series(bots=[str(file), "random"], matches=2)
    played = play_series(wanted, on_match=lambda result: heard.append(result.index))
    assert heard == [0, 1]
    assert [result.forfeits for result in played] == [[(0, "BOT_CRASH")], [(1, "BOT_CRASH")]]
    assert [result.rank_of(0) for result in played] == [2, 2]


@pytest.mark.parametrize(
    ("bots", "matches", "is_rotated", "distinct"),
    [
        (["random", "random"], 6, True, 3),
        (["random", "greedy"], 6, True, 6),
        (["random", "random"], 6, False, 6),
        (["random", "greedy", "random", "greedy"], 8, True, 4),
        (["random", "greedy", "greedy"], 3, True, 3),
        (["random", "random", "random"], 4, True, 2),
    ],
)
def test_rotations_of_equal_bots_are_one_match(
    bots: list[str], matches: int, is_rotated: bool, distinct: int
) -> None:
    told = series(bots=bots, matches=matches, is_rotated=is_rotated, keep_records=True)
    assert told.distinct() == distinct
    assert len({result.record for result in play_series(told)}) == distinct
