"""Greedy for Capital: buy what is worth most per Gold, strike where it pays, guard when needed."""

from dataclasses import dataclass

from pentarch.bots.sdk import Bot, Turn
from pentarch.engine.capital.building import building_price, team_upgrades, upgrade_price
from pentarch.engine.capital.commands import (
    AID,
    BUILD_BUILDING,
    BUILD_UNIT,
    BURN,
    CHOOSE_CITY,
    DONE,
    GIVE,
    GUARD,
    HEAL,
    KEEP,
    KILLER_CARD,
    LEGENDARY_CARD,
    MOVE,
    PASS,
    PLAIN_CARD,
    QUEST_VERB,
    RAZE,
    SAVE,
    SEND,
    SETTLE,
    TAKE,
    UPGRADE,
    USE,
    USE_KILLER,
    USE_SALVAGER,
    USE_SPY,
    WAR,
)
from pentarch.engine.capital.field import attack_total, defence_total
from pentarch.engine.capital.holdings import opponents, partner, place_at, place_card, place_settled
from pentarch.engine.capital.state import (
    CARD_MASK,
    DECIDE_ATTACK,
    DECIDE_BUILD,
    DECIDE_CITY,
    DECIDE_RAZE,
    DECIDE_REGROUP,
    DECIDE_SEND,
    DECIDE_TACTICS_ATTACK,
    DECIDE_TACTICS_DEFEND,
    LOCATION_SHIFT,
    SPENT,
    Realm,
    State,
)
from pentarch.engine.capital.tables import (
    ARCHITECT,
    AT_CITY,
    ATTACK,
    ATTACK_OPEN,
    BANNER,
    BLUE,
    BONUS,
    BUILD,
    BUILD_POOL,
    CAPTAIN,
    CITIES,
    CITY,
    CITY_HP,
    COURT_SAGE,
    DEFENCE,
    DEFENCE_OPEN,
    DISCOUNT,
    DOOMED,
    DRAW,
    EFFECT,
    ENVOY,
    FIELD_SURGEON,
    FIRST_MERC,
    FIRST_TROOP,
    FREE_TROOPS,
    GATEKEEPER,
    GOLD,
    GOLD_POOL,
    GRAND_ARCHITECT,
    GREEN,
    HIGH_CHANCELLOR,
    HOUSED_ATTACK,
    LOCATION_COUNT,
    MASTER_MASON,
    MERC_OPEN,
    MERC_SLOTS,
    MONEYLENDER,
    NEEDS,
    NUMBER,
    PASSIVE,
    RECRUITER,
    RED,
    ROYAL_TREASURER,
    SABOTEUR,
    SCHOLAR,
    SETTLE_EFFECT,
    SETTLE_ON,
    SIEGE,
    STORE,
    SURVEYOR,
    TAX_CAP,
    TAX_COLLECTOR,
    TRAIT,
    TROOP_SLOTS,
    WARLORD,
    YELLOW,
)
from pentarch.engine.commands import Command
from pentarch.engine.core import Seat

CITY_ORDER = ("b3", "b6", "b2", "b4", "b5", "b1")
FACE_DOWN = 1.5
"""Defence expected of a troop nobody has seen."""


@dataclass
class Outlook:
    """What the seat's values depend on: upgrades left, how early it is, and how threatened."""

    left: int
    hunger: float
    threat: float


class Greedy(Bot):
    """One step of foresight and no search."""

    def decide(self, turn: Turn) -> Command:
        """The command with the highest value."""
        state: State = turn.sample()
        seat = turn.seat
        decision = state.decision
        if decision == DECIDE_CITY:
            return min(turn.legal, key=_city_rank)
        if decision == DECIDE_BUILD:
            return _build(state, seat, turn.legal)
        if decision == DECIDE_ATTACK:
            return _attack(state, seat, turn.legal)
        if decision == DECIDE_SEND:
            return _send(turn.legal)
        if decision in (DECIDE_TACTICS_ATTACK, DECIDE_TACTICS_DEFEND):
            return _tactics(state, turn.legal)
        if decision == DECIDE_RAZE:
            return _raze(state, turn.legal)
        if decision == DECIDE_REGROUP:
            return _regroup(state, seat, turn.legal)
        verb = turn.legal[0].verb
        if verb is GUARD or verb is AID:
            return _guard(state, turn.legal)
        if verb is SAVE or verb is HEAL:
            return _save(state, turn.legal)
        if verb is GIVE:
            return _give(state, seat, turn.legal)
        return _pick_card(state, seat, turn.legal)


