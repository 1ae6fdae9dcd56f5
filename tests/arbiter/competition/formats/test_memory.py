"""A bot that remembers earlier matches gains nothing by it.

The elephant knows the most that anybody can know of a match that is over: its key. When the match
it sits in has a key that it knows, it tries out ways of playing until one wins, and plays that. In
blocks that share a key it does so in every match but the first.
"""

from statistics import NormalDist

import pytest

from pentarch.arbiter.competition.formats.plan import Entry, Plan
from pentarch.arbiter.referee.keys import planned
from pentarch.bots.greedy import greedy
from pentarch.bots.sdk import Answer, Bot, Start, Turn
from pentarch.engine import registry
from pentarch.engine.chance import Seeded, derive
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from tests.playing import play_bots

SECRET = bytes(range(32))
SHORT: dict[str, dict[str, Json]] = {
    "township": {"round_cap": 12},
    "kingdom": {"max_rounds": 8},
    "capital": {"mode": "short"},
    "heroes": {},
    "tradewarz": {"year_cap": 1},
}
TRIES = 24


class Wanderer(Bot):
    """Plays greedily, except that now and then it gives any legal command: in a way of its own."""

    def __init__(self, ruleset: str, way: int) -> None:
        self._guide = greedy(ruleset)
        self._chance = Seeded(way)

    def start(self, start: Start) -> None:
        # Not by its seed, which nobody else knows: whoever knows the key can foresee all of it.
        self._guide.start(
            Start(start.ruleset, start.seat, start.seats, start.options, start.bots, seed=0)
        )

    def decide(self, turn: Turn) -> Answer:
        if self._chance.below(5) == 0:
            return self._chance.choice(turn.legal)
        return self._guide.decide(turn)


class Elephant(Bot):
    """A wanderer that looks for a way that wins when it knows the key of its match."""

    def __init__(self, ruleset: str, way: int, known: bytes | None) -> None:
        self._ruleset = ruleset
        self._known = known
        self._way = way
        self._guide: Bot = Wanderer(ruleset, way)

    def start(self, start: Start) -> None:
        if self._known is not None:
            self._guide = Wanderer(self._ruleset, self._winning_way(start, self._known))
        self._guide.start(start)

    def decide(self, turn: Turn) -> Answer:
        return self._guide.decide(turn)

    def _winning_way(self, start: Start, key: bytes) -> int:
        for way in range(self._way, self._way + TRIES):
            match = Match(start.ruleset, start.seats, dict(start.options), key)
            ways = [way if seat == start.seat else honest_way(key) for seat in range(start.seats)]
            play_bots(match, [Wanderer(self._ruleset, way) for way in ways])
            assert match.outcome is not None
            if match.outcome.ranks[start.seat] < match.outcome.ranks[1 - start.seat]:
                return way
        return self._way


def honest_way(key: bytes) -> int:
    """How the other bot plays: differently in every match, and foreseeable with its key."""
    return int.from_bytes(key[:4], "big")


def shares(ruleset: str, blocks: int, *, remembers: bool) -> list[float]:
    """How much of each match went to the elephant, entered truthfully or not."""
    entries = (Entry("honest", "one"), Entry("elephant", "two", remembers=remembers))
    plan = Plan("memory", 7, entries)
    known: set[bytes] = set()
    taken = []
    for number in range(blocks):
        block = plan.block(f"b{number}", number, plan.bots)
        for place, seating in enumerate(block.seatings):
            key = planned(SECRET, f"b{number}", None if block.is_paired else place).match
            match = Match(registry.get(ruleset), 2, SHORT[ruleset], key)
            way = derive(1, number, place) >> 8
            elephant = Elephant(ruleset, way, key if key in known else None)
            honest = Wanderer(ruleset, honest_way(key))
            play_bots(match, [elephant if bot == "elephant" else honest for bot in seating])
            assert match.outcome is not None
            own = seating.index("elephant")
            ahead = match.outcome.ranks[1 - own] - match.outcome.ranks[own]
            taken.append(0.5 + 0.5 * ((ahead > 0) - (ahead < 0)))
            known.add(key)
    return taken


def interval(taken: list[float], level: float) -> tuple[float, float]:
    """Between which shares the true one lies, at that level of confidence."""
    mean = sum(taken) / len(taken)
    variance = sum((one - mean) ** 2 for one in taken) / (len(taken) - 1)
    width = NormalDist().inv_cdf(0.5 + level / 2) * (variance / len(taken)) ** 0.5
    return mean - width, mean + width


def test_whoever_remembers_wins_blocks_that_share_a_key_and_gets_none_of_them() -> None:
    # Entered as a bot that cannot remember, it would win nearly every second match.
    assert sum(shares("township", 20, remembers=False)[1::2]) / 20 > 0.8
    low, high = interval(shares("township", 40, remembers=True), 0.9999)
    assert low < 0.5 < high


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("ruleset", registry.IDS)
def test_memory_is_worth_nothing_in_any_ruleset(ruleset: str) -> None:
    low, high = interval(shares(ruleset, 100, remembers=True), 0.95)
    print(f"{ruleset}: {low:.3f} to {high:.3f}")
    assert low <= 0.5
    foreseeing = shares(ruleset, 25, remembers=False)[1::2]
    print(f"{ruleset}, sharing keys: {sum(foreseeing) / 25:.2f} of the second matches")
    assert sum(foreseeing) / 25 > 0.7
