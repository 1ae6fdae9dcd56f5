"""Rows of the store as messages of the protocol, and back. Those of tournaments are apart."""

from datetime import datetime
from typing import Any, Final

from google.protobuf.timestamp_pb2 import Timestamp

from pentarch.arbiter.api.errors import invalid
from pentarch.arbiter.competition.ratings import Score
from pentarch.arbiter.store.ladder import RankedRating
from pentarch.arbiter.store.models import (
    Analysis,
    Attempt,
    Bot,
    Match,
    Output,
    Owner,
    Pair,
    Rating,
    RatingChange,
    Version,
)
from pentarch.arbiter.store.words import MatchState, OwnerKind, VersionState
from pentarch.arbiter.v1 import (
    bots_pb2,
    common_pb2,
    matches_pb2,
    owners_pb2,
    ratings_pb2,
    rulesets_pb2,
)
from pentarch.bots.sdk.wire import duration, option_text
from pentarch.engine.chance import commitment
from pentarch.engine.manual import Table, VerbEntry
from pentarch.engine.options import Option
from pentarch.engine.plain import Json, canonical
from pentarch.engine.ruleset import Info

_KINDS: Final = {"number": 1, "word": 2, "flag": 3}


def timestamp(moment: datetime | None) -> Timestamp | None:
    """A time of the database, None for none."""
    if moment is None:
        return None
    made = Timestamp()
    made.FromDatetime(moment)
    return made


def owner(row: Owner) -> owners_pb2.Owner:
    """An owner."""
    return owners_pb2.Owner(
        name=row.name,
        create_time=timestamp(row.create_time),
        disable_time=timestamp(row.disable_time),
        role=owners_pb2.Role.Value(f"ROLE_{row.role.name}"),
        team=row.kind is OwnerKind.TEAM,
    )


def analysis(row: Analysis) -> matches_pb2.Analysis:
    """An analysis with its content."""
    return matches_pb2.Analysis(
        match_id=row.match_id,
        state=matches_pb2.Analysis.State.Value(f"STATE_{row.state.upper()}"),
        analyst=row.analyst,
        content=b"" if row.content is None else canonical(row.content),
        failure=row.failure,
        create_time=timestamp(row.create_time),
        update_time=timestamp(row.update_time),
    )


def verdict(word: str | None) -> common_pb2.Verdict.ValueType:
    """A verdict's name as its number."""
    return common_pb2.Verdict.Value(f"VERDICT_{word}") if word else common_pb2.VERDICT_UNSPECIFIED


def ruleset(info: Info) -> rulesets_pb2.Ruleset:
    """A ruleset's static facts."""
    return rulesets_pb2.Ruleset(
        id=info.id,
        version=info.version,
        title=info.title,
        summary=info.summary,
        min_seats=info.min_seats,
        max_seats=info.max_seats,
        max_steps=info.max_steps,
    )


def option(made: Option) -> rulesets_pb2.Option:
    """An option of a ruleset."""
    return rulesets_pb2.Option(
        name=made.name,
        kind=rulesets_pb2.Option.Kind.ValueType(_KINDS[made.kind]),
        default_value=option_text(made.default),
        help=made.help,
        low=made.low,
        high=made.high,
        words=made.words,
    )


def verb(entry: VerbEntry) -> rulesets_pb2.Verb:
    """A verb of a ruleset, as its manual explains it."""
    slots = zip(entry.slots, entry.verb.slots, strict=True)
    return rulesets_pb2.Verb(
        pattern=entry.verb.pattern,
        slots=[rulesets_pb2.Slot(name=name, words=words) for name, words in slots],
        first_number=entry.verb.first,
        count=entry.verb.count,
        usage=entry.usage,
        meaning=entry.meaning,
        rules=entry.rules,
        example=entry.example,
    )


def meanings(sentences: dict[str, str]) -> list[rulesets_pb2.Meaning]:
    """Words with their sentences."""
    return [rulesets_pb2.Meaning(name=name, meaning=text) for name, text in sentences.items()]


