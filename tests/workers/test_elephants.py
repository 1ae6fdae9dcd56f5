"""A bot that remembers, connected from afar, in a tournament of the real service.

It learns all that anybody can learn of matches that are over, which is their keys, as soon as the
arbiter gives out their records. When a key that it knows makes the match that it sits in, it
foresees all of it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import grpc
import pytest

from pentarch.arbiter.referee.keys import new_secret
from pentarch.arbiter.store import owners, tournaments
from pentarch.arbiter.store.bots import find_version
from pentarch.arbiter.store.tournaments import NewTournament
from pentarch.arbiter.v1.matches_pb2 import GetRecordRequest
from pentarch.arbiter.v1.matches_pb2_grpc import MatchServiceStub
from pentarch.bots.sdk import Answer, Bot, Start, Turn
from pentarch.engine.chance import derive
from pentarch.engine.match import Match
from pentarch.engine.plain import canonical
from pentarch.engine.record import decode
from pentarch.workers.conductor import conduct
from pentarch.workers.verification import verify_matches
from pentarch.workers.windows import play_matches
from tests.arbiter.competition.formats.test_memory import SHORT, Elephant, Wanderer
from tests.needs import needs_redis
from tests.remote import CLOCK, NOW, Hall
from tests.tournaments import waiting

pytestmark = needs_redis

FEW = 3


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    made = Hall(tmp_path)
    yield made
    made.close()


def begin(hall: Hall, ruleset: str, versions: list[int], blocks: int) -> int:
    """A rated tournament of two bots, with a secret that nobody has chosen."""
    with hall.store.writing() as session:
        new = NewTournament(
            owner_id=owners.by_name(session, "admin").id,
            title="Elephants",
            ruleset=ruleset,
            format="round_robin",
            settings={"blocks": blocks},
            options=SHORT[ruleset],
            clock=CLOCK,
            seats=[2],
            secret=new_secret(None),
            seed=None,
            is_rated=True,
            versions=versions,
        )
        made = tournaments.create(session, new, NOW)
        return tournaments.start(session, made.id, NOW).id


def matches_of(hall: Hall, tournament_id: int) -> Iterator[int]:
    """The matches of a tournament, each when it is due."""
    while True:
        conduct(hall.host, tournament_id)
        with hall.store.reading() as session:
            ids = waiting(session, tournament_id)
        if not ids:
            return
        yield from ids


def share(hall: Hall, match_id: int, version: int) -> float:
    """How much of a match went to a version; nobody was at fault."""
    seats = hall.row(match_id).seats
    assert [seat.verdict for seat in seats] == [None, None]
    ranks = {seat.version_id: seat.rank or 0 for seat in seats}
    own = ranks.pop(version)
    [other] = ranks.values()
    return 0.5 + 0.5 * ((other > own) - (other < own))


@dataclass
class Memory:
    """What the elephant from afar knows."""

    stub: MatchServiceStub
    token: str
    keys: list[bytes] = field(default_factory=list)
    played: list[int] = field(default_factory=list)
    recognised: int = 0

    def learn(self) -> None:
        """Ask for the records of all matches that are over and not known yet."""
        metadata = (("authorization", f"Bearer {self.token}"),)
        for match_id in [*self.played]:
            try:
                kept = self.stub.GetRecord(GetRecordRequest(match_id=match_id), metadata=metadata)
            except grpc.RpcError:
                continue
            self.keys.append(decode(kept.record).key)
            self.played.remove(match_id)


class Afar(Bot):
    """Plays as an elephant does that knows the key, if one that it remembers fits."""

    def __init__(self, ruleset: str, memory: Memory) -> None:
        self._ruleset = ruleset
        self._memory = memory
        self._guide: Bot | None = None

    def start(self, start: Start) -> None:
        self._start = start

    def decide(self, turn: Turn) -> Answer:
        if self._guide is None:
            way = derive(3, self._start.seed) >> 8
            self._guide = Elephant(self._ruleset, way, self._known(turn))
            self._guide.start(self._start)
        return self._guide.decide(turn)

    def _known(self, turn: Turn) -> bytes | None:
        """The key of this match, if one that it remembers shows what it sees now."""
        if turn.events:
            return None
        seen = canonical(turn.view)
        for key in self._memory.keys:
            match = Match(self._start.ruleset, 2, dict(self._start.options), key)
            view = match.ruleset.view(match.state, self._start.seat)
            if canonical(view) == seen:
                self._memory.recognised += 1
                return key
        return None


def play_afar(hall: Hall, ruleset: str, blocks: int) -> tuple[list[float], Memory]:
    """What a remote bot that remembers gets of a tournament against one that does not."""
    with grpc.insecure_channel(f"127.0.0.1:{hall.port}") as channel:
        memory = Memory(MatchServiceStub(channel), hall.tokens["author"])
        elephant = hall.bot(lambda: Afar(ruleset, memory), "elephant", ruleset)
        rival = hall.bot(lambda: Forgetful(ruleset), "forgetful", ruleset, who="rival")
        with hall.store.reading() as session:
            pair = [find_version(session, bot.version).id for bot in (elephant, rival)]
        taken = []
        for match_id in matches_of(hall, begin(hall, ruleset, pair, blocks)):
            memory.learn()
            assert play_matches(hall.host, [match_id]) == [match_id]
            verify_matches(hall.verifier, [match_id])
            taken.append(share(hall, match_id, pair[0]))
            memory.played.append(match_id)
        memory.learn()
        assert len(memory.keys) == len({*memory.keys}) == len(taken), "every match has its own key"
        return taken, memory


class Forgetful(Bot):
    """Plays as well as the elephant, without any memory."""

    def __init__(self, ruleset: str) -> None:
        self._ruleset = ruleset

    def start(self, start: Start) -> None:
        self._guide = Wanderer(self._ruleset, derive(3, start.seed) >> 8)
        self._guide.start(start)

    def decide(self, turn: Turn) -> Answer:
        return self._guide.decide(turn)


def test_a_remote_bot_that_remembers_never_meets_a_match_again(hall: Hall) -> None:
    taken, memory = play_afar(hall, "capital", FEW)
    assert len(taken) == 2 * FEW
    assert memory.recognised == 0
