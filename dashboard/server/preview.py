"""What other sites show of a link to a match: its title, its result, and a picture of the board."""

import asyncio
from functools import lru_cache
from html import escape
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from pentarch.arbiter.store import disclosure, matches
from pentarch.arbiter.store.errors import NotFound, WrongState
from pentarch.dashboard import labels
from pentarch.dashboard.data.source import NoDatabase, store
from pentarch.dashboard.viewer.stills import NoPicture, can_draw, sheet, stills
from pentarch.engine.errors import EngineError
from pentarch.engine.record import decode

PICTURE: Final = "picture"
"""The address at which pictures are."""
_SHARED: Final = ("replay", "embed")
_WIDTH: Final = 1200
_MOST_WAITING: Final = 4


class Busy(Exception):
    """Too many wait for pictures."""


class Easel:
    """Draws one picture at a time: whoever asks for many waits, the dashboard does not."""

    def __init__(self) -> None:
        self._free: Final = asyncio.Semaphore(1)
        self._waiting = 0

    async def draw(self, match_id: int, step: int) -> bytes:
        """A step of a match as a PNG. Raises Busy, and what keeps it from being drawn."""
        if self._waiting >= _MOST_WAITING:
            raise Busy("others wait for pictures: try again in a minute")
        self._waiting += 1
        try:
            async with self._free:
                return await run_in_threadpool(_drawn, match_id, step)
        finally:
            self._waiting -= 1


_easel: Final = Easel()


def tags(request: Request) -> str:
    """Open Graph's elements for the head of a page; empty where there is nothing to tell."""
    match_id = _number(request.query_params, "match")
    if match_id is None or request.url.path.strip("/") not in _SHARED:
        return ""
    try:
        with store().reading() as session:
            row = matches.get(session, match_id)
            title = f"{labels.title(row.ruleset)}, match {match_id}"
            seats = [seat.version.ref for seat in row.seats]
            first = [seat.version.ref for seat in row.seats if seat.rank == 1]
            has_picture = row.record_sha256 is not None and can_draw()
    except (NotFound, NoDatabase):
        return ""
    result = f"{' and '.join(first)} won." if first else "Not over yet."
    told = {
        "og:type": "website",
        "og:site_name": "Pentarch",
        "og:title": title,
        "og:description": f"{' against '.join(seats)}. {result}",
    }
    if has_picture:
        step = _number(request.query_params, "step") or 0
        told["og:image"] = f"{request.base_url}{PICTURE}?match={match_id}&step={step}"
        told["og:image:width"] = str(_WIDTH)
    return "".join(
        f'<meta property="{name}" content="{escape(value)}">' for name, value in told.items()
    )


async def picture(request: Request) -> Response:
    """A step of a match as a PNG."""
    match_id, step = _number(request.query_params, "match"), _number(request.query_params, "step")
    if match_id is None:
        return PlainTextResponse("picture?match=17&step=40", 400)
    try:
        drawn = await _easel.draw(match_id, step or 0)
    except Busy as error:
        return PlainTextResponse(str(error), 503, headers={"Retry-After": "60"})
    except (NotFound, WrongState, NoDatabase, NoPicture, EngineError) as error:
        return PlainTextResponse(str(error), 404)
    return Response(drawn, media_type="image/png", headers={"Cache-Control": "max-age=86400"})


def _drawn(match_id: int, step: int) -> bytes:
    with store().reading() as session:
        found = disclosure.told_record(session, match_id)
    return _still(found.sha256, found.content, step)


@lru_cache(maxsize=64)
def _still(sha256: str, content: bytes, step: int) -> bytes:
    record = decode(content)
    return sheet(stills(record, [min(step, len(record.steps))]), _WIDTH)


def _number(query: QueryParams, name: str) -> int | None:
    given = query.get(name, "")
    return int(given) if given.isascii() and given.isdecimal() and len(given) < 18 else None
