"""Last turns laid out by lot, kept where one command is the best: more positions of each ruleset.

A row of `drawn/<ruleset>.jsonl` says in the words of `tests/positions/<ruleset>.py` what lies
where, and which command is the best. `finding.py` draws rows and finds out.
"""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

from pentarch.engine.chance import Chance
from pentarch.engine.plain import Json
from tests.engine.capital import build as capital_build
from tests.engine.heroes import build as heroes_build
from tests.engine.tradewarz import build as tradewarz_build
from tests.positions import capital, heroes, kingdom, township, tradewarz
from tests.positions.position import Position

Row: TypeAlias = dict[str, Any]
FOLDER: Final = Path(__file__).parent / "drawn"


def drawn(ruleset: str) -> list[Position]:
    """The positions of a ruleset."""
    lines = (FOLDER / f"{ruleset}.jsonl").read_text().splitlines()
    return [
        _position(ruleset, number, json.loads(line)) for number, line in enumerate(lines, start=1)
    ]


def _position(ruleset: str, number: int, row: Row) -> Position:
    return Position(
        name=f"drawn {number}",
        state=partial(LAY[ruleset], row["laid"]),
        seat=SEAT[ruleset],
        best=row["best"],
        why=f"{row['worth']} of the win, at most {row['others']} by any other command",
        options=OPTIONS[ruleset],
    )


def _some(chance: Chance, words: str, least: int, most: int) -> list[str]:
    """A few of these words, none twice."""
    found = words.split()
    chance.shuffle(found)
    return found[: least + chance.below(most - least + 1)]


# Township: small towns with a few units to send, and the renown that p1 has.

_SITES: Final = (
    "townhall1 brewery1 goldsmith1 smithy1 mine1 farm1 granary1 warehouse1 monument1x monument2xx"
    " quarry1 woodlot1 school1 house2x goldsmith2x"
)
_GOODS: Final = "grain lumber ore stone ale finery tools"


def _draw_township(chance: Chance) -> Row:
    return {
        "ours": " ".join(["house1", *_some(chance, _SITES, 3, 6)]),
        "stock": ", ".join(
            [f"{1 + chance.below(2)} {good}" for good in _some(chance, _GOODS, 1, 4)]
        ),
        "theirs": 1 + chance.below(14),
        "units": 1 + chance.below(2),
    }


def _lay_township(row: Row) -> Any:
    return township.last_turn(row["ours"], row["theirs"], row["stock"], row["units"])


# Capital: the last Build phase with a few cards in hand, or troops before a city.

_BUILDINGS: Final = (
    "fishing_village border_village inn warehouse market workshop library monastery watchtower"
    " palisade barracks stables gatehouse stone_wall masons_lodge guildhall"
)
_TROOPS: Final = "militia spearmen pikemen archers cavalry royal_guard berserkers raiders"
_UPGRADES: Final = "gold build draw store passive mercenary attack"


def _draw_capital(chance: Chance) -> Row:
    cards = _some(chance, _BUILDINGS, 6, 7)
    upgrades = " ".join(_some(chance, _UPGRADES, 1, 4))
    villages = ["farming_village"] * chance.below(3)
    row: Row = {
        "theirs": " ".join([*villages, cards[0]]),
        "ours": " ".join([*villages, cards[1]]),
        "hand": " ".join(cards[2:]),
        "upgrades": [upgrades, upgrades],
        "war": chance.below(4) == 0,
    }
    if row["war"]:
        troops = _some(chance, _TROOPS, 4, 4)
        row["ours"] += f" stronghold[{','.join(troops[:3])}]"
        row["theirs"] += f" citadel[{troops[3]}]"
        row["upgrades"][0] += " defense"
    return row


def _lay_capital(row: Row) -> Any:
    ours, theirs = (upgrades for upgrades in reversed(row["upgrades"]))
    state = capital.last_turn(row["theirs"], row["ours"], hand=row["hand"], upgrades=(theirs, ours))
    return capital_build.at_war(state) if row["war"] else state


# Kingdom: a few units of p1 on the map of two fords, garrisons, and perhaps a unit of p2.

_LANDS: Final = "r2 r3 r4 r5 r6 r8 r9 r10 r11 r12 r13"
_CASTLES: Final = "r5 r13"


def _draw_kingdom(chance: Chance) -> Row:
    return {
        "lands": [_some(chance, _LANDS, 0, 3), _some(chance, _LANDS, 2, 5)],
        "garrisons": {castle: chance.below(4) for castle in _CASTLES.split()},
        "units": [
            [chance.choice(["swordsman", "knight"]), land] for land in _some(chance, _LANDS, 1, 2)
        ],
        "foes": [["swordsman", land] for land in _some(chance, _LANDS, 0, 1)],
    }


