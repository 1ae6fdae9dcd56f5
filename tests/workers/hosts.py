"""A worker's host in one process: its own database, a time that stands, a noting dispatch."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pentarch.arbiter.referee.keys import chosen
from pentarch.arbiter.settings import Settings
from pentarch.arbiter.store import Store, matches, owners
from pentarch.arbiter.store.matches import NewMatch
from pentarch.arbiter.store.models import Match
from pentarch.workers.host import Host, lease_policy
from pentarch.workers.package_cache import PackageCache
from tests.builtin_bots import add_builtin
from tests.stores import new_store

NOW = datetime(2030, 1, 1, tzinfo=UTC)
LEASES = lease_policy(Settings())
PATIENCE = timedelta(seconds=Settings().sweep_patience)
HURRY = timedelta(seconds=Settings().sweep_hurry)


@dataclass
class Noted:
    """A dispatch that keeps what it was handed."""

    played: list[list[int]] = field(default_factory=list)
    verified: list[list[int]] = field(default_factory=list)
    validations: int = 0
    analyses: int = 0

    def play(self, match_ids: list[int], *, urgent: bool = False) -> None:
        self.played.append(match_ids)

    def verify(self, match_ids: list[int]) -> None:
        self.verified.append(match_ids)

    def validate(self) -> None:
        self.validations += 1

    def analyse(self) -> None:
        self.analyses += 1


@dataclass(frozen=True)
class At(Host):
    """A host whose time the test sets."""

    time: datetime = NOW

    def now(self) -> datetime:
        return self.time


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = new_store(tmp_path / "pentarch.db")
    yield made
    made.close()


@pytest.fixture
def host(store: Store, tmp_path: Path) -> At:
    return At(
        store=store, dispatch=Noted(), cache=PackageCache(tmp_path / "packages"), name="worker-1"
    )


def noted(host: Host) -> Noted:
    assert isinstance(host.dispatch, Noted)
    return host.dispatch


def builtin(store: Store, *specs: str) -> list[int]:
    with store.writing() as session:
        owner = owners.create(session, "pentarch", NOW)
        return [add_builtin(session, owner.id, spec, NOW).id for spec in specs]


def queue(store: Store, versions: list[int], seed: int = 1, count: int = 1) -> list[int]:
    with store.writing() as session:
        return [
            matches.create(
                session,
                NewMatch(
                    ruleset="township",
                    versions=versions,
                    keys=chosen(seed + number),
                    is_rated=True,
                    options={"round_cap": 6},
                ),
                NOW,
            ).id
            for number in range(count)
        ]


def get(store: Store, match_id: int) -> Match:
    with store.reading() as session:
        return matches.get(session, match_id)
