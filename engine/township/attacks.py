"""Phase 7: planning, arming, rolling and the result of attacks (TS-14 to TS-17)."""

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import SEAT_NAMES, WRONG_DECISION, Event, Refusal, Seat
from pentarch.engine.township.commands import (
    ASSIGN,
    ATTACK,
    DAMAGE,
    DAMAGES,
    DEFEND,
    LOOT,
    LOOTING,
    RAZE,
    RAZING,
    USE_SHIELDS,
    USE_SWORDS,
)
from pentarch.engine.township.refusals import (
    ALL_LEFT,
    NO_ATTACK,
    NO_ROOM_FOR_DAMAGE,
    NOT_ASKED,
    NOT_BUILT,
    NOTHING_TO_LOOT,
    NOTHING_TO_RAZE,
    TOO_MANY,
    TOO_MANY_DEFENDERS,
    TOO_MANY_SHIELDS,
    TOO_MANY_SWORDS,
)
from pentarch.engine.township.state import (
    ARMING,
    ASSIGNING,
    CHOOSING,
    DEFENDING,
    SHIELDING,
    SPOILING,
    SUFFERING,
    Attack,
    State,
    Town,
)
from pentarch.engine.township.tables import (
    ATTACK_BARE,
    ATTACK_SWORD,
    DEFENCE_BARE,
    DEFENCE_SHIELD,
    DIE,
    FULL,
    GOODS,
    SHIELDS,
    SITE_NAMES,
    SPOILS_CAPTURE,
    SWORDS,
)


def opponents(state: State) -> list[Seat]:
    """The living opponents of the active seat, in seat order beginning after it."""
    seats = len(state.towns)
    order = [(state.active + step) % seats for step in range(1, seats)]
    return [seat for seat in order if not state.towns[seat].out]


def unassigned(state: State) -> int:
    """Mustered units not yet sent against anybody."""
    return state.towns[state.active].mustered - sum(state.assigned)


def legal_attack(state: State) -> list[Command]:
    """What the seat to act may say in phase 7."""
    decision = state.decision
    town = state.towns[state.active]
    if decision == ASSIGNING:
        left = unassigned(state)
        lowest = left if state.asked == opponents(state)[-1] else 0
        return [ASSIGN.of(k, state.asked) for k in range(lowest, left + 1)]
    if decision == CHOOSING:
        return [ATTACK.of(seat) for seat, units in enumerate(state.assigned) if units]
    attack = state.current()
    defender = state.towns[attack.defender]
    if decision == ARMING:
        return [USE_SWORDS.of(k) for k in range(most_swords(town, attack) + 1)]
    if decision == DEFENDING:
        return [DEFEND.of(k) for k in range(defender.units + 1)]
    if decision == SHIELDING:
        return [USE_SHIELDS.of(k) for k in range(most_shields(defender, attack) + 1)]
    if decision == SPOILING:
        spoils: list[Command] = []
        if loot_refusal(defender) is None:
            spoils.append(LOOTING)
        if raze_refusal(state, defender) is None:
            spoils.append(RAZING)
        return spoils
    return [DAMAGES[site] for site in defender.sites if takes_damage(state, defender, site)]


def check_attack(state: State, command: Command) -> "Refusal | None":
    """Why a command of phase 7 is refused, or None."""
    decision = state.decision
    verb = command.verb
    if decision == ASSIGNING:
        return _check_assign(state, command) if verb is ASSIGN else WRONG_DECISION
    if decision == CHOOSING:
        if verb is not ATTACK:
            return WRONG_DECISION
        target = command.args[0]
        return None if target < len(state.assigned) and state.assigned[target] else NO_ATTACK
    attack = state.current()
    defender = state.towns[attack.defender]
    if decision == ARMING:
        if verb is not USE_SWORDS:
            return WRONG_DECISION
        most = most_swords(state.towns[state.active], attack)
        return TOO_MANY_SWORDS if command.args[0] > most else None
    if decision == DEFENDING:
        if verb is not DEFEND:
            return WRONG_DECISION
        return TOO_MANY_DEFENDERS if command.args[0] > defender.units else None
    if decision == SHIELDING:
        if verb is not USE_SHIELDS:
            return WRONG_DECISION
        return TOO_MANY_SHIELDS if command.args[0] > most_shields(defender, attack) else None
    if decision == SPOILING:
        if verb is LOOT:
            return loot_refusal(defender)
        return raze_refusal(state, defender) if verb is RAZE else WRONG_DECISION
    if verb is not DAMAGE:
        return WRONG_DECISION
    if not defender.has(command.args[0]):
        return NOT_BUILT
    return None if takes_damage(state, defender, command.args[0]) else NO_ROOM_FOR_DAMAGE


def most_swords(town: Town, attack: Attack) -> int:
    """TS-15.1."""
    return min(attack.attackers, town.stock[SWORDS])


def most_shields(town: Town, attack: Attack) -> int:
    """TS-15.5."""
    return min(attack.defenders, town.stock[SHIELDS])


def loot_refusal(defender: Town) -> "Refusal | None":
    """TS-16.10."""
    return None if sum(defender.stock) else NOTHING_TO_LOOT


def raze_refusal(state: State, defender: Town) -> "Refusal | None":
    """TS-16.10."""
    if defender.units and any([takes_damage(state, defender, site) for site in defender.sites]):
        return None
    return NOTHING_TO_RAZE


def takes_damage(state: State, town: Town, site: int) -> bool:
    """TS-16.9."""
    if state.settings.adds_tokens:
        return town.tokens(site) < FULL
    return town.damage[site] < FULL


