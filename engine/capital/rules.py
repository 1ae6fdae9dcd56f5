"""Capital as a ruleset: what is offered, checked and carried out in each decision."""

from typing import Final, final

from pentarch.engine.capital import (
    aftermath,
    building,
    mercs,
    refusals,
    regroup,
    sampling,
    standing,
    storing,
    turn,
    views,
    war,
)
from pentarch.engine.capital.commands import (
    BUILD_UNIT,
    BURN,
    CHARGE,
    CHOOSE_CITY,
    COMMANDS,
    DONE,
    GIVE,
    HOLD,
    KEEP,
    MOVE,
    PASS,
    SWAP,
    TAKE,
)
from pentarch.engine.capital.holdings import confidants
from pentarch.engine.capital.setting import OPTIONS, read_setting
from pentarch.engine.capital.state import (
    DECIDE_ATTACK,
    DECIDE_BUILD,
    DECIDE_BURN,
    DECIDE_CITY,
    DECIDE_GIVE,
    DECIDE_KEEP,
    DECIDE_NOTHING,
    DECIDE_RAZE,
    DECIDE_REGROUP,
    DECIDE_SAVE,
    DECIDE_SAVE_DEFEND,
    DECIDE_TACTICS_ATTACK,
    DECIDE_TACTICS_DEFEND,
    DECIDE_TAKE,
    State,
    new_realm,
)
from pentarch.engine.capital.tables import (
    BUILD,
    CITY,
    CITY_IDS,
    FIRST_ADVANCED,
    GOLD,
    HP,
    PASSIVE,
)
from pentarch.engine.capital.text import draw_text
from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command, Verb
from pentarch.engine.core import NOT_TO_ACT, WRONG_DECISION, Event, Outcome, Refusal, Seat
from pentarch.engine.errors import InvalidOption
from pentarch.engine.options import Options
from pentarch.engine.packing import packed
from pentarch.engine.plain import Json
from pentarch.engine.ruleset import Info, Ruleset

# Commands that name a card which others do not see; an event says the rest of it.
_SECRET: Final[tuple[Verb, ...]] = (BUILD_UNIT, TAKE, MOVE, SWAP, GIVE, KEEP)


