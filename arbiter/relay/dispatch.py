"""How work is handed to the workers."""

from typing import Protocol


class Dispatch(Protocol):
    """Hands work to the broker. Everything handed over is committed in the database already, and
    handing it over twice does no harm; what cannot be handed over is found by the sweep."""

    def play(self, match_ids: list[int], *, urgent: bool = False) -> None:
        """Somebody plays these matches, usually those of one block, in order. Urgent ones, which
        have been lost once, come before all others."""

    def verify(self, match_ids: list[int]) -> None:
        """Another process plays their records again, and rates them."""

    def validate(self) -> None:
        """Somebody validates the versions that have been submitted."""

    def analyse(self) -> None:
        """Somebody makes the analyses that have been asked for."""
