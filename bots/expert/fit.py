"""Learning: the weights that foretell the results of matches best.

A logistic regression by Newton's method, large weights punished. Features are scaled by how far
they spread while it learns. Every tenth match is held out, and says how true the forecasts are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pentarch.bots.expert.lessons import Lesson
from pentarch.bots.expert.model import place

STAGES: Final = 3
_HELD: Final = 10
"""One match in so many is held out."""
_RIDGE: Final = 300.0
_ROUNDS: Final = 8
_DIGITS: Final = 5
_BINS: Final = 5

Table = NDArray[np.float64]


@dataclass(frozen=True)
class Bin:
    """Forecasts of about the same size, and what came of them."""

    forecast: float
    result: float
    count: int


@dataclass(frozen=True)
class Fit:
    """Weights by stage, and what the matches that were held out say of them."""

    stages: list[list[float]]
    positions: int
    held_out: int
    loss: float
    """The log loss of the forecasts, ..."""
    least: float
    """... of forecasts that knew the results, ..."""
    blind: float
    """... and of those that always say one half."""
    bins: list[Bin]


def fit(matches: Sequence[Sequence[Lesson]]) -> Fit:
    """Learn from matches, in their order."""
    taught = [lesson for i, match in enumerate(matches) if i % _HELD for lesson in match]
    held = [lesson for i, match in enumerate(matches) if not i % _HELD for lesson in match]
    table, results = _table(taught)
    size = len(taught[0].leads)
    # The same at all stages: what hardly differs at one of them teaches hardly anything there.
    scale = np.sqrt((_leads(taught) ** 2).mean(axis=0)) + 1e-9
    scales = np.tile(scale, STAGES)
    weights = _newton(table / scales, results) / scales
    stages = [
        [float(f"{weight:.{_DIGITS}g}") for weight in weights[stage * size : (stage + 1) * size]]
        for stage in range(STAGES)
    ]
    rounded = np.array([weight for stage in stages for weight in stage])
    seen, wanted = _table(held)
    forecasts = _chances(seen @ rounded)
    return Fit(
        stages,
        len(taught),
        len(held),
        _loss(forecasts, wanted),
        _loss(wanted, wanted),
        _loss(np.full_like(wanted, 0.5), wanted),
        _calibration(forecasts, wanted),
    )


def _table(lessons: Sequence[Lesson]) -> tuple[Table, Table]:
    """A row for each position: its leads, shared out between the two nearest stages."""
    leads = _leads(lessons)
    shares = np.zeros((len(lessons), STAGES))
    for row, lesson in zip(shares, lessons, strict=True):
        stage, share = place(lesson.progress, STAGES)
        row[stage : stage + 2] = 1.0 - share, share
    table = (shares[:, :, None] * leads[:, None, :]).reshape(len(lessons), -1)
    return table, np.array([lesson.result for lesson in lessons])


def _leads(lessons: Sequence[Lesson]) -> Table:
    return np.array([lesson.leads for lesson in lessons])


def _newton(table: Table, results: Table) -> Table:
    weights = np.zeros(table.shape[1])
    ridge = _RIDGE * np.eye(table.shape[1])
    for _ in range(_ROUNDS):
        chances = _chances(table @ weights)
        slope = table.T @ (results - chances) - _RIDGE * weights
        bend = (table.T * (chances * (1.0 - chances) + 1e-6)) @ table + ridge
        weights = weights + np.linalg.solve(bend, slope)
    return weights


def _chances(leads: Table) -> Table:
    chances: Table = 1.0 / (1.0 + np.exp(-np.clip(leads, -30.0, 30.0)))
    return chances


def _loss(forecasts: Table, results: Table) -> float:
    sure = np.clip(forecasts, 1e-9, 1.0 - 1e-9)
    return float(-(results * np.log(sure) + (1.0 - results) * np.log(1.0 - sure)).mean())


def _calibration(forecasts: Table, results: Table) -> list[Bin]:
    numbers = np.minimum((forecasts * _BINS).astype(int), _BINS - 1)
    bins: list[Bin] = []
    for number in range(_BINS):
        chosen = numbers == number
        if chosen.any():
            means = float(forecasts[chosen].mean()), float(results[chosen].mean())
            bins.append(Bin(*means, int(chosen.sum())))
    return bins
