"""Turn 4 and Turn 5: income, buildings, recruiting, trade, Heroes for Gold."""

from pentarch.engine.commands import Command
from pentarch.engine.core import WRONG_DECISION, Numbers, Refusal
from pentarch.engine.heroes import refusals
from pentarch.engine.heroes.commands import BUILD, BUY_HERO, DONE, RECRUIT, TRADE
from pentarch.engine.heroes.fate import place_hero, reset_hero
from pentarch.engine.heroes.growth import add_stock
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import (
    AVAILABLE,
    C_BUILT,
    C_HEX,
    C_HOLDER,
    C_RAZED,
    C_STOCK,
    C_UNITS,
    CITY_SIZE,
    DEAD,
    H_STATUS,
    HERO_SIZE,
    O_MERCS,
    O_SPECIAL,
    State,
    capital,
    feature_at,
    has_built,
    holds_capital,
    living,
)
from pentarch.engine.heroes.tables import (
    BLACKSMITH,
    BUILDING_WORDS,
    CITY_LIMIT,
    GARDE,
    GOLD,
    GOLD_BUILDINGS,
    HERO_PRICE,
    LETTERS,
    MERC,
    MERC_WORD,
    PREREQUISITE,
    PRICES,
    RACE_OF_SPECIAL,
    RECRUIT_AMOUNTS,
    RESOURCES,
    STOCK_LIMIT,
    STOREHOUSE,
    STOREHOUSE_RATE,
    TAVERN,
    TRADE_RATE,
    TRADEHALL,
    UNIT_CRYSTAL,
    UNIT_GOLD,
)


def collect_income(p: Play) -> None:
    """Turn 4 (HW-9.2.*): mines, Cities and Camps, halls."""
    state = p.state
    income = [[0, 0, 0, 0] for _ in range(state.seats)]
    for hex in state.world.hexes:
        owner = state.owner[hex]
        if owner:
            income[owner - 1][feature_at(state, hex) - 1] += 1
    for city in range(3):
        holder = state.cities[city * CITY_SIZE + C_HOLDER]
        if holder >= 0:
            income[holder][GOLD] += city_gold(state, city)
    for seat in living(state):
        for kind in range(4):
            add_stock(p, seat, kind, income[seat][kind])


def city_gold(state: State, city: int) -> int:
    """Gold of one City or Camp per Turn 4 (HW-4.3.5.b)."""
    return 1 + sum(1 for building in GOLD_BUILDINGS if has_built(state, city, building))


def cut_stocks(state: State) -> None:
    """HW-4.3.7.a: at the end of production nothing above twenty is kept."""
    for city in range(3):
        row = city * CITY_SIZE + C_STOCK
        for kind in range(4):
            state.cities[row + kind] = min(STOCK_LIMIT, state.cities[row + kind])


def held(state: State, seat: int) -> list[int]:
    """The Cities and Camps of a seat."""
    return [city for city in range(3) if state.cities[city * CITY_SIZE + C_HOLDER] == seat]


def can_pay(state: State, seat: int, city: int, price: Numbers) -> bool:
    """Whether a price can be paid for something in a City (HW-11.1.d)."""
    return _covers(funds(state, seat, city), price)


def funds(state: State, seat: int, city: int) -> list[int]:
    """What can be spent in a City: its own stock, and the capital's for captured ones."""
    row = city * CITY_SIZE + C_STOCK
    stock = state.cities[row : row + 4]
    purse = _second_purse(state, seat, city)
    if purse >= 0:
        for kind in range(4):
            stock[kind] += state.cities[purse * CITY_SIZE + C_STOCK + kind]
    return stock


def _covers(stock: list[int], price: Numbers) -> bool:
    return (
        stock[0] >= price[0]
        and stock[3] >= price[3]
        and stock[2] >= price[2]
        and stock[1] >= price[1]
    )


def pay(state: State, seat: int, city: int, price: Numbers) -> None:
    """Pay from the City's own stock first, the rest from the capital's."""
    purse = _second_purse(state, seat, city)
    for kind in range(4):
        slot = city * CITY_SIZE + C_STOCK + kind
        own = min(state.cities[slot], price[kind])
        state.cities[slot] -= own
        if own < price[kind]:
            state.cities[purse * CITY_SIZE + C_STOCK + kind] -= price[kind] - own


