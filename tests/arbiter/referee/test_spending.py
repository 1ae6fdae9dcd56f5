"""What a decision is charged, and whose fault it is when it does not come."""

import pytest

from pentarch.arbiter.referee.clocks import GRACE, Spending, ruling
from pentarch.arbiter.referee.verdicts import Verdict

ALLOWED = 1.0
TIMEOUT, STALL = Verdict.BOT_TIMEOUT, Verdict.WORKER_STALL

# cpu, waited, ran, delayed; charged; ruling so far, ruling when the patience is over
CASES = {
    "answers at once": ((0.001, 0.002, 0.001, 0.0), 0.001, None, STALL),
    "thinks": ((0.5, 0.5, 0.5, 0.0), 0.5, None, STALL),
    "thinks too long": ((1.1, 1.1, 1.1, 0.0), 1.1, TIMEOUT, TIMEOUT),
    "thinks with two threads": ((0.8, 0.4, 0.8, 0.0), 0.8, None, STALL),
    "thinks too long with two threads": ((1.2, 0.6, 1.2, 0.0), 1.2, TIMEOUT, TIMEOUT),
    "sleeps": ((0.0, 5.0, 0.0, 0.0), 5.0 - GRACE, TIMEOUT, TIMEOUT),
    "sleeps within the grace": ((0.1, 0.1 + GRACE, 0.1, 0.0), 0.1, None, STALL),
    "is kept from running": ((0.2, 9.0, 0.2, 8.8), 0.2, None, STALL),
    "is kept from running and then sleeps": ((0.2, 9.0, 0.2, 6.0), 3.0 - GRACE, TIMEOUT, TIMEOUT),
    "thinks too long although kept from it": ((1.2, 9.0, 1.2, 7.8), 1.2, TIMEOUT, TIMEOUT),
    "thinks while others are waited for": ((0.4, 0.0, 0.0, 0.0), 0.4, None, STALL),
    "then sleeps when it is waited for": ((0.4, 1.0, 0.0, 0.0), 1.4 - GRACE, TIMEOUT, TIMEOUT),
    "claims more delay than time": ((0.3, 1.0, 0.3, 5.0), 0.3, None, STALL),
}


@pytest.mark.parametrize("name", CASES)
def test_a_decision_is_charged_with_what_the_bot_did(name: str) -> None:
    parts, charged, so_far, over = CASES[name]
    spent = Spending(*parts)
    assert spent.charged == pytest.approx(charged)
    assert ruling(spent, ALLOWED) is so_far
    assert ruling(spent, ALLOWED, is_over=True) is over
