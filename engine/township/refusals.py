"""Why Township refuses a command."""

from typing import Final

from pentarch.engine.core import Refusal

NO_CARD: Final = Refusal("TS-7.2", "the set has no card of this type left")
NOT_BUILT: Final = Refusal("TS-8.1", "there is no such building in this town")
NO_PLACE: Final = Refusal("TS-8.4", "all places of this building have been worked this turn")
DAMAGED: Final = Refusal("TS-3.4", "a damaged building offers nothing but repairing")
UNDAMAGED: Final = Refusal("TS-9.1", "this building has no damage to repair")
ONE_TOKEN: Final = Refusal("TS-9.3", "a tooled repair removes two tokens, there is only one")
NO_MATERIALS: Final = Refusal("TS-9.4", "the stock lacks the materials for this repair")
NO_TOOL: Final = Refusal("TS-4.4", "every tool has been used this turn")
NO_SCHOOL: Final = Refusal("TS-4.1", "tools need a school without damage")
NO_RECIPE: Final = Refusal("TS-10.2", "this building does not make that")
NO_INPUTS: Final = Refusal("TS-10.4", "the stock lacks the inputs of this recipe")
NOT_A_HOUSE: Final = Refusal("TS-11.1", "units are recruited in a house")
NO_GRAIN: Final = Refusal("TS-11.1", "a new unit costs more grain than is in stock")
NOT_AN_ACADEMY: Final = Refusal("TS-11.5", "units are mustered in an academy")
PEACE: Final = Refusal("TS-11.6", "nobody musters in the first rounds")
NOT_A_TOWNHALL: Final = Refusal("TS-11.7", "feasts are held in a town hall")
NO_FEAST: Final = Refusal("TS-11.7", "a feast needs an ale and a finery")
NOT_DISCARDABLE: Final = Refusal("TS-12.4", "that commodity cannot be discarded here")
NOT_ASKED: Final = Refusal("TS-14.2", "another opponent is asked about")
TOO_MANY: Final = Refusal("TS-14.1", "more units than are left to assign")
ALL_LEFT: Final = Refusal(
    "TS-14.1", "every mustered unit attacks: the last opponent takes the rest"
)
NO_ATTACK: Final = Refusal("TS-14.3", "no attack on that seat is waiting")
TOO_MANY_SWORDS: Final = Refusal("TS-15.1", "more swords than attackers or than in stock")
TOO_MANY_DEFENDERS: Final = Refusal("TS-15.3", "more defenders than units")
TOO_MANY_SHIELDS: Final = Refusal("TS-15.5", "more shields than defenders or than in stock")
NOTHING_TO_LOOT: Final = Refusal("TS-16.10", "the defender's stock is empty")
NOTHING_TO_RAZE: Final = Refusal("TS-16.10", "there is nobody or nothing left to raze")
NO_ROOM_FOR_DAMAGE: Final = Refusal("TS-16.9", "that building cannot take another damage token")
