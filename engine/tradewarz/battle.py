"""Battles: burning, committing, the reveal, casualties, and what becomes of the beaten."""

from typing import Final

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Numbers, Refusal
from pentarch.engine.tradewarz import commands, refusals
from pentarch.engine.tradewarz.cards import burned_card, draw_open, draw_unseen, renew
from pentarch.engine.tradewarz.economy import award, gain
from pentarch.engine.tradewarz.places import (
    buildings,
    destroy,
    drive_off,
    follow,
    is_occupied,
    lift_unit,
    place_unit,
    put,
    put_up,
    release_unit,
    room,
    take,
    units_kept,
)
from pentarch.engine.tradewarz.state import BATTLE, DISPLACING, State
from pentarch.engine.tradewarz.tables import (
    BATTLE_CARDS,
    BUILDING_DEFENCES,
    CANCEL_GOLD,
    CANCELBATTLE,
    CAPITAL_XADLAS,
    CASTLE,
    CASTLE_BLOCKS,
    CASTLE_STRENGTH,
    EN01,
    EN13,
    EN14,
    GATES,
    GOLD,
    MI01,
    MI10,
    MI16,
    MILITIA_STRENGTH,
    MORALE_BATTLE,
    MORALE_NAMES,
    MORALE_TYPES,
    MOST_COMMITTED,
    NONE,
    PLUNDER_GOLD,
    RAM_STRENGTH,
    RANSOM,
    RANSOM_GOLD,
    SHADOW_BLADES,
    SHADOW_BLOCKS,
    SIEGE_ATTACKS,
    SIEGE_RAM,
    SINGLE_CARDS,
    SPACE_NAMES,
    SPACES,
    STRONGHOLD_DEFENCES,
    TECH_BATTLE,
    TRUSTED,
    UNIT_OF_TECH,
    UNITS,
    WALL_BLOCKS,
    WALL_STRENGTH,
    WINDOW_BATTLE,
)

ATTACK: Final = 0
DEFENCE: Final = 1


def start_battle(
    state: State, seat: int, start: int, goal: int, size: int, unit: int, events: list[Event]
) -> None:
    """TW-BAT.1, TW-BAT.2: two armies meet and each side burns a card.

    The attackers stay on the space they came from until the battle is decided.
    """
    state.battle_at = goal
    state.battle_from = start
    state.attacker = seat
    state.defender = main_defender(state, goal)
    state.attackers = size
    state.attack_unit = unit
    state.phase = BATTLE
    place = SPACE_NAMES[goal]
    events.append(Event("battle", seat, (place, size, state.defender + 1, state.crowd[goal])))
    draw_open(state, seat, "burned", events)
    draw_open(state, state.defender, "burned", events)


def main_defender(state: State, space: int) -> int:
    """TW-BAT.24: the building's owner, else who has most soldiers; an empty gate's owner."""
    owner = state.owner[space]
    if owner != NONE:
        return owner
    most = 0
    for seat in range(state.seats):
        count = state.army[seat * SPACES + space]
        if count > most:
            most = count
            owner = seat
    return owner if most else state.gate_owner[space]


# Committing morale cards.


def side_of(state: State, seat: int) -> int:
    """The seat's side of the battle, or NONE."""
    if seat == state.attacker:
        return ATTACK
    return DEFENCE if seat == state.defender else NONE


def committed(state: State, side: int) -> list[int]:
    """The morale cards a side has committed, in order."""
    return [card for card in state.pledges[2 * side : 2 * side + 2] if card != NONE]


def commit_refusal(state: State, seat: int, card: int) -> "Refusal | None":
    """TW-BAT.3, TW-BAT.23: at most two battle cards, some of them once."""
    if card not in WINDOW_BATTLE:
        return refusals.WRONG_WINDOW
    if not state.hand[seat * MORALE_TYPES + card]:
        return refusals.NO_CARD
    laid = committed(state, side_of(state, seat))
    if len(laid) >= MOST_COMMITTED:
        return refusals.TWO_CARDS
    if card in SINGLE_CARDS and card in laid:
        return refusals.ONE_OF_A_KIND
    if card == CANCELBATTLE and state.resources[seat * 4 + GOLD] < CANCEL_GOLD:
        return refusals.NO_CANCEL_GOLD
    return None


