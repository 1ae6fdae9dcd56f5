"""StudyService and `pentarch study`, on a real arbiter with a match that was played."""

import json
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest
from sqlalchemy import func, select

from pentarch.arbiter.store import studies
from pentarch.arbiter.store.models import AuditEntry, Study, StudyMatch
from pentarch.arbiter.store.words import VersionKind
from pentarch.arbiter.studies import drafts
from pentarch.arbiter.v1 import matches_pb2 as matches_v1
from pentarch.arbiter.v1 import studies_pb2 as pb
from pentarch.arbiter.v1.matches_pb2_grpc import MatchServiceStub
from pentarch.arbiter.v1.studies_pb2_grpc import StudyServiceStub
from pentarch.arbiter.v1.tournaments_pb2_grpc import TournamentServiceStub
from pentarch.cli.app import run
from pentarch.workers.host import Host
from pentarch.workers.package_cache import PackageCache
from pentarch.workers.verification import verify_matches
from pentarch.workers.windows import play_matches
from tests.arbiter.api.conftest import Arbiter, Noted
from tests.arbiter.api.test_secrecy import SHORT, add_bots, begin

Code = grpc.StatusCode
HOSTILE = "<script>alert(1)</script> \x1b[31m\r\n[x](javascript:alert(2))"


@pytest.fixture
def author(arbiter: Arbiter, tmp_path: Path) -> Iterator[StudyServiceStub]:
    """The author's calls, where match 1 is rated and match 2 waits."""
    add_bots(arbiter)
    with arbiter.channel("author") as channel:
        for number in (1, 2):
            MatchServiceStub(channel).CreateMatch(
                matches_v1.CreateMatchRequest(
                    request_id=str(number), ruleset="township", bots=["ant", "bee"], options=SHORT
                )
            )
        for work, name in ((play_matches, "w1"), (verify_matches, "w2")):
            cache = PackageCache(tmp_path / name)
            work(Host(arbiter.store, Played(), cache, name), [1])
        yield StudyServiceStub(channel)


class Played(Noted):
    """A dispatch of workers, who have matches verified."""

    def verify(self, match_ids: list[int]) -> None: ...


def page(step: int = 3, match_id: int = 1, **more: object) -> pb.StudyPage:
    return pb.StudyPage(match_id=match_id, step=step, **more)  # type: ignore[arg-type]


def draft(*pages: pb.StudyPage, title: str = "How it was won") -> pb.StudyDraft:
    return pb.StudyDraft(title=title, pages=pages or [page()])


def create(stub: StudyServiceStub, study: pb.StudyDraft, id: str = "") -> pb.Study:
    request = pb.CreateStudyRequest(request_id=id or f"{hash(study.SerializeToString())}")
    request.study.CopyFrom(study)
    return stub.CreateStudy(request).study


def refused(stub: StudyServiceStub, study: pb.StudyDraft) -> tuple[Code, str]:
    with pytest.raises(grpc.RpcError) as caught:
        create(stub, study)
    return caught.value.code(), str(caught.value.details())


def titles(stub: StudyServiceStub, **filters: object) -> list[str]:
    request = pb.ListStudiesRequest(**filters)  # type: ignore[arg-type]
    return [study.title for study in stub.ListStudies(request).studies]


