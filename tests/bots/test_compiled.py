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
from dataclasses import replace
from pentarch.bots import mcts, playout
from pentarch.bots.expert import bot as expert
from pentarch.bots.expert.lessons import lessons_of
from pentarch.bots.expert.weights import model_of
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
for module in (mcts, playout, expert, sys.modules[type(greedy("township")).__module__]):
    print(module.__file__.startswith(sys.argv[1]), module.__file__.endswith(".so"))
for id in registry.IDS:
    seats = registry.get(id).info.min_seats
    options = OPTIONS.get(id, {})
    budget = mcts.Budget(simulations=6)
    learned = expert.Expert(budget, replace(QUICK, appraiser=model_of(id)))
    for first in (mcts.Mcts(budget, QUICK), learned, greedy(id, styles(id)[-1])):
        bots = [first, *[greedy(id) for _ in range(max(1, seats - 1))]]
        result = play_local(id, bots, seed=4, options=options)
        record = encode(result.record(timed=False))
        print(id, result.evidence, len(record), sha256(record).hexdigest())
    lessons = [(lesson.leads, lesson.result) for lesson in lessons_of(registry.get(id), 1, 0)]
    print(id, [], len(lessons), sha256(repr(lessons).encode()).hexdigest())
"""


def test_records_and_notes_are_those_of_the_interpreted_bots() -> None:
    compiled, interpreted = played(COMPILED, SCRIPT), played(ROOT, SCRIPT)
    assert compiled[:4] == ["True True"] * 4
    assert interpreted[:4] == ["True False"] * 4
    assert compiled[4:] == interpreted[4:]
    assert len(compiled) == 24
    assert all(" [] " in line for line in compiled[4:])


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
