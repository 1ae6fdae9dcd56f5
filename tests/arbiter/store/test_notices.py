"""What is said when, to whom, and how deliveries go by the documented schedule."""

from datetime import datetime, timedelta

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from pentarch.arbiter.notices.kinds import CHOSEN
from pentarch.arbiter.notices.post import Receipt
from pentarch.arbiter.store import (
    Ask,
    Store,
    bots,
    deliveries,
    notices,
    occasions,
    owners,
    subscriptions,
    tournaments,
    validations,
)
from pentarch.arbiter.store.bots import HostedVersion
from pentarch.arbiter.store.deliveries import SCHEDULE, Try
from pentarch.arbiter.store.errors import NotFound, WrongState
from pentarch.arbiter.store.fits import FittedRating, store_fit
from pentarch.arbiter.store.models import Delivery, Match, Notice, Subscription
from pentarch.arbiter.store.notices import Saying
from pentarch.arbiter.store.reports import Report
from pentarch.arbiter.store.words import DeliveryState, NoticeKind, SubscriptionState, Way
from tests import one_match
from tests.arbiter.store.scenes import (
    RATER,
    RULESET,
    START,
    add_match,
    add_tournament,
    add_version,
    after,
    luck,
    result,
    take,
)

URL = "https://hooks.example.org/x"
GOOD = Receipt(True, "200")
BAD = Receipt(False, "500")
EVERYTHING = [*CHOSEN]


def subscribe(
    session: Session,
    name: str,
    *kinds: NoticeKind,
    way: Way = Way.WEBHOOK,
) -> Subscription:
    owner = owners.by_name(session, name)
    chosen = kinds or EVERYTHING
    return subscriptions.create(session, owner.id, way, URL, chosen, START).row


def settle(session: Session, match_id: int, loser: int, at: float = 3) -> None:
    """Play, verify and rate a match in which one seat forfeits."""
    match = session.get_one(Match, match_id)
    lease = take(session, match_id)
    made = result(luck(match), tuple(one_match.refs(session, match_id)), loser)
    one_match.finish(session, match_id, lease.epoch, made, after(1))
    one_match.verified(session, match_id, made.sha256, "w2", after(2))
    assert one_match.rate(session, match_id, RATER, after(at))


def told(session: Session, to: Subscription) -> list[str]:
    query = (
        select(Notice.text)
        .join(Delivery, Delivery.notice_id == Notice.id)
        .where(Delivery.subscription_id == to.id)
        .order_by(Delivery.id)
    )
    return list(session.scalars(query))


def say(session: Session, name: str, key: str, now: datetime = START) -> int | None:
    owner = owners.by_name(session, name).id
    saying = Saying(NoticeKind.PHASE_CHANGE, "season/1", f"said {key}", key, [owner])
    return notices.say(session, saying, now)


def begin(session: Session, now: datetime) -> Try:
    found = deliveries.begin(session, now)
    assert found is not None
    return found


def test_a_match_is_told_to_those_who_met_others_and_want_it(
    session: Session, versions: list[int]
) -> None:
    wants = subscribe(session, "o-ant", NoticeKind.MATCH_FINISHED)
    other = subscribe(session, "o-bee", NoticeKind.TOURNAMENT_OVER)
    match = add_match(session, versions)
    settle(session, match.id, loser=1)
    assert told(session, wants) == [f"Match {match.id} (township) is over: 1. ant@1, 2. bee@1"]
    assert told(session, other) == []
    alone = add_match(session, [versions[0], versions[0]])
    settle(session, alone.id, loser=1)
    assert len(told(session, wants)) == 1, "a match against oneself is no news"


def test_without_anybody_to_tell_nothing_is_written(session: Session, versions: list[int]) -> None:
    settle(session, add_match(session, versions).id, loser=1)
    assert session.scalars(select(Notice)).all() == []


