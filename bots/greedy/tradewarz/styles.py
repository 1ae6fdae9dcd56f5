"""How the greedy bot can be made to play: factors of what it thinks things are worth."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Style:
    """The likings of the greedy bot. One is as usual."""

    battle: float = 1.0
    """Of what a battle wins."""
    soldiers: float = 1.0
    buildings: float = 1.0
    """Of silos, villages and castles."""
    learning: float = 1.0
    """Of universities and techs."""
    goods: float = 1.0
    """Of resources on the counters."""
    posts: float = 1.0
    """Of trading posts that others hold, or nobody."""
    greed: int = 3
    """How many more of its own a seat must have to give as many of them as it gets."""


USUAL: Final = Style()
STYLES: Final = {
    "raider": Style(battle=1.6, soldiers=1.4, learning=0.8),
    "builder": Style(battle=0.7, buildings=1.5),
    "scholar": Style(battle=0.8, learning=1.6),
    "hoarder": Style(battle=0.7, goods=1.5, greed=1),
    "conqueror": Style(
        battle=3.7, soldiers=1.5, buildings=1.85, learning=0.6, goods=1.2, posts=2.4
    ),
}
"""Battles; villages and castles; universities and techs; full counters; posts and battles."""
TRIED: Final = tuple(STYLES)
"""Those that search may find better for a match or a part of it."""
