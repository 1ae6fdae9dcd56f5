"""Township from plain values: what `dump` gave comes back, anything else is an InvalidValue."""

from collections.abc import Callable
from typing import Final

from pentarch.engine.core import SEAT_NAMES, Seat
from pentarch.engine.errors import InvalidOption, InvalidValue
from pentarch.engine.options import choose
from pentarch.engine.plain import (
    Json,
    as_bool,
    as_dict,
    field,
    int_field,
    ints_field,
    list_field,
    require,
    str_field,
    within,
)
from pentarch.engine.township import campaign, outcome, spoils
from pentarch.engine.township.settings import OPTIONS, Settings
from pentarch.engine.township.state import (
    ARMING,
    ASSIGNING,
    BREAKING,
    CHOOSING,
    DEFENDING,
    DISCARDING,
    OVER,
    SHIELDING,
    SPOILING,
    SUFFERING,
    WORKING,
    Attack,
    Building,
    Campaign,
    State,
    Town,
    empty_town,
)
from pentarch.engine.township.tables import ENDINGS, FULL, GOODS, MOST_UNITS, SITE_OF

_MOST: Final = 1_000_000


def load(value: Json) -> State:
    """The state of a view. Raises InvalidValue for what no match could show."""
    settings = load_settings(field(value, "options"))
    towns = [load_town(item) for item in list_field(value, "towns")]
    require(2 <= len(towns) <= len(SEAT_NAMES), "there must be 2 to 6 towns")
    state = State(settings, towns)
    state.round = within(int_field(value, "round"), 1, _MOST, "round")
    state.active = _seat(field(value, "active"), len(towns))
    state.decision = str_field(value, "decision")
    require(state.decision in _CHECKS, f"decision must be one of {', '.join(_CHECKS)}")
    state.ending = str_field(value, "ending")
    require(state.ending in ENDINGS, f"ending must be one of {', '.join(ENDINGS)}")
    state.campaign = load_campaign(value, len(towns))
    attack = field(value, "attack")
    state.attack = None if attack is None else load_attack(attack, len(towns))
    _check(state)
    return state


def load_settings(value: Json) -> Settings:
    """Options that are known and complete."""
    try:
        return Settings(choose(OPTIONS, as_dict(value, "options")))
    except InvalidOption as error:
        raise InvalidValue(str(error)) from error


def load_town(value: Json) -> Town:
    """A town with possible numbers; whether they fit the match is looked at later."""
    town = empty_town()
    town.out = within(int_field(value, "eliminated"), 0, len(SEAT_NAMES), "eliminated")
    town.laurels = within(int_field(value, "laurels"), 0, _MOST, "laurels")
    town.units = _count(value, "units")
    town.idle = _count(value, "idle")
    town.mustered = _count(value, "mustered")
    town.tools_used = within(int_field(value, "tools_used"), 0, _MOST, "tools_used")
    stock = field(value, "stock")
    for good, name in enumerate(GOODS):
        town.stock[good] = within(int_field(stock, name), 0, _MOST, name)
    found = [load_building(item) for item in list_field(value, "buildings")]
    require(len({building.site for building in found}) == len(found), "no building is there twice")
    town.buildings += sorted(found, key=_number)
    return town


def load_building(value: Json) -> Building:
    """A building of the set with possible tokens."""
    entries = as_dict(value, "a building")
    name = entries.get("name")
    site = SITE_OF.get(name) if isinstance(name, str) else None
    if site is None:
        raise InvalidValue("a building's name must be of the set")
    damage = _tokens(entries.get("damage"))
    worked = _tokens(entries.get("worked"))
    depletion = _tokens(entries.get("depletion"))
    has_produced = as_bool(entries.get("produced"), "produced")
    if not site.kind.is_raw and (depletion or has_produced):
        raise InvalidValue("only raw material buildings are depleted")
    return Building(site, damage, depletion, worked, has_produced)


def load_campaign(value: Json, seats: int) -> Campaign:
    """The two fields of a match that are its campaign."""
    assigned = ints_field(value, "assigned")
    if len(assigned) != seats or min(assigned) < 0 or max(assigned) > MOST_UNITS:
        raise InvalidValue("'assigned' must hold one small number per seat")
    asked = field(value, "asked")
    return Campaign(assigned, -1 if asked is None else _seat(asked, seats))


