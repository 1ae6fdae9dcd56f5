"""The live Elo moves match by match, also inside a block whose matches share a key."""

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from pentarch.arbiter.competition.ratings.elo import START as BEGINNING
from pentarch.arbiter.competition.ratings.elo import after_match
from pentarch.arbiter.store import Ask, Store, ratings, tournaments
from pentarch.arbiter.store.models import Match, Seat
from pentarch.arbiter.store.tournaments import NewBlock
from pentarch.arbiter.store.words import MatchState
from tests.arbiter.store.scenes import RULESET, START, add_tournament, add_version, after


def play_block(session: Session, versions: list[int], winner: int) -> list[Match]:
    """A block of two matches, both won by one version and verified."""
    tournament = add_tournament(session, versions, "o-ant")
    tournaments.start(session, tournament.id, START)
    block = NewBlock(0, 1, tables=[versions, versions[::-1]])
    _, played = tournaments.add_block(session, tournament.id, block, START)
    for match in played:
        match.state, match.record_sha256 = MatchState.VERIFIED, "0" * 64
        for seat in session.scalars(select(Seat).where(Seat.match_id == match.id)):
            seat.rank = 1 if seat.version_id == winner else 2
    session.flush()
    return played


@pytest.mark.parametrize("is_together", [True, False])
def test_each_match_of_a_block_moves_it_from_where_the_last_one_left_it(
    store: Store, is_together: bool
) -> None:
    with store.writing() as session:
        versions = [add_version(session, name).id for name in ("ant", "bee")]
        ids = [match.id for match in play_block(session, versions, winner=versions[0])]
        for part in [ids] if is_together else [[id] for id in ids]:
            assert ratings.rate_next(session, ratings.RATER, after(1), most=len(part)) == part
        second, first = ratings.history(session, Ask(), versions[0], RULESET).items
        assert (first.match_id, second.match_id) == (ids[0], ids[1])
        once = after_match([BEGINNING, BEGINNING], [1, 2])
        twice = after_match(once, [1, 2])
        assert (first.before, first.after) == (BEGINNING, once[0])
        assert (second.before, second.after) == (once[0], twice[0])
