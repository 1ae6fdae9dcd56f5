"""Greedy for TradeWarz: values every main action in tenths of a Xadla and takes the best."""

from pentarch.bots.greedy.tradewarz.diplomacy import (
    accepts_alliance,
    accepts_trade,
    alliance,
    deficit,
    offer,
    trade,
)
from pentarch.bots.greedy.tradewarz.march import Marcher, battle_odds
from pentarch.bots.greedy.tradewarz.worth import (
    Outlook,
    building_worth,
    lack,
    purchase_wish,
    recruit_worth,
    stock_worth,
    tech_worth,
    techs_worth,
)
from pentarch.bots.sdk import Bot, Start, Turn
from pentarch.engine.commands import Command
from pentarch.engine.tradewarz import commands
from pentarch.engine.tradewarz.building import legal_buildings, legal_techs
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
    BATTLE_CARDS,
    BATTLECRY,
    CANCELBATTLE,
    CASTLE,
    DEADLYAIM,
    DIAL_TOP,
    FAIRWINDS,
    FREEMASONS,
    GATE_SQUARES,
    GATES,
    HEROSONG,
    MOUNTAIN,
    NONE,
    RANSOM,
    SCHOLARS,
    SEASON_DICE,
    SHIELDWALL,
    SPACES,
    TOUCHING,
    TRUSTED,
)


class Greedy(Bot):
    """Looks one main action ahead."""

    def __init__(self) -> None:
        self.outlook = Outlook()
        self.rotation = 0

    def start(self, start: Start) -> None:
        self.outlook = Outlook()
        self.rotation = start.seed % 36

    def decide(self, turn: Turn) -> Command:
        state: State = turn.sample()
        return choose(state, turn.seat, turn.legal, self.outlook, self.rotation)


def choose(
    state: State, seat: int, legal: list[Command], outlook: Outlook, rotation: int
) -> Command:
    """One command for the decision that is open."""
    outlook.look(state, seat)
    phase = state.phase
    if phase == TURN:
        return _turn(state, seat, legal, outlook, rotation)
    if phase in (GROUPS, STEPS):
        return _march(state, seat, legal, outlook, rotation)
    if phase == BATTLE:
        return _commit(state, seat, legal)
    if phase == BUILDING:
        return max(legal, key=lambda command: building_worth(state, seat, command, outlook))
    if phase == RECRUITING:
        return _recruit(state, seat, legal, outlook)
    if phase == TECHING:
        return _buy(state, seat, legal, outlook)
    if phase == APPOINTING:
        return max(legal, key=lambda command: _squad_of(state, seat, command))
    if phase == SAILING:
        return _sail(state, seat, legal, outlook)
    if phase == RECALLING:
        return max(legal, key=lambda command: _spare(state, seat, command.args[0]))
    if phase == DISPLACING:
        # Beaten attackers go home, as far from anything useful as can be.
        return min(legal, key=lambda command: command.args[0])
    if phase in (GIVING, WANTING):
        return offer(state, seat, legal, outlook)
    if phase == ANSWERING:
        return legal[0] if accepts_trade(state, seat) else legal[1]
    if phase == ALLYING:
        return legal[0] if accepts_alliance(state, seat, outlook) else legal[1]
    if phase in (MOVING_OUT, RETREATING, HOUSES, POSTS):
        return legal[rotation % len(legal)]
    return legal[0]


# Sailing.


def dock_worth(state: State, dock: int, outlook: Outlook) -> float:
    """Fields and posts near a gate, fewer neighbours."""
    total = 0.0
    for space in range(GATES, SPACES):
        steps = min(1 + outlook.far(side)[space] for side in GATE_SQUARES[dock])
        if steps <= 3:
            fields = sum(1 for place in TOUCHING[space] if state.land.terrain[place] < MOUNTAIN)
            total += fields / steps / 4
        if steps <= 5 and space in state.post_square:
            total += 8.0 / steps
    for other in (dock - 1, dock + 1):
        if state.gate_owner[other % GATES] != NONE:
            total -= 2
    return total


def _sail(state: State, seat: int, legal: list[Command], outlook: Outlook) -> Command:
    free = [dock for dock in range(GATES) if state.gate_owner[dock] == NONE]
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


