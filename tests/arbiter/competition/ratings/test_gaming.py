"""Ratings nobody can game: an owner's many bots weigh together as much as one."""

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import combinations

import pytest

from pentarch.arbiter.competition.ratings import MatchResult, Ranking, Tally, by_block, rate
from pentarch.engine.chance import Seeded, derive

GREEDY = "owner of many"
Logit = Callable[[str, str], float]


def round_robin(bots: list[str], logit: Logit, blocks: int, seed: int = 1) -> list[MatchResult]:
    """Duels of all pairs, in blocks of two matches."""
    results = []
    for first, second in combinations(sorted(bots), 2):
        chance = Seeded(derive(seed, first, second))
        for number in range(blocks):
            block = f"{first}-{second}-{number}"
            for turn, pair in enumerate(((first, second), (second, first))):
                odds = 1 / (1 + math.exp(-logit(*pair)))
                is_won = chance.below(1 << 30) / (1 << 30) < odds
                ranks = (1, 2) if is_won else (2, 1)
                results.append(MatchResult(f"{block}.{turn}", block, pair, ranks))
    return results


def rated(results: list[MatchResult], owners: Mapping[str, str]) -> Ranking:
    tally = Tally(replicates=0)
    tally.add(by_block(results))
    for bot, owner in owners.items():
        tally.own(bot, owner, bot)
    return rate(tally)


def elos(ratings: Ranking, bots: list[str]) -> list[float]:
    return [ratings.rows[ratings.places[bot]].rating for bot in bots]


def order(ratings: Ranking, bots: list[str]) -> list[str]:
    return [row.bot for row in ratings.rows if row.bot in bots]


def copied(results: list[MatchResult], bot: str, copies: int) -> list[MatchResult]:
    """The results, and all those of a bot once more for every copy of it."""
    more = list(results)
    for number in range(1, copies):
        for one in results:
            if bot in one.bots:
                bots = tuple(f"{bot}{number}" if name == bot else name for name in one.bots)
                more.append(
                    replace(
                        one,
                        match_id=f"{number}:{one.match_id}",
                        block_id=f"{number}:{one.block_id}",
                        bots=bots,
                    )
                )
    return more


def roles(first: str, second: str) -> float:
    """Papers beat rocks, scissors beat papers, rocks beat scissors."""
    kinds = ["rock", "paper", "scissors"]
    one, two = (kinds.index(name.rstrip("0123456789")) for name in (first, second))
    return (0.0, 1.5, -1.5)[(one - two) % 3]


def test_ten_exact_copies_change_nobody_elses_rating() -> None:
    others = ["paper", "scissors"]
    results = round_robin(["rock", *others], roles, 40)
    ten = copied(results, "rock", 10)
    owners = {name: GREEDY for one in ten for name in one.bots if name.startswith("rock")}
    before = rated(results, {})
    assert elos(rated(ten, owners), others) == pytest.approx(elos(before, others), abs=1e-4)
    # The same without a word about owners: whoever beats the copies gains a hundred points.
    free = elos(rated(ten, {}), others)
    assert (free[0] - free[1]) - (elos(before, others)[0] - elos(before, others)[1]) > 100


def test_ten_copies_that_play_matches_of_their_own_change_nobody_elses_rank() -> None:
    others = ["paper", "paper2", "scissors", "scissors2"]
    rocks = ["rock", *(f"rock{k}" for k in range(1, 10))]
    alone = rated(round_robin(["rock", *others], roles, 60), {})
    ten = round_robin([*rocks, *others], roles, 60)
    weighed = rated(ten, dict.fromkeys(rocks, GREEDY))
    for bot in others:
        assert abs(elos(weighed, [bot])[0] - elos(alone, [bot])[0]) < 40
    free = rated(ten, {})
    assert set(order(free, others)[:2]) == {"paper", "paper2"}, "unweighed, the copies decide"
    gap = min(elos(free, ["paper", "paper2"])) - max(elos(free, ["scissors", "scissors2"]))
    assert gap > 150


