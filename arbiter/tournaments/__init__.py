"""Tournaments: blocks, formats as pure schedulers, and tables. See docs/tournaments.md."""

from pentarch.arbiter.tournaments.elimination import Series, SingleElimination
from pentarch.arbiter.tournaments.ladder import Ladder
from pentarch.arbiter.tournaments.pairing import PairingGain, pairing_gain
from pentarch.arbiter.tournaments.plan import Block, Entry, History, InvalidPlan, Plan, Withdrawal
from pentarch.arbiter.tournaments.round_robin import Gauntlet, RoundRobin
from pentarch.arbiter.tournaments.scheduler import Scheduler
from pentarch.arbiter.tournaments.sequential import (
    EXIT_CODES,
    Hypotheses,
    Report,
    SequentialTest,
    Verdict,
)
from pentarch.arbiter.tournaments.standings import Standing
from pentarch.arbiter.tournaments.swiss import Swiss

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
