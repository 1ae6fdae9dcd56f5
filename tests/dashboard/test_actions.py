"""Who may do what on the pages: every action of the dashboard that calls the arbiter.

The actions come from the source: whatever makes a call. One that is not in the table here fails.
For each it is held who is offered it on its page, and what the arbiter answers to everybody who
does it nevertheless.
"""

import ast
import io
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import grpc
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from pentarch import dashboard
from pentarch.arbiter.api.access import TABLE, Whose
from pentarch.arbiter.competition.seasons.phases import Phase
from pentarch.arbiter.settings import settings
from pentarch.arbiter.store import owners
from pentarch.arbiter.store.words import Role, Scope
from pentarch.arbiter.studies.messages import draft_of
from pentarch.arbiter.v1 import tournaments_pb2
from pentarch.dashboard import accounts, organisers, service, studies, subscriptions, teams
from pentarch.dashboard.organisers import SeasonForm
from pentarch.dashboard.service import Refused, Upload
from pentarch.workers.verification import verify_matches
from pentarch.workers.windows import play_matches
from tests.arbiter.api import test_access as calls
from tests.arbiter.api.test_access import CALLERS, World, again, world
from tests.needs import needs_redis
from tests.waiting import PATIENCE

__all__ = ["world"]
pytestmark = needs_redis

Code = grpc.StatusCode
SOURCE = Path(dashboard.__file__).parent
# Looks like a call and makes one only as the SDK does, which `test_guests` plays through.
REMOTE = "guests.py"


@dataclass(frozen=True)
class Place:
    """Where an action is offered: a page, its address, and the key of its button."""

    page: str
    key: str
    query: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Action:
    """An action of the pages: the call, where it is offered, and who is offered it there.

    `offered` names kinds of CALLERS; without a place it belongs to no page of Streamlit's.
    """

    call: Callable[[World, str], object]
    place: Place | None = None
    offered: frozenset[str] = frozenset()


def desk(key: str, part: str = "seasons", **query: str) -> Place:
    return Place("desk", key, (("part", part), *query.items()))


# Whose pages are drawn. "nobody" may type in a token where a page has a field for one.
LOOKERS: Final = ("nobody", "reader", "author to read", "author to play", "author to submit")
LOOKERS_WITH_ALL: Final = ("author", "admin")
EVERYBODY: Final = frozenset((*LOOKERS, *LOOKERS_WITH_ALL))
SIGNED_IN: Final = EVERYBODY - {"nobody"}
KEEPERS: Final = frozenset({"reader", "author", "admin"})
AUTHORS: Final = frozenset(LOOKERS_WITH_ALL)
PLAYERS: Final = AUTHORS | {"author to play"}
ADMINS: Final = frozenset({"admin"})
TYPED: Final = frozenset({"nobody"})

ACCOUNT: Final = "account"
SWISS: Final = (("format", "swiss"),)


def form() -> SeasonForm:
    return SeasonForm(
        access="private",
        rulesets=["township"],
        times={},
        blocks=0,
        finals="",
        field=0,
        cut=0,
        records="match",
        keep_logs_days=0,
        conduct="",
        invited=[],
    )


def plan() -> tournaments_pb2.TournamentPlan:
    return tournaments_pb2.TournamentPlan(
        ruleset="township",
        seats=[2],
        bots=["greedy@1", "random@1"],
        round_robin=tournaments_pb2.RoundRobin(blocks=1),
    )


def upload() -> Upload:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("bot.py", f"# {next(calls.NUMBERS)}")
    return Upload("greedy", ("township",), "bot.py", "python", file.getvalue())


def queued(world: World) -> int:
    return world.hall.queue_between("township", ["greedy@1", "random@1"], seed=2)


