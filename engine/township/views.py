"""Township as plain values. Nothing is hidden, so a view is the whole state."""

from typing import Final

from pentarch.engine.core import SEAT_NAMES, Seat
from pentarch.engine.errors import InvalidOption, InvalidValue
from pentarch.engine.options import Option, choose
from pentarch.engine.packing import packed
from pentarch.engine.plain import (
    Json,
    as_bool,
    as_dict,
    field,
    int_field,
    ints,
    ints_field,
    list_field,
    str_field,
    within,
)
from pentarch.engine.township import attacks
from pentarch.engine.township.state import (
    ASSIGNING,
    CHOOSING,
    DECISIONS,
    DEFENDING,
    DISCARDING,
    ENDINGS,
    GOES_ON,
    OVER,
    SHIELDING,
    SPOILING,
    SUFFERING,
    WORKING,
    Attack,
    Settings,
    State,
    Town,
    new_town,
)
from pentarch.engine.township.tables import FULL, GOODS, MOST_UNITS, RAW_SITES, SITE_NAMES

_SITE_OF: Final = {name: site for site, name in enumerate(SITE_NAMES)}
_MOST: Final = 1_000_000


def fingerprint(state: State) -> bytes:
    """Everything that changes in a match, packed: numbers of any size, then the small ones."""
    numbers = [state.round, state.active, state.decision, state.ending, state.asked]
    numbers.append(len(state.assigned))
    numbers += state.assigned
    small: list[int] = []
    for town in state.towns:
        numbers += town.stock
        numbers += [town.out, town.units, town.idle, town.mustered, town.tools_used, town.laurels]
        small.append(len(town.sites))
        small += town.sites
        small += town.damage
        small += town.worked
        small += town.depletion
        small += town.produced
    attack = state.attack
    if attack is not None:
        numbers += [
            *(attack.defender, attack.attackers, attack.swords, attack.defenders),
            *(attack.shields, attack.attack_total, attack.defence_total, attack.left_over),
        ]
    return packed(numbers) + bytes(small)


def view(state: State) -> Json:
    """The whole match."""
    attack = state.attack
    return {
        "round": state.round,
        "active": SEAT_NAMES[state.active],
        "decision": DECISIONS[state.decision],
        "ending": ENDINGS[state.ending],
        "options": state.settings.options.plain(),
        "assigned": ints(state.assigned),
        "asked": None if state.asked < 0 else SEAT_NAMES[state.asked],
        "attack": None if attack is None else _view_attack(attack),
        "towns": [_view_town(state, seat, town) for seat, town in enumerate(state.towns)],
    }


def _view_attack(attack: Attack) -> Json:
    return {
        "defender": SEAT_NAMES[attack.defender],
        "attackers": attack.attackers,
        "swords": attack.swords,
        "defenders": attack.defenders,
        "shields": attack.shields,
        "attack_total": attack.attack_total,
        "defence_total": attack.defence_total,
        "left_over": attack.left_over,
    }


def _view_town(state: State, seat: Seat, town: Town) -> Json:
    stock: dict[str, Json] = {GOODS[good]: amount for good, amount in enumerate(town.stock)}
    return {
        "seat": SEAT_NAMES[seat],
        "eliminated": town.out,
        "renown": town.renown(state.settings.finery_renown),
        "laurels": town.laurels,
        "units": town.units,
        "housing": town.housing(),
        "idle": town.idle,
        "mustered": town.mustered,
        "tools_used": town.tools_used,
        "stock": stock,
        "grain_room": town.grain_room(),
        "goods_room": town.goods_room(),
        "buildings": [_view_building(town, site) for site in town.sites],
    }


def _view_building(town: Town, site: int) -> Json:
    return {
        "name": SITE_NAMES[site],
        "damage": town.damage[site],
        "depletion": town.depletion[site] if site < RAW_SITES else 0,
        "worked": town.worked[site],
        "produced": bool(site < RAW_SITES and town.produced[site]),
    }


def load(schema: "tuple[Option, ...]", value: Json) -> State:
    """The state of a view. Raises InvalidValue for what no match could show."""
    try:
        options = choose(schema, as_dict(field(value, "options"), "options"))
    except InvalidOption as error:
        raise InvalidValue(str(error)) from error
    towns = [_load_town(item) for item in list_field(value, "towns")]
    if not 2 <= len(towns) <= len(SEAT_NAMES):
        raise InvalidValue("there must be 2 to 6 towns")
    state = State(Settings(options), towns)
    state.round = within(int_field(value, "round"), 1, _MOST, "round")
    state.active = _seat(field(value, "active"), len(towns))
    state.decision = _word(str_field(value, "decision"), DECISIONS, "decision")
    state.ending = _word(str_field(value, "ending"), ENDINGS, "ending")
    assigned = ints_field(value, "assigned")
    if len(assigned) != len(towns) or min(assigned) < 0 or max(assigned) > MOST_UNITS:
        raise InvalidValue("'assigned' must hold one small number per seat")
    state.assigned = assigned
    asked = field(value, "asked")
    state.asked = -1 if asked is None else _seat(asked, len(towns))
    attack = field(value, "attack")
    state.attack = None if attack is None else _load_attack(attack, len(towns))
    _check_whole(state)
    return state


