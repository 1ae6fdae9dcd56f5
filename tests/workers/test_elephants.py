"""Bots that remember, in tournaments of the real service: connected from afar, and kept warm.

Both sides are the same bot with the same amount of memory. The one's is of the matches it played,
the other's is made up. So whatever memory does beside telling what comes, as trying ways out and
repeating what won, it does for both, and each has an even share of all pairs of matches in which
they change seats. Where a person lets matches share their chance, the one wins far more.
"""

import secrets
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean
from typing import Any

import grpc
import pytest

from pentarch.arbiter.referee import Referee
from pentarch.arbiter.referee.keys import chosen, new_secret
from pentarch.arbiter.referee.seats import BotSeat
from pentarch.arbiter.store import matches, owners, tournaments
from pentarch.arbiter.store.bots import find_version
from pentarch.arbiter.store.matches import NewMatch
from pentarch.arbiter.store.tournaments import NewTournament
from pentarch.arbiter.store.words import MatchState
from pentarch.arbiter.v1.matches_pb2 import GetRecordRequest
from pentarch.arbiter.v1.matches_pb2_grpc import MatchServiceStub
from pentarch.bots.sdk import Answer, Bot, Start, Turn
from pentarch.engine import registry
from pentarch.engine.chance import KEY_BYTES, derive
from pentarch.engine.match import Match
from pentarch.engine.plain import Json, canonical
from pentarch.engine.record import decode
from pentarch.workers.bot_process import BotProcess, Program
from pentarch.workers.conductor import conduct
from pentarch.workers.hosted_port import WarmBots
from pentarch.workers.verification import verify_matches
from pentarch.workers.windows import play_matches
from tests.arbiter.competition.formats.test_memory import Wanderer, interval
from tests.hosting import hosted
from tests.needs import needs_redis, needs_sandbox
from tests.remote import NOW, Hall
from tests.tournaments import waiting

pytestmark = needs_redis

SHORT: dict[str, dict[str, Json]] = {
    "township": {"round_cap": 16},
    "kingdom": {"max_rounds": 12},
    "capital": {"mode": "short"},
    "heroes": {"rounds": 1},
    "tradewarz": {"year_cap": 1},
}
CLOCK: dict[str, Json] = {"bank": 7200.0, "increment": 1.0, "cap": 7200.0}
"""A busy machine may stop all of it for long: this is not about time."""
PAIRS = 100
SHARED_PAIRS = 40
FEW = 3
KEPT = 3
TRIES = 30
REPEATS = 8
SURE = 5
"""After so many decisions a course is one that hardly any other match has had."""
TOGETHER = 20


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


def due(hall: Hall, tournament_id: int) -> Iterator[list[list[int]]]:
    """The matches of a tournament by their blocks, as many as are due; then the next."""
    while True:
        conduct(hall.host, tournament_id)
        with hall.store.reading() as session:
            ids = waiting(session, tournament_id)
        if not ids:
            return
        blocks: dict[int | None, list[int]] = {}
        for match_id in ids:
            blocks.setdefault(hall.row(match_id).block_id, []).append(match_id)
        yield [*blocks.values()]


def queue(hall: Hall, ruleset: str, versions: list[int], seed: int) -> int:
    """An unrated match by the seed of a person, who may let as many have it as they like."""
    new = NewMatch(
        ruleset=ruleset,
        versions=versions,
        keys=chosen(seed),
        is_rated=False,
        clock=CLOCK,
        options=SHORT[ruleset],
    )
    with hall.store.writing() as session:
        return matches.create(session, new, NOW).id


def play_to_the_end(hall: Hall, match_ids: list[int]) -> None:
    """Play and verify matches, again where the host was too busy."""
    while left := [id for id in match_ids if hall.row(id).state is MatchState.QUEUED]:
        verify_matches(hall.verifier, play_matches(hall.host, left))


def share(hall: Hall, match_id: int, version: int) -> float:
    """How much of a match went to a version; nobody was at fault."""
    seats = hall.row(match_id).seats
    assert [seat.verdict for seat in seats] == [None, None]
    ranks = {seat.version_id: seat.rank or 0 for seat in seats}
    own = ranks.pop(version)
    [other] = ranks.values()
    return 0.5 + 0.5 * ((other > own) - (other < own))


