"""The whole state as plain values and back, exactly."""

from typing import Final

from pentarch.engine.capital.audit import assemble, check_state
from pentarch.engine.capital.setting import parse_setting, plain_setting
from pentarch.engine.capital.state import (
    DECIDE_NOTHING,
    ENDED_CAP,
    PHASE_OVER,
    Battle,
    Realm,
    State,
)
from pentarch.engine.capital.tables import CARD_COUNT, DERIVED, UPGRADE_COUNT
from pentarch.engine.capital.turn import options
from pentarch.engine.core import Words
from pentarch.engine.errors import InvalidOption, InvalidValue
from pentarch.engine.plain import (
    Json,
    as_dict,
    field,
    int_field,
    ints,
    ints_field,
    list_field,
    require,
)

_NUMBERS: Final[Words] = (
    "round",
    "active",
    "phase",
    "decision",
    "actor",
    "spied",
    "defeats",
    "ending",
    "winner",
)


def dump(state: State) -> "dict[str, Json]":
    """Everything that cannot be derived, in numbers of the tables."""
    battle = state.battle
    return {
        "options": plain_setting(state.setting),
        "round": state.round,
        "active": state.active,
        "phase": state.phase,
        "decision": state.decision,
        "actor": state.actor,
        "spied": state.spied,
        "defeats": state.defeats,
        "ending": state.ending,
        "winner": state.winner,
        "deck": ints(list(state.deck)),
        "discard": ints(state.discard),
        "legendary": ints(state.legendary),
        "looked": ints(state.looked),
        "realms": [_dump_realm(realm) for realm in state.realms],
        "battle": None if battle is None else _dump_battle(battle),
    }


def _dump_realm(realm: Realm) -> Json:
    return {
        "marks": ints(realm.tally[DERIVED:]),
        "upgrades": ints(realm.upgrades),
        "hand": ints(realm.hand),
        "kept": ints(realm.kept),
        "places": ints(realm.places),
        "units": ints(realm.units),
    }


def _dump_battle(battle: Battle) -> Json:
    return {
        "numbers": ints(battle.numbers()),
        "attackers": ints(battle.attackers),
        "defenders": ints(battle.defenders),
    }


def load(value: Json) -> State:
    """The state that `dump` gave. Raises InvalidValue for anything else."""
    entries = as_dict(value, "a state")
    try:
        setting = parse_setting(as_dict(field(entries, "options"), "options"))
    except InvalidOption as error:
        raise InvalidValue(str(error)) from error
    state = State(setting, [_load_realm(item) for item in list_field(entries, "realms")])
    numbers = [int_field(entries, name) for name in _NUMBERS]
    require(all([-1 <= number <= 255 for number in numbers]), "a number is out of range")
    state.round, state.active, state.phase, state.decision, state.actor = numbers[:5]
    state.spied, state.defeats, state.ending, state.winner = numbers[5:]
    state.deck = bytearray(_load_cards(entries, "deck"))
    state.discard = _load_cards(entries, "discard")
    state.legendary = _load_cards(entries, "legendary")
    state.looked = _load_cards(entries, "looked")
    battle = field(entries, "battle")
    if battle is not None:
        state.battle = _load_battle(battle)
    require(
        0 <= state.decision <= DECIDE_NOTHING and 0 <= state.phase <= PHASE_OVER,
        "there is no such decision",
    )
    require(0 <= state.ending <= ENDED_CAP, "there is no such ending")
    check_state(state)
    require(state.phase == PHASE_OVER or bool(options(state)), "there is nothing to decide")
    require(dump(state) == value, "the state has something that does not belong there")
    return state


def _load_cards(value: Json, key: str) -> list[int]:
    cards = ints_field(value, key)
    require(all([0 <= card < CARD_COUNT for card in cards]), "there is no such card")
    return cards


def _load_realm(item: Json) -> Realm:
    upgrades = ints_field(item, "upgrades")
    require(all([0 <= upgrade < UPGRADE_COUNT for upgrade in upgrades]), "no such upgrade")
    places = ints_field(item, "places")
    units = ints_field(item, "units")
    require(all([0 <= number < 1 << 21 for number in places + units]), "a number is out of range")
    hand = _load_cards(item, "hand")
    kept = _load_cards(item, "kept")
    return assemble(ints_field(item, "marks"), upgrades, places, units, hand, kept)


def _load_battle(item: Json) -> Battle:
    numbers = ints_field(item, "numbers")
    battle = Battle(0, 0)
    require(len(numbers) == len(battle.numbers()), "a battle has other numbers")
    battle.attacker, battle.defender = numbers[:2]
    battle.attack_extra, battle.defence_extra, battle.passive_cut = numbers[2:5]
    battle.attack_heals, battle.defence_heals = numbers[5:7]
    battle.attack, battle.defence, battle.score = numbers[7:10]
    battle.points, battle.siege, battle.budget = numbers[10:13]
    battle.defeated = numbers[13] != 0
    battle.attackers = ints_field(item, "attackers")
    battle.defenders = ints_field(item, "defenders")
    return battle
