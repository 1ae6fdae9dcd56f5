"""A house: all that belongs to one seat, with its battle deck."""

from typing import Final, final

from pentarch.engine.core import Seat
from pentarch.engine.errors import InvalidValue
from pentarch.engine.tradewarz.cards import BATTLE_TYPES, MORALE_TYPES
from pentarch.engine.tradewarz.columns import Columns, Reader
from pentarch.engine.tradewarz.lattice import SPACES
from pentarch.engine.tradewarz.seats import alone
from pentarch.engine.tradewarz.tables import (
    BASE_SUPPORT,
    BUILDINGS,
    CASTLE,
    CATEGORY_NAMES,
    DECK,
    NONE,
    RESOURCE_NAMES,
    SETTLEMENT,
    SQUAD_LIMIT,
    TOKENS,
    VILLAGE,
    Cost,
)
from pentarch.engine.tradewarz.techs import NO_EFFECT


@final
class Deck:
    """A battle deck of six cards, the first `drawn` of which are the used pile.

    `unseen` are places of the used pile that nobody was shown; `known` says how many of each card
    all have seen at once. Never changed, only replaced, so that copies share it.
    """

    __slots__ = ("cards", "drawn", "known", "unseen")

    def __init__(
        self, cards: list[int], drawn: int, unseen: "tuple[int, ...]", known: list[int]
    ) -> None:
        self.cards: Final = cards
        self.drawn: Final = drawn
        self.unseen: Final = unseen
        self.known: Final = known

    def top(self) -> int:
        """The next card of the stack."""
        return self.cards[self.drawn]

    def burned(self) -> int:
        """The card burned last."""
        return self.cards[self.drawn - 1]

    def used(self) -> list[int]:
        """The used pile."""
        return self.cards[: self.drawn]

    def stack(self) -> list[int]:
        """What lies face down, from the top."""
        return self.cards[self.drawn :]

    def with_open(self) -> "Deck":
        """TW-CARD.3, TW-CARD.4: the top card goes face up on the used pile for all to see."""
        card, drawn = self.top(), self.drawn + 1
        seen = 0
        for place in range(drawn):
            if self.cards[place] == card and place not in self.unseen:
                seen += 1
        known = self.known
        if seen > known[card]:
            known = known.copy()
            known[card] = seen
        return Deck(self.cards, drawn, self.unseen, known)

    def with_unseen(self) -> "Deck":
        """TW-BAT.22: the top card is used up without being shown."""
        return Deck(self.cards, self.drawn + 1, (*self.unseen, self.drawn), self.known)

    def stacked(self, cards: list[int]) -> "Deck":
        """A new face-down stack of these cards; what was known of them stays known."""
        return Deck(cards, 0, (), self.known)

    def pack(self, numbers: list[int]) -> None:
        numbers.append(self.drawn)
        numbers.append(self._unseen_bits())
        numbers += self.cards
        numbers += self.known

    def dump(self, columns: Columns) -> None:
        columns.add("deck", self.cards)
        columns.add("drawn", [self.drawn])
        columns.add("unseen", [self._unseen_bits()])
        columns.add("known", self.known)

    def _unseen_bits(self) -> int:
        bits = 0
        for place in self.unseen:
            bits |= 1 << place
        return bits


def load_deck(reader: Reader) -> Deck:
    """The deck that `dump` wrote."""
    cards, drawn, bits = reader.take("deck", DECK), reader.one("drawn"), reader.one("unseen")
    if not 0 <= bits < 1 << DECK:
        raise InvalidValue("'unseen' has a bit for each card")
    unseen = tuple([place for place in range(DECK) if bits >> place & 1])
    return Deck(cards, drawn, unseen, reader.take("known", BATTLE_TYPES))


NO_DECK: Final = Deck([NONE] * DECK, 0, (), [0] * BATTLE_TYPES)


