"""The styles of the greedy bots: enough of them, better than random, and each one's own."""

from collections import Counter
from functools import cache

import pytest

from pentarch.bots.greedy import styles, tried_styles
from pentarch.engine import registry
from pentarch.engine.plain import Json
from pentarch.engine.record import decode
from pentarch.local import Played, Series, play_series

FEW = 4
SHORT: dict[str, dict[str, Json]] = {
    "heroes": {"rounds": 1},
    "tradewarz": {"target": 4},
}
"""Options under which the slower rulesets show their styles soon."""
NAMED = [(id, style) for id in registry.IDS for style in styles(id)[1:]]
HABITS = [
    ("capital", "raider", "war", "warden"),
    ("capital", "raider", "send", "merchant"),
    ("heroes", "bold", "attack", "careful"),
    ("kingdom", "sorcerer", "cast", "raider"),
    ("kingdom", "builder", "research", "raider"),
    ("township", "raider", "muster", "builder"),
    ("township", "mason", "break monument", "usual"),
    ("tradewarz", "raider", "recruit", "scholar"),
    ("tradewarz", "scholar", "buy", "raider"),
    ("tradewarz", "builder", "build", "raider"),
    ("tradewarz", "conqueror", "build", "raider"),
]
"""What the first style does more often than the last one."""


@cache
def matches(id: str, style: str, rival: str, count: int = FEW) -> list[Played]:
    """Matches of a style against another bot; several tests look at the same ones."""
    options = SHORT.get(id, {})
    return play_series(
        Series(id, [f"greedy:{style}", rival], 31, count, options, keep_records=True)
    )


def commands(played: list[Played]) -> list[str]:
    """The commands of the first bot, match by match."""
    found = []
    for match in played:
        record = decode(match.record)
        table = registry.get(record.ruleset).commands
        own = match.seating.index(0)
        found += [table.by_number(number).text for seat, number in record.steps if seat == own]
    return found


def deeds(id: str, style: str, phrase: str) -> int:
    """How many commands of matches against the usual style begin with a phrase."""
    return sum(text.startswith(phrase) for text in commands(matches(id, style, "greedy")))


@pytest.mark.parametrize("id", registry.IDS)
def test_there_are_three_styles_and_more(id: str) -> None:
    assert len(styles(id)) > 3
    assert set(tried_styles(id)) <= set(styles(id))


@pytest.mark.parametrize(("id", "style"), NAMED)
def test_a_style_plays_its_own_way_and_never_against_the_rules(id: str, style: str) -> None:
    own, usual = matches(id, style, "greedy"), matches(id, "usual", "greedy")
    assert not any(match.forfeits for match in own)
    assert commands(own) != commands(usual)


@pytest.mark.parametrize(("id", "style", "phrase", "other"), HABITS)
def test_a_style_has_habits(id: str, style: str, phrase: str, other: str) -> None:
    assert deeds(id, style, phrase) > deeds(id, other, phrase)


@pytest.mark.long
@pytest.mark.parametrize(("id", "style"), NAMED)
def test_a_style_beats_random_nine_times_in_ten(id: str, style: str) -> None:
    played = matches(id, style, "random", 100)
    assert sum(match.rank_of(0) == 1 for match in played) >= 90


@pytest.mark.long
def test_house_bots_of_township_attack_each_other() -> None:
    """At least in three matches of ten, over all pairs of styles."""
    names = styles("township")
    attacked: Counter[bool] = Counter()
    for first in names:
        for second in names:
            for match in matches("township", first, f"greedy:{second}", 6):
                record = decode(match.record)
                table = registry.get("township").commands
                texts = [table.by_number(number).text for _, number in record.steps]
                attacked[any(text.startswith("attack ") for text in texts)] += 1
    assert attacked[True] >= 0.3 * attacked.total()
