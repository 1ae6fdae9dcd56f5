"""What a seat is sent depends on nothing that it may not know.

The law is over whole messages, as they go to a bot: the start, and every turn, with all fields they
have or will have. Left out is the clock, which is not about the match.
"""

import random
from typing import Any

import pytest

from pentarch.arbiter.referee import Aborted, Fault, Port, Referee, Reply, Verdict
from pentarch.bots.sdk import Clock, Ending, Start, Turn, wire
from pentarch.engine import registry
from pentarch.engine.chance import Seeded, seed_key
from pentarch.engine.commands import Command
from pentarch.engine.core import Seat
from pentarch.engine.match import Match
from tests.playing import play_choices

BOT_KEY = seed_key(1, "bots")
CLOCK = Clock(left=1.0, increment=1.0, cap=1.0)
POSITIONS = 12
DEEPEST = 240


class Spy(Port):
    """Keeps what a seat is sent; answers with the commands it was given, then nobody's fault."""

    def __init__(self, answers: list[Command]) -> None:
        self._answers = answers
        self.sent: list[bytes] = []
        self.views: list[object] = []

    def start(self, start: Start, deadline: float) -> None:
        message = wire.start_message(1, start, CLOCK)
        self.sent.append(message.SerializeToString(deterministic=True))

    def ask(self, turn: Turn) -> None:
        turn.clock = CLOCK
        self.sent.append(wire.asking(1, turn).SerializeToString(deterministic=True))
        self.views.append(turn.view)

    def answer(self, deadline: float) -> Reply:
        if not self._answers:
            raise Fault(Verdict.WORKER_STALL, "that is all of it")
        return Reply(self._answers.pop(0), deadline, 0.0)

    def finish(self, ending: Ending) -> None:
        """Nothing is sent here that was not public."""


def spied(match: Match[Any], seat: Seat, answers: list[Command]) -> Spy:
    """What a seat is sent from here on while it gives these answers and others stand still."""
    spy = Spy(list(answers))
    ports: list[Port] = [spy if s == seat else Spy([]) for s in range(match.seats)]
    with pytest.raises(Aborted):
        Referee(match, ports, bots=["a"] * match.seats, bot_key=BOT_KEY).run()
    return spy


def at(ruleset: str, seats: int, state: Any, key: bytes) -> Match[Any]:
    """A match with that key that has come to that state."""
    match: Match[Any] = Match(registry.get(ruleset), seats, {}, key)
    # A match makes its own state; this one is put in its place.
    object.__setattr__(match, "state", match.ruleset.copy(state))
    return match


@pytest.mark.parametrize("ruleset", registry.IDS)
def test_another_key_and_other_hidden_things_change_nothing_that_a_seat_is_sent(
    ruleset: str,
) -> None:
    rules = registry.get(ruleset)
    pick = random.Random(ruleset)
    seen = 0
    while seen < POSITIONS:
        seats = pick.randint(rules.info.min_seats, rules.info.max_seats)
        match: Match[Any] = Match(rules, seats, {}, pick.getrandbits(64))
        play_choices(match, [pick.randrange(10_000) for _ in range(pick.randrange(DEEPEST))])
        asked = [seat for seat in match.to_act() if len(match.legal(seat)) > 1]
        for seat in asked:
            other = rules.sample(rules.view(match.state, seat), seat, Seeded(pick.getrandbits(64)))
            here = spied(at(ruleset, seats, match.state, pick.randbytes(32)), seat, [])
            there = spied(at(ruleset, seats, other, pick.randbytes(32)), seat, [])
            assert len(here.sent) == 2, "a start and a turn"
            assert here.sent == there.sent
            seen += 1


@pytest.mark.parametrize("ruleset", registry.IDS)
def test_after_an_answer_too_a_turn_says_no_more_than_its_view(ruleset: str) -> None:
    """With the same dice: as long as the views are equal, so is everything else in the turns."""
    rules = registry.get(ruleset)
    pick = random.Random(f"{ruleset} again")
    seen = 0
    while seen < POSITIONS:
        match: Match[Any] = Match(rules, rules.info.min_seats, {}, pick.getrandbits(64))
        play_choices(match, [pick.randrange(10_000) for _ in range(pick.randrange(DEEPEST))])
        for seat in match.to_act():
            legal = match.legal(seat)
            if len(legal) < 2:
                continue
            answers = [pick.choice(legal)]
            key = pick.randbytes(32)
            other = rules.sample(rules.view(match.state, seat), seat, Seeded(pick.getrandbits(64)))
            here = spied(at(ruleset, match.seats, match.state, key), seat, answers)
            there = spied(at(ruleset, match.seats, other, key), seat, answers)
            assert here.sent[:2] == there.sent[:2]
            if here.views == there.views:
                assert here.sent == there.sent
            seen += 1
