"""The Attack phase up to the score: war, sending, guarding, aid, battle mercenaries (CP-5)."""

from typing import Final

from pentarch.engine.capital import aftermath, mercs, refusals
from pentarch.engine.capital.commands import (
    AID,
    BY_TEXT,
    CHARGE,
    DONE,
    GUARD,
    HOLD,
    KILLER_CARD,
    KILLER_WORD,
    PASS,
    PLAIN_CARD,
    PLAIN_WORD,
    SEND,
    USE,
    USE_KILLER,
    USE_SALVAGER,
    USE_SPY,
    WAR,
)
from pentarch.engine.capital.field import entry_at, entry_location, fall, owner_of, score_battle
from pentarch.engine.capital.holdings import (
    is_open_merc,
    is_opponent,
    living_partner,
    opponents,
    place_word,
    unit_without,
)
from pentarch.engine.capital.state import (
    CARD_MASK,
    DECIDE_AID,
    DECIDE_ATTACK,
    DECIDE_GUARD,
    DECIDE_REGROUP,
    DECIDE_SEND,
    DECIDE_TACTICS_ATTACK,
    DECIDE_TACTICS_DEFEND,
    FIELD,
    LOCATION_SHIFT,
    PHASE_REGROUP,
    SPENT,
    SPOT_MASK,
    Battle,
    Realm,
    State,
)
from pentarch.engine.capital.tables import (
    AS_ATTACKER,
    AS_DEFENDER,
    AT_CITY,
    ATTACK_OPEN,
    CAPTAIN,
    DEFENCE_OPEN,
    ENVOY,
    FIELD_SURGEON,
    FIRST_MERC,
    FIRST_TROOP,
    GATEKEEPER,
    HEALS,
    IN_ATTACK,
    SABOTAGE,
    SABOTEUR,
    SEATS,
    SHADOW_HAND,
    SLUGS,
    WARLORD,
    WHEN,
)
from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command, Verb
from pentarch.engine.core import NOT_TO_ACT, WRONG_DECISION, Event, Refusal

_CAPTAIN_GAIN: Final = 3
_WARLORD_GAIN: Final = 6
_GATEKEEPER_GAIN: Final = 3
_SHADOW_GAIN: Final = 2


def is_idle(state: State) -> bool:
    """Whether no troop can attack and no mercenary could be one that acts now (CP-3.5)."""
    realm = state.realms[state.active]
    return not has_attacker(realm) and not mercs.has_ready(realm)


def end(state: State) -> None:
    """Troops are no longer spent: it has no meaning after the Attack phase (CP-5.4)."""
    units = state.realms[state.active].units
    for position, unit in enumerate(units):
        units[position] = unit & ~SPENT
    state.phase = PHASE_REGROUP
    state.decision = DECIDE_REGROUP


def has_attacker(realm: Realm) -> bool:
    """Whether there is an unspent troop usable for attack (CP-5.1)."""
    return any(_can_attack(realm, unit) for unit in realm.units)


def _can_attack(realm: Realm, unit: int) -> bool:
    """Any unspent troop; one in the city only from an open slot (CP-7.10, CP-7.11)."""
    if unit & CARD_MASK >= FIRST_MERC or unit & (SPENT | FIELD):
        return False
    return unit >> LOCATION_SHIFT & CARD_MASK != AT_CITY or realm.tally[ATTACK_OPEN] > 0


def _can_defend(realm: Realm, unit: int) -> bool:
    if unit & CARD_MASK >= FIRST_MERC or unit & FIELD:
        return False
    return unit >> LOCATION_SHIFT & CARD_MASK != AT_CITY or realm.tally[DEFENCE_OPEN] > 0


# The decision `attack`.


def attack_refusal(state: State, command: Command) -> "Refusal | None":
    """Why a command is refused in the Attack phase outside battles."""
    if command is DONE:
        return None
    if command.verb is WAR:
        if not is_opponent(state, state.active, command.args[0]):
            return refusals.NOT_AN_OPPONENT
        return None if has_attacker(state.realms[state.active]) else refusals.NO_TROOPS
    answer = mercs.refusal(state, command, IN_ATTACK)
    return WRONG_DECISION if answer is NOT_TO_ACT else answer


def attack_options(state: State) -> "list[Command]":
    """Wars, Spies and Quests, `done` last."""
    realm = state.realms[state.active]
    commands: list[Command] = []
    if realm.units:
        if has_attacker(realm):
            for other in opponents(state, state.active):
                commands.append(WAR.of(other))
        mercs.list_uses(state, IN_ATTACK, commands)
        commands.sort(key=BY_TEXT)
    commands.append(DONE)
    return commands


