"""The economy of a round."""

from pentarch.bots.greedy.kingdom.survey import FAR, Survey
from pentarch.engine.kingdom.commands import BUY, RESEARCH, TRAIN, TRAIN_SHIP, USE, USE_BLUEPRINT
from pentarch.engine.kingdom.market import buy_refusal, price_of
from pentarch.engine.kingdom.research import research_refusal
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
    TOWER_SCROLL,
    TRIREME,
    Kind,
    Scroll,
)


class Steward(Survey):
    """Spends the gold: scrolls and techs first, soldiers with what is left."""

    def spend_on_growth(self) -> None:
        plan, realm, tech = self.plan, self.realm, self.realm.market.tech
        style = self.style
        net = realm.incomes()[self.seat] - realm.upkeeps()[self.seat]
        is_pressed = any(self.threats_to(castle) for castle in self.castles)
        if tech is not None and research_refusal(plan, tech) is None:
            can_pay = net - tech.cost >= style.net
            if can_pay and not is_pressed and self.rounds_left > style.fewest_rounds + 4:
                self.say(RESEARCH(tech.number))
        for scroll in (MARKET, SAWMILL, IMPROVE_PRODUCTION, DRAGON_EGG, TOWER_SCROLL):
            offer = realm.market.offer_of(scroll)
            if offer is not None and buy_refusal(plan, scroll) is None:
                price = price_of(plan, offer)
                if self.wants(scroll, price, net, is_pressed=is_pressed):
                    self.say(BUY(scroll.number))
        self.use_scrolls()

    def wants(self, scroll: Scroll, price: int, net: int, *, is_pressed: bool) -> bool:
        gold = self.plan.gold
        spare = gold - price
        fewest_rounds = self.style.fewest_rounds
        if scroll is MARKET:
            is_settled = len(self.castles) >= self.style.market_castles
            return is_settled and self.rounds_left > fewest_rounds and not is_pressed
        if scroll is SAWMILL:
            has_site = any(self.is_mill_site(area) for area in self.here)
            is_early = self.rounds_left > fewest_rounds + 2
            return price <= self.style.sawmill_price and has_site and is_early and not is_pressed
        if scroll is IMPROVE_PRODUCTION:
            slots = sum(self.plan.slots.values())
            return bool(self.castles) and spare >= 3 * slots and net >= self.style.net
        if scroll is DRAGON_EGG:
            return net >= 6 and spare >= 4 and bool(self.castles)
        return is_pressed and spare >= 6 and bool(self.castles)

    def is_mill_site(self, area: int) -> bool:
        region = self.realm.region(area)
        return (
            region.owner == self.seat
            and region.castle is None
            and not region.has_sawmill
            and area in self.plan.builders
            and not self.threats_to(area)
        )

    def use_scrolls(self) -> None:
        for area in self.mixed(list(self.here)):
            if self.has(SAWMILL) and self.is_mill_site(area):
                self.use(SAWMILL, area)
        for castle in sorted(self.castles, key=self.front_key):
            self.use(IMPROVE_PRODUCTION, castle)
            self.use(IMPROVE_DEFENSE, castle)
            self.use(DRAGON_EGG, castle)
            if self.has(TOWER_SCROLL) and self.threats_to(castle):
                self.use(TOWER_SCROLL, castle)
            for sea in self.place(castle).sea_steps:
                if self.has(GALLEON_BLUEPRINT):
                    self.say(USE_BLUEPRINT(castle, sea - MOST_LANDS))

    def has(self, scroll: Scroll) -> bool:
        return self.plan.stock_of(scroll) > 0

    def use(self, scroll: Scroll, area: int) -> None:
        if self.has(scroll):
            self.say(USE(scroll.number, area))

    def train(self) -> None:
        """Fill the slots near the front, as far as income carries upkeep."""
        plan, realm = self.plan, self.realm
        upkeep, income = realm.upkeeps()[self.seat], realm.incomes()[self.seat]
        counts = {kind: sum(1 for unit in plan.units if unit.kind is kind) for kind in KINDS}
        for castle in sorted(self.castles, key=self.front_key):
            while plan.slots[castle] > 0 and plan.gold >= self.purse():
                slots = sum(plan.slots.values())
                kind = self.choice_of_arms(castle, counts, slots)
                if income - upkeep - kind.upkeep + plan.gold // 4 < 1:
                    return
                if not self.enlist(kind, castle) and not self.enlist(SWORDSMAN, castle):
                    break
                counts[kind] += 1
                upkeep += kind.upkeep

    def purse(self) -> int:
        """Gold to keep, while there is time to grow and nobody near."""
        if any(self.threats_to(castle) for castle in self.castles):
            return 0
        return self.style.purse if self.rounds_left > self.style.fewest_rounds else 0

    def choice_of_arms(self, castle: int, counts: dict[Kind, int], slots: int) -> Kind:
        gold = self.plan.gold
        if self.wants_ship(castle, counts) and gold >= self.plan.price(TRIREME):
            return TRIREME
        soldiers = counts[SWORDSMAN] + counts[KNIGHT]
        if counts[MAGE] * self.style.soldiers_per_mage < soldiers and gold >= 5 + 2 * (slots - 1):
            return MAGE
        if gold >= self.style.knight_gold * slots:
            return KNIGHT
        return SWORDSMAN

    def wants_ship(self, castle: int, counts: dict[Kind, int]) -> bool:
        """Where castles lie beyond the sea, or behind an army that cannot be passed: ships."""
        if not self.place(castle).sea_steps:
            return False
        goals = [area for area in self.board.castles if self.owner(area) != self.seat]
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

    def enlist(self, kind: Kind, castle: int) -> bool:
        if kind is not TRIREME:
            return self.say(TRAIN(kind.number, castle))
        seas = [sea for sea in self.place(castle).sea_steps if sea not in self.foes]
        seas.sort(key=lambda sea: (-len(self.place(sea).land_steps), self.taste[sea]))
        return bool(seas) and self.say(TRAIN_SHIP(castle, seas[0] - MOST_LANDS))
