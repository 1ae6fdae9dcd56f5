"""`python -m dashboard`: serve the dashboard where PENTARCH_DASHBOARD says."""

import argparse
import os
import sys
from pathlib import Path
from typing import Final

from arbiter.settings import settings

_SCRIPT: Final = Path(__file__).parent / "server" / "script.py"


def command(listen: str) -> list[str]:
    """The command line that serves the dashboard. Raises ValueError for a bad address."""
    host, colon, port = listen.rpartition(":")
    if not colon or not port.isascii() or not port.isdecimal() or int(port) > 65535:
        raise ValueError(f"PENTARCH_DASHBOARD is host:port, not {listen!r}")
    return [
        *(sys.executable, "-m", "streamlit", "run", str(_SCRIPT)),
        *("--server.address", host.strip("[]") or "0.0.0.0", "--server.port", port),
        *("--server.headless", "true", "--browser.gatherUsageStats", "false"),
        *("--server.fileWatcherType", "none", "--client.toolbarMode", "viewer"),
        *("--client.showErrorDetails", "none", "--client.showErrorLinks", "false"),
    ]


def main() -> int:
    """Become the server."""
    argparse.ArgumentParser(prog="python -m dashboard", description=__doc__).parse_args()
    try:
        line = command(settings().dashboard)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    os.execv(line[0], line)


if __name__ == "__main__":
    sys.exit(main())
