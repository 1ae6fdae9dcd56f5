"""The verbs of the kingdom ruleset. Their order fixes the numbers that records store."""

from typing import Final

from pentarch.engine.commands import CommandTable
from pentarch.engine.kingdom.tables import (
    AREA_NAMES,
    KIND_NAMES,
    LAND_NAMES,
    MOST_UNITS,
    SCROLL_NAMES,
    SEA_NAMES,
    SPELL_NAMES,
    TECH_NAMES,
)

UNIT_NAMES: Final = tuple(f"u{i + 1}" for i in range(MOST_UNITS))

TABLE: Final = CommandTable()

DONE: Final = TABLE.verb("done")
HALT: Final = TABLE.verb("halt")
ON: Final = TABLE.verb("on {}", AREA_NAMES)
AT: Final = TABLE.verb("at {}", AREA_NAMES)
SELECT: Final = TABLE.verb("select {}", AREA_NAMES)
BUY: Final = TABLE.verb("buy {}", SCROLL_NAMES)
RESEARCH: Final = TABLE.verb("research {}", TECH_NAMES)
DISBAND: Final = TABLE.verb("disband {} {}", KIND_NAMES, AREA_NAMES)
TRAIN: Final = TABLE.verb("train {} {}", KIND_NAMES, LAND_NAMES)
TRAIN_SHIP: Final = TABLE.verb("train trireme {} {}", LAND_NAMES, SEA_NAMES)
USE: Final = TABLE.verb("use {} {}", SCROLL_NAMES, LAND_NAMES)
USE_BLUEPRINT: Final = TABLE.verb("use galleon_blueprint {} {}", LAND_NAMES, SEA_NAMES)
MOVE_ONE: Final = TABLE.verb("move one {} {} {}", KIND_NAMES, AREA_NAMES, AREA_NAMES)
MOVE_ALL: Final = TABLE.verb("move all {} {} {}", KIND_NAMES, AREA_NAMES, AREA_NAMES)
MOVE_MAGE: Final = TABLE.verb("move {} {}", UNIT_NAMES, LAND_NAMES)
CAST: Final = TABLE.verb("cast {} {}", SPELL_NAMES, UNIT_NAMES)
SAIL: Final = TABLE.verb("sail {} {}", UNIT_NAMES, SEA_NAMES)
UNLOAD_MAGE: Final = TABLE.verb("unload {} {}", UNIT_NAMES, LAND_NAMES)
UNLOAD_ONE: Final = TABLE.verb("unload one {} {} {}", KIND_NAMES, UNIT_NAMES, LAND_NAMES)
LOAD_ONE: Final = TABLE.verb("load one {} {} {}", KIND_NAMES, LAND_NAMES, UNIT_NAMES)
LOAD_MAGE: Final = TABLE.verb("load {} {}", UNIT_NAMES, UNIT_NAMES)
