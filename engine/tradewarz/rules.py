"""TradeWarz as a ruleset: which decision is open, who makes it, and what follows from it."""

from typing import Final, final

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import NOT_TO_ACT, WRONG_DECISION, Event, Outcome, Refusal, Seat
from pentarch.engine.errors import InvalidOption
from pentarch.engine.options import Options
from pentarch.engine.plain import Json
from pentarch.engine.ruleset import Info, Ruleset
from pentarch.engine.tradewarz import (
    battle,
    building,
    commands,
    diplomacy,
    march,
    refusals,
    sampling,
    text,
    turn,
    views,
    voyage,
    withdrawal,
    year,
)
from pentarch.engine.tradewarz.places import capacity
from pentarch.engine.tradewarz.settings import OPTIONS
from pentarch.engine.tradewarz.state import (
    ALLYING,
    ANSWERING,
    APPOINTING,
    BATTLE,
    BUILDING,
    DISPLACING,
    GIVING,
    GOES_ON,
    GROUPS,
    HOUSES,
    MOVING_OUT,
    OVER,
    POSTS,
    RECALLING,
    RECRUITING,
    RETREATING,
    SAILING,
    STEPS,
    TECHING,
    TURN,
    WANTING,
    Settings,
    State,
)
from pentarch.engine.tradewarz.tables import (
    BUILD,
    FAIRWINDS,
    GATES,
    MARCH,
    NONE,
    RECRUIT,
    RETREAT,
    TECH,
)
from pentarch.engine.tradewarz.tables import RESOURCES as HARVEST

INFO: Final = Info(
    id="tradewarz",
    version=1,
    title="TradeWarz",
    prefix="TW",
    summary="Settle a continent, hold trading posts, win battles and be first to the Xadlas.",
    min_seats=2,
    max_seats=6,
    max_steps=20000,
    options=OPTIONS,
)