def test_a_match_whose_transaction_fails_is_told_to_nobody(store: Store) -> None:
    with store.writing() as session:
        ids = [add_version(session, name).id for name in ("ant", "bee")]
        to = subscribe(session, "o-ant")
        match = add_match(session, ids)

    def fail() -> None:
        with store.writing() as session:
            settle(session, match.id, loser=1)
            assert told(session, to)
            raise RuntimeError("the worker dies before the commit")

    with pytest.raises(RuntimeError):
        fail()
    with store.writing() as session:
        assert told(session, to) == []
        settle(session, match.id, loser=1)
        assert len(told(session, to)) == 1


def test_a_bot_that_keeps_failing_is_told_of_at_the_third_forfeit_and_not_at_the_fourth(
    session: Session, versions: list[int]
) -> None:
    to = subscribe(session, "o-bee", NoticeKind.BOT_FAILING)
    for number in range(4):
        settle(session, add_match(session, versions, seed=number).id, loser=1)
        assert len(told(session, to)) == (number >= 2)
    assert told(session, to)[0].startswith("bee@1 has forfeited 3 matches by its own fault")


def test_a_rejected_version_is_told_to_its_owner(session: Session) -> None:
    owner = owners.create(session, "author", START)
    to = subscribe(session, "author", NoticeKind.VERSION_REJECTED)
    manifest = HostedVersion("newbot", [RULESET], "main.py", "python", False)
    bots.submit(session, owner.id, manifest, b"bytes", START)
    validation = validations.begin(session, "w", START, after(10))
    assert validation is not None
    validations.reject(session, validation, reason="it does not start", output="", now=after(1))
    validations.reject(session, validation, reason="it does not start", output="", now=after(1))
    assert told(session, to) == ["newbot@1 was rejected: it does not start"]


def test_the_end_of_a_tournament_is_told_to_its_owners_and_stands_in_feeds(
    session: Session, versions: list[int]
) -> None:
    to = subscribe(session, "o-bee")
    row = add_tournament(session, versions, "o-ant")
    tournaments.start(session, row.id, after(1))
    tournaments.finish(session, row.id, "everything is played", after(2))
    expected = f"Tournament {row.id} (Spring cup, township) is finished: everything is played"
    assert told(session, to) == [expected]
    for topic in ("ruleset/township", f"tournament/{row.id}"):
        assert [one.text for one in notices.in_topic(session, topic)] == [expected]
    assert notices.in_topic(session, "ruleset/kingdom") == []


def test_a_new_first_is_told_when_its_interval_is_above_everybody_else(
    session: Session, versions: list[int]
) -> None:
    ant, bee = versions
    settle(session, add_match(session, versions).id, loser=1)
    to = subscribe(session, "o-ant", NoticeKind.NEW_FIRST)

    def fit(elos: dict[int, float], width: float) -> list[str]:
        fits = {id: FittedRating(elo, elo - width, elo + width, 1, 2) for id, elo in elos.items()}
        store_fit(session, RULESET, fits, START)
        return told(session, to)

    assert fit({ant: 1520, bee: 1480}, 50) == [], "not sure"
    first = "ant@1 is the new first of the ladder township with 1600 Elo, before bee@1"
    assert fit({ant: 1600, bee: 1400}, 50) == [first]
    assert fit({ant: 1605, bee: 1395}, 50) == [first], "still the same"
    assert fit({ant: 1490, bee: 1510}, 50) == [first], "not sure"
    assert len(fit({ant: 1400, bee: 1600}, 50)) == 2
    assert len(fit({ant: 1600, bee: 1400}, 50)) == 3, "back again"
    assert [one.kind for one in notices.in_topic(session, "bot/bee")] == [NoticeKind.NEW_FIRST]


def test_something_is_said_once_under_its_key(session: Session, versions: list[int]) -> None:
    to = subscribe(session, "o-ant")
    assert say(session, "o-ant", "open") is not None
    assert say(session, "o-ant", "open") is None
    assert told(session, to) == ["said open"]