@final
class House:
    """What one seat has. `army` is its soldiers by space; goods, tokens, schools and the morale
    hand are counts in the order of their tables.

    The fields below "counted" follow from others and are kept up to date by `places`.
    """

    __slots__ = (
        "army", "banner", "barred", "castles", "castles_built", "deck", "field", "friends",
        "gate", "golden", "goods", "hand", "powers", "reserve", "schools", "seat", "settlements",
        "ship", "squads", "tokens", "villages",
    )  # fmt: skip

    def __init__(self, seat: Seat, source: "House | None" = None) -> None:
        self.seat: Final = seat
        if source is None:
            self.banner = NONE
            self.gate = NONE
            self.ship = 0
            self.army: list[int] = [0] * SPACES
            self.reserve = 0
            self.golden = 0
            self.castles_built = 0
            self.barred = False
            self.friends = alone(seat)
            self.goods: list[int] = [0] * len(RESOURCE_NAMES)
            self.tokens: list[int] = [0] * len(TOKENS)
            self.schools: list[int] = [0] * len(CATEGORY_NAMES)
            self.hand: list[int] = [0] * MORALE_TYPES
            self.deck = NO_DECK
            # Counted.
            self.field = 0
            self.squads = 0
            self.settlements = 0
            self.villages = 0
            self.castles = 0
            self.powers = NO_EFFECT
            return
        self.banner = source.banner
        self.gate = source.gate
        self.ship = source.ship
        self.army = source.army.copy()
        self.reserve = source.reserve
        self.golden = source.golden
        self.castles_built = source.castles_built
        self.barred = source.barred
        self.friends = source.friends
        self.goods = source.goods.copy()
        self.tokens = source.tokens.copy()
        self.schools = source.schools.copy()
        self.hand = source.hand.copy()
        self.deck = source.deck
        self.field = source.field
        self.squads = source.squads
        self.settlements = source.settlements
        self.villages = source.villages
        self.castles = source.castles
        self.powers = source.powers

    def copy(self) -> "House":
        """An independent house that shares what is only ever replaced."""
        return House(self.seat, self)

    # What a house can do.

    def can_pay(self, cost: Cost) -> bool:
        """TW-BLD.15: whether the counters hold the cost."""
        goods = self.goods
        return (
            goods[0] >= cost[0]
            and goods[1] >= cost[1]
            and goods[2] >= cost[2]
            and goods[3] >= cost[3]
        )

    def pay(self, cost: Cost) -> None:
        """Take a cost off the counters."""
        goods = self.goods
        goods[0] -= cost[0]
        goods[1] -= cost[1]
        goods[2] -= cost[2]
        goods[3] -= cost[3]

    def sites(self) -> int:
        """How many squares it has built on."""
        return self.settlements + self.villages + self.castles

    def capacity(self) -> int:
        """TW-SUP.1: how many field soldiers it can support."""
        return (
            BASE_SUPPORT
            + BUILDINGS[SETTLEMENT].support * self.settlements
            + BUILDINGS[VILLAGE].support * self.villages
            + BUILDINGS[CASTLE].support * self.castles
            + self.powers.support
        )

    def is_overstretched(self) -> bool:
        """TW-SUP.3: whether more soldiers are in the field than it supports."""
        return self.field > self.capacity()

    def squad_limit(self) -> int:
        """TW-REC.4, TW-TEC.7: soldiers a squad of it may have."""
        return SQUAD_LIMIT + self.powers.squad

    def squad_spaces(self) -> list[int]:
        """The spaces with a squad of it; who stands on its own gate is no squad."""
        army, gate = self.army, self.gate
        return [space for space in range(SPACES) if army[space] and space != gate]

    def tally(self, kind: int, change: int) -> None:
        """Count a building that is set up (1) or taken down (-1)."""
        if kind == SETTLEMENT:
            self.settlements += change
        elif kind == VILLAGE:
            self.villages += change
        elif kind == CASTLE:
            self.castles += change

    # Keeping.

    def pack(self, numbers: list[int]) -> None:
        numbers += [
            self.banner, self.gate, self.ship, self.reserve, self.golden, self.castles_built,
            int(self.barred), self.friends.mask,
        ]  # fmt: skip
        numbers += self.army
        numbers += self.goods
        numbers += self.tokens
        numbers += self.schools
        numbers += self.hand
        self.deck.pack(numbers)

    def dump(self, columns: Columns) -> None:
        columns.add("army", self.army)
        columns.add("resources", self.goods)
        columns.add("reserve", [self.reserve])
        columns.add("golden", [self.golden])
        columns.add("tokens", self.tokens)
        columns.add("schools", self.schools)
        columns.add("castles_built", [self.castles_built])
        columns.add("gate_of", [self.gate])
        columns.add("house", [self.banner])
        columns.add("ship", [self.ship])
        columns.add("friends", [self.friends.mask])
        columns.add("barred", [int(self.barred)])
        columns.add("hand", self.hand)
        self.deck.dump(columns)


def load_house(seat: Seat, reader: Reader) -> House:
    """The house that `dump` wrote."""
    house = House(seat)
    house.army = reader.take("army", SPACES)
    house.goods = reader.take("resources", len(RESOURCE_NAMES))
    house.reserve = reader.one("reserve")
    house.golden = reader.one("golden")
    house.tokens = reader.take("tokens", len(TOKENS))
    house.schools = reader.take("schools", len(CATEGORY_NAMES))
    house.castles_built = reader.one("castles_built")
    house.gate = reader.one("gate_of")
    house.banner = reader.one("house")
    house.ship = reader.one("ship")
    house.friends = reader.seats("friends")
    house.barred = reader.flag("barred")
    house.hand = reader.take("hand", MORALE_TYPES)
    house.deck = load_deck(reader)
    return house
