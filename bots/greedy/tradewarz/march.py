"""Where the greedy TradeWarz bot marches: the worth of every space."""

from typing import Final

from pentarch.bots.greedy.tradewarz.battle import balance, odds_of, strengths
from pentarch.bots.greedy.tradewarz.outlook import XADLA, YIELD, Outlook
from pentarch.bots.greedy.tradewarz.squads import UNKNOWN, Reach, Squad, Way
from pentarch.engine.commands import Command
from pentarch.engine.tradewarz import commands
from pentarch.engine.tradewarz.battle import main_defender
from pentarch.engine.tradewarz.cards import MORALE
from pentarch.engine.tradewarz.lattice import CROSSINGS, GATES, SPACES
from pentarch.engine.tradewarz.march import group_command, group_refusal
from pentarch.engine.tradewarz.places import unit_with
from pentarch.engine.tradewarz.state import State
from pentarch.engine.tradewarz.tables import (
    CASTLE,
    LONGEST_ROLL,
    MOST_SITES,
    NONE,
    NOTHING,
    SPRING,
)
from pentarch.engine.tradewarz.ways import (
    Group,
    entry_refusal,
    is_defended,
    linked_squares,
    structure_cost,
)

DECAYS: Final = [0.55 * 0.74**steps for steps in range(9)]
"""What is left of a target's worth with so many steps still to go."""
_UNITS: Final = 256
"""More than there are super units, NONE included."""
STEPS: Final = [commands.STEP(space) for space in range(SPACES)]


