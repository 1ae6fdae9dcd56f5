"""The greedy bot plays every setting and beats random play."""

import pytest

from bots.greedy import greedy
from bots.sdk import Bot, Turn
from engine.chance import Seeded
from engine.commands import Command
from engine.heroes import RULESET
from engine.match import Match
from engine.plain import Json
from tests.playing import play_bots


class Random(Bot):
    """Any legal command."""

    def __init__(self, seed: int) -> None:
        self.chance = Seeded(seed)

    def decide(self, turn: Turn) -> Command:
        return self.chance.choice(turn.legal)


SETTINGS: list[dict[str, Json]] = [
    {"preset": "advanced"},
    {"combat_method": 2, "mercenaries": "on"},
    {"combat_method": 3, "guard_control": "left_player", "method_change": True},
    {"method_vote": True, "end_by_agreement": True, "terrain": "on"},
]


@pytest.mark.parametrize("options", SETTINGS, ids=lambda given: "-".join(given))
@pytest.mark.parametrize("seats", [2, 3])
def test_greedy_plays_every_setting(options: dict[str, Json], seats: int) -> None:
    match = Match(RULESET, seats, {"rounds": 3, **options}, 11)
    play_bots(match, [greedy("heroes") for _ in range(seats)])
    assert match.outcome is not None


def test_greedy_beats_random_play() -> None:
    won = 0
    for seed in range(6):
        match = Match(RULESET, 2, {}, seed)
        bots: list[Bot] = [greedy("heroes"), Random(seed)]
        seat = seed % 2
        play_bots(match, bots if seat == 0 else bots[::-1])
        assert match.outcome is not None
        won += match.outcome.winners() == [seat]
    assert won >= 5
