"""The state of a match: piles, realms of all seats, the running battle, the open decision."""

from typing import Final, final

from pentarch.engine.capital.deck import Deck
from pentarch.engine.capital.places import ALLY, LOCATIONS, Location
from pentarch.engine.capital.realm import Realm
from pentarch.engine.capital.rows import Card
from pentarch.engine.capital.settings import Settings
from pentarch.engine.capital.tables import CARDS, SEATS
from pentarch.engine.core import Seat, Words
from pentarch.engine.plain import Json, ints, require

PHASE_SETUP: Final = "setup"
PHASE_BUILD: Final = "build"
PHASE_ATTACK: Final = "attack"
PHASE_REGROUP: Final = "regroup"
PHASE_OVER: Final = "over"
PHASES: Final[Words] = (PHASE_SETUP, PHASE_BUILD, PHASE_ATTACK, PHASE_REGROUP, PHASE_OVER)

DECIDE_CITY: Final = "city"
DECIDE_BUILD: Final = "build"
DECIDE_TAKE: Final = "take"
DECIDE_BURN: Final = "burn"
DECIDE_ATTACK: Final = "attack"
DECIDE_SEND: Final = "send"
DECIDE_GUARD: Final = "guard"
DECIDE_AID: Final = "aid"
DECIDE_TACTICS_ATTACK: Final = "tactics_attack"
DECIDE_TACTICS_DEFEND: Final = "tactics_defend"
DECIDE_RAZE: Final = "raze"
DECIDE_SAVE: Final = "save"
DECIDE_SAVE_DEFEND: Final = "save_defend"
DECIDE_REGROUP: Final = "regroup"
DECIDE_GIVE: Final = "give"
DECIDE_KEEP: Final = "keep"
DECIDE_NOTHING: Final = "none"
BEFORE_SCORE: Final[Words] = (
    DECIDE_SEND,
    DECIDE_GUARD,
    DECIDE_AID,
    DECIDE_TACTICS_ATTACK,
    DECIDE_TACTICS_DEFEND,
)
AFTER_SCORE: Final[Words] = (DECIDE_RAZE, DECIDE_SAVE, DECIDE_SAVE_DEFEND)
DECISIONS: Final[Words] = (
    DECIDE_CITY,
    DECIDE_BUILD,
    DECIDE_TAKE,
    DECIDE_BURN,
    DECIDE_ATTACK,
    *BEFORE_SCORE,
    *AFTER_SCORE,
    DECIDE_REGROUP,
    DECIDE_GIVE,
    DECIDE_KEEP,
    DECIDE_NOTHING,
)

NOT_ENDED: Final = "none"
ENDED_CAPITAL: Final = "capital"
ENDED_CONQUEST: Final = "conquest"
ENDED_CAP: Final = "round_cap"
ENDINGS: Final[Words] = (NOT_ENDED, ENDED_CAPITAL, ENDED_CONQUEST, ENDED_CAP)

# In dumps and fingerprints words are numbers.
PHASE_NUMBER: Final = {word: number for number, word in enumerate(PHASES)}
DECISION_NUMBER: Final = {word: number for number, word in enumerate(DECISIONS)}
ENDING_NUMBER: Final = {word: number for number, word in enumerate(ENDINGS)}

NOBODY: Final = -1

_LOCATION: Final = 1 << 7
_OWNER: Final = 1 << 14
_BYTE: Final = 0xFF


@final
class Fighter:
    """A troop on the battlefield, and the seat that owns it. Never changed."""

    __slots__ = ("card", "location", "owner")

    def __init__(self, owner: Seat, card: Card, location: Location) -> None:
        self.owner = owner
        self.card = card
        self.location = location

    def is_like(self, other: "Fighter") -> bool:
        """Whether both are the same troop of the same place and owner."""
        return (
            self.card is other.card
            and self.location is other.location
            and self.owner == other.owner
        )

    def dump(self) -> int:
        """One number for all of it; `load_fighter` reads it."""
        return self.card.id + self.location.number * _LOCATION + self.owner * _OWNER


