"""Waiting for what must happen. A slow machine is no fault, so nothing is given up on soon."""

import time
from collections.abc import Callable
from typing import Final

PATIENCE: Final = 300.0
"""Seconds that no machine needs. A test that waits so long has found something that never comes."""


def until(
    is_so: Callable[[], object], patience: float = PATIENCE, what: str = "it comes to that"
) -> None:
    """Wait for a condition."""
    ends = time.monotonic() + patience
    while not is_so():
        if time.monotonic() > ends:
            raise TimeoutError(f"not within {patience:.0f} seconds: {what}")
        time.sleep(0.02)
