"""Tactics: battle mercenaries, first the attacker's, then the defender's (CP-5.7, CP-8.10)."""

from typing import Final, final

from pentarch.engine.capital import refusals
from pentarch.engine.capital.aftermath import begin_aftermath, end_battle
from pentarch.engine.capital.battle import distinct_fighters, fall, score_battle
from pentarch.engine.capital.commands import (
    KILLER_WORD,
    KILLERS,
    PASS,
    TROOP_WORD,
    USE_KILLER,
    USE_SALVAGER,
    USE_SPY,
)
from pentarch.engine.capital.mercenaries import AbilityUse, Use, slot_refusal, spend
from pentarch.engine.capital.places import LOCATIONS
from pentarch.engine.capital.rows import Card
from pentarch.engine.capital.state import (
    DECIDE_TACTICS_ATTACK,
    DECIDE_TACTICS_DEFEND,
    State,
)
from pentarch.engine.capital.tables import AS_ATTACKER, AS_DEFENDER, TROOPS
from pentarch.engine.capital.turn import Closing, MercenaryDeed, SeatChoice
from pentarch.engine.capital.units import Unit
from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command, Verb
from pentarch.engine.core import Event, Refusal, Seat


@final
class UseInBattle(Use):
    """An ability that helps one's side."""

    def take_effect(self, state: State, card: Card, chance: Chance, events: "list[Event]") -> None:
        battle = state.fight()
        side = battle.side(self.time == AS_ATTACKER)
        ability = card.ability
        side.extra += ability.strength
        side.heals += ability.heals
        battle.passive_cut += ability.passive_cut
        if ability.calls_off:
            _call_off(state, events)


def _call_off(state: State, events: "list[Event]") -> None:
    """An Envoy: everybody goes home, the attackers stay spent (CP-5.26)."""
    for realm in state.realms:
        realm.units = [unit.at_home() if unit.is_fighting else unit for unit in realm.units]
    events.append(Event("called_off", state.fight().defence.seat))
    end_battle(state)


@final
class Kill(AbilityUse):
    """An enemy troop is gone at once (CP-8.10)."""

    def __init__(self, time: str) -> None:
        super().__init__(USE_KILLER, KILLERS, time)
        self.is_attack: Final = time == AS_ATTACKER

    def offers(self, state: State, seat: Seat, unit: Unit) -> list[Command]:
        battle = state.fight()
        enemies = distinct_fighters(battle.side(not self.is_attack).fighters)
        return [
            USE_KILLER.of(
                KILLER_WORD[unit.card.id],
                unit.location.number,
                TROOP_WORD[enemy.card.id],
                battle.place_of(enemy),
            )
            for enemy in enemies
        ]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        battle = state.fight()
        enemy = battle.side(not self.is_attack)
        args = command.args
        if battle.find(enemy, TROOPS[args[2]], args[3]) is None:
            return refusals.NOT_ON_BATTLEFIELD
        return slot_refusal(state.realms[seat], KILLERS[args[0]], LOCATIONS[args[1]])

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        battle = state.fight()
        args = command.args
        killer = KILLERS[args[0]]
        spend(state, killer, LOCATIONS[args[1]], events)
        enemy = battle.side(not self.is_attack)
        victim = battle.find(enemy, TROOPS[args[2]], args[3])
        assert victim is not None
        enemy.fighters.remove(victim)
        fall(state, victim, self.is_attack, events)
        battle.side(self.is_attack).extra += killer.ability.strength


@final
class NotInBattle(MercenaryDeed):
    """An aimed ability that has no time in a battle (CP-8.3)."""

    def __init__(self, verb: Verb) -> None:
        super().__init__(verb, [])

    def offers(self, state: State, seat: Seat, unit: Unit) -> list[Command]:
        return []

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        return refusals.WRONG_TIME

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        raise AssertionError("always refused")


@final
class AttackerPasses(Closing):
    """Now the defender's mercenaries."""

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        state.decision = DECIDE_TACTICS_DEFEND
        state.actor = state.fight().defence.seat


@final
class DefenderPasses(Closing):
    """The score is fixed; the attacker has no second go."""

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        battle = state.fight()
        score_battle(state, battle, events)
        begin_aftermath(state, battle, events)


def _tactics(name: str, time: str, closing: Closing) -> SeatChoice:
    return SeatChoice(
        name,
        [],
        closing,
        mercenary_deeds=(
            UseInBattle(time),
            Kill(time),
            NotInBattle(USE_SALVAGER),
            NotInBattle(USE_SPY),
        ),
    )


TACTICS_DECISIONS: Final = [
    _tactics(DECIDE_TACTICS_ATTACK, AS_ATTACKER, AttackerPasses(PASS)),
    _tactics(DECIDE_TACTICS_DEFEND, AS_DEFENDER, DefenderPasses(PASS)),
]
