"""The economy of a round."""

from pentarch.bots.greedy.kingdom.survey import FAR, Survey
from pentarch.engine.kingdom.checks import buy_refusal, research_refusal, scroll_price
from pentarch.engine.kingdom.commands import BUY, RESEARCH, TRAIN, TRAIN_SHIP, USE, USE_BLUEPRINT
from pentarch.engine.kingdom.tables import (
    DRAGON_EGG,
    GALLEON_BLUEPRINT,
    IMPROVE_DEFENSE,
    IMPROVE_PRODUCTION,
    KINDS,
    KNIGHT,
    MAGE,
    MARKET,
    MOST_LANDS,
    SAWMILL,
    SWORDSMAN,
    TECH_COST,
    TOWER_SCROLL,
    TRIREME,
    UPKEEP,
)

SOLDIERS_PER_MAGE = 8


class Steward(Survey):
    """Spends the gold: scrolls and techs first, soldiers with what is left."""

    def spend_on_growth(self) -> None:
        plan, realm = self.plan, self.realm
        net = realm.income(self.seat) - realm.upkeep(self.seat)
        is_pressed = any(self.threats_to(castle) for castle in self.castles)
        can_study = realm.tech >= 0 and research_refusal(plan, realm.tech) is None
        can_study = can_study and net - TECH_COST[realm.tech] >= 4
        if can_study and not is_pressed and self.rounds_left > 12:
            self.say(RESEARCH(realm.tech))
        for scroll in (MARKET, SAWMILL, IMPROVE_PRODUCTION, DRAGON_EGG, TOWER_SCROLL):
            if scroll in realm.offer and buy_refusal(plan, scroll) is None:
                price = scroll_price(plan, scroll)
                if self.wants(scroll, price, net, is_pressed=is_pressed):
                    self.say(BUY(scroll))
        self.use_scrolls()

    def wants(self, scroll: int, price: int, net: int, *, is_pressed: bool) -> bool:
        gold = self.plan.gold
        spare = gold - price
        if scroll == MARKET:
            return len(self.castles) >= 2 and self.rounds_left > 8 and not is_pressed
        if scroll == SAWMILL:
            has_site = any(self.is_mill_site(area) for area in self.here)
            return price <= 11 and has_site and self.rounds_left > 10 and not is_pressed
        if scroll == IMPROVE_PRODUCTION:
            slots = sum(self.plan.slots.values())
            return bool(self.castles) and spare >= 3 * slots and net >= 4
        if scroll == DRAGON_EGG:
            return net >= 6 and spare >= 4 and bool(self.castles)
        return is_pressed and spare >= 6 and bool(self.castles)

    def is_mill_site(self, area: int) -> bool:
        return (
            area < MOST_LANDS
            and self.realm.owner[area] == self.seat
            and not self.board.has_castle[area]
            and not self.realm.sawmill[area]
            and bool(self.plan.builders.get(area))
            and not self.threats_to(area)
        )

    def use_scrolls(self) -> None:
        stock = self.plan.stock
        by_front = sorted(self.castles, key=self.front_key)
        if stock[SAWMILL]:
            for area in self.mixed(list(self.here)):
                if stock[SAWMILL] and self.is_mill_site(area):
                    self.say(USE(SAWMILL, area))
        for castle in by_front:
            if stock[IMPROVE_PRODUCTION]:
                self.say(USE(IMPROVE_PRODUCTION, castle))
            if stock[IMPROVE_DEFENSE]:
                self.say(USE(IMPROVE_DEFENSE, castle))
            if stock[DRAGON_EGG]:
                self.say(USE(DRAGON_EGG, castle))
            if stock[TOWER_SCROLL] and self.threats_to(castle):
                self.say(USE(TOWER_SCROLL, castle))
            for sea in self.board.sea_steps[castle]:
                if stock[GALLEON_BLUEPRINT]:
                    self.say(USE_BLUEPRINT(castle, sea - MOST_LANDS))

    def train(self) -> None:
        """Fill the slots near the front, as far as income carries upkeep."""
        plan, realm = self.plan, self.realm
        upkeep = realm.upkeep(self.seat)
        income = realm.income(self.seat)
        counts = [0] * KINDS
        for kind, side in zip(realm.kind, realm.side, strict=True):
            if side == self.seat:
                counts[kind] += 1
        for castle in sorted(self.castles, key=self.front_key):
            while plan.slots[castle] > 0:
                slots = sum(plan.slots.values())
                kind = self.choice_of_arms(castle, counts, slots)
                extra = UPKEEP[kind]
                if income - upkeep - extra + plan.gold // 4 < 1:
                    return
                if not self.enlist(kind, castle) and not self.enlist(SWORDSMAN, castle):
                    break
                counts[kind] += 1
                upkeep += extra

    def choice_of_arms(self, castle: int, counts: list[int], slots: int) -> int:
        gold = self.plan.gold
        if self.wants_ship(castle, counts) and gold >= self.plan.price(TRIREME):
            return TRIREME
        soldiers = counts[SWORDSMAN] + counts[KNIGHT]
        if counts[MAGE] * SOLDIERS_PER_MAGE < soldiers and gold >= 5 + 2 * (slots - 1):
            return MAGE
        if gold >= 5 * slots:
            return KNIGHT
        return SWORDSMAN

    def wants_ship(self, castle: int, counts: list[int]) -> bool:
        """Where castles lie beyond the sea, or behind an army that cannot be passed: ships."""
        if not self.board.sea_steps[castle]:
            return False
        goals = [area for area in self.board.castles if self.realm.owner[area] != self.seat]
        by_sea = [area for area in goals if self.land_distance(area)[castle] >= FAR]
        blocked = [area for area in goals if self.open_distance(area)[castle] >= FAR]
        wanted = 0
        if len(by_sea) == len(goals):
            wanted = 3
        elif len(blocked) >= len(goals) - 1 and self.realm.round > self.rounds_left // 2:
            wanted = 2
        elif by_sea and len(self.castles) >= 3:
            wanted = 1
        return counts[TRIREME] < wanted

    def enlist(self, kind: int, castle: int) -> bool:
        if kind != TRIREME:
            return self.say(TRAIN(kind, castle))
        seas = [sea for sea in self.board.sea_steps[castle] if sea not in self.foes]
        seas.sort(key=lambda sea: (-len(self.board.land_steps[sea]), self.taste[sea]))
        return bool(seas) and self.say(TRAIN_SHIP(castle, seas[0] - MOST_LANDS))
