"""The state of a match: settings, piles, realms and the running battle.

Units and places are packed into ints. A unit is its spot (card in the low seven bits, location in
the next seven) with flags above; a place is location, card and settled mercenary + 1 in seven bits
each; a battlefield entry is the spot of a troop below the seat that owns it.
"""

from typing import Final

from pentarch.engine.capital.tables import (
    ALIVE,
    CITY,
    NO_CITY,
    TALLY_SIZE,
)
from pentarch.engine.commands import Command
from pentarch.engine.core import Words

LOCATION_SHIFT: Final = 7
CARD_MASK: Final = 0x7F
SPOT_MASK: Final = 0x3FFF
FLAG_SHIFT: Final = 14
SPENT: Final = 1 << 14
MOVED: Final = 1 << 15
FIELD: Final = 1 << 16
HOMELESS: Final = 1 << 17
"""On the battlefield while the building it came from has been razed (CP-5.30)."""

PHASE_SETUP: Final = 0
PHASE_BUILD: Final = 1
PHASE_ATTACK: Final = 2
PHASE_REGROUP: Final = 3
PHASE_OVER: Final = 4
PHASE_WORDS: Final[Words] = ("setup", "build", "attack", "regroup", "over")

DECIDE_CITY: Final = 0
DECIDE_BUILD: Final = 1
DECIDE_TAKE: Final = 2
DECIDE_BURN: Final = 3
DECIDE_ATTACK: Final = 4
DECIDE_SEND: Final = 5
DECIDE_GUARD: Final = 6
DECIDE_AID: Final = 7
DECIDE_TACTICS_ATTACK: Final = 8
DECIDE_TACTICS_DEFEND: Final = 9
DECIDE_RAZE: Final = 10
DECIDE_SAVE: Final = 11
DECIDE_SAVE_DEFEND: Final = 12
DECIDE_REGROUP: Final = 13
DECIDE_GIVE: Final = 14
DECIDE_KEEP: Final = 15
DECIDE_NOTHING: Final = 16
DECISION_WORDS: Final[Words] = (
    "city",
    "build",
    "take",
    "burn",
    "attack",
    "send",
    "guard",
    "aid",
    "tactics_attack",
    "tactics_defend",
    "raze",
    "save",
    "save_defend",
    "regroup",
    "give",
    "keep",
    "none",
)

NOT_ENDED: Final = 0
ENDED_CAPITAL: Final = 1
ENDED_CONQUEST: Final = 2
ENDED_CAP: Final = 3

NOBODY: Final = -1


class Setting:
    """The options of a match, read once. Shared by all copies of a state; never changed."""

    def __init__(
        self,
        *,
        goal: int,
        teams: bool,
        quests: bool,
        settle: bool,
        cities: str,
        round_cap: int,
        late_seat_cards: int,
        late_seat_bonus: bool,
    ) -> None:
        self.goal: Final = goal
        self.teams: Final = teams
        self.quests: Final = quests
        self.settle: Final = settle
        self.cities: Final = cities
        self.round_cap: Final = round_cap
        self.late_seat_cards: Final = late_seat_cards
        self.late_seat_bonus: Final = late_seat_bonus


class Realm:
    """What one seat has: the tally of its numbers, its cards and its table.

    `room` counts the free slots where there are any: troop slots under their location, mercenary
    slots under their location + LOCATION_COUNT.
    """

    __slots__ = ("hand", "kept", "places", "room", "tally", "units", "upgrades")

    def __init__(
        self,
        tally: list[int],
        upgrades: list[int],
        hand: list[int],
        kept: list[int],
        places: list[int],
        units: list[int],
        room: dict[int, int],
    ) -> None:
        self.tally = tally
        self.upgrades = upgrades
        self.hand = hand
        self.kept = kept
        self.places = places
        self.units = units
        self.room = room

    def copy(self) -> "Realm":
        """An independent realm."""
        return Realm(
            self.tally.copy(),
            self.upgrades.copy(),
            self.hand.copy(),
            self.kept.copy(),
            self.places.copy(),
            self.units.copy(),
            self.room.copy(),
        )


