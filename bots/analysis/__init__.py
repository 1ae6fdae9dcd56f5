"""What happened in a match: the chances along it, and the decisions that turned it."""

from pentarch.bots.analysis.analysis import USUAL, AnalysisBudget, analyse
from pentarch.bots.analysis.curve import Point
from pentarch.bots.analysis.estimate import Estimate
from pentarch.bots.analysis.report import VERSION, Analysis, TurningPoint

__all__ = [
    "USUAL",
    "VERSION",
    "Analysis",
    "AnalysisBudget",
    "Estimate",
    "Point",
    "TurningPoint",
    "analyse",
]
