"""Random numbers that belong to names: the same for a block or a bot whenever it is asked.

The bootstrap weights of a block are a function of the seed and the block's id alone. So they do not
depend on the order in which blocks arrive, and adding a block changes no other block's weights.
Nothing here is secret, so the words are SplitMix64's, which numpy makes many at a time.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy.special import ndtri

from pentarch.arbiter.competition.ratings.comparisons import Floats
from pentarch.engine.chance import derive

Keys: TypeAlias = npt.NDArray[np.uint64]

_GAMMA: Final = np.uint64(0x9E3779B97F4A7C15)
_MIX_1: Final = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2: Final = np.uint64(0x94D049BB133111EB)


def words(keys: Keys, count: int) -> npt.NDArray[np.uint64]:
    """The first `count` words of SplitMix64 for every key, one row per key."""
    steps = np.arange(1, count + 1, dtype=np.uint64) * _GAMMA
    z: Keys = keys[:, None] + steps
    z = (z ^ (z >> np.uint64(30))) * _MIX_1
    z = (z ^ (z >> np.uint64(27))) * _MIX_2
    return z ^ (z >> np.uint64(31))


def keys_of(seed: int, label: str, names: Sequence[str]) -> Keys:
    """What all numbers of each name come from."""
    return np.array([derive(seed, label, name) for name in names], dtype=np.uint64)


def uniforms(keys: Keys, count: int) -> Floats:
    """Numbers strictly between 0 and 1, one row per key."""
    top = (words(keys, count) >> np.uint64(12)).astype(np.float64)
    return (top + 0.5) / 2.0**52


def exponentials(keys: Keys, count: int) -> Floats:
    """Exponential numbers with mean 1, one row per key: weights of the Bayesian bootstrap."""
    return -np.log(uniforms(keys, count))


def normals(seed: int, label: str, names: Sequence[str], count: int) -> Floats:
    """Standard normal numbers, one row per name."""
    return np.asarray(ndtri(uniforms(keys_of(seed, label, names), count)), dtype=np.float64)