def _check_whole(state: State) -> None:
    """What the rules rely on: somebody decides, has a choice, and no number runs below zero."""
    if (state.decision == OVER) != (state.ending != GOES_ON):
        raise InvalidValue("'decision' and 'ending' do not fit together")
    if state.decision == OVER:
        return
    living = state.living()
    town = state.towns[state.active]
    if len(living) < 2 or state.active not in living:
        raise InvalidValue("the active seat must be one of at least two living seats")
    if any([state.towns[seat].units == 0 for seat in living if seat != _defender(state)]):
        raise InvalidValue("a living seat has a unit")
    if town.idle + town.mustered > town.units:
        raise InvalidValue("more units are idle or mustered than there are")
    if state.decision == WORKING and town.idle == 0:
        raise InvalidValue("no unit is left to work")
    if state.decision == DISCARDING and town.goods() <= town.goods_room():
        raise InvalidValue("nothing has to be discarded")
    if state.decision >= ASSIGNING:
        _check_attacks(state, living)


def _check_attacks(state: State, living: list[Seat]) -> None:
    town = state.towns[state.active]
    if any([units > 0 and seat not in living for seat, units in enumerate(state.assigned)]):
        raise InvalidValue("only living seats are attacked")
    if state.assigned[state.active]:
        raise InvalidValue("nobody attacks himself")
    if state.decision == ASSIGNING:
        if state.asked not in living or state.asked == state.active:
            raise InvalidValue("'asked' must be a living opponent")
        if sum(state.assigned) >= town.mustered:
            raise InvalidValue("no unit is left to assign")
        return
    if state.decision == CHOOSING:
        if not any(state.assigned) or sum(state.assigned) > town.units:
            raise InvalidValue("there must be attacks to choose from, by units that are there")
        return
    attack = state.attack
    if attack is None or attack.defender not in living or attack.defender == state.active:
        raise InvalidValue("there must be an attack on a living opponent")
    if not 0 < attack.attackers <= town.units - sum(state.assigned):
        raise InvalidValue("more units attack than there are")
    defender = state.towns[attack.defender]
    if state.decision in (DEFENDING, SHIELDING) and attack.defenders > defender.units:
        raise InvalidValue("more units defend than there are")
    if state.decision in (SPOILING, SUFFERING):
        can_raze = attacks.raze_refusal(state, defender) is None
        can_loot = state.decision == SPOILING and attacks.loot_refusal(defender) is None
        if attack.left_over == 0 or not (can_raze or can_loot):
            raise InvalidValue("there is nothing left to loot or raze")


def _defender(state: State) -> Seat:
    """Whose units may all have fallen without the seat having left yet; -1 for nobody."""
    return -1 if state.attack is None else state.attack.defender


def _load_attack(value: Json, seats: int) -> Attack:
    attack = Attack()
    attack.defender = _seat(field(value, "defender"), seats)
    attack.attackers = _count(value, "attackers")
    attack.swords = _count(value, "swords")
    attack.defenders = _count(value, "defenders")
    attack.shields = _count(value, "shields")
    attack.attack_total = _count(value, "attack_total")
    attack.defence_total = _count(value, "defence_total")
    attack.left_over = _count(value, "left_over")
    return attack


def _load_town(value: Json) -> Town:
    town = new_town()
    town.out = within(int_field(value, "eliminated"), 0, len(SEAT_NAMES), "eliminated")
    town.laurels = within(int_field(value, "laurels"), 0, _MOST, "laurels")
    town.units = _count(value, "units")
    town.idle = _count(value, "idle")
    town.mustered = _count(value, "mustered")
    town.tools_used = within(int_field(value, "tools_used"), 0, _MOST, "tools_used")
    stock = field(value, "stock")
    town.stock = [within(int_field(stock, good), 0, _MOST, good) for good in GOODS]
    town.clear()
    for item in list_field(value, "buildings"):
        _load_building(town, item)
    return town


def _load_building(town: Town, value: Json) -> None:
    entries = as_dict(value, "a building")
    name = entries.get("name")
    site = _SITE_OF.get(name, -1) if isinstance(name, str) else -1
    if site < 0 or town.has(site):
        raise InvalidValue("a building's name must be of the set, and used once")
    town.add(site)
    town.damage[site] = _tokens(entries.get("damage"))
    town.worked[site] = _tokens(entries.get("worked"))
    depletion = _tokens(entries.get("depletion"))
    produced = as_bool(entries.get("produced"), "produced")
    if site < RAW_SITES:
        town.depletion[site] = depletion
        town.produced[site] = 1 if produced else 0
    elif depletion or produced:
        raise InvalidValue("only raw material buildings are depleted")


def _tokens(value: Json) -> int:
    """A number from 0 to 5 (most of a view is made of these, hence no longer way)."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= FULL:
        return value
    raise InvalidValue(f"tokens and work on a building must be from 0 to {FULL}")


def _count(value: Json, key: str) -> int:
    return within(int_field(value, key), 0, MOST_UNITS, key)


def _seat(value: Json, seats: int) -> Seat:
    if not isinstance(value, str) or value not in SEAT_NAMES[:seats]:
        raise InvalidValue("a seat must be one of this match")
    return SEAT_NAMES.index(value)


def _word(value: str, words: "tuple[str, ...]", what: str) -> int:
    if value not in words:
        raise InvalidValue(f"{what} must be one of {', '.join(words)}")
    return words.index(value)
