"""Wars that pay, guards that suffice, mercenaries that turn a battle, and what is razed."""

from pentarch.bots.greedy.capital.styles import Style
from pentarch.bots.greedy.capital.worth import defenders
from pentarch.engine.capital.battle import attack_total, defence_total
from pentarch.engine.capital.commands import (
    AID,
    DONE,
    GUARD,
    HEAL,
    KILLERS,
    PASS,
    PLAIN_MERCS,
    QUEST,
    RAZE,
    SAVE,
    SEND,
    USE,
    USE_KILLER,
    USE_SPY,
    WAR,
)
from pentarch.engine.capital.places import AT_CITY, LOCATIONS, Building
from pentarch.engine.capital.realm import Realm
from pentarch.engine.capital.rows import Ability, Card
from pentarch.engine.capital.state import DECIDE_TACTICS_ATTACK, State
from pentarch.engine.capital.tables import AS_ATTACKER, CITY_HP, TROOPS
from pentarch.engine.commands import Command
from pentarch.engine.core import Seat

FACE_DOWN = 1.5
"""Defence expected of a troop nobody has seen."""


def attack(state: State, legal: list[Command], style: Style) -> Command:
    """A Quest, the best war, or a Spy."""
    best = DONE
    best_value = 0.0
    for command in legal:
        value = 0.0
        if command.verb is QUEST:
            value = 500.0
        elif command.verb is WAR:
            value = _war_value(state, command.args[0], style)
        elif command.verb is USE_SPY:
            value = 0.01
        if value > best_value:
            best = command
            best_value = value
    return best


def _war_value(state: State, target: Seat, style: Style) -> float:
    """What a war should bring after losses; above 0 it is declared."""
    realm = state.acting()
    foe = state.realms[target]
    ready = [unit for unit in realm.units if unit.card.is_troop and not unit.is_spent]
    usable = [unit for unit in ready if realm.city.attacks_from(unit.location)]
    houses = [realm.building_at(unit.location) for unit in usable]
    force = [unit.card for unit in usable if unit.card.attack]
    strength = sum([card.attack for card in force])
    total = realm.tracker.attack_bonus + strength + _help(realm, foe)
    total += sum([house.card.housed_attack for house in houses if house is not None])
    score = total - (foe.tracker.passive + FACE_DOWN * defenders(foe))
    if score < 1 or not force:
        return 0.0
    if score >= CITY_HP:
        return 300.0 + score
    siege = sum([card.siege for card in force])
    gain = style.loot * _loot_value(state, target, int(score) + siege)
    return gain - 1.3 * style.losses * max(0.0, strength - score)


def _help(realm: Realm, foe: Realm) -> int:
    """What the seat's own Captains, Warlord and Saboteurs may add, wherever they are."""
    total = 0
    for unit in realm.units:
        ability = unit.card.ability
        if ability.kills:
            continue
        if AS_ATTACKER in ability.times and ability.strength:
            total += ability.strength - 1
        if ability.passive_cut:
            total += min(ability.passive_cut - 1, foe.tracker.passive)
    return total


def _loot_value(state: State, target: Seat, points: int) -> float:
    """What can be razed with so many points."""
    weight = 1.0 + 0.12 * len(state.team_upgrades(target))
    value = 0.0
    prey = [_prey(building) for building in state.realms[target].buildings]
    for worth, hit_points in sorted(prey, reverse=True):
        if hit_points <= points:
            points -= hit_points
            value += worth * hit_points * weight
    return value


def _prey(building: Building) -> tuple[float, int]:
    """Worth per hit point, and the hit points."""
    card = building.card
    worth = 0.6 + card.troop_slots * 0.4 + card.merc_slots * 0.3
    effects = [card.effect] if building.settled is None else [card.effect, building.settled.settled]
    for effect in effects:
        worth += 2.5 * effect.discount
        worth += 3.0 * effect.gold
        worth += 0.8 * effect.draw
        worth += 2.5 * effect.build
        worth += 0.8 * effect.store
        worth += 0.8 * effect.passive
    return worth / card.hit_points, card.hit_points


