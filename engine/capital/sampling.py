"""A full state from a seat's view: what the seat does not know is drawn, card counts respected."""

from math import comb, perm
from typing import Final

from pentarch.engine.capital.audit import assemble, check_state
from pentarch.engine.capital.setting import parse_setting
from pentarch.engine.capital.state import (
    CARD_MASK,
    DECISION_WORDS,
    FIELD,
    HOMELESS,
    LOCATION_SHIFT,
    MOVED,
    NOBODY,
    PHASE_OVER,
    PHASE_SETUP,
    PHASE_WORDS,
    SPENT,
    Battle,
    State,
)
from pentarch.engine.capital.tables import (
    ALIVE,
    AT_CITY,
    CARD_BY_SLUG,
    CARD_COUNT,
    CITY,
    CITY_IDS,
    COPIES,
    DEFEAT,
    DERIVED,
    FIRST_MERC,
    FIRST_TROOP,
    FOUNDED,
    GOLD_POOL,
    KEEP_ALL,
    LEGENDARY,
    LOCATION_BY_WORD,
    NO_CITY,
    RAZED_HP,
    SEATS,
    TALLY_SIZE,
    UPGRADES,
    WON_ATTACK,
    WON_DEFENCE,
)
from pentarch.engine.capital.turn import options
from pentarch.engine.capital.views import ENDING_WORDS, view
from pentarch.engine.chance import Chance
from pentarch.engine.core import Seat, Words
from pentarch.engine.errors import InvalidOption, InvalidValue
from pentarch.engine.plain import (
    Json,
    as_dict,
    as_list,
    as_str,
    bool_field,
    field,
    int_field,
    list_field,
    number_of,
    require,
    str_field,
)

_HOLE: Final = CARD_MASK
_POOL_WORDS: Final[Words] = ("gold", "build", "discount", "rebate", "free_buildings", "free_troops")
_MOST: Final = 255


def sample(value: Json, seat: Seat, chance: Chance) -> State:
    """A state the seat could be in: its view is the given one again. Raises InvalidValue."""
    entries = as_dict(value, "a view")
    draft = _Draft(entries)
    state = draft.state
    if state.phase != PHASE_SETUP:
        _fill(draft, chance)
    draft.finish()
    check_state(state)
    require(state.phase == PHASE_OVER or bool(options(state)), "nothing to decide")
    require(0 <= seat < len(state.realms) and view(state, seat) == value, "the view does not fit")
    return state


