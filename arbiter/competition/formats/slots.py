"""Slots: places in a schedule, and what became of them. The written policies live here.

- A block that turns out void is replaced under the same number with fresh keys, RETRIES times;
  then the slot is dropped and counts for nobody.
- A bot is absent from a number on when it withdrew, or when it forfeited every match of
  FATAL_RUN blocks in a row (in the order of numbers, not of arrival).
- A slot in which a bot is absent is a walkover, even if its block was played: whoever is present
  finishes ahead of whoever is absent and level with each other. Walkovers are never rated.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import permutations
from typing import Final

from pentarch.arbiter.competition.formats.plan import Block, History, Plan
from pentarch.arbiter.competition.ratings import BotId, MatchResult

RETRIES: Final = 2
FATAL_RUN: Final = 3


class Fate(StrEnum):
    """What became of a slot."""

    PENDING = "pending"
    PLAYED = "played"
    WALKOVER = "walkover"
    DROPPED = "dropped"


@dataclass(frozen=True)
class Slot:
    """A place in a schedule: a label unique in the tournament, a number, and who meets there."""

    label: str
    number: int
    lineup: tuple[BotId, ...]


@dataclass(frozen=True)
class Settled:
    """A slot and what became of it.

    `scores` is per bot, 0 to 1, the mean over the block's matches; `duels` per ordered pair of
    bots. Both are empty unless the slot was played or walked over. `block` is the one to play while
    the slot is pending, and the one that counts once it is played.
    """

    slot: Slot
    fate: Fate
    block: Block | None = None
    scores: Mapping[BotId, float] = field(default_factory=dict)
    duels: Mapping[tuple[BotId, BotId], float] = field(default_factory=dict)
    forfeits: Mapping[BotId, int] = field(default_factory=dict)
    away: frozenset[BotId] = frozenset()
    """Who is absent, when the slot is walked over."""


def settle(plan: Plan, history: History, slots: Sequence[Slot]) -> list[Settled]:
    """What became of every slot, absences applied."""
    played = [_played(plan, history, slot) for slot in slots]
    absent = absences(history, played)
    return [_with_absences(settled, absent) for settled in played]


class Runs:
    """How many blocks in a row each bot forfeited, and from which number on that makes it absent.

    Blocks are counted in the order of their numbers.
    """

    def __init__(self) -> None:
        self.absent: dict[BotId, int] = {}
        self._runs: dict[BotId, int] = {}

    def count(
        self, number: int, lineup: Iterable[BotId], forfeits: Mapping[BotId, int], matches: int
    ) -> None:
        """A block of that many matches was played."""
        for bot in lineup:
            is_fatal = forfeits.get(bot, 0) == matches
            self._runs[bot] = self._runs.get(bot, 0) + 1 if is_fatal else 0
            if self._runs[bot] == FATAL_RUN:
                self.absent.setdefault(bot, number + 1)


def absences(history: History, played: Iterable[Settled]) -> dict[BotId, int]:
    """From which number on each absent bot is absent."""
    runs = Runs()
    for settled in sorted(played, key=lambda settled: settled.slot.number):
        slot, block = settled.slot, settled.block
        if settled.fate is not Fate.DROPPED:
            matches = len(block.seatings) if block is not None else -1
            runs.count(slot.number, slot.lineup, settled.forfeits, matches)
    return with_withdrawals(history, runs.absent)


def with_withdrawals(history: History, absent: Mapping[BotId, int]) -> dict[BotId, int]:
    """Absences with those of withdrawn bots; the earlier number counts."""
    every = dict(absent)
    for withdrawal in history.withdrawals:
        known = every.get(withdrawal.bot, withdrawal.number)
        every[withdrawal.bot] = min(known, withdrawal.number)
    return every


def scores_of(results: Sequence[MatchResult]) -> dict[BotId, float]:
    """Every bot's mean score over the matches and the seats it took."""
    taken: dict[BotId, list[float]] = {}
    for result in results:
        for seat, bot in enumerate(result.bots):
            taken.setdefault(bot, []).append(result.score(seat))
    return {bot: sum(scores) / len(scores) for bot, scores in taken.items()}


def duels_of(results: Sequence[MatchResult]) -> dict[tuple[BotId, BotId], float]:
    """For every ordered pair of different bots: how often the first finished ahead, ties half."""
    taken: dict[tuple[BotId, BotId], list[float]] = {}
    for result in results:
        for seat, other in permutations(range(len(result.bots)), 2):
            pair = (result.bots[seat], result.bots[other])
            if pair[0] != pair[1]:
                margin = result.ranks[other] - result.ranks[seat]
                score = 0.5 if margin == 0 else float(margin > 0)
                taken.setdefault(pair, []).append(score)
    return {pair: sum(scores) / len(scores) for pair, scores in taken.items()}


def forfeits_of(results: Sequence[MatchResult]) -> dict[BotId, int]:
    """In how many of the matches each bot forfeited."""
    counts: dict[BotId, int] = {}
    for result in results:
        for bot in {result.bots[seat] for seat in result.forfeits}:
            counts[bot] = counts.get(bot, 0) + 1
    return counts


def _played(plan: Plan, history: History, slot: Slot) -> Settled:
    for again in range(RETRIES + 1):
        block = plan.block(slot.label, slot.number, slot.lineup, again)
        if block.id in history.voids:
            continue
        results = history.complete(block)
        if results is None:
            return Settled(slot, Fate.PENDING, block)
        return Settled(
            slot,
            Fate.PLAYED,
            block,
            scores_of(results),
            duels_of(results),
            forfeits_of(results),
        )
    return Settled(slot, Fate.DROPPED)


def _with_absences(settled: Settled, absent: Mapping[BotId, int]) -> Settled:
    slot = settled.slot
    away = frozenset(bot for bot in slot.lineup if absent.get(bot, slot.number + 1) <= slot.number)
    if not away or settled.fate is Fate.DROPPED:
        return settled
    duels = {
        (one, two): 0.5 + 0.5 * ((two in away) - (one in away))
        for one, two in permutations(slot.lineup, 2)
    }
    rivals = len(slot.lineup) - 1
    scores = {
        bot: sum(duels[bot, other] for other in slot.lineup if other != bot) / rivals
        for bot in slot.lineup
    }
    return Settled(slot, Fate.WALKOVER, scores=scores, duels=duels, away=away)
