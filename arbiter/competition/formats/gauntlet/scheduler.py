"""The schedule of a gauntlet."""

from dataclasses import dataclass
from functools import partial

from pentarch.arbiter.competition.formats.fixed import FixedSchedule
from pentarch.arbiter.competition.formats.gauntlet.settings import GauntletSettings
from pentarch.arbiter.competition.formats.lineups import dealt_lineups, interleave
from pentarch.arbiter.competition.formats.plan import CROWD
from pentarch.arbiter.competition.formats.settings import InvalidPlan
from pentarch.arbiter.competition.ratings import BotId
from pentarch.engine.chance import derive


@dataclass(frozen=True)
class Gauntlet(FixedSchedule):
    """The challengers meet everybody in the field; the field does not meet for its own sake."""

    settings: GauntletSettings

    def __post_init__(self) -> None:
        challengers = self.settings.challengers
        if not challengers or not set(challengers) <= set(self.plan.bots):
            raise InvalidPlan("a gauntlet needs challengers, and they must be entered")
        self.check_size(len(self.plan.entries) * len(challengers) * self.settings.blocks)
        for seats in self.plan.seats:
            for challenger in challengers:
                rivals = self._rivals(challenger, seats)
                owners = {self.plan.owners[bot] for bot in rivals}
                if len(rivals) < seats - 1 or (seats >= CROWD and len(owners) < seats - 1):
                    raise InvalidPlan(f"{challenger} finds no full table of {seats}")

    def lineups(self) -> list[tuple[BotId, ...]]:
        groups = []
        for seats in self.plan.seats:
            per_challenger = [
                [(challenger, *rest) for rest in self._rests(challenger, seats)]
                for challenger in self.settings.challengers
            ]
            groups.append(interleave(per_challenger))
        return interleave(groups)

    def _rivals(self, challenger: BotId, seats: int) -> list[BotId]:
        field = [bot for bot in self.plan.bots if bot not in self.settings.challengers]
        return [bot for bot in field if self.plan.may_share(seats, challenger, bot)]

    def _rests(self, challenger: BotId, seats: int) -> list[tuple[BotId, ...]]:
        rivals = self._rivals(challenger, seats)
        if seats == 2:
            return [(bot,) for _ in range(self.settings.blocks) for bot in rivals]
        return dealt_lineups(
            rivals,
            seats - 1,
            rounds=self.settings.blocks,
            may_share=partial(self.plan.may_share, seats),
            seed=derive(self.plan.seed, "gauntlet", seats, challenger),
        )
