"""A conductor in a process of its own, to be killed: `conductor_process.py URL FOLDER [MOST]`.

Conducts all tournaments and gives matches results, a few at a time, until all are over. With MOST
it gives no more than so many results, and conducts on until it is killed.
"""

import math
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def main(url: str, folder: str, most: float = math.inf) -> None:
    """Conduct until nothing runs."""
    from pentarch.arbiter.store import Store, tournaments
    from pentarch.workers.conductor import conduct
    from tests.tournaments import host_of, settle, waiting

    store = Store(url)
    host = host_of(store, Path(folder))
    while True:
        with store.reading() as session:
            running = [row.id for row in tournaments.running(session)]
        if not running:
            break
        for id in running:
            conduct(host, id)
            with store.writing() as session:
                due = waiting(session, id)[: int(min(5, most))]
                settle(session, due)
            most -= len(due)
    store.close()


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main(sys.argv[1], sys.argv[2], *map(float, sys.argv[3:]))
