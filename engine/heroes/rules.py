"""Heroes vs Warlords as a ruleset: who decides, what may be said, and what follows."""

from typing import Final, final

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command, CommandTable, Verb
from pentarch.engine.core import NOT_TO_ACT, WRONG_DECISION, Event, Numbers, Outcome, Refusal, Seat
from pentarch.engine.errors import InvalidValue
from pentarch.engine.heroes import (
    flow,
    orders,
    production,
    reading,
    scoring,
    text,
    turns,
    views,
    walking,
)
from pentarch.engine.heroes.commands import (
    AGREE,
    APPEAR,
    BUILD,
    BUY,
    BUY_HERO,
    CAMP_STAY,
    COMMANDS,
    CONTINUE,
    DECLINE,
    DONE,
    END,
    FLEE,
    HOLD,
    NO,
    PASS,
    PLACE,
    RAISE,
    REACT,
    RECRUIT,
    SKILL,
    STAY,
    TRADE,
    VOTE,
    VOTE_KEEP,
)
from pentarch.engine.heroes.entering import react
from pentarch.engine.heroes.fate import appear_hexes, replace_hero, reset_hero
from pentarch.engine.heroes.growth import can_learn, can_raise
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.refusals import AT_CAP, BAD_CAMP_HEX, OTHER_SKILL
from pentarch.engine.heroes.rounds import decider
from pentarch.engine.heroes.settings import OPTIONS, RACE_WORDS, method_of, settle
from pentarch.engine.heroes.state import (
    ABSENT,
    AVAILABLE,
    C_BUILT,
    C_HEX,
    C_HOLDER,
    C_STOCK,
    CITY_SIZE,
    H_ABILITY,
    H_HEX,
    H_SKILL,
    H_STATUS,
    HERO_LIMIT,
    HERO_SIZE,
    O_TILES,
    T_AGREE,
    T_APPEAR,
    T_ARMY,
    T_CAMP,
    T_COMBAT,
    T_FLEE,
    T_METHOD,
    T_PLACE,
    T_PRODUCE,
    T_RAISE,
    T_REACT,
    T_SKILL,
    T_TURN,
    T_VOTE,
    State,
    fresh_lists,
)
from pentarch.engine.heroes.tables import (
    BARBARIANS,
    EQUIPMENT_COPIES,
    HAMLET,
    QUESTS,
    RACE_SKILL,
    RACES,
    START_STOCK,
)
from pentarch.engine.heroes.tiles import TERRAIN_TILES
from pentarch.engine.options import Options
from pentarch.engine.plain import Json
from pentarch.engine.ruleset import OMNISCIENT, Info, Ruleset

_CALM: Final[tuple[Verb, ...]] = (
    END,
    DONE,
    STAY,
    DECLINE,
    PASS,
    HOLD,
    NO,
    CAMP_STAY,
    CONTINUE,
    VOTE_KEEP,
)
# What seats say while all decide at once. `done` ends other decisions too, which others see.
_SECRET: Final[tuple[Verb, ...]] = (
    BUY,
    DONE,
    VOTE,
    VOTE_KEEP,
    BUILD,
    RECRUIT,
    TRADE,
    BUY_HERO,
    AGREE,
    CONTINUE,
)
_BALLOTS: Final[Numbers] = (T_VOTE, T_METHOD, T_AGREE)
_SIMULTANEOUS: Final[Numbers] = (T_ARMY, T_VOTE, T_METHOD, T_AGREE, T_PRODUCE)


