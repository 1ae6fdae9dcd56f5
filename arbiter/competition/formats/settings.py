"""What an organiser may choose of a format: names, types, ranges, defaults, and a line of help.

The settings of a format are a frozen dataclass whose fields are made by `whole`, `real` and `bots`.
The command line, the dashboard, the protocol and the stored JSON are all made from it and call each
setting by the name of its field. This module and those of the settings import no scheduler: whoever
writes a plan needs neither numpy nor scipy.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from enum import StrEnum
from math import isfinite
from typing import TYPE_CHECKING, ClassVar, Final, Self, TypeAlias, TypeVar

from pentarch.engine.plain import Json

if TYPE_CHECKING:
    from pentarch.arbiter.competition.formats.plan import Plan
    from pentarch.arbiter.competition.formats.scheduler import Scheduler

MOST_BLOCKS: Final = 1_000_000
MOST_ROUNDS: Final = 1_000
MOST_BOTS: Final = 500
_SETTING: Final = "setting"

T = TypeVar("T")
Value: TypeAlias = int | float | tuple[str, ...]


class InvalidPlan(ValueError):
    """A tournament that cannot be held as asked for. The message is one clear line."""


class SettingKind(StrEnum):
    """What a setting is."""

    WHOLE = "whole number"
    REAL = "number"
    BOTS = "list of bots"


@dataclass(frozen=True)
class Setting:
    """One thing to choose. A number lies between `least` and `most`, both included."""

    name: str
    kind: SettingKind
    default: Value
    help: str
    least: float = 0
    most: float = 0

    @property
    def bounds(self) -> str:
        """The range of a number in words; empty for bots."""
        return "" if self.kind is SettingKind.BOTS else f"from {self.least} to {self.most}"

    def read(self, value: Json) -> Value:
        """A value as JSON has it. Raises InvalidPlan unless it is of this kind and in range."""
        match value:
            case bool():
                pass
            case int() if self.kind is SettingKind.WHOLE and self.least <= value <= self.most:
                return value
            case int() | float() if self.kind is SettingKind.REAL and isfinite(value):
                if self.least <= value <= self.most:
                    return float(value)
            case list() if self.kind is SettingKind.BOTS:
                return tuple(str(ref) for ref in value)
        wanted = f"{self.name} is a {self.kind} {self.bounds}".rstrip()
        raise InvalidPlan(f"{wanted}, not {value!r}")


@dataclass(frozen=True)
class FormatSettings(ABC):
    """The settings of a format, checked; all of them have defaults."""

    name: ClassVar[str]
    """Of the format: in the store, in the protocol (a field of the plan) and, with dashes, on the
    command line."""
    title: ClassVar[str]
    summary: ClassVar[str]
    """How bots meet, in a few words."""
    is_joinable: ClassVar[bool] = False
    """Whether versions may join while it runs, so that it can be open to everybody."""
    is_by_rating: ClassVar[bool] = False
    """Whether its table goes by rating, and points say nothing more."""
    has_verdict: ClassVar[bool] = False
    """Whether its scheduler reports a verdict."""

    def __post_init__(self) -> None:
        values = self.plain()
        for setting in self.settings():
            setting.read(values[setting.name])

    @classmethod
    def settings(cls) -> list[Setting]:
        """What can be chosen, in the order of the fields."""
        return [replace(field.metadata[_SETTING], name=field.name) for field in fields(cls)]

    @classmethod
    def from_plain(cls, plain: Mapping[str, Json]) -> Self:
        """Settings from JSON; what is not there takes its default. Raises InvalidPlan."""
        known = {setting.name: setting for setting in cls.settings()}
        for name in plain:
            if name not in known:
                raise InvalidPlan(f"the format {cls.name} has no setting {name!r}")
        return replace(cls(), **{name: known[name].read(value) for name, value in plain.items()})

    def plain(self) -> dict[str, Json]:
        """All settings as JSON."""
        return {
            name: [*value] if isinstance(value, tuple) else value
            for name, value in asdict(self).items()
        }

    @abstractmethod
    def scheduler(self, plan: "Plan") -> "Scheduler":
        """The format at work. Raises InvalidPlan for what cannot be held."""


def whole(default: int, *, least: int, most: int, help: str) -> int:
    """A field for a whole number."""
    return _field(default, Setting("", SettingKind.WHOLE, default, help, least, most))


def real(default: float, *, least: float, most: float, help: str) -> float:
    """A field for a number."""
    return _field(default, Setting("", SettingKind.REAL, default, help, least, most))


def bots(*, help: str) -> tuple[str, ...]:
    """A field for some of the bots that take part; by default none."""
    nobody: tuple[str, ...] = ()
    return _field(nobody, Setting("", SettingKind.BOTS, nobody, help))


def _field(default: T, setting: Setting) -> T:
    made: T = field(default=default, metadata={_SETTING: setting})
    return made
