"""Township: the ruleset, and the turn as a table of contents."""

from typing import Final, final

from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import (
    NOT_TO_ACT,
    WRONG_DECISION,
    Event,
    Outcome,
    Refusal,
    Seat,
    Words,
    ranks_of,
)
from pentarch.engine.options import Options, number, word
from pentarch.engine.plain import Json
from pentarch.engine.ruleset import Info, Ruleset
from pentarch.engine.township import activities, attacks, text, views
from pentarch.engine.township.commands import (
    ASSIGN,
    ATTACK,
    BREAK,
    BREAKS,
    DEFEND,
    DISCARD,
    DONE,
    LOOT,
    RAZE,
    SKIP,
    SKIPPED,
    TABLE,
    USE_SHIELDS,
    USE_SWORDS,
)
from pentarch.engine.township.refusals import NO_CARD, NOT_DISCARDABLE
from pentarch.engine.township.state import (
    BREAKING,
    CAP,
    CHOOSING,
    CONQUEST,
    DEFENDING,
    DESTROY_RULES,
    DISCARDING,
    ENDINGS,
    GOES_ON,
    LOOT_RULES,
    OVER,
    RENOWN,
    SHIELDING,
    SPOILING,
    SUFFERING,
    WEAR,
    WORKING,
    Settings,
    State,
    Town,
    new_town,
)
from pentarch.engine.township.tables import (
    DEPLETES,
    DIE,
    FULL,
    GOODS,
    GRAIN,
    KIND_IDS,
    RAW_SITES,
    SITE_NAMES,
    SITES,
    SITES_OF,
    TOOLS,
    WEARS,
)

INFO: Final = Info(
    id="township",
    version=1,
    title="Township",
    prefix="TS",
    summary="Run a town: work, build, feast and fight for renown. Everything is open.",
    min_seats=2,
    max_seats=6,
    max_steps=60_000,
    is_open=True,
    options=(
        number("renown_target", 50, 20, 200, "renown that ends the match"),
        number("round_cap", 40, 5, 100, "the last round"),
        number("peace_rounds", 3, 0, 20, "rounds without mustering"),
        word("tool_wear", "none", WEAR, "what happens to used tools"),
        word("loot_rule", "per_point", LOOT_RULES, "how much a loot takes"),
        word("destroy_rule", "combined", DESTROY_RULES, "how the five tokens are counted"),
        number("attack_laurels", 2, 0, 5, "laurels per defender eliminated"),
        number("defence_laurels", 1, 0, 5, "laurels per attacker eliminated in a rout"),
        number("capture_laurels", 1, 0, 5, "laurels captured per unit or point left"),
        number("finery_renown", 1, 0, 3, "renown per finery in stock"),
    ),
)
_END_RULES: Final[Words] = ("", "TS-21.1", "TS-21.2", "TS-21.3")


