"""Verdicts: everything that can go wrong with a seat or with the match, and the evidence kept.

Fault      raised by a port: what went wrong, as far as the port saw it
Aborted    raised by the referee: the match has no result, and nobody lost it
"""

from enum import StrEnum
from typing import Final

from pentarch.engine.core import Seat
from pentarch.engine.plain import Json, strs

MOST_BYTES: Final = 2048
MOST_LINES: Final = 30
_FIRST_LINES: Final = 10
MOST_TEXT: Final = 1000


class Verdict(StrEnum):
    """Why a seat lost without playing on, or why a match has no result. The list is closed."""

    BOT_TIMEOUT = "BOT_TIMEOUT"
    BOT_CRASH = "BOT_CRASH"
    BOT_ILLEGAL = "BOT_ILLEGAL"
    BOT_OOM = "BOT_OOM"
    BOT_PROTOCOL = "BOT_PROTOCOL"
    WORKER_LOST = "WORKER_LOST"
    WORKER_STALL = "WORKER_STALL"
    ENGINE_ERROR = "ENGINE_ERROR"
    TRANSPORT_LOST = "TRANSPORT_LOST"

    @property
    def is_scored(self) -> bool:
        """Whether it is the bot's own fault, so that its seat ranks last."""
        return self not in (
            Verdict.WORKER_LOST,
            Verdict.WORKER_STALL,
            Verdict.ENGINE_ERROR,
            Verdict.TRANSPORT_LOST,
        )


class Fault(Exception):
    """A seat did not give a usable answer."""

    def __init__(
        self,
        verdict: Verdict,
        error: str,
        *,
        offending: bytes = b"",
        stderr: "list[str] | None" = None,
        cpu: "float | None" = None,
        received: "float | None" = None,
    ) -> None:
        super().__init__(f"{verdict}: {error}")
        self.verdict: Final = verdict
        self.error = error
        self.offending: Final = offending
        self.stderr: Final = stderr or []
        self.cpu = cpu
        self.received = received


class Evidence:
    """What is kept of a verdict, each part cut to a bounded size.

    `step` is the number of steps played before it, `decision` which of the seat's decisions it was
    (0: before the first), `allowed` how many seconds that might take (None: as many as it liked).
    Times are seconds since the match began, `received` is None when nothing came, and `cpu` when
    nobody measured it.
    """

    def __init__(
        self,
        fault: Fault,
        *,
        seat: "Seat | None",
        step: int,
        sent: float,
        received: "float | None",
        decision: int = 0,
        allowed: "float | None" = None,
    ) -> None:
        self.verdict: Final = fault.verdict
        self.seat: Final = seat
        self.step: Final = step
        self.decision: Final = decision
        self.allowed: Final = allowed
        self.sent: Final = sent
        self.received: Final = received
        self.cpu: Final = fault.cpu
        self.error: Final = fault.error[:MOST_TEXT]
        self.offending: Final = fault.offending[:MOST_BYTES]
        self.stderr: Final = [line[:MOST_TEXT] for line in _ends(fault.stderr)]

    def text(self) -> str:
        """The evidence for the owner of the bot, to stand after what the bot printed."""
        where = f"in decision {self.decision}, after step {self.step}"
        lines = [f"== {self.verdict.value} {where}: {self.error}"]
        if self.allowed is not None:
            lines.append(f"time allowed for the decision: {self.allowed:.3f} seconds")
        if self.offending:
            lines.append(f"what it sent: {_escaped(self.offending)}")
        return "\n".join(["", *lines, ""])

    def plain(self, *, timed: bool, is_public: bool = False) -> "dict[str, Json]":
        """The evidence as plain values; without its times it is the same on every run.

        What a bot printed or sent can quote its source: it is left out of what everybody sees.
        """
        value: dict[str, Json] = {
            "verdict": self.verdict.value,
            "seat": self.seat,
            "step": self.step,
            "decision": self.decision,
            "error": self.error,
        }
        if not is_public:
            value["offending"] = _escaped(self.offending)
            value["stderr"] = strs(self.stderr)
        if timed:
            value["sent"] = round(self.sent, 6)
            value["received"] = None if self.received is None else round(self.received, 6)
            value["cpu"] = None if self.cpu is None else round(self.cpu, 6)
            value["allowed"] = None if self.allowed is None else round(self.allowed, 6)
        return value


def _ends(lines: list[str]) -> list[str]:
    """The first and the last where there are too many: a trace begins or ends with the cause."""
    if len(lines) <= MOST_LINES:
        return lines
    last = MOST_LINES - _FIRST_LINES - 1
    left_out = len(lines) - MOST_LINES + 1
    return [*lines[:_FIRST_LINES], f"... {left_out} lines ...", *lines[-last:]]


def _escaped(offending: bytes) -> str:
    return offending.decode("ascii", "backslashreplace")


class Aborted(Exception):
    """The match ended without a result through nobody's fault; it can be played again."""

    def __init__(self, evidence: Evidence) -> None:
        super().__init__(f"{evidence.verdict} at step {evidence.step}: {evidence.error}")
        self.verdict: Final = evidence.verdict
        self.evidence: Final = evidence
