"""Every field of every noun is copied, enters the fingerprint, and comes back from a dump.

The fields are read from the classes, so that a new one cannot be forgotten in `copy`, `pack`,
`dump` or the loading without a test that fails.
"""

import ast
from typing import Any

import pytest

from pentarch.engine.capital.deck import Deck
from pentarch.engine.capital.loading import _load_battle, _load_realm
from pentarch.engine.capital.places import (
    AT_CITY,
    LOCATION,
    Building,
    City,
    Slots,
    load_building,
    load_kind,
)
from pentarch.engine.capital.realm import Realm
from pentarch.engine.capital.rules import RULESET
from pentarch.engine.capital.state import (
    DECIDE_KEEP,
    DECISIONS,
    ENDINGS,
    PHASE_REGROUP,
    PHASES,
    Battle,
    Fighter,
    Side,
    State,
    load_fighter,
)
from pentarch.engine.capital.tables import CARD, CARDS, CITIES, SEATS
from pentarch.engine.capital.tracker import NO_DEEDS, Deeds, Pools, Tracker
from pentarch.engine.capital.units import Unit, load_unit
from pentarch.engine.capital.views import dump
from pentarch.engine.chance import Seeded
from pentarch.engine.core import Words
from tests.catalogue import ROOT
from tests.engine.capital.build import P1, P2, arrange, at_war, say
from tests.playing import new_state

DERIVED = {
    "City": {"troop_slots", "merc_slots", "attack_open", "defence_open", "merc_open"},
    "Realm": {"tracker", "banners", "troop_slots", "merc_slots"},
    "Side": {"is_attack"},
    "Unit": {"rank"},
}
"""What follows from the rest: it is neither dumped nor, for slots and sides, packed."""
FIXED = {"State": {"settings"}}
"""What never changes in a match."""
FOLDER = ROOT / "engine" / "capital"
CLASS_TREES = [
    node
    for path in FOLDER.glob("*.py")
    for node in ast.parse(path.read_text()).body
    if isinstance(node, ast.ClassDef)
]
CLASSES = [
    State,
    City,
    Building,
    Slots,
    Unit,
    Tracker,
    Pools,
    Deeds,
    Realm,
    Deck,
    Fighter,
    Side,
    Battle,
]


def fields(noun: type) -> tuple[str, ...]:
    """The names of all fields: what the source of the class assigns in `__init__`."""
    (source,) = [tree for tree in CLASS_TREES if tree.name == noun.__name__]
    (start,) = [
        item
        for item in source.body
        if isinstance(item, ast.FunctionDef) and item.name == "__init__"
    ]
    stored = {
        node.attr
        for node in ast.walk(start)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    }
    return tuple(sorted(stored))


def fighting() -> State:
    """A state with something everywhere, in the middle of a battle."""
    state = at_war(
        arrange(
            "stronghold[cavalry] inn[spy] library+scholar",
            "watchtower[militia]",
            hands=["bank", "inn"],
            upgrades=["gold build", "gold"],
            deck="inn bank",
            discard="market",
            legendary="warlord",
        )
    )
    state.looked = [CARD["shadow_hand"]]
    state.realms[P1].kept = [CARD["bank"]]
    say(state, "war p2", "send cavalry stronghold", "charge", "guard militia watchtower")
    return state


def changed(value: object, name: str) -> object:
    """Another value that the field could have."""
    words: dict[str, Words] = {"phase": PHASES, "decision": DECISIONS, "ending": ENDINGS}
    if name in words:
        return next(word for word in words[name] if word != value)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    others: dict[type, object] = {
        Deck: Deck([CARD["bank"]]),
        City: City(CITIES[1]),
        Tracker: Tracker(1, 2, 3, 4, 5, 6, 7),
        Pools: Pools(1, 2, 3, 4, 5, 6),
        Side: Side(3, True),
        Battle: Battle(2, 3),
    }
    if type(value) in others:
        return others[type(value)]
    if isinstance(value, Deeds):
        return Deeds(razed=7)
    if isinstance(value, list):
        return value[1:] if value else [CARD["inn"]]
    raise AssertionError(f"another value for {name!r} is not known: {value!r}")


