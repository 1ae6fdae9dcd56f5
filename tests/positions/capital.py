"""Capital: the last turn of the last round, or the turn in which a city can fall."""

from collections import Counter
from collections.abc import Callable
from typing import Final

from pentarch.engine.capital.state import State
from pentarch.engine.capital.tables import CARDS
from pentarch.engine.plain import Json
from tests.engine.capital import build
from tests.engine.capital.build import P1, P2
from tests.positions.position import Position

_CAP: Final = 10
_OPTIONS: Final[dict[str, Json]] = {"round_cap": _CAP, "quests": False, "settle": False}
MATCH: Final[dict[str, Json]] = {**_OPTIONS, "late_seat_bonus": False}
_SEVEN: Final = "gold build draw store passive mercenary attack"
_THREE: Final = "build draw store"
_VILLAGES: Final = " farming_village" * 6


def last_turn(
    theirs: str, ours: str, *, hand: str = "", upgrades: tuple[str, str] = ("", "")
) -> State:
    """The Build phase of p2, who plays last. All other cards are in the Deck."""
    words = " ".join([theirs, ours, hand]).replace("[", " ").replace("]", " ").replace(",", " ")
    used = Counter(words.split())
    rest = [
        " ".join([card.slug] * (card.copies - used[card.slug]))
        for card in CARDS
        if not card.legendary
    ]
    return build.arrange(
        theirs,
        ours,
        hands=["", hand],
        upgrades=upgrades,
        deck=" ".join(rest),
        active=P2,
        round=_CAP,
        options=_OPTIONS,
    )


def _upgrade() -> State:
    ours, theirs = f"warehouse{_VILLAGES}", f"bank market{_VILLAGES}"
    return last_turn(theirs, ours, hand="library", upgrades=(_SEVEN, _SEVEN))


def _gold() -> State:
    theirs = "farming_village palisade watchtower barracks"
    hand = "market library warehouse"
    return last_turn(theirs, "farming_village inn", hand=hand, upgrades=(_THREE, _THREE))


def _hit_points() -> State:
    """As much Gold on both sides, and p1 has more that stands."""
    theirs, ours = "market farming_village barracks inn", "market farming_village palisade"
    return last_turn(theirs, ours, hand="watchtower stone_wall", upgrades=(_THREE, _THREE))


def _attackers(defenders: str, *, ours: str = "stronghold[cavalry,cavalry,royal_guard]") -> State:
    """The Attack phase of p2; p1, who leads, has defenders."""
    theirs = f"bank market farming_village{defenders}"
    return build.at_war(last_turn(theirs, ours, upgrades=("gold build", "")))


def _war() -> State:
    return _attackers("")


def _charge() -> State:
    """One troop is left at home, and without it the city stands."""
    state = _attackers("")
    build.say(state, "war p1", "send cavalry stronghold", "send cavalry stronghold")
    return state


def _raze() -> State:
    state = _charge()
    build.say(state, "send royal_guard stronghold", "charge", "hold", "pass", "pass")
    return state


def _guard() -> State:
    """The city of p1 falls unless it is guarded; p1 leads by upgrades."""
    state = _attackers(" watchtower[shieldbearers]")
    build.say(state, "war p1", "send cavalry stronghold", "send cavalry stronghold")
    build.say(state, "send royal_guard stronghold", "charge")
    return state


def _position(
    name: str, state: Callable[[], State], best: str, why: str, seat: int = P2
) -> Position:
    return Position(name, state, seat, best, why, options=MATCH)


POSITIONS: Final = [
    _position("the eighth upgrade", _upgrade, "upgrade defense", "it wins on the spot"),
    _position("gold decides", _gold, "build market", "equal upgrades, and one more Gold"),
    _position("stone decides", _hit_points, "build stone_wall", "equal Gold, and more hit points"),
    _position("war", _war, "war p1", "three troops raze a city without defenders"),
    _position("all of them", _charge, "send royal_guard stronghold", "without it four points"),
    _position("the city", _raze, "raze city", "a building or nothing leaves p1 in the lead"),
    _position("the guard", _guard, "guard shieldbearers watchtower", "else the city falls", P1),
]
