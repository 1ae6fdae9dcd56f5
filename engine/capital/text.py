"""A match drawn in plain text, for terminals and golden files."""

from typing import Final

from pentarch.engine.capital.places import AT_CITY, Building, Location
from pentarch.engine.capital.realm import Realm
from pentarch.engine.capital.state import Battle, Fighter, State
from pentarch.engine.capital.tables import SEATS
from pentarch.engine.capital.units import Unit

_WIDTH: Final = 98


def draw_text(state: State) -> str:
    """The whole state, hands and face-down units included; at most 100 columns."""
    lines = [
        f"round {state.round}/{state.settings.round_cap}  {state.phase} of "
        f"{SEATS[state.active]}  {state.decision} by {SEATS[state.actor]}  "
        f"deck {state.deck.size()}  discard {len(state.discard)}  legendary {len(state.legendary)}"
    ]
    for seat, realm in enumerate(state.realms):
        lines.extend(_realm_lines(state, seat, realm))
    if state.battle is not None:
        lines.extend(_battle_lines(state.battle))
    if state.looked:
        lines.extend(_wrap("looked at: ", [card.slug for card in state.looked]))
    return "\n".join(lines)


def _realm_lines(state: State, seat: int, realm: Realm) -> list[str]:
    if not realm.alive:
        return [f"{SEATS[seat]} defeated"]
    tracker, pools = realm.tracker, realm.pools
    city = "-" if realm.city.kind is None else realm.city.kind.id
    lines = [
        f"{SEATS[seat]} city {city}  {len(realm.upgrades)}/{state.settings.goal}  "
        f"gold {tracker.gold} build {tracker.build} draw {tracker.draw} store {tracker.store} "
        f"passive {tracker.passive} discount {tracker.discount}  "
        f"pool {pools.gold}g {pools.build}b"
    ]
    cards = [card.slug for card in realm.hand] + ["*" + card.slug for card in realm.kept]
    for head, words in (
        ("  upgrades: ", realm.upgrades),
        ("  table: ", _table(realm)),
        ("  hand: ", cards),
    ):
        if words:
            lines.extend(_wrap(head, words))
    return lines


def _table(realm: Realm) -> list[str]:
    """The city, if anybody is in it, and the buildings."""
    here = _units_at(realm, AT_CITY)
    words = ["city" + here] if here else []
    return words + [_building(realm, building) for building in realm.buildings]


def _building(realm: Realm, building: Building) -> str:
    name, place = building.card.slug, building.location.word
    if name != place:
        name = f"{place}:{name}"
    if building.settled is not None:
        name += "+" + building.settled.slug
    return name + _units_at(realm, building.location)


def _units_at(realm: Realm, location: Location) -> str:
    names = [_unit(unit) for unit in realm.units if unit.location is location]
    return "[" + " ".join(names) + "]" if names else ""


def _unit(unit: Unit) -> str:
    if unit.is_fighting:
        return unit.card.slug + "!"
    return unit.card.slug + ("'" if unit.is_spent or unit.has_moved else "")


def _battle_lines(battle: Battle) -> list[str]:
    attack, defence = battle.attack, battle.defence
    return [
        f"battle {SEATS[attack.seat]} -> {SEATS[defence.seat]}",
        *_wrap("  attack: ", [_fighter(fighter) for fighter in attack.fighters]),
        *_wrap("  defence: ", [_fighter(fighter) for fighter in defence.fighters]),
        f"  score {battle.score}  points {battle.points}  siege {battle.siege}",
    ]


def _fighter(fighter: Fighter) -> str:
    return f"{SEATS[fighter.owner]}:{fighter.card.slug}@{fighter.location.word}"


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