def judge(name: str, pairs: list[float]) -> None:
    """An even share is within what the pairs allow for, or above it."""
    low, high = interval(pairs, 0.95)
    print(f"{name}: {mean(pairs):.3f}, {low:.3f} to {high:.3f}, {2 * len(pairs)} matches")
    assert low <= 0.5


@dataclass(frozen=True)
class Remembered:
    """A match that is over: its key, and the seed that the bot at a seat of it had."""

    key: bytes
    seat: int
    seed: int


@dataclass
class Memory:
    """What an elephant knows of the latest matches."""

    kept: deque[Remembered] = field(default_factory=lambda: deque(maxlen=KEPT))
    seat: int = 0
    seed: int = 0
    recognised: int = 0


class Afar(Bot):
    """Plays in a way of its own, until what it sees says that it knows this match. Then it tries
    out ways to go on until one wins, and plays that."""

    def __init__(self, ruleset: str, memory: Memory) -> None:
        self._ruleset = ruleset
        self._memory = memory
        self._traces: dict[Remembered, list[bytes]] = {}
        self._seen: list[bytes] = []
        self._knows = False

    def start(self, start: Start) -> None:
        self._start = start
        self._memory.seat, self._memory.seed = start.seat, start.seed
        self._bot: Bot = Wanderer(self._ruleset, way_of(start.seed))
        self._bot.start(start)
        # Whoever sits there now has the seed that this bot had then.
        known = [one for one in self._memory.kept if one.seat != start.seat]
        other = Remembered(secrets.token_bytes(KEY_BYTES), 1 - start.seat, secrets.randbits(63))
        self._traces = {one: self._trace(one) for one in [*known, other]}
        self._other = other

    def decide(self, turn: Turn) -> Answer:
        self._seen.append(canonical(turn.view))
        if not self._knows and (known := self._recognised()):
            self._knows = True
            self._memory.recognised += 1
            self._bot = Wanderer(self._ruleset, self._winning_way(known))
            self._bot.start(self._start)
        return self._bot.decide(turn)

    def _recognised(self) -> Remembered | None:
        """The match that this one is, once it could not be any other as well."""
        fits = [one for one in self._traces if self._traces[one][: len(self._seen)] == self._seen]
        return fits[0] if len(fits) == 1 and fits[0] != self._other else None

    def _trace(self, known: Remembered) -> list[bytes]:
        """What it would see at each decision, if the match were that one."""
        own = Later(self._ruleset, way_of(self._start.seed), 0, 0)
        self._try_out(own, known)
        return own.seen

    def _winning_way(self, known: Remembered) -> int:
        """A way to go on from here that wins, if there is one among so many."""
        own = way_of(self._start.seed)
        ways = range(own + 1, own + 1 + TRIES)
        return next((way for way in ways if self._wins(own, way, known)), own)

    def _wins(self, own: int, way: int, known: Remembered) -> bool:
        match = self._try_out(Later(self._ruleset, own, len(self._seen) - 1, way), known)
        assert match.outcome is not None
        return match.outcome.ranks[self._start.seat] < match.outcome.ranks[known.seat]

    def _try_out(self, own: Bot, known: Remembered) -> Match[Any]:
        match = Match(self._start.ruleset, 2, dict(self._start.options), known.key)
        rival = Wanderer(self._ruleset, way_of(known.seed))
        # As workers do: seats that decide at the same time see nothing of each other's orders.
        ports = [BotSeat(own), BotSeat(rival)]
        seated = ports if self._start.seat == 0 else ports[::-1]
        Referee(match, [*seated], bots=["one", "another"], bot_key=known.key).run()
        return match


def way_of(seed: int) -> int:
    """How a bot with that seed plays, without any memory."""
    return derive(3, seed) >> 8


class Later(Bot):
    """Plays in one way for so many decisions and then in another, if that is not 0."""

    def __init__(self, ruleset: str, way: int, after: int, later: int) -> None:
        self.seen: list[bytes] = []
        self._first = Wanderer(ruleset, way)
        self._after = after
        self._then = Wanderer(ruleset, later) if later else None

    def start(self, start: Start) -> None:
        self._first.start(start)
        if self._then is not None:
            self._then.start(start)

    def decide(self, turn: Turn) -> Answer:
        self.seen.append(canonical(turn.view))
        is_later = self._then is not None and len(self.seen) > self._after
        return (self._then if is_later and self._then else self._first).decide(turn)


