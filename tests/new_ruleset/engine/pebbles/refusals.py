"""Why a command is refused."""

from typing import Final

from pentarch.engine.core import Refusal

TOO_FEW: Final = Refusal("PB-2.2", "the heap has fewer pebbles")
