"""Seasons: the list of them, and one with its phases, tables, entries and rules."""

from datetime import datetime
from typing import Final

import streamlit as st

from pentarch.arbiter.competition.formats.settings import InvalidPlan
from pentarch.arbiter.competition.ratings import Score
from pentarch.arbiter.competition.seasons.phases import Phase
from pentarch.arbiter.store.errors import Archived, NotFound
from pentarch.arbiter.store.words import SeasonPart
from pentarch.dashboard import data, identity, labels, links, listing, organisers, predictions
from pentarch.dashboard.accounts import Account
from pentarch.dashboard.data import DisciplineLine, SeasonLine

_LISTING: Final = "seasons"
_EVERY: Final = "5s"
_PATIENCE: Final = 1.0


def show() -> None:
    """Draw the page."""
    season_id = links.number("season")
    if season_id is None:
        _show_all()
    else:
        _show_one(season_id)


def _show_all() -> None:
    st.title("Seasons")
    page = data.season_page(listing.page_token(_LISTING))
    if not page.items:
        listing.nothing("No season yet", "Organisers announce them at the desk.")
        return
    rows = [
        {
            "season": line.id,
            "title": line.title,
            "rulesets": ", ".join(labels.title(one.ruleset) for one in line.disciplines),
            "takes part": line.access,
            "phase": line.phase.value,
            "time left": _left(line),
            "owner": line.owner,
        }
        for line in page.items
    ]
    listing.table(
        rows,
        "seasons-table",
        to=[links.address("seasons", season=line.id) for line in page.items],
        linked="title",
    )
    listing.page_buttons(_LISTING, page.next_token)


def _show_one(season_id: int) -> None:
    links.turn("seasons", "All seasons", icon=":material/arrow_back:")
    try:
        line = data.season(season_id)
    except NotFound:
        st.warning(f"There is no season {season_id}. Choose one from the list of all seasons.")
        return
    st.title(labels.text_only(line.title))
    st.caption(labels.text_only(f"{line.access}, by {line.owner}"))
    _show_phases(season_id)
    _show_ways(line)
    for one in line.disciplines:
        st.header(labels.title(one.ruleset))
        st.caption(labels.text_only(one.decided))
        _show_table(line, one)
        with st.expander("Entries and options"):
            _show_entries(line, one)
        with st.expander("How well its ratings predict"):
            _show_forecast(one)
    st.header("Rules of the season")
    for told in line.policies:
        st.markdown(f"- {labels.text_only(told)}")
    if line.conduct:
        st.subheader("Conduct")
        st.code(line.conduct, language=None, wrap_lines=True)
    secret = f"Secret {line.secret}. " if line.secret else ""
    chosen = " Chosen by a person: not proof against foresight." if line.seed_chosen else ""
    st.caption(f"{secret}Commitment to the secret of all chance: {line.commitment}.{chosen}")


def _show_ways(line: SeasonLine) -> None:
    """The bundle of a season that is closed, and the desk for whoever steers it."""
    account = identity.account()
    if account is not None and (account.may("admin") or _is_own(account, line)):
        links.link(
            "desk",
            "Steer it at the desk",
            icon=":material/table_restaurant:",
            part="seasons",
            season=line.id,
        )
    if line.phase.place < Phase.CLOSED.place:
        return
    st.caption(
        "Everything about it is in one signed file: `pentarch bundle verify` checks it without the "
        "arbiter."
    )
    if account is None:
        st.caption("Sign in on the page Account to download it, or use `pentarch season export`.")
        return
    token = identity.token()
    st.download_button(
        "Download the signed bundle",
        lambda: organisers.season_bundle(token, line.id),
        f"season-{line.id}.zip",
        "application/zip",
        icon=":material/download:",
        on_click="ignore",
        key="season-bundle",
    )


def _is_own(account: Account, line: SeasonLine) -> bool:
    return account.may("author") and line.owner == account.owner


