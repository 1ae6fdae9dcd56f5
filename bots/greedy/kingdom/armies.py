"""Armies on paper: a battle of two sides played through without a board."""


class Army:
    """One side of a simulated battle: units in the order in which they take damage."""

    def __init__(self, units: list[tuple[int, int, int]]) -> None:
        """Each unit is its target rank, its attack and its remaining hit points."""
        self.units = sorted(units)
        self.first = 0

    def pool(self) -> int:
        return sum(unit[1] for unit in self.units[self.first :])

    def suffer(self, damage: int) -> None:
        while damage > 0 and self.first < len(self.units):
            rank, attack, left = self.units[self.first]
            if damage < left:
                self.units[self.first] = (rank, attack, left - damage)
                return
            damage -= left
            self.first += 1

    def left(self) -> int:
        return len(self.units) - self.first


def fight(attackers: Army, defenders: Army, castle: int, *, absent: bool) -> bool:
    """Whether attackers are left alone; both armies are used up by it.

    `absent` is for a castle whose owner has no unit there: it fires once.
    """
    if absent and not defenders.left():
        attackers.suffer(castle)
        return attackers.left() > 0
    while attackers.left() and defenders.left():
        dealt = attackers.pool()
        received = defenders.pool() + castle
        attackers.suffer(received)
        defenders.suffer(dealt)
        if dealt == 0 and received == 0:
            return False
    return attackers.left() > 0
