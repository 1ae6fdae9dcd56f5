"""What an attack can be expected to do, by the rules' own dice (TS-15, TS-16)."""

from functools import lru_cache
from typing import NamedTuple

from pentarch.engine.township.tables import ATTACK_ARMS, DEFENCE_ARMS, DIE, Arms


class Battle(NamedTuple):
    """Expected numbers: defenders killed, points left over, attackers lost."""

    killed: float
    left_over: float
    lost: float


@lru_cache(maxsize=1 << 14)
def battle(attackers: int, swords: int, defenders: int, shields: int) -> Battle:
    """The exact expectation over all dice."""
    attack = totals(ATTACK_ARMS, swords, attackers - swords)
    defence = totals(DEFENCE_ARMS, shields, defenders - shields)
    killed = left_over = lost = 0.0
    for hits, likely in enumerate(attack):
        for blocks, likely_too in enumerate(defence):
            excess = hits - blocks
            odds = likely * likely_too
            if excess > 0:
                killed += odds * min(excess, defenders)
                left_over += odds * max(excess - defenders, 0)
            else:
                lost += odds * min(-excess, attackers)
    return Battle(killed, left_over, lost)


@lru_cache(maxsize=1 << 12)
def totals(arms: Arms, armed: int, bare: int) -> tuple[float, ...]:
    """How likely each number of scoring dice is."""
    odds = [1.0]
    for scores_from, dice in ((arms.armed_from, armed), (arms.bare_from, bare)):
        hit = (DIE + 1 - scores_from) / DIE
        for _ in range(dice):
            odds = [
                miss * (1 - hit) + before * hit
                for miss, before in zip([*odds, 0.0], [0.0, *odds], strict=True)
            ]
    return tuple(odds)
