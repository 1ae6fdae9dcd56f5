"""Everything a seat can say in Township."""

from typing import Final

from pentarch.engine.commands import CommandTable, numbers
from pentarch.engine.core import SEAT_NAMES
from pentarch.engine.township.tables import GOODS, KINDS, MOST_UNITS, SITES

TABLE: Final = CommandTable()
_COUNTS: Final = numbers(0, MOST_UNITS)
_KINDS: Final = tuple([kind.id for kind in KINDS])
_SITES: Final = tuple([site.name for site in SITES])

BREAK: Final = TABLE.verb("break {}", _KINDS)
SKIP: Final = TABLE.verb("skip")
REPAIR: Final = TABLE.verb("repair {}", _SITES)
REPAIR_TOOLED: Final = TABLE.verb("repair {} tooled", _SITES)
PRODUCE: Final = TABLE.verb("produce {} {}", _SITES, GOODS)
PRODUCE_TOOLED: Final = TABLE.verb("produce {} {} tooled", _SITES, GOODS)
RECRUIT: Final = TABLE.verb("recruit {}", _SITES)
MUSTER: Final = TABLE.verb("muster {}", _SITES)
FEAST: Final = TABLE.verb("feast {}", _SITES)
DONE: Final = TABLE.verb("done")
DISCARD: Final = TABLE.verb("discard {}", GOODS)
ASSIGN: Final = TABLE.verb("assign {} {}", _COUNTS, SEAT_NAMES)
ATTACK: Final = TABLE.verb("attack {}", SEAT_NAMES)
USE_SWORDS: Final = TABLE.verb("swords {}", _COUNTS)
DEFEND: Final = TABLE.verb("defend {}", _COUNTS)
USE_SHIELDS: Final = TABLE.verb("shields {}", _COUNTS)
LOOT: Final = TABLE.verb("loot")
RAZE: Final = TABLE.verb("raze")
DAMAGE: Final = TABLE.verb("damage {}", _SITES)

SKIPPED: Final = SKIP()
FINISHED: Final = DONE()
LOOTING: Final = LOOT()
RAZING: Final = RAZE()
