"""What may be said in a combat, phase by phase, and what each word does."""

from typing import Final

from pentarch.engine.commands import Command, Verb
from pentarch.engine.core import WRONG_DECISION, Refusal
from pentarch.engine.heroes import arena, battle, refusals, rounds, strikes, windows
from pentarch.engine.heroes.combat import add_stack
from pentarch.engine.heroes.commands import (
    AIM,
    AVOID,
    BREACH,
    DEPLOY,
    DONE,
    FIGHT,
    FIRE,
    GO,
    HOLD,
    HOLD_STACK,
    MAN,
    MAN_NONE,
    MAN_SPLIT,
    NO,
    PARLEY,
    PASS,
    RETREAT,
    SEIZE,
    SHIFT,
    SKIP,
    SPEND,
    STACK_IDS,
    STAY,
    STRIKE,
    SUBVERT,
    TOWER,
    USE,
    WITHDRAW,
)
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import (
    P_AVOID,
    P_BREACH,
    P_DEPLOY2,
    P_LEAVE_ATTACKER,
    P_LEAVE_DEFENDER,
    P_MAN2,
    P_PARLEY,
    P_RETREAT,
    P_SEIZE,
    P_SHIFT,
    P_SPECIAL,
    P_STEP,
    P_SUBVERT,
    P_TOWER,
    Combat,
    State,
)
from pentarch.engine.heroes.strikes import K_CLEVERNESS, K_FURY, K_STAGE, on_display
from pentarch.engine.heroes.tables import RANGED

# Slots of `use`: experience, fury, cleverness.
_USE_EXPERIENCE: Final = 0
_USE_FURY: Final = 1
_USE_CLEVERNESS: Final = 2
_REFUSALS: Final[dict[Verb, Refusal]] = {
    RETREAT: refusals.BAD_RETREAT,
    PARLEY: refusals.NO_PARLEY,
    MAN: refusals.NO_SUCH_STACK,
    MAN_SPLIT: refusals.NO_SPLIT,
    DEPLOY: refusals.BAD_BATTLE_HEX,
    SUBVERT: refusals.TOO_MUCH_HONOR,
    STRIKE: refusals.BAD_TARGET,
    SPEND: refusals.BAD_SPEND,
    AIM: refusals.BAD_AIM,
    SHIFT: refusals.BAD_SHIFT,
    GO: refusals.BAD_DESTINATION,
    HOLD_STACK: refusals.MUST_ACT,
    FIRE: refusals.BAD_TARGET,
    SKIP: refusals.MUST_ACT,
    DONE: refusals.MUST_ATTACK,
}


def word(c: Combat, stack: int) -> int:
    """A stack's position among the words of a command's slot."""
    side = c.side[stack]
    return side * STACK_IDS + c.order[side].index(stack)


def stack_at(c: Combat, arg: int) -> int:
    """The stack that a slot's word names, or -1."""
    side, number = divmod(arg, STACK_IDS)
    return c.order[side][number] if number < len(c.order[side]) else -1


def legal_orders(state: State) -> list[Command]:
    """All commands of the phase, in a fixed order."""
    c = state.combat
    assert c is not None
    if c.strike:
        stage = c.strike[K_STAGE]
        skill = _USE_EXPERIENCE
        if stage == K_CLEVERNESS:
            skill = _USE_CLEVERNESS
        elif stage == K_FURY:
            skill = _USE_FURY
        return [USE.of(skill), NO.of()]
    phase = c.phase
    if P_STEP <= phase < P_SEIZE:
        return _display_orders(state, c) if on_display(state) else _arena_orders(state, c)
    if phase < P_BREACH:
        return _opening_orders(state, c)
    if phase == P_BREACH:
        if on_display(state):
            return [*[AIM.of(hex) for hex in battle.aim_targets(state, c)], HOLD.of()]
        return [BREACH.of(), HOLD.of()]
    if phase == P_TOWER:
        return [TOWER.of(0), TOWER.of(1)]
    if phase == P_SHIFT:
        return [SHIFT.of(hex) for hex in battle.shift_targets(state, c)]
    if phase == P_SEIZE:
        return [SEIZE.of(), PASS.of()]
    if phase == P_SPECIAL:
        return [
            *[SPEND.of(word(c, stack), n, source) for stack, n, source in windows.spends(state, c)],
            DONE.of(),
        ]
    if phase == P_SUBVERT:
        return _subvert_orders(state, c)
    if phase == P_RETREAT:
        return [RETREAT.of(way) for way in windows.retreats(state, c)]
    return [STAY.of(), WITHDRAW.of()]


