"""Everything a state holds is copied with it and enters its fingerprint."""

import pytest

from pentarch.engine.capital.rules import RULESET
from pentarch.engine.capital.state import Battle, State
from pentarch.engine.capital.tables import CARD_COUNT
from tests.engine.capital.build import P1, P2, arrange, at_war, say

NUMBERS = ["round", "active", "phase", "decision", "actor", "spied", "defeats", "ending", "winner"]
DECKS = ["deck", "discard", "legendary", "looked"]
HOLDINGS = ["tally", "upgrades", "hand", "kept", "places", "units"]
BATTLE_NUMBERS = [
    "attacker",
    "defender",
    "attack_extra",
    "defence_extra",
    "passive_cut",
    "attack_heals",
    "defence_heals",
    "attack",
    "defence",
    "score",
    "points",
    "siege",
    "budget",
]


def fighting() -> State:
    """A state with something everywhere, in the middle of a battle."""
    state = at_war(
        arrange(
            "stronghold[cavalry] inn[spy]",
            "watchtower[militia]",
            hands=["bank", "inn"],
            upgrades=["gold", "build"],
            deck="inn bank",
            discard="market",
            legendary="warlord",
        )
    )
    state.looked = [CARD_COUNT - 1]
    state.realms[P1].kept = [1]
    say(state, "war p2", "send cavalry stronghold", "charge", "guard militia watchtower")
    return state


def battle_of(state: State) -> Battle:
    assert state.battle is not None
    return state.battle


def counts(changed: State) -> bool:
    """Whether a change shows in the fingerprint, also in that of a copy."""
    marks = {RULESET.fingerprint(changed), RULESET.fingerprint(RULESET.copy(changed))}
    return len(marks) == 1 and RULESET.fingerprint(fighting()) not in marks


def test_a_battle_begins_with_nothing_but_its_two_seats() -> None:
    assert Battle(P1, P2).numbers() == [P1, P2, *[0] * 12]


@pytest.mark.parametrize("name", NUMBERS)
def test_every_number_of_a_state_counts(name: str) -> None:
    marks = {RULESET.fingerprint(fighting())}
    for step in (1, 2, 3):
        state = fighting()
        setattr(state, name, getattr(state, name) + step)
        assert counts(state)
        marks.add(RULESET.fingerprint(state))
    assert len(marks) == 4


@pytest.mark.parametrize("name", BATTLE_NUMBERS)
def test_every_number_of_a_battle_counts(name: str) -> None:
    state = fighting()
    setattr(battle_of(state), name, getattr(battle_of(state), name) + 1)
    assert counts(state)


def test_the_end_of_a_city_counts_in_a_battle() -> None:
    state = fighting()
    battle_of(state).defeated = True
    assert counts(state)


@pytest.mark.parametrize("name", DECKS)
def test_every_card_of_a_deck_counts(name: str) -> None:
    state = fighting()
    getattr(state, name)[0] += 1
    assert counts(state)


@pytest.mark.parametrize("seat", [P1, P2])
@pytest.mark.parametrize("name", HOLDINGS)
def test_everything_a_seat_holds_counts(name: str, seat: int) -> None:
    state = fighting()
    getattr(state.realms[seat], name).append(1)
    assert counts(state)


@pytest.mark.parametrize("name", [*DECKS, *HOLDINGS, "attackers", "defenders", "room"])
def test_a_copy_shares_nothing_that_changes(name: str) -> None:
    state = fighting()
    before = RULESET.fingerprint(state), dict(state.realms[P1].room)
    twin = RULESET.copy(state)
    for owner in (twin, twin.realms[P1], battle_of(twin)):
        if hasattr(owner, name):
            getattr(owner, name).clear()
    assert (RULESET.fingerprint(state), state.realms[P1].room) == before