class Afield:
    """Two elephants from afar in a hall: one learns what was played, the other makes it up."""

    def __init__(self, hall: Hall, ruleset: str) -> None:
        self._hall = hall
        self._waiting: dict[int, tuple[int, int]] = {}
        self._channel = grpc.insecure_channel(f"127.0.0.1:{hall.port}")
        self.real, self.made_up = Memory(), Memory()
        remotes = [
            hall.bot(lambda: Afar(ruleset, self.real), "real", ruleset),
            hall.bot(lambda: Afar(ruleset, self.made_up), "made-up", ruleset, who="rival"),
        ]
        with hall.store.reading() as session:
            self.versions = [find_version(session, one.version).id for one in remotes]

    def play(self, match_id: int) -> float:
        """Play a match, and remember it; the share of the one that truly does."""
        self._learn()
        play_to_the_end(self._hall, [match_id])
        self._waiting[match_id] = self.real.seat, self.real.seed
        return share(self._hall, match_id, self.versions[0])

    def _learn(self) -> None:
        """Ask for the records of all matches that are over and not known yet."""
        stub = MatchServiceStub(self._channel)
        metadata = (("authorization", f"Bearer {self._hall.tokens['author']}"),)
        for match_id, (seat, seed) in [*self._waiting.items()]:
            try:
                kept = stub.GetRecord(GetRecordRequest(match_id=match_id), metadata=metadata)
            except grpc.RpcError:
                continue
            del self._waiting[match_id]
            self.real.kept.append(Remembered(decode(kept.record).key, seat, seed))
            invented = secrets.token_bytes(KEY_BYTES), 1 - seat, secrets.randbits(63)
            self.made_up.kept.append(Remembered(*invented))

    def __enter__(self) -> "Afield":
        return self

    def __exit__(self, *_: object) -> None:
        self._channel.close()


def rated_afar(hall: Hall, ruleset: str, pairs: int) -> tuple[list[float], Memory]:
    """What the one that remembers gets of each pair of a rated tournament, and its memory."""
    with Afield(hall, ruleset) as field:
        id = begin(hall, ruleset, field.versions, pairs)
        taken = [
            [field.play(match) for match in block] for blocks in due(hall, id) for block in blocks
        ]
        assert {len(pair) for pair in taken} == {2}
        return [mean(pair) for pair in taken], field.real


def shared_afar(hall: Hall, ruleset: str, pairs: int) -> tuple[list[float], Memory]:
    """What it gets of the second matches by a person's seeds, when it has played the first."""
    with Afield(hall, ruleset) as field:
        taken = []
        for seed in range(pairs):
            order = field.versions if seed % 2 else field.versions[::-1]
            field.play(queue(hall, ruleset, order, seed))
            taken.append(field.play(queue(hall, ruleset, order[::-1], seed)))
        return taken, field.real


def test_a_remote_bot_that_remembers_never_meets_a_match_again(hall: Hall) -> None:
    pairs, memory = rated_afar(hall, "capital", FEW)
    assert len(pairs) == FEW
    assert memory.kept
    assert memory.recognised == 0
    keys = [known.key for known in memory.kept]
    assert len(keys) == len({*keys}), "every match has its own key"


def test_a_remote_bot_that_remembers_knows_a_match_of_the_same_chance_again(hall: Hall) -> None:
    _, memory = shared_afar(hall, "capital", FEW)
    assert memory.recognised == FEW


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("ruleset", registry.IDS)
def test_a_remote_bot_that_remembers_gets_no_more_than_its_share(hall: Hall, ruleset: str) -> None:
    pairs, memory = rated_afar(hall, ruleset, PAIRS)
    print(f"{memory.recognised} went like one before for a while, and on otherwise")
    judge(f"{ruleset}, afar", pairs)


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("ruleset", registry.IDS)
def test_a_remote_bot_that_remembers_wins_where_chance_is_shared(hall: Hall, ruleset: str) -> None:
    taken, _ = shared_afar(hall, ruleset, SHARED_PAIRS)
    print(f"{ruleset}, afar, sharing keys: {mean(taken):.2f} of the second matches")
    assert mean(taken) > 0.65


