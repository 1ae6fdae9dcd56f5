"""The occasions on which people are told something, each in the transaction that makes it true."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session, joinedload

from pentarch.arbiter.competition.seasons.entrance import Access
from pentarch.arbiter.store.models import (
    Bot,
    Entry,
    Guest,
    Match,
    Notice,
    Rating,
    Season,
    SeasonTournament,
    Seat,
    Subscription,
    Tournament,
    Version,
)
from pentarch.arbiter.store.notices import Saying, say
from pentarch.arbiter.store.words import MatchState, NoticeKind, SubscriptionState, VersionState
from pentarch.engine.plain import Json

FAILING: Final = (3, 30, 300)
"""A bot is failing when a version of it has forfeited this many matches; it is said each time."""


def version_rejected(session: Session, version_id: int, now: datetime) -> None:
    """A version did not pass its validation."""
    version = _version(session, version_id)
    reason = version.reject_reason or ""
    saying = Saying(
        kind=NoticeKind.VERSION_REJECTED,
        subject=f"bot/{version.bot.name}",
        text=f"{version.ref} was rejected: {reason}",
        key=f"rejected {version_id}",
        owners=[version.bot.owner_id],
        facts={"bot": version.bot.name, "version": version.number, "reason": reason},
    )
    say(session, saying, now)


def matches_settled(session: Session, match_ids: Sequence[int], now: datetime) -> None:
    """Matches have a result: whoever played in them may want to know, and whose bot failed.

    One question is asked each time; the others only where somebody is told anything.
    """
    listening = _listening(session, match_ids)
    if not listening:
        return
    everybody = {owner for owners in listening.values() for owner in owners}
    faulty = session.execute(
        select(Seat.version_id, func.max(Seat.match_id))
        .join(Bot, Bot.id == Seat.bot_id)
        .where(
            Seat.match_id.in_(listening),
            Seat.verdict.is_not(None),
            Bot.owner_id.in_(everybody),
        )
        .group_by(Seat.version_id)
        .order_by(Seat.version_id)
    ).all()
    for version_id, match_id in faulty:
        _faults(session, version_id, match_id, now)
    for match_id in sorted(listening):
        _match_finished(session, match_id, listening[match_id], now)


def tournament_over(session: Session, tournament: Tournament, now: datetime) -> None:
    """A tournament was finished or cancelled."""
    entered = (
        select(Bot.owner_id)
        .join(Version, Version.bot_id == Bot.id)
        .join(Entry, Entry.version_id == Version.id)
        .where(Entry.tournament_id == tournament.id)
        .distinct()
    )
    text = (
        f"Tournament {tournament.id} ({tournament.title}, {tournament.ruleset}) is "
        f"{tournament.state}: {tournament.end_reason}"
    )
    saying = Saying(
        kind=NoticeKind.TOURNAMENT_OVER,
        subject=f"tournament/{tournament.id}",
        text=text,
        key=f"tournament {tournament.id} over",
        owners={tournament.owner_id, *session.scalars(entered)},
        topics=[f"ruleset/{tournament.ruleset}", f"tournament/{tournament.id}"],
        facts={
            "tournament": tournament.id,
            "title": tournament.title,
            "ruleset": tournament.ruleset,
            "state": tournament.state.value,
            "reason": tournament.end_reason or "",
        },
    )
    say(session, saying, now)


def phase_changed(session: Session, season: Season, now: datetime) -> None:
    """A season has come to another phase: its organiser, its guests and whoever entered may want
    to know. Of a season that is not public nothing stands in public feeds."""
    entered = (
        select(Bot.owner_id)
        .join(Version, Version.bot_id == Bot.id)
        .join(Entry, Entry.version_id == Version.id)
        .join(SeasonTournament, SeasonTournament.tournament_id == Entry.tournament_id)
        .where(SeasonTournament.season_id == season.id)
    )
    guests = select(Guest.owner_id).where(Guest.season_id == season.id)
    is_public = season.access is Access.PUBLIC
    saying = Saying(
        kind=NoticeKind.PHASE_CHANGE,
        subject=f"season/{season.id}",
        text=f"Season {season.id} ({season.title}) is now {season.phase}",
        key=f"season {season.id} {season.phase} {season.phase_time.timestamp():.0f}",
        owners={season.owner_id, *session.scalars(entered.union(guests))},
        topics=[f"season/{season.id}"] if is_public else [],
        facts={"season": season.id, "title": season.title, "phase": season.phase.value},
    )
    say(session, saying, now)


def fitted(session: Session, scope: str, now: datetime) -> None:
    """A ladder was fitted: it may have a new first, which is one whose whole interval lies above
    the Elo of everybody else, and who was not the last to be told of."""
    query = (
        select(Rating)
        .where(
            Rating.scope == scope,
            Rating.fit.is_not(None),
            Rating.version.has(Version.state != VersionState.RETIRED),
        )
        .order_by(Rating.fit.desc(), Rating.version_id)
        .limit(2)
    )
    best = session.scalars(query).all()
    if len(best) < 2 or (best[0].fit_low or 0.0) <= (best[1].fit or 0.0):
        return
    last = session.scalar(
        select(Notice)
        .where(Notice.kind == NoticeKind.NEW_FIRST, Notice.subject == f"ladder/{scope}")
        .order_by(Notice.id.desc())
        .limit(1)
    )
    if last is not None and last.facts["version_id"] == best[0].version_id:
        return
    first, second = (_version(session, row.version_id) for row in best)
    elo = round(best[0].fit or 0.0)
    saying = Saying(
        kind=NoticeKind.NEW_FIRST,
        subject=f"ladder/{scope}",
        text=f"{first.ref} is the new first of the ladder {scope} with {elo} Elo, "
        f"before {second.ref}",
        key=f"first of {scope} after {last.id if last else 0}: {first.id}",
        owners={first.bot.owner_id, second.bot.owner_id},
        topics=[f"ruleset/{scope}", f"bot/{first.bot.name}"],
        facts={
            "ladder": scope,
            "bot": first.bot.name,
            "version": first.number,
            "version_id": first.id,
            "elo": elo,
            "second": second.ref,
        },
    )
    say(session, saying, now)


def _listening(session: Session, match_ids: Sequence[int]) -> dict[int, set[int]]:
    """By match the owners of its bots who have a subscription."""
    query = (
        select(Seat.match_id, Bot.owner_id)
        .join(Bot, Bot.id == Seat.bot_id)
        .join(Subscription, Subscription.owner_id == Bot.owner_id)
        .where(Seat.match_id.in_(match_ids), Subscription.state == SubscriptionState.ON)
        .distinct()
    )
    owners: dict[int, set[int]] = {}
    for match_id, owner_id in session.execute(query):
        owners.setdefault(match_id, set()).add(owner_id)
    return owners


def _match_finished(session: Session, match_id: int, owners: set[int], now: datetime) -> None:
    query = (
        select(Match.ruleset, Seat.rank, Bot.name, Version.number, Seat.verdict, Bot.owner_id)
        .join(Seat, Seat.match_id == Match.id)
        .join(Version, Version.id == Seat.version_id)
        .join(Bot, Bot.id == Version.bot_id)
        .where(Match.id == match_id)
        .order_by(Seat.rank, Seat.seat)
    )
    rows = session.execute(query).all()
    if len({row.owner_id for row in rows}) == 1:
        # A match of one's own bots is against nobody.
        return
    places: list[Json] = [
        {"rank": row.rank, "bot": row.name, "version": row.number, "verdict": row.verdict or ""}
        for row in rows
    ]
    order = ", ".join(f"{row.rank}. {row.name}@{row.number}" for row in rows)
    saying = Saying(
        kind=NoticeKind.MATCH_FINISHED,
        subject=f"match/{match_id}",
        text=f"Match {match_id} ({rows[0][0]}) is over: {order}",
        key=f"match {match_id}",
        owners=owners,
        facts={"match": match_id, "ruleset": rows[0][0], "places": places},
    )
    say(session, saying, now)


def _faults(session: Session, version_id: int, match_id: int, now: datetime) -> None:
    """Count what a version has forfeited, no further than anybody is told."""
    forfeited = (
        select(Seat.match_id)
        .join(Match, Match.id == Seat.match_id)
        .where(
            Seat.version_id == version_id,
            Seat.verdict.is_not(None),
            Match.state == MatchState.RATED,
        )
        .limit(FAILING[-1])
        .subquery()
    )
    count = session.scalar(select(func.count()).select_from(forfeited)) or 0
    reached = max((bound for bound in FAILING if bound <= count), default=None)
    if reached is None:
        return
    version = _version(session, version_id)
    saying = Saying(
        kind=NoticeKind.BOT_FAILING,
        subject=f"bot/{version.bot.name}",
        text=f"{version.ref} has forfeited {reached} matches by its own fault, "
        f"last in match {match_id}",
        key=f"failing {version_id} {reached}",
        owners=[version.bot.owner_id],
        facts={
            "bot": version.bot.name,
            "version": version.number,
            "forfeits": reached,
            "match": match_id,
        },
    )
    say(session, saying, now)


def _version(session: Session, version_id: int) -> Version:
    query = select(Version).where(Version.id == version_id).options(joinedload(Version.bot))
    return session.scalars(query).one()
