"""What greedy hopes for in Heroes vs Warlords: the worth of targets, by a seat's style."""

from pentarch.bots.greedy.heroes.combat import garrison_power, hero_power
from pentarch.bots.greedy.heroes.production import defence
from pentarch.bots.greedy.heroes.styles import Style
from pentarch.engine.heroes.city import City
from pentarch.engine.heroes.combat.method import METHODS
from pentarch.engine.heroes.hero import AVAILABLE, Hero
from pentarch.engine.heroes.state import State
from pentarch.engine.heroes.tables import CRYSTAL, GOLD, SECTIONS, STONE, WOOD
from pentarch.engine.heroes.world.map import TERRAIN_SLOTS
from pentarch.engine.heroes.world.site import GROUND_IDLE, GROUND_MERCS
from pentarch.engine.heroes.world.tile import HEXES, HOLY_PLACE, OUTPOST, RECRUITS, RUIN, TOWER

FOE_WORTH = 60.0
GROUND_WORTH = 8.0
LORE_WORTH = 10.0
MINE_WORTH = {GOLD: 16.0, CRYSTAL: 10.0, STONE: 12.0, WOOD: 12.0}
# What the Hero and his army are worth, against which a target is weighed; more if he is the last.
HERO_WORTH = 120.0
LAST_HERO_WORTH = 200.0
# A face-down tile, and by how much more per Round in the second half of a peace that goes on.
UNSEEN_WORTH = 6.0
UNREST = 2.0


class Appraiser:
    """What things are worth to a seat in a state."""

    def __init__(
        self, state: State, seat: int, style: Style, foes: dict[int, list[Hero]], *, is_tense: bool
    ) -> None:
        self.state = state
        self.seat = seat
        self.style = style
        self.foes = foes
        self.is_tense = is_tense
        self.home = state.capital(seat).hex
        self.cities = {city.hex: city for city in state.cities}
        self.unseen = self._unseen()

    def site_most(self) -> float:
        """No place without Heroes and Cities is worth more."""
        grounds = 1.5 * max(ground.units for ground in self.state.grounds)
        mines = self.style.mines * max(MINE_WORTH.values())
        return max(mines, self.style.lore * LORE_WORTH, self.unseen, GROUND_WORTH, grounds)

    def target(self, hero: Hero, hex: int) -> float:
        """What entering a hex brings."""
        if not self.state.is_up(hex):
            return self.unseen
        city = self.cities.get(hex)
        if city is not None:
            return self.city(hero, city, hex)
        return FOE_WORTH * len(self.foes.get(hex, ())) + self._site(hero, hex)

    def stake(self, hero: Hero) -> float:
        """What would be lost with the Hero."""
        partner = self.state.partner(hero)
        if not partner.in_play() and partner.status != AVAILABLE:
            return self.style.stake * LAST_HERO_WORTH
        return self.style.stake * HERO_WORTH

    def _unseen(self) -> float:
        """A face-down tile: it is worth more late in a peace, or outposts and holy places would
        keep Heroes from the last tiles, and no war would ever begin."""
        late = self.state.round - self.state.settings.rounds // 2
        is_advanced = METHODS[self.state.method].hits.is_advanced
        unrest = UNREST * max(0, late if is_advanced else 0)
        return self.style.unseen * (UNSEEN_WORTH + unrest)

    def city(self, hero: Hero, city: City, hex: int) -> float:
        if city.holder != self.seat:
            return 300.0 if hex == self.home else 150.0
        if hex != self.home:
            return 0.0
        waiting = garrison_power(city)
        worth = 0.0
        if hero.stacks() < SECTIONS or waiting > 20:
            weak = hero_power(hero) < 45.0
            worth = (1.2 if weak else 0.3) * waiting
        if self.is_tense:
            worth *= 0.5
            near = self._near_threat()
            if near > defence(self.state, self.seat):
                worth += 50.0
        return worth

    def _near_threat(self) -> float:
        state = self.state
        if not state.war:
            return 0.0
        return max(
            [
                hero_power(other)
                for other in state.heroes
                if other.seat != self.seat
                and other.in_play()
                and state.world.distance(other.hex, self.home) <= 7
            ],
            default=0.0,
        )

    def _site(self, hero: Hero, hex: int) -> float:
        state = self.state
        feature = state.feature(hex)
        site = state.sites[hex]
        if feature.is_mine:
            is_own = site.owner == self.seat
            return 0.0 if is_own else self.style.mines * MINE_WORTH[feature.resource]
        if feature is RUIN:
            return 0.0 if site.explored else self.style.lore * LORE_WORTH
        if feature is TOWER:
            return 0.0 if hero.number in site.used else self.style.lore * LORE_WORTH
        if feature is OUTPOST:
            return 0.0 if site.visited else 4.0
        if feature is HOLY_PLACE:
            return 5.0 if state.settings.holy_places and not site.visited else 0.0
        if feature is RECRUITS:
            race = hex // HEXES - TERRAIN_SLOTS
            ground = state.grounds[race]
            if state.seat_of[race] == self.seat:
                return GROUND_WORTH if ground.status == GROUND_IDLE else 1.5 * ground.units
            if ground.status == GROUND_MERCS:
                return 1.5 * ground.units
        return 0.0
