"""Quests and Legendary cards (CP-9)."""

from typing import Final, final

from pentarch.engine.capital import refusals
from pentarch.engine.capital.commands import LEGENDARY_WORD, QUEST, QUESTER_WORD, QUESTERS, TAKE
from pentarch.engine.capital.mercenaries import leave_slot, resume, slot_refusal
from pentarch.engine.capital.piles import discard, slugs
from pentarch.engine.capital.places import LOCATIONS
from pentarch.engine.capital.realm import Realm
from pentarch.engine.capital.rows import Card, Quest
from pentarch.engine.capital.state import DECIDE_TAKE, State
from pentarch.engine.capital.tables import BANNERS, BY_SLUG, LEGENDARY_CARDS, LOOK
from pentarch.engine.capital.turn import Listed, MercenaryDeed, SeatChoice
from pentarch.engine.capital.units import Unit
from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import Event, Refusal, Seat


def holds(quest: Quest, realm: Realm) -> bool:
    """Conditions look at the present table and tracker (CP-9.6)."""
    deeds = realm.deeds
    return (
        realm.tracker.gold >= quest.gold
        and len(realm.buildings) >= quest.buildings
        and len(realm.upgrades) >= quest.upgrades
        and deeds.razed >= quest.razed
        and (deeds.won_attack or not quest.won_attack)
        and (deeds.won_defence or not quest.won_defence)
        and sum([1 for unit in realm.units if unit.card.is_troop]) >= quest.troops
        and sum([1 for banner in BANNERS if realm.banners[banner]]) >= quest.banners
    )


def _refusal(state: State, card: Card) -> "Refusal | None":
    """Why its Quest cannot be completed, its slot aside (CP-9.1)."""
    if not state.settings.quests:
        return refusals.QUESTS_OFF
    if not state.legendary:
        return refusals.NO_LEGENDS
    quest = card.quest
    assert quest is not None
    return None if holds(quest, state.acting()) else refusals.QUEST_OPEN


@final
class CompleteQuest(MercenaryDeed):
    """A mercenary goes, and the top of the Legendary Deck is looked at (CP-9.2, CP-9.3)."""

    def __init__(self) -> None:
        super().__init__(QUEST, QUESTERS)

    def offers(self, state: State, seat: Seat, unit: Unit) -> list[Command]:
        if _refusal(state, unit.card) is not None:
            return []
        return [QUEST.of(QUESTER_WORD[unit.card.id], unit.location.number)]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        card = QUESTERS[command.args[0]]
        location = LOCATIONS[command.args[1]]
        return _refusal(state, card) or slot_refusal(state.realms[seat], card, location)

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        card = QUESTERS[command.args[0]]
        location = LOCATIONS[command.args[1]]
        leave_slot(state.realms[seat], card, location)
        state.looked = state.legendary[:LOOK]
        del state.legendary[:LOOK]
        discard(state, card)
        events.append(Event("quest", state.actor, (card.slug, location.word)))
        events.append(Event("looked", state.actor, slugs(state.looked), (state.actor,)))
        state.decision = DECIDE_TAKE


@final
class TakeLegend(Listed):
    """One card to the hand, the others under the Legendary Deck in the order drawn (CP-9.3)."""

    def legal(self, state: State, seat: Seat) -> list[Command]:
        ranks = [card.rank for card in state.looked]
        return [TAKE.of(LEGENDARY_WORD[BY_SLUG[rank].id]) for rank in sorted(ranks)]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        offered = LEGENDARY_CARDS[command.args[0]] in state.looked
        return None if offered else refusals.NOT_OFFERED

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        card = LEGENDARY_CARDS[command.args[0]]
        state.looked.remove(card)
        state.legendary.extend(state.looked)
        state.looked = []
        state.realms[seat].hand.append(card)
        events.append(Event("took_legend", state.actor))
        confidants = state.confidants(state.actor)
        events.append(Event("took_card", state.actor, (card.slug,), confidants))
        resume(state)


TAKE_DECISION: Final = SeatChoice(DECIDE_TAKE, [TakeLegend(TAKE)])
