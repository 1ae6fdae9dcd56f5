"""Trades and alliances of the greedy TradeWarz bot."""

from typing import Final

from pentarch.bots.greedy.tradewarz.outlook import Outlook
from pentarch.bots.greedy.tradewarz.worth import purchase_wish
from pentarch.engine.commands import Command
from pentarch.engine.tradewarz import commands
from pentarch.engine.tradewarz.lattice import GATES, SPACES
from pentarch.engine.tradewarz.settings import UNTIL_TARGET
from pentarch.engine.tradewarz.state import GIVING, State
from pentarch.engine.tradewarz.tables import ALLIANCE_EXTRA, DIAL_TOP
from pentarch.engine.tradewarz.trade import give_refusal, want_refusal

LEAD: Final = 2
"""Xadlas by which a third seat must lead, halfway to the target, for two others to ally."""
NEAR: Final = 3
"""Steps within which two seats are in each other's way."""

# Trading.


def deficit(state: State, seat: int, outlook: Outlook) -> "tuple[int, int, int] | None":
    """What the next purchase lacks: (resource, how much, the resource to give for it)."""
    cost = purchase_wish(state, seat, outlook).cost
    if cost is None:
        return None
    stock = state.houses[seat].goods
    lacking = [r for r in range(4) if cost[r] > stock[r]]
    if len(lacking) != 1:
        return None
    need = lacking[0]
    spare = max(range(4), key=lambda r: -1 if r == need else stock[r] - cost[r])
    if stock[spare] - cost[spare] < 1:
        return None
    return need, cost[need] - stock[need], spare


def trade(state: State, seat: int, legal: list[Command], outlook: Outlook) -> "Command | None":
    """An offer that completes a purchase and that the partner will take."""
    plan = deficit(state, seat, outlook)
    if plan is None or plan[1] > 2:
        return None
    for command in legal:
        if command.verb is commands.TRADE and _terms(state, seat, command.args[0], plan, outlook):
            return command
    return None


def _terms(
    state: State, seat: int, partner: int, plan: "tuple[int, int, int]", outlook: Outlook
) -> "tuple[int, int, int, int] | None":
    """(give, count, want, count) that the partner should accept, or None."""
    need, lack, spare = plan
    mine, theirs = state.houses[seat].goods, state.houses[partner].goods
    for given in range(lack, 4):
        if mine[spare] < given or theirs[need] < lack:
            continue
        if _fair(state, partner, seat, (spare, given, need, lack), outlook):
            return spare, given, need, lack
    return None


def _fair(
    state: State, seat: int, offerer: int, terms: "tuple[int, int, int, int]", outlook: Outlook
) -> bool:
    """Whether the seat gains from getting `give` for `want`, and does not help a leader. Others
    are taken to be as keen on trades as oneself."""
    give, given, want, wanted = terms
    mine, theirs = state.houses[seat], state.houses[offerer]
    if theirs.golden > mine.golden + 1 or theirs.goods[want] + wanted >= DIAL_TOP:
        return False
    if given > wanted:
        return True
    return given == wanted and mine.goods[want] - mine.goods[give] >= outlook.style.greed


def offer(state: State, seat: int, legal: list[Command], outlook: Outlook) -> Command:
    """The next half of the offer that is being made."""
    plan = deficit(state, seat, outlook)
    terms = None if plan is None else _terms(state, seat, state.offer.partner, plan, outlook)
    if terms is None:
        return legal[0]
    give, given, want, wanted = terms
    if state.decision == GIVING:
        fits = give_refusal(state, state.houses[seat], give, given) is None
        return commands.GIVE(give, given - 1) if fits else legal[0]
    fits = want_refusal(state, want, wanted) is None
    return commands.WANT(want, wanted - 1) if fits else legal[0]


def accepts_trade(state: State, seat: int, outlook: Outlook) -> bool:
    """An offer made to the seat."""
    made = state.offer
    terms = (made.give, made.give_count, made.want, made.want_count)
    return _fair(state, seat, state.seat, terms, outlook)


# Alliances.


def alliance(state: State, seat: int, legal: list[Command], outlook: Outlook) -> "Command | None":
    """Part from an ally about to win, or ask the neighbour with whom an alliance is due."""
    if commands.BREAK() in legal and _is_outgrown(state, seat):
        return commands.BREAK()
    for command in legal:
        if command.verb is commands.ALLY and _is_due(state, seat, command.args[0], outlook):
            return command
    return None


def accepts_alliance(state: State, seat: int, outlook: Outlook) -> bool:
    """A proposal made to the seat; nobody else is taken in."""
    return state.proposal.partner == seat and _is_due(state, seat, state.seat, outlook)


def _is_due(state: State, seat: int, other: int, outlook: Outlook) -> bool:
    """Whether an alliance of two helps both, of whom neither is far ahead of the other."""
    if state.houses[seat].friends.count > 1 or state.houses[other].friends.count > 1:
        return False
    mine, theirs = state.xadlas(seat), state.xadlas(other)
    lead = max(state.xadlas(third) for third in range(state.seats) if third not in (seat, other))
    settings = state.settings
    if settings.alliance_victory:
        away = 2 * settings.target + ALLIANCE_EXTRA - mine - theirs
        return abs(mine - theirs) <= 1 and away < 2 * (settings.target - lead)
    if lead < max(settings.target // 2, mine + LEAD, theirs + LEAD):
        return False
    return _meet(state, seat, other, outlook)


def _meet(state: State, seat: int, other: int, outlook: Outlook) -> bool:
    """Whether soldiers of the one are within a march of what the other holds."""
    for one, two in ((seat, other), (other, seat)):
        for space in range(SPACES):
            if not state.houses[one].army[space]:
                continue
            far = outlook.far(space)
            for goal in range(GATES, SPACES):
                held = state.building(goal).owner == two or state.houses[two].army[goal]
                if held and far[goal] <= NEAR:
                    return True
    return False


def _is_outgrown(state: State, seat: int) -> bool:
    """Whether an ally is about to win alone."""
    settings = state.settings
    if settings.alliance_victory or settings.length != UNTIL_TARGET:
        return False
    most = max(state.xadlas(seat), settings.target - LEAD)
    return any(state.xadlas(ally) > most for ally in state.houses[seat].friends.members)
