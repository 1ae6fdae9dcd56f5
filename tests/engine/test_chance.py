"""Chance: the algorithm's test vectors, and what is made of its words."""

from collections import Counter

import pytest

from engine.chance import Scripted, Seeded, commitment, derive
from engine.errors import InvalidValue

# The first words of SplitMix64 for three seeds, as published with the algorithm (seeds 0 and
# 1234567) and computed independently from its definition.
VECTORS = {
    0: [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F],
    1: [0x910A2DEC89025CC1, 0xBEEB8DA1658EEC67, 0xF893A2EEFB32555E],
    1234567: [6457827717110365317, 3203168211198807973, 9817491932198370423],
}


@pytest.mark.parametrize("seed", VECTORS)
def test_words_are_those_of_splitmix64(seed: int) -> None:
    chance = Seeded(seed)
    assert [chance.word() for _ in range(3)] == VECTORS[seed]


def test_a_position_is_reached_directly() -> None:
    walked = Seeded(9)
    for _ in range(5):
        walked.word()
    assert Seeded(9, 5).word() == walked.word()


def test_a_copy_goes_on_with_the_same_draws() -> None:
    chance = Seeded(3)
    chance.dice(4, 6)
    twin = chance.copy()
    assert twin.dice(10, 6) == chance.dice(10, 6)


def test_dice_show_every_side_about_equally() -> None:
    counts = Counter(Seeded(1).dice(60_000, 6))
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    # Five degrees of freedom: chi-square beyond 20.5 has probability 0.001.
    assert sum((n - 10_000) ** 2 / 10_000 for n in counts.values()) < 20.5


def test_shuffling_keeps_the_items_and_uses_one_draw_less_than_there_are() -> None:
    items = list(range(20))
    chance = Seeded(5)
    chance.shuffle(items)
    assert sorted(items) == list(range(20))
    assert items != list(range(20))
    assert chance.position == 19


def test_shuffling_is_even() -> None:
    chance = Seeded(8)
    counts: Counter[str] = Counter()
    for _ in range(6000):
        items = ["a", "b", "c"]
        chance.shuffle(items)
        counts["".join(items)] += 1
    assert len(counts) == 6
    assert sum((n - 1000) ** 2 / 1000 for n in counts.values()) < 20.5


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_is_64_bits(seed: int) -> None:
    with pytest.raises(InvalidValue, match="seed"):
        Seeded(seed)


def test_a_script_plays_its_values_and_no_more() -> None:
    chance = Scripted([6, 0, 3])
    assert chance.die(6) == 6
    assert chance.below(4) == 0
    assert chance.dice(1, 6) == [3]
    with pytest.raises(InvalidValue, match="used up"):
        chance.die(6)


def test_a_script_refuses_an_impossible_draw() -> None:
    with pytest.raises(InvalidValue, match="not 1 to 6"):
        Scripted([7]).die(6)


def test_derived_seeds_differ_by_every_label() -> None:
    seeds = {derive(1), derive(2), derive(1, "bot", 0), derive(1, "bot", 1), derive(1, "botb", 0)}
    assert len(seeds) == 5
    assert derive(1, "bot", 0) == derive(1, "bot", 0)


def test_a_commitment_binds_the_seed() -> None:
    assert commitment(7) == commitment(7) != commitment(8)
