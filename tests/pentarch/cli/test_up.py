"""`pentarch up`: everything runs, everything ends, and what is in the way is said in one line."""

import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from pentarch.arbiter.settings import Settings
from pentarch.arbiter.v1.bots_pb2 import ListBotsRequest
from pentarch.arbiter.v1.bots_pb2_grpc import BotServiceStub
from pentarch.cli import claims, stack
from pentarch.cli.app import run
from pentarch.cli.client import dial
from pentarch.cli.processes import Processes
from pentarch.cli.terminal import Failure
from tests.needs import needs_redis
from tests.processes import free_ports, processes_with
from tests.waiting import PATIENCE, until

ROOT = Path(__file__).parent.parent.parent.parent
UP = [sys.executable, "-m", "pentarch.cli", "up", "--play=1"]


class Up:
    """A running `pentarch up` on a folder."""

    def __init__(self, folder: Path) -> None:
        self.listen, self.dashboard = [f"127.0.0.1:{port}" for port in free_ports(2)]
        self.mark = str(folder)
        self.environment = os.environ | {
            "PENTARCH_DATA": str(folder),
            "PENTARCH_LISTEN": self.listen,
            "PENTARCH_DASHBOARD": self.dashboard,
            "PYTHONPATH": str(ROOT),
        }
        self.process = subprocess.Popen(
            UP, env=self.environment, cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.said = [self.process.stdout.readline() for _ in range(9)]

    def end(self, number: signal.Signals) -> int:
        self.process.send_signal(number)
        code = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


@needs_redis
def test_everything_runs_and_a_signal_leaves_no_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = tmp_path / "state"
    monkeypatch.setenv("XDG_STATE_HOME", str(state))
    up = Up(tmp_path / "data")
    try:
        assert up.said[1] == f"dashboard at http://{up.dashboard}\n"
        assert up.said[3] == f"  export PENTARCH_ARBITER={up.listen}\n"
        token = up.said[4].split("PENTARCH_TOKEN=")[1].split()[0]
        assert claims.running() == [Path(up.mark)]
        with dial(up.listen, token) as arbiter:
            bots = BotServiceStub(arbiter).ListBots(ListBotsRequest()).bots
        assert {bot.name for bot in bots} == set(stack.REFERENCE)
        for line in up.said[5:]:
            _, *command = line.split()
            assert run([*command[:2], "--help"]) == 0, "what it names is there"
        lines = " ".join(processes_with(up.mark).values())
        for part in (
            "redis-server",
            " arbiter",
            "workers play",
            "workers verify",
            "-m pentarch.dashboard",
        ):
            assert part in lines
        with grpc.insecure_channel(up.listen) as channel:
            stub = health_pb2_grpc.HealthStub(channel)
            answer = stub.Check(health_pb2.HealthCheckRequest(), timeout=PATIENCE)
        assert answer.status == health_pb2.HealthCheckResponse.SERVING
        with urllib.request.urlopen(
            f"http://{up.dashboard}/_stcore/health", timeout=PATIENCE
        ) as ok:
            assert ok.read() == b"ok"
    finally:
        code = up.end(signal.SIGTERM)
    assert code == 0
    assert processes_with(up.mark) == {}
    assert claims.running() == []
    assert list(state.rglob("*")) == [state / "pentarch", state / "pentarch" / "up"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_both_signals_end_all(tmp_path: Path, number: signal.Signals) -> None:
    process = supervisor(tmp_path)
    process.send_signal(number)
    assert process.wait(PATIENCE) == 0
    assert processes_with(str(tmp_path)) == {}


def test_a_killed_supervisor_takes_its_processes_along(tmp_path: Path) -> None:
    process = supervisor(tmp_path)
    process.kill()
    process.wait()
    until(lambda: not processes_with(str(tmp_path)), what="all are gone")


def supervisor(folder: Path) -> "subprocess.Popen[bytes]":
    """Something that runs a process; both carry the folder in their environment."""
    script = (
        "from pentarch.cli.processes import Processes\n"
        "Processes({'one': ['sleep', '1000.25']}).run()\n"
    )
    environment = os.environ | {"MARK": str(folder), "PYTHONPATH": str(ROOT)}
    process = subprocess.Popen([sys.executable, "-c", script], env=environment, cwd=ROOT)
    until(
        lambda: any(line.startswith("sleep") for line in processes_with(str(folder)).values()),
        what="it runs",
    )
    return process


def test_what_a_process_leaves_behind_is_ended_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MARK", str(tmp_path))
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    processes = Processes({"one": ["sh", "-c", "sleep 1000.5 & trap 'exit 0' TERM; wait"]})
    processes.start()
    try:
        until(lambda: len(processes_with(str(tmp_path))) >= 2, what="it has a child")
    finally:
        processes.stop()
        for number, handler in zip((signal.SIGINT, signal.SIGTERM), before, strict=True):
            signal.signal(number, handler)
    until(lambda: set(processes_with(str(tmp_path))) <= {os.getpid()}, what="all are gone")


def test_a_process_that_cannot_start_is_quoted(tmp_path: Path) -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    processes = Processes({"one": ["sh", "-c", "echo no such thing; exit 2"]}, tmp_path)
    with pytest.raises(Failure, match="one ended with exit code 2: no such thing"):
        processes.run()
    for number, handler in zip((signal.SIGINT, signal.SIGTERM), before, strict=True):
        signal.signal(number, handler)


@pytest.mark.parametrize("name", ["listen", "dashboard"])
def test_a_taken_port_is_said_in_one_line(tmp_path: Path, name: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        free = f"127.0.0.1:{free_ports(1)[0]}"
        chosen = Settings(
            data=tmp_path / "data",
            listen=address if name == "listen" else free,
            dashboard=address if name == "dashboard" else free,
        )
        with (
            pytest.raises(Failure, match=f"{address} .* set PENTARCH_{name.upper()} to another"),
            stack.running(chosen, 1),
        ):
            pass
    assert not (tmp_path / "data").exists()


def test_an_address_without_a_port_is_refused(tmp_path: Path) -> None:
    chosen = Settings(data=tmp_path, listen="localhost")
    with (
        pytest.raises(Failure, match="PENTARCH_LISTEN is host:port, not 'localhost'"),
        stack.running(chosen, 1),
    ):
        pass


def test_two_do_not_run_on_the_same_data(tmp_path: Path) -> None:
    with (
        claims.claimed(tmp_path),
        pytest.raises(Failure, match="another pentarch runs on the data"),
        claims.claimed(tmp_path),
    ):
        pass
    with claims.claimed(tmp_path):
        pass
