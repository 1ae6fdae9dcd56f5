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

    def changed(self, effect: Effect, times: int) -> "Tracker":
        """The sum with an effect added, or taken away (`times` is -1)."""
        if effect is NO_EFFECT:
            return self
        return Tracker(
            self.gold + times * effect.gold,
            self.build + times * effect.build,
            self.draw + times * effect.draw,
            self.store + times * effect.store,
            self.passive + times * effect.passive,
            self.discount + times * effect.discount,
            self.attack_bonus + times * effect.attack_bonus,
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

    Replaced, never changed, once a realm has it.
    """

    __slots__ = ("keeps_hand", "razed", "won_attack", "won_defence")

    def __init__(self) -> None:
        self.won_attack = False
        self.razed = 0
        self.won_defence = False
        self.keeps_hand = False

    def copy(self) -> "Deeds":
        """Deeds like these that more may be added to."""
        twin = Deeds()
        twin.won_attack = self.won_attack
        twin.razed = self.razed
        twin.won_defence = self.won_defence
        twin.keeps_hand = self.keeps_hand
        return twin

    def numbers(self) -> list[int]:
        """All of them, in the order of their mention."""
        return [int(self.won_attack), self.razed, int(self.won_defence), int(self.keeps_hand)]

    def with_attack(self) -> "Deeds":
        """A battle was won as the attacker."""
        twin = self.copy()
        twin.won_attack = True
        return twin

    def with_defence(self) -> "Deeds":
        """A battle was won as the defender."""
        twin = self.copy()
        twin.won_defence = True
        return twin

    def with_razed(self, hit_points: int) -> "Deeds":
        """A building with so many hit points was razed."""
        twin = self.copy()
        twin.razed += hit_points
        return twin

    def with_hand_kept(self) -> "Deeds":
        """A Quartermaster keeps the whole hand."""
        twin = self.copy()
        twin.keeps_hand = True
        return twin
