"""How commands reach an arbiter: its address, a token, TLS, and errors in one line.

    with dial(address, token) as channel:
        response = BotServiceStub(channel).GetBot(GetBotRequest(bot="mybot"))

Every call carries the token. A call that fails ends the command with a line that says why.
"""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Final, TypeAlias

import grpc
import typer

from pentarch.bots.sdk.statuses import blamed_field
from pentarch.bots.sdk.tls import Trust, trust_of
from pentarch.cli.terminal import MISUSED, Failure, misuse

DEFAULT_ADDRESS: Final = "127.0.0.1:50051"
UNREACHABLE: Final = 4
_PATIENCE: Final = 30.0
_OPTIONS: Final = [("grpc.max_receive_message_length", 64 << 20)]
# What a header can say; the arbiter knows the rest.
_TOKEN: Final = re.compile(r"[!-~]+")
_HANDSHAKE: Final = ("handshake", "tls", "ssl", "socket closed", "settings frame")

Address: TypeAlias = Annotated[
    str,
    typer.Option(
        "--arbiter", envvar="PENTARCH_ARBITER", metavar="HOST:PORT", help="Where the arbiter is."
    ),
]
Token: TypeAlias = Annotated[
    str,
    typer.Option(
        envvar="PENTARCH_TOKEN",
        metavar="TOKEN",
        help="Your token; better in the variable than on the command line.",
        show_default=False,
    ),
]


@contextmanager
def dial(address: str, token: str) -> Iterator[grpc.Channel]:
    """A channel to the arbiter, with TLS where PENTARCH_TLS_CA or a client certificate says so.

    Raises Failure: for settings that cannot be used, and for calls that fail inside the block.
    """
    require_token(token)
    trust = tls_settings()
    plain = (
        grpc.insecure_channel(address, options=_OPTIONS)
        if trust is None
        else grpc.secure_channel(address, trust.credentials(), options=_OPTIONS)
    )
    with plain:
        try:
            yield grpc.intercept_channel(plain, _WithToken(token))
        except grpc.RpcError as error:
            raise failure_of(error, address) from error


def require_token(token: str) -> None:
    """Raise Failure if there is no token, or what cannot be one."""
    if not token:
        raise misuse(
            "a token is needed: set PENTARCH_TOKEN or give --token "
            "(`pentarch token create OWNER` makes one)"
        )
    if not _TOKEN.fullmatch(token):
        raise misuse(
            "this is no token: it has blanks or characters that none has; one looks like pent_..."
        )


def tls_settings() -> Trust | None:
    """How the environment says to secure the connection; None: not at all. Raises Failure."""
    try:
        return trust_of(os.environ)
    except ValueError as error:
        raise misuse(str(error)) from error


def failure_of(error: Any, address: str) -> Failure:
    """The line and the exit code for a call that failed."""
    code: grpc.StatusCode = error.code()
    details: str = error.details() or ""
    if code is grpc.StatusCode.UNAVAILABLE:
        return Failure(f"the arbiter at {address} does not answer: {_reason(details)}", UNREACHABLE)
    if code is grpc.StatusCode.DEADLINE_EXCEEDED:
        return Failure(
            f"the arbiter at {address} did not answer within {_PATIENCE:.0f} s", UNREACHABLE
        )
    if code is grpc.StatusCode.UNAUTHENTICATED:
        return Failure(f"the arbiter does not accept the token: {details}", MISUSED)
    if code in (grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN):
        return Failure(f"the arbiter failed ({code.name}): {details}", UNREACHABLE)
    field = blamed_field(error)
    told = f"{field}: {details}" if field else details
    return Failure(f"the arbiter refuses ({code.name}): {told}", MISUSED)


def _reason(details: str) -> str:
    """The part of gRPC's message that matters when a connection fails."""
    reason = details.rpartition("last error: ")[2] or "no connection"
    if any(word in reason.lower() for word in _HANDSHAKE):
        reason += " (does it speak TLS? see PENTARCH_TLS_CA)"
    return reason


class _WithToken(
    grpc.UnaryUnaryClientInterceptor,  # type: ignore[type-arg, unused-ignore]
    grpc.UnaryStreamClientInterceptor,  # type: ignore[type-arg, unused-ignore]
    grpc.StreamUnaryClientInterceptor,  # type: ignore[type-arg, unused-ignore]
    grpc.StreamStreamClientInterceptor,  # type: ignore[type-arg, unused-ignore]
):
    """Adds the token to every call, and a time limit to those with a single request.

    gRPC's stubs give every interceptor a type of its own, and one function serves them all here.
    """

    def __init__(self, token: str) -> None:
        self._header: Final = ("authorization", f"Bearer {token}")

    def _add(self, call: Any, details: Any, request: Any) -> Any:
        metadata = [*(details.metadata or ()), self._header]
        return call(details._replace(metadata=metadata), request)

    def _add_and_limit(self, call: Any, details: Any, request: Any) -> Any:
        patience = _PATIENCE if details.timeout is None else details.timeout
        return self._add(call, details._replace(timeout=patience), request)

    intercept_unary_unary = _add_and_limit  # type: ignore[assignment]
    intercept_unary_stream = _add  # type: ignore[assignment]
    intercept_stream_unary = _add  # type: ignore[assignment]
    intercept_stream_stream = _add  # type: ignore[assignment]
