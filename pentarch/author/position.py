"""Positions out of records: put before a bot, or played on from."""

import time
from dataclasses import dataclass
from typing import Any, Final

from pentarch.arbiter.referee import UNTIMED, MatchResult, Port, Referee, Terms
from pentarch.bots.position import Position, before
from pentarch.bots.sdk import Answer, Bot, Clock, Start, Turn
from pentarch.engine.chance import bot_seed, seed_key
from pentarch.engine.commands import Command
from pentarch.engine.core import Seat
from pentarch.engine.errors import EngineError
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from pentarch.engine.record import Record, record_of

_CLOCK: Final = Clock(left=86_400.0, increment=0.0, cap=86_400.0)


@dataclass(frozen=True)
class Reply:
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
        _CLOCK,
        lambda: match.ruleset.view(match.state, seat),
        lambda: list(position.told[seat]),
    )


def ask(bot: Bot, position: Position, seat: Seat, bots: list[str], seed: int = 0) -> Reply:
    """Let a bot decide for one of the acting seats. What the bot raises is raised."""
    match = position.match
    bot.start(
        Start(
            match.ruleset,
            seat,
            match.seats,
            match.options.plain(),
            bots,
            bot_seed(seed_key(seed, "bots"), seat),
        )
    )
    turn = turn_of(position, seat)
    began = time.perf_counter()
    answer = bot.decide(turn)
    seconds = time.perf_counter() - began
    texts = _texts(answer)
    return Reply(texts, _refusal(match, seat, texts), turn.notes, seconds)


def played_on(
    record: Record, step: int, ports: list[Port], names: list[str], terms: Terms = UNTIMED
) -> MatchResult:
    """Play on from the position before a step, with the dice of the record. Raises Aborted."""
    match = before(record, step).match
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


def _refusal(match: Match[Any], seat: Seat, texts: list[str]) -> str:
    """Why the first command of an answer is refused; the rest depends on what it leads to."""
    try:
        first = match.ruleset.expand(match.state, seat, texts)[0]
        refusal = match.check(seat, match.ruleset.read(first))
    except (EngineError, IndexError) as error:
        return str(error)
    return "" if refusal is None else f"{refusal.reason} ({refusal.rule})"
