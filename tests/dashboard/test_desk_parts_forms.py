"""The forms of the desk's other parts keep what was entered, and do it: plans, teams, tournaments,
versions and tokens. See test_forms.py."""

from random import Random

import pytest
from sqlalchemy import select

from pentarch.arbiter.store import Ask, bots, owners, seasons, teams
from pentarch.arbiter.store.models import Entry, Invitation
from pentarch.arbiter.store.words import MemberRole, Role, TournamentState, VersionState
from tests.builtin_bots import add_builtin
from tests.dashboard.test_desk import PLAN, started, tournament_state
from tests.dashboard.typist import Fill, Rounds, Typist, filling

# A busy machine needs long for all the services, and ten rounds need long on any.
pytestmark = pytest.mark.timeout(3600)


@filling("desk-plan")
def test_a_season_is_planned_as_was_entered(fill: Fill, rounds: Rounds) -> None:
    fill(rounds, plan)


def plan(typist: Typist, number: int, random: Random) -> None:
    title = f"Autumn {number}"
    typist.sign_in("admin")
    typist.visit("desk?part=seasons", "Desk")
    typist.type("Plan, in TOML", PLAN.replace("Autumn", title))
    typist.press("Announce it")
    typist.type("Plan, in TOML", "title = 'the next'")
    typist.sees("is announced")
    typist.still_reads("Plan, in TOML", "title = 'the next'")
    with typist.house.hall.store.reading() as session:
        assert seasons.page(session, Ask()).items[0].title == title


@filling("desk-team", "desk-member", "desk-team-invite")
def test_a_team_is_made_and_joined_as_was_entered(fill: Fill, rounds: Rounds) -> None:
    fill(rounds, gather)


def gather(typist: Typist, number: int, random: Random) -> None:
    team, guest, store = f"crew-{number}", f"recruit-{number}", typist.house.hall.store
    typist.sign_in("admin")
    typist.visit("desk?part=teams", "Teams")
    # Lists first: an answer that comes while one is open closes it.
    typist.choose("Role in the team", "captain")
    typist.choose("As", "captain")
    typist.type("Name of the team; you are its captain", team)
    typist.press("Make it")
    # All else, before the answer.
    typist.type("Team", team)
    typist.type("Person", "rival")
    typist.type("Into the team", team)
    typist.type("Name of the owner", guest)
    typist.type("Days until it expires", "3")
    typist.sees(f"There is the team {team}")
    typist.press("Do it")
    typist.type("Person", "nobody yet")
    typist.sees(f"rival is in the team {team}: captain")
    typist.press("Make a link")
    typist.type("Person", "the next")
    typist.sees(f"Give this link to {guest}")
    typist.press("I have it")
    typist.still_reads("Person", "the next")
    typist.still_reads("Into the team", team)
    with store.reading() as session:
        joined = teams.members(session, [made := teams.by_name(session, team).id])[made]
        assert {one.person.name: one.role.value for one in joined} == {
            "admin": "captain",
            "rival": "captain",
        }
        invited = session.scalars(select(Invitation).where(Invitation.name == guest)).one()
        assert (invited.team_id, invited.member_role) == (made, MemberRole.CAPTAIN)


@filling("desk-tournament", "desk-leaver")
def test_a_tournament_is_left_and_paused_as_was_entered(fill: Fill, rounds: Rounds) -> None:
    fill(rounds, pause)


def pause(typist: Typist, number: int, random: Random) -> None:
    store = typist.house.hall.store
    with store.writing() as session:
        versions = [bots.find_version(session, name).id for name in ("greedy@1", "random@1")]
        cup = started(session, owners.by_name(session, "author").id, versions, store.now())
    typist.sign_in("admin")
    typist.visit("desk?part=tournaments", "Tournaments")
    typist.choose("What to do", "pause it")
    typist.page.get_by_label("Tournament", exact=True).last.fill(str(cup))
    typist.type("Bot, or NAME@VERSION", "random@1")
    typist.press("Take it out")
    typist.type("Tournament", str(cup))
    typist.type("Reason, where it ends now", "it rains")
    typist.sees("plays no longer than it is seated")
    typist.press("Do it")
    typist.type("Bot, or NAME@VERSION", "the next")
    typist.sees(f"Tournament {cup} is paused")
    typist.still_reads("Bot, or NAME@VERSION", "the next")
    typist.still_reads("Reason, where it ends now", "it rains")
    assert tournament_state(typist.house, cup) is TournamentState.PAUSED
    with store.reading() as session:
        entries = session.scalars(select(Entry).where(Entry.tournament_id == cup))
        assert {one.version_id for one in entries if one.withdraw_time} == {versions[1]}


@filling("desk-version")
def test_a_version_is_retired_as_was_entered(fill: Fill, rounds: Rounds) -> None:
    fill(rounds, retire)


def retire(typist: Typist, number: int, random: Random) -> None:
    store, name = typist.house.hall.store, f"old-{number}"
    with store.writing() as session:
        author = owners.by_name(session, "author").id
        made = add_builtin(session, author, name, store.now(), build="random").id
    typist.sign_in("admin")
    typist.visit("desk?part=versions", "Versions")
    typist.type("Bot", name)
    typist.tick("It cannot be undone")
    typist.press("Retire it")
    typist.type("Bot", "the next")
    typist.sees("is retired")
    typist.still_reads("Bot", "the next")
    with store.reading() as session:
        assert bots.version(session, made).state is VersionState.RETIRED


@filling("desk-token")
def test_a_token_is_revoked_as_was_entered(fill: Fill, rounds: Rounds) -> None:
    fill(rounds, revoke)


def revoke(typist: Typist, number: int, random: Random) -> None:
    store = typist.house.hall.store
    with store.writing() as session:
        rival = owners.by_name(session, "rival").id
        token, _ = owners.create_token(session, rival, Role.READER, label="lost", now=store.now())
        key = token.key
    typist.sign_in("admin")
    typist.visit("desk?part=owners", "Owners and quotas")
    typist.type("Its key, whosever it is: pent_KEY_secret", key)
    typist.press("Revoke")
    typist.type("Its key, whosever it is: pent_KEY_secret", "the next")
    typist.sees(f"The token {key} opens nothing any more")
    typist.still_reads("Its key, whosever it is: pent_KEY_secret", "the next")
    with store.reading() as session:
        assert owners.token_by_key(session, key).revoke_time is not None
