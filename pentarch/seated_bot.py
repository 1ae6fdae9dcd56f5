"""A bot at a seat of a match that nobody referees: no clock, and what it raises is raised."""

from collections.abc import Callable
from typing import Any, Final

from pentarch.bots.sdk import Answer, Bot, Clock, Start, Turn
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Seat
from pentarch.engine.plain import Json
from pentarch.engine.ruleset import Ruleset

_DAY: Final = 86_400.0
UNHURRIED: Final = Clock(left=_DAY, increment=0.0, cap=_DAY)


class SeatedBot:
    """Starts the bot. `bots` are the names of all who play, `seed` is for its own luck."""

    def __init__(
        self,
        bot: Bot,
        ruleset: Ruleset[Any],
        seat: Seat,
        *,
        options: dict[str, Json],
        bots: list[str],
        seed: int,
    ) -> None:
        self._bot: Final = bot
        self._ruleset: Final = ruleset
        self._seat: Final = seat
        self._seats: Final = len(bots)
        bot.start(Start(ruleset, seat, self._seats, options, bots, seed))

    def decide(
        self,
        sequence: int,
        legal: list[Command],
        look: Callable[[], Json],
        hear: Callable[[], list[Event]],
    ) -> tuple[Answer, Turn]:
        """Its answer to its decision number `sequence`, and what it was given, with its notes."""
        turn = Turn(
            self._ruleset,
            self._seat,
            self._seats,
            sequence,
            legal.copy(),
            UNHURRIED,
            look,
            hear,
        )
        return self._bot.decide(turn), turn