def _second_purse(state: State, seat: int, city: int) -> int:
    home = capital(state, seat)
    return home if city != home and holds_capital(state, seat) else -1


def check_build(state: State, seat: int, city: int, building: int) -> "Refusal | None":
    """Whether a building can be built (HW-11.1.b, HW-8.12.e, HW-17.3.a)."""
    row = city * CITY_SIZE
    if state.cities[row + C_HOLDER] != seat:
        return refusals.NOT_HELD
    if has_built(state, city, building):
        return refusals.ALREADY_BUILT
    is_captured = city != capital(state, seat)
    if is_captured and building <= GARDE:
        return refusals.NOT_HERE
    if building >= BLACKSMITH and (
        is_captured
        or not state.opt[O_SPECIAL]
        or RACE_OF_SPECIAL[building - BLACKSMITH] != city
        or state.cities[row + C_RAZED]
    ):
        return refusals.NOT_HERE
    needed = PREREQUISITE[building]
    if needed >= 0 and not has_built(state, city, needed):
        return refusals.NO_PREREQUISITE
    if not can_pay(state, seat, city, PRICES[city][building]):
        return refusals.TOO_EXPENSIVE
    return None


def build(p: Play, seat: int, city: int, building: int) -> None:
    """Pay and build; a tavern in the capital brings Hero 2 (HW-4.1.l)."""
    state = p.state
    pay(state, seat, city, PRICES[city][building])
    state.cities[city * CITY_SIZE + C_BUILT] |= 1 << building
    p.whisper("built", seat, LETTERS[city], BUILDING_WORDS[building])
    second = 2 * seat + 1
    if (
        building == TAVERN
        and city == capital(state, seat)
        and state.heroes[second * HERO_SIZE + H_STATUS] == AVAILABLE
    ):
        _arrive(p, second)


