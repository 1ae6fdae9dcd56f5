"""Greedy for TradeWarz: values every main action in tenths of a Xadla and takes the best."""

from collections.abc import Callable
from typing import Final

from pentarch.bots.greedy.policy import Policy
from pentarch.bots.greedy.tradewarz.battle import battle_odds
from pentarch.bots.greedy.tradewarz.diplomacy import (
    accepts_alliance,
    accepts_trade,
    alliance,
    deficit,
    offer,
    trade,
)
from pentarch.bots.greedy.tradewarz.march import Marcher
from pentarch.bots.greedy.tradewarz.outlook import Outlook, stock_worth
from pentarch.bots.greedy.tradewarz.styles import USUAL, Style
from pentarch.bots.greedy.tradewarz.worth import (
    building_worth,
    lack,
    purchase_wish,
    recruit_worth,
    tech_worth,
    techs_worth,
)
from pentarch.engine.commands import Command
from pentarch.engine.tradewarz import commands
from pentarch.engine.tradewarz.build import ChooseBuilding
from pentarch.engine.tradewarz.cards import BATTLE_CARDS, MORALE, MORALE_NAMES
from pentarch.engine.tradewarz.lattice import GATE_SQUARES, GATES, SPACES
from pentarch.engine.tradewarz.state import (
    ALLYING,
    ANSWERING,
    APPOINTING,
    BATTLE,
    BUILDING,
    DISPLACING,
    GIVING,
    GROUPS,
    HOUSES,
    MOVING_OUT,
    POSTS,
    RECALLING,
    RECRUITING,
    RETREATING,
    SAILING,
    STEPS,
    TECHING,
    TURN,
    WANTING,
    State,
)
from pentarch.engine.tradewarz.tables import (
    CASTLE,
    DIAL_FALL,
    DIAL_TOP,
    GOLD,
    LONGEST_ROLL,
    NONE,
    RECRUIT_COST,
    SEASONS,
    WHEAT,
)
from pentarch.engine.tradewarz.tech import buyable

BATTLECRY, HEROSONG, DEADLYAIM, SHIELDWALL, CANCELBATTLE, TRUSTED, RANSOM, FAIRWINDS = (
    MORALE_NAMES.index(name)
    for name in (
        "battlecry",
        "herosong",
        "deadlyaim",
        "shieldwall",
        "cancelbattle",
        "trusted",
        "ransom",
        "fairwinds",
    )
)
FREEMASONS, SCHOLARS = MORALE_NAMES.index("freemasons"), MORALE_NAMES.index("scholars")
_BUILDINGS: Final = ChooseBuilding()


class Greedy(Policy):
    """Looks one main action ahead."""

    def __init__(self, style: Style = USUAL) -> None:
        self.outlook = Outlook(style)
        self.rotation = 0

    def reset(self, seed: int) -> None:
        self.outlook = Outlook(self.outlook.style)
        self.rotation = seed % 36

    def plan(self, state: State, seat: int, legal: list[Command]) -> list[Command]:
        return [choose(state, seat, legal, self.outlook, self.rotation)]


class Question:
    """A decision as it stands before the bot."""

    def __init__(
        self, state: State, seat: int, legal: list[Command], outlook: Outlook, rotation: int
    ) -> None:
        self.state = state
        self.seat = seat
        self.house = state.houses[seat]
        self.legal = legal
        self.outlook = outlook
        self.rotation = rotation


def choose(
    state: State, seat: int, legal: list[Command], outlook: Outlook, rotation: int
) -> Command:
    """One command for the decision that is open."""
    outlook.look(state, seat)
    return ANSWERS[state.decision](Question(state, seat, legal, outlook, rotation))


# Sailing.


def dock_worth(state: State, dock: int, outlook: Outlook) -> float:
    """Fields and posts near a gate, fewer neighbours."""
    total = 0.0
    for space in range(GATES, SPACES):
        steps = min(1 + outlook.far(side)[space] for side in GATE_SQUARES[dock])
        if steps <= 3:
            total += len(state.land.fields[space]) / steps / 4
        if steps <= 5 and state.post_at(space) != NONE:
            total += 8.0 / steps
    for other in (dock - 1, dock + 1):
        if state.gates[other % GATES].owner != NONE:
            total -= 2
    return total


