"""Results of the house in a folder, a file for each block, named by all that the block depends on.

What is there is not played again, so an interrupted ladder goes on where it was. A change of a
bot's code, of the rules' version or of an option gives other names.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import pentarch.bots
from pentarch.arbiter.competition.ratings import MatchResult
from pentarch.author.builds import build_of
from pentarch.author.launch import launch_of
from pentarch.bots.registry import is_program
from pentarch.engine import registry
from pentarch.engine.record import decode
from pentarch.local import Played, Series

_AUTHORS: Final = (".py",)


@dataclass(frozen=True)
class Sitting:
    """One match of the house: how it ended, and how often each seat gave commands of a kind."""

    result: MatchResult
    deeds: tuple[dict[str, int], ...]
    seconds: float


class BlockFolder:
    """The folder."""

    def __init__(self, folder: Path) -> None:
        self._folder: Final = folder

    def find(self, series: Series) -> list[Sitting] | None:
        """The matches of a block, or None if it has not been played."""
        name = _name(series)
        try:
            rows = json.loads((self._folder / f"{name}.json").read_bytes())["matches"]
            return [_sitting(name, number, row) for number, row in enumerate(rows)]
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            # Nothing, or nothing of use: it is played, and written anew.
            return None

    def keep(self, series: Series, played: Sequence[Played]) -> None:
        """Write a block down, completely or not at all."""
        rows = [_row(series, result) for result in played]
        content = {"ruleset": series.ruleset, "bots": series.bots, "matches": rows}
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / f"{_name(series)}.json"
        fresh = path.with_suffix(".new")
        fresh.write_text(json.dumps(content, indent=1))
        fresh.replace(path)


def _name(series: Series) -> str:
    facts = {
        "ruleset": series.ruleset,
        "version": registry.get(series.ruleset).info.version,
        "bots": [[bot, _build(bot)] for bot in series.bots],
        "seed": series.seed,
        "matches": series.matches,
        "options": series.all_options(),
    }
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:32]


def _build(bot: str) -> str:
    if is_program(bot):
        return build_of(bot, launch_of(bot).argv)
    if Path(bot).is_dir() or bot.partition(":")[0].endswith(_AUTHORS):
        return build_of(bot, [])
    return _reference_build()


@cache
def _reference_build() -> str:
    """Changes with the code of the reference bots."""
    digest = hashlib.sha256()
    folder = Path(pentarch.bots.__path__[0])
    kinds = ("*.py", "greedy/**/*.py", "expert/**/*.py", "expert/weights/*.json")
    for path in sorted([path for kind in kinds for path in folder.glob(kind)]):
        digest.update(path.relative_to(folder).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def _row(series: Series, played: Played) -> dict[str, object]:
    return {
        "bots": [series.bots[bot] for bot in played.seating],
        "ranks": played.ranks,
        "forfeits": [seat for seat, _ in played.forfeits],
        "deeds": _deeds(played),
        "seconds": round(played.seconds, 3),
    }


def _deeds(played: Played) -> list[dict[str, int]]:
    """By seat: how often it gave commands with the same first word."""
    record = decode(played.record)
    commands = registry.get(record.ruleset).commands
    counts: list[Counter[str]] = [Counter() for _ in range(record.seats)]
    for seat, number in record.steps:
        counts[seat][commands.by_number(number).text.split()[0]] += 1
    return [dict(count) for count in counts]


def _sitting(block: str, number: int, row: "dict[str, Any]") -> Sitting:
    result = MatchResult(
        match_id=f"{block}-{number}",
        block_id=block,
        bots=tuple([str(bot) for bot in row["bots"]]),
        ranks=tuple([int(rank) for rank in row["ranks"]]),
        forfeits=tuple([int(seat) for seat in row["forfeits"]]),
    )
    deeds = [{str(word): int(count) for word, count in each.items()} for each in row["deeds"]]
    return Sitting(result, tuple(deeds), float(row["seconds"]))
