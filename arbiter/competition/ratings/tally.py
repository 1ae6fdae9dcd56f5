"""A tally: the sums of all rated blocks, kept up to date block by block, and the fit over them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, final

import numpy as np
from scipy.sparse import csr_array

from pentarch.arbiter.competition.ratings.comparisons import Comparisons, Floats, Ints, compare
from pentarch.arbiter.competition.ratings.draws import exponentials, normals
from pentarch.arbiter.competition.ratings.model import (
    SEAT_SPREAD,
    STRENGTH_SPREAD,
    Design,
    Sums,
    chances,
    fit,
    information,
)
from pentarch.arbiter.competition.ratings.results import (
    BlockId,
    Blocks,
    BotId,
    InvalidResult,
    MatchResult,
)

REPLICATES: Final = 200
_BOT_BITS: Final = 20
_SEAT_BITS: Final = 3
_LARGEST_SHARE: Final = 0.5
_BOT_MASK: Final = (1 << _BOT_BITS) - 1
_SEAT_MASK: Final = (1 << _SEAT_BITS) - 1


@final
class _Table:
    """Rows of numbers under keys, in order of first appearance; new rows start at zero."""

    def __init__(self, columns: int) -> None:
        self._values = np.zeros((64, columns))
        self.keys: list[int] = []
        self._rows: dict[int, int] = {}

    @property
    def values(self) -> Floats:
        return self._values[: len(self.keys)]

    def add(self, keys: Ints, values: Floats) -> None:
        """Add to the rows of `keys`, which are distinct."""
        rows = np.array([self._row(int(key)) for key in keys], dtype=np.int64)
        if len(self.keys) > len(self._values):
            grown = np.zeros((2 * len(self.keys), self._values.shape[1]))
            grown[: len(self._values)] = self._values
            self._values = grown
        self._values[rows] += values

    def _row(self, key: int) -> int:
        row = self._rows.setdefault(key, len(self.keys))
        if row == len(self.keys):
            self.keys.append(key)
        return row


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


@dataclass(frozen=True)
class Residuals:
    """What a fit leaves over of each pair that met, pairs by columns; pairs of one owner are left
    out, as in the fit."""

    first: Ints
    second: Ints
    surplus: Floats
    """Half wins minus half losses of the first, less what the fit expects of it."""
    information: Floats
    """The variance that the fit expects of that."""
    share: float
    """Parameters of the fit for each block: what it has adapted to of the noise."""


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
    intervals, and everything is cheaper.
    """

    def __init__(self, *, seed: int = 0, replicates: int = REPLICATES) -> None:
        self.seed: Final = seed
        self.replicates: Final = replicates
        self.blocks: dict[BlockId, tuple[MatchResult, ...]] = {}
        self.counts: dict[BotId, Counts] = {}
        self._numbers: dict[BotId, int] = {}
        self._holders: dict[BotId, tuple[str, str]] = {}
        columns = 1 + replicates
        # Under the same keys: how often compared, half wins minus half losses, and ties.
        self._cells = _Table(columns)
        self._scores = _Table(columns)
        self._levels = _Table(columns)
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
        self._count(ids, [blocks[id] for id in ids], 1.0)
        self.blocks.update((id, blocks[id]) for id in ids)

    def remove(self, block_ids: Iterable[BlockId]) -> None:
        """Take blocks out again: their matches were voided or played again."""
        ids = sorted(set(block_ids))
        self._count(ids, [self.blocks[id] for id in ids], -1.0)
        for id in ids:
            del self.blocks[id]

    def restart(self) -> None:
        """Make the next fit start from nothing: then it is the same to the last bit, whatever
        was fitted before."""
        self._last = None

    def fit(self) -> Fit:
        """Fit all columns, starting from the last fit: a further block costs a step or two."""
        design, sums = self._arranged()
        start = self._start(design)
        if self._last is None and self.replicates:
            start[:] = fit(design, sums.columns(0, 1), start[:, :1])
        estimate = fit(design, sums, start)
        bots, linear = design.bots, design.linear
        self._last = (estimate[:bots], estimate[bots:linear], estimate[linear:])
        return self._read(design, sums, estimate)

    def residuals(self) -> Residuals:
        """What the last fit leaves over. It must be that of the blocks counted now."""
        assert self._design is not None
        assert self._last is not None
        design = self._design
        tied = design.of_count @ self._levels.values[:, 0] > 0.5
        ahead, _, behind = chances(design, np.concatenate(self._last), tied)
        lead = ahead - behind
        exposure = self._cells.values
        surplus = self._scores.values - exposure * lead / 2
        information = exposure * (ahead + behind - lead**2) / 4
        counted = self._weights(design, self.masses()) > 0
        counted &= design.first != design.second
        pair = design.first * design.bots + design.second
        pairs, row = np.unique(pair[counted], return_inverse=True)
        cells = np.flatnonzero(counted)
        shape = (len(pairs), len(pair))
        gather = csr_array((np.ones(len(cells)), (row, cells)), shape=shape)
        first, second = np.divmod(pairs, design.bots)
        share = min(design.size / len(self.blocks), _LARGEST_SHARE)
        return Residuals(first, second, gather @ surplus, gather @ information, share)

    def _count(
        self, ids: Sequence[BlockId], blocks: Sequence[Sequence[MatchResult]], factor: float
    ) -> None:
        if not ids:
            return
        for results in blocks:
            self._count_bots(results, int(factor))
        made = compare(blocks, self._numbers)
        weights = np.ones((len(ids), 1 + self.replicates))
        if self.replicates:
            weights[:, 1:] = exponentials(self.seed, "block", ids, self.replicates)
        weights *= factor
        half = made.sign / 2
        values = [np.ones(len(half)), half, 1 - 2 * abs(half)]
        found, sums = _grouped(_cell_keys(made), values, made.block, weights)
        for table, summed in zip((self._cells, self._scores, self._levels), sums, strict=True):
            table.add(found, summed)
        seats = [_seat_keys(made.seats, made.first_seat), _seat_keys(made.seats, made.second_seat)]
        for known, keys in ((self._seats, np.concatenate(seats)), (self._counts, made.seats)):
            for key in np.unique(keys):
                known.setdefault(int(key), len(known))

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
        levels = self._levels.values
        return design, Sums(
            exposure=weight * self._cells.values,
            score=design.contrast_back @ (weight * self._scores.values),
            ties=design.of_count @ (weight * levels),
            prior=prior,
            tied=design.of_count @ levels[:, 0] > 0.5,
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
        keys = np.array(self._cells.keys, dtype=np.int64)
        counts = keys >> (2 * _BOT_BITS + 2 * _SEAT_BITS)
        first_seats = (keys >> (2 * _BOT_BITS + _SEAT_BITS)) & _SEAT_MASK
        second_seats = (keys >> (2 * _BOT_BITS)) & _SEAT_MASK
        return Design(
            bots=len(self._numbers),
            seats=len(self._seats),
            counts=len(self._counts),
            first=(keys >> _BOT_BITS) & _BOT_MASK,
            second=keys & _BOT_MASK,
            first_seat=_rows(_seat_keys(counts, first_seats), self._seats),
            second_seat=_rows(_seat_keys(counts, second_seats), self._seats),
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

    def _read(self, design: Design, sums: Sums, estimate: Floats) -> Fit:
        bots, linear = design.bots, design.linear
        strengths = estimate[:bots] - np.average(
            estimate[:bots], axis=0, weights=sums.masses[:bots]
        )
        deviations = strengths[:, 1:] - strengths[:, :1]
        strengths[:, 1:] = strengths[:, :1] + deviations * self._widenings()[:, None]
        weights = np.exp(estimate[linear:]) * sums.tied[:, None]
        inverse = np.asarray(np.linalg.inv(information(design, sums, estimate)), dtype=np.float64)
        return Fit(
            bots=self.bots,
            strengths=strengths,
            seats=tuple((key >> _SEAT_BITS, key & _SEAT_MASK) for key in self._seats),
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


def _seat_keys(counts: Ints, seats: Ints) -> Ints:
    return (counts << _SEAT_BITS) | seats


def _cell_keys(made: Comparisons) -> Ints:
    seats = (_seat_keys(made.seats, made.first_seat) << _SEAT_BITS) | made.second_seat
    return (((seats << _BOT_BITS) | made.first) << _BOT_BITS) | made.second


def _rows(keys: Ints, rows: dict[int, int]) -> Ints:
    return np.array([rows[int(key)] for key in keys], dtype=np.int64)


def _grouped(
    keys: Ints, values: list[Floats], block: Ints, weights: Floats
) -> tuple[Ints, list[Floats]]:
    """Distinct keys, and of each kind of value the weighted sums that stand under them."""
    found, row = np.unique(keys, return_inverse=True)
    shape = (len(found), len(weights))
    return found, [np.asarray(csr_array((v, (row, block)), shape=shape) @ weights) for v in values]
