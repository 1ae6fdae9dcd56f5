"""The greedy bot for Township."""

from pentarch.bots.greedy.policy import Policy
from pentarch.bots.greedy.township.front import SHIELD, Front
from pentarch.bots.greedy.township.styles import USUAL, Style
from pentarch.bots.greedy.township.worker import Worker
from pentarch.engine.chance import Scripted
from pentarch.engine.commands import Command
from pentarch.engine.core import Seat
from pentarch.engine.township.activity import ACTIVITIES
from pentarch.engine.township.commands import (
    ATTACK,
    BREAK,
    DISCARD,
    FINISHED,
    LOOTING,
    REPAIR,
    REPAIR_TOOLED,
    SKIPPED,
)
from pentarch.engine.township.rules import DECISIONS
from pentarch.engine.township.state import (
    ASSIGNING,
    BREAKING,
    DEFENDING,
    DISCARDING,
    SHIELDING,
    SPOILING,
    SUFFERING,
    WORKING,
    State,
    Town,
)
from pentarch.engine.township.tables import (
    ACADEMY,
    ALE,
    BREWERY,
    FARM,
    FINERY,
    GOLDSMITH,
    GRANARY,
    HOUSE,
    LUMBER,
    MINE,
    MONUMENT,
    ORE,
    QUARRY,
    SCHOOL,
    SHIELDS,
    SITES,
    SMITHY,
    STONE,
    SWORDS,
    TOOLS,
    TOWNHALL,
    WAREHOUSE,
    WOODLOT,
    Site,
)

NO_DICE = Scripted([])
SUFFER_ORDER = (
    FARM,
    WOODLOT,
    MINE,
    GRANARY,
    QUARRY,
    SMITHY,
    BREWERY,
    GOLDSMITH,
    WAREHOUSE,
    ACADEMY,
    MONUMENT,
    HOUSE,
    SCHOOL,
    SHIELDS,
    TOWNHALL,
)
PRECIOUS = (MONUMENT, HOUSE, SCHOOL, TOWNHALL)


class Greedy(Policy):
    """Takes the first useful thing of a fixed list, with a tool whenever it can."""

    def __init__(self, style: Style = USUAL) -> None:
        self.style = style

    def plan(self, state: State, seat: Seat, legal: list[Command]) -> list[Command]:
        if state.decision in (BREAKING, WORKING):
            return self.plan_turn(state.copy(), seat)
        return [self.choose(state, seat, legal)]

    def plan_turn(self, state: State, seat: Seat) -> list[Command]:
        """Ground and all activities in one answer: no die falls before the last of them.

        They are tried out on the state.
        """
        town = state.towns[seat]
        worker = Worker(self.style, state, seat)
        commands: list[Command] = []
        if state.decision == BREAKING:
            commands.append(self.ground(town, worker))
            DECISIONS[BREAKING].carry_out(state, seat, commands[0], NO_DICE, [])
            worker.look()
        while True:
            command = worker.best()
            commands.append(command)
            if command is FINISHED or town.idle == 1:
                return commands
            ACTIVITIES[command].perform(town)
            if command.verb is REPAIR or command.verb is REPAIR_TOOLED:
                worker.look()

    def ground(self, town: Town, worker: Worker) -> Command:
        """The next building, unless too much is unfinished already."""
        unfinished = sum([building.damage for building in town.buildings])
        if unfinished > self.style.most_unfinished:
            return SKIPPED
        kind = worker.wanted()
        return SKIPPED if kind is None else BREAK(kind.number)

    def choose(self, state: State, seat: Seat, legal: list[Command]) -> Command:
        """One of the legal commands, when it is about anything but a turn of one's own."""
        decision = state.decision
        town = state.towns[seat]
        if decision == DISCARDING:
            return next(DISCARD(good) for good in discard_order(state, seat) if town.stock[good])
        if decision == ASSIGNING:
            swords = min(town.stock[SWORDS], town.mustered)
            _, target = Front(state).best_attack(seat, town.mustered, swords)
            return legal[-1] if state.campaign.asked == target else legal[0]
        if decision == DEFENDING:
            is_met = self.style.is_brave and is_worth_meeting(state, seat)
            return legal[-1] if is_met else legal[0]
        if decision == SPOILING:
            return spoil(state, legal)
        if decision == SUFFERING:
            return min(legal, key=lambda command: damage_cost(town, SITES[command.args[0]]))
        if decision == SHIELDING:
            return legal[shields_for(state, seat, len(legal) - 1)]
        # The first attack first; all swords.
        return legal[0] if legal[0].verb is ATTACK else legal[-1]


def is_worth_meeting(state: State, seat: Seat) -> bool:
    """Whether it is better to meet the attack than to sit it out."""
    attack = state.current()
    front = Front(state)
    met = front.met(state.active, seat, attack.attackers, attack.swords)
    sat_out = front.fight(state.active, seat, attack.attackers, attack.swords, 0, 0)
    return front.regret(met) <= front.regret(sat_out)


def shields_for(state: State, seat: Seat, most: int) -> int:
    """How many shields are worth using up."""
    attack = state.current()
    front = Front(state)
    size = (attack.attackers, attack.swords, attack.defenders)

    def regret(shields: int) -> float:
        return front.regret(front.fight(state.active, seat, *size, shields)) + SHIELD * shields

    return min(range(most + 1), key=regret)


def spoil(state: State, legal: list[Command]) -> Command:
    """Loot a full stock, else raze."""
    attack = state.current()
    stock = state.towns[attack.defender].pieces()
    return LOOTING if LOOTING in legal and stock >= 0.6 * attack.left_over else legal[-1]


def discard_order(state: State, seat: Seat) -> tuple[int, ...]:
    """What goes first: what is easily made again; arms last but for tools while a rival arms."""
    arms = (SWORDS, SHIELDS)
    if Front(state).is_arming(seat):
        return (LUMBER, STONE, ORE, ALE, FINERY, *arms, TOOLS)
    return (LUMBER, STONE, ORE, *arms, ALE, TOOLS, FINERY)


def damage_cost(town: Town, site: Site) -> tuple[bool, int]:
    """Damage goes where something is broken already, then on what is cheap."""
    is_spoiled = town.at(site).tokens() > 0 and site.kind not in PRECIOUS
    return (not is_spoiled, SUFFER_ORDER.index(site.kind))
