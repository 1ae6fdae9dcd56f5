"""Everything a seat can say in Township."""

from typing import Final

from pentarch.engine.commands import CommandTable, numbers
from pentarch.engine.core import SEAT_NAMES
from pentarch.engine.township.tables import (
    GOODS,
    KIND_IDS,
    KIND_OF,
    MOST_UNITS,
    RECIPES,
    SITE_NAMES,
    SITES,
)

TABLE: Final = CommandTable()
_COUNTS: Final = numbers(0, MOST_UNITS)

BREAK: Final = TABLE.verb("break {}", KIND_IDS)
SKIP: Final = TABLE.verb("skip")
REPAIR: Final = TABLE.verb("repair {}", SITE_NAMES)
REPAIR_TOOLED: Final = TABLE.verb("repair {} tooled", SITE_NAMES)
PRODUCE: Final = TABLE.verb("produce {} {}", SITE_NAMES, GOODS)
PRODUCE_TOOLED: Final = TABLE.verb("produce {} {} tooled", SITE_NAMES, GOODS)
RECRUIT: Final = TABLE.verb("recruit {}", SITE_NAMES)
MUSTER: Final = TABLE.verb("muster {}", SITE_NAMES)
FEAST: Final = TABLE.verb("feast {}", SITE_NAMES)
DONE: Final = TABLE.verb("done")
DISCARD: Final = TABLE.verb("discard {}", GOODS)
ASSIGN: Final = TABLE.verb("assign {} {}", _COUNTS, SEAT_NAMES)
ATTACK: Final = TABLE.verb("attack {}", SEAT_NAMES)
USE_SWORDS: Final = TABLE.verb("swords {}", _COUNTS)
DEFEND: Final = TABLE.verb("defend {}", _COUNTS)
USE_SHIELDS: Final = TABLE.verb("shields {}", _COUNTS)
LOOT: Final = TABLE.verb("loot")
RAZE: Final = TABLE.verb("raze")
DAMAGE: Final = TABLE.verb("damage {}", SITE_NAMES)

# The commands by site, so that listing them costs an index.
BREAKS: Final = [BREAK(kind) for kind in range(len(KIND_IDS))]
REPAIRS: Final = [REPAIR(site) for site in range(SITES)]
REPAIRS_TOOLED: Final = [REPAIR_TOOLED(site) for site in range(SITES)]
PRODUCES: Final = [
    [PRODUCE(site, recipe.good) for recipe in RECIPES[KIND_OF[site]]] for site in range(SITES)
]
PRODUCES_TOOLED: Final = [
    [PRODUCE_TOOLED(site, recipe.good) for recipe in RECIPES[KIND_OF[site]]]
    for site in range(SITES)
]
RECRUITS: Final = [RECRUIT(site) for site in range(SITES)]
MUSTERS: Final = [MUSTER(site) for site in range(SITES)]
FEASTS: Final = [FEAST(site) for site in range(SITES)]
DAMAGES: Final = [DAMAGE(site) for site in range(SITES)]
SKIPPED: Final = SKIP()
FINISHED: Final = DONE()
LOOTING: Final = LOOT()
RAZING: Final = RAZE()
