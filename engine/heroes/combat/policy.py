"""What neutral guards do when nobody decides for them."""

from pentarch.engine.heroes.combat.combat import Combat
from pentarch.engine.heroes.combat.stack import Stack


def best_target(combat: Combat, stack: Stack, targets: list[Stack], *, ranged: bool) -> Stack:
    """The guards' choice of a target (HW-8.0.d); targets are in id order."""
    best = targets[0]
    best_rank = (-99, -1)
    for target in targets:
        weakness = 0 if ranged else -target.unit.defense
        rank = (weakness, combat.method.hits.value(stack, target))
        if rank > best_rank:
            best, best_rank = target, rank
    return best


def first_attacker(stacks: list[Stack]) -> Stack:
    """The stack of guards that attacks first: by level, then by number."""
    best = stacks[0]
    for stack in stacks:
        if (stack.unit.level, stack.count) > (best.unit.level, best.count):
            best = stack
    return best
