"""Where the greedy TradeWarz bot marches: odds of battles, and the worth of every space."""

from functools import lru_cache
from typing import Final, TypeAlias

from pentarch.bots.greedy.tradewarz.worth import XADLA, YIELD, Outlook
from pentarch.engine.commands import Command
from pentarch.engine.tradewarz import commands
from pentarch.engine.tradewarz.battle import attack_values, defence_values, main_defender
from pentarch.engine.tradewarz.economy import can_pay
from pentarch.engine.tradewarz.march import (
    entry_refusal,
    group_refusal,
    is_defended,
    linked_squares,
    structure_cost,
)
from pentarch.engine.tradewarz.places import capacity, squad_limit, unit_with
from pentarch.engine.tradewarz.state import State
from pentarch.engine.tradewarz.tables import (
    BATTLE_CARDS,
    BATTLECRY,
    CASTLE,
    CROSSINGS,
    DECK,
    DIAGONAL_ENDS,
    GATES,
    HEROSONG,
    MORALE_TYPES,
    MOST_SITES,
    NONE,
    SKY_LANTERNS,
    SPACES,
    SPRING,
    STRUCTURE_OF_TERRAIN,
)

Way: TypeAlias = tuple[int, float, Command]
"""A goal, the price of the way there, and the command for it."""
DECAYS: Final = [0.55 * 0.74**steps for steps in range(9)]
"""What is left of a target's worth with so many steps still to go."""


class Odds:
    """What to expect of a battle, seen from the attacker."""

    def __init__(self, edge: int, win: float, lose: float) -> None:
        self.edge = edge
        self.win = win
        self.lose = lose


def battle_odds(state: State, seat: int, space: int, size: int, unit: int) -> Odds:
    """The strength edge without cards, and the chances with them."""
    defender = main_defender(state, space)
    edge = size + attack_values(state, seat, space, unit)[0]
    edge -= state.crowd[space] + defence_values(state, defender, space)[0]
    stack = state.deck[seat * DECK + state.drawn[seat] : (seat + 1) * DECK]
    if not stack:
        stack = state.deck[seat * DECK : (seat + 1) * DECK]
    return _card_odds(edge, bytes(sorted(BATTLE_CARDS[card][1] for card in stack)))


@lru_cache(maxsize=1024)
def _card_odds(edge: int, strengths: bytes) -> Odds:
    """The chances of one card out of a stack against any strength."""
    win = lose = 0
    for strength in strengths:
        mine = strength + edge
        for theirs in (1, 2, 3, 4):
            win += mine > theirs
            lose += mine < theirs
    return Odds(edge, win / (4 * len(strengths)), lose / (4 * len(strengths)))