def apply_attack(state: State, command: Command, chance: Chance, events: "list[Event]") -> None:
    """Carry out a command of the Attack phase outside battles."""
    if command is DONE:
        end(state)
    elif command.verb is WAR:
        state.battle = Battle(state.active, command.args[0])
        state.decision = DECIDE_SEND
        events.append(Event("war", state.active, (SEATS[command.args[0]],)))
    else:
        mercs.apply(state, command, chance, events)


# The decisions `send`, `guard` and `aid`.


def commit_options(state: State) -> "list[Command]":
    """The troops the acting seat may commit, and the closing word if it may be said."""
    battle = state.battle
    assert battle is not None
    realm = state.realms[state.actor]
    commands: list[Command] = []
    seen: list[int] = []
    sending = state.decision == DECIDE_SEND
    verb = SEND if sending else GUARD if state.decision == DECIDE_GUARD else AID
    for unit in realm.units:
        usable = _can_attack(realm, unit) if sending else _can_defend(realm, unit)
        if usable and unit & SPOT_MASK not in seen:
            seen.append(unit & SPOT_MASK)
            location = unit >> LOCATION_SHIFT & CARD_MASK
            commands.append(verb((unit & CARD_MASK) - FIRST_TROOP, location))
    commands.sort(key=BY_TEXT)
    if not sending:
        commands.append(HOLD if state.decision == DECIDE_GUARD else PASS)
    elif battle.attackers:
        commands.append(CHARGE)
    return commands


def commit_refusal(state: State, command: Command) -> "Refusal | None":
    """Why a command is refused while troops are committed (CP-5.3, CP-5.5, CP-5.6)."""
    battle = state.battle
    assert battle is not None
    if state.decision == DECIDE_SEND:
        if command is CHARGE:
            return None if battle.attackers else refusals.NOBODY_SENT
        return _commit_refusal(state, command, SEND)
    if state.decision == DECIDE_GUARD:
        return None if command is HOLD else _commit_refusal(state, command, GUARD)
    return None if command is PASS else _commit_refusal(state, command, AID)


def _commit_refusal(state: State, command: Command, verb: Verb) -> "Refusal | None":
    if command.verb is not verb:
        return WRONG_DECISION
    realm = state.realms[state.actor]
    spot = FIRST_TROOP + command.args[0] | command.args[1] << LOCATION_SHIFT
    for unit in realm.units:
        if unit & SPOT_MASK != spot:
            continue
        if _can_attack(realm, unit) if verb is SEND else _can_defend(realm, unit):
            return None
    return refusals.CANNOT_ATTACK if verb is SEND else refusals.CANNOT_DEFEND


def apply_commit(state: State, command: Command, events: "list[Event]") -> None:
    """Send, guard or lend a troop, or close the commitment."""
    battle = state.battle
    assert battle is not None
    if command is CHARGE:
        state.decision = DECIDE_GUARD
        state.actor = battle.defender
    elif command is HOLD:
        ally = living_partner(state, battle.defender)
        state.decision = DECIDE_AID if ally >= 0 else DECIDE_TACTICS_ATTACK
        state.actor = ally if ally >= 0 else battle.attacker
    elif command is PASS:
        state.decision = DECIDE_TACTICS_ATTACK
        state.actor = battle.attacker
    else:
        _commit(state, battle, command, events)


def _commit(state: State, battle: Battle, command: Command, events: "list[Event]") -> None:
    """The troop is revealed; its slot stays reserved (CP-5.29)."""
    seat = state.actor
    realm = state.realms[seat]
    card = FIRST_TROOP + command.args[0]
    spot = card | command.args[1] << LOCATION_SHIFT
    words = (SLUGS[card], place_word(command.args[1]))
    if state.decision == DECIDE_SEND:
        realm.units[unit_without(realm, spot, SPENT | FIELD)] |= SPENT | FIELD
        battle.attackers.append(spot | seat << 14)
        events.append(Event("sent", seat, words))
        return
    realm.units[unit_without(realm, spot, FIELD)] |= FIELD
    battle.defenders.append(spot | seat << 14)
    events.append(Event("guarded" if state.decision == DECIDE_GUARD else "aided", seat, words))
    if state.decision == DECIDE_AID:
        state.decision = DECIDE_TACTICS_ATTACK
        state.actor = battle.attacker


# The decisions `tactics_attack` and `tactics_defend`.


def _side(state: State) -> int:
    return AS_ATTACKER if state.decision == DECIDE_TACTICS_ATTACK else AS_DEFENDER


