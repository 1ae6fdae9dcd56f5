"""The rounds of a combat, and the combat itself as it goes on by itself."""

from typing import final

from pentarch.engine.heroes.agenda import Errand
from pentarch.engine.heroes.combat.combat import P_BREACH, Combat
from pentarch.engine.heroes.combat.ending import conclude, send_home
from pentarch.engine.heroes.combat.phase import PHASES
from pentarch.engine.heroes.combat.strike import go_on_striking
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import T_COMBAT, State, Task
from pentarch.engine.heroes.tables import QUIET_ROUNDS


@final
class Fight(Errand):
    """The combat: strikes and phases one after the other until a side must decide."""

    def run(self, play: Play, task: Task) -> bool:
        state = play.state
        while True:
            combat = state.combat
            if combat is None or not state.is_next(T_COMBAT):
                return False
            if combat.strike is not None:
                side = go_on_striking(play, combat, combat.strike)
                if side >= 0:
                    return combat.wait(side)
            elif combat.units(0) == 0 or combat.units(1) == 0:
                conclude(play, 1 if combat.units(0) == 0 else 0)
                return False
            elif PHASES[combat.phase].run(play, combat):
                return True


def start_round(state: State, combat: Combat) -> None:
    """The next round begins with step 1 (HW-8.3.c)."""
    combat.round += 1
    combat.busy = False
    combat.breached = False
    combat.method.battlefield.begin_round(state, combat)
    combat.enter(P_BREACH)


def end_round(play: Play, combat: Combat) -> None:
    """After step 9: a new round, or the combat is broken off (HW-8.10.b, HW-19.18.a)."""
    state = play.state
    combat.quiet = 0 if combat.busy else combat.quiet + 1
    if combat.quiet < QUIET_ROUNDS and combat.round < state.settings.combat_round_cap:
        start_round(state, combat)
        return
    play.note("broken_off", combat.seats[0])
    if combat.leads[0] >= 0:
        send_home(state.heroes[combat.leads[0]], is_mover=not combat.reaction)
    conclude(play, -1)