def legal_commits(state: State, seat: int) -> list[Command]:
    """Cards that may be committed, and being ready."""
    listed = [
        commands.COMMIT.of(card)
        for card in WINDOW_BATTLE
        if state.hand[seat * MORALE_TYPES + card] and commit_refusal(state, seat, card) is None
    ]
    listed.append(commands.READY.of())
    return listed


def commit(state: State, seat: int, card: int) -> None:
    """Lay a card face down."""
    state.hand[seat * MORALE_TYPES + card] -= 1
    index = 2 * side_of(state, seat)
    if state.pledges[index] != NONE:
        index += 1
    state.pledges[index] = card


# The reveal.


def resolve(state: State, chance: Chance, events: list[Event]) -> None:
    """TW-BAT.4: reveal, then cancel or fight. Leaves DISPLACING as phase if it is due."""
    laid = [committed(state, ATTACK), committed(state, DEFENCE)]
    if CANCELBATTLE in laid[ATTACK] or CANCELBATTLE in laid[DEFENCE]:
        _cancel(state, laid, events)
    else:
        for side, seat in ((ATTACK, state.attacker), (DEFENCE, state.defender)):
            for card in laid[side]:
                state.morale.append(card)
                events.append(Event("morale", seat, (MORALE_NAMES[card],)))
        _fight(state, laid, events)
    state.pledges = [NONE] * 4
    state.ready = [0, 0]
    renew(state, state.attacker, chance, events)
    renew(state, state.defender, chance, events)


def _cancel(state: State, laid: "list[list[int]]", events: list[Event]) -> None:
    """TW-BAT.22: everybody goes back; the cancelling side pays, two of them pay nothing."""
    seats = (state.attacker, state.defender)
    for side in (ATTACK, DEFENCE):
        for card in laid[side]:
            if card == CANCELBATTLE:
                state.morale.append(card)
                events.append(Event("morale", seats[side], (MORALE_NAMES[card],)))
            else:
                state.hand[seats[side] * MORALE_TYPES + card] += 1
    for side in (ATTACK, DEFENCE):
        if CANCELBATTLE in laid[side] and CANCELBATTLE not in laid[1 - side]:
            state.resources[seats[side] * 4 + GOLD] -= CANCEL_GOLD
            gain(state, seats[1 - side], GOLD, CANCEL_GOLD, events)
    draw_unseen(state, state.attacker)
    draw_unseen(state, state.defender)
    events.append(Event("cancelled", state.attacker, (SPACE_NAMES[state.battle_at],)))


def _fight(state: State, laid: "list[list[int]]", events: list[Event]) -> None:
    """TW-BAT.5, TW-BAT.8, TW-BAT.10, TW-BAT.11, TW-BAT.16: add up, compare, count the dead."""
    attacker, defender, space = state.attacker, state.defender, state.battle_at
    cards = [burned_card(state, attacker), burned_card(state, defender)]
    for side, seat in ((ATTACK, attacker), (DEFENCE, defender)):
        second = draw_open(state, seat, "revealed", events)
        if TRUSTED not in laid[side]:
            cards[side] = second
    attack = attack_values(state, attacker, space, state.attack_unit)
    defence = defence_values(state, defender, space)
    for values, side in ((attack, ATTACK), (defence, DEFENCE)):
        _, strength, kills, blocks = BATTLE_CARDS[cards[side]]
        values[0] += strength
        values[1] += kills
        values[2] += blocks
        for card in laid[side]:
            for part in range(3):
                values[part] += MORALE_BATTLE[card][part]
    attack[0] += state.attackers
    defence[0] += state.crowd[space]
    if state.attack_unit == SHADOW_BLADES:
        defence[2] = max(0, defence[2] - SHADOW_BLOCKS)
    if defending_unit(state, defender, space) == SHADOW_BLADES:
        attack[2] = max(0, attack[2] - SHADOW_BLOCKS)
    fallen = min(state.attackers, max(0, defence[1] - attack[2]))
    slain = min(state.crowd[space], max(0, attack[1] - defence[2]))
    events.append(Event("strength", attacker, (attack[0], attack[1], attack[2], fallen)))
    events.append(Event("strength", defender, (defence[0], defence[1], defence[2], slain)))
    _bury(state, fallen, slain)
    if attack[0] > defence[0]:
        _attack_won(state, laid[ATTACK], events)
    elif attack[0] < defence[0]:
        _attack_lost(state, laid[DEFENCE], events)
    else:
        events.append(Event("drawn", attacker, (SPACE_NAMES[space],)))
        if not state.attackers and state.attack_unit != NONE:
            lift_unit(state, state.attack_unit)


