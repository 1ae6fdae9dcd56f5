"""The page that an invitation opens: plain HTML, so that a cookie can keep who signed in.

Opening it uses nothing up: programs look at links before people do. Only its button does.
"""

import html
import time
from typing import Final
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from pentarch.arbiter.settings import settings
from pentarch.dashboard import service
from pentarch.dashboard.service import Invited, Refused

COOKIE: Final = "pentarch_session"
_MOST_TRIES: Final = 20
_TRIES_IN: Final = 60.0
_MOST_ADDRESSES: Final = 10_000
_LONGEST_FORM: Final = 10_000
_PAGE: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Pentarch</title>
<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<style>body {{ font: 1.1rem/1.5 system-ui, sans-serif; margin: 4rem auto; max-width: 34rem;
padding: 0 1rem; color-scheme: light dark; }} button {{ font: inherit; padding: .5rem 1.5rem; }}
</style></head><body><main><h1>{title}</h1>{body}</main></body></html>"""


class Tries:
    """How often addresses have come with wrong codes in the last minute."""

    def __init__(self) -> None:
        self._tries: Final[dict[str, list[float]]] = {}

    def are_used_up(self, address: str) -> bool:
        """Whether an address must wait."""
        return len(self._recent(address)) >= _MOST_TRIES

    def note(self, address: str) -> None:
        """Count a wrong code."""
        recent = self._recent(address)
        if len(self._tries) > _MOST_ADDRESSES:
            self._tries.clear()
        self._tries[address] = [*recent, time.monotonic()]

    def _recent(self, address: str) -> list[float]:
        now = time.monotonic()
        return [moment for moment in self._tries.get(address, []) if now - moment < _TRIES_IN]


_tries: Final = Tries()


async def join(request: Request) -> Response:
    """Show an invitation, or accept it when its button was pressed."""
    address = request.client.host if request.client else ""
    if _tries.are_used_up(address):
        return _told("Too many wrong codes came from your address. Try again in a minute.", 429)
    if request.method != "POST":
        return await _shown(request.query_params.get("code", ""), address)
    if not _is_own(request):
        return _told("This form belongs to another page. Open your link again.", 403)
    body = await request.body()
    if len(body) > _LONGEST_FORM:
        return _told("This is no invitation.", 400)
    form = await request.form()
    return await _accepted(str(form.get("code", "")), address)


async def _shown(code: str, address: str) -> Response:
    try:
        found = await run_in_threadpool(service.invitation, code)
    except Refused as error:
        _tries.note(address)
        return _told(f"This link cannot be used: {error}.", 404)
    provider = ""
    if settings().oidc_metadata_url:
        to = html.escape(f"account?{urlencode({'code': code})}")
        name = html.escape(settings().oidc_name)
        provider = f'<p><a href="{to}">Accept it with {name}</a>, to sign in that way later.</p>'
    return _page(
        "You are invited",
        f"<p>{_sentence(found)}</p>"
        f'<form method="post" action="join"><input type="hidden" name="code" '
        f'value="{html.escape(code)}"><button>Accept</button></form>{provider}',
    )


async def _accepted(code: str, address: str) -> Response:
    try:
        made = await run_in_threadpool(service.accept, code)
    except Refused as error:
        _tries.note(address)
        return _told(f"This link cannot be used: {error}.", 404)
    response = RedirectResponse("account", status_code=303)
    response.set_cookie(
        COOKIE,
        made.token,
        max_age=int(settings().session_hours * 3600),
        httponly=True,
        samesite="lax",
        secure=settings().dashboard_address.startswith("https://"),
    )
    return response


def _is_own(request: Request) -> bool:
    """Whether a form was sent from a page of ours: browsers say so, and cannot be made to lie."""
    return request.headers.get("sec-fetch-site", "same-origin") == "same-origin"


def _sentence(found: Invited) -> str:
    name, team = html.escape(found.owner), html.escape(found.team)
    what = f"You become the {found.role} {name}" if found.is_new else f"You sign in as {name}"
    return f"{what}{f', in the team {team}' if team else ''}. The link is good once."


def _told(text: str, status: int) -> HTMLResponse:
    return _page("Invitation", f"<p>{html.escape(text)}</p>", status)


def _page(title: str, body: str, status: int = 200) -> HTMLResponse:
    page = _PAGE.format(title=title, body=body)
    headers = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"}
    return HTMLResponse(page, status, headers)