def _city_rank(command: Command) -> int:
    return CITY_ORDER.index(CHOOSE_CITY.words(command)[0])


def _outlook(state: State, seat: Seat) -> Outlook:
    realm = state.realms[seat]
    left = max(1, state.setting.goal - len(team_upgrades(state, seat)))
    strongest = 0
    for other in opponents(state, seat):
        strongest = max(strongest, _troops(state.realms[other], ATTACK_OPEN))
    guards = _troops(realm, DEFENCE_OPEN)
    threat = 1.6 * max(0.0, 1.4 * strongest - realm.tally[PASSIVE] - 1.4 * guards)
    return Outlook(left, min(1.0, 0.25 + left / 8), threat)


def _troops(realm: Realm, city_open: int) -> int:
    """How many troops can fight; everybody sees the kind of a face-down unit."""
    count = 0
    for unit in realm.units:
        if unit & CARD_MASK < FIRST_MERC:
            in_city = unit >> LOCATION_SHIFT & CARD_MASK == AT_CITY
            count += not in_city or realm.tally[city_open] > 0
    return count


# What things are worth.


def _effect_value(realm: Realm, effect: "tuple[tuple[int, int], ...]", look: Outlook) -> float:
    value = 0.0
    tally = realm.tally
    for position, amount in effect:
        if position == GOLD:
            gold = tally[GOLD]
            rate = 0.15 if gold >= 10 else 0.5 if gold >= 7 else 0.8 if gold >= 4 else 1.0
            value += amount * 7.7 * look.hunger * rate
        elif position == BUILD:
            build = tally[BUILD]
            rate = 0.1 if build >= 4 else 0.35 if build == 3 else 0.7 if build == 2 else 1.0
            value += amount * 3.5 * look.hunger * rate
        elif position == DRAW:
            value += amount * 0.9 * look.hunger
        elif position == STORE:
            value += amount * 0.6 * look.hunger
        elif position == PASSIVE:
            value += amount * 0.9 * (1 + 0.5 * min(3.0, look.threat))
        elif position == DISCOUNT:
            value += amount * 1.25 * look.left
        elif position == BONUS:
            value += amount * 0.8
        elif position in (GREEN, YELLOW, BLUE, RED):
            value += 0.5 if tally[position] == 0 else 0.0
        elif position in (MERC_OPEN, ATTACK_OPEN, DEFENCE_OPEN):
            value += 0.6
    return value


def _free_slots(realm: Realm, first: int) -> int:
    """Free usable slots of a kind, the city's left out."""
    return sum(
        [
            count
            for index, count in realm.room.items()
            if index % LOCATION_COUNT and first <= index < first + LOCATION_COUNT
        ]
    )


def _building_value(realm: Realm, card: int, look: Outlook) -> float:
    value = _effect_value(realm, EFFECT[card], look)
    for slots, first, worth in (
        (TROOP_SLOTS[card], 0, 1.1),
        (MERC_SLOTS[card], LOCATION_COUNT, 0.9),
    ):
        if slots:
            value += slots * (worth * 0.4 if _free_slots(realm, first) else worth)
    return value


def _unit_value(realm: Realm, card: int, look: Outlook) -> float:
    if card < FIRST_MERC:
        return 0.9 * ATTACK[card] + 0.55 * DEFENCE[card] * (1 + 0.4 * look.threat)
    value = 1.1
    settles = [
        place
        for place in realm.places
        if SETTLE_ON[card] >> place_card(place) & 1 and place_settled(place) < 0
    ]
    if settles:
        value += _effect_value(realm, SETTLE_EFFECT[card], look)
    elif card in (MONEYLENDER, TAX_COLLECTOR, SURVEYOR):
        value += 1.2
    elif card in (ROYAL_TREASURER, HIGH_CHANCELLOR, GRAND_ARCHITECT, WARLORD):
        value += 4.0
    return value


def _card_value(realm: Realm, card: int, look: Outlook) -> float:
    """What a card in hand promises, whether or not it can be paid for now."""
    if card >= FIRST_TROOP:
        first = 0 if card < FIRST_MERC else LOCATION_COUNT
        housed = _free_slots(realm, first) > 0
        return _unit_value(realm, card, look) * (1.0 if housed else 0.35)
    if BANNER[card] != GREEN:
        for place in realm.places:
            if place_card(place) == card:
                return 0.0
    value = _building_value(realm, card, look)
    if NEEDS[card] >= 0 and not realm.tally[NEEDS[card]]:
        value *= 0.5
    price = building_price(realm, card)
    short = price - realm.tally[GOLD]
    if short > 0:
        value *= 0.6 if short == 1 else 0.3
    return value / (1 + 0.15 * price)


