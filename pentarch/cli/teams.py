"""`pentarch team`: owners that are made up of several people.

pentarch team create crew
pentarch team add crew ann --captain
PENTARCH_TOKEN=crew:$PENTARCH_TOKEN pentarch bot submit folder
"""

import uuid
from typing import Annotated, TypeAlias

import typer
from rich.table import Table

from pentarch.arbiter.v1 import teams_pb2 as pb
from pentarch.arbiter.v1.teams_pb2_grpc import TeamServiceStub
from pentarch.cli.account_words import Expires, member_role, member_word, moment
from pentarch.cli.client import DEFAULT_ADDRESS, Address, Token, dial
from pentarch.cli.terminal import AsJson, console, print_json, print_plain
from pentarch.engine.plain import Json

app = typer.Typer(help="Teams, and who is in them.", no_args_is_help=True)

Team: TypeAlias = Annotated[str, typer.Argument(help="The team's name.")]
Person: TypeAlias = Annotated[str, typer.Argument(help="The person's name.")]
Captain: TypeAlias = Annotated[bool, typer.Option("--captain", help="As a captain.")]


@app.command("create")
def create(
    team: Team, address: Address = DEFAULT_ADDRESS, token: Token = "", as_json: AsJson = False
) -> None:
    """Make a team with yourself as its captain."""
    request = pb.CreateTeamRequest(request_id=str(uuid.uuid4()), team=team)
    with dial(address, token) as channel:
        made = TeamServiceStub(channel).CreateTeam(request).team
    _print(made, as_json)


@app.command("add")
def add(
    team: Team,
    person: Person,
    is_captain: Captain = False,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Add a person to your team, or give a member another role."""
    request = pb.AddMemberRequest(team=team, person=person, role=member_role(is_captain))
    with dial(address, token) as channel:
        made = TeamServiceStub(channel).AddMember(request).team
    _print(made, as_json)


@app.command("remove")
def remove(
    team: Team,
    person: Person,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Take a person out of your team; the tokens that they made for it become useless."""
    with dial(address, token) as channel:
        stub = TeamServiceStub(channel)
        made = stub.RemoveMember(pb.RemoveMemberRequest(team=team, person=person)).team
    _print(made, as_json)


@app.command("invite")
def invite(
    team: Team,
    name: Annotated[str, typer.Argument(help="The name of the owner that is made.")],
    is_captain: Captain = False,
    expires: Expires = "7d",
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    as_json: AsJson = False,
) -> None:
    """Make a link by which one new person becomes an owner and joins your team."""
    request = pb.InviteMemberRequest(
        team=team, name=name, role=member_role(is_captain), expire_time=moment(expires)
    )
    with dial(address, token) as channel:
        made = TeamServiceStub(channel).InviteMember(request)
    if as_json:
        expire_time = made.expire_time.ToJsonString()
        print_json({"code": made.code, "link": made.link, "expire_time": expire_time})
    else:
        print_plain(made.link)


@app.command("list")
def list_teams(
    address: Address = DEFAULT_ADDRESS, token: Token = "", as_json: AsJson = False
) -> None:
    """List teams by name, with their members."""
    found: list[pb.Team] = []
    with dial(address, token) as channel:
        stub = TeamServiceStub(channel)
        page = stub.ListTeams(pb.ListTeamsRequest())
        found += page.teams
        while page.next_page_token:
            page = stub.ListTeams(pb.ListTeamsRequest(page_token=page.next_page_token))
            found += page.teams
    if as_json:
        print_json([_plain(team) for team in found])
        return
    table = Table("team", "members", box=None, pad_edge=False)
    for team in found:
        table.add_row(team.name, _members(team))
    console().print(table)


def _print(team: pb.Team, as_json: bool) -> None:
    if as_json:
        print_json(_plain(team))
    else:
        print_plain(f"{team.name}: {_members(team)}")


def _members(team: pb.Team) -> str:
    return ", ".join(f"{member.person} ({member_word(member.role)})" for member in team.members)


def _plain(team: pb.Team) -> Json:
    return {
        "name": team.name,
        "members": [
            {"person": member.person, "role": member_word(member.role)} for member in team.members
        ],
    }
