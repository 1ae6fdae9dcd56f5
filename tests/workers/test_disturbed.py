"""A pause, a crash and a resume in the middle of each format give the same final table."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy.orm import Session

from pentarch.arbiter.competition.book import RatedStanding
from pentarch.arbiter.store import Store, tournaments
from pentarch.arbiter.store.words import MatchState, TournamentState
from pentarch.workers.conductor import conduct
from pentarch.workers.host import Host
from tests.arbiter.store.databases import (
    Databases,
    PostgresDatabases,
    PostgresPool,
    SqliteDatabases,
)
from tests.tournaments import (
    FORMATS,
    START,
    Handed,
    add_bots,
    add_tournament,
    begin,
    host_of,
    run,
    settle,
    table,
    waiting,
)
from tests.waiting import PATIENCE, until

CONDUCTOR = Path(__file__).parent / "conductor_process.py"


def begin_all(store: Store) -> list[int]:
    """A tournament of every format in one store."""
    with store.writing() as session:
        versions = add_bots(session, max(count for count, *_ in FORMATS.values()))
        return [
            add_tournament(session, versions[:count], format, settings, seats=seats)
            for count, format, settings, seats in FORMATS.values()
        ]


def rated(store: Store, ids: list[int]) -> dict[int, int]:
    with store.reading() as session:
        counts = tournaments.progress(session, ids)
    return {id: counts[id][MatchState.RATED] for id in ids}


def tables(store: Store, ids: list[int]) -> list[list[RatedStanding]]:
    with store.reading() as session:
        states = {tournaments.get(session, id).state for id in ids}
    assert states == {TournamentState.FINISHED}
    return [table(store, id) for id in ids]


def start_conductor(
    store: Store, folder: Path, most: int | None = None
) -> "subprocess.Popen[bytes]":
    """Conduct in another process, which gives results to so many matches and then to no more."""
    url = store.url.render_as_string(hide_password=False)
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    line = [sys.executable, str(CONDUCTOR), url, str(folder)]
    return subprocess.Popen(line + ([] if most is None else [str(most)]), env=environment)


def conduct_and_kill(store: Store, folder: Path, ids: list[int], due: int) -> None:
    """Conduct until so many matches are rated in all tournaments together; then kill."""
    before = sum(rated(store, ids).values())
    process = start_conductor(store, folder, due - before)
    until(lambda: sum(rated(store, ids).values()) >= due or process.poll() is not None)
    assert process.poll() is None, "the conductor does not end"
    process.send_signal(signal.SIGKILL)
    process.wait()


@pytest.mark.timeout(900)
def test_killed_paused_and_resumed_every_format_ends_the_same(tmp_path: Path) -> None:
    made = SqliteDatabases(tmp_path)
    check_killed_paused_and_resumed(made, tmp_path)
    made.close()


@pytest.mark.long
@pytest.mark.timeout(900)
def test_the_same_on_postgresql(postgres_pool: PostgresPool, tmp_path: Path) -> None:
    made = PostgresDatabases(postgres_pool)
    check_killed_paused_and_resumed(made, tmp_path)
    made.close()


def check_killed_paused_and_resumed(databases: Databases, tmp_path: Path) -> None:
    calm = databases.open()
    ids = begin_all(calm)
    host = host_of(calm, tmp_path)
    for id in ids:
        run(host, id)
    whole = rated(calm, ids)

    store = databases.open()
    assert begin_all(store) == ids
    conduct_and_kill(store, tmp_path, ids, sum(whole.values()) // 4)
    with store.writing() as session:
        for id in ids:
            if not tournaments.get(session, id).state.is_over:
                tournaments.pause(session, id)
    before = rated(store, ids)
    assert any(0 < before[id] < whole[id] for id in ids)
    held = host_of(store, tmp_path)
    assert [conduct(held, id) for id in ids] == [0] * len(ids)
    with store.writing() as session:
        for id in ids:
            if not tournaments.get(session, id).state.is_over:
                tournaments.start(session, id, START)
    conduct_and_kill(store, tmp_path, ids, sum(whole.values()) * 3 // 5)
    last = start_conductor(store, tmp_path)
    assert last.wait(PATIENCE) == 0
    assert tables(store, ids) == tables(calm, ids)


class Gone(BaseException):
    """The process is gone."""


class Mortal(Store):
    """A store whose process dies in every transaction in turn: first before it is committed, then
    after, and only then lives on."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.deaths = 0
        self._next = 0

    @contextmanager
    def writing(self) -> Iterator[Session]:
        self._next = (self._next + 1) % 3
        dies = self._next
        with super().writing() as session:
            yield session
            if dies == 1:
                self.deaths += 1
                raise Gone
        if dies == 2:
            self.deaths += 1
            raise Gone


class Forgetful(Handed):
    """A dispatch whose process dies before anything is handed out, every other time."""

    def __init__(self) -> None:
        super().__init__()
        self.deaths = 0

    def play(self, match_ids: list[int], *, urgent: bool = False) -> None:
        self.deaths += 1
        if self.deaths % 2:
            raise Gone
        super().play(match_ids)


@pytest.mark.parametrize("name", FORMATS)
def test_a_conductor_that_dies_at_every_step_ends_the_same(tmp_path: Path, name: str) -> None:
    made = SqliteDatabases(tmp_path)
    calm = made.open()
    id = begin(calm, name)
    run(host_of(calm, tmp_path), id)

    store = made.open()
    assert begin(store, name) == id
    mortal = Mortal(store.url.render_as_string(hide_password=False))
    dispatch = Forgetful()
    for turn in range(2000):
        host = Host(mortal, dispatch, host_of(store, tmp_path).cache, f"w{turn}")
        try:
            conduct(host, id)
        except Gone:
            continue
        with store.writing() as session:
            if tournaments.get(session, id).state.is_over:
                break
            if turn % 3 == 0:
                tournaments.pause(session, id)
                tournaments.start(session, id, START)
            settle(session, waiting(session, id)[: 1 + turn % 5])
    assert mortal.deaths > 1
    assert tables(store, [id]) == tables(calm, [id])
    mortal.close()
    made.close()
