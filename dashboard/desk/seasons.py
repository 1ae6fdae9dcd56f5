"""Seasons: announced, dated, brought from phase to phase, and who takes part."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

import streamlit as st

from pentarch.arbiter.competition.seasons.entrance import Access
from pentarch.arbiter.competition.seasons.phases import PHASES, Phase
from pentarch.arbiter.competition.seasons.policies import LONGEST_CONDUCT, MOST_DAYS, RecordsTold
from pentarch.arbiter.season_files import LONGEST, NoPlan, read_plan
from pentarch.arbiter.store.errors import NotFound
from pentarch.dashboard import data, identity, labels, links, listing, organisers
from pentarch.dashboard.accounts import Account
from pentarch.dashboard.data import SeasonLine
from pentarch.dashboard.desk.acts import CONFIRM, TIME, NoTime, act, moment, moment_text
from pentarch.dashboard.organisers import SeasonForm
from pentarch.engine import registry

_LISTING: Final = "desk-seasons"
_FINALS: Final = {
    "round_robin": "everybody meets everybody",
    "swiss": "Swiss system",
    "": "none: the ladder decides",
}
_RECORDS: Final = {
    RecordsTold.MATCH.value: "once a match and its block are over",
    RecordsTold.SEASON.value: "when the season is closed",
}
_EXAMPLE: Final = """\
title = "Spring"
access = "public"