def table(made: Table) -> rulesets_pb2.Table:
    """Numbers of a ruleset."""
    rows = [["" if cell is None else str(cell) for cell in row] for row in made.rows]
    return rulesets_pb2.Table(
        name=made.name,
        title=made.title,
        columns=made.columns,
        rows=[rulesets_pb2.Table.Row(cells=row) for row in rows],
    )


def time_control(clock: dict[str, Json]) -> common_pb2.TimeControl:
    """The time control of a match as it is stored: seconds by name."""
    parts = {
        name: duration(float(value))
        for name, value in clock.items()
        if isinstance(value, int | float)
        and name in common_pb2.TimeControl.DESCRIPTOR.fields_by_name
    }
    return common_pb2.TimeControl(**parts)


def match(row: Match, *, is_told: bool) -> matches_pb2.Match:
    """A match with its seats; with its key when everybody may have that."""
    made = matches_pb2.Match(
        id=row.id,
        ruleset=row.ruleset,
        rules_version=row.rules_version or 0,
        options={name: option_text(value) for name, value in row.options.items()},
        seats=[
            matches_pb2.MatchSeat(
                bot=seat.version.bot.name,
                version=seat.version.number,
                rank=seat.rank or 0,
                score=seat.score or 0,
                verdict=verdict(seat.verdict),
            )
            for seat in row.seats
        ],
        time_control=time_control(row.clock),
        commitment=commitment(row.key),
        state=matches_pb2.Match.State.Value(f"STATE_{row.state.name}"),
        rated=row.is_rated,
        tournament_id=row.tournament_id or 0,
        block_id=row.block_id or 0,
        steps=row.steps or 0,
        verdict=verdict(row.verdict),
        void_reason=row.void_reason or "",
        record_sha256=row.record_sha256 or "",
        create_time=timestamp(row.create_time),
        start_time=timestamp(row.start_time),
        play_time=timestamp(row.play_time),
        end_time=timestamp(row.end_time),
    )
    if row.play_time is not None:
        made.outcome.CopyFrom(_outcome(row))
        made.forfeits.extend(_forfeits(row))
    if is_told:
        made.key = row.key
        if row.seed is not None:
            made.seed = row.seed
    return made


def match_state(state: matches_pb2.Match.State.ValueType) -> MatchState | None:
    """The state that a listing asks for; None for all. Raises INVALID_ARGUMENT."""
    name = state_name(matches_pb2.Match.State, state)
    return MatchState[name] if name != "UNSPECIFIED" else None


def state_name(states: Any, number: int) -> str:
    """The name of a state that a request gives as a number. Raises INVALID_ARGUMENT."""
    if number not in states.values():
        raise invalid("state", f"there is no state with the number {number}")
    name: str = states.Name(number)
    return name.removeprefix("STATE_")


def attempt(row: Attempt, *, is_admin: bool) -> matches_pb2.Attempt:
    """A try to play a match. Which worker it was is for administrators."""
    return matches_pb2.Attempt(
        number=row.epoch,
        worker=row.worker if is_admin else "",
        state=matches_pb2.Attempt.State.Value(f"STATE_{row.state.name}"),
        start_time=timestamp(row.start_time),
        end_time=timestamp(row.end_time),
        verdict=verdict(row.verdict),
        reason=row.reason or "",
    )


def bot(row: Bot, active: Version | None) -> bots_pb2.Bot:
    """A bot with its newest active version."""
    made = bots_pb2.Bot(name=row.name, owner=row.owner.name, create_time=timestamp(row.create_time))
    if active is not None:
        made.active_version.CopyFrom(version(active))
    return made


