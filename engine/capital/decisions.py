"""All decisions of a match by the names that states give them."""

from typing import Final

from pentarch.engine.capital.aftermath import RAZE_DECISION, SAVE_DECISIONS
from pentarch.engine.capital.cities import CITY_DECISION
from pentarch.engine.capital.construction import BUILD_DECISION
from pentarch.engine.capital.hand import GIVE_DECISION, KEEP_DECISION
from pentarch.engine.capital.mercenaries import BURN_DECISION
from pentarch.engine.capital.muster import REGROUP_DECISION
from pentarch.engine.capital.quests import TAKE_DECISION
from pentarch.engine.capital.state import DECIDE_NOTHING, State
from pentarch.engine.capital.tactics import TACTICS_DECISIONS
from pentarch.engine.capital.turn import SeatChoice
from pentarch.engine.capital.war import (
    AID_DECISION,
    ATTACK_DECISION,
    GUARD_DECISION,
    SEND_DECISION,
)

_ALL: Final[list[SeatChoice]] = [
    CITY_DECISION,
    BUILD_DECISION,
    TAKE_DECISION,
    BURN_DECISION,
    ATTACK_DECISION,
    SEND_DECISION,
    GUARD_DECISION,
    AID_DECISION,
    *TACTICS_DECISIONS,
    RAZE_DECISION,
    *SAVE_DECISIONS,
    REGROUP_DECISION,
    GIVE_DECISION,
    KEEP_DECISION,
]
BY_NAME: Final[dict[str, SeatChoice | None]] = {
    DECIDE_NOTHING: None,
    **{decision.name: decision for decision in _ALL},
}
"""None for the name of what is decided once the match is over."""


def is_stuck(state: State) -> bool:
    """Whether something is to be decided and there is no way to."""
    decision = BY_NAME[state.decision]
    return decision is not None and not decision.legal(state, state.actor)
