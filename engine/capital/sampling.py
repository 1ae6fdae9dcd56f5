"""A full state from a seat's view: what the seat does not know is drawn, card counts respected."""

from math import comb, perm
from typing import Final, TypeVar, final

from pentarch.engine.capital.decisions import is_stuck
from pentarch.engine.capital.deck import Deck
from pentarch.engine.capital.loading import check_state, furnish, load_settings
from pentarch.engine.capital.places import AT_CITY, LOCATION, Building, Location
from pentarch.engine.capital.realm import Realm
from pentarch.engine.capital.rows import MERCENARY, TROOP, Card, CityKind
from pentarch.engine.capital.state import (
    BEFORE_SCORE,
    DECISIONS,
    ENDINGS,
    NOBODY,
    PHASE_SETUP,
    PHASES,
    Battle,
    Fighter,
    State,
)
from pentarch.engine.capital.tables import CARD, CARDS, CITY, SEATS, UPGRADES
from pentarch.engine.capital.tracker import Deeds, Pools
from pentarch.engine.capital.units import Unit
from pentarch.engine.capital.views import view
from pentarch.engine.chance import Chance
from pentarch.engine.core import Seat, Words
from pentarch.engine.errors import InvalidValue
from pentarch.engine.plain import (
    Json,
    as_dict,
    as_list,
    as_str,
    bool_field,
    field,
    int_field,
    list_field,
    require,
    str_field,
)

T = TypeVar("T")

# What stands for a card that the view does not show.
_HIDDEN: Final = Card("?", "", 0)
_HIDDEN_TROOP: Final = Card("?", TROOP, 0)
_HIDDEN_MERC: Final = Card("?", MERCENARY, 0)
_MOST: Final = 255


def sample(value: Json, seat: Seat, chance: Chance) -> State:
    """A state the seat could be in: its view is the given one again. Raises InvalidValue."""
    draft = _Draft(as_dict(value, "a view"))
    state = draft.state
    if state.phase != PHASE_SETUP:
        _fill(draft, chance)
    state.realms = [table.furnished() for table in draft.tables]
    check_state(state)
    require(not is_stuck(state), "nothing to decide")
    require(0 <= seat < len(state.realms) and view(state, seat) == value, "the view does not fit")
    return state


@final
class _Table:
    """A seat being read: its cards have holes where the view shows none."""

    def __init__(self, item: Json) -> None:
        city = field(item, "city")
        kind = field(city, "id")
        self.realm: Final = _read_realm(item)
        self.kind: Final[CityKind | None] = None if kind is None else _known(CITY, kind, "city")
        words = [as_str(word, "upgrades") for word in list_field(item, "upgrades")]
        self.upgrades: Final = [_word(UPGRADES, word) for word in words]
        self.buildings: Final[list[Building]] = []
        self.units: Final[list[Unit]] = _read_units(city, AT_CITY)
        for entry in list_field(item, "buildings"):
            building = _read_building(entry)
            self.buildings.append(building)
            self.units.extend(_read_units(entry, building.location))

    def cards(self) -> list[Card]:
        """All cards, holes included."""
        cards = self.realm.hand + self.realm.kept
        cards += [unit.card for unit in self.units]
        cards += [building.card for building in self.buildings]
        return cards + [home.settled for home in self.buildings if home.settled is not None]

    def furnished(self) -> Realm:
        """The realm, once all holes are filled."""
        furnish(self.realm, self.kind, self.upgrades, self.buildings, self.units)
        return self.realm


def _read_realm(item: Json) -> Realm:
    """The numbers and the hand of a seat."""
    realm = Realm()
    pools = field(item, "pools")
    realm.pools = Pools(
        int_field(pools, "gold"),
        int_field(pools, "build"),
        int_field(pools, "discount"),
        int_field(pools, "rebate"),
        int_field(pools, "free_buildings"),
        int_field(pools, "free_troops"),
    )
    deeds = field(item, "deeds")
    realm.deeds = Deeds(
        won_attack=bool_field(deeds, "won_attack"),
        razed=int_field(deeds, "razed_hp"),
        won_defence=bool_field(deeds, "won_defence"),
        keeps_hand=bool_field(deeds, "keep_all"),
    )
    realm.alive = bool_field(item, "alive")
    realm.defeat = int_field(item, "defeat")
    realm.founded = int_field(item, "villages_founded")
    realm.hand = _pile(field(item, "hand"))
    realm.kept = _pile(field(item, "kept"))
    return realm


def _read_building(item: Json) -> Building:
    settled = field(item, "settled")
    return Building(
        _known(CARD, field(item, "card"), "card"),
        _known(LOCATION, field(item, "at"), "at"),
        None if settled is None else _known(CARD, settled, "settled"),
    )


def _read_units(value: Json, location: Location) -> list[Unit]:
    """The units at a location."""
    units: list[Unit] = []
    for word, hidden in (("troops", _HIDDEN_TROOP), ("mercs", _HIDDEN_MERC)):
        for item in list_field(value, word):
            card = field(item, "card")
            unit = Unit(hidden if card is None else _known(CARD, card, "a unit"), location)
            unit.is_spent = bool_field(item, "spent")
            unit.has_moved = bool_field(item, "moved")
            unit.is_fighting = bool_field(item, "on_battlefield")
            units.append(unit)
    return units


