"""The state drawn in plain text, for terminals and golden files."""

from typing import Final

from pentarch.engine.core import Seat
from pentarch.engine.kingdom.execution import army_value
from pentarch.engine.kingdom.state import DECISION_NAMES, REASON_NAMES, Realm, State
from pentarch.engine.kingdom.tables import (
    AREA_NAMES,
    KIND_LETTERS,
    KINDS,
    MOST_LANDS,
    SCROLL_NAMES,
    SIDE_NAMES,
    TECH_NAMES,
)

_WIDTH: Final = 100


def draw(state: State) -> str:
    """A line of what is on offer, a line per seat, then the areas in columns."""
    realm = state.realm
    terms = realm.terms
    offer = [
        f"{SCROLL_NAMES[scroll]} {price}"
        for scroll, price in zip(realm.offer, realm.prices, strict=True)
    ]
    head = f"{terms.board.title}, round {realm.round} of {terms.last_round}"
    if realm.ended:
        head += f", over by {REASON_NAMES[realm.ended]}"
    lines = [head, f"market: {', '.join(offer) or 'nothing'}"]
    if realm.tech >= 0:
        lines.append(f"tech: {TECH_NAMES[realm.tech]}")
    lines += [_seat_line(state, seat) for seat in range(terms.seats)]
    lines += _columns([_area_text(realm, area) for area in terms.board.areas])
    return "\n".join(line[:_WIDTH].rstrip() for line in lines) + "\n"


def _seat_line(state: State, seat: Seat) -> str:
    realm = state.realm
    name = SIDE_NAMES[seat]
    if realm.out[seat]:
        return f"{name}  eliminated in round {realm.out[seat]}"
    plan = state.plans[seat]
    known = [TECH_NAMES[tech] for tech, known in enumerate(realm.knows[seat]) if known]
    stock = [
        f"{count} {SCROLL_NAMES[scroll]}" for scroll, count in enumerate(realm.stock[seat]) if count
    ]
    extras = [*known, *stock]
    if realm.market[seat]:
        extras.append("market")
    return (
        f"{name}  castles {realm.castles(seat)}/{realm.terms.goal}  gold {realm.gold[seat]}"
        f"  income {realm.income(seat)}-{realm.upkeep(seat)}  army {army_value(realm, seat)}"
        f"  {DECISION_NAMES[plan.decision]} {len(plan.given)}  {', '.join(extras)}"
    )


def _area_text(realm: Realm, area: int) -> str:
    """For example `r5 p1 C1/2+ sssk m`: owner, castle with production/attack and queue, units."""
    words = [AREA_NAMES[area]]
    if area < MOST_LANDS:
        owner = realm.owner[area]
        words.append(SIDE_NAMES[owner] if owner >= 0 else "--")
        if realm.terms.board.has_castle[area]:
            queue = "+" * (len(realm.queues[area]) // 3)
            words.append(f"C{realm.production[area]}/{realm.attack[area]}{queue}")
        if realm.sawmill[area]:
            words.append("mill")
    for side in range(len(SIDE_NAMES)):
        units = _units_text(realm, area, side)
        if units:
            words.append(f"{SIDE_NAMES[side]}:{units}")
    return " ".join(words)


def _units_text(realm: Realm, area: int, side: int) -> str:
    counts = [0] * KINDS
    aboard = 0
    for unit, place in enumerate(realm.area):
        if place == area and realm.side[unit] == side:
            if realm.ship[unit]:
                aboard += 1
            else:
                counts[realm.kind[unit]] += 1
    text = "".join(
        f"{count if count > 1 else ''}{KIND_LETTERS[kind]}"
        for kind, count in enumerate(counts)
        if count
    )
    return f"{text}({aboard})" if aboard else text


def _columns(texts: list[str]) -> list[str]:
    width = max(len(text) for text in texts) + 2
    across = max(1, _WIDTH // width)
    down = (len(texts) + across - 1) // across
    return ["".join(text.ljust(width) for text in texts[row::down]) for row in range(down)]
