"""Positions out of records: put before a bot, or played on from."""

import time
from dataclasses import dataclass
from typing import Any, Final

from pentarch.arbiter.referee import UNTIMED, BotSeat, MatchResult, Port, Referee, Terms, ThreadSeat
from pentarch.bots.sdk import Answer, Bot, Clock, Start, Turn
from pentarch.engine.chance import bot_seed, seed_key
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Seat
from pentarch.engine.errors import EngineError, InvalidValue
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from pentarch.engine.record import Record, replay

_CLOCK: Final = Clock(left=86_400.0, increment=0.0, cap=86_400.0)


@dataclass(frozen=True)
class Position:
    """A match as it stood before a step, with what each seat had been told since it decided."""

    match: Match[Any]
    told: list[list[Event]]
    decisions: list[int]
    """How often each seat had decided."""

    @property
    def acting(self) -> list[Seat]:
        """The seats that decide now."""
        return self.match.to_act()


@dataclass(frozen=True)
class Reply:
    """What a bot said in a position. `refusal` is why that is not legal, empty if it is."""

    commands: list[str]
    refusal: str
    notes: dict[str, Json]
    seconds: float


def before(record: Record, step: int) -> Position:
    """The position in which step number `step` was played. Raises InvalidValue, or Diverged."""
    if not 1 <= step <= len(record.steps):
        raise InvalidValue(f"the record has steps 1 to {len(record.steps)}, not {step}")
    told: list[list[Event]] = [[] for _ in range(record.seats)]
    decisions = [0] * record.seats
    for frame in replay(record, is_checked=False):
        match = frame.match
        if frame.step:
            made = match.steps[-1]
            told[made.seat].clear()
            decisions[made.seat] += 1
            for seat, heard in enumerate(told):
                heard += match.ruleset.told(
                    match.state, made.seat, made.command, frame.events, seat
                )
        if frame.step == step - 1:
            return Position(match, told, decisions)
    raise AssertionError("a record that is shorter than its steps")


def ask(bot: Bot, position: Position, seat: Seat, bots: list[str], seed: int = 0) -> Reply:
    """Let a bot decide for one of the acting seats. What the bot raises is raised."""
    match = position.match
    ruleset = match.ruleset
    bot.start(
        Start(
            ruleset,
            seat,
            match.seats,
            match.options.plain(),
            bots,
            bot_seed(seed_key(seed, "bots"), seat),
        )
    )
    turn = Turn(
        ruleset,
        seat,
        match.seats,
        position.decisions[seat] + 1,
        match.legal(seat),
        _CLOCK,
        lambda: ruleset.view(match.state, seat),
        lambda: list(position.told[seat]),
    )
    began = time.perf_counter()
    answer = bot.decide(turn)
    seconds = time.perf_counter() - began
    texts = _texts(answer)
    return Reply(texts, _refusal(match, seat, texts), turn.notes, seconds)


def played_on(
    record: Record, step: int, bots: list[Bot], names: list[str], terms: Terms = UNTIMED
) -> MatchResult:
    """Play on from the position before a step, with the dice of the record. Raises Aborted."""
    match = before(record, step).match
    ports: list[Port] = [ThreadSeat(bot) if terms.is_limited else BotSeat(bot) for bot in bots]
    return Referee(match, ports, bots=names, bot_key=seed_key(0, "bots"), terms=terms).run()


def _texts(answer: Answer) -> list[str]:
    parts = [answer] if isinstance(answer, Command | str) else answer
    return [part if isinstance(part, str) else part.text for part in parts]


def _refusal(match: Match[Any], seat: Seat, texts: list[str]) -> str:
    """Why the first command of an answer is refused; the rest depends on what it leads to."""
    try:
        first = match.ruleset.expand(match.state, seat, texts)[0]
        refusal = match.check(seat, match.ruleset.read(first))
    except (EngineError, IndexError) as error:
        return str(error)
    return "" if refusal is None else f"{refusal.reason} ({refusal.rule})"