def version(
    row: Version, *, output: str = "", is_own: bool = False, waiting_for: str = ""
) -> bots_pb2.Version:
    """A version; why it was rejected and what validation printed is for its owner."""
    waits = row.state is VersionState.SUBMITTED
    return bots_pb2.Version(
        bot=row.bot.name,
        number=row.number,
        kind=bots_pb2.Version.Kind.Value(f"KIND_{row.kind.name}"),
        state=bots_pb2.Version.State.Value(f"STATE_{row.state.name}"),
        rulesets=[played.ruleset for played in row.rulesets],
        language=row.language,
        entry_point=row.entry_point,
        sha256=row.package_sha256 or "",
        size=row.package_size,
        build=row.build,
        create_time=timestamp(row.create_time),
        activate_time=timestamp(row.activate_time),
        retire_time=timestamp(row.retire_time),
        reject_reason=(row.reject_reason or "") if is_own else "",
        validation_output=output if is_own else "",
        build_command=row.build_command,
        protocol=row.protocol,
        waiting_for=waiting_for,
        retry_time=timestamp(row.validation_retry_time if waits else None),
    )


def log_entry(row: Output) -> bots_pb2.LogEntry:
    """What a bot printed in a match."""
    return bots_pb2.LogEntry(
        match_id=row.match_id,
        attempt=row.epoch,
        seat=row.seat,
        create_time=timestamp(row.create_time),
        text=row.text,
    )


def rating(line: RankedRating) -> ratings_pb2.Rating:
    """A line of the ladder."""
    row: Rating = line.rating
    made = ratings_pb2.Rating(
        rank=line.rank,
        bot=row.version.bot.name,
        version=row.version.number,
        owner=row.version.bot.owner.name,
        elo=row.elo,
        matches=row.matches,
        wins=row.wins,
        draws=row.draws,
        losses=row.losses,
        update_time=timestamp(row.update_time),
        retired=row.version.state is VersionState.RETIRED,
    )
    if row.fit is not None:
        made.fit = row.fit
    if row.fit_low is not None and row.fit_high is not None:
        made.fit_low, made.fit_high = row.fit_low, row.fit_high
    if row.rank_low is not None and row.rank_high is not None:
        made.rank_low, made.rank_high = row.rank_low, row.rank_high
    if row.nash is not None and row.nash_low is not None and row.nash_high is not None:
        made.nash, made.nash_low, made.nash_high = row.nash, row.nash_low, row.nash_high
    return made


def forecast(score: Score) -> ratings_pb2.Forecast | None:
    """How well ratings predict; None before anything was predicted."""
    if not score.comparisons:
        return None
    bins = [
        ratings_pb2.ForecastBin(
            comparisons=one.comparisons,
            expected=one.expected / max(1, one.comparisons),
            observed=one.won / max(1, one.comparisons),
        )
        for one in score.bins
    ]
    return ratings_pb2.Forecast(comparisons=score.comparisons, loss=score.mean_loss, bins=bins)


def rating_change(row: RatingChange) -> ratings_pb2.RatingChange:
    """A move of the live Elo."""
    return ratings_pb2.RatingChange(
        match_id=row.match_id,
        before=row.before,
        after=row.after,
        create_time=timestamp(row.create_time),
    )


def pair(row: Pair, refs: dict[int, str]) -> ratings_pb2.Pair:
    """How two versions did against each other."""
    return ratings_pb2.Pair(
        first=refs[row.first_id],
        second=refs[row.second_id],
        matches=row.matches,
        wins=row.wins,
        draws=row.draws,
        losses=row.losses,
    )


def _outcome(row: Match) -> common_pb2.Outcome:
    return common_pb2.Outcome(
        ranks=[seat.rank or 0 for seat in row.seats],
        scores=[seat.score or 0 for seat in row.seats],
        rule=row.rule or "",
        reason=row.reason or "",
        natural=bool(row.is_natural),
    )


def _forfeits(row: Match) -> list[common_pb2.Forfeit]:
    return [
        common_pb2.Forfeit(
            seat=seat.seat, step=seat.forfeit_step or 0, verdict=verdict(seat.verdict)
        )
        for seat in sorted(row.seats, key=lambda seat: seat.forfeit_step or 0)
        if seat.verdict
    ]
