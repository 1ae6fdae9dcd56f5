"""The verbs. Their order is the numbering that records rely on: new ones go to the end."""

from typing import Final

from pentarch.engine.commands import CommandTable, numbers
from pentarch.engine.pebbles.tables import MOST_TAKEN

TABLE: Final = CommandTable()
TAKE: Final = TABLE.verb("take {}", numbers(1, MOST_TAKEN))
