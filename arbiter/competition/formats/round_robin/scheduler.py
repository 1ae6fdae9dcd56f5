"""The schedule of a round robin."""

from dataclasses import dataclass
from functools import partial

from pentarch.arbiter.competition.formats.fixed import FixedSchedule
from pentarch.arbiter.competition.formats.lineups import even_lineups, interleave
from pentarch.arbiter.competition.formats.round_robin.settings import RoundRobinSettings
from pentarch.arbiter.competition.ratings import BotId
from pentarch.engine.chance import derive


@dataclass(frozen=True)
class RoundRobin(FixedSchedule):
    """Everybody meets everybody, at tables of every seat count of the plan."""

    settings: RoundRobinSettings

    def __post_init__(self) -> None:
        count = len(self.plan.entries)
        self.check_size(count * count // 2 * self.settings.blocks)

    def lineups(self) -> list[tuple[BotId, ...]]:
        groups = []
        for seats in self.plan.seats:
            groups.append(
                even_lineups(
                    self.plan.bots,
                    seats,
                    meetings=self.settings.blocks,
                    may_share=partial(self.plan.may_share, seats),
                    seed=derive(self.plan.seed, "lineups", seats),
                )
            )
        return interleave(groups)
