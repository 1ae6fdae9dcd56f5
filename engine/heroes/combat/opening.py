"""Before the first round: a Hero may avoid guards, or talk to them."""

from pentarch.engine.commands import Command
from pentarch.engine.core import WRONG_DECISION, Refusal, Seat
from pentarch.engine.heroes import refusals
from pentarch.engine.heroes.combat.combat import Combat
from pentarch.engine.heroes.combat.ending import conclude, send_home
from pentarch.engine.heroes.combat.phase import Phase, the_combat
from pentarch.engine.heroes.combat.stack import Stack
from pentarch.engine.heroes.commands import AVOID, FIGHT, NO, PARLEY
from pentarch.engine.heroes.hero import Hero
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import State
from pentarch.engine.heroes.tables import DIPLOMACY, INITIATIVE, Q_HORDE, RACES, Unit
from pentarch.engine.heroes.turn.growth import gain_experience, progress_quest


class Avoid(Phase):
    """HW-19.16.3.a: a Hero who entered a guarded mine may try to leave first."""

    def asks(self, play: Play, combat: Combat) -> bool:
        is_guarded = combat.method.hits.is_advanced and combat.home == combat.hex
        return is_guarded and play.state.is_mine(combat.hex) and combat.wait(0)

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [FIGHT.of(), AVOID.of()]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        return None if command.verb is FIGHT or command.verb is AVOID else WRONG_DECISION

    def answer(self, play: Play, seat: Seat, command: Command) -> None:
        combat = play.combat
        if command.verb is FIGHT:
            combat.enter(self.then)
            return
        hero = play.state.heroes[combat.leads[0]]
        roll = play.chance.die(20)
        play.note("avoid_roll", combat.seats[0], roll)
        if roll > hero.ability(INITIATIVE):
            combat.enter(self.then)
            return
        send_home(hero, is_mover=True)
        conclude(play, -1)


def is_open_to_diplomacy(hero: Hero, unit: Unit) -> bool:
    """HW-16.1.2.a: odd levels for Knights and Amazons, even ones for Barbarians."""
    return unit.level % 2 == RACES[hero.race].parity


def parley_stacks(state: State, combat: Combat) -> list[Stack]:
    """Guard stacks that the Hero's diplomacy works on (HW-16.1.2.a)."""
    side = combat.hero_side()
    lead = combat.leads[side]
    if not state.settings.skills or combat.home < 0 or lead < 0:
        return []
    hero = state.heroes[lead]
    if hero.skills[DIPLOMACY] == 0:
        return []
    return [stack for stack in combat.sides[1 - side] if is_open_to_diplomacy(hero, stack.unit)]


class Parley(Phase):
    """HW-16.1.2: diplomacy kills some of a guard stack before the combat."""

    def asks(self, play: Play, combat: Combat) -> bool:
        return bool(parley_stacks(play.state, combat)) and combat.wait(combat.hero_side())

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        stacks = parley_stacks(state, the_combat(state))
        return [*[PARLEY.of(stack.word()) for stack in stacks], NO.of()]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        if command.verb is NO:
            return None
        if command.verb is not PARLEY:
            return WRONG_DECISION
        combat = the_combat(state)
        is_open = combat.stack_at(command.args[0]) in parley_stacks(state, combat)
        return None if is_open else refusals.NO_PARLEY

    def answer(self, play: Play, seat: Seat, command: Command) -> None:
        combat = play.combat
        combat.enter(self.then)
        if command.verb is PARLEY:
            _parley(play, combat, combat.named(command.args[0]))


def _parley(play: Play, combat: Combat, stack: Stack) -> None:
    """Hits on a guard stack before the combat; their EP count at once (HW-16.1.2.a, b)."""
    side = combat.hero_side()
    hero = play.state.heroes[combat.leads[side]]
    killed = combat.method.hits.take(combat, stack, hero.skills[DIPLOMACY])
    worth = killed * stack.unit.level
    combat.killed[side] -= killed
    combat.worth[side] -= worth
    play.note("parley", hero.seat, killed)
    gain_experience(play, hero, combat.method.experience(killed, worth))
    progress_quest(play, hero, Q_HORDE, killed)
