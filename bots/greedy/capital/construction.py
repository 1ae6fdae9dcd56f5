"""The Build phase: the command that is worth most, price considered."""

from pentarch.bots.greedy.capital.styles import Style
from pentarch.bots.greedy.capital.worth import (
    Outlook,
    building_value,
    card_value,
    effect_value,
    has_room,
    outlook_of,
    unit_value,
)
from pentarch.engine.capital.commands import (
    BUILD_BUILDING,
    BUILD_UNIT,
    DONE,
    PLAIN_MERCS,
    QUEST,
    SALVAGE,
    SETTLE,
    UPGRADE,
    USE,
    USE_SALVAGER,
    USE_SPY,
)
from pentarch.engine.capital.places import AT_CITY, LOCATIONS, Location
from pentarch.engine.capital.prices import building_price, is_free, upgrade_price
from pentarch.engine.capital.realm import Realm
from pentarch.engine.capital.rows import Card
from pentarch.engine.capital.state import State
from pentarch.engine.capital.tables import BUILDINGS, GREEN, UNITS, UPGRADES
from pentarch.engine.commands import Command


def build(state: State, legal: list[Command], style: Style) -> Command:
    """The best thing to do in the Build phase."""
    outlook = outlook_of(state, state.actor, style)
    best = DONE
    best_value = 0.0
    for command in legal:
        value = _value(state, command, outlook)
        if value > best_value:
            best = command
            best_value = value
    return best


def _value(state: State, command: Command, outlook: Outlook) -> float:
    verb = command.verb
    args = command.args
    realm = state.acting()
    if verb is UPGRADE:
        return _upgrade_value(state, UPGRADES[args[0]], outlook)
    if verb is BUILD_BUILDING:
        card = BUILDINGS[args[0]]
        return building_value(realm, card, outlook) / (1 + 0.15 * building_price(realm, card))
    if verb is BUILD_UNIT:
        return _post_value(realm, UNITS[args[0]], LOCATIONS[args[1]], outlook)
    if verb is QUEST or verb is SETTLE:
        return 500.0
    if verb is USE:
        return _use_value(realm, PLAIN_MERCS[args[0]])
    if verb is USE_SALVAGER:
        value = card_value(realm, SALVAGE[args[1]], outlook)
        return 0.5 * value if value > 4 else 0.0
    if verb is USE_SPY:
        return 0.4 if realm.pools.build == 0 else 0.0
    return 0.0


def _upgrade_value(state: State, upgrade: str, outlook: Outlook) -> float:
    realm = state.acting()
    other = state.partner(state.actor)
    shared = other >= 0 and upgrade in state.realms[other].upgrades
    if outlook.left <= 1 and not shared:
        return 1000.0
    value = 3.15 * (1 + 0.5 * max(0, 4 - outlook.left)) - (2.8 if shared else 0.0)
    kind = realm.city.kind
    assert kind is not None
    value += effect_value(realm, kind.upgrades[upgrade], outlook)
    return value / (1 + 0.15 * upgrade_price(realm))


def _post_value(realm: Realm, card: Card, location: Location, outlook: Outlook) -> float:
    """What a unit is worth at a place."""
    value = unit_value(realm, card, outlook)
    house = realm.building_at(location)
    if location is AT_CITY:
        value *= 0.8 if is_of_use(realm, card) else 0.1
    elif house is not None:
        value += 0.3 * house.card.housed_attack
    return value if is_free(realm, card.kind) else value / 1.15


def is_of_use(realm: Realm, card: Card) -> bool:
    """Whether a unit can do anything from the slots of the city."""
    city = realm.city
    return city.attack_open or city.defence_open if card.is_troop else city.merc_open


def _use_value(realm: Realm, card: Card) -> float:
    """One-time abilities are worth most when they pay for an upgrade now (first of all things)."""
    pools = realm.pools
    ability = card.ability
    missing = upgrade_price(realm) - pools.gold
    can_upgrade = pools.build > 0 and len(realm.upgrades) < len(UPGRADES)
    if ability.gold or ability.tax:
        gain = ability.gold + min(ability.tax, 1 + realm.banners[GREEN])
        return 100.0 if (can_upgrade or ability.build) and 0 < missing <= gain else 0.0
    if ability.rebate:
        return 90.0 if can_upgrade and 0 < missing <= ability.rebate else 0.0
    if ability.build:
        return 80.0 if pools.build == 0 and pools.gold >= 2 else 0.0
    if ability.draw:
        return 70.0 if pools.gold >= 2 and pools.build >= 2 else 0.0
    if ability.free_buildings:
        return 60.0 if any(3 <= card.hit_points <= pools.gold for card in realm.hand) else 0.0
    if ability.free_troops:
        has_troop = any(card.is_troop for card in realm.hand)
        return 50.0 if has_troop and has_room(realm.troop_slots) else 0.0
    return 0.0
