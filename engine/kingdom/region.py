"""Land regions and their castles. Neither ever changes: both are replaced."""

from typing import Final, final

from pentarch.engine.kingdom.tables import CASTLE_ATTACK, CASTLE_PRODUCTION, NOBODY
from pentarch.engine.kingdom.unit import Recruit
from pentarch.engine.plain import Json


@final
class Castle:
    """A castle: how many it trains at a time, how hard it fires, and what it builds."""

    def __init__(self, production: int, attack: int, queue: "list[Recruit]") -> None:
        self.production: Final = production
        self.attack: Final = attack
        self.queue: Final = queue

    def with_queue(self, queue: "list[Recruit]") -> "Castle":
        """The castle building something else."""
        return Castle(self.production, self.attack, queue)

    def free_slots(self) -> int:
        """KC-4.1."""
        return self.production - len(self.queue)

    def queue_numbers(self) -> list[int]:
        """The queue as numbers, one recruit after another."""
        return [number for recruit in self.queue for number in recruit.numbers()]


LEAST_CASTLE: Final = Castle(CASTLE_PRODUCTION, CASTLE_ATTACK, [])


@final
class Region:
    """A land region: its owner, and the buildings in it that are no units."""

    def __init__(self, owner: int, has_sawmill: bool, castle: "Castle | None") -> None:
        self.owner: Final = owner
        self.has_sawmill: Final = has_sawmill
        self.castle: Final = castle

    def taken_by(self, owner: int) -> "Region":
        """KC-2.8: a castle that changes hands is the least of castles again."""
        castle = None if self.castle is None else LEAST_CASTLE
        return Region(owner, self.has_sawmill, castle)

    def freed(self) -> "Region":
        """The region without owner, when that one's kingdom has fallen; the castle stays."""
        return Region(NOBODY, self.has_sawmill, self.castle)

    def with_castle(self, castle: Castle) -> "Region":
        """The region with the castle changed."""
        return Region(self.owner, self.has_sawmill, castle)

    def with_sawmill(self) -> "Region":
        """The region with a sawmill."""
        return Region(self.owner, True, self.castle)

    def pack(self, numbers: list[int]) -> None:
        """Append the region to a fingerprint. Where castles stand never changes."""
        numbers += [self.owner, int(self.has_sawmill)]
        castle = self.castle
        if castle is not None:
            numbers += [castle.production, castle.attack, len(castle.queue)]
            numbers += castle.queue_numbers()

    def dump(self) -> "dict[str, Json]":
        """The region as plain values; queues stand apart, by castle."""
        castle = self.castle
        return {
            "owner": self.owner,
            "sawmill": int(self.has_sawmill),
            "production": castle.production if castle is not None else 0,
            "attack": castle.attack if castle is not None else 0,
        }


NO_REGION: Final = Region(NOBODY, False, None)
"""What stands for a region that a map lacks."""
