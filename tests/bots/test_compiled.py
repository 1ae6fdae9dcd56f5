"""Compiled and interpreted, the reference bots play the same, step by step."""

import json
import os
import subprocess
import sys

from tests.engine.test_compiled import COMPILED, ROOT, played, pytestmark

__all__ = ["pytestmark"]

# Played by both: the argument says where theirs are.
SCRIPT = """
import sys
sys.path.insert(0, sys.argv[1])
from hashlib import sha256
from pentarch.bots import mcts, playout
from pentarch.bots.greedy import greedy, styles
from pentarch.bots.playout import Horizon
from pentarch.engine import registry
from pentarch.engine.record import encode
from pentarch.local import play_local

OPTIONS = {
    "township": {"round_cap": 6},
    "heroes": {"rounds": 1},
    "tradewarz": {"target": 3},
}
QUICK = mcts.Settings(Horizon(laps=1, steps=4, most=8), worlds=3)
for module in (mcts, playout, sys.modules[type(greedy("township")).__module__]):
    print(module.__file__.startswith(sys.argv[1]), module.__file__.endswith(".so"))
for id in registry.IDS:
    seats = registry.get(id).info.min_seats
    options = OPTIONS.get(id, {})
    for first in (mcts.Mcts(mcts.Budget(simulations=6), QUICK), greedy(id, styles(id)[-1])):
        bots = [first, *[greedy(id) for _ in range(max(1, seats - 1))]]
        result = play_local(id, bots, seed=4, options=options)
        record = encode(result.record(timed=False))
        print(id, result.evidence, len(record), sha256(record).hexdigest())
"""


def test_records_and_notes_are_those_of_the_interpreted_bots() -> None:
    compiled, interpreted = played(COMPILED, SCRIPT), played(ROOT, SCRIPT)
    assert compiled[:3] == ["True True"] * 3
    assert interpreted[:3] == ["True False"] * 3
    assert compiled[3:] == interpreted[3:]
    assert len(compiled) == 13
    assert all(" [] " in line for line in compiled[3:])


# What authors do with the kit, which stays Python beside the compiled rest.
AUTHOR = """
import sys
sys.path.insert(0, sys.argv[1])
from pentarch import Bot, Turn, play

class Careful(Bot):
    def decide(self, turn):
        turn.mood = "any attribute"
        return turn.legal[0].text

class MoreCareful(Careful):
    pass

record = play("township", [MoreCareful, "greedy"], seed=1, options={"round_cap": 5})
print(record.forfeits, sorted(vars(Turn)["__annotations__"])[0])
"""


def test_bots_of_authors_are_plain_python() -> None:
    assert played(COMPILED, AUTHOR) == played(ROOT, AUTHOR) == ["[] clock"]


def test_bench_measures_simulations_of_both() -> None:
    line = [sys.executable, "-P", "-m", "pentarch.cli", "bench", "--search", "--json"]
    done = subprocess.run(
        [*line, "--ruleset", "capital", "--seconds", "0.01"],
        env=os.environ | {"PYTHONPATH": f"{COMPILED}{os.pathsep}{ROOT}"},
        cwd="/",
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    figures = told["simulations"]["capital"]
    assert figures["mode"] == "compiled"
    assert figures["simulations_per_second"] > 0
    assert figures["interpreted_simulations_per_second"] > 0
    assert all(speed > 0 for speed in told["peers"].values())
