"""Counts (perft): how many command sequences of a given length a state allows.

`tests/counts/<ruleset>.txt` holds paragraphs: `id`, `seats`, any `option k=v`, an optional `seed`,
an optional `path` of commands separated by `; `, and lines `count DEPTH NODES`. Depth 1 is derived
by hand in a comment; deeper numbers guard against change. Chance is the same at every node: a fresh
`Seeded(seed)`, of seed 0 where none is named.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from pentarch.engine import registry
from pentarch.engine.chance import Seeded
from pentarch.engine.plain import Json
from pentarch.engine.ruleset import Ruleset
from tests.playing import new_state

FOLDER = Path(__file__).parent.parent / "counts"
MOST_NODES = 60_000


@dataclass
class Position:
    """A state to count from."""

    id: str
    ruleset: str
    seats: int = 2
    options: dict[str, Json] = field(default_factory=dict)
    seed: int = 0
    path: list[str] = field(default_factory=list)
    counts: list[tuple[int, int]] = field(default_factory=list)


def positions() -> list[Position]:
    found = []
    for file in sorted(FOLDER.glob("*.txt")):
        for line in file.read_text().splitlines():
            word, _, rest = line.partition(" ")
            if word == "id":
                found.append(Position(rest, file.stem))
            elif word == "seats":
                found[-1].seats = int(rest)
            elif word == "seed":
                found[-1].seed = int(rest)
            elif word == "option":
                name, _, value = rest.partition("=")
                found[-1].options[name] = value
            elif word == "path":
                found[-1].path = rest.split("; ")
            elif word == "count":
                depth, _, nodes = rest.partition(" ")
                found[-1].counts.append((int(depth), int(nodes)))
    return found


def count(ruleset: Ruleset[Any], state: Any, depth: int, seed: int) -> int:
    acting = ruleset.to_act(state)
    if not acting:
        return 0
    commands = ruleset.legal(state, acting[0])
    if depth == 1:
        return len(commands)
    total = 0
    for command in commands:
        child = ruleset.copy(state)
        ruleset.apply(child, acting[0], command, Seeded(seed))
        total += count(ruleset, child, depth - 1, seed)
    return total


@pytest.mark.parametrize("position", positions(), ids=lambda p: f"{p.ruleset}-{p.id}")
def test_the_counts_are_right(position: Position) -> None:
    ruleset = registry.get(position.ruleset)
    state = new_state(ruleset, position.seats, position.options, Seeded(position.seed))
    for text in position.path:
        command = ruleset.read(text)
        seat = ruleset.to_act(state)[0]
        assert ruleset.check(state, seat, command) is None, text
        ruleset.apply(state, seat, command, Seeded(position.seed))
    assert position.counts
    for depth, nodes in position.counts:
        assert nodes <= MOST_NODES
        assert count(ruleset, state, depth, position.seed) == nodes, f"depth {depth}"


@pytest.mark.parametrize("ruleset", registry.IDS)
def test_every_ruleset_is_counted(ruleset: str) -> None:
    assert any(position.ruleset == ruleset for position in positions())
