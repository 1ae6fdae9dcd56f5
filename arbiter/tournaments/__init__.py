"""Tournaments: blocks, formats as pure schedulers, and tables. See docs/tournaments.md."""

from arbiter.tournaments.elimination import Series, SingleElimination
from arbiter.tournaments.ladder import Ladder
from arbiter.tournaments.pairing import PairingGain, pairing_gain
from arbiter.tournaments.plan import Block, Entry, History, InvalidPlan, Plan, Withdrawal
from arbiter.tournaments.round_robin import Gauntlet, RoundRobin
from arbiter.tournaments.scheduler import Scheduler
from arbiter.tournaments.sequential import (
    EXIT_CODES,
    Hypotheses,
    Report,
    SequentialTest,
    Verdict,
)
from arbiter.tournaments.standings import Standing
from arbiter.tournaments.swiss import Swiss

__all__ = [
    "Block",
    "EXIT_CODES",
    "Entry",
    "Gauntlet",
    "History",
    "Hypotheses",
    "InvalidPlan",
    "Ladder",
    "PairingGain",
    "Plan",
    "Report",
    "RoundRobin",
    "Scheduler",
    "SequentialTest",
    "Series",
    "SingleElimination",
    "Standing",
    "Swiss",
    "Verdict",
    "Withdrawal",
    "pairing_gain",
]