@final
class _Draft:
    """A state being read; its realms lie on the tables until they are furnished."""

    def __init__(self, entries: "dict[str, Json]") -> None:
        self.state: Final = State(load_settings(entries), [])
        state = self.state
        state.round = int_field(entries, "round")
        state.phase = _word(PHASES, str_field(entries, "phase"))
        state.active = _seat(field(entries, "active"))
        state.decision = _word(DECISIONS, str_field(entries, "decision"))
        state.ending = _word(ENDINGS, str_field(entries, "ending"))
        state.winner = _maybe_seat(field(entries, "winner"))
        state.spied = _maybe_seat(field(entries, "spied"))
        actor = _maybe_seat(field(entries, "to_act"))
        state.actor = state.active if actor == NOBODY else actor
        state.discard = _cards(field(entries, "discard"))
        self.deck_count: Final = _count(field(entries, "deck"))
        self.legendary_count: Final = _count(field(entries, "legendary"))
        state.looked = _pile(field(entries, "looked"))
        seats = list_field(entries, "seats")
        require(2 <= len(seats) <= len(SEATS), "there are too few or too many seats")
        self.tables: Final = [_Table(item) for item in seats]
        state.defeats = max([table.realm.defeat for table in self.tables])
        battle = field(entries, "battle")
        if battle is not None:
            self._read_battle(battle)

    def hands(self) -> "list[list[Card]]":
        """What all seats hold, and then what they have kept."""
        realms = [table.realm for table in self.tables]
        return [realm.hand for realm in realms] + [realm.kept for realm in realms]

    def _read_battle(self, item: Json) -> None:
        battle = Battle(_seat(field(item, "attacker")), _seat(field(item, "defender")))
        attack, defence = battle.attack, battle.defence
        attack.fighters = [self._read_fighter(entry) for entry in list_field(item, "attackers")]
        defence.fighters = [self._read_fighter(entry) for entry in list_field(item, "defenders")]
        attack.extra = int_field(item, "attack_extra")
        defence.extra = int_field(item, "defence_extra")
        battle.passive_cut = int_field(item, "passive_cut")
        attack.heals = int_field(item, "attack_heals")
        defence.heals = int_field(item, "defence_heals")
        battle.score = int_field(item, "score")
        battle.points = int_field(item, "points")
        battle.siege = int_field(item, "siege")
        battle.budget = int_field(item, "budget")
        battle.defeated = bool_field(item, "defeated")
        if self.state.decision not in BEFORE_SCORE:
            attack.total = int_field(item, "attack_total")
            defence.total = int_field(item, "defence_total")
        self.state.battle = battle

    def _read_fighter(self, item: Json) -> Fighter:
        """A troop on the battlefield; without a home it is shown nowhere else."""
        owner = _seat(field(item, "seat"))
        require(owner < len(self.tables), "there is no such seat")
        card = _known(CARD, field(item, "card"), "card")
        location = _known(LOCATION, field(item, "at"), "at")
        if not bool_field(item, "has_home"):
            self.tables[owner].units.append(Unit(card, location).fighting().homeless())
        return Fighter(owner, card, location)


@final
class _Holes:
    """How many cards of each sort are to be made up, and the cards that are shown nowhere."""

    def __init__(self, draft: _Draft) -> None:
        ordinary, legends = _unseen(draft)
        units = [unit.card for table in draft.tables for unit in table.units]
        in_hand = [pile.count(_HIDDEN) for pile in draft.hands()]
        self.ordinary: Final = ordinary
        self.legends: Final = legends
        self.troops: Final = units.count(_HIDDEN_TROOP)
        self.mercs: Final = units.count(_HIDDEN_MERC)
        self.hand: Final = sum(in_hand)
        self.looked: Final = draft.state.looked.count(_HIDDEN)
        self.abroad: Final = len(legends) - self.looked - draft.legendary_count
        """Legendary cards that seats hold."""

    def ways(self, troops: int, mercs: int) -> int:
        """In how many ways so many troops and mercenaries among the holes are Legendary."""
        hand = self.abroad - troops - mercs
        rest = len(self.ordinary) - (self.troops - troops) - (self.mercs - mercs)
        if hand > self.hand or self.hand - hand > rest:
            return 0
        return (
            comb(self.troops, troops)
            * perm(len(_of(self.legends, TROOP)), troops)
            * comb(self.mercs, mercs)
            * perm(len(_of(self.legends, MERCENARY)), mercs)
            * comb(self.hand, hand)
            * perm(len(self.legends) - troops - mercs, hand)
            * perm(len(_of(self.ordinary, TROOP)), self.troops - troops)
            * perm(len(_of(self.ordinary, MERCENARY)), self.mercs - mercs)
            * perm(rest, self.hand - hand)
        )

    def split(self, chance: Chance) -> "tuple[int, int]":
        """How many of the hidden troops and mercenaries are Legendary."""
        most_troops = min(self.troops, len(_of(self.legends, TROOP)), self.abroad)
        most_mercs = min(self.mercs, len(_of(self.legends, MERCENARY)))
        splits: list[tuple[int, int]] = []
        weights: list[int] = []
        for troops in range(most_troops + 1):
            for mercs in range(min(most_mercs, self.abroad - troops) + 1):
                ways = self.ways(troops, mercs)
                if ways:
                    splits.append((troops, mercs))
                    weights.append(ways)
        require(bool(splits), "the unseen cards do not fit")
        return splits[_weighted(weights, chance) if len(weights) > 1 else 0]


