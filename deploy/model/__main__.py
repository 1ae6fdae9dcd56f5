"""Tables of what clusters of some sizes do: `python -m deploy.model COSTS --workers 1000`."""

import argparse
import sys
from pathlib import Path
from typing import Final

from deploy.model.cluster import Cluster, predict
from deploy.model.costs import InvalidCosts, read

_COLUMNS: Final = (
    "workers",
    "seconds a match",
    "matches a minute",
    "wait, s",
    "95 %",
    "database cores",
    "heartbeat, s",
)


def main(arguments: list[str]) -> int:
    """Print a line for each number of workers and length of matches."""
    parser = argparse.ArgumentParser(prog="python -m deploy.model", description=__doc__)
    parser.add_argument("costs", type=Path, help="what `pentarch bench --fleet --json` printed")
    parser.add_argument("--workers", type=int, action="append", required=True)
    parser.add_argument("--match-seconds", type=float, action="append", required=True)
    parser.add_argument("--verifiers", type=int, default=0, help="default: one for 20 workers")
    parser.add_argument("--database-cores", type=int, default=8)
    parser.add_argument("--cores", type=int, help="all processes and the database share so many")
    parser.add_argument("--asked", type=float, help="matches a second; default: always enough")
    parser.add_argument("--seconds", type=float, default=60.0, help="of simulated time")
    chosen = parser.parse_args(arguments)
    try:
        costs = read(chosen.costs)
    except (InvalidCosts, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    print("| " + " | ".join(_COLUMNS) + " |")
    print("|" + " ---: |" * len(_COLUMNS))
    for match_seconds in chosen.match_seconds:
        for workers in chosen.workers:
            cluster = Cluster(
                workers=workers,
                match_seconds=match_seconds,
                verifiers=chosen.verifiers or -(-workers // 20),
                database_cores=chosen.database_cores,
                cores=chosen.cores,
                asked=chosen.asked,
            )
            told = predict(costs, cluster, seconds=chosen.seconds)
            print(
                f"| {workers:,} | {match_seconds:g} | {told.matches_per_minute:,.0f} "
                f"| {told.queue_wait:.2f} | {told.queue_wait_95:.2f} "
                f"| {told.database_cores:.2f} | {told.slowest_heartbeat:.2f} |"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