@final
class HeroesRules(Ruleset[State]):
    """The rules of Heroes vs Warlords. RULES.md is the catalogue of their ids."""

    def __init__(self) -> None:
        self.info: Info = Info(
            id="heroes",
            version=1,
            title="Heroes vs Warlords",
            prefix="HW",
            summary="Lead Heroes and armies through an unexplored world and storm the capitals.",
            min_seats=2,
            max_seats=3,
            max_steps=40000,
            options=OPTIONS,
        )
        self.commands: CommandTable = COMMANDS

    def setup(self, seats: int, options: Options, chance: Chance) -> State:
        self.info.check_seats(seats)
        state = State()
        state.seats = seats
        state.opt = settle(options)
        state.method = method_of(options)
        fresh_lists(state)
        _assign_races(state, options, chance)
        _lay_tiles(state, options, chance)
        state.cup = list(EQUIPMENT_COPIES)
        state.deck = list(range(len(QUESTS)))
        chance.shuffle(state.deck)
        state.discards = []
        state.fallen = [0] * seats
        state.deaths = [0] * seats
        state.grace = [0] * seats
        state.votes = [0] * seats
        state.sequence_order = list(range(seats))
        state.checked = []
        state.shown_cities = []
        state.shown_heroes = []
        flow.begin_setup(Play(state, chance))
        return state

    def to_act(self, state: State) -> list[Seat]:
        if not state.agenda:
            return []
        task, one, _ = state.agenda[-1]
        if task == T_TURN or task in (T_CAMP, T_PLACE, T_APPEAR):
            return [one]
        if task == T_COMBAT:
            assert state.combat is not None
            return [decider(state, state.combat)]
        if task in _SIMULTANEOUS:
            return [seat for seat in range(state.seats) if state.pending[seat]]
        if task == T_FLEE:
            return [state.cities[BARBARIANS * CITY_SIZE + C_HOLDER]]
        return [one // 2]

    def legal(self, state: State, seat: Seat) -> list[Command]:
        if state.agenda and state.agenda[-1][0] == T_TURN:
            return turns.legal_turn(state, seat) if state.agenda[-1][1] == seat else []
        if seat not in self.to_act(state):
            return []
        task, one, _ = state.agenda[-1]
        if task == T_COMBAT:
            return orders.legal_orders(state)
        if task == T_PRODUCE:
            return production.legal_production(state, seat)
        if task == T_CAMP:
            return turns.legal_camp(state, seat)
        if task == T_REACT:
            return [REACT.of(), DECLINE.of()]
        if task == T_RAISE:
            return [RAISE.of(which) for which in range(4) if can_raise(state, one, which)]
        if task == T_SKILL:
            return [SKILL.of(word) for word in _skill_words(state, one)]
        if task == T_ARMY:
            return flow.legal_army(state, 2 * seat + one)
        if task == T_PLACE:
            return [PLACE.of(place) for place in flow.open_places(state)]
        if task == T_APPEAR:
            return [APPEAR.of(hex) for hex in appear_hexes(state, seat)]
        if task == T_FLEE:
            return [FLEE.of(way) for way in walking.flee_hexes(state, one)]
        return flow.legal_ballot(task)

    def check(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        if seat not in self.to_act(state):
            return NOT_TO_ACT
        task, one, _ = state.agenda[-1]
        if task == T_TURN:
            return turns.check_turn(state, seat, command)
        if task == T_COMBAT:
            return orders.check_order(state, command)
        if task == T_PRODUCE:
            return production.check_production(state, seat, command)
        if task == T_CAMP:
            return turns.check_camp(state, seat, command)
        if task == T_ARMY:
            return flow.check_army(state, 2 * seat + one, command)
        if task == T_PLACE:
            return flow.check_place(state, command)
        if task == T_APPEAR:
            return flow.check_appear(state, seat, command)
        if command in self.legal(state, seat):
            return None
        if task == T_RAISE and command.verb is RAISE:
            return AT_CAP
        if task == T_SKILL and command.verb is SKILL:
            own = command.args[0] < 2 or command.args[0] == RACE_SKILL[state.race[seat]]
            return AT_CAP if own else OTHER_SKILL
        if task == T_FLEE and command.verb is FLEE:
            return BAD_CAMP_HEX
        return WRONG_DECISION

    def apply(self, state: State, seat: Seat, command: Command, chance: Chance) -> list[Event]:
        p = Play(state, chance)
        task, one, other = state.agenda[-1]
        if task == T_TURN:
            turns.apply_turn(p, seat, command)
        elif task == T_COMBAT:
            orders.give_order(p, command)
        elif task == T_PRODUCE:
            production.apply_production(p, seat, command)
        elif task == T_CAMP:
            turns.apply_camp(p, seat, command)
        elif task == T_ARMY:
            flow.apply_army(state, 2 * seat + one, command)
        elif task == T_PLACE:
            flow.apply_place(p, seat, command)
        elif task in _BALLOTS:
            flow.apply_ballot(state, seat, command)
        else:
            state.agenda.pop()
            self._apply_answer(p, seat, command, task, one, other)
        flow.go_on(p)
        return p.events

    def _apply_answer(
        self, p: Play, seat: Seat, command: Command, task: int, one: int, other: int
    ) -> None:
        state = p.state
        if task == T_REACT:
            if command.verb is REACT:
                react(p, one, other)
        elif task == T_RAISE:
            state.heroes[one * HERO_SIZE + H_ABILITY + command.args[0]] += 1
        elif task == T_SKILL:
            state.heroes[one * HERO_SIZE + H_SKILL + min(command.args[0], 2)] += 1
        elif task == T_APPEAR:
            replace_hero(p, seat, command.args[0])
        elif task == T_FLEE:
            origin = state.cities[BARBARIANS * CITY_SIZE + C_HEX]
            target = state.world.neighbours[origin * 6 + command.args[0]]
            walking.move_camp(p, target, walking.camp_company(state))

    def outcome(self, state: State) -> "Outcome | None":
        return scoring.final_outcome(state)

    def adjudicate(self, state: State) -> Outcome:
        return scoring.standing(state, "HW-12.1.c", "adjudicated", natural=False)

    def copy(self, state: State) -> State:
        return state.copy()

    def fingerprint(self, state: State) -> bytes:
        return state.fingerprint()

    def view(self, state: State, seat: "Seat | None") -> Json:
        return views.view(state, seat)

    def sample(self, view: Json, seat: Seat, chance: Chance) -> State:
        state = reading.sample(view, seat, chance)
        self._refuse_misfits(state)
        return state

    def dump(self, state: State) -> Json:
        return views.view(state, OMNISCIENT)

    def load(self, value: Json) -> State:
        state = reading.load(value)
        self._refuse_misfits(state)
        return state

    def _refuse_misfits(self, state: State) -> None:
        """A value whose parts do not fit together has somebody to act without any command."""
        try:
            playable = all(self.legal(state, seat) for seat in self.to_act(state))
        except (LookupError, ValueError, AssertionError) as error:
            raise InvalidValue("the parts of the state do not fit together") from error
        if not playable or bool(self.to_act(state)) == bool(state.over):
            raise InvalidValue("nobody could go on from this state")

    def measures(self, state: State) -> "dict[str, list[int]]":
        values = scoring.category_values(state)
        gold = [0] * state.seats
        for city in range(3):
            holder = state.cities[city * CITY_SIZE + C_HOLDER]
            if holder >= 0:
                gold[holder] += state.cities[city * CITY_SIZE + C_STOCK]
        return {
            "mines": values[0],
            "levels": values[1],
            "army": values[2],
            "gold": gold,
            "categories": scoring.categories_won(state),
        }

    def groups(self, state: State) -> "dict[str, list[str]]":
        return {"race": [RACES[race] for race in state.race]}

    def text(self, state: State) -> str:
        return text.draw(state)

    def audience(self, state: State, seat: Seat, command: Command) -> "tuple[Seat, ...] | None":
        return (seat,) if command.verb in _SECRET else None

    def fallback(self, state: State, seat: Seat) -> Command:
        """End, stay, decline: whatever does least; else the first legal command."""
        commands = self.legal(state, seat)
        for command in commands:
            if command.verb in _CALM:
                return command
        return commands[0]


def _skill_words(state: State, hero: int) -> list[int]:
    words = [skill for skill in range(2) if can_learn(state, hero, skill)]
    if can_learn(state, hero, 2):
        words.append(RACE_SKILL[state.race[hero // 2]])
    return words


def _assign_races(state: State, options: Options, chance: Chance) -> None:
    chosen = options.word("races")
    names = RACE_WORDS[chance.below(len(RACE_WORDS) - 1)] if chosen == "random" else chosen
    state.race = [RACES.index(name) for name in names.split("-")[: state.seats]]
    state.seat_of = [-1, -1, -1]
    state.places = [-1, -1, -1]
    for city in range(3):
        state.cities[city * CITY_SIZE + C_HOLDER] = -1
        state.cities[city * CITY_SIZE + C_HEX] = -1
    for hero in range(HERO_LIMIT):
        state.heroes[hero * HERO_SIZE + H_STATUS] = ABSENT
        state.heroes[hero * HERO_SIZE + H_HEX] = -1
    for seat, race in enumerate(state.race):
        state.seat_of[race] = seat
        row = race * CITY_SIZE
        state.cities[row + C_HOLDER] = seat
        state.cities[row + C_BUILT] = 1 << HAMLET
        for kind in range(4):
            state.cities[row + C_STOCK + kind] = START_STOCK[kind]
        for hero in (2 * seat, 2 * seat + 1):
            reset_hero(state, hero)
            state.heroes[hero * HERO_SIZE + H_STATUS] = AVAILABLE


def _lay_tiles(state: State, options: Options, chance: Chance) -> None:
    count = state.opt[O_TILES]
    tiles = list(range(TERRAIN_TILES))
    if options.word("tile_pick") == "random":
        chance.shuffle(tiles)
    tiles = tiles[:count]
    chance.shuffle(tiles)
    for slot, tile in enumerate(tiles):
        state.tile[slot] = tile


RULESET: Final = HeroesRules()