def _sail(question: Question) -> Command:
    state, legal, outlook = question.state, question.legal, question.outlook
    free = [dock for dock, gate in enumerate(state.gates) if gate.owner == NONE]
    best = max(dock_worth(state, dock, outlook) for dock in free)
    docks = [command for command in legal if command.verb is commands.DOCK]
    if docks:
        chosen = max(docks, key=lambda command: dock_worth(state, command.args[0], outlook))
        if commands.SAIL() not in legal or (
            dock_worth(state, chosen.args[0], outlook) >= 0.85 * best
        ):
            return chosen
    return commands.SAIL()


# The turn.


def _turn(question: Question) -> Command:
    state, seat, legal, outlook = question.state, question.seat, question.legal, question.outlook
    for command in legal:
        if command.verb is commands.PLAY and command.args[0] not in (FREEMASONS, SCHOLARS):
            return command
    for diplomatic in (alliance(state, seat, legal, outlook), trade(state, seat, legal, outlook)):
        if diplomatic is not None:
            return diplomatic
    swap = _swap(question)
    if swap is not None:
        return swap
    best = legal[-1]
    most = -1000.0
    marcher = Marcher(state, seat, outlook, question.rotation)
    listed = _BUILDINGS.legal(state, seat) if commands.BUILD() in legal else []
    for command in legal:
        worth = _main_worth(question, command, marcher, listed)
        if worth > most:
            most = worth
            best = command
    if best.verb is commands.BUILD:
        chosen = max(listed, key=lambda c: building_worth(state, seat, c, outlook))
        card = SCHOLARS if chosen.verb is commands.RAISE else FREEMASONS
        if commands.PLAY(card) in legal:
            return commands.PLAY(card)
    if best.verb is commands.TECH and commands.PLAY(SCHOLARS) in legal:
        return commands.PLAY(SCHOLARS)
    return best


