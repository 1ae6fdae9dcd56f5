"""The flow of a match: Rounds of three sequences of turns, production, clean up, victory check."""

from typing import final

from pentarch.engine.heroes.agenda import Errand
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.production.income import collect_income
from pentarch.engine.heroes.state import (
    GRACE_GIVEN,
    GRACE_RUNS,
    OVER_ROUNDS,
    S_ARMY,
    S_CHECK,
    S_CLEAN,
    S_NEXT,
    S_PLACE,
    S_PRODUCE,
    S_ROUND,
    S_TURNS,
    T_AGREE,
    T_METHOD,
    T_PRODUCE,
    State,
    Task,
)
from pentarch.engine.heroes.tables import HEX_LIMIT, SEQUENCES
from pentarch.engine.heroes.turn.fate import defeat, finish
from pentarch.engine.heroes.turn.placement import begin_placement
from pentarch.engine.heroes.turn.turn import begin_turn
from pentarch.engine.heroes.turn.vote import open_vote
from pentarch.engine.heroes.world.site import GROUND_IDLE, Ground


@final
class Flow(Errand):
    """The stages of a match, one after the other."""

    def run(self, play: Play, task: Task) -> bool:
        state = play.state
        if state.stage == S_TURNS:
            _next_turn(play)
        elif state.stage == S_ARMY:
            roll_initiative(play)
            begin_placement(state)
        elif state.stage == S_PLACE:
            state.stage = S_ROUND
        elif state.stage == S_ROUND:
            _begin_round(play)
        elif state.stage == S_PRODUCE:
            state.stage = S_CLEAN
        elif state.stage == S_CLEAN:
            _clean_up(state)
            state.stage = S_CHECK
        elif state.stage == S_CHECK:
            _check_victory(play)
        elif state.round >= state.settings.rounds:
            finish(state, OVER_ROUNDS)
        else:
            state.stage = S_ROUND
        return False


def roll_initiative(play: Play) -> None:
    """HW-5.2.a: the highest d20 is first, the others follow clockwise."""
    state = play.state
    tied = state.living()
    while len(tied) > 1:
        rolls = [play.chance.die(20) for _ in tied]
        for seat, roll in zip(tied, rolls, strict=True):
            play.note("init_roll", seat, roll)
        best = max(rolls)
        tied = [seat for seat, roll in zip(tied, rolls, strict=True) if roll == best]
    clockwise = [(tied[0] + offset) % state.seats for offset in range(state.seats)]
    state.order = [seat for seat in clockwise if state.is_alive(seat)]


def _begin_round(play: Play) -> None:
    state = play.state
    state.round += 1
    state.sequence = 1
    state.turn_index = -1
    state.stage = S_TURNS
    play.note("round", -1, state.round)
    roll_initiative(play)
    if state.settings.method_change:
        open_vote(state)
        state.push(T_METHOD)


def _next_turn(play: Play) -> None:
    """The next turn of the sequence, then Turn 4, then the next sequence (HW-6.0.a)."""
    state = play.state
    state.turn_index += 1
    while state.turn_index < len(state.order):
        seat = state.order[state.turn_index]
        if state.is_alive(seat):
            begin_turn(play, seat)
            return
        state.turn_index += 1
    collect_income(play)
    if state.sequence < SEQUENCES:
        state.sequence += 1
        state.turn_index = -1
        return
    state.stage = S_PRODUCE
    state.shown_cities = [city.copy() for city in state.cities]
    state.shown_heroes = [hero.copy() for hero in state.heroes]
    open_vote(state)
    state.push(T_PRODUCE)


def _clean_up(state: State) -> None:
    """HW-12.0.*: markers off, recruits and mercenaries arrive, guards grow."""
    for hex, site in enumerate(state.sites):
        if site.visited:
            state.alter(hex).visited = False
        if site.has_guards():
            _add_guard(state, hex)
    for race, ground in enumerate(state.grounds):
        if state.seat_of[race] >= 0 and ground.status != GROUND_IDLE:
            state.grounds[race] = Ground(ground.status, min(HEX_LIMIT, ground.units + 1))


def _add_guard(state: State, hex: int) -> None:
    """HW-12.0.d: one more unit of the lowest level there."""
    for word, count in enumerate(state.sites[hex].units):
        if count:
            state.alter(hex).add(word, min(HEX_LIMIT, count + 1) - count)
            return


def _check_victory(play: Play) -> None:
    """HW-12.1.a with the terms of HW-4.1.o."""
    state = play.state
    state.stage = S_NEXT
    is_last = state.round >= state.settings.rounds
    lost: list[int] = []
    for seat in state.living():
        player = state.players[seat]
        if state.capital(seat).holder in (-1, seat):
            # The term is over: if the capital falls again, that is another loss.
            player.grace = 0
        elif player.grace == GRACE_GIVEN and not is_last:
            player.grace = GRACE_RUNS
        else:
            lost.append(seat)
    if lost:
        defeat(play, lost)
    if not state.over and state.settings.end_by_agreement and not is_last:
        open_vote(state)
        state.push(T_AGREE)
