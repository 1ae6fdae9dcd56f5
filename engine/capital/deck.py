"""The Deck that all seats draw from (CP-2.1)."""

from typing import final

from pentarch.engine.capital.rows import Card


@final
class Deck:
    """The Deck. Its cards never change, so copies share them; only how many are drawn does."""

    __slots__ = ("_cards", "_drawn")

    def __init__(self, cards: list[Card]) -> None:
        self._cards: list[Card] = cards
        self._drawn = 0

    def copy(self) -> "Deck":
        """An independent Deck."""
        twin = Deck(self._cards)
        twin._drawn = self._drawn
        return twin

    def size(self) -> int:
        """How many cards are left."""
        return len(self._cards) - self._drawn

    def draw(self, count: int) -> list[Card]:
        """Take so many from the top, or as many as there are."""
        drawn = self._cards[self._drawn : self._drawn + count]
        self._drawn += len(drawn)
        return drawn

    def cards(self) -> list[Card]:
        """Those that are left, the top one first."""
        return self._cards[self._drawn :]

    def pack(self) -> bytes:
        """A byte for each card that is left."""
        return bytes([card.id for card in self.cards()])
