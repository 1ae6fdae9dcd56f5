"""The course of a combat: from the first choices through the nine steps of each round."""

from typing import Final

from pentarch.engine.core import Numbers
from pentarch.engine.heroes import arena, battle, windows
from pentarch.engine.heroes.combat import conclude, has_pool, send_home, towers_built
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import (
    GUARD_SEAT,
    H_SKILL,
    HERO_SIZE,
    MOVED,
    O_COMBAT_CAP,
    O_LEFT_GUARDS,
    O_SKILLS,
    P_AVOID,
    P_BREACH,
    P_DEPLOY1,
    P_DEPLOY2,
    P_LEAVE_ATTACKER,
    P_LEAVE_DEFENDER,
    P_MAN1,
    P_MAN2,
    P_OPENING,
    P_PARLEY,
    P_RETREAT,
    P_SEIZE,
    P_SHIFT,
    P_SPECIAL,
    P_STEP,
    P_SUBVERT,
    P_TOWER,
    T_COMBAT,
    Combat,
    State,
    ability,
    is_alive,
    is_mine,
)
from pentarch.engine.heroes.strikes import go_on_striking, on_display, start_strike
from pentarch.engine.heroes.tables import CAVALRY, CLOSE, KIND, QUIET_ROUNDS, RANGED

# Kind of stack in the steps 2 to 7.
STEP_KIND: Final[Numbers] = (RANGED, RANGED, CAVALRY, CAVALRY, CLOSE, CLOSE)

# Parts of a step on the Battle Display.
SUB_MOVE: Final = 0
SUB_CHOOSE: Final = 1
SUB_RESOLVE: Final = 2


def guard_seat(state: State, c: Combat) -> int:
    """The seat that decides for guards (HW-8.0.e), or -1: the policy does."""
    if not state.opt[O_LEFT_GUARDS]:
        return -1
    foe = c.seat[0] if c.seat[1] == GUARD_SEAT else c.seat[1]
    for offset in range(1, state.seats + 1):
        seat = (state.active + offset) % state.seats
        if is_alive(state, seat) and seat != foe:
            return seat
    return -1


def decider(state: State, c: Combat) -> int:
    """The seat that decides now."""
    seat = c.seat[c.actor]
    return guard_seat(state, c) if seat == GUARD_SEAT else seat


def step_side(c: Combat) -> int:
    """The side whose step it is (HW-8.3.a)."""
    return c.initiative if (c.phase - P_STEP) % 2 == 0 else 1 - c.initiative


def step_kind(c: Combat) -> int:
    """The kind of stack whose step it is."""
    return STEP_KIND[c.phase - P_STEP]


def go_on_fighting(p: Play) -> bool:
    """Play on until a seat must decide (True), or the combat is over or interrupted (False)."""
    state = p.state
    while True:
        c = state.combat
        if c is None or state.agenda[-1][0] != T_COMBAT:
            return False
        if c.strike:
            side = go_on_striking(p)
            if side >= 0:
                c.actor = side
                return True
        elif c.units(0) == 0 or c.units(1) == 0:
            conclude(p, 1 if c.units(0) == 0 else 0)
            return False
        elif _run_phase(p, c):
            return True


def _run_phase(p: Play, c: Combat) -> bool:
    """One phase: True to wait for a decision; otherwise the phase, or the combat, has moved on."""
    phase = c.phase
    if P_STEP <= phase < P_SEIZE:
        return _run_display_step(p, c) if on_display(p.state) else _run_arena_step(p, c)
    if phase < P_BREACH:
        return _run_opening(p, c)
    if phase == P_BREACH:
        return _run_breach(p.state, c)
    if phase in (P_TOWER, P_RETREAT):
        return True
    if phase == P_SHIFT:
        c.actor = 1
        return True
    return _run_closing(p, c)


def _wait(c: Combat, side: int) -> bool:
    c.actor = side
    return True


def _run_opening(p: Play, c: Combat) -> bool:
    """Everything before the first round."""
    state = p.state
    phase = c.phase
    if phase == P_AVOID and may_avoid(state, c):
        return _wait(c, 0)
    if phase == P_PARLEY and parley_stacks(state, c):
        return _wait(c, hero_side(c))
    if phase in (P_MAN1, P_MAN2) and man_stacks(state, c):
        return _wait(c, 1)
    if phase in (P_DEPLOY1, P_DEPLOY2) and on_display(state):
        side = battle.right_side(c) if phase == P_DEPLOY1 else 1 - battle.right_side(c)
        stack = battle.next_undeployed(c, side)
        while stack >= 0 and battle.deploy_hexes(state, c, stack):
            if c.seat[side] != GUARD_SEAT or guard_seat(state, c) >= 0:
                c.cursor = stack
                return _wait(c, side)
            c.place[stack] = battle.guard_deploy_hex(state, c, stack)
            stack = battle.next_undeployed(c, side)
    if phase == P_OPENING:
        if windows.run_window(state, c):
            return True
        start_round(state, c)
        return False
    enter_phase(c, phase + 1)
    return False


