"""Tournaments and their tables as people and scripts read them."""

import csv
import io
import math
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from google.protobuf.json_format import MessageToDict
from google.protobuf.timestamp_pb2 import Timestamp
from rich.table import Table
from rich.text import Text

from pentarch.arbiter.v1 import tournaments_pb2 as pb
from pentarch.cli.terminal import one_line
from pentarch.engine.plain import Json

_COLUMNS: Final = (
    "rank",
    "bot",
    "version",
    "owner",
    "points",
    "matches",
    "wins",
    "draws",
    "losses",
    "forfeits",
    "rating",
    "rating_low",
    "rating_high",
    "rank_low",
    "rank_high",
    "out",
    "note",
)
_STATES: Final = {
    value: name.removeprefix("STATE_").lower() for name, value in (pb.Tournament.State.items())
}
_DECISIONS: Final = {
    value: name.removeprefix("DECISION_").lower()
    for name, value in (pb.TestProgress.Decision.items())
}
EXIT_CODES: Final = {"accept": 0, "reject": 1}
UNDECIDED: Final = 3


def state(tournament: pb.Tournament) -> str:
    """Where a tournament stands, in a word."""
    return _STATES[tournament.state]


def decision(test: pb.TestProgress) -> str:
    """What a version test says, in a word."""
    return _DECISIONS[test.decision]


def exit_code(test: pb.TestProgress) -> int:
    """For CI: 0 accepted, 1 rejected, 3 not decided."""
    return EXIT_CODES.get(decision(test), UNDECIDED)


def verdict(test: pb.TestProgress) -> str:
    """What a version test says, in a line."""
    return (
        f"{decision(test)} after {test.blocks} blocks: {test.elo:+.0f} Elo "
        f"[{test.elo_low:+.0f}, {test.elo_high:+.0f}], log likelihood ratio {test.ratio:.2f} "
        f"between {test.lower_bound:.2f} and {test.upper_bound:.2f}"
    )


def progress_line(tournament: pb.Tournament) -> str:
    """How far a tournament is, in a line."""
    done = tournament.progress
    of_all = f" of {done.expected}" if done.expected else ""
    line = f"{state(tournament)}: {done.rated}{of_all} matches settled"
    if done.void:
        line += f", {done.void} void"
    if done.under_way or done.queued:
        line += f", {done.under_way} under way, {done.queued} waiting"
    if done.HasField("time_left"):
        line += f", about {span(done.time_left.ToTimedelta())} left"
    return line


def secret_line(tournament: pb.Tournament) -> str:
    """What is known of a tournament's secret, in a line."""
    line = f"commitment {tournament.commitment}"
    if tournament.secret:
        line = f"secret {tournament.secret.hex()}, {line}"
    if tournament.seed_chosen:
        line += "; the seed was chosen by a person: not proof against foresight"
    return line


def estimate_line(estimate: pb.Estimate) -> str:
    """What a plan comes to, in a line."""
    if not estimate.matches:
        return "no end: blocks are played for as long as it runs"
    line = f"{'at most ' if estimate.bounded else ''}{estimate.blocks} blocks, "
    line += f"{estimate.matches} matches"
    if estimate.HasField("duration"):
        return f"{line}, about {span(estimate.duration.ToTimedelta())} at the latest pace"
    return f"{line}; how long it takes is not known yet"


def span(time: timedelta) -> str:
    """A time as people say it."""
    seconds = round(time.total_seconds())
    if seconds < 90:
        return f"{seconds} s"
    minutes = round(seconds / 60)
    if minutes < 90:
        return f"{minutes} min"
    if minutes < 48 * 60:
        return f"{minutes // 60} h {minutes % 60} min"
    return f"{round(minutes / (24 * 60))} days"


def tournament_json(tournament: pb.Tournament) -> dict[str, Json]:
    """A tournament for scripts."""
    plan, done = tournament.plan, tournament.progress
    format = plan.WhichOneof("format") or ""
    told: dict[str, Json] = {
        "id": tournament.id,
        "title": tournament.title,
        "owner": tournament.owner,
        "state": state(tournament),
        "end_reason": tournament.end_reason,
        "ruleset": plan.ruleset,
        "format": format,
        "settings": MessageToDict(plan, preserving_proto_field_name=True).get(format, {}),
        "options": dict(plan.options),
        "seats": [*plan.seats],
        "bots": [*plan.bots],
        "rated": plan.rated,
        "seed": plan.seed if plan.HasField("seed") else None,
        "seed_chosen": tournament.seed_chosen,
        "commitment": tournament.commitment,
        "secret": tournament.secret.hex() or None,
        "create_time": _time(tournament, "create_time"),
        "start_time": _time(tournament, "start_time"),
        "end_time": _time(tournament, "end_time"),
        "progress": {
            "planned": done.planned,
            "queued": done.queued,
            "under_way": done.under_way,
            "settled": done.rated,
            "void": done.void,
            "expected": done.expected,
            "seconds_left": (
                done.time_left.ToTimedelta().total_seconds() if done.HasField("time_left") else None
            ),
        },
    }
    if done.HasField("test"):
        told["test"] = test_json(done.test)
    return told


def test_json(test: pb.TestProgress) -> dict[str, Json]:
    """What a version test says, for scripts."""
    return {
        "decision": decision(test),
        "blocks": test.blocks,
        "ratio": test.ratio,
        "lower_bound": test.lower_bound,
        "upper_bound": test.upper_bound,
        "elo": _finite(test.elo),
        "elo_low": _finite(test.elo_low),
        "elo_high": _finite(test.elo_high),
    }


def standings_json(lines: Sequence[pb.Standing]) -> list[Json]:
    """A table for scripts."""
    return [
        {**{name: getattr(line, name) for name in _COLUMNS}, "tie_breaks": [*line.tie_breaks]}
        for line in lines
    ]


def standings_csv(lines: Sequence[pb.Standing]) -> str:
    """A table for spreadsheets. Text that a spreadsheet would take for a formula is quoted."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for line in lines:
        writer.writerow([_cell(getattr(line, name)) for name in _COLUMNS])
    return out.getvalue().rstrip("\n")


def standings_table(lines: Sequence[pb.Standing]) -> Table:
    """A table for people."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("", "bot", "owner"):
        table.add_column(name, justify="left" if name else "right")
    for name in ("points", "matches", "won", "level", "lost", "forfeits", "Elo", "95 %"):
        table.add_column(name, justify="right")
    table.add_column("note")
    for line in lines:
        table.add_row(
            str(line.rank),
            Text(one_line(f"{line.bot}@{line.version}")),
            Text(one_line(line.owner)),
            f"{line.points:.2f}",
            str(line.matches),
            str(line.wins),
            str(line.draws),
            str(line.losses),
            str(line.forfeits) if line.forfeits else "",
            f"{line.rating:.0f}",
            f"{line.rating_low:.0f} to {line.rating_high:.0f}",
            Text(one_line(line.note)),
            style="dim" if line.out else "",
        )
    return table


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _cell(value: object) -> object:
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return f"'{value}"
    return value


def _time(tournament: pb.Tournament, name: str) -> str | None:
    if not tournament.HasField(name):  # type: ignore[arg-type]  # one of three, named above
        return None
    moment: Timestamp = getattr(tournament, name)
    return moment.ToJsonString()
