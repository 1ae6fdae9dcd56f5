"""Where the private Redis of a data folder listens, and which Redis the settings mean."""

import hashlib
import os
import tempfile
from pathlib import Path
from typing import Final

from pentarch.arbiter.settings import Settings

_LONGEST_SOCKET: Final = 100


def socket_of(folder: Path) -> Path:
    """Where the private Redis of a data folder listens. Socket paths must be short."""
    inside = folder / "redis.sock"
    if len(str(inside)) <= _LONGEST_SOCKET:
        return inside
    name = hashlib.sha256(str(folder).encode()).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"pentarch-{os.getuid()}-{name}.sock"


def address_of(folder: Path) -> str:
    """The URL of the private Redis of a data folder."""
    return f"unix://{socket_of(folder)}"


def redis_address(chosen: Settings) -> str:
    """The URL of the Redis that is configured, else of the private one."""
    if chosen.redis is not None:
        return chosen.redis.get_secret_value()
    return address_of(chosen.redis_folder)
