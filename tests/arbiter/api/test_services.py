"""The services over a real connection: what they answer, and how they refuse."""

import hashlib
import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf import message_factory
from google.protobuf.descriptor_pool import DescriptorPool
from google.rpc import error_details_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import (
    ProtoReflectionDescriptorDatabase,
)
from grpc_status import rpc_status

from pentarch.arbiter.store import matches
from pentarch.arbiter.v1 import (
    bots_pb2,
    bots_pb2_grpc,
    matches_pb2,
    matches_pb2_grpc,
    ratings_pb2,
    ratings_pb2_grpc,
    rulesets_pb2,
    rulesets_pb2_grpc,
)
from pentarch.bots.analysis import Analysis, AnalysisBudget
from pentarch.engine import registry
from pentarch.engine.chance import commitment, seed_key
from pentarch.engine.plain import parse
from pentarch.engine.record import verify
from pentarch.workers.analysis import analyse_next
from pentarch.workers.host import Host
from pentarch.workers.package_cache import PackageCache
from pentarch.workers.verification import verify_matches
from pentarch.workers.windows import play_matches
from tests.arbiter.api.conftest import NOW, Arbiter
from tests.builtin_bots import add_builtin


def code_of(error: pytest.ExceptionInfo[grpc.RpcError]) -> grpc.StatusCode:
    code: grpc.StatusCode = error.value.code()
    return code


def field_of(error: pytest.ExceptionInfo[grpc.RpcError]) -> str:
    """The field that the status details blame."""
    status = rpc_status.from_call(error.value)
    detail = error_details_pb2.BadRequest()
    assert status.details[0].Unpack(detail)
    name: str = detail.field_violations[0].field
    return name


def package(source: str = "x = 1") -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("bot.py", source)
    return target.getvalue()


def upload(content: bytes, **changes: Any) -> Iterator[bots_pb2.SubmitBotRequest]:
    manifest: dict[str, Any] = {
        "request_id": "r1",
        "bot": "mine",
        "rulesets": ["township"],
        "entry_point": "bot.py",
        "language": "python",
        "size": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }
    yield bots_pb2.SubmitBotRequest(manifest=bots_pb2.Manifest(**(manifest | changes)))
    for start in range(0, len(content), 50):
        yield bots_pb2.SubmitBotRequest(chunk=content[start : start + 50])


def running_bots(arbiter: Arbiter) -> None:
    with arbiter.store.writing() as session:
        owner = 1
        for spec in ("greedy", "random"):
            add_builtin(session, owner, spec, NOW)


def test_rulesets_are_described_without_a_token(arbiter: Arbiter) -> None:
    with arbiter.channel("nobody") as channel:
        stub = rulesets_pb2_grpc.RulesetServiceStub(channel)
        listed = stub.ListRulesets(rulesets_pb2.ListRulesetsRequest())
        assert [ruleset.id for ruleset in listed.rulesets] == list(registry.IDS)
        told = stub.DescribeRuleset(rulesets_pb2.DescribeRulesetRequest(ruleset="township"))
        assert told.rules_text.startswith("# Township")
        assert [option.name for option in told.options][:2] == ["renown_target", "round_cap"]
        assert sum(verb.count for verb in told.verbs) == registry.get("township").commands.size
        with pytest.raises(grpc.RpcError) as error:
            stub.DescribeRuleset(rulesets_pb2.DescribeRulesetRequest(ruleset="chess"))
        assert code_of(error) is grpc.StatusCode.NOT_FOUND
        assert field_of(error) == "ruleset"


def test_a_match_is_asked_for_played_and_fetched(arbiter: Arbiter, tmp_path: Path) -> None:
    running_bots(arbiter)
    with arbiter.channel() as channel:
        stub = matches_pb2_grpc.MatchServiceStub(channel)
        request = matches_pb2.CreateMatchRequest(
            request_id="one",
            ruleset="township",
            bots=["greedy", "random@1"],
            options={"round_cap": "5"},
            seed=7,
        )
        made = stub.CreateMatch(request).match
        assert made.state == matches_pb2.Match.STATE_QUEUED
        assert not made.HasField("seed"), "the seed is told afterwards"
        assert not made.key
        assert made.commitment == commitment(seed_key(7))
        assert stub.CreateMatch(request).match.id == made.id, "the same request, the same match"
        assert arbiter.dispatch.played == [[made.id]]
        worker = Host(arbiter.store, Handed(), PackageCache(tmp_path / "cache"), "w1")
        play_matches(worker, [made.id])
        other = Host(arbiter.store, Handed(), PackageCache(tmp_path / "cache"), "w2")
        verify_matches(other, [made.id])
        got = stub.GetMatch(matches_pb2.GetMatchRequest(match_id=made.id))
        assert got.match.state == matches_pb2.Match.STATE_RATED
        assert (got.match.seed, got.match.key) == (7, seed_key(7))
        assert [attempt.number for attempt in got.attempts] == [1]
        record = stub.GetRecord(matches_pb2.GetRecordRequest(match_id=made.id))
        assert record.verified
        kept = verify(record.record)
        assert kept.bots == ["greedy@1", "random@1"]
        watched = list(
            stub.WatchMatch(matches_pb2.WatchMatchRequest(match_id=made.id, first_step=10))
        )
        assert watched[0].WhichOneof("message") == "start"
        assert watched[-1].WhichOneof("message") == "end"
        assert [w.step.number for w in watched[1:-1]] == list(range(10, len(kept.steps) + 1))
        page = stub.ListMatches(matches_pb2.ListMatchesRequest(bot="greedy", page_size=5))
        assert [match.id for match in page.matches] == [made.id]
        asked = stub.AnalyseMatch(matches_pb2.AnalyseMatchRequest(match_id=made.id)).analysis
        assert asked.state == matches_pb2.Analysis.STATE_WAITING
        assert arbiter.dispatch.analyses == 1
        analyse_next(worker, AnalysisBudget(playouts=24))
        look = matches_pb2.GetAnalysisRequest(match_id=made.id)
        analysis = stub.GetAnalysis(look).analysis
        assert analysis.state == matches_pb2.Analysis.STATE_DONE
        assert Analysis.read(parse(analysis.content, "the analysis")).steps == len(kept.steps)


