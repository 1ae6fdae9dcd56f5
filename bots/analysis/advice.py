"""What the search bot would have done in a moment, and how it expected the match to go on."""

from dataclasses import dataclass
from math import inf
from typing import Any, Final

from pentarch.bots.analysis.moments import Moment
from pentarch.bots.mcts import Budget, Mcts
from pentarch.bots.playout import Guide, Playout
from pentarch.bots.sdk import Clock, Start, Turn
from pentarch.engine.chance import Seeded, derive
from pentarch.engine.commands import Command
from pentarch.engine.core import Seat

_NO_CLOCK: Final = Clock(inf, 0.0, inf)
LINE: Final = 6
"""How many steps of the expected line are told."""


@dataclass(frozen=True)
class Advice:
    """The commands that were found, and the first steps of a playout that begins with them."""

    commands: list[Command]
    line: list[tuple[Seat, Command]]


def advise(moment: Moment, start: Start, simulations: int | None) -> Advice:
    """Let the search bot decide by what the seat knew."""
    bot = Mcts(Budget(simulations))
    bot.start(start)
    turn = Turn(
        moment.ruleset,
        moment.seat,
        start.seats,
        moment.number,
        moment.legal,
        _NO_CLOCK,
        lambda: moment.view(moment.seat),
        lambda: moment.told,
    )
    commands = bot.commands(turn)
    return Advice(commands, _line(moment, start, commands))


def _line(moment: Moment, start: Start, commands: list[Command]) -> list[tuple[Seat, Command]]:
    luck = derive(start.seed, "line")
    world: Any = moment.ruleset.sample(moment.view(moment.seat), moment.seat, Seeded(luck))
    return Playout(Guide(start), world, moment.seat, commands, luck).play_steps(LINE)
