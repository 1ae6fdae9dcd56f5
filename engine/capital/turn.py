"""The order of play: setup, and from one decision to the next (CP-3)."""

from pentarch.engine.capital import aftermath, building, mercs, regroup, war
from pentarch.engine.capital.commands import CHOOSE_CITY
from pentarch.engine.capital.holdings import draw, take_city
from pentarch.engine.capital.rounds import begin_turn
from pentarch.engine.capital.state import (
    DECIDE_ATTACK,
    DECIDE_BUILD,
    DECIDE_BURN,
    DECIDE_CITY,
    DECIDE_GIVE,
    DECIDE_KEEP,
    DECIDE_NOTHING,
    DECIDE_RAZE,
    DECIDE_REGROUP,
    DECIDE_SAVE,
    DECIDE_SAVE_DEFEND,
    DECIDE_TACTICS_ATTACK,
    DECIDE_TACTICS_DEFEND,
    DECIDE_TAKE,
    State,
)
from pentarch.engine.capital.tables import (
    ADVANCED_IDS,
    CITY,
    CITY_IDS,
    DECK_CARDS,
    FIRST_ADVANCED,
    LEGENDARY_CARDS,
    STANDARD_CITY,
    START_HAND,
)
from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import Event


def options(state: State) -> "list[Command]":
    """All commands of the open decision."""
    decision = state.decision
    if decision == DECIDE_BUILD:
        return building.options(state)
    if decision == DECIDE_ATTACK:
        return war.attack_options(state)
    if decision == DECIDE_REGROUP:
        return regroup.options(state)
    if decision == DECIDE_KEEP:
        return regroup.keep_options(state)
    if decision in (DECIDE_TACTICS_ATTACK, DECIDE_TACTICS_DEFEND):
        return war.tactics_options(state)
    if decision == DECIDE_RAZE:
        return aftermath.raze_options(state)
    if decision in (DECIDE_SAVE, DECIDE_SAVE_DEFEND):
        return aftermath.save_options(state)
    if decision == DECIDE_TAKE:
        return mercs.take_options(state)
    if decision == DECIDE_BURN:
        return mercs.burn_options(state)
    if decision == DECIDE_GIVE:
        return regroup.give_options(state)
    if decision == DECIDE_CITY:
        return city_options(state)
    if decision == DECIDE_NOTHING:
        return []
    return war.commit_options(state)


def advance(state: State, chance: Chance, events: "list[Event]") -> None:
    """Go on to the next decision; a phase that everybody sees to be idle ends by itself (CP-3.5).

    Whether it does never depends on cards that are hidden from anybody.
    """
    while True:
        if state.decision == DECIDE_BUILD and building.is_idle(state):
            building.end(state)
        elif state.decision == DECIDE_ATTACK and war.is_idle(state):
            war.end(state)
        elif state.decision == DECIDE_REGROUP and regroup.is_idle(state):
            regroup.end_moves(state, chance, events)
        else:
            break
    state.offers = None


def assign_cities(state: State, chance: Chance) -> None:
    """Standard cities, or different advanced ones by lot (CH-1) or by choice."""
    if state.setting.cities == "a":
        for realm in state.realms:
            take_city(realm, STANDARD_CITY)
    elif state.setting.cities == "b_random":
        cities = list(range(FIRST_ADVANCED, len(CITY_IDS)))
        chance.shuffle(cities)
        for seat, realm in enumerate(state.realms):
            take_city(realm, cities[seat])


def begin_choice(state: State) -> None:
    """The last seat chooses its city first."""
    state.decision = DECIDE_CITY
    state.actor = len(state.realms) - 1


def is_taken(state: State, city: int) -> bool:
    """Whether a seat has that city."""
    return any([realm.tally[CITY] == city for realm in state.realms])


def city_options(state: State) -> "list[Command]":
    """The advanced cities that are left."""
    words = range(len(ADVANCED_IDS))
    return [CHOOSE_CITY.of(word) for word in words if not is_taken(state, FIRST_ADVANCED + word)]


def choose_city(state: State, command: Command, chance: Chance, events: "list[Event]") -> None:
    """Take a city; after p1 the cards are dealt."""
    city = FIRST_ADVANCED + command.args[0]
    take_city(state.realms[state.actor], city)
    events.append(Event("city", state.actor, (CITY_IDS[city],)))
    if state.actor > 0:
        state.actor -= 1
        return
    deal(state, chance, events)


def deal(state: State, chance: Chance, events: "list[Event]") -> None:
    """Shuffle the decks (CH-2, CH-3), draw the starting hands and begin round 1."""
    cards = DECK_CARDS.copy()
    chance.shuffle(cards)
    state.deck = bytearray(cards)
    if state.setting.quests:
        state.legendary = LEGENDARY_CARDS.copy()
        chance.shuffle(state.legendary)
    for seat in range(len(state.realms)):
        draw(state, seat, START_HAND + state.setting.late_seat_cards * seat, chance, events)
    begin_turn(state, 0, events)