def _main_worth(
    question: Question, command: Command, marcher: Marcher, listed: list[Command]
) -> float:
    """A main action; `listed` is what BUILD could build."""
    state, seat, outlook = question.state, question.seat, question.outlook
    house, verb = question.house, command.verb
    if verb is commands.RESOURCES or verb is commands.RESOURCES_3:
        return _harvest_worth(question, command)
    if verb is commands.BUILD:
        return max(building_worth(state, seat, option, outlook) for option in listed)
    if verb is commands.RECRUIT:
        recruits = min(house.goods[GOLD], house.goods[WHEAT] // RECRUIT_COST[WHEAT], 3)
        chances = marcher.muster_worth(recruits)
        return recruit_worth(state, seat, outlook) + 0.7 * chances
    if verb is commands.TECH:
        return techs_worth(state, seat, buyable(state, house), outlook)
    if verb is commands.MARCH:
        faces = SEASONS[state.season].die
        gains = marcher.best_worths()
        return sum(gains[steps] for steps in faces) / len(faces)
    if verb is commands.PASS:
        return 0.0
    return -50.0 if verb is commands.RETREAT else -500.0


def _harvest_worth(question: Question, command: Command) -> float:
    """What the dial makes of it, and whether it completes the next purchase."""
    outlook, stock = question.outlook, question.house.goods.copy()
    gained = 0.0
    for resource in command.args:
        stock[resource] += 1
        if stock[resource] >= DIAL_TOP:
            stock[resource] -= DIAL_FALL
            gained += outlook.xadla
    worth = gained + stock_worth(stock, outlook) - outlook.stock
    wish = purchase_wish(question.state, question.seat, outlook)
    if wish.cost is not None:
        left = lack(wish.cost, stock)
        worth += 0.5 * wish.worth * (wish.missing - left) / wish.missing
    return worth


def _swap(question: Question) -> "Command | None":
    """Barter or exchange towards the next purchase."""
    plan = deficit(question.state, question.seat, question.outlook)
    if plan is None:
        return None
    need, _, spare = plan
    for verb in (commands.EXCHANGE, commands.BARTER):
        command = verb(spare, need)
        if command in question.legal:
            return command
    return None


# The march.


def _marcher(question: Question) -> Marcher:
    return Marcher(question.state, question.seat, question.outlook, question.rotation)


def _step(question: Question) -> Command:
    return _marcher(question).best_step(question.legal)


def _group(question: Question) -> Command:
    marcher = _marcher(question)
    if commands.PLAY(FAIRWINDS) in question.legal:
        gains = marcher.best_worths()
        if gains[LONGEST_ROLL] > gains[question.state.march.roll] + 3:
            return commands.PLAY(FAIRWINDS)
    return marcher.best_group(question.legal)


# Battle.


def _commit(question: Question) -> Command:
    state, battle = question.state, question.state.battle
    attacking = question.seat == battle.attacker.seat
    space = battle.at
    odds = battle_odds(state, battle.attacker.seat, space, battle.attackers, battle.unit)
    laid = (battle.attacker if attacking else battle.defender).laid
    edge = odds.edge if attacking else -odds.edge
    edge += sum(MORALE[card].might.strength for card in laid)
    castle = state.building(space).kind == CASTLE
    stake = castle or state.post_at(space) != NONE or space < GATES
    offered = [command.args[0] for command in question.legal if command.verb is commands.COMMIT]
    if CANCELBATTLE in laid:
        return commands.READY()
    if not attacking and stake and edge <= -2 and CANCELBATTLE in offered:
        return commands.COMMIT(CANCELBATTLE)
    burned = BATTLE_CARDS[question.house.deck.burned()]
    if TRUSTED in offered and burned.might.strength == 4:
        return commands.COMMIT(TRUSTED)
    for card in (HEROSONG, BATTLECRY):
        if card in offered and -3 <= edge <= 2:
            return commands.COMMIT(card)
    mine = battle.attackers if attacking else state.squares[space].crowd
    if SHIELDWALL in offered and 0 < mine <= 2:
        return commands.COMMIT(SHIELDWALL)
    if DEADLYAIM in offered and stake:
        return commands.COMMIT(DEADLYAIM)
    if RANSOM in offered and edge >= 1:
        return commands.COMMIT(RANSOM)
    return commands.READY()


def _recall(question: Question) -> Command:
    return max(question.legal, key=lambda command: _spare(question, command.args[0]))


def _spare(question: Question, space: int) -> float:
    """How little a soldier is needed where he stands."""
    worth = 3.0 * question.house.army[space]
    if question.state.post_at(space) != NONE:
        worth -= 8
    if question.state.building(space).owner == question.seat:
        worth -= 4
    return worth


def _displace(question: Question) -> Command:
    """Beaten attackers go home, as far from anything useful as can be."""
    return min(question.legal, key=lambda command: command.args[0])


# Purchases.


def _build(question: Question) -> Command:
    state, seat, outlook = question.state, question.seat, question.outlook
    return max(question.legal, key=lambda command: building_worth(state, seat, command, outlook))


def _recruit(question: Question) -> Command:
    state, seat, legal, outlook = question.state, question.seat, question.legal, question.outlook
    chances = Marcher(state, seat, outlook, 0).muster_worth(1)
    if commands.DONE() in legal and recruit_worth(state, seat, outlook) + 0.7 * chances < 0.5:
        return commands.DONE()
    if commands.MUSTER_GATE() in legal:
        return commands.MUSTER_GATE()
    return legal[0]


def _buy(question: Question) -> Command:
    state, seat, legal, outlook = question.state, question.seat, question.legal, question.outlook
    best = max(
        (command for command in legal if command.verb is commands.BUY),
        key=lambda command: tech_worth(state, seat, command.args[0], outlook),
        default=None,
    )
    if best is None:
        return commands.DONE()
    if commands.DONE() in legal and tech_worth(state, seat, best.args[0], outlook) < 0.5:
        return commands.DONE()
    return best


def _appoint(question: Question) -> Command:
    """The largest squad, else the capital."""

    def soldiers(command: Command) -> int:
        is_home = command.verb is commands.APPOINT_HOME
        return 1 if is_home else question.house.army[command.args[1]]

    return max(question.legal, key=soldiers)


# Diplomacy.


def _offer(question: Question) -> Command:
    return offer(question.state, question.seat, question.legal, question.outlook)


def _answer_offer(question: Question) -> Command:
    return question.legal[
        0 if accepts_trade(question.state, question.seat, question.outlook) else 1
    ]


def _answer_proposal(question: Question) -> Command:
    accepts = accepts_alliance(question.state, question.seat, question.outlook)
    return question.legal[0 if accepts else 1]


def _any(question: Question) -> Command:
    """Something else for every bot of a match."""
    return question.legal[question.rotation % len(question.legal)]


ANSWERS: Final[dict[str, Callable[[Question], Command]]] = {
    POSTS: _any,
    HOUSES: _any,
    SAILING: _sail,
    TURN: _turn,
    GROUPS: _group,
    STEPS: _step,
    BATTLE: _commit,
    DISPLACING: _displace,
    RECALLING: _recall,
    BUILDING: _build,
    RECRUITING: _recruit,
    TECHING: _buy,
    APPOINTING: _appoint,
    RETREATING: _any,
    MOVING_OUT: _any,
    GIVING: _offer,
    WANTING: _offer,
    ANSWERING: _answer_offer,
    ALLYING: _answer_proposal,
}
"""What the bot does about each decision."""
