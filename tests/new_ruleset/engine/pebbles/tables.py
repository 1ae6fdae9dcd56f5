"""The numbers of the rules."""

from typing import Final

MOST_TAKEN: Final = 3
HEAP: Final = 40
SMALLEST_HEAP: Final = 1
LARGEST_HEAP: Final = 60
DIE: Final = 6
WIND: Final = 1
