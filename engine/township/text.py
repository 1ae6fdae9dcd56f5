"""Township drawn in plain text."""

from pentarch.engine.core import SEAT_NAMES, Seat
from pentarch.engine.township.state import DECISIONS, ENDINGS, OVER, State, Town
from pentarch.engine.township.tables import FULL, GOODS, GRAIN, RAW_SITES, SITE_NAMES


def draw(state: State) -> str:
    """One block per town: numbers, stock, and each building with its tokens."""
    lines = [_headline(state)]
    for seat, town in enumerate(state.towns):
        lines += _town(state, seat, town)
    return "\n".join(lines)


def _headline(state: State) -> str:
    if state.decision == OVER:
        return f"Round {state.round}, over: {ENDINGS[state.ending]}"
    line = f"Round {state.round}, {SEAT_NAMES[state.active]}'s turn: {DECISIONS[state.decision]}"
    attack = state.attack
    if attack is None:
        return line
    return (
        f"{line} | {attack.attackers} ({attack.swords} swords) against "
        f"{SEAT_NAMES[attack.defender]}'s {attack.defenders} ({attack.shields} shields)"
    )


def _town(state: State, seat: Seat, town: Town) -> list[str]:
    mark = ">" if seat == state.active and state.decision != OVER else " "
    if town.out:
        return [f"{mark}{SEAT_NAMES[seat]}  eliminated ({town.out})"]
    renown = town.renown(state.settings.finery_renown)
    lines = [
        f"{mark}{SEAT_NAMES[seat]}  renown {renown}  laurels {town.laurels}  "
        f"units {town.units}/{town.housing()}  idle {town.idle}  mustered {town.mustered}",
        f"     grain {town.stock[GRAIN]}/{town.grain_room()}  "
        f"goods {town.goods()}/{town.goods_room()}  {_goods(town)}".rstrip(),
    ]
    row = "    "
    for site in town.sites:
        cell = f" {SITE_NAMES[site]}{_tokens(town, site)}"
        if len(row) + len(cell) > 96:
            lines.append(row)
            row = "    "
        row += cell
    if row.strip():
        lines.append(row)
    return lines


def _goods(town: Town) -> str:
    held = [
        f"{GOODS[good]} {town.stock[good]}" for good in range(1, len(GOODS)) if town.stock[good]
    ]
    return ", ".join(held)


def _tokens(town: Town, site: int) -> str:
    """Damage as `x`, depletion as `-`, work done this turn as a number: `farm1[-]*3`."""
    damage = "x" * town.damage[site]
    depletion = "-" * town.depletion[site] if site < RAW_SITES else ""
    tokens = f"[{damage}{depletion}]" if damage or depletion else ""
    worked = f"*{town.worked[site]}" if town.worked[site] else ""
    assert len(damage) + len(depletion) <= 2 * FULL
    return tokens + worked
