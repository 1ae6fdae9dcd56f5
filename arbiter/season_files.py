"""Plans of seasons as people write them: TOML with the names of the protocol."""

import tomllib
from datetime import date, datetime
from typing import Any, Final

from google.protobuf.descriptor import Descriptor
from google.protobuf.json_format import ParseDict, ParseError
from google.protobuf.timestamp_pb2 import Timestamp

from pentarch.arbiter.v1 import seasons_pb2 as pb

LONGEST: Final = 1 << 20
"""The most characters that a plan has."""
_WORDS: Final = {"access": "ACCESS", "records": "RECORDS"}
_UNSAID: Final = "unspecified"
_TIME: Final = Timestamp.DESCRIPTOR.full_name
_EXAMPLE: Final = "2027-03-01T12:00:00Z"


class NoPlan(ValueError):
    """A text that is no plan of a season. The message is for people."""


def read_plan(text: str) -> tuple[str, pb.SeasonPlan]:
    """The title and the plan in a text. Raises NoPlan; the arbiter checks what a plan says."""
    if len(text) > LONGEST:
        raise NoPlan("this is too large for a plan")
    try:
        told = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise NoPlan(f"this is no TOML: {error}") from error
    except RecursionError as error:
        raise NoPlan("this is nested too deeply for a plan") from error
    title = told.pop("title", "")
    _require_known(told, pb.SeasonPlan.DESCRIPTOR, "")
    try:
        return str(title), ParseDict(_spelled(told), pb.SeasonPlan())
    except ParseError as error:
        raise NoPlan(f"this is no plan of a season: {error}") from error


def require_zone(moment: datetime) -> None:
    """Raise NoPlan for a time of which nobody knows where it is meant."""
    if moment.tzinfo is None:
        raise NoPlan(f"the time {moment} needs a zone, such as a Z at its end")


def _require_known(told: dict[str, Any], kind: Descriptor, path: str) -> None:
    """Raise NoPlan for settings and words that nothing is known of, saying what there is."""
    for choice in kind.oneofs:
        chosen = [each.name for each in choice.fields if each.name in told]
        if len(chosen) > 1:
            raise NoPlan(f"{path or 'a plan'} has more than one of {', '.join(chosen)}")
    for name, value in told.items():
        place = f"{path}.{name}" if path else name
        field = kind.fields_by_name.get(name)
        if field is None:
            raise NoPlan(
                f"{path or 'a plan'} has no setting {name!r}; there are "
                f"{', '.join(each.name for each in kind.fields)}"
            )
        if field.enum_type is not None:
            words = [each.name.removeprefix(f"{_WORDS[name]}_") for each in field.enum_type.values]
            known = [word.lower() for word in words if word.lower() != _UNSAID]
            if not isinstance(value, str) or value.lower() not in known:
                raise NoPlan(f"{place} is {', '.join(known[:-1])} or {known[-1]}, not {value!r}")
        elif field.message_type is not None and field.message_type.full_name == _TIME:
            _require_time(place, value)
        elif field.message_type is not None and not field.message_type.GetOptions().map_entry:
            parts = enumerate(value) if isinstance(value, list) else [("", value)]
            for number, part in parts:
                if isinstance(part, dict):
                    inside = f"{place}[{number}]" if isinstance(value, list) else place
                    _require_known(part, field.message_type, inside)


def _require_time(place: str, value: object) -> None:
    """Raise NoPlan for what is not one moment, where one is meant."""
    if isinstance(value, datetime):
        return
    if isinstance(value, str):
        try:
            Timestamp().FromJsonString(value)
        except ValueError as error:
            raise NoPlan(f"{place} is a time such as {_EXAMPLE}, not {value!r}") from error
    else:
        shown = value if isinstance(value, date) else repr(value)
        raise NoPlan(f"{place} is a time such as {_EXAMPLE}, not {shown}")


def _spelled(told: Any) -> Any:
    """Values of TOML as the protocol spells them. Any: whatever a text holds."""
    if isinstance(told, list):
        return [_spelled(one) for one in told]
    if isinstance(told, datetime):
        require_zone(told)
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
