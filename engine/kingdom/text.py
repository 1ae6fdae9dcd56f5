"""The state drawn in plain text, for terminals and golden files."""

from typing import Final

from pentarch.engine.core import Seat
from pentarch.engine.kingdom.board import Area
from pentarch.engine.kingdom.realm import Realm
from pentarch.engine.kingdom.state import State
from pentarch.engine.kingdom.tables import GOING_ON, KINDS, SCROLL_NAMES, SIDE_NAMES

_WIDTH: Final = 100


def draw(state: State) -> str:
    """A line of what is on offer, a line per seat, then the areas in columns."""
    realm, settings, market = state.realm, state.realm.settings, state.realm.market
    offers = [f"{offer.scroll.name} {offer.price}" for offer in market.offers]
    head = f"{settings.board.title}, round {realm.round} of {settings.last_round}"
    if realm.ending is not GOING_ON:
        head += f", over by {realm.ending.reason}"
    lines = [head, f"market: {', '.join(offers) or 'nothing'}"]
    if market.tech is not None:
        lines.append(f"tech: {market.tech.name}")
    lines += [_seat_line(state, seat) for seat in range(settings.seats)]
    lines += _columns([_area_text(realm, area) for area in settings.board.areas])
    return "\n".join([line[:_WIDTH].rstrip() for line in lines]) + "\n"


def _seat_line(state: State, seat: Seat) -> str:
    realm, name = state.realm, SIDE_NAMES[seat]
    kingdom = realm.kingdoms[seat]
    if kingdom.fallen:
        return f"{name}  eliminated in round {kingdom.fallen}"
    plan = state.plans[seat]
    extras = [tech.name for tech in kingdom.knowledge.techs]
    extras += [
        f"{count} {SCROLL_NAMES[scroll]}" for scroll, count in enumerate(kingdom.stock) if count
    ]
    if kingdom.has_market:
        extras.append("market")
    return (
        f"{name}  castles {realm.castles(seat)}/{realm.settings.goal}  gold {kingdom.gold}"
        f"  income {realm.incomes()[seat]}-{realm.upkeeps()[seat]}  army {realm.armies()[seat]}"
        f"  {plan.decision} {len(plan.given)}  {', '.join(extras)}"
    )


def _area_text(realm: Realm, area: Area) -> str:
    """For example `r5 p1 C1/2+ sssk m`: owner, castle with production/attack and queue, units."""
    words = [area.name]
    if area.is_land:
        region = realm.regions[area.number]
        words.append(SIDE_NAMES[region.owner] if region.owner >= 0 else "--")
        castle = region.castle
        if castle is not None:
            words.append(f"C{castle.production}/{castle.attack}{'+' * len(castle.queue)}")
        if region.has_sawmill:
            words.append("mill")
    for side in range(len(SIDE_NAMES)):
        units = _units_text(realm, area, side)
        if units:
            words.append(f"{SIDE_NAMES[side]}:{units}")
    return " ".join(words)


def _units_text(realm: Realm, area: Area, side: int) -> str:
    there = [unit for unit in realm.units if unit.area == area.number and unit.side == side]
    text = ""
    for kind in KINDS:
        count = sum([1 for unit in there if unit.kind is kind and not unit.ship])
        if count:
            text += f"{count if count > 1 else ''}{kind.letter}"
    aboard = sum([1 for unit in there if unit.ship])
    return f"{text}({aboard})" if aboard else text


def _columns(texts: list[str]) -> list[str]:
    width = max(len(text) for text in texts) + 2
    across = max(1, _WIDTH // width)
    down = (len(texts) + across - 1) // across
    return ["".join(text.ljust(width) for text in texts[row::down]) for row in range(down)]
