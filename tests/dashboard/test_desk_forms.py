"""The forms of the organiser's desk keep what was entered, and do it, as the others do: see
test_forms.py."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from playwright.sync_api import expect
from sqlalchemy import select

from pentarch.arbiter.competition.seasons.entrance import Access
from pentarch.arbiter.store import Ask, announcements, matches, owners, quotas, seasons
from pentarch.arbiter.store.models import Announcement, Invitation
from pentarch.arbiter.store.words import Good, MatchState
from pentarch.dashboard.organisers import GOODS
from tests.dashboard.houses import House
from tests.dashboard.typist import Fill, Rounds, Typist, filling
from tests.seasons import add_season

# A busy machine needs long for all the services, and ten rounds need long on any.
pytestmark = pytest.mark.timeout(3600)

DAY = timedelta(days=1)


@filling("desk-announce", "desk-withdraw")
def test_an_announcement_is_made_and_taken_back_as_was_entered(fill: Fill, rounds: Rounds) -> None:
    fill(rounds, announce)


def announce(typist: Typist, number: int, random: Random) -> None:
    text, days = f"news {number}", random.randint(10, 99)
    typist.sign_in("admin")
    typist.visit("desk?part=announcements", "Announcements")
    typist.type("Text", text)
    typist.type("Days until it expires", str(days))
    typist.press("Announce")
    # The next one, while the first is being made, and then while it is taken back.
    typist.type("Text", "the next")
    typist.sees("stands on every page")
    typist.still_reads("Text", "the next")
    typist.still_reads("Days until it expires", str(days))
    [made] = said(typist.house)
    assert (made.text, round((made.expire_time - made.create_time) / DAY)) == (text, days)
    typist.press("Take it back")
    typist.type("Text", "the one after")
    typist.sees("is taken back")
    typist.still_reads("Text", "the one after")
    assert said(typist.house) == []


@filling("desk-invite", "desk-quota")
def test_owners_are_invited_and_given_quotas_at_the_same_time(fill: Fill, rounds: Rounds) -> None:
    fill(rounds, invite)


def invite(typist: Typist, number: int, random: Random) -> None:
    guest, good, most = f"guest-{number}", random.choice(GOODS), random.randint(10, 99)
    typist.sign_in("admin")
    typist.visit("desk?part=owners", "Owners and quotas")
    typist.type("Name of the owner", guest)
    typist.choose("Role", "reader")
    typist.type("Days until it expires", "3")
    typist.page.get_by_label("Owner", exact=True).last.fill("author")
    typist.choose("Of what", good)
    typist.type("The most; empty: as everybody", str(most))
    typist.press("Make a link")
    # Before the link is there, which is shown only once.
    typist.press("Set it")
    typist.type("Name of the owner", "the next")
    typist.sees("The quota of author is changed")
    typist.sees(f"Give this link to {guest}")
    typist.sees("/join?code=join_")
    typist.press("I have it")
    expect(typist.page.get_by_text("Give this link")).to_have_count(0)
    typist.still_reads("Name of the owner", "the next")
    typist.still_reads("Role", "reader")
    typist.still_reads("Of what", good)
    kind = Good(good.replace(" ", "-"))
    with typist.house.hall.store.reading() as session:
        row = session.scalars(select(Invitation).where(Invitation.name == guest)).one()
        assert (row.role.value, round((row.expire_time - row.create_time) / DAY)) == ("reader", 3)
        author, now = owners.by_name(session, "author").id, typist.house.hall.store.now()
        usual = dict.fromkeys(Good, 0.0)
        found = {one.good: one.most for one in quotas.standings(session, author, usual, now)}
    assert found[kind] == most
    with typist.house.hall.store.writing() as session:
        quotas.set_most(session, author, kind, None)


@filling("desk-door")
def test_an_owner_is_shut_out_and_let_in_as_was_entered(fill: Fill, rounds: Rounds) -> None:
    fill(rounds, shut_out)


def shut_out(typist: Typist, number: int, random: Random) -> None:
    typist.sign_in("admin")
    typist.visit("desk?part=owners", "Owners and quotas")
    typist.type("Owner", "rival")
    typist.tick("I am sure")
    typist.press("Do it")
    typist.sees("rival is shut out")
    assert is_out(typist.house, "rival")
    typist.choose("What to do", "let in again")
    typist.press("Do it")
    typist.sees("rival may come in again")
    assert not is_out(typist.house, "rival")
    typist.still_reads("Owner", "rival")


@filling("desk-match")
def test_a_match_is_voided_as_was_entered(fill: Fill, rounds: Rounds) -> None:
    fill(rounds, void)


def void(typist: Typist, number: int, random: Random) -> None:
    hall, reason = typist.house.hall, f"the host slept {number}"
    id = hall.queue_between("township", ["greedy@1", "random@1"], seed=number)
    typist.sign_in("admin")
    typist.visit("desk?part=matches", "Void and re-run")
    typist.type("Match", str(id))
    typist.choose("What to do", "void it and play it again")
    typist.type("Reason, shown with the match", reason)
    typist.tick("It cannot be undone")
    typist.press("Do it")
    typist.type("Reason, shown with the match", "it slept again")
    typist.sees("is played instead")
    typist.still_reads("Match", str(id))
    typist.still_reads("What to do", "void it and play it again")
    typist.still_reads("Reason, shown with the match", "it slept again")
    with hall.store.reading() as session:
        row = matches.get(session, id)
        assert row.state is MatchState.VOID
        assert reason in (row.void_reason or "")


@filling("desk-dates", "desk-guests", "desk-entry", "desk-phase")
def test_a_season_is_steered_as_was_entered(fill: Fill, rounds: Rounds) -> None:
    fill(rounds, steer)


def steer(typist: Typist, number: int, random: Random) -> None:
    store = typist.house.hall.store
    with store.writing() as session:
        id = add_season(session, access=Access.PRIVATE, owner="admin")
    typist.sign_in("admin")
    typist.visit(f"desk?part=seasons&season={id}", "Spring")
    typist.type("Closes, UTC", "2099-04-01 12:00")
    typist.press("Change them")
    # All else, before the answer.
    typist.type("Names, with spaces between", "author rival")
    typist.press("Invite")
    typist.type("Bot", "greedy")
    typist.sees(f"They may take part in season {id}")
    typist.still_reads("Bot", "greedy")
    with store.reading() as session:
        row = seasons.get(session, id)
        assert row.close_time == datetime(2099, 4, 1, 12, tzinfo=UTC)
    typist.tick("A season does not go back")
    typist.press("Bring it there")
    typist.sees(f"Season {id} is open")
    typist.still_reads("Bot", "greedy")
    typist.still_reads("Names, with spaces between", "author rival")


def said(house: House) -> list[Announcement]:
    """What is announced now."""
    with house.hall.store.reading() as session:
        return list(announcements.page(session, Ask(), house.hall.store.now()).items)


def is_out(house: House, name: str) -> bool:
    """Whether an owner is shut out."""
    with house.hall.store.reading() as session:
        return owners.by_name(session, name).disable_time is not None
