"""Owners, tokens, bots, requests, pages, tournaments, ratings: the queries of each subject."""

import base64

import pytest
from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from pentarch.arbiter.store import (
    Ask,
    audit,
    blocks,
    bots,
    entries,
    ladder,
    leases,
    matches,
    owners,
    ratings,
    requests,
    tournaments,
    validations,
    workers,
)
from pentarch.arbiter.store.bots import HostedVersion
from pentarch.arbiter.store.errors import (
    InvalidName,
    InvalidPage,
    NameTaken,
    NotFound,
    RequestReused,
    WrongState,
)
from pentarch.arbiter.store.fits import FittedRating, store_fit
from pentarch.arbiter.store.matches import Filter
from pentarch.arbiter.store.models import AuditEntry, Package, Pair, Rating, RatingChange, Version
from pentarch.arbiter.store.reports import Report
from pentarch.arbiter.store.requests import Ticket
from pentarch.arbiter.store.tournaments import NewBlock
from pentarch.arbiter.store.validations import Validation
from pentarch.arbiter.store.words import (
    OVERALL,
    MatchState,
    Role,
    TournamentState,
    VersionKind,
    VersionState,
)
from pentarch.engine.plain import Json, canonical
from tests import one_match
from tests.arbiter.store.scenes import (
    RATER,
    RULESET,
    START,
    add_match,
    add_tournament,
    add_version,
    after,
    result,
    take,
)

MANIFEST = HostedVersion("ant", [RULESET], "bot:Bot", "python", is_reusable=True)


@pytest.fixture
def versions(session: Session) -> list[int]:
    return [add_version(session, name).id for name in ("ant", "bee", "cat")]


def settle(session: Session, versions: list[int], seed: int, loser: int = 1) -> int:
    """Play and rate a match; its id."""
    match = add_match(session, versions, seed=seed)
    lease = take(session, match.id)
    done = result(seed, tuple(one_match.refs(session, match.id)), loser)
    one_match.finish(session, match.id, lease.epoch, done, after(1))
    one_match.verified(session, match.id, done.sha256, "v", after(2))
    assert one_match.rate(session, match.id, RATER, after(3))
    return match.id


def test_a_token_speaks_for_its_owner_until_it_is_revoked(session: Session) -> None:
    ann = owners.create(session, "ann", START)
    token, text = owners.create_token(
        session, ann.id, Role.AUTHOR, label="laptop", now=START, expire_time=after(100)
    )
    assert text not in (token.secret_sha256, token.key)
    found = owners.authenticate(session, text, after(1))
    assert found is not None
    assert (found.owner.name, found.role) == ("ann", Role.AUTHOR)
    assert owners.authenticate(session, text, after(100)) is None
    for wrong in ("", "pent_x", text[:-1], text[:-1] + ("a" if text[-1] != "a" else "b")):
        assert owners.authenticate(session, wrong, after(1)) is None
    owners.revoke_token(session, token.key, after(2))
    assert owners.authenticate(session, text, after(3)) is None
    assert (token.label, token.revoke_time) == ("laptop", after(2))


def test_the_tokens_of_a_disabled_owner_are_useless(session: Session) -> None:
    ann = owners.create(session, "ann", START)
    _, text = owners.create_token(session, ann.id, Role.ADMIN, label="", now=START)
    ann.disable_time = after(1)
    assert owners.authenticate(session, text, after(2)) is None


def test_names_are_checked_and_unique(session: Session) -> None:
    owners.create(session, "ann", START)
    with pytest.raises(NameTaken):
        owners.create(session, "ann", START)
    for name in ("", "a", "Ann", "1ann", "an n", "a" * 41, "ann\n"):
        with pytest.raises(InvalidName):
            owners.create(session, name, START)


def test_submitting_numbers_versions_and_keeps_equal_packages_once(session: Session) -> None:
    ann = owners.create(session, "ann", START)
    first = bots.submit(session, ann.id, MANIFEST, b"package", START)
    second = bots.submit(session, ann.id, MANIFEST, b"package", after(1))
    assert (first.ref, second.ref) == ("ant@1", "ant@2")
    assert first.state is VersionState.SUBMITTED
    assert [row.ruleset for row in first.rulesets] == [RULESET]
    assert len(session.scalars(select(Package)).all()) == 1
    assert first.package_sha256 is not None
    assert bots.package(session, first.package_sha256) == b"package"
    bob = owners.create(session, "bob", START)
    with pytest.raises(NameTaken):
        bots.submit(session, bob.id, MANIFEST, b"mine", START)


