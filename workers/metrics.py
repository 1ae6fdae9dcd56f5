"""What a worker counts, for Prometheus. All processes of a node count together."""

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, start_http_server
from prometheus_client.multiprocess import MultiProcessCollector

MATCHES = Counter("pentarch_matches_played", "Matches played to a record", ["ruleset"])
RATED = Counter("pentarch_matches_rated", "Matches verified and rated")
VERDICTS = Counter("pentarch_verdicts", "Verdicts given", ["verdict"])
LEASE_LOSSES = Counter("pentarch_lease_losses", "Leases that ran out without a result")
MISMATCHES = Counter("pentarch_verify_mismatches", "Records that did not replay")
SANDBOX_STARTS = Counter("pentarch_sandbox_starts", "Bot processes started in the sandbox")
QUEUE_LENGTH = Gauge(
    "pentarch_queue_length",
    "Tasks waiting at the broker",
    ["queue"],
    multiprocess_mode="mostrecent",
)
QUEUE_WAIT = Gauge(
    "pentarch_queue_wait_seconds",
    "Age of the oldest queued match",
    multiprocess_mode="mostrecent",
)
_PORTS_TRIED: Final = 20


def serve(address: str) -> int:
    """Serve the metrics over HTTP from a thread; the port, 0 where they are not wanted.

    Nodes of one host have the same settings: each takes the first port that is free.
    """
    host, _, text = address.rpartition(":")
    first = int(text)
    if first == 0:
        return 0
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # not typed there
    for port in range(first, first + _PORTS_TRIED):
        try:
            start_http_server(port, host.strip("[]"), registry)
        except OSError:
            continue
        return port
    raise OSError(f"no port from {first} to {first + _PORTS_TRIED - 1} is free at {host}")
