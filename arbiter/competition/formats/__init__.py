"""Tournaments: blocks, formats as pure schedulers, and tables. See docs/tournaments.md."""

from pentarch.arbiter.competition.formats.elimination import Series, SingleElimination
from pentarch.arbiter.competition.formats.ladder import Ladder
from pentarch.arbiter.competition.formats.plan import (
    Block,
    Entry,
    History,
    InvalidPlan,
    Plan,
    Withdrawal,
)
from pentarch.arbiter.competition.formats.precision import PairingGain, pairing_gain
from pentarch.arbiter.competition.formats.round_robin import Gauntlet, RoundRobin
from pentarch.arbiter.competition.formats.scheduler import Scheduler
from pentarch.arbiter.competition.formats.sequential import (
    EXIT_CODES,
    Hypotheses,
    Report,
    SequentialTest,
    Verdict,
)
from pentarch.arbiter.competition.formats.standings import Standing
from pentarch.arbiter.competition.formats.swiss import Swiss

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
