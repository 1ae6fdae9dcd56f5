"""Compiled and interpreted, the engine writes the same records, byte for byte."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
COMPILED = ROOT / "build" / "compiled"
pytestmark = pytest.mark.skipif(
    not (COMPILED / ".stamp").exists(),
    reason="the compiled engine is not built: make build/compiled/.stamp",
)

# Played by both engines: the argument says where theirs is.
SCRIPT = """
import sys
sys.path.insert(0, sys.argv[1])
from hashlib import sha256
from pentarch.engine import registry
from pentarch.engine.chance import Seeded
from pentarch.engine.match import Match
from pentarch.engine.record import encode, record_of

print(registry.__file__.startswith(sys.argv[1]), registry.__file__.endswith(".so"))
for id in registry.IDS:
    ruleset = registry.get(id)
    few, most = max(2, ruleset.info.min_seats), ruleset.info.max_seats
    for seats, seed in ((few, 1), (few, 2), (most, 3)):
        match = Match(ruleset, seats, {}, seed)
        chance = Seeded(seed)
        views = sha256()
        while match.outcome is None:
            seat = match.to_act()[-1]
            match.play(seat, chance.choice(match.legal(seat)))
            if len(match.steps) % 50 == 0:
                views.update(repr(ruleset.view(match.state, seat)).encode())
        record = encode(record_of(match, ["random"] * seats))
        print(id, seats, len(match.steps), sha256(record).hexdigest(), views.hexdigest())
"""


def played(folder: Path, script: str = SCRIPT) -> list[str]:
    """What a script prints that takes the project from a folder."""
    done = subprocess.run(
        [sys.executable, "-c", script, str(folder)], cwd="/", capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_records_and_views_are_those_of_the_interpreted_engine() -> None:
    compiled, interpreted = played(COMPILED), played(ROOT)
    assert compiled[0] == "True True"
    assert interpreted[0] == "True False"
    assert compiled[1:] == interpreted[1:]
    assert len(compiled) == 16


def test_bench_says_which_is_in_use_and_measures_both() -> None:
    line = [sys.executable, "-P", "-m", "pentarch.cli", "bench", "--json"]
    done = subprocess.run(
        [*line, "--ruleset", "township", "--seconds", "0.05"],
        env=os.environ | {"PYTHONPATH": f"{COMPILED}{os.pathsep}{ROOT}"},
        cwd="/",
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)["engine"]["township"]
    assert figures["mode"] == "compiled"
    assert figures["interpreted_steps_per_second"] > 0
    assert figures["compiled_ratio"] > 0
