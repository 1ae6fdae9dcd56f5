"""What seats have: upgrades, the tracker, buildings, units, cards, and who could strike whom."""

from typing import Final

from pentarch.engine.capital.realm import Realm
from pentarch.engine.capital.state import State
from pentarch.engine.capital.tables import BANNERS, TRACKER, UPGRADES
from pentarch.engine.core import Words

VERSION: Final = 1
NAMES: Final[Words] = (
    *("alive", "turn", "upgrades", "missing", "goal", "buildings", "hit_points", "villages"),
    *("troops", "strength", "ready", "guard", "mercenaries", "acting", "free_troop_slots"),
    *("free_merc_slots", "hand", "hand_buildings", "hand_troops", "hand_mercenaries"),
    *("legendary", "settled", "threat", "bulwark", "pool_gold", "pool_build", "wealth"),
    *[f"tracker_{word}" for word in TRACKER],
    *[f"some_{word}" for word in TRACKER],
    *[f"banner_{banner}" for banner in BANNERS],
    *[f"upgrade_{upgrade}" for upgrade in UPGRADES],
)
_PLENTY: Final = 3
"""More than that of something is a comfort, less of it a worry."""


def progress(state: State) -> float:
    """By the rounds or the upgrades, whichever comes closer to its end."""
    settings = state.settings
    most = max([len(realm.upgrades) for realm in state.realms])
    return min(1.0, max(state.round / settings.round_cap, most / settings.goal))


def rows(state: State) -> "list[list[float]]":
    """The features of each seat."""
    attacks = [_strength(realm) for realm in state.realms]
    guards = [_guard(realm) for realm in state.realms]
    found: list[list[float]] = []
    for seat in range(len(state.realms)):
        threat = bulwark = 0.0
        for other in state.opponents(seat):
            threat = max(threat, attacks[seat] - guards[other])
            bulwark = max(bulwark, attacks[other] - guards[seat])
        found.append(_row(state, seat, attacks[seat], guards[seat], threat, bulwark))
    return found


def _strength(realm: Realm) -> float:
    """What its troops could attack with."""
    return float(realm.tracker.attack_bonus + sum([unit.card.attack for unit in realm.attackers()]))


def _guard(realm: Realm) -> float:
    """What would meet an attack on it."""
    return float(realm.tracker.passive + sum([unit.card.defence for unit in realm.defenders()]))


def _row(
    state: State, seat: int, strength: float, guard: float, threat: float, bulwark: float
) -> list[float]:
    realm = state.realms[seat]
    upgrades, tracker = len(realm.upgrades), realm.tracker.numbers()
    goal = state.settings.goal
    cards = realm.hand + realm.kept
    troops = [unit for unit in realm.units if unit.card.is_troop]
    return [
        *(1.0 if realm.alive else 0.0, 1.0 if state.active == seat else 0.0, float(upgrades)),
        *(1.0 / (1 + max(0, goal - upgrades)), 1.0 if upgrades >= goal else 0.0),
        *(float(len(realm.buildings)), float(realm.hit_points()), float(realm.founded)),
        *(float(len(troops)), strength, float(len(realm.attackers())), guard),
        *(float(len(realm.units) - len(troops)), float(len(realm.actors()))),
        *(float(sum(realm.troop_slots.free.values())), float(sum(realm.merc_slots.free.values()))),
        *(float(len(cards)), float(sum([card.is_building for card in cards]))),
        float(sum([card.is_troop for card in cards])),
        float(sum([card.is_mercenary for card in cards])),
        float(sum([unit.card.legendary for unit in realm.units])),
        float(sum([building.settled is not None for building in realm.buildings])),
        *(threat, bulwark, float(realm.pools.gold), float(realm.pools.build)),
        float(tracker[0] + tracker[1]) * max(0, goal - upgrades),
        *[float(number) for number in tracker],
        *[float(min(number, _PLENTY)) for number in tracker],
        *[float(realm.banners[banner]) for banner in BANNERS],
        *[1.0 if upgrade in realm.upgrades else 0.0 for upgrade in UPGRADES],
    ]
