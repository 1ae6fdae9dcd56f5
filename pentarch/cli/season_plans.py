"""Plans of seasons as files, and times from the command line."""

import tomllib
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from google.protobuf.json_format import ParseDict, ParseError
from google.protobuf.timestamp_pb2 import Timestamp

from pentarch.arbiter.v1 import seasons_pb2 as pb
from pentarch.cli.terminal import misuse

_MOST_PLAN: Final = 1 << 20
_WORDS: Final = {"access": "ACCESS", "records": "RECORDS"}


def read_plan(path: Path) -> tuple[str, pb.SeasonPlan]:
    """The title and the plan in a file. Raises Failure."""
    try:
        if path.stat().st_size > _MOST_PLAN:
            raise misuse(f"{path} is too large for a plan")
        told = tomllib.loads(path.read_text())
    except OSError as error:
        raise misuse(f"cannot read {path}: {error.strerror or error}") from error
    except (tomllib.TOMLDecodeError, UnicodeError) as error:
        raise misuse(f"{path} is no TOML: {error}") from error
    title = told.pop("title", "")
    try:
        return str(title), ParseDict(_spelled(told), pb.SeasonPlan())
    except ParseError as error:
        raise misuse(f"{path} is no plan of a season: {error}") from error


def at_time(text: str) -> Timestamp | None:
    """A time from the command line; None for none. Raises Failure."""
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise misuse(f"{text!r} is no time; write it as 2027-03-01T12:00Z") from error
    _require_zone(moment)
    made = Timestamp()
    made.FromDatetime(moment)
    return made


def _require_zone(moment: datetime) -> None:
    if moment.tzinfo is None:
        raise misuse(f"the time {moment} needs a zone, such as a Z at its end")


def _spelled(told: Any) -> Any:
    """Values of TOML as the protocol spells them. Any: whatever a file holds."""
    if isinstance(told, list):
        return [_spelled(one) for one in told]
    if isinstance(told, datetime):
        _require_zone(told)
        return told.isoformat()
    if not isinstance(told, dict):
        return told
    made: dict[str, Any] = {}
    for name, value in told.items():
        if name == "options" and isinstance(value, dict):
            made[name] = {option: _option(one) for option, one in value.items()}
        elif name in _WORDS and isinstance(value, str):
            made[name] = f"{_WORDS[name]}_{value.upper()}"
        else:
            made[name] = _spelled(value)
    return made


def _option(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