def _opening_orders(state: State, c: Combat) -> list[Command]:
    phase = c.phase
    if phase == P_AVOID:
        return [FIGHT.of(), AVOID.of()]
    if phase == P_PARLEY:
        return [*[PARLEY.of(word(c, stack)) for stack in rounds.parley_stacks(state, c)], NO.of()]
    if phase <= P_MAN2:
        orders = [MAN.of(word(c, stack)) for stack in rounds.man_stacks(state, c)]
        orders.append(MAN_NONE.of())
        if rounds.may_split(state, c):
            orders.append(MAN_SPLIT.of())
        return orders
    if phase <= P_DEPLOY2:
        name = word(c, c.cursor)
        return [DEPLOY.of(name, hex) for hex in battle.deploy_hexes(state, c, c.cursor)]
    return _subvert_orders(state, c)


def _subvert_orders(state: State, c: Combat) -> list[Command]:
    limit = windows.subvert_limit(state, c, c.actor)
    return [*[SUBVERT.of(number) for number in range(limit)], PASS.of()]


def _arena_orders(state: State, c: Combat) -> list[Command]:
    pairs = arena.arena_pairs(state, c, rounds.step_side(c), rounds.step_kind(c))
    orders = [STRIKE.of(word(c, stack), word(c, target)) for stack, target in pairs]
    orders.append(DONE.of())
    return orders


def _display_orders(state: State, c: Combat) -> list[Command]:
    side = rounds.step_side(c)
    kind = rounds.step_kind(c)
    if c.sub == rounds.SUB_MOVE:
        stack = c.order[side][c.cursor]
        name = word(c, stack)
        ends = battle.destinations(state, c, stack)
        orders = [GO.of(name, hex) for hex in ends]
        if battle.may_hold(state, c, stack, ends):
            orders.append(HOLD_STACK.of(name))
        return orders
    if kind == RANGED:
        stack = c.order[side][c.cursor]
        name = word(c, stack)
        targets = battle.fire_targets(state, c, stack)
        orders = [FIRE.of(name, word(c, target)) for target in targets]
        if battle.is_free(c, stack):
            orders.append(SKIP.of(name))
        return orders
    orders = []
    is_bound = False
    for stack in battle.attackers(c, side, kind):
        name = word(c, stack)
        is_bound = is_bound or battle.must_attack(c, stack)
        orders += [STRIKE.of(name, word(c, target)) for target in battle.close_targets(c, stack)]
    if not is_bound:
        orders.append(DONE.of())
    return orders


def check_order(state: State, command: Command) -> "Refusal | None":
    """Why a command is refused in the combat, or None."""
    orders = legal_orders(state)
    if command in orders:
        return None
    verb = command.verb
    if any(order.verb is verb for order in orders):
        return _REFUSALS.get(verb, WRONG_DECISION)
    c = state.combat
    assert c is not None
    # A word of the phase that is closed to everybody just now still has its own reason.
    if verb in _open_verbs(state, c):
        return _REFUSALS[verb]
    return WRONG_DECISION


def _open_verbs(state: State, c: Combat) -> "tuple[Verb, ...]":
    if c.strike or not on_display(state):
        return (MAN_SPLIT,) if not c.strike and c.phase < P_BREACH and c.phase == P_MAN2 - 1 else ()
    if not P_STEP <= c.phase < P_SEIZE:
        return ()
    if c.sub == rounds.SUB_MOVE:
        return (GO, HOLD_STACK)
    return (FIRE, SKIP) if rounds.step_kind(c) == RANGED else (STRIKE, DONE)


