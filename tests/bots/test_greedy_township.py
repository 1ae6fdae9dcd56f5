"""War and peace of the greedy bot for Township, in positions with a clear answer."""

import pytest

from pentarch.bots.greedy.township.battle import battle
from pentarch.bots.greedy.township.bot import Greedy
from pentarch.bots.greedy.township.front import Front
from pentarch.bots.greedy.township.styles import STYLES
from pentarch.bots.sdk import Clock, Turn
from pentarch.engine.commands import Command
from pentarch.engine.core import Seat
from pentarch.engine.match import Match
from pentarch.engine.township import RULESET
from pentarch.engine.township.commands import ATTACK
from pentarch.engine.township.state import State
from pentarch.local import Series, play_series
from tests.engine.township.build import acting, new_turn, play, start, town
from tests.playing import play_bots, texts

GROWN = (
    "house2 house3 house4 warehouse2 farm2 woodlot2 mine1 quarry1 smithy1 school1 goldsmith1 "
    "brewery1 townhall1"
)
ACADEMIES = "academy1 academy2 academy3 academy4"
ARSENAL = f"{GROWN} {ACADEMIES} warehouse3 warehouse4"
RICH = "10 lumber, 6 ore, 6 stone, 10 tools, 4 ale, 4 finery"
ARMED = "5 lumber, 14 tools, 20 swords"
FEASTER = "tests/bots/feaster.py"


def position(*, units: int = 20, laurels: int = 20, shields: int = 0, seats: int = 2) -> State:
    """The first seat has an army at hand; the second is rich, with so many to defend it."""
    state = start(seats, round=19)
    town(state, 0, units=20, stock=ARMED, buildings=ARSENAL)
    stock = f"{RICH}, {shields} shields" if shields else RICH
    town(state, 1, units=units, laurels=laurels, stock=stock, buildings=GROWN)
    new_turn(state, 0)
    return state


def answer(state: State, seat: Seat | None = None, style: str = "") -> list[str]:
    """What the greedy bot answers in a position, as texts."""
    seat = acting(state) if seat is None else seat
    bot = Greedy(STYLES[style]) if style else Greedy()
    turn = Turn(
        ruleset=RULESET,
        seat=seat,
        seats=len(state.towns),
        sequence=0,
        legal=RULESET.legal(state, seat),
        clock=Clock(left=60.0, increment=1.0, cap=10.0),
        look=lambda: RULESET.view(state, seat),
    )
    found = bot.decide(turn)
    if isinstance(found, Command):
        return [found.text]
    assert not isinstance(found, str)
    return texts([command for command in found if isinstance(command, Command)])


def mustered(state: State) -> int:
    """How many units the seat to act sends to attack in its turn."""
    return sum(text.startswith("muster") for text in answer(state))


def test_expected_battles_are_those_of_the_dice() -> None:
    # One bare attacker scores with 1/2, one bare defender with 1/3.
    assert battle(1, 0, 0, 0) == pytest.approx((0.0, 1 / 2, 0.0))
    assert battle(1, 0, 1, 0) == pytest.approx((1 / 2 * 2 / 3, 0.0, 1 / 2 * 1 / 3))
    assert battle(1, 1, 1, 1) == pytest.approx((2 / 3 * 1 / 2, 0.0, 1 / 3 * 1 / 2))
    killed, left_over, lost = battle(15, 15, 20, 0)
    assert (killed - lost, left_over) == pytest.approx((15 * 2 / 3 - 20 / 3, 0.0))


def test_a_rich_undefended_neighbour_is_attacked() -> None:
    assert mustered(position(units=5)) >= 10


def test_a_garrisoned_neighbour_is_left_alone() -> None:
    assert mustered(position(units=25, shields=25, laurels=0)) == 0


def test_nobody_is_attacked_for_nothing() -> None:
    state = position()
    town(state, 1, units=5, stock="1 grain")
    assert mustered(state) == 0


def test_the_richer_of_two_neighbours_is_attacked() -> None:
    state = position(seats=3, units=12, laurels=30)
    town(state, 2, units=25, stock="25 shields", buildings=f"{GROWN} house5")
    assert mustered(state) >= 10
    musters = [f"5 muster academy{number}" for number in range(1, 5)]
    play(state, "; ".join(["skip", *musters]))
    assert answer(state) == ["assign 20 p2"]


