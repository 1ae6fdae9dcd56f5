"""Tickets: a message is good for as many matches as it names, of those that are next."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pentarch.arbiter.store import leases
from pentarch.arbiter.store.leases import Declined, Lease
from pentarch.arbiter.store.models import Match
from pentarch.workers.host import Host
from pentarch.workers.ports import runtimes_of

_MOST_LOST: Final = 2
"""How many matches that others have lost a worker takes with each window."""


@dataclass(frozen=True)
class Taken:
    """What a worker got: matches that are next, with their rows, and some that others have lost."""

    next: list[tuple[Lease, Match]]
    lost: list[Lease]


def take_next(host: Host, tickets: int) -> Taken:
    """Lease a window of the matches that are next, for at most that many tickets."""

    def choose(rows: Sequence[Match]) -> Sequence[Match]:
        able = [row for row in rows if runtimes_of(row) <= host.toolchains.keys()]
        return able[: host.pace.window(able)]

    with host.store.writing() as session:
        now = host.now()
        found = leases.lease_next(
            session, host.name, now, host.policy, rules=host.rules, most=tickets, choose=choose
        )
        lost = leases.lease_lost(
            session, host.name, now, host.policy, rules=host.rules, most=_MOST_LOST
        )
    return Taken(found, lost)


def take_named(host: Host, match_ids: Sequence[int]) -> tuple[list[Lease | Declined], list[Lease]]:
    """Lease these matches: an answer for each, and some matches that others have lost."""
    with host.store.writing() as session:
        now = host.now()
        answers = leases.lease_all(session, match_ids, host.name, now, host.policy)
        # Afterwards: it waits for nobody, and so nobody can wait for this transaction in turn.
        lost = leases.lease_lost(
            session, host.name, now, host.policy, rules=host.rules, most=_MOST_LOST
        )
    return answers, lost
