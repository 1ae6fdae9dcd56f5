"""Kinds of versions, as far as they make a difference at the table."""

from enum import StrEnum


class VersionKind(StrEnum):
    """Where a version runs. Values never change once released."""

    HOSTED = "hosted"
    REMOTE = "remote"
    BUILTIN = "builtin"

    @property
    def remembers(self) -> bool:
        """Whether a bot of this kind can know in one match what happened in another."""
        return self is VersionKind.REMOTE
