"""Building submitted bots: once for each version, in the sandbox, out of nothing but the package.

The package is copied into a folder in memory, the manifest's command runs there, and what it leaves
comes out as an archive, which is as little trusted as an upload. The build may use the toolchains
of this host and what the settings allow; everything is gone when it has ended.
"""

import os
import select
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from pentarch.arbiter.settings import settings
from pentarch.workers.cores import available
from pentarch.workers.dialogue import exit_text
from pentarch.workers.sandbox import MARK, MIB, SOURCE, Confined, Limits, NoSandbox, Room

MOST_TAIL: Final = 16 << 10
_MOST_LINE: Final = 200
_OPEN_FILES: Final = 1024
_CHUNK: Final = 1 << 16
_GLANCE: Final = 0.1
# What the build prints goes to the owner; on standard output is what it leaves.
_SCRIPT: Final = (
    f'cp -R {SOURCE}/. . && sh -c "$1" </dev/null >&2 || exit; '
    "exec tar --create --file=- --use-compress-program='gzip -n' --hard-dereference --sort=name "
    "--mtime=@0 --owner=0 --group=0 --numeric-owner ."
)


class BuildFailed(Exception):
    """Why a build gave nothing to run, in one line for its owner. `output` is how it ended."""

    def __init__(self, reason: str, output: str) -> None:
        super().__init__(reason)
        self.output: Final = output


@dataclass(frozen=True)
class Built:
    """What a build left, as a package, and the end of what it printed."""

    package: bytes
    output: str


def build(package: Path, command: str, language: str) -> Built:
    """Run a build command on an unpacked package. Raises BuildFailed, and NoSandbox."""
    room = Room(package, language, is_workshop=True)
    confined = Confined(room, ["sh", "-c", _SCRIPT, "build", command], _limits())
    try:
        return _Build(confined).run()
    finally:
        confined.end()


def _limits() -> Limits:
    chosen = settings()
    return Limits(
        memory_mib=chosen.build_memory,
        processes=chosen.build_processes,
        scratch_mib=chosen.build_disk,
        open_files=_OPEN_FILES,
        cpu_seconds=int(chosen.build_seconds) * available() + 1,
    )


class _Build:
    """One build under way."""

    def __init__(self, confined: Confined) -> None:
        self._confined: Final = confined
        self._left: Final = bytearray()
        self._tail = b""
        self._printed = 0
        self._pipes: Final = {
            _number(confined.process.stdout): self._keep,
            _number(confined.process.stderr): self._hear,
        }

    def run(self) -> Built:
        chosen = settings()
        deadline = time.monotonic() + chosen.build_seconds
        poll = select.poll()
        for pipe in self._pipes:
            poll.register(pipe, select.POLLIN)
        open_pipes = set(self._pipes)
        glanced = time.monotonic()
        while open_pipes:
            if (now := time.monotonic()) > deadline:
                raise self._failed(f"did not end in {chosen.build_seconds:g} seconds")
            if now - glanced >= _GLANCE:
                glanced = now
                self._check_memory()
            for pipe, _ in poll.poll(_GLANCE * 1000):
                chunk = os.read(pipe, _CHUNK)
                self._pipes[pipe](chunk)
                if not chunk:
                    poll.unregister(pipe)
                    open_pipes.remove(pipe)
        return self._ended(self._confined.process.wait())

    def _check_memory(self) -> None:
        # Where the kernel holds it to its limit, this only tells sooner.
        if self._confined.group.overuse():
            raise self._failed("used too much memory")

    def _keep(self, chunk: bytes) -> None:
        """Take in what the build leaves."""
        self._left.extend(chunk)
        most = settings().build_result
        if len(self._left) > most * MIB:
            told = f"leaves more than {most} MiB, compressed"
            raise self._failed(f"{told}; let it remove what the bot can do without")

    def _hear(self, chunk: bytes) -> None:
        """Take in what it prints."""
        self._printed += len(chunk)
        self._tail = (self._tail + chunk)[-MOST_TAIL:]
        most = settings().build_output
        if self._printed > most * MIB:
            raise self._failed(f"printed more than {most} MiB")

    def _ended(self, code: int) -> Built:
        if not self._left.startswith(MARK):
            raise NoSandbox(f"the sandbox could not be started: {self._last_line()}")
        if code == 0:
            return Built(bytes(self._left[len(MARK) :]), self._output())
        last = self._last_line()
        raise self._failed(f"ended with {exit_text(code)}{f': {last}' if last else ''}")

    def _failed(self, how: str) -> BuildFailed:
        """Why it failed: what it used too much of, if that is so, and else how it ended."""
        group = self._confined.group
        if group.overuse():
            how = f"used more than the {settings().build_memory} MiB of memory that it may"
        elif group.is_crowded():
            most = settings().build_processes
            how = f"wanted more than the {most} processes and threads that it may have, and {how}"
        return BuildFailed(f"the build {how}", self._output())

    def _output(self) -> str:
        return self._tail.decode("utf-8", "replace")

    def _last_line(self) -> str:
        lines = [line for line in self._output().splitlines() if line.strip()]
        return lines[-1].strip()[:_MOST_LINE] if lines else ""


def _number(pipe: IO[bytes] | None) -> int:
    assert pipe is not None, "all three are pipes"
    return pipe.fileno()