def load_fighter(number: int) -> Fighter:
    """The troop that `dump` gave this number. Raises InvalidValue."""
    owner, rest = divmod(number, _OWNER)
    location, card = divmod(rest, _LOCATION)
    require(0 <= owner < len(SEATS), "there is no such seat")
    require(card < len(CARDS) and location < len(LOCATIONS), "there is no such troop")
    return Fighter(owner, CARDS[card], LOCATIONS[location])


@final
class Side:
    """One side of a battle: who is still on the battlefield, in order of commitment.

    `extra` is what mercenaries add, `heals` what Field Surgeons have left; `total` is fixed with
    the score.
    """

    __slots__ = ("extra", "fighters", "heals", "is_attack", "seat", "total")

    def __init__(self, seat: Seat, is_attack: bool) -> None:
        self.seat = seat
        self.is_attack = is_attack
        self.fighters: list[Fighter] = []
        self.extra = 0
        self.heals = 0
        self.total = 0

    def copy(self) -> "Side":
        """An independent side."""
        twin = Side(self.seat, self.is_attack)
        twin.fighters = self.fighters.copy()
        twin.extra = self.extra
        twin.heals = self.heals
        twin.total = self.total
        return twin

    def printed(self, card: Card) -> int:
        """The value that counts for this side when survivors are picked (CP-5.19, CP-5.21)."""
        return card.attack if self.is_attack else card.defence


@final
class Battle:
    """A running battle. `points`, `siege` and `budget` are what the score may be spent on."""

    __slots__ = (
        "attack",
        "budget",
        "defeated",
        "defence",
        "passive_cut",
        "points",
        "score",
        "siege",
    )

    def __init__(self, attacker: Seat, defender: Seat) -> None:
        self.attack = Side(attacker, True)
        self.defence = Side(defender, False)
        self.passive_cut = 0
        self.score = 0
        self.points = 0
        self.siege = 0
        self.budget = 0
        self.defeated = False

    def copy(self) -> "Battle":
        """An independent battle."""
        twin = Battle(self.attack.seat, self.defence.seat)
        twin.attack = self.attack.copy()
        twin.defence = self.defence.copy()
        twin.passive_cut = self.passive_cut
        twin.score = self.score
        twin.points = self.points
        twin.siege = self.siege
        twin.budget = self.budget
        twin.defeated = self.defeated
        return twin

    def numbers(self) -> list[int]:
        """Everything but the troops, in a fixed order."""
        attack = self.attack
        defence = self.defence
        return [
            attack.seat,
            defence.seat,
            attack.extra,
            defence.extra,
            self.passive_cut,
            attack.heals,
            defence.heals,
            attack.total,
            defence.total,
            self.score,
            self.points,
            self.siege,
            self.budget,
            int(self.defeated),
        ]

    def pack(self, wide: list[int]) -> None:
        """All that it is, for the fingerprint."""
        wide.append(len(self.attack.fighters))
        wide += self.numbers()
        wide += [fighter.dump() for fighter in self.attack.fighters]
        wide += [fighter.dump() for fighter in self.defence.fighters]

    def dump(self) -> Json:
        """All that it is, in numbers of the tables."""
        return {
            "numbers": ints(self.numbers()),
            "attackers": ints([fighter.dump() for fighter in self.attack.fighters]),
            "defenders": ints([fighter.dump() for fighter in self.defence.fighters]),
        }

    def side(self, is_attack: bool) -> Side:
        """The attackers or the defenders."""
        return self.attack if is_attack else self.defence

    def place_of(self, fighter: Fighter) -> int:
        """The word of its location in commands: `ally` for a lent troop (CP-12.6)."""
        if fighter.owner == self.attack.seat or fighter.owner == self.defence.seat:
            return fighter.location.number
        return ALLY

    def find(self, side: Side, card: Card, place: int) -> "Fighter | None":
        """The first such troop of a side."""
        for fighter in side.fighters:
            if fighter.card is card and self.place_of(fighter) == place:
                return fighter
        return None


