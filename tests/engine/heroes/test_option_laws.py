"""The shared laws for each option alone and for the preset, with two and with three seats.

`tests/engine/test_laws.py` draws options at random; here none can be missed.
"""

import pytest

from pentarch.engine.chance import Seeded
from pentarch.engine.core import Seat
from pentarch.engine.heroes import RULESET
from pentarch.engine.heroes.state import State
from pentarch.engine.match import Match
from pentarch.engine.plain import Json
from pentarch.engine.record import encode, record_of, verify
from tests.engine.heroes.test_invariants import SETTINGS

EVERY = 40


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("options", SETTINGS, ids=lambda given: "-".join(given) or "default")
def test_the_laws_hold_under_each_option(options: dict[str, Json], seats: int) -> None:
    match: Match[State] = Match(RULESET, seats, {"rounds": 2, **options}, 11)
    pick = Seeded(12)
    while acting := match.to_act():
        if len(match.steps) % EVERY == 0:
            for seat in range(seats):
                list_and_check(match, seat)
                sample(match, seat)
            keep(match)
        seat = pick.choice(acting)
        match.play(seat, pick.choice(match.legal(seat)))
    record = encode(record_of(match, ["a"] * seats))
    assert encode(verify(record)) == record


def list_and_check(match: Match[State], seat: Seat) -> None:
    """`legal` has no doubles, and `check` accepts it and nothing else."""
    legal = match.legal(seat)
    listed = {command.number for command in legal}
    assert len(listed) == len(legal)
    assert bool(legal) == (seat in match.to_act())
    table = match.ruleset.commands
    others = [verb.at(len(match.steps) % verb.count) for verb in table.verbs]
    for command in legal + others:
        assert (match.check(seat, command) is None) == (command.number in listed), command
        assert table.read(command.text) is command


def sample(match: Match[State], seat: Seat) -> None:
    """A sampled state shows the seat what it saw and lets it do the same."""
    view = RULESET.view(match.state, seat)
    state = RULESET.sample(view, seat, Seeded(len(match.steps)))
    assert RULESET.view(state, seat) == view
    assert RULESET.legal(state, seat) == match.legal(seat)


def keep(match: Match[State]) -> None:
    """A dump loads as the same state, and playing on a copy changes only the copy."""
    before = RULESET.fingerprint(match.state)
    dump = RULESET.dump(match.state)
    twin = RULESET.load(dump)
    assert (RULESET.dump(twin), RULESET.fingerprint(twin)) == (dump, before)
    copy = RULESET.copy(match.state)
    seat = RULESET.to_act(copy)[0]
    RULESET.apply(copy, seat, RULESET.legal(copy, seat)[-1], Seeded(1))
    assert RULESET.fingerprint(match.state) == before
