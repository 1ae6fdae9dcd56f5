"""How Heroes grow: experience, levels, equipment, honour, and the quests that bring them."""

from pentarch.engine.heroes.combat.method import METHODS
from pentarch.engine.heroes.hero import Hero
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import T_RAISE, T_SKILL, State
from pentarch.engine.heroes.tables import (
    CITY_LIMIT,
    EQUIPMENT,
    GOLD,
    HONOR_CAP,
    PILGRIM_GOLD,
    Q_DUTY,
    Q_VETERAN,
    QUESTS,
    RESOURCES,
    TOP_LEVEL,
    Quest,
    unit_of,
)


def gain_experience(play: Play, hero: Hero, points: int) -> None:
    """Add EP and pay for levels as often as possible (HW-8.11.b)."""
    if points <= 0:
        return
    state = play.state
    method = METHODS[state.method]
    hero.experience += points
    play.note("experience", hero.seat, hero.number % 2 + 1, points)
    gained = 0
    while hero.level < TOP_LEVEL and hero.experience >= method.level_price(hero.level):
        hero.experience -= method.level_price(hero.level)
        hero.level += 1
        gained += 1
        play.note("level", hero.seat, hero.number % 2 + 1, hero.level)
        if state.settings.skills:
            state.push(T_SKILL, hero.number)
        state.push(T_RAISE, hero.number)
    if gained:
        progress_quest(play, hero, Q_VETERAN, gained)


def draw_equipment(play: Play, hero: Hero) -> None:
    """One marker from the cup, each equally likely (HW-3.3.3.b). An empty cup gives nothing."""
    cup = play.state.cup
    left = sum(cup)
    if left == 0:
        return
    drawn = play.chance.below(left)
    for marker, count in enumerate(cup):
        if drawn < count:
            play.state.cup = [*cup[:marker], count - 1, *cup[marker + 1 :]]
            add_equipment(play, hero, marker)
            return
        drawn -= count


def add_equipment(play: Play, hero: Hero, marker: int) -> None:
    """Put a marker on a Hero's display."""
    hero.equip(marker)
    play.note("equipment", hero.seat, hero.number % 2 + 1, EQUIPMENT[marker].name)


def add_honor(play: Play, hero: Hero, points: int) -> None:
    """HP of a Hero, up to the cap (HW-19.21.b)."""
    gained = min(points, HONOR_CAP - hero.honor)
    if gained > 0:
        hero.honor += gained
        play.note("honor", hero.seat, hero.number % 2 + 1, gained)


# Quests.


def add_stock(play: Play, seat: int, kind: int, amount: int) -> None:
    """Resources for a seat's home stock; lost if it holds no City or Camp (HW-9.2.b)."""
    city = play.state.home_city(seat)
    if city is not None and amount > 0:
        city.store(kind, amount)
        play.note("gained", seat, RESOURCES[kind], amount)


def progress_quest(play: Play, hero: Hero, quest: int, amount: int) -> None:
    """Something a quest counts happened to its Hero."""
    if play.state.settings.quests and hero.quest == quest:
        hero.progress += amount
        if hero.progress >= QUESTS[quest].goal:
            _complete(play, hero, QUESTS[quest])


def reach_quest(play: Play, hero: Hero, quest: int, value: int) -> None:
    """A quest that asks for one large value, not for a sum."""
    if value >= QUESTS[quest].goal:
        progress_quest(play, hero, quest, value)


def leave_units(play: Play, hero: Hero, hex: int, number: int) -> None:
    """Count units left in a mine this turn, less those taken back, for the quest that asks."""
    if hero.quest != Q_DUTY:
        return
    others: list[tuple[int, int, int]] = []
    for entry in play.state.left:
        if entry[0] == hero.number and entry[1] == hex:
            number += entry[2]
        else:
            others.append(entry)
    play.state.left = [*others, (hero.number, hex, number)]
    reach_quest(play, hero, Q_DUTY, number)


def _complete(play: Play, hero: Hero, quest: Quest) -> None:
    """HW-17.2.b: the reward at once, the card to the discards."""
    state = play.state
    hero.quest = -1
    hero.progress = 0
    state.discard(quest.number)
    play.note("quest_done", hero.seat, hero.number % 2 + 1, quest.name)
    for kind, amount in enumerate(quest.pay):
        add_stock(play, hero.seat, kind, amount)
    gain_experience(play, hero, quest.experience)
    if quest.abilities:
        state.push(T_RAISE, hero.number)
    if quest.honor:
        if state.settings.honor:
            add_honor(play, hero, quest.honor)
        else:
            add_stock(play, hero.seat, GOLD, PILGRIM_GOLD)
    _add_garrison(state, hero, quest.recruits[0], quest.recruits[1])
    if quest.equipment:
        draw_equipment(play, hero)


def _add_garrison(state: State, hero: Hero, level: int, count: int) -> None:
    """Units of the own race for the capital's garrison, if the seat holds it."""
    if count and state.holds_capital(hero.seat):
        city = state.capital(hero.seat)
        unit = unit_of(hero.race, level - 1)
        city.station(unit, min(count, CITY_LIMIT - city.garrison[unit.number]))