def enter_phase(c: Combat, phase: int) -> None:
    """Begin a phase."""
    c.phase = phase
    c.sub = 0
    c.passes = 0
    c.cursor = c.initiative if phase in (P_OPENING, P_SUBVERT) else 0


def start_round(state: State, c: Combat) -> None:
    """The next round begins with step 1 (HW-8.3.c)."""
    c.round += 1
    c.busy = 0
    c.breached = 0
    battle.start_round(state, c)
    enter_phase(c, P_BREACH)


def hero_side(c: Combat) -> int:
    """In a combat with guards, the side of the Hero."""
    return 1 if c.seat[0] == GUARD_SEAT else 0


def may_avoid(state: State, c: Combat) -> bool:
    """HW-19.16.3.a: a Hero who entered a guarded mine may try to leave first."""
    return state.method >= 3 and c.home == c.hex and is_mine(state, c.hex)


def parley_stacks(state: State, c: Combat) -> list[int]:
    """Guard stacks that the Hero's diplomacy works on (HW-16.1.2.a)."""
    if not state.opt[O_SKILLS] or c.home < 0:
        return []
    side = hero_side(c)
    hero = c.lead[side]
    if hero < 0 or state.heroes[hero * HERO_SIZE + H_SKILL + 1] == 0:
        return []
    return [
        stack
        for stack in c.order[1 - side]
        if windows.is_open_to_diplomacy(state, hero, c.unit[stack])
    ]


def man_stacks(state: State, c: Combat) -> list[int]:
    """Ranged stacks that can still be put into the tower in question (HW-8.7.e, f)."""
    if c.city < 0 or on_display(state) or towers_built(state, c.city) <= c.phase - P_MAN1:
        return []
    return [
        stack
        for stack in c.order[1]
        if KIND[c.unit[stack]] == RANGED and c.count[stack] and c.place[stack] < 0
    ]


def may_split(state: State, c: Combat) -> bool:
    """HW-8.7.e: one Ranged stack of at least two units, and two towers."""
    stacks = man_stacks(state, c)
    return (
        c.phase == P_MAN1
        and towers_built(state, c.city) == 2
        and len(stacks) == 1
        and c.count[stacks[0]] >= 2
    )


def _run_breach(state: State, c: Combat) -> bool:
    if c.city >= 0:
        is_open = arena.can_breach(state, c)
        if on_display(state):
            is_open = bool(battle.aim_targets(state, c))
        if is_open:
            return _wait(c, 0)
    enter_phase(c, P_STEP)
    return False


def _run_arena_step(p: Play, c: Combat) -> bool:
    state = p.state
    side = step_side(c)
    kind = step_kind(c)
    if c.seat[side] == GUARD_SEAT and guard_seat(state, c) < 0:
        if not arena.guard_strike(p, side, kind):
            enter_phase(c, c.phase + 1)
        return False
    if arena.arena_pairs(state, c, side, kind):
        return _wait(c, side)
    enter_phase(c, c.phase + 1)
    return False


def _run_display_step(p: Play, c: Combat) -> bool:
    """Movement of all stacks of the step, then their fire or attacks (HW-19.6.a, c)."""
    state = p.state
    side = step_side(c)
    kind = step_kind(c)
    is_policy = c.seat[side] == GUARD_SEAT and guard_seat(state, c) < 0
    if c.sub == SUB_MOVE:
        if c.cursor == 0:
            if not _has_step(c, side, kind):
                enter_phase(c, c.phase + 1)
                return False
            battle.note_adjacent(state, c, side, kind)
        return _run_moves(state, c, side, kind, is_policy)
    if c.sub == SUB_RESOLVE:
        _resolve_next(p, c)
        return False
    if kind == RANGED:
        return _run_fire(p, c, side, is_policy)
    return _run_announcement(p, c, side, kind, is_policy)


def _has_step(c: Combat, side: int, kind: int) -> bool:
    """Whether a side has stacks that act in a step: with Close stacks also Ranged ones."""
    for stack in c.order[side]:
        own = KIND[c.unit[stack]]
        if c.count[stack] and (own == kind or (kind == CLOSE and own == RANGED)):
            return True
    return False


def _run_moves(state: State, c: Combat, side: int, kind: int, is_policy: bool) -> bool:
    stacks = c.order[side]
    while c.cursor < len(stacks):
        stack = stacks[c.cursor]
        if KIND[c.unit[stack]] == kind and c.count[stack] and c.place[stack] >= 0:
            if not is_policy:
                return _wait(c, side)
            target = battle.guard_destination(state, c, stack)
            if target >= 0:
                move_stack(c, stack, target)
        c.cursor += 1
    c.sub = SUB_CHOOSE
    c.cursor = 0
    return False


def move_stack(c: Combat, stack: int, hex: int) -> None:
    """A stack goes to another hex of the display."""
    c.place[stack] = hex
    c.state[stack] |= MOVED


