"""How a match ends and who ranks where (CP-1, CP-11)."""

from pentarch.engine.capital.state import ENDED_CAPITAL, ENDED_CONQUEST, NOT_ENDED, State
from pentarch.engine.capital.tables import FULL_GOAL
from pentarch.engine.core import Outcome, Seat, ranks_of


def outcome(state: State) -> "Outcome | None":
    """The result of a match that is over."""
    if state.ending == NOT_ENDED:
        return None
    if state.ending == ENDED_CAPITAL:
        return _ranked(state, _goal_rule(state), "capital", True)
    if state.ending == ENDED_CONQUEST:
        return _ranked(state, "CP-11.5", "conquest", True)
    return _ranked(state, "CP-11.8", "round_cap", False)


def adjudicate(state: State) -> Outcome:
    """The ranking as things stand."""
    return outcome(state) or _ranked(state, "CP-11.8", "adjudicated", False)


def _goal_rule(state: State) -> str:
    if state.settings.teams:
        return "CP-12.3"
    return "CP-1.1" if state.settings.goal == FULL_GOAL else "CP-1.2"


def _ranked(state: State, rule: str, reason: str, natural: bool) -> Outcome:
    key = _team_key if state.settings.teams else _seat_key
    return Outcome(
        ranks=ranks_of([key(state, seat) for seat in range(len(state.realms))]),
        scores=[len(realm.upgrades) for realm in state.realms],
        rule=rule,
        reason=reason,
        natural=natural,
    )


def _seat_key(state: State, seat: Seat) -> "tuple[int, ...]":
    """The living by progress, then the defeated by the time of defeat (CP-11.8).

    A winner comes first by itself: nobody else has so many upgrades, or nobody else lives.
    """
    realm = state.realms[seat]
    if not realm.alive:
        return (0, realm.defeat, 0, 0, 0)
    gold = realm.tracker.gold
    return (1, len(realm.upgrades), gold, realm.hit_points(), len(realm.units))


def _team_key(state: State, seat: Seat) -> "tuple[int, ...]":
    """The same for the living members of a team together (CP-12.9)."""
    members = (seat, state.partner(seat))
    team = [state.realms[member] for member in members]
    living = [realm for realm in team if realm.alive]
    if not living:
        return (0, max([realm.defeat for realm in team]), 0, 0, 0)
    upgrades = max([len(state.team_upgrades(member)) for member in members])
    gold = sum([realm.tracker.gold for realm in living])
    hit_points = sum([realm.hit_points() for realm in living])
    return (1, upgrades, gold, hit_points, sum([len(realm.units) for realm in living]))
