"""The bot: which question is answered where."""

from collections.abc import Callable
from typing import Final

from pentarch.bots.greedy.capital.construction import build
from pentarch.bots.greedy.capital.hand import burn, choose_city, give, keep, regroup, take
from pentarch.bots.greedy.capital.styles import USUAL, Style
from pentarch.bots.greedy.capital.war import attack, guard, raze, save, send, use_mercenary
from pentarch.bots.greedy.policy import Policy
from pentarch.engine.capital.state import (
    DECIDE_AID,
    DECIDE_ATTACK,
    DECIDE_BUILD,
    DECIDE_BURN,
    DECIDE_CITY,
    DECIDE_GIVE,
    DECIDE_GUARD,
    DECIDE_KEEP,
    DECIDE_RAZE,
    DECIDE_REGROUP,
    DECIDE_SAVE,
    DECIDE_SAVE_DEFEND,
    DECIDE_SEND,
    DECIDE_TACTICS_ATTACK,
    DECIDE_TACTICS_DEFEND,
    DECIDE_TAKE,
    State,
)
from pentarch.engine.commands import Command
from pentarch.engine.core import Seat

_ANSWERS: Final[dict[str, Callable[[State, list[Command], Style], Command]]] = {
    DECIDE_CITY: choose_city,
    DECIDE_BUILD: build,
    DECIDE_TAKE: take,
    DECIDE_BURN: burn,
    DECIDE_ATTACK: attack,
    DECIDE_SEND: send,
    DECIDE_GUARD: guard,
    DECIDE_AID: guard,
    DECIDE_TACTICS_ATTACK: use_mercenary,
    DECIDE_TACTICS_DEFEND: use_mercenary,
    DECIDE_RAZE: raze,
    DECIDE_SAVE: save,
    DECIDE_SAVE_DEFEND: save,
    DECIDE_REGROUP: regroup,
    DECIDE_GIVE: give,
    DECIDE_KEEP: keep,
}


class Greedy(Policy):
    """One step of foresight and no search."""

    def __init__(self, style: Style = USUAL) -> None:
        self.style = style

    def plan(self, state: State, seat: Seat, legal: list[Command]) -> list[Command]:
        """The command with the highest value."""
        return [_ANSWERS[state.decision](state, legal, self.style)]