def test_a_delivery_that_fails_is_tried_again_exactly_as_documented(
    session: Session, versions: list[int]
) -> None:
    to = subscribe(session, "o-ant")
    say(session, "o-ant", "a")
    pauses = [10, 60, 300, 900, *[3600] * 24]
    now = START
    for number, pause in enumerate(pauses, start=1):
        tried = begin(session, now)
        assert tried.parcel.tries == number
        assert deliveries.end(session, tried, BAD, 0.1, now, SCHEDULE) is Report.DONE
        early = now + timedelta(seconds=pause - 1)
        assert deliveries.begin(session, early) is None
        assert to.state is SubscriptionState.ON
        now += timedelta(seconds=pause)
    tried = begin(session, now)
    assert tried.parcel.tries == len(pauses) + 1 == SCHEDULE.most
    deliveries.end(session, tried, BAD, 0.1, now)
    row = session.get_one(Delivery, tried.delivery_id)
    assert row.state is DeliveryState.GIVEN_UP
    assert len(row.log) == len(pauses) + 1
    assert {entry["answer"] for entry in row.log} == {"500"}
    assert to.state is SubscriptionState.OFF
    assert to.off_reason == f"delivery {row.id} failed 29 times; the last answer: 500"
    assert now - START == timedelta(days=1, minutes=21, seconds=10)
    assert deliveries.begin(session, now + timedelta(days=9)) is None


def test_a_subscription_that_is_switched_off_says_so_by_the_other_ways(
    session: Session, versions: list[int]
) -> None:
    dead, alive = subscribe(session, "o-ant"), subscribe(session, "o-ant", NoticeKind.NEW_FIRST)
    say(session, "o-ant", "a")
    say(session, "o-ant", "b")
    tried = begin(session, START)
    deliveries.end(session, tried, Receipt(False, "410", is_final=True), 0.1, START)
    page = deliveries.page(session, Ask(), dead.owner_id, subscription_id=dead.id)
    states = [row.state for row in page.items]
    assert states == [DeliveryState.DROPPED, DeliveryState.GIVEN_UP]
    (text,) = told(session, alive)
    assert text.startswith(f"Subscription {dead.id} (webhook) was switched off")
    say(session, "o-ant", "c")
    assert len(told(session, dead)) == 2, "it is told nothing more"
    subscriptions.switch_on(session, dead, START)
    say(session, "o-ant", "d")
    assert told(session, dead)[-1] == "said d"


def test_of_a_subscription_only_the_oldest_delivery_is_tried(
    session: Session, versions: list[int]
) -> None:
    subscribe(session, "o-ant")
    subscribe(session, "o-bee")
    for key in ("a", "b"):
        say(session, "o-ant", key)
    say(session, "o-bee", "c")
    first, other = begin(session, START), begin(session, START)
    assert first.parcel.notice.text == "said a"
    assert other.parcel.notice.text == "said c", "somebody else's does not wait"
    assert deliveries.begin(session, START) is None
    deliveries.end(session, first, BAD, 0.1, START)
    assert deliveries.begin(session, after(9)) is None, "the second waits for the first"
    again = begin(session, after(10))
    assert again.delivery_id == first.delivery_id
    deliveries.end(session, again, GOOD, 0.1, after(10))
    assert begin(session, after(10)).parcel.notice.text == "said b"


def test_a_try_whose_worker_is_lost_is_made_again_and_its_late_result_refused(
    session: Session, versions: list[int]
) -> None:
    subscribe(session, "o-ant")
    say(session, "o-ant", "a")
    lost = begin(session, START)
    assert deliveries.begin(session, after(59)) is None
    again = begin(session, after(60))
    assert (again.delivery_id, again.parcel.tries) == (lost.delivery_id, 2)
    assert deliveries.end(session, lost, GOOD, 0.1, after(61)) is Report.LATE
    assert deliveries.end(session, again, GOOD, 0.1, after(61)) is Report.DONE
    assert deliveries.end(session, again, GOOD, 0.1, after(61)) is Report.LATE
    assert not deliveries.is_due(session, after(10_000))


