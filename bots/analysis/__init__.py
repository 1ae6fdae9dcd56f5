"""What happened in a match: the chances along it, and the decisions that turned it."""

from pentarch.bots.analysis.analysis import (
    USUAL,
    VERSION,
    Analysis,
    Budget,
    TurningPoint,
    analyse,
)
from pentarch.bots.analysis.curve import Point
from pentarch.bots.analysis.estimate import Estimate

__all__ = ["USUAL", "VERSION", "Analysis", "Budget", "Estimate", "Point", "TurningPoint", "analyse"]