class Battle:
    """A running battle. The lists hold who is still on the battlefield, in order of commitment."""

    __slots__ = (
        "attack",
        "attack_extra",
        "attack_heals",
        "attacker",
        "attackers",
        "budget",
        "defeated",
        "defence",
        "defence_extra",
        "defence_heals",
        "defender",
        "defenders",
        "passive_cut",
        "points",
        "score",
        "siege",
    )

    def __init__(self, attacker: int, defender: int) -> None:
        self.attacker = attacker
        self.defender = defender
        self.attackers: list[int] = []
        self.defenders: list[int] = []
        self.attack_extra = 0
        self.defence_extra = 0
        self.passive_cut = 0
        self.attack_heals = 0
        self.defence_heals = 0
        self.attack = 0
        self.defence = 0
        self.score = 0
        self.points = 0
        self.siege = 0
        self.budget = 0
        self.defeated = False

    def copy(self) -> "Battle":
        """An independent battle."""
        twin = Battle(self.attacker, self.defender)
        twin.attackers = self.attackers.copy()
        twin.defenders = self.defenders.copy()
        twin.attack_extra = self.attack_extra
        twin.defence_extra = self.defence_extra
        twin.passive_cut = self.passive_cut
        twin.attack_heals = self.attack_heals
        twin.defence_heals = self.defence_heals
        twin.attack = self.attack
        twin.defence = self.defence
        twin.score = self.score
        twin.points = self.points
        twin.siege = self.siege
        twin.budget = self.budget
        twin.defeated = self.defeated
        return twin

    def numbers(self) -> list[int]:
        """Everything but the troops, in a fixed order."""
        return [
            self.attacker,
            self.defender,
            self.attack_extra,
            self.defence_extra,
            self.passive_cut,
            self.attack_heals,
            self.defence_heals,
            self.attack,
            self.defence,
            self.score,
            self.points,
            self.siege,
            self.budget,
            int(self.defeated),
        ]


class State:
    """A match of Capital. The top of each deck is its front; the newest discard is last.

    `looked` holds the Legendary cards of an open `take`, `spied` the seat of an open `burn`.
    `offers` keeps the commands of the open decision once they have been listed.
    """

    __slots__ = (
        "active",
        "actor",
        "battle",
        "decision",
        "deck",
        "defeats",
        "discard",
        "ending",
        "legendary",
        "looked",
        "offers",
        "phase",
        "realms",
        "round",
        "setting",
        "spied",
        "winner",
    )

    def __init__(self, setting: Setting, realms: "list[Realm]") -> None:
        self.setting = setting
        self.realms = realms
        self.round = 1
        self.active = 0
        self.phase = PHASE_SETUP
        self.decision = DECIDE_NOTHING
        self.actor = 0
        self.deck = bytearray()
        self.discard: list[int] = []
        self.legendary: list[int] = []
        self.looked: list[int] = []
        self.spied = NOBODY
        self.battle: Battle | None = None
        self.defeats = 0
        self.ending = NOT_ENDED
        self.winner = NOBODY
        self.offers: list[Command] | None = None

    def copy(self) -> "State":
        """An independent state."""
        twin = State(self.setting, [realm.copy() for realm in self.realms])
        twin.round = self.round
        twin.active = self.active
        twin.phase = self.phase
        twin.decision = self.decision
        twin.actor = self.actor
        twin.deck = self.deck.copy()
        twin.discard = self.discard.copy()
        twin.legendary = self.legendary.copy()
        twin.looked = self.looked.copy()
        twin.spied = self.spied
        twin.battle = None if self.battle is None else self.battle.copy()
        twin.defeats = self.defeats
        twin.ending = self.ending
        twin.winner = self.winner
        twin.offers = self.offers
        return twin


def new_realm() -> Realm:
    """A seat before it has a city."""
    tally = [0] * TALLY_SIZE
    tally[ALIVE] = 1
    tally[CITY] = NO_CITY
    return Realm(tally, [], [], [], [], [], {})
