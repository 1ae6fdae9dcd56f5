"""A host whose sandbox fails: nobody is blamed, and what it could not do is done again."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from pentarch.arbiter.referee import Verdict
from pentarch.arbiter.store import bots
from pentarch.arbiter.store.models import Attempt
from pentarch.arbiter.store.words import MatchState, VersionState
from pentarch.workers import guarantees
from pentarch.workers.sweep import sweep
from pentarch.workers.validation import validate_next
from pentarch.workers.windows import play_matches
from tests import needs
from tests.hosting import builtin, hosted, queue, source, submitted
from tests.workers.hosts import At, get, noted


@pytest.fixture
def no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bubblewrap that gets no process, as on a host that is full."""
    needs.need_sandbox()
    guarantees.require()
    tool = tmp_path / "tools" / "bwrap"
    tool.parent.mkdir()
    tool.write_text("#!/bin/sh\necho 'Creating new namespace failed: try again' >&2\nexit 1\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tool.parent}:/usr/bin:/bin")


@pytest.mark.usefixtures("no_room")
def test_a_match_is_queued_again(host: At) -> None:
    match_id = queue(host.store, [hosted(host.store, source()), builtin(host.store, "random")])
    assert play_matches(host, [match_id]) == []
    row = get(host.store, match_id)
    assert row.state is MatchState.QUEUED
    assert [seat.verdict for seat in row.seats] == [None, None]
    with host.store.reading() as session:
        attempt = session.get(Attempt, (match_id, 1))
    assert attempt is not None
    assert attempt.verdict == Verdict.WORKER_STALL
    assert "try again" in (attempt.reason or "")


@pytest.mark.usefixtures("no_room")
def test_a_version_is_not_rejected_but_tried_again_soon(host: At) -> None:
    """However often: only versions that take their workers with them are given up."""
    version_id = submitted(host.store, source())
    later = host
    rests = []
    for _ in range(15):
        assert validate_next(later) == version_id
        assert validate_next(later) is None, "it rests"
        with host.store.reading() as session:
            row = bots.version(session, version_id)
        assert (row.state, row.validation_losses) == (VersionState.SUBMITTED, 0)
        assert row.validation_retry_time is not None
        rests.append((row.validation_retry_time - later.time).total_seconds())
        later = replace(host, time=row.validation_retry_time)
    assert rests[:5] == [2.0, 2.0, 2.0, 3.0, 4.5], "half as long again as it has waited"
    assert rests[-1] == host.rest.longest.total_seconds()
    sweep(replace(later, time=later.time - timedelta(seconds=1)))
    assert noted(host).validations == 0
    sweep(later)
    assert noted(host).validations == 1, "when it has rested it is called for"
