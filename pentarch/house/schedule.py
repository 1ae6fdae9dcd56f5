"""Who meets whom in the house. Each table is a block: one seed, once in every rotation."""

from dataclasses import dataclass, field
from itertools import combinations

from pentarch.engine import registry
from pentarch.engine.chance import Seeded, derive
from pentarch.engine.errors import InvalidValue
from pentarch.engine.plain import Json
from pentarch.local import Series


@dataclass(frozen=True)
class House:
    """Which bots play at how many seats.

    In a round of two seats every pair meets once; at larger tables, drawn by lot, every bot sits
    down once, and a few twice where the bots do not divide evenly.
    """

    ruleset: str
    bots: tuple[str, ...]
    seats: tuple[int, ...]
    rounds: int
    seed: int
    options: "dict[str, Json]" = field(default_factory=dict)

    def check(self) -> None:
        """Raise what playing would raise for names and values that do not exist."""
        if len(set(self.bots)) < len(self.bots):
            raise InvalidValue("a bot is named twice")
        for count in self.seats:
            if len(self.bots) < count:
                raise InvalidValue(f"{count} seats, but only {len(self.bots)} bots")
            self._table(self.bots[:count], 0).check()
        for bot in self.bots:
            self._table((bot,) * min(self.seats), 0).check()

    def tables(self) -> list[Series]:
        """The blocks of the house, round by round."""
        found: list[Series] = []
        for round in range(self.rounds):
            for count in self.seats:
                found += [self._table(bots, round) for bots in self._groups(round, count)]
        return found

    def placing(self, bot: str) -> list[Series]:
        """The blocks of a bot that is not of the house: it meets every bot once in a round of two
        seats, and sits down once at each larger table, with others drawn by lot."""
        found: list[Series] = []
        for round in range(self.rounds):
            for count in self.seats:
                if count == 2:
                    found += [self._table((bot, other), round) for other in self.bots]
                else:
                    others = self._shuffled(round, count)[: count - 1]
                    found.append(self._table((bot, *others), round))
        return found

    def _groups(self, round: int, count: int) -> list[tuple[str, ...]]:
        if count == 2:
            return list(combinations(self.bots, 2))
        order = self._shuffled(round, count)
        # The last table is filled up with bots of the first.
        order += order[: -len(order) % count]
        return [tuple(order[at : at + count]) for at in range(0, len(order), count)]

    def _shuffled(self, round: int, count: int) -> list[str]:
        order = [*self.bots]
        Seeded(derive(self.seed, "house", count, round)).shuffle(order)
        return order

    def _table(self, bots: tuple[str, ...], round: int) -> Series:
        seed = derive(self.seed, "round", round)
        return Series(self.ruleset, [*bots], seed, len(bots), self.options, keep_records=True)


def seat_counts(ruleset: str, wanted: "tuple[int, ...]") -> tuple[int, ...]:
    """Those of the numbers of seats that the ruleset allows."""
    info = registry.get(ruleset).info
    return tuple([count for count in wanted if info.min_seats <= count <= info.max_seats])
