"""Tournament plans from the command line: every setting of a format is an option of its own."""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import Annotated, Final, TypeVar

import typer
from google.protobuf.json_format import ParseDict

from pentarch.arbiter.competition.formats.registry import FORMATS
from pentarch.arbiter.competition.formats.settings import (
    FormatSettings,
    InvalidPlan,
    Setting,
    SettingKind,
)
from pentarch.arbiter.v1 import common_pb2
from pentarch.arbiter.v1 import tournaments_pb2 as pb
from pentarch.bots.sdk.wire import duration
from pentarch.cli.matches import read_clock, read_options
from pentarch.cli.terminal import misuse
from pentarch.engine.plain import Json

_TYPES: Final = {SettingKind.WHOLE: int, SettingKind.REAL: float, SettingKind.BOTS: list[str]}
_METAVARS: Final = {
    SettingKind.WHOLE: "NUMBER",
    SettingKind.REAL: "NUMBER",
    SettingKind.BOTS: "BOT",
}
_GIVEN: Final = "given"
_PANEL: Final = "Settings of the format"

F = TypeVar("F", bound=FormatSettings)

Given = Mapping[str, Json]
"""The settings that were named on the command line, with their values."""


def dashed(name: str) -> str:
    """A name as the command line writes it."""
    return name.replace("_", "-")


FormatName = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="FORMAT",
        help="How the bots meet. "
        + ", ".join(f"{dashed(name)}: {one.summary}" for name, one in FORMATS.items()),
    ),
]
Seats = Annotated[
    list[int] | None,
    typer.Option("--seats", min=2, help="Seats of a match; may be repeated. Default: 2."),
]
ClockText = Annotated[
    str, typer.Option("--clock", metavar="BANK+INCREMENT/CAP", help="Seconds, e.g. 60+0.5/10.")
]


def with_settings(
    formats: Iterable[type[FormatSettings]],
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Turn the parameter `given` of a command into one option for every setting of some formats.

    The command takes keywords alone.
    """
    uses: dict[str, dict[str, Setting]] = {}
    for format in formats:
        for setting in format.settings():
            uses.setdefault(setting.name, {})[format.title] = setting
    options = [_option(name, by_format) for name, by_format in uses.items()]

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def run(**entered: Json) -> None:
            values = {name: entered.pop(name) for name in uses}
            given = {name: value for name, value in values.items() if value not in (None, [])}
            command(**entered, given=given)

        own = inspect.signature(command, eval_str=True)
        place = list(own.parameters).index(_GIVEN)
        parameters = list(own.parameters.values())
        parameters[place : place + 1] = options
        # Typer reads the options of a command from these two.
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        run.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
        return run

    return decorate


def format_named(text: str) -> type[FormatSettings]:
    """The format of a name on the command line. Raises Failure."""
    names = {dashed(name): format for name, format in FORMATS.items()}
    if text not in names:
        raise misuse(f"there is no format {text!r}: choose one of {', '.join(names)}")
    return names[text]


def settings_of(format: type[F], given: Given) -> F:
    """The settings of a format; those that were not named have their defaults. Raises Failure."""
    try:
        return format.from_plain(given)
    except InvalidPlan as error:
        raise misuse(str(error)) from error


def plan_of(
    settings: FormatSettings,
    *,
    ruleset: str,
    bots: Sequence[str],
    seats: Sequence[int] = (2,),
    options: Sequence[str] = (),
    clock: str = "",
    seed: int | None = None,
    rated: bool = False,
) -> pb.TournamentPlan:
    """The plan as a message. Raises Failure; the arbiter checks the rest."""
    plan = pb.TournamentPlan(
        ruleset=ruleset,
        options={name: str(value) for name, value in read_options(list(options)).items()},
        seats=seats,
        bots=bots,
        rated=rated,
    )
    if seed is not None:
        plan.seed = seed
    if clock:
        terms = read_clock(clock)
        plan.time_control.CopyFrom(
            common_pb2.TimeControl(
                bank=duration(terms.bank),
                increment=duration(terms.increment),
                cap=duration(terms.cap),
            )
        )
    return ParseDict({settings.name: settings.plain()}, plan)


def _option(name: str, uses: Mapping[str, Setting]) -> inspect.Parameter:
    """The option for a setting, which several formats may have, each with a default of its own."""
    first = next(iter(uses.values()))
    parts = []
    for title, setting in uses.items():
        more = (
            "May be repeated."
            if setting.kind is SettingKind.BOTS
            else f"Default: {setting.default}."
        )
        parts.append(f"{title}: {setting.help[0].lower()}{setting.help[1:]} {more}")
    made = typer.Option(
        f"--{dashed(name)}",
        metavar=_METAVARS[first.kind],
        help=" ".join(parts),
        rich_help_panel=_PANEL,
    )
    return inspect.Parameter(
        name,
        inspect.Parameter.KEYWORD_ONLY,
        default=None,
        annotation=Annotated[_TYPES[first.kind] | None, made],
    )
