"""The greedy bot plays every setting and beats random play."""

import pytest

from pentarch.bots.greedy import greedy
from pentarch.bots.greedy.heroes.odds import Force, odds, stormers, unseen_odds
from pentarch.bots.greedy.heroes.turn import Planner
from pentarch.bots.sdk import Bot, Turn
from pentarch.engine.chance import Seeded
from pentarch.engine.commands import Command
from pentarch.engine.heroes import RULESET
from pentarch.engine.heroes.tables import NEUTRAL
from pentarch.engine.heroes.world.site import GROUND_ACTIVE, Ground
from pentarch.engine.heroes.world.tile import HEXES, OUTPOST
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from tests.engine.heroes.build import K, at, hero, lay, start, turn, unit
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


def army(race: int, units: str) -> Force:
    return Force(
        tuple((unit(race, word).number, int(n)) for n, word in map(split, units.split())), 3, 3
    )


def split(item: str) -> list[str]:
    return item.split("x")


@pytest.mark.parametrize("method", [1, 2, 3, 4])
def test_the_odds_know_a_safe_fight_from_a_lost_one(method: int) -> None:
    fresh = army(K, "3xl3 4xl2 3xl1")
    weak = Force(((NEUTRAL * 6, 5),))
    strong = Force(((NEUTRAL * 6 + 5, 15), (NEUTRAL * 6 + 4, 10)))
    assert odds(fresh, weak, method) >= 0.9
    assert odds(fresh, strong, method) <= 0.1
    assert odds(army(K, ""), weak, method) == 0.0


def test_archers_do_not_storm_walls_on_the_display() -> None:
    mixed = army(K, "3xl3 5xl2")
    assert stormers(mixed, 1) == mixed
    assert stormers(mixed, 4) == army(K, "5xl2")


def test_high_levels_frighten_hordes_only_with_advanced_hits() -> None:
    horde, dragons = army(K, "18xl1"), Force(((NEUTRAL * 6 + 5, 1),))
    assert odds(horde, dragons, 1) > 0.75
    assert odds(horde, dragons, 4) < 0.75
    assert unseen_odds(horde, 2, 4) < unseen_odds(horde, 0, 4)


def first_step(round: int, method: int) -> str:
    """Where a Hero goes from whom an outpost is one step away and the last hidden tile three."""
    state = start(combat_method=method)
    lay(state, "t4", "T04")
    hero(state, 0, "k.s", "10xl2")
    for hex in state.world.hexes:
        state.turn(hex // HEXES)
        state.alter(hex).used = (0, 1)
        state.alter(hex).explored = True
        if state.is_mine(hex):
            state.alter(hex).owner = 0
        elif state.feature(hex) is OUTPOST and hex != at("t4.ne"):
            state.alter(hex).visited = True
    state.grounds[0] = Ground(GROUND_ACTIVE)
    state.turn(2, is_up=False)
    state.round = round
    turn(state, 0)
    return Planner(state, 0, RULESET.legal(state, 0), 0).choose().text


@pytest.mark.parametrize(
    ("round", "method", "drawn"), [(1, 3, False), (14, 3, True), (14, 1, False)]
)
def test_a_long_peace_with_advanced_hits_draws_heroes_to_the_last_tile(
    round: int, method: int, drawn: bool
) -> None:
    outpost = first_step(1, 1)
    assert (first_step(round, method) != outpost) is drawn


@pytest.mark.parametrize("preset", ["basic", "advanced"])
def test_greedy_beats_random_play(preset: str) -> None:
    won = 0
    for seed in range(4):
        match = Match(RULESET, 2, {"preset": preset}, seed)
        bots: list[Bot] = [greedy("heroes"), Random(seed)]
        seat = seed % 2
        play_bots(match, bots if seat == 0 else bots[::-1])
        assert match.outcome is not None
        won += match.outcome.winners() == [seat]
    assert won >= 3
