"""How the greedy bot can be made to play: its first army, and what it is keen on."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Style:
    """What a seat is keen on: its first army, and factors of what things are usually worth."""

    shopping: tuple[tuple[str, int], ...] = (("l3", 3), ("l2", 4), ("l1", 3))
    stake: float = 1.0
    """Of what would be lost with a Hero; the lower, the bolder."""
    mines: float = 1.0
    lore: float = 1.0
    """Ruins and towers."""
    unseen: float = 1.0


USUAL: Final = Style()
STYLES: Final = {
    "settler": Style((("l3", 3), ("l1", 11)), mines=2.0, lore=0.3, unseen=2.0),
    "bold": Style(stake=0.25),
    "careful": Style(stake=2.0),
    "miner": Style(mines=2.0, lore=0.3),
    "scout": Style(unseen=2.0),
}
TRIED: Final = tuple(STYLES)
"""Those that search may find better for a match or a part of it."""
