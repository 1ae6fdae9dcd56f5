"""Writing datasets: from messages of the arbiter, or from records, into folders of Parquet."""

from pentarch.export.folder import BadFolder, ExportFolder, Filters

__all__ = ["BadFolder", "ExportFolder", "Filters"]
