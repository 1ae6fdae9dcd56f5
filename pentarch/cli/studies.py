"""`pentarch study`: annotated steps of matches, listed, fetched, kept and deleted."""

import uuid
from pathlib import Path
from typing import Annotated, TypeAlias

import typer
from rich.table import Table
from rich.text import Text

from pentarch.arbiter.studies.drafts import StudyDraft, read
from pentarch.arbiter.studies.messages import head, message_of, plain
from pentarch.arbiter.v1 import studies_pb2 as pb
from pentarch.arbiter.v1.studies_pb2_grpc import StudyServiceStub
from pentarch.cli.client import DEFAULT_ADDRESS, Address, Token, dial
from pentarch.cli.terminal import (
    AsJson,
    console,
    one_line,
    print_json,
    print_plain,
    printable,
    read_bytes,
)
from pentarch.engine.plain import parse

app = typer.Typer(
    help="Studies: steps of matches with words, marks and arrows.", no_args_is_help=True
)

Id: TypeAlias = Annotated[str, typer.Argument(help="The id of the study, as in its address.")]
File: TypeAlias = Annotated[
    Path, typer.Argument(help="The study as JSON, as `pentarch study get --json` prints it.")
]


@app.command("list")
def list_studies(
    own: Annotated[
        bool, typer.Option("--own", help="Only yours, those that are not listed too.")
    ] = False,
    match: Annotated[int, typer.Option(min=0, help="Only those with steps of this match.")] = 0,
    top: Annotated[int, typer.Option("--top", min=1, max=1000, help="Print so many.")] = 50,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """List public studies, newest first."""
    request = pb.ListStudiesRequest(own=own, match_id=match, page_size=top)
    with dial(address, token) as channel:
        found = StudyServiceStub(channel).ListStudies(request).studies
    if as_json:
        print_json([head(study) for study in found])
        return
    table = Table("id", "title", "owner", "pages", "", box=None, pad_edge=False)
    for study in found:
        seen = str(head(study)["visibility"])
        title, owner = Text(one_line(study.title)), Text(one_line(study.owner))
        table.add_row(study.id, title, owner, str(study.page_count), seen)
    console().print(table)


@app.command("get")
def get(
    id: Id, address: Address = DEFAULT_ADDRESS, token: Token = "", as_json: AsJson = False
) -> None:
    """Show a study; with --json in the form that `create` takes."""
    with dial(address, token) as channel:
        found = StudyServiceStub(channel).GetStudy(pb.GetStudyRequest(id=id)).study
    if as_json:
        print_json(plain(found))
        return
    print_plain(f"{one_line(found.title)}, by {one_line(found.owner)}")
    if found.text:
        print_plain(printable(found.text))
    for number, page in enumerate(found.pages, 1):
        seen = f", what {page.eye} saw" if page.eye else ""
        places = [*page.marks, *(f"{arrow.start} > {arrow.end}" for arrow in page.arrows)]
        print_plain(f"\n{number}. match {page.match_id}, step {page.step}{one_line(seen)}")
        if places:
            print_plain(f"   marked: {one_line(', '.join(places))}")
        if page.text:
            print_plain(f"   {printable(page.text)}")


@app.command("create")
def create(
    file: File,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Keep a new study."""
    request = pb.CreateStudyRequest(request_id=str(uuid.uuid4()), study=message_of(_draft(file)))
    with dial(address, token) as channel:
        made = StudyServiceStub(channel).CreateStudy(request).study
    _say(made, "is kept", as_json)


@app.command("update")
def update(
    id: Id,
    file: File,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Write a study of yours anew, as it now stands in a file."""
    draft = message_of(_draft(file))
    with dial(address, token) as channel:
        stub = StudyServiceStub(channel)
        revision = stub.GetStudy(pb.GetStudyRequest(id=id)).study.revision
        request = pb.UpdateStudyRequest(id=id, revision=revision, study=draft)
        changed = stub.UpdateStudy(request).study
    _say(changed, "is changed", as_json)


@app.command("delete")
def delete(
    id: Id, address: Address = DEFAULT_ADDRESS, token: Token = "", as_json: AsJson = False
) -> None:
    """Forget a study of yours."""
    with dial(address, token) as channel:
        StudyServiceStub(channel).DeleteStudy(pb.DeleteStudyRequest(id=id))
    if as_json:
        print_json({"id": id})
    else:
        print_plain(f"study {one_line(id)} is deleted")


def _draft(file: Path) -> StudyDraft:
    return read(parse(read_bytes(file), "the study"))


def _say(study: pb.Study, what: str, as_json: bool) -> None:
    if as_json:
        print_json(head(study))
    else:
        print_plain(f"study {study.id} {what}: studies?study={study.id} at the dashboard's address")
