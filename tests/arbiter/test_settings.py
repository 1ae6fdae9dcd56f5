"""Settings: what the pages say of them is what they are."""

import re
from pathlib import Path

from pentarch.arbiter.settings import Settings, listing
from pentarch.workers.host import lease_policy

OPERATIONS = (Path(__file__).parents[2] / "docs" / "operations.md").read_text()
TIMES = ("LEASE_", "WORKER_SILENCE", "MOST_FAILURES", "SWEEP_")
NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def test_operations_lists_the_times_by_which_lost_work_is_noticed() -> None:
    rows = [
        f"| `{name}` | {default} | {meaning} |"
        for name, default, meaning in listing()
        if name.removeprefix("PENTARCH_").startswith(TIMES)
    ]
    assert len(rows) == 6
    assert "\n".join(f"  {row}" for row in rows) in OPERATIONS


def test_operations_speaks_of_the_defaults() -> None:
    chosen = Settings()
    beat = lease_policy(chosen).heartbeat.total_seconds()
    assert f"1 every {beat:g} seconds for a node" in OPERATIONS
    assert f"cannot reach the database for {chosen.lease_duration:g} seconds" in OPERATIONS
    assert f"after {NUMBERS[chosen.most_failures]} failures one is void" in OPERATIONS
    assert f"Within {chosen.sweep_patience:g} seconds the sweep hands out again" in OPERATIONS
    assert chosen.sweep_pause == 1.0
    assert "looks for lost work every second" in OPERATIONS
    [said] = re.findall(r"leased again by another worker at most (\d+) seconds later", OPERATIONS)
    assert int(said) >= chosen.lease_duration + chosen.sweep_pause + chosen.sweep_hurry
