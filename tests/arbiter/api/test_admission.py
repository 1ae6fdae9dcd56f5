"""Who is let in, for how long, and how much of the arbiter one caller can take."""

from datetime import datetime, timedelta
from typing import Any

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration

from pentarch.arbiter.api import guard
from pentarch.arbiter.api.callers import Doorkeeper
from pentarch.arbiter.referee.keys import chosen
from pentarch.arbiter.store import Store, matches, owners
from pentarch.arbiter.store.matches import NewMatch
from pentarch.arbiter.v1 import (
    common_pb2,
    matches_pb2,
    matches_pb2_grpc,
    owners_pb2,
    owners_pb2_grpc,
    ratings_pb2,
    ratings_pb2_grpc,
)
from tests import one_match
from tests.arbiter.api.conftest import NOW, Arbiter
from tests.arbiter.api.test_services import code_of, field_of, running_bots
from tests.waiting import PATIENCE, until
from tests.workers.hosts import LEASES

Code = grpc.StatusCode


class At(Store):
    """A store whose time the test sets."""

    time = NOW

    def now(self) -> datetime:
        return self.time


def waiting_match(arbiter: Arbiter) -> int:
    """A match that nobody plays."""
    running_bots(arbiter)
    with arbiter.store.writing() as session:
        new = NewMatch(ruleset="township", versions=[1, 2], keys=chosen(1), is_rated=False)
        return matches.create(session, new, NOW).id


def watch(channel: grpc.Channel, match_id: int) -> Any:
    stub = matches_pb2_grpc.MatchServiceStub(channel)
    return stub.WatchMatch(matches_pb2.WatchMatchRequest(match_id=match_id), timeout=PATIENCE)


def ladder(channel: grpc.Channel) -> Code:
    stub = ratings_pb2_grpc.RatingServiceStub(channel)
    call = stub.ListLadder.future(
        ratings_pb2.ListLadderRequest(ruleset="township"), timeout=PATIENCE
    )
    code: Code = call.code()
    return code


def revoke(arbiter: Arbiter, who: str) -> None:
    with arbiter.store.writing() as session:
        owners.revoke_token(session, arbiter.tokens[who].split("_")[1], arbiter.store.now())


def test_a_revoked_token_ends_streams_and_calls(arbiter: Arbiter) -> None:
    match_id = waiting_match(arbiter)
    with arbiter.channel("reader") as channel, arbiter.channel("rival") as other:
        assert ladder(channel) is Code.OK
        ends, stays = watch(channel, match_id), watch(other, match_id)
        revoke(arbiter, "reader")
        assert ends.code() is Code.UNAUTHENTICATED
        assert "revoked" in ends.details()
        assert ladder(channel) is Code.UNAUTHENTICATED
        assert ladder(other) is Code.OK
        assert stays.is_active()
        stays.cancel()


def test_a_disabled_owner_is_out(arbiter: Arbiter) -> None:
    match_id = waiting_match(arbiter)
    with arbiter.channel("rival") as channel:
        stream = watch(channel, match_id)
        with arbiter.channel("admin") as admin:
            service = owners_pb2_grpc.OwnerServiceStub(admin)
            disabled = service.DisableOwner(owners_pb2.DisableOwnerRequest(owner="rival"))
            assert disabled.owner.HasField("disable_time")
            assert stream.code() is Code.UNAUTHENTICATED
            assert ladder(channel) is Code.UNAUTHENTICATED
            again = service.DisableOwner(owners_pb2.DisableOwnerRequest(owner="rival"))
            assert again.owner == disabled.owner
            enabled = service.EnableOwner(owners_pb2.EnableOwnerRequest(owner="rival"))
            assert not enabled.owner.HasField("disable_time")
        assert ladder(channel) is Code.OK


def test_owners_are_for_administrators(arbiter: Arbiter) -> None:
    for who in ("reader", "author"):
        with arbiter.channel(who) as channel:
            service = owners_pb2_grpc.OwnerServiceStub(channel)
            calls: list[tuple[Any, Any]] = [
                (service.ListOwners, owners_pb2.ListOwnersRequest()),
                (service.DisableOwner, owners_pb2.DisableOwnerRequest(owner="admin")),
                (service.EnableOwner, owners_pb2.EnableOwnerRequest(owner="admin")),
            ]
            for call, request in calls:
                with pytest.raises(grpc.RpcError) as error:
                    call(request)
                assert code_of(error) is Code.PERMISSION_DENIED
    with arbiter.channel("admin") as channel:
        service = owners_pb2_grpc.OwnerServiceStub(channel)
        first = service.ListOwners(owners_pb2.ListOwnersRequest(page_size=1))
        rest = service.ListOwners(owners_pb2.ListOwnersRequest(page_token=first.next_page_token))
        names = [owner.name for owner in (*first.owners, *rest.owners)]
        assert names == sorted(names)
        assert {"admin", "author", "rival"} <= {*names}
        for name, code in (("admin", Code.FAILED_PRECONDITION), ("nobody", Code.NOT_FOUND)):
            with pytest.raises(grpc.RpcError) as error:
                service.DisableOwner(owners_pb2.DisableOwnerRequest(owner=name))
            assert code_of(error) is code


