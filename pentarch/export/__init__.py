"""Writing datasets: from messages of the arbiter, or from records, into folders of Parquet."""

from pentarch.export.target import ExportFolder, Filters, WrongFolder

__all__ = ["WrongFolder", "ExportFolder", "Filters"]
