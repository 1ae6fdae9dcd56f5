"""What attacks are worth, in renown: laurels, units and goods of both sides, and the work lost."""

from typing import NamedTuple

from pentarch.bots.greedy.township.battle import battle
from pentarch.engine.core import Seat
from pentarch.engine.township.state import State, Town
from pentarch.engine.township.tables import (
    ACADEMY,
    ALE,
    FINERY,
    GOODS,
    PLACES,
    SHIELDS,
    TOOLS,
)

WORK = 0.5
"""What an activity is worth: in the end a feast with its ale and finery takes about four."""
PIECE = [3 * WORK if good in (TOOLS, ALE, FINERY) else WORK for good in range(len(GOODS))]
"""What a piece in stock is worth: the activities it takes."""
SHIELD = 0.5 * WORK
"""What a shield is worth: a batch has two."""
UNIT = 6 * WORK
"""What a unit costs to replace. It is never worth more than the work it can still do."""
PACE = 9
"""The renown that a grown town gains in a round."""
USUAL_ROUNDS = 22
"""How long a match takes in peace."""
NOTHING = -99.0
"""Worse than any attack."""


class Stakes(NamedTuple):
    """What an attack can be expected to bring to the attacker and to cost the defender."""

    gain: float
    loss: float


class Front:
    """A state in the eyes of those who think of war.

    A rival's loss counts in full between two towns, and less the more others there are to profit:
    that is `envy`. `rounds` are those still to come.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.towns = state.towns
        self.renown = [town.renown(state.settings.finery_renown) for town in state.towns]
        living = state.living()
        self.envy = 1 / max(1, len(living) - 1)
        missing = state.settings.renown_target - max([self.renown[seat] for seat in living])
        rounds = max(missing // PACE, USUAL_ROUNDS - state.round, 0)
        self.rounds = min(rounds, state.settings.round_cap - state.round)
        self.unit = min(UNIT, WORK * self.rounds)

    def victor(self, seat: Seat) -> Seat:
        """Who will have won after this round, if those whose turn comes go on at the usual pace.

        -1 when the match goes on. The seat is the active one.
        """
        settings = self.state.settings
        best = -1
        most = 0 if self.state.round >= settings.round_cap else settings.renown_target - 1
        for other, town in enumerate(self.towns):
            if not town.out:
                renown = self.renown[other] + (PACE if other >= seat else 0)
                if renown > most:
                    best, most = other, renown
        return best

    def best_attack(self, seat: Seat, units: int, swords: int) -> tuple[float, Seat]:
        """What the best attack of the active seat is worth to it, and whom it is against."""
        victor = self.victor(seat)
        if victor not in (-1, seat):
            # All is lost otherwise: nothing but the victor's fall counts, and no work.
            stakes = self.stakes(seat, victor, units, swords)
            return stakes.gain + stakes.loss, victor
        best = (NOTHING, -1)
        lost = self.work_lost(self.towns[seat], units)
        for other, town in enumerate(self.towns):
            if other != seat and not town.out:
                stakes = self.stakes(seat, other, units, swords)
                best = max(best, (stakes.gain + self.envy * stakes.loss - lost, other))
        return best

    def stakes(self, attacker: Seat, defender: Seat, units: int, swords: int) -> Stakes:
        """Those of an attack that the defender meets or sits out, as is better for it."""
        met = self.met(attacker, defender, units, swords)
        sat_out = self.fight(attacker, defender, units, swords, 0, 0)
        return met if self.regret(met) <= self.regret(sat_out) else sat_out

    def regret(self, stakes: Stakes) -> float:
        """How bad an attack is for the defender."""
        return stakes.loss + self.envy * stakes.gain

    def met(self, attacker: Seat, defender: Seat, units: int, swords: int) -> Stakes:
        """Those of an attack that the whole town meets with all its shields."""
        town = self.towns[defender]
        shields = min(town.stock[SHIELDS], town.units)
        return self.fight(attacker, defender, units, swords, town.units, shields)

    def fight(
        self, attacker: Seat, defender: Seat, units: int, swords: int, defenders: int, shields: int
    ) -> Stakes:
        """Those of an attack in which everything is decided but the dice."""
        settings = self.state.settings
        expected = battle(units, swords, defenders, shields)
        beaten = expected.killed + expected.left_over
        taken = min(self.towns[defender].laurels, settings.capture_laurels * beaten)
        returned = min(self.towns[attacker].laurels, settings.capture_laurels * expected.lost)
        spoils = self.spoils(self.towns[defender], expected.left_over)
        both = taken + spoils - returned
        return Stakes(
            both + settings.attack_laurels * expected.killed - self.unit * expected.lost,
            both + self.unit * expected.killed - settings.defence_laurels * expected.lost,
        )

    def spoils(self, town: Town, points: float) -> float:
        """What loot of so many points takes from a town, while there is time to use it."""
        pieces = town.pieces()
        if not pieces or not self.rounds:
            return 0.0
        stock = sum([amount * PIECE[good] for good, amount in enumerate(town.stock)])
        return stock * min(1.0, points / pieces)

    def work_lost(self, town: Town, units: int) -> float:
        """What the work of so many units is worth; those who stay at work have the tools."""
        tools = town.stock[TOOLS] if town.has_school() else 0
        without_tools = max(0, town.units - tools)
        return WORK * (units + max(0, units - without_tools))

    def danger(self, seat: Seat) -> float:
        """What the best attack that academies allow is worth to a rival, if the town meets it."""
        worst = NOTHING
        for other, town in enumerate(self.towns):
            army = min(town.units, PLACES * academies(town))
            if other != seat and army:
                stakes = self.met(other, seat, army, army)
                worth = stakes.gain + self.envy * stakes.loss - self.work_lost(town, army)
                worst = max(worst, worth)
        return worst

    def is_arming(self, seat: Seat) -> bool:
        """Whether a rival of the seat has or builds an academy."""
        return any([other != seat and academies(town) > 0 for other, town in enumerate(self.towns)])


def academies(town: Town) -> int:
    """The academies of a town, finished or not: one can be ready within a turn."""
    return sum([building.site.kind is ACADEMY for building in town.buildings])