@final
class Township(Ruleset[State]):
    """2 to 6 towns, whole turns in seat order, nothing hidden."""

    def __init__(self) -> None:
        self.info = INFO
        self.commands = TABLE

    def setup(self, seats: int, options: Options, chance: Chance) -> State:
        state = State(Settings(options), [new_town() for _ in range(seats)])
        begin_turn(state, 0, [])
        return state

    def to_act(self, state: State) -> list[Seat]:
        if state.decision == OVER:
            return []
        return [acting(state)]

    def legal(self, state: State, seat: Seat) -> list[Command]:
        decision = state.decision
        if decision == OVER or seat != acting(state):
            return []
        town = state.towns[seat]
        if decision == WORKING:
            return activities.legal_activities(state, town)
        if decision == BREAKING:
            kinds = range(len(KIND_IDS))
            breaks = [BREAKS[kind] for kind in kinds if free_site(town, kind) >= 0]
            return [*breaks, SKIPPED]
        if decision == DISCARDING:
            return [DISCARD.of(good) for good in range(GRAIN + 1, len(GOODS)) if town.stock[good]]
        return attacks.legal_attack(state)

    def check(self, state: State, seat: Seat, command: Command) -> "Refusal | None":
        decision = state.decision
        if decision == OVER or seat != acting(state):
            return NOT_TO_ACT
        town = state.towns[seat]
        if decision == WORKING:
            return activities.check_activity(state, town, command)
        if decision == BREAKING:
            if command.verb is SKIP:
                return None
            if command.verb is not BREAK:
                return WRONG_DECISION
            return None if free_site(town, command.args[0]) >= 0 else NO_CARD
        if decision == DISCARDING:
            if command.verb is not DISCARD:
                return WRONG_DECISION
            good = command.args[0]
            return None if good != GRAIN and town.stock[good] else NOT_DISCARDABLE
        return attacks.check_attack(state, command)

    def apply(self, state: State, seat: Seat, command: Command, chance: Chance) -> list[Event]:
        events: list[Event] = []
        verb = command.verb
        town = state.towns[seat]
        decision = state.decision
        if decision == WORKING:
            if verb is not DONE:
                activities.perform(town, command)
            if verb is DONE or town.idle == 0:
                end_activities(state, town, chance, events)
        elif decision == BREAKING:
            if verb is BREAK:
                break_ground(town, command.args[0])
            state.decision = WORKING
        elif decision == DISCARDING:
            town.stock[command.args[0]] -= 1
            store(state, town, chance, events)
        elif verb is ASSIGN:
            attacks.assign(state, command.args[0], command.args[1])
        elif verb is ATTACK:
            attacks.begin_attack(state, command.args[0])
        elif verb is USE_SWORDS:
            attacks.arm(state, command.args[0])
        elif verb is DEFEND:
            attacks.defend(state, command.args[0])
        elif verb is USE_SHIELDS:
            attacks.roll(state, command.args[0], chance, events)
            if state.decision != SPOILING:
                end_attack(state, events)
        elif verb is LOOT:
            attacks.loot(state, chance, events)
            end_attack(state, events)
        elif verb is RAZE:
            attacks.raze(state)
        elif not attacks.suffer(state, command.args[0], events):
            end_attack(state, events)
        return events

    def outcome(self, state: State) -> "Outcome | None":
        if state.ending == GOES_ON:
            return None
        return ranking(state)

    def adjudicate(self, state: State) -> Outcome:
        return ranking(state)

    def copy(self, state: State) -> State:
        return state.copy()

    def fingerprint(self, state: State) -> bytes:
        return views.fingerprint(state)

    def view(self, state: State, seat: "Seat | None") -> Json:
        return views.view(state)

    def sample(self, view: Json, seat: Seat, chance: Chance) -> State:
        return views.load(INFO.options, view)

    def dump(self, state: State) -> Json:
        return views.view(state)

    def load(self, value: Json) -> State:
        return views.load(INFO.options, value)

    def measures(self, state: State) -> "dict[str, list[int]]":
        return {
            "renown": [town.renown(state.settings.finery_renown) for town in state.towns],
            "laurels": [town.laurels for town in state.towns],
            "units": [town.units for town in state.towns],
            "buildings": [len(town.sites) for town in state.towns],
            "stock": [sum(town.stock) for town in state.towns],
        }

    def text(self, state: State) -> str:
        return text.draw(state)

    def fallback(self, state: State, seat: Seat) -> Command:
        """Nothing where nothing is allowed, else the last command listed: defend with everybody."""
        return self.legal(state, seat)[-1]


def acting(state: State) -> Seat:
    """The one seat that must decide (TS-1.4)."""
    if state.decision in (DEFENDING, SHIELDING, SUFFERING):
        return state.current().defender
    return state.active


def begin_turn(state: State, seat: Seat, events: list[Event]) -> None:
    """Phases 1 to 3, as far as the first decision."""
    town = state.towns[seat]
    state.active = seat
    recall_units(town)
    remove_destroyed(state, town, seat, events)
    state.decision = BREAKING


def recall_units(town: Town) -> None:
    """Phase 1 (TS-5)."""
    town.idle = town.units
    town.mustered = 0
    town.tools_used = 0
    town.worked = [0] * SITES
    town.produced = [0] * RAW_SITES


def remove_destroyed(state: State, town: Town, seat: Seat, events: list[Event]) -> None:
    """Phase 2 (TS-6)."""
    for site in town.sites[:]:
        if is_destroyed(state, town, site):
            town.remove(site)
            town.damage[site] = 0
            if site < RAW_SITES:
                town.depletion[site] = 0
            events.append(Event("removed", seat, (SITE_NAMES[site],)))


def is_destroyed(state: State, town: Town, site: int) -> bool:
    """TS-6.1, TS-6.5."""
    if state.settings.adds_tokens:
        return town.tokens(site) >= FULL
    return town.damage[site] >= FULL or (site < RAW_SITES and town.depletion[site] >= FULL)


def free_site(town: Town, kind: int) -> int:
    """The lowest site of the kind with no building on it, -1 when the set has no card left."""
    for site in SITES_OF[kind]:
        if not town.has(site):
            return site
    return -1


def break_ground(town: Town, kind: int) -> None:
    """Phase 3 (TS-7.2)."""
    site = free_site(town, kind)
    town.add(site)
    town.damage[site] = FULL


def end_activities(state: State, town: Town, chance: Chance, events: list[Event]) -> None:
    """From the end of phase 4 on."""
    town.idle = 0
    wear_tools(state, town, chance, events)
    spoil_grain(state, town, events)
    store(state, town, chance, events)