@st.fragment(run_every=_EVERY)
def _show_phases(season_id: int) -> None:
    line = data.season(season_id)
    first, second = st.columns(2)
    first.metric("Phase", line.phase.value)
    second.metric("Time left", _left(line))
    listing.table(
        [
            {
                "phase": phase.value,
                "begins": _moment(line, phase, begins),
                "state": "now" if phase is line.phase else "",
            }
            for phase, begins in line.times
        ],
        "season-phases",
    )


def _moment(line: SeasonLine, phase: Phase, begins: datetime | None) -> str:
    moment = line.phase_time if phase is line.phase else begins
    if phase.place < line.phase.place:
        # By the timetable, unless a hand was faster; whoever looked may have been late.
        seen = dict(line.begun).get(phase)
        moment = min((one for one in (begins, seen) if one is not None), default=None)
    if moment is None:
        return "" if phase is Phase.ANNOUNCED or phase.place < line.phase.place else "by hand"
    return f"{moment:%Y-%m-%d %H:%M:%S} UTC"


def _show_table(line: SeasonLine, one: DisciplineLine) -> None:
    """The final table, or that of what is played now."""
    places = data.season_places(line.id, one.ruleset)
    if places:
        listing.table(
            [
                {
                    "rank": place.rank,
                    "bot": place.ref,
                    "owner": place.owner,
                    "came to": f"stage {place.stage}" if place.stage else "the ladder",
                }
                for place in places
            ],
            f"season-places-{one.ruleset}",
            to=[_bot(place.ref) for place in places],
            linked="bot",
        )
    elif one.parts:
        _show_standings(one)
    else:
        listing.nothing("Nothing is played yet", "The ladder begins when the season is open.")
    for part in one.parts:
        links.link(
            "tournaments", part.title, icon=":material/trophy:", tournament=part.tournament_id
        )


def _show_standings(one: DisciplineLine) -> None:
    try:
        found = data.standings(one.parts[-1].tournament_id, _PATIENCE)
    except (Archived, InvalidPlan) as error:
        st.warning(labels.sentence(f"There is no table: {error}"))
        return
    if found is None:
        st.info("The table is being drawn up. It is there when the page is opened again.")
        return
    listing.table(
        [
            {
                "rank": row.rank,
                "bot": row.ref,
                "owner": row.owner,
                "matches": row.matches,
                "rating": row.rating,
                "95 % interval": labels.interval(row.low, row.high),
                "note": row.note,
            }
            for row in found
        ],
        f"season-standings-{one.ruleset}",
        columns={"rating": st.column_config.NumberColumn(format="%.0f")},
    )
    st.caption(f"{one.parts[-1].title}. Rating: fit over this tournament alone.")


def _show_forecast(one: DisciplineLine) -> None:
    """How well the ladder's ratings have predicted its own blocks."""
    ladders = [part.tournament_id for part in one.parts if part.part is SeasonPart.LADDER]
    try:
        found = data.forecast(ladders[0], _PATIENCE) if ladders else Score()
    except (Archived, InvalidPlan) as error:
        st.warning(labels.sentence(f"There is no table: {error}"))
        return
    if found is None:
        st.info("It is being worked out. It is there when the page is opened again.")
    else:
        predictions.show(found, f"season-forecast-{one.ruleset}")


def _show_entries(line: SeasonLine, one: DisciplineLine) -> None:
    if one.options:
        told = ", ".join(f"{name} {value}" for name, value in one.options)
        st.caption(labels.text_only(f"Options: {told}"))
    entries = data.season_entries(line.id, one.ruleset)
    if not entries:
        listing.nothing("Nobody can enter now", "Versions enter while the season is open.")
        return
    listing.table(
        [{"bot": entry.ref, "owner": entry.owner} for entry in entries],
        f"season-entries-{one.ruleset}",
        to=[_bot(entry.ref) for entry in entries],
    )


def _bot(ref: str) -> str:
    """The address of a version's bot."""
    return links.address("bots", bot=ref.partition("@")[0])


def _left(line: SeasonLine) -> str:
    return "-" if line.left is None else labels.span(line.left.total_seconds())
