"""The formats there are, by name."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from pentarch.arbiter.competition.formats.gauntlet.settings import GauntletSettings
from pentarch.arbiter.competition.formats.ladder.settings import LadderSettings
from pentarch.arbiter.competition.formats.round_robin.settings import RoundRobinSettings
from pentarch.arbiter.competition.formats.settings import FormatSettings, InvalidPlan
from pentarch.arbiter.competition.formats.single_elimination.settings import (
    SingleEliminationSettings,
)
from pentarch.arbiter.competition.formats.swiss.settings import SwissSettings
from pentarch.arbiter.competition.formats.version_test.settings import VersionTestSettings
from pentarch.engine.plain import Json

if TYPE_CHECKING:
    from pentarch.arbiter.competition.formats.plan import Plan
    from pentarch.arbiter.competition.formats.scheduler import Scheduler

FORMATS: Final[dict[str, type[FormatSettings]]] = {
    settings.name: settings
    for settings in (
        RoundRobinSettings,
        SwissSettings,
        SingleEliminationSettings,
        GauntletSettings,
        LadderSettings,
        VersionTestSettings,
    )
}


def format_of(name: str) -> type[FormatSettings]:
    """The settings of a format. Raises InvalidPlan for a format that does not exist."""
    if name not in FORMATS:
        raise InvalidPlan(f"there is no format {name!r}")
    return FORMATS[name]


def make(format: str, settings: Mapping[str, Json], plan: "Plan") -> "Scheduler":
    """The scheduler of a tournament from its stored settings. Raises InvalidPlan."""
    return format_of(format).from_plain(settings).scheduler(plan)
