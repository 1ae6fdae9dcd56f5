"""The referee plays one match between seats that it does not trust, and keeps its record."""

from pentarch.arbiter.referee.clocks import UNTIMED, Terms
from pentarch.arbiter.referee.referee import Referee, Watcher
from pentarch.arbiter.referee.result import PlayedMatch, branch_of
from pentarch.arbiter.referee.seats import BotSeat, Port, Reply, ThreadSeat
from pentarch.arbiter.referee.verdicts import Aborted, Evidence, Fault, Verdict

__all__ = [
    "Referee",
    "PlayedMatch",
    "branch_of",
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
