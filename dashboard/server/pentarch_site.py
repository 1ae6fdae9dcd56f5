"""The application that `streamlit run` finds here: the script, and headers with every answer.

Streamlit imports it by its bare name, hence one that nothing else has.
"""

from pathlib import Path

from starlette.middleware import Middleware
from starlette.routing import Route
from streamlit.starlette import App

from pentarch.arbiter.settings import settings
from pentarch.dashboard.app import PAGES
from pentarch.dashboard.server.doors import join
from pentarch.dashboard.server.feeds import ROUTE as FEEDS
from pentarch.dashboard.server.headers import Headers, headers
from pentarch.dashboard.server.preview import PICTURE, picture
from pentarch.dashboard.server.shell import answer

app = App(
    Path(__file__).with_name("script.py"),
    routes=[
        FEEDS,
        Route("/join", join, methods=["GET", "POST"]),
        *(Route(f"/{name}", answer) for name in ("", *PAGES)),
        Route(f"/{PICTURE}", picture),
    ],
    middleware=[Middleware(Headers, headers=headers(settings().dashboard_frames))],
)
