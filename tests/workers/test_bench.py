"""`pentarch bench --service` measures the real thing, here with as little of it as possible."""

import json
import subprocess
import sys

import pytest

from pentarch.bench import decisions
from tests.needs import needs_sandbox
from tests.nodes import ROOT


@needs_sandbox
def test_a_hosted_decision_is_measured_beside_echoes_and_a_call() -> None:
    costs = decisions.measure(rounds=20)
    assert costs.message_bytes > 1_000
    assert min(costs.echo, costs.coded, costs.grpc, costs.decision) > 0


@pytest.mark.long
@pytest.mark.timeout(900)
def test_the_service_is_measured_in_the_shape_that_scripts_rely_on() -> None:
    line = [sys.executable, "-m", "pentarch.cli", "bench", "--service", "--json"]
    done = subprocess.run(
        [*line, "--ruleset", "township", "--matches", "20"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    service = json.loads(done.stdout)["service"]
    assert service["load"]["matches"] == 20
    assert service["load"]["database"] == "sqlite"
    for subject in ("load", "hosted", "remote"):
        figures = [value for value in service[subject].values() if not isinstance(value, str)]
        assert min(figures) > 0, service[subject]
