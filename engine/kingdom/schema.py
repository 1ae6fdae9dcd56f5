"""What Kingdom asks seats, and what a view holds, with a sentence for every field."""

from typing import Final

from pentarch.engine.kingdom.maps import FIXED_MAPS
from pentarch.engine.kingdom.settings import OPTIONS, SIZE_NAMES
from pentarch.engine.kingdom.state import AREA, DEBT, DONE, MENU, ORDERS, OVER, PATH, TARGET
from pentarch.engine.kingdom.tables import (
    AREA_NAMES,
    AREAS,
    ENDINGS,
    KIND_NAMES,
    LAND,
    LAND_NAMES,
    MOST_ATTACK,
    MOST_LANDS,
    MOST_PRODUCTION,
    SCROLL_NAMES,
    SCROLLS,
    SEA,
    SIDE_NAMES,
    SPELL_NAMES,
    TECH_NAMES,
    TECHS,
)
from pentarch.engine.manual import (
    chosen_options,
    flag,
    keyed,
    listing,
    maybe,
    name,
    per_seat,
    record,
    seat,
    text,
    whole,
)
from pentarch.engine.plain import Json

DECISIONS: Final = {
    ORDERS: "All living seats write their orders at once and in secret; `done` ends them.",
    OVER: "Nobody decides: the match is over.",
    DEBT: "A seat in debt: which unit to disband.",
    MENU: "The next order, or `done`.",
    PATH: "Where the path of the order goes on, or `halt`.",
    TARGET: "Where the spell is cast.",
    AREA: "In which area to give an order, where there are very many.",
}

_MOST_UNITS: Final = 1_000
_MOST_ORDERS: Final = 1_000


def _area(meaning: str) -> "dict[str, Json]":
    return name(meaning, AREA_NAMES)


def _land(meaning: str) -> "dict[str, Json]":
    return name(meaning, LAND_NAMES)


def _side(meaning: str) -> "dict[str, Json]":
    return name(meaning, SIDE_NAMES)


def _kind(meaning: str) -> "dict[str, Json]":
    return name(meaning, KIND_NAMES)


def _unit(meaning: str) -> "dict[str, Json]":
    return text(meaning)


def _tech(meaning: str) -> "dict[str, Json]":
    return name(meaning, TECH_NAMES)


def _per_scroll(title: str, meaning: str) -> "dict[str, Json]":
    return record(
        title,
        meaning,
        {word: whole(f"Scrolls of {word.replace('_', ' ')}.") for word in SCROLL_NAMES},
    )


def _lands(meaning: str) -> "dict[str, Json]":
    return listing(meaning, _land("A region."), MOST_LANDS)


_AREA: Final = record(
    "Area",
    "An area of the map.",
    {
        "id": _area("Its name."),
        "kind": name("Land or sea.", (LAND, SEA)),
        "x": whole("Where it is drawn.", None),
        "y": whole("Where it is drawn.", None),
        "tax": whole("Gold that it pays its owner."),
        "castle": flag("Whether it has a castle."),
        "home": maybe(seat("Whose home it is."), "it is nobody's home."),
        "neighbours": listing("The adjacent areas.", _area("An area."), AREAS),
    },
)

_BOARD: Final = record(
    "Board",
    "The map, which never changes.",
    {
        "map": name("Its name.", (*FIXED_MAPS, "random")),
        "map_size": name("The size of a random map; empty for others.", ("", *SIZE_NAMES)),
        "title": text("What it is called."),
        "wedge": listing("How a random map was grown.", text("A cell."), AREAS),
        "width": whole("How wide it is drawn."),
        "height": whole("How high it is drawn."),
        "areas": listing("The areas.", _AREA, AREAS),
    },
)

_RECRUIT: Final[dict[str, dict[str, Json]]] = {
    "type": _kind("The kind of unit."),
    "place": _area("Where it will appear."),
    "rounds": whole("Rounds until it is ready."),
}

_CASTLE: Final = record(
    "Castle",
    "A castle.",
    {
        "id": _land("Its region."),
        "owner": maybe(_side("Who owns it."), "nobody does."),
        "production": whole("How many units it trains at a time.", 1, MOST_PRODUCTION),
        "attack": whole("Its attack.", 1, MOST_ATTACK),
        "queue": listing(
            "Units in training.",
            record("Recruit", "A unit in training.", _RECRUIT),
            MOST_PRODUCTION,
        ),
    },
)

_UNIT: Final = record(
    "Unit",
    "A unit on the map.",
    {
        "id": _unit("Its name: `u` and a number."),
        "type": _kind("Its kind."),
        "kingdom": _side("Whose it is; `n0` is a garrison."),
        "area": _area("Where it is."),
        "ship": maybe(_unit("The ship that carries it."), "none does."),
        "mana": whole("Mana of a mage."),
        "build": whole("Rounds until a guard tower is complete."),
    },
)