def test_what_was_revoked_while_the_database_was_away_is_not_missed(arbiter: Arbiter) -> None:
    key = arbiter.tokens["reader"].split("_")[1]
    store = At(arbiter.store.url.render_as_string(hide_password=False))
    doorkeeper = Doorkeeper(store)
    assert doorkeeper.shut().keys == set()
    with store.writing() as session:
        owners.revoke_token(session, key, NOW + timedelta(minutes=1))
    # The next look that is answered comes long after: a new arbiter would not look so far back.
    store.time = NOW + timedelta(minutes=5)
    assert Doorkeeper(store).shut().keys == set()
    assert doorkeeper.shut().keys == {key}
    assert doorkeeper.shut().keys == set()
    store.close()


def test_an_address_that_guesses_tokens_is_not_listened_to(arbiter: Arbiter) -> None:
    with arbiter.channel("reader") as known:
        assert ladder(known) is Code.OK
        codes = set()
        for number in range(200):
            arbiter.tokens["liar"] = f"pent_{number:016x}_{'x' * 43}"
            with arbiter.channel("liar") as channel:
                codes.add(ladder(channel))
        assert codes == {Code.UNAUTHENTICATED, Code.RESOURCE_EXHAUSTED}
        # Whoever was known to be good is not punished for it.
        assert ladder(known) is Code.OK
        # And after a while the address is listened to again.
        with arbiter.channel("author") as channel:
            until(lambda: ladder(channel) is Code.OK)


def test_one_caller_cannot_have_all_the_streams(
    arbiter: Arbiter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "MOST_STREAMS_OF_ONE", 3)
    match_id = waiting_match(arbiter)
    with arbiter.channel("reader") as channel, arbiter.channel("rival") as other:
        streams = [watch(channel, match_id) for _ in range(4)]
        until(lambda: sum(not one.is_active() for one in streams) == 1)
        [refused] = [one for one in streams if not one.is_active()]
        assert refused.code() is Code.RESOURCE_EXHAUSTED
        another = watch(other, match_id)
        assert ladder(other) is Code.OK
        assert another.is_active()
        # One that ends makes room for another, which then waits as the others do.
        next(one for one in streams if one.is_active()).cancel()

        def has_room() -> bool:
            streams.append(watch(channel, match_id))
            assert ladder(channel) is Code.OK
            return bool(streams[-1].is_active())

        until(has_room)
        for one in [*streams, another]:
            one.cancel()


CLOCKS: dict[str, tuple[dict[str, float], str]] = {
    "no total": ({"total": 0}, "total"),
    "no cap": ({"cap": 0}, "cap"),
    "neither bank nor increment": ({"bank": 0, "increment": 0}, "bank"),
    "a day for a decision": ({"cap": 86_400}, "cap"),
    "an increment of a day": ({"increment": 86_400}, "increment"),
    "a day for a match": ({"total": 86_400}, "total"),
    "a bank of a day": ({"bank": 86_400}, "bank"),
    "less than nothing": ({"total": -1}, "total"),
}


@pytest.mark.parametrize("name", CLOCKS)
def test_a_clock_nobody_could_play_by_is_refused_at_the_door(arbiter: Arbiter, name: str) -> None:
    times, field = CLOCKS[name]
    running_bots(arbiter)
    control = common_pb2.TimeControl(
        **{part: Duration(seconds=int(value)) for part, value in times.items()}
    )
    request = matches_pb2.CreateMatchRequest(
        request_id="one", ruleset="township", bots=["greedy", "random"], time_control=control
    )
    with arbiter.channel() as channel:
        stub = matches_pb2_grpc.MatchServiceStub(channel)
        with pytest.raises(grpc.RpcError) as error:
            stub.CreateMatch(request, timeout=PATIENCE)
    assert code_of(error) is Code.INVALID_ARGUMENT
    assert field_of(error) == f"time_control.{field}"


def test_which_worker_played_is_for_administrators(arbiter: Arbiter) -> None:
    match_id = waiting_match(arbiter)
    with arbiter.store.writing() as session:
        one_match.lease(session, match_id, "build-host-7", NOW, LEASES)
    told = {}
    for who in ("reader", "author", "admin"):
        with arbiter.channel(who) as channel:
            stub = matches_pb2_grpc.MatchServiceStub(channel)
            answer = stub.GetMatch(matches_pb2.GetMatchRequest(match_id=match_id), timeout=PATIENCE)
            told[who] = [attempt.worker for attempt in answer.attempts]
            assert ("build-host-7" in str(answer)) == (who == "admin")
    assert told == {"reader": [""], "author": [""], "admin": ["build-host-7"]}
