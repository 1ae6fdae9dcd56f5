"""A format that nobody needs: what adding one takes beside a line in the registry."""

from dataclasses import dataclass
from typing import Final

from pentarch.arbiter.competition.formats.fixed import FixedSchedule
from pentarch.arbiter.competition.formats.plan import Plan
from pentarch.arbiter.competition.formats.scheduler import Scheduler
from pentarch.arbiter.competition.formats.settings import FormatSettings, bots, whole
from pentarch.arbiter.competition.ratings import BotId

TOY: Final = "toy_race"


@dataclass(frozen=True)
class ToySettings(FormatSettings):
    """The first two bots run some laps."""

    name = TOY
    title = "Toy race"
    summary = "whoever runs most laps"

    laps: int = whole(3, least=1, most=9, help="How many laps are run.")
    hares: tuple[str, ...] = bots(help="The bots that run fast.")

    def scheduler(self, plan: Plan) -> Scheduler:
        return ToyRace(plan, self)


@dataclass(frozen=True)
class ToyRace(FixedSchedule):
    """A block a lap."""

    settings: ToySettings

    def lineups(self) -> list[tuple[BotId, ...]]:
        return [self.plan.bots[:2]] * self.settings.laps