def test_workers_that_are_always_lost_do_not_try_for_ever(
    session: Session, versions: list[int]
) -> None:
    to = subscribe(session, "o-ant")
    say(session, "o-ant", "a")
    now = START
    for _ in range(SCHEDULE.most):
        assert deliveries.begin(session, now) is not None
        now += timedelta(minutes=2)
    assert deliveries.begin(session, now) is None
    assert to.state is SubscriptionState.OFF


def test_what_waits_for_a_subscription_is_bounded_and_the_rest_counted(
    session: Session, versions: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "MOST_WAITING", 3)
    to = subscribe(session, "o-ant")
    for number in range(5):
        say(session, "o-ant", f"n{number}")
    assert told(session, to) == ["said n0", "said n1", "said n2"]
    assert to.dropped == 2


def test_an_owner_has_few_subscriptions_and_sees_nobody_elses(
    session: Session, versions: list[int]
) -> None:
    made = [subscribe(session, "o-ant") for _ in range(subscriptions.MOST)]
    with pytest.raises(WrongState, match="remove one"):
        subscribe(session, "o-ant")
    stranger = owners.by_name(session, "o-bee").id
    with pytest.raises(NotFound):
        subscriptions.own(session, stranger, made[0].id)
    assert deliveries.page(session, Ask(), stranger).items == []
    say(session, "o-ant", "a")
    subscriptions.remove(session, made[0])
    assert len(subscriptions.page(session, Ask(), made[1].owner_id).items) == subscriptions.MOST - 1


def test_an_email_address_is_told_nothing_until_its_code_came_back(
    session: Session, versions: list[int]
) -> None:
    to = subscribe(session, "o-ant", way=Way.EMAIL)
    say(session, "o-ant", "a")
    (text,) = told(session, to)
    assert to.secret in text
    assert not subscriptions.confirm(session, to, "WRONG")
    assert subscriptions.confirm(session, to, f" {to.secret.lower()} ")
    say(session, "o-ant", "b")
    assert told(session, to)[1:] == ["said b"]
    other = subscribe(session, "o-ant", way=Way.EMAIL)
    for _ in range(subscriptions.MOST_WRONG_CODES):
        assert not subscriptions.confirm(session, other, "WRONG")
    with pytest.raises(WrongState, match="too many wrong codes"):
        subscriptions.confirm(session, other, other.secret)


def test_a_private_feed_has_what_its_owner_chose_at_an_address_that_is_not_kept(
    session: Session, versions: list[int]
) -> None:
    owner = owners.by_name(session, "o-ant")
    chosen = [NoticeKind.PHASE_CHANGE]
    made = subscriptions.create(session, owner.id, Way.FEED, "", chosen, START)
    assert say(session, "o-ant", "a") is not None
    settle(session, add_match(session, versions).id, loser=1)
    found = subscriptions.by_feed(session, made.secret)
    assert found is not None
    texts = [n.text for n in notices.in_topic(session, notices.own_topic(owner.id), found.kinds)]
    assert texts == ["said a"]
    assert subscriptions.by_feed(session, made.secret + "x") is None
    assert made.secret not in (found.address, found.secret, found.address_sha256)
    assert session.scalars(select(Delivery)).all() == []


def test_old_notices_are_forgotten_but_for_those_on_their_way(
    session: Session, versions: list[int]
) -> None:
    subscribe(session, "o-ant")
    for key in ("a", "b"):
        say(session, "o-ant", key)
    deliveries.end(session, begin(session, START), GOOD, 0.1, START)
    assert notices.forget(session, START) == 0
    assert notices.forget(session, after(1)) == 1
    assert [row.text for row in session.scalars(select(Notice))] == ["said b"]


def test_a_trial_goes_to_one_subscription_alone(session: Session, versions: list[int]) -> None:
    one, other = subscribe(session, "o-ant"), subscribe(session, "o-ant")
    subscriptions.try_out(session, one, START)
    assert told(session, one) == [f"A trial of subscription {one.id}: it works."]
    assert told(session, other) == []


def test_thresholds_of_failing_rise() -> None:
    assert list(occasions.FAILING) == sorted(set(occasions.FAILING))
