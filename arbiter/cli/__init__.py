"""The command line: `pentarch`."""

from arbiter.cli.app import main

__all__ = ["main"]
