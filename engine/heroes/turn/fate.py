"""What becomes of Heroes, Cities and seats: deaths, conquests, replacements, defeats."""

from pentarch.engine.heroes.city import City
from pentarch.engine.heroes.hero import ARRIVED, AVAILABLE, DEAD, IN_PLAY, Hero
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.state import (
    GRACE_GIVEN,
    OVER_ALL,
    OVER_LAST,
    S_OVER,
    T_REPLACE,
    State,
)
from pentarch.engine.heroes.tables import (
    CONQUEST,
    HERO_KILL_EP,
    LETTERS,
    Q_DUEL,
    RESOURCES,
    SEQUENCES,
)
from pentarch.engine.heroes.turn.growth import (
    add_equipment,
    add_stock,
    gain_experience,
    progress_quest,
)
from pentarch.engine.heroes.world.map import HEX_NAMES
from pentarch.engine.heroes.world.site import GROUND_MERCS, NOBODY, Ground


def place_hero(hero: Hero, hex: int) -> None:
    """A Hero comes into play later on: no action before his owner's next turn (HW-4.1.u)."""
    hero.status = IN_PLAY
    hero.hex = hex
    hero.origin = hex
    hero.mp = 0
    hero.finished = ARRIVED


def kill_hero(play: Play, hero: Hero, killer: "Hero | None") -> None:
    """A Hero dies (HW-8.13.a, b). `killer` is the winners' leading Hero."""
    state = play.state
    play.note("hero_killed", hero.seat, hero.number % 2 + 1)
    if killer is not None:
        for marker in hero.gear:
            roll = play.chance.die(6)
            play.note("loot_roll", killer.seat, roll)
            if roll % 2 == 0:
                add_equipment(play, killer, marker)
    bury(state, hero)
    hero.died = True
    state.players[hero.seat].deaths += 1
    if killer is not None:
        progress_quest(play, killer, Q_DUEL, 1)


def bury(state: State, hero: Hero) -> None:
    """A Hero leaves the map for good, or until he is bought back."""
    if hero.quest >= 0:
        state.discard(hero.quest)
    hero.reset()
    hero.status = DEAD


def mourn(play: Play, seat: int) -> None:
    """After a Hero's death: a free replacement, or defeat (HW-4.1.m, q; HW-12.1.b)."""
    state = play.state
    first, second = state.pair(seat)
    if not state.is_alive(seat) or first.in_play() or second.in_play():
        return
    if second.status == AVAILABLE:
        state.push(T_REPLACE, seat)
    elif first.died and second.died:
        defeat(play, [seat])


def defeat(play: Play, seats: list[int]) -> None:
    """Seats are out, all at the same moment (HW-8.13.c to f, HW-E.2)."""
    state = play.state
    state.defeats += 1
    for seat in seats:
        state.players[seat].fallen = state.defeats
        play.note("defeated", seat)
        _clear_away(state, seat)
    left = state.living()
    if len(left) == 1:
        finish(state, OVER_LAST)
    elif not left:
        finish(state, OVER_ALL)


def finish(state: State, reason: str) -> None:
    """The match is over."""
    state.over = reason
    state.stage = S_OVER
    state.combat = None
    state.agenda = []


def _clear_away(state: State, seat: int) -> None:
    for hero in state.pair(seat):
        bury(state, hero)
    for city in state.held(seat):
        city.holder = -1
        city.dismiss()
    for hex, site in enumerate(state.sites):
        if site.owner == seat:
            site = state.alter(hex)
            site.owner = -1
            site.unmark()
            site.units = NOBODY
    state.grounds[state.players[seat].race] = Ground(GROUND_MERCS, 1)


def storm(play: Play, city: City, hero: Hero) -> None:
    """A Hero enters a City/Camp without units: Heroes in it die, then it falls (HW-7.5.a)."""
    state = play.state
    bereft: list[int] = []
    base = len(state.agenda)
    for other in state.heroes:
        if other.seat != hero.seat and other.hex == city.hex:
            kill_hero(play, other, hero)
            gain_experience(play, hero, HERO_KILL_EP)
            bereft.append(other.seat)
    conquer(play, city, hero.seat)
    for loser in bereft:
        mourn(play, loser)
    put_replacements_last(state, base)


def put_replacements_last(state: State, base: int) -> None:
    """HW-4.1.m: of the tasks above `base`, replacements come after all others."""
    tasks = state.agenda[base:]
    later = [task for task in tasks if task.name == T_REPLACE]
    state.agenda[base:] = later + [task for task in tasks if task.name != T_REPLACE]


def conquer(play: Play, city: City, seat: int) -> None:
    """A City/Camp changes hands (HW-8.12.*)."""
    state = play.state
    play.note("conquered", seat, LETTERS[city.race])
    original = state.seat_of[city.race]
    if original != seat and state.holds_capital(seat):
        _loot(play, city, seat)
    city.holder = seat
    city.buildings = city.buildings.army_only()
    city.stored = 0
    city.razed = True
    city.dismiss()
    if original == seat:
        state.players[seat].grace = 0
    elif state.settings.capital_grace and not has_turn_left(state, original):
        state.players[original].grace = GRACE_GIVEN


def _loot(play: Play, city: City, seat: int) -> None:
    """HW-8.12.a: a share of each resource goes to the conqueror."""
    for kind, name in enumerate(RESOURCES):
        roll = play.chance.die(6)
        play.note("conquest_roll", seat, name, roll)
        share = (city.stock[kind] * CONQUEST[kind][roll - 1] + 99) // 100
        city.store(kind, -share)
        add_stock(play, seat, kind, share)


def has_turn_left(state: State, seat: int) -> bool:
    """Whether a seat still has a turn to come in this Round."""
    if state.sequence < SEQUENCES:
        return True
    return seat in state.order[state.turn_index + 1 :]


def replace_hero(play: Play, seat: int, hex: int) -> None:
    """Hero 2 enters with the army just bought (HW-4.1.m, n, o)."""
    state = play.state
    place_hero(state.hero(seat, 1), hex)
    play.note("replaced", seat, HEX_NAMES[hex])
    if not state.holds_capital(seat) and not has_turn_left(state, seat):
        state.players[seat].grace = GRACE_GIVEN
