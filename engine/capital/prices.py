"""What building and upgrading costs, and whether it can be paid (CP-4.4 to CP-4.12, CP-8.7)."""

from pentarch.engine.capital import refusals
from pentarch.engine.capital.realm import Realm
from pentarch.engine.capital.rows import TROOP, Card
from pentarch.engine.capital.tables import GREEN, UNIT_PRICE
from pentarch.engine.core import Refusal


def village_price(realm: Realm) -> int:
    """Gold for a Village: 1 more than there are (CP-4.12)."""
    return 1 + realm.banners[GREEN]


def building_price(realm: Realm, card: Card) -> int:
    """Gold for a building: its number, or the rising price of a Village (CP-4.5)."""
    return village_price(realm) if card.is_village else card.hit_points


def upgrade_price(realm: Realm) -> int:
    """Gold for the next upgrade: its level less discount and rebates (CP-4.7, CP-4.22)."""
    pools = realm.pools
    return max(0, len(realm.upgrades) + 1 - pools.discount - pools.rebate)


def is_free(realm: Realm, kind: str) -> bool:
    """Whether a Recruiter pays for a unit of this kind (CP-8.7)."""
    return kind == TROOP and realm.pools.free_troops > 0


def building_refusal(realm: Realm, card: Card) -> "Refusal | None":
    """Why this building cannot be paid for; an Architect brings Build and banner (CP-8.7)."""
    pools = realm.pools
    if not pools.free_buildings:
        if card.needs and not realm.banners[card.needs]:
            return refusals.BANNER_MISSING
        if pools.build < 1:
            return refusals.NO_BUILD
    return None if pools.gold >= building_price(realm, card) else refusals.NO_GOLD


def unit_refusal(realm: Realm, kind: str) -> "Refusal | None":
    """Why no unit of this kind can be paid for (CP-4.6)."""
    pools = realm.pools
    if pools.build > 0 and pools.gold >= UNIT_PRICE:
        return None
    if is_free(realm, kind):
        return None
    return refusals.NO_BUILD if pools.build < 1 else refusals.NO_GOLD


def upgrade_refusal(realm: Realm) -> "Refusal | None":
    """Why no upgrade can be paid for."""
    if realm.pools.build < 1:
        return refusals.NO_BUILD
    return None if realm.pools.gold >= upgrade_price(realm) else refusals.NO_GOLD
