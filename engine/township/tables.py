"""The numbers and names of Township: a row for each thing, with all that it is.

The order of rows is the canonical order, and the numbers that follow from it never change.
"""

from typing import Final, TypeAlias, final

from pentarch.engine.core import Words

# Goods. A stock is a list with the pieces of each, in this order.
GRAIN: Final = 0
LUMBER: Final = 1
ORE: Final = 2
STONE: Final = 3
TOOLS: Final = 4
SWORDS: Final = 5
SHIELDS: Final = 6
ALE: Final = 7
FINERY: Final = 8
GOODS: Final[Words] = (
    "grain",
    "lumber",
    "ore",
    "stone",
    "tools",
    "swords",
    "shields",
    "ale",
    "finery",
)

Price: TypeAlias = "tuple[tuple[int, int], ...]"
"""What something takes from stock: goods, and the pieces of each."""

FULL: Final = 5  # tokens that destroy a building, and damage tokens of a new one
PLACES: Final = 5  # activities per building and turn

# Bands of building types.
RAW: Final = "raw"
FINISHED: Final = "goods"
STORAGE: Final = "storage"
CIVIC: Final = "civic"

# What a building has room for.
NOTHING: Final = 0
UNITS: Final = 1
GRAIN_STORE: Final = 2
GOODS_STORE: Final = 3

# What a unit can do in some buildings besides repairing and producing.
RECRUITING: Final = "recruit"
MUSTERING: Final = "muster"
FEASTING: Final = "feast"


@final
class Recipe:
    """One batch: how many pieces of the good come out, and what goes in."""

    def __init__(self, good: int, output: int, inputs: Price = ()) -> None:
        self.good: Final = good
        self.output: Final = output
        self.inputs: Final = inputs


@final
class Kind:
    """A building type: a row of `KINDS`, with a site in `SITES` for each of its cards.

    `repair` is the price of each damage token. `makes` are the recipes and `offers` is the service
    of an undamaged building, which also counts its `renown` and has its full `room` for what it
    `holds`.
    """

    def __init__(
        self,
        title: str,
        band: str,
        *,
        copies: int,
        repair: Price = (),
        renown: int = 0,
        makes: "tuple[Recipe, ...]" = (),
        offers: str = "",
        holds: int = NOTHING,
        room: int = 0,
    ) -> None:
        self.number: Final = len(KINDS)
        self.id: Final = title.replace(" ", "")
        self.title: Final = title
        self.band: Final = band
        self.is_raw: Final = band == RAW
        self.copies: Final = copies
        self.repair: Final = repair
        self.renown: Final = renown
        self.makes: Final = makes
        self.offers: Final = offers
        self.holds: Final = holds
        self.room: Final = room
        KINDS.append(self)
        self.sites: Final = [Site(self, copy) for copy in range(1, copies + 1)]


@final
class Site:
    """A place in a town for one building card of its set: type by type, copy by copy."""

    def __init__(self, kind: Kind, copy: int) -> None:
        self.number: Final = len(SITES)
        self.kind: Final = kind
        self.name: Final = f"{kind.id}{copy}"
        self.title: Final = f"{kind.title} {copy}" if kind.copies > 1 else f"the {kind.title}"
        SITES.append(self)


KINDS: Final[list[Kind]] = []
SITES: Final[list[Site]] = []

_WOOD: Final[Price] = ((LUMBER, 1),)
_MASONRY: Final[Price] = ((LUMBER, 1), (STONE, 1))
_SMITHWORK: Final = (
    Recipe(TOOLS, 1, ((LUMBER, 1), (ORE, 1))),
    Recipe(SWORDS, 2, ((ORE, 1),)),
    Recipe(SHIELDS, 2, ((LUMBER, 1),)),
)
_ALE: Final = Recipe(ALE, 1, ((GRAIN, 2),))
_FINERY: Final = Recipe(FINERY, 1, ((ORE, 1), (STONE, 1)))

FARM: Final = Kind("farm", RAW, copies=4, makes=(Recipe(GRAIN, 1),))
WOODLOT: Final = Kind("woodlot", RAW, copies=3, makes=(Recipe(LUMBER, 1),))
MINE: Final = Kind("mine", RAW, copies=3, repair=_WOOD, makes=(Recipe(ORE, 1),))
QUARRY: Final = Kind("quarry", RAW, copies=2, repair=_WOOD, makes=(Recipe(STONE, 1),))
SMITHY: Final = Kind("smithy", FINISHED, copies=2, repair=_WOOD, makes=_SMITHWORK)
BREWERY: Final = Kind("brewery", FINISHED, copies=2, repair=_WOOD, makes=(_ALE,))
GOLDSMITH: Final = Kind("goldsmith", FINISHED, copies=2, repair=_WOOD, makes=(_FINERY,))
HOUSE: Final = Kind(
    "house", STORAGE, copies=5, repair=_WOOD, renown=1, holds=UNITS, room=5, offers=RECRUITING
)
GRANARY: Final = Kind("granary", STORAGE, copies=3, holds=GRAIN_STORE, room=10)
WAREHOUSE: Final = Kind("warehouse", STORAGE, copies=5, repair=_WOOD, holds=GOODS_STORE, room=10)
SCHOOL: Final = Kind("school", CIVIC, copies=1, repair=_WOOD, renown=2)
ACADEMY: Final = Kind("academy", CIVIC, copies=4, repair=_WOOD, renown=1, offers=MUSTERING)
TOWNHALL: Final = Kind("town hall", CIVIC, copies=1, repair=_MASONRY, renown=3, offers=FEASTING)
MONUMENT: Final = Kind("monument", CIVIC, copies=2, repair=_MASONRY, renown=5)

SITE_OF: Final = {site.name: site for site in SITES}

UNIT_PRICE: Final[Price] = ((GRAIN, 5),)
FEAST_PRICE: Final[Price] = ((ALE, 1), (FINERY, 1))
FEAST_LAURELS: Final = 2
SPOILS_CAPTURE: Final = 1  # times `capture_laurels`, per point of a success left over

DIE: Final = 6
DEPLETES: Final = 1  # what the die shows
WEARS: Final = 1


@final
class Arms:
    """A good that helps those who fight: from which number on a die scores, without and with."""

    def __init__(self, good: int, *, bare_from: int, armed_from: int) -> None:
        self.good: Final = good
        self.bare_from: Final = bare_from
        self.armed_from: Final = armed_from


ATTACK_ARMS: Final = Arms(SWORDS, bare_from=4, armed_from=3)
DEFENCE_ARMS: Final = Arms(SHIELDS, bare_from=5, armed_from=4)


@final
class Ending:
    """How a match can end: the rule, and whether no cap cut it off."""

    def __init__(self, rule: str, *, natural: bool) -> None:
        self.rule: Final = rule
        self.natural: Final = natural


GOES_ON: Final = ""
CONQUEST: Final = "conquest"
RENOWN: Final = "renown"
CAP: Final = "cap"
ENDINGS: Final = {
    GOES_ON: Ending("", natural=False),
    CONQUEST: Ending("TS-21.1", natural=True),
    RENOWN: Ending("TS-21.2", natural=True),
    CAP: Ending("TS-21.3", natural=False),
}

START_UNITS: Final = 5
START_KINDS: Final = (FARM, WOODLOT, HOUSE, GRANARY, WAREHOUSE)
START_STOCK: Final[Price] = ((GRAIN, 5), (LUMBER, 5))

MOST_UNITS: Final = 60  # no seat can ever have more: 25 housed, 25 recruited in a turn
