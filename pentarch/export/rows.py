"""Matches as rows of the tables of a dataset, kept until a part of it is written."""

import json
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from google.protobuf.timestamp_pb2 import Timestamp

from pentarch.arbiter.v1 import common_pb2, exports_pb2, matches_pb2
from pentarch.datasets import TABLES, Column
from pentarch.engine import registry
from pentarch.engine.record import Record, decode

Cells: TypeAlias = dict[str, list[Any]]
"""Values by column. Any: columns have values of all kinds."""

_TYPES: Final = {
    "string": pa.string(),
    "bool": pa.bool_(),
    "int8": pa.int8(),
    "int32": pa.int32(),
    "int64": pa.int64(),
    "uint64": pa.uint64(),
    "float64": pa.float64(),
    "timestamp": pa.timestamp("us", tz="UTC"),
    # Few different texts, many times.
    "words": pa.dictionary(pa.int32(), pa.string()),
}
_OVERALL: Final = "overall"
_LOCAL: Final = "local"


def schema(table: str) -> pa.Schema:
    """The columns of a table as Arrow wants them, with what they mean."""
    return pa.schema([_field(column) for column in TABLES[table]])


class PartRows:
    """The rows of one part."""

    def __init__(self) -> None:
        self._cells: Final[dict[str, Cells]] = {
            name: {column.name: [] for column in columns}
            for name, columns in TABLES.items()
            if name != "steps"
        }
        self._steps: Final = _Steps()

    def count(self, table: str) -> int:
        """How many rows a table has."""
        if table == "steps":
            return self._steps.count
        return len(self._cells[table]["match_id"])

    def add(self, item: exports_pb2.ExportedMatch) -> None:
        """Take in a match as the arbiter sent it. Raises an EngineError for a damaged record."""
        match = item.match
        # Read first: a match is taken in as a whole or not at all.
        record = decode(item.record) if item.record else None
        self._add("matches", _match_cells(match))
        for seat, seated in enumerate(match.seats):
            self._add("seats", _seat_cells(match.id, seat, seated))
        for rating in item.ratings:
            self._add("ratings", _rating_cells(rating))
        if record is not None:
            self._steps.add(match.id, record)

    def add_record(self, match_id: int, record: Record) -> None:
        """Take in a match that no arbiter knows."""
        self._add("matches", _record_cells(match_id, record))
        verdicts = {forfeit.seat: forfeit.verdict for forfeit in record.forfeits}
        for seat, bot in enumerate(record.bots):
            cells = {
                "match_id": match_id,
                "seat": seat,
                "bot": bot,
                "rank": record.outcome.ranks[seat],
                "score": record.outcome.scores[seat],
                "verdict": verdicts.get(seat),
            }
            self._add("seats", cells)
        self._steps.add(match_id, record)

    def tables(self) -> dict[str, pa.Table]:
        """All of it, by the names of the tables."""
        made = {name: pa.table(cells, schema(name)) for name, cells in self._cells.items()}
        return {**made, "steps": self._steps.table()}

    def _add(self, table: str, cells: dict[str, Any]) -> None:
        for name, column in self._cells[table].items():
            column.append(cells.get(name))


