"""The generator's numbers look like chance: a battery of statistical tests with fixed keys.

Every test gives a p-value, two-sided where both ends are suspicious, and asks that it is not below
one in a billion. The keys are fixed, so a verdict never changes from run to run.
"""

import hashlib
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats

from pentarch.engine.chance import Keyed, Seeded, derive_key, seed_key

Words = npt.NDArray[np.uint64]
LEAST = 1e-9
COUNT = 60_000

# A key with structure, keys next to each other, and those of small seeds.
KEYS = {
    "zero": bytes(32),
    "one bit": bytes(31) + b"\x01",
    "another bit": b"\x01" + bytes(31),
    "hashed": hashlib.sha256(b"battery").digest(),
    "seed 0": seed_key(0),
    "seed 1": seed_key(1),
}


def drawn(key: bytes, count: int = COUNT) -> Words:
    chance = Keyed(key)
    return np.array([chance.word() for _ in range(count)], dtype=np.uint64)


@pytest.fixture(scope="module")
def streams() -> dict[str, Words]:
    """The words of every key."""
    return {name: drawn(key) for name, key in KEYS.items()}


def bits(words: Words) -> npt.NDArray[np.int64]:
    """The bits of all words, in the order drawn, low bit first."""
    return np.unpackbits(words.view(np.uint8), bitorder="little").astype(np.int64)


def two_sided(z: float) -> float:
    return float(2 * stats.norm.sf(abs(z)))


def chi_square(seen: npt.NDArray[np.int64]) -> float:
    """How likely counts as uneven as these are, or as even."""
    expected = seen.sum() / len(seen)
    value = float(((seen - expected) ** 2 / expected).sum())
    freedom = len(seen) - 1
    return float(2 * min(stats.chi2.sf(value, freedom), stats.chi2.cdf(value, freedom)))


@pytest.mark.parametrize("name", KEYS)
def test_zeros_and_ones_are_as_frequent_everywhere_in_a_word(
    streams: dict[str, Words], name: str
) -> None:
    all_bits = bits(streams[name])
    assert two_sided((2 * all_bits.sum() - len(all_bits)) / len(all_bits) ** 0.5) > LEAST
    for ones in all_bits.reshape(-1, 64).sum(axis=0):
        assert two_sided((2 * ones - COUNT) / COUNT**0.5) > LEAST


@pytest.mark.parametrize("name", KEYS)
def test_pairs_that_follow_each_other_are_even(streams: dict[str, Words], name: str) -> None:
    for shift in (0, 27, 58):
        parts = (streams[name] >> np.uint64(shift)) & np.uint64(63)
        pairs = (parts[:-1:2] * np.uint64(64) + parts[1::2]).astype(np.int64)
        assert chi_square(np.bincount(pairs, minlength=64 * 64)) > LEAST


@pytest.mark.parametrize("name", KEYS)
def test_runs_of_bits_change_as_often_as_they_should(streams: dict[str, Words], name: str) -> None:
    along = bits(streams[name])
    changes = int((along[1:] != along[:-1]).sum())
    assert two_sided((2 * changes - (len(along) - 1)) / (len(along) - 1) ** 0.5) > LEAST
    # Rising and falling words: 2/3 of the inner ones are peaks or valleys.
    words = streams[name]
    rising = words[1:] > words[:-1]
    turns = int((rising[1:] != rising[:-1]).sum())
    mean, variance = 2 * (COUNT - 2) / 3, (16 * COUNT - 29) / 90
    assert two_sided((turns - mean) / variance**0.5) > LEAST


@pytest.mark.parametrize("name", KEYS)
def test_birthdays_are_spaced_as_chance_spaces_them(streams: dict[str, Words], name: str) -> None:
    """Marsaglia's test: 512 birthdays in 2**24 days have two equal spacings on average."""
    births, days = 512, 24
    for shift in (0, 20, 40):
        years = (streams[name] >> np.uint64(shift)) & np.uint64(2**days - 1)
        years = years[: len(years) // births * births].reshape(-1, births)
        spacings = np.sort(np.diff(np.sort(years, axis=1), axis=1), axis=1)
        equal = int((spacings[:, 1:] == spacings[:, :-1]).sum())
        mean = len(years) * births**3 / 2 ** (days + 2)
        p = 2 * min(stats.poisson.sf(equal - 1, mean), stats.poisson.cdf(equal, mean))
        assert p > LEAST


@pytest.mark.parametrize("limit", [2, 3, 4, 5, 6, 7, 8, 10, 12, 13, 20, 36, 52, 60, 100, 255, 1000])
def test_every_number_below_a_limit_is_as_likely(limit: int) -> None:
    for key in (bytes(32), seed_key(limit)):
        chance = Keyed(key)
        seen = np.bincount([chance.below(limit) for _ in range(40_000)], minlength=limit)
        assert chi_square(seen) > LEAST


@pytest.mark.parametrize("name", KEYS)
def test_a_word_tells_nothing_about_later_ones(streams: dict[str, Words], name: str) -> None:
    """Correlation at distances within a block of words, across its edge, and far beyond."""
    values = streams[name].astype(np.float64) / 2.0**64 - 0.5
    for lag in (1, 2, 3, 5, 20, 21, 22, 41, 42, 43, 84, 1000):
        products = values[:-lag] * values[lag:]
        assert two_sided(float(products.sum()) * 12 / len(products) ** 0.5) > LEAST


def test_streams_of_keys_that_are_close_have_nothing_in_common(streams: dict[str, Words]) -> None:
    for one, other in pairwise(streams):
        differing = bits(streams[one] ^ streams[other])
        assert two_sided((2 * differing.sum() - len(differing)) / len(differing) ** 0.5) > LEAST
        assert not set(streams[one].tolist()) & set(streams[other].tolist())


def test_first_words_of_seeds_in_a_row_look_like_chance_too() -> None:
    words = np.array([Seeded(seed).word() for seed in range(COUNT)], dtype=np.uint64)
    derived = [Keyed(derive_key(bytes(32), "block", k)).word() for k in range(COUNT)]
    for stream in (words, np.array(derived, dtype=np.uint64)):
        all_bits = bits(stream)
        assert two_sided((2 * all_bits.sum() - len(all_bits)) / len(all_bits) ** 0.5) > LEAST
        assert chi_square(np.bincount((stream >> np.uint64(54)).astype(np.int64))) > LEAST
        values = stream.astype(np.float64) / 2.0**64 - 0.5
        products = values[:-1] * values[1:]
        assert two_sided(float(products.sum()) * 12 / len(products) ** 0.5) > LEAST


def test_a_tenth_of_the_battery_would_notice_a_poor_generator() -> None:
    """A counter that is not mixed enough fails what the generator passes."""
    poor = np.arange(COUNT, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    values = poor.astype(np.float64) / 2.0**64 - 0.5
    products = values[:-1] * values[1:]
    assert two_sided(float(products.sum()) * 12 / len(products) ** 0.5) < LEAST
    parts = poor & np.uint64(63)
    pairs = (parts[:-1:2] * np.uint64(64) + parts[1::2]).astype(np.int64)
    assert chi_square(np.bincount(pairs, minlength=64 * 64)) < LEAST
