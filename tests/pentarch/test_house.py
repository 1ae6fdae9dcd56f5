"""The house: who meets whom, what is kept of it, and what comes out."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pentarch.bots.registry import UnknownBot, reference
from pentarch.engine import registry
from pentarch.engine.errors import InvalidValue
from pentarch.house import ladder
from pentarch.house.block_folder import BlockFolder
from pentarch.house.schedule import House, seat_counts

BOTS = ("random", "greedy", "greedy:raider", "greedy:builder", "greedy:mason")
HOUSE = House("township", BOTS, (2, 3), 2, seed=7, options={"round_cap": 5})
SMALL = House("township", BOTS[:3], (2, 3), 1, seed=7, options={"round_cap": 5})
LAZY = """
from pentarch.bots.sdk import Bot
class Lazy(Bot):
    def decide(self, turn):
        return turn.legal[{choice}]
"""


def files(folder: Path) -> dict[str, int]:
    """When each result was written."""
    return {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}


def test_every_pair_meets_once_in_a_round_of_two_seats() -> None:
    met = Counter(frozenset(table.bots) for table in HOUSE.tables() if len(table.bots) == 2)
    assert len(met) == 10
    assert set(met.values()) == {2}


def test_every_bot_sits_down_in_a_round_of_three_seats_and_nobody_twice_at_a_table() -> None:
    tables = [table.bots for table in HOUSE.tables() if len(table.bots) == 3]
    assert len(tables) == 4
    assert all(len(set(bots)) == 3 for bots in tables)
    seated = Counter(bot for bots in tables for bot in bots)
    assert set(seated) == set(BOTS)
    assert min(seated.values()) >= 2


def test_tables_of_a_round_have_one_seed_and_rounds_have_others() -> None:
    seeds = [table.seed for table in HOUSE.tables()]
    assert len(set(seeds)) == 2
    assert len(set(seeds[: len(seeds) // 2])) == 1


def test_a_placed_bot_meets_the_whole_house_and_changes_none_of_its_tables() -> None:
    tables = HOUSE.placing("mcts")
    assert all(table.bots[0] == "mcts" for table in tables)
    assert {bot for table in tables for bot in table.bots} == {"mcts", *BOTS}
    assert len([table for table in tables if len(table.bots) == 2]) == 2 * len(BOTS)


@pytest.mark.parametrize("id", registry.IDS)
def test_the_house_has_every_reference_bot_at_the_tables_that_the_ruleset_has(id: str) -> None:
    bots = reference(id, "0.5s")
    assert bots[:2] == ["random", "greedy"]
    assert bots[-2:] == ["mcts:0.5s", "expert:0.5s"]
    assert len(bots) >= 6
    House(id, tuple(bots), seat_counts(id, (2, 3, 4)), 1, 0).check()


def test_a_house_that_cannot_be_played_is_refused() -> None:
    with pytest.raises(InvalidValue, match="3 seats, but only 2 bots"):
        House("township", ("random", "greedy"), (2, 3), 1, 0).check()
    with pytest.raises(InvalidValue, match="named twice"):
        House("township", ("random", "random"), (2,), 1, 0).check()
    with pytest.raises(UnknownBot, match="nobody"):
        House("township", ("random", "nobody"), (2,), 1, 0).check()


def test_an_interrupted_house_goes_on_where_it_was(tmp_path: Path) -> None:
    whole = ladder.play(SMALL.tables(), BlockFolder(tmp_path / "whole"))
    folder = BlockFolder(tmp_path / "cut")
    played: list[None] = []

    def stop() -> None:
        played.append(None)
        if len(played) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ladder.play(SMALL.tables(), folder, on_table=stop)
    before = files(tmp_path / "cut")
    assert len(before) == 2
    results = ladder.play(SMALL.tables(), folder, jobs=2)
    after = files(tmp_path / "cut")
    assert before.items() <= after.items()
    assert len(after) == len(SMALL.tables())
    assert [each.result for each in results] == [each.result for each in whole]
    assert [each.deeds for each in results] == [each.deeds for each in whole]


def test_a_damaged_result_is_played_again(tmp_path: Path) -> None:
    tables = SMALL.tables()[:1]
    first = ladder.play(tables, BlockFolder(tmp_path))
    [file] = tmp_path.iterdir()
    for damage in (b"", b"[]", b'{"matches": [{"bots": ["a"]}]}', file.read_bytes()[:-9]):
        file.write_bytes(damage)
        again = ladder.play(tables, BlockFolder(tmp_path))
        assert [each.result for each in again] == [each.result for each in first]
    assert len(files(tmp_path)) == 1


def test_a_bot_whose_code_changes_is_another_one(tmp_path: Path) -> None:
    bot = tmp_path / "lazy.py"
    folder = BlockFolder(tmp_path / "house")
    [table] = House("township", ("random", str(bot)), (2,), 1, 0, {"round_cap": 5}).tables()
    bot.write_text(LAZY.format(choice=0))
    ladder.play([table], folder)
    assert folder.find(table) is not None
    bot.write_text(LAZY.format(choice=-1))
    assert folder.find(table) is None


def test_greedy_stands_at_1500_and_the_better_bot_above_the_worse(tmp_path: Path) -> None:
    house = House("township", ("random", "greedy"), (2,), 4, 3, {"round_cap": 12})
    report: Any = ladder.report(house, ladder.play(house.tables(), BlockFolder(tmp_path)))
    [best, worst] = report["ratings"]["all"]
    assert (best["bot"], best["rating"]) == ("greedy", 1500.0)
    assert worst["rating"] < 1400.0
    assert worst["interval"][0] < worst["rating"] < worst["interval"][1]
    assert report["matches"] == 8
    assert report["deeds"]["greedy"]["recruit"] > 0
