"""The special buildings of a capital: honour points for its defenders after each round."""

from typing import Final, final

from pentarch.engine.commands import Command
from pentarch.engine.core import WRONG_DECISION, Refusal, Seat
from pentarch.engine.heroes import refusals
from pentarch.engine.heroes.combat.combat import Combat
from pentarch.engine.heroes.combat.phase import Phase, the_combat
from pentarch.engine.heroes.combat.stack import Stack
from pentarch.engine.heroes.commands import DONE, SPEND
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import State
from pentarch.engine.heroes.tables import BARBARIANS, RACES, amounts

# Where the honour comes from.
STORED: Final = 0
HERO: Final = 1


def purses(state: State, combat: Combat) -> list[int]:
    """Honour for the special building (HW-17.3.*): stored, the Hero's; empty: it cannot be used."""
    if not combat.is_siege() or not state.settings.special_buildings:
        return []
    city = state.cities[combat.city]
    is_own = state.players[combat.seats[1]].race == city.race
    if not is_own or not city.has(RACES[city.race].special):
        return []
    lead = combat.leads[1]
    return [city.stored, state.heroes[lead].honor if lead >= 0 else 0]


def spends(combat: Combat, stack: Stack, honor: int) -> list[int]:
    """What can be done for a stack: points of a bonus, or units to be revived (0: healed only)."""
    if not stack.count or stack.blessed:
        return []
    level = stack.unit.level
    if combat.city != BARBARIANS:
        return list(amounts(min(level, honor)))
    if honor < stack.damage:
        return []
    revived = min((honor - stack.damage) // level, stack.start - stack.count)
    healed = [0] if stack.damage else []
    return [*healed, *amounts(revived)]


@final
class Special(Phase):
    """HW-17.3.1 to 3: Attack, Defense, or units back to life, once for each stack."""

    def asks(self, play: Play, combat: Combat) -> bool:
        for honor in purses(play.state, combat):
            if any(spends(combat, stack, honor) for stack in combat.sides[1]):
                return combat.wait(1)
        return False

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        combat = the_combat(state)
        sources = purses(state, combat)
        commands: list[Command] = []
        for stack in combat.sides[1]:
            for source, honor in enumerate(sources):
                numbers = spends(combat, stack, honor)
                commands += [SPEND.of(stack.word(), number, source) for number in numbers]
        commands.append(DONE.of())
        return commands

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        if command.verb is DONE:
            return None
        if command.verb is not SPEND:
            return WRONG_DECISION
        combat = the_combat(state)
        stack = combat.stack_at(command.args[0])
        sources = purses(state, combat)
        if stack is None or stack.side == 0 or not sources:
            return refusals.BAD_SPEND
        is_open = command.args[1] in spends(combat, stack, sources[command.args[2]])
        return None if is_open else refusals.BAD_SPEND

    def answer(self, play: Play, seat: Seat, command: Command) -> None:
        combat = play.combat
        if command.verb is DONE:
            combat.enter(self.then)
        else:
            stack = combat.named(command.args[0])
            _spend(play, combat, stack, command.args[1], command.args[2])


def _spend(play: Play, combat: Combat, stack: Stack, number: int, source: int) -> None:
    """Honour for a stack (HW-17.3.1 to 3)."""
    state = play.state
    price = number
    if combat.city == BARBARIANS:
        level = stack.unit.level
        price = stack.damage + number * level
        stack.damage = 0
        stack.count += number
        combat.killed[0] -= number
        combat.worth[0] -= number * level
    else:
        stack.bonus = number
    stack.blessed = True
    if source == STORED:
        state.cities[combat.city].stored -= price
    else:
        state.heroes[combat.leads[1]].honor -= price
    play.note("honor_spent", combat.seats[1], price)
