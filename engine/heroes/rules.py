"""Heroes vs Warlords as a ruleset: its decisions, its set-up, and how it ends."""

from typing import Final, final

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command, CommandTable, Verb
from pentarch.engine.core import Event, Outcome, Seat
from pentarch.engine.decision import Decision
from pentarch.engine.errors import InvalidValue
from pentarch.engine.heroes import loading, sampling, score, sentences, text, views
from pentarch.engine.heroes.agenda import ERRANDS, QUESTIONS, Question, go_on
from pentarch.engine.heroes.city import City
from pentarch.engine.heroes.combat import combat as phases
from pentarch.engine.heroes.combat.closing import LeaveAttacker, LeaveDefender, Retreat, Seize
from pentarch.engine.heroes.combat.deployment import Deploy
from pentarch.engine.heroes.combat.opening import Avoid, Parley
from pentarch.engine.heroes.combat.phase import PHASES, Phase
from pentarch.engine.heroes.combat.round import Fight
from pentarch.engine.heroes.combat.step import Step
from pentarch.engine.heroes.combat.strike import UseSkill
from pentarch.engine.heroes.combat.subversion import Opening, Subvert
from pentarch.engine.heroes.commands import (
    AGREE,
    BUILD,
    BUY,
    BUY_HERO,
    CAMP_STAY,
    COMMANDS,
    CONTINUE,
    DECLINE,
    DONE,
    END,
    HOLD,
    NO,
    PASS,
    RECRUIT,
    STAY,
    TRADE,
    VOTE,
    VOTE_KEEP,
)
from pentarch.engine.heroes.hero import AVAILABLE, Hero
from pentarch.engine.heroes.manual import MANUAL
from pentarch.engine.heroes.play import Play
from pentarch.engine.heroes.player import Player
from pentarch.engine.heroes.production.produce import Produce
from pentarch.engine.heroes.settings import OPTIONS, RACE_WORDS, method_of, settle
from pentarch.engine.heroes.siege.breach import Breach, ChooseTower, Shift
from pentarch.engine.heroes.siege.special import Special
from pentarch.engine.heroes.siege.tower import Man
from pentarch.engine.heroes.state import (
    T_ARMY,
    T_COMBAT,
    T_ENTER,
    T_FLOW,
    T_REPLACE,
    T_VOTE,
    State,
)
from pentarch.engine.heroes.tables import (
    CAVALRY,
    CLOSE,
    EQUIPMENT,
    HAMLET,
    QUESTS,
    RACE_NAMES,
    RACES,
    RANGED,
    START_BUDGET,
    START_STOCK,
)
from pentarch.engine.heroes.turn.ability import LearnSkill, RaiseAbility
from pentarch.engine.heroes.turn.army import Appear, BuyArmy, Replace
from pentarch.engine.heroes.turn.placement import PlaceTile
from pentarch.engine.heroes.turn.round import Flow
from pentarch.engine.heroes.turn.turn import Turn
from pentarch.engine.heroes.turn.vote import AgreeToEnd, ChangeMethod, VoteMethod
from pentarch.engine.heroes.world.camp import FleeGuards, MoveCamp
from pentarch.engine.heroes.world.entry import Enter
from pentarch.engine.heroes.world.map import WORLD_HEXES
from pentarch.engine.heroes.world.reaction import React
from pentarch.engine.heroes.world.site import BLANK, Ground
from pentarch.engine.heroes.world.tile import TERRAIN_TILES, TILES
from pentarch.engine.manual import Manual
from pentarch.engine.options import Options
from pentarch.engine.plain import Json
from pentarch.engine.ruleset import Info, Ruleset