class Marcher:
    """Values spaces for the groups of one seat."""

    def __init__(self, state: State, seat: int, outlook: Outlook, rotation: int) -> None:
        self.state = state
        self.seat = seat
        self.house = state.houses[seat]
        self.outlook = outlook
        self.rotation = rotation
        self.squads: dict[tuple[int, int], Squad] = {}
        self.holds = [UNKNOWN] * SPACES
        self.roads: list[list[Way] | None] = [None] * SPACES
        self.roads_over_all: list[list[Way] | None] = [None] * SPACES
        # Nobody defends an empty square without a building.
        self.defended = [
            (space < GATES or square.crowd > 0 or square.building.kind != NOTHING)
            and is_defended(state, self.house, space)
            for space, square in enumerate(state.squares)
        ]
        songs = zip(self.house.hand, MORALE, strict=True)
        self.song = min(2, sum(count * card.might.strength for count, card in songs))
        self.cards = strengths(self.house)
        self.balances: dict[int, int] = {}
        self.targets: list[int] | None = None

    # Single spaces.

    def _fight_worth(self, space: int, size: int, unit: int) -> float:
        """A battle for a space."""
        state, outlook = self.state, self.outlook
        odds = odds_of(size + self._balance(space, unit), self.cards)
        if odds.edge + self.song < 0:
            return -20.0
        win, lose = odds.win, odds.lose
        if self.song and odds.edge <= 2:
            win = min(1.0, win + 0.17 * self.song)
            lose = max(0.0, lose - 0.17 * self.song)
        prize = outlook.xadla
        alive = 0.9 if size >= 3 else 0.8 if size == 2 else 0.5
        if state.post_at(space) != NONE:
            prize += 7.0 * alive
        kind = state.building(space).kind
        if kind == CASTLE:
            prize += 16.0 * alive
        elif kind != NOTHING:
            prize += 3.0
        if (
            space < GATES
            and state.gates[space].conquered != state.year
            and main_defender(state, space) == state.gates[space].owner
        ):
            prize += 2 * outlook.xadla * alive
        cost = XADLA if outlook.rivals == 1 else 6.0
        return win * prize * outlook.style.battle - lose * cost - 1.2

    def _balance(self, space: int, unit: int) -> int:
        """The strength edge that soldiers add to."""
        key = space * _UNITS + unit
        known = self.balances.get(key)
        if known is None:
            known = self.balances[key] = balance(self.state, self.seat, space, unit)
        return known

    def hold_worth(self, space: int) -> float:
        """What a first soldier of the seat holds on a space that is not defended against him."""
        worth = self.holds[space]
        if worth == UNKNOWN:
            worth = self._hold_worth(space)
            self.holds[space] = worth
        return worth

    def _hold_worth(self, space: int) -> float:
        state, seat = self.state, self.seat
        if space < GATES:
            return 0.0
        worth = 0.0
        building = state.building(space)
        owner = building.owner
        post = state.post_at(space) != NONE
        if post and owner != seat and not self._is_allied_post(space):
            worth += self._post_worth(space) * self.outlook.style.posts
        if owner == NONE:
            worth += self._site_worth(space)
        elif owner == seat:
            exposed = self.outlook.danger[space] > 0
            worth += (6.0 if building.kind == CASTLE else 2.0) if exposed else 0.3
        elif not self.house.friends.has(owner):
            worth += 4.0
        return worth

    def _is_allied_post(self, space: int) -> bool:
        """Whether an ally holds the post there, which a soldier beside his does not change."""
        allies = self.house.friends.minus(self.seat)
        square = self.state.squares[space]
        return square.here.meets(allies) or allies.has(square.building.owner)

    def _post_worth(self, space: int) -> float:
        """A silver Xadla, and a golden one a year for the second post."""
        state, seat = self.state, self.seat
        held = 0
        for post in state.posts:
            if post.square != space and post.owner == seat:
                held += 1
        worth = self.outlook.xadla + YIELD * self.outlook.horizon
        if held == 1:
            worth += 8.0 if state.season == SPRING else 4.0 + self.outlook.horizon
        return worth

    def _site_worth(self, space: int) -> float:
        site = self.outlook.chart.sites[space]
        if not site or self.house.sites() >= MOST_SITES:
            return 0.0
        worth = site + 0.05 * ((space * 7 + self.rotation) % 5)
        return worth * min(1.0, self.outlook.horizon)

    def squad(self, size: int, unit: int) -> Squad:
        """What is known of such groups."""
        found = self.squads.get((size, unit))
        if found is None:
            found = Squad()
            self.squads[size, unit] = found
        return found

    def worth(self, squad: Squad, space: int, size: int, unit: int) -> float:
        """A space for a group that ends there."""
        worth = squad.worths[space]
        if worth == UNKNOWN:
            worth = self._worth(space, size, unit)
            squad.worths[space] = worth
        return worth

    def _worth(self, space: int, size: int, unit: int) -> float:
        if self.defended[space]:
            return self._fight_worth(space, size, unit)
        mine = self.house.army[space]
        worth = self.hold_worth(space) if not mine else 0.0
        exposed = self.outlook.danger[space] > mine
        if mine and exposed and self.state.post_at(space) != NONE:
            worth += 4.0
        if not mine and self.outlook.danger[space] > size:
            worth -= 3.0
        return worth

    def _find_targets(self) -> "list[int]":
        """The spaces worth walking to."""
        house, gates = self.house, self.state.gates
        found = []
        for space in range(SPACES):
            if space < GATES and (
                gates[space].owner == NONE or house.friends.has(gates[space].owner)
            ):
                continue
            if self.defended[space] or (not house.army[space] and self.hold_worth(space) > 0.5):
                found.append(space)
        return found

    def promise(self, space: int, size: int, unit: int) -> float:
        """The best target seen from a space, less for every step to go."""
        return self._promise(self.squad(size, unit), space, size, unit)

    def _promise(self, squad: Squad, space: int, size: int, unit: int) -> float:
        best = squad.promises[space]
        if best == UNKNOWN:
            best = 0.0
            far = self.outlook.far(space)
            for worth, goal in self._prospects(squad, size, unit):
                steps = far[goal]
                if 0 < steps < len(DECAYS) and worth * DECAYS[steps] > best:
                    best = worth * DECAYS[steps]
            squad.promises[space] = best
        return best

    def _prospects(self, squad: Squad, size: int, unit: int) -> "list[tuple[float, int]]":
        """The best few targets for a group, best first."""
        found = squad.prospects
        if found is None:
            if self.targets is None:
                self.targets = self._find_targets()
            found = [(self.worth(squad, goal, size, unit), goal) for goal in self.targets]
            found.sort(reverse=True)
            found = found[:8]
            squad.prospects = found
        return found

    def total(self, squad: Squad, space: int, size: int, unit: int) -> float:
        """What a group gets by ending on a space: the space itself, and the way on from it."""
        worth = self.worth(squad, space, size, unit)
        return worth if self.defended[space] else worth + self._promise(squad, space, size, unit)

    # Groups.

    def reach(
        self, start: int, size: int, unit: int, steps: int, legal: "list[Command] | None"
    ) -> Reach:
        """Spaces within reach: steps needed, the price of the way, and its first command."""
        state, defended = self.state, self.defended
        group = Group(self.house, start, size, unit)
        over_all = group.crosses()
        reach = Reach(start)
        needed, prices, firsts = reach.steps, reach.prices, reach.firsts
        closed = [False] * SPACES
        edge = [start]
        for step in range(1, steps + 1):
            following: list[int] = []
            for space in edge:
                if space != start and defended[space]:
                    continue
                spent, first = prices[space], firsts[space]
                for goal, extra, command in self._ways(space, over_all):
                    known = needed[goal]
                    if closed[goal] or 0 <= known < step:
                        continue
                    if step == 1 and legal is not None and command not in legal:
                        continue
                    if known == NONE:
                        if entry_refusal(state, group, goal) is not None:
                            closed[goal] = True
                            continue
                        following.append(goal)
                        reach.order.append(goal)
                    elif prices[goal] <= spent + extra:
                        continue
                    needed[goal] = step
                    prices[goal] = spent + extra
                    firsts[goal] = command if step == 1 else first
            edge = following
        return reach

    def _ways(self, space: int, over_all: bool) -> "list[Way]":
        """The steps out of a space, over blocked channels too if `over_all`: goal, price, command.

        Whether a group may set foot on the goal is another matter.
        """
        roads = self.roads_over_all if over_all else self.roads
        found = roads[space]
        if found is None:
            found = self._find_ways(space, over_all)
            roads[space] = found
        return found

    def _find_ways(self, space: int, over_all: bool) -> "list[Way]":
        state, house = self.state, self.house
        found: list[Way] = [(goal, 0.0, STEPS[goal]) for goal in state.land.near[space]]
        if over_all:
            found += [(goal, 0.0, STEPS[goal]) for goal in state.land.shut[space]]
        for crossing in CROSSINGS[space]:
            goal = crossing.goal
            if state.structures[crossing.diagonal]:
                found.append((goal, 0.0, STEPS[goal]))
                continue
            kind = state.land.structures[crossing.diagonal]
            cost = structure_cost(house, kind)
            if house.can_pay(cost):
                found.append((goal, 0.9 * sum(cost), commands.LAY(kind, goal - GATES)))
        for goal in linked_squares(state, space):
            if state.building(goal).owner == house.seat or house.army[goal]:
                found.append((goal, 0.0, commands.WARP(goal - GATES)))
        return found

    def stay_worth(self, space: int, size: int, unit: int) -> float:
        """What is given up when a group leaves a space."""
        left = self.house.army[space] - size
        if space == self.house.gate:
            if left <= 0:
                return 4.0 * self.outlook.siege
            return 1.5 if self.outlook.siege > left + 1 else 0.0
        if left > 0:
            return 0.5 if self.outlook.danger[space] >= left else 0.0
        return max(0.0, self.hold_worth(space)) + self.promise(space, size, unit)

    def best_goals(
        self, start: int, size: int, unit: int, steps: int, legal: "list[Command] | None"
    ) -> "list[tuple[float, Command | None]]":
        """For every number of steps the gain of the best space, and the first step to it."""
        best: list[tuple[float, Command | None]] = [(0.0, None) for _ in range(steps + 1)]
        squad = self.squad(size, unit)
        reach = self.reach(start, size, unit, steps, legal)
        for goal in reach.order:
            first = reach.firsts[goal]
            if first is None:
                continue
            worth = self.total(squad, goal, size, unit) - reach.prices[goal]
            for roll in range(reach.steps[goal], steps + 1):
                if worth > best[roll][0]:
                    best[roll] = (worth, first)
        return best

    def groups(self) -> "list[Group]":
        """Every group that could be formed."""
        state, house = self.state, self.house
        found: list[Group] = []
        for space in range(SPACES):
            if not house.army[space]:
                continue
            rested = house.army[space] - state.march.moved[space]
            unit = unit_with(state, house.seat, space)
            for size in range(1, min(rested, house.squad_limit()) + 1):
                for option in {NONE, unit}:
                    group = Group(house, space, size, option)
                    if group_refusal(state, group) is None:
                        found.append(group)
        return found

    def muster_worth(self, recruits: int) -> float:
        """What a larger squad could go for from the gate than the one there now."""
        house, gate = self.house, self.house.gate
        home = house.army[gate]
        most = min(house.squad_limit(), house.capacity() - house.field)
        if most <= home:
            return 0.0
        now = self.promise(gate, home, NONE) if home else 0.0
        return max(0.0, self.promise(gate, min(most, home + recruits), NONE) - now)

    def best_worths(self) -> list[float]:
        """What a march gains by its best group, for every number of steps up to three."""
        best = [-1.0] * (LONGEST_ROLL + 1)
        for group in self.groups():
            space, size, unit = group.at, group.size, group.unit
            given_up = self.stay_worth(space, size, unit) + 0.25 * size + 0.3
            goals = self.best_goals(space, size, unit, LONGEST_ROLL, None)
            for roll in range(1, LONGEST_ROLL + 1):
                best[roll] = max(best[roll], goals[roll][0] - given_up)
        return best

    def best_group(self, legal: list[Command]) -> Command:
        """The group that gains most, or the end of the march."""
        best = commands.END()
        most = 0.3
        for group in self.groups():
            command = group_command(group)
            if command not in legal:
                continue
            space, size, unit = group.at, group.size, group.unit
            roll = self.state.march.roll
            gain = self.best_goals(space, size, unit, roll, None)[roll][0]
            gain -= self.stay_worth(space, size, unit) + 0.25 * size
            if gain > most:
                most = gain
                best = command
        return best

    def best_step(self, legal: list[Command]) -> Command:
        """The next step of the active group, or its stop."""
        march = self.state.march
        start, size, unit, left = march.at, march.size, march.unit, march.left
        gain, first = self.best_goals(start, size, unit, left, legal)[left]
        if commands.STOP() in legal:
            mine = self.house.army[start] - size
            here = 0.0 if mine > 0 else max(0.0, self.hold_worth(start))
            here += self.promise(start, size, unit)
            if first is None or here >= gain:
                return commands.STOP()
        if first is None:
            steps = [command for command in legal if command.verb is commands.STEP]
            safe = [c for c in steps if not self.defended[c.args[0]]]
            return (safe or steps or legal)[0]
        return first
