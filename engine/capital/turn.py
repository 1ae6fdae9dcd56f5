"""The order of play: from decision to decision, from phase to phase, from turn to turn (CP-3)."""

from abc import ABC, abstractmethod
from typing import Final, final

from pentarch.engine.capital.commands import BY_TEXT, DONE
from pentarch.engine.capital.piles import discard_all, draw, slugs
from pentarch.engine.capital.prices import upgrade_refusal
from pentarch.engine.capital.realm import Realm
from pentarch.engine.capital.rows import Card
from pentarch.engine.capital.state import (
    DECIDE_ATTACK,
    DECIDE_BUILD,
    DECIDE_GIVE,
    DECIDE_KEEP,
    DECIDE_NOTHING,
    DECIDE_REGROUP,
    ENDED_CAP,
    NOBODY,
    PHASE_ATTACK,
    PHASE_BUILD,
    PHASE_OVER,
    PHASE_REGROUP,
    State,
)
from pentarch.engine.capital.tables import (
    LATE_BONUS_BUILD,
    LATE_BONUS_GOLD,
    LATE_BONUS_ROUND,
    MERCENARIES,
    TEAM_BONUS_ROUND,
)
from pentarch.engine.capital.tracker import NO_DEEDS, Pools
from pentarch.engine.capital.units import Unit, distinct
from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command, Verb
from pentarch.engine.core import Event, Refusal, Seat
from pentarch.engine.decision import Branch, Choice


