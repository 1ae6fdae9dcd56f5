"""Tactical suites: positions with one best command, and which bots find it."""

from dataclasses import replace

import pytest

from pentarch.bots.mcts import TUNED, Budget, Mcts
from pentarch.bots.registry import make
from pentarch.bots.sdk import Bot, Clock, Start, Turn
from pentarch.engine import registry
from pentarch.engine.commands import Command
from tests.positions.drawn import drawn
from tests.positions.position import Position, positions, worths

UNHURRIED = Clock(1000.0, 0.0, 1000.0)
SEATS = 2
FEW = 4
SHARE = 0.8
"""What part of a suite is solved at least."""


def first_command(bot: Bot, id: str, position: Position) -> str:
    """What a bot does first in a position."""
    ruleset, state, seat = registry.get(id), position.state(), position.seat
    options = dict(position.options)
    bot.start(Start(ruleset, seat, SEATS, options, ["greedy"] * SEATS, 1))
    legal = ruleset.legal(state, seat)
    turn = Turn(ruleset, seat, SEATS, 1, legal, UNHURRIED, lambda: ruleset.view(state, seat))
    answer = bot.decide(turn)
    command = answer if isinstance(answer, Command | str) else answer[0]
    return command if isinstance(command, str) else command.text


def solved(name: str, id: str, suite: list[Position]) -> list[Position]:
    """The positions in which a bot finds the best command."""
    return [
        position
        for position in suite
        if first_command(make(name, id), id, position) in {position.best, *position.also}
    ]


def prove(id: str, position: Position) -> None:
    """Look at all that can follow from a position."""
    found = worths(registry.get(id), position)
    good = {position.best, *position.also}
    assert good < set(found)
    assert min(found[text] for text in good) > max(found[text] for text in found.keys() - good)


@pytest.mark.parametrize("id", registry.IDS)
def test_search_solves_its_part_of_a_suite(id: str) -> None:
    suite = [*positions(id), *drawn(id)]
    assert len(suite) >= 20
    found, plain = solved("mcts", id, suite), solved("greedy", id, suite)
    print(f"{id}: of {len(suite)} positions mcts solves {len(found)}, greedy {len(plain)}")
    assert len(found) >= SHARE * len(suite)
    assert len(found) >= len(plain)


def test_two_commands_in_a_row_are_found_where_each_alone_is_worth_nothing() -> None:
    """Stone is made for the monument. What does not win is gone on with, and there it shows."""
    suite = [position for position in drawn("township") if position.best.startswith("produce")]
    found = [0, 0]
    for which, roots in enumerate((0, TUNED["township"].roots)):
        for position in suite:
            bot = Mcts(Budget(), replace(TUNED["township"], roots=roots))
            found[which] += first_command(bot, "township", position) == position.best
    assert found[1] == len(suite) >= found[0] + FEW


@pytest.mark.parametrize("id", registry.IDS)
def test_no_other_command_is_as_good(id: str) -> None:
    for position in drawn(id)[:FEW]:
        prove(id, position)


@pytest.mark.long
@pytest.mark.parametrize("id", registry.IDS)
def test_no_other_command_is_as_good_in_any_position(id: str) -> None:
    for position in drawn(id):
        prove(id, position)
