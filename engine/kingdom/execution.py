"""Executing a round: six steps in their order, the end of the round, and the next market."""

from typing import Final

from pentarch.engine.chance import Chance
from pentarch.engine.core import Event, Outcome, Seat, Words, ranks_of
from pentarch.engine.kingdom.battle import Field, deal, fight_everywhere, spend
from pentarch.engine.kingdom.commands import UNIT_NAMES
from pentarch.engine.kingdom.movement import move_everything, schedule
from pentarch.engine.kingdom.orders import open_plan
from pentarch.engine.kingdom.state import (
    BY_CAP,
    BY_CASTLES,
    BY_CONQUEST,
    GOING_ON,
    REASON_NAMES,
    Plan,
    Realm,
    State,
    mana_gain,
    most_mana,
    upkeep_of,
)
from pentarch.engine.kingdom.tables import (
    AREA_NAMES,
    BATTLE_VALUE,
    BLESSING,
    CASTLE_ATTACK,
    CASTLE_PRODUCTION,
    DRAGON,
    EARTHQUAKE,
    EARTHQUAKE_DAMAGE,
    FIRST_MANA,
    FOG,
    GALLEON_BLUEPRINT,
    GUARD_TOWER,
    IMPROVE_DEFENSE,
    IS_CAPTURER,
    IS_GROUND,
    KIND_NAMES,
    MAGE,
    MOST_UNITS,
    NEUTRAL,
    SCROLL_NAMES,
    SCROLL_PRICE,
    SCROLLS,
    SEAMANSHIP,
    SPELL_COST,
    SPELL_NAMES,
    TECH_COST,
    TECH_NAMES,
    TECH_ROUNDS,
    TECHS,
)

_END_RULES: Final[Words] = ("", "KC-15.3", "KC-15.4", "KC-15.5")


def execute_round(state: State, chance: Chance) -> list[Event]:
    """KC-3.9, then the next round or the end. The plans are used up."""
    realm = state.realm.copy()
    plans = state.plans
    events = _reveal(plans)
    _take_over(realm, plans)
    field = Field(realm)
    for plan in plans:
        for unit in plan.gone:
            field.alive[unit] = False
    field.events = events
    cast_spells(field, plans)
    move_everything(field, schedule(plans))
    fight_everywhere(field)
    capture_regions(field)
    _clear_field(field)
    collect_income(realm, events)
    pay_upkeep(realm, events)
    build_units(realm, events)
    eliminate_kingdoms(realm, events)
    realm.ended = _ending(realm)
    if realm.ended:
        events.append(Event("ended", -1, (REASON_NAMES[realm.ended],)))
    else:
        realm.round += 1
        open_round(realm, chance, events)
    state.realm = realm
    state.plans = open_plans(realm)
    state.owned = (1 << realm.terms.seats) - 1
    return events


def open_round(realm: Realm, chance: Chance, events: list[Event]) -> None:
    """The market of a round, and debts that nobody can pay."""
    _offer_scrolls(realm, chance)
    realm.tech = -1
    interval = realm.terms.tech_interval
    if interval and realm.round % interval == 0:
        if not realm.deck:
            realm.deck = shuffled_techs(realm, chance)
        realm.tech = realm.deck.pop(0)
    _forgive_debts(realm, events)
    for scroll, price in zip(realm.offer, realm.prices, strict=True):
        events.append(Event("offered", -1, (SCROLL_NAMES[scroll], price)))
    if realm.tech >= 0:
        events.append(Event("tech", -1, (TECH_NAMES[realm.tech],)))


def open_plans(realm: Realm) -> list[Plan]:
    """A plan for every seat; those of the eliminated, and all at the end, are closed."""
    return [
        Plan(realm, seat) if realm.out[seat] or realm.ended else open_plan(realm, seat)
        for seat in range(realm.terms.seats)
    ]


def shuffled_techs(realm: Realm, chance: Chance) -> list[int]:
    """CE-TECH: a new deck; the first entry is the top card."""
    has_sea = bool(realm.terms.board.seas)
    deck = [tech for tech in range(TECHS) if tech != SEAMANSHIP or has_sea]
    chance.shuffle(deck)
    return deck


def outcome_of(realm: Realm) -> Outcome:
    """The ranking of KC-17 as things stand."""
    seats = range(realm.terms.seats)
    return Outcome(
        ranks=ranks_of([_standing(realm, seat) for seat in seats]),
        scores=[realm.castles(seat) for seat in seats],
        rule=_END_RULES[realm.ended],
        reason=REASON_NAMES[realm.ended],
        natural=realm.ended in (BY_CASTLES, BY_CONQUEST),
    )


def army_value(realm: Realm, seat: Seat) -> int:
    """What the units of a seat are worth."""
    return sum(
        BATTLE_VALUE[kind]
        for kind, side in zip(realm.kind, realm.side, strict=True)
        if side == seat
    )