WARM = """
import hashlib, secrets
from pentarch.bots.greedy import greedy
from pentarch.bots.sdk import Bot
from pentarch.bots.sdk.hosted import play_hosted
from pentarch.engine.chance import Seeded
from pentarch.engine.plain import canonical
from pentarch.local import play_local

IS_REAL = {is_real}
RULESET = "{ruleset}"
known = {{}}
seats = []

class Warm(Bot):
    def __init__(self, memory):
        self.memory = memory

    def start(self, start):
        if self.memory is known:
            if seats and not IS_REAL:
                make_up(seats[-1], dict(start.options))
            seats.append(start.seat)
        self.guide = greedy(RULESET)
        self.guide.start(start)
        self.seat, self.chance, self.is_trying = start.seat, Seeded(start.seed), False
        self.course, self.given = bytes([start.seat]), []

    def decide(self, turn):
        self.course = hashlib.sha256(self.course + canonical(turn.view)).digest()
        plan, has_won = self.recalled()
        if not has_won:
            if plan and not self.is_trying:
                self.chance, self.is_trying = Seeded(secrets.randbits(60)), True
            plan = self.made(turn)
        self.given.append((self.course, plan))
        return plan

    def recalled(self):
        is_sure = len(self.given) >= {sure}
        return self.memory.get(self.course, ([], False)) if is_sure else ([], False)

    def made(self, turn):
        is_odd = self.chance.below(5) == 0
        made = self.chance.choice(turn.legal) if is_odd else self.guide.decide(turn)
        return [str(part) for part in (made if isinstance(made, (list, tuple)) else [made])]

    def keep(self, ranks):
        has_won = ranks[self.seat] < ranks[1 - self.seat]
        for course, plan in self.given:
            if has_won or course not in known:
                known[course] = plan, has_won

    def finish(self, ending):
        if self.memory is known and IS_REAL:
            self.keep(ending.outcome.ranks)

def make_up(seat, options):
    pair = [Warm(dict(known)), Warm(dict(known))]
    done = play_local(RULESET, pair, seed=secrets.randbits(60), options=options)
    pair[seat].keep(done.outcome.ranks)

play_hosted(lambda: Warm(known))
"""
"""Repeats how it won a match that went in the same way so far, and leaves the way it lost one."""


def warm_pair(hall: Hall, ruleset: str) -> list[int]:
    """Two hosted bots whose processes play many matches: one that remembers, one that makes up."""
    return [
        hosted(
            hall.store,
            WARM.format(ruleset=ruleset, is_real=is_real, sure=SURE),
            name=name,
            is_reusable=True,
            ruleset=ruleset,
        )
        for name, is_real in (("real", True), ("made-up", False))
    ]


def shares(hall: Hall, match_ids: list[int], version: int) -> list[float]:
    """What a version gets of matches, played by one worker, as many at a time as it takes."""
    for start in range(0, len(match_ids), TOGETHER):
        some = match_ids[start : start + TOGETHER]
        play_to_the_end(hall, some)
    return [share(hall, match_id, version) for match_id in match_ids]


@needs_sandbox
@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("ruleset", registry.IDS)
def test_a_warm_bot_that_remembers_gets_no_more_than_its_share(hall: Hall, ruleset: str) -> None:
    pair = warm_pair(hall, ruleset)
    taken: list[float] = []
    for blocks in due(hall, begin(hall, ruleset, pair, PAIRS)):
        taken += shares(hall, [id for block in blocks for id in block], pair[0])
    judge(f"{ruleset}, warm", [mean(both) for both in zip(taken[::2], taken[1::2], strict=True)])


@needs_sandbox
@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("ruleset", registry.IDS)
def test_a_warm_bot_that_remembers_wins_where_chance_is_shared(
    hall: Hall, ruleset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One process plays a match several times over, as if it were another each time."""
    take = WarmBots.take

    def take_any(warm: WarmBots, program: Program, key: bytes) -> BotProcess | None:
        return take(warm, program, secrets.token_bytes(KEY_BYTES))

    monkeypatch.setattr(WarmBots, "take", take_any)
    pair = warm_pair(hall, ruleset)
    last = []
    for seed in range(SHARED_PAIRS):
        order = pair if seed % 2 else pair[::-1]
        again = [queue(hall, ruleset, order, seed) for _ in range(REPEATS)]
        last.append(shares(hall, again, pair[0])[-1])
    print(f"{ruleset}, warm, sharing keys: {mean(last):.2f} of the last matches")
    assert mean(last) > 0.65
