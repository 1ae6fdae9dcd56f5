"""Datasets: matches as tables for those who study them. Needs the extra `data`.

A dataset is a folder of Parquet files, a folder for each table, as `pentarch export` and
`export_records` write them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pentarch.engine.errors import InvalidValue
from pentarch.engine.record import Record

if TYPE_CHECKING:
    import pandas
    import polars

MANIFEST: Final = "export.json"


@dataclass(frozen=True)
class Column:
    """A column: its type as Arrow names it (`?`: may be null), and what it says."""

    name: str
    type: str
    meaning: str


TABLES: Final[dict[str, list[Column]]] = {
    "matches": [
        Column("match_id", "int64", "the id of the match"),
        Column("ruleset", "string", "the id of the ruleset"),
        Column("rules_version", "int32?", "the version of the rules it was played by"),
        Column("seats", "int8", "how many sat at it"),
        Column("options", "string", "the options that were given, as JSON"),
        Column("state", "string", "`rated` (it is settled), `void`, or `local` (no arbiter)"),
        Column("is_rated", "bool", "whether it counts for ratings"),
        Column("tournament_id", "int64?", "the tournament it belongs to"),
        Column("block_id", "int64?", "the block it belongs to"),
        Column("key", "string", "the key of all its chance, in hexadecimal"),
        Column("seed", "uint64?", "the seed, if a person chose it"),
        Column("steps", "int32?", "how many steps it has"),
        Column("rule", "string?", "the rule that ended it"),
        Column("reason", "string?", "what ended it"),
        Column("is_natural", "bool?", "whether the rules ended it, and no cap or forfeit"),
        Column("verdict", "string?", "why it is void"),
        Column("void_reason", "string?", "the same in a sentence"),
        Column("record_sha256", "string?", "the SHA-256 of its record"),
        Column("create_time", "timestamp?", "when it was queued"),
        Column("play_time", "timestamp?", "when its record came"),
        Column("end_time", "timestamp?", "when it was rated or voided"),
    ],
    "seats": [
        Column("match_id", "int64", "the id of the match"),
        Column("seat", "int8", "the seat, from 0 on: 0 is `p1`"),
        Column("bot", "string", "the name of the bot"),
        Column("version", "int32?", "the number of its version"),
        Column("rank", "int8?", "its rank, 1 is best; null in a void match"),
        Column("score", "int64?", "the ruleset's points"),
        Column("verdict", "string?", "why the seat forfeited"),
    ],
    "steps": [
        Column("match_id", "int64", "the id of the match"),
        Column("step", "int32", "the number of the step, from 1 on"),
        Column("seat", "int8", "the seat that played it"),
        Column("number", "int32", "the number of the command"),
        Column("command", "words", "the text of the command"),
    ],
    "ratings": [
        Column("match_id", "int64", "the match that changed the rating"),
        Column("bot", "string", "the name of the bot"),
        Column("version", "int32", "the number of its version"),
        Column("ladder", "string", "the id of a ruleset, or `overall`"),
        Column("before", "float64", "the live Elo before"),
        Column("after", "float64", "the live Elo after"),
        Column("time", "timestamp", "when it changed"),
    ],
}


class Dataset:
    """The tables of one or several folders, read when they are asked for."""

    def __init__(self, folders: list[Path]) -> None:
        self._folders: Final = folders

    @property
    def matches(self) -> "polars.LazyFrame":
        """A row for each match."""
        return self.table("matches")

    @property
    def seats(self) -> "polars.LazyFrame":
        """A row for each seat of each match."""
        return self.table("seats")

    @property
    def steps(self) -> "polars.LazyFrame":
        """A row for each step of each match."""
        return self.table("steps")

    @property
    def ratings(self) -> "polars.LazyFrame":
        """A row for each change of a rating."""
        return self.table("ratings")

    def table(self, name: str) -> "polars.LazyFrame":
        """A table by its name, as polars reads it: nothing is loaded before `collect`."""
        import polars

        if name not in TABLES:
            raise InvalidValue(f"there is no table {name!r}; there are: {', '.join(TABLES)}")
        return polars.scan_parquet([folder / name / "*.parquet" for folder in self._folders])

    def pandas(self, name: str) -> "pandas.DataFrame":
        """A table by its name as a frame of pandas, which must be installed."""
        return self.table(name).collect().to_pandas()


def dataset(*paths: "str | PathLike[str]") -> Dataset:
    """The dataset in a folder, or in several together. Raises InvalidValue.

    Its tables are `matches`, `seats`, `steps` and `ratings`, as lazy frames of polars; `pandas`
    gives the same to those who prefer it. Needs the extra `data`.

    Examples:
        >>> import tempfile
        >>> from pentarch import dataset, export_records, play
        >>> records = [play("township", ["greedy", "random"], seed=seed) for seed in range(3)]
        >>> folder = tempfile.mkdtemp()
        >>> export_records(records, folder)
        >>> seats = dataset(folder).seats.collect()
        >>> seats.filter(seats["rank"] == 1)["bot"].to_list()
        ['greedy', 'greedy', 'greedy']
        >>> dataset(folder).pandas("steps")["command"].iloc[0]
        'break house'
    """
    folders = [Path(path) for path in paths]
    for folder in folders:
        if not (folder / MANIFEST).is_file():
            raise InvalidValue(f"{str(folder)!r} is no dataset: it has no {MANIFEST}")
    if not folders:
        raise InvalidValue("name the folder of a dataset")
    return Dataset(folders)


def export_records(records: Iterable[Record], path: "str | PathLike[str]") -> None:
    """Write records of this machine as a dataset into a new folder. Raises InvalidValue.

    What an arbiter keeps is written by `pentarch export`. Needs the extra `data`.

    Examples:
        >>> import tempfile
        >>> from pentarch import dataset, export_records, play
        >>> record = play("township", ["random", "random"], seed=1, options={"round_cap": 5})
        >>> folder = tempfile.mkdtemp()
        >>> export_records([record], folder)
        >>> dataset(folder).matches.collect()["steps"].item() == len(record.steps)
        True
    """
    from pentarch.export import ExportFolder, Filters

    folder = ExportFolder.open(Path(path), Filters())
    if folder.is_begun:
        raise InvalidValue(f"{str(path)!r} has an export in it; choose another folder")
    for number, record in enumerate(records, 1):
        folder.add_record(number, record)
    folder.finish()