def test_a_study_is_kept_read_changed_and_deleted(
    arbiter: Arbiter, author: StudyServiceStub
) -> None:
    arrow = pb.StudyArrow(start="p1.farm1", end="p2")
    first = page(3, eye="p2", text=HOSTILE, marks=["p1.farm1", "p2"], arrows=[arrow])
    made = create(author, draft(first, page(0)), "one")
    assert len(made.id) == 16
    assert (made.owner, made.revision, made.page_count) == ("author", 1, 2)
    assert made.visibility == pb.Study.VISIBILITY_UNLISTED, "nobody is told unless it is said"
    assert create(author, draft(first, page(0)), "one").id == made.id, "the same request"
    with arbiter.channel("reader") as channel:
        read = StudyServiceStub(channel).GetStudy(pb.GetStudyRequest(id=made.id)).study
    assert read == made
    assert list(read.pages) == [first, page(0)], "text comes back as it was written"
    other = pb.UpdateStudyRequest(id=made.id, revision=1, study=draft(page(5), title="Again"))
    changed = author.UpdateStudy(other).study
    assert (changed.id, changed.title, changed.revision) == (made.id, "Again", 2)
    with pytest.raises(grpc.RpcError) as caught:
        author.UpdateStudy(other)
    assert caught.value.code() is Code.FAILED_PRECONDITION
    assert "changed in the meantime" in str(caught.value.details())
    author.DeleteStudy(pb.DeleteStudyRequest(id=made.id))
    with pytest.raises(grpc.RpcError) as caught:
        author.GetStudy(pb.GetStudyRequest(id=made.id))
    assert caught.value.code() is Code.NOT_FOUND
    with arbiter.store.reading() as session:
        assert session.scalar(select(func.count()).select_from(StudyMatch)) == 0
        verbs = session.scalars(select(AuditEntry.verb).order_by(AuditEntry.id)).all()
    assert [verb for verb in verbs if "study" in verb] == ["create_study", "delete_study"]


def test_others_read_but_neither_change_nor_delete_and_administrators_delete(
    arbiter: Arbiter, author: StudyServiceStub
) -> None:
    made = create(author, draft())
    for who, may_delete in (("rival", False), ("admin", True)):
        with arbiter.channel(who) as channel:
            stub = StudyServiceStub(channel)
            with pytest.raises(grpc.RpcError) as caught:
                stub.UpdateStudy(pb.UpdateStudyRequest(id=made.id, revision=1, study=draft()))
            assert caught.value.code() is Code.PERMISSION_DENIED
            if may_delete:
                stub.DeleteStudy(pb.DeleteStudyRequest(id=made.id))
                continue
            with pytest.raises(grpc.RpcError) as caught:
                stub.DeleteStudy(pb.DeleteStudyRequest(id=made.id))
            assert caught.value.code() is Code.PERMISSION_DENIED
    assert not titles(author, own=True)


def test_unlisted_studies_are_listed_for_their_owner_alone(
    arbiter: Arbiter, author: StudyServiceStub
) -> None:
    create(author, draft(title="quiet"))
    loud = draft(title="loud")
    loud.visibility = pb.Study.VISIBILITY_PUBLIC
    create(author, loud)
    with arbiter.channel("rival") as channel:
        rival = StudyServiceStub(channel)
        assert titles(rival) == ["loud"]
        assert titles(rival, match_id=1) == ["loud"]
        assert titles(rival, match_id=2) == []
        assert titles(rival, own=True) == []
    assert titles(author) == ["loud"]
    assert titles(author, own=True) == ["loud", "quiet"]
    first = author.ListStudies(pb.ListStudiesRequest(own=True, page_size=1))
    assert not first.studies[0].pages
    token = first.next_page_token
    assert titles(author, own=True, page_size=1, page_token=token) == ["quiet"]


BAD: dict[str, tuple[pb.StudyDraft, Code, str]] = {
    "without a title": (draft(title=" "), Code.INVALID_ARGUMENT, "has a title"),
    "a long title": (draft(title="x" * 121), Code.INVALID_ARGUMENT, "120 characters"),
    "no pages": (pb.StudyDraft(title="x"), Code.INVALID_ARGUMENT, "1 to 64 pages"),
    "many pages": (draft(*[page()] * 65), Code.INVALID_ARGUMENT, "1 to 64 pages"),
    "a long text": (draft(page(text="x" * 4001)), Code.INVALID_ARGUMENT, "4000 characters"),
    "half a letter": (draft(page(text="\0")), Code.INVALID_ARGUMENT, "character that is none"),
    "many marks": (draft(page(marks=["a"] * 33)), Code.INVALID_ARGUMENT, "32 marks"),
    "a long place": (draft(page(marks=["a" * 41])), Code.INVALID_ARGUMENT, "1 to 40"),
    "no place": (
        draft(page(arrows=[pb.StudyArrow(start="a")])),
        Code.INVALID_ARGUMENT,
        "1 to 40",
    ),
    "a strange eye": (draft(page(eye="p9")), Code.INVALID_ARGUMENT, "the eye is"),
    "an empty seat": (draft(page(eye="p3")), Code.INVALID_ARGUMENT, "has no seat p3"),
    "a step too far": (draft(page(100_000)), Code.INVALID_ARGUMENT, "steps, not 100000"),
    "a negative step": (draft(page(-1)), Code.INVALID_ARGUMENT, "a step of it"),
    "no such match": (draft(page(match_id=99)), Code.NOT_FOUND, "no match 99"),
    "not played yet": (draft(page(match_id=2)), Code.FAILED_PRECONDITION, "has no record"),
}