class Marcher:
    """Values spaces for the groups of one seat."""

    def __init__(self, state: State, seat: int, outlook: Outlook, rotation: int) -> None:
        self.state = state
        self.seat = seat
        self.outlook = outlook
        self.rotation = rotation
        self.worths: dict[tuple[int, int, int], float] = {}
        self.promises: dict[tuple[int, int, int], float] = {}
        self.prospects: dict[tuple[int, int], list[tuple[float, int]]] = {}
        self.holds: list[float | None] = [None] * SPACES
        self.roads: dict[tuple[int, bool], list[Way]] = {}
        # Nobody defends an empty square without a building.
        here, owner = state.here, state.owner
        self.defended = [
            (space < GATES or here[space] != 0 or owner[space] != NONE)
            and is_defended(state, seat, space)
            for space in range(SPACES)
        ]
        hand = state.hand
        first = seat * MORALE_TYPES
        self.song = min(2, 2 * hand[first + HEROSONG] + hand[first + BATTLECRY])
        self.targets: list[int] | None = None

    # Single spaces.

    def _fight_worth(self, space: int, size: int, unit: int) -> float:
        """A battle for a space."""
        state, outlook = self.state, self.outlook
        odds = battle_odds(state, self.seat, space, size, unit)
        if odds.edge + self.song < 0:
            return -20.0
        win, lose = odds.win, odds.lose
        if self.song and odds.edge <= 2:
            win = min(1.0, win + 0.17 * self.song)
            lose = max(0.0, lose - 0.17 * self.song)
        prize = outlook.xadla
        alive = 0.9 if size >= 3 else 0.8 if size == 2 else 0.5
        if space in state.post_square:
            prize += 7.0 * alive
        if state.kind[space] == CASTLE:
            prize += 16.0 * alive
        elif state.kind[space]:
            prize += 3.0
        if (
            space < GATES
            and state.conquered[space] != state.year
            and main_defender(state, space) == state.gate_owner[space]
        ):
            prize += 2 * outlook.xadla * alive
        cost = XADLA if outlook.rivals == 1 else 6.0
        return win * prize - lose * cost - 1.2

    def hold_worth(self, space: int) -> float:
        """What a first soldier of the seat holds on a space that is not defended against him."""
        worth = self.holds[space]
        if worth is None:
            worth = self.holds[space] = self._hold_worth(space)
        return worth

    def _hold_worth(self, space: int) -> float:
        state, seat = self.state, self.seat
        if space < GATES:
            return 0.0
        worth = 0.0
        owner = state.owner[space]
        if space in state.post_square and owner != seat and not self._is_allied_post(space):
            worth += self._post_worth(space)
        if owner == NONE:
            worth += self._site_worth(space)
        elif owner == seat:
            exposed = self.outlook.danger[space] > 0
            worth += (6.0 if state.kind[space] == CASTLE else 2.0) if exposed else 0.3
        elif not state.friends[seat] >> owner & 1:
            worth += 4.0
        return worth

    def _is_allied_post(self, space: int) -> bool:
        """Whether an ally holds the post there, which a soldier beside his does not change."""
        state, seat = self.state, self.seat
        allies = state.friends[seat] & ~(1 << seat)
        if not allies:
            return False
        owner = state.owner[space]
        return state.here[space] & allies != 0 or (owner != NONE and allies >> owner & 1 != 0)

    def _post_worth(self, space: int) -> float:
        """A silver Xadla, and a golden one a year for the second post."""
        state, seat = self.state, self.seat
        held = 0
        for post, square in enumerate(state.post_square):
            if square != space and state.post_owner[post] == seat:
                held += 1
        worth = self.outlook.xadla + YIELD * self.outlook.horizon
        if held == 1:
            worth += 8.0 if state.season == SPRING else 4.0 + self.outlook.horizon
        return worth

    def _site_worth(self, space: int) -> float:
        state, seat = self.state, self.seat
        site = self.outlook.chart.sites[space]
        if not site or state.settlements[seat] + state.villages[seat] >= MOST_SITES:
            return 0.0
        worth = site + 0.05 * ((space * 7 + self.rotation) % 5)
        return worth * min(1.0, self.outlook.horizon)

    def worth(self, space: int, size: int, unit: int) -> float:
        """A space for a group that ends there."""
        key = (space, size, unit)
        worth = self.worths.get(key)
        if worth is None:
            worth = self._worth(space, size, unit)
            self.worths[key] = worth
        return worth

    def _worth(self, space: int, size: int, unit: int) -> float:
        state, seat = self.state, self.seat
        if self.defended[space]:
            return self._fight_worth(space, size, unit)
        mine = state.army[seat * SPACES + space]
        worth = self.hold_worth(space) if not mine else 0.0
        if mine and self.outlook.danger[space] > mine and space in state.post_square:
            worth += 4.0
        if not mine and self.outlook.danger[space] > size:
            worth -= 3.0
        return worth

    def _find_targets(self) -> "list[int]":
        """The spaces worth walking to."""
        state, seat = self.state, self.seat
        found = []
        for space in range(SPACES):
            if space < GATES and (
                state.gate_owner[space] == NONE
                or state.friends[seat] >> state.gate_owner[space] & 1
            ):
                continue
            if self.defended[space] or (
                not state.here[space] >> seat & 1 and self.hold_worth(space) > 0.5
            ):
                found.append(space)
        return found

    def promise(self, space: int, size: int, unit: int) -> float:
        """The best target seen from a space, less for every step to go."""
        key = (space, size, unit)
        best = self.promises.get(key)
        if best is None:
            best = 0.0
            far = self.outlook.far(space)
            for worth, goal in self._prospects(size, unit):
                steps = far[goal]
                if 0 < steps < len(DECAYS) and worth * DECAYS[steps] > best:
                    best = worth * DECAYS[steps]
            self.promises[key] = best
        return best

    def _prospects(self, size: int, unit: int) -> "list[tuple[float, int]]":
        """The best few targets for a group, best first."""
        found = self.prospects.get((size, unit))
        if found is None:
            if self.targets is None:
                self.targets = self._find_targets()
            found = sorted(((self.worth(t, size, unit), t) for t in self.targets), reverse=True)[:8]
            self.prospects[size, unit] = found
        return found

    def total(self, space: int, size: int, unit: int) -> float:
        """What a group gets by ending on a space: the space itself, and the way on from it."""
        worth = self.worth(space, size, unit)
        return worth if self.defended[space] else worth + self.promise(space, size, unit)

    # Groups.

    def reach(
        self, start: int, size: int, unit: int, steps: int, legal: "list[Command] | None"
    ) -> "dict[int, tuple[int, float, Command | None]]":
        """Spaces within reach: steps needed, the price of the way, and its first command."""
        state, seat, defended = self.state, self.seat, self.defended
        found: dict[int, tuple[int, float, Command | None]] = {start: (0, 0.0, None)}
        entered: dict[int, bool] = {}
        edge = [start]
        for step in range(1, steps + 1):
            following: list[int] = []
            for space in edge:
                _, spent, first = found[space]
                if space != start and defended[space]:
                    continue
                for goal, extra, command in self._ways(space, unit == SKY_LANTERNS):
                    may = entered.get(goal)
                    if may is None:
                        may = entry_refusal(state, seat, size, unit, start, goal) is None
                        entered[goal] = may
                    if not may or (step == 1 and legal is not None and command not in legal):
                        continue
                    known = found.get(goal)
                    if known is None:
                        following.append(goal)
                    elif known[0] < step or known[1] <= spent + extra:
                        continue
                    found[goal] = (step, spent + extra, command if step == 1 else first)
            edge = following
        return found

    def _ways(self, space: int, over_all: bool) -> "list[Way]":
        """The steps out of a space, over blocked channels too if `over_all`: goal, price, command.

        Whether a group may set foot on the goal is another matter.
        """
        found = self.roads.get((space, over_all))
        if found is None:
            found = self.roads[space, over_all] = self._find_ways(space, over_all)
        return found

    def _find_ways(self, space: int, over_all: bool) -> "list[Way]":
        state, seat = self.state, self.seat
        found: list[Way] = [(goal, 0.0, commands.STEP(goal)) for goal in state.land.near[space]]
        if over_all:
            found.extend((goal, 0.0, commands.STEP(goal)) for goal in state.land.shut[space])
        for diagonal, goal in CROSSINGS[space]:
            if state.structures[diagonal]:
                found.append((goal, 0.0, commands.STEP(goal)))
                continue
            kind = STRUCTURE_OF_TERRAIN[state.land.terrain[DIAGONAL_ENDS[diagonal][0]]]
            cost = structure_cost(state, seat, kind)
            if can_pay(state, seat, cost):
                found.append((goal, 0.9 * sum(cost), commands.LAY(kind, goal - GATES)))
        for goal in linked_squares(state, space):
            if state.owner[goal] == seat or state.here[goal] >> seat & 1:
                found.append((goal, 0.0, commands.WARP(goal - GATES)))
        return found

    def stay_worth(self, space: int, size: int, unit: int) -> float:
        """What is given up when a group leaves a space."""
        state, seat = self.state, self.seat
        left = state.army[seat * SPACES + space] - size
        if space == state.gate_of[seat]:
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
        for goal, (needed, spent, first) in self.reach(start, size, unit, steps, legal).items():
            if first is None:
                continue
            worth = self.total(goal, size, unit) - spent
            for roll in range(needed, steps + 1):
                if worth > best[roll][0]:
                    best[roll] = (worth, first)
        return best

    def groups(self) -> "list[tuple[int, int, int]]":
        """Every group that could be formed: (space, size, unit)."""
        state, seat = self.state, self.seat
        found: list[tuple[int, int, int]] = []
        limit = squad_limit(state, seat)
        for space in range(SPACES):
            if not state.here[space] >> seat & 1:
                continue
            rested = state.army[seat * SPACES + space] - state.moved[space]
            unit = unit_with(state, seat, space)
            for size in range(1, min(rested, limit) + 1):
                for option in {NONE, unit}:
                    if group_refusal(state, seat, space, size, option) is None:
                        found.append((space, size, option))
        return found

    def muster_worth(self, recruits: int) -> float:
        """What a larger squad could go for from the gate than the one there now."""
        state, seat = self.state, self.seat
        gate = state.gate_of[seat]
        home = state.army[seat * SPACES + gate]
        most = min(squad_limit(state, seat), capacity(state, seat) - state.field[seat])
        if most <= home:
            return 0.0
        now = self.promise(gate, home, NONE) if home else 0.0
        return max(0.0, self.promise(gate, min(most, home + recruits), NONE) - now)

    def best_worths(self) -> list[float]:
        """What a march gains by its best group, for every number of steps up to three."""
        best = [-1.0] * 4
        for space, size, unit in self.groups():
            given_up = self.stay_worth(space, size, unit) + 0.25 * size + 0.3
            goals = self.best_goals(space, size, unit, 3, None)
            for roll in range(1, 4):
                best[roll] = max(best[roll], goals[roll][0] - given_up)
        return best

    def best_group(self, legal: list[Command]) -> Command:
        """The group that gains most, or the end of the march."""
        best = commands.END()
        most = 0.3
        for space, size, unit in self.groups():
            if unit == NONE:
                command = commands.MOVE(space, size - 1)
            else:
                command = commands.MOVE_WITH(space, size - 1, unit)
            if command not in legal:
                continue
            roll = self.state.roll
            gain = self.best_goals(space, size, unit, roll, None)[roll][0]
            gain -= self.stay_worth(space, size, unit) + 0.25 * size
            if gain > most:
                most = gain
                best = command
        return best

    def best_step(self, legal: list[Command]) -> Command:
        """The next step of the active group, or its stop."""
        state = self.state
        start, size, unit = state.group_at, state.group_size, state.group_unit
        left = state.group_left
        gain, first = self.best_goals(start, size, unit, left, legal)[left]
        if commands.STOP() in legal:
            mine = state.army[self.seat * SPACES + start] - size
            here = 0.0 if mine > 0 else max(0.0, self.hold_worth(start))
            here += self.promise(start, size, unit)
            if first is None or here >= gain:
                return commands.STOP()
        if first is None:
            steps = [command for command in legal if command.verb is commands.STEP]
            safe = [c for c in steps if not self.defended[c.args[0]]]
            return (safe or steps or legal)[0]
        return first
