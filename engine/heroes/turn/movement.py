"""Steps through the world."""

from typing import Final, final

from pentarch.engine.commands import Command
from pentarch.engine.core import Refusal
from pentarch.engine.heroes.city import City
from pentarch.engine.heroes.commands import MOVE
from pentarch.engine.heroes.hero import Hero
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import State
from pentarch.engine.heroes.turn.deed import Deed
from pentarch.engine.heroes.world.entry import take_step
from pentarch.engine.heroes.world.path import enemy_hexes, move_refusal, step_refusal

_MOVES: Final = [[MOVE.of(hero, way) for way in range(6)] for hero in range(2)]


@final
class Move(Deed):
    """HW-7.1: one hex for MP."""

    def __init__(self) -> None:
        super().__init__(MOVE)

    def add_legal(
        self, state: State, hero: Hero, city: "City | None", commands: list[Command]
    ) -> None:
        if hero.mp < 1 or not hero.units():
            return
        enemies = enemy_hexes(state, hero.seat)
        for way, command in enumerate(_MOVES[hero.number % 2]):
            if step_refusal(state, hero, way, enemies) is None:
                commands.append(command)

    def refusal(self, state: State, hero: Hero, command: Command) -> "Refusal | None":
        return move_refusal(state, hero, command.args[1])

    def carry_out(self, play: Play, hero: Hero, command: Command) -> None:
        take_step(play, hero, command.args[1])
