"""What owners do: calls to the arbiter with their token, and its refusals in words."""

import hashlib
import io
import os
import uuid
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Any, Final

import grpc

from pentarch.arbiter.packages.languages import LANGUAGES
from pentarch.arbiter.settings import settings
from pentarch.arbiter.v1 import (
    accounts_pb2,
    bots_pb2,
    matches_pb2,
    owners_pb2,
    tournaments_pb2,
)
from pentarch.arbiter.v1.accounts_pb2_grpc import AccountServiceStub
from pentarch.arbiter.v1.bots_pb2_grpc import BotServiceStub
from pentarch.arbiter.v1.matches_pb2_grpc import MatchServiceStub
from pentarch.arbiter.v1.tournaments_pb2_grpc import TournamentServiceStub
from pentarch.bots.sdk.statuses import blamed_field
from pentarch.bots.sdk.tls import trust_of
from pentarch.bots.sdk.wire import option_text
from pentarch.engine.plain import Json

PATIENCE: Final = 20.0
_CHUNK: Final = 256 << 10
_THINKING: Final = 1800
SILENT: Final = (
    "the arbiter does not answer. Try again in a moment; if it stays so, see that it runs: "
    "pentarch up starts everything"
)
_NO_TOKEN: Final = "a token is needed. Sign in on the page Account, or ask for one"
UNKNOWN_TOKEN: Final = (
    "the arbiter does not accept the token. See that all of it was typed in, or ask for another"
)
_SCRIPTS: Final = {
    ending: name for name in ("python", "node") for ending in LANGUAGES[name].endings
}


class Refused(Exception):
    """The arbiter does not do it, or does not answer. The message is for people."""


class Silent(Refused):
    """The arbiter does not answer. That says nothing about what it was asked."""


@dataclass(frozen=True)
class Upload:
    """A bot to submit: a package, and what starts in it."""

    bot: str
    rulesets: tuple[str, ...]
    entry_point: str
    language: str
    content: bytes
    build: str = ""
    """The command that makes the entry point; empty when it is there already."""
    season_id: int = 0
    """A season that it is for: refused if it could not enter. 0 for none."""


@dataclass(frozen=True)
class Submitted:
    """A version that was submitted, and what validation says of it. `why` is for its owner."""

    bot: str
    number: int
    state: str
    why: str
    output: str
    left_out: tuple[str, ...] = ()
    """The seasons that it does not enter, and why, in sentences."""

    @property
    def is_waiting(self) -> bool:
        """Whether validation is not over yet."""
        return self.state in ("submitted", "validating")


@dataclass(frozen=True)
class Invited:
    """What an invitation is for."""

    owner: str
    is_new: bool
    role: str
    team: str


@dataclass(frozen=True)
class SignedIn:
    """Somebody who was let in, and the token of hours that they got."""

    owner: str
    token: str


@dataclass(frozen=True)
class Forecast:
    """What a tournament comes to; its id once it was made. Zero matches: without end."""

    tournament_id: int
    blocks: int
    matches: int
    is_bound: bool
    seconds: float | None


def invitation(code: str) -> Invited:
    """What a code is for; it stays good. Raises Refused."""
    with calling() as channel:
        found = AccountServiceStub(channel).LookUpInvitation(
            accounts_pb2.LookUpInvitationRequest(code=code), timeout=PATIENCE
        )
    role = owners_pb2.Role.Name(found.role).removeprefix("ROLE_").lower()
    return Invited(found.owner, found.new, role, found.team)


def accept(code: str, id_token: str = "") -> SignedIn:
    """Use a code up, for a person of the OpenID provider if there is one. Raises Refused."""
    request = accounts_pb2.AcceptInvitationRequest(code=code, id_token=id_token)
    with calling() as channel:
        made = AccountServiceStub(channel).AcceptInvitation(request, timeout=PATIENCE)
    return SignedIn(made.owner.name, made.token)


def challenge(token: str, ruleset: str, bot: str, rival: str, matches: int) -> list[int]:
    """Queue private matches of one's own bot against another; their ids. Raises Refused."""
    request = matches_pb2.CreateChallengeRequest(
        request_id=str(uuid.uuid4()), ruleset=ruleset, bot=bot, rivals=[rival], matches=matches
    )
    with calling() as channel:
        made = MatchServiceStub(channel).CreateChallenge(
            request, timeout=PATIENCE, metadata=known(token)
        )
    return [match.id for match in made.matches]


def packed(upload: Upload, file: str) -> Upload:
    """An upload as the arbiter takes it: a single script is put into a package, which starts with
    it, in the language that its name tells."""
    language = _SCRIPTS.get(PurePosixPath(file).suffix)
    if language is None:
        return upload
    entry = PurePosixPath(file).name
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(entry, upload.content)
    return replace(
        upload, entry_point=entry, language=language, content=target.getvalue(), build=""
    )


def submit(token: str, upload: Upload) -> Submitted:
    """Upload a bot as its next version. Raises Refused."""
    with calling() as channel:
        answer = BotServiceStub(channel).SubmitBot(
            _parts(upload), timeout=PATIENCE, metadata=known(token)
        )
    return replace(_submitted(answer.version), left_out=tuple(answer.left_out))