def wear_tools(state: State, town: Town, chance: Chance, events: list[Event]) -> None:
    """TS-4.5 to TS-4.7."""
    worn = 0
    if state.settings.tool_wear == "single":
        worn = town.tools_used
    elif state.settings.tool_wear == "die":
        dice = chance.dice(town.tools_used, DIE)
        worn = dice.count(WEARS)
        if dice:
            events.append(Event("wear_dice", state.active, tuple(dice)))
    if worn:
        town.stock[TOOLS] -= worn
        events.append(Event("worn", state.active, (worn, GOODS[TOOLS])))


def spoil_grain(state: State, town: Town, events: list[Event]) -> None:
    """TS-12.1, TS-12.3."""
    surplus = town.stock[GRAIN] - town.grain_room()
    if surplus > 0:
        town.stock[GRAIN] -= surplus
        events.append(Event("spoiled", state.active, (surplus, GOODS[GRAIN])))


def store(state: State, town: Town, chance: Chance, events: list[Event]) -> None:
    """The rest of phase 5, then phases 6 and 7 as soon as everything fits (TS-12.4)."""
    if town.goods() > town.goods_room():
        state.decision = DISCARDING
        return
    deplete(state, town, chance, events)
    if town.mustered:
        attacks.plan_attacks(state)
    else:
        end_turn(state, events)


def deplete(state: State, town: Town, chance: Chance, events: list[Event]) -> None:
    """Phase 6 (TS-13)."""
    for site in range(RAW_SITES):
        if town.produced[site]:
            die = chance.die(DIE)
            events.append(Event("depletion_die", state.active, (SITE_NAMES[site], die)))
            if die == DEPLETES:
                town.depletion[site] += 1
                events.append(Event("depleted", state.active, (SITE_NAMES[site],)))


def end_attack(state: State, events: list[Event]) -> None:
    """Seats without units leave; then the next attack, or phase 8 (TS-19.1).

    An attacker who has left has no further attack: its last units fell in this one.
    """
    defender = state.current().defender
    state.attack = None
    for seat in (defender, state.active):
        if not state.towns[seat].units:
            eliminate(state, seat, events)
    if state.ending != GOES_ON:
        return
    if any(state.assigned):
        state.decision = CHOOSING
    else:
        end_turn(state, events)


def end_turn(state: State, events: list[Event]) -> None:
    """Phase 8, then the next turn or the end of the round."""
    state.assigned = [0] * len(state.towns)
    house_units(state, events)
    if state.ending != GOES_ON:
        return
    for seat in range(state.active + 1, len(state.towns)):
        if not state.towns[seat].out:
            begin_turn(state, seat, events)
            return
    end_round(state, events)


def house_units(state: State, events: list[Event]) -> None:
    """Phase 8 (TS-18)."""
    town = state.towns[state.active]
    if town.out:  # TS-19.3
        return
    surplus = town.units - town.housing()
    if surplus > 0:
        town.units -= surplus
        events.append(Event("homeless", state.active, (surplus,)))
    if not town.units:
        eliminate(state, state.active, events)


def eliminate(state: State, seat: Seat, events: list[Event]) -> None:
    """TS-19: the town leaves the match; the last one left wins at once (TS-21.1)."""
    before = sum(1 for town in state.towns if town.out)
    town = new_town()
    town.units = 0
    town.stock = [0] * len(GOODS)
    town.clear()
    town.out = before + 1
    state.towns[seat] = town
    state.assigned[seat] = 0
    events.append(Event("eliminated", seat))
    if len(state.living()) == 1:
        end_match(state, CONQUEST, events)


def end_round(state: State, events: list[Event]) -> None:
    """TS-21.2 to TS-21.4."""
    finery = state.settings.finery_renown
    best = max([state.towns[seat].renown(finery) for seat in state.living()])
    if best >= state.settings.renown_target:
        end_match(state, RENOWN, events)
    elif state.round >= state.settings.round_cap:
        end_match(state, CAP, events)
    else:
        state.round += 1
        begin_turn(state, state.living()[0], events)


def end_match(state: State, ending: int, events: list[Event]) -> None:
    """Nobody decides any more."""
    state.ending = ending
    state.decision = OVER
    state.attack = None
    events.append(Event("ended", -1, (ENDINGS[ending],)))


def ranking(state: State) -> Outcome:
    """Living seats by renown, laurels, units, stock; then the eliminated, the last out first."""
    finery = state.settings.finery_renown
    renown = [town.renown(finery) for town in state.towns]
    keys: list[tuple[int, ...]] = [
        (0, town.out, 0, 0, 0)
        if town.out
        else (1, renown[seat], town.laurels, town.units, sum(town.stock))
        for seat, town in enumerate(state.towns)
    ]
    return Outcome(
        ranks=ranks_of(keys),
        scores=renown,
        rule=_END_RULES[state.ending],
        reason=ENDINGS[state.ending],
        natural=state.ending in (CONQUEST, RENOWN),
    )


RULESET: Final = Township()
