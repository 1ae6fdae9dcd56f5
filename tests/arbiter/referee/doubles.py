"""Bots that behave badly on purpose, a time source under control, and a match without rules."""

import time
from collections.abc import Callable
from typing import Any

from pentarch.arbiter.referee import UNTIMED, BotSeat, PlayedMatch, Port, Referee, Terms, ThreadSeat
from pentarch.arbiter.referee.seats import Timer
from pentarch.bots.random import Random
from pentarch.bots.sdk import Answer, Bot, Ending, Start, Turn
from pentarch.engine import registry
from pentarch.engine.commands import Command, CommandTable
from pentarch.engine.core import NOT_TO_ACT, Event, Outcome, Refusal, Seat
from pentarch.engine.match import Forfeit, Match, Step
from pentarch.engine.options import Options
from pentarch.engine.plain import Json

SHORT: dict[str, dict[str, Json]] = {"township": {"round_cap": 8}}
"""Options that make matches short, for tests that only need one to be played."""


class FakeTime:
    """A timer that only moves when told."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Failing(Random):
    """Plays at random, and at its decision number `at` (from 1) does `act` instead."""

    def __init__(self, at: int, act: Callable[[Turn], Any]) -> None:
        super().__init__()
        self.at = at
        self.act = act
        self.asked = 0

    def decide(self, turn: Turn) -> Answer:
        self.asked += 1
        if self.asked == self.at:
            answer: Answer = self.act(turn)
            return answer
        return super().decide(turn)


class Listening(Random):
    """Plays at random and keeps what it is told at each decision."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[list[Event]] = []

    def decide(self, turn: Turn) -> Answer:
        self.told.append(turn.events)
        return super().decide(turn)


class Observed(Random):
    """Plays at random and keeps what it was told."""

    def __init__(self) -> None:
        super().__init__()
        self.started: list[Start] = []
        self.turns: list[Turn] = []
        self.endings: list[Ending] = []

    def start(self, start: Start) -> None:
        super().start(start)
        self.started.append(start)

    def decide(self, turn: Turn) -> Answer:
        self.turns.append(turn)
        return super().decide(turn)

    def finish(self, ending: Ending) -> None:
        self.endings.append(ending)


class Scripted(Random):
    """Gives these answers first, then plays at random."""

    def __init__(self, *answers: Any) -> None:
        super().__init__()
        self.answers = list(answers)
        self.turns: list[Turn] = []

    def decide(self, turn: Turn) -> Answer:
        self.turns.append(turn)
        if self.answers:
            answer: Answer = self.answers.pop(0)
            return answer
        return super().decide(turn)


def referee(
    bots: list[Bot],
    *,
    seed: int = 1,
    ruleset: str = "township",
    options: dict[str, Json] | None = None,
    terms: Terms = UNTIMED,
    timer: Timer = time.perf_counter,
    in_threads: bool = False,
    watch: Any = None,
) -> Referee:
    """A referee over a new match between these bots."""
    match = Match(registry.get(ruleset), len(bots), options or SHORT.get(ruleset, {}), seed)
    kind = ThreadSeat if in_threads else BotSeat
    ports: list[Port] = [kind(bot, timer) for bot in bots]
    names = [f"bot{seat}" for seat in range(len(bots))]
    return Referee(match, ports, bots=names, terms=terms, timer=timer, watch=watch)


def play(bots: list[Bot], **settings: Any) -> PlayedMatch:
    """A whole match between these bots."""
    return referee(bots, **settings).run()


_TABLE = CommandTable()
ENTER = _TABLE.verb("enter {}", ("0", "1", "2", "3"))
DONE = _TABLE.verb("done")
TOO_MANY = Refusal("X-1", "a seat enters at most three numbers")


class Sealed:
    """The rules of `SealedMatch`, as far as the referee asks for them.

    All seats enter up to three numbers at the same time and say `done`; the largest sum wins.
    """

    info = registry.get("township").info
    commands = _TABLE

    def view(self, state: "SealedMatch", seat: Seat) -> Json:
        return {"own": list(state.entered[seat])}

    def fallback(self, state: "SealedMatch", seat: Seat) -> Command:
        return DONE()

    def expand(self, state: "SealedMatch", seat: Seat, texts: list[str]) -> list[str]:
        return [part for text in texts for part in (["enter 1"] * 2 if text == "pair" else [text])]

    def read(self, text: str) -> Command:
        return self.commands.read(text)


class SealedMatch:
    """A match whose seats all decide at once: the smallest thing that needs a referee for it."""

    def __init__(self, seats: int) -> None:
        self.ruleset: Any = Sealed()
        self.seats = seats
        self.seed = 7
        self.options = Options({})
        self.entered: list[list[int]] = [[] for _ in range(seats)]
        self.is_done = [False] * seats
        self.steps: list[Step] = []
        self.forfeits: list[Forfeit] = []
        self.outcome: Outcome | None = None

    @property
    def state(self) -> "SealedMatch":
        return self

    def to_act(self) -> list[Seat]:
        return [seat for seat in range(self.seats) if not self.is_done[seat]]

    def legal(self, seat: Seat) -> list[Command]:
        if self.is_done[seat]:
            return []
        return [DONE()] if len(self.entered[seat]) == 3 else [DONE(), *map(ENTER, range(4))]

    def check(self, seat: Seat, command: Command) -> Refusal | None:
        if self.is_done[seat]:
            return NOT_TO_ACT
        return None if command in self.legal(seat) else TOO_MANY

    def play(self, seat: Seat, command: Command) -> list[Event]:
        self.steps.append(Step(seat, command))
        if command is DONE():
            self.is_done[seat] = True
        else:
            self.entered[seat].append(command.args[0])
        if all(self.is_done):
            self.end()
        return [Event("entered", seat, (), (seat,))]

    def forfeit(self, seat: Seat, verdict: str) -> None:
        self.forfeits.append(Forfeit(len(self.steps), seat, verdict))
        if len(self.forfeits) >= self.seats - 1:
            self.end()

    def has_forfeited(self, seat: Seat) -> bool:
        return any(forfeit.seat == seat for forfeit in self.forfeits)

    def end(self) -> None:
        sums = [sum(entered) for entered in self.entered]
        out = [forfeit.seat for forfeit in self.forfeits]
        keys = [-1 if seat in out else sums[seat] for seat in range(self.seats)]
        ranks = [1 + sum(other > key for other in keys) for key in keys]
        self.outcome = Outcome(ranks=ranks, scores=sums, rule="X-2", reason="sums", natural=True)


def sealed_referee(
    match: SealedMatch, bots: list[Bot], *, terms: Terms = UNTIMED, in_threads: bool = False
) -> Referee:
    """A referee over a sealed match."""
    kind = ThreadSeat if in_threads else BotSeat
    ports: list[Port] = [kind(bot) for bot in bots]
    like_a_match: Any = match
    return Referee(like_a_match, ports, bots=["bot"] * match.seats, terms=terms)