def _arrive(p: Play, hero: int) -> None:
    state = p.state
    reset_hero(state, hero)
    place_hero(p, hero, state.cities[capital(state, hero // 2) * CITY_SIZE + C_HEX])
    p.whisper("arrived", hero // 2, hero % 2 + 1)


def unit_price(word: int, number: int) -> Numbers:
    """HW-11.2.1.a, HW-17.1.1.a."""
    return (UNIT_GOLD[word] * number, UNIT_CRYSTAL[word] * number, 0, 0)


def garrison_slot(city: int, word: int) -> int:
    """Where a unit of the City's own race, or a mercenary, is counted."""
    return city * CITY_SIZE + C_UNITS + (MERC if word == MERC_WORD else city * 6 + word)


def check_recruit(state: State, seat: int, city: int, word: int, number: int) -> "Refusal | None":
    """Whether units can be recruited (HW-4.3.2.b, HW-11.2.*)."""
    if state.cities[city * CITY_SIZE + C_HOLDER] != seat:
        return refusals.NOT_HELD
    if not has_facility(state, city, word):
        return refusals.NO_FACILITY
    if number not in RECRUIT_AMOUNTS:
        return refusals.BAD_AMOUNT
    if not can_pay(state, seat, city, unit_price(word, number)):
        return refusals.TOO_EXPENSIVE
    if state.cities[garrison_slot(city, word)] + number > CITY_LIMIT:
        return refusals.GARRISON_FULL
    return None


def has_facility(state: State, city: int, word: int) -> bool:
    """Whether a City or Camp trains such units at all."""
    if word == MERC_WORD:
        return state.opt[O_MERCS] == 1 and has_built(state, city, TAVERN)
    return has_built(state, city, word)


def check_trade(state: State, seat: int, city: int, given: int, wanted: int) -> "Refusal | None":
    """HW-4.3.6.1.a, HW-4.3.6.2.a."""
    if state.cities[city * CITY_SIZE + C_HOLDER] != seat:
        return refusals.NOT_HELD
    if given == wanted or not has_built(state, city, TRADEHALL):
        return refusals.NO_TRADE
    if state.cities[city * CITY_SIZE + C_STOCK + given] < trade_rate(state, city):
        return refusals.NO_TRADE
    return None


def trade_rate(state: State, city: int) -> int:
    """What one resource costs in another kind."""
    return STOREHOUSE_RATE if has_built(state, city, STOREHOUSE) else TRADE_RATE


def hero_price(state: State, hero: int) -> int:
    """HW-4.1.l, p: 6 for Hero 2 the first time, else 6 + 6 per death."""
    if state.heroes[hero * HERO_SIZE + H_STATUS] == AVAILABLE:
        return HERO_PRICE
    return HERO_PRICE + HERO_PRICE * state.deaths[hero // 2]


def check_hero_price(state: State, seat: int, hero: int) -> "Refusal | None":
    """Whether a Hero can be bought (HW-4.1.l, p)."""
    status = state.heroes[hero * HERO_SIZE + H_STATUS]
    if status not in (AVAILABLE, DEAD) or not holds_capital(state, seat):
        return refusals.HERO_NOT_FOR_SALE
    if state.cities[capital(state, seat) * CITY_SIZE + C_STOCK] < hero_price(state, hero):
        return refusals.TOO_EXPENSIVE
    return None


def legal_production(state: State, seat: int) -> list[Command]:
    """HW-D.prod."""
    commands: list[Command] = []
    for city in held(state, seat):
        built = state.cities[city * CITY_SIZE + C_BUILT]
        stock = funds(state, seat, city)
        prices = PRICES[city]
        for building in range(1, len(PREREQUISITE)):
            # Most buildings are stopped by their price, the cheapest thing to look at.
            if not _covers(stock, prices[building]):
                continue
            if check_build(state, seat, city, building) is None:
                commands.append(BUILD.of(city, building))
        for word in range(7):
            if stock[GOLD] and has_facility(state, city, word):
                for number in RECRUIT_AMOUNTS:
                    if check_recruit(state, seat, city, word, number) is not None:
                        break
                    commands.append(RECRUIT.of(city, word, number - 1))
        if (built >> TRADEHALL) & 1:
            for given in range(4):
                for wanted in range(4):
                    if check_trade(state, seat, city, given, wanted) is None:
                        commands.append(TRADE.of(city, given, wanted))
    for number in range(2):
        if check_hero_price(state, seat, 2 * seat + number) is None:
            commands.append(BUY_HERO.of(number))
    commands.append(DONE.of())
    return commands


def check_production(state: State, seat: int, command: Command) -> "Refusal | None":
    """Why a command of the production is refused, or None."""
    verb = command.verb
    args = command.args
    if verb is DONE:
        return None
    if verb is BUILD:
        return check_build(state, seat, args[0], args[1])
    if verb is RECRUIT:
        return check_recruit(state, seat, args[0], args[1], args[2] + 1)
    if verb is TRADE:
        return check_trade(state, seat, args[0], args[1], args[2])
    if verb is BUY_HERO:
        return check_hero_price(state, seat, 2 * seat + args[0])
    return WRONG_DECISION


def apply_production(p: Play, seat: int, command: Command) -> None:
    """Carry out a command of the production."""
    state = p.state
    verb = command.verb
    args = command.args
    if verb is DONE:
        state.pending[seat] = 0
    elif verb is BUILD:
        build(p, seat, args[0], args[1])
    elif verb is RECRUIT:
        pay(state, seat, args[0], unit_price(args[1], args[2] + 1))
        state.cities[garrison_slot(args[0], args[1])] += args[2] + 1
    elif verb is TRADE:
        row = args[0] * CITY_SIZE + C_STOCK
        state.cities[row + args[1]] -= trade_rate(state, args[0])
        state.cities[row + args[2]] += 1
        p.whisper("traded", seat, RESOURCES[args[1]], RESOURCES[args[2]])
    elif verb is BUY_HERO:
        hero = 2 * seat + args[0]
        state.cities[capital(state, seat) * CITY_SIZE + C_STOCK] -= hero_price(state, hero)
        _arrive(p, hero)
