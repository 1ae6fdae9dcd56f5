"""The arbiter's signing key, kept in its data folder and made when it is first needed."""

import hashlib
import os
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

KEY_FILE: Final = "bundle.key"


class Signer:
    """Signs with the key in a folder. Raises OSError and ValueError when there is no good key."""

    def __init__(self, folder: Path) -> None:
        path = folder / KEY_FILE
        if not path.exists():
            _make(path)
        key = load_pem_private_key(path.read_bytes(), password=None)
        if not isinstance(key, Ed25519PrivateKey):
            raise ValueError(f"{path} holds no Ed25519 key")
        self._key: Final = key

    @property
    def public_key(self) -> bytes:
        """The public key, 32 bytes."""
        return self._key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)

    def sign(self, content: bytes) -> bytes:
        """The signature of some bytes, always the same for the same bytes."""
        return self._key.sign(content)


def is_signed(content: bytes, signature: bytes, public_key: bytes) -> bool:
    """Whether the signature is that of the key's holder."""
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, content)
    except (InvalidSignature, ValueError):
        return False
    return True


def fingerprint(public_key: bytes) -> str:
    """A public key for people to compare: the first half of its SHA-256, in groups."""
    digest = hashlib.sha256(public_key).hexdigest()[:32]
    return "-".join(digest[start : start + 4] for start in range(0, 32, 4))


def _make(path: Path) -> None:
    """Write a new key, completely or not at all; of several processes the first one wins."""
    path.parent.mkdir(parents=True, exist_ok=True)
    content = Ed25519PrivateKey.generate().private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
    )
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.touch(mode=0o600)
    try:
        temporary.write_bytes(content)
        os.link(temporary, path)
    except FileExistsError:
        pass
    finally:
        temporary.unlink()