[[disciplines]]
ruleset = "township"
seats = [2]
"""
_BEGINS: Final = {
    Phase.OPEN: "Opens",
    Phase.FROZEN: "Freezes",
    Phase.FINALS: "Finals begin",
    Phase.CLOSED: "Closes",
    Phase.AFTER: "After-play begins",
}


def show(account: Account) -> None:
    """Draw the part: one season, or all that somebody may steer."""
    season_id = links.number("season")
    if season_id is None:
        with st.container():
            _show_all(account)
        _show_creation(account)
        _show_planning()
        return
    try:
        line = data.season(season_id)
    except NotFound:
        st.warning(f"There is no season {season_id}. Choose one from the list.")
        return
    if not _is_own(account, line):
        st.warning("This season belongs to somebody else.")
        return
    _show_one(line)


def _is_own(account: Account, line: SeasonLine) -> bool:
    return account.may("admin") or line.owner == account.owner


def _show_all(account: Account) -> None:
    page = data.season_page(listing.page_token(_LISTING))
    own = [line for line in page.items if _is_own(account, line)]
    if own:
        listing.table(
            [
                {
                    "season": line.id,
                    "title": line.title,
                    "takes part": line.access,
                    "phase": line.phase.value,
                    "owner": line.owner,
                }
                for line in own
            ],
            "desk-seasons-table",
            to=[links.address("desk", part="seasons", season=line.id) for line in own],
            linked="title",
        )
    else:
        listing.nothing("No season here", "Announce one with the form below.")
    listing.page_buttons(_LISTING, page.next_token)


def _show_one(line: SeasonLine) -> None:
    st.header(labels.text_only(line.title))
    st.caption(labels.text_only(f"{line.access}, by {line.owner}; now {line.phase.value}"))
    links.link("seasons", "Its page", icon=":material/calendar_month:", season=line.id)
    _show_phase(line)
    _show_dates(line)
    _show_entries(line)
    if line.access != Access.PUBLIC:
        _show_invitation(line)


def _show_phase(line: SeasonLine) -> None:
    st.subheader("Phase")
    later = [phase for phase in PHASES if phase.place > line.phase.place]
    if line.access == Access.PRACTICE and line.phase is Phase.FROZEN:
        later.insert(0, Phase.OPEN)
    if not later:
        st.caption("This is its last phase.")
        return
    with st.form("desk-phase", border=False, enter_to_submit=False):
        phase = st.selectbox(
            "Bring it to", later, format_func=lambda one: one.value, key="desk-phase-to"
        )
        is_sure = st.checkbox("A season does not go back: I am sure", key="desk-phase-sure")
        is_sent = st.form_submit_button("Bring it there", type="primary", key="desk-phase-send")
    if is_sent and not is_sure:
        st.warning(CONFIRM)
    elif is_sent:
        act(
            lambda: organisers.move_season(identity.token(), line.id, phase),
            lambda _: f"Season {line.id} is {phase.value}.",
        )


def _show_dates(line: SeasonLine) -> None:
    st.subheader("Dates")
    told = {phase: begins for phase, begins in line.times if phase.place > line.phase.place}
    if not told:
        st.caption("All phases have begun.")
        return
    with st.form("desk-dates", border=False, enter_to_submit=False):
        typed = _date_fields(f"desk-dates-{line.id}", told)
        is_sent = st.form_submit_button("Change them", key="desk-dates-send")
    if is_sent:
        times = _times(typed)
        if times is not None:
            act(
                lambda: organisers.reschedule_season(identity.token(), line.id, times),
                lambda _: f"The dates of season {line.id} are changed.",
            )


def _show_entries(line: SeasonLine) -> None:
    st.subheader("Entries")
    rows = [
        {"ruleset": labels.title(one.ruleset), "bot": entry.ref, "owner": entry.owner}
        for one in line.disciplines
        for entry in data.season_entries(line.id, one.ruleset)
    ]
    with st.container():
        if rows:
            listing.table(rows, "desk-entries")
        else:
            listing.nothing("Nobody can enter now", "Versions enter while the season is open.")
    with st.form("desk-entry", border=False, enter_to_submit=False):
        cells = listing.cells(2)
        bot = next(cells).text_input("Bot", max_chars=40, key="desk-entry-bot").strip()
        way = next(cells).selectbox(
            "What to do", ("take it out", "let it in"), key="desk-entry-way"
        )
        is_sent = st.form_submit_button("Do it", key="desk-entry-send")
    if is_sent and way == "let it in":
        act(
            lambda: organisers.enter_season(identity.token(), line.id, bot),
            lambda _: f"{bot} takes part with its next version.",
        )
    elif is_sent:
        act(
            lambda: organisers.withdraw_from_season(identity.token(), line.id, bot),
            lambda _: f"{bot} is out of season {line.id}.",
        )


def _show_invitation(line: SeasonLine) -> None:
    st.subheader("Invite owners")
    with st.form("desk-guests", border=False, enter_to_submit=False):
        names = st.text_input("Names, with spaces between", key="desk-guests-names")
        is_sent = st.form_submit_button("Invite", key="desk-guests-send")
    if is_sent:
        act(
            lambda: organisers.invite_to_season(identity.token(), line.id, names.split()),
            lambda _: f"They may take part in season {line.id}.",
        )


def _show_creation(account: Account) -> None:
    st.header("Announce a season")
    st.caption(
        "All rulesets are played in the same way, at tables of the fewest seats. For anything else "
        "write a plan, below."
    )
    allowed = [one.value for one in Access if one is not Access.PUBLIC or account.may("admin")]
    with st.form("desk-season", border=False, enter_to_submit=False):
        cells = listing.cells(2)
        title = next(cells).text_input("Title", max_chars=100, key="desk-season-title")
        access = next(cells).selectbox("Who takes part", allowed, key="desk-season-access")
        rulesets = next(cells).multiselect(
            "Rulesets", registry.IDS, format_func=labels.title, key="desk-season-rulesets"
        )
        blocks = next(cells).number_input(
            "Blocks of the ladder, 0 without end", 0, 1_000_000, 0, key="desk-season-blocks"
        )
        finals = next(cells).selectbox(
            "Finals", list(_FINALS), format_func=_FINALS.__getitem__, key="desk-season-finals"
        )
        field = next(cells).number_input(
            "Bots in the finals, 0 for all", 0, 1000, 16, key="desk-season-field"
        )
        cut = next(cells).number_input(
            "Halved until so many are left, 0 for one stage", 0, 1000, 4, key="desk-season-cut"
        )
        records = next(cells).selectbox(
            "Records are everybody's",
            list(_RECORDS),
            format_func=_RECORDS.__getitem__,
            key="desk-season-records",
        )
        days = next(cells).number_input(
            "Days that logs are kept, 0 for ever", 0, MOST_DAYS, 90, key="desk-season-days"
        )
        invited = next(cells).text_input(
            "Invited owners, with spaces between", key="desk-season-invited"
        )
        typed = _date_fields("desk-season-begins", dict.fromkeys(PHASES[1:]))
        conduct = st.text_area(
            "Rules of conduct", max_chars=LONGEST_CONDUCT, key="desk-season-conduct"
        )
        is_sent = st.form_submit_button(
            "Announce the season", type="primary", key="desk-season-send"
        )
    times = _times(typed) if is_sent else None
    if times is None:
        return
    form = SeasonForm(
        access=access,
        rulesets=rulesets,
        times=times,
        blocks=blocks,
        finals=finals,
        field=field if finals else 0,
        cut=cut if finals else 0,
        records=records,
        keep_logs_days=days,
        conduct=conduct,
        invited=invited.split(),
    )
    act(
        lambda: organisers.create_season(identity.token(), title, organisers.plan_of(form)),
        lambda made: f"Season {made} is announced.",
    )


def _show_planning() -> None:
    st.header("Announce one by a plan")
    st.caption(
        "The same text as the file of `pentarch season create`, with everything that a season can "
        "have: options, clocks, sizes of tables, divisions, every format, weight and seed."
    )
    with st.form("desk-plan", border=False, enter_to_submit=False):
        text = st.text_area(
            "Plan, in TOML",
            height=300,
            max_chars=LONGEST,
            placeholder=_EXAMPLE,
            key="desk-plan-text",
        )
        is_sent = st.form_submit_button("Announce it", key="desk-plan-send")
    if not is_sent:
        return
    try:
        title, plan = read_plan(text)
    except NoPlan as error:
        st.error(labels.sentence(f"It was not done: {error}"))
        return
    act(
        lambda: organisers.create_season(identity.token(), title, plan),
        lambda made: f"Season {made} is announced.",
    )


def _date_fields(key: str, told: Mapping[Phase, datetime | None]) -> dict[Phase, str]:
    """A field for the beginning of each phase, with what was told of it."""
    cells = listing.cells(3)
    return {
        phase: next(cells).text_input(
            f"{_BEGINS[phase]}, UTC",
            moment_text(begins),
            placeholder=f"{TIME}, or empty: by hand",
            key=f"{key}-{phase.value}",
        )
        for phase, begins in told.items()
    }


def _times(typed: Mapping[Phase, str]) -> dict[Phase, datetime | None] | None:
    """The times in the fields; None, and why in words, where one of them is no time."""
    try:
        return {phase: moment(_BEGINS[phase], text) for phase, text in typed.items()}
    except NoTime as error:
        st.error(labels.sentence(str(error)))
        return None
