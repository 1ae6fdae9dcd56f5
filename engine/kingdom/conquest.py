"""Capture, elimination, the end of a match and its ranking (KC-12, KC-15, KC-17)."""

from pentarch.engine.core import Event, Outcome, Seat, ranks_of
from pentarch.engine.kingdom.field import Field, Fighter
from pentarch.engine.kingdom.realm import Realm
from pentarch.engine.kingdom.tables import (
    AREA_NAMES,
    BY_CAP,
    BY_CASTLES,
    BY_CONQUEST,
    DRAGON,
    GOING_ON,
    NEUTRAL,
    NOBODY,
    Ending,
)


def capture_regions(field: Field, standing: "dict[int, list[Fighter]]") -> None:
    """KC-12: who stands in a region after the battles owns it; a lone dragon only frees it."""
    realm = field.realm
    for area in sorted(standing):
        fighters = standing[area]
        if not fighters or area >= len(realm.regions):
            continue
        side, region = fighters[0].side, realm.regions[area]
        if side == NEUTRAL or region.owner == side:
            continue
        if any([fighter.kind.is_capturer for fighter in fighters]):
            realm.regions[area] = region.taken_by(side)
            field.tell("captured", side, (AREA_NAMES[area],))
        elif region.owner >= 0 and any([fighter.kind is DRAGON for fighter in fighters]):
            realm.regions[area] = region.taken_by(NOBODY)
            field.tell("neutralised", side, (AREA_NAMES[area],))


def eliminate_kingdoms(realm: Realm, events: list[Event]) -> None:
    """KC-15.1, KC-15.2: without castle and capturer a kingdom is gone."""
    castles = realm.castle_counts()
    fallen = [
        kingdom
        for kingdom in realm.kingdoms
        if not kingdom.fallen
        and not castles[kingdom.seat]
        and not _has_capturer(realm, kingdom.seat)
    ]
    for kingdom in fallen:
        kingdom.fall(realm.round)
        seat = kingdom.seat
        for area, region in enumerate(realm.regions):
            if region.owner == seat:
                realm.regions[area] = region.freed()
        realm.units = [unit for unit in realm.units if unit.side != seat]
        events.append(Event("fallen", seat))


def _has_capturer(realm: Realm, seat: Seat) -> bool:
    return any([unit.side == seat and unit.kind.is_capturer for unit in realm.units])


def ending_of(realm: Realm) -> Ending:
    """KC-15.3 to 15.5, in this order."""
    castles = realm.castle_counts()
    living = [kingdom.seat for kingdom in realm.kingdoms if not kingdom.fallen]
    if any([castles[seat] >= realm.settings.goal for seat in living]):
        return BY_CASTLES
    if len(living) <= 1:
        return BY_CONQUEST
    return BY_CAP if realm.round >= realm.settings.last_round else GOING_ON


def outcome_of(realm: Realm) -> Outcome:
    """The ranking of KC-17 as things stand."""
    castles, incomes, armies = realm.castle_counts(), realm.incomes(), realm.armies()
    standings: list[tuple[int, ...]] = []
    for seat, kingdom in enumerate(realm.kingdoms):
        if kingdom.fallen:
            standings.append((0, kingdom.fallen, 0, 0, 0))
        else:
            standings.append((1, castles[seat], incomes[seat], armies[seat], kingdom.gold))
    return Outcome(
        ranks=ranks_of(standings),
        scores=castles,
        rule=realm.ending.rule,
        reason=realm.ending.reason,
        natural=realm.ending.is_natural,
    )
