"""How rated matches ended, the newest of them: who was ahead of whom, by how much, and how likely
that was."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from sqlalchemy import Select, exists, select
from sqlalchemy.orm import Session, aliased

from pentarch.arbiter.store.models import Bot, Match, RatingChange, Seat, Version
from pentarch.arbiter.store.words import MatchState


@dataclass(frozen=True)
class Finisher:
    """One seat at the end of a match; its live Elo is the one before it."""

    seat: int
    bot: str
    ref: str
    rank: int
    score: int
    is_faulty: bool
    elo: float | None


@dataclass(frozen=True)
class Finish:
    """The end of a match, with its seats in their order."""

    match_id: int
    ruleset: str
    places: tuple[Finisher, ...]

    @property
    def by_rank(self) -> list[Finisher]:
        """The seats, best first."""
        return sorted(self.places, key=lambda place: place.rank)

    @property
    def favourite(self) -> Finisher:
        """The best rated of those whom the winner left behind, or shared the first place with."""
        _, *others = self.by_rank
        return max(others, key=lambda place: (place.rank > 1, place.elo or 0.0))

    @property
    def gap(self) -> float:
        """How much higher than the winner the favourite stood; below 0 if that was the winner."""
        winner, favourite = self.by_rank[0], self.favourite
        if winner.elo is None or favourite.elo is None or favourite.rank == 1:
            return 0.0
        return favourite.elo - winner.elo

    @property
    def margin(self) -> float | None:
        """By which share of the best score the winner was ahead; None where faults decided, or
        scores say nothing."""
        first, second = self.by_rank[:2]
        if any(place.is_faulty for place in self.places) or second.rank == 1 or first.score <= 0:
            return None
        return max(0.0, (first.score - second.score) / first.score)


def newest(
    session: Session,
    *,
    ruleset: str | None = None,
    bot_id: int | None = None,
    rival_id: int | None = None,
    most: int,
) -> list[Finish]:
    """The newest rated matches of at least two seats, at most that many: of a ruleset, of a bot, or
    of two bots that met."""
    ids = list(session.scalars(_ids(ruleset, bot_id, rival_id).limit(most)))
    return _finishes(session, ids)


def _ids(ruleset: str | None, bot_id: int | None, rival_id: int | None) -> Select[int]:
    if bot_id is None:
        query = select(Match.id).where(Match.state == MatchState.RATED).order_by(Match.id.desc())
        return query if ruleset is None else query.where(Match.ruleset == ruleset)
    query = (
        select(Seat.match_id)
        .join(Match, Match.id == Seat.match_id)
        .where(Seat.bot_id == bot_id, Match.state == MatchState.RATED)
        .distinct()
        .order_by(Seat.match_id.desc())
    )
    if ruleset is not None:
        query = query.where(Seat.ruleset == ruleset)
    if rival_id is not None:
        rival = aliased(Seat)
        met = exists().where(rival.match_id == Seat.match_id, rival.bot_id == rival_id)
        query = query.where(met)
    return query


def _finishes(session: Session, ids: Sequence[int]) -> list[Finish]:
    query = (
        select(
            Seat.match_id,
            Seat.ruleset,
            Seat.seat,
            Bot.name,
            Version.number,
            Seat.rank,
            Seat.score,
            Seat.verdict,
            RatingChange.before,
        )
        .join(Version, Version.id == Seat.version_id)
        .join(Bot, Bot.id == Seat.bot_id)
        .outerjoin(
            RatingChange,
            (RatingChange.match_id == Seat.match_id)
            & (RatingChange.scope == Seat.ruleset)
            & (RatingChange.version_id == Seat.version_id),
        )
        .where(Seat.match_id.in_(ids), Seat.rank.is_not(None))
        .order_by(Seat.match_id.desc(), Seat.seat)
    )
    found = []
    for (match_id, ruleset), rows in groupby(session.execute(query), key=lambda row: row[:2]):
        places = tuple(
            Finisher(
                seat, name, f"{name}@{number}", rank or 0, score or 0, verdict is not None, elo
            )
            for _, _, seat, name, number, rank, score, verdict, elo in rows
        )
        if len(places) > 1:
            found.append(Finish(match_id, ruleset, places))
    return found
