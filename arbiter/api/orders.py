"""Matches that owners ask for by hand: what may be seated, what it takes, and challenges."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final

from google.rpc import code_pb2
from sqlalchemy.orm import Session

from pentarch.arbiter.api import limits
from pentarch.arbiter.api.callers import Caller
from pentarch.arbiter.api.errors import Refused, invalid
from pentarch.arbiter.referee.keys import drawn
from pentarch.arbiter.store import bots, matches, requests
from pentarch.arbiter.store.matches import NewMatch
from pentarch.arbiter.store.models import Match, Version
from pentarch.arbiter.store.requests import Ticket
from pentarch.arbiter.store.words import Good, VersionKind, VersionState
from pentarch.arbiter.v1 import matches_pb2
from pentarch.engine import registry
from pentarch.engine.chance import Seeded
from pentarch.engine.options import choose
from pentarch.engine.plain import Json

MOST_CHALLENGED: Final = 16


def challenge(
    session: Session,
    who: Caller,
    request: matches_pb2.CreateChallengeRequest,
    clock: Mapping[str, Json],
    now: datetime,
) -> tuple[list[Match], bool]:
    """The matches of a challenge, and whether they were made now. Raises Refused and more."""
    seats = 1 + len(request.rivals)
    options = options_of(request.ruleset, seats, request.options)
    count = request.matches or seats
    if not 0 < count <= MOST_CHALLENGED:
        raise invalid("matches", f"a challenge has 1 to {MOST_CHALLENGED} matches")
    content = request.SerializeToString(deterministic=True)
    ticket = Ticket(who.owner_id, request.request_id, "CreateChallenge", content)
    before = requests.repeated(session, ticket, now)
    if before is not None:
        return [matches.get(session, int(id)) for id in before.split()], False
    own = seated(session, request.ruleset, request.bot)
    who.require_owner(own.bot.owner_id)
    table = [own.id, *(seated(session, request.ruleset, ref).id for ref in request.rivals)]
    limits.take(session, who, by_hand(count), now)
    made = [
        matches.create(
            session,
            NewMatch(
                ruleset=request.ruleset,
                # Everybody moves on by one seat from match to match.
                versions=[table[(seat - number) % seats] for seat in range(seats)],
                keys=drawn(),
                is_rated=False,
                options=options,
                clock=clock,
                owner_id=who.owner_id,
                priority=matches.URGENT,
            ),
            now,
        ).id
        for number in range(count)
    ]
    requests.settle(session, ticket, " ".join(map(str, made)))
    return [matches.get(session, id) for id in made], True


def by_hand(count: int) -> dict[Good, float]:
    """What matches that an owner asks for take of their quotas. How long they last shows later."""
    return {Good.MATCHES: float(count), Good.CPU_SECONDS: 0.0}


def check_seed(field: str, versions: Iterable[Version]) -> None:
    """Where ratings are at stake, a person's seed is for those alone who cannot gain by guessing
    it: the reference bots. Raises Refused."""
    for version in versions:
        if version.kind is not VersionKind.BUILTIN:
            raise invalid(
                field, f"a seed can be guessed: leave it out, or the ratings, with {version.ref}"
            )


def seated(session: Session, ruleset: str, ref: str) -> Version:
    """A version that may be seated in a match. Raises NotFound and Refused."""
    version = bots.find_version(session, ref)
    if version.state is not VersionState.ACTIVE:
        raise Refused(code_pb2.FAILED_PRECONDITION, f"{ref} is {version.state}")
    if ruleset not in [played.ruleset for played in version.rulesets]:
        raise invalid("bots", f"{ref} does not play {ruleset}")
    return version


def options_of(ruleset: str, seats: int, given: Mapping[str, str]) -> dict[str, Json]:
    """Complete, valid options for that many seats. Raises EngineError."""
    found = registry.get(ruleset)
    found.info.check_seats(seats)
    chosen = choose(found.info.options, dict(given))
    found.setup(seats, chosen, Seeded(0))
    return chosen.plain()