class Listed(Branch[State]):
    """A way to answer of which everything listed is legal: found by what makes it so."""

    @abstractmethod
    def legal(self, state: State, seat: Seat) -> list[Command]:
        """The legal commands of the verb."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return self.legal(state, seat)


class MercenaryDeed(Listed):
    """What mercenaries in open slots can do (CP-8.1): these cards, if at all."""

    def __init__(self, verb: Verb, cards: list[Card]) -> None:
        super().__init__(verb)
        self.users: Final = {card.id for card in cards}

    @abstractmethod
    def offers(self, state: State, seat: Seat, unit: Unit) -> list[Command]:
        """What this mercenary, one of the cards in an open slot, may do."""

    def legal(self, state: State, seat: Seat) -> list[Command]:
        listed: list[Command] = []
        for unit in distinct(state.realms[seat].actors()):
            if unit.card.id in self.users:
                listed += self.offers(state, seat, unit)
        return listed


class Closing(Listed):
    """The word that ends a decision. It may always be said unless a subclass says otherwise."""

    def __init__(self, command: Command) -> None:
        super().__init__(command.verb)
        self.commands: Final = [command]

    def legal(self, state: State, seat: Seat) -> list[Command]:
        return self.commands

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        return None


class SeatChoice(Choice[State]):
    """A decision of one seat, which the state names.

    Commands are listed in the order of their texts; the closing word, if there is one, is last.
    Deeds keep that order by themselves, in which none of their verbs is between those of another.
    """

    def __init__(
        self,
        name: str,
        deeds: "list[Branch[State]]",
        closing: "Closing | None" = None,
        *,
        mercenary_deeds: "tuple[MercenaryDeed, ...]" = (),
    ) -> None:
        """`mercenary_deeds` are those that only mercenaries in open slots can do."""
        every: list[Branch[State]] = [*deeds, *mercenary_deeds]
        super().__init__(name, every if closing is None else [*every, closing])
        self.deeds: Final = deeds
        self.mercenary_deeds: Final = mercenary_deeds
        self.closing: Final = closing
        self._deeds_of: Final = {
            card.id: [deed for deed in mercenary_deeds if card.id in deed.users]
            for card in MERCENARIES
        }

    def actors(self, state: State) -> list[Seat]:
        return [state.actor]

    def is_asked(self, state: State, seat: Seat) -> bool:
        return seat == state.actor

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        listed: list[Command] = []
        for branch in [*self.deeds, *self.mercenary_deeds]:
            listed += branch.candidates(state, seat)
        listed.sort(key=BY_TEXT)
        if self.closing is not None:
            listed += self.closing.candidates(state, seat)
        return listed

    def legal(self, state: State, seat: Seat) -> list[Command]:
        listed = self.list_deeds(state, seat)
        actors = state.realms[seat].actors() if self.mercenary_deeds else None
        offers = self.list_offers(state, seat, actors) if actors else None
        if offers:
            listed += offers
            listed.sort(key=BY_TEXT)
        if self.closing is not None:
            listed += self.closing.legal(state, seat)
        return listed

    def list_deeds(self, state: State, seat: Seat) -> list[Command]:
        """What may be done without mercenaries."""
        listed: list[Command] = []
        for branch in self.deeds:
            listed += branch.legal(state, seat)
        return listed

    def list_offers(self, state: State, seat: Seat, actors: list[Unit]) -> list[Command]:
        """What mercenaries in open slots may do: each is asked for the deeds of its card."""
        listed: list[Command] = []
        for unit in distinct(actors):
            for deed in self._deeds_of[unit.card.id]:
                listed += deed.offers(state, seat, unit)
        return listed

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        self._by_verb[command.verb].carry_out(state, seat, command, chance, events)
        advance(state, chance, events)


class Phase(ABC):
    """One of the three phases of a turn: whether there is anything to do in it, and its end."""

    @abstractmethod
    def is_idle(self, state: State) -> bool:
        """Whether everybody can see that nothing can be done (CP-3.5).

        It never depends on cards that are hidden from anybody.
        """

    @abstractmethod
    def end(self, state: State, chance: Chance, events: "list[Event]") -> None:
        """Go on to what follows."""


@final
class BuildPhase(Phase):
    """CP-4."""

    def is_idle(self, state: State) -> bool:
        """Whether no card that the seat may have hidden could be built or used."""
        realm = state.realms[state.active]
        pools = realm.pools
        is_paid = pools.gold > 0 and (pools.build > 0 or pools.free_buildings > 0)
        if realm.hand and (is_paid or pools.free_troops > 0):
            return False
        return upgrade_refusal(realm) is not None and not realm.actors()

    def end(self, state: State, chance: Chance, events: "list[Event]") -> None:
        """What is left is lost (CP-4.3, CP-8.5)."""
        state.realms[state.active].pools = Pools()
        state.phase = PHASE_ATTACK
        state.decision = DECIDE_ATTACK


@final
class AttackPhase(Phase):
    """CP-5."""

    def is_idle(self, state: State) -> bool:
        """Whether no troop can attack and no mercenary could be one that acts now."""
        realm = state.realms[state.active]
        return not realm.units or (not realm.attackers() and not realm.actors())

    def end(self, state: State, chance: Chance, events: "list[Event]") -> None:
        """Troops are no longer spent: it has no meaning after the Attack phase (CP-5.4)."""
        realm = state.realms[state.active]
        realm.units = [unit.rested() if unit.is_spent else unit for unit in realm.units]
        state.phase = PHASE_REGROUP
        state.decision = DECIDE_REGROUP


@final
class RegroupPhase(Phase):
    """CP-6."""

    def is_idle(self, state: State) -> bool:
        """Whether no unit, whichever it is, could move, change places or be of use."""
        realm = state.realms[state.active]
        if not realm.units:
            return True
        units = [unit for unit in realm.units if not unit.has_moved]
        for position, unit in enumerate(units):
            if realm.slots_for(unit.card).has_room_beside(unit.location):
                return False
            for other in units[position + 1 :]:
                if unit.card.kind == other.card.kind and unit.location is not other.location:
                    return False
        return not (would_lose_cards(realm) and realm.actors())

    def end(self, state: State, chance: Chance, events: "list[Event]") -> None:
        """On to giving a card, if there is somebody to give one to (CP-6.3)."""
        seat = state.active
        if state.living_partner(seat) != NOBODY and state.realms[seat].hand:
            state.decision = DECIDE_GIVE
            return
        begin_keeping(state, chance, events)


PHASE_OF: Final[dict[str, Phase]] = {
    DECIDE_BUILD: BuildPhase(),
    DECIDE_ATTACK: AttackPhase(),
    DECIDE_REGROUP: RegroupPhase(),
}


@final
class EndPhase(Closing):
    """`done` in one of the three phases."""

    def __init__(self, decision: str) -> None:
        super().__init__(DONE)
        self.phase: Final = PHASE_OF[decision]

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        self.phase.end(state, chance, events)


def advance(state: State, chance: Chance, events: "list[Event]") -> None:
    """Go on to the next decision; a phase that everybody sees to be idle ends by itself."""
    phase = PHASE_OF.get(state.decision)
    while phase is not None and phase.is_idle(state):
        phase.end(state, chance, events)
        phase = PHASE_OF.get(state.decision)


def begin_turn(state: State, seat: Seat, events: "list[Event]") -> None:
    """The seat's Build phase opens (CP-3.1)."""
    state.active = seat
    begin_build(state)
    events.append(Event("turn", seat, (state.round,)))