# The Build phase.


def _build(state: State, seat: Seat, legal: "list[Command]") -> Command:
    realm = state.realms[seat]
    look = _outlook(state, seat)
    best = DONE
    best_value = 0.0
    for command in legal:
        value = _build_value(state, seat, command, realm, look)
        if value > best_value:
            best = command
            best_value = value
    return best


def _build_value(state: State, seat: Seat, command: Command, realm: Realm, look: Outlook) -> float:
    verb = command.verb
    args = command.args
    if verb is UPGRADE:
        return _upgrade_value(state, seat, args[0], realm, look)
    if verb is BUILD_BUILDING:
        value = _building_value(realm, args[0], look)
        return value / (1 + 0.15 * building_price(realm, args[0]))
    if verb is BUILD_UNIT:
        return _post_value(realm, FIRST_TROOP + args[0], args[1], look)
    if verb is QUEST_VERB or verb is SETTLE:
        return 500.0
    if verb is USE:
        return _use_value(state, realm, PLAIN_CARD[args[0]])
    if verb is USE_SALVAGER:
        value = _card_value(realm, args[1], look)
        return 0.5 * value if value > 4 else 0.0
    if verb is USE_SPY:
        return 0.4 if realm.tally[BUILD_POOL] == 0 else 0.0
    return 0.0


def _upgrade_value(state: State, seat: Seat, upgrade: int, realm: Realm, look: Outlook) -> float:
    other = partner(state, seat)
    shared = other >= 0 and upgrade in state.realms[other].upgrades
    if look.left <= 1 and not shared:
        return 1000.0
    value = 3.15 * (1 + 0.5 * max(0, 4 - look.left)) - (2.8 if shared else 0.0)
    value += _effect_value(realm, CITIES[realm.tally[CITY]].upgrades[upgrade], look)
    return value / (1 + 0.15 * upgrade_price(realm))


def _post_value(realm: Realm, card: int, location: int, look: Outlook) -> float:
    value = _unit_value(realm, card, look)
    if location == AT_CITY:
        tally = realm.tally
        if card >= FIRST_MERC:
            is_open = tally[MERC_OPEN] > 0
        else:
            is_open = tally[ATTACK_OPEN] + tally[DEFENCE_OPEN] > 0
        value *= 0.8 if is_open else 0.1
    elif card < FIRST_MERC:
        house = place_card(realm.places[place_at(realm, location)])
        value += 0.3 * HOUSED_ATTACK[house]
    free = card < FIRST_MERC and realm.tally[FREE_TROOPS] > 0
    return value if free else value / 1.15


def _use_value(state: State, realm: Realm, card: int) -> float:
    """One-time abilities are worth most when they pay for an upgrade now (first of all things)."""
    tally = realm.tally
    missing = upgrade_price(realm) - tally[GOLD_POOL]
    can_upgrade = tally[BUILD_POOL] > 0 and len(realm.upgrades) < 8
    if card in (MONEYLENDER, TAX_COLLECTOR, ROYAL_TREASURER, GRAND_ARCHITECT):
        gains = {MONEYLENDER: 3, ROYAL_TREASURER: 6, GRAND_ARCHITECT: 3}
        gain = gains.get(card, min(TAX_CAP, 1 + tally[GREEN]))
        has_build = can_upgrade or card == GRAND_ARCHITECT
        return 100.0 if has_build and 0 < missing <= gain else 0.0
    if card in (SURVEYOR, HIGH_CHANCELLOR):
        gain = 3 if card == SURVEYOR else 6
        return 90.0 if can_upgrade and 0 < missing <= gain else 0.0
    if card == MASTER_MASON:
        return 80.0 if tally[BUILD_POOL] == 0 and tally[GOLD_POOL] >= 2 else 0.0
    if card in (SCHOLAR, COURT_SAGE):
        return 70.0 if tally[GOLD_POOL] >= 2 and tally[BUILD_POOL] >= 2 else 0.0
    if card == ARCHITECT:
        dear = [c for c in realm.hand if c < FIRST_TROOP and NUMBER[c] >= 3]
        return 60.0 if any(NUMBER[c] <= tally[GOLD_POOL] for c in dear) else 0.0
    if card == RECRUITER:
        troops = [c for c in realm.hand if FIRST_TROOP <= c < FIRST_MERC]
        return 50.0 if troops and _free_slots(realm, 0) else 0.0
    return 0.0


# The Attack phase.


