"""Chance: the algorithm's test vectors, and what is made of its words."""

import hashlib
from collections import Counter

import pytest

from pentarch.engine.chance import (
    Keyed,
    Scripted,
    Seeded,
    commitment,
    derive,
    derive_key,
    seed_key,
)
from pentarch.engine.errors import InvalidValue

COUNTING = bytes(range(32))
# The words at some positions, computed from the definition with a SHAKE-128 written for it.
VECTORS = {
    (bytes(32), 0): [0x64194B1864BB9C90, 0x39D575E216508AF5, 0x7E1177EF6572A6E9],
    (COUNTING, 0): [0x9AB45BC45FD63DD6, 0x3DB66D5D6655A348, 0x4F7916DA742E45C1],
    (COUNTING, 41): [0x5FF8559ADFD7E22E, 0x48D835A9216CB34E, 0xCC82D99D314F52E2],
    (COUNTING, 42 * 2**32): [0x51E6862C0C03BC99, 0x7CED65A38E039D3A, 0xC3D0B19E6A51ED2F],
}
# The keys of three seeds, by the definition: BLAKE2b under the seed's bytes over the two labels.
SEED_KEYS = {
    0: "2260ddaf3608ecf5b81fdc047d9f8f6d5a0f069832b23c224259b03f87bbfe9c",
    1: "b15ac43105d4ed5238442cd55c58bdc2c225b0ebe561cfd0bdfcb0102b8a761e",
    2**64 - 1: "ae6cbdd5874c538e382cdf4aa457d7ffe02b1525d885d76d495d365e4a7d26ef",
}


@pytest.mark.parametrize(("key", "position"), VECTORS)
def test_words_are_those_of_shake_128_in_counter_mode(key: bytes, position: int) -> None:
    chance = Keyed(key, position)
    assert [chance.word() for _ in range(3)] == VECTORS[key, position]


@pytest.mark.parametrize("seed", SEED_KEYS)
def test_a_seed_has_a_key(seed: int) -> None:
    assert seed_key(seed).hex() == SEED_KEYS[seed]
    assert Seeded(seed).word() == Keyed(seed_key(seed)).word()
    assert seed_key(seed, "bots") != seed_key(seed)


@pytest.mark.parametrize("limit", [1, 2, 6, 1000, 2**33 + 1, 2**64])
def test_a_draw_is_the_upper_half_of_word_times_limit(limit: int) -> None:
    words, draws = Keyed(COUNTING), Keyed(COUNTING)
    assert [draws.below(limit) for _ in range(100)] == [
        words.word() * limit >> 64 for _ in range(100)
    ]


def test_a_position_is_reached_directly() -> None:
    walked = Seeded(9)
    for _ in range(5):
        walked.word()
    assert Seeded(9, 5).word() == walked.word()
    chance = Seeded(9, 100)
    chance.word()
    chance.position = 5
    assert chance.word() == Seeded(9, 5).word()


def test_a_copy_goes_on_with_the_same_draws() -> None:
    chance = Seeded(3)
    chance.dice(4, 6)
    twin = chance.copy()
    expected = Seeded(3, 4).dice(100, 6)
    assert twin.dice(100, 6) == expected
    assert chance.dice(100, 6) == expected


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


@pytest.mark.parametrize("key", [b"", bytes(31), bytes(33)])
def test_a_key_is_256_bits(key: bytes) -> None:
    with pytest.raises(InvalidValue, match="32 bytes"):
        Keyed(key)
    with pytest.raises(InvalidValue, match="32 bytes"):
        derive_key(key, "match")
    with pytest.raises(InvalidValue, match="32 bytes"):
        commitment(key)


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


# Lists of labels that are alike when they are joined carelessly.
CONFUSABLE: list[tuple[int | str, ...]] = [
    (),
    ("",),
    ("", ""),
    ("bot", 0),
    ("bot", 1),
    ("bot", "1"),
    ("bot:1",),
    ("bot1",),
    ("bot", 11),
    ("bot", 1, 1),
    ("bots3:11",),
    ("b", "ot1"),
    (1, 11),
    (11, 1),
    (-1,),
    ("-1",),
]


def test_derived_keys_and_seeds_differ_by_every_label() -> None:
    assert len({derive_key(COUNTING, *labels) for labels in CONFUSABLE}) == len(CONFUSABLE)
    assert len({derive(7, *labels) for labels in CONFUSABLE}) == len(CONFUSABLE)
    assert derive(1, "bot", 0) == derive(1, "bot", 0) != derive(2, "bot", 0)


def test_a_derived_key_is_a_keyed_hash_over_labels_with_kind_and_length() -> None:
    mixed = hashlib.blake2b(
        b"s5:blocki2:17", key=COUNTING, digest_size=32, person=b"pentarch derive"
    )
    assert derive_key(COUNTING, "block", 17) == mixed.digest()


def test_a_commitment_binds_the_key() -> None:
    assert (
        commitment(COUNTING) == "8afa4f31b3dd114062742962ab3e5afc7b5c4ca7493ae27cd4a54e4175a48c4e"
    )
    assert commitment(bytes(32)) != commitment(COUNTING)
