"""After the score: razing, forage and plunder, survivors, defeat (CP-5.11 to CP-5.30, CP-11)."""

from abc import abstractmethod
from typing import Final, final

from pentarch.engine.capital import refusals
from pentarch.engine.capital.battle import distinct_fighters, fall, go_home, has_home
from pentarch.engine.capital.commands import BY_TEXT, DONE, HEAL, RAZE, SAVE, TROOP_WORD
from pentarch.engine.capital.piles import (
    discard,
    discard_all,
    discard_building,
    discard_units,
    draw,
)
from pentarch.engine.capital.places import AT_CITY, BY_WORD, LOCATIONS, Building, Location
from pentarch.engine.capital.realm import Realm
from pentarch.engine.capital.state import (
    DECIDE_ATTACK,
    DECIDE_RAZE,
    DECIDE_SAVE,
    DECIDE_SAVE_DEFEND,
    ENDED_CONQUEST,
    PHASE_OVER,
    Battle,
    Fighter,
    Side,
    State,
)
from pentarch.engine.capital.tables import CITY_HP, SEATS, TROOPS
from pentarch.engine.capital.tracker import EMPTY_TRACKER, NO_DEEDS, Pools
from pentarch.engine.capital.turn import Closing, Listed, SeatChoice, end_match
from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command, Verb
from pentarch.engine.core import Event, Refusal, Seat
from pentarch.engine.decision import Branch


def begin_aftermath(state: State, battle: Battle, events: "list[Event]") -> None:
    """Open what follows the score: razing, or the exceptions of an attacker who has not won."""
    state.actor = battle.attack.seat
    if battle.score > 0:
        winner = state.realms[battle.attack.seat]
        winner.deeds = winner.deeds.plus(won_attack=True)
        state.decision = DECIDE_RAZE
        return
    if battle.score < 0:
        defender = state.realms[battle.defence.seat]
        defender.deeds = defender.deeds.plus(won_defence=True)
    _open_save(state, battle, events)


def end_battle(state: State) -> None:
    """The active seat goes on (CP-5.28, CP-11.4)."""
    state.battle = None
    state.decision = DECIDE_ATTACK
    state.actor = state.active


# Razing.


def _hp_refusal(battle: Battle, building: Building) -> "Refusal | None":
    """A building falls as a whole or not at all (CP-5.12)."""
    affordable = building.card.hit_points <= battle.points + battle.siege
    return None if affordable else refusals.TOO_STRONG


def _city_refusal(battle: Battle) -> "Refusal | None":
    return None if battle.points >= CITY_HP else refusals.CITY_TOO_STRONG


@final
class Raze(Listed):
    """A building of the defender falls, or its city (CP-5.11, CP-5.15)."""

    def legal(self, state: State, seat: Seat) -> list[Command]:
        battle = state.fight()
        ranks = [
            building.location.rank
            for building in state.realms[battle.defence.seat].buildings
            if _hp_refusal(battle, building) is None
        ]
        if _city_refusal(battle) is None:
            ranks.append(AT_CITY.rank)
        return [RAZE.of(BY_WORD[rank].number) for rank in sorted(ranks)]

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        battle = state.fight()
        location: Location = LOCATIONS[command.args[0]]
        if location is AT_CITY:
            return _city_refusal(battle)
        building = state.realms[battle.defence.seat].building_at(location)
        return refusals.NO_SUCH_BUILDING if building is None else _hp_refusal(battle, building)

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        battle = state.fight()
        building = state.realms[battle.defence.seat].building_at(LOCATIONS[command.args[0]])
        if building is not None:
            _raze(state, battle, building, events)
            return
        battle.points -= CITY_HP
        _defeat(state, battle, events)
        if state.phase != PHASE_OVER:
            _finish_razing(state, battle, chance, events)


@final
class StopRazing(Closing):
    """Points left over are lost (CP-5.14)."""

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        _finish_razing(state, state.fight(), chance, events)


def _raze(state: State, battle: Battle, building: Building, events: "list[Event]") -> None:
    """Siege points go first (CP-5.13)."""
    defender = battle.defence.seat
    hit_points = building.card.hit_points
    by_siege = min(battle.siege, hit_points)
    battle.siege -= by_siege
    battle.points -= hit_points - by_siege
    attacker = state.realms[battle.attack.seat]
    attacker.deeds = attacker.deeds.plus(razed=hit_points)
    discard_building(state, state.realms[defender], building)
    events.append(Event("razed", defender, (building.card.slug, building.location.word)))


