"""The command line: `pentarch`."""

from pentarch.cli.app import main

__all__ = ["main"]