def _attack(state: State, seat: Seat, legal: "list[Command]") -> Command:
    best = DONE
    best_value = 0.0
    for command in legal:
        value = 0.0
        if command.verb is QUEST_VERB:
            value = 500.0
        elif command.verb is WAR:
            value = _war_value(state, seat, command.args[0])
        elif command.verb is USE_SPY:
            value = 0.01
        if value > best_value:
            best = command
            best_value = value
    return best


def _war_value(state: State, seat: Seat, target: Seat) -> float:
    """What a war should bring after losses; above 0 it is declared."""
    realm = state.realms[seat]
    foe = state.realms[target]
    force: list[int] = []
    total = realm.tally[BONUS]
    siege = 0
    for unit in realm.units:
        card = unit & CARD_MASK
        location = unit >> LOCATION_SHIFT & CARD_MASK
        if card >= FIRST_MERC or unit & SPENT:
            continue
        if location == AT_CITY:
            if not realm.tally[ATTACK_OPEN]:
                continue
        else:
            total += HOUSED_ATTACK[place_card(realm.places[place_at(realm, location)])]
        if ATTACK[card]:
            force.append(ATTACK[card])
            siege += SIEGE[card]
    total += sum(force)
    for unit in realm.units:
        card = unit & CARD_MASK
        if card == CAPTAIN:
            total += 2
        elif card == WARLORD:
            total += 5
        elif card == SABOTEUR:
            total += min(2, foe.tally[PASSIVE])
    defence = foe.tally[PASSIVE] + FACE_DOWN * _troops(foe, DEFENCE_OPEN)
    score = total - defence
    if score < 1 or not force:
        return 0.0
    if score >= CITY_HP:
        return 300.0 + score
    gain = _loot_value(foe, int(score) + siege, state, target)
    loss = 1.3 * max(0.0, sum(force) - score)
    return gain - loss


def _loot_value(foe: Realm, points: int, state: State, target: Seat) -> float:
    leader = len(team_upgrades(state, target))
    weight = 1.0 + 0.12 * leader
    value = 0.0
    for worth, hit_points in sorted([_prey(place) for place in foe.places], reverse=True):
        if hit_points <= points:
            points -= hit_points
            value += worth * hit_points * weight
    return value


def _prey(place: int) -> "tuple[float, int]":
    """Worth per hit point, and the hit points."""
    card = place_card(place)
    worth = 0.6 + TROOP_SLOTS[card] * 0.4 + MERC_SLOTS[card] * 0.3
    settled = place_settled(place)
    for position, amount in EFFECT[card] + (SETTLE_EFFECT[settled] if settled >= 0 else ()):
        if position == GOLD:
            worth += 3.0 * amount
        elif position in (BUILD, DISCOUNT):
            worth += 2.5 * amount
        elif position in (DRAW, STORE, PASSIVE):
            worth += 0.8 * amount
    return worth / NUMBER[card], NUMBER[card]


def _send(legal: "list[Command]") -> Command:
    """All with an Attack value; pure defenders stay at home."""
    for command in legal:
        if command.verb is SEND and ATTACK[FIRST_TROOP + command.args[0]] > 0:
            return command
    return legal[-1]


def _guard(state: State, legal: "list[Command]") -> Command:
    """The cheapest troops that bring the score to 0, or below 5; else the stout ones."""
    battle = state.battle
    assert battle is not None
    score = attack_total(state, battle) - defence_total(state, battle)
    guards = [c for c in legal if c.verb is GUARD or c.verb is AID]
    if score <= 0 or not guards:
        return legal[-1]
    strength = sum([DEFENCE[FIRST_TROOP + command.args[0]] for command in guards])
    needed = score if strength >= score else score - CITY_HP + 1
    if needed > 0 and strength >= needed:
        enough = [c for c in guards if DEFENCE[FIRST_TROOP + c.args[0]] >= needed]
        if enough:
            return min(enough, key=_guard_cost)
        return max(guards, key=_guard_strength)
    stout = [c for c in guards if DEFENCE[FIRST_TROOP + c.args[0]] >= 2]
    if needed > 0:
        return max(guards, key=_guard_strength)
    return max(stout, key=_guard_strength) if stout else legal[-1]


def _guard_strength(command: Command) -> float:
    card = FIRST_TROOP + command.args[0]
    return DEFENCE[card] - 0.1 * ATTACK[card]


def _guard_cost(command: Command) -> float:
    card = FIRST_TROOP + command.args[0]
    return DEFENCE[card] * 0.55 + ATTACK[card] * 0.9


