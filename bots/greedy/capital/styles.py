"""How the greedy bot can be made to play: factors of what it thinks things are worth."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Style:
    """The likings of the greedy bot. One is as usual."""

    attack: float = 1.0
    """Of a troop's Attack value."""
    defence: float = 1.0
    """Of a troop's Defence value, and of Passive Defence."""
    income: float = 1.0
    """Of Gold each turn, and of discounts."""
    mercenaries: float = 1.0
    loot: float = 1.0
    """Of what a war would raze."""
    losses: float = 1.0
    """Of the troops that a war would cost."""


USUAL: Final = Style()
STYLES: Final = {
    "raider": Style(attack=1.6, defence=0.8, loot=1.5, losses=0.4),
    "warden": Style(attack=0.4, defence=1.8, loot=0.5, losses=2.0),
    "merchant": Style(attack=0.7, income=1.6, mercenaries=1.5, losses=1.5),
}
"""Wars at any price; walls, and hardly a war; gold and mercenaries first."""
TRIED: Final[tuple[str, ...]] = ()
