"""A referee takes over from one that was lost, and the record is that of an undisturbed match."""

import json
from typing import Any

import pytest

from pentarch.arbiter.referee import Aborted, BotSeat, PlayedMatch, Port, Referee, Terms, Verdict
from pentarch.arbiter.referee.journal import Entry, Forfeited, Step, fits
from pentarch.bots.random import Random
from pentarch.bots.registry import make
from pentarch.bots.sdk import Answer, Bot, Start, Turn
from pentarch.engine import registry
from pentarch.engine.chance import Seeded
from pentarch.engine.commands import Command
from pentarch.engine.core import Event
from pentarch.engine.match import Match
from pentarch.engine.record import encode, verify
from tests.arbiter.referee.doubles import SHORT, Failing

TERMS = Terms(bank=600.0, increment=1.0, cap=300.0)


class Rememberer(Bot):
    """Draws from a stream of chance, gives notes, and every few decisions a plan too long."""

    def __init__(self) -> None:
        self._chance = Seeded(0)
        self._told: list[str] = []

    def start(self, start: Start) -> None:
        self._chance = Seeded(start.seed)

    def decide(self, turn: Turn) -> Answer:
        if turn.refused:
            self._told.append(turn.refused)
        turn.note("told", len(self._told))
        chosen = self._chance.choice(turn.legal)
        if turn.sequence % 5:
            return chosen
        return [chosen, turn.legal[0], turn.legal[-1], turn.legal[-1]]


def new_match(id: str, seats: int) -> "Match[Any]":
    return Match(registry.get(id), seats, SHORT.get(id, {}), 3)


def play(
    id: str, bots: "list[Bot]", *, earlier: "list[Entry] | None" = None, cut: int = 0
) -> "tuple[PlayedMatch, list[Entry]]":
    """A whole match; with a cut also the journal as it was when so many steps were played."""
    kept: list[Entry] = []

    def watch(match: "Match[Any]", events: list[Event]) -> None:
        if len(match.steps) == cut:
            kept.extend(referee.journal(0))

    match = new_match(id, len(bots))
    ports: list[Port] = [BotSeat(bot) for bot in bots]
    names = [f"bot{seat}" for seat in range(len(bots))]
    referee = Referee(match, ports, bots=names, terms=TERMS, watch=watch, earlier=earlier or ())
    return referee.run(), kept


def stored(journal: list[Entry]) -> list[Entry]:
    """A journal as it comes back from a database."""
    return [
        Step(entry.seat, entry.command, entry.digest, json.loads(json.dumps(entry.annotation)))
        if isinstance(entry, Step)
        else Forfeited(entry.seat, entry.verdict, json.loads(json.dumps(entry.annotation)))
        for entry in journal
    ]


@pytest.mark.parametrize("id", registry.IDS)
def test_the_record_is_that_of_an_undisturbed_match(id: str) -> None:
    def bots() -> "list[Bot]":
        seats = max(3, registry.get(id).info.min_seats)
        # The greedy bot of heroes thinks for too long to play four matches of it.
        second = make("random" if id == "heroes" else "greedy", id)
        return [Rememberer(), second, *[Random() for _ in range(seats - 2)]]

    whole, _ = play(id, bots())
    steps = len(whole.match.steps)
    for cut in (1, steps // 3, steps - 2):
        _, journal = play(id, bots(), cut=cut)
        journal = stored(journal)
        assert len(journal) <= cut
        assert fits(new_match(id, len(bots())), journal)
        resumed, _ = play(id, bots(), earlier=journal)
        assert encode(resumed.record(timed=False)) == encode(whole.record(timed=False))
        verify(encode(resumed.record(timed=True)))


class Witness(Random):
    """Plays at random and keeps what it saw and was told at each decision."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[object] = []

    def decide(self, turn: Turn) -> Answer:
        self.seen.append((turn.sequence, turn.legal, turn.view, turn.refused, turn.events))
        answer = super().decide(turn)
        assert isinstance(answer, Command)
        return [answer, turn.legal[0]] if turn.sequence % 3 == 0 else answer


@pytest.mark.parametrize("id", registry.IDS)
def test_a_seat_that_is_asked_again_sees_and_hears_the_same(id: str) -> None:
    seats = max(3, registry.get(id).info.min_seats)

    def bots() -> "list[Witness]":
        return [Witness() for _ in range(seats)]

    whole = bots()
    result, _ = play(id, [*whole])
    steps = len(result.match.steps)
    for cut in (steps // 5, steps // 2):
        _, journal = play(id, [*bots()], cut=cut)
        resumed = bots()
        play(id, [*resumed], earlier=stored(journal))
        for before, after in zip(whole, resumed, strict=True):
            assert before.seen == after.seen


def test_forfeits_and_their_evidence_are_taken_over() -> None:
    def bots() -> "list[Bot]":
        return [Random(), Failing(4, lambda turn: "nonsense \u00e9"), Random()]

    whole, _ = play("township", bots())
    _, journal = play("township", bots(), cut=60)
    assert [entry.verdict for entry in journal if isinstance(entry, Forfeited)] == ["BOT_ILLEGAL"]
    resumed, _ = play("township", bots(), earlier=stored(journal))
    assert encode(resumed.record(timed=False)) == encode(whole.record(timed=False))


def test_clocks_go_on_where_they_were() -> None:
    _, journal = play("township", [Random(), Random()], cut=40)
    charged = [
        Step(entry.seat, entry.command, entry.digest, {"how": "a", "spent": 2.0, "left": 17.5})
        for entry in journal
        if isinstance(entry, Step)
    ]
    seen: list[float] = []

    class Watching(Random):
        def decide(self, turn: Turn) -> Answer:
            seen.append(turn.clock.left)
            return super().decide(turn)

    play("township", [Watching(), Random()], earlier=[*charged])
    mine = sum(entry.seat == 0 for entry in charged)
    assert seen[0] == TERMS.bank
    assert seen[1:mine] == [17.5] * (mine - 1)
    assert 17.0 < seen[mine] <= 17.5


def test_a_journal_that_does_not_replay_is_found_out() -> None:
    _, journal = play("township", [Random(), Random()], cut=40)
    assert fits(new_match("township", 2), journal)
    first = journal[0]
    assert isinstance(first, Step)
    for wrong in (
        Step(first.seat, first.command, b"xxxx", first.annotation),
        Step(first.seat, first.command, first.digest, None),
        Step(1 - first.seat, first.command, first.digest, first.annotation),
        Step(first.seat, 10**9, first.digest, first.annotation),
    ):
        assert not fits(new_match("township", 2), [wrong, *journal[1:]])


def test_a_bot_that_fails_when_it_is_shown_the_past_is_not_charged_for_it() -> None:
    _, journal = play("township", [Random(), Random()], cut=40)

    def crash(turn: Turn) -> Answer:
        raise RuntimeError("not again")

    with pytest.raises(Aborted) as aborted:
        play("township", [Failing(3, crash), Random()], earlier=journal)
    assert aborted.value.verdict is Verdict.WORKER_LOST
