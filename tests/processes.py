"""Real processes for tests: how to find those that a test has started, and free ports for them."""

import socket
from contextlib import suppress
from pathlib import Path

from pentarch.workers.process_tree import children


def processes_with(mark: str) -> dict[int, str]:
    """The command lines of living processes whose environment or arguments have the text."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
            arguments = (folder / "cmdline").read_bytes()
            environment = (folder / "environ").read_bytes()
        except (FileNotFoundError, ProcessLookupError, PermissionError):
            continue
        if state != "Z" and mark.encode() in arguments + environment:
            found[int(folder.name)] = arguments.replace(b"\0", b" ").decode(errors="replace")
    return found


def descendants(pid: int) -> dict[int, str]:
    """The command lines of the processes that a process has started, and those have, and so on."""
    found: dict[int, str] = {}
    for child in children(pid):
        with suppress(OSError):
            line = Path(f"/proc/{child}/cmdline").read_bytes()
            found[child] = line.replace(b"\0", b" ").decode(errors="replace")
        found |= descendants(child)
    return found


def listens(port: int) -> bool:
    """Whether somebody listens at a port of the loopback."""
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


def free_ports(count: int) -> list[int]:
    """Ports of the loopback that nobody listens at."""
    probes = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [int(probe.getsockname()[1]) for probe in probes]
    for probe in probes:
        probe.close()
    return ports
