"""Runs one worker node: `python -m pentarch.workers play --concurrency 2`, and so on."""

import argparse
import os
import tempfile

from pentarch.arbiter.logs import configure
from pentarch.arbiter.settings import settings


def main() -> None:
    """Parse the command line and run until stopped."""
    parser = argparse.ArgumentParser(prog="python -m pentarch.workers", description=__doc__)
    parser.add_argument("role", choices=["play", "verify", "validate", "analyse"])
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument(
        "--metrics", default=settings().metrics, help="where to serve metrics; port 0: not at all"
    )
    chosen = parser.parse_args()
    configure(settings())
    with tempfile.TemporaryDirectory(prefix="pentarch-metrics-") as folder:
        # Read when the metrics are made: the processes of the node count together there.
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        from pentarch.workers.node import Node

        code = Node(chosen.role, chosen.concurrency, chosen.metrics).run()
    raise SystemExit(code)


if __name__ == "__main__":
    main()