def send(state: State, legal: list[Command], style: Style) -> Command:
    """All with an Attack value; pure defenders stay at home."""
    for command in legal:
        if command.verb is SEND and _troop(command).attack > 0:
            return command
    return legal[-1]


def _troop(command: Command) -> Card:
    return TROOPS[command.args[0]]


def guard(state: State, legal: list[Command], style: Style) -> Command:
    """The cheapest troops that bring the score to 0, or below 5; else the stout ones."""
    score = _score(state)
    guards = [command for command in legal if command.verb is GUARD or command.verb is AID]
    if score <= 0 or not guards:
        return legal[-1]
    strength = sum([_troop(command).defence for command in guards])
    needed = score if strength >= score else score - CITY_HP + 1
    if needed > 0:
        enough = [command for command in guards if _troop(command).defence >= needed]
        if strength >= needed and enough:
            return min(enough, key=_guard_cost)
        return max(guards, key=_guard_strength)
    stout = [command for command in guards if _troop(command).defence >= 2]
    return max(stout, key=_guard_strength) if stout else legal[-1]


def _score(state: State) -> int:
    battle = state.fight()
    return attack_total(state, battle) - defence_total(state, battle)


def _guard_strength(command: Command) -> float:
    card = _troop(command)
    return card.defence - 0.1 * card.attack


def _guard_cost(command: Command) -> float:
    card = _troop(command)
    return card.defence * 0.55 + card.attack * 0.9


def use_mercenary(state: State, legal: list[Command], style: Style) -> Command:
    """Battle mercenaries, where they turn the battle or the city's fate."""
    score = _score(state)
    is_attack = state.decision == DECIDE_TACTICS_ATTACK
    best = PASS
    best_value = 0.0
    for command in legal:
        value = _use_value(state, command, score, is_attack)
        if value > best_value:
            best = command
            best_value = value
    return best


def _use_value(state: State, command: Command, score: int, is_attack: bool) -> float:
    if command.verb is USE:
        ability = PLAIN_MERCS[command.args[0]].ability
        swing = ability.strength + min(ability.passive_cut, _passive(state))
        return _swing_value(score, swing, ability, is_attack)
    if command.verb is USE_KILLER:
        ability = KILLERS[command.args[0]].ability
        victim = TROOPS[command.args[2]]
        swing = (victim.defence if is_attack else victim.attack) + ability.strength
        return _swing_value(score, swing, ability, is_attack)
    return 0.0


def _passive(state: State) -> int:
    """What is left of the defender's Passive Defence."""
    battle = state.fight()
    return max(0, state.realms[battle.defence.seat].tracker.passive - battle.passive_cut)


def _swing_value(score: int, swing: int, ability: Ability, is_attack: bool) -> float:
    if ability.calls_off:
        return 5.0 if score >= 2 else 0.0
    if ability.heals:
        return 0.0
    if is_attack:
        turned = score <= 0 < score + swing or score < CITY_HP <= score + swing
        return 4.0 - 0.1 * swing if turned else 0.0
    turned = score - swing <= 0 < score and score >= 2
    rescued = score - swing < CITY_HP <= score
    return 6.0 - 0.1 * swing if turned or rescued else 0.0


def raze(state: State, legal: list[Command], style: Style) -> Command:
    """The city, or the building that is worth most for its hit points."""
    foe = state.realms[state.fight().defence.seat]
    best = legal[-1]
    best_value = 0.0
    for command in legal:
        if command.verb is not RAZE:
            continue
        location = LOCATIONS[command.args[0]]
        if location is AT_CITY:
            return command
        building = foe.building_at(location)
        assert building is not None
        value = _prey(building)[0]
        if value > best_value:
            best = command
            best_value = value
    return best


def save(state: State, legal: list[Command], style: Style) -> Command:
    """The strongest first; a heal is kept for who cannot be saved otherwise."""
    saves = [command for command in legal if command.verb is SAVE]
    heals = [command for command in legal if command.verb is HEAL]
    return max(saves or heals, key=_survivor_value, default=DONE)


def _survivor_value(command: Command) -> float:
    card = _troop(command)
    has_good_trait = card.trait.name != "" and not card.trait.is_doomed
    return card.attack + 0.6 * card.defence + (0.5 if has_good_trait else 0.0)
