"""Battle cards and morale cards: one row each, with all that it gives."""

from typing import Final, final

from pentarch.engine.core import Numbers, Words
from pentarch.engine.tradewarz.tables import FREE, LONGEST_ROLL, NO_MIGHT, Cost, Might


@final
class BattleCard:
    """A card of the battle decks."""

    def __init__(self, code: str, title: str, might: Might) -> None:
        self.code: Final = code
        self.title: Final = title
        self.might: Final = might


BATTLE_CARDS: Final["tuple[BattleCard, ...]"] = (
    BattleCard("bc01", "Ambush", Might(1, 3, 2)),
    BattleCard("bc02", "Shield Circle", Might(1, 2, 3)),
    BattleCard("bc03", "Night Foray", Might(1, 3, 1)),
    BattleCard("bc04", "Volley", Might(2, 3, 1)),
    BattleCard("bc05", "Line of Battle", Might(2, 2, 2)),
    BattleCard("bc06", "Hold the Ground", Might(2, 1, 3)),
    BattleCard("bc07", "Flank Attack", Might(3, 2, 1)),
    BattleCard("bc08", "Phalanx", Might(3, 1, 2)),
    BattleCard("bc09", "Headlong Rush", Might(3, 2, 0)),
    BattleCard("bc10", "Banner Guard", Might(4, 1, 2)),
    BattleCard("bc11", "Cavalry Charge", Might(4, 1, 1)),
    BattleCard("bc12", "All or Nothing", Might(4, 2, 0)),
)
BATTLE_NAMES: Final[Words] = tuple(card.code for card in BATTLE_CARDS)
BATTLE_TYPES: Final = len(BATTLE_CARDS)
BATTLE_COPIES: Final = 4
EQUAL_DEAL: Final[Numbers] = (0, 3, 5, 7, 9, 11)

# When a morale card may be played.
ON_TURN: Final = 0
ON_MARCH: Final = 1
IN_BATTLE: Final = 2


@final
class MoraleCard:
    """A morale card: how many there are, when it is played, and what it does."""

    def __init__(
        self,
        name: str,
        title: str,
        copies: int,
        window: int,
        *,
        gift: Cost = FREE,
        masons: int = 0,
        scholars: int = 0,
        soldiers: int = 0,
        roll: int = 0,
        might: Might = NO_MIGHT,
        cancel_gold: int = 0,
        trusts: bool = False,
        ransom: int = 0,
        single: bool = False,
    ) -> None:
        self.name: Final = name
        self.title: Final = title
        self.copies: Final = copies
        self.window: Final = window
        self.gift: Final = gift
        self.masons: Final = masons
        """Makes the next building of the turn cheaper."""
        self.scholars: Final = scholars
        """Makes the next tech or university of the turn cheaper."""
        self.soldiers: Final = soldiers
        """Soldiers from the reserve to the gate."""
        self.roll: Final = roll
        """What the march roll becomes."""
        self.might: Final = might
        self.cancel_gold: Final = cancel_gold
        """Calls the battle off for so much gold."""
        self.trusts: Final = trusts
        """Fights with the burned card instead of the second one."""
        self.ransom: Final = ransom
        """Gold that a beaten side pays."""
        self.single: Final = single
        """Whether a side commits it once a battle."""


MORALE: Final["tuple[MoraleCard, ...]"] = (
    MoraleCard("goodcrop", "Good Crop", 3, ON_TURN, gift=(0, 0, 0, 3)),
    MoraleCard("timberraft", "Timber Raft", 3, ON_TURN, gift=(0, 3, 0, 0)),
    MoraleCard("richvein", "Rich Vein", 3, ON_TURN, gift=(0, 0, 3, 0)),
    MoraleCard("windfall", "Windfall", 3, ON_TURN, gift=(3, 0, 0, 0)),
    MoraleCard("bazaar", "Bazaar", 3, ON_TURN, gift=(1, 1, 1, 1)),
    MoraleCard("freemasons", "Free Masons", 3, ON_TURN, masons=1),
    MoraleCard("volunteers", "Volunteers", 3, ON_TURN, soldiers=1),
    MoraleCard("scholars", "Scholars", 3, ON_TURN, scholars=1),
    MoraleCard("battlecry", "Battle Cry", 4, IN_BATTLE, might=Might(1, 0, 0)),
    MoraleCard("herosong", "Hero Song", 3, IN_BATTLE, might=Might(2, 0, 0)),
    MoraleCard("deadlyaim", "Deadly Aim", 3, IN_BATTLE, might=Might(0, 2, 0)),
    MoraleCard("shieldwall", "Shield Wall", 3, IN_BATTLE, might=Might(0, 0, 2)),
    MoraleCard("fairwinds", "Fair Winds", 3, ON_MARCH, roll=LONGEST_ROLL),
    MoraleCard("cancelbattle", "Cancel Battle", 3, IN_BATTLE, cancel_gold=2, single=True),
    MoraleCard("trusted", "Trusted Tactic", 3, IN_BATTLE, trusts=True, single=True),
    MoraleCard("ransom", "Ransom", 2, IN_BATTLE, ransom=3, single=True),
)
MORALE_NAMES: Final[Words] = tuple(card.name for card in MORALE)
MORALE_TYPES: Final = len(MORALE)


def _played(window: int) -> "list[int]":
    return [number for number, card in enumerate(MORALE) if card.window == window]


TURN_CARDS: Final = _played(ON_TURN)
MARCH_CARDS: Final = _played(ON_MARCH)
BATTLE_WINDOW: Final = _played(IN_BATTLE)


def morale_pack() -> "list[int]":
    """All morale cards, in the order of the table."""
    return [kind for kind in range(MORALE_TYPES) for _ in range(MORALE[kind].copies)]