ACTIONS: dict[str, Action] = {
    "service.invitation": Action(lambda world, _: service.invitation(calls._code(world))),
    "service.accept": Action(lambda world, _: service.accept(calls._code(world))),
    "service.challenge": Action(
        lambda _, token: service.challenge(token, "township", "greedy@1", "random@1", 1),
        Place("bots", "challenge-send", (("bot", "random"),)),
        PLAYERS,
    ),
    "service.submit": Action(
        lambda _, token: service.submit(token, upload()),
        Place("submit", "submit-send"),
        AUTHORS | TYPED | {"author to submit"},
    ),
    "service.submitted": Action(
        lambda _, token: service.submitted(token, "greedy", 1),
        Place("submit", "submit-send"),
        AUTHORS | TYPED | {"author to submit"},
    ),
    "service.create_match": Action(
        lambda _, token: service.create_match(token, "township", ["greedy@1", "random@1"], {}, 1),
        Place("play", "play-start-active", (("ruleset", "township"), ("against", "active"))),
        PLAYERS | TYPED,
    ),
    "service.analyse_match": Action(
        lambda world, token: service.analyse_match(token, world.played),
        Place("replay", "analyse-send", (("match", "{played}"),)),
        PLAYERS | TYPED,
    ),
    "service.create_tournament": Action(
        lambda _, token: service.create_tournament(token, "Cup", plan(), is_dry=False),
        Place("create", "create-real", SWISS),
        AUTHORS | TYPED,
    ),
    "service.start_tournament": Action(
        lambda world, token: service.start_tournament(token, calls._created(world)),
        Place("create", "create-real", SWISS),
        AUTHORS | TYPED,
    ),
    "subscriptions.subscribe": Action(
        lambda _, token: subscriptions.subscribe(token, "feed", "", ["version_rejected"]),
        Place("notices", "notices-send"),
        AUTHORS | TYPED,
    ),
    "subscriptions.told": Action(
        lambda _, token: subscriptions.told(token),
        Place("notices", "notices-show"),
        AUTHORS | TYPED,
    ),
    "studies.own": Action(
        lambda _, token: studies.own(token), Place("studies", "studies-own-show"), EVERYBODY
    ),
    "studies.create": Action(
        lambda world, token: studies.create(token, draft_of(calls._draft(world))),
        Place("studies", "studies-import"),
        AUTHORS | TYPED,
    ),
    # Offered beside a board on which something was written, as `test_studies` does.
    "studies.update": Action(
        lambda world, token: studies.update(
            token, calls._studied(world), 1, draft_of(calls._draft(world))
        )
    ),
    # Offered on the page of a study, of which the same test deletes one.
    "studies.delete": Action(lambda world, token: studies.delete(token, calls._studied(world))),
    "accounts.account": Action(
        lambda _, token: accounts.account(token), Place(ACCOUNT, "account-sign-in"), TYPED
    ),
    "accounts.sign_in": Action(lambda *_: accounts.sign_in("e30.e30.e30")),
    "accounts.sign_out": Action(
        lambda _, token: accounts.sign_out(token), Place(ACCOUNT, "account-sign-out"), SIGNED_IN
    ),
    "accounts.tokens": Action(
        lambda _, token: accounts.tokens(token), Place(ACCOUNT, "account-revoke"), KEEPERS
    ),
    "accounts.issue": Action(
        lambda _, token: accounts.issue(token, "another", "reader", ["read"], 1),
        Place(ACCOUNT, "account-new-send"),
        KEEPERS,
    ),
    "accounts.revoke": Action(
        lambda world, token: accounts.revoke(token, calls._token_key(world)),
        Place(ACCOUNT, "account-revoke"),
        KEEPERS,
    ),
    "organisers.announce": Action(
        lambda _, token: organisers.announce(token, "Hello.", 1),
        desk("desk-announce-send", "announcements"),
        ADMINS,
    ),
    "organisers.withdraw_announcement": Action(
        lambda world, token: organisers.withdraw_announcement(token, calls._said(world)),
        desk("desk-withdraw-send", "announcements"),
        ADMINS,
    ),
    "organisers.audit": Action(
        lambda _, token: organisers.audit(token, "", "", ""),
        desk("desk-audit-show", "audit"),
        ADMINS,
    ),
    "organisers.faults": Action(
        lambda _, token: organisers.faults(token), desk("turn-desk-faults"), ADMINS
    ),
    "organisers.owners": Action(
        lambda _, token: organisers.owners(token, ""), desk("turn-desk-owners"), ADMINS
    ),
    "organisers.invite_owner": Action(
        lambda _, token: organisers.invite_owner(token, "guest", "author", 1),
        desk("desk-invite-send", "owners"),
        ADMINS,
    ),
    "organisers.disable_owner": Action(
        lambda _, token: organisers.disable_owner(token, "rival"),
        desk("desk-door-send", "owners"),
        ADMINS,
    ),
    "organisers.enable_owner": Action(
        lambda _, token: organisers.enable_owner(token, "rival"),
        desk("desk-door-send", "owners"),
        ADMINS,
    ),
    "organisers.set_quota": Action(
        lambda _, token: organisers.set_quota(token, "rival", "matches", 5),
        desk("desk-quota-send", "owners"),
        ADMINS,
    ),
    "organisers.void_match": Action(
        lambda world, token: organisers.void_match(token, queued(world), "test"),
        desk("desk-match-send", "matches"),
        ADMINS,
    ),
    "organisers.rerun_match": Action(
        lambda world, token: organisers.rerun_match(token, queued(world), "test"),
        desk("desk-match-send", "matches"),
        ADMINS,
    ),
    "organisers.create_season": Action(
        lambda _, token: organisers.create_season(token, "Class", organisers.plan_of(form())),
        desk("desk-season-send"),
        AUTHORS,
    ),
    "organisers.move_season": Action(
        lambda world, token: organisers.move_season(token, calls._announced(world), Phase.OPEN),
        desk("desk-phase-send", season="1"),
        AUTHORS,
    ),
    "organisers.reschedule_season": Action(
        lambda world, token: organisers.reschedule_season(token, calls._announced(world), {}),
        desk("desk-dates-send", season="1"),
        AUTHORS,
    ),
    "organisers.invite_to_season": Action(
        lambda world, token: organisers.invite_to_season(token, world.season, ["rival"]),
        desk("desk-guests-send", season="1"),
        AUTHORS,
    ),
    "organisers.enter_season": Action(
        lambda world, token: organisers.enter_season(token, calls._announced(world), "greedy"),
        desk("desk-entry-send", season="1"),
        AUTHORS,
    ),
    "organisers.withdraw_from_season": Action(
        lambda world, token: organisers.withdraw_from_season(
            token, calls._announced(world), "greedy"
        ),
        desk("desk-entry-send", season="1"),
        AUTHORS,
    ),
    "organisers.pause_tournament": Action(
        lambda world, token: organisers.pause_tournament(token, calls._under_way(world)),
        desk("desk-tournament-send", "tournaments"),
        AUTHORS,
    ),
    "organisers.cancel_tournament": Action(
        lambda world, token: organisers.cancel_tournament(token, calls._under_way(world), "test"),
        desk("desk-tournament-send", "tournaments"),
        AUTHORS,
    ),
    "organisers.withdraw_entry": Action(
        lambda world, token: organisers.withdraw_entry(token, calls._under_way(world), "greedy@1"),
        desk("desk-leaver-send", "tournaments"),
        AUTHORS,
    ),
    "organisers.retire_version": Action(
        lambda world, token: organisers.retire_version(token, calls._spare(world), 1),
        desk("desk-version-send", "versions"),
        AUTHORS,
    ),
    "teams.page": Action(lambda _, token: teams.page(token, ""), desk("turn-desk-teams"), AUTHORS),
    "teams.create": Action(
        lambda _, token: teams.create(token, f"team-{next(calls.NUMBERS)}"),
        desk("desk-team-send", "teams"),
        AUTHORS,
    ),
    "teams.add": Action(
        lambda _, token: teams.add(token, "crew", "rival", "captain"),
        desk("desk-member-send", "teams"),
        AUTHORS,
    ),
    "teams.remove": Action(
        lambda world, token: teams.remove(token, "crew", calls._mate(world)),
        desk("desk-member-send", "teams"),
        AUTHORS,
    ),
    "teams.invite": Action(
        lambda _, token: teams.invite(token, "crew", f"guest-{next(calls.NUMBERS)}", "member", 1),
        desk("desk-recruit-send", "teams"),
        AUTHORS,
    ),
    # Before it is closed nobody gets it; the page of a closed one is in `test_season_in_browser`.
    "organisers.season_bundle": Action(
        lambda world, token: organisers.season_bundle(token, world.season)
    ),
}


