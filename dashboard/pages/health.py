"""Whether everything runs: database, Redis, workers, and what waits."""

from datetime import UTC, datetime
from typing import Final

import streamlit as st

from pentarch.arbiter.settings import settings
from pentarch.arbiter.store.words import MatchState
from pentarch.dashboard import data, listing, words
from pentarch.dashboard.data import Health

_EVERY: Final = "5s"


def show() -> None:
    """Draw the page."""
    st.title("Health")
    _show_health()


@st.fragment(run_every=_EVERY)
def _show_health() -> None:
    now = datetime.now(UTC)
    health = data.health()
    _show_services(health, now)
    if health.revision is None:
        return
    st.header("Matches by state")
    columns = st.columns(len(MatchState))
    for column, state in zip(columns, MatchState, strict=True):
        column.metric(state.value, f"{health.counts.get(state, 0):,}")
    st.header("Living workers")
    if not health.workers:
        listing.nothing(
            "No worker has given a sign of life lately",
            "Start some with pentarch worker, or everything with pentarch up.",
        )
        return
    listing.small_table(
        [
            {
                "worker": number,
                "running for": words.span((now - line.start).total_seconds()),
                "last sign of life": words.ago(line.heartbeat, now),
            }
            for number, line in enumerate(health.workers, 1)
        ]
    )


def _show_services(health: Health, now: datetime) -> None:
    first, second, third, fourth = st.columns(4)
    first.metric("Database", _answer(health.database))
    second.metric("Redis", _answer(health.redis))
    third.metric("Workers", len(health.workers))
    waits = health.oldest_queued
    fourth.metric("Oldest queued", "none" if waits is None else words.ago(waits, now))
    if health.database is None:
        st.error("The database does not answer. Nothing can be shown or played until it does.")
    elif health.revision != health.newest:
        st.error("The database has other tables than this release. Run `pentarch migrate`.")
    if health.redis is None:
        st.error(
            "Redis does not answer. Matches that are queued stay queued until it is back; "
            "nothing is lost."
        )
    for trouble in sorted({line.trouble for line in health.workers if line.trouble}):
        st.error(words.sentence(f"A worker is in trouble: {trouble}"))
    if settings().sandbox_without_groups:
        st.error(
            "Uploaded bots may run without control groups (`PENTARCH_SANDBOX_WITHOUT_GROUPS`): a "
            "hostile one can use memory and processor time that nobody limits or counts."
        )
    if not health.workers and waits is not None:
        st.warning("Matches wait, but no worker lives.")


def _answer(milliseconds: float | None) -> str:
    return "no answer" if milliseconds is None else f"{milliseconds:.0f} ms"
