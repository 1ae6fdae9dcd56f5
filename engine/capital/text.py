"""A match drawn in plain text, for terminals and golden files."""

from typing import Final

from pentarch.engine.capital.holdings import place_card, place_settled, place_word
from pentarch.engine.capital.state import (
    CARD_MASK,
    DECISION_WORDS,
    FIELD,
    LOCATION_SHIFT,
    MOVED,
    PHASE_WORDS,
    SPENT,
    Realm,
    State,
)
from pentarch.engine.capital.tables import (
    ALIVE,
    AT_CITY,
    BUILD,
    BUILD_POOL,
    CITY,
    CITY_IDS,
    DISCOUNT,
    DRAW,
    GOLD,
    GOLD_POOL,
    NO_CITY,
    PASSIVE,
    SEATS,
    SLUGS,
    STORE,
    UPGRADES,
)

_WIDTH: Final = 98


def draw_text(state: State) -> str:
    """The whole state, hands and face-down units included; at most 100 columns."""
    lines = [
        f"round {state.round}/{state.setting.round_cap}  {PHASE_WORDS[state.phase]} of "
        f"{SEATS[state.active]}  {DECISION_WORDS[state.decision]} by {SEATS[state.actor]}  "
        f"deck {len(state.deck)}  discard {len(state.discard)}  legendary {len(state.legendary)}"
    ]
    for seat, realm in enumerate(state.realms):
        lines.extend(_realm_lines(state, seat, realm))
    battle = state.battle
    if battle is not None:
        lines.append(f"battle {SEATS[battle.attacker]} -> {SEATS[battle.defender]}")
        lines.extend(_wrap("  attack: ", [_entry(entry) for entry in battle.attackers]))
        lines.extend(_wrap("  defence: ", [_entry(entry) for entry in battle.defenders]))
        lines.append(f"  score {battle.score}  points {battle.points}  siege {battle.siege}")
    if state.looked:
        lines.extend(_wrap("looked at: ", [SLUGS[card] for card in state.looked]))
    return "\n".join(lines)


def _realm_lines(state: State, seat: int, realm: Realm) -> list[str]:
    tally = realm.tally
    if not tally[ALIVE]:
        return [f"{SEATS[seat]} defeated"]
    city = "-" if tally[CITY] == NO_CITY else CITY_IDS[tally[CITY]]
    lines = [
        f"{SEATS[seat]} city {city}  {len(realm.upgrades)}/{state.setting.goal}  "
        f"gold {tally[GOLD]} build {tally[BUILD]} draw {tally[DRAW]} store {tally[STORE]} "
        f"passive {tally[PASSIVE]} discount {tally[DISCOUNT]}  "
        f"pool {tally[GOLD_POOL]}g {tally[BUILD_POOL]}b"
    ]
    if realm.upgrades:
        lines.extend(_wrap("  upgrades: ", [UPGRADES[upgrade] for upgrade in realm.upgrades]))
    tables: list[str] = []
    here = _units_at(realm, AT_CITY)
    if here:
        tables.append("city" + here)
    for place in realm.places:
        location = place & CARD_MASK
        card = SLUGS[place_card(place)]
        name = card if card == place_word(location) else f"{place_word(location)}:{card}"
        settled = place_settled(place)
        if settled >= 0:
            name += "+" + SLUGS[settled]
        tables.append(name + _units_at(realm, location))
    if tables:
        lines.extend(_wrap("  table: ", tables))
    cards = [SLUGS[card] for card in realm.hand] + ["*" + SLUGS[card] for card in realm.kept]
    if cards:
        lines.extend(_wrap("  hand: ", cards))
    return lines


def _units_at(realm: Realm, location: int) -> str:
    names: list[str] = []
    for unit in realm.units:
        if unit >> LOCATION_SHIFT & CARD_MASK == location:
            marks = "!" if unit & FIELD else "'" if unit & (SPENT | MOVED) else ""
            names.append(SLUGS[unit & CARD_MASK] + marks)
    return "[" + " ".join(names) + "]" if names else ""


def _entry(entry: int) -> str:
    place = place_word(entry >> LOCATION_SHIFT & CARD_MASK)
    return f"{SEATS[entry >> 14]}:{SLUGS[entry & CARD_MASK]}@{place}"


def _wrap(head: str, words: list[str]) -> list[str]:
    """Words after a heading, broken into lines of the board's width."""
    lines: list[str] = []
    line = head
    for word in words:
        if len(line) + len(word) > _WIDTH and line.strip() != head.strip():
            lines.append(line.rstrip())
            line = " " * len(head)
        line += word + "  "
    lines.append(line.rstrip())
    return lines
