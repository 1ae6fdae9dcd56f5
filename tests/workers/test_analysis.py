"""Analyses as work: asked for once, leased, kept as they grow, never lost with a worker."""

from dataclasses import replace

import pytest
from sqlalchemy.orm import Session

from pentarch.arbiter.store import Store, analyses, owners
from pentarch.arbiter.store.errors import NotFound, WrongState
from pentarch.arbiter.store.models import Analysis as Row
from pentarch.arbiter.store.words import AnalysisState
from pentarch.bots.analysis import VERSION, Analysis, AnalysisBudget
from pentarch.workers import analysis as work
from pentarch.workers.analysis import DEADLINE, analyse_next
from pentarch.workers.interruption import Stopping
from pentarch.workers.sweep import sweep
from pentarch.workers.verification import verify_matches
from pentarch.workers.windows import play_matches
from tests.workers.hosts import NOW, PATIENCE, At, builtin, host, noted, queue, store

__all__ = ["host", "store"]
SMALL = AnalysisBudget(playouts=48)


@pytest.fixture
def match_id(host: At) -> int:
    [made] = queue(host.store, builtin(host.store, "greedy", "random"))
    play_matches(host, [made])
    verify_matches(replace(host, name="worker-2"), [made])
    return made


def ask(store: Store, match_id: int, analyst: int = VERSION) -> AnalysisState:
    with store.writing() as session:
        return analyses.ask(session, match_id, owner(session), analyst, NOW).state


def owner(session: Session) -> int:
    try:
        return owners.by_name(session, "curious").id
    except NotFound:
        return owners.create(session, "curious", NOW).id


def kept(store: Store, match_id: int) -> Row:
    with store.reading() as session:
        return analyses.get(session, match_id)


def test_an_analysis_is_made_and_kept(host: At, match_id: int) -> None:
    assert ask(host.store, match_id) is AnalysisState.WAITING
    assert analyse_next(host, SMALL) == match_id
    row = kept(host.store, match_id)
    assert row.state is AnalysisState.DONE
    assert Analysis.read(row.content).is_whole
    assert analyse_next(host, SMALL) is None, "nothing is left"


def test_asking_again_begins_nothing_anew(host: At, match_id: int) -> None:
    ask(host.store, match_id)
    analyse_next(host, SMALL)
    before = kept(host.store, match_id)
    assert ask(host.store, match_id) is AnalysisState.DONE
    assert kept(host.store, match_id).epoch == before.epoch
    assert ask(host.store, match_id, VERSION + 1) is AnalysisState.WAITING, "a newer analyst"
    assert analyse_next(host, SMALL) is None, "it waits for one who has it"


def test_a_match_without_a_record_cannot_be_analysed(host: At) -> None:
    [made] = queue(host.store, builtin(host.store, "greedy", "random"))
    with pytest.raises(WrongState):
        ask(host.store, made)
    with pytest.raises(NotFound):
        kept(host.store, made)


def test_an_owner_has_only_so_many_waiting(
    host: At, match_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "MOST_WAITING", 0)
    with pytest.raises(WrongState, match="wait already"):
        ask(host.store, match_id)


def test_an_analysis_survives_its_worker(host: At, match_id: int) -> None:
    ask(host.store, match_id)
    with host.store.writing() as session:
        lost = analyses.begin(session, VERSION, "gone", NOW, NOW + DEADLINE)
    assert lost is not None
    later = replace(host, time=NOW + 2 * DEADLINE)
    assert analyse_next(later, SMALL) == match_id
    with host.store.writing() as session:
        report = analyses.fail(session, lost, "too late", NOW)
    assert report == "late"
    assert kept(host.store, match_id).state is AnalysisState.DONE


def test_after_some_losses_it_is_given_up(host: At, match_id: int) -> None:
    ask(host.store, match_id)
    now = NOW
    for _ in range(analyses.MOST_LOSSES):
        with host.store.writing() as session:
            assert analyses.begin(session, VERSION, "gone", now, now + DEADLINE) is not None
            now += 2 * DEADLINE
            assert analyses.expire(session, now) == [match_id]
    row = kept(host.store, match_id)
    assert row.state is AnalysisState.FAILED
    assert "workers were lost" in row.failure
    assert ask(host.store, match_id) is AnalysisState.WAITING, "it may be asked for again"


def test_a_worker_that_is_stopped_hands_it_back(
    host: At, match_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise Stopping

    ask(host.store, match_id)
    monkeypatch.setattr(work, "_make", stopped)
    with pytest.raises(Stopping):
        analyse_next(host, SMALL)
    row = kept(host.store, match_id)
    assert (row.state, row.losses) == (AnalysisState.WAITING, 0)


def test_the_sweep_finds_what_was_never_handed_out(host: At, match_id: int) -> None:
    ask(host.store, match_id)
    sweep(host)
    assert noted(host).analyses == 0, "it may still be on its way"
    sweep(replace(host, time=NOW + 2 * PATIENCE))
    assert noted(host).analyses == 1
