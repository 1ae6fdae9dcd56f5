"""The local runner: matches and series of matches between bots of this machine, without services.

A series is cut into blocks. A block is one seed played once in every rotation of the seats, so that
no bot owes its result to where it sat. The first block uses the given seed itself: a match of a
series can be played again alone from the seed in its record.
"""

import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from os import PathLike
from pathlib import Path
from typing import TypeAlias

from pentarch.arbiter.referee import (
    UNTIMED,
    Aborted,
    BotSeat,
    PlayedMatch,
    Port,
    Referee,
    Terms,
    ThreadSeat,
    Watcher,
)
from pentarch.bots.registry import is_program, make
from pentarch.bots.sdk import Bot
from pentarch.engine import registry
from pentarch.engine.chance import derive
from pentarch.engine.core import Seat
from pentarch.engine.match import Match
from pentarch.engine.options import choose
from pentarch.engine.plain import Json
from pentarch.engine.record import Record, decode, encode

OnMatch: TypeAlias = "Callable[[Played], None]"


def play(
    ruleset: str,
    bots: "Sequence[str | Bot | type[Bot]]",
    *,
    seed: int,
    options: "Mapping[str, Json] | None" = None,
) -> Record:
    """Play a match on this machine, one bot for each seat, without a clock.

    A bot is a name as on the command line (`"greedy"`, `"mcts:200"`, `"path/to/bot.py"`,
    `"run:./program"`), a class, or an object. The same seed gives the same match, as long as the
    bots take their own luck from `Start.seed`. A bot that raises, or gives an illegal command,
    forfeits: `record.forfeits` says so, and the evidence in `record.annotations` has its traceback.

    Raises UnknownBot, or EngineError for a ruleset, seat count or option that does not exist.

    Examples:
        >>> from pentarch import Bot, Turn, play
        >>> class Feaster(Bot):
        ...     def decide(self, turn: Turn):
        ...         feasts = [command for command in turn.legal if command.text.startswith("feast")]
        ...         return feasts[0] if feasts else turn.legal[0]
        >>> record = play("township", [Feaster, "random"], seed=1)
        >>> record.bots[record.outcome.winners()[0]]
        'random'
    """
    seated = [bot() if isinstance(bot, type) else bot for bot in bots]
    for bot in seated:
        if not isinstance(bot, str | Bot):
            raise TypeError(f"a bot is a name, a class made from Bot or an instance, not {bot!r}")
    return play_local(ruleset, seated, seed=seed, options=dict(options or {})).record(timed=False)


def load_record(path: "str | PathLike[str]") -> Record:
    """The record in a file. Raises OSError, or an EngineError when it is damaged.

    Examples:
        >>> import pathlib, tempfile
        >>> from pentarch import load_record, play
        >>> record = play("township", ["random", "random"], seed=1, options={"round_cap": 5})
        >>> file = pathlib.Path(tempfile.mkdtemp(), "match.pentarch")
        >>> file.write_bytes(bytes(record)) < 4000
        True
        >>> load_record(file).outcome == record.outcome
        True
    """
    return decode(Path(path).read_bytes())


def play_local(
    ruleset: str,
    bots: "Sequence[str | Bot]",
    *,
    seed: int,
    options: "dict[str, Json] | None" = None,
    terms: Terms = UNTIMED,
    watch: "Watcher | None" = None,
) -> PlayedMatch:
    """Play one match; a bot is a spec of the bot registry or an object.

    Bots under a clock run in threads of their own, so that silence is noticed. Raises EngineError
    for a ruleset, seat count or option that does not exist, UnknownBot, and Aborted.
    """
    match = Match(registry.get(ruleset), len(bots), options or {}, seed)
    names = [bot if isinstance(bot, str) else type(bot).__name__.lower() for bot in bots]
    ports = [seat_of(bot, ruleset, terms) for bot in bots]
    return Referee(match, ports, bots=names, terms=terms, watch=watch).run()


def seat_of(bot: "str | Bot", ruleset: str, terms: Terms) -> Port:
    """The seat of a bot on this machine. Raises UnknownBot."""
    if isinstance(bot, str):
        if is_program(bot):
            # Hosted bots play matches of their own without this part.
            from pentarch.author.seats import program_seat

            return program_seat(bot, terms)
        bot = make(bot, ruleset)
    return ThreadSeat(bot) if terms.is_limited else BotSeat(bot)


