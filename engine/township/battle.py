"""Phase 7, the fight: arms, dice, losses and laurels (TS-15 to TS-17)."""

from typing import final

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import SEAT_NAMES, WRONG_DECISION, Event, Refusal, Seat
from pentarch.engine.township import campaign, spoils
from pentarch.engine.township.actors import ActiveDecision, DefenderDecision
from pentarch.engine.township.commands import DEFEND, USE_SHIELDS, USE_SWORDS
from pentarch.engine.township.refusals import (
    TOO_MANY_DEFENDERS,
    TOO_MANY_SHIELDS,
    TOO_MANY_SWORDS,
)
from pentarch.engine.township.state import DEFENDING, SHIELDING, SPOILING, State
from pentarch.engine.township.tables import (
    ATTACK_ARMS,
    DEFENCE_ARMS,
    DIE,
    SHIELDS,
    SPOILS_CAPTURE,
    SWORDS,
    Arms,
)


@final
class Swords(ActiveDecision):
    """How many swords the attackers use up (TS-15.1, TS-15.2)."""

    def most(self, state: State) -> int:
        """No more than attackers, no more than in stock."""
        return min(state.current().attackers, state.towns[state.active].stock[SWORDS])

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [USE_SWORDS.of(swords) for swords in range(self.most(state) + 1)]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        if command.verb is not USE_SWORDS:
            return WRONG_DECISION
        return TOO_MANY_SWORDS if command.args[0] > self.most(state) else None

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        state.current().swords = command.args[0]
        state.towns[seat].stock[SWORDS] -= command.args[0]
        state.decision = DEFENDING


@final
class Defence(DefenderDecision):
    """How many units defend, from none to all (TS-15.3, TS-15.4)."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [DEFEND.of(units) for units in range(state.towns[seat].units + 1)]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        if command.verb is not DEFEND:
            return WRONG_DECISION
        return TOO_MANY_DEFENDERS if command.args[0] > state.towns[seat].units else None

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        state.current().defenders = command.args[0]
        state.decision = SHIELDING


@final
class Shields(DefenderDecision):
    """How many shields the defenders use up (TS-15.5, TS-15.6); then the dice fall."""

    def most(self, state: State, seat: Seat) -> int:
        """No more than defenders, no more than in stock."""
        return min(state.current().defenders, state.towns[seat].stock[SHIELDS])

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        return [USE_SHIELDS.of(shields) for shields in range(self.most(state, seat) + 1)]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        if command.verb is not USE_SHIELDS:
            return WRONG_DECISION
        return TOO_MANY_SHIELDS if command.args[0] > self.most(state, seat) else None

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        state.current().shields = command.args[0]
        state.towns[seat].stock[SHIELDS] -= command.args[0]
        roll(state, chance, events)
        settle(state, events)


def roll(state: State, chance: Chance, events: list[Event]) -> None:
    """All dice of the attack, then all of the defence (TS-15.7, TS-15.8)."""
    attack = state.current()
    attack_dice = chance.dice(attack.attackers, DIE)
    defence_dice = chance.dice(attack.defenders, DIE)
    attack.attack_total = scores(ATTACK_ARMS, attack_dice, attack.swords)
    attack.defence_total = scores(DEFENCE_ARMS, defence_dice, attack.shields)
    events.append(Event("attack_dice", state.active, tuple(attack_dice)))
    events.append(Event("defence_dice", attack.defender, tuple(defence_dice)))


def scores(arms: Arms, dice: list[int], armed: int) -> int:
    """How many dice score; those of armed units come first."""
    total = 0
    for index, die in enumerate(dice):
        if die >= (arms.armed_from if index < armed else arms.bare_from):
            total += 1
    return total


def settle(state: State, events: list[Event]) -> None:
    """Losses and laurels; spoils are asked about if points and something to take are left."""
    attack = state.current()
    excess = attack.attack_total - attack.defence_total
    if excess > 0:
        succeed(state, excess, events)
    elif excess < 0:
        rout(state, -excess, events)
    if attack.left_over and spoils.are_there(state):
        state.decision = SPOILING
    else:
        campaign.end_attack(state, events)


def succeed(state: State, excess: int, events: list[Event]) -> None:
    """TS-16.2 to TS-16.4, TS-17.1."""
    attack = state.current()
    killed = min(excess, attack.defenders)
    attack.left_over = excess - killed
    state.towns[attack.defender].units -= killed
    laurels = state.settings.attack_laurels * killed
    captures = killed + SPOILS_CAPTURE * attack.left_over
    honour(state, state.active, attack.defender, killed, laurels, captures, events)


def rout(state: State, excess: int, events: list[Event]) -> None:
    """TS-16.11, TS-16.12, TS-17.2."""
    attack = state.current()
    killed = min(excess, attack.attackers)
    state.towns[state.active].units -= killed
    laurels = state.settings.defence_laurels * killed
    honour(state, attack.defender, state.active, killed, laurels, killed, events)


def honour(
    state: State,
    winner: Seat,
    loser: Seat,
    killed: int,
    laurels: int,
    captures: int,
    events: list[Event],
) -> None:
    """New laurels for the winner, and captured ones as far as the loser has them (TS-17)."""
    captured = min(state.towns[loser].laurels, state.settings.capture_laurels * captures)
    state.towns[loser].laurels -= captured
    state.towns[winner].laurels += laurels + captured
    if killed:
        events.append(Event("killed", winner, (killed, SEAT_NAMES[loser])))
    if killed or captured:
        events.append(Event("laurels", winner, (laurels, captured)))
