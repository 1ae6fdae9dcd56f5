"""Whether everything runs: database, Redis, workers, and what waits."""

from datetime import UTC, datetime
from typing import Final, Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pentarch.arbiter.settings import settings
from pentarch.arbiter.store.words import MatchState
from pentarch.dashboard import data, figures, labels, listing
from pentarch.dashboard.data import Health

_EVERY: Final = "5s"
# From here on something is wrong. Matches that wait so long raise an alarm in Prometheus too.
_SLOW_DATABASE: Final = 100.0
_SLOW_REDIS: Final = 50.0
_LONG_WAIT: Final = 600.0


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
    past = data.history()
    for column, state in zip(columns, MatchState, strict=True):
        counted = [sample.counts.get(state, 0) for sample in past]
        column.metric(state.value, f"{health.counts.get(state, 0):,}")
        column.html(figures.trend(state.value, counted))
    st.caption(f"The lines: since {labels.ago(past[0].moment, now)}, while somebody looked.")
    st.header("Living workers")
    if not health.workers:
        listing.nothing(
            "No worker has given a sign of life lately",
            "Start some with pentarch worker, or everything with pentarch up.",
        )
        return
    listing.table(
        [
            {
                "worker": number,
                "running for": labels.span((now - line.start).total_seconds()),
                "last sign of life": labels.ago(line.heartbeat, now),
            }
            for number, line in enumerate(health.workers, 1)
        ],
        "living-workers",
    )


def _show_services(health: Health, now: datetime) -> None:
    first, second, third, fourth = st.columns(4)
    _show_answer(first, "Database", health.database, most=_SLOW_DATABASE)
    _show_answer(second, "Redis", health.redis, most=_SLOW_REDIS)
    waits = health.oldest_queued
    _show_limit(
        third,
        "Workers",
        str(len(health.workers)),
        "at least 1 while matches wait",
        is_well=bool(health.workers) or waits is None,
    )
    _show_limit(
        fourth,
        "Oldest queued",
        "none" if waits is None else labels.ago(waits, now),
        f"at most {labels.span(_LONG_WAIT)}",
        is_well=waits is None or (now - waits).total_seconds() <= _LONG_WAIT,
    )
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
        st.error(labels.sentence(f"A worker is in trouble: {trouble}"))
    if settings().sandbox_without_groups:
        st.error(
            "Uploaded bots may run without control groups (`PENTARCH_SANDBOX_WITHOUT_GROUPS`): a "
            "hostile one can use memory and processor time that nobody limits or counts."
        )
    if not health.workers and waits is not None:
        st.warning("Matches wait, but no worker lives.")


def _show_answer(
    place: DeltaGenerator, label: str, milliseconds: float | None, *, most: float
) -> None:
    """How long something took to answer, and how long it may take."""
    shown = "no answer" if milliseconds is None else f"{milliseconds:.0f} ms"
    is_well = milliseconds is not None and milliseconds <= most
    _show_limit(place, label, shown, f"at most {most:.0f} ms", is_well=is_well)


def _show_limit(
    place: DeltaGenerator, label: str, value: str, limit: str, *, is_well: bool
) -> None:
    """A value with the limit that it should keep, green or red."""
    colour: Literal["green", "red"] = "green" if is_well else "red"
    place.metric(label, value, limit, delta_color=colour, delta_arrow="off")
