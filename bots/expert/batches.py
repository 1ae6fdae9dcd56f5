"""Lessons in a folder, a file for each batch of matches, named by all that they depend on.

What is there is not played again, so that training goes on where it was interrupted.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pentarch.bots.expert.lessons import RECIPE, Lesson, lessons_of
from pentarch.bots.expert.model import Features
from pentarch.engine import registry

SIZE: Final = 20
"""Matches of a batch."""


@dataclass(frozen=True)
class Batch:
    """Some matches of a training: those from `number * SIZE` on."""

    ruleset: str
    seed: int
    number: int

    def play(self) -> list[list[Lesson]]:
        """What its matches teach."""
        ruleset = registry.get(self.ruleset)
        first = self.number * SIZE
        return [lessons_of(ruleset, self.seed, first + match) for match in range(SIZE)]

    def path(self, folder: Path) -> Path:
        """Its file; the name changes with the rules, the features and how matches are made."""
        facts = [
            self.seed,
            registry.get(self.ruleset).info.version,
            Features(self.ruleset).version,
            RECIPE,
        ]
        name = hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:12]
        return folder / f"{self.ruleset}-{name}" / f"{self.number:05}.json"

    def find(self, folder: Path) -> list[list[Lesson]] | None:
        """What its file holds, or None if there is nothing of use: it is to be played."""
        try:
            rows: Any = json.loads(self.path(folder).read_bytes())
            matches = [[_lesson(row) for row in match] for match in rows]
        except (OSError, ValueError, TypeError):
            return None
        size = len(Features(self.ruleset).names)
        whole = all(len(lesson.leads) == size for match in matches for lesson in match)
        return matches if whole and len(matches) == SIZE else None

    def keep(self, folder: Path, matches: list[list[Lesson]]) -> None:
        """Write its file, completely or not at all."""
        rows = [
            [[lesson.progress, lesson.result, *lesson.leads] for lesson in match]
            for match in matches
        ]
        path = self.path(folder)
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(".new")
        fresh.write_text(json.dumps(rows, separators=(",", ":")))
        fresh.replace(path)


def _lesson(row: "list[Any]") -> Lesson:
    progress, result, *leads = [float(value) for value in row]
    return Lesson(progress, leads, result)


def play_and_keep(batch: Batch, folder: Path) -> None:
    """Play a batch and write its file: what a process of its own does."""
    batch.keep(folder, batch.play())
