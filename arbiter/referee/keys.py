"""Keys: where the chance of matches comes from.

A match has two keys of 32 bytes: one for its dice and draws, one for its bots' own luck. Those of a
tournament's matches follow from its secret by a keyed hash, so that one of them tells nothing about
any other. A person's seed stands in for a secret where a match must come out the same again.
"""

import secrets
from dataclasses import dataclass

from pentarch.engine.chance import KEY_BYTES, derive_key, seed_key


@dataclass(frozen=True)
class Keys:
    """The keys of a match, and the seed they come from where a person chose one."""

    match: bytes
    bots: bytes
    seed: int | None = None


def drawn() -> Keys:
    """Keys that nobody knows."""
    return Keys(secrets.token_bytes(KEY_BYTES), secrets.token_bytes(KEY_BYTES))


def chosen(seed: int) -> Keys:
    """The keys of a person's seed: whoever knows it can foresee the match. Raises InvalidValue."""
    return Keys(seed_key(seed), seed_key(seed, "bots"), seed)


def planned(secret: bytes, block: str, place: int | None) -> Keys:
    """The keys of a match in a tournament, by the label of its block and its place there.

    Without a place they are those that all matches of the block share.
    """
    labels = [block] if place is None else [block, place]
    return Keys(derive_key(secret, "match", *labels), derive_key(secret, "bots", *labels))


def new_secret(seed: int | None) -> bytes:
    """The secret of a tournament: drawn, or that of a person's seed. Raises InvalidValue."""
    return secrets.token_bytes(KEY_BYTES) if seed is None else seed_key(seed, "tournament")


def schedule_seed(secret: bytes) -> int:
    """The seed of who meets whom and sits where; unlike the secret it may be guessed."""
    return int.from_bytes(derive_key(secret, "schedule")[:8], "little")


def within_season(
    secret: bytes, ruleset: str, part: str, stage: int, *, is_seeded: bool
) -> tuple[bytes, int | None]:
    """The secret of a season's tournament, and its seed where a person chose the season's."""
    key = derive_key(secret, "season", ruleset, part, stage)
    if not is_seeded:
        return key, None
    seed = int.from_bytes(key[:8], "little")
    return new_secret(seed), seed


def season_secret(seed: int | None) -> bytes:
    """The secret of a season: drawn, or that of a person's seed. Raises InvalidValue."""
    return secrets.token_bytes(KEY_BYTES) if seed is None else seed_key(seed, "season")
