"""What seats offer each other: a trade, an alliance. Empty while nothing is offered."""

from typing import final

from pentarch.engine.core import Seat
from pentarch.engine.tradewarz.columns import Reader
from pentarch.engine.tradewarz.seats import NOBODY
from pentarch.engine.tradewarz.tables import NONE


@final
class Offer:
    """A trade offer in the making: to whom, what is given, what is wanted for it."""

    __slots__ = ("give", "give_count", "partner", "want", "want_count")

    def __init__(self) -> None:
        self.partner = NONE
        self.give = NONE
        self.give_count = 0
        self.want = NONE
        self.want_count = 0

    def copy(self) -> "Offer":
        twin = Offer()
        twin.partner = self.partner
        twin.give = self.give
        twin.give_count = self.give_count
        twin.want = self.want
        twin.want_count = self.want_count
        return twin

    def numbers(self) -> list[int]:
        """All of it, in the order of keeping."""
        return [self.partner, self.give, self.give_count, self.want, self.want_count]

    def pack(self, numbers: list[int]) -> None:
        numbers += self.numbers()

    def load(self, reader: Reader) -> None:
        self.partner = reader.scalar()
        self.give = reader.scalar()
        self.give_count = reader.scalar()
        self.want = reader.scalar()
        self.want_count = reader.scalar()


@final
class Proposal:
    """An alliance proposed: to whom, and who has still to agree."""

    __slots__ = ("asked", "partner")

    def __init__(self) -> None:
        self.partner = NONE
        self.asked = NOBODY

    def copy(self) -> "Proposal":
        twin = Proposal()
        twin.partner = self.partner
        twin.asked = self.asked
        return twin

    def answering(self) -> Seat:
        """TW-ALL.2: the invited seat answers first, then the other members in seat order."""
        return self.partner if self.asked.has(self.partner) else self.asked.members[0]

    def pack(self, numbers: list[int]) -> None:
        numbers += [self.partner, self.asked.mask]
