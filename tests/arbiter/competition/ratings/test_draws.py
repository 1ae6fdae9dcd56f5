"""Random numbers by name."""

import numpy as np
import pytest

from pentarch.arbiter.competition.ratings.draws import (
    exponentials,
    keys_of,
    normals,
    uniforms,
    words,
)

# The first words for three keys, as published with the algorithm (0 and 1234567) and computed
# independently from its definition.
VECTORS = {
    0: [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F],
    1: [0x910A2DEC89025CC1, 0xBEEB8DA1658EEC67, 0xF893A2EEFB32555E],
    1234567: [6457827717110365317, 3203168211198807973, 9817491932198370423],
}


def test_the_words_are_those_of_splitmix64() -> None:
    assert words(np.array(list(VECTORS), dtype=np.uint64), 3).tolist() == list(VECTORS.values())


def test_a_name_has_its_numbers_whoever_else_is_there() -> None:
    alone = exponentials(keys_of(1, "block", ["x"]), 8)
    among = exponentials(keys_of(1, "block", ["a", "x", "b"]), 8)
    assert np.array_equal(alone[0], among[1])
    assert not np.array_equal(among[0], among[1])
    assert not np.array_equal(alone, exponentials(keys_of(2, "block", ["x"]), 8))
    assert not np.array_equal(alone, exponentials(keys_of(1, "bot", ["x"]), 8))


def test_the_numbers_have_the_distributions_they_claim() -> None:
    names = [str(k) for k in range(400)]
    weights = exponentials(keys_of(3, "block", names), 200)
    assert weights.min() > 0
    assert weights.mean() == pytest.approx(1, abs=0.02)
    assert weights.var() == pytest.approx(1, abs=0.05)
    drawn = normals(3, "bot", names, 200)
    assert drawn.mean() == pytest.approx(0, abs=0.02)
    assert drawn.var() == pytest.approx(1, abs=0.03)
    even = uniforms(keys_of(3, "any", names), 200)
    assert 0 < even.min() < even.max() < 1
