"""How Heroes grow: experience, levels, abilities, equipment, honour, and the quests."""

from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import (
    C_STOCK,
    C_UNITS,
    CITY_SIZE,
    H_ABILITY,
    H_EP,
    H_GEAR,
    H_HONOR,
    H_LEVEL,
    H_PROGRESS,
    H_QUEST,
    H_SKILL,
    HERO_SIZE,
    O_HONOR,
    O_QUESTS,
    O_SKILLS,
    T_RAISE,
    T_SKILL,
    State,
    capital,
    holds_capital,
    home_city,
)
from pentarch.engine.heroes.tables import (
    ABILITY_CAPS,
    CITY_LIMIT,
    EQUIPMENT,
    EQUIPMENT_ABILITY,
    EQUIPMENT_BONUS,
    GOLD,
    HONOR_CAP,
    Q_BLOOD,
    Q_DUEL,
    Q_DUTY,
    Q_MUSTER,
    Q_PILGRIM,
    Q_VETERAN,
    QUEST_EP,
    QUEST_GOAL,
    QUEST_PAY,
    QUESTS,
    RESOURCES,
    SKILL_CAP,
    TOP_LEVEL,
)


def level_price(state: State, level: int) -> int:
    """EP from a level to the next (HW-8.11.b, HW-19.20.a)."""
    return 10 if state.method == 1 else 10 * level


def gain_experience(p: Play, hero: int, points: int) -> None:
    """Add EP and pay for levels as often as possible (HW-8.11.b)."""
    if points <= 0:
        return
    state = p.state
    row = hero * HERO_SIZE
    state.heroes[row + H_EP] += points
    p.note("experience", hero // 2, hero % 2 + 1, points)
    gained = 0
    while state.heroes[row + H_LEVEL] < TOP_LEVEL:
        price = level_price(state, state.heroes[row + H_LEVEL])
        if state.heroes[row + H_EP] < price:
            break
        state.heroes[row + H_EP] -= price
        state.heroes[row + H_LEVEL] += 1
        gained += 1
        p.note("level", hero // 2, hero % 2 + 1, state.heroes[row + H_LEVEL])
        if state.opt[O_SKILLS]:
            p.push(T_SKILL, hero, 0)
        p.push(T_RAISE, hero, 0)
    if gained:
        progress_quest(p, hero, Q_VETERAN, gained)


def can_raise(state: State, hero: int, which: int) -> bool:
    """Whether an ability is below its cap."""
    return state.heroes[hero * HERO_SIZE + H_ABILITY + which] < ABILITY_CAPS[which]


def can_learn(state: State, hero: int, skill: int) -> bool:
    """Whether a skill (0 trade, 1 diplomacy, 2 race skill) is below its cap."""
    return state.heroes[hero * HERO_SIZE + H_SKILL + skill] < SKILL_CAP


def draw_equipment(p: Play, hero: int) -> None:
    """One marker from the cup, each equally likely (HW-3.3.3.b). An empty cup gives nothing."""
    state = p.state
    left = sum(state.cup)
    if left == 0:
        return
    drawn = p.chance.below(left)
    for marker, count in enumerate(state.cup):
        if drawn < count:
            state.cup[marker] -= 1
            add_equipment(p, hero, marker)
            return
        drawn -= count


def add_equipment(p: Play, hero: int, marker: int) -> None:
    """Put a marker on a Hero's display."""
    state = p.state
    state.gear[hero] = (*state.gear[hero], marker)
    bonus = hero * HERO_SIZE + H_GEAR + EQUIPMENT_ABILITY[marker]
    state.heroes[bonus] += EQUIPMENT_BONUS[marker]
    p.note("equipment", hero // 2, hero % 2 + 1, EQUIPMENT[marker])


def add_honor(p: Play, hero: int, points: int) -> None:
    """HP of a Hero, up to the cap (HW-19.21.b)."""
    slot = hero * HERO_SIZE + H_HONOR
    gained = min(points, HONOR_CAP - p.state.heroes[slot])
    if gained > 0:
        p.state.heroes[slot] += gained
        p.note("honor", hero // 2, hero % 2 + 1, gained)


def add_stock(p: Play, seat: int, kind: int, amount: int) -> None:
    """Resources for a seat's home stock; lost if it holds no City or Camp (HW-9.2.b)."""
    city = home_city(p.state, seat)
    if city >= 0 and amount > 0:
        p.state.cities[city * CITY_SIZE + C_STOCK + kind] += amount
        p.note("gained", seat, RESOURCES[kind], amount)


def progress_quest(p: Play, hero: int, quest: int, amount: int) -> None:
    """Something a quest counts happened to its Hero."""
    state = p.state
    if not state.opt[O_QUESTS]:
        return
    row = hero * HERO_SIZE
    if state.heroes[row + H_QUEST] == quest + 1:
        state.heroes[row + H_PROGRESS] += amount
        if state.heroes[row + H_PROGRESS] >= QUEST_GOAL[quest]:
            _complete_quest(p, hero, quest)


def reach_quest(p: Play, hero: int, quest: int, value: int) -> None:
    """A quest that asks for one large value, not for a sum."""
    if value >= QUEST_GOAL[quest]:
        progress_quest(p, hero, quest, value)


def leave_units(p: Play, hero: int, hex: int, number: int) -> None:
    """Count units left in a mine this turn, less those taken back, for the quest that asks."""
    state = p.state
    if state.heroes[hero * HERO_SIZE + H_QUEST] != Q_DUTY + 1:
        return
    others: list[tuple[int, int, int]] = []
    for entry in state.left:
        if entry[0] == hero and entry[1] == hex:
            number += entry[2]
        else:
            others.append(entry)
    state.left = [*others, (hero, hex, number)]
    reach_quest(p, hero, Q_DUTY, number)


def _complete_quest(p: Play, hero: int, quest: int) -> None:
    """HW-17.2.b: the reward at once, the card to the discards."""
    state = p.state
    seat = hero // 2
    row = hero * HERO_SIZE
    state.heroes[row + H_QUEST] = 0
    state.heroes[row + H_PROGRESS] = 0
    state.discards.append(quest)
    p.note("quest_done", seat, hero % 2 + 1, QUESTS[quest])
    if quest in QUEST_PAY:
        for kind, amount in enumerate(QUEST_PAY[quest]):
            add_stock(p, seat, kind, amount)
    elif quest in QUEST_EP:
        gain_experience(p, hero, QUEST_EP[quest])
    elif quest == Q_DUEL:
        p.push(T_RAISE, hero, 0)
    elif quest == Q_PILGRIM:
        if state.opt[O_HONOR]:
            add_honor(p, hero, 3)
        else:
            add_stock(p, seat, GOLD, 2)
    elif quest == Q_MUSTER:
        _add_garrison(state, seat, 0, 3)
    elif quest == Q_BLOOD:
        _add_garrison(state, seat, 1, 2)
    elif quest == Q_VETERAN:
        draw_equipment(p, hero)


def _add_garrison(state: State, seat: int, level_index: int, count: int) -> None:
    """Units of the own race for the capital's garrison, if the seat holds it."""
    if holds_capital(state, seat):
        slot = capital(state, seat) * CITY_SIZE + C_UNITS + state.race[seat] * 6 + level_index
        state.cities[slot] = min(CITY_LIMIT, state.cities[slot] + count)
