"""The private Redis: it starts, keeps its data over a kill, and says why when it cannot start."""

import importlib.util
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import redis

from pentarch.arbiter.relay.redis_address import socket_of
from pentarch.workers import broker
from pentarch.workers.broker import NoBroker, PrivateRedis, is_alive
from tests.needs import needs_redis
from tests.nodes import ROOT
from tests.waiting import until

pytestmark = needs_redis


def test_it_starts_and_stops(tmp_path: Path) -> None:
    server = PrivateRedis(tmp_path / "redis")
    with server:
        assert is_alive(server.address)
    assert not is_alive(server.address)


def test_what_was_written_survives_a_kill(tmp_path: Path) -> None:
    first = PrivateRedis(tmp_path)
    first.start()
    with redis.Redis.from_url(first.address) as client:
        client.config_set("appendfsync", "always")
        client.set("match", "7")
    os.kill(first.pid, signal.SIGKILL)
    first.stop()
    with PrivateRedis(tmp_path) as second, redis.Redis.from_url(second.address) as client:
        assert client.get("match") == b"7"


def test_a_second_one_on_the_same_folder_uses_the_first(tmp_path: Path) -> None:
    with PrivateRedis(tmp_path) as first, PrivateRedis(tmp_path) as second:
        assert first.address == second.address
        second.stop()
        assert is_alive(first.address)


def test_it_ends_with_who_started_it_though_that_was_killed(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from pentarch.workers.broker import PrivateRedis\n"
        "PrivateRedis(Path(sys.argv[1])).start(); print('started', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "started\n"
        address = PrivateRedis(tmp_path).address
        assert is_alive(address)
        process.kill()
    until(lambda: not is_alive(address), what="Redis is gone")


def test_it_listens_on_no_port(tmp_path: Path) -> None:
    with PrivateRedis(tmp_path) as server, redis.Redis.from_url(server.address) as client:
        assert client.config_get("port") == {"port": "0"}
        assert client.config_get("appendonly") == {"appendonly": "yes"}


def test_a_long_folder_name_still_gets_a_short_socket(tmp_path: Path) -> None:
    deep = tmp_path / ("x" * 100) / ("y" * 60)
    assert len(str(socket_of(deep))) <= 100
    with PrivateRedis(deep) as server:
        assert is_alive(server.address)


def test_damaged_data_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "appendonlydir").write_text("not a folder")
    (tmp_path / "appendonly.aof").write_text("what Redis 6 would read\n")
    with pytest.raises(NoBroker, match="Redis did not start: "):
        PrivateRedis(tmp_path).start()


def test_a_missing_program_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(NoBroker, match="neither redis-server nor valkey-server is installed"):
        broker.program()


def test_valkey_does_where_there_is_no_redis(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A machine with Valkey alone: the program here is a Redis by that name."""
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "valkey-server").symlink_to(broker.program())
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert broker.program() == str(programs / "valkey-server")
    with PrivateRedis(tmp_path / "redis") as server:
        assert is_alive(server.address)
