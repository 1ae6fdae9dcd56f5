"""The command line: `pentarch`."""

from pentarch.arbiter.cli.app import main

__all__ = ["main"]
