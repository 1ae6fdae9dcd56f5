"""What a call to the arbiter that failed says beside its code and its words."""

from typing import Any, Final

from google.protobuf.message import DecodeError
from google.rpc import error_details_pb2, status_pb2

DETAILS: Final = "grpc-status-details-bin"
"""The trailing metadata that carries a whole status, by a convention of gRPC."""


def blamed_field(error: Any) -> str:
    """The field of the request that is to blame; empty when none is.

    Any: gRPC's errors have their methods only at run time.
    """
    for detail in _status(error).details:
        request = error_details_pb2.BadRequest()
        if detail.Unpack(request) and request.field_violations:
            field: str = request.field_violations[0].field
            return field
    return ""


def _status(error: Any) -> status_pb2.Status:
    trailing = dict(error.trailing_metadata() or ())
    try:
        return status_pb2.Status.FromString(trailing.get(DETAILS, b""))
    except DecodeError:
        return status_pb2.Status()