def attack_values(state: State, seat: int, space: int, unit: int) -> list[int]:
    """TW-BAT.6, TW-BAT.7, TW-TEC.5: strength, kills, blocks of military techs and super unit."""
    values = [0, 0, 0]
    siege = state.kind[space] == CASTLE or (
        space < GATES and not is_occupied(state, state.gate_owner[space])
    )
    for tech in range(MI01, MI16 + 1):
        if state.tech_owner[tech] != seat or UNIT_OF_TECH[tech] != NONE:
            continue
        if siege or tech not in SIEGE_ATTACKS:
            _add(values, TECH_BATTLE[tech])
    if unit != NONE:
        _add(values, TECH_BATTLE[UNITS[unit]])
        if unit == SIEGE_RAM and siege:
            values[0] += RAM_STRENGTH
    return values


def defence_values(state: State, seat: int, space: int) -> list[int]:
    """TW-BAT.6, TW-BAT.7, TW-BAT.17: techs, super unit, castle, walls and militia of a defender."""
    values = [0, 0, 0]
    home = space == state.gate_of[seat]
    built = state.owner[space] == seat
    stronghold = home or (built and state.kind[space] == CASTLE)
    for tech in range(EN01, EN13 + 1):
        if state.tech_owner[tech] != seat or UNIT_OF_TECH[tech] != NONE:
            continue
        if tech in BUILDING_DEFENCES and not (home or built):
            continue
        if tech in STRONGHOLD_DEFENCES and not stronghold:
            continue
        _add(values, TECH_BATTLE[tech])
    unit = defending_unit(state, seat, space)
    if unit != NONE:
        _add(values, TECH_BATTLE[UNITS[unit]])
    if home:
        values[0] += WALL_STRENGTH
        values[2] += WALL_BLOCKS
    elif stronghold:
        values[0] += CASTLE_STRENGTH
        values[2] += CASTLE_BLOCKS
    elif built and not state.crowd[space] and state.tech_owner[EN14] == seat:
        values[0] += MILITIA_STRENGTH
    return values


def _add(values: list[int], more: Numbers) -> None:
    values[0] += more[0]
    values[1] += more[1]
    values[2] += more[2]


def defending_unit(state: State, seat: int, space: int) -> int:
    """The super unit that fights along; at a manned own gate the best one kept (TW-SUN.6)."""
    if space != state.gate_of[seat]:
        return state.unit_at[space]
    best = NONE
    if state.crowd[space]:
        for unit in units_kept(state, seat):
            if best == NONE or sum(TECH_BATTLE[UNITS[unit]]) > sum(TECH_BATTLE[UNITS[best]]):
                best = unit
    return best


def _bury(state: State, fallen: int, slain: int) -> None:
    """TW-BAT.11, TW-BAT.12, TW-BAT.24: the dead go to the reserves, the main defender's first."""
    space = state.battle_at
    if fallen:
        take(state, state.attacker, state.battle_from, fallen)
        state.reserve[state.attacker] += fallen
        state.attackers -= fallen
    others = [seat for seat in range(state.seats) if seat != state.defender]
    for seat in [state.defender, *others]:
        count = min(slain, state.army[seat * SPACES + space])
        if count:
            take(state, seat, space, count)
            state.reserve[seat] += count
            slain -= count
    release_unit(state, space)


def _reward(state: State, winner: int, loser: int, laid: list[int], events: list[Event]) -> None:
    """TW-BAT.9 and a ransom."""
    events.append(Event("won", winner, (SPACE_NAMES[state.battle_at],)))
    award(state, winner, 1, "battle", events)
    if RANSOM in laid:
        paid = min(RANSOM_GOLD, state.resources[loser * 4 + GOLD])
        state.resources[loser * 4 + GOLD] -= paid
        gain(state, winner, GOLD, paid, events)