def found() -> dict[str, set[str]]:
    """Every function of the dashboard that makes calls, and the calls it makes."""
    made: dict[str, set[str]] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text())
        name = path.relative_to(SOURCE).with_suffix("").as_posix().replace("/", ".")
        for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
            called = _calls(function)
            if called:
                made[f"{name}.{function.name}"] = called
        is_known = any(action.startswith(f"{name}.") for action in made)
        assert is_known or "_pb2_grpc" not in path.read_text(), f"{name} calls outside of functions"
        assert path.name == REMOTE or "import Remote" not in path.read_text()
    return made


def _calls(function: ast.FunctionDef) -> set[str]:
    calls_made = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
    stubs = {
        node.id.removesuffix("Stub")
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and node.id.endswith("ServiceStub")
    }
    methods = {node.attr for node in calls_made if isinstance(node, ast.Attribute)}
    return {f"{stub}/{method}" for stub in stubs for method in methods} & {*TABLE}


FOUND = found()


def test_every_action_of_the_pages_is_in_the_table() -> None:
    assert {*ACTIONS} == {*FOUND}
    reached = {name for called in FOUND.values() for name in called}
    assert len(reached) >= len(FOUND)


def test_administrators_do_on_the_pages_what_they_do_by_the_command_line() -> None:
    powers = {
        name
        for name, access in TABLE.items()
        if access.role is Role.ADMIN or access.whose is Whose.OWN
    }
    # `ListUsage` tells what everybody has taken, and the page of a bot what its owner may read.
    told = {"OwnerService/GetQuotas", "BotService/ListLogs"}
    assert powers - told <= {name for called in FOUND.values() for name in called}