class Handed:
    def play(self, match_ids: list[int], *, urgent: bool = False) -> None: ...

    def verify(self, match_ids: list[int]) -> None: ...

    def validate(self) -> None: ...

    def analyse(self) -> None: ...


BAD_MATCHES: dict[str, tuple[dict[str, Any], grpc.StatusCode, str]] = {
    "no request id": ({"request_id": ""}, grpc.StatusCode.INVALID_ARGUMENT, ""),
    "unknown ruleset": ({"ruleset": "chess"}, grpc.StatusCode.NOT_FOUND, "ruleset"),
    "unknown option": (
        {"options": {"colour": "red"}},
        grpc.StatusCode.INVALID_ARGUMENT,
        "options",
    ),
    "bad option": ({"options": {"round_cap": "x"}}, grpc.StatusCode.INVALID_ARGUMENT, "options"),
    "one seat": ({"bots": ["greedy"]}, grpc.StatusCode.INVALID_ARGUMENT, "bots"),
    "unknown bot": ({"bots": ["greedy", "ghost"]}, grpc.StatusCode.NOT_FOUND, ""),
    "rated by an author": ({"rated": True}, grpc.StatusCode.PERMISSION_DENIED, ""),
}


@pytest.mark.parametrize("name", BAD_MATCHES)
def test_a_bad_match_is_refused_with_the_right_code(arbiter: Arbiter, name: str) -> None:
    changes, code, field = BAD_MATCHES[name]
    running_bots(arbiter)
    request: dict[str, Any] = {
        "request_id": "one",
        "ruleset": "township",
        "bots": ["greedy", "random"],
    }
    with arbiter.channel() as channel:
        stub = matches_pb2_grpc.MatchServiceStub(channel)
        with pytest.raises(grpc.RpcError) as error:
            stub.CreateMatch(matches_pb2.CreateMatchRequest(**(request | changes)))
    assert code_of(error) is code
    if field:
        assert field_of(error) == field
    with arbiter.store.reading() as session:
        assert sum(matches.count_by_state(session).values()) == 0


@pytest.mark.parametrize(
    ("who", "code"),
    [
        ("nobody", grpc.StatusCode.UNAUTHENTICATED),
        ("reader", grpc.StatusCode.PERMISSION_DENIED),
    ],
)
def test_creating_needs_a_token_with_the_role(
    arbiter: Arbiter, who: str, code: grpc.StatusCode
) -> None:
    with arbiter.channel(who) as channel:
        stub = matches_pb2_grpc.MatchServiceStub(channel)
        with pytest.raises(grpc.RpcError) as error:
            stub.CreateMatch(matches_pb2.CreateMatchRequest(request_id="x", ruleset="township"))
    assert code_of(error) is code


@pytest.mark.parametrize("token", ["", "x", "pent_0_0", "pent_" + "a" * 16 + "_" + "b" * 43])
def test_a_wrong_token_is_refused(arbiter: Arbiter, token: str) -> None:
    arbiter.tokens["liar"] = token
    with arbiter.channel("liar") as channel:
        stub = ratings_pb2_grpc.RatingServiceStub(channel)
        with pytest.raises(grpc.RpcError) as error:
            stub.ListLadder(ratings_pb2.ListLadderRequest(ruleset="township"))
    assert code_of(error) is grpc.StatusCode.UNAUTHENTICATED


