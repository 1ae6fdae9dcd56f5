"""Who does well against whom: the matchup matrix, and cycles in it.

A cell is about blocks: the score of a pair in a block is the mean over its comparisons there, and
what a cell claims rests on how these block scores spread. One even block is added to every cell, so
that a pair that met once or twice claims little.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
from scipy.special import ndtr

from pentarch.arbiter.competition.ratings.comparisons import Comparisons, Floats, compare
from pentarch.arbiter.competition.ratings.results import BotId, MatchResult, by_block

_EVEN: Final = 0.5
_EVEN_VARIANCE: Final = 0.25


@dataclass(frozen=True)
class Matchup:
    """Row bot against column bot, in comparisons (a match of n seats compares each pair once).

    `evidence` is the distance of the score from one half in standard errors, positive when the
    row bot does better.
    """

    row: BotId
    column: BotId
    blocks: int
    ahead: int
    level: int
    behind: int
    score: float
    evidence: float


@dataclass(frozen=True)
class Matchups:
    """All pairs, in the order of `bots`. Pairs that never met have no matchup."""

    bots: tuple[BotId, ...]
    cells: Mapping[tuple[BotId, BotId], Matchup]


@dataclass(frozen=True)
class Cycle:
    """Three bots of which each beats the next and the last beats the first.

    `evidence` is that of the weakest of the three matchups; `by_chance` is how many cycles at least
    this strong one expects among that many bots if all pairs were even. Take a cycle seriously
    when `by_chance` is well below 1.
    """

    bots: tuple[BotId, BotId, BotId]
    matchups: tuple[Matchup, Matchup, Matchup]
    evidence: float
    by_chance: float


def matchups(results: Iterable[MatchResult]) -> Matchups:
    """The matchup matrix of whole blocks."""
    blocks = by_block(results)
    bots = sorted({bot for found in blocks.values() for result in found for bot in result.bots})
    numbers = {bot: number for number, bot in enumerate(bots)}
    made = compare(list(blocks.values()), numbers)
    cells: dict[tuple[BotId, BotId], Matchup] = {}
    for first, second, blocks_met, signs, score, evidence in _summaries(made, len(bots)):
        row, column = bots[first], bots[second]
        behind, level, ahead = signs
        cells[row, column] = Matchup(row, column, blocks_met, ahead, level, behind, score, evidence)
        cells[column, row] = Matchup(
            column, row, blocks_met, behind, level, ahead, 1 - score, -evidence
        )
    return Matchups(tuple(bots), cells)


def cycles(table: Matchups, *, most: int = 10, least_evidence: float = 1.0) -> list[Cycle]:
    """The strongest intransitive triples, strongest first."""
    strengths = _evidence_matrix(table)
    count = len(table.bots)
    triples = list(combinations(range(count), 3))
    found: list[tuple[float, tuple[int, int, int]]] = []
    for turned in (triples, [(one, three, two) for one, two, three in triples]):
        if not turned:
            continue
        one, two, three = np.array(turned).T
        weakest = np.minimum(
            np.minimum(strengths[one, two], strengths[two, three]), strengths[three, one]
        )
        for place in np.flatnonzero(weakest >= least_evidence):
            found.append((float(weakest[place]), turned[place]))
    found.sort(key=lambda item: (-item[0], item[1]))
    return [_cycle(table, triple, evidence) for evidence, triple in found[:most]]


def _summaries(
    made: Comparisons, bots: int
) -> list[tuple[int, int, int, tuple[int, int, int], float, float]]:
    """Per pair that met: numbers, blocks, (behind, level, ahead), mean score, evidence."""
    between = made.first != made.second
    pair = (made.first * bots + made.second)[between]
    sign, block = made.sign[between], made.block[between]
    if not len(pair):
        return []
    pairs, row = np.unique(pair, return_inverse=True)
    by_sign = [np.bincount(row[sign == kind], minlength=len(pairs)) for kind in (-1, 0, 1)]
    met, met_row = np.unique(row * (int(block.max()) + 1) + block, return_inverse=True)
    scores = np.bincount(met_row, (sign + 1) / 2) / np.bincount(met_row)
    owner = met // (int(block.max()) + 1)
    blocks = np.bincount(owner)
    mean = np.bincount(owner, scores) / blocks
    shrunk = (mean * blocks + _EVEN) / (blocks + 1)
    squares = np.bincount(owner, (scores - shrunk[owner]) ** 2) + (_EVEN - shrunk) ** 2
    error = np.sqrt((squares + _EVEN_VARIANCE) / (blocks + 1) / (blocks + 1))
    evidence = (shrunk - _EVEN) / error
    return [
        (
            int(pairs[k]) // bots,
            int(pairs[k]) % bots,
            int(blocks[k]),
            (int(by_sign[0][k]), int(by_sign[1][k]), int(by_sign[2][k])),
            float(mean[k]),
            float(evidence[k]),
        )
        for k in range(len(pairs))
    ]


def _evidence_matrix(table: Matchups) -> Floats:
    places = {bot: place for place, bot in enumerate(table.bots)}
    matrix = np.full((len(table.bots), len(table.bots)), -math.inf)
    for (row, column), cell in table.cells.items():
        matrix[places[row], places[column]] = cell.evidence
    return matrix


def _cycle(table: Matchups, triple: tuple[int, int, int], evidence: float) -> Cycle:
    one, two, three = (table.bots[place] for place in triple)
    legs = (table.cells[one, two], table.cells[two, three], table.cells[three, one])
    triples = 2 * math.comb(len(table.bots), 3)
    return Cycle((one, two, three), legs, evidence, triples * float(ndtr(-evidence)) ** 3)
