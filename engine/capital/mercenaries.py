"""Mercenaries outside battles: abilities, the Salvager, the Spy (CP-8)."""

from typing import Final, final

from pentarch.engine.capital import refusals
from pentarch.engine.capital.commands import (
    BURN,
    PLAIN_MERCS,
    PLAIN_WORD,
    SALVAGE,
    USE,
    USE_SALVAGER,
    USE_SPY,
)
from pentarch.engine.capital.piles import discard, draw, slugs
from pentarch.engine.capital.places import LOCATIONS, Location
from pentarch.engine.capital.realm import Realm
from pentarch.engine.capital.rows import Card
from pentarch.engine.capital.state import DECIDE_BURN, NOBODY, State
from pentarch.engine.capital.tables import CARD, CARDS, GREEN, SEATS
from pentarch.engine.capital.turn import Listed, MercenaryDeed, SeatChoice, would_lose_cards
from pentarch.engine.capital.units import Unit
from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command, Verb
from pentarch.engine.core import Event, Refusal, Seat

_SALVAGER: Final = CARD["salvager"]
_SPY: Final = CARD["spy"]


def slot_refusal(realm: Realm, card: Card, location: Location) -> "Refusal | None":
    """Why the mercenary cannot act from there (CP-8.1)."""
    if realm.find(card, location) is None:
        return refusals.NOT_IN_SLOT
    return None if realm.city.acts_from(location) else refusals.SLOT_CLOSED


def use_refusal(realm: Realm, card: Card, location: Location, time: str) -> "Refusal | None":
    """Why its ability cannot be used at this time (CP-8.3)."""
    if time not in card.ability.times:
        return refusals.WRONG_TIME
    if card.ability.keeps_hand and not would_lose_cards(realm):
        return refusals.NOT_ENOUGH_HAND
    return slot_refusal(realm, card, location)


def leave_slot(realm: Realm, card: Card, location: Location) -> None:
    """A mercenary that is there leaves its slot."""
    unit = realm.find(card, location)
    assert unit is not None
    realm.remove(unit)


def spend(state: State, card: Card, location: Location, events: "list[Event]") -> None:
    """A used mercenary is discarded before its ability takes place (CP-8.2)."""
    leave_slot(state.acting(), card, location)
    discard(state, card)
    events.append(Event("used", state.actor, (card.slug, location.word)))


def resume(state: State) -> None:
    """Back to the decision of the phase, which has the phase's name."""
    state.decision = state.phase


class AbilityUse(MercenaryDeed):
    """Mercenaries use their abilities at a certain time."""

    def __init__(self, verb: Verb, cards: list[Card], time: str) -> None:
        super().__init__(verb, [card for card in cards if time in card.ability.times])
        self.time: Final = time


class Use(AbilityUse):
    """An ability that is aimed at nothing."""

    def __init__(self, time: str) -> None:
        super().__init__(USE, PLAIN_MERCS, time)

    def offers(self, state: State, seat: Seat, unit: Unit) -> list[Command]:
        if unit.card.ability.keeps_hand and not would_lose_cards(state.realms[seat]):
            return []
        return [USE.of(PLAIN_WORD[unit.card.id], unit.location.number)]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        card, location = PLAIN_MERCS[command.args[0]], LOCATIONS[command.args[1]]
        return use_refusal(state.realms[seat], card, location, self.time)

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        card = PLAIN_MERCS[command.args[0]]
        spend(state, card, LOCATIONS[command.args[1]], events)
        self.take_effect(state, card, chance, events)

    def take_effect(self, state: State, card: Card, chance: Chance, events: "list[Event]") -> None:
        """Add to the pools, draw cards, or keep the hand (CP-8.5, CP-8.6)."""
        realm = state.acting()
        pools = realm.pools
        ability = card.ability
        pools.gold += ability.gold + min(ability.tax, 1 + realm.banners[GREEN])
        pools.build += ability.build
        pools.rebate += ability.rebate
        pools.free_buildings += ability.free_buildings
        pools.free_troops += ability.free_troops
        if ability.draw:
            draw(state, state.actor, ability.draw, chance, events)
        if ability.keeps_hand:
            realm.deeds = realm.deeds.plus(keeps_hand=True)


@final
class UseSalvager(AbilityUse):
    """A building comes back from the discard pile (CP-8.8)."""

    def __init__(self, time: str) -> None:
        super().__init__(USE_SALVAGER, [_SALVAGER], time)

    def offers(self, state: State, seat: Seat, unit: Unit) -> list[Command]:
        return [
            USE_SALVAGER.of(unit.location.number, building.id)
            for building in set(state.discard)
            if building.is_building
        ]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        if SALVAGE[command.args[1]] not in state.discard:
            return refusals.NOT_DISCARDED
        location = LOCATIONS[command.args[0]]
        return use_refusal(state.realms[seat], _SALVAGER, location, self.time)

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        """The newest copy leaves the discard pile before the Salvager gets there."""
        building = SALVAGE[command.args[1]]
        newest = len(state.discard) - 1 - state.discard[::-1].index(building)
        state.discard.pop(newest)
        state.realms[seat].hand.append(building)
        spend(state, _SALVAGER, LOCATIONS[command.args[0]], events)
        events.append(Event("salvaged", state.actor, (building.slug,)))


@final
class UseSpy(AbilityUse):
    """Another hand is looked at, and a card of it burned (CP-8.9)."""

    def __init__(self, time: str) -> None:
        super().__init__(USE_SPY, [_SPY], time)

    def offers(self, state: State, seat: Seat, unit: Unit) -> list[Command]:
        return [USE_SPY.of(unit.location.number, other) for other in state.opponents(state.actor)]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        if not state.is_opponent(state.actor, command.args[1]):
            return refusals.NOT_AN_OPPONENT
        return use_refusal(state.realms[seat], _SPY, LOCATIONS[command.args[0]], self.time)

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        """What the Spy sees is told to its seat alone."""
        target = command.args[1]
        spend(state, _SPY, LOCATIONS[command.args[0]], events)
        events.append(Event("spied", state.actor, (SEATS[target],)))
        realm = state.realms[target]
        private = (state.actor,)
        events.append(Event("saw_hand", target, slugs(realm.hand), private))
        for unit in realm.units:
            words = (unit.card.slug, unit.location.word)
            events.append(Event("saw_unit", target, words, private))
        if realm.hand:
            state.spied = target
            state.decision = DECIDE_BURN


@final
class Burn(Listed):
    """The Spy discards a card of the other hand, face up (CP-8.9)."""

    def legal(self, state: State, seat: Seat) -> list[Command]:
        return [BURN.of(card.id) for card in state.realms[state.spied].distinct_hand()]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        in_hand = CARDS[command.args[0]] in state.realms[state.spied].hand
        return None if in_hand else refusals.NOT_IN_SPIED_HAND

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        card = CARDS[command.args[0]]
        state.realms[state.spied].play(card)
        discard(state, card)
        events.append(Event("burned", state.spied, (card.slug,)))
        state.spied = NOBODY
        resume(state)


BURN_DECISION: Final = SeatChoice(DECIDE_BURN, [Burn(BURN)])
