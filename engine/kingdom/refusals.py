"""Why an order is refused. Each refusal names the rule it comes from."""

from typing import Final

from pentarch.engine.core import Refusal

# Debt
NOTHING_TO_DISBAND: Final = Refusal("KC-13.9", "no unit of that kind with upkeep is there")

# Castles
NOT_YOUR_CASTLE: Final = Refusal("KC-4.1", "that is not a castle of this kingdom")
NO_SLOT: Final = Refusal("KC-4.1", "the castle has no free slot in this round")
NOT_TRAINED: Final = Refusal("KC-4.2", "no castle trains that kind for gold in this way")
NO_GOLD: Final = Refusal("KC-4.3", "there is not enough gold")
NOT_BESIDE_CASTLE: Final = Refusal("KC-4.6", "that sea region is not beside the castle")

# Scrolls
NO_SCROLL: Final = Refusal("KC-7.2", "there is no such scroll in stock")
NOT_USED_SO: Final = Refusal("KC-7.10", "that scroll is not used in this way")
NOT_OFFERED: Final = Refusal("KC-7.1", "that scroll is not on offer")
BOUGHT_ALREADY: Final = Refusal("KC-7.1", "each scroll can be bought once in a round")
TOO_DEAR: Final = Refusal("KC-7.2", "the scroll costs more gold than there is")
DEFENSE_AT_MOST: Final = Refusal("KC-7.5", "the castle's attack is as high as it gets")
PRODUCTION_AT_MOST: Final = Refusal("KC-7.6", "the castle's production is as high as it gets")
IMPROVED_ALREADY: Final = Refusal("KC-7.7", "the castle has been improved in this round")
NOT_YOUR_REGION: Final = Refusal("KC-7.8", "that is not a region of this kingdom")
NO_BUILDER: Final = Refusal("KC-7.8", "no swordsman or knight of this kingdom stands there")
BUILT_UP: Final = Refusal("KC-7.8", "there is a building in the region")
HAS_MARKET: Final = Refusal("KC-7.9", "a kingdom can buy the market only once")
HAS_TOWER: Final = Refusal("KC-7.11", "there is a guard tower in the region")

# Techs
NO_SUCH_TECH: Final = Refusal("KC-8.1", "that tech is not on offer in this round")
RESEARCHED_ALREADY: Final = Refusal("KC-8.1", "that tech is known or being researched")

# Movement
NO_UNIT: Final = Refusal("KC-5.1", "no unit without order of that kind is there")
NO_GROUP: Final = Refusal("KC-5.5", "there are not two units without order of that kind")
NOT_ADJACENT: Final = Refusal("KC-5.1", "the areas are not adjacent")
WRONG_ELEMENT: Final = Refusal("KC-5.2", "that kind of unit cannot enter such an area")
NOT_YOUR_MAGE: Final = Refusal("KC-9.1", "that is not a mage of this kingdom")
MAGE_ORDERED: Final = Refusal("KC-5.7", "the mage has an order to move or load")
MAGE_ABOARD: Final = Refusal("KC-5.7", "the mage is aboard a ship")

# Ships
NOT_CARRIED: Final = Refusal("KC-6.1", "that kind of unit is not carried in this way")
NOT_YOUR_SHIP: Final = Refusal("KC-6.1", "that is not a ship of this kingdom")
SHIP_NOT_BESIDE: Final = Refusal("KC-6.2", "the ship is not beside the region")
NO_ROOM: Final = Refusal("KC-6.3", "the ship has no room left")
SAILS_ALREADY: Final = Refusal("KC-6.6", "the ship has its order to sail")
UNLOADS_ALREADY: Final = Refusal("KC-6.10", "the ship has an order to unload")
NO_PASSENGER: Final = Refusal("KC-6.7", "no such passenger without order is aboard")
SHORE_NOT_BESIDE: Final = Refusal("KC-6.7", "the region is not where the ship's path ends")

# Spells
NO_MANA: Final = Refusal("KC-9.1", "the mage has too little mana")
CAST_ALREADY: Final = Refusal("KC-9.1", "the mage has its order to cast")
OUT_OF_RANGE: Final = Refusal("KC-9.2", "the target is too far away")
NOTHING_TO_SHAKE: Final = Refusal("KC-9.3", "no enemy ground unit is there")
CASTS_ABOARD: Final = Refusal("KC-9.5", "a mage aboard a ship cannot cast")
NO_BLESSING: Final = Refusal("KC-9.12", "blessing belongs to the option extra_spells")

# Order entry
SELECT_FIRST: Final = Refusal("KC-16.5", "with so many orders possible, select an area first")
MENU_IS_SHORT: Final = Refusal("KC-16.5", "areas are selected only when the list is very long")
NOTHING_TO_SELECT: Final = Refusal("KC-16.5", "no order belongs to that area")
OTHER_AREA: Final = Refusal("KC-16.5", "the order belongs to another area than the selected one")
