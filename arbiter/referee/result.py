"""What comes out of a match that was played to its end."""

from typing import Any, Final

from pentarch.arbiter.referee.annotations import Annotations
from pentarch.arbiter.referee.verdicts import Evidence
from pentarch.engine.core import Outcome
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from pentarch.engine.record import Record, record_of


class PlayedMatch:
    """A match that is over, with everything worth keeping of it."""

    def __init__(
        self,
        match: "Match[Any]",
        *,
        bots: list[str],
        annotations: Annotations,
        used: list[float],
        seconds: float,
    ) -> None:
        assert match.outcome is not None
        self.match: Final = match
        self.outcome: Final[Outcome] = match.outcome
        self.bots: Final = bots
        self.used: Final = used
        self.seconds: Final = seconds
        self._annotations: Final = annotations

    @property
    def evidence(self) -> list[Evidence]:
        """The verdicts, in the order they were given."""
        return self._annotations.evidence

    def record(self, *, timed: bool, is_public: bool = False) -> Record:
        """The record. Without times it is byte-equal for equal matches, annotations included.

        A public one says what the verdicts were, but not what a bot printed or sent.
        """
        annotations = self._annotations.plain(timed=timed, is_public=is_public)
        return record_of(self.match, self.bots, annotations)


def branch_of(origin: Record, step: int, result: PlayedMatch) -> Record:
    """The record of a match that was played on before a step of another, which it names."""
    played = result.record(timed=False)
    notes = played.annotations if isinstance(played.annotations, dict) else {}
    parent: Json = {"digest": origin.final_digest.hex(), "step": step}
    return record_of(result.match, result.bots, {**notes, "parent": parent})
