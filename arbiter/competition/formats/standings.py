"""Final tables: points from settled slots, documented tie-breaks, shared ranks at the end."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pentarch.arbiter.competition.formats.slots import Fate, Settled
from pentarch.arbiter.competition.ratings import BotId

_DIGITS = 9


@dataclass(frozen=True)
class Standing:
    """One line of a table. What `points` and `tie_breaks` are is the format's business.

    `note` says in words what is special; `is_out` whether the bot plays no more: it has withdrawn,
    was annulled or went out.
    """

    rank: int
    bot: BotId
    points: float
    tie_breaks: tuple[float, ...] = ()
    blocks: int = 0
    forfeits: int = 0
    note: str = ""
    is_out: bool = False


def withdrawn(fallen: Container[BotId], bot: BotId) -> tuple[str, bool]:
    """The note of a bot and whether it is out, given who no longer takes part."""
    return ("withdrawn", True) if bot in fallen else ("", False)


@dataclass
class Total:
    """What one bot has to its name over the settled slots."""

    points: float = 0.0
    blocks: int = 0
    played: int = 0
    forfeits: int = 0
    duels: dict[BotId, list[float]] = field(default_factory=dict)

    @property
    def mean(self) -> float:
        """Points per block."""
        return self.points / self.blocks if self.blocks else 0.0


def accounts(bots: Iterable[BotId], settled: Iterable[Settled]) -> dict[BotId, Total]:
    """The accounts of the bots; slots that are pending or dropped count for nobody."""
    books = {bot: Total() for bot in bots}
    for done in settled:
        for bot, score in done.scores.items():
            if bot not in books:
                continue
            book = books[bot]
            book.points += score
            book.blocks += 1
            book.played += done.fate is Fate.PLAYED
            book.forfeits += done.forfeits.get(bot, 0)
        for (one, two), score in done.duels.items():
            if one in books and two in books:
                books[one].duels.setdefault(two, []).append(score)
    return books


def sonneborn_berger(books: Mapping[BotId, Total], bot: BotId) -> float:
    """Scores in duels, each weighted with the rival's points per block: whom a bot beat."""
    return sum(
        score * books[rival].mean for rival, scores in books[bot].duels.items() for score in scores
    )


def direct(books: Mapping[BotId, Total], bot: BotId, group: Sequence[BotId]) -> float:
    """The mean score in duels with the others of a group; one half if it met none of them."""
    duels = books[bot].duels
    scores = [score for rival in group if rival != bot for score in duels.get(rival, ())]
    return sum(scores) / len(scores) if scores else 0.5


def buchholz(books: Mapping[BotId, Total], bot: BotId) -> float:
    """The sum of the rivals' points, once per block met: how hard the schedule was."""
    return sum(books[rival].points * len(scores) for rival, scores in books[bot].duels.items())


def table(
    books: Mapping[BotId, Total],
    points: Callable[[Total], float],
    tie_breaks: Callable[[BotId, Sequence[BotId]], tuple[float, ...]],
    fallen: Container[BotId],
) -> list[Standing]:
    """Best first. `tie_breaks` is given a bot and all bots with its points; larger is better.
    Those who have `fallen` out keep their places."""
    scored = {bot: round(points(book), _DIGITS) for bot, book in books.items()}
    groups: dict[float, list[BotId]] = {}
    for bot in sorted(books):
        groups.setdefault(scored[bot], []).append(bot)
    keys = {}
    for score, group in groups.items():
        for bot in group:
            # Adding 0 turns a negative zero into a plain one.
            breaks = tuple(round(value, _DIGITS) + 0.0 for value in tie_breaks(bot, group))
            keys[bot] = (score, breaks)
    standings = []
    for bot in sorted(books, key=lambda bot: (tuple(-v for v in _flat(keys[bot])), bot)):
        rank = 1 + sum(1 for other in keys.values() if other > keys[bot])
        book = books[bot]
        standings.append(
            Standing(
                rank,
                bot,
                keys[bot][0],
                keys[bot][1],
                book.blocks,
                book.forfeits,
                *withdrawn(fallen, bot),
            )
        )
    return standings


def _flat(key: tuple[float, tuple[float, ...]]) -> tuple[float, ...]:
    return (key[0], *key[1])
