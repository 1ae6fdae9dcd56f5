"""What random play never breaks, under the default rules and under each option."""

import pytest

from pentarch.engine.chance import Seeded
from pentarch.engine.heroes import RULESET
from pentarch.engine.heroes.hero import IN_PLAY
from pentarch.engine.heroes.state import S_CLEAN, T_CAMP, T_TURN, State
from pentarch.engine.heroes.tables import (
    ABILITY_CAPS,
    CITY_LIMIT,
    EQUIPMENT,
    HEX_LIMIT,
    QUESTS,
    STACK_LIMIT,
    STOCK_LIMIT,
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
    for hero in state.heroes:
        used = [section for section in hero.sections if section.count]
        assert all(0 <= section.count <= STACK_LIMIT for section in hero.sections)
        assert all(part.unit.is_merc or part.unit.race == hero.race for part in used)
        assert sum(part.unit.is_merc for part in used) <= 1
        assert hero.mp >= 0
        assert 0 <= hero.honor <= 20
        assert 1 <= hero.level <= 20
        assert all(0 <= skill <= 6 for skill in hero.skills)
        for ability, cap in zip(hero.abilities, ABILITY_CAPS, strict=True):
            assert ability <= cap
        assert hero.in_play() == (hero.status == IN_PLAY)


def check_supplies(state: State) -> None:
    """Markers and cards are never more than there are; stocks and garrisons keep their limits."""
    for number, marker in enumerate(EQUIPMENT):
        worn = sum(hero.gear.count(number) for hero in state.heroes)
        assert 0 <= state.cup[number] + worn <= marker.copies
    held = [hero.quest for hero in state.heroes if hero.quest >= 0]
    assert sorted(held + state.deck + state.discards) == list(range(len(QUESTS)))
    for city in state.cities:
        assert min(city.stock) >= 0
        if state.stage == S_CLEAN:
            assert max(city.stock) <= STOCK_LIMIT
        assert 0 <= min(city.garrison) <= max(city.garrison) <= CITY_LIMIT
    assert max(max(site.units) for site in state.sites) <= HEX_LIMIT
    assert all(0 <= ground.units <= HEX_LIMIT for ground in state.grounds)
    tiles = state.settings.tiles
    assert len({tile.name for tile in state.tiles[:tiles]}) == tiles


def check_owners(state: State) -> None:
    """Between turns no hex holds two seats (HW-7.2.c)."""
    where: dict[int, set[int]] = {}
    for hero in state.heroes:
        if hero.in_play():
            where.setdefault(hero.hex, set()).add(hero.seat)
    for hex, seats in where.items():
        city = state.city_at(hex)
        owners = [state.sites[hex].owner, -1 if city is None else city.holder]
        assert len(seats | set(owners) - {-1}) == 1


def check_combat(state: State) -> None:
    c = state.combat
    if c is None:
        return
    assert c.round <= state.settings.combat_round_cap
    for stack in c.stacks:
        assert 0 <= stack.count <= STACK_LIMIT
        assert stack.damage >= 0
    taken = [stack.hex for stack in c.stacks if stack.stands()]
    assert len(taken) == len(set(taken))
    assert c.seats[0] != c.seats[1]


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
            if state.is_next(T_CAMP) or (state.is_next(T_TURN) and state.entries == 0):
                check_owners(state)
        assert RULESET.outcome(state) is not None
        assert state.round <= state.settings.rounds
        assert longest < 300
