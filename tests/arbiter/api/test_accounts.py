"""Accounts: people come in by invitation, have tokens, teams and quotas, and challenge others."""

import hashlib
import io
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import grpc
import pytest
from google.protobuf.timestamp_pb2 import Timestamp
from sqlalchemy import select

from pentarch.arbiter.settings import settings
from pentarch.arbiter.store import owners, teams
from pentarch.arbiter.store.models import AuditEntry, Invitation, Match, Token
from pentarch.arbiter.store.words import Good, MemberRole, Role, Scope
from pentarch.arbiter.v1 import (
    accounts_pb2,
    bots_pb2,
    bots_pb2_grpc,
    matches_pb2,
    matches_pb2_grpc,
    owners_pb2,
    teams_pb2,
)
from pentarch.arbiter.v1.accounts_pb2_grpc import AccountServiceStub
from pentarch.arbiter.v1.owners_pb2_grpc import OwnerServiceStub
from pentarch.arbiter.v1.teams_pb2_grpc import TeamServiceStub
from tests.arbiter.api.conftest import NOW, Arbiter
from tests.arbiter.api.test_admission import ladder, waiting_match, watch
from tests.arbiter.api.test_services import code_of, running_bots
from tests.waiting import until

Code = grpc.StatusCode


@pytest.fixture
def small_quotas(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name, most in (("VERSIONS", "2"), ("MATCHES", "3"), ("STORAGE", "1")):
        monkeypatch.setenv(f"PENTARCH_QUOTA_{name}", most)
    settings.cache_clear()
    yield
    monkeypatch.undo()
    settings.cache_clear()


def refusal(call: Any, request: Any, **more: Any) -> tuple[Code, str]:
    with pytest.raises(grpc.RpcError) as error:
        call(request, **more)
    return code_of(error), error.value.details() or ""


def invite(arbiter: Arbiter, name: str = "guest", **more: Any) -> str:
    with arbiter.channel("admin") as channel:
        request = owners_pb2.InviteOwnerRequest(name=name, **more)
        code: str = OwnerServiceStub(channel).InviteOwner(request).code
        return code


def accept(channel: grpc.Channel, code: str) -> accounts_pb2.AcceptInvitationResponse:
    request = accounts_pb2.AcceptInvitationRequest(code=code)
    answer: accounts_pb2.AcceptInvitationResponse
    answer = AccountServiceStub(channel).AcceptInvitation(request)
    return answer


def submit(channel: grpc.Channel, bot: str, size: int = 0, **more: Any) -> Any:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("bot.py", "#" * size)
    content = file.getvalue()
    manifest = bots_pb2.Manifest(
        request_id=f"{bot} {datetime.now(UTC)}",
        bot=bot,
        rulesets=["township"],
        entry_point="bot.py",
        language="python",
        size=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
    )
    parts = [bots_pb2.SubmitBotRequest(manifest=manifest)]
    for start in range(0, len(content), 1 << 20):
        parts.append(bots_pb2.SubmitBotRequest(chunk=content[start : start + (1 << 20)]))
    return bots_pb2_grpc.BotServiceStub(channel).SubmitBot(iter(parts), **more)


def test_an_invitation_makes_an_owner_once(arbiter: Arbiter) -> None:
    code = invite(arbiter, role=owners_pb2.ROLE_READER)
    with arbiter.store.reading() as session:
        kept = session.scalars(select(Invitation)).one()
        assert code.split("_", 2)[2] not in repr(vars(kept))
    with arbiter.channel("nobody") as channel:
        stub = AccountServiceStub(channel)
        # Looking at it, as often as anybody likes, leaves it good.
        for _ in range(3):
            found = stub.LookUpInvitation(accounts_pb2.LookUpInvitationRequest(code=code))
            assert (found.owner, found.new, found.role) == ("guest", True, owners_pb2.ROLE_READER)
        answer = accept(channel, code)
        assert (answer.owner.name, answer.owner.role) == ("guest", owners_pb2.ROLE_READER)
        arbiter.tokens["guest"] = answer.token
        for call, request in (
            (stub.AcceptInvitation, accounts_pb2.AcceptInvitationRequest(code=code)),
            (stub.LookUpInvitation, accounts_pb2.LookUpInvitationRequest(code=code)),
        ):
            assert refusal(call, request)[0] is Code.NOT_FOUND
    with arbiter.channel("guest") as channel:
        account = AccountServiceStub(channel).GetAccount(accounts_pb2.GetAccountRequest())
        assert (account.owner.name, account.person) == ("guest", "guest")
        # A reader submits nothing, whatever they are invited by.
        assert account.role == owners_pb2.ROLE_READER


def test_a_later_invitation_replaces_an_earlier_one_and_signs_in_whom_there_is(
    arbiter: Arbiter,
) -> None:
    first, second = invite(arbiter), invite(arbiter)
    with arbiter.channel("nobody") as channel:
        stub = AccountServiceStub(channel)
        request = accounts_pb2.AcceptInvitationRequest(code=first)
        assert refusal(stub.AcceptInvitation, request)[0] is Code.NOT_FOUND
        accept(channel, second)
        again = invite(arbiter, role=owners_pb2.ROLE_ADMIN)
        found = stub.LookUpInvitation(accounts_pb2.LookUpInvitationRequest(code=again))
        assert (found.new, found.role) == (False, owners_pb2.ROLE_AUTHOR)
        # Whoever is an owner already gets no other role by it.
        assert accept(channel, again).owner.role == owners_pb2.ROLE_AUTHOR


def test_a_name_that_was_taken_meanwhile_is_not_given_away(arbiter: Arbiter) -> None:
    code = invite(arbiter)
    with arbiter.store.writing() as session:
        owners.create(session, "guest", NOW)
    with arbiter.channel("nobody") as channel:
        stub = AccountServiceStub(channel)
        request = accounts_pb2.AcceptInvitationRequest(code=code)
        assert refusal(stub.AcceptInvitation, request)[0] is Code.ALREADY_EXISTS


def test_an_expired_invitation_is_no_good(arbiter: Arbiter) -> None:
    code = invite(arbiter)
    with arbiter.store.writing() as session:
        session.scalars(select(Invitation)).one().expire_time = arbiter.store.now()
    with arbiter.channel("nobody") as channel:
        request = accounts_pb2.AcceptInvitationRequest(code=code)
        assert refusal(AccountServiceStub(channel).AcceptInvitation, request)[0] is Code.NOT_FOUND
    with arbiter.channel("admin") as channel:
        for days in (-1, 31):
            end = Timestamp()
            end.FromDatetime(arbiter.store.now() + timedelta(days=days))
            late = owners_pb2.InviteOwnerRequest(name="guest", expire_time=end)
            code_got, told = refusal(OwnerServiceStub(channel).InviteOwner, late)
            assert (code_got, "30 days" in told) == (Code.INVALID_ARGUMENT, True)


def test_an_address_that_guesses_codes_is_not_listened_to(arbiter: Arbiter) -> None:
    good = invite(arbiter)
    with arbiter.channel("nobody") as channel:
        stub = AccountServiceStub(channel)
        wrong = f"{good[:-1]}{'a' if good[-1] != 'a' else 'b'}"
        codes = [
            refusal(stub.AcceptInvitation, accounts_pb2.AcceptInvitationRequest(code=wrong))[0]
            for _ in range(60)
        ]
        assert codes[0] is Code.NOT_FOUND
        assert codes[-1] is Code.RESOURCE_EXHAUSTED
        request = accounts_pb2.AcceptInvitationRequest(code=good)
        assert refusal(stub.AcceptInvitation, request)[0] is Code.RESOURCE_EXHAUSTED
    with arbiter.store.reading() as session:
        assert session.scalars(select(Invitation)).one().use_time is None


def test_owners_make_tokens_with_no_more_power_than_they_have(arbiter: Arbiter) -> None:
    with arbiter.channel("author") as channel:
        stub = AccountServiceStub(channel)
        end = Timestamp()
        end.FromDatetime(arbiter.store.now() + timedelta(days=1))
        request = accounts_pb2.IssueTokenRequest(
            name="the lab's bot", scopes=[accounts_pb2.SCOPE_PLAY], expire_time=end
        )
        made = stub.IssueToken(request)
        arbiter.tokens["bot"] = made.text
        assert made.token.role == owners_pb2.ROLE_AUTHOR
        assert made.token.scopes == [accounts_pb2.SCOPE_READ, accounts_pb2.SCOPE_PLAY]
        assert made.token.expire_time == end
        assert made.text.split("_", 2)[2] not in str(made.token)
        more = accounts_pb2.IssueTokenRequest(
            name="king", role=owners_pb2.ROLE_ADMIN, scopes=[accounts_pb2.SCOPE_ALL]
        )
        assert refusal(stub.IssueToken, more)[0] is Code.PERMISSION_DENIED
        for wrong in (
            accounts_pb2.IssueTokenRequest(name="", scopes=[accounts_pb2.SCOPE_ALL]),
            accounts_pb2.IssueTokenRequest(name="\x1b[31m", scopes=[accounts_pb2.SCOPE_ALL]),
            accounts_pb2.IssueTokenRequest(name="nothing"),
        ):
            assert refusal(stub.IssueToken, wrong)[0] is Code.INVALID_ARGUMENT
        with arbiter.channel("bot") as bot:
            assert ladder(bot) is Code.OK
            code, told = refusal(lambda _: submit(bot, "mine"), None)
            assert (code, "scope submit" in told) == (Code.PERMISSION_DENIED, True)
            # It makes no tokens of its own either.
            assert refusal(AccountServiceStub(bot).IssueToken, request)[0] is Code.PERMISSION_DENIED
            listed = stub.ListTokens(accounts_pb2.ListTokensRequest()).tokens
            assert [token.name for token in listed] == ["the lab's bot", "test"]
            assert listed[0].HasField("use_time")
            stub.RevokeToken(accounts_pb2.RevokeTokenRequest(key=made.token.key))
            until(lambda: ladder(bot) is Code.UNAUTHENTICATED)


def test_signing_out_makes_the_token_useless(arbiter: Arbiter) -> None:
    with arbiter.channel("nobody") as channel:
        arbiter.tokens["guest"] = accept(channel, invite(arbiter)).token
    with arbiter.channel("guest") as channel:
        AccountServiceStub(channel).SignOut(accounts_pb2.SignOutRequest())
        until(lambda: ladder(channel) is Code.UNAUTHENTICATED)


def test_tokens_of_old_sign_ins_are_forgotten(arbiter: Arbiter) -> None:
    with arbiter.channel("nobody") as channel:
        accept(channel, invite(arbiter))
        with arbiter.store.writing() as session:
            [old] = session.scalars(select(Token).where(Token.is_session))
            old.expire_time = arbiter.store.now() - timedelta(days=2)
            key = old.key
        accept(channel, invite(arbiter))
    with arbiter.store.reading() as session:
        keys = list(session.scalars(select(Token.key).where(Token.is_session)))
    assert len(keys) == 1
    assert key not in keys


@pytest.mark.usefixtures("small_quotas")
def test_versions_beyond_the_quota_are_refused_until_tomorrow(arbiter: Arbiter) -> None:
    tomorrow = (arbiter.store.now() + timedelta(days=1)).astimezone(UTC)
    with arbiter.channel("author") as channel, arbiter.channel("rival") as other:
        submit(channel, "mine")
        submit(channel, "mine")
        code, told = refusal(lambda _: submit(channel, "mine"), None)
        assert code is Code.RESOURCE_EXHAUSTED
        assert f"new ones at {tomorrow:%Y-%m-%d} 00:00 UTC" in told
        # Nothing was half made, and nobody else is kept out.
        stub = bots_pb2_grpc.BotServiceStub(channel)
        versions = stub.ListVersions(bots_pb2.ListVersionsRequest(bot="mine")).versions
        assert len(versions) == 2
        submit(other, "theirs")
        with arbiter.channel("admin") as admin:
            service = OwnerServiceStub(admin)
            more = owners_pb2.SetQuotaRequest(owner="author", good=owners_pb2.GOOD_VERSIONS, most=3)
            [quota, *_] = service.SetQuota(more).quotas
            assert (quota.most, quota.taken, quota.own) == (3, 2, True)
            submit(channel, "mine")
            assert refusal(lambda _: submit(channel, "mine"), None)[0] is Code.RESOURCE_EXHAUSTED
            back = owners_pb2.SetQuotaRequest(owner="author", good=owners_pb2.GOOD_VERSIONS)
            assert not service.SetQuota(back).quotas[0].own
            for number in range(4):
                submit(admin, f"house-{number}")


@pytest.mark.usefixtures("small_quotas")
def test_packages_beyond_the_quota_are_refused_whatever_the_day(arbiter: Arbiter) -> None:
    with arbiter.channel("author") as channel:
        submit(channel, "mine", size=600 << 10)
        code, told = refusal(lambda _: submit(channel, "mine", size=600 << 10), None)
        assert code is Code.RESOURCE_EXHAUSTED
        assert "ask an administrator" in told
        submit(channel, "mine")


@pytest.mark.usefixtures("small_quotas")
def test_matches_by_hand_and_their_seconds_are_counted(arbiter: Arbiter) -> None:
    running_bots(arbiter)
    with arbiter.channel("author") as channel:
        stub = matches_pb2_grpc.MatchServiceStub(channel)

        def ask(number: int) -> Any:
            return matches_pb2.CreateMatchRequest(
                request_id=f"ask {number}", ruleset="township", bots=["greedy", "random"]
            )

        first = stub.CreateMatch(ask(1))
        # The same request again is the same match, and counts once.
        assert stub.CreateMatch(ask(1)) == first
        series = matches_pb2.CreateChallengeRequest(
            request_id="series", ruleset="township", bot="greedy", rivals=["random"], matches=3
        )
        code, told = refusal(stub.CreateChallenge, series)
        assert (code, "2 are left" in told) == (Code.RESOURCE_EXHAUSTED, True)
        with arbiter.store.reading() as session:
            assert len(session.scalars(select(Match.id)).all()) == 1
        with arbiter.channel("admin") as admin:
            none = owners_pb2.SetQuotaRequest(
                owner="author", good=owners_pb2.GOOD_CPU_SECONDS, most=0
            )
            OwnerServiceStub(admin).SetQuota(none)
        code, told = refusal(stub.CreateMatch, ask(2))
        assert (code, "CPU seconds" in told) == (Code.RESOURCE_EXHAUSTED, True)


def test_a_challenge_takes_every_seat_in_turn_and_is_private(arbiter: Arbiter) -> None:
    running_bots(arbiter)
    with arbiter.channel("author") as channel, arbiter.channel("rival") as other:
        stub = matches_pb2_grpc.MatchServiceStub(channel)
        request = matches_pb2.CreateChallengeRequest(
            request_id="one", ruleset="township", bot="greedy", rivals=["random"], matches=4
        )
        made = stub.CreateChallenge(request).matches
        tables = [[seat.bot for seat in match.seats] for match in made]
        assert tables == [["greedy", "random"], ["random", "greedy"]] * 2
        assert not any(match.rated for match in made)
        assert stub.CreateChallenge(request).matches == made
        assert arbiter.dispatch.played == [[match.id for match in made]]
        with arbiter.store.reading() as session:
            keys = session.scalars(select(Match.key)).all()
        assert len({*keys}) == 4
        rival = matches_pb2_grpc.MatchServiceStub(other)
        assert refusal(rival.CreateChallenge, request)[0] is Code.PERMISSION_DENIED
        many = matches_pb2.CreateChallengeRequest(
            request_id="two", ruleset="township", bot="greedy", rivals=["random"], matches=17
        )
        assert refusal(stub.CreateChallenge, many)[0] is Code.INVALID_ARGUMENT


def crew(arbiter: Arbiter) -> None:
    """A team of the author, with the rival in it."""
    with arbiter.channel("author") as channel:
        stub = TeamServiceStub(channel)
        stub.CreateTeam(teams_pb2.CreateTeamRequest(request_id="crew", team="crew"))
        stub.AddMember(teams_pb2.AddMemberRequest(team="crew", person="rival"))


def for_crew(arbiter: Arbiter, who: str) -> grpc.Channel:
    """A channel on which somebody speaks for the team."""
    arbiter.tokens[f"{who} for crew"] = f"crew:{arbiter.tokens[who]}"
    return arbiter.channel(f"{who} for crew")


def test_members_submit_for_their_team_and_captains_do_everything(arbiter: Arbiter) -> None:
    crew(arbiter)
    new = accounts_pb2.IssueTokenRequest(name="ours", scopes=[accounts_pb2.SCOPE_ALL])
    whoami = accounts_pb2.GetAccountRequest()
    with arbiter.channel("rival") as own, for_crew(arbiter, "rival") as channel:
        made = submit(channel, "ours")
        bot = bots_pb2_grpc.BotServiceStub(own).GetBot(bots_pb2.GetBotRequest(bot="ours")).bot
        assert (made.version.bot, bot.owner) == ("ours", "crew")
        # It is the team's, not the member's own.
        assert refusal(lambda _: submit(own, "ours"), None)[0] is Code.PERMISSION_DENIED
        stub = AccountServiceStub(channel)
        account = stub.GetAccount(whoami)
        assert (account.owner.name, account.owner.team, account.person) == ("crew", True, "rival")
        assert refusal(stub.IssueToken, new)[0] is Code.PERMISSION_DENIED
    with for_crew(arbiter, "author") as channel:
        arbiter.tokens["crew"] = AccountServiceStub(channel).IssueToken(new).text
    with arbiter.channel("crew") as channel:
        submit(channel, "ours")
    with for_crew(arbiter, "reader") as channel:
        assert refusal(AccountServiceStub(channel).GetAccount, whoami)[0] is Code.PERMISSION_DENIED
    with arbiter.store.reading() as session:
        query = select(AuditEntry).where(AuditEntry.verb == "submit_bot").order_by(AuditEntry.id)
        team = teams.by_name(session, "crew").id
        people = [owners.by_name(session, name).id for name in ("rival", "author")]
        done = [(row.owner_id, row.person_id) for row in session.scalars(query)]
    assert done == [(team, person) for person in people]


def test_whoever_leaves_a_team_speaks_for_it_no_more(arbiter: Arbiter) -> None:
    crew(arbiter)
    match_id = waiting_match(arbiter)
    with arbiter.store.writing() as session:
        team, rival = teams.by_name(session, "crew"), owners.by_name(session, "rival")
        teams.join(session, team.id, rival.id, MemberRole.CAPTAIN, NOW)
    new = accounts_pb2.IssueTokenRequest(name="backdoor", scopes=[accounts_pb2.SCOPE_ALL])
    with for_crew(arbiter, "rival") as channel, arbiter.channel("rival") as own:
        account = AccountServiceStub(channel)
        arbiter.tokens["backdoor"] = account.IssueToken(new).text
        ends, stays = watch(channel, match_id), watch(own, match_id)
        with arbiter.channel("author") as other:
            service = TeamServiceStub(other)
            service.RemoveMember(teams_pb2.RemoveMemberRequest(team="crew", person="rival"))
            last = teams_pb2.RemoveMemberRequest(team="crew", person="author")
            assert refusal(service.RemoveMember, last)[0] is Code.FAILED_PRECONDITION
        assert ends.code() is Code.UNAUTHENTICATED
        with arbiter.channel("backdoor") as backdoor:
            until(lambda: ladder(backdoor) is Code.UNAUTHENTICATED)
        gone = refusal(account.GetAccount, accounts_pb2.GetAccountRequest())
        assert gone[0] is Code.PERMISSION_DENIED
        # What they do for themselves goes on.
        assert stays.is_active()
        stays.cancel()


def test_captains_invite_new_people_and_sign_nobody_in(arbiter: Arbiter) -> None:
    crew(arbiter)
    with arbiter.channel("author") as channel, arbiter.channel("nobody") as door:
        stub = TeamServiceStub(channel)
        taken = teams_pb2.InviteMemberRequest(team="crew", name="admin")
        assert refusal(stub.InviteMember, taken)[0] is Code.ALREADY_EXISTS
        request = teams_pb2.InviteMemberRequest(team="crew", name="guest")
        made = stub.InviteMember(request)
        assert made.link.endswith(f"/join?code={made.code}")
        arbiter.tokens["guest"] = accept(door, made.code).token
        [team] = stub.ListTeams(teams_pb2.ListTeamsRequest()).teams
        assert [member.person for member in team.members] == ["author", "guest", "rival"]
    with for_crew(arbiter, "guest") as channel:
        submit(channel, "ours")


def test_a_disabled_team_is_out(arbiter: Arbiter) -> None:
    crew(arbiter)
    with for_crew(arbiter, "rival") as channel, arbiter.channel("rival") as own:
        assert ladder(channel) is Code.OK
        with arbiter.channel("admin") as admin:
            OwnerServiceStub(admin).DisableOwner(owners_pb2.DisableOwnerRequest(owner="crew"))
        until(lambda: ladder(channel) is Code.PERMISSION_DENIED)
        assert ladder(own) is Code.OK


def test_every_scope_and_role_has_its_number_in_the_protocol() -> None:
    assert {f"SCOPE_{scope.name}" for scope in Scope} < {*accounts_pb2.Scope.keys()}
    assert {f"ROLE_{role.name}" for role in Role} < {*owners_pb2.Role.keys()}
    assert {f"GOOD_{good.name}" for good in Good} < {*owners_pb2.Good.keys()}


def test_a_token_is_useless_from_the_moment_it_signs_out_with(arbiter: Arbiter) -> None:
    for _ in range(20):
        with arbiter.channel("nobody") as channel:
            arbiter.tokens["guest"] = accept(channel, invite(arbiter)).token
        with arbiter.channel("guest") as channel:
            stub = AccountServiceStub(channel)
            stub.GetAccount(accounts_pb2.GetAccountRequest())
            stub.SignOut(accounts_pb2.SignOutRequest())
            request = accounts_pb2.GetAccountRequest()
            assert refusal(stub.GetAccount, request)[0] is Code.UNAUTHENTICATED
