"""How a match ends and who ranks where."""

from pentarch.engine.capital.building import team_upgrades
from pentarch.engine.capital.state import ENDED_CAP, ENDED_CAPITAL, ENDED_CONQUEST, State
from pentarch.engine.capital.tables import ALIVE, DEFEAT, FULL_GOAL, GOLD, HP
from pentarch.engine.core import Outcome, Seat, ranks_of


def outcome(state: State) -> "Outcome | None":
    """The result of a match that is over."""
    if state.ending == ENDED_CAPITAL:
        rule = "CP-1.1" if state.setting.goal == FULL_GOAL else "CP-1.2"
        if state.setting.teams:
            rule = "CP-12.3"
        return _ranked(state, rule, "capital", True)
    if state.ending == ENDED_CONQUEST:
        return _ranked(state, "CP-11.5", "conquest", True)
    if state.ending == ENDED_CAP:
        return _ranked(state, "CP-11.8", "round_cap", False)
    return None


def adjudicate(state: State) -> Outcome:
    """The ranking as things stand."""
    return outcome(state) or _ranked(state, "CP-11.8", "adjudicated", False)


def _ranked(state: State, rule: str, reason: str, natural: bool) -> Outcome:
    keys = [_key(state, seat) for seat in range(len(state.realms))]
    return Outcome(
        ranks=ranks_of(keys),
        scores=[len(realm.upgrades) for realm in state.realms],
        rule=rule,
        reason=reason,
        natural=natural,
    )


def _key(state: State, seat: Seat) -> "tuple[int, ...]":
    """The living by progress, then the defeated by the time of defeat.

    A winner comes first by itself: nobody else has so many upgrades, or nobody else lives.
    """
    if not state.setting.teams:
        realm = state.realms[seat]
        if not realm.tally[ALIVE]:
            return (0, realm.tally[DEFEAT], 0, 0, 0)
        tally = realm.tally
        units = len(realm.units)
        return (1, len(realm.upgrades), tally[GOLD], tally[HP], units)
    team = [state.realms[seat], state.realms[seat ^ 2]]
    living = [realm for realm in team if realm.tally[ALIVE]]
    if not living:
        return (0, max([realm.tally[DEFEAT] for realm in team]), 0, 0, 0)
    upgrades = max([len(team_upgrades(state, s)) for s in (seat, seat ^ 2)])
    gold = sum([realm.tally[GOLD] for realm in living])
    hit_points = sum([realm.tally[HP] for realm in living])
    return (1, upgrades, gold, hit_points, sum([len(realm.units) for realm in living]))
