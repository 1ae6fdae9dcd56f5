"""The arbiter's gRPC server: what it serves, where, and how it stops."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from pentarch.arbiter.api.accounts import Accounts
from pentarch.arbiter.api.bots import Bots
from pentarch.arbiter.api.buckets import Buckets
from pentarch.arbiter.api.callers import Doorkeeper
from pentarch.arbiter.api.desk import Desk
from pentarch.arbiter.api.exports import Exports
from pentarch.arbiter.api.guard import Guard
from pentarch.arbiter.api.matches import Matches
from pentarch.arbiter.api.notices import Notices
from pentarch.arbiter.api.organisers import Organisers
from pentarch.arbiter.api.owners import Owners
from pentarch.arbiter.api.play import Play
from pentarch.arbiter.api.ratings import Ratings
from pentarch.arbiter.api.replays import Replays
from pentarch.arbiter.api.rulesets import Rulesets
from pentarch.arbiter.api.seasons import Seasons
from pentarch.arbiter.api.studies import Studies
from pentarch.arbiter.api.teams import Teams
from pentarch.arbiter.api.tournaments import Tournaments
from pentarch.arbiter.v1 import (
    accounts_pb2,
    accounts_pb2_grpc,
    bots_pb2,
    bots_pb2_grpc,
    exports_pb2,
    exports_pb2_grpc,
    matches_pb2,
    matches_pb2_grpc,
    notices_pb2,
    notices_pb2_grpc,
    organisers_pb2,
    organisers_pb2_grpc,
    owners_pb2,
    owners_pb2_grpc,
    play_pb2,
    play_pb2_grpc,
    ratings_pb2,
    ratings_pb2_grpc,
    rulesets_pb2,
    rulesets_pb2_grpc,
    seasons_pb2,
    seasons_pb2_grpc,
    studies_pb2,
    studies_pb2_grpc,
    teams_pb2,
    teams_pb2_grpc,
    tournaments_pb2,
    tournaments_pb2_grpc,
)

MOST_MESSAGE: Final = 4 << 20
_OPTIONS: Final = [
    ("grpc.max_receive_message_length", MOST_MESSAGE),
    ("grpc.max_send_message_length", 64 << 20),
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.http2.min_recv_ping_interval_without_data_ms", 5_000),
    ("grpc.http2.max_ping_strikes", 5),
    ("grpc.max_concurrent_streams", 1_000),
    ("grpc.so_reuseport", 0),
]
CALLS_PER_SECOND: Final = 200.0
BURST: Final = 1_000


@dataclass(frozen=True)
class Tls:
    """The files that make connections private, and with a client CA also mutual."""

    certificate: Path
    key: Path
    client_ca: Path | None = None

    def credentials(self) -> grpc.ServerCredentials:
        """The credentials gRPC wants."""
        pair = [(self.key.read_bytes(), self.certificate.read_bytes())]
        if self.client_ca is None:
            return grpc.ssl_server_credentials(pair)
        return grpc.ssl_server_credentials(
            pair, root_certificates=self.client_ca.read_bytes(), require_client_auth=True
        )


class Server:
    """A running arbiter."""

    def __init__(self, desk: Desk, *, calls_per_second: float = CALLS_PER_SECOND) -> None:
        doorkeeper = Doorkeeper(desk.store)
        self._guard: Final = Guard(doorkeeper, Buckets(calls_per_second, BURST))
        self._server: Final = grpc.aio.server(interceptors=[self._guard], options=_OPTIONS)
        self._health: Final = health.aio.HealthServicer()
        self._play: Final = Play(desk)
        self._replays: Final = Replays()
        self._revoking: asyncio.Task[None] | None = None
        self._names: Final = _register(self._server, desk, doorkeeper, self._play, self._replays)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._server)
        reflection.enable_server_reflection(
            [*self._names, health.SERVICE_NAME, reflection.SERVICE_NAME], self._server
        )

    async def start(self, address: str, tls: Tls | None = None) -> int:
        """Listen; the port that was bound (0 asks for a free one). Raises OSError."""
        try:
            if tls is None:
                port = self._server.add_insecure_port(address)
            else:
                port = self._server.add_secure_port(address, tls.credentials())
        except RuntimeError as error:
            raise OSError(f"cannot listen at {address}: it is taken or not an address") from error
        await self._server.start()
        self._revoking = asyncio.create_task(self._guard.end_revoked())
        await self._say(health_pb2.HealthCheckResponse.SERVING)
        return int(port)

    async def stop(self, grace: float = 10.0) -> None:
        """Say that it ends, let calls under way finish, and end."""
        await self._say(health_pb2.HealthCheckResponse.NOT_SERVING)
        if self._revoking is not None:
            self._revoking.cancel()
        await asyncio.gather(self._play.drain(grace), self._server.stop(grace))
        await self._play.close()
        self._replays.close()

    async def wait(self) -> None:
        """Until it has ended."""
        await self._server.wait_for_termination()

    async def _say(self, status: Any) -> None:
        for name in ("", *self._names):
            await self._health.set(name, status)


def _register(
    server: grpc.aio.Server, desk: Desk, doorkeeper: Doorkeeper, play: Play, replays: Replays
) -> list[str]:
    rulesets_pb2_grpc.add_RulesetServiceServicer_to_server(Rulesets(), server)
    bots_pb2_grpc.add_BotServiceServicer_to_server(Bots(desk), server)
    matches_pb2_grpc.add_MatchServiceServicer_to_server(Matches(desk, replays), server)
    owners_pb2_grpc.add_OwnerServiceServicer_to_server(Owners(desk), server)
    organisers_pb2_grpc.add_OrganiserServiceServicer_to_server(Organisers(desk), server)
    accounts = Accounts(desk, doorkeeper.forget)
    accounts_pb2_grpc.add_AccountServiceServicer_to_server(accounts, server)
    teams_pb2_grpc.add_TeamServiceServicer_to_server(Teams(desk), server)
    play_pb2_grpc.add_PlayServiceServicer_to_server(play, server)
    ratings_pb2_grpc.add_RatingServiceServicer_to_server(Ratings(desk), server)
    tournaments_pb2_grpc.add_TournamentServiceServicer_to_server(Tournaments(desk), server)
    seasons_pb2_grpc.add_SeasonServiceServicer_to_server(Seasons(desk), server)
    exports_pb2_grpc.add_ExportServiceServicer_to_server(Exports(desk), server)
    notices_pb2_grpc.add_NoticeServiceServicer_to_server(Notices(desk), server)
    studies_pb2_grpc.add_StudyServiceServicer_to_server(Studies(desk), server)
    modules = (
        rulesets_pb2,
        bots_pb2,
        matches_pb2,
        owners_pb2,
        organisers_pb2,
        accounts_pb2,
        teams_pb2,
        play_pb2,
        ratings_pb2,
        tournaments_pb2,
        seasons_pb2,
        exports_pb2,
        notices_pb2,
        studies_pb2,
    )
    return [
        service.full_name
        for module in modules
        for service in module.DESCRIPTOR.services_by_name.values()
    ]