def _run_fire(p: Play, c: Combat, side: int, is_policy: bool) -> bool:
    state = p.state
    stacks = c.order[side]
    while c.cursor < len(stacks):
        stack = stacks[c.cursor]
        if KIND[c.unit[stack]] == RANGED and c.count[stack]:
            targets = battle.fire_targets(state, c, stack)
            if targets and not is_policy:
                return _wait(c, side)
            if targets:
                c.cursor += 1
                start_strike(p, stack, arena.best_target(state, c, stack, targets, ranged=True), 1)
                return False
        c.cursor += 1
    enter_phase(c, c.phase + 1)
    return False


def _run_announcement(p: Play, c: Combat, side: int, kind: int, is_policy: bool) -> bool:
    state = p.state
    ready = battle.attackers(c, side, kind)
    if ready and not is_policy:
        return _wait(c, side)
    for stack in ready:
        targets = battle.close_targets(c, stack)
        c.plan.append((stack, arena.best_target(state, c, stack, targets, ranged=False)))
    c.sub = SUB_RESOLVE
    return False


def _resolve_next(p: Play, c: Combat) -> None:
    """The next announced attack; one whose attacker or target is gone is dropped (HW-19.11.b)."""
    while c.plan:
        stack, target = c.plan.pop(0)
        if c.count[stack] and c.count[target]:
            start_strike(p, stack, target, 0)
            return
    enter_phase(c, c.phase + 1)


def _run_closing(p: Play, c: Combat) -> bool:
    """Step 8, special buildings, subversion, withdrawal, and the end of a round."""
    state = p.state
    phase = c.phase
    if phase == P_SEIZE:
        side = 1 - c.initiative
        if c.lead[side] >= 0 and not c.seized[side]:
            return _wait(c, side)
    elif phase == P_SPECIAL:
        if windows.spends(state, c):
            return _wait(c, 1)
    elif phase == P_SUBVERT:
        if windows.run_window(state, c):
            return True
    elif phase == P_LEAVE_ATTACKER:
        if c.lead[0] >= 0:
            return _wait(c, 0)
    elif phase == P_LEAVE_DEFENDER:
        if c.lead[1] >= 0 and c.city < 0 and windows.retreats(state, c):
            return _wait(c, 1)
        end_round(p, c)
        return False
    enter_phase(c, phase + 1)
    return False


def end_round(p: Play, c: Combat) -> None:
    """After step 9: a new round, or the combat is broken off (HW-8.10.b, HW-19.18.a)."""
    state = p.state
    c.quiet = 0 if c.busy else c.quiet + 1
    if c.quiet < QUIET_ROUNDS and c.round < state.opt[O_COMBAT_CAP]:
        start_round(state, c)
        return
    p.note("broken_off", c.seat[0])
    if c.lead[0] >= 0:
        send_home(state, c.lead[0], is_mover=not c.reaction)
    conclude(p, -1)


def withdraw(p: Play, side: int) -> None:
    """A Hero tries to leave (HW-8.9.b, HW-19.16.2.a)."""
    state = p.state
    c = state.combat
    assert c is not None
    own = ability(state, c.lead[side], 2)
    limit = own
    if state.method >= 3 and c.lead[1 - side] >= 0:
        limit = own + own - ability(state, c.lead[1 - side], 2)
    if state.method >= 3:
        limit = max(1, limit)
    roll = p.chance.die(20)
    p.note("withdraw_roll", c.seat[side], roll, limit)
    if roll > limit:
        if side == 0:
            enter_phase(c, P_LEAVE_DEFENDER)
        else:
            end_round(p, c)
    elif side == 0:
        send_home(state, c.lead[0], is_mover=not c.reaction)
        conclude(p, 1)
    else:
        enter_phase(c, P_RETREAT)
        c.actor = 1


def avoid(p: Play) -> None:
    """A Hero tries to leave a guarded mine before the combat (HW-19.16.3.a)."""
    state = p.state
    c = state.combat
    assert c is not None
    roll = p.chance.die(20)
    p.note("avoid_roll", c.seat[0], roll)
    if roll > ability(state, c.lead[0], 2):
        enter_phase(c, P_PARLEY)
        return
    send_home(state, c.lead[0], is_mover=True)
    conclude(p, -1)


def retreat(p: Play, hex: int) -> None:
    """The defending Hero goes; a garrison fights on without him (HW-8.9.j)."""
    state = p.state
    c = state.combat
    assert c is not None
    from_pool = has_pool(c, 1)
    windows.leave(p, hex)
    if from_pool:
        end_round(p, c)
    else:
        conclude(p, 0)


def seize(p: Play, side: int) -> None:
    """A Hero tries to win the initiative for his side (HW-8.8.a)."""
    c = p.state.combat
    assert c is not None
    c.seized[side] = 1
    roll = p.chance.die(20)
    p.note("seize_roll", c.seat[side], roll)
    if roll <= ability(p.state, c.lead[side], 2):
        c.initiative = side
    enter_phase(c, P_SPECIAL)
