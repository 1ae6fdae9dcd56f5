"""After the score: razing, forage and plunder, survivors, defeat (CP-5.11 to CP-5.30, CP-11)."""

from pentarch.engine.capital import refusals
from pentarch.engine.capital.commands import BY_TEXT, DONE, HEAL, RAZE, SAVE
from pentarch.engine.capital.field import (
    entry_at,
    entry_location,
    fall,
    go_home,
    has_home,
    owner_of,
)
from pentarch.engine.capital.holdings import (
    clear_city,
    clear_place,
    close_slots,
    discard,
    draw,
    place_at,
    place_card,
    place_word,
    remove_unit,
)
from pentarch.engine.capital.state import (
    CARD_MASK,
    DECIDE_ATTACK,
    DECIDE_NOTHING,
    DECIDE_RAZE,
    DECIDE_SAVE,
    DECIDE_SAVE_DEFEND,
    ENDED_CONQUEST,
    FIELD,
    HOMELESS,
    PHASE_OVER,
    SPOT_MASK,
    Battle,
    State,
)
from pentarch.engine.capital.tables import (
    ALIVE,
    AT_CITY,
    ATTACK,
    CITY_HP,
    DEFEAT,
    DEFENCE,
    DOOMED,
    FALL_BACK,
    FIRST_TROOP,
    FORAGE,
    FORAGING,
    IMMORTAL,
    KEEP_ALL,
    NUMBER,
    PLUNDER,
    RAZED_HP,
    SEATS,
    SLUGS,
    TRAIT,
    WON_ATTACK,
    WON_DEFENCE,
)
from pentarch.engine.chance import Chance
from pentarch.engine.commands import Command
from pentarch.engine.core import WRONG_DECISION, Event, Refusal, Seat


def begin(state: State, battle: Battle, events: "list[Event]") -> None:
    """Open what follows the score: razing, or the exceptions of an attacker who has not won."""
    state.actor = battle.attacker
    if battle.score > 0:
        state.realms[battle.attacker].tally[WON_ATTACK] = 1
        state.decision = DECIDE_RAZE
        return
    if battle.score < 0:
        state.realms[battle.defender].tally[WON_DEFENCE] = 1
    _open_save(state, battle, events)


# The decision `raze`.


def raze_refusal(state: State, command: Command) -> "Refusal | None":
    """Why a command is refused while razing."""
    if command is DONE:
        return None
    if command.verb is not RAZE:
        return WRONG_DECISION
    battle = state.battle
    assert battle is not None
    location = command.args[0]
    if location == AT_CITY:
        return None if battle.points >= CITY_HP else refusals.CITY_TOO_STRONG
    realm = state.realms[battle.defender]
    position = place_at(realm, location)
    if position < 0:
        return refusals.NO_SUCH_BUILDING
    return _hp_refusal(battle, realm.places[position])


def _hp_refusal(battle: Battle, place: int) -> "Refusal | None":
    """A building falls as a whole or not at all (CP-5.12)."""
    affordable = NUMBER[place_card(place)] <= battle.points + battle.siege
    return None if affordable else refusals.TOO_STRONG


def raze_options(state: State) -> "list[Command]":
    """What the hit points left can raze, `done` last."""
    battle = state.battle
    assert battle is not None
    commands = [
        RAZE.of(place & CARD_MASK)
        for place in state.realms[battle.defender].places
        if _hp_refusal(battle, place) is None
    ]
    if battle.points >= CITY_HP:
        commands.append(RAZE.of(AT_CITY))
    commands.sort(key=BY_TEXT)
    commands.append(DONE)
    return commands


def apply_raze(state: State, command: Command, chance: Chance, events: "list[Event]") -> None:
    """Raze a building or the city, or stop (CP-5.14)."""
    battle = state.battle
    assert battle is not None
    if command is not DONE and command.args[0] != AT_CITY:
        _raze(state, battle, command.args[0], events)
        return
    if command is not DONE:
        battle.points -= CITY_HP
        _defeat(state, battle, events)
        if state.phase == PHASE_OVER:
            return
    _forage_and_plunder(state, battle, chance, events)
    _open_save(state, battle, events)


