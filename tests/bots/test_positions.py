"""Positions with one best command: that it is the best is proven, and the analysis names it."""

import pytest

from pentarch.bots.analysis.advice import advise
from pentarch.bots.analysis.moments import Moment
from pentarch.bots.sdk import Start
from pentarch.engine import registry
from tests.positions.position import Position, positions, worths

CASES = [(id, position) for id in registry.IDS for position in positions(id)]
LAST = [(id, position) for id, position in CASES if position.is_last]


def named(cases: list[tuple[str, Position]]) -> list[str]:
    return [f"{id}: {position.name}" for id, position in cases]


@pytest.mark.parametrize(("id", "position"), LAST, ids=named(LAST))
def test_no_other_command_is_as_good(id: str, position: Position) -> None:
    found = worths(registry.get(id), position)
    good = {position.best, *position.also}
    assert good < set(found)
    assert min(found[text] for text in good) > max(found[text] for text in found.keys() - good)


@pytest.mark.parametrize(("id", "position"), CASES, ids=named(CASES))
def test_the_analysis_names_it(id: str, position: Position) -> None:
    ruleset, state, seats = registry.get(id), position.state(), 2
    legal = ruleset.legal(state, position.seat)
    moment = Moment(ruleset, 1, position.seat, legal[0], state, legal, [], 1, frozenset())
    options = dict(position.options)
    start = Start(ruleset, position.seat, seats, options, ["greedy"] * seats, 1)
    advice = advise(moment, start, None)
    assert advice.commands[0].text in {position.best, *position.also}
