"""What became of a result that a worker handed in."""

from enum import StrEnum


class Report(StrEnum):
    """Whether a result was taken. All but DONE mean that nothing was changed."""

    DONE = "done"
    REPEATED = "repeated"
    """The same result had been taken before; the caller may go on as after DONE."""
    LATE = "late"
    """The lease is gone or the match has moved on; the result is of no use any more."""
    UNKNOWN = "unknown"
    """There is no such match."""
    BARRED = "barred"
    """Another worker must do this: the caller has a part in what is to be judged."""
