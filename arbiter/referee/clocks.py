"""Clocks: how long a seat may think."""

from dataclasses import dataclass
from math import inf, isfinite
from typing import Final

from pentarch.arbiter.referee.verdicts import Verdict
from pentarch.bots.sdk import Clock
from pentarch.engine.plain import Json


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


GRACE: Final = 0.02
"""Seconds of each decision in which a bot may be idle for nothing: waking up takes a moment."""


_WALL_FACTOR: Final = 4.0
_WALL_SLACK: Final = 10.0


@dataclass(frozen=True)
class Spending:
    """What a bot's processes did with the time of a decision, in seconds, by the kernel's count.

    `cpu` is all they ran. The rest is about the time that the referee `waited` for the bot: how
    long they `ran` meanwhile, and how long they were `delayed`, wanting to run without any core.
    """

    cpu: float = 0.0
    waited: float = 0.0
    ran: float = 0.0
    delayed: float = 0.0

    @property
    def idle(self) -> float:
        """How long the bot was waited for while it did nothing, and could have."""
        return max(0.0, self.waited - self.ran - self.delayed)

    @property
    def charged(self) -> float:
        """What the decision costs: work, and idleness beyond the grace. A busy host is free."""
        return self.cpu + max(0.0, self.idle - GRACE)

    def __str__(self) -> str:
        return (
            f"{self.cpu:.3f} s of CPU, {self.idle:.3f} s idle, "
            f"{self.delayed:.3f} s kept waiting by the host"
        )


def ruling(spent: Spending, allowed: float, *, is_over: bool = False) -> Verdict | None:
    """What becomes of a decision that is not there yet and may cost `allowed`.

    None: it may still come. Once the time to wait for it `is_over`, it is too late: the bot's fault
    if it has used up its time, the host's if the host kept it from doing so.
    """
    if spent.charged > allowed:
        return Verdict.BOT_TIMEOUT
    return Verdict.WORKER_STALL if is_over else None


def patience(allowed: float) -> float:
    """How long to wait for a decision that may cost `allowed`: a busy host takes longer for it."""
    return allowed * _WALL_FACTOR + _WALL_SLACK


UNTIMED: Final = Terms(bank=inf, increment=0.0, cap=inf)
USUAL: Final = Terms(bank=30.0, increment=0.1, cap=10.0, total=600.0)
"""What a match of an arbiter has unless it was made with other terms."""
TRIAL: Final = Terms(bank=30.0, increment=0.2, cap=5.0, total=60.0)
"""What a version has in its validation."""


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
        """Charge an earlier decision again, which left this much in the bank."""
        self.left = left
        self.used += spent
        self._shown = None

    def shown(self) -> Clock:
        """What the bot is told."""
        if self._shown is None:
            self._shown = Clock(self.left, self._terms.increment, self._terms.cap)
        return self._shown
