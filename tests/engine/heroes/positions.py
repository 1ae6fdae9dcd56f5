"""Positions drawn at random: any armies, garrisons, honour, walls, not only those play leads to.

They are put together from what a state is made of, and hold what the rules always hold: nobody
stands among guards or in an enemy's mine, markers and cards are as many as there are, a seat that
lives has a Hero.
"""

from pentarch.engine.chance import Seeded, derive
from pentarch.engine.core import Seat
from pentarch.engine.heroes import RULESET
from pentarch.engine.heroes.agenda import go_on
from pentarch.engine.heroes.city import City
from pentarch.engine.heroes.combat.combat import (
    P_DEPLOY1,
    P_DEPLOY2,
    P_OPENING,
    P_SEIZE,
    Combat,
)
from pentarch.engine.heroes.combat.method import METHODS
from pentarch.engine.heroes.combat.round import start_round
from pentarch.engine.heroes.commands import MOVE
from pentarch.engine.heroes.hero import AVAILABLE, DEAD, IN_PLAY, Hero
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.settings import RACE_WORDS
from pentarch.engine.heroes.state import S_TURNS, T_COMBAT, T_FLOW, State, Task
from pentarch.engine.heroes.tables import (
    ABILITY_CAPS,
    BLACKSMITH,
    BUILDINGS,
    EQUIPMENT,
    HONOR_CAP,
    LEVELS,
    MERC,
    QUESTS,
    RACES,
    SKILL_CAP,
    STOCK_LIMIT,
    UNITS,
    unit_of,
)
from pentarch.engine.heroes.turn.fate import defeat
from pentarch.engine.heroes.turn.turn import begin_turn
from pentarch.engine.heroes.world.map import TERRAIN_SLOTS
from pentarch.engine.heroes.world.site import GROUND_ACTIVE, GROUND_IDLE, Ground, Site
from pentarch.engine.heroes.world.tile import (
    CAMP,
    HEXES,
    HOLY_PLACE,
    NOTHING,
    OUTPOST,
    RECRUITS,
    RUIN,
    TOWER,
)
from pentarch.engine.plain import Json
from tests.playing import new_state

SWITCHES = ("terrain", "holy_places", "skills", "honor", "mercenaries", "quests")


def position(seed: int) -> State:
    """A position; the same one for the same seed."""
    draw = Seeded(derive(seed, "position"))
    state = _first_turn(draw)
    scene = draw.choice(["turn", "siege", "siege", "field", "guards", "produce"])
    is_war = scene in ("siege", "field") or draw.below(2) == 0
    for slot in range(state.settings.tiles):
        state.turn(slot, is_up=is_war or draw.below(2) == 1)
    if state.seats == 3 and draw.below(5) == 0:
        defeat(Play(state, draw), [draw.below(3)])
    for city in state.cities:
        _furnish_city(state, city, draw)
    _furnish_heroes(state, draw)
    for hex in state.world.hexes:
        if state.is_up(hex):
            _furnish_hex(state, hex, draw)
    _furnish_grounds(state, draw)
    _deal_cards(state, draw)
    _begin_turn(state, draw)
    if scene == "produce":
        _produce(state, draw)
    elif scene != "turn":
        _begin_combat(state, scene, draw)
    return state


def _options(draw: Seeded) -> "dict[str, Json]":
    # Many rules meet only when all are on, so half of the positions have them all.
    words = ["on", "off"] if draw.below(2) else ["on"]
    options: dict[str, Json] = {name: draw.choice(words) for name in SWITCHES}
    options["special_buildings"] = draw.choice(words) if options["honor"] == "on" else "off"
    options["combat_method"] = draw.die(4)
    options["battle_terrain"] = draw.choice(["auto", "on", "off"])
    options["guard_control"] = draw.choice(["policy", "left_player"])
    options["race_skills"] = draw.choice(["printed", "even"])
    options["capital_grace"] = draw.choice(["rulebook", "always"])
    options["races"] = draw.choice(list(RACE_WORDS[:-1]))
    options["tiles"] = draw.choice([12, 18])
    options["tile_pick"] = draw.choice(["first", "random"])
    options["transfer_cap"] = draw.choice([4, 12])
    options["combat_round_cap"] = draw.choice([10, 30])
    for name in ("method_vote", "method_change", "end_by_agreement"):
        options[name] = draw.below(4) == 0
    return {**options, "start_placement": "auto"}


def _first_turn(draw: Seeded) -> State:
    state: State = new_state(RULESET, 2 + draw.below(2), _options(draw), draw)
    while state.stage != S_TURNS or state.active < 0:
        seat = RULESET.to_act(state)[0]
        RULESET.apply(state, seat, draw.choice(RULESET.legal(state, seat)), draw)
    return state