def shown(state: State) -> object:
    """The state as plain values, whether or not it could be loaded."""
    return dump(state)


def differs(state: State) -> bool:
    """Whether a change shows in the fingerprint and the dump, also in those of a copy."""
    twin = RULESET.copy(state)
    prints = {RULESET.fingerprint(state), RULESET.fingerprint(twin)}
    assert len(prints) == 1, "a copy is equal"
    assert shown(twin) == shown(state)
    original = fighting()
    return RULESET.fingerprint(original) not in prints and shown(original) != shown(state)


@pytest.mark.parametrize("name", sorted(set(fields(State)) - FIXED["State"] - {"realms"}))
def test_every_field_of_a_state_is_copied_packed_and_dumped(name: str) -> None:
    state = fighting()
    setattr(state, name, changed(getattr(state, name), name))
    assert differs(state)


@pytest.mark.parametrize("seat", [P1, P2])
@pytest.mark.parametrize("name", sorted(set(fields(Realm)) - DERIVED["Realm"]))
def test_every_field_of_a_realm_is_copied_packed_dumped_and_loaded(name: str, seat: int) -> None:
    state = fighting()
    realm = state.realms[seat]
    setattr(realm, name, changed(getattr(realm, name), name))
    assert differs(state)


def test_a_realm_comes_back_from_its_dump_with_all_that_follows_from_it() -> None:
    for realm in fighting().realms:
        realm.pools = Pools(1, 2, 3, 4, 5, 6)
        realm.deeds = Deeds(won_attack=True, razed=7, keeps_hand=True)
        realm.defeat = 2
        again = _load_realm(realm.dump())
        for name in fields(Realm):
            assert plain(getattr(again, name)) == plain(getattr(realm, name)), name


def plain(value: object) -> object:
    """A part as values that can be compared."""
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {plain(key): plain(item) for key, item in value.items()}
    if type(value) in CLASSES:
        return [plain(getattr(value, name)) for name in fields(type(value))]
    return value


def test_every_number_of_the_pools_is_copied_packed_and_dumped() -> None:
    for name in fields(Pools):
        state = fighting()
        pools = state.realms[P1].pools
        setattr(pools, name, changed(getattr(pools, name), name))
        assert differs(state), name


def test_every_deed_is_packed_and_dumped() -> None:
    for name in fields(Deeds):
        state = fighting()
        done: dict[str, Any] = {other: getattr(NO_DEEDS, other) for other in fields(Deeds)}
        state.realms[P1].deeds = Deeds(**done | {name: changed(done[name], name)})
        assert differs(state), name


@pytest.mark.parametrize("name", fields(Battle))
def test_every_field_of_a_battle_is_copied_packed_and_dumped(name: str) -> None:
    state = fighting()
    setattr(state.fight(), name, changed(getattr(state.fight(), name), name))
    assert differs(state)


@pytest.mark.parametrize("side", ["attack", "defence"])
@pytest.mark.parametrize("name", sorted(set(fields(Side)) - DERIVED["Side"]))
def test_every_field_of_a_side_is_copied_packed_and_dumped(side: str, name: str) -> None:
    state = fighting()
    owner = getattr(state.fight(), side)
    setattr(owner, name, changed(getattr(owner, name), name))
    assert differs(state)


def test_a_battle_comes_back_from_its_dump() -> None:
    battle = fighting().fight()
    for number, (owner, name) in enumerate(numbers_of(battle), 3):
        setattr(owner, name, number)
    battle.defeated = True
    assert plain(_load_battle(battle.dump())) == plain(battle)


def numbers_of(battle: Battle) -> list[tuple[object, str]]:
    """Every number of a battle and of its sides, each with its owner."""
    owners: list[object] = [battle, battle.attack, battle.defence]
    return [
        (owner, name)
        for owner in owners
        for name in fields(type(owner))
        if type(getattr(owner, name)) is int
    ]