def cast_spells(field: Field, plans: list[Plan]) -> None:
    """Step 1: all spells at the same moment (KC-9.6 to 9.9)."""
    realm = field.realm
    shaken: dict[int, list[int]] = {}
    for plan in plans:
        for mage in sorted(plan.casts):
            spell, target = plan.casts[mage]
            realm.mana[mage] -= SPELL_COST[spell]
            words = (SPELL_NAMES[spell], field.name(mage), AREA_NAMES[target])
            field.events.append(Event("cast", plan.seat, words))
            if spell == FOG:
                field.fogged.add(target)
            elif spell == EARTHQUAKE:
                shaken.setdefault(target, []).append(plan.seat)
            elif spell == BLESSING:
                field.blessed[target] = field.blessed.get(target, 0) | 1 << plan.seat
    damage: dict[int, int] = {}
    for area in sorted(shaken):
        targets = [
            unit
            for unit, place in enumerate(field.area)
            if place == area
            and field.alive[unit]
            and field.ship[unit] < 0
            and IS_GROUND[field.kind[unit]]
        ]
        if not targets:
            continue
        casters = [seat for seat in shaken[area] if seat != field.side[targets[0]]]
        if casters:
            spend(field, EARTHQUAKE_DAMAGE * len(casters), casters[0], targets, damage)
    if damage:
        field.eliminate(deal(field, damage))


def capture_regions(field: Field) -> None:
    """KC-12: who stands in a region after the battles owns it; a lone dragon only frees it."""
    realm = field.realm
    standing = field.standing()
    for area in sorted(standing):
        units = standing[area]
        side = field.side[units[0]]
        if area >= len(realm.owner) or side == NEUTRAL or realm.owner[area] == side:
            continue
        kinds = {field.kind[unit] for unit in units}
        if any(IS_CAPTURER[kind] for kind in kinds):
            _change_owner(realm, area, side)
            field.events.append(Event("captured", side, (AREA_NAMES[area],)))
        elif DRAGON in kinds and realm.owner[area] >= 0:
            _change_owner(realm, area, -1)
            field.events.append(Event("neutralised", side, (AREA_NAMES[area],)))


def collect_income(realm: Realm, events: list[Event]) -> None:
    """Step 4."""
    for seat in range(realm.terms.seats):
        if not realm.out[seat]:
            income = realm.income(seat)
            realm.gold[seat] += income
            events.append(Event("income", seat, (income,)))


def pay_upkeep(realm: Realm, events: list[Event]) -> None:
    """Step 5: units, then instalments; a tech is known after its last one (KC-8.4)."""
    for seat in range(realm.terms.seats):
        if realm.out[seat]:
            continue
        cost = realm.upkeep(seat)
        paid = realm.paid[seat]
        for tech in range(TECHS):
            if paid[tech] < 0:
                continue
            cost += TECH_COST[tech]
            paid[tech] += 1
            if paid[tech] == TECH_ROUNDS[tech]:
                paid[tech] = -1
                realm.knows[seat][tech] = 1
                events.append(Event("learned", seat, (TECH_NAMES[tech],)))
        realm.gold[seat] -= cost
        events.append(Event("upkeep", seat, (cost,)))


def build_units(realm: Realm, events: list[Event]) -> None:
    """Step 6: mana, towers, then new units by owner, castle and entry (KC-14.1 to 14.4)."""
    for unit, kind in enumerate(realm.kind):
        if kind == MAGE:
            knows = realm.knowledge(realm.side[unit])
            realm.mana[unit] = min(realm.mana[unit] + mana_gain(knows), most_mana(knows))
        elif kind == GUARD_TOWER and realm.build[unit]:
            realm.build[unit] -= 1
    castles = [area for area in realm.terms.board.castles if realm.queues[area]]
    castles.sort(key=lambda area: (realm.owner[area], area))
    for castle in castles:
        queue = realm.queues[castle]
        waiting: list[int] = []
        for i in range(0, len(queue), 3):
            kind, place, rounds = queue[i : i + 3]
            if rounds > 1:
                waiting += [kind, place, rounds - 1]
            elif realm.next_id <= MOST_UNITS:
                mana = FIRST_MANA if kind == MAGE else 0
                number = realm.add_unit(kind, realm.owner[castle], place, mana, 0)
                words = (UNIT_NAMES[number - 1], KIND_NAMES[kind], AREA_NAMES[place])
                events.append(Event("built", realm.owner[castle], words))
        realm.queues[castle] = waiting


def eliminate_kingdoms(realm: Realm, events: list[Event]) -> None:
    """KC-15.1, KC-15.2: without castle and capturer a kingdom is gone."""
    fallen = [
        seat
        for seat in range(realm.terms.seats)
        if not realm.out[seat] and not realm.castles(seat) and not _has_capturer(realm, seat)
    ]
    for seat in fallen:
        realm.out[seat] = realm.round
        realm.gold[seat] = 0
        realm.stock[seat] = [0] * SCROLLS
        realm.market[seat] = 0
        realm.knows[seat] = [0] * TECHS
        realm.paid[seat] = [-1] * TECHS
        for area in realm.terms.board.lands:
            if realm.owner[area] == seat:
                realm.owner[area] = -1
        events.append(Event("fallen", seat))
    if fallen:
        _keep_units(realm, [side not in fallen for side in realm.side])