def _of(cards: list[Card], kind: str) -> list[Card]:
    return [card for card in cards if card.kind == kind]


def _fill(draft: _Draft, chance: Chance) -> None:
    """Draw what the seat cannot see: every way to lay out the unseen cards is equally likely."""
    state = draft.state
    holes = _Holes(draft)
    ordinary, legends = holes.ordinary, holes.legends
    require(holes.abroad >= 0, "there are too many Legendary cards")
    troops, mercs = holes.split(chance)
    ordinary_troops, ordinary_mercs = _of(ordinary, TROOP), _of(ordinary, MERCENARY)
    chosen_troops = _take(legends, _of(legends, TROOP), troops, chance)
    chosen_troops += _take(ordinary, ordinary_troops, holes.troops - troops, chance)
    chosen_mercs = _take(legends, _of(legends, MERCENARY), mercs, chance)
    chosen_mercs += _take(ordinary, ordinary_mercs, holes.mercs - mercs, chance)
    for pile in (chosen_troops, chosen_mercs, legends, ordinary):
        chance.shuffle(pile)
    held = holes.abroad - troops - mercs
    in_hand = legends[:held] + ordinary[: holes.hand - held]
    chance.shuffle(in_hand)
    state.deck = Deck(ordinary[holes.hand - held :])
    require(state.deck.size() == draft.deck_count, "the Deck has another size")
    _fill_pile(state.looked, legends[held : held + holes.looked])
    state.legendary = legends[held + holes.looked :]
    for table in draft.tables:
        _fill_units(table.units, chosen_troops, chosen_mercs)
    for pile in draft.hands():
        _fill_pile(pile, in_hand)


def _unseen(draft: _Draft) -> "tuple[list[Card], list[Card]]":
    """The ordinary and the Legendary cards that the view shows nowhere."""
    state = draft.state
    counts = [card.copies for card in CARDS]
    seen = state.discard + state.looked
    for table in draft.tables:
        seen += table.cards()
    for card in seen:
        if card.id >= 0:
            counts[card.id] -= 1
    require(min(counts) >= 0, "there are more of a card than exist")
    ordinary: list[Card] = []
    legends: list[Card] = []
    for card in CARDS:
        if not card.legendary:
            ordinary += [card] * counts[card.id]
        elif state.settings.quests:
            legends += [card] * counts[card.id]
    return ordinary, legends


def _weighted(ways: list[int], chance: Chance) -> int:
    pick = chance.below(sum(ways))
    for position, way in enumerate(ways):
        pick -= way
        if pick < 0:
            return position
    return len(ways) - 1


def _take(pool: list[Card], cards: list[Card], count: int, chance: Chance) -> list[Card]:
    """Take `count` of the cards at random out of the pool."""
    chance.shuffle(cards)
    taken = cards[:count]
    for card in taken:
        pool.remove(card)
    return taken


def _fill_pile(pile: list[Card], cards: list[Card]) -> None:
    for position, card in enumerate(pile):
        if card is _HIDDEN:
            pile[position] = cards.pop()


def _fill_units(units: list[Unit], troops: list[Card], mercs: list[Card]) -> None:
    for unit in units:
        if unit.card is _HIDDEN_TROOP:
            unit.card = troops.pop()
        elif unit.card is _HIDDEN_MERC:
            unit.card = mercs.pop()


def _word(words: Words, word: str) -> str:
    require(word in words, "a word of the view is not known")
    return word


def _known(table: "dict[str, T]", word: Json, what: str) -> T:
    """What a word stands for."""
    if not isinstance(word, str) or word not in table:
        raise InvalidValue(f"{what} has an unknown word")
    return table[word]


def _seat(value: Json) -> Seat:
    return SEATS.index(_word(SEATS, as_str(value, "a seat")))


def _maybe_seat(value: Json) -> Seat:
    return NOBODY if value is None else _seat(value)


def _cards(value: Json) -> list[Card]:
    return [_known(CARD, word, "a card") for word in as_list(value, "cards")]


def _count(value: Json) -> int:
    count = int_field(value, "count")
    require(0 <= count <= _MOST, "a pile has an impossible size")
    return count


def _pile(value: Json) -> list[Card]:
    """The cards of a pile, holes if they are hidden."""
    cards = field(value, "cards")
    count = _count(value)
    return [_HIDDEN] * count if cards is None else _cards(cards)
