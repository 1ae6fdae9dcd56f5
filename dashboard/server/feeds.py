"""Atom feeds: public ones by topic, and an owner's own at an address that nobody can guess."""

import asyncio
import re
from typing import Final

from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from pentarch.arbiter.notices import atom
from pentarch.arbiter.store import notices, subscriptions
from pentarch.dashboard.data.source import NoDatabase, store

_TOPIC: Final = re.compile(r"(ruleset|tournament|bot|season)/[a-z0-9][a-z0-9-]{0,63}")
_MOST_SECRET: Final = 100
_NONE: Final = "there is no such feed"


async def answer(request: Request) -> Response:
    """What `/feeds/bot/name.atom` and the like answer with."""
    kind, name = request.path_params["kind"], request.path_params["name"]
    address = str(request.url)
    try:
        content = await asyncio.to_thread(_content, kind, name, address)
    except (NoDatabase, SQLAlchemyError):
        return PlainTextResponse("the database does not answer", 503)
    if content is None:
        return PlainTextResponse(_NONE, 404)
    headers = {"Content-Type": atom.CONTENT_TYPE, "Cache-Control": "private, max-age=60"}
    return Response(content, headers=headers)


ROUTE: Final = Route("/feeds/{kind:str}/{name:str}.atom", answer)


def _content(kind: str, name: str, address: str) -> bytes | None:
    if kind == "private":
        return _private(name, address)
    topic = f"{kind}/{name}"
    if _TOPIC.fullmatch(topic) is None:
        return None
    with store().reading() as session:
        rows = [notices.message(row) for row in notices.in_topic(session, topic)]
    return atom.feed(topic, f"Pentarch: {kind} {name}", address, rows)


def _private(secret: str, address: str) -> bytes | None:
    if len(secret) > _MOST_SECRET:
        return None
    with store().reading() as session:
        found = subscriptions.by_feed(session, secret)
        if found is None:
            return None
        topic = notices.own_topic(found.owner_id)
        rows = [notices.message(row) for row in notices.in_topic(session, topic, found.kinds)]
    return atom.feed(f"subscription/{found.id}", "Pentarch: your notices", address, rows)
