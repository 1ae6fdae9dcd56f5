"""What the commands about owners, accounts and teams share: roles, moments and quotas in words."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Annotated, Final, TypeAlias

import typer
from google.protobuf.timestamp_pb2 import Timestamp
from rich.table import Table

from pentarch.arbiter.v1 import owners_pb2 as pb
from pentarch.cli.terminal import console, misuse
from pentarch.engine.plain import Json

_SPAN: Final = re.compile(r"([0-9]{1,5})([hd])")
Expires: TypeAlias = Annotated[
    str, typer.Option(metavar="SPAN", help="How long it is good: hours or days, as 12h or 7d.")
]


class Role(StrEnum):
    """What somebody may do; each may do what those before it may."""

    READER = "reader"
    AUTHOR = "author"
    ADMIN = "admin"


def role_word(role: int) -> str:
    """A role of the protocol."""
    return pb.Role.Name(pb.Role.ValueType(role)).removeprefix("ROLE_").lower()


def member_role(is_captain: bool) -> pb.MemberRole.ValueType:
    """A captain's or a member's role of the protocol."""
    return pb.MEMBER_ROLE_CAPTAIN if is_captain else pb.MEMBER_ROLE_MEMBER


def member_word(role: int) -> str:
    """A member's role of the protocol."""
    return pb.MemberRole.Name(pb.MemberRole.ValueType(role)).removeprefix("MEMBER_ROLE_").lower()


def moment(span: str) -> Timestamp:
    """The moment after a span from now. Raises Failure."""
    found = _SPAN.fullmatch(span)
    if found is None:
        raise misuse(f"a span is a number of hours or days, as 12h or 7d, not {span!r}")
    length = timedelta(hours=int(found[1])) if found[2] == "h" else timedelta(days=int(found[1]))
    made = Timestamp()
    made.FromDatetime(datetime.now(UTC) + length)
    return made


def quota_plain(quota: pb.Quota) -> Json:
    """A quota for scripts."""
    return {
        "good": _good(quota),
        "most": quota.most if quota.HasField("most") else None,
        "taken": quota.taken,
        "own": quota.own,
        "renew_time": quota.renew_time.ToJsonString() if quota.HasField("renew_time") else None,
    }


def print_quotas(quotas: Iterable[pb.Quota]) -> None:
    """Quotas as a table."""
    table = Table("quota", "taken", "most", "new at", box=None, pad_edge=False)
    for quota in quotas:
        most = f"{quota.most:.0f}{' (own)' * quota.own}" if quota.HasField("most") else "no limit"
        renewed = quota.renew_time.ToDatetime() if quota.HasField("renew_time") else None
        at = "never" if renewed is None else f"{renewed:%Y-%m-%d %H:%M} UTC"
        table.add_row(_good(quota), f"{quota.taken:.0f}", most, at)
    console().print(table)


def _good(quota: pb.Quota) -> str:
    return pb.Good.Name(quota.good).removeprefix("GOOD_").lower().replace("_", "-")
