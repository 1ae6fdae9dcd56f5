"""States in the middle of a turn's attacks, when some of the mustered have fallen."""

from pentarch.engine.chance import Scripted
from pentarch.engine.township import RULESET
from tests.engine.township.build import start, town

TURN = ["skip", "muster academy1", "muster academy1", "muster academy1"]
ATTACK = ["assign 2 p2", "assign 1 p3", "attack p2", "swords 0", "defend 5", "shields 0"]


def test_a_match_can_be_loaded_after_a_rout_and_before_the_next_attack() -> None:
    state = start(3, round=5)
    town(state, 0, units=3, buildings="academy1")
    town(state, 1, units=5)
    chance = Scripted([1, 1, 6, 6, 6, 6, 6])
    for text in (*TURN, *ATTACK):
        (seat,) = RULESET.to_act(state)
        RULESET.apply(state, seat, RULESET.read(text), chance)
    active = state.towns[0]
    assert (state.decision, active.units, active.mustered) == ("attack", 1, 3)
    view = RULESET.view(state, 0)
    assert RULESET.dump(RULESET.load(RULESET.dump(state))) == view
    assert RULESET.view(RULESET.sample(view, 0, Scripted([])), 0) == view
