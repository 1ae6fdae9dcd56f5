"""The greedy bot beats random play, and reaches every source of Xadlas (bounded versions)."""

from collections import Counter

import pytest

from pentarch.bots.greedy.tradewarz import Greedy
from pentarch.bots.greedy.tradewarz.bot import choose
from pentarch.bots.greedy.tradewarz.outlook import Outlook
from pentarch.bots.sdk import Bot, Start, Turn
from pentarch.engine.chance import Chance, Seeded
from pentarch.engine.commands import Command
from pentarch.engine.match import Match
from pentarch.engine.tradewarz import RULESET
from pentarch.engine.tradewarz.state import State
from tests.engine.tradewarz.build import (
    ally,
    army,
    do,
    give_golden,
    start,
    stock,
)
from tests.playing import one_decision, play_bots, seat_bots


class Random(Bot):
    """Draws every command."""

    chance: Chance

    def start(self, start: Start) -> None:
        self.chance = Seeded(start.seed)

    def decide(self, turn: Turn) -> Command:
        return self.chance.choice(turn.legal)


def wins_against_random(matches: int) -> float:
    won = 0.0
    for number in range(matches):
        mine = number % 2
        bots: list[Bot] = [Random(), Random()]
        bots[mine] = Greedy()
        match = play_bots(Match(RULESET, 2, {}, 1000 + number), bots)
        assert match.outcome is not None
        winners = match.outcome.winners()
        won += (mine in winners) / len(winners)
    return won / matches


def sources(seats: int, matches: int) -> Counter[str]:
    """Golden Xadlas of greedy matches by source, silver ones by kind, and how matches ended."""
    found: Counter[str] = Counter()
    for number in range(matches):
        match = Match(RULESET, seats, {}, 7000 + number)
        bots: list[Bot] = [Greedy() for _ in range(seats)]
        seat_bots(match, bots)
        while acting := match.to_act():
            for command in one_decision(match, acting[0], bots[acting[0]]):
                for event in match.submit(acting[0], command):
                    if event.name == "golden":
                        found[str(event.values[0])] += 1
        state: State = match.state
        found["castle"] += sum(house.castles for house in state.houses)
        found["post"] += sum(1 for post in state.posts if post.owner < seats)
        assert match.outcome is not None
        found[match.outcome.reason] += 1
    return found


def test_greedy_beats_random() -> None:
    assert wins_against_random(12) >= 0.9


def test_greedy_matches_reach_the_target_by_many_ways() -> None:
    found = sources(2, 8)
    assert found["target"] >= 6
    for source in ("battle", "posts", "university", "dial", "castle", "post"):
        assert found[source] > 0, source


def answer(state: State, seat: int) -> str:
    """What greedy does in a state."""
    return str(choose(state, seat, RULESET.legal(state, seat), Outlook(), 0))


def neighbours(*golden: int, alliance_victory: bool = False) -> State:
    """Three seats with golden Xadlas; soldiers of p1 and p2 stand side by side."""
    state = start(3, alliance_victory=alliance_victory)
    give_golden(state, *golden)
    army(state, 0, "s33", 1)
    army(state, 1, "s34", 1)
    return state


def test_greedy_allies_with_a_neighbour_against_a_leader() -> None:
    state = neighbours(2, 3, 5)
    assert answer(state, 0) == "ally p2"
    do(state, 0, "ally p2")
    assert answer(state, 1) == "accept"
    assert answer(neighbours(2, 4, 5), 0) != "ally p2"
    leading = neighbours(5, 3, 2)
    assert not answer(leading, 0).startswith("ally")
    do(leading, 0, "ally p2")
    assert answer(leading, 1) == "decline"


def test_greedy_allies_for_a_common_victory_when_two_are_ahead() -> None:
    ahead = neighbours(5, 6, 1, alliance_victory=True)
    assert answer(ahead, 0) == "ally p2"
    do(ahead, 0, "ally p2")
    assert answer(ahead, 1) == "accept"
    assert answer(neighbours(5, 3, 1, alliance_victory=True), 0) != "ally p2"
    assert answer(neighbours(2, 3, 5, alliance_victory=True), 0) != "ally p2"


def test_greedy_parts_from_an_ally_about_to_win() -> None:
    for golden, parts in ((7, True), (6, False)):
        state = neighbours(3, golden, 2)
        ally(state, 0, 1)
        stock(state, 0, 9, 9, 9, 9)
        assert (answer(state, 0) == "break") == parts


def test_greedy_trades_and_allies_between_three() -> None:
    found: Counter[str] = Counter()
    for number in range(6):
        match = Match(RULESET, 3, {}, 1 + number)
        bots: list[Bot] = [Greedy() for _ in range(3)]
        seat_bots(match, bots)
        while acting := match.to_act():
            for command in one_decision(match, acting[0], bots[acting[0]]):
                found.update(event.name for event in match.submit(acting[0], command))
    assert found["traded"] >= 6
    assert found["allied"] >= 3


def test_greedy_answers_the_same_to_the_same_match() -> None:
    digests = {
        play_bots(Match(RULESET, 3, {}, 5), [Greedy() for _ in range(3)]).final_digest
        for _ in range(2)
    }
    assert len(digests) == 1


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_greedy_beats_random_nine_times_in_ten_of_a_hundred() -> None:
    assert wins_against_random(100) >= 0.9


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_every_source_scores_in_a_hundred_greedy_matches() -> None:
    found = sources(2, 60) + sources(4, 40)
    assert found["target"] >= 70
    for source in ("battle", "capital", "posts", "university", "wealth", "dial", "castle", "post"):
        assert found[source] > 0, source
