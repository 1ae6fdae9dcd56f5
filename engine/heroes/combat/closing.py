"""Steps 8 and 9: the initiative is seized, Heroes withdraw or retreat, the round ends."""

from typing import final

from pentarch.engine.commands import Command
from pentarch.engine.core import WRONG_DECISION, Refusal, Seat
from pentarch.engine.heroes import refusals
from pentarch.engine.heroes.combat.combat import P_LEAVE_DEFENDER, P_RETREAT, Combat
from pentarch.engine.heroes.combat.ending import conclude, leave_with_army, send_home
from pentarch.engine.heroes.combat.phase import Phase, the_combat
from pentarch.engine.heroes.combat.round import end_round
from pentarch.engine.heroes.commands import PASS, RETREAT, SEIZE, STAY, WITHDRAW
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import State
from pentarch.engine.heroes.tables import INITIATIVE
from pentarch.engine.heroes.world.map import HEX_NAMES
from pentarch.engine.heroes.world.path import is_closed_ground, is_passable
from pentarch.engine.heroes.world.tile import RECRUITS, RUIN, TOWER


@final
class Seize(Phase):
    """HW-8.8.a: once in a combat a Hero may try to win the initiative for his side."""

    def asks(self, play: Play, combat: Combat) -> bool:
        side = 1 - combat.initiative
        return combat.leads[side] >= 0 and not combat.seized[side] and combat.wait(side)

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [SEIZE.of(), PASS.of()]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        return None if command.verb is SEIZE or command.verb is PASS else WRONG_DECISION

    def answer(self, play: Play, seat: Seat, command: Command) -> None:
        combat = play.combat
        if command.verb is SEIZE:
            side = combat.actor
            combat.seized[side] = 1
            roll = play.chance.die(20)
            play.note("seize_roll", combat.seats[side], roll)
            if roll <= play.state.heroes[combat.leads[side]].ability(INITIATIVE):
                combat.initiative = side
        combat.enter(self.then)


class Leave(Phase):
    """HW-8.9: first the attacking Hero may try to withdraw, then the defending one."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [STAY.of(), WITHDRAW.of()]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        return None if command.verb is STAY or command.verb is WITHDRAW else WRONG_DECISION


@final
class LeaveAttacker(Leave):
    """The attacker's Hero may go back to where he came from."""

    def asks(self, play: Play, combat: Combat) -> bool:
        return combat.leads[0] >= 0 and combat.wait(0)

    def answer(self, play: Play, seat: Seat, command: Command) -> None:
        combat = play.combat
        if command.verb is WITHDRAW and _withdraws(play, combat, 0):
            send_home(play.state.heroes[combat.leads[0]], is_mover=not combat.reaction)
            conclude(play, 1)
        else:
            combat.enter(P_LEAVE_DEFENDER)


@final
class LeaveDefender(Leave):
    """The defender's Heroes may go if there is a hex for them; then the round is over."""

    def asks(self, play: Play, combat: Combat) -> bool:
        if combat.leads[1] < 0 or combat.is_siege():
            return False
        return bool(retreats(play.state, combat)) and combat.wait(1)

    def run(self, play: Play, combat: Combat) -> bool:
        if self.asks(play, combat):
            return True
        end_round(play, combat)
        return False

    def answer(self, play: Play, seat: Seat, command: Command) -> None:
        combat = play.combat
        if command.verb is WITHDRAW and _withdraws(play, combat, 1):
            combat.enter(P_RETREAT)
            combat.actor = 1
        else:
            end_round(play, combat)


def _withdraws(play: Play, combat: Combat, side: int) -> bool:
    """Whether a Hero gets away (HW-8.9.b, HW-19.16.2.a)."""
    heroes = play.state.heroes
    enemy = combat.leads[1 - side]
    limit = combat.method.withdrawal(
        heroes[combat.leads[side]].ability(INITIATIVE),
        heroes[enemy].ability(INITIATIVE) if enemy >= 0 else -1,
    )
    roll = play.chance.die(20)
    play.note("withdraw_roll", combat.seats[side], roll, limit)
    return roll <= limit


@final
class Retreat(Phase):
    """HW-8.9.h, HW-8.9.j: the defending Heroes leave; a garrison fights on without them."""

    def asks(self, play: Play, combat: Combat) -> bool:
        return True

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [RETREAT.of(way) for way in retreats(state, the_combat(state))]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        if command.verb is not RETREAT:
            return WRONG_DECISION
        is_open = command.args[0] in retreats(state, the_combat(state))
        return None if is_open else refusals.BAD_RETREAT

    def answer(self, play: Play, seat: Seat, command: Command) -> None:
        combat = play.combat
        hex = play.state.world.neighbours[combat.hex][command.args[0]]
        goes_on = combat.has_garrison(1)
        play.note("retreated", combat.seats[1], HEX_NAMES[hex])
        leave_with_army(play.state, combat, hex)
        if goes_on:
            end_round(play, combat)
        else:
            conclude(play, 0)


def retreats(state: State, combat: Combat) -> list[int]:
    """Directions in which the defending Heroes may leave (HW-8.9.h, HW-15.1.d)."""
    around = state.world.neighbours[combat.hex]
    return [way for way in range(6) if _is_refuge(state, combat, around[way])]


def _is_refuge(state: State, combat: Combat, hex: int) -> bool:
    if hex < 0 or not state.is_up(hex) or not is_passable(state, combat.hex, hex):
        return False
    if hex == combat.home or (combat.leads[0] >= 0 and hex == _origin(state, combat)):
        return False
    seat = combat.seats[1]
    site = state.sites[hex]
    if site.owner not in (-1, seat) or site.has_guards() or state.heroes_at(hex):
        return False
    city = state.city_at(hex)
    if city is not None and city.holder != seat:
        return False
    feature = state.feature(hex)
    if feature is RECRUITS:
        return not is_closed_ground(state, seat, hex)
    if feature.is_mine:
        return site.owner == seat or site.activated
    if feature is RUIN:
        return site.explored or site.cleared
    if feature is TOWER:
        return site.cleared or all(hero in site.used for hero in combat.heroes)
    return True


def _origin(state: State, combat: Combat) -> int:
    """Where the attacking Hero came from: a mover's last hex, a reacting Hero's own."""
    hero = state.heroes[combat.leads[0]]
    return hero.hex if combat.reaction else hero.origin
