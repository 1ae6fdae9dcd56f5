"""Random numbers by name: the engine's own generator, vectorised."""

import numpy as np
import pytest

from arbiter.ratings.draws import exponentials, normals, uniforms, words
from engine.chance import Seeded


def test_the_words_are_those_of_the_engine() -> None:
    for row, key in zip(words([0, 7, 2**64 - 1], 5), [0, 7, 2**64 - 1], strict=True):
        chance = Seeded(key)
        assert [int(word) for word in row] == [chance.word() for _ in range(5)]


def test_a_name_has_its_numbers_whoever_else_is_there() -> None:
    alone = exponentials(1, "block", ["x"], 8)
    among = exponentials(1, "block", ["a", "x", "b"], 8)
    assert np.array_equal(alone[0], among[1])
    assert not np.array_equal(among[0], among[1])
    assert not np.array_equal(alone, exponentials(2, "block", ["x"], 8))
    assert not np.array_equal(alone, exponentials(1, "bot", ["x"], 8))


def test_the_numbers_have_the_distributions_they_claim() -> None:
    names = [str(k) for k in range(400)]
    weights = exponentials(3, "block", names, 200)
    assert weights.min() > 0
    assert weights.mean() == pytest.approx(1, abs=0.02)
    assert weights.var() == pytest.approx(1, abs=0.05)
    drawn = normals(3, "bot", names, 200)
    assert drawn.mean() == pytest.approx(0, abs=0.02)
    assert drawn.var() == pytest.approx(1, abs=0.03)
    even = uniforms(3, "any", names, 200)
    assert 0 < even.min() < even.max() < 1
