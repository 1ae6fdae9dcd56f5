"""What a version test says as a message of the protocol; without the store, for local tests too."""

from typing import Final

from pentarch.arbiter.competition.formats.version_report import VersionReport, VersionVerdict
from pentarch.arbiter.v1 import tournaments_pb2

_DECISIONS: Final = {
    VersionVerdict.ACCEPT: tournaments_pb2.TestProgress.DECISION_ACCEPT,
    VersionVerdict.REJECT: tournaments_pb2.TestProgress.DECISION_REJECT,
    VersionVerdict.CONTINUE: tournaments_pb2.TestProgress.DECISION_CONTINUE,
    VersionVerdict.UNDECIDED: tournaments_pb2.TestProgress.DECISION_UNDECIDED,
}


def progress(report: VersionReport) -> tournaments_pb2.TestProgress:
    """How far the test is, and what it says so far."""
    return tournaments_pb2.TestProgress(
        decision=_DECISIONS[report.verdict],
        ratio=report.llr,
        lower_bound=report.bounds[0],
        upper_bound=report.bounds[1],
        elo=report.points,
        elo_low=report.interval.low,
        elo_high=report.interval.high,
        blocks=report.blocks,
    )