def give_order(p: Play, command: Command) -> None:
    """Carry out a command that `check_order` accepts. The flow then fights on."""
    state = p.state
    c = state.combat
    assert c is not None
    verb = command.verb
    args = command.args
    if c.strike:
        if verb is USE:
            strikes.use_skill(p, c.actor)
        else:
            strikes.decline_skill(c)
    elif verb is STRIKE:
        _order_attack(p, c, stack_at(c, args[0]), stack_at(c, args[1]))
    elif verb is DONE:
        _order_done(c)
    elif verb is GO:
        rounds.move_stack(c, stack_at(c, args[0]), args[1])
        c.cursor += 1
    elif verb is HOLD_STACK or verb is SKIP:
        c.cursor += 1
    elif verb is FIRE:
        c.cursor += 1
        strikes.start_strike(p, stack_at(c, args[0]), stack_at(c, args[1]), 1)
    elif c.phase < P_BREACH:
        _order_opening(p, c, command)
    else:
        _order_round(p, c, command)


def _order_attack(p: Play, c: Combat, stack: int, target: int) -> None:
    if on_display(p.state):
        c.plan.append((stack, target))
        return
    strikes.start_strike(p, stack, target, 1 if rounds.step_kind(c) == RANGED else 0)


def _order_done(c: Combat) -> None:
    if c.phase == P_SPECIAL:
        rounds.enter_phase(c, P_SUBVERT)
    elif c.sub == rounds.SUB_CHOOSE:
        c.sub = rounds.SUB_RESOLVE
    else:
        rounds.enter_phase(c, c.phase + 1)


def _order_opening(p: Play, c: Combat, command: Command) -> None:
    verb = command.verb
    args = command.args
    if verb is AVOID:
        rounds.avoid(p)
    elif verb is PARLEY:
        side = rounds.hero_side(c)
        rounds.enter_phase(c, P_PARLEY + 1)
        windows.parley(p, stack_at(c, args[0]), side)
    elif verb is MAN:
        c.place[stack_at(c, args[0])] = c.phase - P_PARLEY
        rounds.enter_phase(c, c.phase + 1)
    elif verb is MAN_SPLIT:
        _split(p.state, c)
        rounds.enter_phase(c, P_MAN2 + 1)
    elif verb is DEPLOY:
        c.place[stack_at(c, args[0])] = args[1]
    elif verb is SUBVERT:
        windows.subvert(p, c.actor, args[0] + 1)
    elif verb is PASS:
        windows.pass_window(c)
    else:
        rounds.enter_phase(c, c.phase + 1)


def _split(state: State, c: Combat) -> None:
    """HW-8.7.e: the larger half goes to tower 1."""
    stack = rounds.man_stacks(state, c)[0]
    half = c.count[stack] // 2
    c.count[stack] -= half
    c.start[stack] = c.count[stack]
    c.place[stack] = 1
    other = add_stack(c, 1, unit=c.unit[stack], count=half, source=c.source[stack])
    c.place[other] = 2


def _order_round(p: Play, c: Combat, command: Command) -> None:
    verb = command.verb
    args = command.args
    if verb is BREACH:
        if arena.needs_tower_choice(p.state, c):
            c.phase = P_TOWER
        else:
            rounds.enter_phase(c, P_STEP)
            arena.breach(p, 0)
    elif verb is TOWER:
        rounds.enter_phase(c, P_STEP)
        arena.breach(p, args[0] + 1)
    elif verb is AIM:
        if battle.aim(p, args[0]):
            rounds.enter_phase(c, P_STEP)
            battle.hit_works(p, args[0])
        else:
            rounds.enter_phase(c, P_SHIFT)
    elif verb is SHIFT:
        rounds.enter_phase(c, P_STEP)
        battle.hit_works(p, args[0])
    elif verb is HOLD:
        rounds.enter_phase(c, P_STEP)
    elif verb is SEIZE:
        rounds.seize(p, c.actor)
    elif verb is SPEND:
        windows.spend(p, stack_at(c, args[0]), args[1], args[2])
    elif verb is SUBVERT:
        windows.subvert(p, c.actor, args[0] + 1)
    elif verb is WITHDRAW:
        rounds.withdraw(p, 0 if c.phase == P_LEAVE_ATTACKER else 1)
    elif verb is RETREAT:
        rounds.retreat(p, p.state.world.neighbours[c.hex * 6 + args[0]])
    elif c.phase == P_LEAVE_DEFENDER:
        rounds.end_round(p, c)
    elif c.phase == P_SUBVERT:
        windows.pass_window(c)
    else:
        rounds.enter_phase(c, c.phase + 1)
