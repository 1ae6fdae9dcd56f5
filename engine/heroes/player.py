"""What a seat is apart from its Heroes and Cities."""

from typing import final


@final
class Player:
    """A seat: its race, and what it has entered of a decision that all make at once.

    `fallen` is 0 while it is alive, else the number of its defeat.
    """

    __slots__ = (
        "budget",
        "deaths",
        "fallen",
        "grace",
        "pending",
        "race",
        "vote",
    )

    def __init__(
        self,
        race: int,
        fallen: int = 0,
        deaths: int = 0,
        grace: int = 0,
        budget: int = 0,
        pending: bool = False,
        vote: int = 0,
    ) -> None:
        self.race = race
        self.fallen = fallen
        self.deaths = deaths
        self.grace = grace
        self.budget = budget
        self.pending = pending
        self.vote = vote

    def copy(self) -> "Player":
        """An independent player."""
        return Player(
            self.race,
            self.fallen,
            self.deaths,
            self.grace,
            self.budget,
            self.pending,
            self.vote,
        )

    def is_alive(self) -> bool:
        """Whether the seat has not been defeated."""
        return self.fallen == 0

    def pack(self, numbers: list[int]) -> None:
        """Append its numbers."""
        numbers += [
            *(self.race, self.fallen, self.deaths, self.grace),
            *(self.budget, int(self.pending), self.vote),
        ]
