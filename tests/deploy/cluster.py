"""The cluster of deploy/compose.yaml as processes of this machine, with real PostgreSQL and Redis.

Commands and health checks are those of the file; only addresses and ports differ.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from pentarch.workers.broker import PrivateRedis
from tests import needs
from tests.deploy.manifests import DEPLOY, ROOT, compose
from tests.processes import free_ports, listens
from tests.services import Postgres
from tests.waiting import PATIENCE, until

# The ports of the file, and the settings that move them.
PORTS = {"50051": "PENTARCH_LISTEN", "9100": "PENTARCH_METRICS", "8501": "PENTARCH_DASHBOARD"}


class Node:
    """One process of a service."""

    def __init__(self, cluster: "Cluster", service: str, name: str) -> None:
        self.cluster = cluster
        self.name = name
        self._service: dict[str, Any] = compose()["services"][service]
        self.ports = dict(zip(PORTS, free_ports(len(PORTS)), strict=True))
        self.start()

    @property
    def address(self) -> str:
        """Where it listens, if it is an arbiter."""
        return f"127.0.0.1:{self.ports['50051']}"

    def start(self) -> None:
        """Start it; `wait_healthy` says when it is up."""
        environment = self.cluster.environment | {
            PORTS[port]: f"127.0.0.1:{number}" for port, number in self.ports.items()
        }
        assert set(self._service["environment"]) <= set(environment)
        with open(self.cluster.folder / f"{self.name}.log", "ab") as log:
            self.process = subprocess.Popen(
                translated(self._service["command"]),
                env=environment,
                cwd=self.cluster.folder,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def wait_healthy(self) -> None:
        """Until the service's own health check passes."""
        kind, program, *arguments = self._service["healthcheck"]["test"]
        assert (kind, program) == ("CMD", "healthy")
        for port, number in self.ports.items():
            arguments = [
                part.replace(f"localhost:{port}", f"127.0.0.1:{number}") for part in arguments
            ]
        check = [sys.executable, str(DEPLOY / "healthy"), *arguments]
        asked = [number for number in self.ports.values() if f":{number}" in " ".join(arguments)]

        def passes() -> bool:
            assert self.process.poll() is None, f"{self.name} ended: {self.said()}"
            # The check is a process of its own, which would take from the start what it needs.
            if not all(map(listens, asked)):
                return False
            return subprocess.run(check, capture_output=True, check=False).returncode == 0

        until(passes, what=f"{self.name} is healthy")

    def stop(self) -> None:
        """End it as an orchestrator does, but for the time it is given: a machine may be slow."""
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(PATIENCE)
        assert code == 0, f"{self.name} ended with {code}: {self.said()}"

    def kill(self) -> None:
        """End whatever is left of it."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def said(self) -> str:
        """The end of its output."""
        return (self.cluster.folder / f"{self.name}.log").read_text(errors="replace")[-2000:]


class Cluster:
    """PostgreSQL, Redis, and the nodes that were started."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        needs.need_redis()
        self.postgres = Postgres()
        self.redis = PrivateRedis(folder / "redis")
        self.redis.start()
        self.database = self.postgres.url(self.postgres.create())
        self.environment = os.environ | {
            "PENTARCH_DATA": str(folder / "data"),
            "PENTARCH_DATABASE": self.database,
            "PENTARCH_REDIS": self.redis.address,
            "PENTARCH_SANDBOX_WITHOUT_GROUPS": "0",
            "PYTHONPATH": str(ROOT),
        }
        self.nodes: list[Node] = []

    def migrate(self) -> None:
        """Run the migration to its end."""
        command = translated(compose()["services"]["migrate"]["command"])
        subprocess.run(
            command, env=self.environment, cwd=self.folder, check=True, capture_output=True
        )

    def upgrade(self, tree: Path) -> None:
        """Whatever is started from now on is started from another tree."""
        self.environment["PYTHONPATH"] = str(tree)

    def run(self, service: str, name: str = "") -> Node:
        """Start a node of a service."""
        node = Node(self, service, name or service)
        self.nodes.append(node)
        return node

    def close(self) -> None:
        """End everything at once."""
        for node in self.nodes:
            node.kill()
        self.redis.stop()
        self.postgres.stop()


def translated(command: list[str]) -> list[str]:
    """A command of the image as a command of this machine."""
    program, *arguments = command
    if program == "pentarch":
        return [sys.executable, "-m", "pentarch.cli", *arguments]
    assert program == "python"
    return [sys.executable, *arguments]