@pytest.fixture
def arbiter(world: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """The dashboard's settings name the world's arbiter and database."""
    port = world.hall.unlimited().port
    monkeypatch.setenv("PENTARCH_ARBITER", f"127.0.0.1:{port}")
    monkeypatch.setenv("PENTARCH_DATABASE", world.hall.store.url.render_as_string())
    monkeypatch.setenv("PENTARCH_REDIS", world.hall.redis.address)
    settings.cache_clear()
    st.cache_data.clear()
    st.cache_resource.clear()
    yield world
    settings.cache_clear()
    st.cache_data.clear()
    st.cache_resource.clear()


@pytest.mark.parametrize("name", list(ACTIONS))
def test_the_arbiter_answers_everybody_by_the_table(arbiter: World, name: str) -> None:
    for who, kind in CALLERS.items():
        tokens = again(arbiter) if name == "accounts.sign_out" else arbiter.tokens
        wanted = {kind.expected(TABLE[call]) for call in FOUND[name]} - {None}
        answer = answered(lambda: ACTIONS[name].call(arbiter, tokens.get(who, "")))  # noqa: B023
        if wanted:
            assert answer in wanted, (who, answer)
        else:
            assert answer not in (Code.UNAUTHENTICATED, Code.PERMISSION_DENIED) or not any(
                TABLE[call].role for call in FOUND[name]
            ), (who, answer)
        if name == "organisers.disable_owner":
            with arbiter.hall.store.writing() as session:
                owners.enable(session, "rival")


def answered(call: Callable[[], object]) -> Code | None:
    """The status with which the arbiter refuses; None: it does it."""
    try:
        call()
    except Refused as error:
        cause: Any = error.__cause__
        # Without a token the dashboard does not even ask.
        code: Code = Code.UNAUTHENTICATED if cause is None else cause.code()
        return code
    return None


PLACES = sorted({(a.place.page, a.place.query) for a in ACTIONS.values() if a.place is not None})


@pytest.fixture(scope="module")
def played(world: World) -> int:
    """A match that nobody has had analysed."""
    id = queued(world)
    play_matches(world.hall.host, [id])
    verify_matches(world.hall.verifier, [id])
    return id


@pytest.mark.parametrize("who", sorted(EVERYBODY))
def test_pages_offer_what_somebody_may_do(arbiter: World, played: int, who: str) -> None:
    calls._said(arbiter)
    for page, query in PLACES:
        named = {name: value.format(played=played) for name, value in query}
        keys = offered(arbiter, who, page, named)
        for name, action in ACTIONS.items():
            if action.place is not None and (action.place.page, action.place.query) == (
                page,
                query,
            ):
                assert (action.place.key in keys) == (who in action.offered), (name, page)


def test_nobody_is_offered_what_the_arbiter_would_refuse() -> None:
    for name, action in ACTIONS.items():
        for who in action.offered - TYPED:
            # With things of their own.
            kind = replace(CALLERS[who], is_author=True)
            refused = {kind.expected(TABLE[call]) for call in FOUND[name]} - {None}
            assert not refused, (name, who)


def test_kinds_of_lookers_are_told_apart() -> None:
    kinds = {CALLERS[who].role for who in EVERYBODY}
    assert kinds == {None, Role.READER, Role.AUTHOR, Role.ADMIN}
    assert {scope for who in SIGNED_IN for scope in CALLERS[who].scopes} == {*Scope}


def offered(arbiter: World, who: str, page: str, query: dict[str, str]) -> set[str]:
    """The keys of all buttons on a page as somebody sees it."""
    script = f"from pentarch.dashboard.app import main\nmain({page!r})\n"
    app = AppTest.from_string(script, default_timeout=PATIENCE)
    for name, value in query.items():
        app.query_params[name] = value
    token = arbiter.tokens.get(who, "")
    if token:
        app.session_state["identity-token"] = token
        app.session_state["identity-account"] = accounts.account(token)
    app.run()
    assert [item.value for item in app.exception] == []
    return {button.key or "" for button in app.button}
