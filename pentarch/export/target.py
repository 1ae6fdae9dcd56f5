"""The folder of an export: whole parts, and a manifest that says how far they go.

A part is a file in the folder of each table. Files are written under another name first, and count
when the manifest does: whatever interrupts an export, going on with it loses and repeats nothing.
"""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq

from pentarch.arbiter.v1 import exports_pb2
from pentarch.datasets import MANIFEST, TABLES
from pentarch.engine.errors import EngineError, InvalidValue
from pentarch.engine.plain import Json, bool_field, field, int_field, parse
from pentarch.engine.record import Record
from pentarch.export.rows import PartRows

FORMAT: Final = 1
MOST_STEPS: Final = 500_000
MOST_MATCHES: Final = 20_000
"""A part has about this many rows of steps and of matches at most."""


class WrongFolder(InvalidValue):
    """The folder cannot be exported to. The message is one clear line."""


@dataclass(frozen=True)
class Filters:
    """Which matches an export has. Times are in ISO 8601; what is empty or 0 lets all pass."""

    ruleset: str = ""
    tournament: int = 0
    since: str = ""
    until: str = ""
    steps: bool = True

    def told(self) -> str:
        """The filters in words."""
        named = {name: value for name, value in asdict(self).items() if value and name != "steps"}
        words = [f"{name} {value}" for name, value in named.items()]
        return ", ".join(words or ["no filters"]) + ("" if self.steps else ", without steps")


class ExportFolder:
    """An export that is being written, or gone on with. Made by `open`."""

    def __init__(self, path: Path, filters: Filters) -> None:
        self.path: Final = path
        self.filters: Final = filters
        self.counts: Final = dict.fromkeys(TABLES, 0)
        self.last_match_id = 0
        self.until = ""
        """The end of the range of time in microseconds, as the arbiter said it; empty before."""
        self.is_begun = False
        self.is_done = False
        self._parts = 0
        self._rows = PartRows()

    @classmethod
    def open(cls, path: Path, filters: Filters) -> "ExportFolder":
        """A new export, or one to go on with. Raises WrongFolder."""
        folder = cls(path, filters)
        if (path / MANIFEST).exists():
            folder._go_on()
        elif path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise WrongFolder(f"{str(path)!r} is not empty, and no export: choose another folder")
        return folder

    def add(self, response: exports_pb2.ExportMatchesResponse) -> None:
        """Take in a part of the arbiter's stream. Raises WrongFolder when it cannot be written."""
        self.until = str(response.until_time.ToMicroseconds())
        for item in response.matches:
            self._rows.add(item)
        self.last_match_id = response.last_match_id
        self._write_if_full()

    def add_record(self, match_id: int, record: Record) -> None:
        """Take in a match that no arbiter knows."""
        self._rows.add_record(match_id, record)
        self.last_match_id = match_id
        self._write_if_full()

    def finish(self) -> None:
        """Write what is left, and say that this was all."""
        self.is_done = True
        self._write()

    def _write_if_full(self) -> None:
        rows = self._rows
        if rows.count("steps") >= MOST_STEPS or rows.count("matches") >= MOST_MATCHES:
            self._write()

    def _write(self) -> None:
        try:
            # An empty part at least: readers want to know the columns.
            if self._rows.count("matches") or not self._parts:
                self._write_part()
            _write_whole(self.path / MANIFEST, json.dumps(self._manifest(), indent=2).encode())
        except OSError as error:
            raise WrongFolder(f"cannot write to {str(self.path)!r}: {error.strerror}") from error
        self.is_begun = True

    def _write_part(self) -> None:
        number = self._parts + 1
        for name, table in self._rows.tables().items():
            folder = self.path / name
            folder.mkdir(parents=True, exist_ok=True)
            sink = pa.BufferOutputStream()
            pq.write_table(table, sink, compression="zstd")
            _write_whole(folder / _part_name(number), sink.getvalue())
            self.counts[name] += table.num_rows
        self._parts = number
        self._rows = PartRows()

    def _manifest(self) -> "dict[str, Json]":
        return {
            "format": FORMAT,
            "filters": asdict(self.filters),
            "until": self.until,
            "last_match_id": self.last_match_id,
            "parts": self._parts,
            "rows": {**self.counts},
            "done": self.is_done,
        }

    def _go_on(self) -> None:
        """Take up what the manifest says, and drop what it does not know of."""
        try:
            manifest = parse((self.path / MANIFEST).read_bytes(), "the manifest")
            self._read(manifest)
            known = [_part_name(number) for number in range(1, self._parts + 1)]
            for table in TABLES:
                for file in (self.path / table).glob("*"):
                    if file.name not in known:
                        file.unlink()
        except OSError as error:
            raise WrongFolder(f"cannot read {str(self.path)!r}: {error.strerror}") from error
        self.is_begun = True

    def _read(self, manifest: Json) -> None:
        try:
            if int_field(manifest, "format") != FORMAT:
                raise InvalidValue("another format")
            filters, rows = field(manifest, "filters"), field(manifest, "rows")
            self.until = str(field(manifest, "until"))
            self.last_match_id = int_field(manifest, "last_match_id")
            self._parts = int_field(manifest, "parts")
            self.is_done = bool_field(manifest, "done")
            self.counts.update({name: int_field(rows, name) for name in TABLES})
        except EngineError as error:
            raise WrongFolder(f"{str(self.path / MANIFEST)!r} cannot be used: {error}") from error
        if filters != asdict(self.filters):
            raise WrongFolder(
                f"{str(self.path)!r} holds an export with other filters; use those, or another "
                f"folder for {self.filters.told()}"
            )


def _part_name(number: int) -> str:
    return f"part-{number:05}.parquet"


def _write_whole(path: Path, content: "bytes | pa.Buffer") -> None:
    """Write a file completely or not at all."""
    temporary = path.with_suffix(".writing")
    with temporary.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
