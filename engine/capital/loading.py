"""A state from plain values, with every check that makes an impossible one an InvalidValue.

Everything that can be derived is derived again here: trackers, free slots, the count of cards.
"""

from typing import Final

from pentarch.engine.capital.decisions import is_stuck
from pentarch.engine.capital.deck import Deck
from pentarch.engine.capital.places import (
    AT_CITY,
    LOCATION,
    VILLAGES,
    Building,
    City,
    load_building,
    load_kind,
)
from pentarch.engine.capital.realm import Realm
from pentarch.engine.capital.rows import Card, CityKind
from pentarch.engine.capital.settings import Settings, parse_settings
from pentarch.engine.capital.state import (
    AFTER_SCORE,
    BEFORE_SCORE,
    DECIDE_AID,
    DECIDE_ATTACK,
    DECIDE_BUILD,
    DECIDE_BURN,
    DECIDE_CITY,
    DECIDE_GIVE,
    DECIDE_GUARD,
    DECIDE_KEEP,
    DECIDE_NOTHING,
    DECIDE_REGROUP,
    DECIDE_SAVE_DEFEND,
    DECIDE_SEND,
    DECIDE_TACTICS_DEFEND,
    DECIDE_TAKE,
    DECISIONS,
    ENDINGS,
    NOBODY,
    NOT_ENDED,
    PHASE_ATTACK,
    PHASE_BUILD,
    PHASE_OVER,
    PHASE_REGROUP,
    PHASE_SETUP,
    PHASES,
    Battle,
    Fighter,
    State,
    load_fighter,
)
from pentarch.engine.capital.tables import CARDS, MOST_VILLAGES, UPGRADES
from pentarch.engine.capital.tracker import Deeds, Pools
from pentarch.engine.capital.units import Unit, load_unit
from pentarch.engine.capital.views import dump
from pentarch.engine.core import Seat, Words
from pentarch.engine.errors import InvalidOption, InvalidValue
from pentarch.engine.plain import (
    Json,
    as_dict,
    field,
    int_field,
    ints_field,
    list_field,
    require,
    within,
)

_MOST: Final = 255
_PACKED: Final = 1 << 21
_DEFENDERS_DECIDE: Final[Words] = (DECIDE_GUARD, DECIDE_TACTICS_DEFEND, DECIDE_SAVE_DEFEND)
_PHASES_OF: Final[dict[str, Words]] = {
    DECIDE_CITY: (PHASE_SETUP,),
    DECIDE_BUILD: (PHASE_BUILD,),
    DECIDE_TAKE: (PHASE_BUILD, PHASE_ATTACK),
    DECIDE_BURN: (PHASE_BUILD, PHASE_ATTACK),
    DECIDE_ATTACK: (PHASE_ATTACK,),
    DECIDE_REGROUP: (PHASE_REGROUP,),
    DECIDE_GIVE: (PHASE_REGROUP,),
    DECIDE_KEEP: (PHASE_REGROUP,),
    DECIDE_NOTHING: (PHASE_OVER,),
}
"""When a decision can be open; those of a battle are missing."""


def load(value: Json) -> State:
    """The state that `dump` gave. Raises InvalidValue for anything else."""
    entries = as_dict(value, "a state")
    settings = load_settings(entries)
    state = State(settings, [_load_realm(item) for item in list_field(entries, "realms")])
    state.round = _number(entries, "round", _MOST)
    state.active = _number(entries, "active", _MOST)
    state.phase = PHASES[_number(entries, "phase", len(PHASES) - 1)]
    state.decision = DECISIONS[_number(entries, "decision", len(DECISIONS) - 1)]
    state.actor = _number(entries, "actor", _MOST)
    state.spied = within(int_field(entries, "spied"), NOBODY, _MOST, "spied")
    state.defeats = _number(entries, "defeats", _MOST)
    state.ending = ENDINGS[_number(entries, "ending", len(ENDINGS) - 1)]
    state.winner = within(int_field(entries, "winner"), NOBODY, _MOST, "winner")
    state.deck = Deck(_load_cards(entries, "deck"))
    state.discard = _load_cards(entries, "discard")
    state.legendary = _load_cards(entries, "legendary")
    state.looked = _load_cards(entries, "looked")
    battle = field(entries, "battle")
    if battle is not None:
        state.battle = _load_battle(battle)
    check_state(state)
    require(not is_stuck(state), "there is nothing to decide")
    require(dump(state) == value, "the state has something that does not belong there")
    return state


def load_settings(entries: "dict[str, Json]") -> Settings:
    """The settings in a dump or a view."""
    try:
        return parse_settings(as_dict(field(entries, "options"), "options"))
    except InvalidOption as error:
        raise InvalidValue(str(error)) from error


def _number(entries: "dict[str, Json]", key: str, most: int) -> int:
    return within(int_field(entries, key), 0, most, key)


def _load_cards(value: Json, key: str) -> list[Card]:
    numbers = ints_field(value, key)
    require(all([0 <= number < len(CARDS) for number in numbers]), "there is no such card")
    return [CARDS[number] for number in numbers]