def _reveal(plans: list[Plan]) -> list[Event]:
    """Orders become public when execution begins (KC-3.6)."""
    return [
        Event("orders", plan.seat, tuple([command.text for command in plan.given]))
        for plan in plans
        if plan.given
    ]


def _take_over(realm: Realm, plans: list[Plan]) -> None:
    """What the plans have already done: purchases, improvements, queues, buildings."""
    for plan in plans:
        seat = plan.seat
        realm.gold[seat] = plan.gold
        realm.stock[seat] = plan.stock.copy()
        realm.market[seat] = plan.market
        if plan.research >= 0:
            realm.paid[seat][plan.research] = 0
        for castle, scroll in plan.improved.items():
            if scroll == IMPROVE_DEFENSE:
                realm.attack[castle] += 1
            else:
                realm.production[castle] += 1
        entries = plan.entries
        for i in range(0, len(entries), 4):
            realm.queues[entries[i]] += entries[i + 1 : i + 4]
        for area in plan.sawmills:
            realm.sawmill[area] = 1
        # KC-14.7: numbered by seat, then in the order of placing.
        for area in plan.towers:
            if realm.next_id <= MOST_UNITS:
                realm.add_unit(GUARD_TOWER, seat, area, 0, realm.terms.tower_build_time)


def _clear_field(field: Field) -> None:
    """Take the fallen off the lists and note who is aboard of what."""
    realm = field.realm
    for unit, ship in enumerate(field.ship):
        realm.ship[unit] = realm.id[ship] if ship >= 0 else 0
        if ship >= 0:
            realm.area[unit] = field.area[ship]
    if not all(field.alive):
        _keep_units(realm, field.alive)


def _keep_units(realm: Realm, kept: list[bool]) -> None:
    units = [unit for unit, keep in enumerate(kept) if keep]
    realm.id = [realm.id[unit] for unit in units]
    realm.kind = [realm.kind[unit] for unit in units]
    realm.side = [realm.side[unit] for unit in units]
    realm.area = [realm.area[unit] for unit in units]
    realm.ship = [realm.ship[unit] for unit in units]
    realm.mana = [realm.mana[unit] for unit in units]
    realm.build = [realm.build[unit] for unit in units]


def _change_owner(realm: Realm, area: int, owner: int) -> None:
    """KC-2.8: a castle that changes hands is the least of castles again."""
    realm.owner[area] = owner
    if realm.terms.board.has_castle[area]:
        realm.production[area] = CASTLE_PRODUCTION
        realm.attack[area] = CASTLE_ATTACK
        realm.queues[area] = []


def _has_capturer(realm: Realm, seat: Seat) -> bool:
    return any(side == seat and IS_CAPTURER[realm.kind[i]] for i, side in enumerate(realm.side))


def _ending(realm: Realm) -> int:
    """KC-15.3 to 15.5, in this order."""
    living = [seat for seat in range(realm.terms.seats) if not realm.out[seat]]
    if any(realm.castles(seat) >= realm.terms.goal for seat in living):
        return BY_CASTLES
    if len(living) <= 1:
        return BY_CONQUEST
    return BY_CAP if realm.round >= realm.terms.last_round else GOING_ON


def _standing(realm: Realm, seat: Seat) -> "tuple[int, ...]":
    if realm.out[seat]:
        return (0, realm.out[seat], 0, 0, 0)
    return (
        1,
        realm.castles(seat),
        realm.income(seat),
        army_value(realm, seat),
        realm.gold[seat],
    )


def _offer_scrolls(realm: Realm, chance: Chance) -> None:
    """CE-MARKET, then CE-PRICE for each scroll on offer (KC-3.2, KC-7.15)."""
    terms = realm.terms
    has_sea = bool(terms.board.seas)
    scrolls = [scroll for scroll in range(SCROLLS) if scroll != GALLEON_BLUEPRINT or has_sea]
    chance.shuffle(scrolls)
    realm.offer = scrolls[: terms.market_size]
    realm.prices = [
        SCROLL_PRICE[scroll] + chance.below(2 * terms.price_spread + 1) - terms.price_spread
        for scroll in realm.offer
    ]


def _forgive_debts(realm: Realm, events: list[Event]) -> None:
    """KC-13.10: what no disbanding can pay is forgiven before orders are given."""
    for seat in range(realm.terms.seats):
        if realm.gold[seat] >= 0 or realm.out[seat]:
            continue
        knows = realm.knows[seat]
        if not any(
            side == seat and upkeep_of(knows, kind) > 0
            for kind, side in zip(realm.kind, realm.side, strict=True)
        ):
            realm.gold[seat] = 0
            events.append(Event("forgiven", seat))
