"""The page that every address answers with: Streamlit's own, which draws the rest."""

from functools import cache
from pathlib import Path
from typing import Final

import streamlit
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse

from pentarch.dashboard.server import preview

# Left to guess where its server is, Streamlit asks beside every page first, and is told 404.
_SERVER: Final = '<script>window.__streamlit={BACKEND_BASE_URL:new URL(".",location).href}</script>'


@cache
def page() -> str:
    """The page, whatever its address."""
    index = Path(streamlit.__file__).parent / "static" / "index.html"
    found = index.read_text(encoding="utf-8").replace("<title>Streamlit", "<title>Pentarch")
    return found.replace("<head>", f"<head>{_SERVER}", 1)


async def answer(request: Request) -> HTMLResponse:
    """What a browser gets. It asks again each time, as the scripts in it belong to a release."""
    told = await run_in_threadpool(preview.tags, request)
    text = page().replace("</head>", f"{told}</head>", 1)
    return HTMLResponse(text, headers={"Cache-Control": "no-cache"})