# The parts.


def _furnish_city(state: State, city: City, draw: Seeded) -> None:
    owner = state.seat_of[city.race]
    if owner < 0 or city.holder < 0:
        return
    city.holder = draw.choice(state.living()) if draw.below(8) == 0 else owner
    if draw.below(25) == 0:
        city.holder = -1
    for building in BUILDINGS[1:BLACKSMITH]:
        if draw.below(2) and (building.needs < 0 or city.has(building.needs)):
            city.build(building.number)
    if city.holder != owner:
        # HW-8.12.c: conquest left the army facilities only, and what was built since.
        city.razed = True
    elif state.settings.special_buildings and draw.below(4):
        city.build(RACES[city.race].special)
        city.stored = draw.below(HONOR_CAP + 1)
    city.stock = tuple([draw.below(STOCK_LIMIT + 1) for _ in range(4)])
    if city.holder >= 0:
        units = [city.race * LEVELS + level for level in range(LEVELS)]
        units += [state.players[city.holder].race * LEVELS + level for level in range(3)]
        if state.settings.mercenaries:
            units += [MERC] * 9
        for _ in range(draw.below(5)):
            unit = UNITS[draw.choice(units)]
            number = draw.choice([1, 2, 5, 9, 20, 21, 45])
            city.station(unit, number - city.garrison[unit.number])


def _furnish_heroes(state: State, draw: Seeded) -> None:
    state.cup = [marker.copies for marker in EQUIPMENT]
    for seat in state.living():
        status = draw.choice([(True, True), (True, True), (True, False), (False, True)])
        for number, hero in enumerate(state.pair(seat)):
            hero.reset()
            if status[number]:
                _furnish_hero(state, hero, draw)
            elif number == 0 or draw.below(2):
                hero.status = DEAD
                hero.died = True
                state.players[seat].deaths += 1
            else:
                hero.status = AVAILABLE


def _furnish_hero(state: State, hero: Hero, draw: Seeded) -> None:
    hexes = [hex for hex in state.world.hexes if _may_stand(state, hero, hex)]
    hero.status = IN_PLAY
    hero.hex = hero.origin = draw.choice(hexes)
    hero.level = draw.die(8)
    hero.experience = draw.below(METHODS[state.method].level_price(hero.level))
    hero.trained = draw.below(2) == 1
    hero.abilities = tuple(1 + draw.below(cap) for cap in ABILITY_CAPS)
    if state.settings.skills:
        hero.skills = tuple(draw.below(SKILL_CAP + 1) for _ in range(3))
    if state.settings.honor:
        hero.honor = draw.below(HONOR_CAP + 1)
    for marker, count in enumerate(state.cup):
        if count and draw.below(8) == 0:
            state.cup[marker] -= 1
            hero.equip(marker)
    units = [unit_of(hero.race, level) for level in range(LEVELS)]
    mercs = [UNITS[MERC]] * 3 if state.settings.mercenaries else []
    # HW-4.1.j: outside of Cities at least one unit.
    is_home = state.city_at(hero.hex) is not None
    for place in range(draw.below(4) if is_home else draw.die(3)):
        unit = draw.choice(units + mercs)
        if unit.is_merc:
            mercs = []
        hero.put(place, unit, draw.choice([1, 2, 3, 5, 9, 20]))


