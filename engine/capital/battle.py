"""The battlefield: who stands on it, what the totals are, who leaves it and how (CP-5)."""

from pentarch.engine.capital.piles import discard
from pentarch.engine.capital.state import Battle, Fighter, State
from pentarch.engine.capital.units import Unit
from pentarch.engine.core import Event


def distinct_fighters(fighters: list[Fighter]) -> list[Fighter]:
    """Of troops that commands name in the same way only the first."""
    if len(fighters) < 2:
        return fighters
    first: list[Fighter] = []
    for fighter in fighters:
        if not any([fighter.is_like(other) for other in first]):
            first.append(fighter)
    return first


def unit_of(state: State, fighter: Fighter) -> Unit:
    """The troop among its owner's units."""
    for unit in state.realms[fighter.owner].units:
        is_there = unit.card is fighter.card and unit.location is fighter.location
        if is_there and unit.is_fighting:
            return unit
    raise AssertionError("a troop on the battlefield is one of its owner's units")


def has_home(state: State, fighter: Fighter) -> bool:
    """Whether the building it came from still stands (CP-5.30)."""
    return not unit_of(state, fighter).is_homeless


def go_home(state: State, fighter: Fighter, events: "list[Event]") -> None:
    """A survivor returns face down to its slot (CP-5.23)."""
    unit = unit_of(state, fighter)
    state.realms[fighter.owner].replace(unit, unit.at_home())
    words = (fighter.card.slug, fighter.location.word)
    events.append(Event("returned", fighter.owner, words))


def fall(state: State, fighter: Fighter, is_defender: bool, events: "list[Event]") -> None:
    """A troop is discarded from the battlefield; rallying defenders go to their owner's hand.

    The troops of a seat that was just defeated do not come here: they went with its buildings.
    """
    seat = fighter.owner
    card = fighter.card
    realm = state.realms[seat]
    realm.remove(unit_of(state, fighter))
    words = (card.slug, fighter.location.word)
    if is_defender and card.trait.rallies:
        realm.hand.append(card)
        events.append(Event("rallied", seat, words))
        return
    discard(state, card)
    events.append(Event("lost", seat, words))


def attack_total(state: State, battle: Battle) -> int:
    """CP-5.8; nothing counts when no attacker is left."""
    attack = battle.attack
    if not attack.fighters:
        return 0
    realm = state.realms[attack.seat]
    total = realm.tracker.attack_bonus + attack.extra
    for fighter in attack.fighters:
        total += fighter.card.attack
        total += min(fighter.card.trait.inspire, len(attack.fighters) - 1)
        house = realm.building_at(fighter.location)
        if house is not None:
            total += house.card.housed_attack
    return total


def defence_total(state: State, battle: Battle) -> int:
    """CP-5.9; a Saboteur cuts Passive Defence only."""
    defence = battle.defence
    passive = state.realms[defence.seat].tracker.passive - battle.passive_cut
    total = max(0, passive) + defence.extra
    against_mounted = any([fighter.card.mounted for fighter in battle.attack.fighters])
    for fighter in defence.fighters:
        total += fighter.card.defence
        if against_mounted:
            total += fighter.card.trait.brace
        house = state.realms[fighter.owner].building_at(fighter.location)
        if house is not None:
            total += house.card.housed_defence
    return total


def score_battle(state: State, battle: Battle, events: "list[Event]") -> None:
    """Fix the score and what it may be spent on (CP-5.10, CP-5.11, CP-5.19, CP-5.21)."""
    attack, defence = attack_total(state, battle), defence_total(state, battle)
    battle.attack.total = attack
    battle.defence.total = defence
    battle.score = attack - defence
    battle.budget = abs(battle.score)
    if battle.score > 0:
        battle.points = battle.score
        battle.siege = sum([fighter.card.siege for fighter in battle.attack.fighters])
    events.append(Event("battle", battle.attack.seat, (attack, defence, battle.score)))
