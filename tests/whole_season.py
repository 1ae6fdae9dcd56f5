"""A whole season of real matches: its size, its plan, who takes part, and its undisturbed table.

Tests disturb the same season in their own ways. With one seed the same entries come out with the
same table, so that each of them can be held against the season that nobody disturbed.
"""

from dataclasses import dataclass, replace
from pathlib import Path

import grpc
from sqlalchemy.orm import Session

from pentarch.arbiter.api.desk import Desk
from pentarch.arbiter.season_files import read_plan
from pentarch.arbiter.store import Store, bots, owners, seasons, tournaments
from pentarch.arbiter.store.words import MatchState, Role, SeasonPart, VersionKind, VersionState
from pentarch.arbiter.v1 import accounts_pb2, owners_pb2
from pentarch.arbiter.v1 import seasons_pb2 as pb
from pentarch.arbiter.v1.accounts_pb2_grpc import AccountServiceStub
from pentarch.arbiter.v1.bots_pb2_grpc import BotServiceStub
from pentarch.arbiter.v1.owners_pb2_grpc import OwnerServiceStub
from pentarch.arbiter.v1.seasons_pb2_grpc import SeasonServiceStub
from pentarch.workers.conductor import conduct_all
from pentarch.workers.host import Host
from pentarch.workers.package_cache import PackageCache
from pentarch.workers.validation import validate_next
from pentarch.workers.verification import verify_matches
from pentarch.workers.windows import play_matches
from tests.arbiter.api.conftest import Noted as Handed
from tests.arbiter.api.conftest import Running, Silence, WithToken
from tests.arbiter.api.test_services import package, upload
from tests.stores import new_store
from tests.tournaments import RULESET, START, waiting
from tests.waiting import until
from tests.workers.hosts import Noted

Table = list[tuple[int, str, int]]
"""A final table: rank, bot, and the stage it came to."""

# Clocks are longer than a busy machine takes.
_PLAN = """
title = "Season"
access = "public"
seed = 2030

[[disciplines]]
ruleset = "{ruleset}"
options = {{ round_cap = 5 }}
seats = [2]
field = {size.field}
cut = {size.cut}
time_control = {{ bank = "600s", cap = "300s" }}
ladder = {{ max_blocks = {size.blocks} }}
round_robin = {{ blocks = 1 }}
"""
_BOT = """
from pentarch.bots.sdk import Bot
from pentarch.bots.sdk.hosted import play_hosted

class Uploaded(Bot):
    def decide(self, turn):
        return turn.legal[{number} % len(turn.legal)]

play_hosted(Uploaded)
"""


