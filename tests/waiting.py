"""Waiting for what must happen. A slow machine is no fault, so nothing is given up on soon."""

import time
from collections.abc import Callable
from typing import Final

PATIENCE: Final = 300.0
"""Seconds that no machine needs. A test that waits so long has found something that never comes."""
_LONGEST_PAUSE: Final = 0.1


def until(
    is_so: Callable[[], object], patience: float = PATIENCE, what: str = "it comes to that"
) -> None:
    """Wait for a condition. Looking costs something: whoever has waited longer looks less often."""
    began = time.monotonic()
    while not is_so():
        waited = time.monotonic() - began
        if waited > patience:
            raise TimeoutError(f"not within {patience:.0f} seconds: {what}")
        time.sleep(min(0.02 + waited / 20, _LONGEST_PAUSE))
