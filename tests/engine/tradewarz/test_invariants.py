"""What never breaks, whatever is played: supplies, dials, squads, gates and owners."""

from collections import Counter

import pytest

from pentarch.engine.chance import Seeded
from pentarch.engine.plain import Json
from pentarch.engine.tradewarz import RULESET
from pentarch.engine.tradewarz.building import units_owned
from pentarch.engine.tradewarz.march import structures_laid
from pentarch.engine.tradewarz.places import capacity, squad_limit
from pentarch.engine.tradewarz.state import DISPLACING, MOVING_OUT, RECALLING, SAILING, State
from pentarch.engine.tradewarz.tables import (
    BATTLE_COPIES,
    CAPITAL,
    DECK,
    EC09,
    GATE_LIMIT,
    GATES,
    GOLDEN_XADLAS,
    MORALE_COPIES,
    MORALE_TYPES,
    MOST_SQUADS,
    MOST_UNITS,
    NONE,
    SILVER_XADLAS,
    SPACES,
    STRUCTURE_SUPPLY,
    TERRAIN_COUNTS,
    UNITS,
)
from tests.playing import new_state

CASES: list[tuple[int, int, dict[str, Json]]] = [
    (2, 1, {}),
    (3, 2, {"target": 20, "alliance_victory": True}),
    (4, 3, {"target": 20, "alliance_max": 3, "battle_deal": "equal"}),
    (5, 4, {"length": "years", "years": 5, "post_placement": "players"}),
    (6, 5, {"length": "seasons", "season_budget": 30, "alliance_max": 5}),
    (6, 6, {"target": 20, "year_cap": 12, "march_scope": "one", "full_lap": True}),
]


def check_supplies(state: State) -> None:
    """Tiles, soldiers, cards, Xadlas and structures are conserved."""
    tiles = Counter(state.land.terrain)
    assert all(tiles[kind] == TERRAIN_COUNTS[kind] for kind in range(1, 6))
    for seat in range(state.seats):
        if state.gate_of[seat] == NONE:
            continue
        total = sum(state.army[seat * SPACES : (seat + 1) * SPACES]) + state.reserve[seat]
        total += state.loose if state.loose_seat == seat else 0
        assert total == (16 if state.tech_owner[EC09] == seat else 10)
    for kind in range(MORALE_TYPES):
        held = sum(state.hand[kind::MORALE_TYPES]) + state.pledges.count(kind)
        assert held + state.morale.count(kind) == MORALE_COPIES[kind]
    if not state.settings.equal_deal:
        assert all(count <= BATTLE_COPIES for count in Counter(state.deck).values())
    assert len(state.deck) == DECK * state.seats
    assert sum(state.golden) <= GOLDEN_XADLAS
    owned_posts = sum(1 for owner in state.post_owner if owner != NONE)
    assert sum(state.castles) + owned_posts <= SILVER_XADLAS
    for structure, supply in enumerate(STRUCTURE_SUPPLY):
        assert structures_laid(state, structure) <= supply


def check_limits(state: State) -> None:
    """Dials, gates, squads, support and super units stay within bounds."""
    assert all(0 <= count <= 20 for count in state.resources)
    assert all(count >= 0 for count in state.tokens + state.reserve + state.hand)
    for seat in range(state.seats):
        gate = state.gate_of[seat]
        if gate == NONE:
            continue
        if not state.here[gate] & ~(1 << seat):
            assert state.army[seat * SPACES + gate] <= GATE_LIMIT
        assert state.squads[seat] <= MOST_SQUADS
        assert state.settlements[seat] + state.villages[seat] - state.castles[seat] <= 6
        assert units_owned(state, seat) <= MOST_UNITS
        if state.phase not in (RECALLING, DISPLACING, MOVING_OUT) and state.attacker == NONE:
            assert state.field[seat] <= capacity(state, seat)
    for space in range(SPACES):
        present = [seat for seat in range(state.seats) if state.here[space] >> seat & 1]
        for seat in present:
            assert not state.here[space] & ~state.friends[seat], "enemies share a space"
        if present and not (space < GATES and state.gate_owner[space] in present):
            assert state.crowd[space] <= max(squad_limit(state, seat) for seat in present)


def check_counted(state: State) -> None:
    """What is counted along the way equals a fresh count."""
    twin = state.copy()
    twin.recount()
    for name in ("here", "crowd", "field", "squads", "settlements", "villages", "castles"):
        assert getattr(twin, name) == getattr(state, name), name
    assert twin.unit_at == state.unit_at
    for unit, tech in enumerate(UNITS):
        space = state.unit_space[unit]
        if space != CAPITAL:
            assert state.tech_owner[tech] != NONE
            assert state.army[state.unit_holder[unit] * SPACES + space] > 0


@pytest.mark.rule("TW-MAR.13", "TW-REC.3", "TW-SUN.4", "TW-RES.5", "TW-TEC.3")
@pytest.mark.parametrize(("seats", "seed", "options"), CASES)
def test_nothing_is_lost_or_overfilled_in_random_play(
    seats: int, seed: int, options: dict[str, Json]
) -> None:
    chance, pick = Seeded(seed), Seeded(seed + 100)
    state: State = new_state(RULESET, seats, options, chance)
    owners = list(state.tech_owner)
    largest = steps = 0
    while acting := RULESET.to_act(state):
        seat = pick.choice(acting)
        listed = RULESET.legal(state, seat)
        largest = max(largest, len(listed))
        RULESET.apply(state, seat, pick.choice(listed), chance)
        steps += 1
        check_supplies(state)
        check_limits(state)
        if steps % 5 == 0:
            check_counted(state)
        for before, after in zip(owners, state.tech_owner, strict=True):
            assert before in (NONE, after), "a tech changed hands"
        owners = list(state.tech_owner)
    assert state.phase != SAILING
    assert largest < 300
