"""What is going on now: boards of matches that are being played, and tournaments under way."""

from datetime import UTC, datetime
from typing import Final

import redis
import streamlit as st

from pentarch.arbiter.relay.redis_address import redis_address
from pentarch.arbiter.settings import settings
from pentarch.arbiter.store.words import TournamentState
from pentarch.dashboard import data, labels, links
from pentarch.dashboard.data import MatchLine
from pentarch.dashboard.live_match import Follower
from pentarch.dashboard.viewer import component

_FOLLOWED: Final = "followed"
_TOURNAMENTS: Final = 5


def has_followed(line: MatchLine, most: int | None = None) -> bool:
    """Whether this session follows the present attempt of a match."""
    return (line.id, line.epoch, most) in _followed()


def board(line: MatchLine, *, most: int | None = None) -> None:
    """The board of a match that is being played; a small one, of its latest steps alone, if told
    how many. Raises RedisError."""
    kept = _followed()
    place = (line.id, line.epoch, most)
    follower = kept.get(place)
    if data.is_withheld(line.id):
        st.caption(f"Match {line.id} can be seen when its season is closed.")
        return
    if follower is None:
        follower = kept[place] = Follower(data.match_row(line.id), most)
    with redis.Redis.from_url(redis_address(settings()), socket_timeout=1.0) as client:
        follower.catch_up(client)
    component.show(
        line.ruleset,
        follower.payload(),
        name=f"live-{line.id}-{line.epoch}",
        steps=follower.steps,
        follow=True,
        small=most is not None,
    )


def forget_all_but(lines: list[MatchLine], most: int | None = None) -> None:
    """Follow no other matches any more in this way."""
    wanted = {(line.id, line.epoch, most) for line in lines}
    for place in [place for place in _followed() if place[2] == most and place not in wanted]:
        del _followed()[place]


def tournaments() -> None:
    """How far the running tournaments are, the newest first."""
    running = data.tournament_page("", state=TournamentState.RUNNING.value).items[:_TOURNAMENTS]
    if not running:
        return
    now = datetime.now(UTC)
    st.header("Tournaments under way")
    for line in running:
        left = line.seconds_left(now)
        time = "" if left is None else f", {labels.span(left)} left"
        share = line.over / line.total if line.total else 0.0
        st.progress(share, text=f"{line.over} of {line.total} planned matches are over{time}")
        links.link(
            "tournaments",
            labels.text_only(line.title),
            icon=":material/trophy:",
            tournament=line.id,
        )


def _followed() -> dict[tuple[int, int, int | None], Follower]:
    kept: dict[tuple[int, int, int | None], Follower] = st.session_state.setdefault(_FOLLOWED, {})
    return kept