def test_what_a_study_cannot_say_is_refused_and_nothing_kept(
    arbiter: Arbiter, author: StudyServiceStub
) -> None:
    for name, (study, code, why) in BAD.items():
        told = refused(author, study)
        assert told[0] is code, name
        assert why in told[1], name
    with arbiter.store.reading() as session:
        assert session.scalar(select(func.count()).select_from(Study)) == 0


def test_nobody_comments_on_a_match_before_everybody_may_see_it(
    arbiter: Arbiter, tmp_path: Path
) -> None:
    with arbiter.channel("author") as channel:
        cup = begin(arbiter, tmp_path, TournamentServiceStub(channel), VersionKind.BUILTIN)
        stub = StudyServiceStub(channel)
        cup.play(1)
        code, why = refused(stub, draft())
        assert code is Code.FAILED_PRECONDITION
        assert "when all matches of its block are over" in why
        cup.play(2)
        assert create(stub, draft(), "then").revision == 1


def test_an_owner_has_so_many_studies_and_no_more(
    author: StudyServiceStub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studies, "MOST", 2)
    create(author, draft(), "one")
    create(author, draft(), "two")
    code, why = refused(author, draft())
    assert (code, why) == (
        Code.FAILED_PRECONDITION,
        "you have 2 studies already; delete one first",
    )


def test_the_command_line_exports_and_imports(
    arbiter: Arbiter,
    author: StudyServiceStub,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    where = ["--arbiter", f"127.0.0.1:{arbiter.port}", "--token", arbiter.tokens["author"]]

    def said(*arguments: str) -> str:
        assert run(["study", *arguments, *where]) == 0
        return capsys.readouterr().out

    first = page(3, text=HOSTILE, marks=["p1.farm1"], arrows=[pb.StudyArrow(start="a", end="b")])
    id = create(author, draft(first)).id
    file = tmp_path / "study.json"
    file.write_text(said("get", id, "--json"))
    copied = json.loads(said("create", str(file), "--json"))["id"]
    assert copied != id
    ours, theirs = (json.loads(said("get", one, "--json")) for one in (id, copied))
    assert ours["pages"] == theirs["pages"]
    assert theirs["pages"][0]["arrows"] == [["a", "b"]]
    shown = said("get", id)
    assert "marked: p1.farm1, a > b" in shown
    assert "\x1b" not in shown, "what others write does not steer the terminal"
    assert [one["id"] for one in json.loads(said("list", "--own", "--json"))] == [copied, id]
    assert "How it was won" in said("list", "--own", "--match", "1")
    file.write_text(json.dumps({**ours, "title": "Another", "visibility": "public"}))
    assert "is changed" in said("update", copied, str(file))
    assert "Another" in said("list")
    assert "is deleted" in said("delete", copied)
    assert run(["study", "get", copied, *where]) == 2
    for wrong in ("{", "[]", '{"title": "x", "pages": [], "html": "x"}'):
        file.write_text(wrong)
        assert run(["study", "create", str(file), *where]) == 2
    assert "has no field 'html'" in capsys.readouterr().err


def test_a_draft_is_read_as_it_was_written() -> None:
    page = drafts.StudyPage(1, 3, "p2", "here", ("r1",), (("r1", "r2"),))
    draft = drafts.StudyDraft("title", "text", drafts.Visibility.PUBLIC, (page,))
    assert drafts.read(draft.plain()) == draft
