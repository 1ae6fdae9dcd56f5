"""The greedy bot: stronger than chance, legal everywhere, and it brings matches to an end."""

from collections import Counter

import pytest

from pentarch.bots.greedy.kingdom import Greedy
from pentarch.bots.greedy.kingdom.armies import Army, fight
from pentarch.bots.sdk import Bot, Clock, Start, Turn
from pentarch.engine.chance import Seeded
from pentarch.engine.commands import Command
from pentarch.engine.core import SEAT_NAMES, Seat
from pentarch.engine.kingdom.rules import RULESET
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from tests.engine.kingdom.build import Table
from tests.playing import one_decision, play_bots, seat_bots


class Anything(Bot):
    """Chooses evenly among what is legal."""

    def start(self, start: Start) -> None:
        self.chance = Seeded(start.seed)

    def decide(self, turn: Turn) -> Command:
        return self.chance.choice(turn.legal)


@pytest.mark.long
def test_greedy_beats_random_in_nine_of_ten_matches() -> None:
    assert wins_against_random(100) >= 90


def test_greedy_beats_random() -> None:
    assert wins_against_random(10) >= 9


def wins_against_random(matches: int) -> int:
    wins = 0
    for number in range(matches):
        seat = number % 2
        bots: list[Bot] = [Anything(), Anything()]
        bots[seat] = Greedy()
        outcome = play_bots(Match(RULESET, 2, {}, number), bots).outcome
        assert outcome is not None
        wins += outcome.winners() == [seat]
    return wins


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {"map": "strait"}),
        (3, {}),
        (4, {}),
        (4, {"map": "isles"}),
        (5, {}),
        (6, {}),
        (2, {"map": "random", "map_size": "small", "extra_spells": True, "start_gold": 40}),
        (3, {"map": "random", "garrisons": "strong", "market_size": 7, "tech_interval": 1}),
        (2, {"start_gold": 0, "start_swordsmen": 6, "market_size": 0, "home_attack": 6}),
    ],
)
def test_greedy_plans_are_legal_on_every_map(seats: int, options: dict[str, Json]) -> None:
    match = Match(RULESET, seats, {**options, "max_rounds": 15}, 5)
    bots = [Greedy() for _ in range(seats)]
    seat_bots(match, bots)
    verbs: Counter[str] = Counter()
    while acting := match.to_act():
        plan = one_decision(match, acting[0], bots[acting[0]])
        verbs.update(command.text.split(" ")[0] for command in plan)
        for command in plan:
            match.submit(acting[0], command)
    assert verbs["done"] >= 1
    assert verbs["move"] + verbs["load"] > verbs["done"]


def test_greedy_matches_end_by_castles() -> None:
    reasons = []
    for seed in range(6):
        outcome = play_bots(Match(RULESET, 2, {}, seed), [Greedy(), Greedy()]).outcome
        assert outcome is not None
        reasons.append(outcome.natural)
    assert sum(reasons) >= 5


def test_greedy_answers_an_open_path_and_a_debt() -> None:
    table = Table()
    table.gold("p2", -3)
    table.units(2, "knight", "p1", "r1")
    table.units(6, "swordsman", "p2", "r7")
    table.say("p1", "move one knight r1 r2")
    for seat in (0, 1):
        turn = turn_of(table, seat)
        plan = Greedy().plan(turn.sample(), seat, turn.legal)
        table.say(SEAT_NAMES[seat], *[command.text for command in plan])
    assert table.realm.round == 2


def turn_of(table: Table, seat: Seat) -> Turn:
    return Turn(
        ruleset=RULESET,
        seat=seat,
        seats=2,
        sequence=0,
        legal=RULESET.legal(table.state, seat),
        clock=Clock(left=60.0, increment=1.0, cap=10.0),
        look=lambda: RULESET.view(table.state, seat),
    )


def test_battles_on_paper_agree_with_worked_example_21() -> None:
    swordsman = (0, 1, 2)
    for count, left in ((4, 3), (3, 1), (2, 0)):
        attackers = Army([swordsman] * count)
        won = fight(attackers, Army([swordsman] * 2), 1, absent=False)
        assert (won, attackers.left()) == (left > 0, left)
