"""The verbs of TradeWarz. New ones are only ever added at the end."""

from typing import Final

from pentarch.engine.commands import CommandTable, numbers
from pentarch.engine.core import SEAT_NAMES
from pentarch.engine.tradewarz.cards import MORALE_NAMES
from pentarch.engine.tradewarz.lattice import SPACE_NAMES, SQUARE_NAMES, TILE_NAMES
from pentarch.engine.tradewarz.tables import (
    CATEGORY_NAMES,
    HOUSE_NAMES,
    RESOURCE_NAMES,
    STRUCTURE_NAMES,
)
from pentarch.engine.tradewarz.techs import TECH_NAMES, UNIT_NAMES

COMMANDS: Final = CommandTable()

POST: Final = COMMANDS.verb("post {} {}", numbers(1, 4), SQUARE_NAMES)
HOUSE: Final = COMMANDS.verb("house {}", HOUSE_NAMES)
DOCK: Final = COMMANDS.verb("dock {}", numbers(1, 8))
SAIL: Final = COMMANDS.verb("sail")

PLAY: Final = COMMANDS.verb("play {}", MORALE_NAMES)
TRADE: Final = COMMANDS.verb("trade {}", SEAT_NAMES)
ALLY: Final = COMMANDS.verb("ally {}", SEAT_NAMES)
BREAK: Final = COMMANDS.verb("break")
BARTER: Final = COMMANDS.verb("barter {} {}", RESOURCE_NAMES, RESOURCE_NAMES)
EXCHANGE: Final = COMMANDS.verb("exchange {} {}", RESOURCE_NAMES, RESOURCE_NAMES)
MARCH: Final = COMMANDS.verb("march")
BUILD: Final = COMMANDS.verb("build")
RECRUIT: Final = COMMANDS.verb("recruit")
TECH: Final = COMMANDS.verb("tech")
RETREAT: Final = COMMANDS.verb("retreat")
RESOURCES: Final = COMMANDS.verb("resources {} {}", RESOURCE_NAMES, RESOURCE_NAMES)
RESOURCES_3: Final = COMMANDS.verb(
    "resources {} {} {}", RESOURCE_NAMES, RESOURCE_NAMES, RESOURCE_NAMES
)
PASS: Final = COMMANDS.verb("pass")

MOVE: Final = COMMANDS.verb("move {} {}", SPACE_NAMES, numbers(1, 4))
MOVE_WITH: Final = COMMANDS.verb("move {} {} with {}", SPACE_NAMES, numbers(1, 4), UNIT_NAMES)
END: Final = COMMANDS.verb("end")
STEP: Final = COMMANDS.verb("step {}", SPACE_NAMES)
LAY: Final = COMMANDS.verb("lay {} {}", STRUCTURE_NAMES, SQUARE_NAMES)
WARP: Final = COMMANDS.verb("warp {}", SQUARE_NAMES)
LEND: Final = COMMANDS.verb("lend {}", UNIT_NAMES)
STOP: Final = COMMANDS.verb("stop")

COMMIT: Final = COMMANDS.verb("commit {}", MORALE_NAMES)
READY: Final = COMMANDS.verb("ready")
DISPLACE: Final = COMMANDS.verb("displace {}", SPACE_NAMES)
RECALL: Final = COMMANDS.verb("recall {}", SPACE_NAMES)

SETTLE: Final = COMMANDS.verb("build settlement {} silo {}", SQUARE_NAMES, TILE_NAMES)
FOUND: Final = COMMANDS.verb("build village {} silo {} {}", SQUARE_NAMES, TILE_NAMES, TILE_NAMES)
UPGRADE: Final = COMMANDS.verb("build upgrade {} silo {}", SQUARE_NAMES, TILE_NAMES)
FORTIFY: Final = COMMANDS.verb("build castle {}", SQUARE_NAMES)
RAISE: Final = COMMANDS.verb("build university {} {}", CATEGORY_NAMES, numbers(1, 4))
MUSTER_GATE: Final = COMMANDS.verb("recruit gate")
MUSTER_AT: Final = COMMANDS.verb("recruit {}", SQUARE_NAMES)
DONE: Final = COMMANDS.verb("done")
BUY: Final = COMMANDS.verb("buy {}", TECH_NAMES)
APPOINT: Final = COMMANDS.verb("appoint {} {}", UNIT_NAMES, SPACE_NAMES)
APPOINT_HOME: Final = COMMANDS.verb("appoint {} capital", UNIT_NAMES)
RETREAT_TO: Final = COMMANDS.verb("retreat {} {}", SPACE_NAMES, SPACE_NAMES)
MOVEOUT: Final = COMMANDS.verb("moveout {}", SPACE_NAMES)

GIVE: Final = COMMANDS.verb("give {} {}", RESOURCE_NAMES, numbers(1, 3))
WANT: Final = COMMANDS.verb("want {} {}", RESOURCE_NAMES, numbers(1, 3))
ACCEPT: Final = COMMANDS.verb("accept")
DECLINE: Final = COMMANDS.verb("decline")
