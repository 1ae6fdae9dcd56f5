"""Round robin and gauntlet: schedules that are fixed from the start."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from pentarch.arbiter.competition.formats.lineups import dealt_lineups, even_lineups, interleave
from pentarch.arbiter.competition.formats.plan import CROWD, Block, History, InvalidPlan
from pentarch.arbiter.competition.formats.scheduler import Scheduler, pending_blocks
from pentarch.arbiter.competition.formats.slots import Fate, Settled, Slot, settle
from pentarch.arbiter.competition.formats.standings import (
    Standing,
    accounts,
    direct,
    sonneborn_berger,
    table,
)
from pentarch.arbiter.competition.ratings import BotId
from pentarch.engine.chance import derive


@dataclass(frozen=True)
class FixedSchedule(Scheduler):
    """All slots are known beforehand. `meetings`: how many blocks two bots share at least."""

    meetings: int = 1

    def __post_init__(self) -> None:
        if self.meetings < 1:
            raise InvalidPlan("bots must meet at least once")

    @abstractmethod
    def lineups(self) -> list[tuple[BotId, ...]]:
        """Who meets, in the order of play."""

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """The whole schedule."""
        return tuple(
            Slot(f"b{number}", number, lineup) for number, lineup in enumerate(self.lineups())
        )

    def due(self, history: History) -> list[Block]:
        return pending_blocks(settle(self.plan, history, self.slots))

    def places(self, history: History) -> Sequence[Slot]:
        return self.slots

    def is_finished(self, history: History) -> bool:
        return not self.due(history)

    def expected_blocks(self) -> tuple[int, int]:
        return len(self.slots), len(self.slots)

    def expected_matches(self) -> tuple[int, int]:
        matches = sum(len(slot.lineup) for slot in self.slots)
        return matches, matches

    def standings(self, history: History) -> list[Standing]:
        """Mean score per block; then direct encounters, Sonneborn-Berger, fewer forfeits.

        A bot that fell out before half of its blocks were played is annulled: it leaves the table
        and its blocks count for nobody in it (they stay rated).
        """
        settled = settle(self.plan, history, self.slots)
        fallen = {bot for done in settled for bot in done.away}
        annulled = {bot for bot in fallen if _is_annulled(bot, settled)}
        counting = [done for done in settled if not annulled & set(done.slot.lineup)]
        bots = [bot for bot in self.plan.bots if bot not in annulled]
        books = accounts(bots, counting)

        def tie_breaks(bot: BotId, group: Sequence[BotId]) -> tuple[float, ...]:
            return (
                direct(books, bot, group),
                sonneborn_berger(books, bot),
                -float(books[bot].forfeits),
            )

        rows = table(books, lambda book: book.mean, tie_breaks, dict.fromkeys(fallen, "withdrawn"))
        last = len(rows) + 1
        return [*rows, *(Standing(last, bot, 0.0, note="annulled") for bot in sorted(annulled))]


@dataclass(frozen=True)
class RoundRobin(FixedSchedule):
    """Everybody meets everybody, at tables of every seat count of the plan."""

    def lineups(self) -> list[tuple[BotId, ...]]:
        groups = []
        for seats in self.plan.seats:
            groups.append(
                even_lineups(
                    self.plan.bots,
                    seats,
                    meetings=self.meetings,
                    may_share=partial(self.plan.may_share, seats),
                    seed=derive(self.plan.seed, "lineups", seats),
                )
            )
        return interleave(groups)


@dataclass(frozen=True)
class Gauntlet(FixedSchedule):
    """The challengers meet everybody in the field; the field does not meet for its own sake."""

    challengers: tuple[BotId, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.challengers or not set(self.challengers) <= set(self.plan.bots):
            raise InvalidPlan("a gauntlet needs challengers, and they must be entered")
        for seats in self.plan.seats:
            for challenger in self.challengers:
                rivals = self._rivals(challenger, seats)
                owners = {self.plan.owners[bot] for bot in rivals}
                if len(rivals) < seats - 1 or (seats >= CROWD and len(owners) < seats - 1):
                    raise InvalidPlan(f"{challenger} finds no full table of {seats}")

    def lineups(self) -> list[tuple[BotId, ...]]:
        groups = []
        for seats in self.plan.seats:
            per_challenger = [
                [(challenger, *rest) for rest in self._rests(challenger, seats)]
                for challenger in self.challengers
            ]
            groups.append(interleave(per_challenger))
        return interleave(groups)

    def _rivals(self, challenger: BotId, seats: int) -> list[BotId]:
        field = [bot for bot in self.plan.bots if bot not in self.challengers]
        return [bot for bot in field if self.plan.may_share(seats, challenger, bot)]

    def _rests(self, challenger: BotId, seats: int) -> list[tuple[BotId, ...]]:
        rivals = self._rivals(challenger, seats)
        if seats == 2:
            return [(bot,) for _ in range(self.meetings) for bot in rivals]
        return dealt_lineups(
            rivals,
            seats - 1,
            rounds=self.meetings,
            may_share=partial(self.plan.may_share, seats),
            seed=derive(self.plan.seed, "gauntlet", seats, challenger),
        )


def _is_annulled(bot: BotId, settled: Sequence[Settled]) -> bool:
    own = [done for done in settled if bot in done.slot.lineup]
    return 2 * sum(done.fate is Fate.PLAYED for done in own) < len(own)
