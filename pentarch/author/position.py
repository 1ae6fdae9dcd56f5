"""Positions out of records: put before a bot, or played on from."""

import time
from dataclasses import dataclass
from typing import Any

from pentarch.arbiter.referee import UNTIMED, PlayedMatch, Port, Referee, Terms
from pentarch.arbiter.referee.answers import read_plan, readable
from pentarch.arbiter.referee.verdicts import Fault
from pentarch.bots.position import Position, before
from pentarch.bots.sdk import Answer, Bot, Turn
from pentarch.engine.chance import bot_seed, seed_key
from pentarch.engine.commands import Command
from pentarch.engine.core import Seat
from pentarch.engine.errors import EngineError
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from pentarch.engine.record import Record
from pentarch.seated_bot import UNHURRIED, SeatedBot


@dataclass(frozen=True)
class TrialReply:
    """What a bot said in a position. `refusal` is why that is not legal, empty if it is."""

    commands: list[str]
    refusal: str
    notes: dict[str, Json]
    seconds: float


def turn_of(position: Position, seat: Seat) -> Turn:
    """The decision as one of the acting seats is asked it."""
    match = position.match
    return Turn(
        match.ruleset,
        seat,
        match.seats,
        position.decisions[seat] + 1,
        match.legal(seat),
        UNHURRIED,
        lambda: position.view(seat),
        lambda: list(position.told[seat]),
    )


def ask(bot: Bot, position: Position, seat: Seat, bots: list[str], seed: int = 0) -> TrialReply:
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
        lambda: position.view(seat),
        lambda: list(position.told[seat]),
    )
    seconds = time.perf_counter() - began
    return TrialReply(_texts(answer), _refusal(match, seat, answer), turn.notes, seconds)


def played_on(
    record: Record, step: int, ports: list[Port], names: list[str], terms: Terms = UNTIMED
) -> PlayedMatch:
    """Play on from the position before a step, with the dice of the record. Raises Aborted."""
    match = before(record, step).match
    return Referee(match, ports, bots=names, bot_key=seed_key(0, "bots"), terms=terms).run()


def _texts(answer: object) -> list[str]:
    """An answer in words, even if it is none: what is wrong with it is said beside it."""
    parts = answer if isinstance(answer, list | tuple) else [answer]
    return [part.text if isinstance(part, Command) else str(part) for part in parts]


def _refusal(match: Match[Any], seat: Seat, answer: Answer) -> str:
    """Why the first command of an answer is refused; the rest depends on what it leads to."""
    ruleset = match.ruleset
    try:
        plan = read_plan(ruleset, match.state, seat, answer)
        refusal = match.check(seat, readable(ruleset, plan[0]))
    except (EngineError, Fault) as error:
        return str(error)
    return "" if refusal is None else f"{refusal.reason} ({refusal.rule})"
