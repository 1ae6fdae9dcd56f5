"""The four combat methods: a battlefield, a hit system, and what else goes with them."""

from typing import Final, final

from pentarch.engine.heroes.combat.arena import ARENA
from pentarch.engine.heroes.combat.battlefield import Battlefield
from pentarch.engine.heroes.combat.display import DISPLAY, GRAND_DISPLAY
from pentarch.engine.heroes.combat.hits import ADVANCED, BASIC, Hits
from pentarch.engine.heroes.tables import DISPLAY_SHARE

_BASIC_SHARE: Final = (1, 1, 1, 1, 2, 2, 2)
_ALL: Final = (1,) * 7


@final
class Method:
    """A combat method (HW-8.0.a, HW-19.0.a).

    `by_level`: units count by their level for experience, and levels cost more and more
    (HW-8.11.b, HW-19.20.a). `share`: one in so many guards of a level appears (T9).
    """

    def __init__(
        self,
        number: int,
        battlefield: Battlefield,
        hits: Hits,
        *,
        by_level: bool,
        share: "tuple[int, ...]",
    ) -> None:
        self.number: Final = number
        self.battlefield: Final = battlefield
        self.hits: Final = hits
        self.by_level: Final = by_level
        self.share: Final = share

    def level_price(self, level: int) -> int:
        """EP from a level to the next."""
        return 10 * level if self.by_level else 10

    def experience(self, killed: int, worth: int) -> int:
        """EP for so many units killed, whose levels add up to `worth`."""
        return worth if self.by_level else killed

    def guard_number(self, level: int, number: int) -> int:
        """Guards that appear: strong ones come in smaller numbers on the Battle Display (T9)."""
        share = self.share[level]
        return (number + share - 1) // share

    def withdrawal(self, own: int, enemy: int) -> int:
        """The highest roll with which a Hero gets away; Initiatives, -1: no Hero."""
        if not self.hits.is_advanced:
            return own
        return max(1, own + own - enemy if enemy >= 0 else own)


METHODS: Final[dict[int, Method]] = {
    1: Method(1, ARENA, BASIC, by_level=False, share=_ALL),
    2: Method(2, DISPLAY, BASIC, by_level=True, share=_BASIC_SHARE),
    3: Method(3, ARENA, ADVANCED, by_level=True, share=_ALL),
    4: Method(4, GRAND_DISPLAY, ADVANCED, by_level=True, share=DISPLAY_SHARE),
}