def _lay_kingdom(row: Row) -> Any:
    table = kingdom.last_round()
    for side, lands in zip(("p1", "p2"), row["lands"], strict=True):
        table.own(side, *lands)
    for castle, count in row["garrisons"].items():
        table.units(count, "swordsman", "n0", castle)
    for side, units in (("p1", row["units"]), ("p2", row["foes"])):
        for kind, land in units:
            table.unit(kind, side, land)
    table.open()
    return table.state


# Heroes: one step to go, with mines, guards and rivals around.

_WAYS: Final = "n ne se s sw nw"
_TILES: Final = "t1 t2 t3 t4 t5 t8 t9 k a"


def _draw_heroes(chance: Chance) -> Row:
    tile = chance.choice(_TILES.split())
    ways = _some(chance, _WAYS, 4, 4)
    return {
        "where": f"{tile}.c",
        "units": f"{1 + chance.below(3)}xl{1 + chance.below(2)}",
        "army": f"{1 + chance.below(3)}xl{1 + chance.below(2)}",
        "levels": [1 + chance.below(3), 1 + chance.below(3)],
        "rival": f"{tile}.{ways[3]}" if chance.below(3) == 0 else "",
        "mines": [[f"{tile}.{way}", chance.below(3) - 1] for way in ways[: chance.below(4)]],
        "far_mines": [["t8.n", chance.below(3) - 1], ["t6.n", chance.below(3) - 1]],
        "gold": chance.below(5) if chance.below(3) == 0 else -1,
    }


def _lay_heroes(row: Row) -> Any:
    state = heroes.last_turn(row["where"], row["units"])
    state.heroes[0].level, state.heroes[2].level = row["levels"]
    if row["rival"]:
        heroes_build.hero(state, 0, row["rival"], "")
    else:
        heroes_build.army(state, 0, row["army"])
    for where, owner in (*row["mines"], *row["far_mines"]):
        heroes_build.guards(state, where, "", owner=owner)
    if row["gold"] >= 0:
        heroes_build.city(state, heroes.A, stock=(row["gold"], 0, 0, 0))
        heroes_build.say(state, "end")
    return state


# TradeWarz: the last turn, with goods for this or that, and soldiers on the march.

_SQUARES: Final = "s66 s54 s55 s44 s33 s45 s65 s56"


def _draw_tradewarz(chance: Chance) -> Row:
    return {
        "goods": [chance.below(7) for _ in range(4)],
        "soldiers": chance.below(3),
        "ours": [
            [square, chance.choice(["settlement", "village"])]
            for square in _some(chance, _SQUARES, 0, 2)
        ],
        "theirs": [["s11", "settlement"]] if chance.below(2) else [],
        "group": [[square, 1 + chance.below(2)] for square in _some(chance, _SQUARES, 0, 1)],
        "roll": 1 + chance.below(3) if chance.below(4) else 0,
        "is_building": chance.below(2) == 1,
    }


def _lay_tradewarz(row: Row) -> Any:
    state = tradewarz.last_turn(*row["goods"], soldiers=row["soldiers"])
    for seat, buildings in ((tradewarz.P2, row["ours"]), (tradewarz.P1, row["theirs"])):
        for square, kind in buildings:
            tradewarz_build.building(state, seat, square, kind)
    for square, count in row["group"]:
        tradewarz_build.army(state, tradewarz.P2, square, count)
        if row["roll"]:
            tradewarz_build.do(state, tradewarz.P2, "march", dice=(row["roll"],))
            tradewarz_build.do(state, tradewarz.P2, f"move {square} {count}")
    if row["is_building"] and not row["group"]:
        tradewarz_build.do(state, tradewarz.P2, "build")
    return state


DRAW: Final[dict[str, Callable[[Chance], Row]]] = {
    "capital": _draw_capital,
    "heroes": _draw_heroes,
    "kingdom": _draw_kingdom,
    "township": _draw_township,
    "tradewarz": _draw_tradewarz,
}
LAY: Final[dict[str, Callable[[Row], Any]]] = {
    "capital": _lay_capital,
    "heroes": _lay_heroes,
    "kingdom": _lay_kingdom,
    "township": _lay_township,
    "tradewarz": _lay_tradewarz,
}
SEAT: Final = {"capital": 1, "heroes": 1, "kingdom": 0, "township": 1, "tradewarz": 1}
OPTIONS: Final[dict[str, dict[str, Json]]] = {
    "capital": capital.MATCH,
    "heroes": heroes.OPTIONS,
    "kingdom": kingdom.OPTIONS,
    "township": township.OPTIONS,
    "tradewarz": tradewarz.OPTIONS,
}
