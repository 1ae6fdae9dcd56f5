"""A tally: the sums of all rated blocks, kept up to date block by block, and the fit over them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, final

import numpy as np

from pentarch.arbiter.competition.ratings import cells
from pentarch.arbiter.competition.ratings.cells import Cells
from pentarch.arbiter.competition.ratings.comparisons import Floats, Ints, compare
from pentarch.arbiter.competition.ratings.designs import Design, WideDesign
from pentarch.arbiter.competition.ratings.draws import exponentials, keys_of, normals
from pentarch.arbiter.competition.ratings.ledger import Ledger
from pentarch.arbiter.competition.ratings.model import (
    SEAT_SPREAD,
    STRENGTH_SPREAD,
    Sums,
    fit,
    information,
)
from pentarch.arbiter.competition.ratings.replicates import replicated
from pentarch.arbiter.competition.ratings.residuals import Residuals, left_over, left_over_drawn
from pentarch.arbiter.competition.ratings.results import (
    BlockId,
    Blocks,
    BotId,
    InvalidResult,
    MatchResult,
)

REPLICATES: Final = 200
ROOM: Final = 20_000_000
"""Cells and pairs of bots, times columns, for which every replicate is fitted by itself."""
_LARGEST_SHARE: Final = 0.5
_BLOCKS_AT_ONCE: Final = 20_000
_MANY_CELLS: Final = 100_000


@dataclass(frozen=True)
class Fit:
    """Estimates in natural units, one column per data set: column 0 observed, then replicates."""

    bots: tuple[BotId, ...]
    strengths: Floats
    """Bots by columns, each column with mean 0 by mass."""
    seats: tuple[tuple[int, int], ...]
    """Seat count and seat of each row of `seat_effects`."""
    seat_effects: Floats
    tie_weights: dict[int, Floats]
    """Per seat count: the tie weight of every column, 0 where no match tied."""
    covariance: Floats
    """Of the strengths, from the curvature of column 0 alone: for choosing what to play next."""


@dataclass(slots=True)
class Counts:
    """How much a bot has played: whole blocks, their matches, and those it forfeited; and how many
    seats of others finished behind it, level, and ahead. A match that shares its key with no other
    is a block of its own here."""

    blocks: int = 0
    matches: int = 0
    forfeits: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    seats: int = 0
    """Of all its matches together."""
    squares: int = 0
    """The sum over blocks of the square of their matches: how unevenly blocks weigh."""


@final
class Tally:
    """Sums over blocks. Equal sets of blocks give equal fits, in whatever order they were added.

    `seed` picks the bootstrap weights, `replicates` how many there are; with 0 there are no
    intervals, and everything is cheaper. Each replicate has sums and a fit of its own as long as
    there is `room`; beyond that it is one step away from what was observed, see `replicates`.
    """

    def __init__(self, *, seed: int = 0, replicates: int = REPLICATES, room: int = ROOM) -> None:
        self.seed: Final = seed
        self.replicates: Final = replicates
        self.blocks: dict[BlockId, tuple[MatchResult, ...]] = {}
        self.counts: dict[BotId, Counts] = {}
        self._room: Final = room
        self._numbers: dict[BotId, int] = {}
        self._holders: dict[BotId, tuple[str, str]] = {}
        self._cells = Cells(1 + replicates)
        self._ledger: Ledger | None = None
        self._seats: dict[int, int] = {}
        self._counts: dict[int, int] = {}
        self._design: Design | None = None
        self._last: tuple[Floats, Floats, Floats] | None = None

    @property
    def bots(self) -> tuple[BotId, ...]:
        """Every bot that was ever added, in order of first appearance."""
        return tuple(self._numbers)

    def enter(self, bots: Iterable[BotId]) -> None:
        """Make bots known that may not have played yet."""
        for bot in sorted(set(bots) - self._numbers.keys()):
            self._numbers[bot] = len(self._numbers)
            self.counts[bot] = Counts()

    def own(self, bot: BotId, owner: str, name: str) -> None:
        """Say whose a bot is, and under which of the owner's names it plays.

        All bots of an owner weigh together as much as one: see `masses`. A bot of whom nothing is
        said belongs to nobody else.
        """
        self._holders[bot] = (owner, name)

    def masses(self) -> Floats:
        """What each bot weighs: 1, shared evenly among the names that its owner has here."""
        names: dict[str, set[str]] = {}
        for bot in self.bots:
            owner, name = self._holder(bot)
            names.setdefault(owner, set()).add(name)
        return np.array([1 / len(names[self._holder(bot)[0]]) for bot in self.bots])

    def add(self, blocks: Blocks) -> None:
        """Count further blocks. Raises InvalidResult for a block that is already counted."""
        for block_id in blocks:
            if block_id in self.blocks:
                raise InvalidResult(f"block {block_id} is already counted")
        ids = sorted(blocks)
        self.enter(bot for id in ids for result in blocks[id] for bot in result.bots)
        for part in _parts(ids):
            self._count(part, [blocks[id] for id in part], 1)
            self.blocks.update((id, blocks[id]) for id in part)

    def remove(self, block_ids: Iterable[BlockId]) -> None:
        """Take blocks out again: their matches were voided or played again."""
        for part in _parts(sorted(set(block_ids))):
            self._count(part, [self.blocks[id] for id in part], -1)
            for id in part:
                del self.blocks[id]

    def restart(self) -> None:
        """Make the next fit start from nothing: then it is the same to the last bit, whatever
        was fitted before."""
        self._last = None

    def fit(self) -> Fit:
        """Fit all columns, starting from the last fit: a further block costs a step or two."""
        design, sums = self._arranged()
        start = self._start(design)
        if self._ledger is not None:
            estimate, inverse = self._fit_observed(design, sums, start, self._ledger)
        else:
            if self._last is None and self.replicates:
                start[:] = fit(design, sums.columns(0, 1), start[:, :1])
            estimate = fit(design, sums, start)
            inverse = _inverse(information(design, sums, estimate))
        bots, linear = design.bots, design.linear
        self._last = (estimate[:bots], estimate[bots:linear], estimate[linear:])
        return self._read(design, sums, estimate, inverse)

    def residuals(self) -> Residuals:
        """What the last fit leaves over. It must be that of the blocks counted now."""
        assert self._design is not None
        assert self._last is not None
        design, estimate = self._design, np.concatenate(self._last)
        counted = self._weights(design, self.masses()) > 0
        counted &= design.first != design.second
        share = min(design.size / len(self.blocks), _LARGEST_SHARE)
        if self._ledger is not None:
            return left_over_drawn(design, self._cells, estimate, counted, share, self._ledger)
        return left_over(design, self._cells, estimate, counted, share)

    def _fit_observed(
        self, design: Design, sums: Sums, start: Floats, ledger: Ledger
    ) -> tuple[Floats, Floats]:
        """Fit what was observed, and take the replicates from there."""
        centre, sums = sums.prior[:, 1:], sums.columns(0, 1)
        observed = fit(design, sums, start[:, :1])
        inverse = _inverse(information(design, sums, observed))
        weight = self._weights(design, sums.masses[: design.bots])
        return replicated(design, sums, observed, inverse, weight, centre, ledger), inverse

    def _count(
        self, ids: Sequence[BlockId], blocks: Sequence[Sequence[MatchResult]], factor: int
    ) -> None:
        for results in blocks:
            self._count_bots(results, factor)
        made = compare(blocks, self._numbers)
        seats = [made.first_seat, made.second_seat]
        taken = np.concatenate([cells.seat_keys(made.seats, seat) for seat in seats])
        for known, keys in ((self._seats, taken), (self._counts, made.seats)):
            for key in np.unique(keys):
                known.setdefault(int(key), len(known))
        found, row = np.unique(cells.keys_of(made), return_inverse=True)
        rows = self._cells.rows(found)
        if self._ledger is None and self._is_wide():
            self._write_down()
        keys = keys_of(self.seed, "block", ids)
        if self._ledger is None:
            weights = np.ones((len(ids), 1 + self.replicates))
            if self.replicates:
                weights[:, 1:] = exponentials(keys, self.replicates)
        else:
            weights = np.ones((len(ids), 1))
            if factor > 0:
                self._ledger.add(ids, keys, made, rows[row])
            else:
                self._ledger.remove(ids)
        self._cells.add(rows, cells.summed(made, row, len(found), factor * weights))

    def _is_wide(self) -> bool:
        """Whether there is no room for replicates that are fitted by themselves."""
        needed = (len(self._cells.keys) + len(self._numbers) ** 2) * (1 + self.replicates)
        return self.replicates > 0 and needed > self._room

    def _write_down(self) -> None:
        """Go over to a ledger, with what was counted so far."""
        self._cells.drop_replicates()
        self._ledger = Ledger()
        self._design = None
        for ids in _parts(sorted(self.blocks)):
            made = compare([self.blocks[id] for id in ids], self._numbers)
            found, row = np.unique(cells.keys_of(made), return_inverse=True)
            rows = self._cells.rows(found)[row]
            self._ledger.add(ids, keys_of(self.seed, "block", ids), made, rows)

    def _count_bots(self, results: Sequence[MatchResult], factor: int) -> None:
        for bot in {bot for result in results for bot in result.bots}:
            self.counts[bot].blocks += factor
            self.counts[bot].squares += factor * sum(bot in one.bots for one in results) ** 2
        for result in results:
            for bot in set(result.bots):
                self.counts[bot].matches += factor
                self.counts[bot].seats += factor * len(result.bots)
            for bot in {result.bots[seat] for seat in result.forfeits}:
                self.counts[bot].forfeits += factor
            for own, bot in zip(result.ranks, result.bots, strict=True):
                counts = self.counts[bot]
                for rank, other in zip(result.ranks, result.bots, strict=True):
                    if other != bot:
                        counts.wins += factor * (own < rank)
                        counts.draws += factor * (own == rank)
                        counts.losses += factor * (own > rank)

    def _arranged(self) -> tuple[Design, Sums]:
        """The sums as the model wants them; the design is made anew only when it grew."""
        shape = (len(self._numbers), len(self._cells.keys))
        if self._design is None or (self._design.bots, len(self._design.first)) != shape:
            self._design = self._designed()
        design = self._design
        masses = self.masses()
        weight = self._weights(design, masses)[:, None]
        prior = np.zeros((design.linear, 1 + self.replicates))
        if self.replicates:
            # The prior's centre is drawn too, so that a bot with few or one-sided results gets the
            # width the prior leaves it instead of the nothing that resampling alone would show.
            names = [str(key) for key in self._seats]
            prior[: design.bots, 1:] = STRENGTH_SPREAD * self._normals("bot", self.bots)
            prior[design.bots :, 1:] = SEAT_SPREAD * self._normals("seat", names)
        ties = self._cells.ties
        return design, Sums(
            exposure=weight * self._cells.exposure,
            score=design.gathered(weight * self._cells.score),
            ties=design.by_count(weight * ties),
            prior=prior,
            tied=design.by_count(ties[:, :1])[:, 0] > 0.5,
            masses=np.concatenate([masses, np.ones(design.seats)]),
        )

    def _weights(self, design: Design, masses: Floats) -> Floats:
        """What each cell weighs: nothing between bots of one owner, who could have them lose."""
        owners = {
            owner: k for k, owner in enumerate(sorted({self._holder(b)[0] for b in self.bots}))
        }
        owner = np.array([owners[self._holder(bot)[0]] for bot in self.bots], dtype=np.int64)
        is_own = (owner[design.first] == owner[design.second]) & (design.first != design.second)
        return np.where(is_own, 0.0, masses[design.first] * masses[design.second])

    def _holder(self, bot: BotId) -> tuple[str, str]:
        return self._holders.get(bot, (f"nobody but {bot}", bot))

    def _normals(self, label: str, names: Sequence[str]) -> Floats:
        return normals(self.seed, label, names, self.replicates)

    def _designed(self) -> Design:
        keys = self._cells.keys
        first, second = cells.bots_in(keys)
        counts, first_seat, second_seat = cells.seats_in(keys)
        is_narrow = self._ledger is None and len(keys) <= _MANY_CELLS
        return (Design if is_narrow else WideDesign)(
            bots=len(self._numbers),
            seats=len(self._seats),
            counts=len(self._counts),
            first=first,
            second=second,
            first_seat=_rows(cells.seat_keys(counts, first_seat), self._seats),
            second_seat=_rows(cells.seat_keys(counts, second_seat), self._seats),
            count=_rows(counts, self._counts),
        )

    def _start(self, design: Design) -> Floats:
        start = np.zeros((design.size, 1 + self.replicates))
        if self._last is not None:
            bots, seats, ties = self._last
            start[: len(bots)] = bots
            start[design.bots : design.bots + len(seats)] = seats
            start[design.linear : design.linear + len(ties)] = ties
        return start

    def _read(self, design: Design, sums: Sums, estimate: Floats, inverse: Floats) -> Fit:
        bots, linear = design.bots, design.linear
        strengths = estimate[:bots] - np.average(
            estimate[:bots], axis=0, weights=sums.masses[:bots]
        )
        deviations = strengths[:, 1:] - strengths[:, :1]
        strengths[:, 1:] = strengths[:, :1] + deviations * self._widenings()[:, None]
        weights = np.exp(estimate[linear:]) * sums.tied[:, None]
        return Fit(
            bots=self.bots,
            strengths=strengths,
            seats=tuple(cells.seat_of(key) for key in self._seats),
            seat_effects=estimate[bots:linear],
            tie_weights={count: weights[row] for row, count in enumerate(self._counts)},
            covariance=inverse[:bots, :bots],
        )

    def _widenings(self) -> Floats:
        """Per bot: how much wider the truth spreads than replicates of few blocks do.

        A fit adapts to its blocks, so resampled fits vary too little: by the share of parameters
        among observations, which is table size over blocks. Blocks of one match beside blocks of
        several count as fewer than they are, as weights that differ do. The classical n / (n - p)
        mends it.
        """
        factors = []
        for counts in self.counts.values():
            share = counts.seats * counts.squares / counts.matches**3 if counts.matches else 0.0
            factors.append(1 / np.sqrt(1 - min(share, _LARGEST_SHARE)))
        return np.array(factors)


def _parts(ids: Sequence[BlockId]) -> Iterator[Sequence[BlockId]]:
    """Some blocks at a time."""
    for start in range(0, len(ids), _BLOCKS_AT_ONCE):
        yield ids[start : start + _BLOCKS_AT_ONCE]


def _rows(keys: Ints, rows: dict[int, int]) -> Ints:
    found, place = np.unique(keys, return_inverse=True)
    return np.array([rows[int(key)] for key in found], dtype=np.int64)[place]


def _inverse(square: Floats) -> Floats:
    return np.asarray(np.linalg.inv(square), dtype=np.float64)
