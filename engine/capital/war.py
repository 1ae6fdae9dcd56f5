"""War: the Attack phase outside battles, and who is sent into one (CP-5.1 to CP-5.6)."""

from abc import abstractmethod
from typing import Final, final

from pentarch.engine.capital import refusals
from pentarch.engine.capital.commands import (
    AID,
    CHARGE,
    GUARD,
    HOLD,
    PASS,
    SEND,
    TROOP_WORD,
    WAR,
    WARS,
)
from pentarch.engine.capital.mercenaries import Use, UseSalvager, UseSpy
from pentarch.engine.capital.places import LOCATIONS
from pentarch.engine.capital.quests import CompleteQuest
from pentarch.engine.capital.realm import Realm
from pentarch.engine.capital.rows import Card
from pentarch.engine.capital.state import (
    DECIDE_AID,
    DECIDE_ATTACK,
    DECIDE_GUARD,
    DECIDE_SEND,
    DECIDE_TACTICS_ATTACK,
    NOBODY,
    Battle,
    Fighter,
    Side,
    State,
)
from pentarch.engine.capital.tables import IN_ATTACK, SEATS, TROOPS
from pentarch.engine.capital.turn import Closing, EndPhase, Listed, SeatChoice
from pentarch.engine.capital.units import Unit, distinct
from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command, Verb
from pentarch.engine.core import Event, Refusal, Seat
from pentarch.engine.decision import Branch


@final
class DeclareWar(Branch[State]):
    """A war names one living opponent, for everybody to hear (CP-5.2)."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [WARS[other] for other in state.opponents(seat)]

    def legal(self, state: State, seat: Seat) -> list[Command]:
        """With whom to attack is the same question for all of them."""
        return self.candidates(state, seat) if state.realms[seat].attackers() else []

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        if not state.is_opponent(seat, command.args[0]):
            return refusals.NOT_AN_OPPONENT
        return None if state.realms[seat].attackers() else refusals.NO_TROOPS

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        state.battle = Battle(seat, command.args[0])
        state.decision = DECIDE_SEND
        events.append(Event("war", seat, (SEATS[command.args[0]],)))


class Commit(Listed):
    """A troop goes to the battlefield and is revealed; its slot stays reserved (CP-5.29)."""

    def __init__(self, verb: Verb, event: str, unusable: Refusal) -> None:
        super().__init__(verb)
        self.event: Final = event
        self.unusable: Final = unusable

    @abstractmethod
    def usable(self, realm: Realm) -> list[Unit]:
        """The units that may be committed."""

    @abstractmethod
    def commit(self, state: State, realm: Realm, unit: Unit) -> Side:
        """Mark the unit; the side that it fights for."""

    def legal(self, state: State, seat: Seat) -> list[Command]:
        return [
            self.verb.of(TROOP_WORD[unit.card.id], unit.location.number)
            for unit in distinct(self.usable(state.realms[seat]))
        ]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        return self.unusable if self._find(state.realms[seat], command) is None else None

    def _find(self, realm: Realm, command: Command) -> "Unit | None":
        card: Card = TROOPS[command.args[0]]
        location = LOCATIONS[command.args[1]]
        for unit in self.usable(realm):
            if unit.card is card and unit.location is location:
                return unit
        return None

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        realm = state.realms[seat]
        unit = self._find(realm, command)
        assert unit is not None
        fighter = Fighter(seat, unit.card, unit.location)
        self.commit(state, realm, unit).fighters.append(fighter)
        events.append(Event(self.event, seat, (unit.card.slug, unit.location.word)))


@final
class Send(Commit):
    """An attacker is sent, and spent for this turn (CP-5.3, CP-5.4)."""

    def usable(self, realm: Realm) -> list[Unit]:
        return realm.attackers()

    def commit(self, state: State, realm: Realm, unit: Unit) -> Side:
        realm.replace(unit, unit.sent())
        return state.fight().attack


@final
class Guard(Commit):
    """A defender of the seat that is attacked (CP-5.5)."""

    def usable(self, realm: Realm) -> list[Unit]:
        return realm.defenders()

    def commit(self, state: State, realm: Realm, unit: Unit) -> Side:
        realm.replace(unit, unit.fighting())
        return state.fight().defence


@final
class Aid(Commit):
    """One troop that the defender's partner lends (CP-5.6)."""

    def usable(self, realm: Realm) -> list[Unit]:
        return realm.defenders()

    def commit(self, state: State, realm: Realm, unit: Unit) -> Side:
        realm.replace(unit, unit.fighting())
        _begin_tactics(state)
        return state.fight().defence


@final
class Charge(Closing):
    """All attackers have been sent, one at least."""

    def legal(self, state: State, seat: Seat) -> list[Command]:
        return self.commands if state.fight().attack.fighters else []

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        return None if state.fight().attack.fighters else refusals.NOBODY_SENT

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        state.decision = DECIDE_GUARD
        state.actor = state.fight().defence.seat


@final
class Hold(Closing):
    """All defenders are committed; a living partner is asked next."""

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        ally = state.living_partner(seat)
        if ally == NOBODY:
            _begin_tactics(state)
            return
        state.decision = DECIDE_AID
        state.actor = ally


@final
class LendNobody(Closing):
    """The partner lends no troop."""

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        _begin_tactics(state)


def _begin_tactics(state: State) -> None:
    state.decision = DECIDE_TACTICS_ATTACK
    state.actor = state.fight().attack.seat


ATTACK_DECISION: Final = SeatChoice(
    DECIDE_ATTACK,
    [DeclareWar(WAR)],
    EndPhase(DECIDE_ATTACK),
    mercenary_deeds=(
        Use(IN_ATTACK),
        UseSalvager(IN_ATTACK),
        UseSpy(IN_ATTACK),
        CompleteQuest(),
    ),
)
SEND_DECISION: Final = SeatChoice(
    DECIDE_SEND, [Send(SEND, "sent", refusals.CANNOT_ATTACK)], Charge(CHARGE)
)
GUARD_DECISION: Final = SeatChoice(
    DECIDE_GUARD, [Guard(GUARD, "guarded", refusals.CANNOT_DEFEND)], Hold(HOLD)
)
AID_DECISION: Final = SeatChoice(
    DECIDE_AID, [Aid(AID, "aided", refusals.CANNOT_DEFEND)], LendNobody(PASS)
)
