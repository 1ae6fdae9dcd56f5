"""RatingService: ladders, histories and who beats whom."""

from typing import Any, Final

import grpc
from sqlalchemy.orm import Session

from pentarch.arbiter.api import convert
from pentarch.arbiter.api.desk import Desk, ask
from pentarch.arbiter.api.errors import invalid
from pentarch.arbiter.store import bots, forecasts, ladder, ratings
from pentarch.arbiter.store.ladder import RankedRating
from pentarch.arbiter.store.models import LadderFit, Pair, RatingChange
from pentarch.arbiter.store.pages import Page
from pentarch.arbiter.store.words import OVERALL
from pentarch.arbiter.v1 import ratings_pb2, ratings_pb2_grpc
from pentarch.engine import registry

Context = grpc.aio.ServicerContext[Any, Any]
_MOST_VERSIONS: Final = 200


class Ratings(ratings_pb2_grpc.RatingServiceServicer):
    """Reads what the workers have rated."""

    def __init__(self, desk: Desk) -> None:
        self._desk: Final = desk

    async def ListLadder(
        self, request: ratings_pb2.ListLadderRequest, context: Context
    ) -> ratings_pb2.ListLadderResponse:
        """A ladder, best first."""
        scope = _scope(request.ruleset)

        def find(session: Session) -> tuple[Page[RankedRating], LadderFit | None]:
            found = ladder.page(session, ask(request), scope, with_retired=request.with_retired)
            return found, forecasts.ladder(session, scope)

        page, whole = await self._desk.read(find)
        return ratings_pb2.ListLadderResponse(
            ratings=[convert.rating(line) for line in page.items],
            next_page_token=page.next_token,
            cycles_by_chance=None if whole is None else whole.cycles_by_chance,
            forecast=None if whole is None else convert.forecast(forecasts.score(whole)),
        )

    async def ListRatingHistory(
        self, request: ratings_pb2.ListRatingHistoryRequest, context: Context
    ) -> ratings_pb2.ListRatingHistoryResponse:
        """How the live Elo of a version moved, newest first."""
        scope = _scope(request.ruleset)

        def find(session: Session) -> Page[RatingChange]:
            ref = f"{request.bot}@{request.version}" if request.version else request.bot
            version = bots.find_version(session, ref)
            return ratings.history(session, ask(request), version.id, scope)

        page = await self._desk.read(find)
        return ratings_pb2.ListRatingHistoryResponse(
            changes=[convert.rating_change(row) for row in page.items],
            next_page_token=page.next_token,
        )

    async def GetPairwise(
        self, request: ratings_pb2.GetPairwiseRequest, context: Context
    ) -> ratings_pb2.GetPairwiseResponse:
        """Results of versions against each other."""
        scope = _scope(request.ruleset)
        if not 1 < len(set(request.versions)) <= _MOST_VERSIONS:
            raise invalid("versions", f"name 2 to {_MOST_VERSIONS} versions")

        def find(session: Session) -> tuple[dict[int, str], list[Pair]]:
            found = [bots.find_version(session, ref) for ref in dict.fromkeys(request.versions)]
            refs = {version.id: version.ref for version in found}
            return refs, ratings.pairs(session, scope, list(refs))

        refs, pairs = await self._desk.read(find)
        return ratings_pb2.GetPairwiseResponse(
            versions=list(refs.values()), pairs=[convert.pair(row, refs) for row in pairs]
        )


def _scope(ruleset: str) -> str:
    """The ladder of a ruleset, or the overall one. Raises UnknownRuleset."""
    return registry.get(ruleset).info.id if ruleset else OVERALL