def _check_assign(state: State, command: Command) -> "Refusal | None":
    units, target = command.args
    left = unassigned(state)
    if target != state.asked:
        return NOT_ASKED
    if units > left:
        return TOO_MANY
    if units < left and target == opponents(state)[-1]:
        return ALL_LEFT
    return None


def plan_attacks(state: State) -> None:
    """Ask about the first opponent (TS-14.2)."""
    state.assigned = [0] * len(state.towns)
    state.asked = opponents(state)[0]
    state.decision = ASSIGNING


def assign(state: State, units: int, target: Seat) -> None:
    """Send units against an opponent and go on to the next one, until none is left."""
    state.assigned[target] = units
    if unassigned(state):
        order = opponents(state)
        state.asked = order[order.index(target) + 1]
        return
    state.asked = -1
    state.decision = CHOOSING


def begin_attack(state: State, target: Seat) -> None:
    """The attack on this opponent is resolved next (TS-14.5)."""
    attack = Attack()
    attack.defender = target
    attack.attackers = state.assigned[target]
    state.assigned[target] = 0
    state.attack = attack
    state.decision = ARMING


def arm(state: State, swords: int) -> None:
    """TS-15.1, TS-15.2."""
    state.current().swords = swords
    state.towns[state.active].stock[SWORDS] -= swords
    state.decision = DEFENDING


def defend(state: State, units: int) -> None:
    """TS-15.3."""
    state.current().defenders = units
    state.decision = SHIELDING


def roll(state: State, shields: int, chance: Chance, events: list[Event]) -> None:
    """Shields, dice, losses, laurels (TS-15.5 to TS-17); asks for spoils if points are left."""
    attack = state.current()
    attacker = state.towns[state.active]
    defender = state.towns[attack.defender]
    attack.shields = shields
    defender.stock[SHIELDS] -= shields
    attack_dice = chance.dice(attack.attackers, DIE)
    defence_dice = chance.dice(attack.defenders, DIE)
    attack.attack_total = _successes(attack_dice, attack.swords, ATTACK_SWORD, ATTACK_BARE)
    attack.defence_total = _successes(defence_dice, shields, DEFENCE_SHIELD, DEFENCE_BARE)
    events.append(Event("attack_dice", state.active, tuple(attack_dice)))
    events.append(Event("defence_dice", attack.defender, tuple(defence_dice)))
    excess = attack.attack_total - attack.defence_total
    if excess > 0:
        killed = min(excess, attack.defenders)
        attack.left_over = excess - killed
        defender.units -= killed
        reward = state.settings.attack_laurels
        spoils = SPOILS_CAPTURE * attack.left_over
        _honour(state, state.active, attack.defender, killed, reward, spoils, events)
        if attack.left_over and (
            loot_refusal(defender) is None or raze_refusal(state, defender) is None
        ):
            state.decision = SPOILING
    elif excess < 0:
        killed = min(-excess, attack.attackers)
        attacker.units -= killed
        reward = state.settings.defence_laurels
        _honour(state, attack.defender, state.active, killed, reward, 0, events)


def loot(state: State, chance: Chance, events: list[Event]) -> None:
    """Random pieces of the defender's stock, one per point (TS-16.5, TS-16.6)."""
    attack = state.current()
    attacker = state.towns[state.active]
    defender = state.towns[attack.defender]
    draws = 1 if state.settings.loots_once else attack.left_over
    taken: list[int | str] = []
    for _ in range(draws):
        total = sum(defender.stock)
        if total == 0:
            break
        good = _piece(defender.stock, chance.below(total))
        defender.stock[good] -= 1
        attacker.stock[good] += 1
        taken.append(GOODS[good])
    attack.left_over = 0
    events.append(Event("looted", state.active, tuple(taken)))


def raze(state: State) -> None:
    """The defender chooses where the damage goes (TS-16.8)."""
    state.decision = SUFFERING


def suffer(state: State, site: int, events: list[Event]) -> bool:
    """One damage token; True while the defender must place another (TS-16.8, TS-16.9)."""
    attack = state.current()
    defender = state.towns[attack.defender]
    defender.damage[site] += 1
    attack.left_over -= 1
    events.append(Event("razed", attack.defender, (SITE_NAMES[site],)))
    return attack.left_over > 0 and raze_refusal(state, defender) is None


def _successes(dice: list[int], armed: int, armed_from: int, bare_from: int) -> int:
    """Dice of armed units come first (TS-15.7, TS-15.8)."""
    total = 0
    for index, die in enumerate(dice):
        if die >= (armed_from if index < armed else bare_from):
            total += 1
    return total


def _honour(
    state: State,
    winner: Seat,
    loser: Seat,
    killed: int,
    reward: int,
    spoils: int,
    events: list[Event],
) -> None:
    """Laurels: a reward for eliminated units, a capture for them and for spoils (TS-17)."""
    claimed = state.settings.capture_laurels * (killed + spoils)
    captured = min(state.towns[loser].laurels, claimed)
    state.towns[loser].laurels -= captured
    state.towns[winner].laurels += reward * killed + captured
    if killed:
        events.append(Event("killed", winner, (killed, SEAT_NAMES[loser])))
    if killed or captured:
        events.append(Event("laurels", winner, (reward * killed, captured)))


def _piece(stock: list[int], draw: int) -> int:
    """The commodity of piece number `draw`, counted in canonical order."""
    for good, amount in enumerate(stock):
        if draw < amount:
            return good
        draw -= amount
    raise AssertionError("a draw beyond the stock")
