"""What a tournament is made of: entries, the plan, blocks, and the history of what was played."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, TypeAlias

from pentarch.arbiter.competition.formats.settings import MOST_BOTS, InvalidPlan
from pentarch.arbiter.competition.formats.squares import seatings
from pentarch.arbiter.competition.ratings import (
    BlockId,
    BotId,
    InvalidResult,
    MatchResult,
    by_block,
)
from pentarch.engine.chance import Seeded, derive
from pentarch.engine.core import MAX_SEATS

CROWD: Final = 3
"""From this many seats on, bots of one owner do not share a table."""

OwnerId: TypeAlias = str


@dataclass(frozen=True, slots=True)
class Entry:
    """A bot version that takes part, best seed first where seeding matters.

    `joins` is the number of the first block it may be seated in (a ladder takes new versions while
    it runs). Whoever `remembers` could know in the second match of a key what came in the first: a
    program that its owner runs, and everything that they tell it.
    """

    bot: BotId
    owner: OwnerId
    joins: int = 0
    remembers: bool = False


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """A bot that takes no further part, from the block of that number on."""

    bot: BotId
    number: int


@dataclass(frozen=True, slots=True)
class Block:
    """The same bots, once per seating. `number` is its place in the tournament.

    The matches of a paired block share one key. Otherwise each has its own, and only then may a bot
    take part that remembers.
    """

    id: BlockId
    number: int
    seatings: tuple[tuple[BotId, ...], ...]
    is_paired: bool = True

    @property
    def match_ids(self) -> tuple[str, ...]:
        """The ids of its matches, in the order of the seatings."""
        return tuple(f"{self.id}.{place}" for place in range(len(self.seatings)))

    @property
    def bots(self) -> tuple[BotId, ...]:
        """Who takes part, each once, sorted."""
        return tuple(sorted(set(self.seatings[0])))

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.seatings[0])

    def units(self, results: tuple[MatchResult, ...]) -> dict[str, tuple[MatchResult, ...]]:
        """Its results in parts that are independent of each other: the unit of statistics.

        Matches that share a key are not, so a paired block is one part.
        """
        if self.is_paired:
            return {self.id: results}
        return {result.match_id: (result,) for result in results}


@dataclass(frozen=True)
class Plan:
    """What every format needs to know. `id` starts the ids of all blocks and must be unique.

    The seed decides who meets whom and sits where, and nothing of what happens at the table.
    """

    id: str
    seed: int
    entries: tuple[Entry, ...]
    seats: tuple[int, ...] = (2,)

    def __post_init__(self) -> None:
        bots = [entry.bot for entry in self.entries]
        if len(set(bots)) != len(bots):
            raise InvalidPlan("a bot is entered twice")
        if len(bots) > MOST_BOTS:
            raise InvalidPlan(f"a tournament has at most {MOST_BOTS} bots, not {len(bots)}")
        if not self.seats or len(set(self.seats)) != len(self.seats):
            raise InvalidPlan("seat counts must be named, each once")
        for seats in self.seats:
            if not 2 <= seats <= MAX_SEATS:
                raise InvalidPlan(f"a table has 2 to {MAX_SEATS} seats, not {seats}")
            self._check_table(seats)

    def _check_table(self, seats: int) -> None:
        if len(self.entries) < seats:
            raise InvalidPlan(f"{len(self.entries)} bots cannot fill a table of {seats}")
        owners = {entry.owner for entry in self.entries}
        if seats >= CROWD and len(owners) < seats:
            raise InvalidPlan(f"a table of {seats} needs bots of {seats} owners: {len(owners)}")

    @cached_property
    def owners(self) -> dict[BotId, OwnerId]:
        """Whose each bot is."""
        return {entry.bot: entry.owner for entry in self.entries}

    @cached_property
    def _remembering(self) -> frozenset[BotId]:
        return frozenset(entry.bot for entry in self.entries if entry.remembers)

    @cached_property
    def bots(self) -> tuple[BotId, ...]:
        """The bots in the order of entry."""
        return tuple(entry.bot for entry in self.entries)

    def may_share(self, seats: int, first: BotId, second: BotId) -> bool:
        """Whether two bots may sit at one table of that size."""
        return seats < CROWD or self.owners[first] != self.owners[second]

    def is_paired(self, lineup: Iterable[BotId]) -> bool:
        """Whether the matches of a block between these bots may share one key."""
        return self._remembering.isdisjoint(lineup)

    def block(self, label: str, number: int, lineup: Sequence[BotId], again: int = 0) -> Block:
        """The block for a place in the tournament; `again` counts replacements of void blocks.

        The lineup is shuffled by the block's name, odd numbers sit mirrored.
        """
        name = label if again == 0 else f"{label}~{again}"
        order = list(lineup)
        Seeded(derive(self.seed, "seating", name)).shuffle(order)
        return Block(
            f"{self.id}/{name}",
            number,
            seatings(order, mirrored=number % 2 == 1),
            is_paired=self.is_paired(order),
        )


@dataclass(frozen=True)
class History:
    """Everything a scheduler may know. Results come in any order; more of them never hurt.

    `issued` are the blocks handed out, `results` those of valid matches, `voids` the blocks that
    were given up because some match of theirs could not be played through nobody's fault.
    """

    issued: tuple[Block, ...] = ()
    results: tuple[MatchResult, ...] = ()
    voids: frozenset[BlockId] = frozenset()
    withdrawals: tuple[Withdrawal, ...] = ()
    # Blocks found complete so far: saves looking at old results again and again.
    _memo: dict[BlockId, tuple[MatchResult, ...]] = field(
        default_factory=dict, repr=False, compare=False, init=False
    )

    @cached_property
    def _by_block(self) -> dict[BlockId, tuple[MatchResult, ...]]:
        return by_block(result for result in self.results if result.block_id not in self._memo)

    def complete(self, block: Block) -> tuple[MatchResult, ...] | None:
        """The block's results in the order of its seatings, or None while one is missing.

        Raises InvalidResult for a result that is not of this block.
        """
        if block.id in self.voids:
            return None
        if block.id in self._memo:
            return self._memo[block.id]
        found = {result.match_id: result for result in self._by_block.get(block.id, ())}
        for match_id, result in found.items():
            if match_id not in block.match_ids:
                raise InvalidResult(f"{match_id} is no match of block {block.id}")
            if result.bots != block.seatings[block.match_ids.index(match_id)]:
                raise InvalidResult(f"{match_id}: other bots than the block seats")
        if len(found) < len(block.seatings):
            return None
        ordered = tuple(found[match_id] for match_id in block.match_ids)
        self._memo[block.id] = ordered
        return ordered

    def units(self, blocks: Iterable[Block]) -> dict[str, tuple[MatchResult, ...]]:
        """The results of those blocks that are complete, in independent parts."""
        found: dict[str, tuple[MatchResult, ...]] = {}
        for block in blocks:
            results = self.complete(block)
            if results is not None:
                found |= block.units(results)
        return found

    def after(
        self,
        *,
        issued: Iterable[Block] = (),
        results: Iterable[MatchResult] = (),
        voids: Iterable[BlockId] = (),
        withdrawals: Iterable[Withdrawal] = (),
    ) -> "History":
        """This history with more in it."""
        longer = History(
            (*self.issued, *issued),
            (*self.results, *results),
            self.voids | frozenset(voids),
            (*self.withdrawals, *withdrawals),
        )
        longer._memo.update(self._memo)
        return longer
