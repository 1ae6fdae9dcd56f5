"""What an attack can be expected to do, by the rules' own dice (TS-15, TS-16)."""

from functools import lru_cache
from typing import NamedTuple

from pentarch.engine.township.tables import (
    ATTACK_BARE,
    ATTACK_SWORD,
    DEFENCE_BARE,
    DEFENCE_SHIELD,
    DIE,
)


class Battle(NamedTuple):
    """Expected numbers: defenders killed, points left over, attackers lost."""

    killed: float
    left_over: float
    lost: float


@lru_cache(maxsize=1 << 14)
def battle(attackers: int, swords: int, defenders: int, shields: int) -> Battle:
    """The exact expectation over all dice."""
    attack = totals(swords, attackers - swords, ATTACK_SWORD, ATTACK_BARE)
    defence = totals(shields, defenders - shields, DEFENCE_SHIELD, DEFENCE_BARE)
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
def totals(armed: int, bare: int, armed_from: int, bare_from: int) -> tuple[float, ...]:
    """How likely each number of scoring dice is."""
    odds = [1.0]
    for scores_from, dice in ((armed_from, armed), (bare_from, bare)):
        hit = (DIE + 1 - scores_from) / DIE
        for _ in range(dice):
            odds = [
                miss * (1 - hit) + before * hit
                for miss, before in zip([*odds, 0.0], [0.0, *odds], strict=True)
            ]
    return tuple(odds)
