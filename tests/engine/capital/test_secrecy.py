"""What others learn from who is asked, and when: nothing about cards they may not see."""

from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pentarch.engine.capital.deck import Deck
from pentarch.engine.capital.rows import Card
from pentarch.engine.capital.rules import RULESET
from pentarch.engine.capital.state import State
from pentarch.engine.chance import Chance, Seeded
from pentarch.engine.commands import Command
from pentarch.engine.core import Seat
from pentarch.engine.plain import Json
from tests.engine.capital.build import P1, P2, arrange, at_war
from tests.playing import new_state

TABLES: list[tuple[int, dict[str, Json]]] = [
    (2, {"mode": "short"}),
    (3, {"cities": "b_random"}),
    (4, {"teams": "2v2"}),
]
OTHER_MERCS = ("master_mason", "spy", "captain", "gatekeeper", "quartermaster", "envoy")


def received(state: State, watchers: Sequence["Seat | None"], events: list[str]) -> list[object]:
    """All that the watchers are given after a step."""
    legal = [
        [command.text for command in RULESET.legal(state, watcher)]
        for watcher in watchers
        if watcher is not None
    ]
    views = [RULESET.view(state, watcher) for watcher in watchers]
    return [RULESET.to_act(state), events, legal, views]


def step(
    state: State, command: Command, watchers: Sequence["Seat | None"], chance: Chance
) -> list[object]:
    """What the watchers are given when the seat to act gives this command."""
    told = RULESET.apply(state, state.actor, command, chance)
    events = [str(event) for event in told if event.to is None or set(event.to) & set(watchers)]
    return received(state, watchers, events)


def played(state: State, texts: Sequence[str]) -> list[object]:
    """What p2 and a spectator are given while whoever is to act says these words."""
    watchers = (P2, None)
    found: list[object] = [received(state, watchers, [])]
    for text in texts:
        command = RULESET.read(text)
        assert RULESET.check(state, state.actor, command) is None, text
        found.append(step(state, command, watchers, Seeded(1)))
    return found


@pytest.mark.rule("CP-3.5")
@pytest.mark.parametrize("merc", OTHER_MERCS)
def test_the_end_of_a_phase_does_not_tell_a_spy_from_another_mercenary(merc: str) -> None:
    words = ["done", "done", "done"]
    one = arrange("inn[spy]", "", deck="citadel " * 9)
    other = arrange(f"inn[{merc}]", "", deck="citadel " * 9)
    assert played(one, words) == played(other, words)
    assert one.active == P2


@pytest.mark.rule("CP-3.5")
@pytest.mark.parametrize("merc", OTHER_MERCS)
def test_the_end_of_moving_does_not_tell_a_quartermaster(merc: str) -> None:
    one, other = (
        at_war(
            arrange(
                f"city[{unit}]",
                "",
                hands=["inn bank library"],
                upgrades=["mercenary"],
                deck="citadel " * 9,
            )
        )
        for unit in ("quartermaster", merc)
    )
    words = ["done", "done", "keep inn"]
    assert played(one, words) == played(other, words)


@pytest.mark.rule("CP-3.5")
def test_the_end_of_moving_does_not_tell_equal_troops_from_different_ones() -> None:
    same, different = (
        at_war(arrange(f"city[militia] watchtower[{unit}]", "", deck="citadel " * 9))
        for unit in ("militia", "spearmen")
    )
    assert played(same, ["done", "done"]) == played(different, ["done", "done"])


@pytest.mark.rule("CP-3.5")
@pytest.mark.parametrize("card", ["palisade", "militia", "spy", "farming_village"])
def test_the_end_of_building_does_not_tell_what_could_be_built(card: str) -> None:
    """With Gold and Build left, a card in the hand may be one that they pay for."""
    one, other = (
        arrange("", "", hands=[f"inn {left}"], upgrades=["attack defense"], deck="citadel " * 9)
        for left in ("citadel", card)
    )
    for state in (one, other):
        state.realms[P1].pools.gold = state.realms[P1].pools.build = 2
    assert played(one, ["build inn", "done"]) == played(other, ["build inn", "done"])


