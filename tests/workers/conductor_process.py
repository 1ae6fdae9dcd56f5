"""A conductor in a process of its own, to be killed: `conductor_process.py URL FOLDER`.

Conducts all tournaments and gives matches results, a few at a time, until all are over.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def main(url: str, folder: str) -> None:
    """Conduct until nothing runs."""
    from arbiter.store import Store, tournaments
    from tests.tournaments import host_of, settle, waiting
    from workers.conducting import conduct

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
                settle(session, waiting(session, id)[:5])
    store.close()


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main(sys.argv[1], sys.argv[2])
