"""What things are worth to the greedy TradeWarz bot, in tenths of a Xadla."""

from typing import Final

from pentarch.bots.greedy.tradewarz.outlook import XADLA, YIELD, Outlook, Wish, price
from pentarch.engine.commands import Command
from pentarch.engine.tradewarz import commands
from pentarch.engine.tradewarz.build import (
    building_cost,
    castle_refusal,
    new_sites,
    university_cost,
)
from pentarch.engine.tradewarz.lattice import GATES
from pentarch.engine.tradewarz.recruit import recruit_cost
from pentarch.engine.tradewarz.refusals import CANNOT_PAY
from pentarch.engine.tradewarz.state import State
from pentarch.engine.tradewarz.tables import (
    BUILDINGS,
    CASTLE,
    ECONOMY,
    GATE_LIMIT,
    GOLD,
    NONE,
    POST_GOLD_LEVEL,
    SETTLEMENT,
    TOP_LEVEL,
    UPGRADE_COST,
    VILLAGE,
    WEALTH_ABOVE,
    Cost,
)
from pentarch.engine.tradewarz.tech import tech_cost
from pentarch.engine.tradewarz.techs import SHELVES, TECHS

# Buildings.


def building_worth(state: State, seat: int, command: Command, outlook: Outlook) -> float:
    """A BUILD command, less its price."""
    verb, args = command.verb, command.args
    if verb is commands.RAISE:
        return university_worth(state, seat, args[0], args[1] + 1, outlook)
    house, space = state.houses[seat], args[0] + GATES
    if verb is commands.FORTIFY:
        return castle_worth(state, seat, space, outlook)
    if verb is commands.SETTLE:
        worth = site_worth(state, seat, space, 1, outlook)
        cost = building_cost(state, house, BUILDINGS[SETTLEMENT].cost)
    elif verb is commands.FOUND:
        worth = site_worth(state, seat, space, 2, outlook) + _mix(state, args[1], args[2])
        cost = building_cost(state, house, BUILDINGS[VILLAGE].cost)
    else:
        worth = (3 * YIELD * outlook.horizon + 2.0) * outlook.style.buildings
        cost = building_cost(state, house, UPGRADE_COST)
    terrain = state.land.terrain
    scarce = min(house.goods[terrain[args[1]]], house.goods[terrain[args[-1]]])
    return worth - price(state, seat, cost, outlook) - 0.02 * scarce


def site_worth(state: State, seat: int, space: int, silos: int, outlook: Outlook) -> float:
    """A new building with so many silos on a square."""
    key = 2 * space + silos
    known = outlook.sites.get(key)
    if known is None:
        known = outlook.sites[key] = _site_worth(state, seat, space, silos, outlook)
    return known


def _site_worth(state: State, seat: int, space: int, silos: int, outlook: Outlook) -> float:
    gold = 1 if silos == 2 else 0
    worth = ((silos + gold) * YIELD * outlook.horizon + 1.2 * silos) * outlook.style.buildings
    if silos == 2 and outlook.horizon > 1:
        worth += 1.5
    if state.post_at(space) != NONE:
        worth += 2.0
    if outlook.danger[space] > state.houses[seat].army[space]:
        worth -= 2.0
    return worth


def _mix(state: State, tile: int, other: int) -> float:
    """Two kinds of silos rather than one."""
    terrain = state.land.terrain
    return 0.1 if terrain[tile] == terrain[other] else 0.2


def castle_worth(state: State, seat: int, space: int, outlook: Outlook) -> float:
    """A silver Xadla, gold and support, as long as nobody can walk in."""
    house = state.houses[seat]
    worth = (outlook.xadla + 2 * YIELD * outlook.horizon + 1.5) * outlook.style.buildings
    if outlook.danger[space] > house.army[space] + 1:
        worth -= 3.0
    cost = building_cost(state, house, BUILDINGS[CASTLE].cost)
    return worth - price(state, seat, cost, outlook)


def university_worth(state: State, seat: int, category: int, level: int, outlook: Outlook) -> float:
    """The Xadla of level 4, or the techs and post gold a lower level opens."""
    known = outlook.levels.get((category, level))
    if known is None:
        known = _university_worth(state, seat, category, level, outlook)
        outlook.levels[category, level] = known
    return known


def _university_worth(
    state: State, seat: int, category: int, level: int, outlook: Outlook
) -> float:
    house = state.houses[seat]
    have = house.schools[category]
    worth = (
        outlook.xadla if level == TOP_LEVEL else 1.6 * (level - have) * min(1.5, outlook.horizon)
    )
    if category == ECONOMY and have < POST_GOLD_LEVEL <= level:
        worth += state.posts_of(seat) * YIELD * outlook.horizon
    if level > have and level != TOP_LEVEL:
        shelves = SHELVES[category]
        open_techs = [tech for tech in shelves[have] if state.tech_owner[tech] == NONE]
        if have == 0 or any(state.tech_owner[tech] == seat for tech in shelves[have - 1]):
            best = sorted((tech_worth(state, seat, t, outlook) for t in open_techs), reverse=True)
            worth += 0.7 * sum(max(0.0, w) for w in best[:2])
    worth *= outlook.style.learning
    return worth - price(state, seat, university_cost(state, house, category, level), outlook)


# Soldiers.


