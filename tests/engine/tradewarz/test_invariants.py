"""What never breaks, whatever is played: supplies, dials, squads, gates and owners."""

from collections import Counter

import pytest

from pentarch.engine.chance import Seeded
from pentarch.engine.plain import Json
from pentarch.engine.tradewarz import RULESET
from pentarch.engine.tradewarz.cards import BATTLE_COPIES, MORALE
from pentarch.engine.tradewarz.lattice import GATES
from pentarch.engine.tradewarz.state import DISPLACING, MOVING_OUT, RECALLING, SAILING, State
from pentarch.engine.tradewarz.tables import (
    CAPITAL,
    DECK,
    GATE_LIMIT,
    GOLDEN_XADLAS,
    MOST_SQUADS,
    MOST_UNITS,
    NONE,
    SILVER_XADLAS,
    SOLDIER_LIMIT,
    STRUCTURES,
    TERRAINS,
    Might,
)
from pentarch.engine.tradewarz.tech import units_owned
from pentarch.engine.tradewarz.techs import NO_EFFECT, UNITS
from pentarch.engine.tradewarz.ways import structures_laid
from tests.engine.tradewarz.build import parts
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
    assert all(tiles[kind] == TERRAINS[kind].count for kind in range(1, 6))
    for house in state.houses:
        if house.gate == NONE:
            continue
        total = sum(house.army) + house.reserve
        total += state.strays.soldiers if state.strays.seat == house.seat else 0
        assert total == SOLDIER_LIMIT + house.powers.soldiers
    laid = state.battle.attacker.laid + state.battle.defender.laid
    for kind, card in enumerate(MORALE):
        held = sum(house.hand[kind] for house in state.houses) + laid.count(kind)
        assert held + state.morale.count(kind) == card.copies
    cards = [card for house in state.houses for card in house.deck.cards]
    if not state.settings.equal_deal:
        assert all(count <= BATTLE_COPIES for count in Counter(cards).values())
    assert len(cards) == DECK * state.seats
    assert state.golden_out() <= GOLDEN_XADLAS
    owned_posts = sum(1 for post in state.posts if post.owner != NONE)
    assert sum(house.castles for house in state.houses) + owned_posts <= SILVER_XADLAS
    for kind, structure in enumerate(STRUCTURES):
        assert structures_laid(state, kind) <= structure.supply


def check_limits(state: State) -> None:
    """Dials, gates, squads, support and super units stay within bounds."""
    for house in state.houses:
        assert all(0 <= count <= 20 for count in house.goods)
        assert all(count >= 0 for count in [*house.tokens, house.reserve, *house.hand])
        if house.gate == NONE:
            continue
        if not state.squares[house.gate].here.has_other(house.seat):
            assert house.army[house.gate] <= GATE_LIMIT
        assert house.squads <= MOST_SQUADS
        assert house.settlements + house.villages <= 6
        assert units_owned(state, house.seat) <= MOST_UNITS
        fighting = state.battle.attacker.seat != NONE
        if state.decision not in (RECALLING, DISPLACING, MOVING_OUT) and not fighting:
            assert not house.is_overstretched()
    for space, square in enumerate(state.squares):
        present = [state.houses[seat] for seat in square.here.members]
        for house in present:
            assert square.here.within(house.friends), "enemies share a space"
        at_home = space < GATES and square.here.has(state.gates[space].owner)
        if present and not at_home:
            assert square.crowd <= max(house.squad_limit() for house in present)


def counted(state: State) -> list[object]:
    """Everything that follows from the rest of a state."""
    squares = [(square.here, square.crowd, square.unit) for square in state.squares]
    houses = [
        (house.field, house.squads, house.settlements, house.villages, house.castles)
        for house in state.houses
    ]
    powers = [[getattr(house.powers, name) for name in vars(NO_EFFECT)] for house in state.houses]
    plain = [[parts(p) if isinstance(p, Might) else p for p in row] for row in powers]
    return [squares, houses, plain]


def check_counted(state: State) -> None:
    """What is counted along the way equals a fresh count."""
    twin = state.copy()
    twin.recount()
    assert counted(twin) == counted(state)
    for unit, station in zip(UNITS, state.stations, strict=True):
        if station.space != CAPITAL:
            assert state.tech_owner[unit.tech] != NONE
            assert state.houses[station.holder].army[station.space] > 0


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
    assert state.decision != SAILING
    assert largest < 300