# What is decided in a match, by chapter: set-up, turns, what a turn calls for, production, votes.
_QUESTIONS: Final[list[Question]] = [
    *[BuyArmy(), VoteMethod(), PlaceTile()],
    *[MoveCamp(), Turn()],
    *[React(), RaiseAbility(), LearnSkill(), FleeGuards(), Appear()],
    *[Produce(), ChangeMethod(), AgreeToEnd()],
]
# The phases of a combat, in their order.
_PHASES: Final[dict[str, Phase]] = {
    phases.P_AVOID: Avoid(phases.P_AVOID, phases.P_PARLEY),
    phases.P_PARLEY: Parley(phases.P_PARLEY, phases.P_MAN1),
    phases.P_MAN1: Man(phases.P_MAN1, phases.P_MAN2, 1),
    phases.P_MAN2: Man(phases.P_MAN2, phases.P_DEPLOY1, 2),
    phases.P_DEPLOY1: Deploy(phases.P_DEPLOY1, phases.P_DEPLOY2),
    phases.P_DEPLOY2: Deploy(phases.P_DEPLOY2, phases.P_OPENING),
    phases.P_OPENING: Opening(phases.P_OPENING, phases.P_BREACH),
    phases.P_BREACH: Breach(phases.P_BREACH, phases.P_STEP2),
    phases.P_TOWER: ChooseTower(phases.P_TOWER, phases.P_STEP2),
    phases.P_SHIFT: Shift(phases.P_SHIFT, phases.P_STEP2),
    phases.P_STEP2: Step(phases.P_STEP2, phases.P_STEP3, RANGED, is_first=True),
    phases.P_STEP3: Step(phases.P_STEP3, phases.P_STEP4, RANGED, is_first=False),
    phases.P_STEP4: Step(phases.P_STEP4, phases.P_STEP5, CAVALRY, is_first=True),
    phases.P_STEP5: Step(phases.P_STEP5, phases.P_STEP6, CAVALRY, is_first=False),
    phases.P_STEP6: Step(phases.P_STEP6, phases.P_STEP7, CLOSE, is_first=True),
    phases.P_STEP7: Step(phases.P_STEP7, phases.P_SEIZE, CLOSE, is_first=False),
    phases.P_SEIZE: Seize(phases.P_SEIZE, phases.P_SPECIAL),
    phases.P_SPECIAL: Special(phases.P_SPECIAL, phases.P_SUBVERT),
    phases.P_SUBVERT: Subvert(phases.P_SUBVERT, phases.P_LEAVE_ATTACKER),
    phases.P_LEAVE_ATTACKER: LeaveAttacker(phases.P_LEAVE_ATTACKER, phases.P_LEAVE_DEFENDER),
    phases.P_LEAVE_DEFENDER: LeaveDefender(phases.P_LEAVE_DEFENDER, phases.P_BREACH),
    phases.P_RETREAT: Retreat(phases.P_RETREAT, phases.P_BREACH),
}
_SKILL: Final = UseSkill(f"combat {phases.SKILL}")
DECISIONS: Final[dict[str, Decision[State]]] = {
    decision.name: decision for decision in [*_QUESTIONS, *_PHASES.values(), _SKILL]
}
QUESTIONS.update({question.name: question for question in _QUESTIONS})
ERRANDS.update({T_FLOW: Flow(), T_ENTER: Enter(), T_REPLACE: Replace(), T_COMBAT: Fight()})
PHASES.update(_PHASES)