def submitted(token: str, bot: str, number: int) -> Submitted:
    """Where a version stands. Raises Refused."""
    with calling() as channel:
        answer = BotServiceStub(channel).GetVersion(
            bots_pb2.GetVersionRequest(bot=bot, number=number),
            timeout=PATIENCE,
            metadata=known(token),
        )
    return _submitted(answer.version)


def create_match(
    token: str,
    ruleset: str,
    seats: Sequence[str],
    options: Mapping[str, Json],
    seed: int | None,
) -> int:
    """Queue a match in which a person may think long; its id. Raises Refused."""
    request = matches_pb2.CreateMatchRequest(
        request_id=str(uuid.uuid4()),
        ruleset=ruleset,
        bots=seats,
        options={name: option_text(value) for name, value in options.items()},
        seed=seed,
    )
    for field in ("bank", "cap", "disconnect_bank"):
        getattr(request.time_control, field).FromSeconds(_THINKING)
    with calling() as channel:
        made = MatchServiceStub(channel).CreateMatch(
            request, timeout=PATIENCE, metadata=known(token)
        )
    return made.match.id


def analyse_match(token: str, match_id: int) -> None:
    """Ask for the analysis of a match. Raises Refused."""
    request = matches_pb2.AnalyseMatchRequest(match_id=match_id)
    with calling() as channel:
        MatchServiceStub(channel).AnalyseMatch(request, timeout=PATIENCE, metadata=known(token))


def create_tournament(
    token: str, title: str, plan: tournaments_pb2.TournamentPlan, *, is_dry: bool
) -> Forecast:
    """Make a tournament, or only say what it would come to. Raises Refused."""
    request = tournaments_pb2.CreateTournamentRequest(
        request_id=str(uuid.uuid4()), title=title, plan=plan, validate_only=is_dry
    )
    with calling() as channel:
        made = TournamentServiceStub(channel).CreateTournament(
            request, timeout=PATIENCE, metadata=known(token)
        )
    estimate = made.estimate
    seconds = estimate.duration.ToTimedelta().total_seconds()
    return Forecast(
        made.tournament.id,
        estimate.blocks,
        estimate.matches,
        estimate.bounded,
        seconds if estimate.HasField("duration") else None,
    )


def start_tournament(token: str, tournament_id: int) -> None:
    """Let a tournament begin. Raises Refused."""
    with calling() as channel:
        TournamentServiceStub(channel).StartTournament(
            tournaments_pb2.StartTournamentRequest(tournament_id=tournament_id),
            timeout=PATIENCE,
            metadata=known(token),
        )


@contextmanager
def calling() -> Iterator[grpc.Channel]:
    """A channel to the arbiter. Raises Refused, also for calls that fail inside the block."""
    address = settings().arbiter
    try:
        trust = trust_of(os.environ)
    except ValueError as error:
        raise Refused(str(error)) from error
    channel = (
        grpc.insecure_channel(address)
        if trust is None
        else grpc.secure_channel(address, trust.credentials())
    )
    with channel:
        try:
            yield channel
        except grpc.RpcError as error:
            if _is_silence(error):
                raise Silent(SILENT) from error
            raise Refused(_reason(error)) from error


def known(token: str) -> tuple[tuple[str, str], ...]:
    """What a call says of who makes it. Raises Refused."""
    if not token:
        raise Refused(_NO_TOKEN)
    if not token.isascii() or not token.isprintable():
        raise Refused(UNKNOWN_TOKEN)
    return (("authorization", f"Bearer {token}"),)


def _parts(upload: Upload) -> Iterator[bots_pb2.SubmitBotRequest]:
    yield bots_pb2.SubmitBotRequest(
        manifest=bots_pb2.Manifest(
            request_id=str(uuid.uuid4()),
            bot=upload.bot,
            rulesets=upload.rulesets,
            entry_point=upload.entry_point,
            language=upload.language,
            build=upload.build,
            size=len(upload.content),
            sha256=hashlib.sha256(upload.content).hexdigest(),
            season_id=upload.season_id,
        )
    )
    for start in range(0, len(upload.content), _CHUNK):
        yield bots_pb2.SubmitBotRequest(chunk=upload.content[start : start + _CHUNK])


def _submitted(version: bots_pb2.Version) -> Submitted:
    state = bots_pb2.Version.State.Name(version.state).removeprefix("STATE_").lower()
    return Submitted(
        version.bot, version.number, state, version.reject_reason, version.validation_output
    )


def _is_silence(error: Any) -> bool:
    """Whether nobody has answered. Any: gRPC's errors have their methods only at run time."""
    return error.code() in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED)


def _reason(error: Any) -> str:
    """A refusal in words."""
    code, details = error.code(), error.details() or ""
    if code is grpc.StatusCode.UNAUTHENTICATED and "sign in" not in details:
        return UNKNOWN_TOKEN
    field = blamed_field(error)
    return f"{field}: {details}" if field else details or code.name
