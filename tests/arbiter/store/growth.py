"""What calls cost the database, in pages that it looks at: to be compared between two histories.

    python -m tests.arbiter.store.growth URL URL ...

prints a line for each call that is made again and again, with a column for each PostgreSQL
database. Pages do not depend on what else the machine does. Every call is rolled back.
"""

import sys
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import event, select, update
from sqlalchemy.orm import Session

from pentarch.arbiter.referee.keys import chosen
from pentarch.arbiter.store import (
    Ask,
    Store,
    analyses,
    bots,
    finishes,
    ladder,
    leases,
    losses,
    matches,
    nodes,
    notices,
    order,
    queue,
    ratings,
    records,
    requests,
    tournaments,
    validations,
    workers,
)
from pentarch.arbiter.store.books import StoredBook
from pentarch.arbiter.store.leases import Held
from pentarch.arbiter.store.locks import lock_matches
from pentarch.arbiter.store.matches import Filter, NewMatch
from pentarch.arbiter.store.models import Match
from pentarch.arbiter.store.order import Sort
from pentarch.arbiter.store.ratings import RATER
from pentarch.arbiter.store.words import OVERALL, MatchState, TournamentState
from pentarch.engine import registry
from tests.arbiter.store.scenes import POLICY

Call = Callable[[Session, datetime], object]
RULES: Final = registry.versions()
_MINUTE: Final = timedelta(minutes=1)
_DAY: Final = timedelta(days=1)


def _leased(session: Session, now: datetime) -> list[Held]:
    taken = leases.lease_next(
        session, "w1", now, POLICY, rules=RULES, most=5, choose=lambda rows: rows
    )
    assert len(taken) == 5
    return [(lease.match_id, lease.epoch) for lease, _ in taken]


def _beat(session: Session, now: datetime) -> None:
    leases.heartbeat_all(session, _leased(session, now), now, POLICY)


def _rate(session: Session, now: datetime) -> None:
    first = select(Match.id).where(Match.state == MatchState.PLAYED).limit(5)
    ids = session.scalars(first).all()
    session.execute(update(Match).where(Match.id.in_(ids)).values(state=MatchState.VERIFIED))
    assert ratings.rate_next(session, RATER, now, most=5) == sorted(ids)


def _queue(session: Session, now: datetime) -> None:
    version = bots.page(session, Ask(1), ruleset="township").items[0].id
    matches.create(session, NewMatch("township", [version] * 2, chosen(1), is_rated=True), now)


def _standings(session: Session, now: datetime) -> None:
    [row] = tournaments.running(session)
    book = StoredBook(row.id)
    book.refresh(session)


CALLS: Final[dict[str, Call]] = {
    "lease what is next": _leased,
    "lease and renew": _beat,
    "take over what was lost": lambda s, now: leases.lease_lost(
        s, "w1", now, policy=POLICY, rules=RULES, most=5
    ),
    "lock what is handed in": lambda s, now: lock_matches(s, [10, 20]),
    "queue a match": _queue,
    "rate": _rate,
    "sweep: expired leases": lambda s, now: losses.expire_leases(s, now, POLICY),
    "sweep: lost with a worker": lambda s, now: losses.requeue_urgent(s, now, now, most=50),
    "sweep: older rules": lambda s, now: losses.adopt(s, now, now, RULES),
    "sweep: waits too long": lambda s, now: losses.requeue_lost(s, now, now),
    "sweep: let go of held ones": lambda s, now: losses.let_go_of_held(s),
    "sweep: validations": lambda s, now: validations.expire(s, now),
    "sweep: analyses": lambda s, now: analyses.expire(s, now),
    "sign of life": lambda s, now: workers.beat(s, ["w1"], now, rules=RULES),
    "sign of life of a node": lambda s, now: nodes.beat(s, "n1", "play", {}, now),
    "asked by hand": lambda s, now: queue.asked_by(s, [1, 2], most=5),
    "since when something waits": lambda s, now: matches.oldest_queued(s),
    "how many wait": lambda s, now: matches.count_open(s),
    "tidy: request ids": lambda s, now: requests.forget(s, now - _DAY),
    "tidy: notices": lambda s, now: notices.forget(s, now - _DAY),
    "tidy: old records": lambda s, now: records.old(s, now - _DAY, most=200),
    "ladder of a ruleset": lambda s, now: ladder.page(s, Ask(20), "township"),
    "ladder of all": lambda s, now: ladder.page(s, Ask(20), OVERALL),
    "history of a rating": lambda s, now: ratings.history(s, Ask(20), 3, OVERALL),
    "standings of a tournament": _standings,
    "front page: played now": lambda s, now: order.match_page(
        s, Ask(25), Filter(state=MatchState.LEASED), Sort("id", True)
    ),
    "front page: newest results": lambda s, now: finishes.newest(s, most=50),
    "front page: newest bots": lambda s, now: order.bot_page(s, Ask(10), None, Sort("id", True)),
    "newest matches": lambda s, now: matches.page(s, Ask(25), Filter()),
    "newest matches of a bot": lambda s, now: matches.page(s, Ask(25), Filter(bot_id=3)),
    "newest tournaments": lambda s, now: tournaments.page(
        s, Ask(25), state=TournamentState.FINISHED
    ),
}
"""What workers do all the time, and what pages show that are looked at most."""


def pages(store: Store) -> dict[str, int]:
    """How many pages PostgreSQL looks at for each call, once plans and caches are warm."""
    found = {}
    now = store.now() + _MINUTE
    for name, call in CALLS.items():
        for _ in range(2):
            found[name] = _pages(store, lambda s, call=call: call(s, now))  # type: ignore[misc]
    return found


def _pages(store: Store, call: Callable[[Session], object]) -> int:
    """The pages of all statements of a call, each explained in the place where it is sent."""
    count = 0

    def explain(
        connection: Any, cursor: Any, statement: str, parameters: Any, context: Any, many: bool
    ) -> None:
        nonlocal count
        if statement.split()[0] not in ("SELECT", "UPDATE", "INSERT", "DELETE", "WITH"):
            return
        raw = cursor.connection.cursor()
        raw.execute("SAVEPOINT looked")
        raw.execute(
            "EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) " + statement,
            parameters[0] if many else parameters,
        )
        [[[plan]]] = raw.fetchall()
        raw.execute("ROLLBACK TO SAVEPOINT looked")
        raw.close()
        top = plan["Plan"]
        count += top["Shared Hit Blocks"] + top["Shared Read Blocks"]

    with store.writing() as session:
        event.listen(store.engine, "before_cursor_execute", explain)
        try:
            call(session)
            session.flush()
        finally:
            event.remove(store.engine, "before_cursor_execute", explain)
            session.rollback()
    return count


def main(urls: Sequence[str]) -> None:
    """Print the table."""
    all_found = []
    for url in urls:
        store = Store(url)
        all_found.append(pages(store))
        store.close()
    for name in CALLS:
        counts = [found[name] for found in all_found]
        ratio = max(counts[-1], 1) / max(counts[0], 1)
        print(f"| {name} | " + " | ".join(f"{n:,}" for n in counts) + f" | {ratio:.2f} |")


if __name__ == "__main__":
    main(sys.argv[1:])
