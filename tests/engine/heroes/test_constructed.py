"""Laws of every position, also of those that play seldom leads to: see positions.py."""

import pytest

from pentarch.engine.chance import Seeded, derive
from pentarch.engine.commands import Command
from pentarch.engine.core import Seat
from pentarch.engine.heroes import RULESET
from pentarch.engine.heroes.commands import (
    CAMP,
    CAMP_STAY,
    CAMP_WITH,
    DROP,
    GIVE,
    PRAY,
    STORE,
    TAKE,
    TRAIN,
)
from pentarch.engine.heroes.state import State
from pentarch.engine.plain import Json
from tests.engine.heroes.ledger import Ledger, census, follow
from tests.engine.heroes.positions import position

STEPS = 24
EVERY = 12
OTHERS = 12
# None of them makes or ends a unit.
PEACEFUL = (CAMP, CAMP_STAY, CAMP_WITH, DROP, GIVE, PRAY, STORE, TAKE, TRAIN)
# Below zero by their meaning: nothing yet, nobody, a direction, less than before.
SIGNED = ("agenda", "centre", "left_units", "places", "turn", "victim")


@pytest.mark.rule("HW-17.3.2.a", "HW-19.8.d", "HW-19.21.a", "HW-4.1.e", "HW-8.6.2.a")
@pytest.mark.parametrize("part", range(4))
def test_the_laws_hold_in_constructed_positions(part: int) -> None:
    for seed in range(250 * part, 250 * (part + 1)):
        play(seed)


@pytest.mark.long
@pytest.mark.timeout(2 * 60 * 60)
@pytest.mark.parametrize("part", range(10))
def test_the_laws_hold_in_many_constructed_positions(part: int) -> None:
    for seed in range(5_000 * (part + 1), 5_000 * (part + 2)):
        play(seed)


def play(seed: int) -> int:
    """Play some steps from a position, and hold states on the way to the laws; how many steps."""
    state = position(seed)
    chance = Seeded(derive(seed, "steps"))
    ledger = None
    if state.combat is not None:
        ledger = Ledger(state.combat, [stack.count for stack in state.combat.stacks])
    try:
        for step in range(STEPS):
            if step % EVERY == 0:
                hold_to_laws(state, chance)
            acting = RULESET.to_act(state)
            if not acting:
                return step
            seat = chance.choice(acting)
            command = choose(RULESET.legal(state, seat), chance)
            before = census(state) if command.verb in PEACEFUL else None
            events = RULESET.apply(state, seat, command, chance)
            ledger = follow(ledger, state, command, events)
            if before is not None and all(event.name != "quest_done" for event in events):
                assert census(state) == before
        hold_to_laws(state, chance)
    except Exception as error:
        error.add_note(f"position {seed}")
        raise
    return STEPS


def choose(legal: list[Command], chance: Seeded) -> Command:
    """A command of any verb, so that the seldom ones come up as often as moves and strikes."""
    verbs = list(dict.fromkeys(command.verb for command in legal))
    verb = chance.choice(verbs)
    return chance.choice([command for command in legal if command.verb is verb])


def hold_to_laws(state: State, chance: Seeded) -> None:
    """What is true of every state."""
    dump = RULESET.dump(state)
    twin = RULESET.load(dump)
    assert (RULESET.dump(twin), RULESET.fingerprint(twin)) == (dump, RULESET.fingerprint(state))
    assert not negatives(dump)
    for seat in range(state.seats):
        view = RULESET.view(state, seat)
        sampled = RULESET.sample(view, seat, chance)
        assert RULESET.view(sampled, seat) == view
        legal = RULESET.legal(state, seat)
        assert RULESET.legal(sampled, seat) == legal
        list_and_check(state, seat, legal, chance)


def list_and_check(state: State, seat: Seat, legal: list[Command], chance: Seeded) -> None:
    """`check` accepts what `legal` lists, and of the rest of the table nothing."""
    listed = {command.number for command in legal}
    assert len(listed) == len(legal)
    assert bool(legal) == (seat in RULESET.to_act(state))
    table = RULESET.commands
    verbs = [chance.choice(table.verbs) for _ in range(OTHERS)]
    # The verbs of the moment are the ones that could be taken for legal.
    verbs += [command.verb for command in legal[:: max(1, len(legal) // 4)]]
    others = [verb.at(chance.below(verb.count)) for verb in verbs]
    for command in legal + others:
        assert (RULESET.check(state, seat, command) is None) == (command.number in listed), command


def negatives(value: Json) -> list[Json]:
    """Numbers below zero where none should be."""
    if isinstance(value, dict):
        parts = [item for key, item in value.items() if key not in SIGNED]
        return [found for part in parts for found in negatives(part)]
    if isinstance(value, list):
        return [found for part in value for found in negatives(part)]
    return [value] if isinstance(value, int) and value < 0 else []
