"""The referee plays one match between seats that it does not trust, and keeps its record."""

from arbiter.referee.clocks import UNTIMED, Terms
from arbiter.referee.referee import Referee, Watcher
from arbiter.referee.result import MatchResult
from arbiter.referee.seats import BotSeat, Port, Reply, ThreadSeat
from arbiter.referee.verdicts import Aborted, Evidence, Fault, Verdict

__all__ = [
    "Referee",
    "MatchResult",
    "Watcher",
    "Terms",
    "UNTIMED",
    "Port",
    "Reply",
    "BotSeat",
    "ThreadSeat",
    "Verdict",
    "Fault",
    "Evidence",
    "Aborted",
]
