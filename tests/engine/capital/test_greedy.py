"""The greedy bot plays every mode to a natural end and beats chance."""

import pytest

from pentarch.bots.greedy.capital import Greedy
from pentarch.bots.sdk import Answer, Bot, Start, Turn
from pentarch.engine.capital.rules import RULESET
from pentarch.engine.chance import Seeded
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from tests.playing import play_bots


class AtRandom(Bot):
    """Any legal command."""

    def start(self, start: Start) -> None:
        self.chance = Seeded(start.seed)

    def decide(self, turn: Turn) -> Answer:
        return self.chance.choice(turn.legal)


@pytest.mark.parametrize("seat", [0, 1])
def test_greedy_beats_chance_from_both_seats(seat: int) -> None:
    for seed in range(4):
        bots: list[Bot] = [AtRandom(), AtRandom()]
        bots[seat] = Greedy()
        outcome = play_bots(Match(RULESET, 2, {"mode": "short"}, seed), bots).outcome
        assert outcome is not None
        assert outcome.winners() == [seat]


@pytest.mark.parametrize(
    ("seats", "options"),
    [(2, {}), (3, {"cities": "b_pick"}), (4, {}), (4, {"teams": "2v2"}), (2, {"quests": False})],
)
def test_greedy_matches_end_by_a_win(seats: int, options: dict[str, Json]) -> None:
    match = Match(RULESET, seats, options, 6)
    outcome = play_bots(match, [Greedy() for _ in range(seats)]).outcome
    assert outcome is not None
    assert outcome.natural