def load_attack(value: Json, seats: int) -> Attack:
    """An attack of possible size."""
    attack = Attack(_seat(field(value, "defender"), seats), _count(value, "attackers"))
    attack.swords = _count(value, "swords")
    attack.defenders = _count(value, "defenders")
    attack.shields = _count(value, "shields")
    attack.attack_total = _count(value, "attack_total")
    attack.defence_total = _count(value, "defence_total")
    attack.left_over = _count(value, "left_over")
    return attack


def _check(state: State) -> None:
    """What the rules rely on: somebody decides, has a choice, and no number runs below zero."""
    over = state.decision == OVER
    require(over == outcome.is_over(state), "'decision' and 'ending' do not fit together")
    if over:
        return
    living = state.living()
    if len(living) < 2 or state.active not in living:
        raise InvalidValue("the active seat must be one of at least two living seats")
    # The last unit of an attacked town may have fallen without the town having left yet.
    attacked = -1 if state.attack is None else state.attack.defender
    if any([state.towns[seat].units == 0 for seat in living if seat != attacked]):
        raise InvalidValue("a living seat has a unit")
    town = state.towns[state.active]
    if town.idle + _busy(state) > town.units:
        raise InvalidValue("more units are idle or mustered than there are")
    _CHECKS[state.decision](state)


def _busy(state: State) -> int:
    """Mustered units of the active town that live: some may have fallen in an attack before."""
    if state.decision in (BREAKING, WORKING, DISCARDING, ASSIGNING):
        return state.towns[state.active].mustered
    attacking = 0 if state.attack is None else state.attack.attackers
    return attacking + sum(state.campaign.assigned)


def _check_nothing(state: State) -> None:
    """Always possible."""


def _check_work(state: State) -> None:
    require(state.towns[state.active].idle > 0, "no unit is left to work")


def _check_discard(state: State) -> None:
    town = state.towns[state.active]
    require(town.goods() > town.goods_room(), "nothing has to be discarded")


def _check_campaign(state: State) -> None:
    assigned = state.campaign.assigned
    living = state.living()
    if any([units > 0 and seat not in living for seat, units in enumerate(assigned)]):
        raise InvalidValue("only living seats are attacked")
    require(assigned[state.active] == 0, "nobody attacks himself")


def _check_assign(state: State) -> None:
    _check_campaign(state)
    require(state.campaign.asked in state.opponents(), "'asked' must be a living opponent")
    require(campaign.unassigned(state) > 0, "no unit is left to assign")


def _check_target(state: State) -> None:
    _check_campaign(state)
    sent = sum(state.campaign.assigned)
    if not 0 < sent <= state.towns[state.active].units:
        raise InvalidValue("there must be attacks to choose from, by units that are there")


def _check_attack(state: State) -> None:
    _check_campaign(state)
    attack = state.attack
    if attack is None or attack.defender not in state.opponents():
        raise InvalidValue("there must be an attack on a living opponent")
    at_home = state.towns[state.active].units - sum(state.campaign.assigned)
    require(0 < attack.attackers <= at_home, "more units attack than there are")


def _check_defence(state: State) -> None:
    _check_attack(state)
    attack = state.current()
    most = state.towns[attack.defender].units
    require(attack.defenders <= most, "more units defend than there are")


def _check_spoils(state: State) -> None:
    _check_attack(state)
    is_left = state.current().left_over > 0 and spoils.are_there(state)
    require(is_left, "there is nothing left to loot or raze")


def _check_damage(state: State) -> None:
    _check_attack(state)
    is_left = state.current().left_over > 0 and spoils.can_raze(state)
    require(is_left, "there is nothing left to raze")


_CHECKS: Final[dict[str, Callable[[State], None]]] = {
    BREAKING: _check_nothing,
    WORKING: _check_work,
    DISCARDING: _check_discard,
    ASSIGNING: _check_assign,
    CHOOSING: _check_target,
    ARMING: _check_attack,
    DEFENDING: _check_defence,
    SHIELDING: _check_defence,
    SPOILING: _check_spoils,
    SUFFERING: _check_damage,
    OVER: _check_nothing,
}


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


def _number(building: Building) -> int:
    return building.site.number
