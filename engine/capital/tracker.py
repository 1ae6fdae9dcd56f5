"""The numbers of a seat: its tracker, its pools and its deeds (CP-2.8, CP-4.1)."""

from typing import Final, final

from pentarch.engine.capital.rows import NO_EFFECT, Effect


@final
class Tracker:
    """The sum of everything a seat has in play (CP-2.8). Replaced, never changed."""

    __slots__ = ("attack_bonus", "build", "discount", "draw", "gold", "passive", "store")

    def __init__(
        self,
        gold: int,
        build: int,
        draw: int,
        store: int,
        passive: int,
        discount: int,
        attack_bonus: int,
    ) -> None:
        self.gold = gold
        self.build = build
        self.draw = draw
        self.store = store
        self.passive = passive
        self.discount = discount
        self.attack_bonus = attack_bonus

    def plus(self, effect: Effect) -> "Tracker":
        """The sum with an effect added."""
        if effect is NO_EFFECT:
            return self
        return Tracker(
            self.gold + effect.gold,
            self.build + effect.build,
            self.draw + effect.draw,
            self.store + effect.store,
            self.passive + effect.passive,
            self.discount + effect.discount,
            self.attack_bonus + effect.attack_bonus,
        )

    def minus(self, effect: Effect) -> "Tracker":
        """The sum with an effect taken away."""
        if effect is NO_EFFECT:
            return self
        return Tracker(
            self.gold - effect.gold,
            self.build - effect.build,
            self.draw - effect.draw,
            self.store - effect.store,
            self.passive - effect.passive,
            self.discount - effect.discount,
            self.attack_bonus - effect.attack_bonus,
        )

    def numbers(self) -> list[int]:
        """In the order of TRACKER."""
        return [
            self.gold,
            self.build,
            self.draw,
            self.store,
            self.passive,
            self.discount,
            self.attack_bonus,
        ]


EMPTY_TRACKER: Final = Tracker(0, 0, 0, 0, 0, 0, 0)


@final
class Pools:
    """What a seat can still spend in the running Build phase (CP-4.1, CP-8.5)."""

    __slots__ = ("build", "discount", "free_buildings", "free_troops", "gold", "rebate")

    def __init__(
        self,
        gold: int = 0,
        build: int = 0,
        discount: int = 0,
        rebate: int = 0,
        free_buildings: int = 0,
        free_troops: int = 0,
    ) -> None:
        self.gold = gold
        self.build = build
        self.discount = discount
        self.rebate = rebate
        self.free_buildings = free_buildings
        self.free_troops = free_troops

    def copy(self) -> "Pools":
        """Independent pools."""
        return Pools(
            self.gold,
            self.build,
            self.discount,
            self.rebate,
            self.free_buildings,
            self.free_troops,
        )

    def numbers(self) -> list[int]:
        """All of them, in the order of the constructor."""
        return [
            self.gold,
            self.build,
            self.discount,
            self.rebate,
            self.free_buildings,
            self.free_troops,
        ]


@final
class Deeds:
    """What a seat has done since its last turn ended: Quests and the Quartermaster ask for it.

    Replaced, never changed.
    """

    __slots__ = ("keeps_hand", "razed", "won_attack", "won_defence")

    def __init__(
        self,
        *,
        won_attack: bool = False,
        razed: int = 0,
        won_defence: bool = False,
        keeps_hand: bool = False,
    ) -> None:
        self.won_attack: Final = won_attack
        self.razed: Final = razed
        self.won_defence: Final = won_defence
        self.keeps_hand: Final = keeps_hand

    def numbers(self) -> list[int]:
        """All of them, in the order of their mention."""
        return [int(self.won_attack), self.razed, int(self.won_defence), int(self.keeps_hand)]

    def plus(
        self,
        *,
        won_attack: bool = False,
        razed: int = 0,
        won_defence: bool = False,
        keeps_hand: bool = False,
    ) -> "Deeds":
        """These deeds and others: hit points razed are added up."""
        return Deeds(
            won_attack=self.won_attack or won_attack,
            razed=self.razed + razed,
            won_defence=self.won_defence or won_defence,
            keeps_hand=self.keeps_hand or keeps_hand,
        )


NO_DEEDS: Final = Deeds()
