"""Fitting: the ratings that decide, over all matches that count, with intervals, kept in the store.

A process keeps the sums of every ruleset, so that a further block costs a further block; they can
be built from the match table at any time, in any order, and say the same.
"""

import time
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

import structlog
from sqlalchemy.orm import Session

from pentarch.arbiter.competition.ratings import (
    MatchResult,
    NashRating,
    OverallRating,
    Ranking,
    Rating,
    Tally,
    find_cycles,
    nash_ratings,
    overall,
    rate,
)
from pentarch.arbiter.competition.ratings.model import NotConverged
from pentarch.arbiter.competition.ratings.table import POINTS
from pentarch.arbiter.store import blocks, forecasts
from pentarch.arbiter.store.fits import FittedRating, is_fitted, store_fit
from pentarch.arbiter.store.forecasts import Extent
from pentarch.arbiter.store.words import OVERALL
from pentarch.workers.host import Host

_log = structlog.get_logger()

PAUSE: Final = timedelta(seconds=5)
"""Fits of a ruleset are at least this far apart, whoever makes them."""
_SHARE: Final = 20.0
"""Fitting takes at most one part in this many of a process's time."""


@dataclass
class _Sums:
    """The sums of one ruleset. A paired block counts once all of its matches do."""

    tally: Tally = field(default_factory=Tally)
    known: dict[int, str] = field(default_factory=dict)
    """The unit of every match that was counted or waits for the rest of its block."""
    parts: dict[str, dict[int, MatchResult]] = field(default_factory=dict)
    extent: Extent = field(default_factory=Extent)
    """How far the ratings had come when they were looked at last."""

    def refresh(self, session: Session, ruleset: str, extent: Extent) -> None:
        """Take in what was rated or voided since."""
        fresh = forecasts.changed_since(session, ruleset, self.extent, extent)
        self.extent = extent
        counting = blocks.rated_ids(session, ruleset, among=fresh)
        new = counting.keys() - self.known.keys()
        for match_id in self.known.keys() - counting.keys() if fresh is None else ():
            block = self.known.pop(match_id)
            del self.parts[block][match_id]
            if block in self.tally.blocks:
                self.tally.remove([block])
        touched = set()
        for table in blocks.tables(session, list(new)):
            block_id = counting[table.match_id]
            block = f"m{table.match_id}" if block_id is None else f"b{block_id}"
            bots = tuple(str(id) for id in table.versions)
            result = MatchResult(str(table.match_id), block, bots, table.ranks, table.forfeits)
            self.known[table.match_id] = block
            self.parts.setdefault(block, {})[table.match_id] = result
            touched.add(block)
        whole = {block: self._whole(block) for block in touched}
        earlier = set(self.tally.bots)
        self.tally.add({block: results for block, results in whole.items() if results})
        newcomers = {int(bot) for bot in self.tally.bots if bot not in earlier}
        for version_id, (owner, name) in blocks.holders(session, newcomers).items():
            self.tally.own(str(version_id), owner, name)

    def _whole(self, block: str) -> tuple[MatchResult, ...]:
        """The results of a block, empty while some are missing: it has as many as it has seats."""
        results = [self.parts[block][id] for id in sorted(self.parts[block])]
        is_whole = block.startswith("m") or len(results) == len(results[0].bots)
        return tuple(results) if is_whole else ()


class Fits:
    """The fits of all rulesets, as one process keeps them."""

    def __init__(self) -> None:
        self._sums: Final[dict[str, _Sums]] = {}
        self._tables: Final[dict[str, Ranking]] = {}
        self._cycles: Final[dict[str, float | None]] = {}
        self._nash: Final[dict[str, dict[str, NashRating]]] = {}
        self._extents: dict[str, Extent] = {}
        self._next = 0.0

    def fit_all(self, host: Host, *, pause: timedelta = PAUSE) -> list[str]:
        """Fit every ruleset with new results and store it, then the overall rating; which ones."""
        if time.monotonic() < self._next:
            return []
        began = time.monotonic()
        with host.store.reading() as session:
            extents = forecasts.extents(session)
            extents.pop(OVERALL, None)
            known = self._extents
            changed = sorted(r for r in extents.keys() | known if extents.get(r) != known.get(r))
            since = host.now() - pause
            if all(is_fitted(session, ruleset, since) for ruleset in changed):
                return []
            for ruleset in changed:
                sums = self._sums.setdefault(ruleset, _Sums())
                sums.refresh(session, ruleset, extents.get(ruleset, Extent()))
                self._tables[ruleset] = rate(sums.tally)
                self._look_for_cycles(ruleset, sums.tally)
        self._keep(host, changed)
        self._extents = extents
        self._next = time.monotonic() + _SHARE * (time.monotonic() - began)
        return changed

    def _look_for_cycles(self, ruleset: str, tally: Tally) -> None:
        """Test one strength for each bot against free matchups; where it fails, average by Nash."""
        self._nash[ruleset] = {}
        self._cycles[ruleset] = None
        table = self._tables[ruleset]
        if not tally.blocks:
            return
        left = tally.residuals()
        found = find_cycles(left)
        self._cycles[ruleset] = found.by_chance
        if not found.are_significant:
            return
        strengths = table.draws[[table.places[bot] for bot in tally.bots]] / POINTS
        try:
            rows = nash_ratings(tally, left, strengths)
        except NotConverged as error:
            _log.warning("no Nash averages", ruleset=ruleset, error=str(error))
            return
        self._nash[ruleset] = {row.bot: row for row in rows}

    def _keep(self, host: Host, rulesets: list[str]) -> None:
        together = overall({r: table for r, table in self._tables.items() if table.rows})
        with host.store.writing() as session:
            now = host.now()
            for ruleset in rulesets:
                ladder = forecasts.locked(session, ruleset)
                forecasts.score_new(session, ladder, self._sums[ruleset].extent.last)
                ladder.cycles_by_chance = self._cycles[ruleset]
                nash = self._nash[ruleset]
                rows = self._tables[ruleset].rows
                fits = {int(row.bot): _fit_of(row, nash.get(row.bot)) for row in rows}
                store_fit(session, ruleset, fits, now)
            fits = {int(row.bot): _fit_of(row, None) for row in together.rows}
            store_fit(session, OVERALL, fits, now)
        _log.debug("fits stored", rulesets=rulesets)


def _fit_of(row: Rating | OverallRating, nash: NashRating | None) -> FittedRating:
    low, high = row.rank_interval
    average = None if nash is None else (nash.rating, nash.interval.low, nash.interval.high)
    return FittedRating(row.rating, row.interval.low, row.interval.high, low, high, average)
