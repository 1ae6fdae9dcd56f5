"""Single elimination: a bracket of duels, each a series of blocks; whoever loses one is out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pentarch.arbiter.competition.formats.plan import Block, History
from pentarch.arbiter.competition.formats.scheduler import Scheduler
from pentarch.arbiter.competition.formats.settings import InvalidPlan
from pentarch.arbiter.competition.formats.single_elimination.settings import (
    SingleEliminationSettings,
)
from pentarch.arbiter.competition.formats.slots import Fate, Slot, settle
from pentarch.arbiter.competition.formats.standings import Standing
from pentarch.arbiter.competition.ratings import BotId


@dataclass(frozen=True)
class Duel:
    """One duel as far as it got: points of both sides, and the winner once there is one."""

    round: int
    place: int
    upper: BotId
    lower: BotId
    points: tuple[float, float]
    winner: BotId | None
    reason: str
    """How it was decided: "points", "replay", "forfeits" or "seed"; empty while undecided."""
    due: tuple[Block, ...]
    blocks: int
    forfeits: tuple[int, int]


@dataclass(frozen=True)
class SingleElimination(Scheduler):
    """Entries are seeded in the order of entry; byes go to the best seeds.

    A duel is `blocks` blocks and ends as soon as one side has more than half of the points. If it
    is level after all of them, up to `max_replays` further ones are played until one is not level.
    Then the side with fewer forfeits goes on, then the better seed. A dropped block counts half a
    point for both.
    """

    is_drawn: ClassVar[bool] = True

    settings: SingleEliminationSettings

    def __post_init__(self) -> None:
        if self.plan.seats != (2,):
            raise InvalidPlan("single elimination is played at tables of two")

    @property
    def size(self) -> int:
        """Places in the first round: the next power of two."""
        return 1 << (len(self.plan.bots) - 1).bit_length()

    def due(self, history: History) -> list[Block]:
        return [block for series in self.bracket(history) for block in series.due]

    def places(self, history: History) -> Sequence[Slot]:
        return [
            slot
            for series in self.bracket(history)
            for slot in self._slots(series.round, series.place, series.upper, series.lower)[
                : series.blocks + len(series.due)
            ]
        ]

    def is_finished(self, history: History) -> bool:
        return not self.due(history)

    def expected_blocks(self) -> tuple[int, int]:
        duels = len(self.plan.bots) - 1
        return duels * (self.settings.blocks // 2 + 1), duels * self._most

    def round_of(self, number: int) -> int:
        duel, round, duels = number // self._most, 1, self.size // 2
        while duel >= duels > 0:
            duel -= duels
            duels //= 2
            round += 1
        return round

    def bracket(self, history: History) -> list[Duel]:
        """Every duel whose two sides are known, round by round."""
        sides: list[BotId | None] = [
            self.plan.bots[seed] if seed < len(self.plan.bots) else None
            for seed in _seed_order(self.size)
        ]
        # None stands for a free place in the first round, and for "not known yet" later on; the
        # two never meet, because free places are gone after the first round.
        known: list[Duel] = []
        round = 0
        while len(sides) > 1:
            following: list[BotId | None] = []
            for place in range(len(sides) // 2):
                one, two = sides[2 * place], sides[2 * place + 1]
                if one is not None and two is not None:
                    series = self._series(history, round, place, one, two)
                    known.append(series)
                    following.append(series.winner)
                else:
                    following.append((one or two) if round == 0 else None)
            sides = following
            round += 1
        return known

    def standings(self, history: History) -> list[Standing]:
        """By the round of going out; those who went out in the same round share a rank."""
        bracket = self.bracket(history)
        rounds = self.size.bit_length() - 1
        reached = dict.fromkeys(self.plan.bots, 0)
        out: dict[BotId, int] = {}
        blocks = dict.fromkeys(self.plan.bots, 0)
        forfeits = dict.fromkeys(self.plan.bots, 0)
        points = dict.fromkeys(self.plan.bots, 0.0)
        for series in bracket:
            pair = (series.upper, series.lower)
            for bot, gained, lost in zip(pair, series.points, series.forfeits, strict=True):
                blocks[bot] += series.blocks
                forfeits[bot] += lost
                points[bot] += gained
                reached[bot] = series.round + (bot == series.winner)
                if series.winner not in (None, bot):
                    out[bot] = series.round
        order = sorted(self.plan.bots, key=lambda bot: (bot in out, -reached[bot], bot))
        keys = {bot: (bot not in out, reached[bot]) for bot in order}
        return [
            Standing(
                rank=1 + sum(1 for other in keys.values() if other > keys[bot]),
                bot=bot,
                points=float(reached[bot]),
                tie_breaks=(points[bot],),
                blocks=blocks[bot],
                forfeits=forfeits[bot],
                note=_note(out.get(bot), reached[bot], rounds),
                is_out=bot in out,
            )
            for bot in order
        ]

    @property
    def _most(self) -> int:
        """How many blocks a duel can take."""
        return self.settings.blocks + self.settings.max_replays

    def _series(self, history: History, round: int, place: int, one: BotId, two: BotId) -> Duel:
        """Play a duel as far as the results go."""
        upper, lower = sorted((one, two), key=self.plan.bots.index)
        settled = settle(self.plan, history, self._slots(round, place, upper, lower))
        scores: list[float] = []
        forfeits = [0, 0]
        winner, reason, due = None, "", []
        for number, done in enumerate(settled):
            winner, reason = self._decided(scores, upper, lower)
            if winner is not None:
                break
            if done.fate is Fate.PENDING:
                # As many at once as are surely needed; after that one at a time.
                together = max(number + 1, self.settings.blocks // 2 + 1)
                due = [
                    other.block
                    for other in settled[number:together]
                    if other.fate is Fate.PENDING and other.block is not None
                ]
                break
            scores.append(0.5 if done.fate is Fate.DROPPED else done.scores[upper])
            forfeits[0] += done.forfeits.get(upper, 0)
            forfeits[1] += done.forfeits.get(lower, 0)
        else:
            winner, reason = self._decided(scores, upper, lower)
            if winner is None and forfeits[0] != forfeits[1]:
                winner, reason = (upper, lower)[forfeits[0] > forfeits[1]], "forfeits"
            elif winner is None:
                winner, reason = upper, "seed"
        return Duel(
            round,
            place,
            upper,
            lower,
            (sum(scores), len(scores) - sum(scores)),
            winner,
            reason,
            tuple(due),
            len(scores),
            (forfeits[0], forfeits[1]),
        )

    def _slots(self, round: int, place: int, upper: BotId, lower: BotId) -> list[Slot]:
        """As many as a duel can take."""
        first = sum(self.size >> (past + 1) for past in range(round)) + place
        # The sides are part of the label: should a void result change who goes on, the blocks of
        # the other pairing are others.
        seeds = f"{self.plan.bots.index(upper)}-{self.plan.bots.index(lower)}"
        return [
            Slot(f"r{round}d{place}s{seeds}b{number}", first * self._most + number, (upper, lower))
            for number in range(self._most)
        ]

    def _decided(self, scores: list[float], upper: BotId, lower: BotId) -> tuple[BotId | None, str]:
        """The winner on points after these blocks, if there is one."""
        regular = scores[: self.settings.blocks]
        gained, lost = sum(regular), len(regular) - sum(regular)
        if gained > self.settings.blocks / 2:
            return upper, "points"
        if lost > self.settings.blocks / 2:
            return lower, "points"
        for score in scores[self.settings.blocks :]:
            if score != 0.5:
                return (upper if score > 0.5 else lower), "replay"
        return None, ""


def _seed_order(size: int) -> list[int]:
    """Seeds by place in the bracket, so that the best two can only meet in the last round."""
    order = [0]
    while len(order) < size:
        order = [seed for top in order for seed in (top, 2 * len(order) - 1 - top)]
    return order


def _note(out: int | None, reached: int, rounds: int) -> str:
    if out is not None:
        return f"out in round {out + 1} of {rounds}"
    return "winner" if reached == rounds else "in"