# What does least, for a seat that has forfeited.
_CALM: Final[tuple[Verb, ...]] = (
    *(END, DONE, STAY, DECLINE, PASS, HOLD, NO, CAMP_STAY, CONTINUE, VOTE_KEEP),
)
# What seats say while all decide at once. `done` ends other decisions too, which others see.
_SECRET: Final[tuple[Verb, ...]] = (
    *(BUY, DONE, VOTE, VOTE_KEEP, BUILD, RECRUIT, TRADE, BUY_HERO, AGREE, CONTINUE),
)


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
            is_simultaneous=True,
        )
        self.commands: CommandTable = COMMANDS

    def setup(self, seats: int, options: Options, chance: Chance) -> State:
        self.info.check_seats(seats)
        state = State([BLANK] * WORLD_HEXES)
        state.settings = settle(options)
        state.method = method_of(options)
        _assign_races(state, seats, options, chance)
        _lay_tiles(state, options, chance)
        state.cup = [marker.copies for marker in EQUIPMENT]
        state.deck = list(range(len(QUESTS)))
        chance.shuffle(state.deck)
        state.order = list(range(seats))
        _begin_setup(state)
        go_on(Play(state, chance))
        return state

    def decision(self, state: State) -> "Decision[State] | None":
        return DECISIONS[state.decision] if state.agenda else None

    def outcome(self, state: State) -> "Outcome | None":
        return score.final_outcome(state)

    def adjudicate(self, state: State) -> Outcome:
        return score.standing(state, "HW-12.1.c", "adjudicated", natural=False)

    def copy(self, state: State) -> State:
        return state.copy()

    def fingerprint(self, state: State) -> bytes:
        return state.fingerprint()

    def view(self, state: State, seat: "Seat | None") -> Json:
        return views.view(state, seat)

    def sample(self, view: Json, seat: Seat, chance: Chance) -> State:
        state = sampling.sample(view, seat, chance)
        self._refuse_misfits(state)
        return state

    def dump(self, state: State) -> Json:
        return views.dump(state)

    def load(self, value: Json) -> State:
        state = loading.load(value)
        self._refuse_misfits(state)
        return state

    def _refuse_misfits(self, state: State) -> None:
        """A value whose parts do not fit together has somebody to act without any command."""
        try:
            acting = self.to_act(state)
            playable = all(self.legal(state, seat) for seat in acting)
        except (LookupError, ValueError, AssertionError, AttributeError) as error:
            raise InvalidValue("the parts of the state do not fit together") from error
        if not playable or bool(acting) == bool(state.over):
            raise InvalidValue("nobody could go on from this state")

    def measures(self, state: State) -> "dict[str, list[int]]":
        return views.measures(state)

    def chart(self, state: State) -> Json:
        return views.chart(state)

    def groups(self, state: State) -> "dict[str, list[str]]":
        return {"race": [RACES[player.race].name for player in state.players]}

    def manual(self) -> Manual:
        return MANUAL

    def text(self, view: Json) -> str:
        return text.draw(view)

    def sentence(self, event: Event) -> str:
        return sentences.sentence(event)

    def phrase(self, command: Command) -> str:
        return sentences.phrase(command)

    def audience(self, state: State, seat: Seat, command: Command) -> "tuple[Seat, ...] | None":
        return (seat,) if command.verb in _SECRET else None

    def fallback(self, state: State, seat: Seat) -> Command:
        """End, stay, decline: whatever does least; else the first legal command."""
        commands = self.legal(state, seat)
        for command in commands:
            if command.verb in _CALM:
                return command
        return commands[0]


def _assign_races(state: State, seats: int, options: Options, chance: Chance) -> None:
    chosen = options.word("races")
    names = RACE_WORDS[chance.below(len(RACE_WORDS) - 1)] if chosen == "random" else chosen
    state.cities = [City(race.number) for race in RACES]
    state.grounds = [Ground() for _ in RACES]
    for seat, name in enumerate(names.split("-")[:seats]):
        race = RACE_NAMES.index(name)
        state.players.append(Player(race))
        state.seat_of[race] = seat
        city = state.cities[race]
        city.holder = seat
        city.build(HAMLET)
        city.stock = START_STOCK
        for number in (2 * seat, 2 * seat + 1):
            hero = Hero(number, race)
            hero.reset()
            hero.status = AVAILABLE
            state.heroes.append(hero)


def _lay_tiles(state: State, options: Options, chance: Chance) -> None:
    tiles = list(range(TERRAIN_TILES))
    if options.word("tile_pick") == "random":
        chance.shuffle(tiles)
    tiles = tiles[: state.settings.tiles]
    chance.shuffle(tiles)
    for slot, tile in enumerate(tiles):
        state.lay(slot, TILES[tile])


def _begin_setup(state: State) -> None:
    """Army purchase, and the vote on the method behind it (Setup, HW-5.1.a, HW-19.0.b)."""
    state.push(T_FLOW)
    if state.settings.method_vote:
        state.push(T_VOTE)
    state.push(T_ARMY, 0, -1)
    for player in state.players:
        player.budget = START_BUDGET
        player.pending = True


RULESET: Final = HeroesRules()
