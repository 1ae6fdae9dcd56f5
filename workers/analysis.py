"""Making the analyses that people ask for, one at a time, when nothing else needs the time."""

import time
from datetime import timedelta
from typing import Final

import structlog

from pentarch.arbiter.store import analyses, matches
from pentarch.arbiter.store.analyses import AnalysisLease
from pentarch.arbiter.store.reports import Report
from pentarch.bots.analysis import VERSION, Analysis, AnalysisBudget, analyse
from pentarch.engine.errors import EngineError
from pentarch.engine.record import decode
from pentarch.workers.host import Host
from pentarch.workers.interruption import Stopping, stoppable

_log = structlog.get_logger()

DEADLINE: Final = timedelta(minutes=5)
"""How long a worker may be silent over an analysis."""
_PAUSE: Final = 2.0
"""Seconds between two partial results."""


def analyse_next(host: Host, budget: AnalysisBudget | None = None) -> int | None:
    """Make the analysis that has waited longest; its match, None when none waits.

    Raises Stopping when the process is stopped meanwhile: another one begins it anew.
    """
    with host.store.writing() as session:
        now = host.now()
        analyses.expire(session, now)
        lease = analyses.begin(session, VERSION, host.name, now, now + DEADLINE)
    if lease is None:
        return None
    with host.store.reading() as session:
        content = matches.record(session, lease.match_id).content
    try:
        with stoppable(lease.match_id):
            _make(host, lease, content, budget or AnalysisBudget())
    except EngineError as error:
        reason = f"the record cannot be played again: {error}"
        _log.error("no analysis", match=lease.match_id, reason=reason)
        host.write(lambda session: analyses.fail(session, lease, reason, host.now()))
    except Stopping:
        host.write(lambda session: analyses.hand_back(session, lease, host.now()))
        raise
    return lease.match_id


def _make(host: Host, lease: AnalysisLease, content: bytes, budget: AnalysisBudget) -> None:
    said = time.monotonic()
    for analysis in analyse(decode(content), budget):
        is_due = analysis.is_whole or time.monotonic() - said >= _PAUSE
        if is_due and _keep(host, lease, analysis) is not Report.DONE:
            _log.info("the analysis belongs to somebody else now", match=lease.match_id)
            return
        if is_due:
            said = time.monotonic()


def _keep(host: Host, lease: AnalysisLease, analysis: Analysis) -> Report:
    now = host.now()
    deadline = None if analysis.is_whole else now + DEADLINE
    return host.write(
        lambda session: analyses.keep(session, lease, analysis.plain(), now, deadline)
    )