_PLAN: Final = record(
    "Plan",
    "What a seat has entered in this round.",
    {
        "decision": name("What it is asked.", (DEBT, MENU, PATH, TARGET, AREA, DONE)),
        "orders": listing("The commands entered.", text("A command."), _MOST_ORDERS),
        "gold": whole("Gold left.", None),
        "stock": _per_scroll("PlannedStock", "Scrolls left."),
        "prices": keyed("Prices of the scrolls on offer.", SCROLL_NAMES, whole("Gold.")),
        "market": flag("Whether the kingdom has the market."),
        "research": maybe(_tech("The tech started."), "none was."),
        "queued": listing(
            "Units ordered.",
            record(
                "Queued", "A unit ordered.", {"castle": _land("Where it is trained."), **_RECRUIT}
            ),
            _MOST_ORDERS,
        ),
        "improved": keyed("Castles improved.", LAND_NAMES, name("The scroll used.", SCROLL_NAMES)),
        "sawmills": _lands("Regions where a sawmill was built."),
        "towers": listing("Regions where a tower was placed.", _land("A region."), _MOST_ORDERS),
        "disbanded": listing("Units disbanded.", _unit("A unit."), _MOST_UNITS),
        "paths": listing(
            "Movement orders.",
            record(
                "Path",
                "The path of a unit.",
                {
                    "unit": _unit("The unit."),
                    "areas": listing("The areas it enters.", _area("An area."), 8),
                },
            ),
            _MOST_UNITS,
        ),
        "loads": listing(
            "Units that board.",
            record(
                "Load",
                "A unit that boards.",
                {"unit": _unit("The unit."), "ship": _unit("The ship.")},
            ),
            _MOST_UNITS,
        ),
        "unloads": listing(
            "Passengers that land.",
            record("Unload", "A passenger.", {"unit": _unit("The unit."), "area": _area("Where.")}),
            _MOST_UNITS,
        ),
        "casts": listing(
            "Spells.",
            record(
                "Cast",
                "A spell.",
                {
                    "mage": _unit("The mage."),
                    "spell": name("The spell.", SPELL_NAMES),
                    "area": _area("The target."),
                },
            ),
            _MOST_UNITS,
        ),
    },
)

_KINGDOM: Final = record(
    "Kingdom",
    "Everything of one seat.",
    {
        "seat": seat("Whose it is."),
        "eliminated": whole("The round in which it fell; 0 while it plays."),
        "done": flag("Whether its orders are given."),
        "gold": whole("Gold as the round began.", None),
        "stock": _per_scroll("Stock", "Scrolls as the round began."),
        "market": flag("Whether it has the market."),
        "techs": listing("Techs known.", _tech("A tech."), len(TECHS)),
        "research": keyed("Instalments still due, by tech.", TECH_NAMES, whole("Rounds.")),
        "castles": whole("Castles owned."),
        "income": whole("Gold that it earns in a round.", None),
        "upkeep": whole("Gold that it pays in a round.", None),
        "army": whole("The value of its army."),
        "plan": maybe(_PLAN, "it is another seat's."),
    },
)

VIEW: Final = record(
    "View",
    "What a seat may know: the realm as the round began, and its own plan.",
    {
        "round": whole("The round, from 1 on."),
        "last_round": whole("The round after which the match ends by the cap."),
        "castles_to_win": whole("Castles that win."),
        "phase": name("What is being decided.", (ORDERS, OVER)),
        "to_act": listing("Who has not given its orders yet.", seat("A seat."), 6),
        "options": chosen_options(OPTIONS),
        "board": _BOARD,
        "regions": listing(
            "The land regions.",
            record(
                "Region",
                "A land region.",
                {
                    "id": _land("Its name."),
                    "owner": maybe(_side("Who owns it."), "nobody does."),
                    "sawmill": flag("Whether it has a sawmill."),
                },
            ),
            MOST_LANDS,
        ),
        "castles": listing("The castles.", _CASTLE, MOST_LANDS),
        "units": listing("The units.", _UNIT, _MOST_UNITS),
        "next_unit": whole("The number of the next unit."),
        "market": listing(
            "The scrolls on offer.",
            record(
                "Offer",
                "A scroll on offer.",
                {"scroll": name("Which.", SCROLL_NAMES), "price": whole("Its price.")},
            ),
            len(SCROLLS),
        ),
        "tech": maybe(_tech("The tech on offer."), "none is."),
        "techs_left": listing("Techs still to come, in no order.", _tech("A tech."), len(TECHS)),
        "deck": maybe(
            listing("Techs still to come, in order.", _tech("A tech."), len(TECHS)),
            "it is hidden.",
        ),
        "seats": per_seat("The kingdoms in the order of seats.", _KINGDOM),
        "outcome": maybe(
            record(
                "Outcome",
                "How the match ended.",
                {
                    "reason": name("Why.", [ending.reason for ending in ENDINGS[1:]]),
                    "ranks": listing("Ranks by seat.", whole("A rank.", 1, 6), 6),
                },
            ),
            "it goes on.",
        ),
    },
)
