"""What kingdoms have: castles and land, gold and upkeep, units and how near they are to castles."""

from math import log1p
from typing import Final

from pentarch.engine.core import Words
from pentarch.engine.kingdom.realm import Kingdom, Realm
from pentarch.engine.kingdom.state import State
from pentarch.engine.kingdom.tables import KINDS, SCROLLS, TECHS

VERSION: Final = 1
NAMES: Final[Words] = (
    *("alive", "castles", "some_castles", "missing", "goal", "regions", "gold", "saved", "debt"),
    *("income", "upkeep", "surplus", "army", "army_log", "production", "fire", "queued", "mana"),
    *("sawmills", "market", "known", "paid", "guards", "siege", "siege_share", "threat"),
    *("threat_share", "nearer"),
    *[f"units_{kind.name}" for kind in KINDS],
    *[f"scroll_{scroll.name}" for scroll in SCROLLS],
    *[f"tech_{tech.name}" for tech in TECHS],
)


def progress(state: State) -> float:
    """By the rounds or the castles, whichever comes closer to its end."""
    realm = state.realm
    settings = realm.settings
    most = max(realm.castle_counts())
    return min(1.0, max(realm.round / settings.last_round, most / settings.goal))


def rows(state: State) -> "list[list[float]]":
    """The features of each seat."""
    realm = state.realm
    castles, incomes = realm.castle_counts(), realm.incomes()
    upkeeps, armies = realm.upkeeps(), realm.armies()
    return [
        [
            *_wealth(realm, kingdom, castles[seat], incomes[seat], upkeeps[seat]),
            *(float(armies[seat]), log1p(armies[seat])),
            *_holdings(realm, kingdom),
            *_fronts(realm, seat),
            *_units(realm, seat),
            *[float(count) for count in kingdom.stock],
            *[1.0 if kingdom.knowledge.has(tech) else 0.0 for tech in TECHS],
        ]
        for seat, kingdom in enumerate(realm.kingdoms)
    ]


def _wealth(realm: Realm, kingdom: Kingdom, castles: int, income: int, upkeep: int) -> list[float]:
    goal, gold = realm.settings.goal, kingdom.gold
    return [
        *(0.0 if kingdom.fallen else 1.0, float(castles), log1p(castles)),
        *(1.0 / (1 + max(0, goal - castles)), 1.0 if castles >= goal else 0.0),
        *(float(realm.regions_of(kingdom.seat)), float(gold), log1p(max(0, gold))),
        *(1.0 if gold < 0 else 0.0, float(income), float(upkeep)),
        1.0 if income >= upkeep else 0.0,
    ]


def _holdings(realm: Realm, kingdom: Kingdom) -> list[float]:
    production = fire = queued = sawmills = mana = 0
    for region in realm.regions:
        if region.owner != kingdom.seat:
            continue
        if region.has_sawmill:
            sawmills += 1
        castle = region.castle
        if castle is not None:
            production += castle.production
            fire += castle.attack
            queued += len(castle.queue)
    for unit in realm.units:
        if unit.side == kingdom.seat:
            mana += unit.mana
    return [
        *(float(production), float(fire), float(queued), float(mana), float(sawmills)),
        *(1.0 if kingdom.has_market else 0.0, float(len(kingdom.knowledge.numbers))),
        float(sum(kingdom.research.values())),
    ]


def _fronts(realm: Realm, seat: int) -> list[float]:
    """How strong own units are at own castles and near others, and the others near own ones."""
    own = [0.0] * (realm.settings.board.lands[-1].number + 1)
    others = [0.0] * len(own)
    for unit in realm.units:
        if unit.area < len(own) and unit.kind.movement:
            side = own if unit.side == seat else others
            side[unit.area] += unit.kind.battle_value
    guards = siege = siege_share = threat = threat_share = nearer = 0.0
    areas = realm.settings.board.places
    for place in realm.settings.board.castles:
        near = [area for area in areas[place].near if area < len(own)]
        ours = own[place] + sum([own[area] for area in near if area != place])
        theirs = others[place] + sum([others[area] for area in near if area != place])
        if realm.regions[place].owner == seat:
            guards += own[place]
            threat += theirs
            threat_share += theirs / (1.0 + theirs + ours)
        else:
            siege += ours
            siege_share += ours / (1.0 + ours + others[place])
            if any([own[area] for area in areas[place].adjacent if area < len(own)]):
                nearer += 1.0
    return [guards, siege, siege_share, threat, threat_share, nearer]


def _units(realm: Realm, seat: int) -> list[float]:
    counts = [0.0] * len(KINDS)
    for unit in realm.units:
        if unit.side == seat:
            counts[unit.kind.number] += 1.0
    return counts
