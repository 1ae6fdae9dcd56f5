"""What an analysis says, and its form as plain values, which is what is stored and sent."""

from dataclasses import dataclass
from typing import Final

from pentarch.bots.analysis.curve import Point
from pentarch.bots.analysis.estimate import Estimate
from pentarch.engine.core import Seat
from pentarch.engine.errors import InvalidValue
from pentarch.engine.plain import (
    Json,
    as_int,
    as_list,
    as_str,
    bool_field,
    field,
    int_field,
    list_field,
    str_field,
    strs,
    strs_field,
)

VERSION: Final = 4
"""Changes whenever an analysis of the same record could come out differently."""


@dataclass(frozen=True)
class TurningPoint:
    """A decision after which the chances of the seats were others than before it.

    All chances are by what the seat concerned knew; `before` and `after` have every seat's.
    """

    step: int
    seat: Seat
    command: str
    before: tuple[float, ...]
    decided: float
    """The deciding seat's chance after its command, before luck had its say."""
    after: tuple[float, ...]
    advice: list[str]
    """What the search bot would have done."""
    advised: float
    """The deciding seat's chance after that."""
    line: list[tuple[Seat, str]]
    """How the search bot saw the match go on."""

    @property
    def most_changed(self) -> Seat:
        """The seat whose chance changed most; the one that decided, if it is no other's more."""
        changes = self._changes
        return self.seat if changes[self.seat] == self.swing else changes.index(self.swing)

    @property
    def swing(self) -> float:
        """How much the chance changed that changed most."""
        return max(self._changes)

    @property
    def _changes(self) -> list[float]:
        return [abs(b - a) for a, b in zip(self.before, self.after, strict=True)]

    @property
    def skill(self) -> float:
        """What the decision changed for the seat that took it."""
        return self.decided - self.before[self.seat]

    @property
    def luck(self) -> float:
        """What luck changed for that seat afterwards."""
        return self.after[self.seat] - self.decided

    def plain(self) -> Json:
        """As plain values."""
        return {
            "step": self.step,
            "seat": self.seat,
            "command": self.command,
            "before": _rounded(self.before),
            "decided": round(self.decided, 4),
            "after": _rounded(self.after),
            "advice": strs(self.advice),
            "advised": round(self.advised, 4),
            "line": [[seat, text] for seat, text in self.line],
        }

    @staticmethod
    def read(value: Json) -> "TurningPoint":
        """From plain values. Raises InvalidValue."""
        return TurningPoint(
            int_field(value, "step"),
            int_field(value, "seat"),
            str_field(value, "command"),
            _chances(value, "before"),
            _number(field(value, "decided")),
            _chances(value, "after"),
            strs_field(value, "advice"),
            _number(field(value, "advised")),
            [_line_step(item) for item in list_field(value, "line")],
        )


@dataclass(frozen=True)
class Analysis:
    """What is known so far of where a match was won. It is whole when nothing will be added."""

    steps: int
    curve: list[tuple[int, Point]]
    """After how many steps which chances, in order."""
    turning_points: list[TurningPoint]
    """By step."""
    playouts: int
    is_whole: bool

    def plain(self) -> dict[str, Json]:
        """As plain values."""
        return {
            "version": VERSION,
            "steps": self.steps,
            "curve": [
                {
                    "step": step,
                    "believed": _rounded(point.believed.chances),
                    "known": _rounded(point.known.chances),
                    "playouts": point.believed.count,
                }
                for step, point in self.curve
            ],
            "turning_points": [point.plain() for point in self.turning_points],
            "playouts": self.playouts,
            "whole": self.is_whole,
        }

    @staticmethod
    def read(value: Json) -> "Analysis":
        """From plain values, with chances as they were rounded. Raises InvalidValue."""
        return Analysis(
            int_field(value, "steps"),
            [_point(item) for item in list_field(value, "curve")],
            [TurningPoint.read(item) for item in list_field(value, "turning_points")],
            int_field(value, "playouts"),
            bool_field(value, "whole"),
        )


def _rounded(chances: tuple[float, ...]) -> Json:
    return [round(chance, 4) for chance in chances]


def _point(value: Json) -> tuple[int, Point]:
    count = int_field(value, "playouts")
    believed, known = _chances(value, "believed"), _chances(value, "known")
    return int_field(value, "step"), Point(Estimate(believed, count), Estimate(known, count))


def _line_step(value: Json) -> tuple[Seat, str]:
    seat, text = as_list(value, "a step of a line")
    return as_int(seat, "a seat"), as_str(text, "a command")


def _chances(value: Json, key: str) -> tuple[float, ...]:
    return tuple(_number(item) for item in list_field(value, key))


def _number(value: Json) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InvalidValue(f"a chance is a number, not {value!r}")
    return float(value)