@dataclass(frozen=True)
class Size:
    """How large a season is. The first bots are uploaded, the others are reference bots."""

    bots: int
    owners: int
    uploads: int
    blocks: int
    field: int
    cut: int

    @property
    def stages(self) -> int:
        """How many stages its finals have: the field is halved until the cut is reached."""
        left, stages = self.field, 1
        while left > self.cut:
            left, stages = max(self.cut, (left + 1) // 2), stages + 1
        return stages


TINY = Size(bots=4, owners=2, uploads=1, blocks=8, field=3, cut=2)
SMALL = Size(bots=8, owners=4, uploads=1, blocks=16, field=4, cut=2)
WHOLE = Size(bots=40, owners=12, uploads=40, blocks=120, field=8, cut=4)


def plan_text(size: Size) -> str:
    """The plan as an organiser writes it."""
    return _PLAN.format(ruleset=RULESET, size=size)


def person(number: int) -> str:
    """The name of an owner."""
    return f"person{number:02d}"


def bot(number: int) -> str:
    """The name of a bot."""
    return f"bot{number:02d}"


def source(number: int) -> str:
    """The program of a bot that is uploaded."""
    return _BOT.format(number=number)


def take_part(host: Host, port: int, admin: str, size: Size) -> None:
    """Owners sign in by invitation and upload bots; reference bots fill the field."""
    tokens = [_signed_in(port, admin, person(number)) for number in range(size.owners)]
    for number in range(size.uploads):
        submit(port, tokens[number % size.owners], number)
        until(lambda: _is_validated(host, number), what=f"{bot(number)} is validated")  # noqa: B023
    fill_up(host.store, size)


def submit(port: int, token: str, number: int) -> None:
    """Upload a bot by gRPC."""
    name = bot(number)
    with channel(port, token) as opened:
        stub = BotServiceStub(opened)
        stub.SubmitBot(upload(package(source(number)), bot=name, request_id=name))


def is_active(store: Store, number: int) -> bool:
    """Whether a bot that was uploaded has passed its validation."""
    with store.reading() as session:
        state = bots.find_version(session, f"{bot(number)}@1").state
    assert state is not VersionState.REJECTED
    return state is VersionState.ACTIVE


def fill_up(store: Store, size: Size) -> None:
    """Reference bots for all places that nobody uploads a bot for."""
    with store.writing() as session:
        for number in range(size.uploads, size.bots):
            bots.ensure_running(
                session,
                owners.by_name(session, person(number % size.owners)).id,
                bot(number),
                kind=VersionKind.BUILTIN,
                build="random" if number % 3 else "greedy",
                rulesets=[RULESET],
                now=store.now(),
            )


def channel(port: int, token: str) -> grpc.Channel:
    """A channel to an arbiter that sends a token."""
    return grpc.intercept_channel(grpc.insecure_channel(f"127.0.0.1:{port}"), WithToken(token))


def move(stub: SeasonServiceStub, id: int, phase: "pb.Season.Phase.ValueType") -> None:
    """Bring a season to a phase."""
    stub.MoveSeason(pb.MoveSeasonRequest(season_id=id, phase=phase))


def is_moved(stub: SeasonServiceStub, id: int, phase: "pb.Season.Phase.ValueType") -> bool:
    """Bring a season to a phase, if what must be played before is over."""
    try:
        move(stub, id, phase)
    except grpc.RpcError as error:
        code: grpc.StatusCode = error.code()
        assert code is grpc.StatusCode.FAILED_PRECONDITION
        return False
    return True


def table(stub: SeasonServiceStub, id: int) -> Table:
    """The final table of a season."""
    request = pb.ListPlacesRequest(season_id=id, ruleset=RULESET, page_size=1000)
    return [(one.rank, one.bot, one.stage) for one in stub.ListPlaces(request).places]


def settled(store: Store, id: int) -> int:
    """How many matches of a season are played, verified and rated."""
    with store.reading() as session:
        ids = [*_parts(session, id)]
        return sum(one[MatchState.RATED] for one in tournaments.progress(session, ids).values())


def are_finals_over(store: Store, id: int, size: Size) -> bool:
    """Whether the last stage of a season's finals is played."""
    with store.reading() as session:
        stages = [id for id, part in _parts(session, id).items() if part is SeasonPart.FINALS]
        rows = tournaments.with_ids(session, stages)
        return len(rows) == size.stages and all(row.state.is_over for row in rows)


def undisturbed(folder: Path, size: Size) -> Table:
    """The final table of the season, played here by two hosts and nobody else."""
    store = new_store(folder / "undisturbed.db")
    with store.writing() as session:
        admin = owners.create(session, "admin", START)
        _, token = owners.create_token(session, admin.id, Role.ADMIN, label="test", now=START)
    running = Running(Desk(store, Handed(), Silence(), data=folder))
    host = Host(store, Noted(), PackageCache(folder / "cache"), "worker-1")
    other = replace(host, name="worker-2")
    title, plan = read_plan(plan_text(size))
    try:
        take_part(host, running.port, token, size)
        with channel(running.port, token) as opened:
            stub = SeasonServiceStub(opened)
            request = pb.CreateSeasonRequest(request_id="one", title=title, plan=plan)
            id = stub.CreateSeason(request).season.id
            move(stub, id, pb.Season.PHASE_FINALS)
            while not is_moved(stub, id, pb.Season.PHASE_CLOSED):
                conduct_all(host)
                with store.reading() as session:
                    parts = [*_parts(session, id)]
                    ids = [match for part in parts for match in waiting(session, part)]
                verify_matches(other, play_matches(host, ids))
            return table(stub, id)
    finally:
        running.stop()
        store.close()


def _parts(session: Session, id: int) -> dict[int, SeasonPart]:
    """The tournaments of a season, and what each is to it."""
    [discipline] = seasons.get(session, id).disciplines
    return {one.tournament_id: one.part for one in discipline.tournaments}


def _signed_in(port: int, admin: str, name: str) -> str:
    """The token of somebody who was invited and came."""
    with channel(port, admin) as opened:
        invite = owners_pb2.InviteOwnerRequest(name=name)
        code = OwnerServiceStub(opened).InviteOwner(invite).code
    with grpc.insecure_channel(f"127.0.0.1:{port}") as opened:
        accept = accounts_pb2.AcceptInvitationRequest(code=code)
        answer: accounts_pb2.AcceptInvitationResponse
        answer = AccountServiceStub(opened).AcceptInvitation(accept)
        return answer.token


def _is_validated(host: Host, number: int) -> bool:
    validate_next(host)
    return is_active(host.store, number)
