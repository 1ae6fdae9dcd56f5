"""`pentarch export`: matches of an arbiter as a dataset."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from google.protobuf.timestamp_pb2 import Timestamp

from pentarch.arbiter.v1.exports_pb2 import ExportMatchesRequest
from pentarch.arbiter.v1.exports_pb2_grpc import ExportServiceStub
from pentarch.cli.client import DEFAULT_ADDRESS, Address, Token, dial
from pentarch.cli.terminal import (
    AsJson,
    Failure,
    misuse,
    one_line,
    print_json,
    print_plain,
    status,
)

if TYPE_CHECKING:
    from pentarch.export import ExportFolder


def export(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where to write it.")],
    ruleset: Annotated[str, typer.Option(help="Only matches of this ruleset.")] = "",
    tournament: Annotated[
        int, typer.Option(min=0, help="Only matches of this tournament.", show_default=False)
    ] = 0,
    since: Annotated[
        str, typer.Option(metavar="TIME", help="Only matches told from this time on (ISO 8601).")
    ] = "",
    until: Annotated[
        str, typer.Option(metavar="TIME", help="Only matches told before this time.")
    ] = "",
    with_steps: Annotated[bool, typer.Option("--steps/--no-steps", help="Write steps too.")] = True,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Write matches, seats, steps and ratings as Parquet, for `pentarch.dataset`.

    A match is told when it is over and with it all matches of its block; others are left out. Run
    the same command again to go on after an interruption: nothing is lost or written twice.
    """
    try:
        from pentarch.export import ExportFolder, Filters
    except ModuleNotFoundError as error:
        raise misuse(
            f"this command needs the package {error.name!r}: pip install 'pentarch[data]'"
        ) from error
    filters = Filters(ruleset, tournament, _iso(since), _iso(until), with_steps)
    target = ExportFolder.open(folder, filters)
    if not target.is_done:
        try:
            _receive(target, address, token)
        except Failure as failure:
            raise Failure(f"{failure}; run the same command again to go on", failure.code) from None
    if as_json:
        print_json({"folder": str(folder), "rows": {**target.counts}})
        return
    told = ", ".join(f"{count:,} {table}" for table, count in target.counts.items())
    print_plain(f"{one_line(str(folder))}: {told}")


def _receive(target: "ExportFolder", address: str, token: str) -> None:
    filters = target.filters
    request = ExportMatchesRequest(
        ruleset=filters.ruleset,
        tournament_id=filters.tournament,
        after_match_id=target.last_match_id,
        with_records=filters.steps,
        since_time=_stamp(filters.since),
        until_time=_moment(target.until) if target.until else _stamp(filters.until),
    )
    with dial(address, token) as channel, status("exporting") as say:
        for response in ExportServiceStub(channel).ExportMatches(request):
            target.add(response)
            say(f"exporting: up to match {target.last_match_id:,}")
    target.finish()


def _iso(text: str) -> str:
    """A time in one form, in UTC; without a zone it is taken as UTC. Raises Failure."""
    if not text:
        return ""
    try:
        given = datetime.fromisoformat(text)
        return (given if given.tzinfo else given.replace(tzinfo=UTC)).astimezone(UTC).isoformat()
    except (ValueError, OverflowError) as error:
        raise misuse(f"{text!r} is no time; write it like 2026-05-01T12:00:00Z") from error


def _stamp(text: str) -> Timestamp | None:
    if not text:
        return None
    made = Timestamp()
    made.FromDatetime(datetime.fromisoformat(text))
    return made


def _moment(microseconds: str) -> Timestamp:
    made = Timestamp()
    made.FromMicroseconds(int(microseconds))
    return made