def _attack_won(state: State, laid: list[int], events: list[Event]) -> None:
    """TW-BAT.13, TW-BAT.14, TW-CAS.6: what the attacker wins, with or without survivors."""
    attacker, space = state.attacker, state.battle_at
    _reward(state, attacker, state.defender, laid, events)
    if state.tech_owner[MI10] == attacker:
        gain(state, attacker, GOLD, PLUNDER_GOLD, events)  # TW-BAT.25
    if state.kind[space] and state.kind[space] != CASTLE:
        destroy(state, space)
    if not state.attackers:
        if state.attack_unit != NONE:
            lift_unit(state, state.attack_unit)
        return
    if state.kind[space] == CASTLE:
        put_up(state, attacker, space, CASTLE)  # TW-LEN.2, TW-CAS.5
        events.append(Event("castle_taken", attacker, (SPACE_NAMES[space],)))
    _occupy(state)
    # TW-CAP.6, TW-CAP.13: who beats an occupier has not conquered the capital.
    if space < GATES and state.defender == state.gate_owner[space]:
        events.append(Event("conquered", attacker, (SPACE_NAMES[space],)))
        if state.conquered[space] != state.year:  # TW-CAP.7
            state.conquered[space] = state.year
            award(state, attacker, CAPITAL_XADLAS, "capital", events)


def _occupy(state: State) -> None:
    """The survivors take the space; the beaten are driven off (TW-BAT.18)."""
    attacker, space = state.attacker, state.battle_at
    beaten = [seat for seat in range(state.seats) if state.here[space] >> seat & 1]
    unit = state.unit_at[space]
    holder = NONE
    if unit != NONE:
        holder = state.unit_holder[unit]
        lift_unit(state, unit)
    take(state, attacker, state.battle_from, state.attackers)
    put(state, attacker, space, state.attackers)
    if state.attack_unit != NONE:
        place_unit(state, state.attack_unit, attacker, space)
    for seat in beaten:
        drive_off(state, seat, space, unit if seat == holder else NONE)


def _attack_lost(state: State, laid: list[int], events: list[Event]) -> None:
    """TW-BAT.15: the defender wins and displaces the survivors."""
    attacker = state.attacker
    _reward(state, state.defender, attacker, laid, events)
    unit = state.attack_unit
    if unit != NONE:
        lift_unit(state, unit)
    if not state.attackers:
        return
    take(state, attacker, state.battle_from, state.attackers)
    state.loose = state.attackers
    state.loose_seat = attacker
    state.loose_unit = unit
    state.placed = []
    if has_refuge(state):
        state.phase = DISPLACING
    else:
        disband(state)


def clear_battle(state: State) -> None:
    """Forget the battle."""
    state.battle_at = NONE
    state.battle_from = NONE
    state.attacker = NONE
    state.defender = NONE
    state.attackers = 0
    state.attack_unit = NONE


# Displacing the beaten attackers.


def displace_refusal(state: State, space: int) -> "Refusal | None":
    """TW-BAT.19: a building, a held square or the gate of the beaten, with room."""
    beaten = state.loose_seat
    if space != state.gate_of[beaten] and (
        space < GATES or (state.owner[space] != beaten and not state.here[space] >> beaten & 1)
    ):
        return refusals.NOT_THEIRS
    return None if room(state, beaten, space) > 0 else refusals.NO_ROOM


def legal_displacing(state: State) -> list[Command]:
    """Where the beaten may be put."""
    return [
        commands.DISPLACE.of(space)
        for space in range(SPACES)
        if displace_refusal(state, space) is None
    ]


def has_refuge(state: State) -> bool:
    """Whether any place has room for one of the beaten."""
    return any(displace_refusal(state, space) is None for space in range(SPACES))


def place_loose(state: State, space: int) -> None:
    """As many of the placeless soldiers as fit go to a space."""
    seat = state.loose_seat
    count = min(state.loose, room(state, seat, space))
    put(state, seat, space, count)
    state.placed.append(space)
    state.loose -= count


def disband(state: State) -> None:
    """Soldiers left without a place go to the reserve; their super unit finds its squad."""
    state.reserve[state.loose_seat] += state.loose
    follow(state, state.loose_seat, state.loose_unit, state.placed)
    state.loose = 0
    state.loose_seat = NONE
    state.loose_unit = NONE
    state.placed = []


def own_buildings_with_room(state: State, seat: int) -> list[int]:
    """The seat's buildings that can take at least one more soldier."""
    return [space for space in buildings(state, seat) if room(state, seat, space) > 0]
