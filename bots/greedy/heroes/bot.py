"""The bot: every decision, from the purchase of an army to the next deed of a turn."""

from pentarch.bots.greedy.heroes.combat import decide_combat
from pentarch.bots.greedy.heroes.odds import hero_force, odds
from pentarch.bots.greedy.heroes.production import choose_production
from pentarch.bots.greedy.heroes.styles import USUAL, Style
from pentarch.bots.greedy.heroes.turn import Planner
from pentarch.bots.greedy.policy import Policy
from pentarch.engine.commands import Command
from pentarch.engine.core import Seat
from pentarch.engine.heroes.commands import (
    AGREE,
    BUY,
    CAMP_STAY,
    DECLINE,
    FLEE,
    RAISE,
    REACT,
    SKILL,
)
from pentarch.engine.heroes.hero import Hero
from pentarch.engine.heroes.state import (
    T_APPEAR,
    T_ARMY,
    T_CAMP,
    T_COMBAT,
    T_FLEE,
    T_PLACE,
    T_PRODUCE,
    T_RAISE,
    T_REACT,
    T_SKILL,
    T_TURN,
    State,
    Task,
)
from pentarch.engine.heroes.tables import UNIT_WORDS
from pentarch.engine.heroes.world.map import place_distance

REACT_ODDS = 0.7


class Greedy(Policy):
    """Looks one target ahead and never bluffs."""

    def __init__(self, style: Style = USUAL) -> None:
        self.turn = 0
        self.style = style

    def reset(self, seed: int) -> None:
        self.turn = seed % 6

    def plan(self, state: State, seat: Seat, legal: list[Command]) -> list[Command]:
        return legal[:1] if len(legal) == 1 else [self.choose(state, seat, legal)]

    def choose(self, state: State, seat: Seat, legal: list[Command]) -> Command:
        """One of several legal commands."""
        task = state.agenda[-1]
        if task.name == T_TURN:
            return Planner(state, seat, legal, self.turn, self.style).choose()
        if task.name == T_COMBAT:
            return decide_combat(state, legal)
        if task.name == T_PRODUCE:
            return choose_production(state, seat, legal)
        if task.name == T_ARMY:
            hero = state.heroes[2 * seat + task.who]
            return choose_army(hero, legal, self.style.shopping)
        return choose_answer(state, seat, legal, task)


def choose_answer(state: State, seat: Seat, legal: list[Command], task: Task) -> Command:
    """The small decisions."""
    if task.name == T_PLACE:
        return max(legal, key=lambda c: _place_gap(state, c.args[0]))
    if task.name == T_CAMP:
        return CAMP_STAY()
    if task.name == T_REACT:
        own, mover = state.heroes[task.who], state.heroes[task.what]
        chance = odds(hero_force(own), hero_force(mover), state.method)
        return REACT() if chance >= REACT_ODDS else DECLINE()
    if task.name == T_RAISE:
        level = state.heroes[task.who].level
        order = ((0, 1, 3, 2), (1, 3, 0, 2), (3, 0, 1, 2))[level % 3]
        choices = {c.args[0]: c for c in legal if c.verb is RAISE}
        return next(choices[which] for which in order if which in choices)
    if task.name == T_SKILL:
        return max(legal, key=lambda c: c.args[0] if c.verb is SKILL else -1)
    if task.name == T_APPEAR:
        return max(legal, key=lambda c: _enemy_gap(state, seat, c.args[0]))
    if task.name == T_FLEE:
        return next(c for c in legal if c.verb is FLEE)
    # Votes: keep what is played; never agree to end.
    return next((c for c in legal if c.verb is not AGREE and c.text in _CALM), legal[0])


_CALM = ("vote keep", "vote 1", "continue")


def _place_gap(state: State, place: int) -> int:
    tiles = state.settings.tiles
    taken = [other for other in state.places if other >= 0]
    return min([place_distance(tiles, place, other) for other in taken], default=0)


def _enemy_gap(state: State, seat: int, hex: int) -> int:
    return min(
        [
            state.world.distance(hex, hero.hex)
            for hero in state.heroes
            if hero.seat != seat and hero.in_play()
        ],
        default=0,
    )


def choose_army(hero: Hero, legal: list[Command], shopping: tuple[tuple[str, int], ...]) -> Command:
    """What is missing from the list (words and numbers of units), then level 1."""
    bought = [0, 0, 0]
    for section in hero.sections:
        if section.count:
            bought[section.unit.word] += section.count
    for word, number in shopping:
        level = UNIT_WORDS.index(word)
        missing = number - bought[level]
        for n in range(missing, 0, -1):
            command = BUY(level, n - 1)
            if command in legal:
                return command
    return max(legal, key=lambda c: c.args[1] if c.verb is BUY and c.args[0] == 0 else -1)
