"""Plans of seasons from files, and times from the command line."""

from datetime import datetime
from pathlib import Path

from google.protobuf.timestamp_pb2 import Timestamp

from pentarch.arbiter import season_files
from pentarch.arbiter.season_files import NoPlan
from pentarch.arbiter.v1 import seasons_pb2 as pb
from pentarch.cli.terminal import misuse


def read_plan(path: Path) -> tuple[str, pb.SeasonPlan]:
    """The title and the plan in a file. Raises Failure."""
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(season_files.LONGEST + 1)
    except OSError as error:
        raise misuse(f"cannot read {path}: {error.strerror or error}") from error
    except UnicodeError as error:
        raise misuse(f"{path} is no text: {error}") from error
    try:
        return season_files.read_plan(text)
    except NoPlan as error:
        raise misuse(f"{path}: {error}") from error


def at_time(text: str) -> Timestamp:
    """A time from the command line. Raises Failure."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise misuse(f"{text!r} is no time; write it as 2027-03-01T12:00Z") from error
    try:
        season_files.require_zone(moment)
    except NoPlan as error:
        raise misuse(str(error)) from error
    made = Timestamp()
    try:
        made.FromDatetime(moment)
    except OverflowError as error:
        raise misuse(f"{text!r} is no time between the years 1 and 9999") from error
    return made