def _load_realm(item: Json) -> Realm:
    realm = Realm()
    marks = ints_field(item, "marks")
    require(len(marks) == len(realm.marks()), "a seat has too few or too many numbers")
    realm.pools = Pools(*marks[:6])
    realm.deeds = Deeds(
        won_attack=marks[6] > 0,
        razed=marks[7],
        won_defence=marks[8] > 0,
        keeps_hand=marks[9] > 0,
    )
    realm.alive = marks[10] > 0
    realm.defeat = marks[11]
    realm.founded = marks[12]
    realm.hand = _load_cards(item, "hand")
    realm.kept = _load_cards(item, "kept")
    upgrades = ints_field(item, "upgrades")
    require(all([0 <= upgrade < len(UPGRADES) for upgrade in upgrades]), "no such upgrade")
    furnish(
        realm,
        load_kind(marks[13]),
        [UPGRADES[upgrade] for upgrade in upgrades],
        [load_building(number) for number in _packed(item, "places")],
        [load_unit(number) for number in _packed(item, "units")],
    )
    return realm


def _packed(value: Json, key: str) -> list[int]:
    numbers = ints_field(value, key)
    require(all([0 <= number < _PACKED for number in numbers]), "a number is out of range")
    return numbers


def _load_battle(item: Json) -> Battle:
    numbers = ints_field(item, "numbers")
    battle = Battle(0, 0)
    attack, defence = battle.attack, battle.defence
    require(len(numbers) == len(battle.numbers()), "a battle has other numbers")
    attack.seat, defence.seat = numbers[:2]
    attack.extra, defence.extra, battle.passive_cut = numbers[2:5]
    attack.heals, defence.heals = numbers[5:7]
    attack.total, defence.total, battle.score = numbers[7:10]
    battle.points, battle.siege, battle.budget = numbers[10:13]
    battle.defeated = numbers[13] != 0
    attack.fighters = [load_fighter(number) for number in ints_field(item, "attackers")]
    defence.fighters = [load_fighter(number) for number in ints_field(item, "defenders")]
    return battle


# A realm is put together.


def furnish(
    realm: Realm,
    kind: "CityKind | None",
    upgrades: list[str],
    buildings: list[Building],
    units: list[Unit],
) -> None:
    """Add city, buildings and units to a realm that has everything else."""
    numbers = [*realm.pools.numbers(), realm.deeds.razed, realm.defeat, realm.founded]
    require(all([0 <= number <= _MOST for number in numbers]), "a number of a seat is out of range")
    require(realm.founded <= MOST_VILLAGES, "there are too many Villages")
    has_something = bool(upgrades or buildings or units or realm.hand or realm.kept)
    if not realm.alive or kind is None:
        require(not has_something, "a seat that is defeated or without a city has nothing")
        realm.city = City(kind)
        return
    realm.take_city(kind)
    require(len(set(upgrades)) == len(upgrades), "an upgrade is done twice")
    for upgrade in upgrades:
        realm.complete(upgrade)
    for building in buildings:
        _add_building(realm, building)
    for unit in units:
        _add_unit(realm, unit)


def _add_building(realm: Realm, building: Building) -> None:
    card = building.card
    require(card.is_building, "only buildings stand on the table")
    if card.is_village:
        is_founded = building.location in VILLAGES[: realm.founded]
        require(is_founded, "a Village was never founded")
    else:
        is_right = building.location is LOCATION[card.slug]
        require(is_right, "a building stands at a wrong location")
    require(realm.building_at(building.location) is None, "two share a location")
    settler = building.settled
    require(settler is None or settler.settles_under(card), "nobody settles there")
    realm.add_building(building)


def _add_unit(realm: Realm, unit: Unit) -> None:
    require(not unit.card.is_building, "there is no such unit")
    require(unit.card.is_troop or not unit.is_fighting, "only troops fight")
    realm.units = [*realm.units, unit]
    if unit.is_homeless:
        require(unit.is_fighting and unit.location is not AT_CITY, "a unit has no place")
        return
    has_slot = realm.slots_for(unit.card).at(unit.location) > 0
    require(has_slot, "there is no slot for a unit")
    realm.free_slots(unit.card, unit.location, -1)


# Whether everything fits together.


def check_state(state: State) -> None:
    """Raise InvalidValue unless cards, decision and battle fit together."""
    seats = len(state.realms)
    require(2 <= seats <= 4, "there are too few or too many seats")
    require(not state.settings.teams or seats == 4, "teams need four seats")
    require(0 <= state.active < seats and 0 <= state.actor < seats, "there is no such seat")
    require(1 <= state.round <= state.settings.round_cap, "the round is out of range")
    _check_cards(state)
    _check_decision(state)
    _check_battle(state)