def test_a_bot_is_submitted_once(arbiter: Arbiter) -> None:
    content = package()
    with arbiter.channel() as channel:
        stub = bots_pb2_grpc.BotServiceStub(channel)
        first = stub.SubmitBot(upload(content)).version
        assert (first.bot, first.number) == ("mine", 1)
        assert first.state == bots_pb2.Version.STATE_SUBMITTED
        assert stub.SubmitBot(upload(content)).version.number == 1, "the same request"
        assert stub.SubmitBot(upload(content, request_id="r2")).version.number == 2
        assert arbiter.dispatch.validations == 2
        listed = stub.ListVersions(bots_pb2.ListVersionsRequest(bot="mine"))
        assert [version.number for version in listed.versions] == [2, 1]


BAD_UPLOADS: dict[str, tuple[dict[str, Any], str]] = {
    "nothing": ({"size": 0}, "size"),
    "negative": ({"size": -1}, "size"),
    "too few bytes": ({"size": 10_000}, "size"),
    "too many bytes": ({"size": 10}, "size"),
    "oversized": ({"size": 1 << 40}, "size"),
    "another digest": ({"sha256": "0" * 64}, "sha256"),
    "no ruleset": ({"rulesets": []}, "rulesets"),
    "unknown language": ({"language": "cobol"}, "language"),
    "entry point outside": ({"entry_point": "../bot.py"}, "entry_point"),
    "absolute entry point": ({"entry_point": "/bin/sh"}, "entry_point"),
    "missing entry point": ({"entry_point": "other.py"}, "chunk"),
}


@pytest.mark.parametrize("name", BAD_UPLOADS)
def test_a_bad_upload_leaves_nothing_behind(arbiter: Arbiter, name: str) -> None:
    changes, field = BAD_UPLOADS[name]
    with arbiter.channel() as channel:
        stub = bots_pb2_grpc.BotServiceStub(channel)
        with pytest.raises(grpc.RpcError) as error:
            stub.SubmitBot(upload(package(), **changes))
        is_oversized = name == "oversized"
        wanted = (
            grpc.StatusCode.RESOURCE_EXHAUSTED if is_oversized else grpc.StatusCode.INVALID_ARGUMENT
        )
        assert code_of(error) is wanted
        assert field_of(error) == field
        assert list(stub.ListBots(bots_pb2.ListBotsRequest()).bots) == []


def test_an_upload_must_begin_with_its_manifest(arbiter: Arbiter) -> None:
    with arbiter.channel() as channel:
        stub = bots_pb2_grpc.BotServiceStub(channel)
        for parts in ([], [bots_pb2.SubmitBotRequest(chunk=b"x")], [bots_pb2.SubmitBotRequest()]):
            with pytest.raises(grpc.RpcError) as error:
                stub.SubmitBot(iter(parts))
            assert code_of(error) is grpc.StatusCode.INVALID_ARGUMENT


def test_another_owner_s_bot_stays_his(arbiter: Arbiter) -> None:
    with arbiter.channel() as channel:
        bots_pb2_grpc.BotServiceStub(channel).SubmitBot(upload(package()))
    with arbiter.channel("rival") as channel:
        stub = bots_pb2_grpc.BotServiceStub(channel)
        with pytest.raises(grpc.RpcError) as error:
            stub.SubmitBot(upload(package()))
        assert code_of(error) is grpc.StatusCode.PERMISSION_DENIED
        with pytest.raises(grpc.RpcError) as error:
            stub.RetireVersion(bots_pb2.RetireVersionRequest(bot="mine", number=1))
        assert code_of(error) is grpc.StatusCode.PERMISSION_DENIED
        with pytest.raises(grpc.RpcError) as error:
            stub.ListLogs(bots_pb2.ListLogsRequest(bot="mine", number=1))
        assert code_of(error) is grpc.StatusCode.PERMISSION_DENIED


def test_it_says_that_it_is_healthy(arbiter: Arbiter) -> None:
    with arbiter.channel("nobody") as channel:
        stub = health_pb2_grpc.HealthStub(channel)
        for service in ("", "pentarch.arbiter.v1.MatchService"):
            answer = stub.Check(health_pb2.HealthCheckRequest(service=service))
            assert answer.status == health_pb2.HealthCheckResponse.SERVING


def test_a_client_that_knows_nothing_but_reflection_can_use_it(arbiter: Arbiter) -> None:
    with arbiter.channel("nobody") as channel:
        database = ProtoReflectionDescriptorDatabase(channel)
        services = database.get_services()
        assert "pentarch.arbiter.v1.RulesetService" in services
        pool = DescriptorPool(database)
        method = pool.FindServiceByName("pentarch.arbiter.v1.RulesetService").FindMethodByName(
            "ListRulesets"
        )
        request = message_factory.GetMessageClass(method.input_type)
        response = message_factory.GetMessageClass(method.output_type)
        call: Any = channel.unary_unary(
            "/pentarch.arbiter.v1.RulesetService/ListRulesets",
            request_serializer=request.SerializeToString,
            response_deserializer=response.FromString,
        )
        assert [ruleset.id for ruleset in call(request()).rulesets] == list(registry.IDS)