def tactics_refusal(state: State, command: Command) -> "Refusal | None":
    """Why a command is refused in the tactics step (CP-5.7)."""
    if command is PASS:
        return None
    battle = state.battle
    assert battle is not None
    realm = state.realms[state.actor]
    verb = command.verb
    args = command.args
    if verb is USE:
        return mercs.use_refusal(realm, PLAIN_CARD[args[0]], args[1], _side(state))
    if verb is USE_SALVAGER or verb is USE_SPY:
        return refusals.WRONG_TIME
    if verb is USE_KILLER:
        enemy = battle.defenders if _side(state) == AS_ATTACKER else battle.attackers
        if entry_at(battle, enemy, FIRST_TROOP + args[2], args[3]) < 0:
            return refusals.NOT_ON_BATTLEFIELD
        return mercs.slot_refusal(realm, KILLER_CARD[args[0]], args[1])
    return WRONG_DECISION


def tactics_options(state: State) -> "list[Command]":
    """The battle mercenaries of the acting seat, `pass` last."""
    battle = state.battle
    assert battle is not None
    realm = state.realms[state.actor]
    side = _side(state)
    enemy = battle.defenders if side == AS_ATTACKER else battle.attackers
    commands: list[Command] = []
    seen: list[int] = []
    for unit in realm.units:
        card = unit & CARD_MASK
        spot = unit & SPOT_MASK
        location = spot >> LOCATION_SHIFT
        if not WHEN[card] & side or spot in seen or not is_open_merc(realm, location):
            continue
        seen.append(spot)
        if KILLER_WORD[card] < 0:
            commands.append(USE.of(PLAIN_WORD[card], location))
            continue
        for entry in dict.fromkeys(enemy):
            target = (entry & CARD_MASK) - FIRST_TROOP
            place = entry_location(battle, entry)
            commands.append(USE_KILLER.of(KILLER_WORD[card], location, target, place))
    commands.sort(key=BY_TEXT)
    commands.append(PASS)
    return commands


def apply_tactics(state: State, command: Command, chance: Chance, events: "list[Event]") -> None:
    """Use a battle mercenary, or pass: first the attacker, then the defender (CP-5.7)."""
    battle = state.battle
    assert battle is not None
    if command.verb is USE:
        card = PLAIN_CARD[command.args[0]]
        mercs.spend_merc(state, card, command.args[1], events)
        _take_effect(state, battle, card, events)
    elif command.verb is USE_KILLER:
        _kill(state, battle, command, events)
    elif state.decision == DECIDE_TACTICS_ATTACK:
        state.decision = DECIDE_TACTICS_DEFEND
        state.actor = battle.defender
    else:
        score_battle(state, battle, events)
        aftermath.begin(state, battle, events)


def _take_effect(state: State, battle: Battle, card: int, events: "list[Event]") -> None:
    if card == CAPTAIN:
        battle.attack_extra += _CAPTAIN_GAIN
    elif card == WARLORD:
        battle.attack_extra += _WARLORD_GAIN
    elif card == SABOTEUR:
        battle.passive_cut += SABOTAGE
    elif card == GATEKEEPER:
        battle.defence_extra += _GATEKEEPER_GAIN
    elif card == FIELD_SURGEON:
        if state.actor == battle.attacker:
            battle.attack_heals += HEALS
        else:
            battle.defence_heals += HEALS
    elif card == ENVOY:
        _call_off(state, battle, events)


def _kill(state: State, battle: Battle, command: Command, events: "list[Event]") -> None:
    """An enemy troop is gone at once (CP-8.10)."""
    killer = KILLER_CARD[command.args[0]]
    attacking = state.decision == DECIDE_TACTICS_ATTACK
    enemy = battle.defenders if attacking else battle.attackers
    mercs.spend_merc(state, killer, command.args[1], events)
    entry = enemy.pop(entry_at(battle, enemy, FIRST_TROOP + command.args[2], command.args[3]))
    fall(state, entry, attacking, events)
    if killer == SHADOW_HAND:
        if attacking:
            battle.attack_extra += _SHADOW_GAIN
        else:
            battle.defence_extra += _SHADOW_GAIN


def _call_off(state: State, battle: Battle, events: "list[Event]") -> None:
    """An Envoy: everybody goes home, the attackers stay spent (CP-5.26)."""
    for entry in battle.attackers + battle.defenders:
        units = state.realms[owner_of(entry)].units
        for position, unit in enumerate(units):
            if unit & FIELD:
                units[position] = unit & ~FIELD
    events.append(Event("called_off", battle.defender))
    state.battle = None
    state.decision = DECIDE_ATTACK
    state.actor = state.active
