"""A seat's turn: its Heroes move, take and leave units, and do small deeds until `end`."""

from typing import Final, final

from pentarch.engine.commands import Command, Verb
from pentarch.engine.core import WRONG_DECISION, Refusal, Seat
from pentarch.engine.heroes import refusals
from pentarch.engine.heroes.agenda import Question
from pentarch.engine.heroes.commands import END
from pentarch.engine.heroes.hero import DONE_NOW, Hero
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import GRACE_RUNS, T_CAMP, T_TURN, State, Task
from pentarch.engine.heroes.tables import MOVEMENT
from pentarch.engine.heroes.turn.deed import (
    Deed,
    DrawQuest,
    DropQuest,
    Pray,
    StoreHonor,
    Train,
    own_city,
)
from pentarch.engine.heroes.turn.fate import defeat
from pentarch.engine.heroes.turn.movement import Move
from pentarch.engine.heroes.turn.transfer import Drop, Give, Take
from pentarch.engine.heroes.world.camp import camp_of
from pentarch.engine.heroes.world.path import can_move_on, hero_refusal, shares_hex, step_back

# What a Hero can do, in the order in which it is listed.
DEEDS: Final[list[Deed]] = [
    *[Move(), Take(), Drop(), Give()],
    *[Train(), DrawQuest(), DropQuest(), StoreHonor(), Pray()],
]
_BY_VERB: Final[dict[Verb, Deed]] = {deed.verb: deed for deed in DEEDS}


def begin_turn(play: Play, seat: Seat) -> None:
    """A seat's turn begins: war may break out, Heroes get their MP (HW-7.1.1.a, HW-7.2.b)."""
    state = play.state
    state.active = seat
    if not state.war and state.face_down() == 0:
        state.war = True
        play.note("war", -1)
    state.checked = []
    state.entries = 0
    state.left = []
    for hero in state.heroes:
        _wake(hero, is_own=hero.seat == seat)
    state.push(T_TURN, seat)
    if camp_of(state).holder == seat:
        state.push(T_CAMP, seat)


def _wake(hero: Hero, *, is_own: bool) -> None:
    hero.tried = ()
    if is_own or hero.finished == DONE_NOW:
        hero.finished = 0
    if is_own and hero.in_play():
        hero.mp = hero.ability(MOVEMENT)
        hero.origin = hero.hex
        hero.moved = False
        hero.transfers = 0
        hero.spent = False
        hero.quest_dropped = False
        hero.entered = 0


def end_turn(play: Play, seat: Seat) -> None:
    """Unused MP are lost; Heroes who may not stay together part; a term may run out."""
    state = play.state
    first, second = state.pair(seat)
    if shares_hex(state, seat):
        step_back(second if second.entered > first.entered else first)
    first.mp = second.mp = 0
    state.active = -1
    player = state.players[seat]
    if player.grace == GRACE_RUNS:
        player.grace = 0
        if state.capital(seat).holder not in (-1, seat) and player.is_alive():
            play.note("term_over", seat)
            defeat(play, [seat])


def end_refusal(state: State, seat: Seat) -> "Refusal | None":
    """`end` is refused while two Heroes share a hex and could still part (HW-4.1.r)."""
    if shares_hex(state, seat) and any(can_move_on(state, hero) for hero in state.pair(seat)):
        return refusals.STILL_TOGETHER
    return None


@final
class Turn(Question):
    """HW-D.turn: one deed of a Hero after the other, then `end`."""

    def __init__(self) -> None:
        super().__init__(T_TURN)

    def actors(self, state: State) -> list[Seat]:
        return [state.agenda[-1].who]

    def waits(self, play: Play, task: Task) -> bool:
        return play.state.is_alive(task.who)

    def close(self, play: Play, task: Task) -> None:
        play.state.agenda.pop()
        play.state.active = -1

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        commands: list[Command] = []
        for hero in state.pair(seat):
            if hero.hex >= 0 and not hero.finished:
                city = own_city(state, hero)
                for deed in DEEDS:
                    deed.add_legal(state, hero, city, commands)
        if end_refusal(state, seat) is None:
            commands.append(END.of())
        return commands

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        if command.verb is END:
            return end_refusal(state, seat)
        deed = _BY_VERB.get(command.verb)
        if deed is None:
            return WRONG_DECISION
        hero = state.hero(seat, command.args[0])
        return hero_refusal(hero) or deed.refusal(state, hero, command)

    def answer(self, play: Play, seat: Seat, command: Command) -> None:
        if command.verb is END:
            play.state.agenda.pop()
            end_turn(play, seat)
            return
        hero = play.state.hero(seat, command.args[0])
        _BY_VERB[command.verb].carry_out(play, hero, command)