def test_the_parts_that_are_one_number_come_back_from_it() -> None:
    for marks in range(16):
        unit = Unit(CARD["cavalry"], LOCATION["v99"])
        unit.is_spent, unit.has_moved = bool(marks & 1), bool(marks & 2)
        unit.is_fighting, unit.is_homeless = bool(marks & 4), bool(marks & 8)
        assert plain(unit.copy()) == plain(unit)
        assert plain(load_unit(unit.dump())) == plain(unit)
    for settler in (None, CARDS[-1]):
        building = Building(CARD["citadel"], LOCATION["citadel"], settler)
        assert plain(load_building(building.dump())) == plain(building)
    for owner in range(len(SEATS)):
        fighter = Fighter(owner, CARD["raiders"], AT_CITY)
        assert plain(load_fighter(fighter.dump())) == plain(fighter)
    for kind in [None, *CITIES]:
        assert load_kind(City(kind).dump()) is kind


@pytest.mark.parametrize("noun", [Unit, Fighter])
def test_every_field_of_a_part_counts_in_its_number(noun: type) -> None:
    unit, fighter = Unit(CARD["cavalry"], LOCATION["v99"]), Fighter(P1, CARD["raiders"], AT_CITY)
    part: Unit | Fighter = unit if noun is Unit else fighter
    others = {"card": CARD["inn"], "location": LOCATION["inn"]}
    for name in sorted(set(fields(noun)) - DERIVED.get(noun.__name__, set())):
        before, value = part.dump(), getattr(part, name)
        setattr(part, name, others.get(name) or changed(value, name))
        assert part.dump() != before, name
        setattr(part, name, value)


def test_every_field_of_a_building_counts_in_its_number() -> None:
    card, place = CARD["citadel"], LOCATION["citadel"]
    others = {
        "card": Building(CARD["inn"], place),
        "location": Building(card, LOCATION["inn"]),
        "settled": Building(card, place, CARD["spy"]),
    }
    assert set(others) == set(fields(Building))
    numbers = {building.dump() for building in others.values()}
    assert len(numbers | {Building(card, place).dump()}) == 4


@pytest.mark.parametrize("name", fields(City))
def test_every_field_of_a_city_enters_the_fingerprint(name: str) -> None:
    state = fighting()
    before = RULESET.fingerprint(state)
    realm = state.realms[P1]
    realm.city = City(realm.city.kind, 1, 1)
    setattr(
        realm.city, name, CITIES[1] if name == "kind" else changed(getattr(realm.city, name), name)
    )
    assert RULESET.fingerprint(state) != before
    assert RULESET.fingerprint(RULESET.copy(state)) != before


@pytest.mark.parametrize("name", fields(Tracker))
def test_every_number_of_a_tracker_enters_the_fingerprint(name: str) -> None:
    state = fighting()
    before = RULESET.fingerprint(state)
    tracker = state.realms[P1].tracker
    setattr(tracker, name, getattr(tracker, name) + 1)
    assert RULESET.fingerprint(state) != before
    assert RULESET.fingerprint(RULESET.copy(state)) != before


@pytest.mark.parametrize("name", sorted(DERIVED["Realm"]))
def test_what_follows_from_the_rest_is_copied_too(name: str) -> None:
    state = fighting()
    for realm, twin in zip(state.realms, RULESET.copy(state).realms, strict=True):
        assert plain(getattr(twin, name)) == plain(getattr(realm, name))


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_done_to_a_copy_the_original_stays(seed: int) -> None:
    """Copies share parts; those are replaced, never changed."""
    pick = Seeded(seed)
    state = new_state(RULESET, 2 + seed % 3, {}, pick)
    while RULESET.to_act(state):
        before = plain(state)
        twin = RULESET.copy(state)
        for _ in range(25):
            if RULESET.to_act(twin):
                RULESET.apply(twin, twin.actor, pick.choice(RULESET.legal(twin, twin.actor)), pick)
        assert plain(state) == before
        state = twin


def test_a_battle_begins_with_nothing_but_its_two_seats() -> None:
    assert Battle(P1, P2).numbers() == [P1, P2, *[0] * 12]


def test_what_cannot_be_is_not_loaded() -> None:
    state = fighting()
    state.phase, state.decision = PHASE_REGROUP, DECIDE_KEEP
    with pytest.raises(Exception, match="cards are missing"):
        RULESET.load(dump(state))