@final
class TradeWarz(Ruleset[State]):
    """Rival houses land on Xadlagon, trade, build and fight for Xadlas."""

    def __init__(self) -> None:
        self.info = INFO
        self.commands = commands.COMMANDS

    def setup(self, seats: int, options: Options, chance: Chance) -> State:
        self.info.check_seats(seats)
        most = max(2, seats - 1)
        if options.number("alliance_max") > most:
            raise InvalidOption(f"option 'alliance_max' is at most {most} with {seats} seats")
        return voyage.prepare(Settings(options.values), seats, chance)

    def to_act(self, state: State) -> list[Seat]:
        phase = state.phase
        if phase == OVER:
            return []
        if phase == BATTLE:
            sides = (state.attacker, state.defender)
            return sorted([sides[side] for side in range(2) if not state.ready[side]])
        return [self._actor(state)]

    def _actor(self, state: State) -> Seat:
        phase = state.phase
        if phase == DISPLACING:
            return state.defender
        if phase == RECALLING:
            return state.recaller
        if phase == MOVING_OUT:
            return state.loose_seat
        if phase == ANSWERING:
            return state.partner
        if phase == ALLYING:
            return diplomacy.answering_seat(state)
        return state.seat

    def _is_acting(self, state: State, seat: Seat) -> bool:
        if state.phase == OVER:
            return False
        if state.phase == BATTLE:
            side = battle.side_of(state, seat)
            return side != NONE and not state.ready[side]
        return seat == self._actor(state)

    # What may be done.

    def legal(self, state: State, seat: Seat) -> list[Command]:
        if not self._is_acting(state, seat):
            return []
        phase = state.phase
        if phase == TURN:
            return turn.legal_turn(state, seat)
        if phase == GROUPS:
            return march.legal_groups(state, seat)
        if phase == STEPS:
            return march.legal_steps(state, seat)
        if phase == BATTLE:
            return battle.legal_commits(state, seat)
        if phase == DISPLACING:
            return battle.legal_displacing(state)
        if phase == RECALLING:
            return withdrawal.legal_recalls(state, seat)
        if phase == BUILDING:
            return building.legal_buildings(state, seat)
        if phase == RECRUITING:
            return building.legal_recruits(state, seat)
        if phase == TECHING:
            return building.legal_techs(state, seat)
        if phase == APPOINTING:
            return building.legal_appointments(state, seat)
        if phase == RETREATING:
            return withdrawal.legal_retreats(state, seat)
        if phase == MOVING_OUT:
            return withdrawal.legal_moves_out(state)
        if phase == GIVING:
            return diplomacy.legal_gifts(state, seat)
        if phase == WANTING:
            return diplomacy.legal_wants(state)
        if phase == POSTS:
            return voyage.legal_posts(state)
        if phase == HOUSES:
            return voyage.legal_houses(state)
        if phase == SAILING:
            return voyage.legal_sailing(state)
        return [commands.ACCEPT.of(), commands.DECLINE.of()]

    def check(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        if not self._is_acting(state, seat):
            return NOT_TO_ACT
        phase = state.phase
        if phase == TURN:
            return self._check_turn(state, seat, command)
        if phase in (GROUPS, STEPS):
            return self._check_march(state, seat, command)
        if phase in (BUILDING, RECRUITING, TECHING, APPOINTING):
            return self._check_purchase(state, seat, command)
        if phase in (POSTS, HOUSES, SAILING):
            return self._check_voyage(state, command)
        return self._check_reaction(state, seat, command)

    def _check_voyage(self, state: State, command: Command) -> "Refusal | None":
        phase, verb, args = state.phase, command.verb, command.args
        if phase == POSTS and verb is commands.POST:
            return voyage.post_refusal(state, args[0], args[1] + GATES)
        if phase == HOUSES and verb is commands.HOUSE:
            return voyage.house_refusal(state, args[0])
        if phase == SAILING and verb is commands.DOCK:
            return voyage.dock_refusal(state, args[0])
        if phase == SAILING and verb is commands.SAIL:
            return voyage.sail_refusal(state)
        return WRONG_DECISION

    def _check_turn(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        verb, args = command.verb, command.args
        if verb in turn.MAIN_VERBS:
            return turn.main_refusal(state, seat, verb)
        if verb is commands.RESOURCES or verb is commands.RESOURCES_3:
            return turn.harvest_refusal(state, seat, args)
        if verb is commands.PASS:
            return turn.pass_refusal(state, seat)
        if verb is commands.PLAY:
            return turn.play_refusal(state, seat, args[0])
        if verb is commands.TRADE:
            return diplomacy.trade_refusal(state, seat, args[0])
        if verb is commands.ALLY:
            return diplomacy.ally_refusal(state, seat, args[0])
        if verb is commands.BREAK:
            return diplomacy.break_refusal(state, seat)
        if verb is commands.BARTER:
            return turn.barter_refusal(state, seat, args[0], args[1])
        if verb is commands.EXCHANGE:
            return turn.exchange_refusal(state, seat, args[0], args[1])
        return WRONG_DECISION

    def _check_march(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        verb, args = command.verb, command.args
        if state.phase == GROUPS:
            if verb is commands.MOVE:
                return march.group_refusal(state, seat, args[0], args[1] + 1, NONE)
            if verb is commands.MOVE_WITH:
                return march.group_refusal(state, seat, args[0], args[1] + 1, args[2])
            if verb is commands.END:
                return None
            if verb is commands.PLAY:
                if args[0] != FAIRWINDS:
                    return refusals.WRONG_WINDOW
                return march.winds_refusal(state, seat)
            return WRONG_DECISION
        if verb is commands.STEP:
            return march.step_refusal(state, seat, args[0])
        if verb is commands.LAY:
            return march.lay_refusal(state, seat, args[0], args[1] + GATES)
        if verb is commands.WARP:
            return march.warp_step_refusal(state, seat, args[0] + GATES)
        if verb is commands.LEND:
            return march.lend_refusal(state, seat, args[0])
        if verb is commands.STOP:
            return march.stop_refusal(state)
        return WRONG_DECISION

    def _check_purchase(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        phase, verb, args = state.phase, command.verb, command.args
        if phase == BUILDING:
            if verb is commands.SETTLE:
                return building.settle_refusal(state, seat, args[0] + GATES, args[1])
            if verb is commands.FOUND:
                return building.found_refusal(state, seat, args[0] + GATES, args[1], args[2])
            if verb is commands.UPGRADE:
                return building.upgrade_refusal(state, seat, args[0] + GATES, args[1])
            if verb is commands.FORTIFY:
                return building.castle_refusal(state, seat, args[0] + GATES)
            if verb is commands.RAISE:
                return building.university_refusal(state, seat, args[0], args[1] + 1)
        elif phase == RECRUITING:
            if verb is commands.MUSTER_GATE:
                return building.muster_gate_refusal(state, seat)
            if verb is commands.MUSTER_AT:
                return building.muster_refusal(state, seat, args[0] + GATES)
        elif phase == TECHING:
            if verb is commands.BUY:
                return building.buy_refusal(state, seat, args[0])
        elif verb is commands.APPOINT:
            return building.appoint_refusal(state, seat, args[0], args[1])
        elif verb is commands.APPOINT_HOME:
            return building.appoint_home_refusal(state, seat, args[0])
        if verb is commands.DONE and phase in (RECRUITING, TECHING):
            return building.done_refusal(state)
        return WRONG_DECISION

    def _check_reaction(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        phase, verb, args = state.phase, command.verb, command.args
        if phase == BATTLE:
            if verb is commands.READY:
                return None
            if verb is commands.COMMIT:
                return battle.commit_refusal(state, seat, args[0])
        elif phase == DISPLACING:
            if verb is commands.DISPLACE:
                return battle.displace_refusal(state, args[0])
        elif phase == RECALLING:
            if verb is commands.RECALL:
                return withdrawal.recall_refusal(state, seat, args[0])
        elif phase == RETREATING:
            if verb is commands.RETREAT_TO:
                return withdrawal.retreat_refusal(state, seat, args[0], args[1])
        elif phase == MOVING_OUT:
            if verb is commands.MOVEOUT:
                return withdrawal.move_out_refusal(state, args[0])
        elif phase == GIVING:
            if verb is commands.GIVE:
                return diplomacy.give_refusal(state, seat, args[0], args[1] + 1)
        elif phase == WANTING:
            if verb is commands.WANT:
                return diplomacy.want_refusal(state, args[0], args[1] + 1)
        elif verb is commands.ACCEPT or verb is commands.DECLINE:
            return None
        return WRONG_DECISION

    # What follows.

    def apply(self, state: State, seat: Seat, command: Command, chance: Chance) -> list[Event]:
        events: list[Event] = []
        phase = state.phase
        if phase == TURN:
            self._apply_turn(state, seat, command, chance, events)
        elif phase in (GROUPS, STEPS):
            self._apply_march(state, seat, command, events)
        elif phase in (BUILDING, RECRUITING, TECHING, APPOINTING):
            self._apply_purchase(state, seat, command, events)
        elif phase in (POSTS, HOUSES, SAILING):
            self._apply_voyage(state, command, chance, events)
        else:
            self._apply_reaction(state, seat, command, chance, events)
        return events

    def _apply_voyage(
        self, state: State, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        if state.phase == POSTS:
            voyage.place_post(state, command.args[0], command.args[1] + GATES)
            return
        if state.phase == HOUSES:
            voyage.choose_house(state, command.args[0], chance, events)
            return
        if command.verb is commands.DOCK:
            voyage.land(state, command.args[0], events)
        else:
            voyage.sail(state)
        if not voyage.next_ship(state, chance, events):
            state.roll = 0
            state.turn = 0
            year.begin_turn(state)

    def _apply_turn(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        verb, args = command.verb, command.args
        if verb is commands.PLAY:
            turn.play(state, seat, args[0], events)
        elif verb is commands.TRADE:
            diplomacy.open_offer(state, args[0])
        elif verb is commands.ALLY:
            diplomacy.propose(state, args[0], events)
        elif verb is commands.BREAK:
            diplomacy.break_alliance(state, seat, events)
        elif verb is commands.BARTER:
            state.barters += 1
            turn.swap(state, seat, args[0], args[1], turn.BARTER_PRICE, events)
        elif verb is commands.EXCHANGE:
            state.exchanges += 1
            turn.swap(state, seat, args[0], args[1], 1, events)
        elif verb is commands.MARCH:
            turn.spend(state, seat, MARCH)
            march.start_march(state, chance, events)
            if not march.has_group(state, seat):
                self._end_main(state, events)
        elif verb is commands.BUILD:
            turn.spend(state, seat, BUILD)
            state.phase = BUILDING
        elif verb is commands.RECRUIT:
            turn.spend(state, seat, RECRUIT)
            state.phase = RECRUITING
        elif verb is commands.TECH:
            turn.spend(state, seat, TECH)
            state.phase = TECHING
        elif verb is commands.RETREAT:
            turn.spend(state, seat, RETREAT)
            state.phase = RETREATING
        else:
            if verb is not commands.PASS:
                turn.spend(state, seat, HARVEST)
                turn.harvest(state, seat, args, events)
            self._end_main(state, events)

    def _apply_march(self, state: State, seat: Seat, command: Command, events: list[Event]) -> None:
        verb, args = command.verb, command.args
        if verb is commands.PLAY:
            march.play_winds(state, seat, events)
        elif verb is commands.MOVE:
            march.form_group(state, args[0], args[1] + 1, NONE)
        elif verb is commands.MOVE_WITH:
            march.form_group(state, args[0], args[1] + 1, args[2])
        elif verb is commands.END:
            self._end_main(state, events)
        elif verb is commands.STEP:
            march.walk(state, seat, args[0], events)
        elif verb is commands.LAY:
            march.lay(state, seat, args[0], args[1] + GATES, events)
            march.walk(state, seat, args[1] + GATES, events)
        elif verb is commands.WARP:
            march.walk(state, seat, args[0] + GATES, events)
        elif verb is commands.LEND:
            march.lend(state, seat, args[0], events)
        else:
            march.stop(state)
            if state.settings.one_group or not march.has_group(state, seat):
                self._end_main(state, events)

    def _apply_purchase(
        self, state: State, seat: Seat, command: Command, events: list[Event]
    ) -> None:
        verb, args = command.verb, command.args
        if verb is commands.MUSTER_GATE:
            building.recruit(state, seat, state.gate_of[seat], 1, events)
            return
        if verb is commands.MUSTER_AT:
            building.recruit(state, seat, args[0] + GATES, 2, events)
            return
        if verb is commands.BUY:
            building.buy(state, seat, args[0], events)
            return
        if verb is commands.APPOINT:
            building.appoint(state, seat, args[1], events)
            return
        if verb is commands.APPOINT_HOME:
            building.appoint(state, seat, NONE, events)
            return
        if verb is commands.SETTLE:
            building.build_settlement(state, seat, args[0] + GATES, args[1], events)
        elif verb is commands.FOUND:
            building.build_village(state, seat, args[0] + GATES, args[1], args[2], events)
        elif verb is commands.UPGRADE:
            building.upgrade(state, seat, args[0] + GATES, args[1], events)
        elif verb is commands.FORTIFY:
            building.build_castle(state, seat, args[0] + GATES, events)
        elif verb is commands.RAISE:
            building.raise_university(state, seat, args[0], args[1] + 1, events)
        self._end_main(state, events)  # TW-BLD.1

    def _apply_reaction(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        phase, verb, args = state.phase, command.verb, command.args
        if phase == BATTLE:
            self._apply_battle(state, seat, command, chance, events)
        elif phase == DISPLACING:
            battle.place_loose(state, args[0])
            if not state.loose or not battle.has_refuge(state):
                battle.disband(state)
                self._end_main(state, events)
        elif phase == RECALLING:
            withdrawal.recall(state, seat, args[0], events)
            if state.field[seat] <= capacity(state, seat):
                self._resume(state, events)
        elif phase == RETREATING:
            withdrawal.retreat(state, seat, args[0], args[1], events)
            if state.phase != BATTLE:
                self._end_main(state, events)
        elif phase == MOVING_OUT:
            if withdrawal.move_out(state, args[0]) and not withdrawal.next_move_out(state):
                year.finish_year(state, events)
        elif phase == GIVING:
            diplomacy.name_gift(state, args[0], args[1] + 1)
        elif phase == WANTING:
            diplomacy.name_want(state, args[0], args[1] + 1, events)
        elif phase == ANSWERING:
            diplomacy.answer_offer(state, verb is commands.ACCEPT, events)
        else:
            diplomacy.answer_proposal(state, verb is commands.ACCEPT, events)

    def _apply_battle(
        self, state: State, seat: Seat, command: Command, chance: Chance, events: list[Event]
    ) -> None:
        if command.verb is commands.COMMIT:
            battle.commit(state, seat, command.args[0])
            return
        state.ready[battle.side_of(state, seat)] = 1
        if state.ready[0] and state.ready[1]:
            battle.resolve(state, chance, events)
            if state.phase != DISPLACING:
                self._end_main(state, events)

    def _resume(self, state: State, events: list[Event]) -> None:
        then = state.after_recall
        state.recaller = NONE
        state.after_recall = NONE
        if then == STEPS:
            state.phase = STEPS
        else:
            year.end_turn(state, events)

    def _end_main(self, state: State, events: list[Event]) -> None:
        """TW-TURN.3, TW-TURN.5: the main action is over, and the turn with it."""
        march.clear_march(state)
        battle.clear_battle(state)
        year.end_turn(state, events)

    # Everything else.

    def outcome(self, state: State) -> "Outcome | None":
        if state.ending == GOES_ON:
            return None
        return year.result(state, state.ending)

    def adjudicate(self, state: State) -> Outcome:
        return year.result(state, state.ending)

    def copy(self, state: State) -> State:
        return state.copy()

    def fingerprint(self, state: State) -> bytes:
        return state.fingerprint()

    def view(self, state: State, seat: "Seat | None") -> Json:
        return views.view(state, seat)

    def sample(self, view: Json, seat: Seat, chance: Chance) -> State:
        return sampling.sample(view, seat, chance)

    def dump(self, state: State) -> Json:
        return views.dump(state)

    def load(self, value: Json) -> State:
        return views.load(value)

    def measures(self, state: State) -> "dict[str, list[int]]":
        return views.measures(state)

    def text(self, state: State) -> str:
        return text.draw(state)

    def audience(self, state: State, seat: Seat, command: Command) -> "tuple[Seat, ...] | None":
        # TW-BAT.3: morale cards are committed in secret.
        return (seat,) if command.verb is commands.COMMIT else None

    def fallback(self, state: State, seat: Seat) -> Command:
        """Gather resources, decline, stand still: whatever changes least."""
        listed = self.legal(state, seat)
        if state.phase == TURN:
            for command in listed:
                if command.verb is commands.RESOURCES or command.verb is commands.RESOURCES_3:
                    return command
            for command in listed:
                if command.verb is commands.MARCH:
                    return command
            return listed[-1]
        if state.phase in (GROUPS, STEPS, BATTLE, RECRUITING, TECHING, ANSWERING, ALLYING):
            return listed[-1]
        return listed[0]


RULESET: Final = TradeWarz()