def hidden_twin(state: State, seat: Seat, pick: Seeded) -> State | None:
    """A state that differs only in cards of the seat that others do not see.

    Two of its own hidden cards change places, or one of them with the bottom of the Deck.
    """
    twin = RULESET.copy(state)
    realm = twin.realms[seat]
    deck = twin.deck.cards()
    units = [at for at, unit in enumerate(realm.units) if not unit.is_fighting]
    hidden = [realm.units[at].card for at in units]
    bottom = deck[-1:]
    changes: list[tuple[list[Card], int, list[Card], int]] = []
    for at, card in enumerate(realm.hand):
        if bottom and not card.legendary:
            changes.append((realm.hand, at, bottom, 0))
        for there, other in enumerate(hidden):
            if card.kind == other.kind:
                changes.append((realm.hand, at, hidden, there))
    for at, card in enumerate(hidden):
        if bottom and card.kind == bottom[0].kind and not card.legendary:
            changes.append((hidden, at, bottom, 0))
        for there, other in enumerate(hidden[at + 1 :], at + 1):
            if card.kind == other.kind:
                changes.append((hidden, at, hidden, there))
    if not changes:
        return None
    here, at, beyond, there = pick.choice(changes)
    here[at], beyond[there] = beyond[there], here[at]
    for at, card in zip(units, hidden, strict=True):
        realm.units[at] = realm.units[at].copy()
        realm.units[at].card = card
    twin.deck = Deck(deck[:-1] + bottom)
    return twin


def in_the_open(state: State, seat: Seat, watchers: Sequence["Seat | None"]) -> list[object]:
    """Where cards are that somebody else than the seat and its partner may see or will draw."""
    realm = state.realms[seat]
    others = [
        (other.hand, other.kept, [unit.dump() for unit in other.units])
        for number, other in enumerate(state.realms)
        if number in watchers
    ]
    fighting = [unit.dump() for unit in realm.units if unit.is_fighting]
    buildings = [building.dump() for building in realm.buildings]
    return [state.discard, state.legendary, state.looked, buildings, fighting, others]


@pytest.mark.rule("CP-3.5", "CP-2.13", "CP-4.15", "CP-8.9", "CP-12.5")
@pytest.mark.parametrize(("seats", "options"), TABLES)
@settings(max_examples=50, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32), before=st.integers(0, 400), data=st.data())
def test_others_receive_the_same_whatever_a_seat_hides(
    seats: int, options: dict[str, Json], seed: int, before: int, data: st.DataObject
) -> None:
    """Two worlds that differ in hidden cards go on with the same commands and the same chance."""
    pick = Seeded(seed)
    state = new_state(RULESET, seats, options, pick)
    for _ in range(before):
        if not RULESET.to_act(state):
            break
        RULESET.apply(state, state.actor, pick.choice(RULESET.legal(state, state.actor)), pick)
    seat = data.draw(st.integers(0, seats - 1))
    twin = hidden_twin(state, seat, pick)
    is_spied_on = state.spied == seat  # An open Spy shows its seat everything (CP-8.9).
    if twin is None or is_spied_on or not RULESET.to_act(state):
        return
    partner = seat ^ 2 if options.get("teams") else seat
    watchers: list[Seat | None] = [s for s in range(seats) if s not in (seat, partner)]
    watchers.append(None)
    assert received(state, watchers, []) == received(twin, watchers, [])
    for number in range(60):
        acting = RULESET.to_act(state)
        if not acting:
            return
        texts = {command.text for command in RULESET.legal(twin, acting[0])}
        shared = [c for c in RULESET.legal(state, acting[0]) if c.text in texts]
        if not shared:
            return
        command = pick.choice(shared)
        if command.text.startswith("use spy") and acting[0] not in (seat, partner):
            return
        luck = data.draw(st.integers(0, 2**32)) if number % 20 == 0 else seed + number
        here = step(state, command, watchers, Seeded(luck))
        there = step(twin, command, watchers, Seeded(luck))
        if in_the_open(state, seat, watchers) != in_the_open(twin, seat, watchers):
            return
        if not state.discard:  # What was just shown may have been shuffled into a new Deck.
            return
        assert here == there, command.text
