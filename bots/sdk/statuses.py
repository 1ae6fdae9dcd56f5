"""What a call to the arbiter that failed says beside its code and its words."""

from typing import Any

from google.rpc import error_details_pb2
from grpc_status import rpc_status


def blamed_field(error: Any) -> str:
    """The field of the request that is to blame; empty when none is.

    Any: gRPC's errors have their methods only at run time.
    """
    try:
        status = rpc_status.from_call(error)
    except ValueError:
        return ""
    for detail in status.details if status is not None else ():
        request = error_details_pb2.BadRequest()
        if detail.Unpack(request) and request.field_violations:
            field: str = request.field_violations[0].field
            return field
    return ""