def _raze(state: State, battle: Battle, location: int, events: "list[Event]") -> None:
    """Siege points go first (CP-5.13)."""
    realm = state.realms[battle.defender]
    position = place_at(realm, location)
    card = place_card(realm.places[position])
    hit_points = NUMBER[card]
    by_siege = min(battle.siege, hit_points)
    battle.siege -= by_siege
    battle.points -= hit_points - by_siege
    state.realms[battle.attacker].tally[RAZED_HP] += hit_points
    clear_place(state, battle.defender, position)
    events.append(Event("razed", battle.defender, (SLUGS[card], place_word(location))))


def _defeat(state: State, battle: Battle, events: "list[Event]") -> None:
    """The city falls: all cards of the seat are discarded in a fixed order (CP-2.12, CP-11.2)."""
    seat = battle.defender
    realm = state.realms[seat]
    battle.defeated = True
    for card in realm.hand:
        discard(state, card)
    realm.hand.clear()
    for position in range(len(realm.units) - 1, -1, -1):
        if not realm.units[position] & HOMELESS:
            realm.units[position] &= ~FIELD
    for entry in battle.defenders:
        if owner_of(entry) == seat:
            _discard_homeless(state, seat, entry)
    battle.defenders = [entry for entry in battle.defenders if owner_of(entry) != seat]
    clear_city(state, seat)
    while realm.places:
        clear_place(state, seat, 0)
    realm.upgrades.clear()
    close_slots(realm, AT_CITY)
    tally = realm.tally
    for position in range(KEEP_ALL + 1):
        tally[position] = 0
    tally[ALIVE] = 0
    state.defeats += 1
    tally[DEFEAT] = state.defeats
    events.append(Event("defeated", seat, (SEATS[battle.attacker],)))
    if not _is_contested(state, battle.attacker):
        state.ending = ENDED_CONQUEST
        state.winner = battle.attacker
        state.phase = PHASE_OVER
        state.decision = DECIDE_NOTHING
        events.append(Event("conquest", battle.attacker))


def _discard_homeless(state: State, seat: Seat, entry: int) -> None:
    realm = state.realms[seat]
    for position, unit in enumerate(realm.units):
        if unit & HOMELESS and unit & SPOT_MASK == entry & SPOT_MASK:
            discard(state, remove_unit(realm, position))
            return


def _is_contested(state: State, seat: Seat) -> bool:
    """Whether a city of another side still stands (CP-11.5)."""
    for other, realm in enumerate(state.realms):
        same_side = other == seat or (state.setting.teams and other == seat ^ 2)
        if not same_side and realm.tally[ALIVE]:
            return True
    return False


def _forage_and_plunder(
    state: State, battle: Battle, chance: Chance, events: "list[Event]"
) -> None:
    """In order of commitment (CP-5.18)."""
    seat = battle.attacker
    prey = state.realms[battle.defender].hand
    for entry in battle.attackers:
        trait = TRAIT[entry & CARD_MASK]
        if trait == FORAGING:
            draw(state, seat, FORAGE, chance, events)
        elif trait == PLUNDER and prey:
            card = prey.pop(chance.below(len(prey)))
            state.realms[seat].hand.append(card)
            events.append(Event("plundered", seat, (SEATS[battle.defender],)))
            words = (SLUGS[card],)
            events.append(Event("plundered_card", seat, words, (seat, battle.defender)))


# The decisions `save` and `save_defend`.


def _open_save(state: State, battle: Battle, events: "list[Event]") -> None:
    """The attacker's survivors; those by a trait go home first."""
    won = battle.score > 0
    battle.attackers = _survive_by_trait(state, battle.attackers, won, events)
    state.decision = DECIDE_SAVE
    state.actor = battle.attacker


