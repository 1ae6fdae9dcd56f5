"""Secrets that are handed out once as text, and of which only the hash is kept.

A text is `<prefix>_<key>_<secret>`. The key finds the row, the secret is compared by its hash in
constant time. Secrets are 32 random bytes, so one round of SHA-256 is enough.
"""

import hashlib
import hmac
import re
import secrets
from typing import Final

_PARTS: Final = re.compile(r"([a-z]+)_([0-9a-f]{16})_([A-Za-z0-9_-]{43})")


class NewSecret:
    """A key and a secret just drawn."""

    def __init__(self, prefix: str) -> None:
        secret = secrets.token_urlsafe(32)
        self.key: Final = secrets.token_hex(8)
        self.sha256: Final = _hash(secret)
        self.text: Final = f"{prefix}_{self.key}_{secret}"


def key_in(prefix: str, text: str) -> str | None:
    """The key in a text, if that is one with the prefix."""
    parts = _PARTS.fullmatch(text)
    return parts[2] if parts is not None and parts[1] == prefix else None


def is_right(text: str, sha256: str | None) -> bool:
    """Whether the secret in a text has that hash.

    Without a hash the comparison runs, too, so that time does not tell unknown keys apart.
    """
    parts = _PARTS.fullmatch(text)
    return hmac.compare_digest(sha256 or _hash(""), _hash(parts[3] if parts else "-"))


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