def _check_cards(state: State) -> None:
    """Every card is in exactly one place (none before the deal)."""
    ordinary = state.deck.cards() + state.discard
    legends = state.legendary + state.looked
    require(not any([card.legendary for card in ordinary]), "a Legendary card is discarded")
    require(all([card.legendary for card in legends]), "an ordinary card in the Legendary Deck")
    counts = [0] * len(CARDS)
    for card in ordinary + legends:
        counts[card.id] += 1
    for realm in state.realms:
        for card in _cards_of(realm):
            counts[card.id] += 1
    is_dealt = state.phase != PHASE_SETUP
    for card in CARDS:
        is_used = is_dealt and (state.settings.quests or not card.legendary)
        wanted = card.copies if is_used else 0
        require(counts[card.id] == wanted, "cards are missing or too many")


def _cards_of(realm: Realm) -> list[Card]:
    cards = realm.hand + realm.kept
    cards += [unit.card for unit in realm.units]
    for building in realm.buildings:
        cards.append(building.card)
        if building.settled is not None:
            cards.append(building.settled)
    return cards


def _check_decision(state: State) -> None:
    decision = state.decision
    fits = state.phase in _PHASES_OF.get(decision, (PHASE_ATTACK,))
    require(fits, "the phase does not fit the decision")
    over = decision == DECIDE_NOTHING
    require(over == (state.ending != NOT_ENDED), "the ending does not fit the decision")
    require(NOBODY <= state.winner < len(state.realms), "there is no such winner")
    require((decision == DECIDE_TAKE) == bool(state.looked), "there is nothing to take")
    require((decision == DECIDE_BURN) == (state.spied != NOBODY), "there is nobody spied upon")
    if over:
        return
    _check_seats(state)
    if decision == DECIDE_CITY:
        require(state.settings.cities_by_choice, "cities are not chosen in this match")
        return
    _check_cards_at_stake(state)
    require(state.battle is not None or state.actor == state.active, "the wrong seat decides")


def _check_seats(state: State) -> None:
    """The active seat lives, cards are kept by nobody else, and cities are there when they must."""
    require(state.realms[state.active].alive, "the active seat is defeated")
    for seat, realm in enumerate(state.realms):
        may_keep = seat == state.active and state.decision == DECIDE_KEEP
        require(may_keep or not realm.kept, "cards are kept at the wrong time")
        is_early = state.phase == PHASE_SETUP and seat <= state.actor
        require((realm.city.kind is None) == is_early, "a city is missing")


def _check_cards_at_stake(state: State) -> None:
    """There are cards to burn, keep or give."""
    decision = state.decision
    active = state.realms[state.active]
    if decision == DECIDE_BURN:
        spied = 0 <= state.spied < len(state.realms) and bool(state.realms[state.spied].hand)
        require(spied, "there is nothing to burn")
    if decision == DECIDE_KEEP:
        keeps = len(active.kept) < active.tracker.store and bool(active.hand)
        require(keeps, "there is nothing to keep")
    if decision == DECIDE_GIVE:
        gives = state.living_partner(state.active) != NOBODY and bool(active.hand)
        require(gives, "there is nothing to give, or nobody to give it to")


def _check_battle(state: State) -> None:
    """Who is on the battlefield is there once, as its owner's unit."""
    battle = state.battle
    fights = state.decision in BEFORE_SCORE or state.decision in AFTER_SCORE
    fielded = [
        Fighter(seat, unit.card, unit.location).dump()
        for seat, realm in enumerate(state.realms)
        for unit in realm.units
        if unit.is_fighting
    ]
    if battle is None:
        require(not fights, "there is no battle")
        require(not fielded, "a troop fights without a battle")
        return
    committed = battle.attack.fighters + battle.defence.fighters
    numbers = [fighter.dump() for fighter in committed]
    require(sorted(fielded) == sorted(numbers), "who fights is unclear")
    if state.phase == PHASE_OVER:
        return
    require(fights, "a battle at the wrong time")
    _check_sides(state, battle)
    small = [number for number in battle.numbers() if not -_MOST <= number <= _MOST]
    require(not small, "a number of the battle is out of range")
    if state.decision == DECIDE_SEND and not battle.attack.fighters:
        # Somebody can be sent: the referee must never find an empty list.
        require(bool(state.realms[battle.attack.seat].units), "there is nobody to send")


def _check_sides(state: State, battle: Battle) -> None:
    attacker, defender = battle.attack.seat, battle.defence.seat
    require(attacker == state.active, "the active seat attacks")
    require(0 <= defender < len(state.realms) and defender != attacker, "no defender")
    ally = state.partner(defender)
    require(attacker != ally, "partners do not fight each other")
    require(battle.defeated != state.realms[defender].alive, "a wrong defeat")
    require(state.actor == _battle_actor(state, battle), "the wrong seat decides")
    for fighter in battle.attack.fighters:
        require(fighter.owner == attacker, "a stranger attacks")
    for fighter in battle.defence.fighters:
        require(fighter.owner in (defender, ally), "a stranger defends")


def _battle_actor(state: State, battle: Battle) -> Seat:
    if state.decision == DECIDE_AID:
        ally = state.living_partner(battle.defence.seat)
        require(ally != NOBODY, "there is nobody to aid")
        return ally
    return battle.defence.seat if state.decision in _DEFENDERS_DECIDE else battle.attack.seat
