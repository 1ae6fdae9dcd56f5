"""What ratings are made from: results of matches, grouped into blocks, in one canonical order."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from pentarch.engine.core import MAX_SEATS, Seat

BotId: TypeAlias = str
BlockId: TypeAlias = str


class InvalidResult(ValueError):
    """A result that no match can have, or that contradicts another one."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How one valid match ended.

    `bots` names the bot version at each seat (one version may sit at several), `ranks` follows the
    engine's outcome (1 is best, ties share), `forfeits` lists the seats that lost by their own
    fault; the ranks already put them last.
    """

    match_id: str
    block_id: BlockId
    bots: tuple[BotId, ...]
    ranks: tuple[int, ...]
    forfeits: tuple[Seat, ...] = ()

    def __post_init__(self) -> None:
        seats = len(self.bots)
        if not 2 <= seats <= MAX_SEATS:
            raise InvalidResult(f"{self.match_id}: {seats} seats, not 2 to {MAX_SEATS}")
        if len(self.ranks) != seats:
            raise InvalidResult(f"{self.match_id}: {len(self.ranks)} ranks for {seats} seats")
        if min(self.ranks) < 1 or max(self.ranks) > seats:
            raise InvalidResult(f"{self.match_id}: ranks {self.ranks}")
        if any(not 0 <= seat < seats for seat in self.forfeits):
            raise InvalidResult(f"{self.match_id}: forfeits {self.forfeits}")

    def score(self, seat: Seat) -> float:
        """The share of the other seats left behind, a tie counting half: 0 to 1."""
        own = self.ranks[seat]
        behind = sum(1 for rank in self.ranks if rank > own)
        level = sum(1 for rank in self.ranks if rank == own) - 1
        return (behind + level / 2) / (len(self.ranks) - 1)


Blocks: TypeAlias = Mapping[BlockId, tuple[MatchResult, ...]]


def by_block(results: Iterable[MatchResult]) -> "dict[BlockId, tuple[MatchResult, ...]]":
    """The results block by block, sorted by block id and match id whatever order they came in.

    The same result twice counts once. Raises InvalidResult when two results of one match differ.
    """
    matches: dict[str, MatchResult] = {}
    for result in results:
        known = matches.setdefault(result.match_id, result)
        if known is not result and known != result:
            raise InvalidResult(f"{result.match_id}: two different results")
    blocks: dict[BlockId, list[MatchResult]] = {}
    for match_id in sorted(matches):
        result = matches[match_id]
        blocks.setdefault(result.block_id, []).append(result)
    return {block_id: tuple(blocks[block_id]) for block_id in sorted(blocks)}
