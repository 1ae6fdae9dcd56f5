"""Seasons of the store as messages of the protocol."""

from datetime import datetime

from google.protobuf.json_format import ParseDict

from pentarch.arbiter.api.convert import time_control, timestamp
from pentarch.arbiter.competition.seasons.phases import Phase, time_left
from pentarch.arbiter.competition.seasons.policies import Policies
from pentarch.arbiter.store.models import Discipline, Season, SeasonPlace
from pentarch.arbiter.store.seasons import timetable_of
from pentarch.arbiter.v1 import seasons_pb2
from pentarch.bots.sdk.wire import option_text


def season(row: Season, now: datetime) -> seasons_pb2.Season:
    """A season with its plan. Its secret is told when it is closed."""
    is_told = row.phase.place >= Phase.CLOSED.place
    made = seasons_pb2.Season(
        id=row.id,
        title=row.title,
        owner=row.owner.name,
        plan=_plan(row, is_told=is_told),
        phase=seasons_pb2.Season.Phase.Value(f"PHASE_{row.phase.name}"),
        phase_time=timestamp(row.phase_time),
        tournaments=[
            seasons_pb2.SeasonTournament(
                tournament_id=part.tournament_id,
                ruleset=part.ruleset,
                part=seasons_pb2.SeasonTournament.Part.Value(f"PART_{part.part.name}"),
                stage=part.stage,
            )
            for discipline in row.disciplines
            for part in discipline.tournaments
        ],
        commitment=row.commitment,
        secret=row.secret if is_told else b"",
        seed_chosen=row.seed is not None,
        create_time=timestamp(row.create_time),
    )
    left = time_left(row.phase, timetable_of(row), now)
    if left is not None:
        made.time_left.FromTimedelta(left)
    return made


def place(row: SeasonPlace) -> seasons_pb2.Place:
    """A line of a final table."""
    return seasons_pb2.Place(
        rank=row.rank,
        bot=row.version.bot.name,
        version=row.version.number,
        owner=row.version.bot.owner.name,
        stage=row.stage,
    )


def _plan(row: Season, *, is_told: bool) -> seasons_pb2.SeasonPlan:
    policies = Policies.from_plain(row.policies)
    plan = seasons_pb2.SeasonPlan(
        access=seasons_pb2.SeasonPlan.Access.Value(f"ACCESS_{row.access.name}"),
        disciplines=[_discipline(one) for one in row.disciplines],
        open_time=timestamp(row.open_time),
        freeze_time=timestamp(row.freeze_time),
        finals_time=timestamp(row.finals_time),
        close_time=timestamp(row.close_time),
        after_time=timestamp(row.after_time),
        policies=seasons_pb2.SeasonPolicies(
            records=seasons_pb2.SeasonPolicies.Records.Value(f"RECORDS_{policies.records.name}"),
            keep_logs_days=policies.keep_logs_days,
            conduct=policies.conduct,
        ),
        weight=row.weight,
    )
    if is_told and row.seed is not None:
        plan.seed = row.seed
    return plan


def _discipline(row: Discipline) -> seasons_pb2.Discipline:
    made = seasons_pb2.Discipline(
        ruleset=row.ruleset,
        options={name: option_text(value) for name, value in row.options.items()},
        seats=row.seats,
        time_control=time_control(row.clock),
        field=row.finals["field"],
        least_blocks=row.finals["least_blocks"],
        cut=row.finals["cut"],
    )
    told = {"ladder": row.ladder}
    if row.finals["format"]:
        name = "settling" if row.finals["format"] == "ladder" else row.finals["format"]
        told[name] = row.finals["settings"]
    return ParseDict(told, made)
