"""What greedy hopes for in Heroes vs Warlords: the worth of targets, by a seat's style."""

from dataclasses import dataclass

from pentarch.bots.greedy.heroes_combat import hero_power
from pentarch.bots.greedy.heroes_economy import defence
from pentarch.engine.heroes.state import (
    AVAILABLE,
    C_HEX,
    C_HOLDER,
    C_UNITS,
    CITY_SIZE,
    EXPLORED,
    GROUND_IDLE,
    GROUND_MERCS,
    HERO_SIZE,
    O_HOLY,
    O_ROUNDS,
    VISITED,
    State,
    army_stacks,
    capital,
    feature_at,
    hex_of,
    in_play,
    is_mine,
)
from pentarch.engine.heroes.strikes import advanced_hits
from pentarch.engine.heroes.tables import LEVEL, SECTIONS, UNIT_COUNT
from pentarch.engine.heroes.tiles import F_HOLY, F_OUTPOST, F_RECRUIT, F_RUIN, F_TOWER, HEXES
from pentarch.engine.heroes.world import TERRAIN_SLOTS

FOE_WORTH = 60.0
GROUND_WORTH = 8.0
LORE_WORTH = 10.0
MINE_WORTH = {1: 16.0, 2: 10.0, 3: 12.0, 4: 12.0}
# What the Hero and his army are worth, against which a target is weighed; more if he is the last.
HERO_WORTH = 120.0
LAST_HERO_WORTH = 200.0
# A face-down tile, and by how much more per Round in the second half of a peace that goes on.
UNSEEN_WORTH = 6.0
UNREST = 2.0


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


USUAL = Style()


class Appraiser:
    """What things are worth to a seat in a state."""

    def __init__(
        self, state: State, seat: int, style: Style, foes: dict[int, list[int]], *, is_tense: bool
    ) -> None:
        self.state = state
        self.seat = seat
        self.style = style
        self.foes = foes
        self.is_tense = is_tense
        self.home = state.cities[capital(state, seat) * CITY_SIZE + C_HEX]
        self.cities = {state.cities[city * CITY_SIZE + C_HEX]: city for city in range(3)}

    def site_most(self) -> float:
        """No place without Heroes and Cities is worth more."""
        grounds = 1.5 * max(self.state.grounds[1::2])
        mines = self.style.mines * max(MINE_WORTH.values())
        return max(mines, self.style.lore * LORE_WORTH, self.unseen(), GROUND_WORTH, grounds)

    def target(self, hero: int, hex: int) -> float:
        """What entering a hex brings."""
        if not self.state.face[hex // HEXES]:
            return self.unseen()
        city = self.cities.get(hex, -1)
        if city >= 0:
            return self.city(hero, city, hex)
        return FOE_WORTH * len(self.foes.get(hex, ())) + self._site(hero, hex)

    def stake(self, hero: int) -> float:
        """What would be lost with the Hero."""
        partner = hero ^ 1
        is_last = not in_play(self.state, partner)
        if is_last and self.state.heroes[partner * HERO_SIZE] != AVAILABLE:
            return self.style.stake * LAST_HERO_WORTH
        return self.style.stake * HERO_WORTH

    def unseen(self) -> float:
        """Else outposts and holy places keep Heroes from the last tiles, and no war ever begins."""
        late = self.state.round - self.state.opt[O_ROUNDS] // 2
        unrest = UNREST * max(0, late if advanced_hits(self.state) else 0)
        return self.style.unseen * (UNSEEN_WORTH + unrest)

    def city(self, hero: int, city: int, hex: int) -> float:
        state = self.state
        holder = state.cities[city * CITY_SIZE + C_HOLDER]
        if holder != self.seat:
            return 300.0 if hex == self.home else 150.0
        if hex != self.home:
            return 0.0
        row = city * CITY_SIZE + C_UNITS
        waiting = sum(
            (LEVEL[unit] + 1) * state.cities[row + unit]
            for unit in range(UNIT_COUNT)
            if state.cities[row + unit]
        )
        worth = 0.0
        if army_stacks(state, hero) < SECTIONS or waiting > 20:
            weak = hero_power(state, hero) < 45.0
            worth = (1.2 if weak else 0.3) * waiting
        if self.is_tense:
            worth *= 0.5
            near = self._near_threat()
            if near > defence(state, self.seat):
                worth += 50.0
        return worth

    def _near_threat(self) -> float:
        state = self.state
        if not state.war:
            return 0.0
        return max(
            [
                hero_power(state, other)
                for other in range(2 * state.seats)
                if other // 2 != self.seat
                and in_play(state, other)
                and state.world.distance(hex_of(state, other), self.home) <= 7
            ],
            default=0.0,
        )

    def _site(self, hero: int, hex: int) -> float:
        state = self.state
        feature = feature_at(state, hex)
        mark = state.mark[hex]
        if is_mine(state, hex):
            is_own = state.owner[hex] == self.seat + 1
            return 0.0 if is_own else self.style.mines * MINE_WORTH[feature]
        if feature == F_RUIN:
            return 0.0 if mark & EXPLORED else self.style.lore * LORE_WORTH
        if feature == F_TOWER:
            return 0.0 if (state.used[hex] >> hero) & 1 else self.style.lore * LORE_WORTH
        if feature == F_OUTPOST:
            return 0.0 if mark & VISITED else 4.0
        if feature == F_HOLY:
            return 5.0 if state.opt[O_HOLY] and not mark & VISITED else 0.0
        if feature == F_RECRUIT:
            race = hex // HEXES - TERRAIN_SLOTS
            if state.seat_of[race] == self.seat:
                if state.grounds[2 * race] == GROUND_IDLE:
                    return GROUND_WORTH
                return 1.5 * state.grounds[2 * race + 1]
            if state.grounds[2 * race] == GROUND_MERCS:
                return 1.5 * state.grounds[2 * race + 1]
        return 0.0
