"""What effects, buildings, units and cards are worth to a seat."""

from dataclasses import dataclass

from pentarch.bots.greedy.capital.styles import Style
from pentarch.engine.capital.places import AT_CITY, Slots
from pentarch.engine.capital.prices import building_price
from pentarch.engine.capital.realm import Realm
from pentarch.engine.capital.rows import Card, Effect
from pentarch.engine.capital.state import State
from pentarch.engine.core import Seat


@dataclass
class Outlook:
    """What the seat's values depend on: upgrades left, how early it is, how threatened, and
    what it is keen on."""

    left: int
    hunger: float
    threat: float
    style: Style


def outlook_of(state: State, seat: Seat, style: Style) -> Outlook:
    """How things look for a seat."""
    realm = state.realms[seat]
    left = max(1, state.settings.goal - len(state.team_upgrades(seat)))
    strongest = 0
    for other in state.opponents(seat):
        strongest = max(strongest, _attackers(state.realms[other]))
    passive, guards = realm.tracker.passive, defenders(realm)
    threat = 1.6 * max(0.0, 1.4 * strongest - passive - 1.4 * guards)
    return Outlook(left, min(1.0, 0.25 + left / 8), threat, style)


def _attackers(realm: Realm) -> int:
    """How many troops can attack; everybody sees the kind of a face-down unit."""
    units = [unit for unit in realm.units if unit.card.is_troop]
    return sum([realm.city.attacks_from(unit.location) for unit in units])


def defenders(realm: Realm) -> int:
    """How many troops can defend."""
    units = [unit for unit in realm.units if unit.card.is_troop]
    return sum([realm.city.defends_from(unit.location) for unit in units])


def effect_value(realm: Realm, effect: Effect, outlook: Outlook) -> float:
    """What an effect adds to everything that the seat has already."""
    hunger, style = outlook.hunger, outlook.style
    value = effect.discount * 1.25 * outlook.left * style.income
    value += effect.gold * 7.7 * hunger * _gold_rate(realm.tracker.gold) * style.income
    value += effect.draw * 0.9 * hunger
    value += effect.build * 3.5 * hunger * _build_rate(realm.tracker.build)
    value += effect.store * 0.6 * hunger
    value += effect.passive * 0.9 * (1 + 0.5 * min(3.0, outlook.threat)) * style.defence
    value += effect.attack_bonus * 0.8
    return value + (0.6 if effect.opens() else 0.0)


def _gold_rate(gold: int) -> float:
    return 0.15 if gold >= 10 else 0.5 if gold >= 7 else 0.8 if gold >= 4 else 1.0


def _build_rate(build: int) -> float:
    return 0.1 if build >= 4 else 0.35 if build == 3 else 0.7 if build == 2 else 1.0


def has_room(slots: Slots) -> bool:
    """Whether there is a free slot outside the city."""
    return any(location is not AT_CITY for location in slots.locations())


def building_value(realm: Realm, card: Card, outlook: Outlook) -> float:
    """A building is worth its effect, a first banner and its slots."""
    value = effect_value(realm, card.effect, outlook)
    value += 0.0 if realm.banners[card.banner] else 0.5
    if card.troop_slots:
        value += card.troop_slots * (1.1 * 0.4 if has_room(realm.troop_slots) else 1.1)
    if card.merc_slots:
        value += card.merc_slots * (0.9 * 0.4 if has_room(realm.merc_slots) else 0.9)
    return value


def unit_value(realm: Realm, card: Card, outlook: Outlook) -> float:
    """A troop is worth its values, a mercenary what it can become."""
    style = outlook.style
    if card.is_troop:
        guard = 0.55 * card.defence * (1 + 0.4 * outlook.threat) * style.defence
        return 0.9 * card.attack * style.attack + guard
    value = 1.1
    ability = card.ability
    if _can_settle(realm, card):
        value += effect_value(realm, card.settled, outlook)
    elif ability.gold + ability.rebate >= 6 or ability.strength >= 6 or ability.build >= 3:
        value += 4.0
    elif ability.gold or ability.rebate or ability.tax:
        value += 1.2
    return value * style.mercenaries


def _can_settle(realm: Realm, card: Card) -> bool:
    return any(
        card.settles_under(building.card) and building.settled is None
        for building in realm.buildings
    )


def card_value(realm: Realm, card: Card, outlook: Outlook) -> float:
    """What a card in hand promises, whether or not it can be paid for now."""
    if not card.is_building:
        is_housed = has_room(realm.slots_for(card))
        return unit_value(realm, card, outlook) * (1.0 if is_housed else 0.35)
    if not card.is_village and any(home.card is card for home in realm.buildings):
        return 0.0
    value = building_value(realm, card, outlook)
    if card.needs and not realm.banners[card.needs]:
        value *= 0.5
    price = building_price(realm, card)
    short = price - realm.tracker.gold
    if short > 0:
        value *= 0.6 if short == 1 else 0.3
    return value / (1 + 0.15 * price)
