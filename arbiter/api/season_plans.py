"""Plans of seasons from outside: checked as a whole before anything is made."""

from datetime import datetime
from typing import Any, Final

from google.protobuf.json_format import MessageToDict
from sqlalchemy.orm import Session

from pentarch.arbiter.api.account_messages import moment
from pentarch.arbiter.api.errors import invalid
from pentarch.arbiter.api.matches import clock_of
from pentarch.arbiter.api.plans import options_of, seats_of, settings_of, title_of
from pentarch.arbiter.competition.formats.registry import format_of
from pentarch.arbiter.competition.formats.settings import InvalidPlan
from pentarch.arbiter.competition.seasons.entrance import Access
from pentarch.arbiter.competition.seasons.finals import Finals
from pentarch.arbiter.competition.seasons.phases import Phase, Timetable
from pentarch.arbiter.competition.seasons.policies import Policies, RecordsTold
from pentarch.arbiter.referee.keys import season_secret
from pentarch.arbiter.store import owners
from pentarch.arbiter.store.seasons import NewDiscipline, NewSeason
from pentarch.arbiter.v1 import seasons_pb2, tournaments_pb2
from pentarch.engine import registry
from pentarch.engine.plain import Json

MOST_INVITED: Final = 1000
_WEIGHTS: Final = (0.1, 10.0)
_TIMES: Final = ("open_time", "freeze_time", "finals_time", "close_time", "after_time")


def planned(
    session: Session, owner_id: int, title: str, plan: seasons_pb2.SeasonPlan, now: datetime
) -> NewSeason:
    """The season that a plan describes, announced now. Raises Refused, EngineError, NotFound."""
    told = [one.ruleset for one in plan.disciplines]
    if not told or len(set(told)) < len(told) or len(told) > len(registry.IDS):
        raise invalid("plan.disciplines", "name the rulesets, each once")
    if len(plan.invited) > MOST_INVITED:
        raise invalid("plan.invited", f"at most {MOST_INVITED} owners can be invited at once")
    access = access_of(plan)
    if access is Access.PUBLIC and plan.invited:
        raise invalid("plan.invited", "nobody is invited to a public season: all may take part")
    weight = plan.weight if plan.HasField("weight") else 1.0
    if not _WEIGHTS[0] <= weight <= _WEIGHTS[1]:
        raise invalid("plan.weight", f"a weight lies between {_WEIGHTS[0]} and {_WEIGHTS[1]}")
    seed = plan.seed if plan.HasField("seed") else None
    try:
        timetable = Timetable(*[_moment(plan, name, f"plan.{name}") for name in _TIMES])
        timetable.require_ahead(now)
        return NewSeason(
            owner_id=owner_id,
            title=title_of(title),
            access=access,
            timetable=timetable,
            policies=_policies(plan.policies),
            secret=season_secret(seed),
            seed=seed,
            disciplines=[_discipline(session, one) for one in plan.disciplines],
            invited=[owners.by_name(session, name).id for name in plan.invited],
            weight=weight,
        )
    except InvalidPlan as error:
        raise invalid("plan", str(error)) from error


def access_of(plan: seasons_pb2.SeasonPlan) -> Access:
    """Who takes part. Raises Refused."""
    name = _word(seasons_pb2.SeasonPlan.Access, plan.access, "plan.access")
    if name == "UNSPECIFIED":
        raise invalid("plan.access", "say who takes part: public, private or practice")
    return Access[name]


def phase_of(value: "seasons_pb2.Season.Phase.ValueType") -> Phase:
    """The phase that is meant. Raises Refused."""
    name = _word(seasons_pb2.Season.Phase, value, "phase")
    if name == "UNSPECIFIED":
        raise invalid("phase", "name a phase")
    return Phase[name]


def _word(words: Any, number: int, field: str) -> str:
    """The name of a value that a request gives as a number, without the name of its enum.

    Any: the wrappers of enums have no common type. Raises Refused.
    """
    if number not in words.values():
        raise invalid(field, f"there is no value with the number {number}")
    name: str = words.Name(number)
    return name.partition("_")[2]


def timetable_of(request: seasons_pb2.RescheduleSeasonRequest) -> Timetable:
    """The times of a request. Raises Refused, and InvalidPlan for times in the wrong order."""
    return Timetable(*[_moment(request, name, name) for name in _TIMES])


def _moment(
    told: seasons_pb2.SeasonPlan | seasons_pb2.RescheduleSeasonRequest, name: str, field: str
) -> datetime | None:
    if not told.HasField(name):  # type: ignore[arg-type]  # one of the five times
        return None
    return moment(field, getattr(told, name))


def _policies(told: seasons_pb2.SeasonPolicies) -> Policies:
    name = _word(seasons_pb2.SeasonPolicies.Records, told.records, "plan.policies.records")
    records = RecordsTold.MATCH if name == "UNSPECIFIED" else RecordsTold[name]
    return Policies(records, told.keep_logs_days, told.conduct.strip())


def _discipline(session: Session, told: seasons_pb2.Discipline) -> NewDiscipline:
    plan = tournaments_pb2.TournamentPlan(
        ruleset=told.ruleset, options=told.options, seats=told.seats, ladder=_equal(told.ladder)
    )
    seats = seats_of(plan)
    return NewDiscipline(
        ruleset=told.ruleset,
        options=options_of(plan, seats),
        clock=clock_of(told.time_control),
        seats=seats,
        ladder=settings_of(session, plan, "ladder").plain(),
        finals=_finals(told),
    )


def _equal(told: tournaments_pb2.Ladder) -> tournaments_pb2.Ladder:
    """A ladder of a season: owners weigh the same there, unless the plan says otherwise."""
    made = tournaments_pb2.Ladder(equal_owners=1)
    made.MergeFrom(told)
    return made


def _finals(told: seasons_pb2.Discipline) -> Finals:
    chosen = told.WhichOneof("finals")
    if chosen is None:
        if told.field or told.least_blocks or told.cut:
            raise InvalidPlan("say how the finals are played: name a format")
        return Finals()
    format = "ladder" if chosen == "settling" else chosen
    given = _equal(told.settling) if chosen == "settling" else getattr(told, chosen)
    plain: dict[str, Json] = MessageToDict(given, preserving_proto_field_name=True)
    settings = format_of(format).from_plain(plain).plain()
    if format == "ladder" and not (settings["max_blocks"] or settings["settled_width"]):
        raise InvalidPlan("finals end: set max_blocks or settled_width")
    if format == "single_elimination" and list(told.seats) != [2]:
        raise InvalidPlan("duels are played at tables of two seats")
    return Finals(format, settings, told.field, told.least_blocks, told.cut)
