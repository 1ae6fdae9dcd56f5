"""Finals: who plays them, how the field is cut, and the final table they make.

Finals are tournaments one after another, the stages. The field of the first comes from the ladder;
each further stage has the better half of the one before, until no more than `cut` are left. Where
a stage ends, its own format has settled who is in that half.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pentarch.arbiter.competition.formats.plan import CROWD, OwnerId
from pentarch.arbiter.competition.formats.settings import MOST_BOTS, InvalidPlan
from pentarch.arbiter.competition.formats.standings import Standing
from pentarch.arbiter.competition.ratings import BotId
from pentarch.engine.plain import Json

_LEAST_FIELD: Final = 2


@dataclass(frozen=True)
class Finals:
    """How a discipline is decided. A format of "" decides by the ladder alone."""

    format: str = ""
    settings: Mapping[str, Json] | None = None
    field: int = 0
    """How many of the best play; 0 for all."""
    least_blocks: int = 0
    """How many blocks of the ladder a bot must have played to qualify."""
    cut: int = 0
    """The field is halved from stage to stage until no more than this are left; 0 for one stage."""

    def __post_init__(self) -> None:
        if not 0 <= self.field <= MOST_BOTS or self.field == 1:
            raise InvalidPlan(f"the field of finals has 2 to {MOST_BOTS} bots, or 0 for all")
        if self.least_blocks < 0:
            raise InvalidPlan("least_blocks must not be negative")
        if self.cut < 0 or self.cut == 1:
            raise InvalidPlan("finals are cut down to 2 bots or more, or 0 for no cut")


@dataclass(frozen=True)
class Place:
    """A line of a season's table. `stage` is how far a bot came: 0 for the ladder."""

    rank: int
    bot: BotId
    stage: int


def first_field(finals: Finals, ladder: Sequence[Standing]) -> list[BotId]:
    """Who plays the first stage, best first: the best of those who qualify and still play."""
    able = [line for line in ladder if not line.is_out and line.blocks >= finals.least_blocks]
    return [line.bot for line in able[: finals.field or None]]


def next_field(finals: Finals, stage: Sequence[Standing]) -> list[BotId]:
    """Who plays the stage after one that is over, best first; nobody when it was the last."""
    able = [line.bot for line in stage if not line.is_out]
    if not finals.cut or len(stage) <= finals.cut:
        return []
    return able[: max(finals.cut, _LEAST_FIELD, (len(stage) + 1) // 2)]


def newest_only(lines: Sequence[Standing]) -> list[Standing]:
    """A table with one line for each bot: that of its newest version."""
    newest: dict[str, int] = {}
    for line in lines:
        name, number = _parts(line.bot)
        newest[name] = max(newest.get(name, 0), number)
    return [line for line in lines if newest[_parts(line.bot)[0]] == _parts(line.bot)[1]]


def can_play(field: Sequence[BotId], owners: Mapping[BotId, OwnerId], seats: int) -> bool:
    """Whether a field fills a table of that size."""
    who = {owners[bot] for bot in field} if seats >= CROWD else set(field)
    return len(who) >= max(seats, _LEAST_FIELD)


def final_table(ladder: Sequence[Standing], stages: Sequence[Sequence[Standing]]) -> list[Place]:
    """The table of a discipline: those of the last stage by their ranks there, then those who were
    cut before it, and at the end those who only played the ladder."""
    places: list[Place] = []
    known: set[BotId] = set()
    for stage, lines in reversed([*enumerate([newest_only(ladder), *stages])]):
        fresh = [line for line in lines if line.bot not in known]
        for number, line in enumerate(fresh):
            is_level = number > 0 and fresh[number - 1].rank == line.rank
            rank = places[-1].rank if is_level else len(places) + 1
            places.append(Place(rank, line.bot, stage))
        known.update(line.bot for line in fresh)
    return places


def _parts(bot: BotId) -> tuple[str, int]:
    name, _, number = bot.rpartition("@")
    return name, int(number)