def recruit_worth(state: State, seat: int, outlook: Outlook) -> float:
    """The next soldier, less his price."""
    house = state.houses[seat]
    home = house.army[house.gate]
    free = house.capacity() - house.field - home
    worth = 4.0 if free >= 2 else 3.0 if free == 1 else 1.2
    if home < outlook.siege:
        worth += 3.0
    if home >= GATE_LIMIT - 1:
        worth = 0.0
    worth *= outlook.style.soldiers
    return worth - price(state, seat, recruit_cost(house, 1), outlook)


# Techs.


def techs_worth(state: State, seat: int, techs: list[int], outlook: Outlook) -> float:
    """The best few techs that one token and the counters buy together."""
    worths = sorted(
        ((tech_worth(state, seat, tech, outlook), tech) for tech in techs), reverse=True
    )
    house = state.houses[seat]
    gold = house.goods[GOLD]
    total = 0.0
    for worth, tech in worths[:4]:
        gold -= tech_cost(state, house, TECHS[tech].price)[GOLD]
        if worth < 0.5 or gold < 0:
            break
        total += worth
    return total


def tech_worth(state: State, seat: int, tech: int, outlook: Outlook) -> float:
    """A tech for the years left, less its price."""
    known = outlook.techs.get(tech)
    if known is None:
        row = TECHS[tech]
        might = row.might
        fights = 1.2 + 0.5 * min(3.0, outlook.horizon)
        known = _tech_gain(state, seat, tech, outlook)
        known += fights * (1.5 * might.strength + 0.7 * might.kills + 0.7 * might.blocks)
        if row.unit is not None:
            known += 0.5
        known *= outlook.style.learning
        cost = tech_cost(state, state.houses[seat], row.price)
        known -= price(state, seat, cost, outlook)
        outlook.techs[tech] = known
    return known


_STEADY_GAINS: Final = {
    "ec09": 1.0,
    "ec12": 1.0,
    "en07": 2.5,
    "en09": 4.0,
    "mi04": 1.5,
    "mi07": 3.5,
    "mi10": 1.5,
}
_COIN_MINT: Final = "ec04"


def _tech_gain(state: State, seat: int, tech: int, outlook: Outlook) -> float:
    """What a tech brings apart from battles."""
    code, effect, horizon = TECHS[tech].code, TECHS[tech].effect, outlook.horizon
    yearly = sum(effect.yearly)
    if yearly:
        return (1.1 * yearly if code == _COIN_MINT else yearly) * YIELD * horizon
    if effect.harvest:
        return 1.5 * YIELD * horizon
    if effect.barters:
        return _barter_worth(state, seat, WEALTH_ABOVE - effect.wealth, outlook)
    if effect.gold_per_settlement:
        return YIELD * horizon * state.houses[seat].settlements
    if effect.gold_per_post:
        return YIELD * horizon * state.posts_of(seat)
    if effect.exchanges or effect.dial:
        return 2.0 * horizon
    return _STEADY_GAINS.get(code, 0.6)


def _barter_worth(state: State, seat: int, line: int, outlook: Outlook) -> float:
    """Yearly wealth Xadlas, as far as the counters and a year's income get there."""
    missing = 0
    for stock, gift in zip(state.houses[seat].goods, outlook.income, strict=True):
        missing += max(0, line + 1 - stock - gift)
    near = max(0.0, 1 - missing / 16)
    return 1.0 + 0.6 * XADLA * near * min(2.0, outlook.horizon)


# What to save for.


def purchase_wish(state: State, seat: int, outlook: Outlook) -> Wish:
    """What to save for."""
    if outlook.wish is None:
        outlook.wish = _find_wish(state, seat, outlook)
    return outlook.wish


def _find_wish(state: State, seat: int, outlook: Outlook) -> Wish:
    stock = state.houses[seat].goods
    wish = Wish()
    for cost, worth in _wishes(state, seat, outlook):
        missing = lack(cost, stock)
        if 0 < missing <= 4 and worth - 0.4 * missing > wish.worth:
            wish.worth = worth - 0.4 * missing
            wish.cost = cost
            wish.missing = missing
    return wish


def lack(cost: Cost, stock: list[int]) -> int:
    """How many resources are missing for a cost."""
    missing = 0
    for part, have in zip(cost, stock, strict=True):
        if part > have:
            missing += part - have
    return missing


def _wishes(state: State, seat: int, outlook: Outlook) -> "list[tuple[Cost, float]]":
    house = state.houses[seat]
    found: list[tuple[Cost, float]] = []
    sites = state.buildings_of(seat)
    for space in sites:
        kind = state.building(space).kind
        if kind == VILLAGE and castle_refusal(state, house, space) is CANNOT_PAY:
            cost = building_cost(state, house, BUILDINGS[CASTLE].cost)
            found.append((cost, castle_worth(state, seat, space, outlook)))
        if kind == SETTLEMENT:
            cost = building_cost(state, house, UPGRADE_COST)
            worth = 2 * YIELD * outlook.horizon + 2.0 - price(state, seat, cost, outlook)
            found.append((cost, worth))
    for category, level in enumerate(house.schools):
        if level < TOP_LEVEL:
            cost = university_cost(state, house, category, TOP_LEVEL)
            found.append((cost, university_worth(state, seat, category, TOP_LEVEL, outlook)))
    if len(sites) < 5:
        for space in new_sites(state, house):
            if state.land.fields[space]:
                cost = building_cost(state, house, BUILDINGS[VILLAGE].cost)
                worth = site_worth(state, seat, space, 2, outlook)
                found.append((cost, worth - price(state, seat, cost, outlook)))
    return found
