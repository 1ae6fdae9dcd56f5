"""Single cards: which city, what is kept, given, taken and burned; and who moves in the city."""

from typing import Final

from pentarch.bots.greedy.capital.construction import is_of_use
from pentarch.bots.greedy.capital.styles import Style
from pentarch.bots.greedy.capital.worth import card_value, outlook_of
from pentarch.engine.capital.commands import CHOOSE_CITY, DONE, GIVE, MOVE, PASS, USE
from pentarch.engine.capital.places import AT_CITY, LOCATIONS
from pentarch.engine.capital.rows import Card
from pentarch.engine.capital.state import State
from pentarch.engine.capital.tables import CARDS, LEGENDARY_CARDS, UNITS
from pentarch.engine.commands import Command
from pentarch.engine.core import Seat

CITY_ORDER: Final = ("b3", "b6", "b2", "b4", "b5", "b1")


def choose_city(state: State, legal: list[Command], style: Style) -> Command:
    """The best city that is left."""
    return min(legal, key=lambda command: CITY_ORDER.index(CHOOSE_CITY.words(command)[0]))


def regroup(state: State, legal: list[Command], style: Style) -> Command:
    """Out of closed city slots; keep the whole hand if it is worth it."""
    realm = state.acting()
    for command in legal:
        if command.verb is MOVE and LOCATIONS[command.args[1]] is AT_CITY:
            if not is_of_use(realm, UNITS[command.args[0]]):
                return command
        elif command.verb is USE and len(realm.hand) >= realm.tracker.store + 3:
            return command
    return DONE


def give(state: State, legal: list[Command], style: Style) -> Command:
    """What would be thrown away can as well go to the partner."""
    seat = state.actor
    realm = state.realms[seat]
    if len(realm.hand) <= realm.tracker.store:
        return PASS
    outlook = outlook_of(state, seat, style)
    order = sorted(realm.hand, key=lambda card: card_value(realm, card, outlook), reverse=True)
    ally = state.partner(seat)
    friend = state.realms[ally]
    friends = outlook_of(state, ally, style)
    spare = order[realm.tracker.store :]
    return GIVE(max(spare, key=lambda card: card_value(friend, card, friends)).id)


def keep(state: State, legal: list[Command], style: Style) -> Command:
    """The best card for oneself."""
    return _best(state, state.actor, legal, CARDS, style)


def take(state: State, legal: list[Command], style: Style) -> Command:
    """The best Legendary card for oneself."""
    return _best(state, state.actor, legal, LEGENDARY_CARDS, style)


def burn(state: State, legal: list[Command], style: Style) -> Command:
    """The best card of the other."""
    return _best(state, state.spied, legal, CARDS, style)


def _best(
    state: State, owner: Seat, legal: list[Command], cards: list[Card], style: Style
) -> Command:
    realm = state.realms[owner]
    outlook = outlook_of(state, owner, style)
    return max(legal, key=lambda command: card_value(realm, cards[command.args[0]], outlook))