def _open_save_defend(state: State, battle: Battle, events: "list[Event]") -> None:
    battle.defenders = _survive_by_trait(state, battle.defenders, battle.score < 0, events)
    if battle.defeated:
        _finish(state, battle, events)
        return
    state.decision = DECIDE_SAVE_DEFEND
    state.actor = battle.defender


def _survive_by_trait(state: State, side: list[int], won: bool, events: "list[Event]") -> list[int]:
    """Immortals of a side that won and Archers of one that did not return for free."""
    trait = IMMORTAL if won else FALL_BACK
    left: list[int] = []
    for entry in side:
        if TRAIT[entry & CARD_MASK] == trait and has_home(state, entry):
            go_home(state, entry, events)
        else:
            left.append(entry)
    return left


def _is_attacking(state: State) -> bool:
    return state.decision == DECIDE_SAVE


def _save_refusal(state: State, battle: Battle, entry: int) -> "Refusal | None":
    """Why a troop with a home cannot be saved (CP-5.19 to CP-5.21)."""
    card = entry & CARD_MASK
    attacking = _is_attacking(state)
    if battle.score == 0 or (battle.score > 0) != attacking:
        return refusals.SIDE_LOST
    if TRAIT[card] == DOOMED:
        return refusals.IS_DOOMED
    printed = ATTACK[card] if attacking else DEFENCE[card]
    return None if printed <= battle.budget else refusals.OVER_BUDGET


def _heals(state: State, battle: Battle) -> int:
    return battle.attack_heals if _is_attacking(state) else battle.defence_heals


def save_refusal(state: State, command: Command) -> "Refusal | None":
    """Why a command is refused while survivors are picked."""
    if command is DONE:
        return None
    if command.verb is not SAVE and command.verb is not HEAL:
        return WRONG_DECISION
    battle = state.battle
    assert battle is not None
    side = battle.attackers if _is_attacking(state) else battle.defenders
    position = entry_at(battle, side, FIRST_TROOP + command.args[0], command.args[1])
    if position < 0 or not has_home(state, side[position]):
        return refusals.NOT_A_SURVIVOR
    if command.verb is SAVE:
        return _save_refusal(state, battle, side[position])
    return None if _heals(state, battle) else refusals.NO_HEALS


def save_options(state: State) -> "list[Command]":
    """The troops that may be saved or healed, `done` last."""
    battle = state.battle
    assert battle is not None
    commands: list[Command] = []
    side = battle.attackers if _is_attacking(state) else battle.defenders
    for entry in dict.fromkeys(side):
        if not has_home(state, entry):
            continue
        word = (entry & CARD_MASK) - FIRST_TROOP
        location = entry_location(battle, entry)
        if _save_refusal(state, battle, entry) is None:
            commands.append(SAVE.of(word, location))
        if _heals(state, battle):
            commands.append(HEAL.of(word, location))
    commands.sort(key=BY_TEXT)
    commands.append(DONE)
    return commands


def apply_save(state: State, command: Command, events: "list[Event]") -> None:
    """One survivor returns, or the rest of the side is discarded."""
    battle = state.battle
    assert battle is not None
    attacking = _is_attacking(state)
    side = battle.attackers if attacking else battle.defenders
    if command is not DONE:
        card = FIRST_TROOP + command.args[0]
        entry = side.pop(entry_at(battle, side, card, command.args[1]))
        if command.verb is SAVE:
            battle.budget -= ATTACK[card] if attacking else DEFENCE[card]
        elif attacking:
            battle.attack_heals -= 1
        else:
            battle.defence_heals -= 1
        go_home(state, entry, events)
        return
    if not attacking:
        _finish(state, battle, events)
        return
    for entry in side:
        fall(state, entry, False, events)
    battle.attackers = []
    _open_save_defend(state, battle, events)


def _finish(state: State, battle: Battle, events: "list[Event]") -> None:
    """The other defenders are discarded; the active seat goes on (CP-5.28, CP-11.4)."""
    for entry in battle.defenders:
        fall(state, entry, True, events)
    state.battle = None
    state.decision = DECIDE_ATTACK
    state.actor = state.active