def test_feasts_come_before_the_army() -> None:
    state = position(units=5)
    town(state, 0, units=20, stock=f"{ARMED}, 3 ale, 3 finery", buildings=ARSENAL)
    assert answer(state)[1:4] == ["feast townhall1"] * 3


def test_who_has_lost_otherwise_attacks_the_victor() -> None:
    """Work is worth nothing after the last turn, and the other one has reached the target."""
    state = start(2, round=22)
    town(state, 0, units=20, laurels=44, stock="10 tools", buildings=GROWN)
    town(state, 1, units=20, stock=ARMED, buildings=ARSENAL)
    new_turn(state, 1)
    assert Front(state).victor(1) == 0
    assert mustered(state) >= 10


def test_shields_are_made_while_a_rival_could_attack() -> None:
    def shields(buildings: str, style: str = "") -> bool:
        state = start(2, round=19)
        town(state, 0, units=20, laurels=20, stock="9 lumber, 14 tools", buildings=GROWN)
        town(state, 1, units=20, stock=ARMED, buildings=f"{GROWN} {buildings}")
        new_turn(state, 0)
        return any("shields" in text for text in answer(state, style=style))

    assert shields(ACADEMIES)
    assert not shields("")
    assert not shields(ACADEMIES, "careless")


@pytest.mark.parametrize(("rival", "kept"), [("academy1", True), ("", False)])
def test_swords_are_kept_while_a_rival_arms(rival: str, kept: bool) -> None:
    state = start(2, round=10)
    town(state, 0, stock="6 swords, 6 ale")
    town(state, 1, buildings=rival)
    new_turn(state, 0)
    play(state, "skip; done")
    assert answer(state) == ["discard ale" if kept else "discard swords"]


def test_a_strong_attack_is_sat_out_and_a_weak_one_met() -> None:
    def defence(attackers: int, units: int) -> str:
        state = start(2, round=19)
        town(state, 0, units=20, stock=ARMED, buildings=ARSENAL)
        town(state, 1, units=units, stock="1 grain")
        new_turn(state, 0)
        places = [f"muster academy{1 + index // 5}" for index in range(attackers)]
        play(state, "; ".join(["skip", *places, *["done"] * (attackers < 20)]))
        play(state, f"swords {attackers}")
        [text] = answer(state)
        return text

    assert defence(20, 5) == "defend 0"
    assert defence(5, 20) == "defend 20"


def test_no_shield_is_wasted_on_a_lone_attacker() -> None:
    state = start(2, round=19)
    town(state, 0, units=5, stock="5 tools", buildings="academy1")
    town(state, 1, units=20, stock="20 shields", buildings=GROWN)
    new_turn(state, 0)
    play(state, "skip; muster academy1; done")
    play(state, "defend 20")
    [text] = answer(state)
    assert int(text.removeprefix("shields ")) <= 2


def test_no_army_is_raised_against_a_village() -> None:
    def ground(units: int) -> str:
        state = start(2, round=19)
        town(state, 0, units=20, stock="10 lumber, 14 tools", buildings=GROWN)
        town(state, 1, units=units, stock="5 grain")
        new_turn(state, 0)
        return answer(state)[0]

    assert ground(12) == "break academy"
    assert ground(5) != "break academy"


def test_a_bot_that_only_feasts_is_beaten_by_a_rule() -> None:
    series = Series("township", [FEASTER, "greedy"], seed=11, matches=10)
    played = play_series(series)
    assert sum(result.natural for result in played) >= 9
    assert all(result.rank_of(1) == 1 for result in played)


def test_greedy_bots_fight_each_other() -> None:
    """Nearly every match between them has an attack; three of twelve are enough for the test."""
    fought = 0
    for seed in range(12):
        seats = 2 + seed % 3
        match = Match(RULESET, seats, {}, seed)
        play_bots(match, [Greedy() for _ in range(seats)])
        fought += any(step.command.verb is ATTACK for step in match.steps)
    assert fought >= 3
