"""Tournaments of the store and their tables as messages of the protocol."""

from collections.abc import Mapping
from typing import Final

from google.protobuf.json_format import ParseDict

from pentarch.arbiter.api.convert import state_name, time_control, timestamp
from pentarch.arbiter.competition.book import RatedStanding
from pentarch.arbiter.store.models import Tournament
from pentarch.arbiter.store.words import MatchState, TournamentState
from pentarch.arbiter.v1 import tournaments_pb2
from pentarch.bots.sdk.wire import option_text

_UNDER_WAY: Final = (MatchState.LEASED, MatchState.PLAYED, MatchState.VERIFIED)


def tournament(
    row: Tournament, progress: tournaments_pb2.Progress, *, has_id: bool = True
) -> tournaments_pb2.Tournament:
    """A tournament with its plan. Its secret is told when it and all of its matches are over."""
    is_told = row.state.is_over and not (progress.queued or progress.under_way)
    made = tournaments_pb2.Tournament(
        id=row.id if has_id else 0,
        title=row.title,
        owner=row.owner.name,
        plan=_plan(row, is_told=is_told),
        state=tournaments_pb2.Tournament.State.Value(f"STATE_{row.state.name}"),
        progress=progress,
        create_time=timestamp(row.create_time),
        start_time=timestamp(row.start_time),
        end_time=timestamp(row.end_time),
        commitment=row.commitment,
        seed_chosen=row.seed is not None,
        end_reason=row.end_reason or "",
    )
    if is_told:
        made.secret = row.secret
    return made


def state_of(value: "tournaments_pb2.Tournament.State.ValueType") -> TournamentState | None:
    """The state that a listing asks for; None for all. Raises INVALID_ARGUMENT."""
    name = state_name(tournaments_pb2.Tournament.State, value)
    return TournamentState[name] if name != "UNSPECIFIED" else None


def progress(counts: Mapping[MatchState, int], *, expected: int = 0) -> tournaments_pb2.Progress:
    """How far a tournament is, by the states of its matches."""
    return tournaments_pb2.Progress(
        planned=sum(counts.values()),
        queued=counts[MatchState.QUEUED],
        under_way=sum(counts[state] for state in _UNDER_WAY),
        rated=counts[MatchState.RATED],
        void=counts[MatchState.VOID],
        expected=expected,
    )


def standing(line: RatedStanding) -> tournaments_pb2.Standing:
    """A line of the table."""
    row = line.standing
    bot, _, version = row.bot.rpartition("@")
    return tournaments_pb2.Standing(
        rank=row.rank,
        bot=bot,
        version=int(version),
        points=row.points,
        matches=line.rating.matches,
        wins=line.rating.wins,
        draws=line.rating.draws,
        losses=line.rating.losses,
        forfeits=line.rating.forfeits,
        rating=line.rating.rating,
        rating_low=line.rating.interval.low,
        rating_high=line.rating.interval.high,
        out=row.is_out,
        owner=line.owner,
        tie_breaks=row.tie_breaks,
        note=row.note,
        rank_low=line.rating.rank_interval[0],
        rank_high=line.rating.rank_interval[1],
    )


def _plan(row: Tournament, *, is_told: bool) -> tournaments_pb2.TournamentPlan:
    plan = tournaments_pb2.TournamentPlan(
        ruleset=row.ruleset,
        options={name: option_text(value) for name, value in row.options.items()},
        seats=row.seats,
        bots=[] if row.is_open else [entry.version.ref for entry in row.entries],
        time_control=time_control(row.clock),
        rated=row.is_rated,
    )
    if is_told and row.seed is not None:
        plan.seed = row.seed
    return ParseDict({row.format: row.settings}, plan)
