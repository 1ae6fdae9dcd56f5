"""Ratings: applying matches to them once, listing them, and building them anew.

A rating has two numbers. `fit` decides, and is what people are told as Elo; workers compute it from
all rated matches at once (`fits.py`). `elo` is the live Elo, for watching.

The live Elo and the pairwise counts change with each rated match. The formula is the caller's
(`Rater`); the store only sees to it that a match counts once and that matches are applied one after
another. One transaction at a time does that, for as many matches as wait: many small ones would
queue up at the rows of the versions that play most.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations
from typing import Final

from sqlalchemy import ColumnElement, delete, insert, select, text, update
from sqlalchemy.exc import DataError, IntegrityError
from sqlalchemy.orm import Session, joinedload
from sqlalchemy.orm.attributes import flag_modified

from pentarch.arbiter.competition.ratings.elo import START, after_match
from pentarch.arbiter.referee.verdicts import Verdict
from pentarch.arbiter.store import occasions
from pentarch.arbiter.store.database import Store
from pentarch.arbiter.store.locks import be_alone, is_alone, lock_match
from pentarch.arbiter.store.models import Match, Pair, Rating, RatingChange, Seat, Version
from pentarch.arbiter.store.pages import Ask, Page
from pentarch.arbiter.store.reports import Report
from pentarch.arbiter.store.rows import insert_into, insert_missing
from pentarch.arbiter.store.transitions import make_void
from pentarch.arbiter.store.words import OVERALL, MatchState

_RATING: Final = "rating"
# Written out, because a partial index only serves a query that names its condition.
_IS_VERIFIED: Final = text("matches.state = 'verified'")
_DAMAGE: Final = (ArithmeticError, LookupError, TypeError, ValueError, DataError, IntegrityError)
"""What rating raises over a match itself. Anything else may hold the next time."""
_COUNTED: Final = ("elo", "matches", "wins", "draws", "losses", "update_time")


@dataclass(frozen=True)
class Rater:
    """How live Elo changes: `update` gets it and the rank of each seat, and gives the new one."""

    start: float
    update: Callable[[Sequence[float], Sequence[int]], Sequence[float]]


RATER: Final = Rater(start=START, update=after_match)
"""The live Elo."""


@dataclass
class _Tally:
    """Seats met by a version: ranked behind it, equal, before it."""

    matches: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0

    def count(self, own: int, other: int) -> None:
        self.wins += own < other
        self.draws += own == other
        self.losses += own > other


def rate_waiting(
    store: Store, rater: Rater, clock: Callable[[], datetime], *, together: int
) -> list[int]:
    """Settle all matches that are verified, so many in each transaction; which they are.

    If another process is at it, they are left to that one. It looks again after every transaction,
    and so sees what was verified before anybody found it at work. A match that cannot be rated is
    void, and says why.
    """
    settled: list[int] = []
    one_by_one = 0
    while True:
        try:
            with store.writing() as session:
                rated = (
                    _rate_or_void(session, rater, clock())
                    if one_by_one
                    else rate_next(session, rater, clock(), most=together)
                )
        except _DAMAGE:
            # One of these must not stop the others; which it is will be seen.
            one_by_one = together
            continue
        if rated is None:
            return settled
        one_by_one = max(0, one_by_one - 1)
        settled += rated
        with store.reading() as session:
            if session.scalar(select(Match.id).where(_IS_VERIFIED).limit(1)) is None:
                return settled


def rate_next(session: Session, rater: Rater, now: datetime, *, most: int) -> list[int] | None:
    """Settle matches that are verified, by id, at most that many; which they are. They count from
    now on, for ratings too if they are rated ones. None if another transaction is at it."""
    if not is_alone(session, _RATING):
        return None
    query = (
        select(Match.id, Match.ruleset, Match.is_rated)
        .where(_IS_VERIFIED)
        .order_by(Match.id)
        .limit(most)
        .with_for_update()
    )
    found = session.execute(query).all()
    ids = [row.id for row in found]
    if not ids:
        return []
    session.execute(
        update(Match).where(Match.id.in_(ids)).values(state=MatchState.RATED, end_time=now)
    )
    rulesets = {row.id: row.ruleset for row in found if row.is_rated}
    if rulesets:
        _apply(session, rulesets, rater, now)
    session.flush()
    occasions.matches_settled(session, ids, now)
    return ids


def _rate_or_void(session: Session, rater: Rater, now: datetime) -> list[int] | None:
    """The same for one match, which is void if rating it raises."""
    if not is_alone(session, _RATING):
        return None
    try:
        with session.begin_nested():
            return rate_next(session, rater, now, most=1)
    except _DAMAGE as error:
        reason = f"it could not be rated: {type(error).__name__}: {error}"
    query = select(Match).where(_IS_VERIFIED).order_by(Match.id).limit(1).with_for_update()
    make_void(session.scalars(query).one(), reason, Verdict.ENGINE_ERROR, now)
    return []


def annul(session: Session, match_id: int, reason: str, rater: Rater, now: datetime) -> Report:
    """Void a match that was rated, and build the ratings it touched anew without it."""
    match = lock_match(session, match_id)
    if match is None:
        return Report.UNKNOWN
    if match.state is not MatchState.RATED:
        return Report.REPEATED if match.state is MatchState.VOID else Report.LATE
    match.state = MatchState.VOID
    match.void_reason = reason
    match.end_time = now
    be_alone(session, _RATING)
    session.execute(delete(RatingChange).where(RatingChange.match_id == match_id))
    if match.is_rated:
        for scope in sorted((match.ruleset, OVERALL)):
            rebuild(session, scope, rater)
    return Report.DONE


def rebuild(session: Session, scope: str, rater: Rater) -> None:
    """Compute live Elo, counts and history of a scope anew, in the order of the first time."""
    query = select(Rating).where(Rating.scope == scope).order_by(Rating.version_id)
    ratings = {row.version_id: row for row in session.scalars(query.with_for_update())}
    for rating in ratings.values():
        rating.elo = rater.start
        rating.matches = rating.wins = rating.draws = rating.losses = 0
    changes: dict[int, dict[int, RatingChange]] = {}
    history = select(RatingChange).where(RatingChange.scope == scope).order_by(RatingChange.id)
    for change in session.scalars(history):
        changes.setdefault(change.match_id, {})[change.version_id] = change
    in_scope = select(RatingChange.match_id).where(RatingChange.scope == scope)
    seats = _seats_of(session, Seat.match_id.in_(in_scope))
    pairs: dict[tuple[int, int], _Tally] = {}
    for match_id, changed in changes.items():
        versions, ranks = seats[match_id]
        after = _elos_after(versions, ranks, ratings, rater)
        for version_id, change in changed.items():
            change.before, change.after = ratings[version_id].elo, after[version_id]
        _count(versions, ranks, ratings, after)
        _count_pairs(versions, ranks, pairs)
    session.flush()
    session.execute(delete(Pair).where(Pair.scope == scope))
    _add_pairs(session, {scope: pairs})


def of_bot(session: Session, bot_id: int) -> list[Rating]:
    """The ratings of all versions of a bot in all scopes, newest version first."""
    query = (
        select(Rating)
        .join(Rating.version)
        .where(Version.bot_id == bot_id)
        .options(joinedload(Rating.version).joinedload(Version.bot))
        .order_by(Version.number.desc(), Rating.scope)
    )
    return list(session.scalars(query))


def history(session: Session, ask: Ask, version_id: int, scope: str) -> Page[RatingChange]:
    """How the live Elo of a version changed, newest first."""
    query = (
        select(RatingChange)
        .where(RatingChange.version_id == version_id, RatingChange.scope == scope)
        .order_by(RatingChange.id.desc())
        .limit(ask.limit + 1)
    )
    after = ask.after_id("history", version_id, scope)
    if after is not None:
        query = query.where(RatingChange.id < after)
    rows = session.scalars(query).all()
    return ask.page(rows, lambda row: [row.id], "history", version_id, scope)


def pairs(session: Session, scope: str, version_ids: Sequence[int]) -> list[Pair]:
    """The results of versions against each other, for each two that have met."""
    query = (
        select(Pair)
        .where(Pair.scope == scope, Pair.first_id.in_(version_ids), Pair.second_id.in_(version_ids))
        .order_by(Pair.first_id, Pair.second_id)
    )
    return list(session.scalars(query))


def _apply(session: Session, rulesets: Mapping[int, str], rater: Rater, now: datetime) -> None:
    """Count matches, given with their rulesets, one after another."""
    seats = _seats_of(session, Seat.match_id.in_(rulesets))
    used = {
        (scope, version_id)
        for match_id, ruleset in rulesets.items()
        for scope in (ruleset, OVERALL)
        for version_id in seats[match_id][0]
    }
    ratings = _locked(session, used, rater, now)
    history: list[dict[str, object]] = []
    met: dict[str, dict[tuple[int, int], _Tally]] = {scope: {} for scope in ratings}
    for match_id, ruleset in rulesets.items():
        versions, ranks = seats[match_id]
        for scope in sorted((ruleset, OVERALL)):
            after = _elos_after(versions, ranks, ratings[scope], rater)
            for version_id, elo in after.items():
                history.append(
                    {
                        "scope": scope,
                        "version_id": version_id,
                        "match_id": match_id,
                        "before": ratings[scope][version_id].elo,
                        "after": elo,
                        "create_time": now,
                    }
                )
            _count(versions, ranks, ratings[scope], after)
            _count_pairs(versions, ranks, met[scope])
    for scope, version_id in used:
        row = ratings[scope][version_id]
        row.update_time = now
        # Rows that change in the same columns are written by one statement.
        for column in _COUNTED:
            flag_modified(row, column)
    session.execute(insert(RatingChange), history)
    _add_pairs(session, met)


def _locked(
    session: Session, used: Collection[tuple[str, int]], rater: Rater, now: datetime
) -> dict[str, dict[int, Rating]]:
    """Ratings by scope and version, made if they are new. Locked in one order by everybody, so that
    no two transactions wait for each other."""
    insert_missing(session, Rating, [_new_rating(key, rater, now) for key in sorted(used)])
    found: dict[str, dict[int, Rating]] = {}
    query = (
        select(Rating)
        .where(
            Rating.scope.in_({scope for scope, _ in used}),
            Rating.version_id.in_({version_id for _, version_id in used}),
        )
        .order_by(Rating.scope, Rating.version_id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    for row in session.scalars(query):
        found.setdefault(row.scope, {})[row.version_id] = row
    return found


def _new_rating(key: tuple[str, int], rater: Rater, now: datetime) -> dict[str, object]:
    scope, version_id = key
    return {
        "scope": scope,
        "version_id": version_id,
        "elo": rater.start,
        "matches": 0,
        "wins": 0,
        "draws": 0,
        "losses": 0,
        "update_time": now,
    }


def _elos_after(
    versions: Sequence[int], ranks: Sequence[int], ratings: Mapping[int, Rating], rater: Rater
) -> dict[int, float]:
    """The new Elo by version; one that sits twice gets what both seats won and lost."""
    before = [ratings[version_id].elo for version_id in versions]
    after = dict(zip(versions, before, strict=True))
    for version_id, old, new in zip(versions, before, rater.update(before, ranks), strict=True):
        after[version_id] += new - old
    return dict(sorted(after.items()))


def _count(
    versions: Sequence[int],
    ranks: Sequence[int],
    ratings: Mapping[int, Rating],
    after: Mapping[int, float],
) -> None:
    for version_id, elo in after.items():
        tally = _Tally()
        for own in (rank for id, rank in zip(versions, ranks, strict=True) if id == version_id):
            for id, rank in zip(versions, ranks, strict=True):
                if id != version_id:
                    tally.count(own, rank)
        rating = ratings[version_id]
        rating.elo = elo
        rating.matches += 1
        rating.wins += tally.wins
        rating.draws += tally.draws
        rating.losses += tally.losses


def _count_pairs(
    versions: Sequence[int], ranks: Sequence[int], pairs: dict[tuple[int, int], _Tally]
) -> None:
    seats = sorted(zip(versions, ranks, strict=True))
    for (first, own), (second, other) in combinations(seats, 2):
        if first != second:
            pairs.setdefault((first, second), _Tally()).count(own, other)
    for first, second in combinations(sorted(set(versions)), 2):
        pairs[first, second].matches += 1


def _add_pairs(session: Session, met: Mapping[str, Mapping[tuple[int, int], _Tally]]) -> None:
    rows = [
        {
            "scope": scope,
            "first_id": first,
            "second_id": second,
            "matches": tally.matches,
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
        }
        for scope, pairs in sorted(met.items())
        for (first, second), tally in sorted(pairs.items())
    ]
    if not rows:
        return
    adding = insert_into(session, Pair)
    added = adding.excluded
    # The rows go beside the statement, so that it is the same every time and compiled once.
    session.connection().execute(
        adding.on_conflict_do_update(
            index_elements=[Pair.scope, Pair.first_id, Pair.second_id],
            set_={
                "matches": Pair.matches + added.matches,
                "wins": Pair.wins + added.wins,
                "draws": Pair.draws + added.draws,
                "losses": Pair.losses + added.losses,
            },
        ),
        rows,
    )


def _seats_of(
    session: Session, which: ColumnElement[bool]
) -> dict[int, tuple[list[int], list[int]]]:
    """Versions and ranks by seat of the matches that fit."""
    query = (
        select(Seat.match_id, Seat.version_id, Seat.rank)
        .where(which)
        .order_by(Seat.match_id, Seat.seat)
    )
    seats: dict[int, tuple[list[int], list[int]]] = {}
    for match_id, version_id, rank in session.execute(query):
        versions, ranks = seats.setdefault(match_id, ([], []))
        versions.append(version_id)
        ranks.append(rank or 0)
    return seats
