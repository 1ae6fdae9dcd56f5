"""`pentarch owner`: who may come in, for administrators."""

from typing import Annotated, TypeAlias

import typer
from rich.table import Table

from pentarch.arbiter.v1 import owners_pb2 as pb
from pentarch.arbiter.v1.owners_pb2_grpc import OwnerServiceStub
from pentarch.cli.client import DEFAULT_ADDRESS, Address, Token, dial
from pentarch.cli.terminal import AsJson, console, print_json, print_plain
from pentarch.engine.plain import Json

app = typer.Typer(help="Owners of bots, for administrators.", no_args_is_help=True)

Name: TypeAlias = Annotated[str, typer.Argument(help="The owner's name.")]


@app.command("list")
def list_owners(
    address: Address = DEFAULT_ADDRESS, token: Token = "", as_json: AsJson = False
) -> None:
    """List owners by name, and who of them is disabled."""
    with dial(address, token) as channel:
        found = _all(OwnerServiceStub(channel))
    if as_json:
        print_json([_plain(owner) for owner in found])
        return
    table = Table("owner", "since", "state", box=None, pad_edge=False)
    for owner in found:
        table.add_row(owner.name, f"{owner.create_time.ToDatetime():%Y-%m-%d}", _state(owner))
    console().print(table)


@app.command("disable")
def disable(
    name: Name, address: Address = DEFAULT_ADDRESS, token: Token = "", as_json: AsJson = False
) -> None:
    """Shut an owner out at once: no token of theirs opens anything, and their streams end."""
    with dial(address, token) as channel:
        answer = OwnerServiceStub(channel).DisableOwner(pb.DisableOwnerRequest(owner=name))
    if as_json:
        print_json(_plain(answer.owner))
    else:
        print_plain(f"{name} is disabled; their bots stay and play on")


@app.command("enable")
def enable(
    name: Name, address: Address = DEFAULT_ADDRESS, token: Token = "", as_json: AsJson = False
) -> None:
    """Let an owner in again, with the tokens they had."""
    with dial(address, token) as channel:
        answer = OwnerServiceStub(channel).EnableOwner(pb.EnableOwnerRequest(owner=name))
    if as_json:
        print_json(_plain(answer.owner))
    else:
        print_plain(f"{name} is enabled")


def _all(stub: OwnerServiceStub) -> list[pb.Owner]:
    found: list[pb.Owner] = []
    page = stub.ListOwners(pb.ListOwnersRequest())
    while True:
        found += page.owners
        if not page.next_page_token:
            return found
        page = stub.ListOwners(pb.ListOwnersRequest(page_token=page.next_page_token))


def _plain(owner: pb.Owner) -> Json:
    return {
        "name": owner.name,
        "create_time": owner.create_time.ToJsonString(),
        "state": _state(owner),
    }


def _state(owner: pb.Owner) -> str:
    return "disabled" if owner.HasField("disable_time") else "enabled"