class _Steps:
    """The rows of steps, which are many, as arrays."""

    def __init__(self) -> None:
        self.count = 0
        self._columns: Final[dict[str, list[npt.NDArray[Any]]]] = {
            column.name: [] for column in TABLES["steps"]
        }
        self._codes: Final[dict[tuple[str, int], int]] = {}
        self._texts: Final[list[str]] = []

    def add(self, match_id: int, record: Record) -> None:
        if not record.steps:
            return
        steps = np.array(record.steps, np.int64)
        different, places = np.unique(steps[:, 1], return_inverse=True)
        codes = np.array([self._code(record.ruleset, int(number)) for number in different])
        self._columns["match_id"].append(np.full(len(steps), match_id, np.int64))
        self._columns["step"].append(np.arange(1, len(steps) + 1, dtype=np.int32))
        self._columns["seat"].append(steps[:, 0].astype(np.int8))
        self._columns["number"].append(steps[:, 1].astype(np.int32))
        self._columns["command"].append(codes[places].astype(np.int32))
        self.count += len(steps)

    def table(self) -> pa.Table:
        joined = {
            name: np.concatenate(arrays) if arrays else np.empty(0, np.int32)
            for name, arrays in self._columns.items()
        }
        words = pa.DictionaryArray.from_arrays(
            pa.array(joined.pop("command"), pa.int32()), pa.array(self._texts, pa.string())
        )
        wanted = schema("steps")
        columns = [pa.array(joined[name], wanted.field(name).type) for name in joined]
        return pa.table([*columns, words], schema=wanted)

    def _code(self, ruleset: str, number: int) -> int:
        found = self._codes.get((ruleset, number))
        if found is None:
            found = self._codes[ruleset, number] = len(self._texts)
            self._texts.append(registry.get(ruleset).commands.by_number(number).text)
        return found


def _match_cells(match: matches_pb2.Match) -> dict[str, Any]:
    outcome = match.outcome if match.HasField("outcome") else None
    return {
        "match_id": match.id,
        "ruleset": match.ruleset,
        "rules_version": match.rules_version or None,
        "seats": len(match.seats),
        "options": json.dumps(dict(match.options), sort_keys=True),
        "state": matches_pb2.Match.State.Name(match.state).removeprefix("STATE_").lower(),
        "is_rated": match.rated,
        "tournament_id": match.tournament_id or None,
        "block_id": match.block_id or None,
        "key": match.key.hex(),
        "seed": match.seed if match.HasField("seed") else None,
        "steps": None if outcome is None else match.steps,
        "rule": None if outcome is None else outcome.rule,
        "reason": None if outcome is None else outcome.reason,
        "is_natural": None if outcome is None else outcome.natural,
        "verdict": _verdict(match.verdict),
        "void_reason": match.void_reason or None,
        "record_sha256": match.record_sha256 or None,
        "create_time": _moment(match.create_time),
        "play_time": _moment(match.play_time),
        "end_time": _moment(match.end_time),
    }


def _seat_cells(match_id: int, seat: int, seated: matches_pb2.MatchSeat) -> dict[str, Any]:
    return {
        "match_id": match_id,
        "seat": seat,
        "bot": seated.bot,
        "version": seated.version,
        "rank": seated.rank or None,
        "score": seated.score if seated.rank else None,
        "verdict": _verdict(seated.verdict),
    }


def _rating_cells(rating: exports_pb2.ExportedRating) -> dict[str, Any]:
    return {
        "match_id": rating.change.match_id,
        "bot": rating.bot,
        "version": rating.version,
        "ladder": rating.ruleset or _OVERALL,
        "before": rating.change.before,
        "after": rating.change.after,
        "time": _moment(rating.change.create_time),
    }


def _record_cells(match_id: int, record: Record) -> dict[str, Any]:
    return {
        "match_id": match_id,
        "ruleset": record.ruleset,
        "rules_version": record.version,
        "seats": record.seats,
        "options": json.dumps(record.options, sort_keys=True),
        "state": _LOCAL,
        "is_rated": False,
        "key": record.key.hex(),
        "seed": record.seed,
        "steps": len(record.steps),
        "rule": record.outcome.rule,
        "reason": record.outcome.reason,
        "is_natural": record.outcome.natural,
    }


def _verdict(number: common_pb2.Verdict.ValueType) -> str | None:
    return common_pb2.Verdict.Name(number).removeprefix("VERDICT_") if number else None


def _moment(moment: Timestamp) -> int | None:
    """Microseconds since 1970; None where there was no time, which gRPC sends as that year."""
    return moment.ToMicroseconds() or None


def _field(column: Column) -> pa.Field:
    is_optional = column.type.endswith("?")
    kind = _TYPES[column.type.removesuffix("?")]
    return pa.field(column.name, kind, is_optional, {"meaning": column.meaning})