@final
class Capital(Ruleset[State]):
    """Build a city into the Capital of the Empire, or be the last whose city stands."""

    def __init__(self) -> None:
        self.info = Info(
            id="capital",
            version=1,
            title="Capital",
            prefix="CP",
            summary="Cards, income and war: complete the Capital upgrades of your city first.",
            min_seats=2,
            max_seats=4,
            max_steps=50_000,
            options=OPTIONS,
        )
        self.commands = COMMANDS

    def setup(self, seats: int, options: Options, chance: Chance) -> State:
        self.info.check_seats(seats)
        setting = read_setting(options)
        if setting.teams and seats != 4:
            raise InvalidOption("option 'teams' can be '2v2' only with four seats")
        state = State(setting, [new_realm() for _ in range(seats)])
        events: list[Event] = []
        turn.assign_cities(state, chance)
        if setting.cities == "b_pick":
            turn.begin_choice(state)
        else:
            turn.deal(state, chance, events)
        turn.advance(state, chance, events)
        return state

    def to_act(self, state: State) -> list[Seat]:
        return [] if state.decision == DECIDE_NOTHING else [state.actor]

    def legal(self, state: State, seat: Seat) -> list[Command]:
        if seat != state.actor:
            return []
        if state.offers is None:
            state.offers = turn.options(state)
        return state.offers.copy()

    def check(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        decision = state.decision
        if decision == DECIDE_NOTHING or seat != state.actor:
            return NOT_TO_ACT
        if decision == DECIDE_BUILD:
            return building.refusal(state, command)
        if decision == DECIDE_ATTACK:
            return war.attack_refusal(state, command)
        if decision == DECIDE_REGROUP:
            return regroup.refusal(state, command)
        if decision == DECIDE_KEEP:
            return regroup.keep_refusal(state, command)
        if decision == DECIDE_GIVE:
            return regroup.give_refusal(state, command)
        if decision in (DECIDE_TACTICS_ATTACK, DECIDE_TACTICS_DEFEND):
            return war.tactics_refusal(state, command)
        if decision == DECIDE_RAZE:
            return aftermath.raze_refusal(state, command)
        if decision in (DECIDE_SAVE, DECIDE_SAVE_DEFEND):
            return aftermath.save_refusal(state, command)
        if decision == DECIDE_TAKE:
            return mercs.take_refusal(state, command) if command.verb is TAKE else WRONG_DECISION
        if decision == DECIDE_BURN:
            return mercs.burn_refusal(state, command) if command.verb is BURN else WRONG_DECISION
        if decision == DECIDE_CITY:
            return _city_refusal(state, command)
        return war.commit_refusal(state, command)

    def apply(self, state: State, seat: Seat, command: Command, chance: Chance) -> list[Event]:
        events: list[Event] = []
        decision = state.decision
        if decision == DECIDE_BUILD:
            building.apply(state, command, chance, events)
        elif decision == DECIDE_ATTACK:
            war.apply_attack(state, command, chance, events)
        elif decision == DECIDE_REGROUP:
            regroup.apply(state, command, chance, events)
        elif decision == DECIDE_KEEP:
            regroup.apply_keep(state, command, chance, events)
        elif decision == DECIDE_GIVE:
            regroup.apply_give(state, command, chance, events)
        elif decision in (DECIDE_TACTICS_ATTACK, DECIDE_TACTICS_DEFEND):
            war.apply_tactics(state, command, chance, events)
        elif decision == DECIDE_RAZE:
            aftermath.apply_raze(state, command, chance, events)
        elif decision in (DECIDE_SAVE, DECIDE_SAVE_DEFEND):
            aftermath.apply_save(state, command, events)
        elif decision == DECIDE_TAKE:
            mercs.take(state, command, events)
        elif decision == DECIDE_BURN:
            mercs.burn(state, command, events)
        elif decision == DECIDE_CITY:
            turn.choose_city(state, command, chance, events)
        else:
            war.apply_commit(state, command, events)
        turn.advance(state, chance, events)
        return events

    def outcome(self, state: State) -> "Outcome | None":
        return standing.outcome(state)

    def adjudicate(self, state: State) -> Outcome:
        return standing.adjudicate(state)

    def copy(self, state: State) -> State:
        return state.copy()

    def fingerprint(self, state: State) -> bytes:
        small = [
            *(state.round, state.active, state.phase, state.decision, state.actor),
            *(state.spied & 0xFF, state.defeats, state.ending, state.winner & 0xFF),
            *(len(state.deck), len(state.discard), len(state.legendary)),
        ]
        small += state.discard
        small += state.legendary
        small += state.looked
        wide: list[int] = []
        for realm in state.realms:
            small += [len(realm.hand), len(realm.upgrades), len(realm.kept)]
            small += realm.tally
            small += realm.hand
            small += realm.upgrades
            small += realm.kept
            wide.append(len(realm.places))
            wide += realm.places
            wide += realm.units
        battle = state.battle
        if battle is not None:
            wide.append(len(battle.attackers))
            wide += battle.numbers()
            wide += battle.attackers
            wide += battle.defenders
        return b"".join((bytes(small), state.deck, packed(wide)))

    def view(self, state: State, seat: "Seat | None") -> Json:
        return views.view(state, seat)

    def sample(self, view: Json, seat: Seat, chance: Chance) -> State:
        return sampling.sample(view, seat, chance)

    def dump(self, state: State) -> Json:
        return storing.dump(state)

    def load(self, value: Json) -> State:
        return storing.load(value)

    def measures(self, state: State) -> "dict[str, list[int]]":
        realms = state.realms
        return {
            "upgrades": [len(realm.upgrades) for realm in realms],
            "gold": [realm.tally[GOLD] for realm in realms],
            "build": [realm.tally[BUILD] for realm in realms],
            "passive_defence": [realm.tally[PASSIVE] for realm in realms],
            "buildings": [len(realm.places) for realm in realms],
            "hit_points": [realm.tally[HP] for realm in realms],
            "units": [len(realm.units) for realm in realms],
            "hand": [len(realm.hand) + len(realm.kept) for realm in realms],
        }

    def groups(self, state: State) -> "dict[str, list[str]]":
        """Teams (CP-12.1), and advanced cities by lot (CP-13.2)."""
        groups: dict[str, list[str]] = {}
        if state.setting.teams:
            groups["team"] = ["ab"[seat % 2] for seat in range(len(state.realms))]
        if state.setting.cities == "b_random":
            groups["city"] = [CITY_IDS[realm.tally[CITY]] for realm in state.realms]
        return groups

    def text(self, state: State) -> str:
        return draw_text(state)

    def audience(self, state: State, seat: Seat, command: Command) -> "tuple[Seat, ...] | None":
        return confidants(state, seat) if command.verb in _SECRET else None

    def fallback(self, state: State, seat: Seat) -> Command:
        """A forfeited seat closes what it can close and otherwise takes the first choice."""
        commands = self.legal(state, seat)
        last = commands[-1]
        return last if last in (DONE, CHARGE, HOLD, PASS) else commands[0]


def _city_refusal(state: State, command: Command) -> "Refusal | None":
    if command.verb is not CHOOSE_CITY:
        return WRONG_DECISION
    taken = turn.is_taken(state, FIRST_ADVANCED + command.args[0])
    return refusals.CITY_TAKEN if taken else None


RULESET: Final = Capital()
