"""A decision in words: what a seat may know, what it may do, and nothing else."""

from typing import Any

import pytest

from pentarch import Bot, Turn, play
from pentarch.bots.sdk.text import LEFT_OUT, happened
from pentarch.engine import registry
from pentarch.engine.chance import Seeded
from pentarch.engine.core import Event


class Reader(Bot):
    """Plays at random, and compares what it reads in the world and in one that looks the same."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def decide(self, turn: Turn) -> Any:
        luck = Seeded(turn.sequence)
        if turn.sequence % 7 != 1:
            return luck.choice(turn.legal)
        sampled = turn.sample(luck)
        twin = Turn(
            turn.ruleset,
            turn.seat,
            turn.seats,
            turn.sequence,
            turn.ruleset.legal(sampled, turn.seat),
            turn.clock,
            lambda: turn.ruleset.view(sampled, turn.seat),
            lambda: turn.events,
        )
        assert twin.text == turn.text
        self.texts.append(turn.text)
        return luck.choice(turn.legal)


def read(ruleset: str) -> list[str]:
    reader = Reader()
    seats = registry.get(ruleset).info.min_seats
    play(ruleset, [reader, *["random"] * (seats - 1)], seed=3)
    return reader.texts


@pytest.mark.parametrize("ruleset", registry.IDS)
def test_a_seat_reads_the_same_in_every_world_that_looks_the_same_to_it(ruleset: str) -> None:
    texts = read(ruleset)
    assert all(text.startswith("You are p1, one of 2 seats in a match of ") for text in texts)
    assert all("\nYour legal commands:\n0. " in text for text in texts)


def test_a_text_has_what_happened_and_numbered_commands_in_sentences() -> None:
    text = read("township")[0]
    assert "What has happened since your last decision:\n- Nothing." in text
    assert "\n0. break farm: break ground for a farm\n1. break woodlot: break ground" in text
    later = read("township")[1]
    assert "- p1: " in later.partition("What you see:")[0]


def test_what_was_left_out_is_counted() -> None:
    township = registry.get("township")
    assert happened(township, [Event(LEFT_OUT, -1, (7,))]) == ["- 7 earlier events are left out."]


def test_a_dropped_plan_is_told() -> None:
    class Careless(Reader):
        def decide(self, turn: Turn) -> Any:
            self.texts.append(turn.text)
            return [turn.legal[0], "muster academy9"]

    careless = Careless()
    play("township", [careless, "random"], seed=1, options={"round_cap": 5})
    assert "- The rest of your plan was dropped: muster academy9" in careless.texts[1]
