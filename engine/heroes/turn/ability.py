"""Points for Heroes: an ability to be raised, a skill to be learned."""

from pentarch.engine.commands import Command
from pentarch.engine.core import WRONG_DECISION, Refusal, Seat
from pentarch.engine.heroes import refusals
from pentarch.engine.heroes.agenda import Question
from pentarch.engine.heroes.commands import RAISE, SKILL
from pentarch.engine.heroes.hero import Hero
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import T_RAISE, T_SKILL, State, Task
from pentarch.engine.heroes.tables import ABILITY_CAPS, RACE_SKILL, RACES, SKILL_CAP


def can_raise(hero: Hero, which: int) -> bool:
    """Whether an ability is below its cap."""
    return hero.abilities[which] < ABILITY_CAPS[which]


def can_learn(hero: Hero, skill: int) -> bool:
    """Whether a skill is below its cap."""
    return hero.skills[skill] < SKILL_CAP


class HeroQuestion(Question):
    """A question to the owner of the Hero whom the task names."""

    def actors(self, state: State) -> list[Seat]:
        return [state.agenda[-1].who // 2]


def _asked(state: State) -> Hero:
    return state.heroes[state.agenda[-1].who]


class RaiseAbility(HeroQuestion):
    """HW-8.11.b: one point for an ability."""

    def __init__(self) -> None:
        super().__init__(T_RAISE)

    def waits(self, play: Play, task: Task) -> bool:
        hero = play.state.heroes[task.who]
        return hero.in_play() and any(can_raise(hero, which) for which in range(4))

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        hero = _asked(state)
        return [RAISE.of(which) for which in range(4) if can_raise(hero, which)]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        if command.verb is not RAISE:
            return WRONG_DECISION
        return None if can_raise(_asked(state), command.args[0]) else refusals.AT_CAP

    def answer(self, play: Play, seat: Seat, command: Command) -> None:
        _asked(play.state).raise_ability(command.args[0])
        play.state.agenda.pop()


class LearnSkill(HeroQuestion):
    """HW-16.0.a: one point for trade, diplomacy, or the skill of the race."""

    def __init__(self) -> None:
        super().__init__(T_SKILL)

    def waits(self, play: Play, task: Task) -> bool:
        hero = play.state.heroes[task.who]
        return hero.in_play() and any(can_learn(hero, skill) for skill in range(3))

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        hero = _asked(state)
        words = [skill for skill in range(RACE_SKILL) if can_learn(hero, skill)]
        if can_learn(hero, RACE_SKILL):
            words.append(RACES[hero.race].skill)
        return [SKILL.of(word) for word in words]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        if command.verb is not SKILL:
            return WRONG_DECISION
        hero = _asked(state)
        word = command.args[0]
        if word >= RACE_SKILL and word != RACES[hero.race].skill:
            return refusals.OTHER_SKILL
        return None if can_learn(hero, min(word, RACE_SKILL)) else refusals.AT_CAP

    def answer(self, play: Play, seat: Seat, command: Command) -> None:
        _asked(play.state).raise_skill(min(command.args[0], RACE_SKILL))
        play.state.agenda.pop()
