"""Swiss: everybody plays every round, against bots of about equal points, not twice the same."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final

from pentarch.arbiter.competition.formats.plan import Block, History
from pentarch.arbiter.competition.formats.scheduler import Scheduler, pending_blocks
from pentarch.arbiter.competition.formats.settings import MOST_BLOCKS, InvalidPlan
from pentarch.arbiter.competition.formats.slots import Fate, Settled, Slot, absences, settle
from pentarch.arbiter.competition.formats.standings import (
    Standing,
    Total,
    accounts,
    buchholz,
    sonneborn_berger,
    table,
)
from pentarch.arbiter.competition.formats.swiss.matching import has_perfect_matching
from pentarch.arbiter.competition.formats.swiss.settings import SwissSettings
from pentarch.arbiter.competition.ratings import BotId

BYE_POINTS: Final = 1.0
"""A bye is worth a won block; nobody gets a second one while somebody had none."""


@dataclass
class _Progress:
    """The rounds so far: settled slots, who had byes, and who is still pending."""

    settled: list[Settled] = field(default_factory=list)
    byes: dict[BotId, int] = field(default_factory=dict)
    rounds: int = 0

    @property
    def is_waiting(self) -> bool:
        return any(done.fate is Fate.PENDING for done in self.settled)


@dataclass(frozen=True)
class Swiss(Scheduler):
    """Rounds of some blocks per table, at tables of one size.

    At tables of two, a pairing without repeats is found whenever there is one, and otherwise one
    in which no pair meets more often than it must. Larger tables are filled from the top with the
    bots that met least.
    """

    is_drawn: ClassVar[bool] = True

    settings: SwissSettings

    def __post_init__(self) -> None:
        if len(self.plan.seats) != 1:
            raise InvalidPlan("a Swiss tournament has tables of one size")
        if self.settings.rounds * self.settings.blocks * len(self.plan.entries) > MOST_BLOCKS:
            raise InvalidPlan(f"that is more than {MOST_BLOCKS} blocks")

    def due(self, history: History) -> list[Block]:
        return pending_blocks(self._progress(history).settled)

    def places(self, history: History) -> Sequence[Slot]:
        return [done.slot for done in self._progress(history).settled]

    def is_finished(self, history: History) -> bool:
        return not self._progress(history).is_waiting

    def expected_blocks(self) -> tuple[int, int]:
        blocks = self.settings.rounds * self._per_round
        return blocks, blocks

    def round_of(self, number: int) -> int:
        return number // self._per_round + 1

    def standings(self, history: History) -> list[Standing]:
        """Points (byes count as a won block); then Buchholz, Sonneborn-Berger, fewer forfeits."""
        progress = self._progress(history)
        books = self._books(progress)

        def tie_breaks(bot: BotId, group: Sequence[BotId]) -> tuple[float, ...]:
            return (
                buchholz(books, bot),
                sonneborn_berger(books, bot),
                -float(books[bot].forfeits),
            )

        fallen = {bot for done in progress.settled for bot in done.away}
        fallen |= {withdrawal.bot for withdrawal in history.withdrawals}
        return table(books, lambda book: book.points, tie_breaks, fallen)

    @property
    def _per_round(self) -> int:
        """Numbers of blocks that a round takes up."""
        return max(1, len(self.plan.bots) // self.plan.seats[0]) * self.settings.blocks

    def _progress(self, history: History) -> _Progress:
        """Draw round after round; each needs all results of the one before."""
        progress = _Progress()
        slots: list[Slot] = []
        for round in range(self.settings.rounds):
            first = round * self._per_round
            present = self._present(history, progress, first)
            lineups, resting = self._draw(present, progress)
            for bot in resting:
                progress.byes[bot] = progress.byes.get(bot, 0) + 1
            for place, lineup in enumerate(lineups):
                slots += self._slots_of_table(round, place, first, lineup)
            progress.settled = settle(self.plan, history, slots)
            progress.rounds = round + 1
            if progress.is_waiting:
                break
        return progress

    def _slots_of_table(
        self, round: int, place: int, first: int, lineup: tuple[BotId, ...]
    ) -> list[Slot]:
        # Who sits there is part of the label: should a void result change a later round, its
        # blocks are others.
        seeds = "-".join(str(self.plan.bots.index(bot)) for bot in lineup)
        first += place * self.settings.blocks
        return [
            Slot(f"r{round}t{place}s{seeds}b{again}", first + again, lineup)
            for again in range(self.settings.blocks)
        ]

    def _present(self, history: History, progress: _Progress, number: int) -> list[BotId]:
        """Who is paired from that number on, best placed first."""
        gone = {item.bot for item in history.withdrawals if item.number <= number}
        gone |= _crashed(progress)
        books = self._books(progress)
        seeds = {bot: seed for seed, bot in enumerate(self.plan.bots)}
        present = [bot for bot in self.plan.bots if bot not in gone]
        return sorted(present, key=lambda bot: (-round(books[bot].points, 9), seeds[bot]))

    def _books(self, progress: _Progress) -> dict[BotId, Total]:
        books = accounts(self.plan.bots, progress.settled)
        for bot, count in progress.byes.items():
            books[bot].points += count * BYE_POINTS * self.settings.blocks
        return books

    def _draw(
        self, present: list[BotId], progress: _Progress
    ) -> tuple[list[tuple[BotId, ...]], list[BotId]]:
        """Lineups and byes of the next round."""
        seats = self.plan.seats[0]
        books = self._books(progress)
        met = {
            (one, two): len(scores)
            for one, book in books.items()
            for two, scores in book.duels.items()
        }
        points = {bot: round(books[bot].points, 9) for bot in present}
        if seats == 2:
            return _draw_pairs(present, points, met, progress.byes)
        return self._draw_tables(present, met, progress.byes)

    def _draw_tables(
        self,
        present: list[BotId],
        met: Mapping[tuple[BotId, BotId], int],
        byes: Mapping[BotId, int],
    ) -> tuple[list[tuple[BotId, ...]], list[BotId]]:
        """Fill tables from the top, so that the bots left over can still fill theirs."""
        seats = self.plan.seats[0]
        waiting, resting = self._rested(present, byes)
        places = {bot: place for place, bot in enumerate(present)}
        lineups: list[tuple[BotId, ...]] = []
        while waiting:
            tables = len(waiting) // seats
            # Owners with as many bots as there are tables must sit at every one of them.
            urgent = {owner for owner, count in self._per_owner(waiting) if count == tables}
            lineup = [waiting[0]]
            while len(lineup) < seats:
                owners = {self.plan.owners[bot] for bot in lineup}
                able = [bot for bot in waiting if self.plan.owners[bot] not in owners]
                if seats - len(lineup) == len(urgent - owners):
                    able = [bot for bot in able if self.plan.owners[bot] in urgent]
                known = {bot: sum(met.get((bot, o), 0) for o in lineup) for bot in able}
                lineup.append(min(able, key=lambda bot: (known[bot], places[bot])))
            waiting = [bot for bot in waiting if bot not in lineup]
            lineups.append(tuple(lineup))
        return lineups, resting

    def _rested(
        self, present: list[BotId], byes: Mapping[BotId, int]
    ) -> tuple[list[BotId], list[BotId]]:
        """Who plays and who rests: full tables, and no owner with more bots than tables.

        Those with the fewest byes rest first, then those placed last.
        """
        seats = self.plan.seats[0]
        places = {bot: place for place, bot in enumerate(present)}
        playing, resting = list(present), []
        while playing:
            tables = len(playing) // seats
            crowded = {owner for owner, count in self._per_owner(playing) if count > tables}
            if not crowded and len(playing) % seats == 0:
                break
            able = [bot for bot in playing if not crowded or self.plan.owners[bot] in crowded]
            bye = min(able, key=lambda bot: (byes.get(bot, 0), -places[bot]))
            playing.remove(bye)
            resting.append(bye)
        return playing, resting

    def _per_owner(self, bots: Sequence[BotId]) -> list[tuple[str, int]]:
        return list(Counter(self.plan.owners[bot] for bot in bots).items())


def _crashed(progress: _Progress) -> set[BotId]:
    """Bots that are absent by now because they kept forfeiting."""
    return set(absences(History(), progress.settled))


def _draw_pairs(
    present: list[BotId],
    points: Mapping[BotId, float],
    met: Mapping[tuple[BotId, BotId], int],
    byes: Mapping[BotId, int],
) -> tuple[list[tuple[BotId, ...]], list[BotId]]:
    """Pairs for tables of two, raising the number of earlier meetings allowed until it works."""
    rests: list[list[BotId]] = [[]]
    if len(present) % 2:
        fewest = min(byes.get(bot, 0) for bot in present)
        rests = [[bot] for bot in reversed(present) if byes.get(bot, 0) == fewest]
    for most in range(max(met.values(), default=0) + 1):
        for resting in rests:
            playing = [bot for bot in present if bot not in resting]
            pairs = _pair_up(playing, points, met, most)
            if pairs is not None:
                return pairs, resting
    raise AssertionError("with every meeting allowed any pairing will do")


def _pair_up(
    bots: list[BotId],
    points: Mapping[BotId, float],
    met: Mapping[tuple[BotId, BotId], int],
    most: int,
) -> list[tuple[BotId, ...]] | None:
    """Pair from the top with the nearest fitting bot that leaves the others a full pairing."""

    def is_allowed(one: BotId, two: BotId) -> bool:
        return met.get((one, two), 0) <= most

    def is_possible(rest: list[BotId]) -> bool:
        return has_perfect_matching(
            [
                [
                    place
                    for place, other in enumerate(rest)
                    if other != bot and is_allowed(bot, other)
                ]
                for bot in rest
            ]
        )

    if not is_possible(bots):
        return None
    pairs: list[tuple[BotId, ...]] = []
    waiting = list(bots)
    while waiting:
        top, *rest = waiting
        for rival in _by_preference(top, rest, points):
            left = [bot for bot in rest if bot != rival]
            if is_allowed(top, rival) and is_possible(left):
                pairs.append((top, rival))
                waiting = left
                break
    return pairs


def _by_preference(top: BotId, rest: Sequence[BotId], points: Mapping[BotId, float]) -> list[BotId]:
    """Rivals by distance in points; among equals the one half the group further down first."""
    level = [bot for bot in rest if points[bot] == points[top]]
    middle = len(level) // 2
    ideal = {bot: abs(place - middle) for place, bot in enumerate(level)}
    places = {bot: place for place, bot in enumerate(rest)}
    return sorted(
        rest, key=lambda bot: (abs(points[top] - points[bot]), ideal.get(bot, 0), places[bot])
    )
