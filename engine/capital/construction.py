"""The Build phase: what is built from the hand, and Capital upgrades (CP-4)."""

from typing import Final, final

from pentarch.engine.capital import refusals
from pentarch.engine.capital.commands import (
    BUILD_BUILDING,
    BUILD_UNIT,
    BUILDS,
    HIRES,
    UPGRADE,
    UPGRADINGS,
)
from pentarch.engine.capital.mercenaries import Use, UseSalvager, UseSpy
from pentarch.engine.capital.places import LOCATION, LOCATIONS
from pentarch.engine.capital.prices import (
    building_price,
    building_refusal,
    is_free,
    unit_refusal,
    upgrade_price,
    upgrade_refusal,
)
from pentarch.engine.capital.quests import CompleteQuest
from pentarch.engine.capital.realm import Realm
from pentarch.engine.capital.rows import MERCENARY, TROOP, Card
from pentarch.engine.capital.settlement import Settle
from pentarch.engine.capital.state import DECIDE_BUILD, ENDED_CAPITAL, State
from pentarch.engine.capital.tables import (
    BUILDINGS,
    IN_BUILD,
    MOST_VILLAGES,
    UNIT_PRICE,
    UNITS,
    UPGRADES,
)
from pentarch.engine.capital.turn import EndPhase, SeatChoice, end_match
from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Refusal, Seat
from pentarch.engine.decision import Branch


def _refusal(realm: Realm, card: Card) -> "Refusal | None":
    """Why this building, being in the hand, cannot be built."""
    if card.is_village:
        if realm.founded >= MOST_VILLAGES:
            return refusals.NO_MORE_VILLAGES
    elif realm.building_at(LOCATION[card.slug]) is not None:
        return refusals.SAME_NAME
    return building_refusal(realm, card)


@final
class Build(Branch[State]):
    """A building goes from the hand to the table."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [BUILDS[card.id] for card in state.realms[seat].distinct_hand() if card.is_building]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        realm = state.realms[seat]
        card = BUILDINGS[command.args[0]]
        return _refusal(realm, card) if card in realm.hand else refusals.NOT_IN_HAND

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        realm = state.realms[seat]
        pools = realm.pools
        card = BUILDINGS[command.args[0]]
        pools.gold -= building_price(realm, card)
        if pools.free_buildings:
            pools.free_buildings -= 1
        else:
            pools.build -= 1
        realm.play(card)
        location = realm.found(card).location
        events.append(Event("built", state.active, (card.slug, location.word)))


@final
class Hire(Branch[State]):
    """A unit goes face down into its slot: others learn its kind and place (CP-4.15)."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        listed: list[Command] = []
        realm = state.realms[seat]
        for card in realm.distinct_hand():
            if not card.is_building:
                listed += realm.slots_for(card).pick(HIRES[card])
        return listed

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        realm = state.realms[seat]
        card = UNITS[command.args[0]]
        if card not in realm.hand:
            return refusals.NOT_IN_HAND
        if realm.slots_for(card).at(LOCATIONS[command.args[1]]) < 1:
            return refusals.NO_FREE_SLOT
        return unit_refusal(realm, card.kind)

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        realm = state.realms[seat]
        card = UNITS[command.args[0]]
        location = LOCATIONS[command.args[1]]
        if is_free(realm, card.kind):
            realm.pools.free_troops -= 1
        else:
            realm.pools.build -= 1
            realm.pools.gold -= UNIT_PRICE
        realm.play(card)
        realm.station(card, location)
        events.append(Event("hired", seat, (card.kind, location.word)))
        confidants = state.confidants(seat)
        events.append(Event("hired_card", seat, (card.slug, location.word), confidants))


def _upgrades(realm: Realm) -> list[Command]:
    """Those that are left; all of them cost the same."""
    done = realm.upgrades
    return [command for upgrade, command in UPGRADINGS.items() if upgrade not in done]


@final
class Upgrade(Branch[State]):
    """A Capital upgrade; the one that reaches the goal ends the match (CP-4.23)."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return _upgrades(state.realms[seat])

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        realm = state.realms[seat]
        if UPGRADES[command.args[0]] in realm.upgrades:
            return refusals.UPGRADE_DONE
        return upgrade_refusal(realm)

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        realm = state.realms[seat]
        upgrade = UPGRADES[command.args[0]]
        price = upgrade_price(realm)
        realm.pools.gold -= price
        realm.pools.build -= 1
        realm.pools.rebate = 0
        realm.complete(upgrade)
        events.append(Event("upgraded", seat, (upgrade, price)))
        if len(state.team_upgrades(seat)) >= state.settings.goal:
            end_match(state, ENDED_CAPITAL, seat)
            events.append(Event("capital", seat))


@final
class BuildChoice(SeatChoice):
    """What the hand and the pools allow."""

    def list_deeds(self, state: State, seat: Seat) -> list[Command]:
        """Card by card, so that nothing needs to be sorted, and none is looked for in the hand."""
        realm = state.realms[seat]
        pools = realm.pools
        listed: list[Command] = []
        if pools.build or pools.free_buildings or pools.free_troops:
            hires_troops = unit_refusal(realm, TROOP) is None
            hires_mercs = unit_refusal(realm, MERCENARY) is None
            for card in realm.distinct_hand():
                if card.is_building:
                    # No price is below the number of the building.
                    if card.hit_points <= pools.gold and _refusal(realm, card) is None:
                        listed.append(BUILDS[card.id])
                elif hires_troops if card.is_troop else hires_mercs:
                    listed += realm.slots_for(card).pick(HIRES[card])
        if upgrade_refusal(realm) is None:
            listed += _upgrades(realm)
        return listed


BUILD_DECISION: Final = BuildChoice(
    DECIDE_BUILD,
    [Build(BUILD_BUILDING), Hire(BUILD_UNIT), Upgrade(UPGRADE)],
    EndPhase(DECIDE_BUILD),
    mercenary_deeds=(
        Use(IN_BUILD),
        UseSalvager(IN_BUILD),
        UseSpy(IN_BUILD),
        Settle(),
        CompleteQuest(),
    ),
)
