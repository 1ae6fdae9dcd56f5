"""After a battle: the dead, what the winner takes, and where the beaten go."""

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Refusal, Seat
from pentarch.engine.decision import Branch
from pentarch.engine.tradewarz import commands, refusals
from pentarch.engine.tradewarz.board import Gate
from pentarch.engine.tradewarz.cards import MORALE
from pentarch.engine.tradewarz.decisions import Reaction
from pentarch.engine.tradewarz.economy import award, gain
from pentarch.engine.tradewarz.lattice import GATES, SPACE_NAMES, SPACES
from pentarch.engine.tradewarz.places import (
    destroy,
    disband_strays,
    find_refuge,
    lift_unit,
    place_strays,
    place_unit,
    put,
    put_up,
    release_unit,
    room,
    take,
)
from pentarch.engine.tradewarz.state import DISPLACING, House, Side, State
from pentarch.engine.tradewarz.tables import CAPITAL_XADLAS, CASTLE, GOLD, NONE, NOTHING
from pentarch.engine.tradewarz.year import end_main_action


def bury(state: State, fallen: int, slain: int) -> None:
    """TW-BAT.11, TW-BAT.12, TW-BAT.24: the dead go to the reserves, the main defender's first."""
    battle = state.battle
    if fallen:
        _lose(state, state.houses[battle.attacker.seat], battle.origin, fallen)
        battle.attackers -= fallen
    defender = battle.defender.seat
    others = [house for house in state.houses if house.seat != defender]
    for house in [state.houses[defender], *others]:
        count = min(slain, house.army[battle.at])
        if count:
            _lose(state, house, battle.at, count)
            slain -= count
    release_unit(state, battle.at)


def _lose(state: State, house: House, space: int, count: int) -> None:
    take(state, house, space, count)
    house.reserve += count


def _reward(state: State, side: Side, loser: Side, events: list[Event]) -> None:
    """TW-BAT.9 and a ransom."""
    winner = state.houses[side.seat]
    events.append(Event("won", side.seat, (SPACE_NAMES[state.battle.at],)))
    award(state, winner, 1, "battle", events)
    for card in side.laid:
        if MORALE[card].ransom:
            purse = state.houses[loser.seat].goods
            paid = min(MORALE[card].ransom, purse[GOLD])
            purse[GOLD] -= paid
            gain(state, winner, GOLD, paid, events)


def attack_won(state: State, events: list[Event]) -> None:
    """TW-BAT.13, TW-BAT.14, TW-CAS.6: what the attacker wins, with or without survivors."""
    battle, space = state.battle, state.battle.at
    attacker = state.houses[battle.attacker.seat]
    _reward(state, battle.attacker, battle.defender, events)
    if attacker.powers.plunder:
        gain(state, attacker, GOLD, attacker.powers.plunder, events)  # TW-BAT.25
    if state.building(space).kind not in (NOTHING, CASTLE):
        destroy(state, space)
    if not battle.attackers:
        if battle.unit != NONE:
            lift_unit(state, battle.unit)
        return
    if state.building(space).kind == CASTLE:
        put_up(state, space, state.building(space).taken_by(attacker.seat))  # TW-LEN.2, TW-CAS.5
        events.append(Event("castle_taken", attacker.seat, (SPACE_NAMES[space],)))
    _occupy(state, attacker)
    # TW-CAP.6, TW-CAP.13: who beats an occupier has not conquered the capital.
    if space < GATES and battle.defender.seat == state.gates[space].owner:
        _conquer(state, attacker, space, events)


def _occupy(state: State, attacker: House) -> None:
    """The survivors take the space; the beaten are driven off (TW-BAT.18)."""
    battle, space = state.battle, state.battle.at
    beaten = state.squares[space].here.members
    unit = state.squares[space].unit
    holder = NONE
    if unit != NONE:
        holder = state.stations[unit].holder
        lift_unit(state, unit)
    take(state, attacker, battle.origin, battle.attackers)
    put(state, attacker, space, battle.attackers)
    if battle.unit != NONE:
        place_unit(state, battle.unit, attacker, space)
    for seat in beaten:
        _drive_off(state, state.houses[seat], space, unit if seat == holder else NONE)


def _drive_off(state: State, house: House, space: int, unit: int) -> None:
    """TW-BAT.18: soldiers leave a space; `unit` (lifted, or NONE) was with them."""
    count = house.army[space]
    take(state, house, space, count)
    find_refuge(state, house, space, count, unit)


def _conquer(state: State, attacker: House, space: int, events: list[Event]) -> None:
    events.append(Event("conquered", attacker.seat, (SPACE_NAMES[space],)))
    gate = state.gates[space]
    if gate.conquered != state.year:  # TW-CAP.7
        state.gates[space] = Gate(gate.owner, state.year)
        award(state, attacker, CAPITAL_XADLAS, "capital", events)


def attack_failed(state: State, events: list[Event]) -> None:
    """TW-BAT.15: the defender wins and displaces the survivors."""
    battle = state.battle
    _reward(state, battle.defender, battle.attacker, events)
    if battle.unit != NONE:
        lift_unit(state, battle.unit)
    if not battle.attackers:
        return
    attacker = state.houses[battle.attacker.seat]
    take(state, attacker, battle.origin, battle.attackers)
    state.strays.lift(attacker.seat, battle.attackers, battle.unit)
    if _has_refuge(state):
        state.decision = DISPLACING
    else:
        disband_strays(state)


# Displacing the beaten attackers.


def _place_refusal(state: State, space: int) -> "Refusal | None":
    """TW-BAT.19: a building, a held square or the gate of the beaten, with room."""
    beaten = state.houses[state.strays.seat]
    if space != beaten.gate and (
        space < GATES or (state.building(space).owner != beaten.seat and not beaten.army[space])
    ):
        return refusals.NOT_THEIRS
    return None if room(state, beaten, space) > 0 else refusals.NO_ROOM


def _has_refuge(state: State) -> bool:
    """Whether any place has room for one of the beaten."""
    return any(_place_refusal(state, space) is None for space in range(SPACES))


class Displace(Branch[State]):
    """The beaten go where the victor says, as many as fit."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [commands.DISPLACE.of(space) for space in range(SPACES)]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        return _place_refusal(state, command.args[0])

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        place_strays(state, command.args[0])
        if not state.strays.soldiers or not _has_refuge(state):
            disband_strays(state)
            end_main_action(state, events)


class DisplaceBeaten(Reaction):
    """Asked of the defender who has won."""

    def __init__(self) -> None:
        super().__init__(DISPLACING, [Displace(commands.DISPLACE)])

    def actor(self, state: State) -> Seat:
        return state.battle.defender.seat
