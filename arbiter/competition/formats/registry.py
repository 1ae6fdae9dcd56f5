"""Formats by name: schedulers from the settings that are stored with a tournament.

Settings have the names of the protocol's fields. They are checked here and in the schedulers, so
that whatever `make` accepts can be held.
"""

from collections.abc import Mapping
from typing import Final

from pentarch.arbiter.competition.formats.elimination import SingleElimination
from pentarch.arbiter.competition.formats.ladder import Ladder
from pentarch.arbiter.competition.formats.plan import InvalidPlan, Plan
from pentarch.arbiter.competition.formats.round_robin import Gauntlet, RoundRobin
from pentarch.arbiter.competition.formats.scheduler import Scheduler
from pentarch.arbiter.competition.formats.sequential import Hypotheses, SequentialTest
from pentarch.arbiter.competition.formats.swiss import Swiss
from pentarch.engine.plain import Json

ROUND_ROBIN: Final = "round_robin"
SWISS: Final = "swiss"
GAUNTLET: Final = "gauntlet"
SINGLE_ELIMINATION: Final = "single_elimination"
LADDER: Final = "ladder"
VERSION_TEST: Final = "version_test"

MOST_BOTS: Final = 500
MOST_BLOCKS: Final = 1_000_000
_MOST_ROUNDS: Final = 1_000
_MOST_WORK: Final = 20_000_000
"""Bots looked at while lineups of larger tables are chosen: more would take minutes."""
_RATE: Final = 0.05


def make(format: str, settings: Mapping[str, Json], plan: Plan) -> Scheduler:
    """The scheduler of a tournament. Raises InvalidPlan for what cannot be held."""
    if len(plan.entries) > MOST_BOTS:
        raise InvalidPlan(f"a tournament has at most {MOST_BOTS} bots, not {len(plan.entries)}")
    match format:
        case "round_robin":
            meetings = _count(settings, "blocks", 1)
            _check_size(plan, meetings, len(plan.entries))
            return RoundRobin(plan, meetings=meetings)
        case "gauntlet":
            meetings = _count(settings, "blocks", 1)
            named = settings.get("challengers")
            challengers = tuple(str(ref) for ref in named) if isinstance(named, list) else ()
            _check_size(plan, meetings, 2 * len(challengers))
            return Gauntlet(plan, meetings=meetings, challengers=challengers)
        case "swiss":
            rounds = _count(settings, "rounds", 1, most=_MOST_ROUNDS)
            blocks = _count(settings, "blocks", 1)
            if rounds * blocks * len(plan.entries) > MOST_BLOCKS:
                raise InvalidPlan(f"that is more than {MOST_BLOCKS} blocks")
            return Swiss(plan, rounds=rounds, blocks=blocks)
        case "single_elimination":
            best_of = _count(settings, "blocks", 1, most=_MOST_ROUNDS)
            replays = _count(settings, "max_replays", 0, most=_MOST_ROUNDS)
            return SingleElimination(plan, best_of=best_of, replays=replays)
        case "ladder":
            return Ladder(
                plan,
                most_blocks=_count(settings, "max_blocks", 0),
                max_wait=_count(settings, "max_wait_blocks", 0),
                settled_width=_real(settings, "settled_width"),
            )
        case "version_test":
            hypotheses = Hypotheses(
                _real(settings, "elo_low"),
                _real(settings, "elo_high"),
                _real(settings, "alpha") or _RATE,
                _real(settings, "beta") or _RATE,
            )
            most = _count(settings, "max_blocks", 0)
            return SequentialTest(plan, hypotheses=hypotheses, most_blocks=most)
    raise InvalidPlan(f"there is no format {format!r}")


def _count(settings: Mapping[str, Json], name: str, least: int, *, most: int = MOST_BLOCKS) -> int:
    value = settings.get(name, 0)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise InvalidPlan(f"{name} is a whole number from {least} to {most}, not {value!r}")
    return value


def _real(settings: Mapping[str, Json], name: str) -> float:
    value = settings.get(name, 0.0)
    if not isinstance(value, int | float) or isinstance(value, bool) or not abs(value) <= 10_000:
        raise InvalidPlan(f"{name} is a number from -10000 to 10000, not {value!r}")
    return float(value)


def _check_size(plan: Plan, meetings: int, meeting: int) -> None:
    """Refuse schedules that nobody could play, before they are laid out."""
    pairs = len(plan.entries) * meeting // 2 * meetings
    for seats in plan.seats:
        lineups = pairs // (seats * (seats - 1) // 2)
        work = lineups * len(plan.entries) * seats if seats > 2 else 0
        if lineups > MOST_BLOCKS or work > _MOST_WORK:
            raise InvalidPlan(f"{lineups} blocks at tables of {seats} are too many")
