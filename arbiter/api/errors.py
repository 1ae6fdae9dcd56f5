"""Errors of the inner layers as gRPC status codes with details. A bad request is never INTERNAL."""

from typing import Final, NoReturn

import grpc
from google.protobuf import any_pb2
from google.protobuf.message import DecodeError
from google.rpc import code_pb2, error_details_pb2, status_pb2
from sqlalchemy.exc import DataError, InterfaceError, OperationalError

from pentarch.arbiter.store import errors as stored
from pentarch.bots.sdk.statuses import DETAILS
from pentarch.engine import errors as engine


class Refused(Exception):
    """A request that is not carried out: a status code, a sentence, and the field to blame."""

    def __init__(self, code: int, reason: str, *, field: str = "") -> None:
        super().__init__(reason)
        self.code: Final = code
        self.field: Final = field


def invalid(field: str, reason: str) -> Refused:
    """A field of the request has no good value."""
    return Refused(code_pb2.INVALID_ARGUMENT, reason, field=field)


def forbidden(reason: str) -> Refused:
    """The caller is known and may not do this."""
    return Refused(code_pb2.PERMISSION_DENIED, reason)


_CODES: Final[dict[type[Exception], int]] = {
    stored.NotFound: code_pb2.NOT_FOUND,
    stored.NameTaken: code_pb2.ALREADY_EXISTS,
    stored.InvalidName: code_pb2.INVALID_ARGUMENT,
    stored.WrongState: code_pb2.FAILED_PRECONDITION,
    stored.RequestReused: code_pb2.ALREADY_EXISTS,
    stored.TooMuch: code_pb2.RESOURCE_EXHAUSTED,
    stored.InvalidPage: code_pb2.INVALID_ARGUMENT,
    engine.UnknownRuleset: code_pb2.NOT_FOUND,
    engine.IllegalCommand: code_pb2.FAILED_PRECONDITION,
    engine.Diverged: code_pb2.DATA_LOSS,
    engine.DamagedRecord: code_pb2.DATA_LOSS,
    engine.EngineError: code_pb2.INVALID_ARGUMENT,
    DecodeError: code_pb2.INVALID_ARGUMENT,
    NotImplementedError: code_pb2.UNIMPLEMENTED,
    DataError: code_pb2.INVALID_ARGUMENT,
    OperationalError: code_pb2.UNAVAILABLE,
    InterfaceError: code_pb2.UNAVAILABLE,
}
_FIELDS: Final[dict[type[Exception], str]] = {
    stored.InvalidPage: "page_token",
    stored.RequestReused: "request_id",
    engine.InvalidOption: "options",
    engine.InvalidSeats: "bots",
    engine.UnknownRuleset: "ruleset",
}
_WORDS: Final[dict[type[Exception], str]] = {
    NotImplementedError: "this arbiter does not serve that call",
    DataError: "a value of the request is out of range",
    OperationalError: "the database does not answer",
    InterfaceError: "the database does not answer",
}


def status_of(error: Exception) -> status_pb2.Status:
    """The status of an error: its code, its sentence, and the field it is about."""
    if isinstance(error, Refused):
        return _status(error.code, str(error), error.field)
    for kind, code in _CODES.items():
        if isinstance(error, kind):
            text = _WORDS.get(kind, "") or str(error)
            field = next((name for k, name in _FIELDS.items() if isinstance(error, k)), "")
            return _status(code, text, field)
    return _status(code_pb2.INTERNAL, "something went wrong inside the arbiter", "")


async def abort(context: "grpc.aio.ServicerContext[object, object]", error: Exception) -> NoReturn:
    """End the call with the status of an error."""
    status = status_of(error)
    context.set_trailing_metadata([(DETAILS, status.SerializeToString())])
    code = next(c for c in grpc.StatusCode if c.value[0] == status.code)
    await context.abort(code, status.message)
    raise AssertionError("abort always raises")


def _status(code: int, message: str, field: str) -> status_pb2.Status:
    status = status_pb2.Status(code=code, message=message[:1000])
    if field:
        violation = error_details_pb2.BadRequest.FieldViolation(
            field=field, description=message[:1000]
        )
        detail = any_pb2.Any()
        detail.Pack(error_details_pb2.BadRequest(field_violations=[violation]))
        status.details.append(detail)
    return status