@dataclass(frozen=True)
class Series:
    """What to play: `matches` matches between the bots, which take turns at the seats.

    With `is_rotated` off every bot keeps its seat, and each match has a seed of its own.
    """

    ruleset: str
    bots: list[str]
    seed: int
    matches: int
    options: "dict[str, Json]" = field(default_factory=dict)
    terms: Terms = UNTIMED
    keep_records: bool = False
    is_rotated: bool = True

    def check(self) -> None:
        """Raise what playing would raise for names and values that do not exist."""
        ruleset = registry.get(self.ruleset)
        Match(ruleset, len(self.bots), self.options, self.seed)
        for spec in self.bots:
            seat_of(spec, self.ruleset, self.terms)

    def all_options(self) -> "dict[str, Json]":
        """The options with defaults filled in."""
        return choose(registry.get(self.ruleset).info.options, self.options).plain()

    def seed_of(self, index: int) -> int:
        """The seed of match number `index`: one for each block."""
        block = index // len(self.bots) if self.is_rotated else index
        return self.seed if block == 0 else derive(self.seed, "block", block)

    def seating(self, index: int) -> list[int]:
        """Which bot (its position in `bots`) sits at each seat in match number `index`."""
        count = len(self.bots)
        shift = index if self.is_rotated else 0
        return [(seat + shift) % count for seat in range(count)]

    def distinct(self) -> int:
        """How many of the matches differ in seed or in which bot sits where.

        Rotations of equal bots are one match again, as long as the bots' luck is their seed's.
        """
        return len(
            {
                (self.seed_of(index), *[self.bots[bot] for bot in self.seating(index)])
                for index in range(self.matches)
            }
        )


@dataclass(frozen=True)
class Played:
    """What is kept of a match of a series. `seating` says which bot sat at each seat.

    `aborted` is empty, or why the match has no result; then the other values mean nothing.
    """

    index: int
    seed: int
    seating: list[int]
    ranks: list[int]
    scores: list[int]
    rule: str
    reason: str
    natural: bool
    steps: int
    forfeits: "list[tuple[Seat, str]]"
    evidence: "list[dict[str, Json]]"
    seconds: float
    record: bytes
    aborted: str = ""

    def rank_of(self, bot: int) -> int:
        """The rank of a bot, by its position in the series."""
        return self.ranks[self.seating.index(bot)]


def play_series(
    series: Series, *, jobs: int = 1, on_match: "OnMatch | None" = None
) -> list[Played]:
    """Play all matches, in `jobs` processes. The results do not depend on the number of jobs."""
    series.check()
    played: list[Played] = []
    for result in _results(series, jobs):
        played.append(result)
        if on_match is not None:
            on_match(result)
    return sorted(played, key=lambda result: result.index)


def _results(series: Series, jobs: int) -> Iterator[Played]:
    if jobs <= 1 or series.matches == 1:
        for index in range(series.matches):
            yield _play_one(series, index)
        return
    with processes(min(jobs, series.matches)) as pool:
        pending = [pool.submit(_play_one, series, index) for index in range(series.matches)]
        for future in as_completed(pending):
            yield future.result()


@contextmanager
def processes(count: int) -> Iterator[Executor]:
    """So many processes to play in, which end with the block, whatever is still under way."""
    # Fresh interpreters: forking while progress bars run threads is not safe.
    # An interrupt ends them silently; the parent tells.
    with ProcessPoolExecutor(
        count,
        mp_context=get_context("spawn"),
        initializer=signal.signal,
        initargs=(signal.SIGINT, signal.SIG_DFL),
    ) as pool:
        try:
            yield pool
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _play_one(series: Series, index: int) -> Played:
    seating = series.seating(index)
    seed = series.seed_of(index)
    bots: list[str | Bot] = [series.bots[bot] for bot in seating]
    try:
        result = play_local(
            series.ruleset, bots, seed=seed, options=series.options, terms=series.terms
        )
    except Aborted as error:
        return Played(index, seed, seating, [], [], "", "", False, 0, [], [], 0.0, b"", str(error))
    outcome = result.outcome
    return Played(
        index=index,
        seed=seed,
        seating=seating,
        ranks=outcome.ranks,
        scores=outcome.scores,
        rule=outcome.rule,
        reason=outcome.reason,
        natural=outcome.natural,
        steps=len(result.match.steps),
        forfeits=[(forfeit.seat, forfeit.verdict) for forfeit in result.match.forfeits],
        evidence=[each.plain(timed=False) for each in result.evidence],
        seconds=result.seconds,
        # Without a clock the times are of no interest, and equal matches give equal files.
        record=encode(result.record(timed=series.terms.is_limited)) if series.keep_records else b"",
    )