def _may_stand(state: State, hero: Hero, hex: int) -> bool:
    if not state.is_up(hex):
        return False
    if any(other.seat != hero.seat for other in state.heroes_at(hex)):
        return False
    city = state.city_at(hex)
    if city is not None:
        return city.holder == hero.seat
    if state.feature(hex) is not RECRUITS:
        return True
    return state.seat_of[hex // HEXES - TERRAIN_SLOTS] == hero.seat


def _furnish_hex(state: State, hex: int, draw: Seeded) -> None:
    feature = state.feature(hex)
    here = state.heroes_at(hex)
    site = state.alter(hex)
    if feature.is_mine:
        site.owner = here[0].seat if here else draw.choice([*state.living(), -1, -1])
        site.activated = site.owner >= 0 or draw.below(2) == 1
        if site.activated and draw.below(2):
            _put_units(site, draw)
    elif feature is RUIN:
        mark = "explored" if here else draw.choice(["", "", "explored", "cleared"])
        site.explored, site.cleared = mark == "explored", mark == "cleared"
        if not mark and draw.below(3) == 0:
            _put_units(site, draw)
    elif feature is TOWER:
        for hero in state.heroes:
            if hero in here or draw.below(3) == 0:
                site.use(hero.number)
        if not here and draw.below(3) == 0:
            _put_units(site, draw)
        else:
            site.cleared = draw.below(4) == 0
    elif feature in (OUTPOST, HOLY_PLACE):
        site.visited = draw.choice([False, True])


def _put_units(site: Site, draw: Seeded) -> None:
    units = list(site.units)
    for _ in range(draw.die(2)):
        units[draw.below(LEVELS)] = draw.choice([1, 2, 4, 8, 20])
    site.units = tuple(units)


def _furnish_grounds(state: State, draw: Seeded) -> None:
    for seat in state.living():
        status = draw.choice([GROUND_IDLE, GROUND_ACTIVE])
        units = draw.below(21) if status == GROUND_ACTIVE else 0
        state.grounds[state.players[seat].race] = Ground(status, units)


def _deal_cards(state: State, draw: Seeded) -> None:
    state.deck = list(range(len(QUESTS)))
    draw.shuffle(state.deck)
    state.discards = [state.deck.pop() for _ in range(draw.below(10))]
    if state.settings.quests:
        for hero in state.heroes:
            if hero.in_play() and draw.below(2):
                hero.quest = state.deck.pop()


# The moment.


def _begin_turn(state: State, draw: Seeded) -> None:
    state.agenda = [Task(T_FLOW, 0, 0)]
    state.round = draw.die(state.settings.rounds)
    state.sequence = draw.die(3)
    state.order = state.living()
    draw.shuffle(state.order)
    state.turn_index = draw.below(len(state.order))
    for seat in state.living():
        is_lost = state.capital(seat).holder not in (-1, seat)
        state.players[seat].grace = draw.below(3) if is_lost else 0
    begin_turn(Play(state, draw), state.order[state.turn_index])


def _produce(state: State, draw: Seeded) -> None:
    state.agenda = [Task(T_FLOW, 0, 0)]
    state.active = -1
    state.sequence = 3
    state.turn_index = len(state.order) - 1
    go_on(Play(state, draw))


def _begin_combat(state: State, scene: str, draw: Seeded) -> None:
    """A Hero of the active seat walks into a City, an enemy or guards, and the fight has a past."""
    seat = state.active
    first, second = state.pair(seat)
    mover = first if first.in_play() else second
    ways = [
        (near, way)
        for target in _targets(state, scene, seat)
        for near in state.world.near[target]
        if _may_wait(state, near)
        for way in range(6)
        if state.world.neighbours[near][way] == target
    ]
    if not ways:
        return
    home = mover.hex
    mover.hex, way = draw.choice(ways)
    mover.origin = mover.hex
    if mover.sections[0].count == 0:
        mover.put(0, unit_of(mover.race, 1), 9)
    while not state.is_next(T_FLOW) and len(state.agenda) > 2:
        state.agenda.pop()
    command = MOVE.of(mover.number % 2, way)
    if RULESET.check(state, seat, command) is not None:
        mover.hex = mover.origin = home
        return
    RULESET.apply(state, seat, command, draw)
    if draw.below(2):
        _deploy(state, draw)
    c = state.combat
    if c is not None and c.strike is None and state.is_next(T_COMBAT):
        _give_a_past(state, c, draw)
        go_on(Play(state, draw))


def _targets(state: State, scene: str, seat: Seat) -> list[int]:
    if scene == "siege":
        return [city.hex for city in state.cities if city.holder not in (-1, seat)]
    if scene == "field":
        return [hero.hex for hero in state.heroes if hero.seat != seat and hero.in_play()]
    return [hex for hex in state.world.hexes if state.sites[hex].has_guards()]


def _may_wait(state: State, hex: int) -> bool:
    """A clear hex where a Hero can stand before he walks on."""
    if not state.is_up(hex) or state.feature(hex) not in (NOTHING, CAMP):
        return False
    return not state.heroes_at(hex) and state.city_at(hex) is None


def _deploy(state: State, draw: Seeded) -> None:
    """Put all stacks on the display, wherever they may stand."""
    while state.combat is not None and state.combat.phase in (P_DEPLOY1, P_DEPLOY2):
        seat = RULESET.to_act(state)[0]
        RULESET.apply(state, seat, draw.choice(RULESET.legal(state, seat)), draw)


def _give_a_past(state: State, c: Combat, draw: Seeded) -> None:
    """Some are dead already, and works are damaged."""
    for stack in c.stacks:
        lost = draw.below(stack.count + 1) if draw.below(3) == 0 else 0
        if c.units(stack.side) > lost:
            c.kill(stack, lost)
    if not c.is_siege():
        return
    if draw.below(2):
        c.wall = draw.below(3)
    for work in range(len(c.works)):
        if draw.below(3) == 0:
            c.works[work] = draw.below(3)
    if c.phase == P_OPENING and draw.below(2):
        # Later on: the steps of the first round are over.
        start_round(state, c)
        c.enter(P_SEIZE)