def _tactics(state: State, legal: "list[Command]") -> Command:
    """Battle mercenaries, where they turn the battle or the city's fate."""
    battle = state.battle
    assert battle is not None
    score = attack_total(state, battle) - defence_total(state, battle)
    attacking = state.decision == DECIDE_TACTICS_ATTACK
    passive = max(0, state.realms[battle.defender].tally[PASSIVE] - battle.passive_cut)
    best = PASS
    best_value = 0.0
    for command in legal:
        if command.verb is USE:
            card = PLAIN_CARD[command.args[0]]
            swings = {CAPTAIN: 3, WARLORD: 6, SABOTEUR: min(3, passive), GATEKEEPER: 3}
            swing = swings.get(card, 0)
        elif command.verb is USE_KILLER:
            troop = FIRST_TROOP + command.args[2]
            swing = DEFENCE[troop] if attacking else ATTACK[troop]
            swing += 2 * (KILLER_CARD[command.args[0]] != KILLER_CARD[0])
            card = KILLER_CARD[command.args[0]]
        else:
            continue
        value = _swing_value(score, swing, card, attacking)
        if value > best_value:
            best = command
            best_value = value
    return best


def _swing_value(score: int, swing: int, card: int, attacking: bool) -> float:
    if card == ENVOY:
        return 5.0 if score >= 2 else 0.0
    if card == FIELD_SURGEON:
        return 0.0
    if attacking:
        turned = score <= 0 < score + swing or score < CITY_HP <= score + swing
        return 4.0 - 0.1 * swing if turned else 0.0
    turned = score - swing <= 0 < score and score >= 2
    rescued = score - swing < CITY_HP <= score
    return 6.0 - 0.1 * swing if turned or rescued else 0.0


def _raze(state: State, legal: "list[Command]") -> Command:
    battle = state.battle
    assert battle is not None
    foe = state.realms[battle.defender]
    best = legal[-1]
    best_value = 0.0
    for command in legal:
        if command.verb is not RAZE:
            continue
        if command.args[0] == AT_CITY:
            return command
        value = _prey(foe.places[place_at(foe, command.args[0])])[0]
        if value > best_value:
            best = command
            best_value = value
    return best


def _save(state: State, legal: "list[Command]") -> Command:
    """The strongest first; a heal is kept for who cannot be saved otherwise."""
    saves = [command for command in legal if command.verb is SAVE]
    if saves:
        return max(saves, key=_survivor_value)
    return max([command for command in legal if command.verb is HEAL], key=_survivor_value)


def _survivor_value(command: Command) -> float:
    card = FIRST_TROOP + command.args[0]
    return ATTACK[card] + 0.6 * DEFENCE[card] + (0.5 if TRAIT[card] not in (0, DOOMED) else 0.0)


# The Regroup phase and single cards.


def _regroup(state: State, seat: Seat, legal: "list[Command]") -> Command:
    """Out of closed city slots; keep the whole hand if it is worth it."""
    realm = state.realms[seat]
    for command in legal:
        if command.verb is MOVE and command.args[1] == AT_CITY and command.args[2] != AT_CITY:
            is_troop = command.args[0] + FIRST_TROOP < FIRST_MERC
            tally = realm.tally
            fights = tally[ATTACK_OPEN] > 0 or tally[DEFENCE_OPEN] > 0
            if not (fights if is_troop else tally[MERC_OPEN] > 0):
                return command
        if command.verb is USE and len(realm.hand) >= realm.tally[STORE] + 3:
            return command
    return DONE


def _give(state: State, seat: Seat, legal: "list[Command]") -> Command:
    """What would be thrown away can as well go to the partner."""
    realm = state.realms[seat]
    if len(realm.hand) <= realm.tally[STORE]:
        return PASS
    look = _outlook(state, seat)
    order = sorted(realm.hand, key=lambda card: _card_value(realm, card, look), reverse=True)
    spare = order[realm.tally[STORE] :]
    ally = partner(state, seat)
    friend = state.realms[ally]
    outlook = _outlook(state, ally)
    return GIVE(max(spare, key=lambda card: _card_value(friend, card, outlook)))


def _pick_card(state: State, seat: Seat, legal: "list[Command]") -> Command:
    """Keep or take the best card for oneself; burn the best one of the other."""
    verb = legal[0].verb
    owner = state.spied if verb is BURN else seat
    realm = state.realms[owner]
    look = _outlook(state, owner)
    best = legal[0]
    best_value = -1.0
    for command in legal:
        if verb is not KEEP and verb is not TAKE and verb is not BURN:
            break
        card = LEGENDARY_CARD[command.args[0]] if verb is TAKE else command.args[0]
        value = _card_value(realm, card, look)
        if value > best_value:
            best = command
            best_value = value
    return best