class _Draft:
    """A state being read: realms keep holes where the view shows no card."""

    def __init__(self, entries: "dict[str, Json]") -> None:
        try:
            setting = parse_setting(as_dict(field(entries, "options"), "options"))
        except InvalidOption as error:
            raise InvalidValue(str(error)) from error
        self.state = State(setting, [])
        state = self.state
        state.round = int_field(entries, "round")
        state.phase = _position(PHASE_WORDS, str_field(entries, "phase"))
        state.active = _position(SEATS, str_field(entries, "active"))
        state.decision = _position(DECISION_WORDS, str_field(entries, "decision"))
        state.ending = _position(ENDING_WORDS, str_field(entries, "ending"))
        state.winner = _maybe_seat(field(entries, "winner"))
        state.spied = _maybe_seat(field(entries, "spied"))
        actor = _maybe_seat(field(entries, "to_act"))
        state.actor = state.active if actor == NOBODY else actor
        state.discard = _cards(field(entries, "discard"))
        self.deck_count = _count(field(entries, "deck"))
        self.legendary_count = _count(field(entries, "legendary"))
        state.looked = _pile(field(entries, "looked"))
        self.marks: list[list[int]] = []
        self.upgrades: list[list[int]] = []
        self.places: list[list[int]] = []
        self.units: list[list[int]] = []
        self.hands: list[list[int]] = []
        self.kept: list[list[int]] = []
        seats = list_field(entries, "seats")
        require(2 <= len(seats) <= len(SEATS), "there are too few or too many seats")
        for item in seats:
            self._read_seat(item)
        battle = field(entries, "battle")
        if battle is not None:
            self._read_battle(battle)

    def _read_seat(self, item: Json) -> None:
        city = field(item, "city")
        city_id = field(city, "id")
        marks = [0] * (TALLY_SIZE - DERIVED)
        pools = field(item, "pools")
        for position, word in enumerate(_POOL_WORDS):
            marks[GOLD_POOL + position - DERIVED] = int_field(pools, word)
        deeds = field(item, "deeds")
        marks[WON_ATTACK - DERIVED] = int(bool_field(deeds, "won_attack"))
        marks[RAZED_HP - DERIVED] = int_field(deeds, "razed_hp")
        marks[WON_DEFENCE - DERIVED] = int(bool_field(deeds, "won_defence"))
        marks[KEEP_ALL - DERIVED] = int(bool_field(deeds, "keep_all"))
        marks[ALIVE - DERIVED] = int(bool_field(item, "alive"))
        marks[DEFEAT - DERIVED] = int_field(item, "defeat")
        marks[FOUNDED - DERIVED] = int_field(item, "villages_founded")
        marks[CITY - DERIVED] = (
            NO_CITY if city_id is None else _position(CITY_IDS, as_str(city_id, "city"))
        )
        self.state.defeats = max(self.state.defeats, marks[DEFEAT - DERIVED])
        units = _units(city, AT_CITY)
        places: list[int] = []
        for building in list_field(item, "buildings"):
            location = number_of(field(building, "at"), LOCATION_BY_WORD, "at")
            card = number_of(field(building, "card"), CARD_BY_SLUG, "card")
            settled = field(building, "settled")
            merc = -1 if settled is None else number_of(settled, CARD_BY_SLUG, "settled")
            places.append(location | card << LOCATION_SHIFT | (merc + 1) << 14)
            units.extend(_units(building, location))
        self.marks.append(marks)
        words = [as_str(word, "upgrades") for word in list_field(item, "upgrades")]
        self.upgrades.append([_position(UPGRADES, word) for word in words])
        self.places.append(places)
        self.units.append(units)
        self.hands.append(_pile(field(item, "hand")))
        self.kept.append(_pile(field(item, "kept")))

    def _read_battle(self, item: Json) -> None:
        attacker = _position(SEATS, str_field(item, "attacker"))
        battle = Battle(attacker, _position(SEATS, str_field(item, "defender")))
        battle.attackers = self._read_entries(list_field(item, "attackers"))
        battle.defenders = self._read_entries(list_field(item, "defenders"))
        battle.attack_extra = int_field(item, "attack_extra")
        battle.defence_extra = int_field(item, "defence_extra")
        battle.passive_cut = int_field(item, "passive_cut")
        battle.attack_heals = int_field(item, "attack_heals")
        battle.defence_heals = int_field(item, "defence_heals")
        battle.score = int_field(item, "score")
        battle.points = int_field(item, "points")
        battle.siege = int_field(item, "siege")
        battle.budget = int_field(item, "budget")
        battle.defeated = bool_field(item, "defeated")
        if self.state.decision >= _position(DECISION_WORDS, "raze"):
            battle.attack = int_field(item, "attack_total")
            battle.defence = int_field(item, "defence_total")
        self.state.battle = battle

    def _read_entries(self, items: "list[Json]") -> list[int]:
        entries: list[int] = []
        for item in items:
            owner = _position(SEATS, str_field(item, "seat"))
            require(owner < len(self.units), "there is no such seat")
            card = number_of(field(item, "card"), CARD_BY_SLUG, "card")
            spot = card | number_of(field(item, "at"), LOCATION_BY_WORD, "at") << LOCATION_SHIFT
            if not bool_field(item, "has_home"):
                self.units[owner].append(spot | FIELD | HOMELESS)
            entries.append(spot | owner << 14)
        return entries

    def finish(self) -> None:
        """The realms, once all holes are filled."""
        for seat, marks in enumerate(self.marks):
            realm = assemble(
                marks,
                self.upgrades[seat],
                self.places[seat],
                self.units[seat],
                self.hands[seat],
                self.kept[seat],
            )
            self.state.realms.append(realm)