@final
class State:
    """A match of Capital. The newest discard is last, the top of the Legendary Deck is first.

    `decision` names what is being decided and `actor` is who decides it. `looked` holds the
    Legendary cards of an open `take`, `spied` the seat of an open `burn`.
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
        "phase",
        "realms",
        "round",
        "settings",
        "spied",
        "winner",
    )

    def __init__(self, settings: Settings, realms: "list[Realm]") -> None:
        self.settings = settings
        self.realms = realms
        self.round = 1
        self.active = 0
        self.phase: str = PHASE_SETUP
        self.decision: str = DECIDE_NOTHING
        self.actor = 0
        self.deck = Deck([])
        self.discard: list[Card] = []
        self.legendary: list[Card] = []
        self.looked: list[Card] = []
        self.spied = NOBODY
        self.battle: Battle | None = None
        self.defeats = 0
        self.ending: str = NOT_ENDED
        self.winner = NOBODY

    def copy(self) -> "State":
        """An independent state."""
        twin = State(self.settings, [realm.copy() for realm in self.realms])
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
        return twin

    def numbers(self) -> list[int]:
        """What is being decided, by whom, and how the match stands, in a fixed order."""
        return [
            self.round,
            self.active,
            PHASE_NUMBER[self.phase],
            DECISION_NUMBER[self.decision],
            self.actor,
            self.spied,
            self.defeats,
            ENDING_NUMBER[self.ending],
            self.winner,
        ]

    def pack(self, small: list[int], wide: list[int]) -> None:
        """All that it is except for the Deck: numbers below 256 and larger ones."""
        small += [number & _BYTE for number in self.numbers()]
        small += [self.deck.size(), len(self.discard), len(self.legendary)]
        small += [card.id for card in self.discard]
        small += [card.id for card in self.legendary]
        small += [card.id for card in self.looked]
        for realm in self.realms:
            realm.pack(small, wide)
        if self.battle is not None:
            self.battle.pack(wide)

    # Seats and sides.

    def acting(self) -> Realm:
        """The realm of the seat that decides."""
        return self.realms[self.actor]

    def fight(self) -> Battle:
        """The running battle, where there must be one."""
        battle = self.battle
        assert battle is not None
        return battle

    def partner(self, seat: Seat) -> Seat:
        """The other member of the seat's team, or -1 (CP-12.1)."""
        return seat ^ 2 if self.settings.teams else NOBODY

    def living_partner(self, seat: Seat) -> Seat:
        """The partner if there is one and its city stands, or -1."""
        other = self.partner(seat)
        return other if other >= 0 and self.realms[other].alive else NOBODY

    def is_opponent(self, seat: Seat, other: Seat) -> bool:
        """Whether `other` is a living seat of another side (CP-12.4)."""
        if not 0 <= other < len(self.realms) or other == seat:
            return False
        return self.realms[other].alive and other != self.partner(seat)

    def opponents(self, seat: Seat) -> list[Seat]:
        """The living opponents in seat order."""
        partner = self.partner(seat)
        return [
            other
            for other, realm in enumerate(self.realms)
            if realm.alive and other != seat and other != partner
        ]

    def confidants(self, seat: Seat) -> "tuple[Seat, ...]":
        """Who sees the seat's hand and face-down units (CP-12.5)."""
        return (seat, self.partner(seat)) if self.settings.teams else (seat,)

    def team_upgrades(self, seat: Seat) -> list[str]:
        """The different upgrades of a seat and its living partner (CP-12.3)."""
        own = self.realms[seat].upgrades
        other = self.living_partner(seat)
        return own if other < 0 else sorted({*own, *self.realms[other].upgrades})