def _finish_razing(state: State, battle: Battle, chance: Chance, events: "list[Event]") -> None:
    _forage_and_plunder(state, battle, chance, events)
    _open_save(state, battle, events)


def _forage_and_plunder(
    state: State, battle: Battle, chance: Chance, events: "list[Event]"
) -> None:
    """In order of commitment (CP-5.18)."""
    for fighter in battle.attack.fighters:
        trait = fighter.card.trait
        if trait.forage:
            draw(state, battle.attack.seat, trait.forage, chance, events)
        if trait.plunders:
            _plunder(state, battle, chance, events)


def _plunder(state: State, battle: Battle, chance: Chance, events: "list[Event]") -> None:
    seat, defender = battle.attack.seat, battle.defence.seat
    prey = state.realms[defender].hand
    if prey:
        card = prey.pop(chance.below(len(prey)))
        state.realms[seat].hand.append(card)
        events.append(Event("plundered", seat, (SEATS[defender],)))
        events.append(Event("plundered_card", seat, (card.slug,), (seat, defender)))


# Defeat.


def _defeat(state: State, battle: Battle, events: "list[Event]") -> None:
    """The city falls and its seat is out (CP-11.1); with the last opponent the match is won."""
    seat, attacker = battle.defence.seat, battle.attack.seat
    realm = state.realms[seat]
    battle.defeated = True
    _discard_everything(state, battle, realm)
    _lay_in_ruins(realm)
    state.defeats += 1
    realm.defeat = state.defeats
    events.append(Event("defeated", seat, (SEATS[attacker],)))
    if not state.opponents(attacker):  # CP-11.5
        end_match(state, ENDED_CONQUEST, attacker)
        events.append(Event("conquest", attacker))


def _discard_everything(state: State, battle: Battle, realm: Realm) -> None:
    """All cards of the seat in a fixed order (CP-2.12, CP-11.2)."""
    defence = battle.defence
    discard_all(state, realm.hand)
    realm.hand.clear()
    realm.units = [unit if unit.is_homeless else unit.at_home() for unit in realm.units]
    for fighter in defence.fighters:
        if fighter.owner == defence.seat:
            _discard_homeless(state, realm, fighter)
    defence.fighters = [lent for lent in defence.fighters if lent.owner != defence.seat]
    discard_units(state, realm, AT_CITY)
    while realm.buildings:
        discard_building(state, realm, realm.buildings[0])


def _discard_homeless(state: State, realm: Realm, fighter: Fighter) -> None:
    for unit in realm.units:
        is_it = unit.card is fighter.card and unit.location is fighter.location
        if unit.is_homeless and is_it:
            realm.remove(unit)
            discard(state, unit.card)
            return


def _lay_in_ruins(realm: Realm) -> None:
    """Upgrades are lost (CP-11.6), and so is all that the city gave."""
    realm.upgrades = []
    realm.troop_slots = realm.troop_slots.without(AT_CITY)
    realm.merc_slots = realm.merc_slots.without(AT_CITY)
    realm.city = realm.city.ruins()
    realm.tracker = EMPTY_TRACKER
    realm.pools = Pools()
    realm.deeds = NO_DEEDS
    realm.alive = False


# Survivors.


def _open_save(state: State, battle: Battle, events: "list[Event]") -> None:
    """The attacker's survivors; those by a trait go home first (CP-5.25)."""
    _survive_by_trait(state, battle.attack, battle.score > 0, events)
    state.decision = DECIDE_SAVE
    state.actor = battle.attack.seat


def _open_save_defend(state: State, battle: Battle, events: "list[Event]") -> None:
    _survive_by_trait(state, battle.defence, battle.score < 0, events)
    if battle.defeated:
        _lose_the_rest(state, battle.defence, events)
        end_battle(state)
        return
    state.decision = DECIDE_SAVE_DEFEND
    state.actor = battle.defence.seat


def _survive_by_trait(state: State, side: Side, won: bool, events: "list[Event]") -> None:
    """Immortals of a side that won and Archers of one that did not return for free."""
    left: list[Fighter] = []
    for fighter in side.fighters:
        trait = fighter.card.trait
        survives = trait.is_immortal if won else trait.falls_back
        if survives and has_home(state, fighter):
            go_home(state, fighter, events)
        else:
            left.append(fighter)
    side.fighters = left


