"""Paired blocks against unpaired play: the arithmetic, and the measurement on real rulesets."""

import pytest

from pentarch.arbiter.competition.formats.plan import Entry, Plan
from pentarch.arbiter.competition.ratings import InvalidResult, MatchResult
from pentarch.bots.greedy import greedy
from pentarch.bots.sdk import Answer, Bot, Start, Turn
from pentarch.engine import registry
from pentarch.engine.chance import Seeded, derive
from pentarch.engine.match import Match
from tests.arbiter.competition.formats.pairing import PairingGain, pairing_gain
from tests.playing import play_bots


class Wanderer(Bot):
    """Follows another bot, except that now and then it gives any legal command."""

    def __init__(self, guide: Bot | None, *, strays: int) -> None:
        self.guide = guide
        self.strays = strays
        self.chance = Seeded(0)

    def start(self, start: Start) -> None:
        self.chance = Seeded(start.seed)
        if self.guide is not None:
            self.guide.start(start)

    def decide(self, turn: Turn) -> Answer:
        if self.guide is None or self.chance.below(100) < self.strays:
            return self.chance.choice(turn.legal)
        return self.guide.decide(turn)


STRAYS = {"greedy": 0, "near": 2, "further": 10, "far": 30, "lost": 100}
"""The bots of the measurement: greedy, and greedy with so many stray commands in a hundred."""


def contender(name: str, ruleset: str) -> Bot:
    strays = STRAYS[name]
    return Wanderer(greedy(ruleset) if strays < 100 else None, strays=strays)


def play_blocks(ruleset: str, lineup: tuple[str, ...], count: int) -> list[list[MatchResult]]:
    """Blocks of real matches between these bots."""
    plan = Plan("pairing", 7, tuple(Entry(bot, bot) for bot in lineup), seats=(len(lineup),))
    played = []
    for number in range(count):
        block = plan.block(f"b{number}", number, lineup)
        results = []
        for match_id, seating in zip(block.match_ids, block.seatings, strict=True):
            match = Match(registry.get(ruleset), len(seating), {}, derive(7, block.id))
            play_bots(match, [contender(name, ruleset) for name in seating])
            assert match.outcome is not None
            results.append(MatchResult(match_id, block.id, seating, tuple(match.outcome.ranks)))
        played.append(results)
    return played


def describe(ruleset: str, gain: PairingGain) -> str:
    return (
        f"{ruleset}: {gain.matches} matches, score {gain.score:.3f}, standard error "
        f"{gain.paired:.4f} paired, {gain.same_seats:.4f} seats shared, {gain.unpaired:.4f} "
        f"unpaired, ratio {gain.ratio:.2f}, matches saved {gain.saved:.0%}"
    )


def result(match_id: str, ranks: tuple[int, int], bots: tuple[str, str]) -> MatchResult:
    return MatchResult(match_id, match_id[:2], bots, ranks)


def test_where_the_seat_decides_pairing_removes_all_error() -> None:
    blocks = [
        [result(f"b{k}.0", (1, 2), ("a", "b")), result(f"b{k}.1", (1, 2), ("b", "a"))]
        for k in range(8)
    ]
    gain = pairing_gain(blocks, "a")
    assert gain.score == 0.5
    assert gain.paired == 0
    assert gain.same_seats == 0
    assert gain.unpaired > 0.1
    assert gain.saved == 1


def test_where_the_seed_decides_who_wins_pairing_does_not_help() -> None:
    blocks = []
    for k in range(8):
        ahead, behind = ((1, 2), (2, 1)) if k % 2 else ((2, 1), (1, 2))
        blocks.append([result(f"b{k}.0", ahead, ("a", "b")), result(f"b{k}.1", behind, ("b", "a"))])
    gain = pairing_gain(blocks, "a")
    assert gain.paired == pytest.approx(gain.unpaired * 2**0.5, rel=0.05)
    assert gain.saved < 0


def test_blocks_that_are_not_balanced_are_refused() -> None:
    lopsided = [result("b0.0", (1, 2), ("a", "b")), result("b0.1", (1, 2), ("a", "b"))]
    with pytest.raises(InvalidResult, match="everywhere once"):
        pairing_gain([lopsided, lopsided], "a")
    with pytest.raises(InvalidResult, match="two or more"):
        pairing_gain([[result("b0.0", (1, 2), ("a", "b"))]], "a")


@pytest.mark.parametrize("ruleset", registry.IDS)
def test_the_measurement_runs_on_every_ruleset(ruleset: str) -> None:
    gain = pairing_gain(play_blocks(ruleset, ("lost", "greedy"), 2), "greedy")
    assert gain.matches == 4
    assert 0 <= gain.score <= 1


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("rival", ["near", "further", "far"])
@pytest.mark.parametrize("ruleset", registry.IDS)
def test_the_gain_by_pairing_is_measured(ruleset: str, rival: str) -> None:
    # A measurement for docs/tournaments.md: how much is gained depends on the bots, so nothing is
    # claimed here beyond what holds for any two of them.
    gain = pairing_gain(play_blocks(ruleset, ("greedy", rival), 100), "greedy")
    print(describe(f"{ruleset}, {rival}", gain))
    assert gain.matches == 200
    assert gain.paired <= gain.unpaired * 2**0.5 * 1.01
