"""A worker in a process of its own: `worker_process.py URL NAME` plays until nothing is queued.

Every message is sent twice. Prints the ids of the matches it rated.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent.parent


def main(url: str, name: str) -> None:
    """Play, verify and rate."""
    from pentarch.arbiter.store import Store, ratings
    from pentarch.arbiter.store.models import Match
    from tests import one_match
    from tests.arbiter.store.scenes import POLICY, RATER, START, after, luck, result

    store = Store(url)
    while True:
        with store.writing() as session:
            taken = one_match.lease_any(session, name, START, POLICY, most=1)
        if not taken:
            break
        lease = taken[0]
        with store.reading() as session:
            match = session.get_one(Match, lease.match_id)
            loser = match.key[0] % 2
            done = result(luck(match), tuple(one_match.refs(session, lease.match_id)), loser)
        for _ in range(2):
            with store.writing() as session:
                one_match.finish(session, lease.match_id, lease.epoch, done, after(1))
            with store.writing() as session:
                one_match.verified(session, lease.match_id, done.sha256, f"not {name}", after(2))
            print(*ratings.rate_waiting(store, RATER, lambda: after(3), together=2))
    store.close()


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main(sys.argv[1], sys.argv[2])
