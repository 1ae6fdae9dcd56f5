"""Names of bots: what they make, and what is refused."""

from pathlib import Path

import pytest

from pentarch.bots.greedy import styles
from pentarch.bots.mcts import Budget, Mcts
from pentarch.bots.random import Random
from pentarch.bots.registry import UnknownBot, make
from pentarch.engine import registry

ONE = """
from pentarch.bots.sdk import Bot, Turn

class Mine(Bot):
    def decide(self, turn: Turn):
        return turn.legal[0]
"""
TWO = ONE + ONE.replace("Mine", "Other")


@pytest.mark.parametrize("id", registry.IDS)
def test_the_reference_bots_exist_for_every_ruleset(id: str) -> None:
    assert isinstance(make("random", id), Random)
    assert type(make("greedy", id)).__name__ == "Greedy"
    assert isinstance(make("mcts", id), Mcts)


@pytest.mark.parametrize(
    ("spec", "budget"),
    [
        ("mcts", Budget()),
        ("mcts:1000", Budget(simulations=1000)),
        ("mcts:0.5s", Budget(seconds=0.5)),
        ("mcts:2s", Budget(seconds=2.0)),
    ],
)
def test_a_budget_is_simulations_or_seconds(spec: str, budget: Budget) -> None:
    bot = make(spec, "township")
    assert isinstance(bot, Mcts)
    assert bot.budget == budget


@pytest.mark.parametrize("id", registry.IDS)
def test_a_style_of_the_greedy_bot_is_named_after_a_colon(id: str) -> None:
    for style in styles(id):
        assert type(make(f"greedy:{style}", id)).__name__ == "Greedy"


def test_an_unknown_style_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownBot, match="no style 'loud'; it has: usual, builder"):
        make("greedy:loud", "township")


@pytest.mark.parametrize(
    "spec",
    [
        "",
        "nobody",
        "Random",
        "random:3",
        "greedy:",
        "greedy:nothing",
        "mcts:",
        "mcts:x",
        "mcts:0",
        "mcts:-5",
        "mcts:0s",
        "mcts:nans",
        "mcts:infs",
        "mcts:99999999999",
        "missing.py",
    ],
)
def test_other_names_are_refused_in_one_line(spec: str) -> None:
    with pytest.raises(UnknownBot) as caught:
        make(spec, "township")
    assert "\n" not in str(caught.value)


def test_a_file_with_one_bot_needs_no_class_name(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(ONE)
    assert type(make(str(file), "township")).__name__ == "Mine"
    assert type(make(f"{file}:Mine", "township")).__name__ == "Mine"


def test_a_file_with_several_bots_needs_one(tmp_path: Path) -> None:
    file = tmp_path / "two.py"
    file.write_text(TWO)
    assert type(make(f"{file}:Other", "township")).__name__ == "Other"
    with pytest.raises(UnknownBot, match=f"{file}' has the bot classes .*: say which, as {file}:"):
        make(str(file), "township")
    with pytest.raises(UnknownBot, match="Third"):
        make(f"{file}:Third", "township")


def test_a_file_without_a_bot_says_what_one_is(tmp_path: Path) -> None:
    file = tmp_path / "none.py"
    file.write_text("from pentarch import Bot")
    with pytest.raises(UnknownBot, match="no bot class: one that derives from"):
        make(str(file), "township")


@pytest.mark.parametrize("source", ["x = (", "import nowhere_at_all", "raise SystemError('no')"])
def test_a_file_that_fails_is_refused(tmp_path: Path, source: str) -> None:
    file = tmp_path / "bad.py"
    file.write_text(source)
    with pytest.raises(UnknownBot, match="fails"):
        make(str(file), "township")
