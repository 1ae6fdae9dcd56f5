"""From a new owner to a verified record: everything a bot author does, on a real arbiter."""

import json
import os
import re
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import grpc
import pytest

from pentarch.arbiter.v1 import bots_pb2, matches_pb2
from pentarch.arbiter.v1.bots_pb2_grpc import BotServiceStub
from pentarch.arbiter.v1.matches_pb2_grpc import MatchServiceStub
from pentarch.author.doctor import check_bot
from pentarch.author.launch import launch_of
from pentarch.cli.client import dial
from pentarch.engine import registry
from pentarch.engine.record import Record, verify
from pentarch.workers.verification import verify_matches
from pentarch.workers.windows import play_matches
from tests.needs import needs_node, needs_sandbox
from tests.node import NODE_BOT, node_environment
from tests.remote import Hall
from tests.threads import Background
from tests.waiting import PATIENCE, until

ROOT = Path(__file__).parent.parent.parent
PENTARCH = [sys.executable, "-m", "pentarch.cli"]


NODE_LISTENER = """
const { run } = require('./session');
class Listener {
  constructor(start) { this.seat = start.seat; this.said = {}; }
  decide(turn) {
    const [first] = turn.events;
    const expected = { name: 'command', seat: this.seat, values: this.said[turn.sequence - 1] };
    for (const key of turn.sequence > 1 ? Object.keys(expected) : [])
      if (String(first[key]) !== String(expected[key])) throw new Error(JSON.stringify(first));
    this.said[turn.sequence] = turn.legal[0];
    return { index: 0 };
  }
}
run((start) => new Listener(start), { name: 'x', build: '1', rulesets: [], maxMatches: 1 });
"""


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    made = Hall(tmp_path / "hall")
    yield made
    made.close()


def pentarch(environment: dict[str, str], *arguments: str) -> str:
    """Run the program as its users do; what it printed."""
    done = subprocess.run(
        [*PENTARCH, *arguments], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


@contextmanager
def running(command: list[str], environment: dict[str, str]) -> Iterator[None]:
    with subprocess.Popen(command, env=environment) as process:
        try:
            yield
        finally:
            process.terminate()
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()


def played(hall: Hall, stub: MatchServiceStub, ruleset: str, bots: list[str]) -> Record:
    """A match from its creation to its record, which is played again here as well."""
    request = matches_pb2.CreateMatchRequest(
        request_id=str(uuid.uuid4()), ruleset=ruleset, bots=bots, seed=11
    )
    match_id = stub.CreateMatch(request).match.id
    assert play_matches(hall.host, [match_id]) == [match_id]
    verify_matches(hall.verifier, [match_id])
    kept = stub.GetRecord(matches_pb2.GetRecordRequest(match_id=match_id))
    assert kept.verified
    record = verify(kept.record)
    assert record.ruleset == ruleset
    assert record.forfeits == []
    assert record.bots == bots
    return record


@needs_sandbox
@needs_node
def test_from_a_new_owner_to_verified_records(hall: Hall, tmp_path: Path) -> None:
    plain = {name: text for name, text in os.environ.items() if not name.startswith("PENTARCH_")}
    environment = {
        **plain,
        "PYTHONPATH": str(ROOT),
        "PENTARCH_DATABASE": str(hall.store.engine.url),
        "PENTARCH_ARBITER": f"127.0.0.1:{hall.port}",
    }
    made = json.loads(pentarch(environment, "token", "create", "newcomer", "--json"))
    environment["PENTARCH_TOKEN"] = made["token"]
    folder = tmp_path / "py-chance"
    pentarch(environment, "bot", "new", str(folder))
    manifest = folder / "pentarch.toml"
    rulesets = re.compile(r"^rulesets = .*$", re.MULTILINE)
    everything = manifest.read_text()
    # Validation plays every ruleset that is named; the remote bots play them all below.
    manifest.write_text(rulesets.sub('rulesets = ["township"]', everything))

    with Background(hall.validated):
        told = pentarch(environment, "bot", "submit", str(folder), "--json")
    assert json.loads(told)["state"] == "active"

    manifest.write_text(everything)
    connect = [*PENTARCH, "bot", "connect", str(folder), "--name", "py-remote"]
    node = ["node", str(NODE_BOT / "bot.js")]
    with ExitStack() as stack:
        stack.enter_context(running(connect, environment))
        stack.enter_context(running(node, node_environment(**environment)))
        channel = stack.enter_context(dial(environment["PENTARCH_ARBITER"], made["token"]))
        until(lambda: _active(channel) >= {"py-chance", "py-remote", "node-chance"})
        stub = MatchServiceStub(channel)
        for ruleset in registry.IDS:
            record = played(hall, stub, ruleset, ["py-remote@1", "node-chance@1"])
            assert {seat for seat, _ in record.steps} == {0, 1}
        played(hall, stub, "township", ["node-chance@1", "py-chance@1"])


def _active(channel: grpc.Channel) -> set[str]:
    listed = BotServiceStub(channel).ListBots(bots_pb2.ListBotsRequest())
    return {bot.name for bot in listed.bots if bot.HasField("active_version")}


def test_the_node_example_is_fit_to_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NODE_PATH", node_environment()["NODE_PATH"])
    report = check_bot(launch_of(str(NODE_BOT)), rulesets=["heroes"])
    assert report.is_fit, report.plain()


def test_a_node_bot_hears_what_happened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    environment = node_environment()
    monkeypatch.setenv("NODE_PATH", environment["NODE_PATH"])
    monkeypatch.setenv("PENTARCH_PROTO", str(NODE_BOT.parent.parent / "proto"))
    for name in ("session.js", "pentarch.toml"):
        (tmp_path / name).write_bytes((NODE_BOT / name).read_bytes())
    (tmp_path / "bot.js").write_text(NODE_LISTENER)
    report = check_bot(launch_of(str(tmp_path)), rulesets=["township"])
    assert report.is_fit, report.plain()