def test_a_version_never_changes(session: Session) -> None:
    ann = owners.create(session, "ann", START)
    row = bots.submit(session, ann.id, MANIFEST, b"package", START)
    row.entry_point = "other:Bot"
    with pytest.raises(ValueError, match="never changes"):
        session.flush()
    session.rollback()


def test_validation_makes_a_version_active_once(session: Session) -> None:
    ann = owners.create(session, "ann", START)
    row = bots.submit(session, ann.id, MANIFEST, b"package", START)
    with pytest.raises(WrongState):
        bots.retire(session, row.id, START)
    lease = validations.begin(session, "w1", START, after(60))
    assert lease == Validation(row.id, 1)
    assert validations.begin(session, "w2", START, after(60)) is None
    assert validations.expire(session, after(59)) == []
    assert validations.expire(session, after(61)) == [row.id]
    again = validations.begin(session, "w2", after(62), after(99))
    assert again == Validation(row.id, 2)
    assert validations.activate(session, lease, output="late", now=after(63)) is Report.LATE
    assert validations.activate(session, again, output="fine", now=after(64)) is Report.DONE
    assert validations.activate(session, again, output="fine", now=after(65)) is Report.REPEATED
    session.flush()
    assert bots.find_version(session, "ant").state is VersionState.ACTIVE
    assert bots.validation_output(session, row.id) == "fine"
    assert bots.retire(session, row.id, after(66)).retire_time == after(66)
    assert bots.retire(session, row.id, after(67)).retire_time == after(66)
    with pytest.raises(NotFound):
        bots.find_version(session, "ant")
    assert bots.find_version(session, "ant@1").id == row.id


def test_a_rejected_version_says_why(session: Session) -> None:
    ann = owners.create(session, "ann", START)
    row = bots.submit(session, ann.id, MANIFEST, b"package", START)
    lease = validations.begin(session, "w1", START, after(60))
    assert lease is not None
    report = validations.reject(session, lease, reason="it crashed", output="oops", now=after(1))
    assert report is Report.DONE
    assert bots.version(session, row.id).reject_reason == "it crashed"
    with pytest.raises(WrongState, match="ant@1 is rejected"):
        add_match(session, [row.id, row.id])


def test_a_validation_that_never_ends_is_rejected(session: Session) -> None:
    ann = owners.create(session, "ann", START)
    row = bots.submit(session, ann.id, MANIFEST, b"package", START)
    lease = None
    for at in range(validations.MOST_LOSSES):
        lease = validations.begin(session, "w", after(100 * at), after(100 * at + 1))
        validations.expire(session, after(100 * at + 2))
    assert bots.version(session, row.id).state is VersionState.REJECTED
    assert lease is not None
    assert validations.activate(session, lease, output="", now=after(999)) is Report.LATE


def test_a_remote_bot_gets_a_version_per_build(session: Session) -> None:
    ann = owners.create(session, "ann", START)

    def hello(build: str) -> Version:
        return bots.ensure_running(
            session,
            ann.id,
            "far",
            kind=VersionKind.REMOTE,
            build=build,
            rulesets=[RULESET],
            now=START,
        )

    assert [hello(build).number for build in ("a", "a", "b", "b")] == [1, 1, 2, 2]
    bots.retire(session, hello("b").id, START)
    with pytest.raises(WrongState, match="far@2 is retired"):
        hello("b")


def test_bots_are_listed_by_name_owner_and_ruleset(session: Session, versions: list[int]) -> None:
    bots.retire(session, versions[1], START)
    ann = owners.by_name(session, "o-ant").id
    assert [bot.name for bot in bots.page(session, Ask()).items] == ["ant", "bee", "cat"]
    assert [bot.name for bot in bots.page(session, Ask(), owner_id=ann).items] == ["ant"]
    playing = bots.page(session, Ask(), ruleset=RULESET).items
    assert [bot.name for bot in playing] == ["ant", "cat"]
    newest = bots.newest_active(session, [bot.id for bot in playing])
    assert sorted(row.ref for row in newest.values()) == ["ant@1", "cat@1"]
    assert [row.ref for row in bots.active_versions(session, RULESET)] == ["ant@1", "cat@1"]
    assert bots.latest_version(session, "bee").state is VersionState.RETIRED