def _lose_the_rest(state: State, side: Side, events: "list[Event]") -> None:
    for fighter in side.fighters:
        fall(state, fighter, not side.is_attack, events)
    side.fighters = []


class Survive(Branch[State]):
    """A troop of one side returns home by somebody's choice."""

    def __init__(self, verb: Verb, is_attack: bool) -> None:
        super().__init__(verb)
        self.is_attack: Final = is_attack

    @abstractmethod
    def choice_refusal(self, battle: Battle, side: Side, fighter: Fighter) -> "Refusal | None":
        """Why a troop with a home cannot return in this way."""

    @abstractmethod
    def pay(self, battle: Battle, side: Side, fighter: Fighter) -> None:
        """What its return costs."""

    def candidates(self, state: State, seat: Seat) -> list[Command]:
        battle = state.fight()
        return [
            self.verb.of(TROOP_WORD[fighter.card.id], battle.place_of(fighter))
            for fighter in distinct_fighters(battle.side(self.is_attack).fighters)
        ]

    def legal(self, state: State, seat: Seat) -> list[Command]:
        """Without looking for each troop in the side it came from."""
        battle = state.fight()
        side = battle.side(self.is_attack)
        listed: list[Command] = []
        if not side.fighters:
            return listed
        for fighter in distinct_fighters(side.fighters):
            is_barred = self.choice_refusal(battle, side, fighter) is not None
            if not is_barred and has_home(state, fighter):
                word = TROOP_WORD[fighter.card.id]
                listed.append(self.verb.of(word, battle.place_of(fighter)))
        listed.sort(key=BY_TEXT)
        return listed

    def refusal(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        battle = state.fight()
        side = battle.side(self.is_attack)
        fighter = battle.find(side, TROOPS[command.args[0]], command.args[1])
        if fighter is None or not has_home(state, fighter):
            return refusals.NOT_A_SURVIVOR
        return self.choice_refusal(battle, side, fighter)

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        battle = state.fight()
        side = battle.side(self.is_attack)
        fighter = battle.find(side, TROOPS[command.args[0]], command.args[1])
        assert fighter is not None
        side.fighters.remove(fighter)
        self.pay(battle, side, fighter)
        go_home(state, fighter, events)


@final
class Save(Survive):
    """The winner saves troops by their printed values (CP-5.19 to CP-5.21)."""

    def choice_refusal(self, battle: Battle, side: Side, fighter: Fighter) -> "Refusal | None":
        if battle.score == 0 or (battle.score > 0) != side.is_attack:
            return refusals.SIDE_LOST
        if fighter.card.trait.is_doomed:
            return refusals.IS_DOOMED
        affordable = side.printed(fighter.card) <= battle.budget
        return None if affordable else refusals.OVER_BUDGET

    def pay(self, battle: Battle, side: Side, fighter: Fighter) -> None:
        battle.budget -= side.printed(fighter.card)


@final
class Heal(Survive):
    """A Field Surgeon saves a troop beyond the budget (CP-5.24)."""

    def choice_refusal(self, battle: Battle, side: Side, fighter: Fighter) -> "Refusal | None":
        return None if side.heals else refusals.NO_HEALS

    def pay(self, battle: Battle, side: Side, fighter: Fighter) -> None:
        side.heals -= 1


@final
class AttackersSaved(Closing):
    """The other attackers are lost; then the defender's side (CP-5.25)."""

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        battle = state.fight()
        _lose_the_rest(state, battle.attack, events)
        _open_save_defend(state, battle, events)


@final
class DefendersSaved(Closing):
    """The other defenders are lost."""

    def carry_out(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        _lose_the_rest(state, state.fight().defence, events)
        end_battle(state)


RAZE_DECISION: Final = SeatChoice(DECIDE_RAZE, [Raze(RAZE)], StopRazing(DONE))
SAVE_DECISIONS: Final = [
    SeatChoice(DECIDE_SAVE, [Heal(HEAL, True), Save(SAVE, True)], AttackersSaved(DONE)),
    SeatChoice(DECIDE_SAVE_DEFEND, [Heal(HEAL, False), Save(SAVE, False)], DefendersSaved(DONE)),
]
