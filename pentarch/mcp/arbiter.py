"""The tools that ask an arbiter. What a token may do is the arbiter's to say, not ours."""

import json
import uuid
from typing import Final

from pentarch.arbiter.v1 import matches_pb2, ratings_pb2
from pentarch.arbiter.v1.matches_pb2_grpc import MatchServiceStub
from pentarch.arbiter.v1.ratings_pb2_grpc import RatingServiceStub
from pentarch.cli.client import dial
from pentarch.cli.ladder import plain as plain_rating
from pentarch.cli.service_matches import ShownState
from pentarch.cli.service_matches import plain as plain_match
from pentarch.cli.terminal import misuse
from pentarch.engine.record import Record, decode

MOST_LINES: Final = 100


class Arbiter:
    """An arbiter at an address, asked with a token."""

    def __init__(self, address: str, token: str) -> None:
        self._address: Final = address
        self._token: Final = token

    def list_matches(
        self, ruleset: str = "", bot: str = "", state: str = "", most: int = 20
    ) -> str:
        """Matches of the arbiter, newest first: of a game, a bot (NAME or NAME@NUMBER), a state.

        States: queued, leased, played, verified, rated, void.
        """
        request = matches_pb2.ListMatchesRequest(ruleset=ruleset, bot=bot, page_size=_bounded(most))
        if state:
            if state not in list(ShownState):
                raise misuse(f"a state is one of {', '.join(ShownState)}")
            request.state = matches_pb2.Match.State.Value(f"STATE_{state.upper()}")
        with dial(self._address, self._token) as channel:
            found = MatchServiceStub(channel).ListMatches(request)
        return json.dumps([plain_match(match) for match in found.matches])

    def get_match(self, match: int) -> str:
        """One match of the arbiter: who plays, where it stands, how it ended."""
        request = matches_pb2.GetMatchRequest(match_id=_id(match))
        with dial(self._address, self._token) as channel:
            return json.dumps(plain_match(MatchServiceStub(channel).GetMatch(request).match))

    def ladder(self, ruleset: str = "", most: int = 20) -> str:
        """Who is best at a game, or over all games without one: ratings with their intervals."""
        request = ratings_pb2.ListLadderRequest(ruleset=ruleset, page_size=_bounded(most))
        with dial(self._address, self._token) as channel:
            found = RatingServiceStub(channel).ListLadder(request)
        return json.dumps([plain_rating(rating) for rating in found.ratings])

    def create_match(
        self, ruleset: str, bots: list[str], options: dict[str, str | int | bool] | None = None
    ) -> str:
        """Have the arbiter play an unrated match of its bots: NAME or NAME@NUMBER for each seat."""
        request = matches_pb2.CreateMatchRequest(
            request_id=str(uuid.uuid4()),
            ruleset=ruleset,
            bots=bots,
            options={name: str(value).lower() for name, value in (options or {}).items()},
        )
        with dial(self._address, self._token) as channel:
            return json.dumps(plain_match(MatchServiceStub(channel).CreateMatch(request).match))

    def record(self, match: int) -> Record:
        """The record of a match that is over. Raises Failure or EngineError."""
        request = matches_pb2.GetRecordRequest(match_id=_id(match))
        with dial(self._address, self._token) as channel:
            return decode(MatchServiceStub(channel).GetRecord(request).record)


def _id(match: int) -> int:
    if not 1 <= match < 1 << 63:
        raise misuse(f"there is no match {match}")
    return match


def _bounded(most: int) -> int:
    return max(1, min(most, MOST_LINES))