def test_pages_join_to_the_whole_listing(session: Session, versions: list[int]) -> None:
    made = [add_match(session, versions[:2], seed=seed).id for seed in range(7)]
    for where in (Filter(), Filter(ruleset=RULESET), Filter(version_id=versions[0])):
        ask, found, pages = Ask(3), [], 0
        while True:
            page = matches.page(session, ask, where)
            found += [match.id for match in page.items]
            pages += 1
            if not page.next_token:
                break
            # A match that is added meanwhile shifts nothing.
            made.append(add_match(session, versions[1:], seed=9).id)
            ask = Ask(3, page.next_token)
        assert found == sorted(found, reverse=True)
        assert len(set(found)) == len(found)
        assert pages == -(-len(found) // 3)
        assert set(made[:7]) <= set(found)


def test_a_bot_that_sits_twice_is_listed_once(session: Session, versions: list[int]) -> None:
    match = add_match(session, [versions[0], versions[0]])
    page = matches.page(session, Ask(), Filter(version_id=versions[0]))
    assert [found.id for found in page.items] == [match.id]
    assert [seat.version.ref for seat in page.items[0].seats] == ["ant@1", "ant@1"]
    states = {
        state: matches.page(session, Ask(), Filter(state=state)).items for state in MatchState
    }
    assert [len(found) for found in states.values()] == [1, 0, 0, 0, 0, 0]


def test_page_tokens_from_elsewhere_are_refused(session: Session, versions: list[int]) -> None:
    for seed in range(3):
        add_match(session, versions[:2], seed=seed)
    token = matches.page(session, Ask(1), Filter()).next_token
    tag = base64.urlsafe_b64decode(token)[2:14].decode()
    keys: list[Json] = [-1, 1 << 63, "x", None, True, [1]]
    forged = [canonical([tag, key]) for key in keys]
    wrong = ["x", "!!", "é", "A" * 2000, *(base64.urlsafe_b64encode(f).decode() for f in forged)]
    for text in wrong:
        with pytest.raises(InvalidPage):
            matches.page(session, Ask(1, text), Filter())
    with pytest.raises(InvalidPage, match="other filters"):
        matches.page(session, Ask(1, token), Filter(ruleset=RULESET))
    with pytest.raises(InvalidPage):
        bots.page(session, Ask(1, token))
    with pytest.raises(InvalidPage, match="negative"):
        matches.page(session, Ask(-1), Filter())
    assert Ask(10**9).limit == 1000


def test_old_request_ids_and_workers_are_forgotten(session: Session) -> None:
    ann = owners.create(session, "ann", START).id
    tickets = [Ticket(ann, f"r{at}", "CreateMatch", b"a") for at in range(4)]
    for at, ticket in enumerate(tickets):
        requests.repeated(session, ticket, after(at))
        requests.settle(session, ticket, str(at))
        workers.beat(session, [f"w{at}"], after(at))
    requests.forget(session, after(3), most=2)
    workers.forget(session, after(2))
    answers = [requests.repeated(session, ticket, after(9)) for ticket in tickets]
    assert answers == [None, None, "2", "3"], "the oldest first"
    assert [row.name for row in workers.living(session, START)] == ["w2", "w3"]


def test_a_repeated_request_gets_the_first_answer(session: Session) -> None:
    ann = owners.create(session, "ann", START).id
    bob = owners.create(session, "bob", START).id
    ticket = Ticket(ann, "r", "CreateMatch", b"a")
    assert requests.repeated(session, ticket, START) is None
    requests.settle(session, ticket, "17")
    assert requests.repeated(session, ticket, after(1)) == "17"
    for other in (Ticket(ann, "r", "CreateMatch", b"b"), Ticket(ann, "r", "SubmitBot", b"a")):
        with pytest.raises(RequestReused):
            requests.repeated(session, other, after(1))
    assert requests.repeated(session, Ticket(bob, "r", "CreateMatch", b"b"), after(5)) is None
    for id in ("", "x" * 65):
        with pytest.raises(InvalidName):
            requests.repeated(session, Ticket(ann, id, "CreateMatch", b"a"), START)


def test_a_tournament_is_started_paused_and_finished(session: Session, versions: list[int]) -> None:
    cup = add_tournament(session, versions, "o-ant")
    assert [entry.version.ref for entry in cup.entries] == ["ant@1", "bee@1", "cat@1"]
    block = NewBlock(1, 1, [versions[:2], versions[1::-1]])
    with pytest.raises(WrongState):
        tournaments.pause(session, cup.id)
    with pytest.raises(WrongState):
        tournaments.add_block(session, cup.id, block, START)
    assert tournaments.start(session, cup.id, after(1)).start_time == after(1)
    made, queued = tournaments.add_block(session, cup.id, block, after(2))
    again, same = tournaments.add_block(session, cup.id, block, after(3))
    assert (again.id, [m.id for m in same]) == (made.id, [m.id for m in queued])
    assert tournaments.open_blocks(session, cup.id) == [made.id]
    with pytest.raises(WrongState, match="2 matches"):
        tournaments.finish(session, cup.id, "done", after(4))
    for match in queued:
        leases.void(session, match.id, "a test", after(5))
    session.flush()
    assert tournaments.open_blocks(session, cup.id) == []
    assert tournaments.progress(session, [cup.id])[cup.id][MatchState.VOID] == 2
    assert tournaments.finish(session, cup.id, "done", after(6)).end_time == after(6)
    with pytest.raises(WrongState):
        tournaments.start(session, cup.id, after(7))
    with pytest.raises(WrongState):
        tournaments.cancel(session, cup.id, "rain", after(7))
    page = tournaments.page(session, Ask(), state=TournamentState.FINISHED, ruleset=RULESET)
    assert [row.id for row in page.items] == [cup.id]


def test_versions_enter_late_and_withdraw(session: Session, versions: list[int]) -> None:
    cup = add_tournament(session, versions[:2], "o-ant")
    entry = entries.enter(session, cup.id, versions[2], after(1))
    assert (entry.seeding, entries.enter(session, cup.id, versions[2], after(2)).id) == (
        3,
        entry.id,
    )
    assert entries.withdraw(session, cup.id, versions[2], after(3)).withdraw_time == after(3)
    assert entries.withdraw(session, cup.id, versions[2], after(4)).withdraw_time == after(3)
    with pytest.raises(NotFound):
        entries.withdraw(session, cup.id, 999, after(4))


def test_versions_without_a_fit_are_ranked_by_live_elo_and_ties_share_a_rank(
    session: Session, versions: list[int]
) -> None:
    settle(session, versions[:2], 1)
    add_version(session, "dog")
    settle(session, [versions[2], bots.find_version(session, "dog").id], 2)
    whole = ladder.page(session, Ask(), RULESET).items
    refs = [(line.rank, line.rating.version.ref, line.rating.elo) for line in whole]
    assert refs == [
        (1, "cat@1", 1508.0),
        (1, "ant@1", 1508.0),
        (3, "dog@1", 1492.0),
        (3, "bee@1", 1492.0),
    ]
    ask, lines = Ask(1), []
    for _ in refs:
        page = ladder.page(session, ask, RULESET)
        lines += [(line.rank, line.rating.version.ref, line.rating.elo) for line in page.items]
        ask = Ask(1, page.next_token)
    assert (lines, ask.token) == (refs, "")
    bots.retire(session, versions[2], after(9))
    session.flush()
    left = ladder.page(session, Ask(), RULESET).items
    assert [line.rating.version.ref for line in left] == ["ant@1", "dog@1", "bee@1"]
    assert [line.rank for line in left] == [1, 2, 2]
    assert len(ladder.page(session, Ask(), RULESET, with_retired=True).items) == 4


def test_the_fit_decides_the_ladder_whatever_the_live_elo_says(
    session: Session, versions: list[int]
) -> None:
    """As it was found: random had the second best live Elo, above a bot that is better by far."""
    ant, random, bee = versions
    for second, place in enumerate([(ant, bee), (ant, random), (random, bee)], 1):
        settle(session, list(place), second)
    elos = {row.version_id: row.elo for row in session.scalars(_ratings_of(RULESET))}
    assert elos[ant] > elos[random] > elos[bee]
    assert [line.rating.version_id for line in ladder.page(session, Ask(), RULESET).items] == [
        ant,
        random,
        bee,
    ]
    fits = {ant: 1730.0, bee: 1560.0, random: 1210.0}
    store_fit(
        session,
        RULESET,
        {id: FittedRating(fit, fit - 40, fit + 40, 1, 3) for id, fit in fits.items()},
        after(9),
    )
    session.expire_all()
    ranked = [
        (line.rank, line.rating.version_id) for line in ladder.page(session, Ask(), RULESET).items
    ]
    assert ranked == [(1, ant), (2, bee), (3, random)]
    assert [line.rank for line in ladder.lines(session, RULESET, [random, bee])] == [3, 2]
    add_version(session, "dog")
    dog = bots.find_version(session, "dog").id
    settle(session, [dog, random], 10)
    assert _ladder_by_ones(session) == [ant, bee, random, dog], "what is not fitted yet comes last"


def _ratings_of(scope: str) -> "Select[Rating]":
    return select(Rating).where(Rating.scope == scope)


def _ladder_by_ones(session: Session) -> list[int]:
    ask, found = Ask(1), []
    while True:
        page = ladder.page(session, ask, RULESET)
        found += [line.rating.version_id for line in page.items]
        if not page.next_token:
            return found
        ask = Ask(1, page.next_token)


def test_history_and_pairs_follow_the_matches(session: Session, versions: list[int]) -> None:
    ids = [settle(session, versions[:2], seed, loser) for seed, loser in ((1, 1), (2, 0), (3, 1))]
    changes = ratings.history(session, Ask(), versions[0], RULESET).items
    assert [change.match_id for change in changes] == ids[::-1]
    assert changes[-1].before == RATER.start
    (pair,) = ratings.pairs(session, OVERALL, versions)
    assert (pair.matches, pair.wins, pair.draws, pair.losses) == (3, 2, 0, 1)
    tables = blocks.tables(session, list(blocks.rated_ids(session, RULESET)))
    assert [table.match_id for table in tables] == ids
    assert [table.ranks for table in tables] == [(1, 2), (2, 1), (1, 2)]
    assert [table.forfeits for table in tables] == [(1,), (0,), (1,)]


def test_annulling_a_match_leaves_the_ratings_as_if_it_had_never_been(
    session: Session, versions: list[int]
) -> None:
    wrong = settle(session, versions[:2], 1)
    settle(session, versions[1:], 2)
    settle(session, versions[:2], 3, loser=0)
    assert ratings.annul(session, wrong, "a bug", RATER, after(9)) is Report.DONE
    assert ratings.annul(session, wrong, "a bug", RATER, after(9)) is Report.REPEATED
    session.flush()
    others = [add_version(session, name).id for name in ("dog", "eel", "fox")]
    settle(session, others[1:], 4)
    settle(session, others[:2], 5, loser=0)
    rows = session.scalars(select(Rating).where(Rating.scope == OVERALL)).all()
    found = {row.version_id: (row.elo, row.matches, row.wins, row.losses) for row in rows}
    assert [found[id] for id in versions] == [found[id] for id in others]
    assert matches.get(session, wrong).void_reason == "a bug"
    query = select(RatingChange).where(RatingChange.match_id == wrong)
    assert session.scalars(query).all() == []
    assert sum(pair.matches for pair in session.scalars(select(Pair))) == 8


def test_an_unrated_match_is_settled_without_changing_ratings(
    session: Session, versions: list[int]
) -> None:
    match = add_match(session, versions[:2], is_rated=False)
    take(session, match.id)
    done = result(1, ("ant@1", "bee@1"))
    one_match.finish(session, match.id, 1, done, after(1))
    one_match.verified(session, match.id, done.sha256, "v", after(2))
    assert one_match.rate(session, match.id, RATER, after(3))
    assert match.state is MatchState.RATED
    assert session.scalars(select(Rating)).all() == []
    assert blocks.rated_ids(session, RULESET) == {}


def test_a_version_that_sits_twice_wins_nothing_from_itself(
    session: Session, versions: list[int]
) -> None:
    settle(session, [versions[0], versions[0]], 1)
    row = session.get_one(Rating, (RULESET, versions[0]))
    assert (row.elo, row.matches, row.wins, row.losses) == (RATER.start, 1, 0, 0)


def test_a_fit_is_kept_beside_the_elo(session: Session, versions: list[int]) -> None:
    settle(session, versions[:2], 1)
    fits = {id: FittedRating(1510.0, 1400.0, 1600.0, 1, 2) for id in versions}
    store_fit(session, RULESET, fits, after(5))
    session.expire_all()
    row = session.get_one(Rating, (RULESET, versions[0]))
    assert (row.fit, row.fit_low, row.rank_high, row.fit_time) == (1510.0, 1400.0, 2, after(5))
    assert session.get(Rating, (RULESET, versions[2])) is None


def test_workers_live_while_they_beat(session: Session) -> None:
    workers.beat(session, ["w1"], after(0))
    workers.beat(session, ["w2"], after(5))
    workers.beat(session, ["w1"], after(9))
    workers.stop(session, ["w2"], after(9))
    assert [row.name for row in workers.living(session, after(3))] == ["w1"]


def test_the_audit_says_who_did_what_to_whom(session: Session) -> None:
    ann = owners.create(session, "ann", START).id
    for number in range(3):
        audit.note(
            session,
            "void",
            f"match/{number % 2}",
            owner_id=ann if number else None,
            detail={"number": number},
            now=after(number),
        )
    session.flush()
    entries = session.scalars(select(AuditEntry).order_by(AuditEntry.id)).all()
    assert [(entry.verb, entry.subject, entry.owner_id) for entry in entries] == [
        ("void", "match/0", None),
        ("void", "match/1", ann),
        ("void", "match/0", ann),
    ]
    assert [entry.detail for entry in entries] == [{"number": number} for number in range(3)]
