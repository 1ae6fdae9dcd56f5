"""Clocks: how long a seat may think."""

from math import inf, isfinite
from typing import Final

from bots.sdk import Clock
from engine.plain import Json


class Terms:
    """The time control of a match, in seconds, the same for every seat.

    A seat starts with `bank`; each decision adds `increment` and takes off what it cost. One
    decision may take at most `cap`, all decisions of a seat together at most `total`. Starting
    the bot may take `cap` too and costs nothing.
    """

    def __init__(self, *, bank: float, increment: float, cap: float, total: float = inf) -> None:
        if min(bank, increment) < 0 or cap <= 0 or total <= 0:
            raise ValueError("a clock needs a bank and increment of at least 0, a cap above 0")
        self.bank: Final = bank
        self.increment: Final = increment
        self.cap: Final = cap
        self.total: Final = total

    @property
    def is_limited(self) -> bool:
        """Whether time can run out at all."""
        return isfinite(min(self.bank, self.cap, self.total))

    def plain(self) -> "dict[str, Json]":
        """The terms as plain values; None is without limit."""
        parts = {
            "bank": self.bank,
            "increment": self.increment,
            "cap": self.cap,
            "total": self.total,
        }
        return {name: value if isfinite(value) else None for name, value in parts.items()}


UNTIMED: Final = Terms(bank=inf, increment=0.0, cap=inf)


class SeatClock:
    """The clock of one seat."""

    def __init__(self, terms: Terms) -> None:
        self._terms: Final = terms
        self._is_limited: Final = terms.is_limited
        self._shown: Clock | None = None
        self.left = terms.bank
        self.used = 0.0

    def allowed(self) -> float:
        """How long the next decision may take."""
        if not self._is_limited:
            return inf
        terms = self._terms
        return min(terms.cap, self.left + terms.increment, terms.total - self.used)

    def charge(self, spent: float) -> None:
        """Take a decision's cost off the bank."""
        self.used += spent
        if self._is_limited:
            self.left += self._terms.increment - spent
            self._shown = None

    def restore(self, left: float, spent: float) -> None:
        """Charge an earlier decision again, which left so much in the bank."""
        self.left = left
        self.used += spent
        self._shown = None

    def shown(self) -> Clock:
        """What the bot is told."""
        if self._shown is None:
            self._shown = Clock(self.left, self._terms.increment, self._terms.cap)
        return self._shown
