"""A version test on this machine: the sequential test of the arbiter, played block by block."""

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from pentarch.arbiter.competition.formats.plan import Block, Entry, History, Plan
from pentarch.arbiter.competition.formats.version_report import VersionReport
from pentarch.arbiter.competition.formats.version_test.scheduler import VersionTest
from pentarch.arbiter.competition.formats.version_test.settings import VersionTestSettings
from pentarch.arbiter.competition.ratings import MatchResult
from pentarch.arbiter.referee import UNTIMED, Terms
from pentarch.bots.sdk import Bot
from pentarch.engine.chance import derive
from pentarch.engine.plain import Json
from pentarch.local import play_local, processes

NEW: Final = "new"
OLD: Final = "old"


@dataclass(frozen=True)
class Comparison:
    """Which two bots are compared, as `pentarch match` names them, and under which terms."""

    ruleset: str
    new: str
    old: str
    seed: int
    options: "dict[str, Json]" = field(default_factory=dict)
    terms: Terms = UNTIMED


def compare(
    asked: Comparison,
    settings: VersionTestSettings,
    *,
    jobs: int = 1,
    on_report: "Callable[[VersionReport], None]" = lambda _: None,
) -> VersionReport:
    """Play blocks until the test is decided, in `jobs` processes; the verdict is the same.

    Raises EngineError, UnknownBot, and Aborted.
    """
    plan = Plan("local", asked.seed, (Entry(NEW, NEW), Entry(OLD, OLD)))
    test = VersionTest(plan, settings)
    history = History()
    with processes(jobs) if jobs > 1 else nullcontext() as workers:
        while blocks := test.due(history)[:jobs]:
            play = partial(_played, asked)
            found = map(play, blocks) if workers is None else workers.map(play, blocks)
            for block, results in zip(blocks, found, strict=True):
                history = history.after(issued=[block], results=results)
            on_report(test.report(history))
    return test.report(history)


def _played(asked: Comparison, block: Block) -> list[MatchResult]:
    """A block: one seed, once from every seat."""
    specs = {NEW: asked.new, OLD: asked.old}
    results = []
    for id, seating in zip(block.match_ids, block.seatings, strict=True):
        bots: list[str | Bot] = [specs[bot] for bot in seating]
        result = play_local(
            asked.ruleset,
            bots,
            seed=derive(asked.seed, "block", block.number),
            options=asked.options,
            terms=asked.terms,
        )
        forfeits = tuple(forfeit.seat for forfeit in result.match.forfeits)
        ranks = tuple(result.outcome.ranks)
        results.append(MatchResult(id, block.id, seating, ranks, forfeits))
    return results