def _turn(
    state: State, seat: int, legal: list[Command], outlook: Outlook, rotation: int
) -> Command:
    for command in legal:
        if command.verb is commands.PLAY and command.args[0] not in (FREEMASONS, SCHOLARS):
            return command
    for diplomatic in (alliance(state, seat, legal, outlook), trade(state, seat, legal, outlook)):
        if diplomatic is not None:
            return diplomatic
    swap = _swap(state, seat, legal, outlook)
    if swap is not None:
        return swap
    best = legal[-1]
    most = -1000.0
    marcher = Marcher(state, seat, outlook, rotation)
    listed = legal_buildings(state, seat) if commands.BUILD() in legal else []
    for command in legal:
        worth = _main_worth(state, seat, command, outlook, marcher, listed)
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
    state: State,
    seat: int,
    command: Command,
    outlook: Outlook,
    marcher: Marcher,
    listed: list[Command],
) -> float:
    """A main action; `listed` is what BUILD could build."""
    verb = command.verb
    if verb is commands.RESOURCES or verb is commands.RESOURCES_3:
        return _harvest_worth(state, seat, command, outlook)
    if verb is commands.BUILD:
        return max(building_worth(state, seat, option, outlook) for option in listed)
    if verb is commands.RECRUIT:
        recruits = min(state.resources[seat * 4], state.resources[seat * 4 + 3] // 2, 3)
        chances = marcher.muster_worth(recruits)
        return recruit_worth(state, seat, outlook) + 0.7 * chances
    if verb is commands.TECH:
        techs = [c.args[0] for c in legal_techs(state, seat) if c.verb is commands.BUY]
        return techs_worth(state, seat, techs, outlook)
    if verb is commands.MARCH:
        faces = SEASON_DICE[state.season]
        gains = marcher.best_worths()
        return sum(gains[steps] for steps in faces) / len(faces)
    if verb is commands.PASS:
        return 0.0
    return -50.0 if verb is commands.RETREAT else -500.0


def _harvest_worth(state: State, seat: int, command: Command, outlook: Outlook) -> float:
    """What the dial makes of it, and whether it completes the next purchase."""
    stock = state.resources[seat * 4 : seat * 4 + 4]
    gained = 0.0
    for resource in command.args:
        stock[resource] += 1
        if stock[resource] >= DIAL_TOP:
            stock[resource] -= 11
            gained += outlook.xadla
    worth = gained + stock_worth(stock, outlook) - outlook.stock
    wish = purchase_wish(state, seat, outlook)
    if wish.cost is not None:
        left = lack(wish.cost, stock)
        worth += 0.5 * wish.worth * (wish.missing - left) / wish.missing
    return worth


def _swap(state: State, seat: int, legal: list[Command], outlook: Outlook) -> "Command | None":
    """Barter or exchange towards the next purchase."""
    plan = deficit(state, seat, outlook)
    if plan is None:
        return None
    need, _, spare = plan
    for verb in (commands.EXCHANGE, commands.BARTER):
        command = verb(spare, need)
        if command in legal:
            return command
    return None


# The march.


def _march(
    state: State, seat: int, legal: list[Command], outlook: Outlook, rotation: int
) -> Command:
    marcher = Marcher(state, seat, outlook, rotation)
    if state.phase == STEPS:
        return marcher.best_step(legal)
    if commands.PLAY(FAIRWINDS) in legal:
        gains = marcher.best_worths()
        if gains[3] > gains[state.roll] + 3:
            return commands.PLAY(FAIRWINDS)
    return marcher.best_group(legal)


# Battle.


def _commit(state: State, seat: int, legal: list[Command]) -> Command:
    attacking = seat == state.attacker
    odds = battle_odds(state, state.attacker, state.battle_at, state.attackers, state.attack_unit)
    edge = odds.edge if attacking else -odds.edge
    laid = state.pledges[:2] if attacking else state.pledges[2:]
    edge += 2 * laid.count(HEROSONG) + laid.count(BATTLECRY)
    space = state.battle_at
    stake = state.kind[space] == CASTLE or space in state.post_square or space < GATES
    offered = [command.args[0] for command in legal if command.verb is commands.COMMIT]
    if CANCELBATTLE in laid:
        return commands.READY()
    if not attacking and stake and edge <= -2 and CANCELBATTLE in offered:
        return commands.COMMIT(CANCELBATTLE)
    burned = state.deck[seat * 6 + state.drawn[seat] - 1]
    if TRUSTED in offered and BATTLE_CARDS[burned][1] == 4:
        return commands.COMMIT(TRUSTED)
    for card in (HEROSONG, BATTLECRY):
        if card in offered and -3 <= edge <= 2:
            return commands.COMMIT(card)
    mine = state.attackers if attacking else state.crowd[space]
    if SHIELDWALL in offered and 0 < mine <= 2:
        return commands.COMMIT(SHIELDWALL)
    if DEADLYAIM in offered and stake:
        return commands.COMMIT(DEADLYAIM)
    if RANSOM in offered and edge >= 1:
        return commands.COMMIT(RANSOM)
    return commands.READY()


def _spare(state: State, seat: int, space: int) -> float:
    """How little a soldier is needed where he stands."""
    worth = 3.0 * state.army[seat * SPACES + space]
    if space in state.post_square:
        worth -= 8
    if state.owner[space] == seat:
        worth -= 4
    return worth


# Purchases.


def _recruit(state: State, seat: int, legal: list[Command], outlook: Outlook) -> Command:
    chances = Marcher(state, seat, outlook, 0).muster_worth(1)
    if commands.DONE() in legal and recruit_worth(state, seat, outlook) + 0.7 * chances < 0.5:
        return commands.DONE()
    if commands.MUSTER_GATE() in legal:
        return commands.MUSTER_GATE()
    return legal[0]


def _buy(state: State, seat: int, legal: list[Command], outlook: Outlook) -> Command:
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


def _squad_of(state: State, seat: int, command: Command) -> int:
    """The largest squad, else the capital."""
    if command.verb is commands.APPOINT_HOME:
        return 1
    return state.army[seat * SPACES + command.args[1]]