def _fill(draft: _Draft, chance: Chance) -> None:
    """Draw what the seat cannot see: every way to lay out the unseen cards is equally likely."""
    state = draft.state
    ordinary, legends = _unseen(draft)
    troops = [card for card in ordinary if FIRST_TROOP <= card < FIRST_MERC]
    mercs = [card for card in ordinary if card >= FIRST_MERC]
    legend_troops = [card for card in legends if FIRST_TROOP <= card < FIRST_MERC]
    legend_mercs = [card for card in legends if card >= FIRST_MERC]
    holes = [unit for units in draft.units for unit in units if unit & CARD_MASK >= _HOLE - 1]
    troop_holes = sum([1 for unit in holes if unit & CARD_MASK == _HOLE])
    merc_holes = len(holes) - troop_holes
    hand_holes = sum([pile.count(_HOLE) for pile in draft.hands + draft.kept])
    looked = state.looked.count(_HOLE)
    abroad = len(legends) - looked - draft.legendary_count
    require(abroad >= 0, "there are too many Legendary cards")
    ways: list[int] = []
    splits: list[tuple[int, int]] = []
    for t in range(min(troop_holes, len(legend_troops), abroad) + 1):
        for m in range(min(merc_holes, len(legend_mercs), abroad - t) + 1):
            h = abroad - t - m
            rest = len(ordinary) - (troop_holes - t) - (merc_holes - m)
            if h > hand_holes or hand_holes - h > rest:
                continue
            way = (
                comb(troop_holes, t)
                * perm(len(legend_troops), t)
                * comb(merc_holes, m)
                * perm(len(legend_mercs), m)
                * comb(hand_holes, h)
                * perm(len(legends) - t - m, h)
                * perm(len(troops), troop_holes - t)
                * perm(len(mercs), merc_holes - m)
                * perm(rest, hand_holes - h)
            )
            if way:
                ways.append(way)
                splits.append((t, m))
    require(bool(ways), "the unseen cards do not fit")
    t, m = splits[_weighted(ways, chance) if len(ways) > 1 else 0]
    chosen_troops = _take(legends, legend_troops, t, chance)
    chosen_troops += _take(ordinary, troops, troop_holes - t, chance)
    chosen_mercs = _take(legends, legend_mercs, m, chance)
    chosen_mercs += _take(ordinary, mercs, merc_holes - m, chance)
    chance.shuffle(chosen_troops)
    chance.shuffle(chosen_mercs)
    chance.shuffle(legends)
    chance.shuffle(ordinary)
    abroad -= t + m
    cards = legends[:abroad] + ordinary[: hand_holes - abroad]
    chance.shuffle(cards)
    state.deck = bytearray(ordinary[hand_holes - abroad :])
    require(len(state.deck) == draft.deck_count, "the Deck has another size")
    shown = legends[abroad : abroad + looked]
    state.legendary = legends[abroad + looked :]
    for units in draft.units:
        for position, unit in enumerate(units):
            if unit & CARD_MASK == _HOLE:
                units[position] = unit ^ _HOLE | chosen_troops.pop()
            elif unit & CARD_MASK == _HOLE - 1:
                units[position] = unit ^ (_HOLE - 1) | chosen_mercs.pop()
    for pile in draft.hands + draft.kept:
        _fill_pile(pile, cards)
    _fill_pile(state.looked, shown)


def _unseen(draft: _Draft) -> "tuple[list[int], list[int]]":
    """The ordinary and the Legendary cards that the view shows nowhere."""
    state = draft.state
    counts = COPIES.copy()
    seen = state.discard + state.looked
    for pile in draft.hands + draft.kept:
        seen += pile
    for units in draft.units:
        seen += [unit & CARD_MASK for unit in units]
    for places in draft.places:
        seen += [place >> LOCATION_SHIFT & CARD_MASK for place in places]
        seen += [(place >> 14) - 1 for place in places if place >> 14]
    for card in seen:
        if card < CARD_COUNT:
            counts[card] -= 1
    require(min(counts) >= 0, "there are more of a card than exist")
    ordinary: list[int] = []
    legends: list[int] = []
    for card, count in enumerate(counts):
        if not LEGENDARY[card]:
            ordinary += [card] * count
        elif state.setting.quests:
            legends += [card] * count
    return ordinary, legends


def _weighted(ways: list[int], chance: Chance) -> int:
    pick = chance.below(sum(ways))
    for position, way in enumerate(ways):
        pick -= way
        if pick < 0:
            return position
    return len(ways) - 1


def _take(pool: list[int], cards: list[int], count: int, chance: Chance) -> list[int]:
    """Take `count` of the cards at random out of the pool."""
    chance.shuffle(cards)
    taken = cards[:count]
    for card in taken:
        pool.remove(card)
    return taken


def _fill_pile(pile: list[int], cards: list[int]) -> None:
    for position, card in enumerate(pile):
        if card == _HOLE:
            pile[position] = cards.pop()


def _position(words: "tuple[str, ...]", word: str) -> int:
    if word not in words:
        raise InvalidValue("a word of the view is not known")
    return words.index(word)


def _maybe_seat(value: Json) -> int:
    return NOBODY if value is None else _position(SEATS, as_str(value, "a seat"))


def _cards(value: Json) -> list[int]:
    return [number_of(word, CARD_BY_SLUG, "a card") for word in as_list(value, "cards")]


def _count(value: Json) -> int:
    count = int_field(value, "count")
    require(0 <= count <= _MOST, "a pile has an impossible size")
    return count


def _pile(value: Json) -> list[int]:
    """The cards of a pile, holes if they are hidden."""
    cards = field(value, "cards")
    count = _count(value)
    return [_HOLE] * count if cards is None else _cards(cards)


def _units(value: Json, location: int) -> list[int]:
    """The units at a location; a hidden troop is a hole, a hidden mercenary the hole below it."""
    units: list[int] = []
    for word, hole in (("troops", _HOLE), ("mercs", _HOLE - 1)):
        for item in list_field(value, word):
            card = field(item, "card")
            unit = hole if card is None else number_of(card, CARD_BY_SLUG, "a unit")
            unit |= location << LOCATION_SHIFT
            if bool_field(item, "spent"):
                unit |= SPENT
            if bool_field(item, "moved"):
                unit |= MOVED
            if bool_field(item, "on_battlefield"):
                unit |= FIELD
            units.append(unit)
    return units