def test_ten_near_copies_change_nobody_elses_rank() -> None:
    rivals = [f"rival{k}" for k in range(6)]
    strengths = {bot: 0.6 * place for place, bot in enumerate(rivals)}
    near = [f"near{k}" for k in range(10)]
    strengths |= {bot: 1.5 + 0.02 * place for place, bot in enumerate(near)}

    def logit(first: str, second: str) -> float:
        # The near copies have a weakness that they share: the second best rival.
        weak = 2.0 * (second.startswith("near") and first == "rival4")
        strong = 2.0 * (first.startswith("near") and second == "rival4")
        return strengths[first] - strengths[second] + weak - strong

    one = rated(round_robin([*rivals, "near0"], logit, 40), {})
    ten = round_robin([*rivals, *near], logit, 40)
    weighed = rated(ten, dict.fromkeys(near, GREEDY))
    assert order(weighed, rivals) == order(one, rivals) == rivals[::-1]
    assert order(rated(ten, {}), rivals) != rivals[::-1], "unweighed, the weakness decides"


def test_bots_that_lose_to_one_of_their_own_do_not_lift_it() -> None:
    rivals = [f"rival{k}" for k in range(6)]
    helpers = [f"helper{k}" for k in range(9)]
    strengths = {bot: 0.8 * place for place, bot in enumerate(rivals)}
    strengths |= {"main": 2.0} | dict.fromkeys(helpers, 4.2)

    def logit(first: str, second: str) -> float:
        if "main" in (first, second) and first.startswith("helper") != second.startswith("helper"):
            return 6.0 if first == "main" else -6.0
        return strengths[first] - strengths[second]

    def place(ratings: Ranking) -> int:
        return order(ratings, ["main", *rivals]).index("main")

    without = rated(round_robin([*rivals, "main"], logit, 60), {})
    results = round_robin([*rivals, "main", *helpers], logit, 60)
    assert place(rated(results, dict.fromkeys(["main", *helpers], GREEDY))) == place(without) == 3
    assert place(rated(results, {})) == 0, "unweighed, it comes first"


def test_ten_bots_that_lose_to_a_rival_on_purpose_lift_it_no_more_than_one() -> None:
    rivals = [f"rival{k}" for k in range(6)]
    strengths = {bot: 0.5 * place for place, bot in enumerate(rivals)} | {"loser": 1.2}

    def logit(first: str, second: str) -> float:
        if {first, second} == {"loser", "rival2"}:
            return 6.0 if first == "rival2" else -6.0
        return strengths[first] - strengths[second]

    results = round_robin([*rivals, "loser"], logit, 30)
    ten = copied(results, "loser", 10)
    owners = {name: GREEDY for one in ten for name in one.bots if name.startswith("loser")}
    assert elos(rated(ten, owners), rivals) == pytest.approx(
        elos(rated(results, {}), rivals), abs=1e-4
    )


def test_an_owner_with_several_names_is_rated_as_surely_as_before() -> None:
    # The prior weighs as little as the results do, so nobody is drawn to the middle.
    bots = [f"b{k}" for k in range(5)]
    results = round_robin(bots, lambda a, b: 0.8 * (int(b[1:]) - int(a[1:])), 40)
    plain = rated(results, {})
    shared = rated(copied(results, "b0", 5), {f"b0{k or ''}": GREEDY for k in range(5)})
    assert elos(shared, bots) == pytest.approx(elos(plain, bots), abs=1e-4)


def test_versions_of_one_name_are_one_bot() -> None:
    tally = Tally(replicates=0)
    tally.enter(["a1", "a2", "b1", "other"])
    for bot, name in (("a1", "a"), ("a2", "a"), ("b1", "b")):
        tally.own(bot, GREEDY, name)
    assert dict(zip(tally.bots, tally.masses(), strict=True)) == {
        "a1": 0.5,
        "a2": 0.5,
        "b1": 0.5,
        "other": 1.0,
    }
