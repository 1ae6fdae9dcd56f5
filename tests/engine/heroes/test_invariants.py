"""What random play never breaks, under the default rules and under each option."""

import pytest

from pentarch.engine.chance import Seeded
from pentarch.engine.heroes import RULESET
from pentarch.engine.heroes.state import (
    C_HOLDER,
    C_STOCK,
    C_UNITS,
    CITY_SIZE,
    GUARD_SEAT,
    H_ABILITY,
    H_HEX,
    H_HONOR,
    H_LEVEL,
    H_MP,
    H_QUEST,
    H_SECTION,
    H_SKILL,
    HERO_SIZE,
    O_COMBAT_CAP,
    O_ROUNDS,
    S_CLEAN,
    S_PRODUCE,
    T_CAMP,
    T_TURN,
    State,
    city_at,
    in_play,
)
from pentarch.engine.heroes.tables import (
    ABILITY_CAPS,
    CITY_LIMIT,
    EQUIPMENT_COPIES,
    HEX_LIMIT,
    MERC,
    QUESTS,
    SECTIONS,
    STACK_LIMIT,
    STOCK_LIMIT,
    UNIT_COUNT,
)
from pentarch.engine.plain import Json
from tests.playing import new_state

SETTINGS: list[dict[str, Json]] = [
    {},
    {"preset": "advanced"},
    {"combat_method": 2},
    {"combat_method": 3},
    {"combat_method": 4},
    {"battle_terrain": "on", "combat_method": 2},
    {"guard_control": "left_player"},
    {"terrain": "on"},
    {"holy_places": "on"},
    {"skills": "on"},
    {"honor": "on"},
    {"mercenaries": "on"},
    {"special_buildings": "on"},
    {"quests": "on"},
    {"capital_grace": "always"},
    {"method_vote": True},
    {"method_change": True},
    {"end_by_agreement": True},
    {"tile_pick": "random", "races": "random", "start_placement": "auto", "tiles": 24},
]


def check_heroes(state: State) -> None:
    for hero in range(2 * state.seats):
        row = hero * HERO_SIZE
        race = state.race[hero // 2]
        kinds = []
        for slot in range(row + H_SECTION, row + H_SECTION + 2 * SECTIONS, 2):
            unit, count = state.heroes[slot], state.heroes[slot + 1]
            assert 0 <= count <= STACK_LIMIT
            if count:
                assert unit == MERC or unit // 6 == race
                kinds.append(unit)
        assert kinds.count(MERC) <= 1
        assert state.heroes[row + H_MP] >= 0
        assert 0 <= state.heroes[row + H_HONOR] <= 20
        assert 1 <= state.heroes[row + H_LEVEL] <= 20
        assert all(0 <= skill <= 6 for skill in state.heroes[row + H_SKILL : row + H_SKILL + 3])
        for which, cap in enumerate(ABILITY_CAPS):
            assert state.heroes[row + H_ABILITY + which] <= cap
        assert in_play(state, hero) == (state.heroes[row + H_HEX] >= 0)


def check_supplies(state: State) -> None:
    """Markers and cards are never more than there are; stocks and garrisons keep their limits."""
    for marker, copies in enumerate(EQUIPMENT_COPIES):
        worn = sum(gear.count(marker) for gear in state.gear)
        assert 0 <= state.cup[marker] + worn <= copies
    quests = [state.heroes[hero * HERO_SIZE + H_QUEST] for hero in range(6)]
    held = [quest - 1 for quest in quests if quest]
    assert sorted(held + state.deck + state.discards) == list(range(len(QUESTS)))
    for city in range(3):
        row = city * CITY_SIZE
        stock = state.cities[row + C_STOCK : row + C_STOCK + 4]
        assert min(stock) >= 0
        if state.stage > S_PRODUCE and state.stage <= S_CLEAN:
            assert max(stock) <= STOCK_LIMIT
        units = state.cities[row + C_UNITS : row + C_UNITS + UNIT_COUNT]
        assert 0 <= min(units) <= max(units) <= CITY_LIMIT
    assert max(state.units) <= HEX_LIMIT
    assert all(0 <= number <= HEX_LIMIT for number in state.grounds[1::2])
    tiles = [tile for tile in state.tile[: state.opt[0]]]
    assert len(set(tiles)) == state.opt[0]


def check_owners(state: State) -> None:
    """Between turns no hex holds two seats (HW-7.2.c)."""
    where: dict[int, set[int]] = {}
    for hero in range(2 * state.seats):
        if in_play(state, hero):
            where.setdefault(state.heroes[hero * HERO_SIZE + H_HEX], set()).add(hero // 2)
    for hex, seats in where.items():
        owner = state.owner[hex]
        if owner:
            seats.add(owner - 1)
        city = city_at(state, hex)
        if city >= 0 and state.cities[city * CITY_SIZE + C_HOLDER] >= 0:
            seats.add(state.cities[city * CITY_SIZE + C_HOLDER])
        assert len(seats) == 1


def check_combat(state: State) -> None:
    c = state.combat
    if c is None:
        return
    assert c.round <= state.opt[O_COMBAT_CAP]
    for stack, count in enumerate(c.count):
        assert 0 <= count <= STACK_LIMIT
        assert c.damage[stack] >= 0
    taken = [c.place[s] for s in range(len(c.place)) if c.count[s] and c.place[s] >= 0]
    if state.method in (2, 4):
        assert len(taken) == len(set(taken))
    assert c.seat[0] != c.seat[1] or c.seat == [GUARD_SEAT, GUARD_SEAT]


@pytest.mark.rule("HW-E.6", "HW-7.2.c", "HW-4.1.a", "HW-4.3.7.a")
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("options", SETTINGS, ids=lambda given: "-".join(given) or "default")
def test_random_play_keeps_every_limit_and_ends(options: dict[str, Json], seats: int) -> None:
    for seed in range(2):
        chance = Seeded(seed)
        pick = Seeded(seed + 100)
        state: State = new_state(RULESET, seats, {"rounds": 6, **options}, chance)
        longest = 0
        for _ in range(RULESET.info.max_steps):
            acting = RULESET.to_act(state)
            if not acting:
                break
            seat = pick.choice(acting)
            commands = RULESET.legal(state, seat)
            longest = max(longest, len(commands))
            RULESET.apply(state, seat, pick.choice(commands), chance)
            check_heroes(state)
            check_supplies(state)
            check_combat(state)
            if (state.agenda and state.agenda[-1][0] in (T_CAMP,)) or (
                state.agenda and state.agenda[-1][0] == T_TURN and state.entries == 0
            ):
                check_owners(state)
        assert RULESET.outcome(state) is not None
        assert state.round <= state.opt[O_ROUNDS]
        assert longest < 300
