"""The bot: asks a model for every decision, within a budget, and always answers legally."""

import json
import logging
import time
from collections.abc import Callable
from typing import Final

from pentarch.bots.llm.budget import CallBudget
from pentarch.bots.llm.conversation import (
    Unreadable,
    Wish,
    choice_of,
    introduction,
    objection,
    question,
)
from pentarch.bots.llm.endpoint import Endpoint, EndpointFailed, Message
from pentarch.bots.llm.settings import Settings, settings_from
from pentarch.bots.sdk import Answer, Bot, Start, Turn, run
from pentarch.engine.chance import Seeded

_log = logging.getLogger("pentarch.llm")
_SHARE_OF_CLOCK: Final = 0.8
_MOST_FAILURES: Final = 3
# A record keeps 64 KiB of notes in all, for all seats. What a match costs must fit in beside the
# reasons, so later in a match it is noted whenever it has grown by a tenth.
_ROOM_FOR_REASONS: Final = 24_000
_MOST_REASON: Final = 1_500
_ALWAYS_NOTED: Final = 20
_GROWTH: Final = 1.1


class Llm(Bot):
    """Plays what a language model says. Without settings it reads them from the environment."""

    def __init__(
        self, settings: Settings | None = None, pause: Callable[[float], None] = time.sleep
    ) -> None:
        self._settings: Final = settings or settings_from()
        self._endpoint: Final = Endpoint(self._settings, pause)
        self._budget = CallBudget(self._settings)
        self._luck = Seeded(0)
        self._introduction: Message = {"role": "system", "content": ""}
        self._memory = ""
        self._room = 0
        self._noted = 0
        self._failures = 0
        self._trouble = ""

    def start(self, start: Start) -> None:
        self._budget = CallBudget(self._settings)
        self._luck = Seeded(start.seed)
        self._introduction = introduction(start)
        self._memory = ""
        self._room = _ROOM_FOR_REASONS // start.seats
        self._noted = self._failures = 0
        self._trouble = ""

    def decide(self, turn: Turn) -> Answer:
        choice = self._ask(turn)
        self._account(turn)
        if choice is None:
            turn.note("without the model", self._trouble)
            return self._luck.choice(turn.legal)
        self._memory = choice.memory
        self._explain(turn, choice.reasoning)
        return choice.commands

    def _ask(self, turn: Turn) -> Wish | None:
        """What the model chooses; None when it may not be asked or gives nothing legal."""
        end = time.monotonic() + self._patience(turn)
        messages = [self._introduction, question(turn, self._memory)]
        for _ in range(self._settings.tries):
            if self._failures >= _MOST_FAILURES:
                return None
            if self._budget.spent:
                self._trouble = f"the budget is used up: {self._budget.spent}"
                return None
            try:
                said = self._endpoint.ask(messages, end - time.monotonic(), self._budget)
                self._failures = 0
                return choice_of(said, turn)
            except EndpointFailed as error:
                self._failures += 1
                self._trouble = str(error)
                _log.warning("no answer: %s", error)
                return None
            except Unreadable as error:
                self._trouble = f"no legal answer: {error}"
                messages += objection(said, str(error))
        return None

    def _patience(self, turn: Turn) -> float:
        """Seconds for all tries of a decision: no more than most of what the clock gives."""
        clock = turn.clock
        given = min(clock.cap, clock.left + clock.increment) * _SHARE_OF_CLOCK
        return min(self._settings.timeout, given)

    def _account(self, turn: Turn) -> None:
        """What the match has cost until now, as a note of the replay."""
        if turn.sequence <= _ALWAYS_NOTED or self._budget.tokens > _GROWTH * self._noted:
            self._noted = self._budget.tokens
            turn.note("usage", self._budget.plain())

    def _explain(self, turn: Turn, reasoning: str) -> None:
        """The model's reasons as a note of the replay, while there is room for them."""
        # Notes are counted as they are written down, where a letter may take six bytes.
        while len(json.dumps(reasoning)) > _MOST_REASON:
            reasoning = reasoning[: len(reasoning) // 2]
        size = len(json.dumps(reasoning))
        if reasoning and size <= self._room:
            self._room -= size
            turn.note("reasoning", reasoning)


if __name__ == "__main__":
    run(Llm)
