"""What a worker counts, for Prometheus."""

from prometheus_client import Counter, Gauge

MATCHES = Counter("pentarch_matches_played", "Matches played to a record", ["ruleset"])
VERDICTS = Counter("pentarch_verdicts", "Verdicts given", ["verdict"])
LEASE_LOSSES = Counter("pentarch_lease_losses", "Leases that ran out without a result")
MISMATCHES = Counter("pentarch_verify_mismatches", "Records that did not replay")
SANDBOX_STARTS = Counter("pentarch_sandbox_starts", "Bot processes started in the sandbox")
QUEUE_LENGTH = Gauge("pentarch_queue_length", "Tasks waiting at the broker", ["queue"])
QUEUE_WAIT = Gauge("pentarch_queue_wait_seconds", "Age of the oldest queued match")
