"""Positions out of records: put before a bot, or played on from."""

import time
from dataclasses import dataclass
from typing import Any

from pentarch.arbiter.referee import UNTIMED, BotSeat, MatchResult, Port, Referee, Terms, ThreadSeat
from pentarch.arbiter.referee.answers import read_plan, readable
from pentarch.arbiter.referee.verdicts import Fault
from pentarch.bots.sdk import Answer, Bot
from pentarch.engine.chance import bot_seed, seed_key
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Seat
from pentarch.engine.errors import EngineError, InvalidValue
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from pentarch.engine.record import Record, record_of, replay
from pentarch.seated_bot import SeatedBot


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
    seated = SeatedBot(
        bot,
        ruleset,
        seat,
        options=match.options.plain(),
        bots=bots,
        seed=bot_seed(seed_key(seed, "bots"), seat),
    )
    began = time.perf_counter()
    answer, turn = seated.decide(
        position.decisions[seat] + 1,
        match.legal(seat),
        lambda: ruleset.view(match.state, seat),
        lambda: list(position.told[seat]),
    )
    seconds = time.perf_counter() - began
    return Reply(_texts(answer), _refusal(match, seat, answer), turn.notes, seconds)


def played_on(
    record: Record, step: int, bots: list[Bot], names: list[str], terms: Terms = UNTIMED
) -> MatchResult:
    """Play on from the position before a step, with the dice of the record. Raises Aborted."""
    match = before(record, step).match
    ports: list[Port] = [ThreadSeat(bot) if terms.is_limited else BotSeat(bot) for bot in bots]
    return Referee(match, ports, bots=names, bot_key=seed_key(0, "bots"), terms=terms).run()


def branch_of(record: Record, step: int, result: MatchResult) -> Record:
    """The record of a match that was played on, which says where it comes from."""
    played = result.record(timed=False)
    notes = played.annotations if isinstance(played.annotations, dict) else {}
    parent: Json = {"digest": record.final_digest.hex(), "step": step}
    return record_of(result.match, result.bots, {**notes, "parent": parent})


def _texts(answer: Answer) -> list[str]:
    parts = [answer] if isinstance(answer, Command | str) else answer
    return [part if isinstance(part, str) else part.text for part in parts]


def _refusal(match: Match[Any], seat: Seat, answer: Answer) -> str:
    """Why the first command of an answer is refused; the rest depends on what it leads to."""
    ruleset = match.ruleset
    try:
        plan = read_plan(ruleset, match.state, seat, answer)
        refusal = match.check(seat, readable(ruleset, plan[0]))
    except (EngineError, Fault) as error:
        return str(error)
    return "" if refusal is None else f"{refusal.reason} ({refusal.rule})"