def begin_build(state: State) -> None:
    """Fill the pools from the tracker (CP-4.1); the discount of the phase is fixed (CP-4.18)."""
    realm = state.realms[state.active]
    tracker = realm.tracker
    pools = Pools(tracker.gold, tracker.build, tracker.discount)
    if state.settings.late_seat_bonus and state.round == _bonus_round(state, state.active):
        pools.gold += LATE_BONUS_GOLD
        pools.build += LATE_BONUS_BUILD
    realm.pools = pools
    state.phase = PHASE_BUILD
    state.decision = DECIDE_BUILD
    state.actor = state.active


def _bonus_round(state: State, seat: Seat) -> int:
    """When the seat has its bonus (CP-3.7): a round later where it had first choice of a city."""
    rounds = TEAM_BONUS_ROUND if state.settings.teams else LATE_BONUS_ROUND[len(state.realms)]
    round = rounds[seat]
    return round + 1 if round and state.settings.cities_by_choice else round


def would_lose_cards(realm: Realm) -> bool:
    """Whether cards would go that a Quartermaster keeps."""
    return len(realm.hand) > realm.tracker.store and not realm.deeds.keeps_hand


def begin_keeping(state: State, chance: Chance, events: "list[Event]") -> None:
    """Ask which cards are kept, unless there is nothing to choose (CP-6.4)."""
    realm = state.realms[state.active]
    if not would_lose_cards(realm):
        draw_and_end(state, chance, events)
    elif realm.tracker.store > 0:
        state.decision = DECIDE_KEEP
    else:
        finish_keeping(state, chance, events)


def finish_keeping(state: State, chance: Chance, events: "list[Event]") -> None:
    """The kept cards are the new hand in the order of picking (CP-6.4)."""
    seat = state.active
    realm = state.realms[seat]
    discard_all(state, realm.hand)
    events.append(Event("discarded", seat, slugs(realm.hand)))
    events.append(Event("kept", seat, slugs(realm.kept), state.confidants(seat)))
    realm.hand = realm.kept
    realm.kept = []
    draw_and_end(state, chance, events)


def draw_and_end(state: State, chance: Chance, events: "list[Event]") -> None:
    """Drawing the new cards ends the turn (CP-3.6, CP-6.5)."""
    draw(state, state.active, state.realms[state.active].tracker.draw, chance, events)
    end_turn(state, events)


def end_turn(state: State, events: "list[Event]") -> None:
    """Clear the turn's marks and begin the next living seat's turn, or end at the cap (CP-3.2)."""
    seat = state.active
    realm = state.realms[seat]
    realm.deeds = NO_DEEDS
    realm.units = [unit.ready() if unit.has_moved else unit for unit in realm.units]
    while True:
        seat += 1
        if seat == len(state.realms):
            seat = 0
            if state.round >= state.settings.round_cap:
                end_match(state, ENDED_CAP, NOBODY)
                events.append(Event("round_cap", -1, (state.round,)))
                return
            state.round += 1
        if state.realms[seat].alive:
            break
    begin_turn(state, seat, events)


def end_match(state: State, ending: str, winner: Seat) -> None:
    """Nothing is left to decide (CP-1.5, CP-11.8)."""
    state.ending = ending
    state.winner = winner
    state.phase = PHASE_OVER
    state.decision = DECIDE_NOTHING
