"""What the newest matches say of bots beyond ratings: by seat, by number of seats, and their best
wins."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, case, func, select
from sqlalchemy.orm import Session, aliased

from pentarch.arbiter.store.models import Bot, Match, Owner, Rating, Seat, Usage, Version
from pentarch.arbiter.store.words import OVERALL, MatchState


@dataclass(frozen=True)
class Performance:
    """The newest matches of a version that count, at one seat or at tables of one size
    (`place`)."""

    version_id: int
    place: int
    matches: int
    firsts: int
    mean_rank: float


@dataclass(frozen=True)
class Expenses:
    """What a match costs a version on average, as its bot reports it, beside its rating."""

    bot: str
    number: int
    owner: str
    elo: float | None
    fit: float | None
    matches: int
    calls: float
    tokens: float
    cost: float

    @property
    def ref(self) -> str:
        """The version, `name@number`."""
        return f"{self.bot}@{self.number}"


@dataclass(frozen=True)
class Win:
    """A match that a bot won, and the best rated of those it left behind."""

    match_id: int
    ruleset: str
    version: str
    opponent: str
    elo: float
    """The opponent's; live until it is fitted."""


def by_seat(
    session: Session, ruleset: str, versions: Sequence[int], *, most: int
) -> list[Performance]:
    """How versions did at each seat, in the newest matches of a ruleset that count."""
    return _tallies(session, ruleset, versions, most, is_by_size=False)


def by_size(
    session: Session, ruleset: str, versions: Sequence[int], *, most: int
) -> list[Performance]:
    """How versions did at tables of each size, in the newest matches of a ruleset that count."""
    return _tallies(session, ruleset, versions, most, is_by_size=True)


def _tallies(
    session: Session, ruleset: str, versions: Sequence[int], most: int, *, is_by_size: bool
) -> list[Performance]:
    newest = (
        select(Match.id, Match.seat_count)
        .where(Match.ruleset == ruleset, Match.state == MatchState.RATED)
        .order_by(Match.id.desc())
        .limit(most)
        .subquery()
    )
    place = newest.c.seat_count if is_by_size else Seat.seat
    # Ranks are 1 for the best.
    query = (
        select(
            Seat.version_id,
            place,
            func.count(),
            func.sum(_is_first()),
            func.avg(Seat.rank),
        )
        .join(newest, newest.c.id == Seat.match_id)
        .where(Seat.version_id.in_(versions))
        .group_by(Seat.version_id, place)
        .order_by(Seat.version_id, place)
    )
    return [
        Performance(version_id, where, matches, int(firsts), float(mean))
        for version_id, where, matches, firsts, mean in session.execute(query)
    ]


def best_wins(session: Session, bot_id: int, *, most: int, limit: int) -> list[Win]:
    """Of the newest seats of a bot, at most that many: the wins over the best rated opponents."""
    newest = (
        select(Seat.match_id, Seat.seat, Seat.version_id, Seat.ruleset, Seat.rank)
        .where(Seat.bot_id == bot_id)
        .order_by(Seat.match_id.desc())
        .limit(most)
        .subquery()
    )
    beaten, rating = aliased(Seat), aliased(Rating)
    elo = func.coalesce(rating.fit, rating.elo)
    rival, rival_bot, own, own_bot = aliased(Version), aliased(Bot), aliased(Version), aliased(Bot)
    query = (
        select(
            newest.c.match_id,
            newest.c.ruleset,
            own_bot.name,
            own.number,
            rival_bot.name,
            rival.number,
            elo,
        )
        .join(Match, Match.id == newest.c.match_id)
        .join(beaten, beaten.match_id == newest.c.match_id)
        .join(rating, (rating.version_id == beaten.version_id) & (rating.scope == newest.c.ruleset))
        .join(rival, rival.id == beaten.version_id)
        .join(rival_bot, rival_bot.id == rival.bot_id)
        .join(own, own.id == newest.c.version_id)
        .join(own_bot, own_bot.id == own.bot_id)
        .where(
            newest.c.rank == 1,
            Match.state == MatchState.RATED,
            beaten.bot_id != bot_id,
            beaten.rank > 1,
        )
        .order_by(elo.desc(), newest.c.match_id.desc())
    )
    wins: dict[int, Win] = {}
    for match_id, ruleset, name, number, beaten_name, beaten_number, best in session.execute(query):
        if match_id not in wins:
            wins[match_id] = Win(
                match_id, ruleset, f"{name}@{number}", f"{beaten_name}@{beaten_number}", best
            )
        if len(wins) == limit:
            break
    return list(wins.values())


def expenses(session: Session, scope: str, *, limit: int) -> list[Expenses]:
    """What settled matches cost the bots that say so, the best rated first."""
    counted = [Match.state == MatchState.RATED]
    if scope != OVERALL:
        counted.append(Usage.ruleset == scope)
    spent = (
        select(
            Usage.version_id,
            func.count().label("matches"),
            func.avg(Usage.calls).label("calls"),
            func.avg(Usage.tokens).label("tokens"),
            func.avg(Usage.cost).label("cost"),
        )
        .join(Match, Match.id == Usage.match_id)
        .where(*counted)
        .group_by(Usage.version_id)
        .subquery()
    )
    query = (
        select(
            Bot.name,
            Version.number,
            Owner.name,
            Rating.elo,
            Rating.fit,
            spent.c.matches,
            spent.c.calls,
            spent.c.tokens,
            spent.c.cost,
        )
        .join(Version, Version.id == spent.c.version_id)
        .join(Bot, Bot.id == Version.bot_id)
        .join(Owner, Owner.id == Bot.owner_id)
        .outerjoin(Rating, (Rating.version_id == Version.id) & (Rating.scope == scope))
        .order_by(Rating.elo.desc().nulls_last(), Version.id)
        .limit(limit)
    )
    return [
        Expenses(bot, number, owner, elo, fit, matches, float(calls), float(tokens), float(cost))
        for bot, number, owner, elo, fit, matches, calls, tokens, cost in session.execute(query)
    ]


def _is_first() -> ColumnElement[int]:
    return case((Seat.rank == 1, 1), else_=0)
